//! Queries whose answers are collected row by row: manifolds, times of impact, boxes, and mass properties.

use crate::answers::shaped;
use crate::blocks::{gathered, in_blocks, pool};
use crate::bodies::{Refused, Side};
use crate::shapes::{Dynamic, Number, Shape, Space, by_space};
use gjk::epa::Expansion;
use gjk::mass::MassProperties;
use gjk::nalgebra::{Point, SVector, Vector3};
use gjk::simplex::Cases;
use gjk::{Aabb, ImpactOptions, Manifold, ManifoldOptions, Motion, RigidMotion, TimeOfImpact, Within};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;

/// The shape, or the first one of a list.
pub(crate) fn first_of<'py>(shapes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Shape>> {
    match shapes.cast::<Shape>() {
        Ok(shape) => Ok(shape.clone()),
        Err(_) => shapes.get_item(0)?.cast_into::<Shape>().map_err(PyErr::from),
    }
}

/// Asks about body k of A and body k of B, and collects what is found.
fn collect<T: Space<D>, R: Send, const D: usize>(
    py: Python<'_>,
    a: &Side<'_, T, D>,
    b: &Side<'_, T, D>,
    threads: usize,
    ask: impl Fn(usize, &Dynamic<'_, T, D>, &Dynamic<'_, T, D>) -> Result<R, gjk::Error> + Sync,
) -> PyResult<Vec<R>> {
    let bare = a.is_bare() && b.is_bare();
    let (shapes_a, shapes_b, pool) = (a.shapes()?, b.shapes()?, pool(threads)?);
    let count = a.len().max(b.len());
    let mut found = Vec::with_capacity(count);
    let numbers = (a.numbers()?, b.numbers()?);
    in_blocks(py, count, |block| {
        let answer = |range: Range<usize>| -> Result<Vec<R>, Refused> {
            let of_a = shapes_a.dynamic(&range, &numbers.0, bare)?;
            let of_b = shapes_b.dynamic(&range, &numbers.1, bare)?;
            let (a, b) = (of_a.as_slice(), of_b.as_slice());
            let row = |k: usize| {
                let index = range.start + k;
                ask(index, &a[k % a.len()], &b[k % b.len()]).map_err(|why| Refused { side: "motion", index, why })
            };
            (0..range.len()).map(row).collect()
        };
        let rows = py.detach(|| gathered(pool.as_ref(), &block, answer))?;
        found.extend(rows.into_iter().flatten());
        Ok(())
    })?;
    Ok(found)
}

fn array<T: Number, const D: usize>(v: &SVector<T, D>) -> impl Iterator<Item = T> {
    v.data.0[0].into_iter()
}

fn both<T: Number, const D: usize>(points: &[Point<T, D>; 2]) -> impl Iterator<Item = T> {
    points.iter().flat_map(|point| array(&point.coords))
}

fn nan<T: Number>() -> T {
    T::from_double(f64::NAN).unwrap_or_else(T::zero)
}

/// The manifold of each pair: up to `most` points, padded with NaN.
#[pyfunction]
#[pyo3(signature = (a, b, poses_a, poses_b, prediction, most, threads))]
#[expect(clippy::too_many_arguments, reason = "Python's side has names for them")]
pub fn manifold<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses_a: Option<&Bound<'py, PyAny>>,
    poses_b: Option<&Bound<'py, PyAny>>,
    prediction: f64,
    most: usize,
    threads: usize,
) -> PyResult<Py<PyDict>> {
    by_space!(first_of(a)?.get().any, T, D => manifolds::<T, D>(py, [a, b], [poses_a, poses_b], prediction, most, threads))
}

fn manifolds<T: Space<D>, const D: usize>(
    py: Python<'_>,
    [a, b]: [&Bound<'_, PyAny>; 2],
    [poses_a, poses_b]: [Option<&Bound<'_, PyAny>>; 2],
    prediction: f64,
    most: usize,
    threads: usize,
) -> PyResult<Py<PyDict>>
where
    Cases: Expansion<T, D>,
{
    let (a, b) = (Side::<T, D>::new("a", a, poses_a)?, Side::<T, D>::new("b", b, poses_b)?);
    let options = || ManifoldOptions {
        max_points: most,
        ..ManifoldOptions::from(T::from_double(prediction).unwrap_or_else(T::zero))
    };
    let found: Vec<Within<Manifold<T, D>, T, D>> =
        collect(py, &a, &b, threads, |_, a, b| Ok(gjk::manifold(a, b, options())))?;
    let slots = if D == 2 { 2 } else { most };
    let (mut count, mut normal, mut points, mut separation, mut ids) = (vec![], vec![], vec![], vec![], vec![]);
    for within in found {
        let near = within.near();
        let contacts = near.as_ref().map_or(&[][..], Manifold::points);
        count.push(u32::try_from(contacts.len()).unwrap_or(0));
        normal.extend(near.as_ref().map_or([nan(); D], |near| near.normal.data.0[0]));
        for slot in 0..slots {
            let contact = contacts.get(slot);
            separation.push(contact.map_or_else(nan, |contact| contact.separation));
            ids.push(contact.map_or(u64::MAX, |contact| contact.id));
            match contact {
                Some(contact) => points.extend(both(&contact.points)),
                None => points.extend(std::iter::repeat_n(nan::<T>(), 2 * D)),
            }
        }
    }
    let columns = PyDict::new(py);
    columns.set_item("count", PyArray1::from_vec(py, count))?;
    columns.set_item("normal", shaped(py, normal, [D])?)?;
    columns.set_item("points", shaped(py, points, [slots, 2, D])?)?;
    columns.set_item("separation", shaped(py, separation, [slots])?)?;
    columns.set_item("ids", shaped(py, ids, [slots])?)?;
    Ok(columns.unbind())
}

/// The time of impact of each pair. A motion is a row: linear velocity, rotation vector (three numbers), center.
#[pyfunction]
#[pyo3(signature = (a, b, poses_a, poses_b, motions_a, motions_b, options, threads))]
#[expect(clippy::too_many_arguments, reason = "Python's side has names for them")]
pub fn time_of_impact<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    poses_a: Option<&Bound<'py, PyAny>>,
    poses_b: Option<&Bound<'py, PyAny>>,
    motions_a: PyReadonlyArray2<'py, f64>,
    motions_b: PyReadonlyArray2<'py, f64>,
    options: (f64, f64, Option<f64>),
    threads: usize,
) -> PyResult<Py<PyDict>> {
    by_space!(first_of(a)?.get().any, T, D => impacts::<T, D>(py, [a, b], [poses_a, poses_b], [&motions_a, &motions_b], options, threads))
}

fn impacts<'py, T: Space<D>, const D: usize>(
    py: Python<'py>,
    [a, b]: [&Bound<'py, PyAny>; 2],
    [poses_a, poses_b]: [Option<&Bound<'py, PyAny>>; 2],
    [motions_a, motions_b]: [&PyReadonlyArray2<'py, f64>; 2],
    (until, target, tolerance): (f64, f64, Option<f64>),
    threads: usize,
) -> PyResult<Py<PyDict>>
where
    RigidMotion<T, D>: Motion<T, D>,
    Cases: Expansion<T, D>,
{
    let number = |x: f64| T::from_double(x).unwrap_or_else(T::zero);
    let read = |motions: &PyReadonlyArray2<'_, f64>| -> PyResult<Vec<RigidMotion<T, D>>> {
        let row = |row: &[f64]| {
            let part = |from: usize| SVector::<T, D>::from_iterator(row[from..from + D].iter().copied().map(number));
            let angular = Vector3::from_iterator(row[D..D + 3].iter().copied().map(number));
            RigidMotion::new(part(0), angular, part(D + 3))
        };
        let rows = motions.as_slice()?.chunks_exact(2 * D + 3);
        if rows.remainder().is_empty() && rows.len() > 0 {
            Ok(rows.map(row).collect())
        } else {
            Err(PyTypeError::new_err("motions have another shape"))
        }
    };
    let (motions_a, motions_b) = (read(motions_a)?, read(motions_b)?);
    let (a, b) = (Side::<T, D>::new("a", a, poses_a)?, Side::<T, D>::new("b", b, poses_b)?);
    let options = || ImpactOptions {
        target: number(target),
        tolerance: tolerance.map(number),
        ..ImpactOptions::from(number(until))
    };
    let found: Vec<TimeOfImpact<T, D>> = collect(py, &a, &b, threads, |k, a, b| {
        let (of_a, of_b) = (&motions_a[k % motions_a.len()], &motions_b[k % motions_b.len()]);
        gjk::time_of_impact(a, of_a, b, of_b, options())
    })?;
    let infinite = number(f64::INFINITY);
    let columns = PyDict::new(py);
    let time = found.iter().map(|found| found.hit.as_ref().map_or(infinite, |hit| hit.time)).collect();
    columns.set_item("hit", PyArray1::from_vec(py, found.iter().map(|found| found.hit.is_some()).collect()))?;
    columns.set_item("time", PyArray1::from_vec(py, time))?;
    let lower = found.iter().map(|found| found.lower).collect();
    columns.set_item("lower", PyArray1::from_vec(py, lower))?;
    let separation = found.iter().map(|found| found.separation.unwrap_or_else(nan)).collect();
    columns.set_item("separation", PyArray1::from_vec(py, separation))?;
    let normal = found.iter().flat_map(|found| found.hit.as_ref().map_or([nan(); D], |hit| hit.normal.data.0[0]));
    columns.set_item("normal", shaped(py, normal.collect(), [D])?)?;
    let none = || [Point::from([nan::<T>(); D]), Point::from([nan::<T>(); D])];
    let points = found.iter().flat_map(|found| {
        let points = found.hit.as_ref().map_or_else(none, |hit| hit.points);
        both(&points).collect::<Vec<_>>()
    });
    columns.set_item("points", shaped(py, points.collect(), [2, D])?)?;
    columns
        .set_item("undecided", PyArray1::from_vec(py, found.iter().map(|found| found.undecided.is_some()).collect()))?;
    Ok(columns.unbind())
}

/// The box around each body.
#[pyfunction]
#[pyo3(signature = (shapes, poses, threads))]
pub fn aabb<'py>(
    py: Python<'py>,
    shapes: &Bound<'py, PyAny>,
    poses: Option<&Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Py<PyDict>> {
    by_space!(first_of(shapes)?.get().any, T, D => boxes::<T, D>(py, shapes, poses, threads))
}

fn boxes<T: Space<D>, const D: usize>(
    py: Python<'_>,
    shapes: &Bound<'_, PyAny>,
    poses: Option<&Bound<'_, PyAny>>,
    threads: usize,
) -> PyResult<Py<PyDict>> {
    let side = Side::<T, D>::new("a", shapes, poses)?;
    let found: Vec<Aabb<T, D>> = collect(py, &side, &side, threads, |_, a, _| Ok(gjk::aabb(a)))?;
    let columns = PyDict::new(py);
    columns.set_item("min", shaped(py, found.iter().flat_map(|found| array(&found.min.coords)).collect(), [D])?)?;
    columns.set_item("max", shaped(py, found.iter().flat_map(|found| array(&found.max.coords)).collect(), [D])?)?;
    Ok(columns.unbind())
}

/// Mass, center and moments of a shape for a density; `None` if they are not known.
#[pyfunction]
#[pyo3(signature = (shape, density))]
pub fn mass_properties<'py>(py: Python<'py>, shape: &Bound<'py, PyAny>, density: f64) -> PyResult<Option<Py<PyTuple>>> {
    by_space!(first_of(shape)?.get().any, T, D => masses::<T, D>(py, shape, density))
}

fn masses<T: Space<D>, const D: usize>(
    py: Python<'_>,
    shape: &Bound<'_, PyAny>,
    density: f64,
) -> PyResult<Option<Py<PyTuple>>> {
    let shape = shape.cast::<Shape>().map_err(PyErr::from)?;
    let entry = T::pick(&shape.get().any);
    let mass = entry.and_then(|entry| entry.mass.as_ref());
    let density = T::from_double(density).unwrap_or_else(T::zero);
    let Some(MassProperties { mass, center, moments }) = mass.and_then(|mass| mass(density)) else {
        return Ok(None);
    };
    let center = PyArray1::from_vec(py, array(&center.coords).collect());
    let rows: Vec<Vec<T>> = (0..D).map(|row| moments.row(row).iter().copied().collect()).collect();
    let moments = PyArray2::from_vec2(py, &rows).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(Some((mass.into(), center, moments).into_pyobject(py)?.unbind()))
}
