//! The distance: from a separating axis on, to the nearest points.
//!
//! Two numbers close in on the distance of the cores. From below, any direction gives a plane that nothing of A − B
//! crosses; the farthest such plane from the origin is the *lower bound*. From above, any point of A − B will do; the
//! nearest point of the nearest simplex is the answer, and its difference from the lower bound is the certificate of
//! its error. Both come without solving for a point: a simplex of which `a` is a vertex and `d` the perpendicular towards
//! the origin is |a·d| / |d| away. The point itself is solved for once, at the end.
//!
//! In rounded arithmetic a step may fail to get nearer though the end is not reached: a sliver of a simplex gave a poor
//! direction. Such a step is not undone (the next often recovers), but the best simplex is remembered, and only a few in a
//! row are tried ([`Query::patience`](crate::Query::patience)).

use super::state::{End, Search};
use crate::minkowski::Frame;
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::quotient::Quotient;
use crate::scalar::{Real, Scalar, dimension, largest, max, norm, times};
use crate::simplex::{Searchable, Simplex, Step};
use crate::verdict::Undecided;
use nalgebra::SVector;
use num_traits::{One, Zero};

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Goes on from a separating axis, towards the nearest points of the cores.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn approach(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        self.observer.entered(Phase::Approach);
        let margin = &self.frame.margin;
        let mut end = margin.is_zero().then_some(End::Separated);
        let mut plane = SeparatingPlane {
            axis: self.direction.clone(),
            square: Quotient { over: C::Scalar::zero(), under: C::Scalar::one() },
        };
        let (mut beyond, mut around) = (false, false);
        // How far the nearest feature is; it is put aside while the search goes on from one that is not nearer.
        let mut least: Option<Quotient<C::Scalar>> = None;
        let mut aside: Option<Simplex<C::Scalar, D>> = None;
        let mut stalls = 0;
        if D > 2 {
            let zoom = largest(&self.direction).unit_scale();
            self.direction *= zoom.clone();
            self.reached *= zoom;
        }
        let why = loop {
            let square = Quotient::plane(&-self.reached.clone(), &self.direction);
            if end.is_none() && square.exceeds(margin) {
                end = Some(End::Separated);
            }
            beyond |= matches!(until, Until::Beyond(limit) if square.exceeds(limit));
            if plane.square.less_than(&square) {
                plane = SeparatingPlane { axis: self.direction.clone(), square };
            }
            if beyond {
                break Termination::Beyond;
            }
            if end.is_some() && matches!(until, Until::Decided) {
                break Termination::Decided;
            }
            if !self.progresses() {
                if self.is_lost() {
                    end = end.or(Some(End::Undecided(Undecided::NotANumber)));
                    break Termination::NotANumber;
                }
                break Termination::Nearest;
            }

            let (region, mut direction) = match self.locate() {
                Step::Search { region, direction } => (region, direction),
                Step::Flat => break Termination::Nearest,
                Step::Enclosed => {
                    around = true;
                    break Termination::Enclosed;
                }
            };
            if D > 2 {
                // In three dimensions a direction is of degree 3 in the coordinates, so its square needs the room.
                direction *= largest(&direction).unit_scale();
            }
            let mut within = false;
            let on_feature = self.simplex.vertex_of(&self.newest, region);
            let square = Quotient::plane(&on_feature.w.dot(&direction).abs(), &direction);
            if least.as_ref().is_none_or(|least| square.less_than(least)) {
                within = end.is_none() && !square.exceeds(margin);
                least = Some(square.clone());
                aside = None;
                stalls = 0;
            } else {
                stalls += 1;
                if stalls > self.options.patience {
                    break Termination::Patience;
                }
                if aside.is_none() {
                    aside = Some(self.simplex.clone());
                }
            }
            let arrived = !square.exceeds(&self.tolerance);
            self.reduce(region, direction);
            if within {
                // Here, and not at the end, which depends on what was asked: there is one verdict.
                end = Some(self.margins_settled(&mut plane));
            }
            if arrived {
                // At the origin, up to rounding: from here every direction is as good as any other.
                break Termination::Arrived;
            }
            if end.is_some() && matches!(until, Until::Decided) {
                break Termination::Decided;
            }
            if !self.look() {
                end = end.or(Some(End::Undecided(Undecided::Limit)));
                break Termination::Limit;
            }
        };
        self.observer.stopped(why);
        if let Some(aside) = aside.filter(|_| !around) {
            self.simplex = aside;
        }
        let end = end.unwrap_or_else(|| match &least {
            Some(least) if !around && least.exceeds(margin) => End::Separated,
            _ if beyond => End::Separated,
            _ => self.margins_settled_at_end(around, &mut plane),
        });
        Approach { end, plane: Some(plane), beyond, around }
    }
}

/// When an approach has come near enough.
pub(crate) enum Until<T> {
    /// The margins are known to meet or not to.
    Decided,
    /// Nothing is nearer.
    Nearest,
    /// As `Nearest`, unless the cores turn out to be farther apart than this (at the frame's scale).
    Beyond(T),
}

impl<T: Scalar> Until<T> {
    /// Unless the sets are farther apart than this, in their own units. A limit that no distance comes near is none: its square
    /// may be beyond the range.
    pub(crate) fn within<const D: usize>(limit: &T, frame: &Frame<T, D>) -> Self {
        let between_cores = limit.clone() * frame.scale.clone() + frame.margin.clone();
        let longest = times(dimension::<D>(), &frame.size);
        if between_cores <= longest { Self::Beyond(max(T::zero(), between_cores)) } else { Self::Nearest }
    }
}

/// What a search for the distance found out; the nearest feature is left in the search's simplex.
pub(crate) struct Approach<T, const D: usize> {
    pub(crate) end: End,
    /// The farthest separating plane of the cores, where they are apart.
    pub(crate) plane: Option<SeparatingPlane<T, D>>,
    /// The distance is beyond what was asked for, and was not looked for any further.
    pub(crate) beyond: bool,
    /// The simplex and the newest vertex hold the origin. (By rounding they can do so though the cores are apart.)
    pub(crate) around: bool,
}

/// A plane with the origin on one side and all of A − B on the other.
#[derive(Clone)]
pub(crate) struct SeparatingPlane<T, const D: usize> {
    /// Its normal, from A towards B, of any length.
    pub(crate) axis: SVector<T, D>,
    /// The square of its distance from the origin.
    square: Quotient<T>,
}

impl<T: Scalar, const D: usize> SeparatingPlane<T, D> {
    pub(super) fn new(axis: SVector<T, D>, square: Quotient<T>) -> Self {
        Self { axis, square }
    }

    /// Whether a plane with this square is farther.
    pub(super) fn is_before(&self, other: &Quotient<T>) -> bool {
        self.square.less_than(other)
    }

    /// Whether it is farther than a length.
    pub(super) fn exceeds(&self, length: &T) -> bool {
        self.square.exceeds(length)
    }

    /// Whether its normal is so short that its square may have lost digits.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(super) fn is_short(&self) -> bool {
        let square = T::epsilon() * T::epsilon();
        self.square.under < square.clone() * square
    }

    /// Whether it is as far from the origin as `length`, or farther.
    pub(crate) fn is_as_far_as(&self, length: &T) -> bool {
        self.square.over >= length.clone() * length.clone() * self.square.under.clone()
    }
}

/// Two bounds on the distance of the cores.
pub(crate) struct Gap<T> {
    /// How far the nearest point is.
    pub(crate) apart: T,
    /// How far the plane is.
    pub(crate) lower: T,
}

impl<T: Real> Gap<T> {
    /// The bounds that a point of A − B and a plane before it give.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn between<const D: usize>(point: &SVector<T, D>, plane: &SeparatingPlane<T, D>) -> Self {
        Self { apart: norm(point), lower: plane.distance() }
    }
}

impl<T: Real, const D: usize> SeparatingPlane<T, D> {
    /// Its distance from the origin.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn distance(&self) -> T {
        self.square.clone().value().sqrt()
    }
}
