//! The search continued in doubled precision, where rounding left a doubt.
//!
//! If a claim lacks evidence (`doubt.rs`), rounding misled the search: in a sliver, or where products fell below the
//! range. The search then continues here, from the vertices that it found:
//!
//! ```text
//! v ← the point of the simplex nearest the origin           nearer
//! repeat
//!     simplex ← the vertices that have a share in v
//!     if these are D + 1, or v is at the origin, or within the margins and nothing else was asked: end
//!     d ← −v;  w ← the support point of A − B along d
//!     plane ← the farthest so far: for d it is |w·d| / |d| away
//!     if the plane decides, or w is not farther along d than v: end
//!     v ← the point of simplex ∪ {w} nearest the origin, if that is nearer than v; else end
//! ```
//!
//! Each step tries all features of the simplex with twice the digits ([`Doubled`]). The nearest point is a mean of
//! vertices, and so a point of A − B, however inaccurate its weights are. Only steps that get nearer count.

use super::apart::{Approach, Goal, SeparatingPlane};
use super::doubt::{DEEPEST, can_be_verified};
use super::state::{End, Search};
use crate::scalar::{Quotient, Scalar, at_unit_scale, largest, max};
use crate::simplex::{Points, Searchable, Simplex, SimplexCases, Weights};
use crate::{observe::Observer, scalar::doubled::Doubled, verdict::Undecided, vertex::SupportPoint};
use core::array;
use nalgebra::SVector;
use num_traits::Zero;

/// In more dimensions only verdicts are verified, not distances: these are in doubt more often, and each takes long.
const DEEPEST_IMPROVED: usize = 5;

/// The nearest point so far.
pub(crate) struct NearestPoint<T, const D: usize> {
    /// The weights of the vertices: of the newest first, if it has a share.
    pub(crate) weights: Weights<T>,
    pub(crate) point: SVector<T, D>,
    /// The square of its distance from the origin.
    square: Doubled<T>,
    /// Whether all D + 1 vertices have a share in it.
    full: bool,
    /// Whether it is at the origin, or within the margins, up to rounding.
    met: bool,
}

type Snapshot<T, const D: usize> = (Simplex<T, D>, SVector<T, D>, SupportPoint<T, D>, T);

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    fn snapshot(&self) -> Snapshot<C::Scalar, D> {
        (self.simplex.clone(), self.direction.clone(), self.newest.clone(), self.reached.clone())
    }

    fn restore(&mut self, before: Snapshot<C::Scalar, D>) {
        (self.simplex, self.direction, self.newest, self.reached) = before;
    }

    /// Decides the verdict on the cores again, where it is in doubt.
    #[cold]
    #[inline(never)]
    pub(super) fn verified(&mut self, end: End) -> End {
        let before = self.snapshot();
        let mut approach = Approach { end, plane: None, beyond: false, with_newest: true };
        let zero = C::Scalar::zero();
        let found = self.go_on(&mut approach, &Goal::Verdict, &zero);
        let apart = approach.plane.is_some_and(|plane| plane.exceeds(&zero));
        match found {
            Some(NearestPoint { met: true, .. }) if approach.with_newest => End::Enclosed,
            Some(NearestPoint { met: true, .. }) => End::OnFeature,
            Some(NearestPoint { point, .. }) if apart => {
                self.turn_towards_origin(&point);
                End::Separated
            }
            _ if self.is_nan() => self.give_up(Undecided::NotANumber),
            _ => {
                self.restore(before);
                match end {
                    End::Undecided(why) => self.give_up(why),
                    end => end,
                }
            }
        }
    }

    /// Orders the retained vertices as the cases expect: their perpendicular points to the origin's side.
    fn turn_towards_origin(&mut self, point: &SVector<C::Scalar, D>) {
        let vertices = self.simplex.vertices();
        if vertices.len() == D && C::Cases::perpendicular(vertices).dot(point) > C::Scalar::zero() {
            self.simplex.mirror();
        }
    }

    /// Decides whether the margins meet. Leaves the search as it was, and may replace the plane by a farther one.
    #[cold]
    #[inline(never)]
    pub(super) fn verified_margins(&mut self, with_newest: bool, plane: &mut SeparatingPlane<C::Scalar, D>) -> End {
        if !with_newest && self.is_within_margins() {
            return End::WithinMargins;
        }
        let before = self.snapshot();
        let mut approach = Approach { end: End::WithinMargins, plane: Some(plane.clone()), beyond: false, with_newest };
        let found = self.improve(&mut approach, &Goal::Verdict);
        self.restore(before);
        if let Some(farther) = approach.plane {
            *plane = farther;
        }
        if found.is_some_and(|found| !found.met) { End::Separated } else { End::WithinMargins }
    }

    /// Continues towards the nearest points, and corrects the approach by what it finds.
    #[cold]
    #[inline(never)]
    pub(super) fn improve(
        &mut self,
        approach: &mut Approach<C::Scalar, D>,
        goal: &Goal<C::Scalar>,
    ) -> Option<NearestPoint<C::Scalar, D>> {
        if D > DEEPEST_IMPROVED || C::Scalar::epsilon().is_zero() {
            return None;
        }
        if let Some(plane) = approach.plane.as_mut().filter(|plane| plane.is_short()) {
            // With so short a normal the plane's distance has lost its digits.
            *plane = SeparatingPlane::at_origin(plane.axis.clone());
        }
        let margin = &self.frame.margin;
        // A verdict changes only if it is wrong by more than rounding, so it does not depend on what the caller asked.
        let margin = if margin.is_zero() { C::Scalar::zero() } else { margin.clone() + self.slack() };
        self.with_copy_mut(|search| search.go_on(approach, goal, &margin))
    }

    /// Continues towards the nearest point of the cores. `None` if it cannot be verified, and for a NaN.
    fn go_on(
        &mut self,
        approach: &mut Approach<C::Scalar, D>,
        goal: &Goal<C::Scalar>,
        margin: &C::Scalar,
    ) -> Option<NearestPoint<C::Scalar, D>> {
        if !can_be_verified::<C::Scalar, D>() {
            return None;
        }
        let Approach { plane, beyond, with_newest, .. } = approach;
        let within = max(margin.clone(), self.slack());
        let mut nearest = self.nearer(*with_newest, None, &within)?;
        loop {
            let point = &nearest.point;
            let decided = nearest.met && (margin.is_zero() || goal.is_verdict());
            if nearest.full || decided || largest(point).is_zero() || !self.look_along(-at_unit_scale(point)) {
                break;
            }
            if self.is_nan() {
                return None;
            }
            let level = Quotient::plane(&-self.reached.clone(), &self.direction);
            let apart = level.exceeds(margin);
            *beyond |= goal.is_exceeded(&level);
            if plane.as_ref().is_none_or(|plane| plane.is_nearer_than(&level)) {
                *plane = Some(SeparatingPlane::new(self.direction.clone(), level));
            }
            let gain = self.reached.clone() - point.dot(&self.direction);
            if *beyond
                || apart && goal.is_verdict()
                || gain <= self.least_gain.clone() * largest(&self.direction)
                || self.simplex.has(&self.newest.w)
            {
                break;
            }
            match self.nearer(true, Some(&nearest), &within) {
                Some(nearer) => nearest = nearer,
                None => break,
            }
        }
        *with_newest = nearest.full;
        Some(nearest)
    }

    /// The nearest point of the vertices, if it is nearer than before. Retains those that have a share in it, unless
    /// all D + 1 have one.
    fn nearer(
        &mut self,
        with_newest: bool,
        before: Option<&NearestPoint<C::Scalar, D>>,
        within: &C::Scalar,
    ) -> Option<NearestPoint<C::Scalar, D>> {
        let vertices = || with_newest.then_some(&self.newest).into_iter().chain(self.simplex.vertices());
        let mut points: [SVector<Doubled<C::Scalar>, D>; DEEPEST + 2] = array::from_fn(|_| SVector::zeros());
        for (point, vertex) in points.iter_mut().zip(vertices()) {
            *point = vertex.w.map(Doubled::from);
        }
        let points @ [first, rest @ ..] = &points[..vertices().count()] else { return None };
        let (_, weights) = Points::new(first, true, rest).nearest_of_features(D + 1);
        let sum = |sum: SVector<_, D>, (point, weight): (&SVector<_, D>, &Doubled<_>)| sum + point * weight.clone();
        let point = points.iter().zip(&weights).fold(SVector::zeros(), sum);
        let square = point.dot(&point);
        if !before.is_none_or(|before| square < before.square) {
            return None;
        }
        let shares = vertices().zip(&weights).filter(|(_, weight)| **weight > Doubled::zero());
        let full = shares.clone().count() > D;
        let met = square.clone().rounded() <= within.clone() * within.clone();
        let mut retained = Simplex::empty();
        let mut left: Weights<C::Scalar> = array::from_fn(|_| C::Scalar::zero());
        for (vertex, weight) in shares {
            left[retained.vertices().len()] = weight.clone().rounded();
            retained.push(vertex.clone());
        }
        if full {
            left = weights.map(Doubled::rounded);
        } else {
            self.simplex = retained;
        }
        Some(NearestPoint { weights: left, point: point.map(Doubled::rounded), square, full, met })
    }
}
