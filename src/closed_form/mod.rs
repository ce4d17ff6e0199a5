//! Contacts of shapes that overlap, without a search, for pairs whose difference is known: two segments, two polygons of few
//! vertices, two boxes in the plane.
//!
//! The answer is taken only if it proves itself: the points are where the normal says they are, and the verdict is not in doubt
//! by rounding. Otherwise the search finds the answer, as for all shapes, and so it does if the shapes are apart. So the verdict is
//! always that of the search, and a positive separation that of a distance query.

mod polygons;
mod segments;

use crate::epa::{self, Depth};
use crate::minkowski::{ConvexSet, Frame};
use crate::observe::Observer;
use crate::query::Options;
use crate::scalar::{Real, max, ulps};
use crate::search::Between;
use crate::support::Outline;

/// A verdict is not in doubt if the separation is more than so many ε of the size, which is what contacts are right to.
const CLEAR: u32 = 64;

/// A contact in closed form, at the frame's scale.
pub(crate) enum Closed<T: Real, const D: usize> {
    /// The margins overlap, the cores don't.
    WithinMargins(Between<T, D>),
    /// The cores overlap.
    Overlapping(Depth<T, D>),
}

/// The contact of two shapes in closed form, if there is one and it proves itself.
#[cfg_attr(fast, inline(always))]
pub(crate) fn contact<T: Real, C: ConvexSet<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    options: &Options<T, D>,
    observer: &impl Observer<T, D>,
) -> Option<Closed<T, D>> {
    if !options.shortcuts || observer.watches() {
        return None;
    }
    let clear = ulps(CLEAR, &max(frame.size.clone(), frame.margin.clone()));
    match set.outlines(frame) {
        Some([Outline::Segment(a), Outline::Segment(b)]) => {
            let between = segments::between(&a, &b, frame)?;
            let overlap = frame.margin.clone() - between.distance.clone();
            (overlap > clear && between.distance > clear).then_some(Closed::WithinMargins(between))
        }
        Some([Outline::Polygon(a), Outline::Polygon(b)]) if D == 2 => {
            let depth = polygons::depth(&a, &b, frame)?;
            (depth.upper > clear).then_some(Closed::Overlapping(depth))
        }
        // Cores with margins are seldom so near that they overlap.
        _ if D == 2 && frame.margin.is_zero() => {
            let shapes = set.parallelotopes(frame)?;
            let depth = epa::parallelotopes_depth(&shapes, set, frame, options, Some(&clear))?;
            Some(Closed::Overlapping(depth))
        }
        _ => None,
    }
}
