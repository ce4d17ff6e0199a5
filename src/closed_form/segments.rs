//! Two segments, and so two capsules, balls, points: the nearest points in any dimension.
//!
//! Let p + s·u be the points of A with 0 ≤ s ≤ 1, and q + t·v those of B. The square of their distance is a quadratic function
//! of s and t. Its minimum on the square is found by one coordinate after the other: where the lines are nearest, clamped; then
//! the nearest point of B to that of A, clamped; and back (Vladimir J. Lumelsky, On fast computation of distance between line
//! segments, Information Processing Letters 21, 1985; Christer Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
//! There is no branch, and two of the three divisions do not wait for another result.
//!
//! If the segments are nearly parallel, s is inaccurate, and so are the points, but the distance hardly suffers. The plane through the
//! points, perpendicular to their difference, is checked with all four ends.

use super::nearest::{Nearest, Step, Way, inverse};
use crate::minkowski::Frame;
use crate::scalar::{Scalar, clamp, dot, max, min, scaled, sum};
use crate::simplex::VertexId;
use core::array;
use nalgebra::SVector;

/// The nearest points of two segments.
#[cfg_attr(fast, inline(always))]
pub(super) fn nearest<T: Scalar, const D: usize>(
    [p, p_end]: [SVector<T, D>; 2],
    [q, q_end]: [SVector<T, D>; 2],
    frame: &Frame<T, D>,
) -> Option<Nearest<T, D>> {
    let scale = &frame.scale;
    let (along_a, along_b) = (p_end - &p, q_end - &q);
    let (u, v, r) = (scaled(&along_a, scale), scaled(&along_b, scale), scaled(&(&p - &q), scale));
    let (uu, uv, vv) = (dot(&u, &u), dot(&u, &v), dot(&v, &v));
    let (ur, vr) = (dot(&u, &r), dot(&v, &r));
    let (per_uu, per_vv) = (inverse(&uu)?, inverse(&vv)?);
    let across = uu * vv.clone() - uv.clone() * uv.clone();
    let share = |x: T| clamp(x, T::zero(), T::one());
    let s = share((uv.clone() * vr.clone() - ur.clone() * vv) * inverse(&across)?);
    let t = share((uv.clone() * s + vr) * per_vv);
    let s = share((uv * t.clone() - ur) * per_uu);

    let w = &r + scaled(&u, &s) - scaled(&v, &t);
    let zero = T::zero();
    let (toward_a, toward_b) = (dot(&u, &w), dot(&v, &w));
    // Of A the end that is less far along w, of B the one that is farther.
    let reach = dot(&r, &w) + min(zero.clone(), toward_a) - max(zero, toward_b);
    let points = [sum(&p, &scaled(&along_a, &s)), sum(&q, &scaled(&along_b, &t))];
    let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: false, bit: 1 });
    // In one dimension there is room for one step only.
    if let [first, second, ..] = &mut steps[..] {
        *first = Step { share: s, edge: along_a, of_b: false, bit: 1 };
        *second = Step { share: t, edge: along_b, of_b: true, bit: 1 };
    }
    Some(Nearest::new(w, reach, points, Way { corners: [p, q], ids: [VertexId(0); 2], steps }))
}
