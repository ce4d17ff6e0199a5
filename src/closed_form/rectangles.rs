//! The two faces of boxes in the plane that are opposite each other, computed from the half extents.
//!
//! Two axes of each box decide whether the boxes overlap. The reach of a box along an axis of the other is the sum of its half extents,
//! each times the cosine of the angle between the axes. Of a box's two faces across an axis, one is on the other box's side.

use super::fours::Flat;
use super::nearest::clear;
use super::polygons::{Edges, Side};
use crate::minkowski::Frame;
use crate::scalar::Scalar;
use crate::search::End;
use crate::support::{OrientedBox, VertexId};
use core::hint::select_unpredictable;

/// A face of one of two boxes.
pub(super) struct Face<T> {
    /// Whether it is one of B.
    of_b: bool,
    /// Whether it is across the second axis of its box.
    is_second: bool,
    /// Whether it is on the low side.
    is_low: bool,
    /// The reach of the other box behind the face; negative if the face keeps the boxes apart.
    reach: T,
}

impl<T: Scalar> Face<T> {
    /// The face where boxes are farthest apart, or overlap least.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn nearest<const D: usize>([a, b]: [&OrientedBox<T, D>; 2]) -> Self {
        let way = Flat::from(&b.middle).minus(&(&a.middle).into());
        let ([x, y], [u, v]) = ([axis(a, 0), axis(a, 1)], [axis(b, 0), axis(b, 1)]);
        let [xu, xv, yu, yv] = [x.dot(&u).abs(), x.dot(&v).abs(), y.dot(&u).abs(), y.dot(&v).abs()];
        let on_a = Self::of([a, b], false, [x.dot(&way), y.dot(&way)], [&xu, &xv, &yu, &yv]);
        let on_b = Self::of([b, a], true, [-u.dot(&way), -v.dot(&way)], [&xu, &yu, &xv, &yv]);
        on_a.or(on_b)
    }

    /// The face of the first box that the other box reaches behind the least. Given are how far ahead the other box is along both axes, and
    /// the cosines of the first axis with the other's two axes, then of the second axis.
    #[cfg_attr(fast, inline(always))]
    fn of<const D: usize>(
        [own, other]: [&OrientedBox<T, D>; 2],
        of_b: bool,
        [first, second]: [T; 2],
        [xu, xv, yu, yv]: [&T; 4],
    ) -> Self {
        let face = |k: usize, ahead: T, u: &T, v: &T| {
            let [wide, high] = [&other.half_extents[0], &other.half_extents[1]];
            let own = own.half_extents[k].clone();
            let reach = own + (u.clone() * wide.clone() + v.clone() * high.clone()) - ahead.abs();
            Self { of_b, is_second: k == 1, is_low: ahead < T::zero(), reach }
        };
        face(0, first, xu, xv).or(face(1, second, yu, yv))
    }

    /// Returns whether it is one of B, its number among the edges of the box as a polygon, and the reach.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn edge(self) -> (bool, usize, T) {
        let edge = 2 * usize::from(self.is_second == self.is_low) + usize::from(!self.is_second);
        (self.of_b, edge, self.reach)
    }

    /// No branch: a processor could not predict which of two it is.
    #[cfg_attr(fast, inline(always))]
    fn or(self, other: Self) -> Self {
        let is_other = other.reach < self.reach;
        Self {
            of_b: select_unpredictable(is_other, other.of_b, self.of_b),
            is_second: select_unpredictable(is_other, other.is_second, self.is_second),
            is_low: select_unpredictable(is_other, other.is_low, self.is_low),
            reach: select_unpredictable(is_other, other.reach, self.reach),
        }
    }
}

/// The face where boxes are nearest, and the other box's face opposite, whose normal is most against its own.
#[cfg_attr(fast, inline(always))]
pub(super) fn edges<T: Scalar, const D: usize>([a, b]: [&OrientedBox<T, D>; 2]) -> Edges<T, D> {
    let Face { of_b, is_second, is_low, reach } = Face::nearest([a, b]);
    let (own, other) = (select_unpredictable(of_b, b, a), select_unpredictable(of_b, a, b));
    let across = usize::from(is_second);
    let outward = axis(own, across).times(&sign(is_low));
    let along = Flat(-outward.1.clone(), outward.0.clone());
    let against = [axis(other, 0).dot(&outward), axis(other, 1).dot(&outward)];
    let is_second = against[1].abs() > against[0].abs();
    let [first, second] = against.map(|along| along > T::zero());
    let is_other_low = select_unpredictable(is_second, second, first);
    Edges {
        of_b,
        top: Flat::from(&own.middle).dot(&outward) + own.half_extents[across].clone(),
        reach,
        own: side(own, across, is_low, &along),
        other: side(other, usize::from(is_second), is_other_low, &along),
        outward: outward.into(),
    }
}

/// The verdict, if it is not in doubt.
#[cfg_attr(fast, inline(always))]
pub(super) fn verdict<T: Scalar, const D: usize>(boxes: [&OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Option<End> {
    let (reach, clear) = (Face::nearest(boxes).reach * frame.scale.clone(), clear(frame));
    if -reach.clone() > frame.margin.clone() + clear.clone() {
        Some(End::Separated)
    } else if reach > clear {
        Some(End::Enclosed)
    } else {
        None
    }
}

/// The face of a box across an axis, on the low side or the high one.
#[cfg_attr(fast, inline(always))]
fn side<T: Scalar, const D: usize>(of: &OrientedBox<T, D>, across: usize, is_low: bool, along: &Flat<T>) -> Side<T, D> {
    let (outward, beside) = (axis(of, across), axis(of, 1 - across));
    let [thick, wide] = [&of.half_extents[across], &of.half_extents[1 - across]];
    let turn = beside.dot(along);
    let is_back = turn < T::zero();
    let out = outward.times(&(sign::<T>(is_low) * thick.clone()));
    let half = beside.times(&(sign::<T>(is_back) * wide.clone()));
    let middle = out.plus(&(&of.middle).into());
    let (place, reach) = (middle.dot(along), turn.abs() * wide.clone());
    let bit = |is_low: bool, half: &T, is_second: bool| u32::from(is_low && *half > T::zero()) << u32::from(is_second);
    let (own, end) = (bit(is_low, thick, across == 1), |is_low| bit(is_low, wide, across == 0));
    Side {
        ids: [VertexId(own | end(!is_back)), VertexId(own | end(is_back))],
        ends: [middle.minus(&half).into(), middle.plus(&half).into()],
        span: [place.clone() - reach.clone(), place + reach],
    }
}

#[cfg_attr(fast, inline(always))]
fn axis<T: Scalar, const D: usize>(of: &OrientedBox<T, D>, k: usize) -> Flat<T> {
    Flat(of.axes[(0, k)].clone(), of.axes[(1, k)].clone())
}

#[cfg_attr(fast, inline(always))]
fn sign<T: Scalar>(is_negative: bool) -> T {
    select_unpredictable(is_negative, -T::one(), T::one())
}
