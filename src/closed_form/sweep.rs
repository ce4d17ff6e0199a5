//! The time at which two polygons or segments meet in the plane: the path enters the last of the half-planes that bound A − B.

use super::fours::{Flat, first_lowest, heights, lesser, lowest};
use super::nearest::clear;
use super::polygons::{Facing, reaches, square, vectors_in_order};
use crate::minkowski::Frame;
use crate::outline::Turned;
use crate::scalar::{Real, difference, dot, max, min, negated, scaled, sum, times, ulps};
use crate::search::{BoundingPlane, End, Ray, RayCast};
use crate::tolerance;
use core::hint::select_unpredictable;
use nalgebra::SVector;

/// The cast of B against A: the path enters the half-planes that A − B is the intersection of, with a margin, one after the other. Rounded
/// corners are left to the search, and so are polygons that begin within the margin.
#[cfg_attr(fast, inline(always))]
pub(super) fn cast<T: Real, const D: usize>(
    [a, b]: &[Turned<T, D>; 2],
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let clear = clear(frame);
    let (on_a, on_b) =
        (Entry::new(a, b, &ray.velocity, frame, ray), Entry::new(b, a, &negated(&ray.velocity), frame, ray));
    let [low_a, low_b] = [&on_a, &on_b].map(|entry| lowest(entry.reaches.clone()));
    let nothing = |end| RayCast { end, time: T::zero(), plane: None, ends: [SVector::zeros(), SVector::zeros()] };
    let far = ray.margin.clone() + clear.clone();
    let separates = -low_a.clone() > far.clone() * on_a.length.clone() || -low_b.clone() > far * on_b.length.clone();
    if !separates {
        let is_clear = low_a > clear.clone() * on_a.length && low_b > clear * on_b.length;
        return is_clear.then(|| nothing(End::Enclosed));
    }
    let of_b = on_b.time > on_a.time;
    let (edge, time) = (select_unpredictable(of_b, on_b.edge, on_a.edge), max(on_a.time, on_b.time));
    if !(time > T::zero() && time <= ray.until) {
        return Some(nothing(End::Separated));
    }
    let per_length = T::one() / select_unpredictable(of_b, on_b.length, on_a.length);
    let (own, other) = (select_unpredictable(of_b, b, a), select_unpredictable(of_b, a, b));
    let facing = Facing::new(of_b, own, other, edge, &per_length, frame)?;
    // How far the other polygon goes along the edge until then.
    let way = dot(&ray.velocity, &facing.along) * time.clone() / frame.scale.clone();
    let way = if of_b { -way } else { way };
    let [from, to] = &facing.other.span;
    let Some([low, high]) = facing.shared(&[from.clone() + way.clone(), to.clone() + way.clone()], frame) else {
        // The path has entered all half-planes that it comes nearer to. If it is outside of one, it never enters that.
        let is_outside = is_outside([a, b], &ray.velocity, &time, frame, ray)
            || is_outside([b, a], &negated(&ray.velocity), &time, frame, ray);
        return is_outside.then(|| nothing(End::Separated));
    };
    let Facing { outward, along, levels: [top, bottom], .. } = facing;
    let place = (low + high) / times(2, &T::one());
    let on_own = sum(&scaled(&outward, &top), &scaled(&along, &place));
    let on_other = sum(&scaled(&outward, &bottom), &scaled(&along, &(place - way)));
    let axis = if of_b { negated(&outward) } else { outward };
    let level = (top - bottom) * frame.scale.clone() + ray.margin.clone();
    let plane = Some(BoundingPlane { axis, level });
    Some(RayCast { end: End::OnFeature, time, plane, ends: vectors_in_order(of_b, &on_own, &on_other) })
}

/// Returns whether the path is clearly outside of one of the half-planes of the first polygon's edges at a time.
#[cold]
fn is_outside<T: Real, const D: usize>(
    [own, other]: [&Turned<T, D>; 2],
    velocity: &SVector<T, D>,
    time: &T,
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> bool {
    let far = (ray.margin.clone() + clear(frame)) * square(own).sqrt();
    (0..=usize::from(own.has_second)).any(|group| {
        let speeds = heights(&own.normals[group], &velocity[0], &velocity[1]);
        let mut reaches = reaches(own, group, other).into_iter().zip(speeds);
        reaches.any(|(reach, speed)| speed * time.clone() - reach * frame.scale.clone() > far)
    })
}

/// The entry of the other polygon's path into the half-planes of a polygon's edges.
struct Entry<T> {
    /// The length of the normals.
    length: T,
    /// The edge whose half-plane the path enters last, and when; 0 if it begins in all of them.
    edge: usize,
    time: T,
    /// The least reaches at the start, times the length.
    reaches: [T; 4],
}

impl<T: Real> Entry<T> {
    #[cfg_attr(fast, inline(always))]
    fn new<const D: usize>(
        own: &Turned<T, D>,
        other: &Turned<T, D>,
        velocity: &SVector<T, D>,
        frame: &Frame<T, D>,
        ray: &Ray<T, D>,
    ) -> Self {
        let length = square(own).sqrt();
        let margin = ray.margin.clone() * length.clone();
        let [mut enters, mut reaches] = Self::of_four(own, 0, other, velocity, [&margin, &frame.scale]);
        let mut is_later = [false; 4];
        if own.has_second {
            let [later, more_reaches] = Self::of_four(own, 1, other, velocity, [&margin, &frame.scale]);
            // Lane by lane: the compiler mixes the lanes of two groups if each is reduced to one number.
            for ((is_later, enter), later) in is_later.iter_mut().zip(&enters).zip(&later) {
                *is_later = later < enter;
            }
            (enters, reaches) = (lesser(enters, later), lesser(reaches, more_reaches));
        }
        let (lane, time) = first_lowest(0, enters);
        Self { length, edge: lane + 4 * usize::from(is_later[lane]), time: -time, reaches }
    }

    /// For four edges, the negatives of the times at which the path enters the half-planes, and the reaches at the start.
    #[cfg_attr(fast, inline(always))]
    fn of_four<const D: usize>(
        own: &Turned<T, D>,
        group: usize,
        other: &Turned<T, D>,
        velocity: &SVector<T, D>,
        [margin, scale]: [&T; 2],
    ) -> [[T; 4]; 2] {
        let mut reaches = reaches(own, group, other);
        let mut enters = heights(&own.normals[group], &velocity[0], &velocity[1]);
        for (reach, enter) in reaches.iter_mut().zip(&mut enters) {
            *reach *= scale.clone();
            let inner = reach.clone() + margin.clone();
            *enter = select_unpredictable(*enter < T::zero(), -inner / enter.clone(), T::zero());
        }
        [enters, reaches]
    }
}

/// When two segments in the plane meet that move in straight lines, with margins.
///
/// A − B is a parallelogram. The path enters the strips between its opposite edges one after the other: if it is beside the last edge then,
/// that is where it hits, and otherwise the ball around the end that is nearer is all that it can hit. That is proven by a plane across the
/// way to that end. Segments that no edge keeps apart are left to [`cast_segments`](super::nearest::cast_segments).
#[cfg_attr(fast, inline(always))]
pub(super) fn segments<T: Real, const D: usize>(
    [[a, a_end], [b, b_end]]: [&[SVector<T, D>; 2]; 2],
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let (zero, one) = (T::zero(), T::one());
    let way = |from: &SVector<T, D>, to: &SVector<T, D>| Flat::from(to).minus(&from.into()).times(&frame.scale);
    // The points of A − B are −o + s·u + t·v, with s and t from 0 to 1.
    let (o, u, v) = (way(a, b), way(a, a_end), way(b_end, b));
    let (path, margin) = (Flat::from(&ray.velocity), &ray.margin);
    let nothing =
        RayCast { end: End::Separated, time: T::zero(), plane: None, ends: [SVector::zeros(), SVector::zeros()] };
    let size = max(frame.size.clone(), margin.clone());
    let clear = ulps(tolerance::CLEAR, &size);
    let [on_a, on_b] = [[&u, &v], [&v, &u]].map(|edges| Strip::new(edges, &o, &path, margin, &clear));
    if !(on_a.is_outside || on_b.is_outside) {
        return None;
    }
    let time = max(on_a.enters.clone(), on_b.enters.clone());
    let comes = !on_a.misses && !on_b.misses && time <= ray.until;
    if !comes {
        return Some(nothing);
    }
    let of_b = on_b.enters > on_a.enters;
    let Strip { normal, gap, at_end, .. } = if of_b { on_b } else { on_a };
    let (edge, other) = if of_b { (&v, &u) } else { (&u, &v) };
    let far = select_unpredictable(at_end, one.clone(), zero.clone());
    let along = o.plus(&path.times(&time)).minus(&other.times(&far)).dot(edge);
    let square = edge.dot(edge);
    let at = |share: T, time: T, axis: Flat<T>, level: T| {
        let (s, t) = if of_b { (far.clone(), share) } else { (share, far.clone()) };
        let ends = [sum(a, &scaled(&difference(a_end, a), &s)), sum(b, &scaled(&difference(b_end, b), &t))];
        let plane = Some(BoundingPlane { axis: axis.into(), level });
        Some(RayCast { end: End::OnFeature, time, plane, ends })
    };
    if along >= zero && along <= square {
        return at(along / square, time, normal, -gap);
    }
    let share = if along > zero { one } else { zero.clone() };
    let corner = edge.times(&share).plus(&other.times(&far)).minus(&o);
    let per_square = T::one() / path.dot(&path);
    let nearest = corner.dot(&path) * per_square.clone();
    let beside = corner.minus(&path.times(&nearest));
    let room = margin.clone() * margin.clone() - beside.dot(&beside);
    let before = if room > zero { (room.clone() * per_square).sqrt() } else { zero.clone() };
    let axis = path.times(&-before.clone()).minus(&beside);
    // How much farther than the corner A − B reaches along the axis.
    let step = |edge: &Flat<T>, share: &T| {
        let along = edge.dot(&axis);
        max(zero.clone(), if *share > zero { -along } else { along })
    };
    let length = axis.dot(&axis).sqrt();
    let beyond = step(edge, &share) + step(other, &far);
    if beyond > ulps(tolerance::AGREED, &size) * length.clone() {
        return None;
    }
    let time = nearest - before;
    if !(room > zero && time <= ray.until) {
        return Some(nothing);
    }
    let level = corner.dot(&axis) + margin.clone() * length;
    if time > zero { at(share, time, axis, level) } else { None }
}

/// The strip between two opposite edges of a parallelogram, and the path of the origin.
struct Strip<T> {
    /// Whether the path begins clearly outside of the strip and the margin.
    is_outside: bool,
    /// Whether it stays outside, and otherwise when it enters: 0 if it begins inside.
    misses: bool,
    enters: T,
    /// The outward normal of the edge on that side, as long as the edge, and how far the edge is, times that length.
    normal: Flat<T>,
    gap: T,
    /// Whether that edge is at the end of the other edges, and not at their start.
    at_end: bool,
}

impl<T: Real> Strip<T> {
    #[cfg_attr(fast, inline(always))]
    fn new([edge, other]: [&Flat<T>; 2], o: &Flat<T>, path: &Flat<T>, margin: &T, clear: &T) -> Self {
        let normal = Flat(-edge.1.clone(), edge.0.clone());
        let (height, width, speed) = (o.dot(&normal), other.dot(&normal), path.dot(&normal));
        let above = height.clone() - max(width.clone(), T::zero());
        let below = min(width.clone(), T::zero()) - height;
        let is_above = above > below;
        let sign = select_unpredictable(is_above, T::one(), -T::one());
        let length = edge.dot(edge).sqrt();
        let gap = max(above, below) - margin.clone() * length.clone();
        // A shorter edge has no direction.
        let is_outside = gap > clear.clone() * length.clone() && length > *clear;
        let toward = -sign.clone() * speed;
        let misses = is_outside && toward <= T::zero();
        let enters = select_unpredictable(is_outside, gap.clone() / toward, T::zero());
        Self { is_outside, misses, enters, normal: normal.times(&sign), gap, at_end: (width > T::zero()) == is_above }
    }
}
