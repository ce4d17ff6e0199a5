//! The observer that records a query.

use crate::record::{Answer, Progress, Ray, Step, Tested, Trace, Vertex};
use crate::ruler::{Ruler, Scaled};
use crate::step_log::StepLog;
use crate::vector::{Vector, components, wide};
use crate::words;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use gjk::Scalar;
use gjk::minkowski::Frame;
use gjk::nalgebra::SVector;
use gjk::observe::{Observer, Phase, Termination};
use gjk::query::Velocities;
use gjk::simplex::{Cases, Region, Simplex, SimplexCases, SupportPoint, Test, Tests, VertexId};
use num_traits::ToPrimitive;

/// An [`Observer`] that records every step of a query.
///
/// [`verdict`](crate::verdict()), [`distance`](crate::distance()), [`contact`](crate::contact()) and [`shape_cast`](crate::shape_cast()) use one. Make your own to record a query about a set of your own.
///
/// ```
/// use gjk::{Difference, Query, minkowski::ConvexSet, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// use gjk_trace::Recorder;
/// let (a, b) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::point(Point2::new(4.0, 5.0))?);
/// let set = Difference(&a, &b);
/// let mut recorder = Recorder::new(set.frame());
/// let found = Query::new().with_observer(&mut recorder).distance_of(&set);
/// let steps = recorder.into_steps();
/// assert_eq!(steps[0].newest.w, [-3.0, -4.0]);
/// assert_eq!(found.distance, 5.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Recorder<T: Scalar, const D: usize, S = Cases, R = Scaled> {
    direction: SVector<T, D>,
    simplex: Simplex<T, D>,
    newest: SupportPoint<T, D>,
    ruler: R,
    log: StepLog,
    /// The strategy that makes the tests.
    cases: PhantomData<S>,
}

impl<T: Scalar + ToPrimitive, const D: usize> Recorder<T, D> {
    /// An empty recorder for a query in the coordinates of this frame.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "a frame is made for it")]
    pub fn new(frame: Frame<T, D>) -> Self {
        Self::empty(Scaled::of(&frame), wide(&frame.margin) / wide(&frame.scale))
    }

    /// This recorder, for a cast of shapes with these motions.
    #[must_use]
    pub fn moving(mut self, velocities: &Velocities<T, D>) -> Self {
        let Velocities { a, b, until, .. } = velocities;
        self.log.ray = Some(Ray { velocities: [components(a), components(b)], until: until.as_ref().map(wide) });
        self
    }
}

impl<T: Scalar, const D: usize, S, R: Ruler<T, D>> Recorder<T, D, S, R> {
    /// An empty recorder that reads numbers with this ruler. The margin is for both shapes together, in their own units.
    #[must_use]
    pub fn empty(ruler: R, margin: f64) -> Self {
        let zero = SVector::zeros;
        Self {
            direction: SVector::zeros(),
            simplex: Simplex::empty(),
            newest: SupportPoint { w: zero(), a: zero(), b: zero(), ids: [VertexId::NONE; 2] },
            ruler,
            log: StepLog {
                margin,
                phase: Phase::Search,
                ray: None,
                progress: None,
                evaluations: 0,
                recalled: false,
                steps: Vec::new(),
                room: 1 << 21,
            },
            cases: PhantomData,
        }
    }

    /// The steps that were recorded.
    #[must_use]
    pub fn into_steps(self) -> Vec<Step> {
        self.log.into_steps(D)
    }

    /// The steps that were recorded, with the answer they led to.
    #[must_use]
    pub fn into_trace(self, answer: Answer) -> Trace {
        let ray = self.log.ray.clone();
        Trace { dimension: D, steps: self.into_steps(), answer, ray }
    }

    fn vertex(&self, vertex: &SupportPoint<T, D>) -> Vertex {
        let id = |id: VertexId| (id != VertexId::NONE).then_some(id.0);
        Vertex {
            w: self.ruler.point(&vertex.w),
            a: self.ruler.place(&vertex.a),
            b: self.ruler.place(&vertex.b),
            ids: vertex.ids.map(id),
        }
    }

    fn vertices(&self, simplex: &Simplex<T, D>) -> Vec<Vertex> {
        simplex.vertices().iter().map(|vertex| self.vertex(vertex)).collect()
    }

    /// Opens a step with the vertex that this evaluation found. Without an evaluation it is the vertex of the last step.
    fn look(&mut self, evaluation: Option<u32>) {
        let (newest, before) = (self.vertex(&self.newest), self.vertices(&self.simplex));
        let reached = self.ruler.reach(&self.newest.w, &self.direction);
        self.log.look(self.ruler.direction(&self.direction), evaluation, reached, newest, before);
    }
}

impl<T: Scalar, const D: usize, S: SimplexCases<T, D>, R: Ruler<T, D>> Recorder<T, D, S, R> {
    /// Repeats the tests of the last step, and records them, except for casts: they test another point than the origin.
    fn examine(&mut self) {
        if self.log.phase == Phase::Cast {
            return;
        }
        let in_plane = self.simplex.vertices().len() > 1;
        let mut list = List { ruler: &self.ruler, in_plane, heard: Vec::new() };
        let _same_as_before = S::examine(&self.simplex, &self.newest, &mut list);
        self.log.tested(list.heard);
    }
}

/// The tests that were made, with the normals of those that have one.
struct List<'r, R> {
    ruler: &'r R,
    /// Whether there is a triangle, so that an edge has a side beyond it.
    in_plane: bool,
    heard: Vec<(Tested, Option<Vector>)>,
}

impl<R> List<'_, R> {
    fn hear(&mut self, test: Test, sign: i8, value: f64, normal: Option<Vector>) {
        let says = words::says(test, sign, self.in_plane);
        // A product of large coordinates may be beyond the range, and JSON has no infinity.
        let value = value.clamp(f64::MIN, f64::MAX);
        self.heard.push((Tested { name: test.to_string(), value, sign, says }, normal));
    }
}

fn sign<T: Scalar>(x: &T) -> i8 {
    i8::from(*x > T::zero()) - i8::from(*x < T::zero())
}

impl<T: Scalar, const D: usize, R: Ruler<T, D>> Tests<T, D> for List<'_, R> {
    fn test(&mut self, test: Test, normal: &SVector<T, D>, value: &T) {
        // The number of coordinates in the product.
        let degree = match test {
            Test::Weight(_) | Test::WeightIn { .. } => {
                return self.hear(test, sign(value), self.ruler.share(value, &T::one()), None);
            }
            Test::BeyondFace(_) => 3,
            Test::BeyondIn { .. } => 4,
            _ => 2,
        };
        self.hear(test, sign(value), self.ruler.product(value, degree), Some(self.ruler.direction(normal)));
    }

    fn weight(&mut self, label: usize, part: &T, whole: &T) {
        self.hear(Test::Weight(label), sign(part), self.ruler.share(part, whole), None);
    }
}

impl<T: Scalar, const D: usize, S: SimplexCases<T, D>, R: Ruler<T, D>> Observer<T, D> for Recorder<T, D, S, R> {
    fn recalled(&mut self, simplex: &Simplex<T, D>, newest: Option<&SupportPoint<T, D>>, direction: &SVector<T, D>) {
        self.simplex.clone_from(simplex);
        self.log.recalled = true;
        if let Some(newest) = newest {
            self.newest = newest.clone();
            self.direction.clone_from(direction);
            self.look(None);
        }
    }

    fn support(&mut self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.newest = newest.clone();
        self.direction.clone_from(direction);
        self.log.evaluations += 1;
        self.look(Some(self.log.evaluations));
    }

    fn reduced(&mut self, simplex: &Simplex<T, D>, region: Region, direction: &SVector<T, D>) {
        self.examine();
        self.simplex.clone_from(simplex);
        let after = self.vertices(simplex);
        self.log.reduced(words::region(region, D), after, Some(self.ruler.direction(direction)));
    }

    fn enclosed(&mut self, simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) {
        self.examine();
        let mut after = self.vertices(simplex);
        after.insert(0, self.vertex(newest));
        self.log.reduced("inside".to_string(), after, None);
    }

    fn entered(&mut self, phase: Phase) {
        self.log.phase = phase;
        match phase {
            // These begin with the vertex that the search ended with.
            Phase::Approach | Phase::Cast => {
                if phase == Phase::Cast {
                    self.log.progress = Some(Progress { lower: 0.0, point: vec![0.0; D], advanced: false });
                }
                if !self.log.steps.is_empty() {
                    self.look(None);
                }
            }
            Phase::Search => {
                self.simplex = Simplex::empty();
                self.log.forgot();
            }
            _ => self.simplex = Simplex::empty(),
        }
    }

    fn expanded(&mut self, lower: &T, upper: &T, square: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>) {
        let corner = |vertex: &SupportPoint<T, D>| self.ruler.point(&vertex.w);
        let room = self.log.room / (D * D).max(1);
        let corners = |facet: Simplex<T, D>| facet.vertices().iter().map(corner).collect();
        let listed: Vec<_> = (&mut *facets).take(room.max(1)).map(corners).collect();
        let more = facets.next().is_some();
        self.log.room = self.log.room.saturating_sub(listed.len().saturating_mul(D).saturating_mul(D));
        let bounds = [lower, upper].map(|over| self.ruler.length(over, square));
        self.log.expanded(bounds, listed, more);
    }

    fn advanced(&mut self, place: &SVector<T, D>) {
        let point = self.ruler.point(place);
        self.log.advanced(point);
    }

    fn stopped(&mut self, why: Termination) {
        self.log.stopped(why);
    }
}
