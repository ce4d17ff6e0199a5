//! The nearest points of two boxes, computed on the feature of an earlier answer and then proven.
//!
//! The cache names a vertex of A − B and two edges at it, which span a face of A − B. The face's nearest point is a point of A − B, so it
//! bounds the distance from above. The reach of both boxes along the normal there bounds the distance from below.

use super::super::nearest::{Step, Way, ends_apart};
use super::table::three;
use crate::cache::Cache;
use crate::minkowski::Frame;
use crate::scalar::{Real, Scalar, chosen, clamp, column, difference, dot, largest, min, scaled, sum, times, ulps};
use crate::search::{Separation, Witness};
use crate::support::{OrientedBox, VertexId};
use crate::tolerance;
use core::array;
use core::hint::select_unpredictable;
use nalgebra::SVector;

/// The separation of two boxes that are apart, and the way to the nearest points, if these are on the face that a cache names.
#[cfg_attr(fast, inline(always))]
pub(crate) fn again<T: Real, const D: usize>(
    shapes: [&OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    cache: &Cache<T, D>,
) -> Option<(Separation<T, D>, Way<T, D>)> {
    let [ids, second, third] = cache.facet()?;
    // A box does not know other names.
    if (ids[0].0 | ids[1].0) >> D != 0 {
        return None;
    }
    let (zero, scale) = (T::zero(), &frame.scale);
    let corners = [corner(shapes[0], ids[0]), corner(shapes[1], ids[1])];
    let (along, room, mut one) = edge(shapes, ids, second)?;
    let (across, width, mut other) = edge(shapes, second, third)?;
    let start = scaled(&difference(&corners[0], &corners[1]), scale);
    let (room, width) = (room * scale.clone(), width * scale.clone());
    // One place after the other, as between two segments.
    let minor = |k1: usize, k2: usize| along[k1].clone() * across[k2].clone() - along[k2].clone() * across[k1].clone();
    let face: SVector<T, D> = SVector::from_fn(|k, _| minor((k + 1) % D, (k + 2) % D));
    let (cosine, square) = (dot(&along, &across), dot(&face, &face));
    let (back, aside) = (-dot(&start, &along), -dot(&start, &across));
    let wanted = (back.clone() - cosine.clone() * aside.clone()) / square.clone();
    let s = clamp(select_unpredictable(square > zero, wanted, zero.clone()), zero.clone(), room.clone());
    let t = clamp(aside - cosine.clone() * s, zero.clone(), width.clone());
    let s = clamp(back - cosine * t.clone(), zero.clone(), room.clone());
    let w = sum(&start, &sum(&scaled(&along, &s), &scaled(&across, &t)));
    // Inside the face, the face gives the normal: the way to the origin may be short beside it.
    let is_inside = s > zero && s < room && t > zero && t < width;
    let normal = chosen(is_inside, &face, &w);
    let level = dot(&normal, &w);
    let per_length = T::one() / select_unpredictable(is_inside, square, level.clone()).sqrt();
    let apart = level.abs() * per_length.clone();
    let normal = scaled(&normal, &select_unpredictable(level > zero, -per_length.clone(), per_length));
    let between = dot(&difference(&shapes[1].middle, &shapes[0].middle), &normal);
    let lower = (between - (reach(shapes[0], &normal) + reach(shapes[1], &normal))) * scale.clone();
    let off = largest(&sum(&w, &scaled(&normal, &apart)));
    let agree = apart.clone() - lower.clone() <= ulps(tolerance::AGREED, &frame.size);
    let agree = agree && off <= ulps(tolerance::AT, &frame.size);
    let lower = min(lower, apart.clone());
    let end = ends_apart(&lower, &apart, frame).filter(|_| agree)?;
    one.share = select_unpredictable(room > zero, s / room.clone(), zero.clone());
    other.share = select_unpredictable(width > zero, t / width.clone(), zero.clone());
    let [mut a, mut b] = corners.clone();
    for step in [&one, &other] {
        let way = scaled(&step.edge, &step.share);
        let (on_a, on_b) = (sum(&a, &way), sum(&b, &way));
        (a, b) = (chosen(step.of_b, &a, &on_a), chosen(step.of_b, &on_b, &b));
    }
    let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: false, bit: 0 });
    if let [first, second, ..] = &mut steps[..] {
        (*first, *second) = (one, other);
    }
    let way = Way { corners, ids, steps };
    let witness = Witness { w: scaled(&normal, &-apart.clone()), a, b, ids: way.names() };
    Some((Separation { end, normal, distance: apart, bound: lower, witness, evaluations: 1 }, way))
}

/// The reach of a box along a direction, from its middle.
#[cfg_attr(fast, inline(always))]
fn reach<T: Scalar, const D: usize>(of: &OrientedBox<T, D>, direction: &SVector<T, D>) -> T {
    let [x, y, z] = three!(|k| of.half_extents[k].clone() * dot(&column(&of.axes, k), direction).abs());
    x + y + z
}

/// A corner of a box.
#[cfg_attr(fast, inline(always))]
fn corner<T: Scalar, const D: usize>(of: &OrientedBox<T, D>, VertexId(id): VertexId) -> SVector<T, D> {
    let [x, y, z] = three!(|k| scaled(&column(&of.axes, k), &signed(&of.half_extents[k], id >> k)));
    sum(&of.middle, &sum(&x, &sum(&y, &z)))
}

/// A length, negative if the last bit is set.
#[cfg_attr(fast, inline(always))]
fn signed<T: Scalar>(length: &T, bits: u32) -> T {
    select_unpredictable(bits & 1 == 1, -length.clone(), length.clone())
}

/// An edge of A − B between two vertices: its direction, its length, and the edge of the box.
#[cfg_attr(fast, inline(always))]
fn edge<T: Scalar, const D: usize>(
    shapes: [&OrientedBox<T, D>; 2],
    [a, b]: [VertexId; 2],
    [next_a, next_b]: [VertexId; 2],
) -> Option<(SVector<T, D>, T, Step<T, D>)> {
    let [on_a, on_b] = [a.0 ^ next_a.0, b.0 ^ next_b.0];
    let (of_b, bit) = (on_b != 0, on_a | on_b);
    let k = bit.trailing_zeros() as usize;
    let is_edge = on_a & on_b == 0 && bit.is_power_of_two() && k < D;
    if !is_edge {
        return None;
    }
    let (shape, from) = if of_b { (shapes[1], b.0) } else { (shapes[0], a.0) };
    let along = scaled(&column(&shape.axes, k), &signed(&-T::one(), (from >> k) ^ u32::from(of_b)));
    let length = times(2, &shape.half_extents[k]);
    let edge = scaled(&along, &signed(&length, u32::from(of_b)));
    Some((along, length, Step { share: T::zero(), edge, of_b, bit }))
}
