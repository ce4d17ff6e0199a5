//! A face as it is seen along the normal of a contact: an outline in the plane across the normal, and heights above it.
//!
//! In space. In the plane a face is an edge: see `plane.rs`.

use crate::scalar::{Real, dimension, max, min, whole};
use crate::support::Support;
use crate::tolerance;
use crate::vertex::VertexId;
use core::array;
use nalgebra::{Point, SVector, Vector2};

/// The most vertices of a face that are kept.
pub(super) const LIMIT: usize = 32;

/// How many points of a rim are added to its polygon: see [`Face::widen`].
pub(super) const SPARE: usize = 2;

/// How far places across a normal may be off, at unit scale.
pub(super) fn rounding<T: Real>() -> T {
    whole::<T>(tolerance::ACROSS) * T::epsilon()
}

/// What a face is asked of: a shape, relative to a point and scaled.
pub(super) struct Source<'s, T: Real, const D: usize> {
    pub(super) shape: &'s dyn Support<D, Scalar = T>,
    pub(super) from: &'s Point<T, D>,
    pub(super) scale: &'s T,
}

/// The face of a shape that is farthest along a direction, and how it is seen along a normal.
pub(super) trait Face<T: Real, const D: usize> {
    /// An empty one, of shape A (0) or B (1).
    fn new(side: u32) -> Self
    where
        Self: Sized;

    /// Asks a shape for it. False if it has too many vertices.
    fn take(&mut self, source: &Source<'_, T, D>, direction: &SVector<T, D>) -> bool;

    /// Looks at it along a normal.
    fn see(&mut self, basis: &Basis<T, D>);

    /// Brings a line on a curved side, if it is seen beside the contact's point, to there. The normal of such a contact is known to √ε only.
    fn aim(&mut self, _: &Source<'_, T, D>, _: &Basis<T, D>) {}

    /// Whether it may be a polygon on the rim of a curved face.
    fn may_be_rim(&self) -> bool {
        false
    }

    /// Adds the points of a rim that hold the centers which are beyond one side of its polygon. True if there are any.
    fn widen(&mut self, _: &Source<'_, T, D>, _: &Basis<T, D>, _: &[Option<Vector2<T>>; 2]) -> bool {
        false
    }

    /// How steep it is across the present normal, if it has a normal of its own.
    fn slope(&self) -> Option<Vector2<T>>;

    /// The width of the face over its length. Rounding of the vertices turns the normal of a thin face by more.
    fn width(&self) -> T {
        T::one()
    }

    /// How far a vertex of it reaches along a direction, at least.
    fn reach(&self, direction: &SVector<T, D>) -> T;

    /// The surface over a place of it, with a margin that is not zero; `sign` is −1 if that is below. None if that is not over the face.
    fn surface(&self, sign: &T, at: &Vector2<T>, margin: &T) -> Option<Surface<T>>;
}

/// Faces whose overlap can be found. It has less than `SPOTS` corners.
pub(super) trait Overlap<T: Real, const D: usize, const SPOTS: usize>: Face<T, D> {
    /// Calls a function with each corner of what two faces share as seen along the present normal, and with the square of how far two
    /// segments are apart there sideways. A half-space has no face: then these are all corners of B's, above height 0.
    fn overlap(a: Option<&Self>, b: &Self, each: &mut impl FnMut(Spot<T>, T));

    /// Whether one of them is a line that may be along a part of the other, up to a turn by √ε.
    fn may_share_a_line(_: &Self, _: &Self) -> bool {
        false
    }
}

/// A place across the normal where both faces are.
#[derive(Clone)]
pub(super) struct Spot<T> {
    pub(super) at: Vector2<T>,
    /// Of the surface of A there, and of that of B.
    pub(super) heights: [T; 2],
    /// How far they are apart.
    pub(super) apart: T,
    pub(super) id: u64,
}

impl<T: Real> Spot<T> {
    pub(super) fn new(at: Vector2<T>, heights: [T; 2], id: u64) -> Self {
        let apart = heights[1].clone() - heights[0].clone();
        Self { at, heights, apart, id }
    }
}

/// Coordinates in which a normal is up. In the plane there is one axis across it.
#[derive(Clone)]
pub(super) struct Basis<T, const D: usize> {
    across: [SVector<T, D>; 2],
    pub(super) up: SVector<T, D>,
}

impl<T: Real, const D: usize> Basis<T, D> {
    /// For the opposite normal, the first axis in space is the same.
    pub(super) fn new(up: SVector<T, D>) -> Self {
        let mut across = [SVector::zeros(), SVector::zeros()];
        if D == 2 {
            across[0][0] = up[1].clone();
            across[0][1] = -up[0].clone();
        } else if D == 3 {
            // An axis that is askew to all coordinate axes, for many shapes have sides along those; or another, if that is
            // near the normal.
            let two = whole::<T>(2);
            let askew = |components: [T; 3]| SVector::<T, D>::from_fn(|k, _| components[k].clone());
            let mut axis = askew([two.clone(), whole(3), whole(5)]);
            let mut along = axis.dot(&up);
            if along.clone() * along.clone() > whole(30) {
                axis = askew([whole(5), -two, whole(3)]);
                along = axis.dot(&up);
            }
            let first = axis - &up * along;
            let first = &first * (T::one() / first.dot(&first).sqrt());
            let [[x, y, z], [a, b, c]] = [&up, &first].map(|v| [0, 1, 2].map(|k| v[k].clone()));
            let second = [y.clone() * c.clone() - z.clone() * b.clone(), z * a.clone() - x.clone() * c, x * b - y * a];
            across = [first, SVector::from_fn(|k, _| second[k].clone())];
        }
        Self { across, up }
    }

    pub(super) fn across(&self, offset: &SVector<T, D>) -> Vector2<T> {
        let second = if D == 2 { T::zero() } else { self.across[1].dot(offset) };
        Vector2::new(self.across[0].dot(offset), second)
    }

    pub(super) fn offset(&self, at: &Vector2<T>, height: &T) -> SVector<T, D> {
        let mut offset = &self.up * height.clone() + &self.across[0] * at.x.clone();
        if D > 2 {
            offset += &self.across[1] * at.y.clone();
        }
        offset
    }

    /// The unit normal of a plane that rises with these slopes across the axes.
    pub(super) fn normal(&self, slope: &Vector2<T>) -> SVector<T, D> {
        let normal = self.offset(&-slope, &T::one());
        let length = normal.dot(&normal).sqrt();
        normal * (T::one() / length)
    }
}

/// A vertex of an outline.
#[derive(Clone)]
pub(super) struct Corner<T> {
    pub(super) at: Vector2<T>,
    pub(super) height: T,
    pub(super) id: VertexId,
    /// The name of the edge from here to the next corner.
    pub(super) edge: u32,
}

/// The form of a face as it is seen along the normal.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// A single vertex, or a segment along the normal: nothing to clip.
    Point,
    /// The first two corners.
    Segment,
    /// All corners, counter-clockwise.
    Polygon,
}

/// `height` + `slope` · (p − `at`).
pub(super) struct Plane<T> {
    at: Vector2<T>,
    height: T,
    slope: Vector2<T>,
    /// Twice the area over the square of the longest side.
    width: T,
    /// The least and the largest height of a corner.
    range: [T; 2],
}

impl<T: Real> Plane<T> {
    pub(super) fn slope(&self) -> &Vector2<T> {
        &self.slope
    }

    fn over(&self, at: &Vector2<T>) -> T {
        self.height.clone() + self.slope.dot(&(at - &self.at))
    }

    /// Extends its range.
    fn reach(&mut self, height: &T) {
        let [low, high] = &mut self.range;
        if *height < *low {
            low.clone_from(height);
        }
        *high = max(high.clone(), height.clone());
    }

    /// The height of the face at a point of its outline: between those of its corners, however steep it is.
    pub(super) fn height(&self, at: &Vector2<T>) -> T {
        let height = self.over(at);
        let [low, high] = &self.range;
        if height < *low {
            low.clone()
        } else if height > *high {
            high.clone()
        } else {
            height
        }
    }
}

/// A face of a shape with at most `MOST` vertices, and its outline.
pub(super) struct Outline<T, const D: usize, const MOST: usize> {
    /// 0 for shape A, 1 for shape B.
    side: u32,
    vertices: [SVector<T, D>; MOST],
    /// Those of the vertices. An array of pairs would have gaps, and could not be cleared at once.
    names: [VertexId; MOST],
    given: usize,
    corners: [Corner<T>; MOST],
    count: usize,
    pub(super) form: Form,
    /// That of a polygon. As a part of the form it could not be cleared at once with all the rest.
    pub(super) plane: Plane<T>,
}

impl<T: Real, const D: usize, const MOST: usize> Face<T, D> for Outline<T, D, MOST> {
    fn new(side: u32) -> Self {
        Self {
            side,
            vertices: array::from_fn(|_| SVector::zeros()),
            names: [VertexId(0); MOST],
            given: 0,
            corners: array::from_fn(|_| Corner { at: Vector2::zeros(), height: T::zero(), id: VertexId(0), edge: 0 }),
            count: 0,
            form: Form::Point,
            plane: Plane {
                at: Vector2::zeros(),
                height: T::zero(),
                slope: Vector2::zeros(),
                width: T::zero(),
                range: [T::zero(), T::zero()],
            },
        }
    }

    /// If there is room for as many vertices as are kept at all, a larger face is thinned.
    fn take(&mut self, source: &Source<'_, T, D>, direction: &SVector<T, D>) -> bool {
        let mut fits = true;
        source.shape.support_face(direction, source.from, &mut |vertex| {
            let offset = vertex.offset * source.scale.clone();
            if self.given == Self::KEPT {
                if Self::KEPT < LIMIT {
                    fits = false;
                    return;
                }
                self.thin(&offset);
            }
            (self.vertices[self.given], self.names[self.given]) = (offset, vertex.id);
            self.given += 1;
        });
        fits
    }

    fn see(&mut self, basis: &Basis<T, D>) {
        for (corner, (vertex, id)) in self.corners.iter_mut().zip(self.vertices.iter().zip(self.names)).take(self.given)
        {
            corner.at = basis.across(vertex);
            corner.height = basis.up.dot(vertex);
            corner.id = id;
        }
        (self.form, self.count) = formed(&mut self.corners[..self.given], &mut self.plane);
        let count = self.count;
        for k in 0..count {
            let next = self.corners[if k + 1 == count { 0 } else { k + 1 }].id;
            let corner = &mut self.corners[k];
            corner.edge = name(self.side, corner.id, next);
        }
    }

    fn aim(&mut self, source: &Source<'_, T, D>, basis: &Basis<T, D>) {
        let Some([area, square]) = self.aside() else { return };
        let (doubled, quarter) = (area.clone() * area.clone(), rounding::<T>() / whole(4));
        if doubled <= quarter.clone() * quarter * square.clone()
            || doubled > whole::<T>(tolerance::AIMED) * T::epsilon() * square
        {
            return;
        }
        let aside = |line: &Self| line.aside().map(|[area, square]| area / square.sqrt());
        let Some(mut off) = aside(self) else { return };
        let [p, q] = [0, 1].map(|k| &self.corners[k].at);
        let across = Vector2::new(p.y.clone() - q.y.clone(), q.x.clone() - p.x.clone());
        let across = basis.offset(&(&across / across.dot(&across).sqrt()), &T::zero());
        let up = if self.side == 0 { basis.up.clone() } else { -&basis.up };
        // Lines move in proportion to a small turn of the normal.
        let first = off.clone();
        let mut turn = T::one() / whole(64);
        for _ in 0..3 {
            let mut other = Self::new(self.side);
            other.take(source, &(&up + &across * turn.clone()));
            other.see(basis);
            let Some(there) = aside(&other) else { return };
            let moved = first.clone() - there.clone();
            if moved.is_zero() {
                return;
            }
            turn = turn * first.clone() / moved;
            if there.abs() < off.abs() {
                (*self, off) = (other, there);
            }
        }
    }

    /// What has up to four vertices has no rim.
    fn may_be_rim(&self) -> bool {
        self.form == Form::Polygon && self.count > 4 && self.count < MOST
    }

    #[cold]
    #[inline(never)]
    fn widen(&mut self, source: &Source<'_, T, D>, basis: &Basis<T, D>, centers: &[Option<Vector2<T>>; 2]) -> bool {
        let count = self.count;
        for center in centers.iter().flatten() {
            if !self.may_be_rim() {
                break;
            }
            let sides = self.corners().iter().zip(self.corners[1..self.count].iter().chain(&self.corners[..1]));
            // What is in a convex face is beyond one side at most of a polygon whose corners are on the face's border.
            let mut beyond = sides.enumerate().filter(|(_, (p, q))| is_at_or_beyond(&p.at, &(&q.at - &p.at), center));
            let (Some((mut k, (p, q))), None) = (beyond.next(), beyond.next()) else { continue };
            let (from, to) = (p.clone(), q.clone());
            let normal = basis.normal(&self.plane.slope);
            let outwards = if self.side == 0 { normal } else { -normal };
            let way = center - &self.plane.at;
            let way = &way / way.dot(&way).sqrt();
            let turned = Vector2::new(-way.y.clone(), way.x.clone());
            // The place on the rim along a way, and how high it is.
            let rim = |aside: &T| {
                let direction = &outwards + basis.offset(&(&way + &turned * aside.clone()), &T::zero());
                let offset = source.shape.support_from(&direction, source.from).offset * source.scale.clone();
                (basis.across(&offset), basis.up.dot(&offset))
            };
            let (top, _) = rim(&T::zero());
            let (within, reach) = ((&top - center).dot(&way), (&top - &self.plane.at).dot(&way));
            if within < T::zero() {
                continue;
            }
            // One on each side of the center: a chord between directions that are `aside` of its own is a quarter of `within` below the rim.
            // If the center is on the rim, up to rounding, they would be too near each other.
            let aside = (within.clone() / (reach.clone() + reach.clone())).sqrt();
            let is_on_rim = within <= rounding::<T>() / whole(4) * reach;
            let turns = if is_on_rim { [Some(T::zero()), None] } else { [Some(-aside.clone()), Some(aside)] };
            for (bit, turn) in [31, 30].into_iter().zip(turns) {
                let Some((at, height)) = turn.as_ref().filter(|_| self.may_be_rim()).map(rim) else { continue };
                let (off, side) = (height.clone() - self.plane.over(&at), &to.at - &from.at);
                let is_beyond = inside(&from.at, &side, &at) < -rounding::<T>() * side.dot(&side);
                if !is_beyond || off.abs() > rounding() {
                    continue;
                }
                let id = VertexId(from.id.0 ^ 1 << bit);
                self.plane.reach(&height);
                self.corners[self.count] = Corner { at, height, id, edge: name(self.side, id, to.id) };
                self.corners[k].edge = name(self.side, self.corners[k].id, id);
                self.corners[k + 1..=self.count].rotate_right(1);
                self.count += 1;
                k += 1;
            }
        }
        self.count > count
    }

    fn slope(&self) -> Option<Vector2<T>> {
        (self.form == Form::Polygon).then(|| self.plane.slope.clone())
    }

    fn width(&self) -> T {
        self.plane.width.clone()
    }

    fn reach(&self, direction: &SVector<T, D>) -> T {
        let mut reaches = self.vertices[..self.given].iter().map(|vertex| vertex.dot(direction));
        let first = reaches.next().unwrap_or_else(T::zero);
        reaches.fold(first, |least, reach| if reach < least { reach } else { least })
    }

    fn surface(&self, sign: &T, at: &Vector2<T>, margin: &T) -> Option<Surface<T>> {
        self.surface_over(sign, at, margin)
    }
}

impl<T: Real, const D: usize, const MOST: usize> Outline<T, D, MOST> {
    /// The most vertices that are kept: the rest is for points of a rim.
    const KEPT: usize = if MOST > 4 { MOST - SPARE } else { MOST };

    /// How far a segment is beside the contact's point, and on which side, times its length; and the square of its length.
    fn aside(&self) -> Option<[T; 2]> {
        let [p, q] = self.corners() else { return None };
        let way = &q.at - &p.at;
        (self.form == Form::Segment).then(|| [inside(&p.at, &way, &Vector2::zeros()), way.dot(&way)])
    }

    /// Leaves out the vertex that adds the least area, given the one that comes next. So the extremes stay.
    ///
    /// Maheswari Visvalingam and J. Duncan Whyatt, Line generalisation by repeated elimination of points, 1993.
    #[cold]
    #[inline(never)]
    fn thin(&mut self, next: &SVector<T, D>) {
        let most = Self::KEPT;
        let offset = |k: usize| if k < most { &self.vertices[k] } else { next };
        let square = |k: usize| {
            let before = offset(k) - offset((k + most) % (most + 1));
            let after = offset(k + 1) - offset(k);
            let dot = before.dot(&after);
            before.dot(&before) * after.dot(&after) - dot.clone() * dot
        };
        let mut least = (0, square(0));
        for k in 1..most {
            let area = square(k);
            if area < least.1 {
                least = (k, area);
            }
        }
        self.vertices[least.0..most].rotate_left(1);
        self.names[least.0..most].rotate_left(1);
        self.given -= 1;
    }

    pub(super) fn corners(&self) -> &[Corner<T>] {
        &self.corners[..self.count]
    }
}

/// The form of a face that is seen with these corners, and how many of them are kept; the plane, if it is a polygon.
fn formed<T: Real>(corners: &mut [Corner<T>], plane: &mut Plane<T>) -> (Form, usize) {
    let mut count = corners.len();
    if count > 2 {
        let (mut longest, mut length, mut shortest) = ([0, 1], T::zero(), T::one());
        // Martin Newell's formula: the normal of a polygon by the sums of its projections, seen from its first corner.
        let (mut area, mut rise) = (T::zero(), Vector2::zeros());
        let origin = corners[0].clone();
        let (mut start, mut low) = (Vector2::zeros(), T::zero());
        for from in 0..count {
            let to = if from + 1 == count { 0 } else { from + 1 };
            let (p, q) = (&corners[from], &corners[to]);
            let (end, high) = (&q.at - &origin.at, q.height.clone() - origin.height.clone());
            let way = &q.at - &p.at;
            let square = way.dot(&way);
            if square > length {
                (longest, length) = ([from, to], square.clone());
            }
            shortest = min(shortest, square);
            let middle = start + &end;
            area += middle.x.clone() * way.y.clone();
            rise += Vector2::new(
                (low + high.clone()) * way.y.clone(),
                middle.x.clone() * (q.height.clone() - p.height.clone()),
            );
            (start, low) = (end, high);
        }
        // A line, or a face that is seen edge-on, is its longest side.
        let is_line = area.abs() <= whole::<T>(tolerance::FLAT) * T::epsilon() * length.clone();
        let steepest = whole::<T>(500) * area.clone();
        if is_line || rise.dot(&rise) > steepest.clone() * steepest {
            let [from, to] = longest.map(|k| corners[k].clone());
            (corners[0], corners[1]) = (from, to);
            count = 2;
        } else {
            let slope = rise * (T::one() / area.clone());
            let share = T::one() / whole::<T>(u32::try_from(count).unwrap_or(1));
            let (width, range) = (area.abs() / length.clone(), [origin.height.clone(), origin.height]);
            *plane = Plane { at: Vector2::zeros(), height: T::zero(), slope, width, range };
            for corner in corners.iter() {
                plane.at += &corner.at * share.clone();
                plane.height += corner.height.clone() * share.clone();
                plane.reach(&corner.height);
            }
            if area < T::zero() {
                corners.reverse();
            }
            if whole::<T>(SHORT * SHORT) * shortest < length {
                count = without_dents(corners);
            }
            return (Form::Polygon, count);
        }
    }
    let [p, q, ..] = corners else { return (Form::Point, count) };
    let way = &q.at - &p.at;
    let is_upright = is_upright(&way.dot(&way), q.height.clone() - p.height.clone());
    (if is_upright { Form::Point } else { Form::Segment }, count)
}

/// An edge that is so many times shorter than another one may have lost its direction in rounding.
const SHORT: u32 = 64;

/// Leaves out the corners of a polygon that rounding has put into the polygon of the others, counter-clockwise: the line through a short
/// edge beside such a corner would cut the polygon. How many are left.
#[cold]
#[inline(never)]
fn without_dents<T: Real>(corners: &mut [Corner<T>]) -> usize {
    let mut count = corners.len();
    let (mut k, mut convex) = (0, 0);
    while count > 3 && convex < count {
        let [before, after] = [if k == 0 { count - 1 } else { k - 1 }, if k + 1 == count { 0 } else { k + 1 }];
        let way = &corners[after].at - &corners[before].at;
        if inside(&corners[before].at, &way, &corners[k].at) > T::zero() {
            corners[k..count].rotate_left(1);
            count -= 1;
            // The corner before may be one now.
            (k, convex) = (if before < k { before } else { count - 1 }, 0);
        } else {
            (k, convex) = (if k + 1 == count { 0 } else { k + 1 }, convex + 1);
        }
    }
    count
}

/// Whether a segment is seen as a point, given the square of how far it reaches across the normal, and how far it reaches along it.
pub(super) fn is_upright<T: Real>(square: &T, rise: T) -> bool {
    let least = whole::<T>(tolerance::UPRIGHT) * T::epsilon() * rise;
    *square <= least.clone() * least
}

/// A name of 26 bits for the edge between two vertices of a shape, whichever comes first. Names below 2¹² are kept; others are
/// mixed.
pub(super) fn name(side: u32, v: VertexId, w: VertexId) -> u32 {
    let [low, high] = if v.0 < w.0 { [v.0, w.0] } else { [w.0, v.0] };
    let edge = if high < 1 << 12 {
        low << 12 | high
    } else {
        let mixed = u64::from(low) << 32 | u64::from(high);
        // Donald E. Knuth, The Art of Computer Programming 3, 1973: multiplicative hashing.
        let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        1 << 24 | u32::try_from(mixed).unwrap_or(0)
    };
    side << 25 | edge
}

/// The surface over a place.
pub(super) struct Surface<T> {
    pub(super) height: T,
    /// The center of the ball that this surface belongs to: a place and its height. `None` if no other part of the shape can be
    /// higher.
    pub(super) foot: Option<(Vector2<T>, T)>,
}

/// On which side of an edge a point is, times the edge's length: positive inside of a polygon that turns counter-clockwise.
pub(super) fn inside<T: Real>(from: &Vector2<T>, way: &Vector2<T>, point: &Vector2<T>) -> T {
    way.x.clone() * (point.y.clone() - from.y.clone()) - way.y.clone() * (point.x.clone() - from.x.clone())
}

/// Whether a point is on the outer side of an edge, or on the edge up to rounding.
pub(super) fn is_at_or_beyond<T: Real>(from: &Vector2<T>, way: &Vector2<T>, point: &Vector2<T>) -> bool {
    inside(from, way, point) <= rounding::<T>() / whole(4) * (way.x.abs() + way.y.abs())
}

/// The name of a contact's own point, where no corner of the overlap is as deep.
pub(super) const WITNESS: u64 = 1 << 52;

/// The name of the place where two edges meet.
pub(super) fn meeting(edges: [u32; 2]) -> u64 {
    let [p, q] = edges.map(u64::from);
    if p < q { p << 26 | q } else { q << 26 | p }
}

/// Whether one of the two edges of a meeting has a mixed name, which another edge may have, too.
pub(super) fn is_mixed(meeting: u64) -> bool {
    meeting & (1 << 24 | 1 << 50) != 0
}

/// Whether faces are clipped in this dimension.
pub(super) fn is_flat_or_solid<const D: usize>() -> bool {
    matches!(dimension::<D>(), 2 | 3)
}
