//! The cast: how far the origin gets along a ray before it meets A − B.
//!
//! Let v be the velocity of B relative to A. The sets share a point at the times t at which t·v is in A − B.
//!
//! ```text
//! t ← 0;  x ← the origin;  d, w and the simplex as the search for a separating axis left them
//! repeat
//!     if w·d < x·d                         nothing of A − B comes as far as x along d
//!         if v·d ≥ 0                       nor as far as the rest of the ray: MISS
//!         t ← w·d / v·d;  x ← t·v          where the ray passes that plane
//!     q ← the point of simplex ∪ {w} nearest x
//!     if q is x                            HIT, at t
//!     simplex ← the feature that q is on;  d ← x − q
//!     w ← the support point of A − B along d
//! ```
//!
//! The method is Gino van den Bergen's (Ray casting against general convex objects with application to continuous
//! collision detection, 2004). The plane behind a time t proves that the sets do not meet before t. When x moves, an
//! excluded feature may become nearest. So every step tries all features ([`Points`]): by closed forms, or else by the
//! active set.
//!
//! # Margins
//!
//! With margins each plane is farther from A − B by their sum m, and x hits when it is within m of q. With planes
//! perpendicular to x − q, a ball would take many steps. The *leap* is a better plane: put a ball of radius m around
//! each point of the present feature, and take the tangent plane where the ray enters their union. If the ray hits this
//! very feature, the plane is the last. Every plane is a true bound, so a wrong guess does no harm. If the leap leads
//! no farther, the ordinary plane follows.

use super::state::{End, Search};
use crate::observe::{Observer, Phase, Termination};
use crate::scalar::{Real, Scalar, largest, norm, times};
use crate::simplex::{Foot, Points, Region, Searchable, Simplex, Weights};
use crate::{query::PATIENCE, tolerance, verdict::Undecided};
use core::{array, iter};
use nalgebra::SVector;

/// The path of the origin, at the frame's scale.
pub(crate) struct Ray<T, const D: usize> {
    pub(crate) velocity: SVector<T, D>,
    pub(crate) until: T,
    /// The separation of the cores that counts as a hit: the sum of the margins, plus the separation asked for.
    pub(crate) margin: T,
}

pub(crate) struct RayCast<T: Scalar, const D: usize> {
    /// Separated if the last direction separates the sets on the rest of the path.
    pub(crate) end: End,
    pub(crate) time: T,
    /// The plane that proves it, with its axis from A towards B; `None` if the time is 0.
    pub(crate) plane: Option<BoundingPlane<T, D>>,
    /// The touching points of the cores of A and B when the motion begins, relative to the frame's reference point.
    pub(crate) ends: [SVector<T, D>; 2],
}

impl<T: Scalar, const D: usize> RayCast<T, D> {
    pub(crate) fn is_hit(&self) -> bool {
        !matches!(self.end, End::Separated | End::Undecided(_))
    }
}

/// A plane that all of A − B, margins included, is behind: `axis`·y ≤ `level` for each point y.
#[derive(Clone, Debug)]
pub(crate) struct BoundingPlane<T: Scalar, const D: usize> {
    pub(crate) axis: SVector<T, D>,
    pub(crate) level: T,
}

impl<const D: usize, T: Real, C: Searchable<D, Scalar = T>, O: Observer<T, D>> Search<'_, C, O, D> {
    /// Moves the origin along its path, beginning with a direction that separates the cores.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn cast(&mut self, ray: &Ray<T, D>) -> RayCast<T, D> {
        self.observer.entered(Phase::Cast);
        let margin = &ray.margin;
        let mut progress = Progress::new();
        let end = loop {
            if self.is_nan() {
                break End::Undecided(Undecided::NotANumber);
            }
            self.scale_direction();
            let Some(advanced) = progress.advance(self, ray) else { break End::Separated };

            let new = !self.simplex.has(&self.newest.w);
            let mut others: [SVector<T, D>; D] = array::from_fn(|_| SVector::zeros());
            let retained = self.simplex.vertices();
            for (other, vertex) in others.iter_mut().zip(retained) {
                *other = &vertex.w - &progress.at;
            }
            let newest = &self.newest.w - &progress.at;
            let points = Points::new(&newest, new, &others[..retained.len()]);
            let (mut foot, mut ends) = self.nearest_to(&points, &progress.at, margin, progress.careful);
            let mut stuck = false;
            if ends.is_none() {
                stuck = progress.stalls(&foot, advanced, new);
                if stuck && !progress.careful {
                    (progress.careful, stuck, progress.least, progress.stalls) = (true, false, None, 0);
                    (foot, ends) = self.nearest_to(&points, &progress.at, margin, true);
                }
            }
            if let Some(ends) = ends {
                progress.ends = ends;
                break End::OnFeature;
            }
            if stuck && !progress.restarted {
                if !progress.restart(self) {
                    break End::Undecided(Undecided::Limit);
                }
                continue;
            }
            if stuck || self.is_at_limit() {
                let (_, weights) = self.careful_foot(&points, &progress.at);
                let (gap, ends) = self.ends_at(&weights, &progress.at);
                if gap <= margin.clone() + times(tolerance::STALLED_CAST, &self.least_gain) {
                    progress.ends = ends;
                    break End::OnFeature;
                }
                break End::Undecided(if stuck { Undecided::Stalled } else { Undecided::Limit });
            }
            let leap = if margin.is_zero() || progress.leapt && !advanced { None } else { leap(&foot, &points, ray) };
            progress.leapt = leap.is_some();
            self.reduce(foot.region, leap.unwrap_or_else(|| -&foot.nearest));
            if !self.look() {
                break End::Undecided(Undecided::Limit);
            }
        };
        self.observer.stopped(match end {
            End::Separated => Termination::Miss,
            End::Undecided(Undecided::NotANumber) => Termination::NotANumber,
            End::Undecided(Undecided::Limit) => Termination::Limit,
            End::Undecided(_) => Termination::Patience,
            _ => Termination::Hit,
        });
        RayCast { end, time: progress.time, plane: progress.plane, ends: progress.ends }
    }

    /// The point of the simplex nearest to `at`, relative to that. Within the margin, also its points of A and B.
    #[cfg_attr(fast, inline(always))]
    fn nearest_to(
        &self,
        points: &Points<'_, T, D>,
        at: &SVector<T, D>,
        margin: &T,
        careful: bool,
    ) -> (Foot<T, D>, Option<[SVector<T, D>; 2]>) {
        let near = margin.clone() + self.least_gain.clone();
        let arrived = |gap: &T| *gap <= near;
        if !careful && let Some(foot) = points.by_cases() {
            // A NaN where the squares of a feature's edges underflow; then the active set finds the foot.
            if norm(&foot.nearest) > near {
                return (foot, None);
            }
            let ends = points.weights(foot.region).map(|weights| self.ends_at(&weights, at));
            if let Some((_, ends)) = ends.filter(|(gap, _)| arrived(gap)) {
                return (foot, Some(ends));
            }
        }
        let (foot, weights) = self.careful_foot(points, at);
        let ends = arrived(&norm(&foot.nearest)).then(|| self.ends_at(&weights, at));
        (foot, ends.filter(|(gap, _)| arrived(gap)).map(|(_, ends)| ends))
    }

    #[inline(never)]
    fn careful_foot(&self, points: &Points<'_, T, D>, at: &SVector<T, D>) -> (Foot<T, D>, Weights<T>) {
        let found = points.foot();
        // All D + 1 vertices have a share, so the simplex holds `at`, unless it is a sliver with wrong weights.
        if found.0.region.count() > D && self.ends_at(&found.1, at).0 > self.least_gain {
            points.nearest_of_features(D)
        } else {
            found
        }
    }

    /// The distance of the point with these weights from `at`, and its points of A and B.
    fn ends_at(&self, weights: &Weights<T>, at: &SVector<T, D>) -> (T, [SVector<T, D>; 2]) {
        let [mut w, mut a, mut b] = [SVector::zeros(), SVector::zeros(), SVector::zeros()];
        let vertices = iter::once(&self.newest).chain(self.simplex.vertices());
        for (vertex, weight) in vertices.zip(weights).filter(|(_, weight)| **weight > T::zero()) {
            w += (&vertex.w - at) * weight.clone();
            a += &vertex.a * weight.clone();
            b += &vertex.b * weight.clone();
        }
        (norm(&w), [a, b])
    }
}

struct Progress<T: Scalar, const D: usize> {
    /// t: a time before which the sets do not meet.
    time: T,
    plane: Option<BoundingPlane<T, D>>,
    /// x: the origin's place at that time.
    at: SVector<T, D>,
    ends: [SVector<T, D>; 2],
    leapt: bool,
    /// The square of the simplex's least distance since the origin last moved, and how many steps got no nearer.
    least: Option<T>,
    stalls: u32,
    restarted: bool,
    /// The active set finds the feet.
    careful: bool,
}

impl<T: Real, const D: usize> Progress<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn new() -> Self {
        Self {
            time: T::zero(),
            plane: None,
            at: SVector::zeros(),
            ends: [SVector::zeros(), SVector::zeros()],
            leapt: false,
            least: None,
            stalls: 0,
            restarted: false,
            careful: false,
        }
    }

    /// Moves the origin up to the plane of the newest vertex. Returns whether it moved; `None` if it never gets there.
    #[cfg_attr(fast, inline(always))]
    fn advance<C, O>(&mut self, search: &mut Search<'_, C, O, D>, ray: &Ray<T, D>) -> Option<bool>
    where
        C: Searchable<D, Scalar = T>,
        O: Observer<T, D>,
    {
        let direction = &search.direction;
        let slack = search.least_gain.clone() * largest(direction);
        let mut level = search.reached.clone();
        if !ray.margin.is_zero() {
            level += ray.margin.clone() * norm(direction);
        }
        if self.at.dot(direction) - level.clone() > slack {
            let speed = ray.velocity.dot(direction);
            if speed >= T::zero() {
                return None;
            }
            let time = level.clone() / speed;
            if time > ray.until {
                return None;
            }
            if time > self.time {
                self.at = &ray.velocity * time.clone();
                self.time = time;
                self.plane = Some(BoundingPlane { axis: direction.clone(), level });
                search.observer.advanced(&self.at);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Returns whether the search is stuck: it gets no nearer, or has no new vertex.
    #[cfg_attr(fast, inline(always))]
    fn stalls(&mut self, foot: &Foot<T, D>, advanced: bool, new: bool) -> bool {
        let gap = foot.nearest.dot(&foot.nearest);
        if advanced || self.least.as_ref().is_none_or(|least| gap < *least) {
            self.least = Some(gap);
            self.stalls = 0;
        } else if !self.leapt {
            self.stalls += 1;
        }
        !advanced && !new && !self.leapt || self.stalls > PATIENCE
    }

    /// Starts again from here, without the simplex, which is a sliver. False at the limit of evaluations.
    #[cfg_attr(fast, inline(always))]
    fn restart<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(&mut self, search: &mut Search<'_, C, O, D>) -> bool {
        self.restarted = true;
        self.leapt = false;
        self.least = None;
        self.stalls = 0;
        search.simplex = Simplex::empty();
        let direction = &self.at - &search.newest.w;
        search.reduce(Region::W, direction);
        search.look()
    }
}

/// The direction from the present feature to the place where the path enters its margin, or else passes most closely;
/// `None` if that place is behind, or the path is parallel to the feature.
///
/// Let e be the vector from the feature's nearest point to the origin's present place, and u the part of the velocity
/// that is perpendicular to the feature. The time is the least τ with |e + τ u| = margin.
#[cfg_attr(fast, inline(always))]
fn leap<T: Real, const D: usize>(
    foot: &Foot<T, D>,
    points: &Points<'_, T, D>,
    ray: &Ray<T, D>,
) -> Option<SVector<T, D>> {
    let across = points.across(foot.region, &ray.velocity);
    let from = -&foot.nearest;
    let (square, product) = (across.dot(&across), from.dot(&across));
    if square.is_zero() || product >= T::zero() {
        return None;
    }
    let beyond = from.dot(&from) - ray.margin.clone() * ray.margin.clone();
    let discriminant = product.clone() * product.clone() - square.clone() * beyond.clone();
    let time = if discriminant > T::zero() { beyond / (discriminant.sqrt() - product) } else { -product / square };
    Some(from + across * time)
}
