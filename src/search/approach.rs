//! The distance: from a separating axis on to the nearest points.
//!
//! Two bounds close in on the distance of the cores. From below: each direction gives a plane with all of A − B on its
//! far side, and the distance of the farthest such plane from the origin is the *lower bound*. From above: any point of
//! A − B is an upper bound, and the point of the nearest simplex is the answer. Their difference bounds its error.
//! Neither needs the nearest point itself: let `w` be a vertex of the simplex, and `d` the perpendicular from the
//! simplex to the origin. Then the simplex is |w·d| / |d| away. The point is solved for once, at the end.
//!
//! In rounded arithmetic a step may fail to get nearer before the end is reached: the simplex was a sliver, and gave a
//! poor direction. Such a step is not undone, as the next often recovers. But the best simplex is remembered, and only
//! a few such steps in a row are allowed ([`Query::patience`](crate::Query::patience)).

use super::state::{End, Search};
use crate::minkowski::Frame;
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::quotient::Quotient;
use crate::scalar::{Real, Scalar, dimension, largest, max, norm, times, unit};
use crate::simplex::{Location, Searchable, Simplex};
use crate::verdict::Undecided;
use crate::vertex::first_axis;
use nalgebra::SVector;
use num_traits::{One, Zero};

impl<const D: usize, C: Searchable<D>, O: Observer<C::Scalar, D>> Search<'_, C, O, D> {
    /// Goes on from a separating axis, towards the nearest points of the cores.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn approach(&mut self, until: &Until<C::Scalar>) -> Approach<C::Scalar, D> {
        self.observer.entered(Phase::Approach);
        let margin = &self.frame.margin;
        let mut end = margin.is_zero().then_some(End::Separated);
        let mut plane = SeparatingPlane {
            axis: self.direction.clone(),
            square: Quotient { over: C::Scalar::zero(), under: C::Scalar::one() },
        };
        let (mut beyond, mut around) = (false, false);
        // The square of the least distance of a feature. That feature is put aside while the search is at one farther
        // away.
        let mut least: Option<Quotient<C::Scalar>> = None;
        let mut aside: Option<Simplex<C::Scalar, D>> = None;
        let mut stalls = 0;
        if D > 2 {
            let scale = largest(&self.direction).unit_scale();
            self.direction *= scale.clone();
            self.reached *= scale;
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
                Location::Search { region, direction } => (region, direction),
                Location::Flat => break Termination::Nearest,
                Location::Enclosed => {
                    around = true;
                    break Termination::Enclosed;
                }
            };
            if D > 2 {
                // In three dimensions a direction is a product of three coordinates: its square could leave the range.
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
                // Decided here and not at the end, so that the verdict does not depend on what was asked.
                end = Some(self.margins_settled(&mut plane));
            }
            if arrived {
                // At the origin, up to rounding: from here no direction is better than another. If it is exactly there, the
                // square was 0 / 0, which is less than no other.
                if self.is_at_origin() {
                    least = Some(Quotient { over: C::Scalar::zero(), under: C::Scalar::one() });
                    aside = None;
                }
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
            _ => self.on_copy(|search| search.margins_settled_at_end(around, &mut plane)),
        });
        Approach { end, plane: Some(plane), beyond, around }
    }
}

/// When an approach ends.
pub(crate) enum Until<T> {
    /// When it is known whether the margins meet.
    Decided,
    /// When no step gets nearer.
    Nearest,
    /// As `Nearest`, unless the cores turn out to be farther apart than this (at the frame's scale).
    Beyond(T),
}

impl<T: Scalar> Until<T> {
    /// `Beyond` for a limit in the sets' own units. A limit that no distance can reach is left out, as its square may
    /// be beyond the range.
    pub(crate) fn within<const D: usize>(limit: &T, frame: &Frame<T, D>) -> Self {
        let between_cores = limit.clone() * frame.scale.clone() + frame.margin.clone();
        let longest = times(dimension::<D>(), &frame.size);
        if between_cores <= longest { Self::Beyond(max(T::zero(), between_cores)) } else { Self::Nearest }
    }
}

/// What a search for the distance found. The nearest feature is left in the search's simplex.
pub struct Approach<T, const D: usize> {
    /// How the search ended.
    pub end: End,
    /// The farthest separating plane of the cores, where they are apart.
    pub plane: Option<SeparatingPlane<T, D>>,
    /// The distance is more than was asked for, so the search ended early.
    pub beyond: bool,
    /// The simplex with its newest vertex holds the origin. (By rounding that can happen though the cores are apart.)
    pub around: bool,
}

/// A plane with the origin on one side and all of A − B on the other.
#[derive(Clone)]
pub struct SeparatingPlane<T, const D: usize> {
    /// Its normal, from A towards B, of any length.
    pub axis: SVector<T, D>,
    /// The square of its distance from the origin.
    square: Quotient<T>,
}

impl<T: Scalar, const D: usize> SeparatingPlane<T, D> {
    /// The plane with this axis, and the square of its distance from the origin.
    pub fn new(axis: SVector<T, D>, square: Quotient<T>) -> Self {
        Self { axis, square }
    }

    /// Whether a plane with this square is farther.
    pub fn is_before(&self, other: &Quotient<T>) -> bool {
        self.square.less_than(other)
    }

    /// Whether it is farther than a length.
    pub fn exceeds(&self, length: &T) -> bool {
        self.square.exceeds(length)
    }

    /// Whether its normal is so short that its square may have lost digits.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_short(&self) -> bool {
        let square = T::epsilon() * T::epsilon();
        self.square.under < square.clone() * square
    }

    /// Whether its distance from the origin is at least `length`.
    pub(crate) fn is_as_far_as(&self, length: &T) -> bool {
        self.square.over >= length.clone() * length.clone() * self.square.under.clone()
    }
}

/// Two bounds on the distance of the cores.
pub struct Gap<T> {
    /// How far the nearest point is.
    pub apart: T,
    /// How far the plane is.
    pub lower: T,
}

impl<T: Real> Gap<T> {
    /// The bounds that a point of A − B and a separating plane give.
    #[cfg_attr(fast, inline(always))]
    pub fn between<const D: usize>(point: &SVector<T, D>, plane: &SeparatingPlane<T, D>) -> Self {
        Self { apart: norm(point), lower: plane.distance() }
    }
}

impl<T: Real, const D: usize> SeparatingPlane<T, D> {
    /// Its unit normal.
    pub(crate) fn unit_axis(&self) -> SVector<T, D> {
        let normal = unit(&self.axis);
        if largest(&normal) > T::zero() { normal } else { first_axis() }
    }

    /// Its distance from the origin.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn distance(&self) -> T {
        self.square.clone().value().sqrt()
    }
}
