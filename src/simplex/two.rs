//! Two dimensions: the triangle terminates.
//!
//! ```text
//!            Y                 The origin is on W's side of XY, and between the perpendiculars to XY
//!           / \                through X and Y: that made XY the nearest feature. If W passed the
//!    WY    /   \    XY: no     origin (see `cases.rs`), it is beyond WX, beyond WY, or inside.
//!         /  0? \              If W did not, W alone can be nearest, too.
//!        W-------X             An edge is retained with the origin on its left, as seen from its first
//!           WX                 vertex towards its second.
//! ```

use super::cases::{Cases, Location, SimplexCases};
use super::excluded::holds_in_the_plane;
use super::report::{Test, Tests};
use super::vertices::{Region, Simplex};
use crate::predicates::{cross, left};
use crate::scalar::Scalar;
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::Vector2;

impl<T: Scalar> SimplexCases<T, 2> for Cases {
    const SEPARATION_SLACK: u32 = 0;

    #[cfg_attr(fast, inline(always))]
    fn examine(simplex: &Simplex<T, 2>, a: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        let ao = -&a.w;
        let step = match simplex.vertices() {
            [] => Location::Search { region: Region::W, direction: ao },
            [b] => edge(&(&b.w - &a.w), ao, tests),
            [b, c] => triangle(&(&b.w - &a.w), &(&c.w - &a.w), ao, tests),
            _ => Location::Flat,
        };
        debug_assert!(holds_in_the_plane(simplex.vertices(), a, &step), "a feature that is left out is excluded");
        step
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> Vector2<T> {
        match vertices {
            [a, b] => left(&(&b.w - &a.w)),
            _ => first_axis(),
        }
    }
}

/// The regions of W and WX. X's is excluded: W is farther from X towards the origin, so (a − b)·(0 − b) > 0.
#[cfg_attr(fast, inline(always))]
fn edge<T: Scalar>(ab: &Vector2<T>, ao: Vector2<T>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
    let along = ab.dot(&ao);
    tests.test(Test::Along(Region::WX), ab, &along);
    if along <= T::zero() {
        return Location::Search { region: Region::W, direction: ao };
    }
    let to_the_left = cross(ab, &ao);
    tests.test(Test::Beyond(Region::WX), &left(ab), &to_the_left);
    if to_the_left <= T::zero() {
        Location::Search { region: Region::WX, direction: -left(ab) }
    } else {
        // Retained as X, W, the origin would be on the right.
        Location::Search { region: Region::WX.mirrored(), direction: left(ab) }
    }
}

/// The regions of W, WX, WY and the inside. The regions of X, Y and XY are excluded as the figure shows. WX⊥ and WY⊥ point outwards.
#[cfg_attr(fast, inline(always))]
fn triangle<T: Scalar>(
    ab: &Vector2<T>,
    ac: &Vector2<T>,
    ao: Vector2<T>,
    tests: &mut impl Tests<T, 2>,
) -> Location<T, 2> {
    let (area_ab, area_ac) = (cross(ab, &ao), cross(ac, &ao));
    tests.test(Test::Beyond(Region::WX), &-left(ab), &-area_ab.clone());
    tests.test(Test::Beyond(Region::WY), &left(ac), &area_ac);
    let beyond_ab = area_ab < T::zero();
    let beyond_ac = area_ac > T::zero();
    let mut along = |region, edge: &Vector2<T>| {
        let along = edge.dot(&ao);
        tests.test(Test::Along(region), edge, &along);
        along > T::zero()
    };
    if !beyond_ab && !beyond_ac {
        Location::Enclosed
    } else if beyond_ab && along(Region::WX, ab) {
        Location::Search { region: Region::WX, direction: -left(ab) }
    } else if beyond_ac && along(Region::WY, ac) {
        Location::Search { region: Region::WY, direction: left(ac) }
    } else {
        Location::Search { region: Region::W, direction: ao }
    }
}
