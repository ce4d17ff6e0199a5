//! Cases in space, with parry3d.

#[path = "exact.rs"]
mod exact;
#[path = "judge.rs"]
pub mod judge;
#[path = "scenes3.rs"]
pub mod scenes;
#[path = "sweep.rs"]
pub mod sweep;
#[path = "worlds.rs"]
pub mod worlds;

use ::parry3d as parry;
use ::rapier3d as rapier;
use exact::{Exact, Verdict, both_ways, cloud};
use gjk::shape::{Cone, Cylinder};
use gjk::{Error, SupportExt};
use oracle::directions::Disc;
use parry::math::{IVector, Pose, Vector};
use parry::query::{
    ClosestPoints, ContactManifold, NonlinearRigidMotion, PersistentQueryDispatcher, ShapeCastHit, ShapeCastOptions,
    ShapeCastStatus,
};
use parry::shape::{
    Ball, Capsule, Compound, ConvexPolyhedron, Cuboid, Cylinder as Cylinder3, HalfSpace, HeightField, Shape,
    SharedShape, TriMesh, TriMeshFlags, Triangle, TypedShape, Voxels,
};
use std::f32::consts::{FRAC_PI_4, FRAC_PI_6};

const D: usize = 3;
/// The kinds of shape of a sweep.
const KINDS: [&str; 9] =
    ["ball", "cuboid", "capsule", "segment", "triangle", "polyhedron", "cylinder", "cone", "round cuboid"];

fn convex(shape: TypedShape<'_>) -> Result<Exact, Error> {
    let cylinder = |of: &Cylinder3| Cylinder::with_radius(f64::from(of.radius)).half_height(f64::from(of.half_height));
    Ok(match shape {
        TypedShape::ConvexPolyhedron(of) => cloud(of.points())?,
        TypedShape::Cylinder(of) => cylinder(of)?.into(),
        TypedShape::RoundCylinder(of) => cylinder(&of.inner_shape)?.swollen(f64::from(of.border_radius))?.into(),
        TypedShape::Cone(of) => Cone::with_radius(f64::from(of.radius)).half_height(f64::from(of.half_height))?.into(),
        _ => return Err(Error::Other("not in the tables".into())),
    })
}

fn discs(shape: TypedShape<'_>) -> Result<Vec<Disc<3>>, Error> {
    let disc = |y: f32, radius: f32| {
        let radius = f64::from(radius);
        Disc { center: [0.0, f64::from(y), 0.0], radii: [[radius, 0.0, 0.0], [0.0, 0.0, radius]] }
    };
    Ok(match shape {
        TypedShape::ConvexPolyhedron(of) => {
            of.points().iter().map(|point| Disc::point(point.to_array().map(f64::from))).collect()
        }
        TypedShape::Cylinder(of) => vec![disc(of.half_height, of.radius), disc(-of.half_height, of.radius)],
        TypedShape::Cone(of) => vec![disc(of.half_height, 0.0), disc(-of.half_height, of.radius)],
        _ => return Err(Error::Other("not in the tables".into())),
    })
}

fn hull(points: &[Vector]) -> Option<SharedShape> {
    SharedShape::convex_hull(points)
}

fn other(kind: usize, [a, b]: [f32; 2]) -> SharedShape {
    match kind {
        6 => SharedShape::cylinder(a, b),
        7 => SharedShape::cone(a, b),
        _ => SharedShape::round_cuboid(a, b, a, 0.3 * b),
    }
}

fn rotation([x, y, z, w]: [f32; 4]) -> parry::math::Rotation {
    parry::math::Rotation::from_xyzw(x, y, z, w).normalize()
}

fn wide_pose(pose: &Pose) -> Result<gjk::Pose<f64, 3>, Error> {
    let [x, y, z, w] = pose.rotation.to_array().map(f64::from);
    gjk::Pose::from_quaternion([w, x, y, z], pose.translation.to_array().map(f64::from))
}

pub type Dispatcher = dyn PersistentQueryDispatcher<(), ()>;
pub type Case = (&'static str, &'static str, fn(&Dispatcher) -> Verdict);

fn v(x: f32, y: f32, z: f32) -> Vector {
    Vector::new(x, y, z)
}

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::translation(x, y, z)
}

const HERE: Pose = Pose::IDENTITY;

fn pair(asked: &Dispatcher, p1: Pose, g1: &dyn Shape, p2: Pose, g2: &dyn Shape) -> Verdict {
    both_ways(asked, &p1.inv_mul(&p2), g1, g2)
}

fn check(is_right: bool, what: impl FnOnce() -> String) -> Verdict {
    if is_right { Ok(()) } else { Err(what()) }
}

/// The second shape moves; the options are the defaults.
fn hit(
    asked: &Dispatcher,
    p1: Pose,
    g1: &dyn Shape,
    p2: Pose,
    v2: Vector,
    g2: &dyn Shape,
) -> Result<Option<ShapeCastHit>, String> {
    let velocity = p1.rotation.inverse() * v2;
    asked.cast_shapes(&p1.inv_mul(&p2), velocity, g1, g2, ShapeCastOptions::default()).map_err(|why| why.to_string())
}

fn cast(
    asked: &Dispatcher,
    p1: Pose,
    g1: &dyn Shape,
    p2: Pose,
    v2: Vector,
    g2: &dyn Shape,
    time: Option<f32>,
) -> Verdict {
    let found = hit(asked, p1, g1, p2, v2, g2)?.map(|hit| hit.time_of_impact);
    let is_right = match (found, time) {
        (None, None) => true,
        (Some(found), Some(time)) => (found - time).abs() <= 1e-4 * (1.0 + time),
        _ => false,
    };
    check(is_right, || format!("hit at {found:?}, not {time:?}"))
}

fn manifolds(
    asked: &Dispatcher,
    pose: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    prediction: f32,
) -> Result<Vec<ContactManifold<(), ()>>, String> {
    let (mut manifolds, mut workspace) = (Vec::new(), None);
    asked.contact_manifolds(pose, g1, g2, prediction, &mut manifolds, &mut workspace).map_err(|why| why.to_string())?;
    manifolds.retain(|manifold| !manifold.points.is_empty());
    Ok(manifolds)
}

/// The deepest point of all, with its normal.
fn deepest(manifolds: &[ContactManifold<(), ()>]) -> Option<(f32, Vector)> {
    let points =
        manifolds.iter().flat_map(|manifold| manifold.points.iter().map(|point| (point.dist, manifold.local_n1)));
    points.min_by(|one, other| one.0.total_cmp(&other.0))
}

fn polyhedron(points: &[[f32; 3]]) -> Result<ConvexPolyhedron, String> {
    let points: Vec<Vector> = points.iter().map(|point| Vector::from_array(*point)).collect();
    ConvexPolyhedron::from_convex_hull(&points).ok_or_else(|| "no polyhedron".to_owned())
}

/// A large plate as a polyhedron.
fn plate(half: f32) -> Result<ConvexPolyhedron, String> {
    let corner = |k: u8| {
        [
            if k & 1 == 0 { half } else { -half },
            if k & 2 == 0 { 0.0 } else { -1.0 },
            if k & 4 == 0 { half } else { -half },
        ]
    };
    polyhedron(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner))
}

pub const CASES: &[Case] = &[
    ("parry 70", "a capsule sinks into a large cuboid in 200 steps", |d| {
        let (capsule, ball) = (Capsule::new(v(0.0, -0.5, 0.0), v(0.0, 0.5, 0.0), 0.5), Ball::new(0.5));
        let (cuboid, ground) = (Cuboid::new(v(50.0, 50.0, 50.0)), HalfSpace::new(Vector::Y));
        for step in 0..200_u8 {
            let pose = at(0.0, -0.5 + 0.005 * f32::from(step), 0.0);
            for shape in [&capsule as &dyn Shape, &ball] {
                pair(d, pose, shape, at(0.0, -50.0, 0.0), &cuboid)?;
                let found = d.intersection_test(&pose.inverse(), shape, &ground).map_err(|why| why.to_string())?;
                check(found.intersecting, || format!("no intersection with a half-space at step {step}"))?;
            }
        }
        Ok(())
    }),
    ("parry 166", "a cube on plates of 30 to 20,000 m: normal, depth and points", |d| {
        let cube = Cuboid::new(v(0.5, 0.5, 0.5));
        for half in [15.0, 250.0, 10_000.0] {
            let plate = plate(half)?;
            for step in 0..100_u8 {
                let k = f32::from(step);
                let place = v((0.173 * k).sin() * 0.4 * half, 0.495, (0.311 * k).cos() * 0.4 * half);
                let pose = Pose::new(place, v(0.0, 0.05 * k, 0.0));
                let found = manifolds(d, &pose, &plate, &cube, 0.002)?;
                let Some((depth, normal)) = deepest(&found) else { return Err(format!("no contact at {place:?}")) };
                check((normal - Vector::Y).length() < 1e-3, || format!("normal {normal:?} on {half} at {place:?}"))?;
                check((depth + 0.005).abs() < 1e-3, || format!("{depth} deep on {half} at {place:?}"))?;
                let count: usize = found.iter().map(|manifold| manifold.points.len()).sum();
                check(count >= 3, || format!("{count} points on {half} at {place:?}"))?;
            }
        }
        Ok(())
    }),
    ("parry 315", "cubes that touch, and that overlap", |d| {
        let cube = Cuboid::new(v(0.5, 0.5, 0.5));
        pair(d, at(0.5, 0.5, 0.5), &cube, at(1.5, 0.5, 0.5), &cube)?;
        pair(d, at(0.5, 0.5, 0.5), &cube, at(1.2, 0.5, 0.5), &cube)
    }),
    ("parry 317", "turning cuboids: whether they meet, against 20,000 times in between", |d| {
        let (long, wall) = (Cuboid::new(v(2.0, 0.1, 0.1)), Cuboid::new(v(0.1, 1.0, 1.0)));
        for k in 0..60_u8 {
            let k = f32::from(k);
            let motion = NonlinearRigidMotion::new(
                Pose::new(v(2.5, 0.1 * (k % 7.0), 0.1), v(0.0, 0.0, 1.5)),
                Vector::ZERO,
                v(-0.1 * (k % 5.0), 0.0, 0.0),
                v(0.2 * (k % 3.0), 0.0, 1.0 + 0.25 * k),
            );
            let rest = NonlinearRigidMotion::constant_position(HERE);
            let found =
                d.cast_shapes_nonlinear(&rest, &wall, &motion, &long, 0.0, 1.0, true).map_err(|why| why.to_string())?;
            let overlap = |time: f32| {
                let pose = motion.position_at_time(time);
                exact::Truth::of(&pose, &wall, &long).map(|truth| truth.separation).map_err(|why| why.to_string())
            };
            let mut meets = None;
            for step in 0..=400_u16 {
                let time = f32::from(step) / 400.0;
                if overlap(time)? < -1e-3 {
                    meets = Some(time);
                    break;
                }
            }
            let found = found.map(|hit| hit.time_of_impact);
            check(meets.is_none() || found.is_some_and(|found| found <= meets.unwrap_or(1.0)), || {
                format!("motion {k}: hit at {found:?}, but they overlap at {meets:?}")
            })?;
            if let Some(found) = found {
                let apart = overlap(found)?;
                check(apart < 1e-3, || format!("motion {k}: hit at {found}, where they are {apart} apart"))?;
            }
        }
        Ok(())
    }),
    ("rapier 984", "two fast bodies that fly at each other: when they meet", |d| {
        let shapes: [(&dyn Shape, f32); 3] =
            [(&Ball::new(0.1), 0.1), (&Cuboid::new(v(0.1, 0.2, 0.2)), 0.1), (&Cylinder3::new(0.2, 0.1), 0.1)];
        for (one, reach) in shapes {
            for (other, other_reach) in shapes {
                for speed in [10.0, 300.0, 3000.0] {
                    let motion = |x: f32, velocity: f32| {
                        NonlinearRigidMotion::new(at(x, 0.0, 0.0), Vector::ZERO, v(velocity, 0.0, 0.0), Vector::ZERO)
                    };
                    let time = (10.0 - reach - other_reach) / (1.5 * speed);
                    let found = d
                        .cast_shapes_nonlinear(
                            &motion(-5.0, speed),
                            one,
                            &motion(5.0, -0.5 * speed),
                            other,
                            0.0,
                            2.0 * time,
                            true,
                        )
                        .map_err(|why| why.to_string())?
                        .map(|hit| hit.time_of_impact);
                    check(found.is_some_and(|found| (found - time).abs() <= 1e-3 * time), || {
                        format!("hit at {found:?}, not {time}, at the speed {speed}")
                    })?;
                    cast(d, at(-5.0, 0.0, 0.0), one, at(5.0, 0.0, 0.0), v(-1.5 * speed, 0.0, 0.0), other, Some(time))?;
                }
            }
        }
        Ok(())
    }),
    ("parry 414", "a cylinder falls onto a cuboid of 10 km", |d| {
        let (cylinder, ground) = (Cylinder3::new(0.5, 0.3), Cuboid::new(v(5000.0, 0.5, 5000.0)));
        for k in 0..50_u8 {
            let k = f32::from(k);
            let place = v(43.0 + 3.7 * k, 2.0 + 0.01 * k, -6.0 + 2.9 * k);
            cast(
                d,
                at(0.0, -0.5, 0.0),
                &ground,
                Pose::from_translation(place),
                -Vector::Y,
                &cylinder,
                Some(place.y - 0.5),
            )?;
        }
        Ok(())
    }),
    ("parry 429", "a ball falls onto cuboids of 10, 100 and 1,000 m", |d| {
        let ball = Ball::new(0.5166);
        for half in [5.0, 50.0, 500.0] {
            let ground = Cuboid::new(v(half, 0.5, half));
            for k in 0..200_u8 {
                for (x, z) in [(1.4, 2.8), (-1.4, -0.4), (1.4, -2.0), (-1.4, 2.0)] {
                    let y = 1.177 + f32::from(k) * 5e-5;
                    let Some(found) = hit(d, at(0.0, -0.5, 0.0), &ground, at(x, y, z), -Vector::Y, &ball)? else {
                        return Err(format!("no hit on {half}"));
                    };
                    let error = found.time_of_impact - (y - 0.5166);
                    check(error.abs() <= 2e-4, || format!("off by {:.3} mm on {half}", 1e3 * error))?;
                    check((found.normal1 - Vector::Y).length() < 5e-4, || {
                        format!("normal {:?} on {half}", found.normal1)
                    })?;
                }
            }
        }
        Ok(())
    }),
    ("parry 431", "cuboids: faces, edges, corners, in both orders", |d| {
        let unit = Cuboid::new(v(1.0, 1.0, 1.0));
        for (place, turn, half) in [
            (v(-5.573_167, 0.0, 0.0), v(0.0, 0.0, 0.0), v(1.0, 2.0, 2.0)),
            (v(4.0, 4.0, 0.0), v(0.0, 0.0, FRAC_PI_4), v(1.0, 1.0, 1.0)),
            (v(5.0, 0.0, 5.0), v(0.0, FRAC_PI_6, 0.0), v(1.0, 1.0, 1.0)),
            (v(5.0, 4.0, 3.0), v(0.0, 0.0, 0.0), v(1.0, 1.0, 1.0)),
            (v(2.0, 0.0, 0.0), v(0.0, 0.0, 0.0), v(1.0, 2.0, 2.0)),
            (v(1.5, 0.0, 0.0), v(0.0, 0.0, 0.0), v(1.0, 2.0, 2.0)),
            (v(3.0, 2.5, 0.0), v(0.0, 0.0, 0.0), v(1.0, 1.0, 5.0)),
            (v(2.0001, 2.00005, 2.0), v(0.0, 0.0, 0.0), v(1.0, 1.0, 1.0)),
        ] {
            pair(d, HERE, &unit, Pose::new(place, turn), &Cuboid::new(half))?;
        }
        Ok(())
    }),
    ("rapier 305", "a cylinder on a large thin cuboid that is tilted", |d| {
        let (cylinder, plate) = (Cylinder3::new(0.5, 0.5), Cuboid::new(v(100.1, 0.1, 100.1)));
        for k in 0..200_u8 {
            let k = f32::from(k);
            let place = v((0.37 * k).sin() * 40.0, 0.595, (0.23 * k).cos() * 40.0);
            let pose = Pose::new(place, v(0.0, 0.1 * k, 0.0));
            let Some((depth, normal)) = deepest(&manifolds(d, &pose, &plate, &cylinder, 0.002)?) else {
                return Err(format!("no contact at {place:?}"));
            };
            check((normal - Vector::Y).length() < 1e-3 && (depth + 0.005).abs() < 1e-3, || {
                format!("normal {normal:?}, {depth} at {place:?}")
            })?;
        }
        Ok(())
    }),
    ("rapier 810", "a small cube anywhere on a large disc, and a cylinder on a floor: three points or more", |d| {
        let (disc, cube) = (Cylinder3::new(0.05, 10.0), Cuboid::new(v(0.05, 0.05, 0.05)));
        for (x, z) in [(0.0, 0.0), (3.0, -2.0), (5.54, 4.51), (-5.65, 5.65), (7.0, 7.0), (9.9, 0.0)] {
            for gap in [-0.001, 0.0001] {
                let found = manifolds(d, &at(x, 0.1 + gap, z), &disc, &cube, 0.01)?;
                let count: usize = found.iter().map(|manifold| manifold.points.len()).sum();
                check(count >= 3, || format!("{count} points at ({x}, {z})"))?;
                check(found.iter().all(|manifold| manifold.local_n1.y > 0.99), || format!("normal at ({x}, {z})"))?;
            }
        }
        let (floor, drum) = (Cuboid::new(v(5.0, 0.5, 5.0)), Cylinder3::new(0.4, 0.3));
        let found = manifolds(d, &at(1.0, 0.899, -2.0), &floor, &drum, 0.01)?;
        let count: usize = found.iter().map(|manifold| manifold.points.len()).sum();
        check(count >= 3, || format!("{count} points under a drum"))?;
        let found =
            manifolds(d, &at(0.749, 0.0, 0.0), &Cylinder3::new(2.0, 0.5), &Cuboid::new(v(0.25, 0.25, 0.25)), 0.01)?;
        check(deepest(&found).is_some_and(|(_, normal)| normal.x > 0.99), || {
            "normal at the side of a cylinder".to_owned()
        })
    }),
    ("parry 396", "cylinders and a capsule in a large cylinder, and outside", |d| {
        let (big, small) = (Cylinder3::new(50.0, 100.0), Cylinder3::new(1.5, 1.0));
        let tall = Capsule::new(v(0.0, -50.0, 0.0), v(0.0, 50.0, 0.0), 10.0);
        let meets = |pose: Pose, shape: &dyn Shape| {
            d.intersection_test(&pose, &big, shape).map(|found| found.intersecting).map_err(|why| why.to_string())
        };
        check(meets(HERE, &tall)?, || "no intersection with the capsule".to_owned())?;
        for place in [Vector::ZERO, v(0.01, 0.0, 0.0), v(0.0, 0.01, 0.0), v(0.0, 0.0, -0.01), v(3.0, 5.0, -2.0)] {
            check(meets(Pose::from_translation(place), &small)?, || format!("no intersection at {place:?}"))?;
        }
        for angle in [0.01, 0.5, 1.570_796_4] {
            check(meets(Pose::rotation(v(0.0, 0.0, angle)), &small)?, || {
                format!("no intersection at the angle {angle}")
            })?;
        }
        for place in [v(0.0, 51.6, 0.0), v(0.0, 200.0, 0.0), v(101.1, 0.0, 0.0), v(500.0, 0.0, 0.0)] {
            check(!meets(Pose::from_translation(place), &small)?, || format!("an intersection at {place:?}"))?;
        }
        check(!meets(Pose::new(v(0.0, 53.0, 0.0), v(0.0, 0.0, 0.7)), &small)?, || "an intersection above".to_owned())
    }),
    ("parry 157", "two frustums with one corner in common, and two large ones", |d| {
        let a = polyhedron(&[
            [-0.7938391, 5.1101756, 0.1773476],
            [-5.293839, 0.6101756, -4.3226523],
            [-5.293839, 0.6101756, 5.6773477],
            [-0.7938391, 5.1101756, 1.1773477],
            [-0.7938391, 6.1101756, 0.1773476],
            [-5.293839, 10.610176, -4.3226523],
            [-5.293839, 10.610176, 5.6773477],
            [-0.7938391, 6.1101756, 1.1773477],
        ])?;
        let b = polyhedron(&[
            [8.114634, 4.6308937, 0.76987207],
            [-18.83664, -53.96347, -649.29565],
            [-608.7832, -53.96347, -208.59384],
            [6.93474, 4.6308937, 1.6512758],
            [8.253552, 5.426136, 0.9558364],
            [50.62288, 343.65768, -556.3136],
            [-539.3237, 343.65768, -115.611725],
            [7.073659, 5.426136, 1.8372401],
        ])?;
        pair(d, HERE, &a, HERE, &b)?;
        let a = polyhedron(&[
            [0.45838028, 5.7372417, 0.61019015],
            [1000.35846, -994.1628, 1000.51013],
            [1000.35834, -994.1628, -999.48987],
            [0.45838028, 5.7372417, 0.41019014],
            [0.45838028, 5.9372416, 0.61019015],
            [1000.35846, 1005.8372, 1000.51013],
            [1000.35834, 1005.8372, -999.48987],
            [0.45838028, 5.9372416, 0.41019014],
        ])?;
        let b = polyhedron(&[
            [-0.4522132, 8.780189, 15.508082],
            [72537.12, -72390.1, -81439.88],
            [-74725.21, -72390.1, -79438.195],
            [-0.45368585, 8.780189, 15.508101],
            [-0.45221695, 8.780969, 15.507806],
            [72161.625, 5710.25, -109064.305],
            [-75100.7, 5710.25, -107062.62],
            [-0.4536896, 8.780969, 15.507825],
        ])?;
        pair(d, HERE, &a, HERE, &b)
    }),
    ("parry 253", "a triangle's corner at another one's edge", |d| {
        let a = Triangle::new(v(-13.174434, 1.0, 8.736801), v(3.5251038, 1.0, 12.1), v(3.2048466, 1.0, 12.218325));
        let b = Triangle::new(v(-1.63, 0.0, 11.19), v(-2.349647, 0.0, 11.037681), v(-2.349647, 1.0, 11.037681));
        pair(d, HERE, &a, HERE, &b)
    }),
    ("ncollide 157", "a cylinder in a cuboid", |d| {
        pair(
            d,
            at(10.97, 0.925, 61.02),
            &Cylinder3::new(0.925, 0.5),
            at(11.5, 0.75, 60.5),
            &Cuboid::new(v(0.05, 0.75, 0.5)),
        )
    }),
    ("epa3", "cuboids that overlap, and nearly coincide", |d| {
        let long = Cuboid::new(v(2.0, 1.0, 1.0));
        pair(d, at(3.5, 0.0, 0.0), &long, HERE, &long)?;
        pair(d, at(0.0, 0.2, 0.0), &long, HERE, &long)
    }),
    ("coaxial cylinders", "0.1 deep", |d| {
        pair(d, HERE, &Cylinder3::new(1.0, 0.5), at(0.0, 1.9, 0.0), &Cylinder3::new(1.0, 0.5))
    }),
    ("balls", "in each other, aside and concentric", |d| {
        pair(d, HERE, &Ball::new(1.0), at(0.6, 0.64, 0.48), &Ball::new(0.5))?;
        pair(d, HERE, &Ball::new(1.0), HERE, &Ball::new(0.5))
    }),
    ("a cube and a small one in its corner", "0.15 deep", |d| {
        pair(d, HERE, &Cuboid::new(v(0.5, 0.5, 0.5)), at(0.4, 0.4, 0.4), &Cuboid::new(v(0.05, 0.05, 0.05)))
    }),
    ("parry 106", "statuses of casts that touch, or overlap, at the start", |d| {
        let (ball, cuboid) = (Ball::new(0.5), Cuboid::new(v(1.0, 1.0, 1.0)));
        for (other, height) in [(&ball as &dyn Shape, 1.0), (&cuboid, 1.5)] {
            for (sunk, status) in
                [(0.0, ShapeCastStatus::Converged), (0.125, ShapeCastStatus::PenetratingOrWithinTargetDist)]
            {
                let found = hit(d, HERE, other, at(0.0, height - sunk, 0.0), -Vector::Y, &ball)?.map(|hit| hit.status);
                check(found == Some(status), || format!("{found:?}, not {status:?}"))?;
            }
        }
        Ok(())
    }),
    ("parry 193", "casts that overlap a little at the start: the normal of the face", |d| {
        let ground = Cuboid::new(v(20.0, 1.0, 20.0));
        let capsule = Capsule::new_y(5.0, 1.0);
        for (shape, height) in
            [(&capsule as &dyn Shape, 4.99), (&capsule, 4.98), (&Ball::new(1.0), 0.8), (&Ball::new(1.0), 0.799_999)]
        {
            let found =
                hit(d, at(0.0, -1.0, 0.0), &ground, at(0.0, height, 0.0), v(0.1, 1.0, 0.0), shape)?.ok_or("no hit")?;
            check((found.normal1 - Vector::Y).length() < 1e-4, || format!("normal {:?}", found.normal1))?;
        }
        Ok(())
    }),
    ("parry 26", "a target distance", |d| {
        let ball = Ball::new(0.5);
        for (target_distance, time) in [(0.0, 2.0), (0.5, 1.5)] {
            let options = ShapeCastOptions { target_distance, ..ShapeCastOptions::default() };
            let found =
                d.cast_shapes(&at(3.0, 0.0, 0.0), -Vector::X, &ball, &ball, options).map_err(|why| why.to_string())?;
            check(found.is_some_and(|hit| (hit.time_of_impact - time).abs() < 1e-4), || {
                format!("{found:?}, not {time}")
            })?;
        }
        Ok(())
    }),
    ("parry 141", "cubes that stand still, move apart, and meet", |d| {
        let cube = Cuboid::new(v(0.5, 0.5, 0.5));
        for (speed, time) in [(0.0, None), (1.0, None), (-1.0, Some(0.1))] {
            cast(d, HERE, &cube, at(0.0, 1.1, 0.0), Vector::Y * speed, &cube, time)?;
        }
        Ok(())
    }),
    ("a cast that hardly moves", "a ball and a triangle: no hit", |d| {
        let triangle = Triangle::new(v(0.5, -0.5, 0.0), v(-0.5, -0.5, 0.0), v(-0.5, 0.5, 0.0));
        cast(d, at(11.5, 5.5, 0.0), &triangle, HERE, v(0.0, 6.925e-39, 0.0), &Ball::new(0.375), None)
    }),
    ("ball against cuboid, cast", "inside, towards a corner, and away", |d| {
        let (ball, cuboid) = (Ball::new(1.0), Cuboid::new(v(1.0, 1.0, 1.0)));
        cast(d, HERE, &cuboid, at(1.0, 1.0, 1.0), v(3.0, 1.0, 1.0), &ball, Some(0.0))?;
        cast(
            d,
            HERE,
            &cuboid,
            at(2.0, 2.0, 2.0),
            v(-1.5, -1.5, -1.5),
            &ball,
            Some((3.0_f32.sqrt() - 1.0) / 6.75_f32.sqrt()),
        )?;
        cast(d, HERE, &cuboid, at(3.0, 3.0, 3.0), v(3.0, 1.0, 1.0), &ball, None)
    }),
    ("meshes that meet", "at 0.00998", |d| {
        let points = vec![v(0.0, 1.0, 0.0), v(-1.0, -0.5, 0.0), v(0.0, -0.5, -1.0), v(1.0, -0.5, 0.0)];
        let mesh = TriMesh::new(points, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1]]).map_err(|why| why.to_string())?;
        cast(d, at(1000.0, 0.0, 0.0), &mesh, HERE, v(1e5, 0.0, 0.0), &mesh, Some(0.00998))
    }),
    ("parry 79", "closest points of a cylinder and a mesh, beyond the limit and within", |d| {
        let mesh = TriMesh::new(vec![v(1.0, -1.0, 0.0), v(-1.0, -1.0, 0.0), v(0.0, -1.0, 1.0)], vec![[0, 1, 2]])
            .map_err(|why| why.to_string())?;
        let cylinder = Cylinder3::new(0.5, 1.0);
        let ask = |limit: f32| d.closest_points(&HERE, &cylinder, &mesh, limit).map_err(|why| why.to_string());
        check(ask(0.49)? == ClosestPoints::Disjoint, || "not disjoint".to_owned())?;
        match ask(0.6)? {
            ClosestPoints::WithinMargin(a, b) => {
                check(((a - b).length() - 0.5).abs() < 1e-4, || format!("{} apart", (a - b).length()))
            }
            other => Err(format!("{other:?}")),
        }
    }),
    ("parry 274", "contacts with a height field", |d| {
        let field = HeightField::new(parry::utils::Array2::new(3, 3, vec![0.0; 9]), v(10.0, 1.0, 10.0));
        let capsule = Capsule::new_y(0.5, 0.2);
        for (shape, height, dist) in [
            (&capsule as &dyn Shape, 2.0, 1.3),
            (&capsule, 0.7, 0.0),
            (&capsule, 0.6, -0.1),
            (&Ball::new(0.5), 0.3, -0.2),
        ] {
            let pose = at(1.0, height, -2.0);
            let there = d.contact(&pose, &field, shape, 2.0).map_err(|why| why.to_string())?.ok_or("no contact")?;
            let back = d
                .contact(&pose.inverse(), shape, &field, 2.0)
                .map_err(|why| why.to_string())?
                .ok_or("no contact")?
                .flipped();
            for found in [there, back] {
                check((found.dist - dist).abs() < 1e-4, || format!("{}, not {dist}", found.dist))?;
                check((found.normal1 - Vector::Y).length() < 1e-3, || format!("normal {:?}", found.normal1))?;
            }
        }
        Ok(())
    }),
    ("parry 373", "a cast at voxels: the witness is in their frame", |d| {
        let voxels = Voxels::new(v(1.0, 1.0, 1.0), &(0..20).map(|x| IVector::new(x, 0, 0)).collect::<Vec<_>>());
        let found = hit(d, HERE, &voxels, at(17.5, 3.5, 0.5), -Vector::Y, &Ball::new(0.5))?.ok_or("no hit")?;
        check((found.time_of_impact - 2.0).abs() < 1e-4, || format!("at {}", found.time_of_impact))?;
        check((found.witness1 - v(17.5, 1.0, 0.5)).length() < 1e-2, || format!("{:?}", found.witness1))
    }),
    ("parry 387", "a compound and a ball, in both orders", |d| {
        let cube = || SharedShape::cuboid(1.0, 1.0, 1.0);
        let compound = Compound::new(vec![(at(5.0, 0.0, 0.0), cube()), (at(-5.0, -2.0, 0.0), cube())]);
        let (ball, pose) = (Ball::new(1.0), at(5.0, 3.0, 0.0));
        let there = d.contact(&pose, &compound, &ball, 1.5).map_err(|why| why.to_string())?.ok_or("no contact")?;
        let back = d
            .contact(&pose.inverse(), &ball, &compound, 1.5)
            .map_err(|why| why.to_string())?
            .ok_or("no contact")?
            .flipped();
        for found in [there, back] {
            check(
                (found.dist - 1.0).abs() < 1e-4
                    && (found.point1 - v(5.0, 1.0, 0.0)).length() < 1e-3
                    && (found.normal1 - Vector::Y).length() < 1e-3,
                || format!("{found:?}"),
            )?;
        }
        Ok(())
    }),
    ("parry 404", "a capsule above voxels, within the prediction", |d| {
        let cells: Vec<_> = (0..64).map(|k| IVector::new(k % 8, 0, k / 8)).collect();
        let found =
            manifolds(d, &at(4.0, 1.55, 4.0), &Voxels::new(v(1.0, 1.0, 1.0), &cells), &Capsule::new_y(0.3, 0.2), 0.1)?;
        let found = deepest(&found).map(|(dist, _)| dist);
        check(found.is_some_and(|dist| (dist - 0.05).abs() < 1e-3), || format!("{found:?}, not 0.05"))
    }),
    ("two-sided meshes", "a ball above and below, at an inner edge", |d| {
        let points = vec![
            v(-2.0, 0.0, -1.0),
            v(0.0, 0.0, -1.0),
            v(2.0, 0.0, -1.0),
            v(-2.0, 0.0, 1.0),
            v(0.0, 0.0, 1.0),
            v(2.0, 0.0, 1.0),
        ];
        let mesh = |flags| {
            TriMesh::with_flags(points.clone(), vec![[0, 4, 1], [0, 3, 4], [1, 5, 2], [1, 4, 5]], flags)
                .map_err(|why| why.to_string())
        };
        let (one, two) = (mesh(TriMeshFlags::FIX_INTERNAL_EDGES)?, mesh(TriMeshFlags::FIX_INTERNAL_EDGES_TWO_SIDED)?);
        for (mesh, height, up) in
            [(&one, 0.4, Some(1.0)), (&two, 0.4, Some(1.0)), (&one, -0.4, None), (&two, -0.4, Some(-1.0))]
        {
            let found = deepest(&manifolds(d, &at(0.0, height, 0.0), mesh, &Ball::new(0.5), 0.0)?);
            let is_right = match (found, up) {
                (None, None) => true,
                (Some((dist, normal)), Some(up)) => (dist + 0.1).abs() < 1e-4 && normal.y * up > 0.99,
                _ => false,
            };
            check(is_right, || format!("{found:?} at the height {height}"))?;
        }
        Ok(())
    }),
];
