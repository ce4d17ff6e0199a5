//! Answers in rational numbers, about one pair.

use crate::bodies::Side;
use crate::shapes::{Shape, Space, by_space};
use gjk::epa::Expansion;
use gjk::exact::{self as library, ExactCases};
use gjk::simplex::Cases;
use num_rational::BigRational;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The exact answer about one pair, as a tuple; `None` if a shape is not made of points and balls.
#[pyfunction]
#[pyo3(signature = (query, a, b, pose_a, pose_b))]
pub fn exact<'py>(
    py: Python<'py>,
    query: &str,
    a: &Bound<'py, Shape>,
    b: &Bound<'py, Shape>,
    pose_a: Option<&Bound<'py, PyAny>>,
    pose_b: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<Py<PyAny>>> {
    by_space!(a.get().any, T, D => {
        answer(py, query, &Side::<T, D>::new("a", a, pose_a)?, &Side::<T, D>::new("b", b, pose_b)?)
    })
}

fn answer<'py, T: Space<D>, const D: usize>(
    py: Python<'py>,
    query: &str,
    a: &Side<'py, T, D>,
    b: &Side<'py, T, D>,
) -> PyResult<Option<Py<PyAny>>>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let as_they_are = a.is_bare() && b.is_bare();
    let (shapes_a, shapes_b) = (a.shapes()?, b.shapes()?);
    let of_a = shapes_a.dynamic(&(0..1), &a.numbers()?, as_they_are)?;
    let of_b = shapes_b.dynamic(&(0..1), &b.numbers()?, as_they_are)?;
    let (a, b) = (&of_a.as_slice()[0], &of_b.as_slice()[0]);
    let tuple = |fractions: [BigRational; D]| PyTuple::new(py, fractions);
    let both = |[a, b]: [[BigRational; D]; 2]| PyTuple::new(py, [tuple(a)?, tuple(b)?]);
    let numbers = |[a, b]: [[f64; D]; 2]| PyTuple::new(py, [PyTuple::new(py, a)?, PyTuple::new(py, b)?]);
    Ok(match query {
        "intersects" => match py.detach(|| library::intersects(a, b)) {
            None => None,
            Some(verdict) => Some((verdict,).into_pyobject(py)?.into_any().unbind()),
        },
        "distance" => match py.detach(|| library::distance(a, b)) {
            None => None,
            Some(found) => {
                let (distance, normal) = (found.distance(), found.unit_normal());
                let normal = normal.map(|normal| PyTuple::new(py, normal)).transpose()?;
                let rounded = numbers(found.rounded_points())?;
                let parts = (
                    found.intersects(),
                    found.squared,
                    both(found.points)?,
                    PyTuple::new(py, found.margins)?,
                    distance,
                    normal,
                    rounded,
                );
                Some(parts.into_pyobject(py)?.into_any().unbind())
            }
        },
        "contact" => match py.detach(|| library::contact(a, b)) {
            None => None,
            Some(found) => {
                let (separation, unit) = (found.separation(), PyTuple::new(py, found.unit_normal())?);
                let rounded = numbers(found.rounded_points())?;
                let parts = (
                    found.intersects(),
                    found.overlap,
                    found.squared,
                    tuple(found.normal)?,
                    both(found.points)?,
                    PyTuple::new(py, found.margins)?,
                    separation,
                    unit,
                    rounded,
                );
                Some(parts.into_pyobject(py)?.into_any().unbind())
            }
        },
        _ => {
            return Err(PyValueError::new_err(format!("there is no exact query {query}")));
        }
    })
}
