//! Faces for the manifold of two boxes: the two that are opposite each other along one of the fifteen axes.

use super::super::nearest::clear;
use super::table::{Place, Seen, in_world, sign, three};
use crate::minkowski::Frame;
use crate::scalar::{Real, column, difference, dot, max, min, scaled, sum, times, ulps};
use crate::support::OrientedBox;
use crate::tolerance;
use crate::vertex::VertexId;
use nalgebra::SVector;

type Vector<T> = SVector<T, 3>;

/// The corners of a face, counter-clockwise: where they are along two axes, how far ahead of a plane, and which vertices they are.
pub(crate) type Corners<T> = [(Vector<T>, VertexId); 4];

/// Two faces, as they are seen along a normal on the plane of one of them, the own face. Lengths but `middle` are at the frame's scale.
pub(crate) struct Faces<T, const D: usize> {
    /// Whether the own face is one of B.
    pub(crate) of_b: bool,
    /// A unit vector from A to B, along which the faces are seen.
    pub(crate) normal: SVector<T, D>,
    /// The outward normal of the own face, two axes in its plane, and its middle.
    pub(crate) face: SVector<T, D>,
    pub(crate) across: [SVector<T, D>; 2],
    pub(crate) middle: SVector<T, D>,
    /// The corners of the own face, and of the other one.
    pub(crate) corners: [Corners<T>; 2],
    /// The separation along the contact's normal, and along this one.
    pub(crate) contact: T,
    pub(crate) least: T,
    /// The largest separation that the deepest corner may have. If it has more, the contact's own points are needed, or
    /// another normal.
    pub(crate) enough: T,
}

/// The lengths that a manifold is made with.
pub(crate) struct Limits<T> {
    pub(crate) prediction: T,
    /// The largest separation of a point.
    pub(crate) farthest: T,
    /// A quarter of the prediction, but at least rounding.
    pub(crate) slack: T,
    pub(crate) rounding: T,
}

impl<T: Real> Limits<T> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn new(prediction: T, farthest: T, size: &T) -> Self {
        let (rounding, quarter) = (ulps(tolerance::MEASURED, size), prediction.clone() / times(4, &T::one()));
        let slack = if quarter.in_range() { max(rounding.clone(), quarter) } else { rounding.clone() };
        Self { farthest: max(prediction.clone(), farthest) + rounding.clone(), prediction, slack, rounding }
    }

    /// The prediction, up to rounding.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn near(&self) -> T {
        self.prediction.clone() + self.rounding.clone()
    }

    /// The largest separation of the deepest corner along a face's normal. One as far as the prediction, up to
    /// rounding, is not enough: its neighbors may be left out as too far.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn near_enough(&self, least: &T) -> T {
        let within = self.prediction.clone() - self.rounding.clone();
        min(least.clone() + self.slack.clone(), max(least.clone() + self.rounding.clone(), within))
    }

    /// The largest separation of a corner that stands for a deeper point: within the slack and the prediction.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn deep_enough(&self, deepest: &T) -> T {
        max(deepest.clone(), min(deepest.clone() + self.slack.clone(), self.near()))
    }
}

/// The opposite faces of two boxes; or an axis along which they are farther apart than the prediction, and how far. `None` if the boxes are
/// nearest elsewhere. Whether they overlap may be in doubt: that changes no separation by more than rounding.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::type_complexity, reason = "two answers, which the caller takes apart at once")]
pub(crate) fn faces<T: Real, const D: usize>(
    shapes: [&OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    limits: &Limits<T>,
) -> Option<Result<Faces<T, D>, (SVector<T, D>, T)>> {
    let (seen, clear, rounding) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    let ((face, face_depth), (edge, edge_depth)) = seen.least(&clear, true)?;
    let mut is_edge = edge_depth.clone() + rounding.clone() < face_depth;
    let depth = if is_edge { edge_depth } else { face_depth.clone() };
    let mut normal = if is_edge { seen.across_edges(edge / 3, edge % 3) } else { seen.across_face(face) };
    let contact = -depth.clone();
    let mut least = contact.clone();
    let is_within = least <= limits.prediction;
    if !is_within {
        return Some(Err((in_world(&shapes[0].axes, &normal), least)));
    }
    // Apart, the axis is the normal only if two points are as near as it says.
    let number = if is_edge { 6 + edge } else { face };
    if depth < T::zero() && !seen.touch(number, depth.clone(), &rounding, Place::Corner).fits(frame) {
        return None;
    }
    let mut enough = limits.deep_enough(&least);
    // A face is taken if it is as good, but not by more than about 40 degrees.
    if is_edge && depth > T::zero() && face_depth.clone() - depth <= limits.slack {
        let other = seen.across_face(face);
        if times(4, &dot(&other, &normal)) > times(3, &T::one()) {
            (normal, is_edge) = (other, false);
            (enough, least) = (limits.near_enough(&least), -face_depth);
        }
    }
    let most = |v: [T; 3]| (1..3).fold(0, |most, k| if v[k] > v[most] { k } else { most });
    let facing = [most(three!(|k| normal[k].abs())), most(three!(|k| dot(&seen.axes[k], &normal).abs()))];
    let of_b = !is_edge && face >= 3;
    let swapped;
    let (own, outward, [i, j]) = if of_b {
        swapped = seen.swapped();
        (&swapped, Vector::from(three!(|k| -dot(&seen.axes[k], &normal))), [facing[1], facing[0]])
    } else {
        (&seen, normal.clone(), facing)
    };
    // Rounding turns a thin face by more: then the other one may have to give the normal.
    let width = |side: usize, k: usize| {
        let [x, y] = [&own.half[side][(k + 1) % 3], &own.half[side][(k + 2) % 3]];
        min(x.clone() / y.clone(), y.clone() / x.clone())
    };
    let is_wide = times(16, &width(0, i)) > width(1, j);
    let corners = own.corners([i, j], &outward).filter(|_| is_wide)?;
    let shape = shapes[usize::from(of_b)];
    let axis = |k: usize| column(&shape.axes, k);
    let face = scaled(&axis(i), &sign(&outward[i]));
    Some(Ok(Faces {
        of_b,
        normal: in_world(&shapes[0].axes, &normal),
        middle: sum(&shape.middle, &scaled(&face, &shape.half_extents[i])),
        face,
        across: [axis((i + 1) % 3), axis((i + 2) % 3)],
        corners,
        contact,
        least,
        enough,
    }))
}

impl<T: Real> Seen<T> {
    /// The corners of face i of the own box and of face j of the other one, on the plane of the former as they are seen along a vector outwards of
    /// it. `None` if the latter is seen from the side.
    #[cfg_attr(fast, inline(always))]
    fn corners(&self, [i, j]: [usize; 2], outward: &Vector<T>) -> Option<[Corners<T>; 2]> {
        let ([own, other], zero) = (&self.half, T::zero());
        let (x, y, p, q) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
        let per = T::one() / outward[i].clone();
        let on_plane = |v: &Vector<T>, height: &T| {
            let gap = (v[i].clone() - height.clone()) * per.clone();
            let along = |k: usize| v[k].clone() - outward[k].clone() * gap.clone();
            Vector::new(along(x), along(y), gap.clone())
        };
        let (up, down) = (sign(&outward[i]), -sign(&dot(&self.axes[j], outward)));
        let middle = sum(&self.middle, &scaled(&self.axes[j], &(other[j].clone() * down.clone())));
        let middle = on_plane(&middle, &(own[i].clone() * up.clone()));
        let mut u = (on_plane(&scaled(&self.axes[p], &other[p]), &zero), 1 << p);
        let mut v = (on_plane(&scaled(&self.axes[q], &other[q]), &zero), 1 << q);
        let area = u.0.x.clone() * v.0.y.clone() - u.0.y.clone() * v.0.x.clone();
        if area < zero {
            core::mem::swap(&mut u, &mut v);
        }
        let ((u, u_bit), (v, v_bit)) = (u, v);
        let squares = u.x.clone() * u.x.clone()
            + u.y.clone() * u.y.clone()
            + (v.x.clone() * v.x.clone() + v.y.clone() * v.y.clone());
        let is_seen = area.abs() > ulps(tolerance::FLAT, &squares);
        let (ahead, behind, base) = (sum(&middle, &u), difference(&middle, &u), u32::from(down < zero) << j);
        let other = [
            (sum(&ahead, &v), VertexId(base)),
            (sum(&behind, &v), VertexId(base | u_bit)),
            (difference(&behind, &v), VertexId(base | u_bit | v_bit)),
            (difference(&ahead, &v), VertexId(base | v_bit)),
        ];
        let (hx, hy, x, y, base) = (&own[x], &own[y], 1 << x, 1 << y, u32::from(up < zero) << i);
        let own = [
            (Vector::new(hx.clone(), hy.clone(), zero.clone()), VertexId(base)),
            (Vector::new(-hx.clone(), hy.clone(), zero.clone()), VertexId(base | x)),
            (Vector::new(-hx.clone(), -hy.clone(), zero.clone()), VertexId(base | x | y)),
            (Vector::new(hx.clone(), -hy.clone(), zero), VertexId(base | y)),
        ];
        is_seen.then_some([own, other])
    }
}
