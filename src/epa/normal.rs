//! Normals of triangles, also of those that are thin or tiny.

use super::surface::FacetPlane;
use crate::scalar::{Real, largest, times};
use nalgebra::Vector3;

/// A triangle is thin if the square of the sine of an angle is less than one over this. Then its normal has lost 5
/// bits, and it pays to compute a better one.
const THIN: u32 = 1 << 10;

/// The normal of a triangle, of any length.
///
/// The cross product of any two edges gives it. If the triangle is thin, the two shortest lose least by rounding. If
/// they are long, too, the product is off by ε / thinness in every direction. The part of that along the longest edge
/// does the most harm, as the two ends would then be at different heights. So that part is removed.
#[cfg_attr(fast, inline(always))]
pub(super) fn outward<T: Real>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>) -> Vector3<T> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    if normal.dot(&normal) * times(THIN, &T::one()) >= ab.dot(&ab) * ac.dot(&ac) {
        normal
    } else {
        outward_of_sliver(a, b, c)
    }
}

/// The plane, with a unit normal, of a facet that is so small that the square of its normal underflows.
#[cold]
#[inline(never)]
pub(super) fn tiny<T: Real>(FacetPlane { normal, level, .. }: &FacetPlane<T, 3>) -> FacetPlane<T, 3> {
    let scale = largest(normal).unit_scale();
    let normal = normal * scale.clone();
    let per_length = T::one() / normal.dot(&normal).sqrt();
    FacetPlane { normal: normal * per_length.clone(), level: level.clone() * scale * per_length, square: T::one() }
}

#[cold]
#[inline(never)]
fn outward_of_sliver<T: Real>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>) -> Vector3<T> {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(&ac);
    let (square_ab, square_ac, square_bc) = (ab.dot(&ab), ac.dot(&ac), bc.dot(&bc));
    let (normal, longest, square) = if square_bc >= square_ab && square_bc >= square_ac {
        (normal, bc, square_bc)
    } else if square_ac >= square_ab {
        (ab.cross(&bc), ac, square_ac)
    } else {
        (ac.cross(&bc), ab, square_ab)
    };
    if square.is_zero() {
        return normal;
    }
    let share = normal.dot(&longest) / square;
    normal - longest * share
}
