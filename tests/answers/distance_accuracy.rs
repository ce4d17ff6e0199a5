//! `Query::accuracy`: the bounds in the answer hold, and the verdict does not depend on the accuracy.
//!
//! The right distance is known from how a pair is made. B is moved out along the normal at a point of A's surface, until B's point with the
//! opposite normal is at this distance.

use gjk::nalgebra::{Matrix3, Vector3};
use gjk::shape::{Ball, Cylinder, Ellipsoid, Posed};
use gjk::{Pose, Query, Support, SupportExt, distance};
use oracle::random::{Random, campaign};

type Vector = Vector3<f64>;

const PARTS: [f64; 7] = [1e-2, 1e-3, 1e-5, 1e-7, 1e-10, 0.0, f64::NAN];

/// A shape, and a way to find the point of its surface with a given normal.
trait Surface: Support<3, Scalar = f64> + Clone + std::fmt::Debug {
    fn at(&self, normal: &Vector) -> Vector;
    /// How far it reaches from its center, at most.
    fn reach(&self) -> f64;
}

impl Surface for Ellipsoid<f64, 3> {
    fn at(&self, normal: &Vector) -> Vector {
        let stretched = self.radii().component_mul(normal);
        stretched.component_mul(self.radii()) / stretched.norm()
    }
    fn reach(&self) -> f64 {
        self.radii().max()
    }
}

impl Surface for Cylinder<f64> {
    fn at(&self, normal: &Vector) -> Vector {
        let radial = Vector::new(normal.x, 0.0, normal.z);
        radial / radial.norm() * self.radius() + Vector::new(0.0, self.half_height().copysign(normal.y), 0.0)
    }
    fn reach(&self) -> f64 {
        self.radius().max(self.half_height())
    }
}

impl Surface for Ball<f64, 3> {
    fn at(&self, normal: &Vector) -> Vector {
        self.center().expect("a center").coords + normal * self.radius()
    }
    fn reach(&self) -> f64 {
        self.radius()
    }
}

fn ellipsoid(random: &mut Random) -> Ellipsoid<f64, 3> {
    Ellipsoid::new(Vector::from_fn(|_, _| random.uniform(0.2, 1.0))).expect("an ellipsoid")
}

fn cylinder(random: &mut Random) -> Cylinder<f64> {
    Cylinder::with_radius(random.uniform(0.2, 1.0)).half_height(random.uniform(0.2, 1.0)).expect("a cylinder")
}

fn ball(random: &mut Random) -> Ball<f64, 3> {
    Ball::at([0.0; 3], random.uniform(0.2, 1.0)).expect("a ball")
}

/// B turned, so far from A as is said; and a bound on the size that the accuracy is a part of.
fn at<A: Surface, B: Surface>(random: &mut Random, a: &A, b: &B, apart: f64) -> (Posed<B, f64, 3>, f64) {
    let normal = Vector::from(random.direction::<3>());
    let turn = Matrix3::from(random.frame::<3>());
    let turn = turn * turn.determinant().signum();
    let place = a.at(&normal) + normal * apart - turn * b.at(&-(turn.transpose() * normal));
    let size = 3.0_f64.sqrt() * (a.reach() + b.reach()) + place.norm();
    (b.clone().posed(Pose::new(turn, place).expect("a rotation")).expect("it is near"), size)
}

/// Asks about pairs of two kinds. Returns the evaluations, for each accuracy, and those without one.
fn ask<A: Surface, B: Surface>(
    random: &mut Random,
    first: impl Fn(&mut Random) -> A,
    second: impl Fn(&mut Random) -> B,
) -> ([u32; PARTS.len()], u32) {
    let (mut evaluations, mut without) = ([0; PARTS.len()], 0);
    for _ in 0..campaign(300) {
        let (a, b) = (first(random), second(random));
        let apart = 10_f64.powf(random.uniform(-8.0, 0.5));
        let (b, size) = at(random, &a, &b, apart);
        let plain = distance(&a, &b);
        without += plain.evaluations;
        let slack = 64.0 * f64::EPSILON * size;
        for (part, evaluations) in PARTS.into_iter().zip(&mut evaluations) {
            let asked = part.max(0.0) * size;
            let found = Query::new().accuracy(part).distance(&a, &b);
            *evaluations += found.evaluations;
            assert!(!found.intersects(), "{a:?} {b:?}");
            let off = found.distance - apart;
            assert!(off >= -slack && off <= asked + slack, "{part}: off by {off} of {apart}, {a:?} {b:?}");
            assert!(found.lower <= apart + slack, "{part}: {a:?} {b:?}");
            let gap = found.distance - found.lower;
            assert!(gap <= asked + slack, "{part}: a gap of {gap} at {apart}, {a:?} {b:?}");
            let [p, q] = &found.points;
            assert!(((q - p).norm() - found.distance).abs() <= slack, "{part}: {a:?} {b:?}");
            let touch = Query::new().accuracy(part).contact(&a, &b);
            assert!((touch.separation - apart).abs() <= asked + slack, "{part}: {a:?} {b:?}");
            assert!(touch.lower <= apart + slack, "{part}: {a:?} {b:?}");
            if asked <= 0.0 {
                assert_eq!(found, plain);
            }
        }
    }
    (evaluations, without)
}

#[test]
fn the_distance_is_as_accurate_as_was_asked_for() {
    let mut random = Random::new(34);
    for (evaluations, without) in [
        ask(&mut random, ellipsoid, ellipsoid),
        ask(&mut random, cylinder, ellipsoid),
        ask(&mut random, cylinder, cylinder),
        ask(&mut random, ball, ellipsoid),
    ] {
        println!("{evaluations:?}, and without an accuracy {without}");
        // Coarser is never longer, and 10⁻⁵ takes at most six tenths.
        assert!(evaluations[..5].is_sorted() && 10 * evaluations[2] <= 6 * without);
    }
}

/// Near touching the bounds are on either side of the margins for long. The verdict is the one without an accuracy.
#[test]
fn verdicts_do_not_depend_on_the_accuracy() {
    let mut random = Random::new(35);
    let [mut meeting, mut apart] = [0, 0];
    for _ in 0..campaign(1000) {
        let (a, b) = (ball(&mut random), ellipsoid(&mut random));
        let gap = random.uniform(-1e-3, 1e-3);
        let (b, _) = at(&mut random, &a, &b, gap);
        let plain = distance(&a, &b);
        *if plain.intersects() { &mut meeting } else { &mut apart } += 1;
        for part in PARTS {
            let found = Query::new().accuracy(part).distance(&a, &b);
            assert_eq!(found.intersects(), gap < 0.0, "{part}: {gap}, {a:?} {b:?}");
        }
    }
    assert!(meeting > 100 && apart > 100, "{meeting} {apart}");
}
