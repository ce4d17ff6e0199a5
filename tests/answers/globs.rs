//! Glob imports of this crate and of nalgebra work side by side.

use gjk::nalgebra::*;
use gjk::{distance, *};

#[test]
fn names_of_nalgebra_stand_beside_the_librarys() -> Result<(), gjk::Error> {
    let square = shape::Cuboid::new(Vector2::new(1.0, 1.0))?;
    let other = square.posed(Isometry2::new(Vector2::new(4.0, 0.0), 0.0))?;
    assert_eq!((distance(&square, &other).distance, contact(&square, &other).separation), (2.0, 2.0));
    assert!(!intersects(&square, &other) && contains(&square, Point2::origin()));
    assert!(project(&square, Point2::origin()).inside && aabb(&square).intersects(&aabb(&square)));
    assert!(raycast(&other, Point2::origin(), Vector2::x())?.is_some());
    assert!(shape_cast(&square, other.moving(-Vector2::x()))?.hit.is_some());
    assert!(Query::new().with_cache(&mut Cache::new()).manifold(&square, &other, 0.1).beyond().is_some());
    Ok(())
}
