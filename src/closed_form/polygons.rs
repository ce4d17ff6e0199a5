//! Two polygons of few vertices, by separating axes: the verdict, the distance, and the minimum translation.
//!
//! The edges of A − B are the edges of A and of B, each with its own normal. Along the normal of an edge of one polygon, A − B reaches as
//! far as that edge and the farthest vertex of the other polygon. So all reaches are a table of dot products. If all are beyond the origin,
//! the polygons overlap, and the least is the depth (Stefan Gottschalk, Separating axis theorem, Technical report TR96-024, University of
//! North Carolina, 1996). If not, the polygons are apart, and the nearest point of A − B is on the edge that falls short of the origin the
//! most. The nearest point may be a vertex. Then an edge falls short by at most the distance times the cosine of the angle between its
//! normal and the way to the origin. The edges at the vertex fall short by exactly as much, and have the least angles on both sides.
//!
//! A polygon knows its normals, and four dot products are computed at once. Merging the edges of both polygons by direction takes fewer
//! products, but an unpredictable branch for each edge.
//!
//! The edge and the opposite edge or vertex of the other polygon are on two parallel lines. Seen along the lines, the two share an interval, or none.
//! If the polygons overlap, the points are in the middle of the interval. Otherwise they are at its beginning or, without a shared interval, at the
//! two ends that are nearest each other. A distance proves itself: a plane across the points has all of A on one side and all of B on the other.

use super::again::{Edge, on_edge};
use super::fours::{bottom_along, bottom_of, first_lowest, height, heights, less, lesser, lowest, where_low};
use super::nearest::clear;
use crate::minkowski::Frame;
use crate::outline::{Turned, at};
use crate::scalar::{Real, Scalar, chosen, difference, dot, max, min, negated, scaled, sum, times, turned_left, ulps};
use crate::search::{End, Separation, Witness};
use crate::simplex::{FeatureIds, Simplex, VertexId};
use crate::tolerance;
use crate::vertex::SupportPoint;
use core::array;
use core::hint::select_unpredictable;
use nalgebra::SVector;

/// The verdict, if it is not in doubt.
#[cfg_attr(fast, inline(always))]
pub(super) fn verdict<T: Scalar, const D: usize>([a, b]: &[Turned<T, D>; 2], frame: &Frame<T, D>) -> Option<End> {
    let clear = clear(frame);
    let far = frame.margin.clone() + clear.clone();
    let ((reach_a, square_a), (reach_b, square_b)) = (least_reach(a, b, frame), least_reach(b, a, frame));
    if exceeds(-reach_a.clone(), &far, &square_a) || exceeds(-reach_b.clone(), &far, &square_b) {
        Some(End::Separated)
    } else if exceeds(reach_a, &clear, &square_a) && exceeds(reach_b, &clear, &square_b) {
        Some(End::Enclosed)
    } else {
        None
    }
}

/// The edge that keeps two polygons farthest apart, or else the one where the minimum translation is.
pub(super) struct Least<'p, T, const D: usize> {
    /// Whether it is one of B.
    of_b: bool,
    own: &'p Turned<T, D>,
    other: &'p Turned<T, D>,
    edge: usize,
    /// 1 over the length of the normals.
    per_length: T,
    /// The reach of A − B beyond the origin along its normal.
    reach: T,
}

impl<'p, T: Real, const D: usize> Least<'p, T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn of([a, b]: &'p [Turned<T, D>; 2]) -> Self {
        let ((edge_a, reach_a, per_a), (edge_b, reach_b, per_b)) = (nearest(a, b), nearest(b, a));
        // No branch: a processor could not predict which of the two it is.
        let (of_b, reach) = (reach_b < reach_a, min(reach_a, reach_b));
        let per_length = select_unpredictable(of_b, per_b, per_a);
        let edge = select_unpredictable(of_b, edge_b, edge_a);
        let (own, other) = (select_unpredictable(of_b, b, a), select_unpredictable(of_b, a, b));
        Self { of_b, own, other, edge, per_length, reach }
    }

    /// A known edge: whether it is one of B, its number, and how far the other polygon reaches behind it.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn known([a, b]: &'p [Turned<T, D>; 2], (of_b, edge, reach): (bool, usize, T)) -> Self {
        let (own, other) = (select_unpredictable(of_b, b, a), select_unpredictable(of_b, a, b));
        Self { of_b, own, other, edge, per_length: T::one() / square(own).sqrt(), reach }
    }
}

/// The edge where polygons are nearest, and the edge of the other one opposite, whose normal is most against its own. Whether the polygons
/// overlap may be in doubt: that changes no separation by more than rounding.
#[cfg_attr(fast, inline(always))]
pub(super) fn edges<T: Real, const D: usize>(polygons: &[Turned<T, D>; 2], frame: &Frame<T, D>) -> Option<Edges<T, D>> {
    let Least { of_b, own, other, edge, per_length, reach } = Least::of(polygons);
    let outward = scaled(&at(&own.normals, edge), &per_length);
    let along = turned_left(&outward);
    let own = Side::new(own, [edge, own.after(edge)], &along);
    let top = top(&own, &outward, frame)?;
    let against = |group: usize| first_lowest(4 * group, heights(&other.normals[group], &outward[0], &outward[1]));
    let mut opposite = against(0);
    if other.has_second {
        opposite = less(opposite, against(1));
    }
    let (opposite, _) = opposite;
    let other = Side::new(other, [other.after(opposite), opposite], &along);
    Some(Edges { of_b, outward, top, reach, own, other })
}

/// The separation of polygons that are apart, and the feature that the nearest points are on; an error if they overlap: the edges
/// where the minimum translation is. `None` if rounding leaves in doubt whether they overlap; with `overlap` they are known to.
#[cfg_attr(fast, inline(always))]
#[expect(clippy::type_complexity, reason = "two answers, which callers take apart at once")]
pub(super) fn solve<T: Real, const D: usize>(
    polygons: &[Turned<T, D>; 2],
    least: Least<'_, T, D>,
    frame: &Frame<T, D>,
    overlap: bool,
) -> Option<Result<(Separation<T, D>, Edge<T, D>), Facing<T, D>>> {
    let Least { of_b, own, other, edge, per_length, reach } = least;
    let reach = reach * frame.scale.clone();
    let overlap = reach > clear(frame) || overlap && -reach.clone() <= clear(frame);
    if !overlap && -reach <= clear(frame) {
        return None;
    }
    let facing = Facing::new(of_b, own, other, edge, &per_length, frame)?;
    Some(if overlap { Err(facing) } else { Ok(facing.apart(polygons, frame)?) })
}

/// The least that A − B reaches beyond the origin along a normal of `own`, times the normals' length; and the square of that.
#[cfg_attr(fast, inline(always))]
fn least_reach<T: Scalar, const D: usize>(own: &Turned<T, D>, other: &Turned<T, D>, frame: &Frame<T, D>) -> (T, T) {
    let mut least = reaches(own, 0, other);
    if own.has_second {
        least = lesser(least, reaches(own, 1, other));
    }
    (lowest(least) * frame.scale.clone(), square(own))
}

/// Returns whether a reach is more than a length times the length of the normals, whose square is given.
#[cfg_attr(fast, inline(always))]
fn exceeds<T: Scalar>(reach: T, length: &T, square: &T) -> bool {
    reach > T::zero() && reach.clone() * reach > length.clone() * length.clone() * square.clone()
}

/// Two polygons, seen along an edge of one of them.
pub(super) struct Facing<T, const D: usize> {
    /// Whether the edge is one of B.
    pub(super) of_b: bool,
    /// The normal of the edge, at length 1: outwards of the polygon that has the edge. The other polygon is on that side.
    pub(super) outward: SVector<T, D>,
    /// `outward`, turned to the left.
    pub(super) along: SVector<T, D>,
    /// The levels along `outward` of the edge, and of the nearest vertex of the other polygon.
    pub(super) levels: [T; 2],
    pub(super) own: Side<T, D>,
    /// The nearest edge or vertex of the other polygon.
    pub(super) other: Side<T, D>,
}

/// Two edges of polygons that are opposite each other.
pub(crate) struct Edges<T, const D: usize> {
    /// Whether the own edge is one of B.
    pub(crate) of_b: bool,
    /// Its normal, at length 1, how far along that it is, and how far beyond the nearest vertex of the other polygon.
    pub(crate) outward: SVector<T, D>,
    pub(crate) top: T,
    pub(crate) reach: T,
    pub(crate) own: Side<T, D>,
    pub(crate) other: Side<T, D>,
}

/// An edge, or a vertex twice. The end that is less far along comes first.
pub(crate) struct Side<T, const D: usize> {
    pub(crate) ids: [VertexId; 2],
    pub(crate) ends: [SVector<T, D>; 2],
    /// The levels of the ends along the line.
    pub(crate) span: [T; 2],
}

impl<T: Real, const D: usize> Side<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn new(of: &Turned<T, D>, [from, to]: [usize; 2], along: &SVector<T, D>) -> Self {
        let ends = [at(&of.vertices, from), at(&of.vertices, to)];
        Self { ids: [of.id(from), of.id(to)], span: [dot(&ends[0], along), dot(&ends[1], along)], ends }
    }

    /// The part of the way from the first end to the place at this level; 0 if both ends are one point.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn share(&self, at: T) -> T {
        let width = self.span[1].clone() - self.span[0].clone();
        select_unpredictable(width > T::zero(), (at - self.span[0].clone()) / width, T::zero())
    }

    #[cfg_attr(fast, inline(always))]
    fn point(&self, share: &T) -> SVector<T, D> {
        sum(&self.ends[0], &scaled(&difference(&self.ends[1], &self.ends[0]), share))
    }

    /// One of the ends, and its name.
    #[cfg_attr(fast, inline(always))]
    fn end(&self, second: bool) -> (SVector<T, D>, VertexId) {
        let [start, end] = &self.ends;
        let [from, to] = self.ids;
        (chosen(second, end, start), select_unpredictable(second, to, from))
    }
}

impl<T: Real, const D: usize> Facing<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn new(
        of_b: bool,
        own: &Turned<T, D>,
        other: &Turned<T, D>,
        edge: usize,
        per_length: &T,
        frame: &Frame<T, D>,
    ) -> Option<Self> {
        let size = frame.size.clone() / frame.scale.clone();
        let outward = scaled(&at(&own.normals, edge), per_length);
        let along = turned_left(&outward);
        let own = Side::new(own, [edge, own.after(edge)], &along);
        let top = top(&own, &outward, frame)?;
        let bottom = bottom_along(other, &outward);
        let level = bottom.clone() + ulps(tolerance::LEVEL, &size);
        // More than any coordinate.
        let far = times(4, &size);
        let (mut low, mut high) = ends_at(other, 0, [&outward, &along], &level, &far);
        if other.has_second {
            let (lower, higher) = ends_at(other, 1, [&outward, &along], &level, &far);
            (low, high) = (less(low, lower), less(high, higher));
        }
        let ends = [at(&other.vertices, low.0), at(&other.vertices, high.0)];
        let other = Side { ids: [other.id(low.0), other.id(high.0)], ends, span: [low.1, -high.1] };
        Some(Self { of_b, outward, along, levels: [top, bottom], own, other })
    }

    /// The interval in which the edge is beside a span of the other polygon. `None` if there is none, by more than rounding.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn shared(&self, other: &[T; 2], frame: &Frame<T, D>) -> Option<[T; 2]> {
        let ([own_low, own_high], [low, high]) = (self.own.span.clone(), other.clone());
        let (low, high) = (max(own_low, low), min(own_high, high));
        let meet =
            low.clone() - high.clone() <= ulps(tolerance::SPANS_MEET, &(frame.size.clone() / frame.scale.clone()));
        meet.then_some([low, high])
    }

    /// The minimum translation, for polygons that overlap.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn depth(self, frame: &Frame<T, D>) -> Option<Separation<T, D>> {
        let [low, high] = self.shared(&self.other.span, frame)?;
        let Self { of_b, outward, along, levels: [top, bottom], own, other, .. } = self;
        let upper = max(T::zero(), (top.clone() - bottom.clone()) * frame.scale.clone());
        let sideways = along * ((low + high) / times(2, &T::one()));
        let (on_own, on_other) = (&outward * top + &sideways, &outward * bottom + sideways);
        let normal = outward * select_unpredictable(of_b, -T::one(), T::one());
        let [a, b] = vectors_in_order(of_b, &on_own, &on_other);
        let ids = FeatureIds::of_pairs(array::from_fn(|k| in_order(of_b, own.ids[k % 2], other.ids[k % 2])));
        let w = scaled(&normal, &upper);
        Some(Separation::overlap(Witness { w, a, b, ids }, normal, [upper.clone(), upper], 0))
    }

    /// The edge of A − B, all of it, with the origin on its left.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn edge(self, frame: &Frame<T, D>) -> Simplex<T, D> {
        let Self { of_b, own, other, .. } = self;
        let first = corner(of_b, &own.end(false), &other.end(true), &frame.scale);
        let second = corner(of_b, &own.end(true), &other.end(false), &frame.scale);
        Simplex::of_two(first, second, true)
    }

    /// The separation of polygons that are apart, and the feature that the nearest points are on.
    #[cfg_attr(fast, inline(always))]
    fn apart(self, [a, b]: &[Turned<T, D>; 2], frame: &Frame<T, D>) -> Option<(Separation<T, D>, Edge<T, D>)> {
        let scale = &frame.scale;
        let Self { of_b, outward, along, levels: [top, bottom], own, other, .. } = self;
        let height = (bottom - top) * scale.clone();
        let at_own = on_span(other.span[0].clone(), &own.span);
        let at_other = on_span(at_own.clone(), &other.span);
        let beside = (at_other.clone() - at_own.clone()) * scale.clone();
        let apart = (height.clone() * height.clone() + beside.clone() * beside.clone()).sqrt();
        // From the own polygon to the other one, and from A to B.
        let way = sum(&scaled(&outward, &height), &scaled(&along, &beside));
        let normal = scaled(&way, &(select_unpredictable(of_b, -T::one(), T::one()) / apart.clone()));
        let lower = (bottom_along(b, &normal) + bottom_along(a, &negated(&normal))) * scale.clone();
        let (share_own, share_other) = (own.share(at_own), other.share(at_other));
        let points = vectors_in_order(of_b, &own.point(&share_own), &other.point(&share_other));
        let (zero, one) = (T::zero(), T::one());
        let first = corner(of_b, &own.end(share_own >= one), &other.end(share_other >= one), scale);
        let second = corner(of_b, &own.end(share_own > zero), &other.end(share_other > zero), scale);
        // No more than one of the shares is inside its edge.
        let share = select_unpredictable(share_own > zero && share_own < one, share_own, share_other);
        let share = if share < one { share } else { zero };
        on_edge([first, second], share, points, normal, [lower, apart], frame)
    }
}

/// The level of an edge along its normal. `None` if the normal does not fit the edge.
#[cfg_attr(fast, inline(always))]
fn top<T: Real, const D: usize>(edge: &Side<T, D>, outward: &SVector<T, D>, frame: &Frame<T, D>) -> Option<T> {
    let [top, end] = [dot(&edge.ends[0], outward), dot(&edge.ends[1], outward)];
    let fits = (end - top.clone()).abs() <= ulps(tolerance::EDGE_FITS, &(frame.size.clone() / frame.scale.clone()));
    fits.then_some(top)
}

/// A vertex of A − B.
#[cfg_attr(fast, inline(always))]
fn corner<T: Real, const D: usize>(
    of_b: bool,
    own: &(SVector<T, D>, VertexId),
    other: &(SVector<T, D>, VertexId),
    scale: &T,
) -> SupportPoint<T, D> {
    let [a, b] = vectors_in_order(of_b, &own.0, &other.0);
    SupportPoint { w: scaled(&difference(&a, &b), scale), a, b, ids: in_order(of_b, own.1, other.1) }
}

/// The edge of `own` along whose normal A − B reaches least far beyond the origin, how far, and 1 over the length of the normal.
#[cfg_attr(fast, inline(always))]
fn nearest<T: Real, const D: usize>(own: &Turned<T, D>, other: &Turned<T, D>) -> (usize, T, T) {
    let mut found = first_lowest(0, reaches(own, 0, other));
    if own.has_second {
        found = less(found, first_lowest(4, reaches(own, 1, other)));
    }
    let (edge, reach) = found;
    let per_length = T::one() / square(own).sqrt();
    (edge, reach * per_length.clone(), per_length)
}

/// The square of the length of a polygon's normals.
#[cfg_attr(fast, inline(always))]
pub(super) fn square<T: Scalar, const D: usize>(of: &Turned<T, D>) -> T {
    let [x, y] = [&of.normals[0][0][0], &of.normals[0][1][0]];
    x.clone() * x.clone() + y.clone() * y.clone()
}

/// The reach of A − B beyond the origin along four normals of `own`, times their length.
#[cfg_attr(fast, inline(always))]
pub(super) fn reaches<T: Scalar, const D: usize>(own: &Turned<T, D>, group: usize, other: &Turned<T, D>) -> [T; 4] {
    let normals = &own.normals[group];
    let mut bottom = bottom_of(normals, &other.vertices[0]);
    if other.has_second {
        bottom = lesser(bottom, bottom_of(normals, &other.vertices[1]));
    }
    let [x, y] = [&own.vertices[group][0], &own.vertices[group][1]];
    let mut reaches = bottom;
    for (i, reach) in reaches.iter_mut().enumerate() {
        *reach = height(normals, i, &x[i], &y[i]) - reach.clone();
    }
    reaches
}

/// Two of four vertices, among those not higher than a level: the one that is least far along, with how far, and the farthest one,
/// with the negative of how far.
#[cfg_attr(fast, inline(always))]
fn ends_at<T: Real, const D: usize>(
    of: &Turned<T, D>,
    group: usize,
    [outward, along]: [&SVector<T, D>; 2],
    level: &T,
    far: &T,
) -> ((usize, T), (usize, T)) {
    let levels = heights(&of.vertices[group], &outward[0], &outward[1]);
    let aside = heights(&of.vertices[group], &along[0], &along[1]);
    let [a, b, c, d] = aside.clone();
    let low = where_low(&levels, level, &aside, far);
    let high = where_low(&levels, level, &[-a, -b, -c, -d], far);
    (first_lowest(4 * group, low), first_lowest(4 * group, high))
}

/// The nearest place on a span; a NaN for a NaN, which `clamp` would hide.
#[cfg_attr(fast, inline(always))]
fn on_span<T: Real>(x: T, [low, high]: &[T; 2]) -> T {
    min(max(x, low.clone()), high.clone())
}

/// The part of A, and the part of B.
#[cfg_attr(fast, inline(always))]
pub(crate) fn in_order<X: Clone>(of_b: bool, own: X, other: X) -> [X; 2] {
    [select_unpredictable(of_b, other.clone(), own.clone()), select_unpredictable(of_b, own, other)]
}

/// A vector of A, and one of B.
#[cfg_attr(fast, inline(always))]
pub(super) fn vectors_in_order<T: Scalar, const D: usize>(
    of_b: bool,
    own: &SVector<T, D>,
    other: &SVector<T, D>,
) -> [SVector<T, D>; 2] {
    [chosen(of_b, other, own), chosen(of_b, own, other)]
}
