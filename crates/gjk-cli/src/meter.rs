//! Counts the steps of an answer and limits them, so that every question ends in time with an answer or an error.
//!
//! In rounded arithmetic the steps are counted as they are made: each support evaluation passes through a [`Metered`]
//! shape. Beyond the limit the shape returns NaN, which ends every query. Exact arithmetic cannot be stopped in this
//! way, so its cost is estimated beforehand, from the number and length of the coordinates.

use core::cell::Cell;
use gjk::exact::Float;
use gjk::nalgebra::{Point, SVector};
use gjk::{
    Support,
    support::{Construction, Outline, RoundingBound, SupportOffset},
};
use gjk_question::json::Fault;
use gjk_question::{Arithmetic, Kind, Placement, Question, Rotation, Shape, Task, Vector};
use num_traits::float::FloatCore;
use std::collections::BTreeMap;

/// The limit, and what has been used of it.
pub(crate) struct Meter {
    limit: u64,
    left: Cell<u64>,
    exceeded: Cell<bool>,
    /// The estimated cost of exact arithmetic.
    exact: u64,
}

impl Meter {
    pub(crate) fn new(question: &Question, limit: u64) -> Self {
        Self { limit, left: Cell::new(limit), exceeded: Cell::new(false), exact: exact_steps(question) }
    }

    pub(crate) fn limit(&self) -> u64 {
        self.limit
    }

    /// An error, if the answer took too much, or would have.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if self.exceeded.get() { Err(self.fault()) } else { Ok(()) }
    }

    /// An error, if exact arithmetic would take too much.
    pub(crate) fn check_exact(&self) -> Result<(), Fault> {
        if self.exact > self.limit { Err(self.fault()) } else { Ok(()) }
    }

    /// An error, if a trace would take too much. It has some dozen steps, each with evaluations for its picture.
    pub(crate) fn check_trace(&self, question: &Question) -> Result<(), Fault> {
        const EVALUATIONS: u64 = 1000;
        let shapes = [Some(&question.a), question.query.other()];
        let steps = shapes.into_iter().flatten().map(steps).sum::<u64>().saturating_mul(EVALUATIONS);
        let exact = if question.arithmetic == Arithmetic::Exact { self.exact } else { 0 };
        if steps.max(exact) > self.limit { Err(self.fault()) } else { Ok(()) }
    }

    pub(crate) fn fault(&self) -> Fault {
        Fault(format!("the answer takes more than {} steps of arithmetic, the limit --max-effort", self.limit))
    }

    /// Returns whether so many steps may be made.
    fn pass(&self, steps: u64) -> bool {
        let left = self.left.get().checked_sub(steps);
        self.left.set(left.unwrap_or(0));
        if left.is_none() {
            self.exceeded.set(true);
        }
        left.is_some()
    }
}

/// A shape whose support evaluations are counted.
pub(crate) struct Metered<'s, S: ?Sized> {
    shape: &'s S,
    meter: &'s Meter,
    /// The cost of one evaluation.
    steps: u64,
    /// Whether exact arithmetic that would take too much is left out, and no error.
    lenient: bool,
}

impl<'s, S: ?Sized> Metered<'s, S> {
    pub(crate) fn new(shape: &'s S, meter: &'s Meter, written: &Shape) -> Self {
        Self { shape, meter, steps: steps(written), lenient: false }
    }

    /// For answers that can do without a proof.
    pub(crate) fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }
}

impl<T: Float, S: Support<D, Scalar = T> + ?Sized, const D: usize> Support<D> for Metered<'_, S> {
    type Scalar = T;

    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        if self.meter.pass(self.steps) { self.shape.support(direction) } else { Point::from(nowhere()) }
    }

    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        if self.meter.pass(self.steps) {
            self.shape.support_from(direction, from)
        } else {
            SupportOffset::unnamed(nowhere())
        }
    }

    fn margin(&self) -> T {
        self.shape.margin()
    }

    fn center(&self) -> Option<Point<T, D>> {
        self.shape.center()
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.shape.extent(from)
    }

    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        self.shape.outline(from)
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        self.shape.vertex_count_hint()
    }

    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        if self.meter.pass(self.steps) {
            self.shape.support_face(direction, from, each);
        }
    }

    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.shape.rounding()
    }

    /// This is asked for when exact arithmetic begins.
    fn construction(&self) -> Option<Construction<T, D>> {
        if self.meter.exact > self.meter.limit {
            self.meter.exceeded.set(!self.lenient || self.meter.exceeded.get());
            return None;
        }
        self.shape.construction()
    }
}

/// The answer of a support mapping beyond the limit.
fn nowhere<T: Float, const D: usize>() -> SVector<T, D> {
    SVector::from_element(T::from_double(f64::NAN).unwrap_or_else(T::zero))
}

/// The steps of a support evaluation.
fn steps(shape: &Shape) -> u64 {
    match &shape.kind {
        Kind::Points { points } => 1 + points.len() as u64 / 8,
        Kind::Hull { shapes } | Kind::Sum { shapes } => 1 + shapes.iter().map(steps).sum::<u64>(),
        _ => 1,
    }
}

/// The binary places of some numbers, as exponents of two: all are multiples of 2^`low`, and less than 2^`high`.
#[derive(Clone, Copy)]
struct Places {
    low: i64,
    high: i64,
}

impl Places {
    /// The places of 1.
    const ONE: Self = Self { low: 0, high: 1 };

    /// `None` where all are zero.
    fn of<'n>(numbers: impl IntoIterator<Item = &'n f64>) -> Option<Self> {
        numbers.into_iter().filter(|number| **number != 0.0).map(|number| Self::of_one(*number)).reduce(Self::and)
    }

    fn of_one(number: f64) -> Self {
        let (mantissa, exponent, _) = FloatCore::integer_decode(number);
        let bits = 64 - mantissa.leading_zeros();
        Self {
            low: i64::from(exponent) + i64::from(mantissa.trailing_zeros()),
            high: i64::from(exponent) + i64::from(bits),
        }
    }

    /// The places of both.
    fn and(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The places of products, and of sums of a few of them.
    fn times(self, other: Self) -> Self {
        Self { low: self.low + other.low, high: self.high + other.high + 2 }
    }

    fn width(self) -> i64 {
        self.high - self.low
    }
}

/// The size of the numbers of two shapes on their common lattice.
struct Survey {
    dim: usize,
    points: u64,
    places: Places,
    /// The denominators that quaternions bring, by the one before and the quaternion; and the total length of all.
    denominators: BTreeMap<(usize, [u64; 4]), usize>,
    digits: i64,
}

/// The map of a shape: the places of a matrix and of a translation, and the number of the denominator.
#[derive(Clone, Copy)]
struct View {
    turned: Places,
    moved: Option<Places>,
    denominator: usize,
}

impl Survey {
    fn shape(&mut self, shape: &Shape, view: View) {
        if let Some(margin) = Places::of(&shape.margin) {
            self.add(0, margin, view);
        }
        let view = shape.pose.as_ref().map_or(view, |pose| self.posed(pose, view));
        match &shape.kind {
            Kind::Point { at } => self.numbers(1, at, view),
            Kind::Segment { ends } | Kind::Capsule { ends, .. } => self.numbers(2, ends.as_flattened(), view),
            Kind::Points { points } => self.numbers(points.len(), points.as_flattened(), view),
            Kind::Ball { center, .. } => self.numbers(1, center, view),
            Kind::Cuboid { half_extents } => self.numbers(2 * self.dim + 1, half_extents, view),
            Kind::Hull { shapes } | Kind::Sum { shapes } => shapes.iter().for_each(|shape| self.shape(shape, view)),
            // Exact arithmetic has none.
            Kind::Ellipsoid { .. } | Kind::Cylinder { .. } | Kind::Cone { .. } | Kind::Frustum { .. } => {}
        }
        if let Kind::Ball { radius, .. } | Kind::Capsule { radius, .. } = &shape.kind {
            self.numbers(0, &[*radius], view);
        }
    }

    fn numbers(&mut self, points: usize, numbers: &[f64], view: View) {
        self.add(points, Places::of(numbers).unwrap_or(Places::ONE), view);
    }

    fn add(&mut self, points: usize, places: Places, view: View) {
        self.points += points as u64;
        let turned = places.times(view.turned);
        self.places = self.places.and(view.moved.map_or(turned, |moved| moved.and(turned)));
    }

    /// What a cast moves by: velocities times the last time.
    fn path(&mut self, velocities: &[Option<Vector>; 2], until: Option<f64>) {
        let turned = Places::of(&until).unwrap_or(Places::ONE);
        for velocity in velocities.iter().flatten() {
            self.numbers(1, velocity, View { turned, moved: None, denominator: 0 });
        }
    }

    fn posed(&mut self, pose: &Placement, view: View) -> View {
        let shift = Places::of(&pose.translation).map(|places| places.times(view.turned));
        let moved = [view.moved, shift].into_iter().flatten().reduce(Places::and);
        match &pose.rotation {
            None => View { moved, ..view },
            Some(Rotation::Matrix(rows)) => {
                let matrix = Places::of(rows.as_flattened()).unwrap_or(Places::ONE);
                View { turned: view.turned.times(matrix), moved, ..view }
            }
            // Exact arithmetic has none.
            Some(Rotation::Angle(_)) => view,
            Some(Rotation::Quaternion(q)) => {
                let once = Places::of(q).unwrap_or(Places::ONE);
                let square = once.times(once);
                let next = self.denominators.len() + 1;
                let denominator =
                    *self.denominators.entry((view.denominator, q.map(f64::to_bits))).or_insert_with(|| {
                        self.digits += square.width();
                        next
                    });
                let turned = view.turned.times(square);
                View { turned, moved: moved.map(|moved| moved.times(square)), denominator }
            }
        }
    }
}

/// The estimated number of steps of exact arithmetic.
///
/// If a coordinate has n bits, a direction has D·n. The cost of a product of numbers with many digits grows about with
/// the power 3/2 of their number.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
fn exact_steps(question: &Question) -> u64 {
    let mut survey =
        Survey { dim: question.dim, points: 0, places: Places::ONE, denominators: BTreeMap::new(), digits: 0 };
    let view = View { turned: Places::ONE, moved: None, denominator: 0 };
    for shape in [Some(&question.a), question.query.other()].into_iter().flatten() {
        survey.shape(shape, view);
    }
    if let Task::Raycast { origin, direction, max_toi, .. } = &question.query {
        survey.path(&[Some(*origin), Some(*direction)], *max_toi);
    }
    if let Task::Shapecast { velocities, max_toi, .. } = &question.query {
        survey.path(velocities, *max_toi);
    }
    let (dim, points, denominators) = (question.dim as f64, survey.points as f64, survey.denominators.len() as f64);
    let digits = 1.0 + (survey.places.width() + survey.digits) as f64 / 64.0;
    let product = 2.0 + dim * digits * digits.sqrt() / 16.0;
    let evaluations = 8.0 * dim;
    let search = evaluations * dim * (points + dim * dim * dim) * product;
    let common = (denominators * denominators + dim * points) * digits / 8.0;
    (search + common) as u64
}
