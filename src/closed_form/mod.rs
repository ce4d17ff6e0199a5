//! Answers without a search, for pairs whose difference is known: two segments; a box and a point; a box and a segment in the
//! plane; two boxes in space; two polygons of few vertices; a ray and any of these. Shapes may have margins, so these pairs include balls and
//! capsules. For overlapping polygons or boxes, a search finds the distance. The last argument of `solve` and `contact` in
//! `polygons.rs` and `boxes.rs` says whether a search has found that the cores overlap.
//!
//! The answer is taken only if it proves itself: the points are where the normal says they are, and rounding leaves no doubt of the
//! verdict. Otherwise the search finds the answer, as for all shapes. So a closed form never contradicts a verdict or a distance of the
//! search. A manifold needs no verdict, so its faces count even where the verdict is in doubt.

mod again;
mod box_and_segment;
mod boxes;
mod fours;
mod nearest;
mod polygons;
mod ray;
mod rectangles;
mod round;
mod sweep;

use crate::cache::Cache;
use crate::minkowski::{ConvexSet, Frame};
use crate::outline::Turned;
use crate::scalar::{Real, Scalar, dimension, same};
use crate::search::{End, Ray, RayCast, Separation, not_inlined};
use crate::simplex::Simplex;
use crate::support::{OrientedBox, Outline};
pub(crate) use again::Edge;
pub(crate) use boxes::{Faces, Limits};
use nalgebra::SVector;
use nearest::{Nearest, Orthotope, Way};
use polygons::Least;
pub(crate) use polygons::{Edges, in_order};
pub(crate) use ray::ray;
pub(crate) use round::HitOrMiss;

/// The verdict, if it is not in doubt.
#[cfg_attr(fast, inline(always))]
pub(crate) fn verdict<C: ConvexSet<D>, const D: usize>(set: &C, frame: &Frame<C::Scalar, D>) -> Option<End> {
    // The constant stands here and below so that what it rules out is not compiled.
    if const { D == 2 || D == 3 }
        && let Some(outlines) = outlines(set, frame)
    {
        return match &outlines {
            outlines if D == 3 => boxes::verdict(boxes(outlines)?, frame),
            [Outline::Box(a), Outline::Box(b)] => rectangles::verdict([a, b], frame),
            outlines => polygons::verdict(&corners(outlines)?, frame),
        };
    }
    Some(nearest(set, frame)?.0)
}

/// The outlines of two shapes of three to eight vertices, which are polygons or boxes.
#[cfg_attr(fast, inline(always))]
fn outlines<'s, C: ConvexSet<D>, const D: usize>(
    set: &'s C,
    frame: &Frame<C::Scalar, D>,
) -> Option<[Outline<'s, C::Scalar, D>; 2]> {
    // Boxes in space are computed at the frame's scale, so their coordinates are always in range.
    let in_range = const { D == 3 } || frame.ordinary;
    if in_range && are_few(set) { set.outlines(frame) } else { None }
}

/// Returns whether two shapes have three to eight vertices.
#[cfg_attr(fast, inline(always))]
pub(crate) fn are_few<C: ConvexSet<D>, const D: usize>(set: &C) -> bool {
    matches!(set.vertex_count_hints(), Some([3..=8, 3..=8]))
}

/// Two boxes.
#[cfg_attr(fast, inline(always))]
fn boxes<'o, T: Scalar, const D: usize>(outlines: &'o [Outline<'_, T, D>; 2]) -> Option<[&'o OrientedBox<T, D>; 2]> {
    match outlines {
        [Outline::Box(a), Outline::Box(b)] => Some([a, b]),
        _ => None,
    }
}

/// The corners of two polygons.
#[cfg_attr(fast, inline(always))]
fn corners<T: Scalar, const D: usize>([a, b]: &[Outline<'_, T, D>; 2]) -> Option<[Turned<T, D>; 2]> {
    Some([a.turned()?, b.turned()?])
}

/// Returns whether one of two boxes holds the middle of the other: then they overlap, and a distance is searched for.
#[cfg_attr(fast, inline(always))]
fn is_deep<T: Scalar, const D: usize>(outlines: &[Outline<'_, T, D>; 2]) -> bool {
    match outlines {
        [Outline::Box(a), Outline::Box(b)] => a.holds(&b.middle) || b.holds(&a.middle),
        _ => false,
    }
}

/// Two polygons, where they are nearest or the minimum translation is: see [`polygons::solve`].
#[cfg_attr(fast, inline(always))]
#[expect(clippy::type_complexity, reason = "two answers, which callers take apart at once")]
fn solve<T: Real, const D: usize>(
    outlines: &[Outline<'_, T, D>; 2],
    frame: &Frame<T, D>,
    overlap: bool,
) -> Option<Result<(Separation<T, D>, Edge<T, D>), polygons::Facing<T, D>>> {
    let polygons = corners(outlines)?;
    let least = match outlines {
        [Outline::Box(a), Outline::Box(b)] => Least::known(&polygons, rectangles::Face::nearest([a, b]).edge()),
        _ => Least::of(&polygons),
    };
    polygons::solve(&polygons, least, frame, overlap)
}

/// The separation of two polygons that are apart, with the feature that the nearest points are on; of those that overlap, the edge
/// to start a search from.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::type_complexity, reason = "two answers, which the caller takes apart at once")]
pub(crate) fn polygons<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
) -> Option<Result<(Separation<T, D>, Edge<T, D>), Simplex<T, D>>> {
    if const { D != 2 } {
        return None;
    }
    let outlines = outlines(set, frame).filter(|outlines| !is_deep(outlines))?;
    Some(solve(&outlines, frame, false)?.map_err(|facing| facing.edge(frame)))
}

/// The separation of two polygons that are apart, if the vertices that a cache names are still the nearest.
#[cfg_attr(fast, inline(always))]
pub(crate) fn again<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    cache: &Cache<T, D>,
) -> Option<(Separation<T, D>, Edge<T, D>)> {
    if const { D == 2 } && frame.ordinary && are_few(set) { again::again(set, frame, cache) } else { None }
}

/// The edges of two polygons that are opposite each other.
#[cfg_attr(fast, inline(always))]
pub(crate) fn edges<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
) -> Option<Edges<T, D>> {
    match outlines(set, frame)? {
        [Outline::Box(a), Outline::Box(b)] => Some(rectangles::edges([&a, &b])),
        outlines => polygons::edges(&corners(&outlines)?, frame),
    }
}

/// The faces of two boxes that are opposite each other, or an axis along which they are farther apart than is wanted, and how far.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::type_complexity, reason = "two answers, which the caller takes apart at once")]
pub(crate) fn faces<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    limits: &Limits<T>,
) -> Option<Result<Faces<T, D>, (SVector<T, D>, T)>> {
    if const { D != 3 } {
        return None;
    }
    boxes::faces(boxes(&outlines(set, frame)?)?, frame, limits)
}

/// The separation of two shapes, and the way to the nearest points. A cache keeps the face of A − B that boxes are nearest along.
#[cfg_attr(fast, inline(always))]
pub(crate) fn points<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    cache: Option<&mut Cache<T, D>>,
) -> Option<(Separation<T, D>, Way<T, D>)> {
    if const { D == 3 }
        && let Some(outlines) = outlines(set, frame)
    {
        return boxes::apart(boxes(&outlines)?, frame, cache);
    }
    let (end, nearest) = nearest(set, frame)?;
    nearest.distance(end, frame)
}

/// The nearest points of two shapes whose cores have few edges, and the verdict, if that is not in doubt.
#[cfg_attr(fast, inline(always))]
fn nearest<C: ConvexSet<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
) -> Option<(End, Nearest<C::Scalar, D>)> {
    if D < 2 || !frame.ordinary {
        return None;
    }
    // The numbers of vertices only say where to look: mostly they are known when a query is compiled.
    let corners = 1_u32.checked_shl(dimension::<D>())?;
    let hints = set.vertex_count_hints();
    let found = match hints {
        None | Some([2, 2]) => {
            let [a, b] = set.segments(frame)?;
            nearest::of_segments(a, b, frame)
        }
        // The second shape is a point or a segment, unless they are turned.
        Some([first, second]) => {
            let turned = first < second;
            let [most, least] = if turned { [second, first] } else { [first, second] };
            if least > 2 {
                return None;
            }
            if most <= 2 {
                let [core, other] = turned_if(turned, set.segments(frame)?);
                let point = as_point(other)?;
                if most == 1 {
                    nearest::of_point(Orthotope::point(as_point(core)?), point, turned, frame)
                } else {
                    nearest::of_point(Orthotope::segment(core), point, turned, frame)
                }
            } else if most == corners {
                let [Outline::Box(block), Outline::Segment(ends)] = turned_if(turned, set.outlines(frame)?) else {
                    return None;
                };
                match (D, least) {
                    (_, 1) => nearest::of_point(block.into(), as_point(ends)?, turned, frame),
                    (2, _) => box_and_segment::nearest(block.into(), ends, turned, frame),
                    _ => None,
                }
            } else {
                None
            }
        }
    }?;
    let end = found.verdict(frame)?;
    if hints.is_none() && end == End::Separated {
        // Of a shape that does not say how many vertices it has the outline may be all that is known of it. It is asked.
        let farthest = set.vertex(frame, &found.away());
        let found = found.behind(&farthest.w);
        return Some((found.verdict(frame)?, found));
    }
    Some((end, found))
}

/// Two things in the other order, if the second one is to be first.
#[cfg_attr(fast, inline(always))]
fn turned_if<X>(turned: bool, [a, b]: [X; 2]) -> [X; 2] {
    if turned { [b, a] } else { [a, b] }
}

/// A segment without length as a point.
#[cfg_attr(fast, inline(always))]
fn as_point<T: Scalar, const D: usize>([start, end]: [SVector<T, D>; 2]) -> Option<SVector<T, D>> {
    same(&start, &end).then_some(start)
}

/// The separation of two shapes, or how deep they overlap, if there is a closed form and it proves itself.
#[cfg_attr(fast, inline(always))]
pub(crate) fn contact<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
) -> Option<Separation<T, D>> {
    if const { D == 2 || D == 3 }
        && let Some(outlines) = outlines(set, frame)
    {
        if D == 3 {
            return boxes::contact(boxes(&outlines)?, frame, false);
        }
        return match solve(&outlines, frame, false)? {
            Ok((separation, _)) => Some(separation),
            Err(facing) => facing.depth(frame),
        };
    }
    let found = nearest(set, frame);
    found.and_then(|(end, nearest)| nearest.contact(end, frame)).or_else(|| inside(set, frame))
}

/// The depth of a point in a box, if the point is clearly inside.
#[cfg_attr(fast, inline(always))]
fn inside<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
) -> Option<Separation<T, D>> {
    let (corners, hints) = (1_u32.checked_shl(dimension::<D>())?, set.vertex_count_hints()?);
    if D < 2 || !frame.ordinary || hints != [1, corners] && hints != [corners, 1] {
        return None;
    }
    let turned = hints[0] == 1;
    let [Outline::Box(block), Outline::Segment(point)] = turned_if(turned, set.outlines(frame)?) else { return None };
    nearest::inside(&block, as_point(point)?, turned, frame)
}

/// When two shapes meet that move in straight lines, if there is a closed form and it proves itself: balls, capsules and points; polygons;
/// a box in space and another, a capsule or a ball.
#[cfg_attr(fast, inline(always))]
pub(crate) fn cast<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let hints = set.vertex_count_hints()?;
    if D < 2 || !frame.ordinary {
        return None;
    }
    if hints == [1, 1] {
        let [a, b] = set.segments(frame)?;
        return nearest::cast_points([as_point(a)?, as_point(b)?], frame, ray);
    }
    match (D, hints) {
        (_, [1 | 2, 1 | 2]) => {
            let [a, b] = set.segments(frame)?;
            let found = if D == 2 { sweep::segments([&a, &b], frame, ray) } else { None };
            found.or_else(|| nearest::cast_segments([a, b], frame, ray))
        }
        // In a function of its own, with the corners: inlined into a query, it spills registers.
        (2, [3..=8, 3..=8]) => not_inlined(|| sweep::cast(&corners(&set.outlines(frame)?)?, frame, ray)),
        (2, [3..=8, 1 | 2] | [1 | 2, 3..=8]) => sweep::cast(&corners(&set.outlines(frame)?.map(as_box))?, frame, ray),
        (3, [8, 1 | 2 | 8] | [1 | 2, 8]) => boxes::cast(boxes(&set.outlines(frame)?.map(as_box))?, frame, ray),
        _ => None,
    }
}

/// A segment as a box without width.
#[cfg_attr(fast, inline(always))]
fn as_box<T: Real, const D: usize>(outline: Outline<'_, T, D>) -> Outline<'_, T, D> {
    match outline {
        Outline::Segment(ends) => Outline::Box(boxes::of_segment(&ends)),
        _ => outline,
    }
}

/// The depth of cores that are known to overlap, if there is a closed form.
#[cfg_attr(fast, inline(always))]
pub(crate) fn depth<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
) -> Option<Separation<T, D>> {
    if const { D != 2 && D != 3 } {
        return None;
    }
    let outlines = set.outlines(frame)?.map(as_box);
    if D == 2 {
        solve(&outlines, frame, true)?.err()?.depth(frame)
    } else {
        boxes::contact(boxes(&outlines)?, frame, true)
    }
}
