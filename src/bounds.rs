//! The box around a shape.

use crate::aabb::Aabb;
use crate::outline::Outline;
use crate::scalar::Scalar;
use crate::support::Support;
use crate::vertex::first_axis;
use nalgebra::SVector;

/// The smallest box, aligned with the axes, around a shape and its margin.
///
/// It is measured from the middle of the shape, and rounded to the nearest number when the middle is added. Far from
/// the coordinate origin it may therefore be too small by ε/2 of its coordinates. Complexity: 2·D support points; none
/// for boxes, segments and capsules that are centered before they are posed.
///
/// ```
/// use gjk::{SupportExt, aabb, nalgebra::{Isometry2, Point2, Vector2}, shape::{Capsule, Cuboid}};
/// let capsule = Capsule::new(Point2::new(0.0, 0.0), Point2::new(4.0, 3.0), 0.5)?;
/// let around = aabb(&capsule);
/// assert_eq!(around.min, Point2::new(-0.5, -0.5));
/// assert_eq!(around.max, Point2::new(4.5, 3.5));
/// let far = aabb(&Cuboid::new(Vector2::new(1.0, 1.0))?.posed(Vector2::new(7.0, 0.0))?);
/// assert!(!around.intersects(&far));
/// # Ok::<(), gjk::Error>(())
/// ```
#[doc(alias = "bounds")]
pub fn aabb<S: Support<D, Scalar = T> + ?Sized, T: Scalar, const D: usize>(shape: &S) -> Aabb<T, D> {
    if let Some(bounds) = shape.bounds() {
        return bounds;
    }
    let from = shape.center().unwrap_or_else(|| shape.support(&first_axis()));
    let margin = shape.margin();
    let (mut min, mut max) = (from.clone(), from.clone());
    if let Some(half) = shape.outline(&from).as_ref().and_then(Outline::half_segment) {
        for k in 0..D {
            let reach = half[k].abs() + margin.clone();
            min[k] -= reach.clone();
            max[k] += reach;
        }
        return Aabb { min, max };
    }
    let mut direction = SVector::zeros();
    for k in 0..D {
        let mut along = |one: T| {
            direction[k] = one;
            shape.support_from(&direction, &from).offset[k].clone()
        };
        min[k] += along(-T::one()) - margin.clone();
        max[k] += along(T::one()) + margin.clone();
        direction[k] = T::zero();
    }
    Aabb { min, max }
}
