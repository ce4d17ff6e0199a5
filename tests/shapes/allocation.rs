//! Contacts of shapes of fixed size, and manifolds, allocate nothing in two and three dimensions, however deep the shapes overlap.

#![allow(unsafe_code, reason = "an allocator that counts can't be had without")]

use gjk::nalgebra::{Isometry2, Isometry3, Point2, Point3, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Tetrahedron, Triangle};
use gjk::{Query, Support, SupportExt, contact, manifold};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
// The queries of shapes behind pointers, which are compiled there.
use oracle as _;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u32> = const { Cell::new(0) };
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn contacts_of_fixed_size_shapes_allocate_nothing() {
    let half = Vector3::new(1.0, 0.7, 0.5);
    let p = Point3::new;
    let corners = [p(0.0, 0.0, 0.0), p(1.5, 0.0, 0.0), p(0.0, 1.5, 0.0), p(0.0, 0.0, 1.5)];
    let shapes: [Box<dyn Support<3, Scalar = f64>>; 7] = [
        Box::new(Ball::at(p(0.1, 0.2, 0.3), 1.0).unwrap()),
        Box::new(Capsule::new(p(0.0, -1.0, 0.0), p(0.0, 1.0, 0.0), 0.5).unwrap()),
        Box::new(Cuboid::new(half).unwrap()),
        Box::new(Ellipsoid::new(half).unwrap()),
        Box::new(Cylinder::with_radius(0.5).half_height(1.0).unwrap()),
        Box::new(Cone::with_radius(0.5).half_height(1.0).unwrap()),
        Box::new(Tetrahedron::new(corners).unwrap()),
    ];
    let flat: [Box<dyn Support<2, Scalar = f32>>; 4] = [
        Box::new(Ball::at(Point2::new(0.5, 0.1), 1.0).unwrap()),
        Box::new(Cuboid::new(Vector2::new(1.0, 2.0)).unwrap()),
        Box::new(Triangle::new([(0.0, 0.0), (1.5, 0.0), (0.0, 1.5)].map(|(x, y)| Point2::new(x, y))).unwrap()),
        Box::new(Ellipsoid::new(Vector2::new(1.0, 0.3)).unwrap()),
    ];
    let (mut overlaps, mut queries, mut most) = (0, 0, [0; 2]);
    let before = ALLOCATIONS.get();
    for a in &shapes {
        for b in &shapes {
            for step in 0..30_u32 {
                let away = f64::from(step) * 0.1;
                let pose = Isometry3::new(Vector3::new(away, 0.3 * away, 0.1), Vector3::new(away, 0.2, 0.7));
                let b = b.posed(pose).unwrap();
                let found = contact(a, &b);
                overlaps += u32::from(found.intersects());
                most[1] = most[1].max(found.evaluations);
                queries +=
                    u32::from(Query::new().contact_within(0.5, a, &b).near().is_some_and(|found| found.depth() > 0.2));
            }
        }
    }
    for a in &flat {
        for b in &flat {
            for step in 0..30_u8 {
                let away = f32::from(step) * 0.1;
                let found = contact(a, &b.posed(Isometry2::new(Vector2::new(away, 0.1), away)).unwrap());
                overlaps += u32::from(found.intersects());
                most[0] = most[0].max(found.evaluations);
            }
        }
    }
    assert_eq!(ALLOCATIONS.get(), before);
    assert!(overlaps > 500 && queries > 100, "{overlaps} {queries}");
    // Polytopes begin in small arrays; these outgrew all but the largest.
    assert!(most[0] > 16 && most[1] > 80, "{most:?}");
    // The counter counts.
    drop(Box::new(overlaps));
    assert!(ALLOCATIONS.get() > before);
}

/// Nor does a manifold: cold, again, kept or matched, of faces of any size.
#[test]
fn manifolds_allocate_nothing() {
    let p = Point3::new;
    let rim = (0..96).map(|k| {
        let turn = f64::from(k / 2) * std::f64::consts::TAU / 48.0;
        p(turn.cos(), f64::from(k % 2), turn.sin())
    });
    let shapes: [Box<dyn Support<3, Scalar = f64>>; 6] = [
        Box::new(Ball::at(p(0.1, 0.2, 0.3), 0.5).unwrap()),
        Box::new(Capsule::new(p(-1.0, 0.0, 0.0), p(1.0, 0.0, 0.0), 0.5).unwrap()),
        Box::new(Cuboid::new(Vector3::new(1.0, 0.7, 0.5)).unwrap()),
        Box::new(Cylinder::with_radius(0.5).half_height(1.0).unwrap()),
        Box::new(ConvexHull::new(rim).unwrap()),
        Box::new(Ellipsoid::new(Vector3::new(1.0, 0.7, 0.5)).unwrap().faceted(16, 0.1).unwrap()),
    ];
    let ground = HalfSpace::new(Vector3::y(), 0.0).unwrap();
    let bodies = shapes.map(|shape| shape.posed(Vector3::zeros()).unwrap());
    let mut moving = bodies.each_ref().map(|body| (body.shape()).posed(Vector3::zeros()).unwrap());
    let (mut points, mut kept, mut matched) = (0, 0, 0);
    let before = ALLOCATIONS.get();
    for a in &bodies {
        for b in &mut moving {
            for step in 0..20_u32 {
                let away = 0.3 + f64::from(step) * 0.1;
                b.set_pose(Isometry3::new(Vector3::new(0.2, away, 0.1), Vector3::y() * 0.1)).unwrap();
                points += ground.manifold(b, 0.1).near().map_or(0, |found| found.points().len());
                let Some(mut found) = manifold(a, b, 0.1).near() else { break };
                b.set_pose(Isometry3::new(Vector3::new(0.2, away + 1e-3, 0.1), Vector3::y() * 0.1)).unwrap();
                let Some(next) = found.update(a, b, 0.1).near() else { break };
                matched += next.match_points(&found, 0.1).iter().flatten().count();
                kept += u32::from(found.follow(a.pose(), b.pose(), 0.01));
                points += next.points().len();
            }
        }
    }
    assert_eq!(ALLOCATIONS.get(), before);
    assert!(points > 500 && matched > 300 && kept > 200, "{points} {matched} {kept}");
}
