//! libccd. It has no shapes, and calls support mappings through pointers. It gets ours, with the poses applied and the margins added. Its
//! first direction comes from `CCD_INIT`. It has two columns. Verdicts come from `ccdGJKIntersect` and `ccdMPRIntersect`. Contacts come
//! from `ccdGJKPenetration`: in one column at the tolerance of `CCD_INIT`, 10⁻⁴, in the other at 10⁻¹². The tolerance is for differences of
//! squared distances, so a depth may be off by its root, 10⁻² or 10⁻⁶. It has no distances.
//!
//! Needs libccd in double precision, as Debian's libccd-dev is, and the feature `libccd`.

use gjk::nalgebra::Vector3;
use gjk::shape::Posed;
use gjk::{Support, SupportExt};
use std::ffi::{c_int, c_ulong, c_void};

use crate::engine::{Contact, Contender, Engine, Separation};
use crate::ours::{self, World, all};
use crate::pairs::{Kind, Scene};

/// `ccd_vec3_t`.
#[repr(C)]
#[derive(Default)]
struct Vec3 {
    v: [f64; 3],
}

type FirstDir = unsafe extern "C" fn(*const c_void, *const c_void, *mut Vec3);
type SupportOf = unsafe extern "C" fn(*const c_void, *const Vec3, *mut Vec3);
type CenterOf = unsafe extern "C" fn(*const c_void, *mut Vec3);

/// `ccd_t`.
#[repr(C)]
struct Ccd {
    first_dir: FirstDir,
    supports: [SupportOf; 2],
    centers: [Option<CenterOf>; 2],
    max_iterations: c_ulong,
    epa_tolerance: f64,
    mpr_tolerance: f64,
    dist_tolerance: f64,
}

#[link(name = "ccd")]
unsafe extern "C" {
    fn ccdFirstDirDefault(a: *const c_void, b: *const c_void, direction: *mut Vec3);
    fn ccdGJKIntersect(a: *const c_void, b: *const c_void, ccd: *const Ccd) -> c_int;
    fn ccdMPRIntersect(a: *const c_void, b: *const c_void, ccd: *const Ccd) -> c_int;
    fn ccdGJKPenetration(
        a: *const c_void,
        b: *const c_void,
        ccd: *const Ccd,
        depth: *mut f64,
        direction: *mut Vec3,
        position: *mut Vec3,
    ) -> c_int;
}

type Placed<S> = Posed<&'static S, f64, 3>;

/// Which of its queries a column asks, at which tolerance.
#[derive(Clone, Copy)]
pub enum Way {
    Default,
    Fine,
    Portal,
}

struct Libccd<A: 'static, B: 'static> {
    way: Way,
    cases: Vec<(Placed<A>, Placed<B>)>,
}

impl<A: Support<3, Scalar = f64>, B: Support<3, Scalar = f64>> Libccd<A, B> {
    #[inline]
    fn ccd(&self) -> Ccd {
        Ccd {
            first_dir: ccdFirstDirDefault,
            supports: [support::<Placed<A>>, support::<Placed<B>>],
            centers: [Some(center::<Placed<A>>), Some(center::<Placed<B>>)],
            max_iterations: c_ulong::MAX,
            epa_tolerance: if let Way::Fine = self.way { 1e-12 } else { 1e-4 },
            mpr_tolerance: 1e-4,
            dist_tolerance: 1e-6,
        }
    }
}

/// # Safety
/// `shape` points to a shape of this type, `direction` to three numbers, `point` to room for as many.
unsafe extern "C" fn support<S: Support<3, Scalar = f64>>(
    shape: *const c_void,
    direction: *const Vec3,
    point: *mut Vec3,
) {
    let (shape, direction) = unsafe { (&*shape.cast::<S>(), Vector3::from((*direction).v)) };
    let mut found = shape.support(&direction);
    let margin = shape.margin();
    if margin > 0.0 {
        found += direction * (margin / direction.norm());
    }
    unsafe { (*point).v = found.into() };
}

/// # Safety
/// `shape` points to a shape of this type, `point` to room for three numbers.
unsafe extern "C" fn center<S: Support<3, Scalar = f64>>(shape: *const c_void, point: *mut Vec3) {
    let center = unsafe { &*shape.cast::<S>() }.center().expect("posed shapes have a center");
    unsafe { (*point).v = center.into() };
}

impl<A: Support<3, Scalar = f64>, B: Support<3, Scalar = f64>> Engine for Libccd<A, B> {
    type Case = (Placed<A>, Placed<B>);
    type Separation = Separation<f64, 3>;
    type Contact = Contact<f64, 3>;

    fn name(&self) -> &'static str {
        match self.way {
            Way::Default => "libccd",
            Way::Fine => "libccd, fine",
            Way::Portal => "libccd, MPR",
        }
    }

    fn cases(&self) -> &[Self::Case] {
        &self.cases
    }

    #[inline]
    fn intersects(&self, (a, b): &Self::Case) -> bool {
        let (a, b) = ((&raw const *a).cast(), (&raw const *b).cast());
        let intersect = if let Way::Portal = self.way { ccdMPRIntersect } else { ccdGJKIntersect };
        // SAFETY: as for contacts.
        unsafe { intersect(a, b, &self.ccd()) == 1 }
    }

    #[inline]
    fn contact(&self, (a, b): &Self::Case) -> Option<Self::Contact> {
        let (mut depth, mut normal, mut point) = (0.0, Vec3::default(), Vec3::default());
        let (a, b) = ((&raw const *a).cast(), (&raw const *b).cast());
        // SAFETY: each shape is of the type that its support mapping is for, and all outlive the call.
        let failed = unsafe { ccdGJKPenetration(a, b, &self.ccd(), &mut depth, &mut normal, &mut point) };
        (failed == 0).then_some(Contact { depth, normal: normal.v, points: [point.v; 2] })
    }
}

/// The pairs of a scene at a separation; none in the plane, nor of shapes that are only cast.
pub fn contender(scene: &Scene, factor: f64, way: Way) -> Option<Box<dyn Contender>> {
    let cell = Cell { scene, factor, way };
    let (first, second) = (scene.first(), scene.second());
    Some(match scene.kind {
        Kind::Cuboid => cell.of_one(all(first, ours::cuboid)),
        Kind::Hull(_) => cell.of_one(all(first, ours::cloud)),
        Kind::Capsules => cell.of_one(all(first, ours::capsule)),
        Kind::BoxBall => cell.of_two(all(first, ours::cuboid), all(second, ours::ball)),
        Kind::CylinderCone => cell.of_two(all(first, ours::cylinder), all(second, ours::cone)),
        Kind::Rect | Kind::Quad | Kind::Octagon | Kind::Discs | Kind::FlatCapsules | Kind::Balls => return None,
    })
}

struct Cell<'s> {
    scene: &'s Scene,
    factor: f64,
    way: Way,
}

impl Cell<'_> {
    fn of_one<S: Support<3, Scalar = f64>>(self, shapes: &'static [S]) -> Box<dyn Contender> {
        self.of_two(shapes, shapes)
    }

    fn of_two<A, B>(self, first: &'static [A], second: &'static [B]) -> Box<dyn Contender>
    where
        A: Support<3, Scalar = f64>,
        B: Support<3, Scalar = f64>,
    {
        let cases = self.scene.posed(self.factor).map(|p| {
            let a = (&first[p.a]).posed(<f64 as World<3>>::pose(p.pose_a)).expect("a pose");
            (a, (&second[p.b]).posed(<f64 as World<3>>::pose(p.pose_b)).expect("a pose"))
        });
        Box::new(Libccd { way: self.way, cases: cases.collect() })
    }
}
