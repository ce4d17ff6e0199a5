//! The search continued in doubled precision, where rounding left a doubt.
//!
//! Whatever a search claims can be checked. Evidence that the sets intersect is a point of A − B at the origin
//! ([`Combination`]). Evidence that they are apart is a plane that all of A − B is behind. Evidence of a distance is
//! both: a point as near as the distance, and a plane as far. Mostly the evidence is there, and the check costs a few
//! products.
//!
//! If it is not, rounding misled the search, in a sliver or by products that fell below the range. Then the search
//! continues here, from the vertices that it found. Each step solves for the nearest point of its simplex by going
//! through all features, with twice the digits ([`Doubled`]). That point is a mean of vertices, and so a point of
//! A − B, however inaccurate its weights are. A step is kept only if it gets nearer. The support mapping is evaluated
//! as before, and rounds as before: its errors cannot be corrected here.

use super::approach::{Approach, Gap, SeparatingPlane, Until};
use super::state::{End, Search};
use crate::observe::Observer;
use crate::scalar::doubled::Doubled;
use crate::scalar::quotient::Quotient;
use crate::scalar::{Real, Scalar, at_unit_scale, largest};
use crate::simplex::{
    Combination, Region, Searchable, Simplex, SimplexCases, Weights, encloses_for_certain, nearest_of_all_features,
};
use crate::verdict::Undecided;
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::SVector;
use num_traits::{One, Zero};

/// All dimensions that there are cases for. (Of nine points in eight dimensions there are 511 features to go through.)
const DEEPEST: usize = 8;

/// In more dimensions only verdicts are settled. A distance that may be improved is left as it is: that is more often so, and
/// takes long.
const DEEPEST_IMPROVED: usize = 5;

/// The nearest point of A − B that was found.
pub(crate) struct Nearest<T, const D: usize> {
    /// The weights of the search's vertices. The newest vertex comes first if it has a share, then those of the
    /// simplex.
    pub(crate) weights: Weights<T>,
    pub(crate) point: SVector<T, D>,
    /// Whether it is at the origin, or within the margins, up to rounding.
    met: bool,
}

/// The nearest point of a simplex, in doubled precision.
struct Mean<T, const D: usize> {
    weights: Weights<Doubled<T>>,
    point: SVector<Doubled<T>, D>,
    square: Doubled<T>,
}

/// The nearest point so far, the simplex that it is on, and whether it is as near as was asked for.
struct Best<T: Scalar, const D: usize> {
    mean: Mean<T, D>,
    simplex: Simplex<T, D>,
    met: bool,
}

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// A claim is right if it is off by no more than twice the tolerance: by default 8 ε of the size.
    #[cfg_attr(fast, inline(always))]
    fn doubt(&self) -> C::Scalar {
        self.tolerance.clone() + self.tolerance.clone()
    }

    /// Whether a search can be continued here: if there is any rounding.
    #[cold]
    pub(super) fn may_settle() -> bool {
        let one = C::Scalar::one();
        D <= DEEPEST && !C::Scalar::epsilon().is_zero() && one.quotient(&one).is_some()
    }

    /// Whether a search that ended undecided can be continued here.
    #[cold]
    pub(super) fn may_look_closer(&self) -> bool {
        Self::may_settle() && self.evaluations < self.options.max_evaluations
    }

    /// Whether it is in doubt that the simplex and the newest vertex hold the origin. It is not if the origin makes a
    /// volume with each facet that is larger than rounding alone can make one. (From four dimensions on this is never
    /// in doubt.)
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_enclosure_in_doubt(&self) -> bool {
        D <= 3
            && !C::Scalar::epsilon().is_zero()
            && !encloses_for_certain(&self.newest, &self.simplex, &self.frame.size)
            && !Self::has_point(Some(&self.newest.clone()), &self.simplex.clone(), &self.doubt())
    }

    /// Whether it is in doubt that the origin is on the retained feature.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_feature_in_doubt(&self) -> bool {
        !C::Scalar::epsilon().is_zero() && !Self::has_point(None, &self.simplex.clone(), &self.doubt())
    }

    /// Whether it is in doubt that the retained feature is within the margins.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_margin_in_doubt(&self) -> bool {
        !C::Scalar::epsilon().is_zero()
            && match self.simplex.vertices() {
                [_] => false,
                [a, b] => !Combination::of_edge(a, b).is_some_and(|foot| foot.is_within(&self.wide_margin())),
                _ => !Self::has_point_within(&self.simplex.clone(), &self.wide_margin()),
            }
    }

    /// The margin, plus what a claim may be off by.
    #[cfg_attr(fast, inline(always))]
    fn wide_margin(&self) -> C::Scalar {
        self.frame.margin.clone() + self.doubt()
    }

    /// Whether an axis separates by so little that products below the range may have decided the sign.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_axis_in_doubt(&self) -> bool {
        let square = C::Scalar::epsilon() * C::Scalar::epsilon();
        !square.is_zero() && -self.reached.clone() < square.clone() * square
    }

    /// Whether a point of these vertices is at the origin. (Callers give copies, so that the search stays in registers.)
    #[cold]
    #[inline(never)]
    fn has_point(
        newest: Option<&SupportPoint<C::Scalar, D>>,
        simplex: &Simplex<C::Scalar, D>,
        slack: &C::Scalar,
    ) -> bool {
        Combination::of_simplex(newest, simplex).is_some_and(|point| point.is_at_origin(slack))
    }

    #[inline(never)]
    fn has_point_within(simplex: &Simplex<C::Scalar, D>, distance: &C::Scalar) -> bool {
        Combination::of_simplex(None, simplex).is_some_and(|point| point.is_within(distance))
    }

    /// The verdict on the cores, where it is in doubt: the same as before, or the other one.
    #[cold]
    #[inline(never)]
    pub(super) fn settled(&mut self, end: End) -> End {
        let before = (self.simplex.clone(), self.newest.clone(), self.direction.clone(), self.reached.clone());
        let mut approach = Approach { end, plane: None, beyond: false, around: true };
        let zero = C::Scalar::zero();
        let found = self.go_on(&mut approach, &Until::Decided, &zero);
        let apart = approach.plane.is_some_and(|plane| plane.exceeds(&zero));
        match found {
            Some(Nearest { met: true, .. }) if approach.around => End::Enclosed,
            Some(Nearest { met: true, .. }) => End::OnFeature,
            Some(Nearest { point, .. }) if apart => {
                self.turn_towards_origin(&point);
                End::Separated
            }
            _ if self.is_lost() => self.without_answer(Undecided::NotANumber),
            _ => {
                (self.simplex, self.newest, self.direction, self.reached) = before;
                match end {
                    End::Undecided(why) => self.without_answer(why),
                    end => end,
                }
            }
        }
    }

    /// Orders the retained vertices as the cases expect it: so that their perpendicular points to the origin's side.
    fn turn_towards_origin(&mut self, point: &SVector<C::Scalar, D>) {
        let vertices = self.simplex.vertices();
        if vertices.len() == D && C::Cases::perpendicular(vertices).dot(point) > C::Scalar::zero() {
            let all = Region::first(D + 1).without(0);
            self.simplex.retain(&SupportPoint::nothing(), all.mirrored());
        }
    }

    /// The verdict where the retained feature seems to be within the margins. If that is in doubt, it is checked at
    /// length.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn margins_settled(&mut self, plane: &mut SeparatingPlane<C::Scalar, D>) -> End {
        if !self.is_margin_in_doubt() {
            return End::WithinMargins;
        }
        self.on_copy(|search| search.margins_settled_at_length(false, plane))
    }

    /// The same where an approach ended without a verdict: before any feature was nearer than the first, or with a
    /// simplex around the origin.
    #[cold]
    pub(super) fn margins_settled_at_end(&mut self, around: bool, plane: &mut SeparatingPlane<C::Scalar, D>) -> End {
        if !around && Self::has_point_within(&self.simplex.clone(), &self.wide_margin()) {
            End::WithinMargins
        } else {
            self.margins_settled_at_length(around, plane)
        }
    }

    /// The same with twice the digits. The search is left as it was; the plane may be replaced by one that is farther.
    #[cold]
    #[inline(never)]
    pub(super) fn margins_settled_at_length(&mut self, around: bool, plane: &mut SeparatingPlane<C::Scalar, D>) -> End {
        let before = (self.simplex.clone(), self.newest.clone(), self.direction.clone(), self.reached.clone());
        let mut approach = Approach { end: End::WithinMargins, plane: Some(plane.clone()), beyond: false, around };
        let found = self.improve(&mut approach, &Until::Decided);
        (self.simplex, self.newest, self.direction, self.reached) = before;
        if let Some(farther) = approach.plane {
            *plane = farther;
        }
        if found.is_some_and(|found| !found.met) { End::Separated } else { End::WithinMargins }
    }

    /// Continues towards the nearest points in doubled precision, and corrects the approach by what it finds.
    #[cold]
    #[inline(never)]
    pub(crate) fn improve(
        &mut self,
        approach: &mut Approach<C::Scalar, D>,
        until: &Until<C::Scalar>,
    ) -> Option<Nearest<C::Scalar, D>> {
        if D > DEEPEST_IMPROVED || C::Scalar::epsilon().is_zero() {
            return None;
        }
        if let Some(plane) = approach.plane.as_mut().filter(|plane| plane.is_short()) {
            // With so short a normal its distance has lost its digits.
            *plane =
                SeparatingPlane::new(plane.axis.clone(), Quotient { over: C::Scalar::zero(), under: C::Scalar::one() });
        }
        let margin = &self.frame.margin;
        // A verdict changes only if it is wrong by more than rounding. So there is one verdict, whatever was asked.
        let margin = if margin.is_zero() { C::Scalar::zero() } else { margin.clone() + self.doubt() };
        self.on_copy(|search| search.go_on(approach, until, &margin))
    }

    /// Continues towards the nearest point of the cores, from the vertices that there are. The newest vertex is one of
    /// them if the approach ended with a simplex around the origin. `None` in too many dimensions, for scalars that
    /// cannot be doubled, and for a NaN.
    fn go_on(
        &mut self,
        approach: &mut Approach<C::Scalar, D>,
        until: &Until<C::Scalar>,
        margin: &C::Scalar,
    ) -> Option<Nearest<C::Scalar, D>> {
        if !Self::may_settle() {
            return None;
        }
        let Approach { plane, beyond, around, .. } = approach;
        let (mut with_newest, mut full) = (*around, false);
        let slack = self.doubt();
        let within = if *margin < slack { slack } else { margin.clone() };
        let decided = margin.is_zero() || matches!(until, Until::Decided);
        let mut best: Option<Best<C::Scalar, D>> = None;
        while let Some(mean) = self.nearest_mean(with_newest)
            && best.as_ref().is_none_or(|best| mean.square < best.mean.square)
        {
            let mean = self.keep(mean, with_newest, &mut full);
            let square = mean.square.clone().rounded();
            let point = mean.point.map(Doubled::rounded);
            let met = square <= within.clone() * within.clone();
            best = Some(Best { mean, simplex: self.simplex.clone(), met });
            if full || met && decided || largest(&point).is_zero() {
                break;
            }
            self.direction = -at_unit_scale(&point);
            if !self.look() {
                break;
            }
            if self.is_lost() {
                return None;
            }
            let level = Quotient::plane(&-self.reached.clone(), &self.direction);
            let apart = level.exceeds(margin);
            *beyond |= matches!(until, Until::Beyond(limit) if level.exceeds(limit));
            if plane.as_ref().is_none_or(|plane| plane.is_before(&level)) {
                *plane = Some(SeparatingPlane::new(self.direction.clone(), level));
            }
            let gain = self.reached.clone() - point.dot(&self.direction);
            if *beyond
                || apart && matches!(until, Until::Decided)
                || gain <= self.tolerance.clone() * largest(&self.direction)
                || self.simplex.has(&self.newest.w)
            {
                break;
            }
            with_newest = true;
        }
        let Best { mean, simplex, met } = best?;
        self.simplex = simplex;
        *around = full;
        Some(Nearest { weights: mean.weights.map(Doubled::rounded), point: mean.point.map(Doubled::rounded), met })
    }

    /// The nearest point of the simplex, or of the simplex together with the newest vertex.
    fn nearest_mean(&self, with_newest: bool) -> Option<Mean<C::Scalar, D>> {
        let vertices = || with_newest.then_some(&self.newest).into_iter().chain(self.simplex.vertices());
        vertices().next()?;
        let mut points: [SVector<Doubled<C::Scalar>, D>; DEEPEST + 2] = array::from_fn(|_| SVector::zeros());
        for (point, vertex) in points.iter_mut().zip(vertices()) {
            *point = vertex.w.map(Doubled::from);
        }
        let points: [&SVector<_, D>; DEEPEST + 2] = array::from_fn(|k| &points[k]);
        let weights = nearest_of_all_features(&points[..vertices().count()]);
        let point = vertices().zip(&weights).fold(SVector::zeros(), |sum: SVector<Doubled<_>, D>, (vertex, weight)| {
            sum + vertex.w.map(|x| Doubled::from(x) * weight.clone())
        });
        let square = point.dot(&point);
        Some(Mean { weights, point, square })
    }

    /// Keeps the vertices that have a share in a point. If those are D + 1, nothing changes, and `full` is set.
    fn keep(&mut self, mean: Mean<C::Scalar, D>, with_newest: bool, full: &mut bool) -> Mean<C::Scalar, D> {
        let vertices = || with_newest.then_some(&self.newest).into_iter().chain(self.simplex.vertices());
        let takes_part = |weight: &Doubled<C::Scalar>| *weight > Doubled::zero();
        *full = vertices().zip(&mean.weights).filter(|(_, weight)| takes_part(weight)).count() > D;
        if *full {
            return mean;
        }
        let mut weights: Weights<Doubled<C::Scalar>> = array::from_fn(|_| Doubled::zero());
        let mut kept = Simplex::empty();
        for (vertex, weight) in vertices().zip(&mean.weights).filter(|(_, weight)| takes_part(weight)) {
            weights[kept.vertices().len()] = weight.clone();
            kept.push(vertex.clone());
        }
        self.simplex = kept;
        Mean { weights, ..mean }
    }
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Whether the point at the end of an approach is farther than the plane by more than rounding, or cannot be
    /// trusted: the simplex is around the origin, or the plane's normal is too short.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn is_loose(&self, approach: &Approach<T, D>, gap: &Gap<T>) -> bool {
        let is_tight = gap.apart <= gap.lower.clone() + self.doubt();
        !is_tight || approach.around || approach.plane.as_ref().is_some_and(SeparatingPlane::is_short)
    }
}
