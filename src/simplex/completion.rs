//! To full dimension: a polytope can't be grown from less, and what has no interior has a name of its own.
//!
//! A search may end on a vertex, an edge or a triangle that the origin is on. Vertices are added on both sides of what there
//! is, until there are D + 1, or A − B turns out to be flat. It is needed thrice: rounded, for the expansion; in rings, for
//! the exact one; and for the name of a verdict. They differ in how they find a perpendicular, and in what counts as flat.

use crate::scalar::Scalar;
use crate::simplex::Simplex;
use crate::vertex::SupportPoint;
use nalgebra::SVector;

/// The points that there are, and the set that they are of.
pub(crate) trait Completion<T: Scalar, const D: usize> {
    /// What is known of a set that is flat.
    type Flat;

    /// A direction perpendicular to the points; `None` where there is none to be had.
    fn perpendicular(&self, newest: &SupportPoint<T, D>, simplex: &Simplex<T, D>) -> Option<SVector<T, D>>;

    /// How far along it the points are.
    fn level(&self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) -> T;

    /// A vertex farthest along a direction; `None` if there shall be no more.
    fn support(&mut self, direction: &SVector<T, D>) -> Option<SupportPoint<T, D>>;

    /// What there is to tell if neither of the vertices is off the points, or not far enough.
    fn flat(&self, sides: &Sides<'_, T, D>) -> Option<Self::Flat>;

    /// Takes up a vertex that is off the points. False if it can't.
    fn add(&mut self, found: &SupportPoint<T, D>) -> bool {
        let _ = found;
        true
    }
}

/// The vertices on both sides of what there is.
pub(crate) struct Sides<'v, T, const D: usize> {
    /// Perpendicular to what there is.
    pub(crate) normal: &'v SVector<T, D>,
    /// The vertices farthest along it, and the other way.
    pub(crate) found: [&'v SupportPoint<T, D>; 2],
    /// How far from what there is, times the normal's length.
    pub(crate) heights: [T; 2],
}

/// A simplex of full dimension, or why there is none.
pub(crate) enum Completed<T: Scalar, const D: usize, F> {
    /// D + 1 vertices.
    Solid {
        newest: SupportPoint<T, D>,
        simplex: Simplex<T, D>,
    },
    Flat(F),
}

/// Adds vertices to a simplex, the one that is farther off of two on either side, until there are D + 1.
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
