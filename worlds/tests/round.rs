//! Bodies that rest on round faces keep their contact points from step to step: a drum, a lying cylinder, a lying
//! capsule, and a cone.

use gjk::nalgebra::{Isometry3, Translation3, Vector3};
use gjk::shape::{Capsule, Cone, Cuboid, Cylinder};
use gjk::{Manifold, Support, SupportExt, manifold};
use std::f32::consts::FRAC_PI_2;
use worlds::scenes::Random;
use worlds::{Body, World};

type Pose = Isometry3<f32>;

/// A body, and how it lies on a floor whose top is at 0.
fn bodies() -> [(&'static str, Body<f32, 3>); 6] {
    let lying = |height| Pose::new(Vector3::y() * height, Vector3::z() * FRAC_PI_2);
    let standing = |height| Pose::translation(0.0, height, 0.0);
    let drum = || Cylinder::with_radius(0.5).half_height(0.3).unwrap();
    let long = || Cylinder::with_radius(0.3).half_height(0.8).unwrap();
    let cone = || Cone::with_radius(0.5).half_height(0.5).unwrap();
    let capsule = Capsule::new([0.0, -0.5, 0.0], [0.0, 0.5, 0.0], 0.3).unwrap();
    [
        ("drum", Body::new(drum(), standing(0.3))),
        ("drum that is turned", Body::new(drum(), Pose::new(Vector3::y() * 0.3, Vector3::y() * 0.4))),
        ("cylinder on its side", Body::new(long(), lying(0.3))),
        ("capsule on its side", Body::new(capsule, lying(0.3))),
        ("cone", Body::new(cone(), standing(0.5))),
        (
            "cone on its tip's side",
            Body::new(cone(), Pose::new(Vector3::y() * 0.223_607, Vector3::z() * (FRAC_PI_2 + 0.463_648))),
        ),
    ]
    .map(|(name, body)| (name, body.unwrap()))
}

/// How far the points of a manifold are from the last step's, as seen from the center of the body, with which
/// they roll; infinite if one of them is new.
fn wander(now: &Manifold<f32, 3>, before: &Manifold<f32, 3>, rolled: Vector3<f32>) -> f32 {
    let matches = now.match_points(before, 0.01);
    let ways = now.points().iter().zip(matches).map(|(point, old)| {
        let way = |old: usize| (point.points[1] - before.points()[old].points[1] - rolled).norm();
        old.map_or(f32::INFINITY, way)
    });
    let count = if now.points().len() == before.points().len() { 0.0 } else { f32::INFINITY };
    ways.fold(count, f32::max)
}

/// In a world, for two seconds after it has come to rest, with nothing asleep.
#[test]
fn points_stay_where_a_round_body_rests() {
    for (name, body) in bodies() {
        let mut world = World::<f32, 3>::default();
        world.sleeps = false;
        let floor = Cuboid::new([9.0, 1.0, 9.0]).unwrap();
        world.bodies = vec![Body::fixed(floor, Translation3::new(0.0, -1.0, 0.0)).unwrap(), body];
        for _ in 0..180 {
            world.bodies[1].velocity *= 0.9;
            world.bodies[1].spin *= 0.9;
            world.step();
        }
        let manifold =
            |world: &World<f32, 3>| world.manifolds().next().map(|(_, manifold)| manifold.clone()).expect("it rests");
        let center = |world: &World<f32, 3>| world.bodies[1].center;
        let (mut before, mut was, mut most, mut count) = (manifold(&world), center(&world), 0.0_f32, 0);
        for _ in 0..120 {
            // What is round would roll on.
            world.bodies[1].velocity *= 0.5;
            world.bodies[1].spin *= 0.5;
            world.step();
            let now = manifold(&world);
            let there = center(&world);
            (most, count) = (most.max(wander(&now, &before, there - was)), now.points().len());
            (before, was) = (now, there);
        }
        println!("{name}: {count} points wander by {:.5} mm a step", 1000.0 * most);
        assert!(most < 1e-4 && count >= 2, "{name}: {count} points wander by {most} m");
    }
}

/// A solver lets a body at rest tremble: a manifold that follows it keeps its points. So does one that is found again with
/// the one before, except on a generator: there both faces are those along the contact's normal, which is known only to the
/// rounding of the gap.
#[test]
fn points_stay_where_a_round_body_trembles() {
    let floor = Cuboid::new([9.0, 1.0, 9.0]).unwrap().posed([0.0, -1.0, 0.0]).unwrap();
    for (name, body) in bodies() {
        let rest = Isometry3::from_parts(Translation3::from(*body.shape.pose().translation()), body.rotation);
        let shape: &dyn Support<3, Scalar = f32> = body.shape.shape();
        let mut random = Random::new(3245);
        let mut tremble = |size: f64| {
            let [x, y, z, a, b, c] = [(); 6].map(|()| random.between(-size, size) as f32);
            shape.posed(Pose::new(Vector3::new(x, y, z), Vector3::new(a, b, c)) * rest).unwrap()
        };
        // By ten times and a tenth of a micrometre and microradian.
        for size in [1e-5, 1e-7] {
            let first = manifold(&floor, &tremble(size), 0.02).near().expect("it rests");
            let [mut found, mut followed] = [first.clone(), first];
            let (mut most, still) = ([0.0_f32; 2], Vector3::zeros());
            for _ in 0..200 {
                let body = tremble(size);
                let again = found.update(&floor, &body, 0.02).near().expect("it rests");
                let mut next = followed.clone();
                assert!(next.follow(floor.pose(), body.pose(), 0.001));
                most = [most[0].max(wander(&again, &found, still)), most[1].max(wander(&next, &followed, still))];
                (found, followed) = (again, next);
            }
            println!("{name}, {size}: {:?} mm", most.map(|way| 1000.0 * way));
            let is_generator = name.ends_with("side") && !name.starts_with("capsule");
            assert!(most[1] < 1e-4 && (is_generator || most[0] < 1e-4), "{name}, {size}: points wander by {most:?} m");
        }
    }
}
