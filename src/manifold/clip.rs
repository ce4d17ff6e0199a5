//! The overlap of two outlines: the corners of the region that is in both.

use super::outline::{Corner, Form, Outline, Overlap, Spot, inside, meeting, name};
use crate::scalar::Real;
use core::array;
use core::mem::swap;
use nalgebra::Vector2;

impl<T: Real, const D: usize, const MOST: usize, const SPOTS: usize> Overlap<T, D, SPOTS> for Outline<T, D, MOST> {
    fn overlap(a: Option<&Self>, b: &Self, each: &mut impl FnMut(Spot<T>, T)) {
        let Some(a) = a else { return all_of(b, each) };
        let mut spot = |at: Vector2<T>, heights: [T; 2], id: u64| each(Spot::new(at, heights, id), T::zero());
        match (&a.form, &b.form) {
            (Form::Polygon(over_a), Form::Polygon(over_b)) => {
                polygons::<T, SPOTS>(b.corners(), a.corners(), &mut |at, id| {
                    let heights = [over_a.height(&at), over_b.height(&at)];
                    spot(at, heights, id);
                });
            }
            (Form::Segment, Form::Polygon(plane)) => {
                segment(0, a.corners(), b.corners(), &mut |at, height, id| {
                    let other = plane.height(&at);
                    spot(at, [height, other], id);
                });
            }
            (Form::Polygon(plane), Form::Segment) => {
                segment(1, b.corners(), a.corners(), &mut |at, height, id| {
                    let other = plane.height(&at);
                    spot(at, [other, height], id);
                });
            }
            (Form::Segment, Form::Segment) => beside(a.corners(), b.corners(), each),
            _ => {}
        }
    }
}

/// The corners of a face above a half-space.
fn all_of<T: Real, const D: usize, const MOST: usize>(
    outline: &Outline<T, D, MOST>,
    each: &mut impl FnMut(Spot<T>, T),
) {
    let corners = outline.corners();
    if matches!(outline.form, Form::Point) {
        return;
    }
    let mut before = corners.last().map_or(0, |last| last.edge);
    for corner in corners {
        // At both ends of a segment the same two edges would meet: so each is named after its vertex.
        let own = if corners.len() == 2 { name(1, corner.id, corner.id) } else { corner.edge };
        each(Spot::new(corner.at.clone(), [T::zero(), corner.height.clone()], meeting([before, own])), T::zero());
        before = corner.edge;
    }
}

/// A corner of a polygon that is being clipped.
struct Clipped<T> {
    at: Vector2<T>,
    /// The name of the edge from here to the next corner.
    edge: u32,
    /// How far it is inside of the edge that clips, times that edge's length.
    depth: T,
}

struct Ring<T, const SPOTS: usize> {
    corners: [Clipped<T>; SPOTS],
    count: usize,
}

impl<T: Real, const SPOTS: usize> Ring<T, SPOTS> {
    fn new() -> Self {
        let nowhere = |_| Clipped { at: Vector2::zeros(), edge: 0, depth: T::zero() };
        Self { corners: array::from_fn(nowhere), count: 0 }
    }

    fn push(&mut self, at: Vector2<T>, edge: u32) {
        if let Some(place) = self.corners.get_mut(self.count) {
            *place = Clipped { at, edge, depth: T::zero() };
            self.count += 1;
        }
    }

    fn corners(&self) -> &[Clipped<T>] {
        &self.corners[..self.count]
    }
}

/// The corners of a convex polygon that is clipped by another, both counter-clockwise.
///
/// Ivan E. Sutherland and Gary W. Hodgman, Reentrant polygon clipping, 1974.
fn polygons<T: Real, const SPOTS: usize>(
    subject: &[Corner<T>],
    clip: &[Corner<T>],
    each: &mut impl FnMut(Vector2<T>, u64),
) {
    // Two variables: an array of both would be copied once more.
    let (mut first, mut second) = (Ring::<T, SPOTS>::new(), Ring::new());
    let (mut ring, mut next) = (&mut first, &mut second);
    for corner in subject {
        ring.push(corner.at.clone(), corner.edge);
    }
    for (k, from) in clip.iter().enumerate() {
        let way = &clip[if k + 1 == clip.len() { 0 } else { k + 1 }].at - &from.at;
        let mut is_inside = true;
        for corner in &mut ring.corners[..ring.count] {
            corner.depth = inside(&from.at, &way, &corner.at);
            is_inside &= corner.depth >= T::zero();
        }
        if is_inside {
            continue;
        }
        next.count = 0;
        let corners = ring.corners();
        for (k, here) in corners.iter().enumerate() {
            let ahead = &corners[if k + 1 == corners.len() { 0 } else { k + 1 }];
            let leaves = here.depth >= T::zero();
            if leaves {
                next.push(here.at.clone(), here.edge);
            }
            if leaves != (ahead.depth >= T::zero()) {
                let share = here.depth.clone() / (here.depth.clone() - ahead.depth.clone());
                let edge = if leaves { from.edge } else { here.edge };
                next.push(&here.at + (&ahead.at - &here.at) * share, edge);
            }
        }
        swap(&mut ring, &mut next);
    }
    let mut before = ring.corners().last().map_or(0, |last| last.edge);
    for corner in ring.corners() {
        each(corner.at.clone(), meeting([before, corner.edge]));
        before = corner.edge;
    }
}

/// The ends of a segment of the shape `side` that is clipped by a convex polygon, with the segment's height there.
fn segment<T: Real>(side: u32, ends: &[Corner<T>], clip: &[Corner<T>], each: &mut impl FnMut(Vector2<T>, T, u64)) {
    let [p, q] = ends else { return };
    let mut shares = [T::zero(), T::one()];
    let mut bounds = [name(side, p.id, p.id), name(side, q.id, q.id)];
    for (k, from) in clip.iter().enumerate() {
        let way = &clip[if k + 1 == clip.len() { 0 } else { k + 1 }].at - &from.at;
        let [start, end] = [p, q].map(|end| inside(&from.at, &way, &end.at));
        let crossing = || start.clone() / (start.clone() - end.clone());
        match (start < T::zero(), end < T::zero()) {
            (true, true) => return,
            (true, false) if crossing() > shares[0] => (shares[0], bounds[0]) = (crossing(), from.edge),
            (false, true) if crossing() < shares[1] => (shares[1], bounds[1]) = (crossing(), from.edge),
            _ => {}
        }
    }
    if shares[0] > shares[1] {
        return;
    }
    for (share, bound) in shares.into_iter().zip(bounds) {
        let at = &p.at + (&q.at - &p.at) * share.clone();
        let height = p.height.clone() + (q.height.clone() - p.height.clone()) * share;
        each(at, height, meeting([p.edge, bound]));
    }
}

/// The ends of the part along which two segments are beside each other, and the square of how far they are apart sideways there.
/// Both are taken half way between the segments.
fn beside<T: Real>(a: &[Corner<T>], b: &[Corner<T>], each: &mut impl FnMut(Spot<T>, T)) {
    let ([a0, a1], [b0, b1]) = (a, b) else { return };
    let [way_a, way_b] = [&a1.at - &a0.at, &b1.at - &b0.at];
    let way_b = if way_a.dot(&way_b) < T::zero() { -way_b } else { way_b };
    let axis = &way_a / way_a.dot(&way_a).sqrt() + &way_b / way_b.dot(&way_b).sqrt();
    let axis = &axis / axis.dot(&axis).sqrt();
    let along = |corner: &Corner<T>| corner.at.dot(&axis);
    // Each segment in the order of the axis.
    let sorted = |ends: [_; 2]| {
        let [p, q] = ends;
        if along(p) <= along(q) { [p, q] } else { [q, p] }
    };
    let (a, b) = (sorted([a0, a1]), sorted([b0, b1]));
    let [low_a, low_b, high_a, high_b] = [a[0], b[0], a[1], b[1]].map(along);
    let low = if low_a > low_b { (low_a, name(0, a[0].id, a[0].id)) } else { (low_b, name(1, b[0].id, b[0].id)) };
    let high = if high_a < high_b { (high_a, name(0, a[1].id, a[1].id)) } else { (high_b, name(1, b[1].id, b[1].id)) };
    if low.0 > high.0 {
        return;
    }
    let there = |[p, q]: [&Corner<T>; 2], level: &T| {
        let share = (level.clone() - along(p)) / (along(q) - along(p));
        let at = &p.at + (&q.at - &p.at) * share.clone();
        (at, p.height.clone() + (q.height.clone() - p.height.clone()) * share)
    };
    for (level, end) in [low, high] {
        let ((at_a, height_a), (at_b, height_b)) = (there(a, &level), there(b, &level));
        let sideways = at_b - &at_a;
        let middle = at_a + &sideways / (T::one() + T::one());
        let other = if end >> 25 == 0 { b[0].edge } else { a[0].edge };
        each(Spot::new(middle, [height_a, height_b], meeting([end, other])), sideways.dot(&sideways));
    }
}
