//! The outline of a face in space: its corners projected along a contact's normal, with heights. `plane.rs` is for edges in the plane.

use super::face::{Basis, Face, Source, Surface, inside, is_at_or_beyond, is_upright, name, rounding};
use crate::scalar::{Real, max, min, whole};
use crate::{tolerance, vertex::VertexId};
use core::array;
use nalgebra::{SVector, Vector2};

/// The most vertices of a face.
pub(super) const LIMIT: usize = 32;

/// The points of a rim that are added to its polygon: see [`Face::widen`].
pub(super) const SPARE: usize = 2;

/// A vertex of an outline.
#[derive(Clone)]
pub(super) struct Corner<T> {
    pub(super) at: Vector2<T>,
    pub(super) height: T,
    pub(super) id: VertexId,
    /// The id of the edge from here to the next corner.
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

    fn reach(&mut self, height: &T) {
        let [low, high] = &mut self.range;
        if *height < *low {
            low.clone_from(height);
        }
        *high = max(high.clone(), height.clone());
    }

    /// The height of the face at a point of its outline: between its corners' heights, however steep it is.
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
    side: u32,
    vertices: [SVector<T, D>; MOST],
    /// The ids of the vertices. An array of pairs would have gaps, and could not be cleared at once.
    names: [VertexId; MOST],
    given: usize,
    corners: [Corner<T>; MOST],
    count: usize,
    pub(super) form: Form,
    /// The plane of a polygon. As a part of the form it could not be cleared at once with the rest.
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

    /// A larger face is thinned where there is room for as many vertices as are ever kept.
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

    /// A face with up to four vertices has no rim.
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
            // A point in a convex face is beyond at most one side of a polygon with corners on the face's border.
            let mut beyond = sides.enumerate().filter(|(_, (p, q))| is_at_or_beyond(&p.at, &(&q.at - &p.at), center));
            let (Some((mut k, (p, q))), None) = (beyond.next(), beyond.next()) else { continue };
            let (from, to) = (p.clone(), q.clone());
            let normal = basis.normal(&self.plane.slope);
            let outwards = if self.side == 0 { normal } else { -normal };
            let way = center - &self.plane.at;
            let way = &way / way.dot(&way).sqrt();
            let turned = Vector2::new(-way.y.clone(), way.x.clone());
            // The place on the rim along a way, and its height.
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
            // One on each side of the center: a chord between directions that are `aside` of it is a quarter of
            // `within` below the rim. For a center on the rim they would be too near each other.
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
    /// The most vertices without the points of a rim.
    const KEPT: usize = if MOST > 4 { MOST - SPARE } else { MOST };

    /// The signed distance of a segment from the contact's point, times its length; and the square of its length.
    fn aside(&self) -> Option<[T; 2]> {
        let [p, q] = self.corners() else { return None };
        let way = &q.at - &p.at;
        (self.form == Form::Segment).then(|| [inside(&p.at, &way, &Vector2::zeros()), way.dot(&way)])
    }

    /// Leaves out the vertex that adds the least area, given the next one, so that the extremes stay (Maheswari
    /// Visvalingam and J. Duncan Whyatt, Line generalisation by repeated elimination of points, 1993).
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

/// The form of a face with these corners, and their number; the plane, if it is a polygon.
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

/// An edge so many times shorter than another one may have lost its direction in rounding.
const SHORT: u32 = 64;

/// Leaves out the corners of a counter-clockwise polygon that rounding has put into the polygon of the others: the line
/// through a short edge beside one would cut the polygon. Returns the number of corners left.
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
