//! The height of a face with its margin: the surface of the balls around all points of the face.
//!
//! Above a tilted face the surface is higher than the radius, because the ball around a higher point reaches over.
//! This needs a higher point, and beyond the end of the face no point is higher. So a short tilted capsule is round at
//! both ends. Heights are *outwards*: above A, and below B.

use super::face::{Surface, inside, rounding};
use super::outline::{Corner, Form, Outline, Plane};
use crate::scalar::Real;
use nalgebra::Vector2;

/// The height of the balls around a line between two ends over the place 0, where the line has the height 0; and the
/// place of the highest ball there. `room` is the square of their radius, less the square of the line's distance beside the
/// place. `None` without a ball there.
pub(super) fn over_line<T: Real>([low, high]: [T; 2], slope: &T, room: &T) -> Option<[T; 2]> {
    let square = |x: &T| x.clone() * x.clone();
    if *room < T::zero() {
        return None;
    }
    let best = slope.clone() * (room.clone() / (T::one() + square(slope))).sqrt();
    let foot = if best < low {
        low
    } else if best > high {
        high
    } else {
        best
    };
    let rest = room.clone() - square(&foot);
    (rest >= T::zero()).then(|| [slope.clone() * foot.clone() + rest.sqrt(), foot])
}

/// The surface over a place beside an edge in space, or below it if `sign` is −1.
fn over_edge<T: Real>([p, q]: [&Corner<T>; 2], sign: &T, at: &Vector2<T>, margin: &T) -> Option<Surface<T>> {
    let (way, from) = (&q.at - &p.at, at - &p.at);
    let length = way.dot(&way).sqrt();
    let unit = way * (T::one() / length.clone());
    let slope = (q.height.clone() - p.height.clone()) * sign.clone() / length.clone();
    let along = unit.dot(&from);
    let room = margin.clone() * margin.clone() - (from.dot(&from) - along.clone() * along.clone());
    let [rise, foot] = over_line([-along.clone(), length - along.clone()], &slope, &room)?;
    let line = |along: &T| p.height.clone() * sign.clone() + slope.clone() * along.clone();
    let height = line(&along) + rise;
    let foot = along + foot;
    Some(Surface { height, foot: Some((&p.at + unit * foot.clone(), line(&foot))) })
}

impl<T: Real, const D: usize, const MOST: usize> Outline<T, D, MOST> {
    /// The surface over a place, with a margin that is not zero. `None` beside the face.
    pub(super) fn surface_over(&self, sign: &T, at: &Vector2<T>, margin: &T) -> Option<Surface<T>> {
        over_face(self.form, self.corners(), &self.plane, [sign, margin], at)
    }
}

/// The surface over a face with any number of corners.
fn over_face<T: Real>(
    form: Form,
    corners: &[Corner<T>],
    plane: &Plane<T>,
    [sign, margin]: [&T; 2],
    at: &Vector2<T>,
) -> Option<Surface<T>> {
    let sides = || corners.iter().zip(corners[1..].iter().chain(&corners[..1]));
    match (form, corners) {
        (Form::Segment, [p, q]) => Some(Surface { foot: None, ..over_edge([p, q], sign, at, margin)? }),
        (Form::Polygon, _) => {
            let slope = plane.slope() * sign.clone();
            let steep = (T::one() + slope.dot(&slope)).sqrt();
            let foot = at + slope * (margin.clone() / steep.clone());
            let is_beyond = |(p, q): &(&Corner<T>, &Corner<T>)| {
                let way = &q.at - &p.at;
                inside(&p.at, &way, &foot) < -rounding::<T>() * (way.x.abs() + way.y.abs())
            };
            // The highest ball is the foot's, or on a side that the foot is beyond. Rounding may make others seem as
            // high.
            let beyond = sides().filter(is_beyond);
            let edges = beyond.map(|(p, q)| over_edge([p, q], sign, at, margin));
            let highest = |most: Option<Surface<T>>, other: Option<Surface<T>>| match (most, other) {
                (Some(most), Some(other)) => Some(if other.height > most.height { other } else { most }),
                (most, other) => most.or(other),
            };
            edges.reduce(highest).unwrap_or_else(|| {
                let height = plane.height(at) * sign.clone() + margin.clone() * steep;
                Some(Surface { height, foot: None })
            })
        }
        _ => None,
    }
}
