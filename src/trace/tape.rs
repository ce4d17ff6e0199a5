//! The recorder.

use super::words;
use super::{Answer, Excluded, HalfSpace, Polytope, Step, Tested, Trace, Vector, Vertex};
use crate::contact::{Contact, contact_with};
use crate::difference::{Composite, Difference, Frame, SupportPoint};
use crate::distance::{Distance, distance_with};
use crate::gjk::{Observer, Options, Stop, Stretch, gjk_with};
use crate::penetration::Expansion;
use crate::scalar::{Real, Scalar};
use crate::simplex::{Cases, Region, Simplex, SimplexCases, Test, Tests};
use crate::support::{Support, VertexId};
use crate::verdict::Verdict;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use nalgebra::{Point, SVector};
use num_traits::{Float, ToPrimitive};

/// An [`Observer`] that records every step of a query.
///
/// [`verdict`], [`distance`] and [`contact`] use one; make your own to record a query with a set of your own.
///
/// ```
/// use gjk::{Composite, Difference, Options, distance_with, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}, trace::Tape};
/// let (a, b) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::point(Point2::new(4.0, 5.0))?);
/// let set = Difference(&a, &b);
/// let mut tape = Tape::new(set.frame());
/// let found = distance_with(&set, &Options::default(), &mut tape);
/// let steps = tape.into_steps();
/// assert_eq!(steps[0].newest.w, [-3.0, -4.0]);
/// assert_eq!(found.distance, 5.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Tape<T: Scalar, const D: usize> {
    simplex: Simplex<T, D>,
    newest: SupportPoint<T, D>,
    reel: Reel,
}

/// What a tape knows in numbers of no particular type.
#[derive(Debug)]
struct Reel {
    /// The frame's.
    reference: Vector,
    zoom: f64,
    /// Of both shapes, in their own units.
    margin: f64,
    stretch: Stretch,
    steps: Vec<Step>,
}

impl<T: Scalar + ToPrimitive, const D: usize> Tape<T, D> {
    /// An empty tape for a query in the coordinates of this frame.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "a frame is made for it")]
    pub fn new(frame: Frame<T, D>) -> Self {
        let (reference, zoom) = (components(&frame.reference.coords), wide(&frame.zoom));
        let margin = wide(&frame.margin) / zoom;
        let reel = Reel { reference, zoom, margin, stretch: Stretch::Search, steps: Vec::new() };
        Self { simplex: Simplex::empty(), newest: SupportPoint::nothing(), reel }
    }

    /// What was recorded.
    #[must_use]
    pub fn into_steps(self) -> Vec<Step> {
        self.reel.told(D)
    }

    fn into_trace(self, answer: Answer) -> Trace {
        Trace { dimension: D, steps: self.into_steps(), answer }
    }

    fn vertex(&self, vertex: &SupportPoint<T, D>) -> Vertex {
        self.reel.vertex([&vertex.w, &vertex.a, &vertex.b].map(components), vertex.ids)
    }

    fn vertices(&self, simplex: &Simplex<T, D>) -> Vec<Vertex> {
        simplex.vertices().iter().map(|vertex| self.vertex(vertex)).collect()
    }

    /// Opens a step.
    fn look(&mut self, direction: Vector) {
        let (newest, before) = (self.vertex(&self.newest), self.vertices(&self.simplex));
        self.reel.look(direction, newest, before);
    }
}

impl Reel {
    fn told(self, dimension: usize) -> Vec<Step> {
        let mut steps = self.steps;
        for step in &mut steps {
            step.why = words::sentence(step, dimension);
        }
        steps
    }

    /// A point of A − B in the sets' own units.
    fn point(&self, w: &[f64]) -> Vector {
        w.iter().map(|x| x / self.zoom).collect()
    }

    fn vertex(&self, [w, a, b]: [Vector; 3], ids: [VertexId; 2]) -> Vertex {
        let world = |offset: Vector| -> Vector { self.reference.iter().zip(offset).map(|(r, x)| r + x).collect() };
        let id = |id: VertexId| (id != VertexId::NONE).then_some(id.0);
        Vertex { w: self.point(&w), a: world(a), b: world(b), ids: ids.map(id) }
    }

    /// Opens a step, with what the way A was found excludes: it was sought from the retained feature towards the origin.
    fn look(&mut self, direction: Vector, newest: Vertex, before: Vec<Vertex>) {
        let length = Float::sqrt(dot(&direction, &direction));
        let mut excluded = Vec::new();
        if let Some(kept) = before.first() {
            let why = words::behind(before.len());
            let point = kept.w.clone();
            let backwards = direction.iter().map(|x| -x).collect();
            excluded.push(HalfSpace { point, normal: backwards, of: Excluded::Origin, why });
        }
        // What was found is of the cores; around those there is the margin.
        let ahead = if length > 0.0 { self.margin / length } else { 0.0 };
        let point = newest.w.iter().zip(&direction).map(|(w, d)| w + d * ahead).collect();
        let why = words::beyond_newest().to_string();
        excluded.push(HalfSpace { point, normal: direction.clone(), of: Excluded::Set, why });
        self.steps.push(Step {
            stretch: self.stretch,
            reached: if length > 0.0 { dot(&newest.w, &direction) / length } else { 0.0 },
            direction,
            newest,
            case: words::case(self.stretch, before.len()).to_string(),
            after: before.clone(),
            before,
            tests: Vec::new(),
            excluded,
            region: None,
            towards: None,
            polytope: None,
            stop: None,
            why: String::new(),
        });
    }

    /// Puts down the tests of the last step, and what they exclude.
    fn tested(&mut self, heard: Vec<(Tested, Option<Vector>)>) {
        let Some(step) = self.steps.last_mut() else { return };
        for (tested, normal) in heard {
            if let Some(mut normal) = normal {
                // Into where the origin is not.
                if tested.sign > 0 {
                    for x in &mut normal {
                        *x = -*x;
                    }
                }
                let why = words::excluded(&tested);
                step.excluded.push(HalfSpace { point: step.newest.w.clone(), normal, of: Excluded::Origin, why });
            }
            step.tests.push(tested);
        }
    }

    fn kept(&mut self, region: String, after: Vec<Vertex>, towards: Option<Vector>) {
        if let Some(step) = self.steps.last_mut() {
            step.region = Some(region);
            step.after = after;
            step.towards = towards;
        }
    }

    fn expanded(&mut self, [lower, upper]: [f64; 2], facets: Vec<Vec<Vector>>) {
        let polytope = Polytope { facets, lower: lower / self.zoom, upper: upper / self.zoom };
        if let Some(step) = self.steps.last_mut() {
            step.polytope = Some(polytope);
        }
    }

    fn stopped(&mut self, why: Stop) {
        if let Some(step) = self.steps.last_mut() {
            step.stop = step.stop.or(Some(why));
        }
    }
}

impl<T: Scalar + ToPrimitive, const D: usize> Tape<T, D>
where
    Cases: SimplexCases<T, D>,
{
    /// Makes the tests again that the last step made, and listens.
    fn examine(&mut self) {
        let mut list = List { zoom: self.reel.zoom, in_plane: self.simplex.vertices().len() > 1, heard: Vec::new() };
        let _same_as_before = Cases::examine(&self.simplex, &self.newest, &mut list);
        self.reel.tested(list.heard);
    }
}

/// The tests that were made, with the normals of those that have one.
struct List {
    zoom: f64,
    /// There is a triangle: to be beyond an edge is to be on the side where it is not.
    in_plane: bool,
    heard: Vec<(Tested, Option<Vector>)>,
}

impl List {
    fn hear(&mut self, test: Test, normal: Vector, value: f64, sign: i8) {
        let (degree, plane) = match test {
            Test::Along(_) | Test::Beyond(_) => (2, true),
            Test::Front(_) => (3, true),
            Test::Across { .. } => (4, true),
            Test::Weight(_) => (0, false),
        };
        let value = (0..degree).fold(value, |value, _| value / self.zoom);
        let says = words::says(test, sign, self.in_plane);
        self.heard.push((Tested { name: test.to_string(), value, sign, says }, plane.then_some(normal)));
    }
}

impl<T: Scalar + ToPrimitive, const D: usize> Tests<T, D> for List {
    fn test(&mut self, test: Test, normal: &SVector<T, D>, value: &T) {
        let sign = i8::from(*value > T::zero()) - i8::from(*value < T::zero());
        self.hear(test, components(normal), wide(value), sign);
    }
}

impl<T: Scalar + ToPrimitive, const D: usize> Observer<T, D> for Tape<T, D>
where
    Cases: SimplexCases<T, D>,
{
    fn support(&mut self, direction: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.newest = newest.clone();
        self.look(components(direction));
    }

    fn reduced(&mut self, simplex: &Simplex<T, D>, region: Region, direction: &SVector<T, D>) {
        self.examine();
        self.simplex.clone_from(simplex);
        let after = self.vertices(simplex);
        self.reel.kept(words::region(region, D), after, Some(components(direction)));
    }

    fn enclosed(&mut self, simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) {
        self.examine();
        let mut after = self.vertices(simplex);
        after.insert(0, self.vertex(newest));
        self.reel.kept("inside".to_string(), after, None);
    }

    fn entered(&mut self, stretch: Stretch) {
        self.reel.stretch = stretch;
        match stretch {
            // It goes on with the vertex that separated.
            Stretch::Approach => {
                if let Some(direction) = self.reel.steps.last().map(|step| step.direction.clone()) {
                    self.look(direction);
                }
            }
            Stretch::Completion | Stretch::Expansion | Stretch::Polish | Stretch::Evidence => {
                self.simplex = Simplex::empty();
            }
            Stretch::Search => {}
        }
    }

    fn expanded(&mut self, lower: &T, upper: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>) {
        let corner = |vertex: &SupportPoint<T, D>| self.reel.point(&components(&vertex.w));
        let facets = facets.map(|facet| facet.vertices().iter().map(corner).collect()).collect();
        self.reel.expanded([wide(lower), wide(upper)], facets);
    }

    fn stopped(&mut self, why: Stop) {
        self.reel.stopped(why);
    }
}

/// The verdict on two shapes, recorded.
///
/// ```
/// use gjk::{Options, Support, nalgebra::Vector2, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::verdict(&square, &square.clone().posed(Vector2::new(3.0, 0.5))?, &Options::default());
/// assert_eq!(trace.answer.verdict, "apart");
/// println!("{trace}");
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn verdict<A, B, T, const D: usize>(a: &A, b: &B, options: &Options<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Scalar + ToPrimitive,
    Cases: SimplexCases<T, D>,
{
    let set = Difference(a, b);
    let mut tape = Tape::new(set.frame());
    let outcome = gjk_with(&set, options, &mut tape);
    let verdict = match &outcome.verdict {
        Verdict::Separated { .. } => "apart",
        Verdict::Touching { .. } => "touching",
        Verdict::Flat { .. } => "intersecting, and flat",
        Verdict::Undecided { .. } => "undecided",
        _ => "intersecting",
    };
    let (intersects, evaluations) = (outcome.intersects(), outcome.evaluations);
    tape.into_trace(Answer { intersects, verdict: verdict.to_string(), evaluations, ..Answer::default() })
}

/// The distance between two shapes, recorded.
///
/// ```
/// use gjk::{Options, Support, nalgebra::Vector2, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::distance(&square, &square.clone().posed(Vector2::new(3.0, 0.5))?, &Options::default());
/// assert_eq!(trace.answer.separation, Some(1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A, B, T, const D: usize>(a: &A, b: &B, options: &Options<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: SimplexCases<T, D>,
{
    let set = Difference(a, b);
    let mut tape = Tape::new(set.frame());
    let Distance { distance, lower, points, undecided, evaluations, .. } = distance_with(&set, options, &mut tape);
    let apart = distance > T::zero();
    tape.into_trace(Answer {
        intersects: !apart,
        verdict: words::verdict(undecided, apart).to_string(),
        separation: apart.then(|| wide(&distance)),
        bounds: apart.then(|| [wide(&lower), wide(&distance)]),
        normal: None,
        points: undecided.is_none().then(|| points.each_ref().map(coordinates)),
        evaluations,
    })
}

/// The contact of two shapes, recorded.
///
/// ```
/// use gjk::{Options, Stretch, Support, nalgebra::Vector2, shape::Cuboid, trace};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let trace = trace::contact(&square, &square.clone().posed(Vector2::new(1.5, 0.5))?, &Options::default());
/// assert_eq!(trace.answer.separation, Some(-0.5));
/// assert!(trace.steps.iter().any(|step| step.stretch == Stretch::Expansion));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact<A, B, T, const D: usize>(a: &A, b: &B, options: &Options<T, D>) -> Trace
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    T: Real + ToPrimitive,
    Cases: Expansion<T, D>,
{
    let set = Difference(a, b);
    let mut tape = Tape::new(set.frame());
    let found = contact_with(&set, options, &mut tape);
    let Contact { separation, normal, points, lower, upper, undecided, evaluations } = found;
    let decided = undecided.is_none();
    tape.into_trace(Answer {
        intersects: separation <= T::zero(),
        verdict: words::verdict(undecided, separation > T::zero()).to_string(),
        separation: decided.then(|| wide(&separation)),
        bounds: decided.then(|| [wide(&lower), wide(&upper)]),
        normal: decided.then(|| components(&normal)),
        points: decided.then(|| points.each_ref().map(coordinates)),
        evaluations,
    })
}

/// The nearest `f64`.
pub(super) fn wide<T: ToPrimitive>(x: &T) -> f64 {
    x.to_f64().unwrap_or(f64::NAN)
}

pub(super) fn components<T: ToPrimitive, const D: usize>(v: &SVector<T, D>) -> Vector {
    v.as_slice().iter().map(wide).collect()
}

fn coordinates<T: Scalar + ToPrimitive, const D: usize>(point: &Point<T, D>) -> Vector {
    components(&point.coords)
}

pub(super) fn dot(u: &[f64], v: &[f64]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum()
}
