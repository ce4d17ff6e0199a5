//! Where a ray enters a ball, a capsule, a box or a polygon.
//!
//! The ray begins at the origin. A polygon or a box is the intersection of half-spaces: the ray enters it where it enters the last of them, unless
//! it is outside of another one there: that it never enters. A capsule is the part of a cylinder beside its segment, and the balls around the ends: seen along the segment,
//! a cylinder is a ball.
//!
//! A ray that begins inside a shape, or within rounding of it, is left to the search. A hit or a miss of a capsule is proven by a plane.

use super::fours::{first_lowest, height, heights, less, lowest};
use super::polygons::square;
use crate::outline::{Turned, at};
use crate::scalar::{
    Real, clamp, column, difference, dot, largest, max, min, negated, same, scaled, sum, times, turned_left, ulps, unit,
};
use crate::support::{OrientedBox, Outline, Support};
use crate::tolerance;
use core::hint::select_unpredictable;
use nalgebra::{Point, SVector};

/// Whether a ray hits a shape.
pub(crate) enum Passage<T, const D: usize> {
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

/// The place where a ray enters a shape, if there is a closed form and it proves itself.
#[cfg_attr(fast, inline(always))]
pub(crate) fn ray<S: Support<D, Scalar = T> + ?Sized, T: Real, const D: usize>(
    shape: &S,
    origin: &Point<T, D>,
    direction: &SVector<T, D>,
) -> Option<Passage<T, D>> {
    if D < 2 || shape.vertex_count_hint()? > 8 {
        return None;
    }
    let outline = shape.outline(origin)?;
    let margin = shape.margin();
    let size = max(shape.extent(origin), margin.clone());
    let per_time = largest(direction).unit_scale();
    let way = scaled(direction, &per_time);
    // A subnormal direction has lost digits.
    let is_ordinary = largest(&way) >= T::one() && (margin.is_zero() || matches!(outline, Outline::Segment(_)));
    if !is_ordinary {
        return None;
    }
    let clear = ulps(tolerance::CLEAR, &size);
    let passage = match outline {
        Outline::Segment(ends) => {
            // At unit scale, so that no square leaves the range.
            let scale = size.unit_scale();
            let [a, b] = ends.map(|end| scaled(&end, &scale));
            let round =
                Round { radius: margin * scale.clone(), size: size * scale.clone(), clear: clear * scale.clone() };
            let unscale = T::one() / scale;
            match if same(&a, &b) { round.ball(&a, &way)? } else { round.capsule([&a, &b], &way)? } {
                Passage::Hit(Entrance { time, point, normal }) => {
                    let (time, point) = (time * unscale.clone(), scaled(&point, &unscale));
                    Passage::Hit(Entrance { time, point, normal })
                }
                Passage::Miss => Passage::Miss,
            }
        }
        Outline::Box(block) => into_box(&block, &way, [&size, &clear])?,
        Outline::Polygon(_) if const { D != 2 } => return None,
        Outline::Polygon(corners) => into_polygon(&corners.turned()?, &way, [&size, &clear])?,
    };
    let Passage::Hit(Entrance { time, point, normal }) = passage else { return Some(passage) };
    let time = time * per_time;
    time.in_range().then_some(Passage::Hit(Entrance { time, point, normal }))
}

/// A ball or a capsule at unit scale.
struct Round<T> {
    radius: T,
    size: T,
    clear: T,
}

/// The part of a straight way that is in a ball, in two or more dimensions.
pub(super) struct Pass<T, const D: usize> {
    /// When the way is nearest the middle, and from there to the middle.
    pub(super) nearest: T,
    pub(super) beside: SVector<T, D>,
    /// The time from the entrance until then; `None` if the way passes beside the ball.
    pub(super) before: Option<T>,
}

impl<T: Real, const D: usize> Pass<T, D> {
    /// The place on the way that is nearest the middle is a vector, and what is left of it beside the way decides. (In the discriminant of the
    /// quadratic equation a way that is long beside the radius loses all digits.)
    #[cfg_attr(fast, inline(always))]
    pub(super) fn new(middle: &SVector<T, D>, radius: &T, way: &SVector<T, D>) -> Self {
        let square = dot(way, way);
        let nearest = dot(middle, way) / square.clone();
        let beside = difference(middle, &scaled(way, &nearest));
        let room = radius.clone() * radius.clone() - dot(&beside, &beside);
        // A NaN is a way beside the ball.
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
    fn ball<const D: usize>(&self, middle: &SVector<T, D>, way: &SVector<T, D>) -> Option<Passage<T, D>> {
        self.is_clear_of(middle).then(|| self.around(middle, &Pass::new(middle, &self.radius, way), way))
    }

    /// Where a pass enters the ball around a point.
    #[cfg_attr(fast, inline(always))]
    fn around<const D: usize>(&self, middle: &SVector<T, D>, pass: &Pass<T, D>, way: &SVector<T, D>) -> Passage<T, D> {
        let Some(before) = &pass.before else { return Passage::Miss };
        let time = pass.nearest.clone() - before.clone();
        let normal = unit(&pass.outward(before, way));
        let point = sum(middle, &scaled(&normal, &self.radius));
        if time > T::zero() { Passage::Hit(Entrance { time, point, normal }) } else { Passage::Miss }
    }

    #[cfg_attr(fast, inline(always))]
    fn capsule<const D: usize>(&self, [a, b]: [&SVector<T, D>; 2], way: &SVector<T, D>) -> Option<Passage<T, D>> {
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
            let pass = Pass::new(&middle, &self.radius, &across);
            // Rounding changes the pass as if it had turned the direction: at the capsule that moves the way by rounding only.
            let Some(before) = &pass.before else { return Some(Passage::Miss) };
            let time = pass.nearest.clone() - before.clone();
            if time <= zero {
                return Some(Passage::Miss);
            }
            at = start + speed * time.clone();
            if at >= zero && at <= one {
                let outward = pass.outward(before, &across);
                let normal = unit(&difference(&outward, &scaled(&edge, &share(&outward))));
                let point = sum(&sum(a, &scaled(&edge, &at)), &scaled(&normal, &self.radius));
                let gap = dot(&normal, &difference(&scaled(way, &time), &point)).abs();
                let is_hit = gap <= ulps(tolerance::AGREED, &self.size);
                return is_hit.then_some(Passage::Hit(Entrance { time, point, normal }));
            }
        }
        let (end, onward) = if at < zero { (a, edge) } else { (b, negated(&edge)) };
        let pass = Pass::new(end, &self.radius, way);
        let found = self.around(end, &pass, way);
        // The plane across the normal, across the way, or across the line between the end and the way has all of the capsule on one side.
        let behind = match (&found, &pass.before) {
            (Passage::Hit(entrance), _) => dot(&entrance.normal, &onward) - ulps(tolerance::AGREED, &self.size),
            (Passage::Miss, Some(_)) => dot(way, &onward),
            (Passage::Miss, None) => -dot(&pass.beside, &onward),
        };
        (behind <= zero).then_some(found)
    }
}

/// The entrance into the slabs between a box' opposite faces.
#[cfg_attr(fast, inline(always))]
fn into_box<T: Real, const D: usize>(
    block: &OrientedBox<T, D>,
    way: &SVector<T, D>,
    [size, clear]: [&T; 2],
) -> Option<Passage<T, D>> {
    let (zero, half) = (T::zero(), &block.half_extents);
    let [at, speed] = [&block.middle, way].map(|v| SVector::<T, D>::from_fn(|k, _| dot(&column(&block.axes, k), v)));
    // By then the ray, at unit scale, has passed the box.
    let (mut is_outside, mut face, mut time, mut leave) = (false, 0, zero.clone(), times(2, size));
    for k in 0..D {
        let toward = select_unpredictable(at[k] < zero, -speed[k].clone(), speed[k].clone());
        let (near, far) = (at[k].abs() - half[k].clone(), at[k].abs() + half[k].clone());
        is_outside |= near > *clear;
        let (comes, goes) = (toward > zero, toward < zero);
        // A ray along the faces is between them, or never.
        let never = select_unpredictable(near > zero, -T::one(), leave.clone());
        let enters = select_unpredictable(comes, near.clone() / toward.clone(), zero.clone());
        let leaves = select_unpredictable(comes, far, near) / toward;
        leave = min(leave, select_unpredictable(comes || goes, leaves, never));
        let is_later = enters > time;
        (face, time) = (select_unpredictable(is_later, k, face), select_unpredictable(is_later, enters, time));
    }
    if !is_outside {
        return None;
    }
    if time > leave {
        return Some(Passage::Miss);
    }
    let up = select_unpredictable(at[face] < zero, T::one(), -T::one());
    let mut point = block.middle.clone();
    for k in 0..D {
        let inside = clamp(speed[k].clone() * time.clone() - at[k].clone(), -half[k].clone(), half[k].clone());
        let along = if k == face { half[k].clone() * up.clone() } else { inside };
        point = sum(&point, &scaled(&column(&block.axes, k), &along));
    }
    Some(Passage::Hit(Entrance { time, point, normal: scaled(&column(&block.axes, face), &up) }))
}

/// The entrance into the half-planes of a polygon's edges.
#[cfg_attr(fast, inline(always))]
fn into_polygon<T: Real, const D: usize>(
    polygon: &Turned<T, D>,
    way: &SVector<T, D>,
    [size, clear]: [&T; 2],
) -> Option<Passage<T, D>> {
    let length = square(polygon).sqrt();
    let [levels, enters] = half_planes(polygon, 0, way);
    let (mut level, mut enters) = (lowest(levels), first_lowest(0, enters));
    if polygon.has_second {
        let [levels, later] = half_planes(polygon, 1, way);
        (level, enters) = (min(level, lowest(levels)), less(enters, first_lowest(4, later)));
    }
    let (edge, time) = (enters.0, -enters.1);
    let far = clear.clone() * length.clone();
    if -level <= far {
        return None;
    }
    if !(time > T::zero() && time <= times(2, size)) {
        return Some(Passage::Miss);
    }
    let [start, end] = [edge, polygon.after(edge)].map(|vertex| at(&polygon.vertices, vertex));
    let normal = scaled(&at(&polygon.normals, edge), &(T::one() / length));
    let along = turned_left(&normal);
    let width = dot(&difference(&end, &start), &along);
    let place = dot(&difference(&scaled(way, &time), &start), &along);
    let spare = ulps(tolerance::SPANS_MEET, size);
    if place < -spare.clone() || place > width.clone() + spare {
        let there = scaled(way, &time);
        let height = |k: usize| dot(&at(&polygon.normals, k), &difference(&there, &at(&polygon.vertices, k)));
        return (0..polygon.count).any(|k| height(k) > far).then_some(Passage::Miss);
    }
    let point = sum(&start, &scaled(&along, &clamp(place, T::zero(), width)));
    Some(Passage::Hit(Entrance { time, point, normal }))
}

/// How far the origin is inside the half-planes of four edges, times the length of the normals; and the negatives of the times at which the
/// way enters them, or 0.
#[cfg_attr(fast, inline(always))]
fn half_planes<T: Real, const D: usize>(polygon: &Turned<T, D>, group: usize, way: &SVector<T, D>) -> [[T; 4]; 2] {
    let (normals, vertices) = (&polygon.normals[group], &polygon.vertices[group]);
    let mut enters = heights(normals, &way[0], &way[1]);
    let mut levels = enters.clone();
    for (i, (level, enter)) in levels.iter_mut().zip(&mut enters).enumerate() {
        *level = height(normals, i, &vertices[0][i], &vertices[1][i]);
        *enter = select_unpredictable(*enter < T::zero(), -level.clone() / enter.clone(), T::zero());
    }
    [levels, enters]
}
