//! The penetration depth along a direction. A cast finds it in reverse: B starts beyond A and moves back.

use super::{ShapeCast, times_powers, unit_of_velocity};
use crate::error::{Error, check_direction};
use crate::minkowski::{ConvexSet, Difference, Erased};
use crate::query::{Options, Query};
use crate::scalar::{Real, max, times};
use crate::search::{End, Search};
use crate::{coordinates::Coordinates, epa::Expansion, shape::SupportExt, simplex::Cases, support::Support};
use nalgebra::SVector;

/// The directional penetration depth: how far B has to move along a direction until A and B are apart, and where they
/// touch last. Along the normal of the [contact](crate::contact()) it equals the depth; along other directions it is
/// larger.
///
/// The hit's time is the multiple of the direction that B moves by. Its points and its normal (from A towards B) hold
/// after the move; `lower` is 0. Shapes that are apart have no hit. This is of use for one-sided platforms: if a
/// player's depth along *up* is more than its last fall, the player comes from below, and goes on.
///
/// The error along the normal is at most 64 ε of the largest coordinate of A − B. Shapes that overlap by no more than
/// rounding, or slide along each other's faces, may have a hit or none. Complexity: as for
/// [`intersects`](crate::intersects) and a [`shape_cast`](crate::shape_cast()).
///
/// # Errors
/// If the direction is zero or not finite, or the shapes are so large that B beyond A is out of range.
///
/// ```
/// use gjk::{SupportExt, depth_along, nalgebra::Vector2, shape::Cuboid};
/// let platform = Cuboid::new(Vector2::new(4.0, 0.25))?;
/// let player = Cuboid::new(Vector2::new(0.5, 1.0))?.posed(Vector2::new(3.0, 1.0))?;
/// let up = depth_along(&platform, &player, [0.0, 1.0])?.hit.expect("its feet are in it");
/// assert_eq!((up.time, up.normal), (0.25, Vector2::y()));
/// let right = depth_along(&platform, &player, [1.0, 0.0])?.hit.unwrap();
/// assert_eq!((right.time, right.normal), (1.5, Vector2::x()));
/// assert!(depth_along(&platform, &player.posed(Vector2::new(0.0, 3.0))?, [0.0, 1.0])?.hit.is_none());
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn depth_along<A, B, T: Real, const D: usize>(
    a: &A,
    b: &B,
    direction: impl Coordinates<T, D>,
) -> Result<ShapeCast<T, D>, Error>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    depth_along_of_any(&a, &b, &direction.vector())
}

fn depth_along_of_any<T: Real, const D: usize>(
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
    direction: &SVector<T, D>,
) -> Result<ShapeCast<T, D>, Error>
where
    Cases: Expansion<T, D>,
{
    check_direction(direction, "direction")?;
    let pair = Difference(a, b);
    let (set, frame, options) = (Erased::<_, Cases, D>::new(&pair), pair.frame(), Options::default());
    let mut unwatched = ();
    let mut search = Search::new(&set, &frame, &options, &mut unwatched);
    let (end, evaluations) = (search.decide(None), search.evaluations);
    if end == End::Separated {
        return Ok(ShapeCast::miss(None, evaluations));
    }
    let [first, second] = unit_of_velocity(direction);
    let way = direction * first.clone() * second.clone();
    // The largest component of the way is at least 1, so B is apart from A here.
    let far = times(2, &(frame.size + frame.margin)) / frame.scale;
    let beyond = b.posed(&way * far.clone())?;
    let mut found = Query::new().shape_cast_of(&Erased::<_, Cases, D>::new(&Difference(a, &beyond)), -way)?;
    found.evaluations += evaluations;
    found.lower = Some(T::zero());
    found.separates = false;
    if let Some(hit) = &mut found.hit {
        hit.time = times_powers(max(T::zero(), far - hit.time.clone()), [first, T::one(), second]);
    }
    Ok(found)
}
