//! The way nearest to a wanted one that crosses no plane.

use alloc::vec::Vec;
use gjk::nalgebra::SVector;

/// Planes count as parallel up to this angle, which is some ten times the rounding of a normal in `f32`. A way may
/// cross such a plane by the angle times its length: so two that are opposite leave nothing between them only if more
/// than that is missing.
const PARALLEL: f64 = 1e-6;

/// The point nearest to a given one, of those with normal · x ≥ least for all limits. `None` if there is none. In
/// `f64`: where planes are nearly opposite, `f32` would be wrong by metres.
///
/// Limits are added one by one. If the nearest point so far breaks a new one, the nearest point is on its plane: there
/// the others are limits in one dimension less. (Raimund Seidel, Small-dimensional linear programming and convex hulls
/// made easy, 1991, which is for a direction in place of a point.) `planes` is the number of planes that the point is
/// on already.
pub(super) fn nearest<const D: usize>(
    point: SVector<f64, D>,
    limits: &[(SVector<f64, D>, f64)],
    planes: usize,
) -> Option<SVector<f64, D>> {
    let mut found = point;
    for (k, (normal, least)) in limits.iter().enumerate() {
        if normal.dot(&found) >= *least {
            continue;
        }
        if planes == D {
            return None;
        }
        let point = point + normal * (*least - normal.dot(&point));
        let mut others = Vec::new();
        for (other, bound) in &limits[..k] {
            let along = other.dot(normal);
            let across = other - normal * along;
            let (length, bound) = (across.norm(), *bound - *least * along);
            if length > PARALLEL {
                others.push((across / length, bound / length));
            } else if along < 0.0 && bound > PARALLEL * point.norm() {
                // Opposite planes that leave nothing between them. Other parallel planes say nothing on this one.
                return None;
            }
        }
        found = nearest(point, &others, planes + 1)?;
    }
    Some(found)
}
