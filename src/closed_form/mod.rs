//! Answers without a search, for pairs whose difference is known: two segments; a box and a point; and two polygons of few vertices,
//! but for distances of polygons that overlap, which are searched for from an edge. Contacts of shapes that overlap also have them
//! for two boxes in the plane. All of these may have margins, so balls and capsules are among them.
//!
//! The answer is taken only if it proves itself: the points are where the normal says they are, and rounding leaves no doubt of
//! the verdict. Otherwise the search finds the answer, as for all shapes. So the verdict is always that of the search, and a
//! positive separation that of a distance query.

mod nearest;
mod polygons;

use crate::epa;
use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::observe::Observer;
use crate::query::Options;
use crate::scalar::{Real, Scalar, dimension, largest, same, ulps};
use crate::search::{End, Separation};
use crate::simplex::{Feature, Simplex};
use crate::support::{Corners, Outline, Parallelotope};
use crate::tolerance;
use nalgebra::SVector;
use nearest::{Nearest, Orthotope};

/// Whether a query may be answered without a search: its coordinates stay in range, and nobody wants to see each step.
#[cfg_attr(fast, inline(always))]
fn is_open<T: Scalar, const D: usize>(
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    observer: &impl Observer<T, D>,
) -> bool {
    frame.ordinary && options.shortcuts && !observer.watches()
}

/// The verdict, if it is not in doubt.
#[cfg_attr(fast, inline(always))]
pub(crate) fn verdict<C: ConvexSet<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    options: &Options<C::Scalar, D>,
    observer: &impl Observer<C::Scalar, D>,
) -> Option<End> {
    // The constant stands here and below so that what it rules out is not compiled.
    if const { D == 2 }
        && let Some(corners) = corners(set, frame, options, observer)
    {
        return polygons::verdict(&corners, frame);
    }
    Some(nearest(set, frame, options, observer)?.0)
}

/// The corners of two polygons.
#[cfg_attr(fast, inline(always))]
fn corners<'s, C: ConvexSet<D>, const D: usize>(
    set: &'s C,
    frame: &Frame<C::Scalar, D>,
    options: &Options<C::Scalar, D>,
    observer: &impl Observer<C::Scalar, D>,
) -> Option<[Corners<'s, C::Scalar, D>; 2]> {
    if !is_open(frame, options, observer) || !matches!(set.vertex_count_hints(), Some([3..=8, 3..=8])) {
        return None;
    }
    match set.outlines(frame)? {
        [Outline::Polygon(a), Outline::Polygon(b)] => Some([a, b]),
        _ => None,
    }
}

/// The separation of two polygons that are apart, with the feature that the nearest points are on; of those that overlap, the edge
/// to start a search from.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::type_complexity, reason = "two answers, which the caller takes apart at once")]
pub(crate) fn polygons<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    observer: &impl Observer<T, D>,
) -> Option<Result<(Separation<T, D>, Feature<T, D>), Simplex<T, D>>> {
    if const { D != 2 } {
        return None;
    }
    let solved = polygons::solve(&corners(set, frame, options, observer)?, frame)?;
    Some(solved.map_err(|facing| facing.edge(frame)))
}

/// The nearest points of two shapes whose cores have few edges, and the verdict, if that is not in doubt.
#[cfg_attr(fast, inline(always))]
pub(crate) fn nearest<C: ConvexSet<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    options: &Options<C::Scalar, D>,
    observer: &impl Observer<C::Scalar, D>,
) -> Option<(End, Nearest<C::Scalar, D>)> {
    if !is_open(frame, options, observer) {
        return None;
    }
    // In other builds it is compiled once for all sets.
    if cfg!(fast) { nearest_of(set, frame) } else { nearest_of(&Erased::<_, (), D>::new(set), frame) }
}

#[cfg_attr(fast, inline(always))]
fn nearest_of<C: ConvexSet<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
) -> Option<(End, Nearest<C::Scalar, D>)> {
    if D < 2 {
        return None;
    }
    // The numbers of vertices only say where to look: mostly they are known when a query is compiled.
    let corners = 1_u32.checked_shl(dimension::<D>())?;
    let hints = set.vertex_count_hints();
    let found = match hints {
        None | Some([1 | 2, 1 | 2]) => {
            let [a, b] = set.segments(frame)?;
            match hints {
                Some([1, 1]) => nearest::of_point(Orthotope::point(point_at(a)?), point_at(b)?, false, frame),
                Some([2, 1]) => nearest::of_point(Orthotope::segment(a), point_at(b)?, false, frame),
                Some([1, 2]) => nearest::of_point(Orthotope::segment(b), point_at(a)?, true, frame),
                _ => nearest::of_segments(a, b, frame),
            }
        }
        Some([count, 1]) if count == corners => {
            let [block, point] = set.parallelotopes(frame)?;
            nearest::of_point(block.into(), point_of(point)?, false, frame)
        }
        Some([1, count]) if count == corners => {
            let [point, block] = set.parallelotopes(frame)?;
            nearest::of_point(block.into(), point_of(point)?, true, frame)
        }
        Some(_) => None,
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

/// The point that a segment is.
#[cfg_attr(fast, inline(always))]
fn point_at<T: Scalar, const D: usize>([start, end]: [SVector<T, D>; 2]) -> Option<SVector<T, D>> {
    same(&start, &end).then_some(start)
}

/// The point that a parallelotope is.
#[cfg_attr(fast, inline(always))]
fn point_of<T: Scalar, const D: usize>(of: Parallelotope<T, D>) -> Option<SVector<T, D>> {
    of.edges.iter().all(|edge| largest(edge).is_zero()).then_some(of.corner)
}

/// The separation of two shapes, or how deep they overlap, if there is a closed form and it proves itself.
#[cfg_attr(fast, inline(always))]
pub(crate) fn contact<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    observer: &impl Observer<T, D>,
) -> Option<Separation<T, D>> {
    if let Some((end, nearest)) = nearest(set, frame, options, observer) {
        return nearest.contact(end, frame);
    }
    if const { D != 2 } || !is_open(frame, options, observer) {
        return None;
    }
    match set.outlines(frame) {
        Some([Outline::Polygon(a), Outline::Polygon(b)]) => match polygons::solve(&[a, b], frame)? {
            Ok((apart, _)) => Some(apart),
            Err(facing) => facing.depth(frame),
        },
        // Cores with margins are seldom so near that they overlap.
        _ if frame.margin.is_zero() => {
            let clear = ulps(tolerance::CLEAR, &frame.size);
            epa::parallelotopes_depth(&set.parallelotopes(frame)?, set, frame, options, 0, Some(&clear))
        }
        _ => None,
    }
}
