//! Simplex cases in two dimensions. If the origin is in the triangle, the search ends.
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
use super::report::{Test, Tests};
use super::vertices::{Region, Simplex};
use crate::predicates::{cross, left};
use crate::scalar::Scalar;
use crate::vertex::{SupportPoint, first_axis};
use nalgebra::Vector2;

impl<T: Scalar> SimplexCases<T, 2> for Cases {
    const SEPARATION_SLACK: u32 = 0;

    #[cfg_attr(fast, inline(always))]
    fn examine(simplex: &Simplex<T, 2>, newest: &SupportPoint<T, 2>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
        let wo = -&newest.w;
        match simplex.vertices() {
            [] => Location::Search { region: Region::W, direction: wo },
            [x] => edge(&(&x.w - &newest.w), wo, tests),
            [x, y] => triangle(&(&x.w - &newest.w), &(&y.w - &newest.w), wo, tests),
            _ => Location::Flat,
        }
    }

    fn perpendicular(vertices: &[SupportPoint<T, 2>]) -> Vector2<T> {
        match vertices {
            [a, b] => left(&(&b.w - &a.w)),
            _ => first_axis(),
        }
    }
}

/// The regions of W and WX. X's is excluded: W is farther from X towards the origin, so (w − x)·(0 − x) > 0.
#[cfg_attr(fast, inline(always))]
fn edge<T: Scalar>(wx: &Vector2<T>, wo: Vector2<T>, tests: &mut impl Tests<T, 2>) -> Location<T, 2> {
    let along = wx.dot(&wo);
    tests.test(Test::Along(Region::WX), wx, &along);
    if along <= T::zero() {
        return Location::Search { region: Region::W, direction: wo };
    }
    let to_the_left = cross(wx, &wo);
    tests.test(Test::Beyond(Region::WX), &left(wx), &to_the_left);
    if to_the_left <= T::zero() {
        Location::Search { region: Region::WX, direction: -left(wx) }
    } else {
        // Retained as X, W, the origin would be on the right.
        Location::Search { region: Region::WX.mirrored(), direction: left(wx) }
    }
}

/// The regions of W, WX, WY and the inside. The regions of X, Y and XY are excluded as the figure shows. WX⊥ and WY⊥ point outwards.
#[cfg_attr(fast, inline(always))]
fn triangle<T: Scalar>(
    wx: &Vector2<T>,
    wy: &Vector2<T>,
    wo: Vector2<T>,
    tests: &mut impl Tests<T, 2>,
) -> Location<T, 2> {
    let (area_wx, area_wy) = (cross(wx, &wo), cross(wy, &wo));
    tests.test(Test::Beyond(Region::WX), &-left(wx), &-area_wx.clone());
    tests.test(Test::Beyond(Region::WY), &left(wy), &area_wy);
    let beyond_wx = area_wx < T::zero();
    let beyond_wy = area_wy > T::zero();
    let mut along = |region, edge: &Vector2<T>| {
        let along = edge.dot(&wo);
        tests.test(Test::Along(region), edge, &along);
        along > T::zero()
    };
    if !beyond_wx && !beyond_wy {
        Location::Enclosed
    } else if beyond_wx && along(Region::WX, wx) {
        Location::Search { region: Region::WX, direction: -left(wx) }
    } else if beyond_wy && along(Region::WY, wy) {
        Location::Search { region: Region::WY, direction: left(wy) }
    } else {
        Location::Search { region: Region::W, direction: wo }
    }
}
