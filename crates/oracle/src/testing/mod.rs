//! Shared by tests that ask the library: the two floating-point types as one, and the checks that every answer has
//! to pass, whatever the question was.

#![allow(missing_docs, reason = "a test says what it asks")]
#![allow(
    clippy::must_use_candidate,
    clippy::return_self_not_must_use,
    clippy::missing_panics_doc,
    reason = "only tests call these"
)]
#![allow(clippy::cast_possible_truncation, reason = "rounding to f32 is what is wanted")]
#![allow(clippy::float_cmp, reason = "the very number is meant")]

// In release builds only examples depend on this crate, and they use none of it.
#[cfg(all(feature = "exact", debug_assertions))]
mod compiled;
pub mod hard_pairs;
pub mod tolerance;

use crate::solid::{Form, Solid};
use crate::vector::{add_scaled, dot, norm, sub};
use crate::{Model, Precision, certificate, exact};
use gjk::nalgebra::{Point, RealField, Rotation, SMatrix, SVector, Similarity, Translation};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Segment, Sum, Triangle};
use gjk::{
    Difference, Distance, Outcome, Pose, Real, Scalar, Support, SupportExt, Verdict,
    simplex::{Cases, SimplexCases},
};

/// The largest allowed error of an answer, in ε of the largest coordinate.
pub const BOUND: f64 = tolerance::named("PROMISED") as f64;

/// The nearest number of a type that rounds.
pub fn nearest<T: Scalar>(x: f64) -> T {
    T::from_double(x).expect("a type that rounds")
}

/// `f32` or `f64`.
pub trait Float: Real + Copy + Into<f64> {
    const PRECISION: Precision;
    /// The nearest number of this type.
    fn narrowed(x: f64) -> Self;

    fn wide(self) -> f64 {
        self.into()
    }
}

impl Float for f32 {
    const PRECISION: Precision = Precision::Single;
    fn narrowed(x: f64) -> Self {
        x as f32
    }
}

impl Float for f64 {
    const PRECISION: Precision = Precision::Double;
    fn narrowed(x: f64) -> Self {
        x
    }
}

/// Runs the same lines twice, with the type `T` standing for `f32` and for `f64`.
#[macro_export]
macro_rules! in_both_precisions {
    ($($body:tt)*) => {{
        {
            type T = f32;
            $($body)*
        }
        {
            type T = f64;
            $($body)*
        }
    }};
}

pub fn point<T: Float, const D: usize>(p: &[f64; D]) -> Point<T, D> {
    Point::from(p.map(T::narrowed))
}

pub fn vector<T: Float, const D: usize>(p: &[f64; D]) -> SVector<T, D> {
    SVector::from(p.map(T::narrowed))
}

pub fn wide<T: Float, const D: usize>(v: &SVector<T, D>) -> [f64; D] {
    std::array::from_fn(|k| v[k].wide())
}

pub use crate::in_both_precisions;

/// The hull of points whose coordinates are numbers of the type.
pub fn cloud<T: Float, const D: usize>(points: &[[f64; D]]) -> PointCloud<T, D> {
    PointCloud::new(points.iter().map(point)).unwrap()
}

/// The matrix with these axes as its columns, mirrored in the first if they are left-handed.
pub fn rotation<T: Float, const D: usize>(axes: &[[f64; D]; D]) -> SMatrix<T, D, D> {
    let mut axes = *axes;
    if determinant(axes) < 0.0 {
        axes[0] = axes[0].map(|x| -x);
    }
    SMatrix::from_fn(|row, column| T::narrowed(axes[column][row]))
}

/// The shape that a formula describes.
pub fn shape<T: Float>(solid: &Solid) -> Box<dyn Support<3, Scalar = T>> {
    let t = T::narrowed;
    let pose = Pose::new(rotation::<T, 3>(&solid.axes), vector(&solid.center)).unwrap();
    let along = |y: f64| Point::from(vector::<T, 3>(&[0.0, y, 0.0]));
    match solid.form {
        Form::Ellipsoid(radii) => Box::new(Ellipsoid::new(vector::<T, 3>(&radii)).unwrap().posed(pose).unwrap()),
        Form::Cylinder(r, h) => Box::new(Cylinder::with_radius(t(r)).half_height(t(h)).unwrap().posed(pose).unwrap()),
        Form::Cone(r, h) => Box::new(Cone::with_radius(t(r)).half_height(t(h)).unwrap().posed(pose).unwrap()),
        Form::Ball(r) => Box::new(Ball::at(along(0.0), t(r)).unwrap().posed(pose).unwrap()),
        Form::Capsule(r, h) => Box::new(Capsule::new(along(-h), along(h), t(r)).unwrap().posed(pose).unwrap()),
        Form::Cuboid(half) => Box::new(Cuboid::new(vector::<T, 3>(&half)).unwrap().posed(pose).unwrap()),
        Form::Rounded(half, margin) => {
            let cuboid = Cuboid::new(vector::<T, 3>(&half)).unwrap();
            Box::new(cuboid.swollen(t(margin)).unwrap().posed(pose).unwrap())
        }
    }
}

fn determinant<const D: usize>(mut rows: [[f64; D]; D]) -> f64 {
    let mut product = 1.0;
    for k in 0..D {
        let pivot = (k..D).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs())).unwrap();
        if pivot != k {
            rows.swap(k, pivot);
            product = -product;
        }
        product *= rows[k][k];
        for row in k + 1..D {
            rows[row] = add_scaled(&rows[row], &rows[k], -rows[row][k] / rows[k][k]);
        }
    }
    product
}

/// Counts of verdicts, to assert that a test is representative.
#[derive(Default, Debug)]
pub struct Coverage {
    pub pairs: u32,
    pub hits: u32,
}

impl Coverage {
    pub fn note(&mut self, hit: bool) {
        self.pairs += 1;
        self.hits += u32::from(hit);
    }

    pub fn assert_balanced(&self, what: &str) {
        let rate = f64::from(self.hits) / f64::from(self.pairs);
        assert!((0.3..=0.7).contains(&rate), "{what}: hit rate {rate}");
    }
}

/// A shape of any kind: asked through it, the queries are compiled once for all kinds.
pub type Shape<T, const D: usize> = dyn Support<D, Scalar = T>;

/// A shape as one of any kind.
pub fn erased<'a, T: Real, const D: usize>(
    shape: &'a (dyn Support<D, Scalar = T> + 'a),
) -> &'a (dyn Support<D, Scalar = T> + 'a) {
    shape
}

/// All the ways to ask for a verdict, and the distance, which have to agree; returns the last two.
pub fn ask<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, what: &str) -> (Outcome<T, D>, Distance<T, D>)
where
    Cases: SimplexCases<T, D>,
{
    let set = Difference(a, b);
    let outcome = gjk::Query::new().search(&set);
    let found = gjk::distance(a, b);
    let verdict = outcome.intersects();
    assert_eq!(verdict, gjk::intersects(a, b), "intersects and search: {what}");
    assert_eq!(verdict, gjk::gjk::<D>(&set), "gjk and search: {what}");
    assert_eq!(verdict, found.intersects(), "{:?}, but distance {:e}: {what}", outcome.verdict, found.distance.wide());
    assert_eq!(verdict, found.distance.wide() <= 0.0, "{what}");
    assert!(found.undecided.is_none() && !matches!(outcome.verdict, Verdict::Undecided { .. }), "{outcome:?}: {what}");
    (outcome, found)
}

/// Asserts what can be said of a distance without knowing the right one, for sets whose largest coordinate is `l`: the
/// lower bound is not above the distance, the points are `distance` apart, and they are the weighted means of the
/// feature's vertices (of the cores: with margins, the points are at most that far from them).
pub fn assert_consistent<T: Float, const D: usize>(
    found: &Distance<T, D>,
    [margin_a, margin_b]: [f64; 2],
    l: f64,
    what: &str,
) {
    let unit = T::PRECISION.epsilon() * l;
    let [distance, lower] = [found.distance.wide(), found.lower.wide()];
    assert!(distance.is_finite() && distance >= 0.0 && lower >= 0.0, "{found:?}: {what}");
    assert!(lower <= distance + 4.0 * unit, "lower {lower:e} > {distance:e}: {what}");
    let points = found.points.each_ref().map(|p| wide(&p.coords));
    let apart = norm(&sub(&points[1], &points[0]));
    assert!((apart - distance).abs() <= BOUND * unit, "points {apart:e} apart, not {distance:e}: {what}\n{found:?}");

    let mut sum = 0.0;
    let mut means = [[0.0; D]; 2];
    for vertex in found.feature.vertices() {
        let weight = vertex.weight.wide();
        assert!(weight > 0.0 && weight <= 1.0 + 16.0 * T::PRECISION.epsilon(), "weight {weight:e}: {what}");
        sum += weight;
        for (mean, p) in means.iter_mut().zip(&vertex.points) {
            *mean = add_scaled(mean, &wide(&p.coords), weight);
        }
    }
    assert!((sum - 1.0).abs() <= 16.0 * T::PRECISION.epsilon(), "weights sum to {sum}: {what}");
    for ((mean, p), margin) in means.iter().zip(&points).zip([margin_a, margin_b]) {
        let off = norm(&sub(mean, p));
        assert!(off <= margin + BOUND * unit, "the feature's mean is {off:e} from the point: {what}\n{found:?}");
    }
}

/// The signed separation that an axis proves from below, in `f64`: how much farther B is than A along it.
pub fn gap<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], axis: &[f64; D]) -> f64 {
    let length = norm(axis);
    let gap = certificate::gap(a, b, axis).to_f64();
    if length > 0.0 { gap / length } else { f64::NEG_INFINITY }
}

/// Asserts that a verdict on two hulls is right, or within rounding of it: a separating axis has to prove itself, up to
/// 64 ε of the largest coordinate, and what intersects must not be farther apart than that.
pub fn assert_verdict_holds<T: Float, const D: usize>(
    a: &[[f64; D]],
    b: &[[f64; D]],
    verdict: &Verdict<T, D>,
    l: f64,
    what: &str,
) {
    let slack = BOUND * T::PRECISION.epsilon() * l;
    if let Verdict::Separated { axis } = verdict {
        // Axes are of any length: brought to the middle of the range before they are squared.
        let axis = wide(axis);
        assert!(axis.iter().all(|x| x.is_finite()), "{axis:?} is no axis: {what}");
        let size = axis.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let gap = gap(a, b, &axis.map(|x| x / size));
        assert!(gap >= -slack, "the axis {axis:?} overlaps by {gap:e}: {what}");
    } else {
        let distance = exact::distance(a, b).distance();
        assert!(distance <= slack, "{verdict:?}, but {distance:e} apart: {what}");
    }
}

/// |v| in two steps, for lists of numbers far from 1.
pub fn length<const D: usize>(v: &[f64; D]) -> f64 {
    let size = v.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if size > 0.0 {
        let unit = v.map(|x| x / size);
        dot(&unit, &unit).sqrt() * size
    } else {
        0.0
    }
}

/// The shape that a model describes; `None` if it is refused.
pub fn build<T: Float + RealField, const D: usize>(model: &Model<D>) -> Option<Box<Shape<T, D>>> {
    let point = |p: &[f64; D]| Point::from(p.map(T::narrowed));
    Some(match model {
        Model::Points(points) => match &points[..] {
            [p] => Box::new(Ball::point(point(p)).ok()?),
            [p, q] => Box::new(Segment::new([point(p), point(q)]).ok()?),
            [p, q, r] => Box::new(Triangle::new([point(p), point(q), point(r)]).ok()?),
            points => {
                let cloud = PointCloud::new(points.iter().map(point)).ok()?;
                Box::new(if points.len() < 32 { cloud } else { cloud.indexed() })
            }
        },
        Model::Cuboid(half) => Box::new(Cuboid::new(SVector::from(half.map(T::narrowed))).ok()?),
        Model::Sum(parts) => Box::new(Sum::new(build::<T, D>(&parts[0])?, build::<T, D>(&parts[1])?).ok()?),
        Model::Repeated(part, times) => {
            let mut sum = build::<T, D>(part)?;
            for _ in 1..*times {
                sum = Box::new(Sum::new(sum, build::<T, D>(part)?).ok()?);
            }
            sum
        }
        Model::Hull(parts) => Box::new(Hull::round(parts.iter().map(build::<T, D>).collect::<Option<Vec<_>>>()?).ok()?),
        Model::Posed { inner, rotation, scale, translation } => {
            let inner = build::<T, D>(inner)?;
            let rotation = SMatrix::from_fn(|i, k| T::narrowed(rotation[i][k]));
            let translation = SVector::from(translation.map(T::narrowed));
            Box::new(if *scale == 1.0 {
                inner.posed(Pose::new(rotation, translation).ok()?).ok()?
            } else {
                let rotation = Rotation::from_matrix_unchecked(rotation);
                inner
                    .posed(Similarity::from_parts(Translation::from(translation), rotation, T::narrowed(*scale)))
                    .ok()?
            })
        }
        Model::Swollen(inner, radius) => Box::new(build::<T, D>(inner)?.swollen(T::narrowed(*radius)).ok()?),
    })
}
