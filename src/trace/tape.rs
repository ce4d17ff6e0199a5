//! The tape: an observer that records a query.

use super::record::{Answer, Excluded, Exclusion, Polytope, Progress, Ray, Step, Tested, Trace, Vertex};
use super::vector::{Vector, at_unit_scale, components, dot, wide};
use super::words;
use crate::cast::{Cast, Velocities};
use crate::contact::Contact;
use crate::distance::Distance;
use crate::epa::Expansion;
use crate::error::Error;
use crate::minkowski::{ConvexSet, Difference, Erased, Frame};
use crate::observe::{Observer, Phase, Termination};
use crate::query::Query;
use crate::scalar::{Real, Scalar};
use crate::simplex::{Cases, Region, Simplex, SimplexCases, Test, Tests};
use crate::support::Support;
use crate::verdict::{Outcome, Verdict};
use crate::vertex::{SupportPoint, VertexId};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use nalgebra::{Point, SVector};
use num_traits::{Float, ToPrimitive};

/// An [`Observer`] that records every step of a query.
///
/// [`verdict`], [`distance`], [`contact`] and [`cast`] use one. Make your own to record a query about a set of your own.
///
/// ```
/// use gjk::{Difference, Query, minkowski::ConvexSet, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}, trace::Tape};
/// let (a, b) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::point(Point2::new(4.0, 5.0))?);
/// let set = Difference(&a, &b);
/// let mut tape = Tape::new(set.frame());
/// let found = Query::new().observed_by(&mut tape).distance_of(&set);
/// let steps = tape.into_steps();
/// assert_eq!(steps[0].newest.w, [-3.0, -4.0]);
/// assert_eq!(found.distance, 5.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Tape<T: Scalar, const D: usize, S = Cases, R = Scaled> {
    direction: SVector<T, D>,
    simplex: Simplex<T, D>,
    newest: SupportPoint<T, D>,
    ruler: R,
    reel: Reel,
    /// The strategy that makes the tests.
    cases: PhantomData<S>,
}

/// How the numbers of a query are read, as `f64` and in the sets' own units.
pub trait Ruler<T, const D: usize> {
    /// A product of `degree` coordinates of the difference.
    fn product(&self, x: &T, degree: u32) -> f64;
    /// `over` / √`square`, a length.
    fn length(&self, over: &T, square: &T) -> f64;
    /// `part` / `whole`, a number without a unit.
    fn share(&self, part: &T, whole: &T) -> f64;
    /// How far a point of the difference is along a direction.
    fn reach(&self, w: &SVector<T, D>, direction: &SVector<T, D>) -> f64;
    /// A direction, of any length.
    fn direction(&self, v: &SVector<T, D>) -> Vector;
    /// A point of one of the shapes.
    fn place(&self, offset: &SVector<T, D>) -> Vector;

    /// A point of the difference.
    fn point(&self, w: &SVector<T, D>) -> Vector {
        w.as_slice().iter().map(|x| self.product(x, 1)).collect()
    }
}

/// Rounded numbers, at the scale of a frame.
#[derive(Debug)]
pub struct Scaled {
    reference: Vector,
    scale: f64,
}

impl Scaled {
    /// That of a query in the coordinates of this frame.
    pub(crate) fn of<T: Scalar + ToPrimitive, const D: usize>(frame: &Frame<T, D>) -> Self {
        Self { reference: components(&frame.reference.coords), scale: wide(&frame.scale) }
    }
}

impl<T: Scalar + ToPrimitive, const D: usize> Ruler<T, D> for Scaled {
    fn product(&self, x: &T, degree: u32) -> f64 {
        (0..degree).fold(wide(x), |x, _| x / self.scale)
    }

    fn length(&self, over: &T, square: &T) -> f64 {
        wide(over) / Float::sqrt(wide(square)) / self.scale
    }

    fn share(&self, part: &T, whole: &T) -> f64 {
        wide(part) / wide(whole)
    }

    fn reach(&self, w: &SVector<T, D>, direction: &SVector<T, D>) -> f64 {
        let (w, direction) = (self.point(w), at_unit_scale(&components(direction)));
        let length = Float::sqrt(dot(&direction, &direction));
        if length > 0.0 { dot(&w, &direction) / length } else { 0.0 }
    }

    fn direction(&self, v: &SVector<T, D>) -> Vector {
        components(v)
    }

    fn place(&self, offset: &SVector<T, D>) -> Vector {
        self.reference.iter().zip(components(offset)).map(|(r, x)| r + x).collect()
    }
}

/// The part of a tape that does not depend on the scalar.
#[derive(Debug)]
struct Reel {
    /// The sum of both shapes' margins, in their own units.
    margin: f64,
    phase: Phase,
    /// The motion of a cast, and how far it has come.
    ray: Option<Ray>,
    progress: Option<Progress>,
    /// How many evaluations there were.
    evaluations: u32,
    /// Whether the next step starts from what an earlier query has left.
    recalled: bool,
    steps: Vec<Step>,
    /// How many more coordinates of facets are recorded: expansions in eight dimensions have millions of facets.
    room: usize,
}

impl<T: Scalar + ToPrimitive, const D: usize> Tape<T, D> {
    /// An empty tape for a query in the coordinates of this frame.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "a frame is made for it")]
    pub fn new(frame: Frame<T, D>) -> Self {
        Self::empty(Scaled::of(&frame), wide(&frame.margin) / wide(&frame.scale))
    }

    /// For a cast: how the shapes move.
    #[must_use]
    pub fn moving(mut self, velocities: &Velocities<T, D>) -> Self {
        let Velocities { a, b, until } = velocities;
        self.reel.ray = Some(Ray { velocities: [components(a), components(b)], until: until.as_ref().map(wide) });
        self
    }
}

impl<T: Scalar, const D: usize, S, R: Ruler<T, D>> Tape<T, D, S, R> {
    /// An empty tape.
    pub(crate) fn empty(ruler: R, margin: f64) -> Self {
        Self {
            direction: SVector::zeros(),
            simplex: Simplex::empty(),
            newest: SupportPoint::nothing(),
            ruler,
            reel: Reel {
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
        self.reel.told(D)
    }

    pub(crate) fn into_trace(self, answer: Answer) -> Trace {
        let ray = self.reel.ray.clone();
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
        self.reel.look(self.ruler.direction(&self.direction), evaluation, reached, newest, before);
    }
}

impl Reel {
    fn told(self, dimension: usize) -> Vec<Step> {
        let Self { mut steps, ray, margin, .. } = self;
        for k in 0..steps.len() {
            let (earlier, rest) = steps.split_at_mut(k);
            let step = &mut rest[0];
            step.again = earlier.iter().position(|other| other.newest.w == step.newest.w);
            step.why = words::sentence(step, dimension, ray.as_ref(), margin);
        }
        steps
    }

    /// Opens a step, with what is excluded by the way that A was found: A was sought from the retained feature towards the
    /// origin.
    fn look(&mut self, direction: Vector, evaluation: Option<u32>, reached: f64, newest: Vertex, before: Vec<Vertex>) {
        let nearest = foot(before.iter().map(|vertex| &vertex.w), &self.origin(direction.len()));
        let (along, back) = (at_unit_scale(&direction), at_unit_scale(&nearest));
        let length = Float::sqrt(dot(&along, &along));
        // A direction that was given by the start does not begin at what was kept.
        let onward = dot(&back, &along);
        let sought = onward * onward > 0.999 * dot(&back, &back) * length * length && onward < 0.0;
        let in_cast = self.phase == Phase::Cast;
        let from = if sought || in_cast { nearest } else { direction.iter().map(|_| 0.0).collect() };
        let mut excluded = Vec::new();
        // A vertex that was recalled was not sought along any direction.
        let found = evaluation.is_some() || !self.recalled || in_cast;
        // In a cast the origin moves, so what it was sought from excludes nothing.
        if let Some(kept) = before.first().filter(|kept| sought || !is_start(self.phase, &before) || is_zero(&kept.w))
            && found
            && !in_cast
        {
            let why = words::behind(before.len());
            let point = kept.w.clone();
            let backwards = direction.iter().map(|x| -x).collect();
            excluded.push(Exclusion { point, normal: backwards, of: Excluded::Origin, test: None, why });
        }
        // The vertex is one of the cores' difference. Around that there is the margin.
        let ahead = if length > 0.0 { self.margin / length } else { 0.0 };
        let point = newest.w.iter().zip(&along).map(|(w, d)| w + d * ahead).collect();
        let why = words::beyond_newest(self.margin);
        if found {
            excluded.push(Exclusion { point, normal: direction.clone(), of: Excluded::Set, test: None, why });
        }
        self.steps.push(Step {
            phase: self.phase,
            reached,
            direction,
            from,
            newest,
            case: words::case(self.phase, before.len()).to_string(),
            after: before.clone(),
            before,
            recalled: core::mem::take(&mut self.recalled),
            tests: Vec::new(),
            excluded,
            region: None,
            towards: None,
            towards_from: None,
            polytope: None,
            progress: self.progress.clone().map(|progress| Progress { advanced: false, ..progress }),
            stop: None,
            evaluation,
            again: None,
            why: String::new(),
        });
    }

    /// Records the tests of the last step, and what they exclude.
    fn tested(&mut self, heard: Vec<(Tested, Option<Vector>)>) {
        let Some(step) = self.steps.last_mut() else { return };
        for (tested, normal) in heard {
            if let Some(mut normal) = normal {
                // The normal points to the side where the origin is not.
                if tested.sign > 0 {
                    for x in &mut normal {
                        *x = -*x;
                    }
                }
                let why = words::excluded(&tested);
                let (point, test) = (step.newest.w.clone(), Some(step.tests.len()));
                step.excluded.push(Exclusion { point, normal, of: Excluded::Origin, test, why });
            }
            step.tests.push(tested);
        }
    }

    fn kept(&mut self, region: String, after: Vec<Vertex>, towards: Option<Vector>) {
        let origin = self.origin(towards.as_ref().map_or(0, Vec::len));
        if let Some(step) = self.steps.last_mut() {
            // If the start gave this direction, the search has tested whether B is nearest.
            if let [b] = step.before.as_slice()
                && is_start(step.phase, &step.before)
                && step.excluded.first().is_some_and(|half_space| half_space.of == Excluded::Set)
                && after.iter().any(|vertex| vertex.w != b.w)
            {
                let normal = b.w.iter().zip(&step.newest.w).map(|(b, a)| b - a).collect();
                let why = words::beside_first().to_string();
                let half_space = Exclusion { point: b.w.clone(), normal, of: Excluded::Origin, test: None, why };
                step.excluded.insert(0, half_space);
            }
            let begin = |_: &Vector| foot(after.iter().map(|vertex| &vertex.w), &origin);
            step.towards_from = towards.as_ref().map(begin);
            step.region = Some(region);
            step.after = after;
            step.towards = towards;
        }
    }

    /// Records a polytope. An earlier support point may have given a better upper bound.
    fn expanded(&mut self, [lower, mut upper]: [f64; 2], facets: Vec<Vec<Vector>>, more: bool) {
        for earlier in self.steps.iter().filter(|step| step.phase == self.phase) {
            if let Some(polytope) = &earlier.polytope {
                upper = upper.min(polytope.upper);
            }
        }
        if let Some(step) = self.steps.last_mut() {
            let origin: Vector = step.direction.iter().map(|_| 0.0).collect();
            let foot = foot(facets.first().into_iter().flatten(), &origin);
            step.from.clone_from(&foot);
            step.polytope = Some(Polytope { facets, more, foot, lower, upper });
        }
    }

    /// Where the origin is: in a cast it moves.
    fn origin(&self, dimension: usize) -> Vector {
        self.progress.as_ref().map_or_else(|| vec![0.0; dimension], |progress| progress.point.clone())
    }

    fn advanced(&mut self, point: Vector) {
        let lower = match &self.ray {
            Some(ray) => ray.time(&point),
            None => point.iter().fold(0.0, |length, x| Float::hypot(length, *x)),
        };
        // JSON has no infinity.
        let lower = Float::min(lower, f64::MAX);
        self.progress = Some(Progress { lower, point, advanced: true });
        if let Some(step) = self.steps.last_mut() {
            step.progress.clone_from(&self.progress);
        }
    }

    /// The search begins anew, with the newest vertex alone.
    fn forgot(&mut self) {
        if let Some(step) = self.steps.last_mut() {
            step.after.clear();
        }
    }

    fn stopped(&mut self, why: Termination) {
        if let Some(step) = self.steps.last_mut() {
            step.stop = step.stop.or(Some(why));
            // The ray has come to the simplex of all of these.
            if why == Termination::Hit && step.after.iter().all(|vertex| vertex.w != step.newest.w) {
                step.after.insert(0, step.newest.clone());
            }
        }
    }
}

/// Whether this can be the second vertex of a start that gives both directions.
fn is_start(phase: Phase, before: &[Vertex]) -> bool {
    phase == Phase::Search && before.len() == 1
}

fn is_zero(v: &[f64]) -> bool {
    v.iter().all(|x| *x == 0.0)
}

impl<T: Scalar, const D: usize, S: SimplexCases<T, D>, R: Ruler<T, D>> Tape<T, D, S, R> {
    /// Makes the tests of the last step again, and records them. Those of a cast are about another point than the origin.
    fn examine(&mut self) {
        if self.reel.phase == Phase::Cast {
            return;
        }
        let in_plane = self.simplex.vertices().len() > 1;
        let mut list = List { ruler: &self.ruler, in_plane, heard: Vec::new() };
        let _same_as_before = S::examine(&self.simplex, &self.newest, &mut list);
        self.reel.tested(list.heard);
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
        // How many coordinates are multiplied.
        let degree = match test {
            Test::Weight(_) | Test::WeightIn { .. } => {
                return self.hear(test, sign(value), self.ruler.share(value, &T::one()), None);
            }
            Test::Along(_) | Test::Beyond(_) => 2,
            Test::BeyondFace(_) => 3,
            Test::BeyondIn { .. } => 4,
        };
        self.hear(test, sign(value), self.ruler.product(value, degree), Some(self.ruler.direction(normal)));
    }

    fn weight(&mut self, label: usize, part: &T, whole: &T) {
        self.hear(Test::Weight(label), sign(part), self.ruler.share(part, whole), None);
    }
}

impl<T: Scalar, const D: usize, S: SimplexCases<T, D>, R: Ruler<T, D>> Observer<T, D> for Tape<T, D, S, R> {
    fn recalled(&mut self, simplex: &Simplex<T, D>, newest: Option<&SupportPoint<T, D>>, direction: &SVector<T, D>) {
        self.simplex.clone_from(simplex);
        self.reel.recalled = true;
        if let Some(newest) = newest {
            self.newest = newest.clone();
            self.direction.clone_from(direction);
            self.look(None);
        }
    }

    fn support(&mut self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.newest = newest.clone();
        self.direction.clone_from(direction);
        self.reel.evaluations += 1;
        self.look(Some(self.reel.evaluations));
    }

    fn reduced(&mut self, simplex: &Simplex<T, D>, region: Region, direction: &SVector<T, D>) {
        self.examine();
        self.simplex.clone_from(simplex);
        let after = self.vertices(simplex);
        self.reel.kept(words::region(region, D), after, Some(self.ruler.direction(direction)));
    }

    fn enclosed(&mut self, simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) {
        self.examine();
        let mut after = self.vertices(simplex);
        after.insert(0, self.vertex(newest));
        self.reel.kept("inside".to_string(), after, None);
    }

    fn entered(&mut self, phase: Phase) {
        self.reel.phase = phase;
        match phase {
            // These begin with the vertex that the search ended with.
            Phase::Approach | Phase::Cast => {
                if phase == Phase::Cast {
                    self.reel.progress = Some(Progress { lower: 0.0, point: vec![0.0; D], advanced: false });
                }
                if !self.reel.steps.is_empty() {
                    self.look(None);
                }
            }
            Phase::Completion | Phase::Expansion | Phase::Refinement | Phase::Evidence => {
                self.simplex = Simplex::empty();
            }
            Phase::Search => {
                self.simplex = Simplex::empty();
                self.reel.forgot();
            }
        }
    }

    fn expanded(&mut self, lower: &T, upper: &T, square: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>) {
        let corner = |vertex: &SupportPoint<T, D>| self.ruler.point(&vertex.w);
        let room = self.reel.room / (D * D).max(1);
        let told = |facet: Simplex<T, D>| facet.vertices().iter().map(corner).collect();
        let listed: Vec<_> = (&mut *facets).take(room.max(1)).map(told).collect();
        let more = facets.next().is_some();
        self.reel.room = self.reel.room.saturating_sub(listed.len().saturating_mul(D).saturating_mul(D));
        let bounds = [lower, upper].map(|over| self.ruler.length(over, square));
        self.reel.expanded(bounds, listed, more);
    }

    fn advanced(&mut self, place: &SVector<T, D>) {
        let point = self.ruler.point(place);
        self.reel.advanced(point);
    }

    fn stopped(&mut self, why: Termination) {
        self.reel.stopped(why);
    }
}

/// The verdict on two shapes, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::verdict(&square, &square.clone().posed(Vector2::new(3.0, 0.5))?, &Query::new());
/// assert_eq!(trace.answer.verdict, "apart");
/// println!("{trace}");
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn verdict<A, B, T, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Scalar + ToPrimitive,
    Cases: SimplexCases<T, D>,
{
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut tape = Tape::new(set.frame());
    let outcome = query.clone().observed_by(watching(&mut tape)).search(&set);
    tape.into_trace(decided(&outcome))
}

pub(super) fn decided<T: Scalar, const D: usize>(outcome: &Outcome<T, D>) -> Answer {
    let verdict = match &outcome.verdict {
        Verdict::Separated { .. } => "apart",
        Verdict::Touching { .. } => "touching",
        Verdict::Flat { .. } => "intersecting, and flat",
        Verdict::Undecided { .. } => "undecided",
        _ => "intersecting",
    };
    let (intersects, evaluations) = (outcome.intersects(), outcome.evaluations);
    Answer { intersects, verdict: verdict.to_string(), evaluations, ..Answer::default() }
}

/// The distance between two shapes, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::distance(&square, &square.clone().posed(Vector2::new(3.0, 0.5))?, &Query::new());
/// assert_eq!(trace.answer.separation, Some(1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: SimplexCases<T, D>,
{
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut tape = Tape::new(set.frame());
    let Distance { distance, lower, points, undecided, evaluations, .. } =
        query.clone().observed_by(watching(&mut tape)).distance_of(&set);
    let apart = distance > T::zero();
    tape.into_trace(Answer {
        intersects: !apart,
        verdict: words::verdict(undecided, apart).to_string(),
        separation: apart.then(|| wide(&distance)),
        bounds: apart.then(|| [wide(&lower), wide(&distance)]),
        normal: None,
        points: undecided.is_none().then(|| points.each_ref().map(coordinates)),
        evaluations,
        ..Answer::default()
    })
}

/// The contact of two shapes, recorded.
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, observe::Phase, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::contact(&square, &square.clone().posed(Vector2::new(1.5, 0.5))?, &Query::new());
/// assert_eq!(trace.answer.separation, Some(-0.5));
/// assert!(trace.steps.iter().any(|step| step.phase == Phase::Expansion));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact<A, B, T, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut tape = Tape::new(set.frame());
    // No shortcuts: a trace shows the polytope.
    let found = query.clone().shortcuts(false).observed_by(watching(&mut tape)).contact_of(&set);
    let Contact { separation, normal, points, lower, upper, undecided, evaluations, .. } = found;
    let decided = undecided.is_none();
    tape.into_trace(Answer {
        intersects: separation <= T::zero(),
        verdict: words::verdict(undecided, separation > T::zero()).to_string(),
        separation: decided.then(|| wide(&separation)),
        bounds: decided.then(|| [wide(&lower), wide(&upper)]),
        normal: decided.then(|| components(&normal)),
        points: decided.then(|| points.each_ref().map(coordinates)),
        evaluations,
        ..Answer::default()
    })
}

/// The [cast](crate::cast()) of two shapes, recorded.
///
/// # Errors
/// As [`cast`](crate::cast()).
///
/// ```
/// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::cast(&square, &square.clone().posed(Vector2::new(5.0, 0.5))?, Vector2::new(-2.0, 0.0), &Query::new())?;
/// assert_eq!(trace.answer.time, Some(1.5));
/// assert_eq!(trace.steps.last().unwrap().progress.as_ref().unwrap().point, [-3.0, 0.0]);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn cast<A, B, T, const D: usize>(
    a: &A,
    b: &B,
    motion: impl Into<Velocities<T, D>>,
    query: &Query<T, D>,
) -> Result<Trace, Error>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    let velocities = motion.into();
    let difference = Difference(a, b);
    let set = Erased::<T, Cases, D>::new(&difference);
    let mut tape = Tape::new(set.frame()).moving(&velocities);
    let found = query.clone().observed_by(watching(&mut tape)).cast_of(&set, velocities)?;
    let Cast { hit, lower, undecided, evaluations } = found;
    let verdict = words::verdict_of_cast(undecided, hit.as_ref().map(|hit| hit.time.is_zero()));
    let told = Answer {
        intersects: hit.is_some(),
        verdict: verdict.to_string(),
        lower: lower.as_ref().map(wide),
        evaluations,
        ..Answer::default()
    };
    Ok(tape.into_trace(match hit {
        Some(hit) => Answer {
            time: Some(wide(&hit.time)),
            normal: hit.normal.as_ref().map(components),
            points: Some(hit.points.each_ref().map(coordinates)),
            ..told
        },
        None => told,
    }))
}

/// A watched query is compiled once for all observers.
pub(super) fn watching<T: Scalar, const D: usize>(observer: &mut impl Observer<T, D>) -> &mut dyn Observer<T, D> {
    observer
}

fn coordinates<T: Scalar + ToPrimitive, const D: usize>(point: &Point<T, D>) -> Vector {
    components(&point.coords)
}

/// The foot of the perpendicular from the origin, which may be anywhere, to the plane through some points. By Gram-Schmidt
/// orthogonalization; edges that are too short for a direction are left out. The origin, if there are no points.
fn foot<'p>(mut points: impl Iterator<Item = &'p Vector>, origin: &Vector) -> Vector {
    let Some(first) = points.next() else { return origin.clone() };
    let minus = |p: &Vector, q: &Vector| p.iter().zip(q).map(|(x, y)| x - y).collect::<Vector>();
    let along = |v: &Vector, axis: &Vector| {
        let share = dot(v, axis);
        v.iter().zip(axis).map(|(x, y)| x - share * y).collect::<Vector>()
    };
    let (mut foot, mut axes) = (minus(first, origin), Vec::<Vector>::new());
    for point in points {
        let edge = at_unit_scale(&minus(point, first));
        let rest = axes.iter().fold(edge.clone(), |rest, axis| along(&rest, axis));
        let (square, whole) = (dot(&rest, &rest), dot(&edge, &edge));
        if square > 1e-24 * whole {
            let length = Float::sqrt(square);
            let axis: Vector = rest.iter().map(|x| x / length).collect();
            foot = along(&foot, &axis);
            axes.push(axis);
        }
    }
    foot.iter().zip(origin).map(|(x, y)| x + y).collect()
}
