//! MuJoCo 4, through native/mujoco.c: boxes as boxes, hulls as meshes with the graph of their edges.
//!
//! Its solver of convex pairs ends on such shapes when no step gets nearer, whatever its tolerance is, or after the default of 35
//! iterations. Vertices of its meshes are of single precision, so lengths are off by some 10⁻⁷.

use std::ffi::{c_int, c_void};

use crate::engine::{Contact, Contender, Engine, Separation};
use crate::native::Found;
use crate::pairs::{Kind, Scene, Shape, Vec3};

type World = *mut c_void;

unsafe extern "C" {
    fn mujoco_world() -> World;
    fn mujoco_hull(world: World, points: *const Vec3, count: usize);
    fn mujoco_place_box(world: World, half: &Vec3, rotation: &[f64; 4], translation: &Vec3);
    fn mujoco_place_hull(world: World, hull: usize, rotation: &[f64; 4], translation: &Vec3);
    fn mujoco_compile(world: World) -> bool;
    fn mujoco_intersects(world: World, a: c_int, b: c_int) -> bool;
    fn mujoco_distance(world: World, a: c_int, b: c_int, found: &mut Found) -> bool;
    fn mujoco_depth(world: World, a: c_int, b: c_int, found: &mut Found) -> bool;
}

struct Mujoco {
    world: World,
    /// The geoms of each pair.
    cases: Vec<[c_int; 2]>,
}

// SAFETY, of all calls: the world is one that `mujoco_world` has made and that is never freed, and geoms are those placed in it.
impl Engine for Mujoco {
    type Case = [c_int; 2];
    type Separation = Separation<f64, 3>;
    type Contact = Contact<f64, 3>;

    fn name(&self) -> &'static str {
        "MuJoCo"
    }

    fn cases(&self) -> &[Self::Case] {
        &self.cases
    }

    #[inline]
    fn intersects(&self, &[a, b]: &Self::Case) -> bool {
        unsafe { mujoco_intersects(self.world, a, b) }
    }

    #[inline]
    fn separation(&self, &[a, b]: &Self::Case) -> Option<Self::Separation> {
        Found::by(|found| unsafe { mujoco_distance(self.world, a, b, found) }).map(Found::separation)
    }

    #[inline]
    fn contact(&self, &[a, b]: &Self::Case) -> Option<Self::Contact> {
        Found::by(|found| unsafe { mujoco_depth(self.world, a, b, found) }).map(Found::contact)
    }
}

/// The pairs of a scene at a separation; none but of boxes and of hulls.
pub fn contender(scene: &Scene, factor: f64) -> Option<Box<dyn Contender>> {
    if !matches!(scene.kind, Kind::Cuboid | Kind::Hull(_)) {
        return None;
    }
    let world = unsafe { mujoco_world() };
    for shape in scene.first() {
        if let Shape::Hull(points) = shape {
            unsafe { mujoco_hull(world, points.as_ptr(), points.len()) }
        }
    }
    let mut geoms = 0;
    let cases = scene.posed(factor).map(|p| {
        [(p.a, p.pose_a), (p.b, p.pose_b)].map(|(shape, pose)| {
            match &scene.first()[shape] {
                Shape::Cuboid(half) => unsafe { mujoco_place_box(world, half, &pose.rotation, &pose.translation) },
                _ => unsafe { mujoco_place_hull(world, shape, &pose.rotation, &pose.translation) },
            }
            geoms += 1;
            geoms - 1
        })
    });
    let cases = cases.collect();
    assert!(unsafe { mujoco_compile(world) }, "MuJoCo makes a model");
    Some(Box::new(Mujoco { world, cases }))
}
