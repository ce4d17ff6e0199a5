//! The textbook search: the library's search with its rules as parameters, and without checks of its claims.
//!
//! The parts of a step are in `src/search/state.rs`. A search for a verdict goes straight on to the nearest points, in one loop. Nothing is
//! checked afterwards or repeated with twice the digits. If no rule is switched off, this is the library's own search, except where the
//! library has a doubt.

use super::nearest::of_hull;
use gjk::Distance;
use gjk::Start;
use gjk::Support;
use gjk::Undecided;
use gjk::internals::{
    Approach, End, Options, PATIENCE, Quotient, Search, SeparatingPlane, Witness, at_unit_scale, largest,
    nearest_weights, norm, undecided,
};
use gjk::minkowski::Frame;
use gjk::minkowski::{ConvexSet, Difference, Erased};
use gjk::nalgebra::{Point, SVector};
use gjk::observe::{Observer, Phase, Termination};
use gjk::scalar::{Field, Real, Scalar};
use gjk::simplex::{Cases, Location, Simplex, SimplexCases};
use gjk::simplex::{SupportPoint, VertexId};

/// Finds the feature nearest the origin: [`SimplexCases::locate`].
pub(crate) type Locate<T, const D: usize> = fn(&Simplex<T, D>, &SupportPoint<T, D>) -> Location<T, D>;

/// Solves for the point of a simplex that is nearest the origin.
pub(super) type Solve<T, const D: usize> = fn(&Simplex<T, D>) -> SVector<T, D>;

/// The rules of the loop.
pub(super) struct Rules<T: Scalar, const D: usize> {
    pub(super) locate: Locate<T, D>,
    /// Whether directions and coordinates are brought to unit scale by powers of two.
    pub(super) unit_scale: bool,
    /// Solves for the point of a simplex that is nearest the origin. Progress is then measured from that; else it is the
    /// difference of two vertices along the direction.
    pub(super) nearest: Option<Solve<T, D>>,
    /// Whether the nearest points are wanted where the sets are apart.
    pub(super) measures: bool,
}

/// The coordinates to compute in. `local` ones are relative to a point of A.
pub(super) fn frame<T: Scalar, const D: usize>(
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
    unit_scale: bool,
    local: bool,
) -> Frame<T, D> {
    let Frame { reference, toward_origin, .. } = Difference(a, b).frame();
    let reference = if local { reference } else { Point::origin() };
    let size = a.extent(&reference) + b.extent(&reference);
    let margin = a.margin() + b.margin();
    if unit_scale {
        Frame::new(reference, toward_origin, size, margin)
    } else {
        let mut frame = Frame::new(reference, toward_origin, T::one(), T::one());
        (frame.scale, frame.size, frame.margin) = (T::one(), size, margin);
        frame
    }
}

/// A set whose margins are a part of its vertices, for ways that know of no margins.
pub(super) struct Swollen<'s, T, const D: usize>(pub(super) &'s dyn ConvexSet<D, Scalar = T>);

impl<T: Real, const D: usize> Swollen<'_, T, D> {
    /// The same coordinates, for the swollen set.
    pub(super) fn frame_from(mut frame: Frame<T, D>) -> Frame<T, D> {
        frame.size += frame.margin;
        frame.margin = T::zero();
        frame
    }
}

impl<T: Real, const D: usize> ConvexSet<D> for Swollen<'_, T, D> {
    type Scalar = T;

    fn frame(&self) -> Frame<T, D> {
        Self::frame_from(self.0.frame())
    }

    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        let core = self.0.vertex(frame, direction);
        let [of_a, of_b] = self.0.margins();
        if of_a.is_zero() && of_b.is_zero() {
            return core;
        }
        let length = norm(direction);
        if length.is_zero() {
            return core;
        }
        let outward = direction / length;
        let swelling = (of_a.clone() + of_b.clone()) * frame.scale.clone();
        SupportPoint {
            w: core.w + &outward * swelling,
            a: core.a + &outward * of_a,
            b: core.b - outward * of_b,
            ids: [VertexId::NONE; 2],
        }
    }

    fn margins(&self) -> [T; 2] {
        [T::zero(), T::zero()]
    }
}

type Observing<'q, T, const D: usize> = &'q mut (dyn Observer<T, D> + 'q);

type Erasing<'q, T, const D: usize> = Search<'q, Erased<'q, T, Cases, D>, Observing<'q, T, D>, D>;

/// A search under way.
pub(super) struct Walk<'q, T: Scalar, const D: usize>
where
    Cases: SimplexCases<T, D>,
{
    pub(super) search: Erasing<'q, T, D>,
    pub(super) rules: Rules<T, D>,
}

/// What a walk has found.
pub(crate) struct Walked<T: Scalar, const D: usize> {
    pub(crate) intersects: Option<bool>,
    pub(crate) evaluations: u32,
    pub(super) approach: Approach<T, D>,
}

impl<'q, T: Scalar, const D: usize> Walk<'q, T, D>
where
    Cases: SimplexCases<T, D>,
{
    pub(super) fn new(
        set: &'q Erased<'q, T, Cases, D>,
        frame: &'q Frame<T, D>,
        options: &'q Options<T, D>,
        observer: &'q mut Observing<'q, T, D>,
        rules: Rules<T, D>,
    ) -> Self {
        let mut search = Search::new(set, frame, options, observer);
        // The library brings a first direction to unit scale if its square vanishes.
        let first = frame.toward_origin.as_ref().filter(|_| !rules.unit_scale && options.start == Start::Centers);
        if let Some(first) = first.filter(|way| !largest(way).is_zero() && way.iter().all(Scalar::in_range)) {
            search.direction.clone_from(first);
        }
        Self { search, rules }
    }

    /// The loop.
    pub(super) fn run(&mut self) -> Walked<T, D> {
        let mut approach = Approach { end: End::OnFeature, plane: None, beyond: false, with_newest: false };
        // The nearest simplex since the sets were known to be apart, the square of its distance, and how many steps since.
        let mut best: Option<(Quotient<T>, Simplex<T, D>)> = None;
        let mut stalls = 0;
        let why = loop {
            if !self.search.look() {
                approach.end = End::Undecided(Undecided::Limit);
                break Termination::Limit;
            }
            if self.search.is_nan() {
                approach.end = End::Undecided(Undecided::NotANumber);
                break Termination::NotANumber;
            }
            if self.search.misses() && self.has_missed(&mut approach) {
                break Termination::Separated;
            }
            let apart = approach.plane.is_some();
            if !self.progresses() {
                break if apart { Termination::Nearest } else { Termination::OnFeature };
            }
            if !apart && self.search.takes_long() && self.search.is_over() {
                if self.search.goes_in_circles() {
                    approach.end = End::Undecided(Undecided::Limit);
                    break Termination::Patience;
                }
                break Termination::OnFeature;
            }
            let (region, direction) = match (self.rules.locate)(&self.search.simplex, &self.search.newest) {
                Location::Enclosed => {
                    self.search.observer.enclosed(&self.search.simplex, &self.search.newest);
                    approach.with_newest = true;
                    if !apart {
                        approach.end = End::Enclosed;
                    }
                    break Termination::Enclosed;
                }
                // What drops the newest vertex gets no nearer.
                Location::Search { region, direction } if region.has(0) => (region, direction),
                _ => break if apart { Termination::Nearest } else { Termination::OnFeature },
            };
            let direction = if self.rules.unit_scale { at_unit_scale(&direction) } else { direction };
            let level = self.search.newest.w.dot(&direction).abs();
            self.search.reduce(region, direction);
            if self.search.is_at_origin() {
                if apart {
                    best = None;
                }
                break if apart { Termination::Arrived } else { Termination::OnFeature };
            }
            if apart {
                let square = Quotient::plane(&level, &self.search.direction);
                let arrived = !square.exceeds(&self.search.least_gain);
                if best.as_ref().is_none_or(|(least, _)| square.less_than(least)) {
                    best = Some((square, self.search.simplex.clone()));
                    stalls = 0;
                } else {
                    stalls += 1;
                }
                if arrived {
                    break Termination::Arrived;
                }
                if stalls > PATIENCE {
                    break Termination::Patience;
                }
            }
        };
        self.search.observer.stopped(why);
        let margin = &self.search.frame.margin;
        let exceeds = |square: &Quotient<T>| square.exceeds(margin);
        if let Some(plane) = &approach.plane
            && !matches!(approach.end, End::Undecided(_))
        {
            let apart = margin.is_zero()
                || plane.exceeds(margin)
                || !approach.with_newest && best.as_ref().is_some_and(|(least, _)| exceeds(least));
            approach.end = if apart { End::Separated } else { End::WithinMargins };
        }
        if let Some((_, simplex)) = best.filter(|_| !approach.with_newest) {
            self.search.simplex = simplex;
        }
        let intersects = match approach.end {
            End::Undecided(_) => None,
            end => Some(end.intersects()),
        };
        Walked { intersects, evaluations: self.search.evaluations, approach }
    }

    /// The newest vertex falls short of the origin. Whether that is all that was asked for.
    fn has_missed(&mut self, approach: &mut Approach<T, D>) -> bool {
        let square = Quotient::plane(&-self.search.reached.clone(), &self.search.direction);
        let margin = &self.search.frame.margin;
        let known = !self.rules.measures && (margin.is_zero() || square.exceeds(margin));
        let first = approach.plane.is_none();
        if approach.plane.as_ref().is_none_or(|plane| plane.is_nearer_than(&square)) {
            approach.plane = Some(SeparatingPlane::new(self.search.direction.clone(), square));
        }
        if first && !known {
            self.search.observer.stopped(Termination::Separated);
            self.search.observer.entered(Phase::Approach);
        }
        known
    }

    /// Returns whether the newest vertex is farther along the direction than the retained feature, by more than
    /// rounding.
    fn progresses(&self) -> bool {
        let search = &self.search;
        match &self.rules.nearest {
            Some(nearest) if !search.simplex.vertices().is_empty() => {
                let gain = search.reached.clone() - nearest(&search.simplex).dot(&search.direction);
                gain > search.least_gain.clone() * largest(&search.direction)
                    && search.simplex.vertices().iter().all(|vertex| vertex.w != search.newest.w)
            }
            _ => search.progresses(),
        }
    }
}

/// The nearest point of a simplex that a search has retained, in closed form.
pub(super) fn nearest_point<T: Field, const D: usize>(simplex: &Simplex<T, D>) -> SVector<T, D> {
    let nothing = SVector::zeros();
    let mut vertices = [(0, &nothing); 4];
    for (place, vertex) in vertices.iter_mut().zip(simplex.vertices()) {
        *place = (0, &vertex.w);
    }
    let found = of_hull(&vertices[..simplex.vertices().len().min(4)]);
    found.map_or_else(SVector::zeros, |found| found.point / found.times)
}

impl<T: Real, const D: usize> Walk<'_, T, D>
where
    Cases: SimplexCases<T, D>,
{
    /// The nearest points, and how far they are apart.
    pub(super) fn measured(&self, approach: &Approach<T, D>) -> Distance<T, D> {
        let search = &self.search;
        if let End::Undecided(why) = approach.end {
            return undecided(search.frame, search.evaluations, why);
        }
        let newest = approach.with_newest.then_some(&search.newest);
        let weights = nearest_weights(newest, &search.simplex);
        let mut nearest = Witness::weighted(newest, &search.simplex, &weights);
        if approach.with_newest {
            nearest.w.fill(T::zero());
        }
        search.distance_at(approach, nearest, &weights)
    }
}

impl<T: Real, const D: usize> Walked<T, D> {
    /// Sets that are apart, or not, by the word of a way with a loop of its own. The plane is the last one.
    pub(super) fn by(search: &Erasing<'_, T, D>, end: End, with_newest: bool) -> Self
    where
        Cases: SimplexCases<T, D>,
    {
        let intersects = match end {
            End::Undecided(_) => None,
            end => Some(end.intersects()),
        };
        let level = if search.reached < T::zero() { -search.reached.clone() } else { T::zero() };
        let plane = SeparatingPlane::new(search.direction.clone(), Quotient::plane(&level, &search.direction));
        let plane = (end == End::Separated).then_some(plane);
        let approach = Approach { end, plane, beyond: false, with_newest };
        Self { intersects, evaluations: search.evaluations, approach }
    }
}
