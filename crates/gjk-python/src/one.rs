//! One pair, as quickly as may be: for calls in a loop.

use crate::answers::{
    Answers, Cell, CertifiedContactColumns, CertifiedDistanceColumns, CertifiedVerdictColumns, ContactColumns,
    DistanceColumns, VerdictColumns,
};
use crate::ask::rest;
use crate::shapes::{Dynamic, Shape, Space, by_space, pose_of};
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::simplex::Cases;
use gjk::{Pose, SupportExt};
use gjk_batch::{Batch, Bodies, Pairs};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
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

struct Pair<'s, T: Space<D>, const D: usize> {
    bodies: [Bodies<Dynamic<'s, T, D>>; 2],
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

impl<'s, T: Space<D> + Cell, const D: usize> Pair<'s, T, D>
where
    [T; D]: Cell,
    [[T; D]; 2]: Cell,
    Cases: Expansion<T, D> + ExactCases<D>,
{
    fn new(a: &'s Shape, b: &'s Shape, pose_a: &Bound<'_, PyAny>, pose_b: &Bound<'_, PyAny>) -> Option<Self> {
        let poses = [read::<T, D>(pose_a).ok()?, read::<T, D>(pose_b).ok()?];
        let bare = poses == [None, None];
        let body = |shape: &'s Shape, pose: Option<Pose<T, D>>| -> Option<Bodies<Dynamic<'s, T, D>>> {
            let shape = T::pick(&shape.any)?.bounded.as_ref()?;
            let body: Dynamic<'s, T, D> = if bare {
                Box::new(shape)
            } else {
                Box::new(shape.posed(pose.unwrap_or_else(|| [T::zero(); D].into())).ok()?)
            };
            Some(Bodies::unposed([body]))
        };
        let [of_a, of_b] = poses;
        Some(Self { bodies: [body(a, of_a)?, body(b, of_b)?] })
    }

    fn answer(&self, py: Python<'_>, query: &str) -> PyResult<Option<Py<PyAny>>> {
        match query {
            "intersects" => self.ask::<VerdictColumns<T, D>>(py),
            "distance" => self.ask::<DistanceColumns<T, D>>(py),
            "contact" => self.ask::<ContactColumns<T, D>>(py),
            _ if const { D > 3 } => Ok(None),
            "certified_intersects" => self.ask::<CertifiedVerdictColumns<T, D>>(py),
            "certified_distance" => self.ask::<CertifiedDistanceColumns<T, D>>(py),
            "certified_contact" => self.ask::<CertifiedContactColumns<T, D>>(py),
            _ => Ok(None),
        }
    }

    fn ask<Q: Answers<T, D>>(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let [a, b] = &self.bodies;
        let mut out = Q::new(1);
        // Shorter than it takes to give up Python's lock and take it again. The lists have one body each, so nothing is refused.
        let asked = Batch::new(a, b, Pairs::Each).and_then(|batch| out.ask(&batch, 0..1, &rest()));
        if asked.is_ok() { out.columns(py, true).map(Some) } else { Ok(None) }
    }
}
