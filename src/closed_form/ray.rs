//! Where a ray enters a ball, a capsule, a box or a polygon.
//!
//! The ray begins at the origin. A polygon or a box is the intersection of half-spaces. The ray enters it where it enters the last of them. If it is
//! outside of another half-space there, it never enters that one, and misses. Balls and capsules are in `round.rs`.
//!
//! A ray that begins inside a shape, or within rounding of it, is left to the search.

use super::fours::{first_lowest, height, heights, less, lowest};
use super::polygons::square;
use super::round::{Entrance, HitOrMiss, Round};
use crate::outline::{Turned, at};
use crate::scalar::{
    Real, clamp, column, difference, dot, largest, max, min, same, scaled, sum, times, turned_left, ulps,
};
use crate::support::{OrientedBox, Outline, Support};
use crate::tolerance;
use core::hint::select_unpredictable;
use nalgebra::{Point, SVector};

/// The place where a ray enters a shape, if there is a closed form and it proves itself.
#[cfg_attr(fast, inline(always))]
pub(crate) fn ray<S: Support<D, Scalar = T> + ?Sized, T: Real, const D: usize>(
    shape: &S,
    origin: &Point<T, D>,
    direction: &SVector<T, D>,
) -> Option<HitOrMiss<T, D>> {
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
    let (found, unscale) = match outline {
        Outline::Segment(ends) => {
            // At unit scale, so that no square leaves the range.
            let scale = size.unit_scale();
            let [a, b] = ends.map(|end| scaled(&end, &scale));
            let round =
                Round { radius: margin * scale.clone(), size: size * scale.clone(), clear: clear * scale.clone() };
            let found = if same(&a, &b) { round.ball(&a, &way)? } else { round.capsule([&a, &b], &way)? };
            (found, T::one() / scale)
        }
        Outline::Box(block) => (into_box(&block, &way, [&size, &clear])?, T::one()),
        Outline::Polygon(_) if const { D != 2 } => return None,
        Outline::Polygon(corners) => (into_polygon(&corners.turned()?, &way, [&size, &clear])?, T::one()),
    };
    let HitOrMiss::Hit(Entrance { time, point, normal }) = found else { return Some(found) };
    let (time, point) = (time * unscale.clone() * per_time, scaled(&point, &unscale));
    time.in_range().then_some(HitOrMiss::Hit(Entrance { time, point, normal }))
}

/// The entrance into the slabs between a box' opposite faces.
#[cfg_attr(fast, inline(always))]
fn into_box<T: Real, const D: usize>(
    block: &OrientedBox<T, D>,
    way: &SVector<T, D>,
    [size, clear]: [&T; 2],
) -> Option<HitOrMiss<T, D>> {
    let (zero, half) = (T::zero(), &block.half_extents);
    let [at, speed] = [&block.middle, way].map(|v| SVector::<T, D>::from_fn(|k, _| dot(&column(&block.axes, k), v)));
    // By then the ray, at unit scale, has passed the box.
    let (mut is_outside, mut face, mut time, mut leave) = (false, 0, zero.clone(), times(2, size));
    for k in 0..D {
        let toward = select_unpredictable(at[k] < zero, -speed[k].clone(), speed[k].clone());
        let (near, far) = (at[k].abs() - half[k].clone(), at[k].abs() + half[k].clone());
        is_outside |= near > *clear;
        let comes = toward > zero;
        // A ray along the faces is between them, or never.
        let never = select_unpredictable(near > zero, -T::one(), leave.clone());
        let enters = select_unpredictable(comes, near.clone() / toward.clone(), zero.clone());
        let leaves = select_unpredictable(comes, far, near) / toward.clone();
        leave = min(leave, select_unpredictable(toward.is_zero(), never, leaves));
        let is_later = enters > time;
        (face, time) = (select_unpredictable(is_later, k, face), select_unpredictable(is_later, enters, time));
    }
    if !is_outside {
        return None;
    }
    if time > leave {
        return Some(HitOrMiss::Miss);
    }
    let up = select_unpredictable(at[face] < zero, T::one(), -T::one());
    let mut point = block.middle.clone();
    for k in 0..D {
        // Between the other faces: the ray has not left them by then.
        let beside = speed[k].clone() * time.clone() - at[k].clone();
        let along = if k == face { half[k].clone() * up.clone() } else { beside };
        point = sum(&point, &scaled(&column(&block.axes, k), &along));
    }
    Some(HitOrMiss::Hit(Entrance { time, point, normal: scaled(&column(&block.axes, face), &up) }))
}

/// The entrance into the half-planes of a polygon's edges.
#[cfg_attr(fast, inline(always))]
fn into_polygon<T: Real, const D: usize>(
    polygon: &Turned<T, D>,
    way: &SVector<T, D>,
    [size, clear]: [&T; 2],
) -> Option<HitOrMiss<T, D>> {
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
        return Some(HitOrMiss::Miss);
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
        return (0..polygon.count).any(|k| height(k) > far).then_some(HitOrMiss::Miss);
    }
    let point = sum(&start, &scaled(&along, &clamp(place, T::zero(), width)));
    Some(HitOrMiss::Hit(Entrance { time, point, normal }))
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
