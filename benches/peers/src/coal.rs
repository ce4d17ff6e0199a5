//! coal 3, through native/coal.cpp: boxes as boxes, hulls as convex polytopes that know each vertex's neighbors.
//!
//! Its tolerance is the default, 10⁻⁶, in distances and depths.

use std::ffi::c_void;

use crate::engine::{Contact, Contender, Engine, Separation};
use crate::native::Found;
use crate::pairs::{Kind, Scene, Shape, Vec3};

unsafe extern "C" {
    fn coal_box(half: &Vec3) -> *const c_void;
    fn coal_hull(points: *const Vec3, count: usize) -> *const c_void;
    fn coal_pair(
        a: *const c_void,
        rotation_a: &[f64; 4],
        translation_a: &Vec3,
        b: *const c_void,
        rotation_b: &[f64; 4],
        translation_b: &Vec3,
    ) -> *const c_void;
    fn coal_intersects(pair: *const c_void) -> bool;
    fn coal_distance(pair: *const c_void, found: &mut Found) -> bool;
    fn coal_depth(pair: *const c_void, found: &mut Found) -> bool;
}

struct Coal {
    /// Made by `coal_pair`.
    cases: Vec<*const c_void>,
}

// SAFETY, of all calls: the pointers are those that the same file has made, and what they point to is never freed.
impl Engine for Coal {
    type Case = *const c_void;
    type Separation = Separation<f64, 3>;
    type Contact = Contact<f64, 3>;

    fn name(&self) -> &'static str {
        "coal"
    }

    fn cases(&self) -> &[Self::Case] {
        &self.cases
    }

    #[inline]
    fn intersects(&self, case: &Self::Case) -> bool {
        unsafe { coal_intersects(*case) }
    }

    #[inline]
    fn separation(&self, case: &Self::Case) -> Option<Self::Separation> {
        Found::by(|found| unsafe { coal_distance(*case, found) }).map(Found::separation)
    }

    #[inline]
    fn contact(&self, case: &Self::Case) -> Option<Self::Contact> {
        Found::by(|found| unsafe { coal_depth(*case, found) }).map(Found::contact)
    }
}

/// The pairs of a scene at a separation; none but of boxes and of hulls.
pub fn contender(scene: &Scene, factor: f64) -> Option<Box<dyn Contender>> {
    if !matches!(scene.kind, Kind::Cuboid | Kind::Hull(_)) {
        return None;
    }
    let made = |shape: &Shape| match shape {
        Shape::Cuboid(half) => unsafe { coal_box(half) },
        Shape::Hull(points) => unsafe { coal_hull(points.as_ptr(), points.len()) },
        _ => unreachable!("boxes and hulls"),
    };
    let shapes: Vec<_> = scene.first().iter().map(made).collect();
    let cases = scene.posed(factor).map(|p| {
        let (a, b) = (&p.pose_a, &p.pose_b);
        unsafe { coal_pair(shapes[p.a], &a.rotation, &a.translation, shapes[p.b], &b.rotation, &b.translation) }
    });
    Some(Box::new(Coal { cases: cases.collect() }))
}
