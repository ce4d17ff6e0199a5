//! Debug assertions that features which the cases do not test are excluded (see `cases.rs`, `two.rs` and `three.rs`).

use super::{cases::Location, vertices::Region};
use crate::predicates::{left, orient2d, orient3d};
use crate::scalar::{Scalar, largest, max, times};
use crate::{tolerance, vertex::SupportPoint};
use nalgebra::{SVector, Vector2, Vector3};

/// Whether the origin is on the left of the edge XY, and W alone is nearest only if W did not pass the origin.
pub(super) fn holds_in_the_plane<T: Scalar>(
    retained: &[SupportPoint<T, 2>],
    a: &SupportPoint<T, 2>,
    found: &Location<T, 2>,
) -> bool {
    let (winds, toward_origin) = match retained {
        [b] => (true, -&b.w),
        [b, c] => (not_negative(&orient2d(&b.w, &c.w, &Vector2::zeros()), 2, retained), left(&(&c.w - &b.w))),
        _ => return true,
    };
    winds && (!is_newest_alone(found) || did_not_pass(a, &toward_origin, retained))
}

/// Whether the origin is above the face XYZ, and W alone is nearest only if W did not pass the origin.
pub(super) fn holds_in_space<T: Scalar>(
    retained: &[SupportPoint<T, 3>],
    a: &SupportPoint<T, 3>,
    found: &Location<T, 3>,
) -> bool {
    let (winds, toward_origin) = match retained {
        [b] => (true, -&b.w),
        [b, c] => {
            let bc = &c.w - &b.w;
            (true, -bc.cross(&b.w).cross(&bc))
        }
        [b, c, d] => {
            let height = orient3d(&b.w, &c.w, &d.w, &Vector3::zeros());
            (not_negative(&height, 3, retained), (&c.w - &b.w).cross(&(&d.w - &b.w)))
        }
        _ => return true,
    };
    winds && (!is_newest_alone(found) || did_not_pass(a, &toward_origin, retained) || has_sliver(a, retained))
}

fn is_newest_alone<T, const D: usize>(found: &Location<T, D>) -> bool {
    matches!(found, Location::Search { region, .. } if *region == Region::W)
}

/// Whether `value`, a product of `degree` coordinates of the vertices, is at least 0 up to rounding. Also true for NaN,
/// which ends the loop elsewhere, and where such products underflow.
fn not_negative<T: Scalar, const D: usize>(value: &T, degree: u32, vertices: &[SupportPoint<T, D>]) -> bool {
    let slack = (0..degree).fold(times(tolerance::WRONG_SIGN, &T::epsilon()), |product, _| product * size(vertices));
    #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "a NaN must pass")]
    {
        underflows(&slack) || !(*value < -slack)
    }
}

/// Whether a number is so small that products that led to it may have underflowed.
fn underflows<T: Scalar>(size: &T) -> bool {
    !T::epsilon().is_zero() && (size.clone() * T::epsilon()).is_zero()
}

/// Whether W did not pass the origin by more than rounding along `n`, from the retained feature to the origin; or the
/// argument does not hold: `n` is not perpendicular to the feature, or A's square underflows.
fn did_not_pass<T: Scalar, const D: usize>(
    a: &SupportPoint<T, D>,
    n: &SVector<T, D>,
    retained: &[SupportPoint<T, D>],
) -> bool {
    let [first, rest @ ..] = retained else { return true };
    let slack = times(tolerance::PASSED, &T::epsilon()) * max(size(retained), largest(&a.w)) * largest(n);
    let level = |vertex: &SupportPoint<T, D>| vertex.w.dot(n);
    let perpendicular = rest.iter().all(|vertex| (level(vertex) - level(first)).abs() <= slack);
    // Computed only where needed: the product may overflow integers of a fixed width.
    let vanishes = || {
        let square = a.w.dot(&a.w);
        (square.clone() * square).is_zero()
    };
    !perpendicular || level(a) <= slack || underflows(&slack) || (!T::epsilon().is_zero() && vanishes())
}

fn size<T: Scalar, const D: usize>(vertices: &[SupportPoint<T, D>]) -> T {
    vertices.iter().map(|vertex| largest(&vertex.w)).fold(T::zero(), max)
}

/// Whether a face at W is so thin that rounding may turn its normal anywhere.
fn has_sliver<T: Scalar>(a: &SupportPoint<T, 3>, retained: &[SupportPoint<T, 3>]) -> bool {
    let spokes = || retained.iter().map(|vertex| &vertex.w - &a.w);
    let thin = times(tolerance::SLIVER, &T::epsilon());
    let is_sliver = |u: &Vector3<T>, v: &Vector3<T>| {
        let normal = u.cross(v);
        normal.dot(&normal) <= thin.clone() * (u.dot(u) * v.dot(v))
    };
    !thin.is_zero() && spokes().enumerate().any(|(k, u)| spokes().skip(k + 1).any(|v| is_sliver(&u, &v)))
}
