//! A query about a flat list of pairs.

use crate::answers::{
    Answers, CastColumns, Cell, CertifiedCastColumns, CertifiedContactColumns, CertifiedDistanceColumns,
    CertifiedVerdictColumns, ContactColumns, DistanceColumns, Motions, VerdictColumns,
};
use crate::blocks::{gathered, in_blocks, in_parts, part_of, pool};
use crate::bodies::{List, Numbers, Refused, Side};
use crate::rows::first_of;
use crate::shapes::{Space, by_space};
use gjk::Support;
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::nalgebra::SVector;
use gjk::query::Velocities;
use gjk::simplex::Cases;
use gjk_batch::rayon::ThreadPool;
use gjk_batch::{Batch, Bodies, Error, Pairs};
use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;

/// Velocities of A and of B, each for one pair or for all; the end of the motion; the distance to keep; whether shapes that part have no
/// hit.
#[derive(FromPyObject)]
pub struct Moves<'py>(Bound<'py, PyAny>, Bound<'py, PyAny>, Option<f64>, f64, bool);

impl<'py> Moves<'py> {
    /// The motions, in the shapes' own numbers.
    pub fn read<T: Space<D>, const D: usize>(&self) -> PyResult<Motions<T, D>> {
        let velocities = |array: &Bound<'py, PyAny>| -> PyResult<Vec<SVector<T, D>>> {
            let array = array.cast::<PyArray2<T>>().map_err(PyErr::from)?.try_readonly()?;
            if array.shape()[1] != D || array.shape()[0] == 0 {
                return Err(PyValueError::new_err(format!("velocities must have {D} components")));
            }
            Ok(array.as_slice()?.chunks(D).map(SVector::from_column_slice).collect())
        };
        let (a, b) = (velocities(&self.0)?, velocities(&self.1)?);
        let until = self.2.and_then(T::from_double);
        let count = a.len().max(b.len());
        let velocity = |k: usize| Velocities { a: a[k % a.len()], b: b[k % b.len()], until, leaves: self.4 };
        let skin = T::from_double(self.3).unwrap_or_else(T::zero);
        Ok(Motions { velocities: (0..count).map(velocity).collect(), skin })
    }
}

/// Asks a query about body k of A and body k of B, or about listed pairs of bodies. Returns a dictionary of arrays.
#[pyfunction]
#[pyo3(signature = (query, a, b, poses_a, poses_b, pairs, moves, threads))]
#[expect(clippy::too_many_arguments, reason = "Python's side has names for them")]
pub fn ask<'py>(
    py: Python<'py>,
    query: &str,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses_a: Option<&Bound<'py, PyAny>>,
    poses_b: Option<&Bound<'py, PyAny>>,
    pairs: Option<PyReadonlyArray2<'py, u32>>,
    moves: Option<Moves<'py>>,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    by_space!(4, first_of(a)?.get().any, T, D => {
        let (a, b) = (Side::<T, D>::new("a", a, poses_a)?, Side::<T, D>::new("b", b, poses_b)?);
        Asked { py, a, b, pairs, pool: pool(threads)? }.answer(query, moves)
    })
}

struct Asked<'py, T: Space<D>, const D: usize> {
    py: Python<'py>,
    a: Side<'py, T, D>,
    b: Side<'py, T, D>,
    pairs: Option<PyReadonlyArray2<'py, u32>>,
    pool: Option<ThreadPool>,
}

/// Why a part could not be answered; where its pairs start.
fn refused(error: Error, start: usize) -> PyErr {
    match error {
        Error::Motion { index, why } => Refused { side: "motion", index: start + index, why }.into(),
        Error::Pair { .. } => PyIndexError::new_err(error.to_string()),
        error => PyValueError::new_err(error.to_string()),
    }
}

impl<'py, T: Space<D> + Cell, const D: usize> Asked<'py, T, D>
where
    [T; D]: Cell,
    [[T; D]; 2]: Cell,
    Cases: Expansion<T, D> + ExactCases<D>,
{
    fn answer(self, query: &str, moves: Option<Moves<'_>>) -> PyResult<Py<PyAny>> {
        let motions = || moves.ok_or_else(|| PyTypeError::new_err("a cast needs velocities"))?.read();
        match query {
            "intersects" => self.quickly::<VerdictColumns<T, D>>(),
            "distance" => self.quickly::<DistanceColumns<T, D>>(),
            "contact" => self.quickly::<ContactColumns<T, D>>(),
            _ if const { D > 3 } => {
                Err(PyValueError::new_err("in four dimensions there are intersects, distance and contact"))
            }
            "shape_cast" => self.through_pointers::<CastColumns<T, D>>(&motions()?),
            "certified_intersects" => self.through_pointers::<CertifiedVerdictColumns<T, D>>(&rest()),
            "certified_distance" => self.through_pointers::<CertifiedDistanceColumns<T, D>>(&rest()),
            "certified_contact" => self.through_pointers::<CertifiedContactColumns<T, D>>(&rest()),
            "certified_shape_cast" => self.through_pointers::<CertifiedCastColumns<T, D>>(&motions()?),
            _ => Err(PyValueError::new_err(format!("there is no query {query}"))),
        }
    }

    /// The queries that are asked most are compiled for boxes, for rows of polygons, and for shapes behind one pointer: in four dimensions for
    /// any.
    fn quickly<Q: Answers<'py, T, D>>(&self) -> PyResult<Py<PyAny>> {
        if const { D > 3 } {
            return self.through_pointers::<Q>(&rest());
        }
        if (const { D == 2 } || !self.is_bare())
            && let (Some(a), Some(b)) = (self.a.quick(), self.b.quick())
        {
            return if const { D == 2 } && self.is_bare() {
                self.bare::<Q, _>(&a, &b)
            } else {
                self.posed::<Q, _>(&a, &b)
            };
        }
        let (a, b) = (self.a.shapes()?, self.b.shapes()?);
        if self.is_bare() { self.bare::<Q, _>(&a, &b) } else { self.posed::<Q, _>(&a, &b) }
    }

    fn bare<Q: Answers<'py, T, D>, S: Support<D, Scalar = T> + Send + Sync>(
        &self,
        a: &List<'_, S>,
        b: &List<'_, S>,
    ) -> PyResult<Py<PyAny>> {
        self.by_blocks::<Q, _, _>(|range, _| a.bare(range), |range, _| b.bare(range), &rest())
    }

    fn posed<Q: Answers<'py, T, D>, S: Support<D, Scalar = T> + Send + Sync>(
        &self,
        a: &List<'_, S>,
        b: &List<'_, S>,
    ) -> PyResult<Py<PyAny>> {
        self.by_blocks::<Q, _, _>(
            |range, numbers| a.posed(range, numbers),
            |range, numbers| b.posed(range, numbers),
            &rest(),
        )
    }

    fn through_pointers<Q: Answers<'py, T, D>>(&self, motions: &Motions<T, D>) -> PyResult<Py<PyAny>> {
        let (a, b, bare) = (self.a.shapes()?, self.b.shapes()?, self.is_bare());
        self.by_blocks::<Q, _, _>(
            |range, numbers| a.dynamic(range, numbers, bare),
            |range, numbers| b.dynamic(range, numbers, bare),
            motions,
        )
    }

    /// Returns whether no shape has a pose.
    fn is_bare(&self) -> bool {
        self.a.is_bare() && self.b.is_bare()
    }

    fn by_blocks<Q, A, B>(
        &self,
        of_a: impl Fn(&Range<usize>, &Numbers<'_, T>) -> Result<Bodies<A>, Refused> + Sync,
        of_b: impl Fn(&Range<usize>, &Numbers<'_, T>) -> Result<Bodies<B>, Refused> + Sync,
        motions: &Motions<T, D>,
    ) -> PyResult<Py<PyAny>>
    where
        Q: Answers<'py, T, D>,
        A: Support<D, Scalar = T> + Send + Sync,
        B: Support<D, Scalar = T> + Send + Sync,
    {
        let (py, pool) = (self.py, self.pool.as_ref());
        if let Some(pairs) = &self.pairs {
            let pairs: Vec<[u32; 2]> = pairs.as_slice()?.as_chunks().0.to_vec();
            let (a, b) = (self.all(&self.a, of_a)?, self.all(&self.b, of_b)?);
            let batch = Batch::new(&a, &b, Pairs::Listed(&pairs)).map_err(|error| refused(error, 0))?;
            let mut out = Q::new(py, pairs.len())?;
            in_blocks(py, pairs.len(), |block| {
                let each = part_of(pool, &block);
                let parts = out.parts(&block, each)?;
                let answer =
                    |range: Range<usize>, part| Q::ask(&batch.part(range), part, &motions.velocities, motions.skin);
                py.detach(|| in_parts(pool, &block, each, parts, answer)).map_err(|error| refused(error, 0))?;
                Ok(())
            })?;
            return out.columns(py);
        }
        let count = self.a.len().max(self.b.len());
        let lengths = [self.a.len(), self.b.len(), motions.velocities.len()];
        if !lengths.iter().all(|length| [1, count].contains(length)) {
            return Err(PyValueError::new_err("A, B and velocities differ in number"));
        }
        let mut out = Q::new(py, count)?;
        let numbers = (self.a.numbers()?, self.b.numbers()?);
        in_blocks(py, count, |block| {
            let each = part_of(pool, &block);
            let parts = out.parts(&block, each)?;
            let answer = |range: Range<usize>, part| -> PyResult<()> {
                let (a, b) = (of_a(&range, &numbers.0)?, of_b(&range, &numbers.1)?);
                let pairs = if a.len() == b.len() { Pairs::Each } else { Pairs::All };
                let batch = Batch::new(&a, &b, pairs);
                let asked = batch.and_then(|batch| Q::ask(&batch, part, motions.of(&range), motions.skin));
                asked.map(|_| ()).map_err(|error| refused(error, range.start))
            };
            py.detach(|| in_parts(pool, &block, each, parts, answer))?;
            Ok(())
        })?;
        out.columns(py)
    }

    /// All bodies of a side.
    fn all<B: Send>(
        &self,
        side: &Side<'_, T, D>,
        bodies: impl Fn(&Range<usize>, &Numbers<'_, T>) -> Result<Bodies<B>, Refused> + Sync,
    ) -> PyResult<Bodies<B>> {
        let (mut found, pool) = (Bodies::unposed([]), self.pool.as_ref());
        let numbers = side.numbers()?;
        in_blocks(self.py, side.len(), |block| {
            let made = self.py.detach(|| gathered(pool, &block, |range| bodies(&range, &numbers)));
            made?.into_iter().for_each(|bodies| found.append(bodies));
            Ok(())
        })?;
        Ok(found)
    }
}

/// No motion.
pub fn rest<T: Space<D>, const D: usize>() -> Motions<T, D> {
    Motions { velocities: vec![[T::zero(); D].into()], skin: T::zero() }
}
