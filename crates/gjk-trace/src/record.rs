//! Traces as plain data: the steps of a query and its answer.

use crate::vector::Vector;
use alloc::string::String;
use alloc::vec::Vec;
use gjk::observe::{Phase, Termination};
use serde::{Deserialize, Serialize};

/// A query, step by step.
///
/// ```
/// use gjk::{Query, Start, nalgebra::{Point2, Vector2}, shape::Triangle};
/// let a = Triangle::new([[4.0, 5.0], [4.0, 11.0], [9.0, 9.0]].map(Point2::from))?;
/// let b = Triangle::new([[5.0, 7.0], [12.0, 7.0], [10.0, 2.0]].map(Point2::from))?;
/// let start = Start::Pair(Vector2::new(1.0, -1.0), Vector2::new(-1.0, 1.0));
/// let trace = gjk_trace::verdict(&a, &b, &Query::new().start(start));
/// let newest: Vec<_> = trace.steps.iter().map(|step| step.newest.w.clone()).collect();
/// assert_eq!(newest, [[4.0, 2.0], [-6.0, 9.0], [-8.0, -2.0], [-1.0, -2.0]]);
/// assert!(trace.steps[0].why.ends_with("but here the second direction was chosen beforehand."));
/// assert_eq!(trace.steps[3].region.as_deref(), Some("inside"));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Trace {
    /// The dimension of the space.
    pub dimension: usize,
    /// The steps, in the order in which they were made.
    pub steps: Vec<Step>,
    /// The answer they led to.
    pub answer: Answer,
    /// The motions of the shapes of a cast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ray: Option<Ray>,
}

/// The motion of a cast. The shapes meet where a ray enters their difference. It begins at the origin, and leads along the
/// velocity of shape B relative to shape A.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ray {
    /// The velocities of shape A and of shape B.
    pub velocities: [Vector; 2],
    /// The end of the motion, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
}

/// The progress of a cast along its ray.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The shapes do not meet before this time, up to rounding. It is in the unit of the velocities; if they were not told
    /// ([`Recorder::moving`](crate::Recorder::moving)), it is the length of the way.
    pub lower: f64,
    /// The point of the ray at that time.
    pub point: Vector,
    /// Whether it was reached in this step.
    pub advanced: bool,
}

/// A step: a vertex was sought along a direction, and the nearest feature chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Step {
    /// The part of the query that it belongs to.
    pub phase: Phase,
    /// The direction; of any length.
    pub direction: Vector,
    /// The start of the direction in a picture: the point of the retained feature that is nearest the origin (in a cast,
    /// nearest the point of the ray that the query has come to), or the origin.
    pub from: Vector,
    /// The vertex that was found: W.
    pub newest: Vertex,
    /// The level of W along the direction, from the origin.
    pub reached: f64,
    /// The vertices retained from the step before: X, Y, Z, …
    pub before: Vec<Vertex>,
    /// Whether the search starts here, from what an earlier query has left: from these vertices, or along this direction.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub recalled: bool,
    /// Their kind together with W: a point, a segment, a triangle, …
    pub case: String,
    /// The signs that were tested, in order.
    pub tests: Vec<Tested>,
    /// The exclusions by the tests, and by the direction that W was found in.
    pub excluded: Vec<Exclusion>,
    /// The region that the origin is in, if it was sought: `vertex W`, `edge WX`, `face WXY`, `inside`.
    pub region: Option<String>,
    /// The vertices retained now.
    pub after: Vec<Vertex>,
    /// The next direction.
    pub towards: Option<Vector>,
    /// Its start: the point of the plane through the retained vertices that is nearest the origin (in a cast, nearest
    /// the point of the ray).
    pub towards_from: Option<Vector>,
    /// The polytope that was expanded.
    pub polytope: Option<Polytope>,
    /// The progress of a cast along its ray.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// The reason if the phase ended here.
    pub stop: Option<Termination>,
    /// The number of the evaluation that found W, from 1; none if W is the vertex of the step before.
    pub evaluation: Option<u32>,
    /// The first step, counted from 0, that found the same vertex; none if W is new.
    pub again: Option<usize>,
    /// The reason for what happened, in a sentence.
    pub why: String,
}

/// A vertex of the difference, and the points of shape A and shape B that it is the difference of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Vertex {
    /// The vertex, a − b.
    pub w: Vector,
    /// The point of shape A.
    pub a: Vector,
    /// The point of shape B.
    pub b: Vector,
    /// The ids of the vertices of shape A and shape B, if they have any.
    pub ids: [Option<u32>; 2],
}

/// A sign that was tested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tested {
    /// The product: `WX · WO`.
    pub name: String,
    /// Its value, in the sets' own units. A product beyond the range is the largest number, with its sign.
    pub value: f64,
    /// −1, 0 or 1, in the arithmetic of the query.
    pub sign: i8,
    /// The place of the origin by this sign: `beyond WX`.
    pub says: String,
}

/// An exclusion: something cannot be in a half-space, which is the points p with (p − `point`) · `normal` > 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exclusion {
    /// A point on its boundary.
    pub point: Vector,
    /// The normal, which points into it.
    pub normal: Vector,
    /// The excluded thing.
    pub of: Excluded,
    /// The test that says so, as a number in [`Step::tests`]; none if an argument does.
    pub test: Option<usize>,
    /// The reason, in a sentence.
    pub why: String,
}

/// A thing that cannot be in a half-space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Excluded {
    /// The origin: a test says so, or an argument.
    Origin,
    /// The difference: no vertex of it is farther along the direction.
    Set,
}

/// The polytope of an expansion, before it is grown, with the bounds on the depth that it gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Polytope {
    /// The facets by their vertices. The first is the nearest, beyond which the next vertex is sought.
    pub facets: Vec<Vec<Vector>>,
    /// Whether there are more facets than are listed. A trace lists some hundred thousand at most; in two and three dimensions
    /// there are never more.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub more: bool,
    /// The foot of the perpendicular from the origin to the plane of the first facet.
    pub foot: Vector,
    /// A lower bound on the depth.
    pub lower: f64,
    /// An upper bound on the depth.
    pub upper: f64,
}

/// The answer of the query.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// Whether the sets have a point in common; of a cast, whether they meet.
    pub intersects: bool,
    /// The verdict in a word or two: `apart`, `touching`, …
    pub verdict: String,
    /// The distance, or minus the depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separation: Option<f64>,
    /// Bounds on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[f64; 2]>,
    /// A unit vector from shape A towards shape B.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<Vector>,
    /// The witness points of shape A and of shape B; after a cast the touching points, at the time of impact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<[Vector; 2]>,
    /// The time of impact, if a cast hits.
    #[serde(rename = "toi", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// A time before which the shapes of a cast do not meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower: Option<f64>,
    /// The number of support evaluations of the difference.
    pub evaluations: u32,
}

impl Ray {
    /// The point of the ray at a time.
    #[must_use]
    pub fn at(&self, time: f64) -> Vector {
        let [a, b] = &self.velocities;
        a.iter().zip(b).map(|(a, b)| (b - a) * time).collect()
    }

    /// The time at which the ray is at one of its points.
    pub(crate) fn time(&self, point: &[f64]) -> f64 {
        let velocity = self.at(1.0);
        let along = velocity.iter().zip(point).max_by(|(v, _), (w, _)| v.abs().total_cmp(&w.abs()));
        along.map_or(0.0, |(v, x)| x / v)
    }
}

impl Trace {
    /// Compares two traces of one question in different arithmetics. They part if some step differs in the vertex found, the
    /// region, or the reason for the end. The answer is the first step up to there in which a tested sign differs, or else this
    /// step itself. `None` if they part nowhere.
    ///
    /// ```
    /// use gjk::{Query, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
    /// let single = gjk_trace::verdict(&Cuboid::new(Vector2::new(1.0_f32, 1.0))?, &Ball::point(Point2::new(1.000_000_01, 0.5))?, &Query::new());
    /// let double = gjk_trace::verdict(&Cuboid::new(Vector2::new(1.0_f64, 1.0))?, &Ball::point(Point2::new(1.000_000_01, 0.5))?, &Query::new());
    /// assert!(single.answer.intersects && !double.answer.intersects);
    /// assert!(single.parts_from(&double).is_some());
    /// assert_eq!(double.parts_from(&double), None);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn parts_from(&self, other: &Self) -> Option<usize> {
        let shared = self.steps.len().min(other.steps.len());
        let differ = |k: &usize| !self.steps[*k].decides_as(&other.steps[*k]);
        let parted = (0..shared).find(differ).or_else(|| (self.steps.len() != other.steps.len()).then_some(shared))?;
        // An edge is retained whichever side of it the origin is on: then the next step differs, by this one's sign.
        Some((0..parted).find(|k| self.steps[*k].says_otherwise(&other.steps[*k])).unwrap_or(parted))
    }
}

impl Step {
    /// Returns whether both decide the same. If both end a phase for the same reason, the vertices may differ: those that
    /// are level along the direction are all alike.
    fn decides_as(&self, other: &Self) -> bool {
        let dropped = self.stop.is_some_and(|stop| stop != Termination::Enclosed);
        (self.phase, &self.region, self.stop) == (other.phase, &other.region, other.stop)
            && (dropped || self.newest.is(&other.newest))
    }

    /// Returns whether a sign that both test says something else. Their vertices are the same.
    fn says_otherwise(&self, other: &Self) -> bool {
        let same = |test: &Tested| other.tests.iter().find(|found| found.name == test.name);
        self.tests.iter().any(|test| same(test).is_some_and(|found| found.says != test.says))
    }
}

impl Vertex {
    /// Returns whether it is the same vertex in another arithmetic: by its name, or by its coordinates.
    fn is(&self, other: &Self) -> bool {
        self.matches(other, 1e-5, |_| true)
    }

    /// Returns whether it is the same vertex in another arithmetic: by its name if one of the two has a name, else if they are not
    /// farther apart than the tolerance, in sizes of the shapes.
    #[must_use]
    pub fn is_within(&self, other: &Self, tolerance: f64) -> bool {
        self.matches(other, tolerance, |ids| ids == [None, None])
    }

    /// `by_place` says for which names the coordinates are compared.
    fn matches(&self, other: &Self, tolerance: f64, by_place: impl Fn([Option<u32>; 2]) -> bool) -> bool {
        let places = [[&self.a, &other.a], [&self.b, &other.b]];
        let size = self.a.iter().chain(&self.b).fold(0.0_f64, |size, x| size.max(x.abs()));
        let near = |p: &Vector, q: &Vector| p.iter().zip(q).all(|(x, y)| (x - y).abs() <= tolerance * size);
        self.ids.iter().zip(other.ids).zip(places).all(|((own, others), [p, q])| match (own, others) {
            (Some(own), Some(others)) => *own == others,
            (own, others) => by_place([*own, others]) && near(p, q),
        })
    }
}
