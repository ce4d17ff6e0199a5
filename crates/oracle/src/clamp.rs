//! Distances in closed form, by clamping: points, segments, aligned boxes, balls and capsules in
//! any dimension. The sets are closed and solid, so the distance is zero if they intersect. Aligned
//! boxes are exact up to the rounding of the final norm; the others are good to a few ε of the
//! largest coordinate.
//!
//! The rule for segments: every candidate is the distance between two points of the sets, so up to
//! rounding no result is too small. An ill-conditioned parameter (nearly parallel segments) only
//! moves these points along the sets, where the distance hardly changes.

use super::vector::{add_scaled, dot, norm, scaled, squared_distance, sub};

/// Point and box `[min, max]`: each coordinate lies below, within or above its interval.
pub fn point_box<const D: usize>(p: &[f64; D], min: &[f64; D], max: &[f64; D]) -> f64 {
    norm(&std::array::from_fn::<f64, D, _>(|k| (min[k] - p[k]).max(p[k] - max[k]).max(0.0)))
}

/// Two aligned boxes: the gaps of their intervals, coordinate by coordinate, are independent.
pub fn boxes<const D: usize>(min_a: &[f64; D], max_a: &[f64; D], min_b: &[f64; D], max_b: &[f64; D]) -> f64 {
    norm(&std::array::from_fn::<f64, D, _>(|k| (min_b[k] - max_a[k]).max(min_a[k] - max_b[k]).max(0.0)))
}

/// Two balls: the distance of the centres less the radii.
pub fn balls<const D: usize>(a: &[f64; D], radius_a: f64, b: &[f64; D], radius_b: f64) -> f64 {
    (norm(&sub(b, a)) - (radius_a + radius_b)).max(0.0)
}

/// A ball and the box `[min, max]`.
pub fn ball_box<const D: usize>(center: &[f64; D], radius: f64, min: &[f64; D], max: &[f64; D]) -> f64 {
    (point_box(center, min, max) - radius).max(0.0)
}

/// A ball and a capsule (the points within `radius_s` of the segment `s`).
pub fn ball_capsule<const D: usize>(center: &[f64; D], radius: f64, s: &[[f64; D]; 2], radius_s: f64) -> f64 {
    (point_segment(center, s) - (radius + radius_s)).max(0.0)
}

/// Two capsules: segments with radii.
pub fn capsules<const D: usize>(s: &[[f64; D]; 2], radius_s: f64, t: &[[f64; D]; 2], radius_t: f64) -> f64 {
    (segments(s, t) - (radius_s + radius_t)).max(0.0)
}

/// Point and segment.
pub fn point_segment<const D: usize>(p: &[f64; D], s: &[[f64; D]; 2]) -> f64 {
    squared_point_segment(p, s).sqrt()
}

/// The square of [`point_segment`]: the projection onto the line, clamped to the segment. It is
/// measured from the nearer end, so that the far end's size does not spoil a small distance.
pub fn squared_point_segment<const D: usize>(p: &[f64; D], s: &[[f64; D]; 2]) -> f64 {
    let flip = squared_distance(p, &s[1]) < squared_distance(p, &s[0]);
    let (near, far) = if flip { (&s[1], &s[0]) } else { (&s[0], &s[1]) };
    let along = sub(far, near);
    let to_point = sub(p, near);
    let length = dot(&along, &along);
    if length <= 0.0 {
        return dot(&to_point, &to_point);
    }
    let t = (dot(&to_point, &along) / length).clamp(0.0, 1.0);
    let rest = add_scaled(&to_point, &along, -t);
    dot(&rest, &rest)
}

/// Two segments: either an end of one is nearest to the other, or inner points of both are.
pub fn segments<const D: usize>(s: &[[f64; D]; 2], t: &[[f64; D]; 2]) -> f64 {
    let ends = [
        squared_point_segment(&s[0], t),
        squared_point_segment(&s[1], t),
        squared_point_segment(&t[0], s),
        squared_point_segment(&t[1], s),
    ];
    ends.into_iter().fold(squared_inner_segments(s, t), f64::min).sqrt()
}

/// The square of the distance of the points of two segments nearest to the common
/// perpendicular of their lines: with the [`squared_point_segment`]s of the four ends, the
/// least of the five is the squared distance of the segments.
///
/// With `r = t0 - s0` and directions `u`, `v`, the parts `v'`, `r'` at right angles to `u` give
/// `-(r' . v') / (v' . v')` for the parameter on `t`. (The customary determinant
/// `u.u v.v - (u.v)^2` loses twice as many digits when the lines are nearly parallel.)
pub fn squared_inner_segments<const D: usize>(s: &[[f64; D]; 2], t: &[[f64; D]; 2]) -> f64 {
    let (u, v, r) = (sub(&s[1], &s[0]), sub(&t[1], &t[0]), sub(&t[0], &s[0]));
    let length = dot(&u, &u);
    if length <= 0.0 {
        return f64::INFINITY;
    }
    let (u_v, u_r) = (dot(&u, &v) / length, dot(&u, &r) / length);
    let across = add_scaled(&v, &u, -u_v);
    let square = dot(&across, &across);
    if square <= 0.0 {
        return f64::INFINITY;
    }
    let rest = add_scaled(&r, &u, -u_r);
    let on_t = (-dot(&rest, &across) / square).clamp(0.0, 1.0);
    let on_s = (u_r + on_t * u_v).clamp(0.0, 1.0);
    let between = add_scaled(&add_scaled(&r, &v, on_t), &scaled(&u, on_s), -1.0);
    dot(&between, &between)
}
