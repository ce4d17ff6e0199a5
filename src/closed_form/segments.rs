//! Two segments, and so two capsules, balls, points: the nearest points in any dimension.
//!
//! Let p + s·u be the points of A with 0 ≤ s ≤ 1, and q + t·v those of B. The square of their distance is a quadratic function
//! of s and t. Its minimum on the square is found by one coordinate after the other: where the lines are nearest, clamped; then
//! the nearest point of B to that of A, clamped; and back (Vladimir J. Lumelsky, On fast computation of distance between line
//! segments, Information Processing Letters 21, 1985; Christer Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
//! There is no branch in it, and two of three divisions wait for nothing.
//!
//! If the segments are nearly parallel, s is inaccurate, and so are the points; but hardly the distance. The plane through the
//! points, perpendicular to their difference, is checked with all four ends.

use crate::minkowski::Frame;
use crate::scalar::{Real, max, norm, ulps};
use crate::search::{Between, Mean};
use crate::simplex::{FeatureIds, VertexId};
use nalgebra::SVector;

/// The plane proves the distance if it is no nearer than the points by more than so many ε of the size.
const AGREED: u32 = 16;

/// The nearest points of two segments that do not meet, if the plane between them proves the distance.
#[cfg_attr(fast, inline(always))]
pub(super) fn between<T: Real, const D: usize>(
    [p, p_end]: &[SVector<T, D>; 2],
    [q, q_end]: &[SVector<T, D>; 2],
    frame: &Frame<T, D>,
) -> Option<Between<T, D>> {
    let scale = &frame.scale;
    let (u, v, r) = ((p_end - p) * scale.clone(), (q_end - q) * scale.clone(), (p - q) * scale.clone());
    let (uu, uv, vv) = (u.dot(&u), u.dot(&v), v.dot(&v));
    let (ur, vr) = (u.dot(&r), v.dot(&r));
    let (per_uu, per_vv) = (inverse(&uu), inverse(&vv));
    let across = uu * vv.clone() - uv.clone() * uv.clone();
    let s = clamped((uv.clone() * vr.clone() - ur.clone() * vv) * inverse(&across));
    let t = clamped((uv.clone() * s + vr) * per_vv);
    let s = clamped((uv * t.clone() - ur) * per_uu);

    let (a, b) = (p + (p_end - p) * s.clone(), q + (q_end - q) * t.clone());
    let w = &r + &u * s.clone() - &v * t.clone();
    let distance = norm(&w);
    let normal = -&w / distance.clone();
    // Of A the farthest end along the normal, of B the nearest.
    let lower = -normal.dot(&r) - max(T::zero(), normal.dot(&u)) - max(T::zero(), -normal.dot(&v));
    let agree = distance.clone() - lower.clone() <= ulps(AGREED, &frame.size);
    if !agree {
        return None;
    }
    let at = |share: &T| (u32::from(*share >= T::one()), u32::from(*share > T::zero() && *share < T::one()));
    let ((end_a, inside_a), (end_b, inside_b)) = (at(&s), at(&t));
    let ids = FeatureIds::corners([VertexId(0); 2], [end_a, end_b], [inside_a, inside_b]);
    let lower = if lower < distance { lower } else { distance.clone() };
    Some(Between { normal, distance, lower, ends: Mean { w, a, b, ids }, evaluations: 0 })
}

/// 1 / x; 0 for 0 and less, where there is nothing to divide by.
#[cfg_attr(fast, inline(always))]
fn inverse<T: Real>(x: &T) -> T {
    if *x > T::zero() { T::one() / x.clone() } else { T::zero() }
}

/// The nearest number from 0 to 1.
#[cfg_attr(fast, inline(always))]
fn clamped<T: Real>(x: T) -> T {
    max(T::zero(), if x > T::one() { T::one() } else { x })
}
