//! `Query::accuracy` of overlaps: the depth is too long by at most the accuracy, and the bounds in the answer hold.
//!
//! The right depth is known from how a pair is made. A ball inside A touches its surface from within, and the point of B with the opposite
//! normal is put into this ball, no deeper than its center. So a ball of this depth around the origin is inside A − B, and the translation
//! out along the normal is the shortest.

#![allow(
    clippy::float_cmp,
    clippy::cast_precision_loss,
    reason = "answers without an accuracy have the same bits; dimensions are small"
)]

use gjk::nalgebra::{SMatrix, SVector, Vector3};
use gjk::shape::{Cone, Cuboid, Cylinder, Ellipsoid};
use gjk::{Contact, Pose, Query, Support, SupportExt, contact, epa::Expansion, simplex::Cases};
use oracle::random::{Random, campaign};

const PARTS: [f64; 7] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 0.0, f64::NAN];

/// A shape as formulas.
trait Solid<const D: usize>: Support<D, Scalar = f64> + Clone + std::fmt::Debug {
    /// The point farthest along a unit vector.
    fn farthest(&self, normal: &SVector<f64, D>) -> SVector<f64, D>;
    /// A point of the surface, its normal, and the radius of a ball inside that touches the surface there.
    fn place(&self, random: &mut Random) -> (SVector<f64, D>, SVector<f64, D>, f64);
    /// How far it reaches from its center, at most.
    fn reach(&self) -> f64;
}

impl<const D: usize> Solid<D> for Ellipsoid<f64, D> {
    fn farthest(&self, normal: &SVector<f64, D>) -> SVector<f64, D> {
        let stretched = self.radii().component_mul(normal);
        stretched.component_mul(self.radii()) / stretched.norm()
    }
    /// Nowhere is the curvature more than at the ends of the longest axis.
    fn place(&self, random: &mut Random) -> (SVector<f64, D>, SVector<f64, D>, f64) {
        let normal = SVector::from(random.direction());
        (self.farthest(&normal), normal, self.radii().min().powi(2) / self.radii().max())
    }
    fn reach(&self) -> f64 {
        self.radii().max()
    }
}

/// The unit vector away from the y axis; 0 for none.
fn outward(normal: &Vector3<f64>) -> Vector3<f64> {
    Vector3::new(normal.x, 0.0, normal.z).try_normalize(0.0).unwrap_or_default()
}

/// From a distance from the y axis and a height to a point.
fn around(random: &mut Random) -> impl Fn(f64, f64) -> Vector3<f64> + use<> {
    let [cos, sin] = random.direction::<2>();
    move |r, y| Vector3::new(r * cos, y, r * sin)
}

impl Solid<3> for Cylinder<f64> {
    fn farthest(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        outward(normal) * self.radius() + Vector3::y() * self.half_height().copysign(normal.y)
    }
    fn place(&self, random: &mut Random) -> (Vector3<f64>, Vector3<f64>, f64) {
        let (radius, half, part) = (self.radius(), self.half_height(), random.uniform(-0.9, 0.9));
        let (at, end) = (around(random), 1_f64.copysign(part));
        if random.coin() {
            (at(radius * part, half * end), at(0.0, end), half.min(radius * (1.0 - part.abs())))
        } else {
            (at(radius, half * part), at(1.0, 0.0), radius.min(half * (1.0 - part.abs())))
        }
    }
    fn reach(&self) -> f64 {
        self.radius().max(self.half_height())
    }
}

impl Solid<3> for Cone<f64> {
    fn farthest(&self, normal: &Vector3<f64>) -> Vector3<f64> {
        let [apex, base] = [1.0, -1.0].map(|end| Vector3::y() * (end * self.half_height()));
        let rim = base + outward(normal) * self.radius();
        if apex.dot(normal) > rim.dot(normal) { apex } else { rim }
    }
    /// On the side: the ball's center is not beyond the axis, and not nearer the base than the side.
    fn place(&self, random: &mut Random) -> (Vector3<f64>, Vector3<f64>, f64) {
        let (radius, half, part) = (self.radius(), self.half_height(), random.uniform(0.1, 0.9));
        let at = around(random);
        let [out, up] = [2.0 * half, radius].map(|side| side / radius.hypot(2.0 * half));
        let (r, height) = (radius * part, 2.0 * half * (1.0 - part));
        (at(r, height - half), at(out, up), (r / out).min(height / (1.0 + up)))
    }
    fn reach(&self) -> f64 {
        self.radius().max(self.half_height())
    }
}

fn ellipsoid<const D: usize>(random: &mut Random) -> Ellipsoid<f64, D> {
    Ellipsoid::new(SVector::from_fn(|_, _| random.uniform(0.4, 1.0))).expect("an ellipsoid")
}

fn cylinder(random: &mut Random) -> Cylinder<f64> {
    Cylinder::with_radius(random.uniform(0.3, 1.0)).half_height(random.uniform(0.3, 1.0)).expect("a cylinder")
}

fn cone(random: &mut Random) -> Cone<f64> {
    Cone::with_radius(random.uniform(0.3, 1.0)).half_height(random.uniform(0.3, 1.0)).expect("a cone")
}

/// Asks about pairs of two kinds. Returns the evaluations, for each accuracy.
fn ask<A: Solid<D>, B: Solid<D>, const D: usize>(
    random: &mut Random,
    count: u64,
    first: impl Fn(&mut Random) -> A,
    second: impl Fn(&mut Random) -> B,
) -> [u32; PARTS.len()]
where
    Cases: Expansion<f64, D>,
{
    let mut evaluations = [0; PARTS.len()];
    for _ in 0..campaign(count) {
        let (a, b) = (first(random), second(random));
        let (point, normal, ball) = a.place(random);
        let depth = ball * random.uniform(0.02, 0.98);
        let mut turn: SMatrix<f64, D, D> = random.frame::<D>().into();
        if Pose::new(turn, SVector::zeros()).is_err() {
            // It mirrors.
            turn.column_mut(0).neg_mut();
        }
        let reach = |n: &SVector<f64, D>| a.farthest(n).dot(n) + b.farthest(&-turn.tr_mul(n)).dot(&-turn.tr_mul(n));
        let place = point - normal * depth - turn * b.farthest(&-turn.tr_mul(&normal));
        let there = b.clone().posed(Pose::new(turn, place).expect("a rotation")).expect("it is near");
        let size = (D as f64).sqrt() * (a.reach() + b.reach()) + place.norm();
        let slack = 64.0 * f64::EPSILON * size;
        let plain = contact(&a, &there);
        for (part, evaluations) in PARTS.into_iter().zip(&mut evaluations) {
            let found = Query::new().accuracy(part).contact(&a, &there);
            *evaluations += found.evaluations;
            let asked = part.max(0.0) * size;
            let what = format_args!("{part}: {depth} deep, {a:?} {b:?} {found:?}");
            if asked <= 0.0 {
                assert_eq!(found, plain, "{what}");
                continue;
            }
            let Contact { separation, normal, points: [p, q], lower, upper, .. } = &found;
            let off = -separation - depth;
            assert!(off >= -slack && off <= asked + slack, "off by {off}: {what}");
            assert!(lower == separation && -upper <= depth + slack, "{what}");
            assert!(upper - lower <= asked + slack, "{what}");
            let proven = reach(normal) - place.dot(normal);
            assert!((proven + separation).abs() <= slack, "its normal proves {proven}: {what}");
            let beside = (q - p - normal * *separation).norm();
            assert!(beside <= asked + 1e-9, "points are off by {beside}: {what}");
        }
    }
    evaluations
}

#[test]
fn a_depth_is_as_accurate_as_was_asked_for() {
    let random = &mut Random::new(34);
    for evaluations in [
        ask(random, 30, ellipsoid::<3>, ellipsoid::<3>),
        ask(random, 30, cylinder, ellipsoid::<3>),
        ask(random, 30, cylinder, cylinder),
        ask(random, 30, cylinder, cone),
        ask(random, 30, cone, cone),
        ask(random, 30, ellipsoid::<2>, ellipsoid::<2>),
    ] {
        println!("{evaluations:?}");
        // Coarser is never longer, and a thousandth takes at most half.
        assert!(evaluations[..6].is_sorted() && 2 * evaluations[2] <= evaluations[5], "{evaluations:?}");
    }
    let evaluations = ask(random, 20, ellipsoid::<4>, ellipsoid::<4>);
    assert!(evaluations[..6].is_sorted(), "{evaluations:?}");
}

/// Their depth has a closed form.
#[test]
fn depths_of_boxes_are_as_before() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).expect("a box");
    let other = cube.posed(Vector3::new(0.3, 0.5, 0.2)).expect("it is near");
    assert_eq!(Query::new().accuracy(1e-1).contact(&cube, &other), contact(&cube, &other));
}
