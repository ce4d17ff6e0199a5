//! The nearest of many hits.

use gjk::epa::Expansion;
use gjk::simplex::Cases;
use gjk::{Coordinates, Error, RayHit, Real, Support, raycast};

/// The shape that a ray hits first, by its place in the list, and where; `None` if it misses all. Of hits at the same
/// time the first in the list counts.
///
/// It asks each shape. Where there are many, ask only those whose box the ray hits
/// ([`Aabb::raycast`](gjk::Aabb::raycast)), or a tree of boxes: the example `picker` has one.
///
/// # Errors
/// As [`raycast`](gjk::raycast()).
///
/// ```
/// use gjk::{aabb, shape::{Ball, Cuboid, Shape2}, SupportExt};
/// use gjk_scene::nearest_hit;
/// let level: Vec<Shape2<f64>> = vec![
///     Cuboid::new([1.0, 1.0])?.posed([8.0, 0.0])?.into(),
///     Ball::at([5.0, 0.5], 1.0)?.into(),
///     Ball::at([0.0, 9.0], 1.0)?.into(),
/// ];
/// let (eye, way) = ([0.0, 0.5], [1.0, 0.0]);
/// let (k, hit) = nearest_hit(&level, eye, way)?.expect("two are in the way");
/// assert_eq!((k, hit.time, hit.normal.x), (1, 4.0, -1.0));
/// // The same, with boxes that are known.
/// let boxes: Vec<_> = level.iter().map(|shape| aabb(shape).grown(1e-9)).collect();
/// let near: Vec<_> = (0..3).filter(|k| boxes[*k].raycast(eye, way).is_some()).collect();
/// let (k, again) = nearest_hit(near.iter().map(|k| &level[*k]), eye, way)?.expect("the same two");
/// assert_eq!((near.len(), near[k], again), (2, 1, hit));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn nearest_hit<'s, S, T: Real, const D: usize>(
    shapes: impl IntoIterator<Item = &'s S>,
    origin: impl Coordinates<T, D>,
    direction: impl Coordinates<T, D>,
) -> Result<Option<(usize, RayHit<T, D>)>, Error>
where
    S: Support<D, Scalar = T> + ?Sized + 's,
    Cases: Expansion<T, D>,
{
    let (origin, direction) = (origin.point(), direction.vector());
    let mut nearest: Option<(usize, RayHit<T, D>)> = None;
    for (k, shape) in shapes.into_iter().enumerate() {
        let Some(hit) = raycast(shape, &origin, &direction)? else { continue };
        if nearest.as_ref().is_none_or(|(_, nearest)| hit.time < nearest.time) {
            nearest = Some((k, hit));
        }
    }
    Ok(nearest)
}
