//! Queries about a half-space (shape A) and bounded shapes. Each takes one support point.

use crate::answers::shaped;
use crate::ask::{Moves, rest};
use crate::blocks::in_blocks;
use crate::bodies::{Refused, Side};
use crate::shapes::{Dynamic, Ground, Shape, Space, by_space};
use gjk::nalgebra::{Point, SVector};
use gjk::query::Velocities;
use gjk::shape::HalfSpace;
use gjk::{Contact, Distance, Error, Pose, ShapeCast, SupportExt};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Asks a query about a half-space and each body of B.
#[pyfunction]
#[pyo3(signature = (query, ground, b, poses_a, poses_b, moves))]
pub fn ground<'py>(
    py: Python<'py>,
    query: &str,
    ground: &Bound<'py, Shape>,
    b: &Bound<'py, PyAny>,
    poses_a: Option<&Bound<'py, PyAny>>,
    poses_b: Option<&Bound<'py, PyAny>>,
    moves: Option<Moves<'py>>,
) -> PyResult<Py<PyDict>> {
    by_space!(4, ground.get().any, T, D => {
        let asked = Asked {
            py,
            ground: Side::<T, D>::new("a", ground, poses_a)?,
            b: Side::new("b", b, poses_b)?,
            velocities: moves.map_or_else(|| Ok(rest()), |moves| moves.read())?,
        };
        asked.answer(query)
    })
}

struct Asked<'py, T: Space<D>, const D: usize> {
    py: Python<'py>,
    ground: Side<'py, T, D>,
    b: Side<'py, T, D>,
    velocities: crate::answers::Motions<T, D>,
}

impl<T: Space<D>, const D: usize> Asked<'_, T, D> {
    /// What one query says about each pair.
    fn each<R: Send>(
        &self,
        query: impl Fn(usize, &HalfSpace<T, D>, &Dynamic<'_, T, D>) -> Result<R, Error> + Sync,
    ) -> PyResult<Vec<R>> {
        let ground = self.ground.entries().next().and_then(|entry| entry.ground.clone());
        let ground = ground.ok_or_else(|| PyTypeError::new_err("A must be a HalfSpace"))?;
        let shapes = self.b.shapes()?;
        let count = self.ground.len().max(self.b.len());
        let as_it_is = self.b.is_bare();
        let mut found = Vec::with_capacity(count);
        let (of_ground, of_b) = (self.ground.numbers()?, self.b.numbers()?);
        in_blocks(self.py, count, |range| {
            let rows = self.py.detach(|| -> Result<Vec<R>, Refused> {
                let bodies = shapes.dynamic(&range, &of_b, as_it_is)?;
                let bodies = bodies.as_slice();
                let row = |k: usize| {
                    let index = range.start + k;
                    let there = of_ground.pose(index).and_then(|pose| ground.at(&pose));
                    let there = there.map_err(|why| Refused { side: "a", index, why })?;
                    let found = query(index, &there, &bodies[k % bodies.len()]);
                    found.map_err(|why| Refused { side: "motion", index, why })
                };
                (0..range.len()).map(row).collect()
            })?;
            found.extend(rows);
            Ok(())
        })?;
        Ok(found)
    }

    fn answer(&self, query: &str) -> PyResult<Py<PyDict>> {
        let py = self.py;
        let columns = PyDict::new(py);
        let numbers = |name: &str, column: Vec<T>| columns.set_item(name, PyArray1::from_vec(py, column));
        let truths = |name: &str, column: Vec<bool>| columns.set_item(name, PyArray1::from_vec(py, column));
        let vectors = |normals: Vec<[T; D]>, points: Vec<[[T; D]; 2]>| -> PyResult<()> {
            columns.set_item("normal", shaped(py, normals.into_flattened(), [D])?)?;
            columns.set_item("points", shaped(py, points.into_flattened().into_flattened(), [2, D])?)
        };
        let counts = |column: Vec<u32>| columns.set_item("evaluations", PyArray1::from_vec(py, column));
        match query {
            "intersects" => {
                let found = self.each(|_, ground, b| Ok(ground.contact(b)))?;
                truths("intersects", found.iter().map(Contact::intersects).collect())?;
                truths("undecided", found.iter().map(|found| found.undecided.is_some()).collect())?;
            }
            "distance" => {
                let found: Vec<Distance<T, D>> = self.each(|_, ground, b| Ok(ground.distance(b)))?;
                numbers("distance", found.iter().map(|found| found.distance).collect())?;
                numbers("lower", found.iter().map(|found| found.lower).collect())?;
                let normals = found.iter().map(|found| array(found.normal.as_ref())).collect();
                vectors(normals, found.iter().map(|found| both(Some(&found.points))).collect())?;
                truths("undecided", found.iter().map(|found| found.undecided.is_some()).collect())?;
                counts(found.iter().map(|found| found.evaluations).collect())?;
            }
            "contact" => {
                let found: Vec<Contact<T, D>> = self.each(|_, ground, b| Ok(ground.contact(b)))?;
                numbers("separation", found.iter().map(|found| found.separation).collect())?;
                let normals = found.iter().map(|found| array(Some(&found.normal))).collect();
                vectors(normals, found.iter().map(|found| both(Some(&found.points))).collect())?;
                numbers("lower", found.iter().map(|found| found.lower).collect())?;
                numbers("upper", found.iter().map(|found| found.upper).collect())?;
                truths("undecided", found.iter().map(|found| found.undecided.is_some()).collect())?;
                counts(found.iter().map(|found| found.evaluations).collect())?;
            }
            "shape_cast" => {
                let motions = &self.velocities;
                let found: Vec<ShapeCast<T, D>> = self.each(|k, ground, b| {
                    let Velocities { a, b: own, until, leaves } = &motions.velocities[k % motions.velocities.len()];
                    // The half-space stands still: the other shape has the relative velocity.
                    let mut moving = b.moving(own - a).with_skin(motions.skin);
                    if let Some(until) = until {
                        moving = moving.until(*until);
                    }
                    ground.shape_cast(if *leaves { moving.leaving() } else { moving })
                })?;
                let infinite = T::from_double(f64::INFINITY).unwrap_or_else(T::zero);
                let hit = |found: &ShapeCast<T, D>| found.hit.clone();
                truths("hit", found.iter().map(|found| found.hit.is_some()).collect())?;
                let time = |found: &ShapeCast<T, D>| hit(found).map_or(infinite, |hit| hit.time);
                numbers("time", found.iter().map(time).collect())?;
                let normals = found.iter().map(|found| array(hit(found).map(|hit| hit.normal).as_ref())).collect();
                let points = found.iter().enumerate().map(|(k, found)| {
                    let motion = &motions.velocities[k % motions.velocities.len()];
                    let with_ground = |hit: gjk::Hit<T, D>| hit.points.map(|point| point + motion.a * hit.time);
                    both(hit(found).map(with_ground).as_ref())
                });
                vectors(normals, points.collect())?;
                numbers("lower", found.iter().map(|found| found.lower.unwrap_or(infinite)).collect())?;
                truths("undecided", found.iter().map(|found| found.undecided.is_some()).collect())?;
                counts(found.iter().map(|found| found.evaluations).collect())?;
            }
            _ => return Err(PyValueError::new_err(format!("{query} takes no HalfSpace"))),
        }
        Ok(columns.unbind())
    }
}

fn array<T: Space<D>, const D: usize>(v: Option<&SVector<T, D>>) -> [T; D] {
    v.map_or_else(|| [T::from_double(f64::NAN).unwrap_or_else(T::zero); D], |v| v.data.0[0])
}

fn both<T: Space<D>, const D: usize>(points: Option<&[Point<T, D>; 2]>) -> [[T; D]; 2] {
    points.map_or_else(|| [array(None), array(None)], |points| points.map(|point| point.coords.data.0[0]))
}

impl<T: Space<D>, const D: usize> Ground<T, D> {
    /// The half-space at a pose.
    fn at(&self, pose: &Pose<T, D>) -> Result<HalfSpace<T, D>, Error> {
        HalfSpace::through(pose.transform_point(self.point), pose.transform_vector(self.normal))
    }
}
