//! Where a ray enters a ball or a capsule. A capsule is the part of a cylinder beside its segment, and the balls around the ends: seen along the
//! segment, a cylinder is a ball. A hit or a miss of a capsule is proven by a plane.

use crate::scalar::{Real, clamp, difference, dot, negated, scaled, sum, ulps, unit};
use crate::tolerance;
use nalgebra::SVector;

/// Whether a ray hits a shape.
pub(crate) enum HitOrMiss<T, const D: usize> {
    Hit(Entrance<T, D>),
    Miss,
}

/// Where a ray hits a shape. The point is relative to the ray's origin.
pub(crate) struct Entrance<T, const D: usize> {
    pub(crate) time: T,
    pub(crate) point: SVector<T, D>,
    /// The outward unit normal.
    pub(crate) normal: SVector<T, D>,
}

/// A ball or a capsule at unit scale.
pub(super) struct Round<T> {
    pub(super) radius: T,
    pub(super) size: T,
    pub(super) clear: T,
}

/// The chord that a straight way has in a ball, in two or more dimensions.
pub(super) struct Chord<T, const D: usize> {
    /// When the way is nearest the middle, and from there to the middle.
    pub(super) nearest: T,
    pub(super) beside: SVector<T, D>,
    /// The time from the entrance until then; `None` if the way passes beside the ball.
    pub(super) before: Option<T>,
}

impl<T: Real, const D: usize> Chord<T, D> {
    /// The place on the way that is nearest the middle is a vector, and what is left of it beside the way decides. (In the discriminant of the
    /// quadratic equation a way that is long beside the radius loses all digits.)
    #[cfg_attr(fast, inline(always))]
    pub(super) fn new(middle: &SVector<T, D>, radius: &T, way: &SVector<T, D>) -> Self {
        let square = dot(way, way);
        let nearest = dot(middle, way) / square.clone();
        let beside = difference(middle, &scaled(way, &nearest));
        let room = radius.clone() * radius.clone() - dot(&beside, &beside);
        // A NaN counts as a miss.
        let before = if room > T::zero() { Some((room / square).sqrt()) } else { None };
        Self { nearest, beside, before }
    }

    /// From the middle to the place where the way enters the ball.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn outward(&self, before: &T, way: &SVector<T, D>) -> SVector<T, D> {
        negated(&sum(&self.beside, &scaled(way, before)))
    }
}

impl<T: Real> Round<T> {
    /// Returns whether the origin is clearly farther from a point than the radius, and the radius is more than rounding.
    #[cfg_attr(fast, inline(always))]
    fn is_clear_of<const D: usize>(&self, point: &SVector<T, D>) -> bool {
        let far = self.radius.clone() + self.clear.clone();
        self.radius > T::zero() && dot(point, point) > far.clone() * far
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn ball<const D: usize>(&self, middle: &SVector<T, D>, way: &SVector<T, D>) -> Option<HitOrMiss<T, D>> {
        self.is_clear_of(middle).then(|| self.around(middle, &Chord::new(middle, &self.radius, way), way))
    }

    /// Where a chord begins, in the ball around a point.
    #[cfg_attr(fast, inline(always))]
    fn around<const D: usize>(
        &self,
        middle: &SVector<T, D>,
        chord: &Chord<T, D>,
        way: &SVector<T, D>,
    ) -> HitOrMiss<T, D> {
        let Some(before) = &chord.before else { return HitOrMiss::Miss };
        let time = chord.nearest.clone() - before.clone();
        let normal = unit(&chord.outward(before, way));
        let point = sum(middle, &scaled(&normal, &self.radius));
        if time > T::zero() { HitOrMiss::Hit(Entrance { time, point, normal }) } else { HitOrMiss::Miss }
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn capsule<const D: usize>(
        &self,
        [a, b]: [&SVector<T, D>; 2],
        way: &SVector<T, D>,
    ) -> Option<HitOrMiss<T, D>> {
        let (zero, one, edge) = (T::zero(), T::one(), difference(b, a));
        let square = dot(&edge, &edge);
        let share = |v: &SVector<T, D>| dot(v, &edge) / square.clone();
        // Seen along the edge, the origin is beside this part of it, and changes by so much in a unit of time.
        let (start, speed) = (-share(a), share(way));
        let nearest = sum(a, &scaled(&edge, &clamp(start.clone(), zero.clone(), one.clone())));
        if !self.is_clear_of(&nearest) {
            return None;
        }
        let (middle, across) = (sum(a, &scaled(&edge, &start)), difference(way, &scaled(&edge, &speed)));
        let mut at = start.clone();
        if dot(&middle, &middle) > self.radius.clone() * self.radius.clone() {
            let chord = Chord::new(&middle, &self.radius, &across);
            // Rounding moves the chord as a slightly turned direction would. At the capsule that moves the way by rounding only.
            let Some(before) = &chord.before else { return Some(HitOrMiss::Miss) };
            let time = chord.nearest.clone() - before.clone();
            if time <= zero {
                return Some(HitOrMiss::Miss);
            }
            at = start + speed * time.clone();
            if at >= zero && at <= one {
                let outward = chord.outward(before, &across);
                let normal = unit(&difference(&outward, &scaled(&edge, &share(&outward))));
                let point = sum(&sum(a, &scaled(&edge, &at)), &scaled(&normal, &self.radius));
                let gap = dot(&normal, &difference(&scaled(way, &time), &point)).abs();
                let is_hit = gap <= ulps(tolerance::AGREED, &self.size);
                return is_hit.then_some(HitOrMiss::Hit(Entrance { time, point, normal }));
            }
        }
        let (end, onward) = if at < zero { (a, edge) } else { (b, negated(&edge)) };
        let chord = Chord::new(end, &self.radius, way);
        let found = self.around(end, &chord, way);
        // The plane across the normal, across the way, or across the line between the end and the way has all of the capsule on one side.
        let behind = match (&found, &chord.before) {
            (HitOrMiss::Hit(entrance), _) => dot(&entrance.normal, &onward) - ulps(tolerance::AGREED, &self.size),
            (HitOrMiss::Miss, Some(_)) => dot(way, &onward),
            (HitOrMiss::Miss, None) => -dot(&chord.beside, &onward),
        };
        (behind <= zero).then_some(found)
    }
}
