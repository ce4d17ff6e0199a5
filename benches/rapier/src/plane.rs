//! Cases in the plane, with parry2d.

#[path = "exact.rs"]
mod exact;
#[path = "judge.rs"]
pub mod judge;
#[path = "scenes2.rs"]
pub mod scenes;
#[path = "sweep.rs"]
pub mod sweep;
#[path = "worlds.rs"]
pub mod worlds;

use ::parry2d as parry;
use ::rapier2d as rapier;
use exact::{Exact, Verdict, both_ways, cloud};
use gjk::Error;
use gjk::nalgebra::Matrix2;
use oracle::directions::Disc;
use parry::math::{Pose, Vector};
use parry::query::{ContactManifold, PersistentQueryDispatcher, ShapeCastOptions};
use parry::shape::{Ball, Capsule, ConvexPolygon, Cuboid, Polyline, Segment, Shape, SharedShape, TypedShape};

const D: usize = 2;
/// The kinds of shape of a sweep.
const KINDS: [&str; 7] = ["ball", "cuboid", "capsule", "segment", "triangle", "polygon", "round cuboid"];

fn convex(shape: TypedShape<'_>) -> Result<Exact, Error> {
    let TypedShape::ConvexPolygon(of) = shape else { return Err(Error::Other("not in the tables".into())) };
    cloud(of.points())
}

fn discs(shape: TypedShape<'_>) -> Result<Vec<Disc<2>>, Error> {
    let TypedShape::ConvexPolygon(of) = shape else { return Err(Error::Other("not in the tables".into())) };
    Ok(of.points().iter().map(|point| Disc::point(point.to_array().map(f64::from))).collect())
}

fn hull(points: &[Vector]) -> Option<SharedShape> {
    SharedShape::convex_hull(points)
}

fn other(_: usize, [a, b]: [f32; 2]) -> SharedShape {
    SharedShape::round_cuboid(a, b, 0.3 * b)
}

fn rotation(parts: [f32; 4]) -> parry::math::Rotation {
    parry::math::Rotation::new(3.2 * parts[0])
}

fn wide_pose(pose: &Pose) -> Result<gjk::Pose<f64, 2>, Error> {
    let [re, im] = [pose.rotation.re, pose.rotation.im].map(f64::from);
    gjk::Pose::new(Matrix2::new(re, -im, im, re), pose.translation.to_array().map(f64::from))
}

pub type Dispatcher = dyn PersistentQueryDispatcher<(), ()>;
pub type Case = (&'static str, &'static str, fn(&Dispatcher) -> Verdict);

fn v(x: f32, y: f32) -> Vector {
    Vector::new(x, y)
}

fn at(x: f32, y: f32) -> Pose {
    Pose::translation(x, y)
}

fn pair(asked: &Dispatcher, p1: Pose, g1: &dyn Shape, p2: Pose, g2: &dyn Shape) -> Verdict {
    both_ways(asked, &p1.inv_mul(&p2), g1, g2)
}

/// The time of a cast of the first shape, which has to be right to a ten thousandth.
fn cast(
    asked: &Dispatcher,
    p1: Pose,
    v1: Vector,
    g1: &dyn Shape,
    p2: Pose,
    g2: &dyn Shape,
    time: Option<f32>,
) -> Verdict {
    let pose = p1.inv_mul(&p2);
    let velocity = p1.rotation.inverse() * -v1;
    let hit = asked.cast_shapes(&pose, velocity, g1, g2, ShapeCastOptions::default()).map_err(|why| why.to_string())?;
    match (hit.map(|hit| hit.time_of_impact), time) {
        (None, None) => Ok(()),
        (Some(found), Some(time)) if (found - time).abs() <= 1e-4 * (1.0 + time) => Ok(()),
        (found, time) => Err(format!("hit at {found:?}, not {time:?}")),
    }
}

pub const CASES: &[Case] = &[
    ("parry 34", "a ball whose center is a corner of a cuboid", |d| {
        pair(d, at(1.0, 1.0), &Ball::new(1.0), at(0.0, 0.0), &Cuboid::new(v(1.0, 1.0)))
    }),
    ("parry 378", "a capsule that touches a cuboid's long side", |d| {
        pair(
            d,
            at(0.0, 0.0),
            &Capsule::new(v(0.0, -0.25), v(0.0, 0.25), 0.5),
            at(-2.037_373_5, -1.25),
            &Cuboid::new(v(4.0, 0.5)),
        )
    }),
    ("parry 205", "a capsule in a large triangle", |d| {
        let triangle = ConvexPolygon::from_convex_polyline(vec![v(64.0, 507.0), v(440.0, 326.0), v(1072.0, 507.0)])
            .ok_or("no polygon")?;
        pair(d, at(381.592, 348.491), &Capsule::new_y(5.0, 10.0), at(0.0, 0.0), &triangle)
    }),
    ("parry 415", "a segment in a long cuboid", |d| {
        pair(d, at(0.0, 0.0), &Segment::new(v(60.0, 10.0), v(10.0, 0.0)), at(50.0, 50.0), &Cuboid::new(v(10.0, 100.0)))
    }),
    ("parry 431", "cuboids of different heights, side by side", |d| {
        for (p, size, turn) in [
            (v(-5.573_167, 0.0), v(1.0, 2.0), 0.0),
            (v(7.0, 0.5), v(2.0, 1.0), 0.0),
            (v(5.0, 4.0), v(1.0, 1.0), 0.0),
            (v(0.0, 4.0), v(1.0, 1.0), std::f32::consts::FRAC_PI_4),
            (v(2.0, 0.0), v(1.0, 2.0), 0.0),
            (v(1.5, 0.0), v(1.0, 2.0), 0.0),
        ] {
            pair(d, at(0.0, 0.0), &Cuboid::new(v(1.0, 1.0)), Pose::new(p, turn), &Cuboid::new(size))?;
        }
        Ok(())
    }),
    ("closest points of cuboids", "corners a little apart, on all sides, and a gap below rounding", |d| {
        let unit = Cuboid::new(v(1.0, 1.0));
        for p in [v(3.0, 2.5), v(3.0, -2.5), v(-3.0, 2.5), v(-3.0, -2.5), v(2.0001, 2.0)] {
            pair(d, at(0.0, 0.0), &unit, at(p.x, p.y), &unit)?;
        }
        pair(
            d,
            at(0.0, 0.0),
            &Cuboid::new(v(0.538_635_9, 0.887_437_3)),
            at(-1.638_556_7, 1.059_632_4),
            &Cuboid::new(v(1.099_920_9, 0.172_194_27)),
        )
    }),
    ("epa2", "cuboids that overlap, and nearly coincide", |d| {
        let long = Cuboid::new(v(2.0, 1.0));
        pair(d, at(3.5, 0.0), &long, at(0.0, 0.0), &long)?;
        pair(d, at(0.0, 0.2), &long, at(0.0, 0.0), &long)
    }),
    ("parry 181", "a small cuboid turns at a long one for 20,000 steps: each contact is right", |d| {
        let (small, long) = (Cuboid::new(v(10.0, 10.0)), Cuboid::new(v(300.0, 1.5)));
        let there = Pose::new(v(5.0, 0.0), 1.5);
        let (mut place, mut angle) = (v(0.0, 0.0), 0.0_f32);
        for step in 0..20_000 {
            (place.x, angle) = (place.x + 1e-4, angle + 5e-3);
            let pose = Pose::new(place, angle).inv_mul(&there);
            let truth = exact::Truth::of(&pose, &small, &long).map_err(|why| why.to_string())?;
            let mut manifold = ContactManifold::new();
            d.contact_manifold_convex_convex(&pose, &small, &long, None, None, 0.0, &mut manifold)
                .map_err(|why| why.to_string())?;
            let deepest = manifold.find_deepest_contact().map(|point| f64::from(point.dist));
            match deepest {
                None if truth.separation < -truth.tolerance => {
                    return Err(format!("no contact at step {step}, {:.4} deep", -truth.separation));
                }
                Some(dist) if (dist - truth.separation).abs() > truth.tolerance => {
                    return Err(format!("{dist:.4} at step {step}, not {:.4}", truth.separation));
                }
                _ => {}
            }
            if let Some(dist) = deepest {
                place += Pose::new(place, angle).rotation * (manifold.local_n1 * dist as f32);
            }
        }
        Ok(())
    }),
    ("parry 180", "a long segment that grazes a cuboid's corner", |d| {
        for x in [15.689_464, 15.689_465, 15.689_466] {
            let segment = Segment::new(v(1.0, 1.0), v(124.0, 1.0));
            cast(
                d,
                at(0.0, 0.0),
                v(-0.008_138_5, 0.999_966),
                &segment,
                at(x, 54.007_09),
                &Cuboid::new(v(2.0, 2.0)),
                Some(51.008_82),
            )?;
        }
        Ok(())
    }),
    ("parry 180, slope", "a capsule near a steep segment", |d| {
        let (segment, capsule) = (Segment::new(v(-24.0, 48.0), v(24.0, -48.0)), Capsule::new_y(14.0, 8.0));
        let (from, way, there) = (v(-653.389_1, -245.087_46), v(-3.333_333_7, -5.416_667_5), v(-648.0, -288.0));
        // The capsule's lower end meets the inside of the segment.
        let normal = v(2.0, 1.0).normalize();
        let time = ((from - there - v(0.0, 14.0)).dot(normal) - 8.0) / -way.dot(normal);
        cast(d, at(from.x, from.y), way, &capsule, at(there.x, there.y), &segment, Some(time))
    }),
    ("ball against ball, cast", "hit at 0.9", |d| {
        cast(d, at(0.0, 0.0), v(0.0, 10.0), &Ball::new(0.5), at(0.0, 10.0), &Ball::new(0.5), Some(0.9))
    }),
    ("ball against cuboid, cast", "inside, towards a corner, and past it", |d| {
        let (ball, cuboid) = (Ball::new(1.0), Cuboid::new(v(1.0, 1.0)));
        cast(d, at(1.0, 1.0), v(3.0, 1.0), &ball, at(0.0, 0.0), &cuboid, Some(0.0))?;
        cast(
            d,
            at(2.0, 2.0),
            v(-1.5, -1.5),
            &ball,
            at(0.0, 0.0),
            &cuboid,
            Some((2.0_f32.sqrt() - 1.0) / 4.5_f32.sqrt()),
        )?;
        cast(d, at(3.0, 3.0), v(0.5, -1.5), &ball, at(0.0, 0.0), &cuboid, None)
    }),
    ("parry 214", "a cuboid against a taller one", |d| {
        cast(
            d,
            at(0.0, 0.0),
            v(1.0, 0.0),
            &Cuboid::new(v(1.0, 1.0)),
            at(10.0, 0.0),
            &Cuboid::new(v(1.0, 1.5)),
            Some(8.0),
        )
    }),
    ("parry 19", "a ball against a segment and a polyline that are turned", |d| {
        let turned = Pose::new(Vector::ZERO, -std::f32::consts::FRAC_PI_2);
        let ball = Ball::new(0.5);
        cast(d, at(0.0, 0.0), v(1.0, 0.0), &ball, turned, &Segment::new(v(1.0, 1.0), v(-1.0, 1.0)), Some(0.5))?;
        cast(
            d,
            at(0.0, 0.0),
            v(1.0, 0.0),
            &ball,
            turned,
            &Polyline::new(vec![v(1.0, 1.0), v(-1.0, 1.0)], None),
            Some(0.5),
        )
    }),
    ("parry 168", "a ball at the end of a polyline: unit normals", |d| {
        let line = Polyline::new(vec![v(-10.0, 0.0), v(10.0, 0.0)], None);
        for (x, y, prediction) in [(11.0, 1.0, 1.0), (11.5, 0.0, 1.0), (10.0, 0.0, 0.1), (10.5, 0.5, 0.0)] {
            let (mut manifolds, mut workspace) = (Vec::new(), None);
            d.contact_manifolds(&at(x, y), &line, &Ball::new(1.0), prediction, &mut manifolds, &mut workspace)
                .map_err(|why| why.to_string())?;
            let touching: Vec<_> = manifolds.iter().filter(|manifold| !manifold.points.is_empty()).collect();
            if touching.is_empty() || touching.iter().any(|manifold| (manifold.local_n1.length() - 1.0).abs() > 1e-4) {
                return Err(format!("{} contacts at ({x}, {y})", touching.len()));
            }
        }
        Ok(())
    }),
];
