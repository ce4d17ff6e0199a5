//! Completes a simplex to D + 1 vertices, or finds that the set is flat.
//!
//! A search may end with the origin on a vertex, an edge or a triangle, and a polytope cannot grow from there. So
//! [`complete`] looks for support points on both sides of the simplex until there are D + 1 vertices, or both sides are
//! empty. Its callers differ in how they find a perpendicular, and in what counts as flat.

use crate::{scalar::Scalar, simplex::Simplex, vertex::SupportPoint};
use nalgebra::SVector;

pub(crate) trait Completion<T: Scalar, const D: usize> {
    type Flat;

    /// A direction perpendicular to the simplex; `None` if there is none.
    fn perpendicular(&self, newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>) -> Option<SVector<T, D>>;

    /// The simplex's level along a direction.
    fn level(&self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) -> T;

    /// A vertex farthest along a direction; `None` if the caller gives up.
    fn support(&mut self, direction: &SVector<T, D>) -> Option<SupportPoint<T, D>>;

    /// The answer, if the vertices on both sides show that the set is flat, or enough is known.
    fn flat(&self, sides: &Sides<'_, T, D>) -> Option<Self::Flat>;

    /// Takes note of an added vertex. False if the caller gives up.
    fn add(&mut self, found: &SupportPoint<T, D>) -> bool {
        let _ = found;
        true
    }
}

pub(crate) struct Sides<'v, T, const D: usize> {
    pub(crate) normal: &'v SVector<T, D>,
    /// The vertices farthest along it, and against it.
    pub(crate) found: [&'v SupportPoint<T, D>; 2],
    /// Their distances from the simplex, times the normal's length.
    pub(crate) heights: [T; 2],
}

pub(crate) enum Completed<T: Scalar, const D: usize, F> {
    Solid { newest: SupportPoint<T, D>, simplex: Simplex<T, D> },
    Flat(F),
}

/// Adds vertices until there are D + 1: each time the farther of the two on either side.
pub(crate) fn complete<T: Scalar, const D: usize, C: Completion<T, D>>(
    mut newest: SupportPoint<T, D>,
    mut simplex: Simplex<T, D>,
    points: &mut C,
) -> Option<Completed<T, D, C::Flat>> {
    while simplex.vertices().len() < D {
        let normal = points.perpendicular(&newest, &simplex)?;
        let level = points.level(&normal, &newest);
        let (up, down) = (points.support(&normal)?, points.support(&-&normal)?);
        let heights = [up.w.dot(&normal) - level.clone(), -down.w.dot(&normal) + level];
        let upwards = heights[0] > heights[1];
        if let Some(flat) = points.flat(&Sides { normal: &normal, found: [&up, &down], heights }) {
            return Some(Completed::Flat(flat));
        }
        let found = if upwards { up } else { down };
        if !points.add(&found) {
            return None;
        }
        simplex.push(core::mem::replace(&mut newest, found));
    }
    Some(Completed::Solid { newest, simplex })
}
