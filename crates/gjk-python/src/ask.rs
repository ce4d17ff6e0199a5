//! A query about a flat list of pairs.

use crate::answers::{
    Answers, CastColumns, Cell, CertifiedCastColumns, CertifiedContactColumns, CertifiedDistanceColumns,
    CertifiedVerdictColumns, ContactColumns, DistanceColumns, Motions, VerdictColumns,
};
use crate::blocks::{in_blocks, pool};
use crate::bodies::{List, Misplaced, Numbers, Refused, Side};
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
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;

/// Velocities of A and of B, each for one pair or for all; the end of the motion; the distance to keep; whether shapes that part are
/// passed over.
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

/// Why a block could not be answered.
enum Fault {
    Refused(Refused),
    Batch(Error, usize),
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<Fault> for PyErr {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Refused(refused) => refused.into(),
            Fault::Batch(Error::Motion { index, why }, start) => {
                Misplaced::new_err(("motion", start + index, why.to_string()))
            }
            Fault::Batch(error @ Error::Pair { .. }, _) => pyo3::exceptions::PyIndexError::new_err(error.to_string()),
            Fault::Batch(error, _) => PyValueError::new_err(error.to_string()),
        }
    }
}

impl<T: Space<D> + Cell, const D: usize> Asked<'_, T, D>
where
    [T; D]: Cell,
    [[T; D]; 2]: Cell,
    Cases: Expansion<T, D> + ExactCases<D>,
{
    fn answer(self, query: &str, moves: Option<Moves<'_>>) -> PyResult<Py<PyAny>> {
        let needed = || PyTypeError::new_err("a cast needs velocities");
        if const { D > 3 } {
            return match query {
                "intersects" => self.through_pointers::<VerdictColumns<T, D>>(&rest()),
                "distance" => self.through_pointers::<DistanceColumns<T, D>>(&rest()),
                "contact" => self.through_pointers::<ContactColumns<T, D>>(&rest()),
                _ => Err(PyValueError::new_err("in four dimensions there are intersects, distance and contact")),
            };
        }
        match query {
            "intersects" => self.quickly::<VerdictColumns<T, D>>(),
            "distance" => self.quickly::<DistanceColumns<T, D>>(),
            "contact" => self.quickly::<ContactColumns<T, D>>(),
            "shape_cast" => self.through_pointers::<CastColumns<T, D>>(&moves.ok_or_else(needed)?.read()?),
            "certified_intersects" => self.through_pointers::<CertifiedVerdictColumns<T, D>>(&rest()),
            "certified_distance" => self.through_pointers::<CertifiedDistanceColumns<T, D>>(&rest()),
            "certified_contact" => self.through_pointers::<CertifiedContactColumns<T, D>>(&rest()),
            "certified_shape_cast" => {
                self.through_pointers::<CertifiedCastColumns<T, D>>(&moves.ok_or_else(needed)?.read()?)
            }
            _ => Err(PyValueError::new_err(format!("there is no query {query}"))),
        }
    }

    /// The queries that are asked most are compiled for boxes, and for shapes behind one pointer.
    fn quickly<Q: Answers<T, D>>(self) -> PyResult<Py<PyAny>> {
        if self.a.is_bare() && self.b.is_bare() {
            return self.through_pointers::<Q>(&rest());
        }
        if const { D == 3 }
            && let (Some(a), Some(b)) = (self.a.cuboids(), self.b.cuboids())
        {
            return self.posed::<Q, _>(&a, &b);
        }
        self.posed::<Q, _>(&self.a.shapes()?, &self.b.shapes()?)
    }

    fn posed<Q: Answers<T, D>, S: Support<D, Scalar = T> + Send + Sync>(
        &self,
        a: &List<S>,
        b: &List<S>,
    ) -> PyResult<Py<PyAny>> {
        let pool = self.pool.as_ref();
        self.by_blocks::<Q, _, _>(
            |range, numbers| a.posed(&range, &numbers, pool),
            |range, numbers| b.posed(&range, &numbers, pool),
            &rest(),
        )
    }

    fn through_pointers<Q: Answers<T, D>>(&self, motions: &Motions<T, D>) -> PyResult<Py<PyAny>> {
        let as_they_are = self.a.is_bare() && self.b.is_bare();
        let (a, b) = (self.a.shapes()?, self.b.shapes()?);
        self.by_blocks::<Q, _, _>(
            |range, numbers| a.dynamic(&range, &numbers, as_they_are),
            |range, numbers| b.dynamic(&range, &numbers, as_they_are),
            motions,
        )
    }

    fn by_blocks<Q, A, B>(
        &self,
        of_a: impl Fn(Range<usize>, Numbers<T>) -> Result<Bodies<A>, Refused> + Sync,
        of_b: impl Fn(Range<usize>, Numbers<T>) -> Result<Bodies<B>, Refused> + Sync,
        motions: &Motions<T, D>,
    ) -> PyResult<Py<PyAny>>
    where
        Q: Answers<T, D>,
        A: Support<D, Scalar = T> + Send + Sync,
        B: Support<D, Scalar = T> + Send + Sync,
    {
        let (py, pool) = (self.py, self.pool.as_ref());
        let run = |batch: Batch<'_, A, B, D>, out: &mut Q, range: Range<usize>| {
            let batch = if let Some(pool) = pool { batch.on(pool) } else { batch };
            let start = range.start;
            out.ask(&batch, range, motions).map(|_| ()).map_err(|error| Fault::Batch(error, start))
        };
        if let Some(pairs) = &self.pairs {
            let pairs: Vec<[u32; 2]> = pairs.as_slice()?.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
            let a = all(py, &self.a, &of_a)?;
            let b = all(py, &self.b, &of_b)?;
            let mut out = Q::new(pairs.len());
            let batch = Batch::new(&a, &b, Pairs::Listed(&pairs)).map_err(|error| Fault::Batch(error, 0))?;
            in_blocks(py, pairs.len(), |range| Ok(py.detach(|| run(batch.part(range.clone()), &mut out, range))?))?;
            return out.columns(py, false);
        }
        let count = self.a.len().max(self.b.len());
        if ![self.a.len(), self.b.len()].iter().all(|n| [1, count].contains(n)) {
            return Err(PyValueError::new_err("A and B differ in number"));
        }
        if ![1, count].contains(&motions.velocities.len()) {
            return Err(PyValueError::new_err("pairs and velocities differ in number"));
        }
        let mut out = Q::new(count);
        // A body that all pairs have is prepared once.
        let one_a = if self.a.len() == 1 && count > 1 { Some(all(py, &self.a, &of_a)?) } else { None };
        let one_b = if self.b.len() == 1 && count > 1 { Some(all(py, &self.b, &of_b)?) } else { None };
        in_blocks(py, count, |range| {
            let numbers = |side: &Side<'_, T, D>, one: bool| {
                if one { Ok(None) } else { side.numbers(&range).map(Some) }
            };
            let numbers = (numbers(&self.a, one_a.is_some())?, numbers(&self.b, one_b.is_some())?);
            let made = py.detach(|| -> Result<(), Fault> {
                let own_a = numbers.0.map(|numbers| of_a(range.clone(), numbers)).transpose()?;
                let own_b = numbers.1.map(|numbers| of_b(range.clone(), numbers)).transpose()?;
                let pairs = if own_a.is_some() && own_b.is_some() { Pairs::Each } else { Pairs::All };
                let (Some(a), Some(b)) = (one_a.as_ref().or(own_a.as_ref()), one_b.as_ref().or(own_b.as_ref())) else {
                    return Ok(());
                };
                let batch = Batch::new(a, b, pairs).map_err(|error| Fault::Batch(error, range.start))?;
                run(batch, &mut out, range.clone())
            });
            Ok(made?)
        })?;
        out.columns(py, false)
    }
}

/// All bodies of a side.
fn all<T: Space<D>, B: Send, const D: usize>(
    py: Python<'_>,
    side: &Side<'_, T, D>,
    bodies: &(impl Fn(Range<usize>, Numbers<T>) -> Result<Bodies<B>, Refused> + Sync),
) -> PyResult<Bodies<B>> {
    let mut found = Bodies::unposed([]);
    in_blocks(py, side.len(), |range| {
        let numbers = side.numbers(&range)?;
        found.append(py.detach(|| bodies(range, numbers))?);
        Ok(())
    })?;
    Ok(found)
}

/// No motion.
pub fn rest<T: Space<D>, const D: usize>() -> Motions<T, D> {
    Motions { velocities: vec![[T::zero(); D].into()], skin: T::zero() }
}
