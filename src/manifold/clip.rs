//! The overlap of two outlines: the corners of the region that is in both.

use super::face::{Overlap, Spot, inside, meeting, name, rounding};
use super::outline::{Corner, Form, Outline, Plane};
use crate::predicates::cross;
use crate::scalar::{Real, max, whole};
use crate::tolerance;
use core::{array, iter};
use nalgebra::Vector2;

impl<T: Real, const D: usize, const MOST: usize, const SPOTS: usize> Overlap<T, D, SPOTS> for Outline<T, D, MOST> {
    fn overlap(a: Option<&Self>, b: &Self, each: &mut impl FnMut(Spot<T>, T)) {
        let Some(a) = a else { return all_of(b, each) };
        let ends = match (a.form, b.form) {
            (Form::Polygon, Form::Polygon) => {
                let mut corners: [Clipped<T>; SPOTS] = array::from_fn(|_| nowhere());
                let shared = clipped(b.corners(), a.corners(), &mut corners);
                let is_thin = shared.as_ref().is_none_or(Ring::is_thin);
                let most = if shared.is_none() { tolerance::THROUGH } else { tolerance::AS_ONE };
                let line = if is_thin { line(a.corners(), b.corners(), most) } else { None };
                if line.is_none() {
                    for corner in shared.iter().flat_map(Ring::iter) {
                        let heights = [a.plane.height(&corner.at), b.plane.height(&corner.at)];
                        each(Spot::new(corner.at.clone(), heights, meeting(corner.edges)), T::zero());
                    }
                }
                line
            }
            (Form::Segment, Form::Polygon) => line(a.corners(), b.corners(), tolerance::AS_ONE)
                .or_else(|| segment(0, a.corners(), b.corners(), &b.plane))
                .or_else(|| line(a.corners(), b.corners(), tolerance::THROUGH)),
            (Form::Polygon, Form::Segment) => line(a.corners(), b.corners(), tolerance::AS_ONE)
                .or_else(|| segment(1, b.corners(), a.corners(), &a.plane))
                .or_else(|| line(a.corners(), b.corners(), tolerance::THROUGH)),
            (Form::Segment, Form::Segment) => match (a.corners(), b.corners()) {
                ([a0, a1], [b0, b1]) => beside(([a0, a1], a0.edge), ([b0, b1], b0.edge)),
                _ => None,
            },
            _ => None,
        };
        if let Some([(p, beside_p), (q, beside_q)]) = ends {
            each(p, beside_p);
            each(q, beside_q);
        }
    }

    fn may_share_a_line(a: &Self, b: &Self) -> bool {
        match (a.corners(), b.corners()) {
            ([a0, a1], [b0, b1]) => {
                let [way_a, way_b] = [&a1.at - &a0.at, &b1.at - &b0.at];
                let (area, turned) = (cross(&way_a, &way_b), whole::<T>(tolerance::SIDE_BY_SIDE) * T::epsilon());
                area.clone() * area <= turned * way_a.dot(&way_a) * way_b.dot(&way_b)
            }
            _ => a.form == Form::Segment || b.form == Form::Segment,
        }
    }
}

/// The two ends of an overlap without area, and the square of the faces' sideways distance there.
type Ends<T> = [(Spot<T>, T); 2];

/// The corners of a face above a half-space.
fn all_of<T: Real, const D: usize, const MOST: usize>(
    outline: &Outline<T, D, MOST>,
    each: &mut impl FnMut(Spot<T>, T),
) {
    let corners = outline.corners();
    if outline.form == Form::Point {
        return;
    }
    let mut before = corners.last().map_or(0, |last| last.edge);
    for corner in corners {
        // At both ends of a segment the same two edges meet, so each is named after its vertex.
        let own = if corners.len() == 2 { name(1, corner.id, corner.id) } else { corner.edge };
        each(Spot::new(corner.at.clone(), [T::zero(), corner.height.clone()], meeting([before, own])), T::zero());
        before = corner.edge;
    }
}

/// A corner of a polygon that is being clipped.
pub(super) struct Clipped<T> {
    pub(super) at: Vector2<T>,
    /// The ids of the edges that meet here: from the corner before, and to the next.
    pub(super) edges: [u32; 2],
    next: usize,
    /// Its depth inside the clipping edge, times that edge's length.
    depth: T,
}

pub(super) fn nowhere<T: Real>() -> Clipped<T> {
    Clipped { at: Vector2::zeros(), edges: [0, 0], next: 0, depth: T::zero() }
}

impl<T: Real> Clipped<T> {
    fn is_inside(&self) -> bool {
        self.depth >= T::zero()
    }

    /// The point where the way to another corner crosses the clipping edge.
    fn crossing(&self, to: &Self) -> Vector2<T> {
        let share = self.depth.clone() / (self.depth.clone() - to.depth.clone());
        &self.at + (&to.at - &self.at) * share
    }
}

/// A convex polygon: each corner knows the next, so those that are not clipped stay in place.
pub(super) struct Ring<'c, T> {
    corners: &'c mut [Clipped<T>],
    /// The number of corners ever made.
    count: usize,
    first: usize,
}

impl<'c, T: Real> Ring<'c, T> {
    fn of(polygon: &[Corner<T>], corners: &'c mut [Clipped<T>]) -> Self {
        let mut before = polygon.last().map_or(0, |last| last.edge);
        for (k, (place, corner)) in corners.iter_mut().zip(polygon).enumerate() {
            place.at.clone_from(&corner.at);
            place.edges = [before, corner.edge];
            place.next = if k + 1 == polygon.len() { 0 } else { k + 1 };
            before = corner.edge;
        }
        Self { corners, count: polygon.len(), first: 0 }
    }

    /// Returns whether it is a line, up to rounding.
    pub(super) fn is_thin(&self) -> bool {
        let first = &self.corners[self.first].at;
        let (mut area, mut square, mut before) = (T::zero(), T::zero(), Vector2::<T>::zeros());
        let thin = rounding::<T>();
        // At unit scale nothing is longer than four.
        let clear = whole::<T>(4) * thin.clone();
        for corner in self.iter() {
            let way = &corner.at - first;
            area += cross(&before, &way);
            if area > clear {
                return false;
            }
            square = max(square, way.dot(&way));
            before = way;
        }
        area.clone() * area <= thin.clone() * thin * square
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Clipped<T>> {
        let after = |corner: &&Clipped<T>| Some(corner.next).filter(|k| *k != self.first).map(|k| &self.corners[k]);
        iter::successors(Some(&self.corners[self.first]), after)
    }

    /// Leaves out the part outside of an edge. Returns false if that is all. Where the polygon leaves, a corner is
    /// added; where it comes back, its last corner outside moves to the edge.
    fn clip(&mut self, edge: &Corner<T>, way: &Vector2<T>) -> bool {
        let (mut is_all_inside, mut is_all_outside) = (true, true);
        let mut k = self.first;
        loop {
            let corner = &mut self.corners[k];
            corner.depth = inside(&edge.at, way, &corner.at);
            if corner.is_inside() {
                is_all_outside = false;
            } else {
                is_all_inside = false;
            }
            k = corner.next;
            if k == self.first {
                break;
            }
        }
        if is_all_inside || is_all_outside {
            return is_all_inside;
        }
        // Once around from a corner inside, so that no corner moves before both its edges are cut.
        while !self.corners[k].is_inside() {
            (self.first, k) = (k, self.corners[k].next);
        }
        let start = k;
        loop {
            let next = self.corners[k].next;
            k = if self.corners[next].is_inside() { next } else { self.leave_out(k, next, edge.edge) };
            if k == start {
                return true;
            }
        }
    }

    /// Leaves out the corners outside of an edge after a corner inside, from `first` on. Returns the next one inside.
    fn leave_out(&mut self, before: usize, first: usize, edge: u32) -> usize {
        let leaves = self.corners[before].crossing(&self.corners[first]);
        let edges = [self.corners[before].edges[1], edge];
        let mut last = first;
        while !self.corners[self.corners[last].next].is_inside() {
            last = self.corners[last].next;
        }
        let after = self.corners[last].next;
        self.corners[last].at = self.corners[last].crossing(&self.corners[after]);
        self.corners[last].edges[0] = edge;
        self.corners[before].next = last;
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = Clipped { at: leaves, edges, next: last, depth: T::zero() };
            self.corners[before].next = self.count;
            self.count += 1;
        }
        after
    }
}

/// A convex polygon clipped by another, both counter-clockwise, in the memory `corners`; `None` if nothing is left.
/// Each edge adds one corner at most (Ivan E. Sutherland and Gary W. Hodgman, Reentrant polygon clipping, 1974).
pub(super) fn clipped<'c, T: Real>(
    subject: &[Corner<T>],
    clip: &[Corner<T>],
    corners: &'c mut [Clipped<T>],
) -> Option<Ring<'c, T>> {
    let mut ring = Ring::of(subject, corners);
    for (k, edge) in clip.iter().enumerate() {
        let way = &clip[if k + 1 == clip.len() { 0 } else { k + 1 }].at - &edge.at;
        if !ring.clip(edge, &way) {
            return None;
        }
    }
    Some(ring)
}

/// A side of an outline, and its id.
type Side<'c, T> = ([&'c Corner<T>; 2], u32);

fn sides<T>(corners: &[Corner<T>]) -> impl Iterator<Item = Side<'_, T>> {
    corners.iter().zip(corners[1..].iter().chain(&corners[..1])).map(|(p, q)| ([p, q], p.edge))
}

/// The common part of sides of two polygons, through the contact's point, if they are within `most` times the rounding.
#[inline(never)]
fn line<T: Real>(a: &[Corner<T>], b: &[Corner<T>], most: u32) -> Option<Ends<T>> {
    let near = whole::<T>(tolerance::THROUGH) * rounding();
    let touches = |([p, q], _): &Side<'_, T>| {
        let way = &q.at - &p.at;
        inside(&p.at, &way, &Vector2::zeros()).abs() < near.clone() * (way.x.abs() + way.y.abs())
    };
    let most = whole::<T>(most) * rounding();
    let most = most.clone() * most;
    let mut longest: (Option<Ends<T>>, T) = (None, T::zero());
    for on_a in sides(a).filter(touches) {
        for on_b in sides(b).filter(touches) {
            let Some([p, q]) = beside(on_a, on_b) else { continue };
            let way = &q.0.at - &p.0.at;
            let square = way.dot(&way);
            if p.1 <= most && q.1 <= most && square > longest.1 {
                longest = (Some([p, q]), square);
            }
        }
    }
    longest.0
}

/// The ends of a segment of the shape `side` that is clipped by a convex polygon in a plane.
fn segment<T: Real>(side: u32, ends: &[Corner<T>], clip: &[Corner<T>], plane: &Plane<T>) -> Option<Ends<T>> {
    let [p, q] = ends else { return None };
    let mut shares = [T::zero(), T::one()];
    let mut bounds = [p, q].map(|end| name(side, end.id, end.id));
    for ([from, to], edge) in sides(clip) {
        let way = &to.at - &from.at;
        let [start, end] = [p, q].map(|end| inside(&from.at, &way, &end.at));
        let crossing = || start.clone() / (start.clone() - end.clone());
        match (start < T::zero(), end < T::zero()) {
            (true, true) => return None,
            (true, false) if crossing() > shares[0] => (shares[0], bounds[0]) = (crossing(), edge),
            (false, true) if crossing() < shares[1] => (shares[1], bounds[1]) = (crossing(), edge),
            _ => {}
        }
    }
    let spot = |(share, bound): (&T, u32)| {
        let at = &p.at + (&q.at - &p.at) * share.clone();
        let own = p.height.clone() + (q.height.clone() - p.height.clone()) * share.clone();
        let other = plane.height(&at);
        let heights = if side == 0 { [own, other] } else { [other, own] };
        (Spot::new(at, heights, meeting([p.edge, bound])), T::zero())
    };
    if shares[0] > shares[1] { None } else { Some([spot((&shares[0], bounds[0])), spot((&shares[1], bounds[1]))]) }
}

/// The ends of the part along which two segments are side by side, half way between, and their squared distance there.
fn beside<T: Real>(([a0, a1], edge_a): Side<'_, T>, ([b0, b1], edge_b): Side<'_, T>) -> Option<Ends<T>> {
    let [way_a, way_b] = [&a1.at - &a0.at, &b1.at - &b0.at];
    let way_b = if way_a.dot(&way_b) < T::zero() { -way_b } else { way_b };
    // The bisector, of any length.
    let axis = &way_a * way_b.dot(&way_b).sqrt() + &way_b * way_a.dot(&way_a).sqrt();
    // The ends of each segment in the order of the axis, and their places along it.
    let sorted = |p, q| {
        let [along_p, along_q] = [p, q].map(|end: &Corner<T>| end.at.dot(&axis));
        if along_p <= along_q { ([p, q], [along_p, along_q]) } else { ([q, p], [along_q, along_p]) }
    };
    let ((a, along_a), (b, along_b)) = (sorted(a0, a1), sorted(b0, b1));
    let own = |of_a: bool, end: usize| {
        let (side, corner, other) = if of_a { (0, a[end], edge_b) } else { (1, b[end], edge_a) };
        let level = if of_a { &along_a[end] } else { &along_b[end] };
        (level.clone(), meeting([name(side, corner.id, corner.id), other]))
    };
    let (low, high) = (own(along_a[0] > along_b[0], 0), own(along_a[1] < along_b[1], 1));
    if low.0 > high.0 {
        return None;
    }
    let there = |[p, q]: [&Corner<T>; 2], [start, end]: &[T; 2], level: &T| {
        let share = (level.clone() - start.clone()) / (end.clone() - start.clone());
        let at = &p.at + (&q.at - &p.at) * share.clone();
        (at, p.height.clone() + (q.height.clone() - p.height.clone()) * share)
    };
    let spot = |(level, id): (T, u64)| {
        let ((at_a, height_a), (at_b, height_b)) = (there(a, &along_a, &level), there(b, &along_b, &level));
        let sideways = at_b - &at_a;
        let middle = at_a + &sideways / (T::one() + T::one());
        (Spot::new(middle, [height_a, height_b], id), sideways.dot(&sideways))
    };
    Some([spot(low), spot(high)])
}

#[cfg(test)]
mod tests;
