//! The trace of a query about one pair, step by step.

use crate::bodies::Side;
use crate::shapes::{Shape, Space, by_space};
use gjk::Query;
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::simplex::{Cases, SimplexCases};
use gjk_trace::{Figure, Scene, Trace as Record};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

/// A query, step by step.
#[pyclass(frozen, subclass, module = "gjk._gjk")]
pub struct Trace {
    record: Record,
    scene: Scene,
}

#[pymethods]
impl Trace {
    /// The number of steps.
    fn __len__(&self) -> usize {
        self.record.steps.len()
    }

    /// The steps as a table.
    fn __str__(&self) -> String {
        self.record.to_string()
    }

    /// The first step, counted from 0, in which this trace and another one diverge.
    fn _parts_from(&self, other: &Self) -> Option<usize> {
        self.record.parts_from(&other.record)
    }

    /// A step as an SVG document.
    fn svg(&self, step: usize) -> PyResult<String> {
        if step < self.record.steps.len().max(1) {
            Ok(Figure::new(&self.record, &self.scene, step).to_string())
        } else {
            Err(PyIndexError::new_err(format!("there are {} steps", self.record.steps.len())))
        }
    }

    /// The trace as JSON.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.record).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The verdict in words.
    #[getter]
    fn verdict(&self) -> &str {
        &self.record.answer.verdict
    }

    /// Returns whether the shapes have a point in common.
    #[getter]
    fn intersects(&self) -> bool {
        self.record.answer.intersects
    }

    /// The distance, or minus the depth, if the query measures it.
    #[getter]
    fn separation(&self) -> Option<f64> {
        self.record.answer.separation
    }

    /// The events of a step, in a sentence.
    fn why(&self, step: usize) -> PyResult<&str> {
        let found = self.record.steps.get(step).map(|step| step.why.as_str());
        found.ok_or_else(|| PyIndexError::new_err(format!("there are {} steps", self.record.steps.len())))
    }
}

/// Records a query about one pair.
#[pyfunction]
#[pyo3(signature = (query, a, b, pose_a, pose_b, exact))]
pub fn trace<'py>(
    query: &str,
    a: &Bound<'py, Shape>,
    b: &Bound<'py, Shape>,
    pose_a: Option<&Bound<'py, PyAny>>,
    pose_b: Option<&Bound<'py, PyAny>>,
    exact: bool,
) -> PyResult<Trace> {
    by_space!(a.get().any, T, D => recorded::<T, D>(query, a, b, pose_a, pose_b, exact))
}

fn recorded<'py, T: Space<D> + num_traits::ToPrimitive + num_traits::FromPrimitive, const D: usize>(
    query: &str,
    a: &Bound<'py, Shape>,
    b: &Bound<'py, Shape>,
    pose_a: Option<&Bound<'py, PyAny>>,
    pose_b: Option<&Bound<'py, PyAny>>,
    exact: bool,
) -> PyResult<Trace>
where
    Cases: Expansion<T, D> + SimplexCases<T, D> + ExactCases<D>,
{
    let (a, b) = (Side::<T, D>::new("a", a, pose_a)?, Side::<T, D>::new("b", b, pose_b)?);
    let as_they_are = a.is_bare() && b.is_bare();
    let (shapes_a, shapes_b) = (a.shapes()?, b.shapes()?);
    let of_a = shapes_a.dynamic(&(0..1), &a.numbers()?, as_they_are)?;
    let of_b = shapes_b.dynamic(&(0..1), &b.numbers()?, as_they_are)?;
    let (a, b, options) = (&of_a.as_slice()[0], &of_b.as_slice()[0], Query::new());
    let record = match (query, exact) {
        ("intersects", false) => Some(gjk_trace::verdict(a, b, &options)),
        ("distance", false) => Some(gjk_trace::distance(a, b, &options)),
        ("contact", false) => Some(gjk_trace::contact(a, b, &options)),
        ("intersects", true) => gjk_trace::exact::verdict(a, b, &options),
        ("distance", true) => gjk_trace::exact::distance(a, b, &options),
        ("contact", true) => gjk_trace::exact::contact(a, b, &options),
        _ => {
            return Err(PyValueError::new_err(format!(
                "there is no trace of {query}: intersects, distance or contact"
            )));
        }
    };
    let curved = || PyValueError::new_err("exact arithmetic takes shapes made of points and balls");
    Ok(Trace { record: record.ok_or_else(curved)?, scene: Scene::new(a, b) })
}

/// Points on the boundary of a shape, to draw it by.
#[pyfunction]
#[pyo3(signature = (shape, pose))]
pub fn outline<'py>(shape: &Bound<'py, Shape>, pose: Option<&Bound<'py, PyAny>>) -> PyResult<Vec<Vec<f64>>> {
    by_space!(shape.get().any, T, D => drawn::<T, D>(shape, pose))
}

fn drawn<'py, T: Space<D> + num_traits::ToPrimitive + num_traits::FromPrimitive, const D: usize>(
    shape: &Bound<'py, Shape>,
    pose: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Vec<f64>>> {
    let side = Side::<T, D>::new("a", shape, pose)?;
    let shapes = side.shapes()?;
    let body = shapes.dynamic(&(0..1), &side.numbers()?, side.is_bare())?;
    Ok(Scene::new(&body.as_slice()[0], &body.as_slice()[0]).a)
}
