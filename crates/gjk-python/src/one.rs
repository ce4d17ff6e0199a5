//! Fast queries about one pair, for calls in a loop.

use crate::answers::{
    Answers, Cell, CertifiedContactColumns, CertifiedDistanceColumns, CertifiedVerdictColumns, ContactColumns,
    DistanceColumns, VerdictColumns,
};
use crate::shapes::{Dynamic, Shape, Space, by_space, pose_of};
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::shape::{Posed, Shape as AnyShape};
use gjk::simplex::Cases;
use gjk::{Pose, Support, SupportExt};
use gjk_batch::{Batch, Bodies, Pairs};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The answer about one pair as a tuple; `None` if it is not one pair of bounded shapes with poses of their own type.
#[pyfunction]
#[pyo3(signature = (query, a, b, pose_a, pose_b))]
pub fn one<'py>(
    py: Python<'py>,
    query: &str,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    pose_a: &Bound<'py, PyAny>,
    pose_b: &Bound<'py, PyAny>,
) -> PyResult<Option<Py<PyAny>>> {
    let (Ok(a), Ok(b)) = (a.cast::<Shape>(), b.cast::<Shape>()) else {
        return Ok(None);
    };
    by_space!(4, a.get().any, T, D => {
        Pair::<T, D>::new(a.get(), b.get(), pose_a, pose_b).map_or(Ok(None), |pair| pair.answer(py, query))
    })
}

/// The pose, if one is given; an error if it can't be used as it is.
fn read<T: Space<D>, const D: usize>(pose: &Bound<'_, PyAny>) -> Result<Option<Pose<T, D>>, ()> {
    if pose.is_none() {
        return Ok(None);
    }
    let array = pose.cast::<PyArrayDyn<T>>().map_err(|_| ())?.try_readonly().map_err(|_| ())?;
    let fits = matches!(*array.shape(), [n] if n == D) || *array.shape() == [D + 1, D + 1];
    let numbers = array.as_slice().ok().filter(|_| fits).ok_or(())?;
    pose_of(numbers).map(Some).map_err(|_| ())
}

struct Pair<'s, T: Space<D>, const D: usize> {
    shapes: [&'s AnyShape<T, D>; 2],
    poses: [Option<Pose<T, D>>; 2],
}

impl<'s, T: Space<D> + Cell, const D: usize> Pair<'s, T, D>
where
    [T; D]: Cell,
    [[T; D]; 2]: Cell,
    Cases: Expansion<T, D> + ExactCases<D>,
{
    fn new(a: &'s Shape, b: &'s Shape, pose_a: &Bound<'_, PyAny>, pose_b: &Bound<'_, PyAny>) -> Option<Self> {
        let shape = |shape: &'s Shape| T::pick(&shape.any)?.bounded.as_ref();
        Some(Self { shapes: [shape(a)?, shape(b)?], poses: [read(pose_a).ok()?, read(pose_b).ok()?] })
    }

    fn answer(self, py: Python<'_>, query: &str) -> PyResult<Option<Py<PyAny>>> {
        match query {
            "intersects" => self.quickly::<VerdictColumns<T, D>>(py),
            "distance" => self.quickly::<DistanceColumns<T, D>>(py),
            "contact" => self.quickly::<ContactColumns<T, D>>(py),
            _ if const { D > 3 } => Ok(None),
            "certified_intersects" => self.through_pointers::<CertifiedVerdictColumns<T, D>>(py),
            "certified_distance" => self.through_pointers::<CertifiedDistanceColumns<T, D>>(py),
            "certified_contact" => self.through_pointers::<CertifiedContactColumns<T, D>>(py),
            _ => Ok(None),
        }
    }

    /// As in a batch, the queries that are asked most are compiled for shapes behind one pointer.
    fn quickly<'py, Q: Answers<'py, T, D>>(self, py: Python<'py>) -> PyResult<Option<Py<PyAny>>> {
        if const { D > 3 } {
            return self.through_pointers::<Q>(py);
        }
        let [a, b] = self.shapes;
        if self.poses == [None, None] {
            return about::<Q, _, T, D>(py, a, b);
        }
        match self.posed() {
            Some([a, b]) => about::<Q, _, T, D>(py, a, b),
            None => Ok(None),
        }
    }

    fn through_pointers<'py, Q: Answers<'py, T, D>>(self, py: Python<'py>) -> PyResult<Option<Py<PyAny>>> {
        let [a, b] = self.shapes;
        if self.poses == [None, None] {
            return about::<Q, Dynamic<'_, T, D>, T, D>(py, Box::new(a), Box::new(b));
        }
        match self.posed() {
            Some([a, b]) => about::<Q, Dynamic<'_, T, D>, T, D>(py, Box::new(a), Box::new(b)),
            None => Ok(None),
        }
    }

    /// The shapes where they are; `None` if a pose is refused.
    fn posed(self) -> Option<[Posed<&'s AnyShape<T, D>, T, D>; 2]> {
        let Self { shapes: [a, b], poses: [of_a, of_b] } = self;
        let posed = |shape: &'s AnyShape<T, D>, pose: Option<Pose<T, D>>| {
            shape.posed(pose.unwrap_or_else(|| [T::zero(); D].into())).ok()
        };
        Some([posed(a, of_a)?, posed(b, of_b)?])
    }
}

/// Asks about two bodies. It takes less time than to give up Python's lock and take it again.
fn about<'py, Q, S, T: Space<D>, const D: usize>(py: Python<'py>, a: S, b: S) -> PyResult<Option<Py<PyAny>>>
where
    Q: Answers<'py, T, D>,
    S: Support<D, Scalar = T> + Sync,
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let (a, b) = (Bodies::unposed([a]), Bodies::unposed([b]));
    let batch = Batch::new(&a, &b, Pairs::Each).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Q::one(py, &batch).map(Some)
}
