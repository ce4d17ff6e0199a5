//! A point, and a box, a segment or a point: so a ball, and a box, a capsule or a ball.
//!
//! Let c + Σ tₖ·eₖ with 0 ≤ tₖ ≤ 1 be the points of the box. Its edges eₖ are perpendicular to each other, so each share can be
//! found alone: it is that of the point's projection on the edge, clamped (Christer Ericson, Real-Time Collision Detection,
//! 2005, sections 5.1.2 and 5.1.4).
//!
//! If the edges are not perpendicular, the shares are those of another point of the parallelotope, and the check of the plane
//! through it fails. That check is made in any case, with all corners: along each edge the nearer end counts.

use super::nearest::{Nearest, Step, Way, inverse};
use crate::minkowski::Frame;
use crate::scalar::{Scalar, clamp, difference, dot, negated, scaled, sum};
use crate::support::{Parallelotope, VertexId};
use core::array;
use nalgebra::SVector;

/// A box, a segment or a point: one of its corners, and the edges from there.
pub(super) struct Orthotope<T, const D: usize, const N: usize> {
    pub(super) corner: SVector<T, D>,
    pub(super) edges: [SVector<T, D>; N],
    pub(super) id: VertexId,
}

impl<T: Scalar, const D: usize> Orthotope<T, D, 0> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn point(at: SVector<T, D>) -> Self {
        Self { corner: at, edges: [], id: VertexId(0) }
    }
}

impl<T: Scalar, const D: usize> Orthotope<T, D, 1> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn segment([start, end]: [SVector<T, D>; 2]) -> Self {
        Self { edges: [difference(&end, &start)], corner: start, id: VertexId(0) }
    }
}

impl<T: Scalar, const D: usize> From<Parallelotope<T, D>> for Orthotope<T, D, D> {
    #[cfg_attr(fast, inline(always))]
    fn from(Parallelotope { corner, edges, id }: Parallelotope<T, D>) -> Self {
        Self { corner, edges, id }
    }
}

/// The nearest points of a box, which is shape B if they are `swapped`, and a point.
#[cfg_attr(fast, inline(always))]
pub(super) fn nearest<T: Scalar, const D: usize, const N: usize>(
    Orthotope { corner, edges, id }: Orthotope<T, D, N>,
    point: SVector<T, D>,
    swapped: bool,
    frame: &Frame<T, D>,
) -> Option<Nearest<T, D>> {
    let toward = difference(&point, &corner);
    let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: swapped, bit: 0 });
    // From the corner to the nearest point.
    let mut along: SVector<T, D> = SVector::zeros();
    let mut bit = 1;
    for (step, edge) in steps.iter_mut().zip(edges) {
        step.share = clamp(dot(&toward, &edge) * inverse(&dot(&edge, &edge))?, T::zero(), T::one());
        along += scaled(&edge, &step.share);
        (step.edge, step.bit) = (edge, bit);
        bit <<= 1;
    }
    let w = scaled(&difference(&along, &toward), &frame.scale);
    // From the point to the corner of the box that is least far along w.
    let reach = steps.iter().take(N).fold(-dot(&toward, &w), |reach, step| {
        let more = dot(&step.edge, &w);
        if more < T::zero() { reach + more } else { reach }
    }) * frame.scale.clone();
    let nearest = sum(&corner, &along);
    // A point has one name.
    let first = VertexId(0);
    Some(if swapped {
        let way = Way { corners: [point.clone(), corner], ids: [first, id], steps };
        Nearest::new(negated(&w), reach, [point, nearest], way)
    } else {
        let way = Way { corners: [corner, point.clone()], ids: [id, first], steps };
        Nearest::new(w, reach, [nearest, point], way)
    })
}
