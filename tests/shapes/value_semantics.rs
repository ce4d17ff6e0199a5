//! Shapes are values: they are copied, compared, sent to other threads, written and read. Also: the messages for a
//! newcomer's mistakes.

#![allow(clippy::float_cmp, reason = "the same bits are what is wanted")]

use gjk::nalgebra::{Isometry3, Point2, Point3, Similarity3, UnitQuaternion, Vector2, Vector3};
use gjk::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, HalfSpace, Hull, PointCloud, Posed, Segment, Sum,
    Swollen, Tetrahedron, Triangle,
};
use gjk::simplex::VertexId;
use gjk::{
    Aabb, BeyondLimit, Cache, Contact, Distance, Error, Manifold, Outcome, Pose, Projection, Query, Support,
    SupportExt, contact, distance,
};
use std::fmt::Debug;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::Arc;
// The queries of shapes behind pointers, which are compiled there.
use oracle as _;

/// Compiles only where all of these are values.
#[test]
fn shapes_are_values() {
    fn value<T: Clone + Debug + PartialEq + Send + Sync>() {}
    fn small<T: Copy + Debug + PartialEq + Send + Sync>() {}
    small::<(Ball<f32, 2>, Capsule<f32, 3>, Cone<f32>, Cuboid<f32, 3>, Cylinder<f32>, Ellipsoid<f32, 3>)>();
    small::<(Frustum<f32>, HalfSpace<f32, 3>, Segment<f32, 3>, Triangle<f32, 3>, Tetrahedron<f32, 3>, Point3<f32>)>();
    small::<(Posed<Cone<f64>, f64, 3>, Swollen<Cone<f64>, f64, 3>, Sum<Cone<f64>, Cuboid<f64, 3>, f64, 3>)>();
    small::<(Pose<f64, 3>, Aabb<f64, 3>, Projection<f64, 3>, BeyondLimit<f64, 3>, Cache<f64, 3>)>();
    value::<(PointCloud<f64, 3>, Hull<PointCloud<f64, 3>, f64, 3>, Posed<PointCloud<f64, 3>, f64, 3>)>();
    value::<(gjk::shape::Polygon<f64>, gjk::shape::ConvexHull<f64>)>();
    value::<(Query<f64, 3>, Distance<f64, 3>, Contact<f64, 3>, Manifold<f64, 3>, Outcome<f64, 3>)>();
}

#[test]
fn a_shape_behind_a_pointer_is_a_shape() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let there = cube.posed(Isometry3::new(Vector3::new(1.5, 0.4, 0.3), Vector3::new(0.1, 0.2, 0.3))).unwrap();
    let found = contact(&cube, &there);
    assert_eq!(contact(&Rc::new(cube), &Arc::new(there)), found);
    let shared: Arc<dyn Support<3, Scalar = f64> + Send + Sync> = Arc::new(there);
    assert_eq!(contact(&cube, &shared), found);
    assert_eq!(contact(&cube, &shared.clone().posed(Vector3::zeros()).unwrap()).separation, found.separation);
}

#[test]
fn a_pose_that_is_set_is_as_good_as_new() {
    let points = (0..40).map(|k| Point3::from(Vector3::new(f64::from(k).sin(), f64::from(k).cos(), f64::from(k % 7))));
    let cloud = PointCloud::new(points).unwrap();
    let ball = Ball::at(Point3::new(0.3, 0.2, 0.1), 0.5).unwrap();
    let mut moving = (&cloud).posed(Vector3::zeros()).unwrap();
    let mut rolling = ball.posed(Vector3::zeros()).unwrap();
    for k in 0..50 {
        let angle = f64::from(k) * 0.1;
        let pose = Isometry3::new(Vector3::new(angle - 3.0, 0.2, 1.0), Vector3::new(angle, 1.0 - angle, 0.3));
        moving.set_pose(pose).unwrap();
        rolling.set_pose(pose).unwrap();
        assert_eq!(moving, (&cloud).posed(pose).unwrap());
        assert_eq!(moving.rounding(), (&cloud).posed(pose).unwrap().rounding());
        assert_eq!(contact(&ball, &moving), contact(&ball, &(&cloud).posed(pose).unwrap()));
        assert_eq!(distance(&cloud, &rolling), distance(&cloud, &ball.posed(pose).unwrap()));
        assert_eq!(moving.pose().translation(), &pose.translation.vector);
    }
    let before = moving;
    for bad in [Vector3::new(f64::NAN, 0.0, 0.0), Vector3::new(0.0, f64::MAX, 0.0)] {
        assert!(moving.set_pose(bad).is_err());
        assert_eq!(moving, before);
    }
    assert_eq!(moving.set_pose(Similarity3::from_scaling(-1.0)), Err(Error::Negative("scale")));
    let mut torn = Isometry3::rotation(Vector3::x());
    torn.rotation = UnitQuaternion::new_unchecked(torn.rotation.into_inner() * 0.0);
    assert!(moving.set_pose(torn).is_err());
    assert_eq!(moving, before);
}

/// A point of a shape is a mean of the vertices that its feature names: none of them is away from it along the normal.
#[test]
fn features_name_vertices_as_far_along_the_normal_as_the_points() {
    let half = [1.0, 0.8, 0.6];
    let cube = Cuboid::new(Vector3::from(half)).unwrap();
    let vertex = |id: VertexId| {
        let end = |k: usize| if id.0 >> k & 1 == 1 { -half[k] } else { half[k] };
        Point3::new(end(0), end(1), end(2))
    };
    let points = (0..40).map(f64::from).map(|k| Point3::new(k.sin(), k.cos(), (k * 1.7).sin()));
    let points: Vec<_> = points.collect();
    let cloud = PointCloud::new(points.iter().copied()).unwrap();
    let (mut deep, mut faces, mut named) = (0, 0, 0);
    for k in 0..400 {
        let t = f64::from(k) * 0.37;
        let turn = if k % 4 == 0 { Vector3::zeros() } else { Vector3::new(t, t * 0.7, 0.2) };
        let pose = Isometry3::new(Vector3::new(t.sin(), 0.9 * (t * 1.3).cos(), 1.4 * (t * 0.9).sin()) * 1.2, turn);
        let there = cube.posed(pose).unwrap();
        let level = |p: Point3<f64>, found: &Contact<f64, 3>| p.coords.dot(&found.normal);
        let boxes = contact(&cube, &there);
        let mixed = contact(&cloud, &there);
        deep += u32::from(boxes.depth() > 0.0);
        faces += u32::from(boxes.feature.on_a().count() == 4 && boxes.feature.on_b().count() == 4);
        let on_box: Vec<_> = boxes.feature.on_a().map(vertex).collect();
        let on_cloud: Vec<_> = mixed.feature.on_a().map(|id| points[id.0 as usize]).collect();
        for (found, a) in [(&boxes, on_box), (&mixed, on_cloud)] {
            let b: Vec<_> = found.feature.on_b().map(|id| pose * vertex(id)).collect();
            assert!(!a.is_empty() && !b.is_empty(), "{k} {found:?}");
            for (side, vertices) in [(0, a), (1, b)] {
                let at = level(found.points[side], found);
                let off = vertices.iter().map(|&p| (level(p, found) - at).abs()).fold(0.0, f64::max);
                assert!(off < 1e-12, "{k}, side {side}: {off:e} {found:?}");
                named += vertices.len();
            }
        }
    }
    assert!(deep > 100 && faces > 30 && named > 1500, "{deep} {faces} {named}");

    // Segments and points have fewer edges than a box.
    let ends = [Point3::new(-2.0, 0.1, 0.2), Point3::new(0.3, 0.2, 0.1)];
    let segment = Segment::new(ends).unwrap();
    for found in [contact(&segment, &cube).feature.on_a().next(), contact(&cube, &segment).feature.on_b().next()] {
        assert_eq!(found, Some(VertexId(1)));
    }
    for found in [contact(&ends[1], &cube).feature.on_a().next(), contact(&cube, &ends[1]).feature.on_b().next()] {
        assert_eq!(found, Some(VertexId(0)));
    }
}

/// The first error that the compiler has for a program, as a newcomer would read it.
fn complaint(program: &str) -> String {
    let deps = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    let made = |path: &Path| path.metadata().unwrap().modified().unwrap();
    let libraries = deps.read_dir().unwrap().map(|entry| entry.unwrap().path()).filter(|path| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.starts_with("libgjk-") && path.extension().is_some_and(|ending| ending == "rlib")
    });
    let library = libraries.max_by_key(|path| made(path)).unwrap();
    let source = deps.join(format!("newcomer-{:x}.rs", program.len()));
    std::fs::write(&source, program).unwrap();
    let output = Command::new(std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into()))
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata", "--crate-name", "newcomer"])
        .arg(&source)
        .args(["--out-dir".as_ref(), deps.as_os_str(), "-L".as_ref()])
        .arg(format!("dependency={}", deps.display()))
        .arg("--extern")
        .arg(format!("gjk={}", library.display()))
        .output()
        .unwrap();
    std::fs::remove_file(&source).unwrap();
    assert!(!output.status.success(), "this compiles:\n{program}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn exact_errors_say_what_is_wrong() {
    let program = "pub fn g<S: gjk::Support<D, Scalar = f64>, const D: usize>(a: &S) { gjk::exact::intersects(a, a); }";
    let error = complaint(program);
    assert!(error.contains("exact arithmetic has no simplex cases for dimension D"), "{error}");
}

#[test]
fn errors_say_what_is_wrong() {
    let program = |body: &str| {
        format!(
            "use gjk::{{Support, contact, distance, intersects, nalgebra::*, shape::*}};\npub fn f() -> Result<(), gjk::Error> {{\n{body}\nOk(())\n}}\n"
        )
    };
    for (body, says) in [
        // A half-space is unbounded.
        (
            "let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
             contact(&cube, &HalfSpace::new(Vector3::y(), 0.0)?);",
            ["HalfSpace<{float}, 3>` is not a shape of 3 dimensions", "a `HalfSpace` is unbounded: it has methods"],
        ),
        // One in the plane, one in space.
        (
            "let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
             intersects(&square, &Ball::at(Point3::new(1.0, 2.0, 3.0), 1.0)?);",
            ["is not a shape of", "dimensions"],
        ),
        // Not taken out of its `Result`.
        ("intersects(&Ball::new(1.0), &Ball::new(2.0));", ["is not a shape of", "take the shape out by `?`"]),
        // Not a shape at all.
        ("intersects(&1.0, &2.0);", ["`{float}` is not a shape of", "implement `Support`"]),
        ("intersects(&[1.0, 2.0], &[3.0, 4.0]);", ["is not a shape of", "in the plane `Polygon::hull(points)`"]),
        (
            "let cube = Cuboid::new([1.0, 1.0, 1.0])?; gjk::contains(&cube, &cube);",
            ["is no point or vector with 3 coordinates", "two shapes are compared by `intersects`"],
        ),
        // More dimensions than there are cases for.
        (
            "let cube = Cuboid::new(SVector::<f64, 9>::repeat(1.0))?;
             intersects(&cube, &cube);",
            ["has no simplex cases for dimension 9", "1 and 4 to 8"],
        ),
        (
            "let cube = Cuboid::new(SVector::<f64, 9>::repeat(1.0))?;
             contact(&cube, &cube);",
            ["has no expanding polytope for dimension 9", "dimensions 1 to 8"],
        ),
        // The core takes a set: a difference of two shapes, or one shape.
        ("gjk::gjk::<2>(&(1.0, 2.0));", ["GJK has no simplex cases for", "nor a `Difference` of two"]),
        // A scalar that may have no roots.
        (
            "fn g<T: gjk::Scalar>(a: &Cuboid<T, 2>) { distance(a, a); }",
            ["`T` has no square roots", "verdicts (`intersects`) need a `Scalar` only"],
        ),
        // Integers.
        (
            "let square = Cuboid::new(Vector2::new(1, 1))?;
             distance(&square, &square);",
            ["`{integer}` is not a scalar", "`f32`, `f64`"],
        ),
        // Both in f64, or both in f32.
        (
            "let square = Cuboid::new(Vector2::new(1.0_f32, 1.0))?;
             let other = Cuboid::new(Vector2::new(1.0_f64, 1.0))?;
             intersects(&square, &other);",
            ["type mismatch resolving", "expected `f32`, found `f64`"],
        ),
        // A trait object of f32 made of literals that nothing says are f32.
        (
            "let _: Box<dyn Support<2, Scalar = f32>> = Box::new(Cuboid::new(Vector2::new(1.0_f64, 1.0))?);",
            ["type mismatch resolving", "expected `f32`, found `f64`"],
        ),
    ] {
        let error = complaint(&program(body));
        for wanted in says {
            assert!(error.contains(wanted), "{body}\nsays\n{error}\nand not `{wanted}`");
        }
    }
}

#[test]
fn points_are_shapes_of_both_scalars() {
    assert_eq!(distance(&Point2::new(0.0_f32, 0.0), &Point2::new(3.0, 4.0)).distance, 5.0);
    assert_eq!(distance(&Point2::new(0.0, 0.0), &Point2::from(Vector2::new(3.0, 4.0))).distance, 5.0);
}
