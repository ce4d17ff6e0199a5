//! The options of a manifold, and the lengths that follow from them.

use super::face::{Basis, Face, Overlap, Source, Spot, WITNESS};
use super::reduce::{POINTS, Spots};
use crate::scalar::{Real, dimension, largest, max, whole};
use crate::{closed_form::Limits, contact::Contact, support::Support, tolerance};
use nalgebra::{Point, SVector, Vector2};

/// Shapes A and B. `None` for A means a half-space, which does not implement `Support`.
pub(crate) type Shapes<'s, T, const D: usize> =
    (Option<&'s dyn Support<D, Scalar = T>>, &'s dyn Support<D, Scalar = T>);

/// The options of a [`manifold`](crate::manifold()). A number converts into options with that prediction.
///
/// ```
/// use gjk::{ManifoldOptions, SupportExt, manifold, nalgebra::{Isometry3, Vector3}, shape::Cuboid};
/// let crate_ = Cuboid::new(Vector3::new(0.5, 0.5, 0.5))?;
/// let turned = Isometry3::new(Vector3::new(0.1, 1.0, 0.0), Vector3::y() * 0.7);
/// let (low, high) = (crate_.posed(Vector3::zeros())?, crate_.posed(turned)?);
/// // The overlap has eight corners.
/// assert_eq!(manifold(&low, &high, 0.02).near().expect("they touch").points().len(), 4);
/// let all = ManifoldOptions { max_points: 8, ..0.02.into() };
/// assert_eq!(manifold(&low, &high, all).near().expect("they touch").points().len(), 8);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ManifoldOptions<T: Real, const D: usize> {
    /// The largest useful separation of a point, in the shapes' units. Shapes farther apart have no manifold.
    pub prediction: T,
    /// The largest separation of a point if another point is within the prediction; at least the prediction, which is
    /// the default. A fast body that hits a wall with one corner needs the other corners, too: without them it turns
    /// about the first one.
    pub farthest: T,
    /// The most points in space, from 4 (the default) to 8; another number counts as the nearest of these. In the plane at most two.
    pub max_points: usize,
    /// The point to support, in world coordinates: the center of mass of the upper body and its load. If it is inside
    /// the overlap, as seen along the normal, it is also between the points. By default each shape's own
    /// [`center`](Support::center).
    pub center: Option<Point<T, D>>,
}

impl<T: Real, const D: usize> From<T> for ManifoldOptions<T, D> {
    fn from(prediction: T) -> Self {
        Self { farthest: prediction.clone(), prediction, max_points: 4, center: None }
    }
}

impl<T: Real, const D: usize> ManifoldOptions<T, D> {
    /// The lengths at a scale, for shapes of a size and as far away.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn limits(&self, size: &T, scale: &T) -> Limits<T> {
        let [prediction, farthest, size] = [&self.prediction, &self.farthest, size].map(|x| x.clone() * scale.clone());
        Limits::new(prediction, farthest, &size)
    }
}

/// A shape, and its face.
type Side<'s, T, const D: usize> = (&'s dyn Support<D, Scalar = T>, &'s dyn Face<T, D>);

/// The origin and the unit of the recipe.
pub(super) struct Measure<'s, T: Real, const D: usize> {
    pub(super) from: Point<T, D>,
    /// A power of two that brings the shapes to unit scale. All lengths but `reach` are multiplied by it.
    pub(super) scale: T,
    margins: [T; 2],
    pub(super) limits: Limits<T>,
    pub(super) reach: T,
    /// The most points.
    pub(super) most: usize,
    center: Option<&'s Point<T, D>>,
    is_a_smaller: bool,
}

impl<'s, T: Real, const D: usize> Measure<'s, T, D> {
    pub(super) fn of((a, b): Shapes<'_, T, D>, contact: &Contact<T, D>, options: &'s ManifoldOptions<T, D>) -> Self {
        let from = contact.points[0].clone();
        let margins = [a.map_or_else(T::zero, Support::margin), b.margin()];
        let size_b = b.extent(&from) + margins[1].clone();
        let size_a = a.map_or_else(|| size_b.clone(), |a| a.extent(&from) + margins[0].clone());
        let is_a_smaller = size_a < size_b;
        let (small, large) = if is_a_smaller { (size_a, size_b) } else { (size_b, size_a) };
        let scale = large.unit_scale();
        Self {
            margins: margins.map(|margin| margin * scale.clone()),
            limits: options.limits(&(large + largest(&from.coords)), &scale),
            reach: whole::<T>(dimension::<D>()).sqrt() * small,
            most: if D == 2 { 2 } else { options.max_points.clamp(4, POINTS) },
            center: options.center.as_ref(),
            is_a_smaller,
            from,
            scale,
        }
    }

    pub(super) fn source<'m>(&'m self, shape: &'m dyn Support<D, Scalar = T>) -> Source<'m, T, D> {
        Source { shape, from: &self.from, scale: &self.scale }
    }

    /// The points to support, as seen along the normal: the given one, or the smaller and the larger shape's centers.
    pub(super) fn centers(&self, (a, b): Shapes<'_, T, D>, basis: &Basis<T, D>) -> [Option<Vector2<T>>; 2] {
        let centers = match self.center {
            Some(center) => [Some(center.clone()), None],
            None if self.is_a_smaller => [a.and_then(Support::center), b.center()],
            None => [b.center(), a.and_then(Support::center)],
        };
        centers.map(|center| Some(basis.across(&(center? - &self.from)) * self.scale.clone()))
    }

    /// The normal of one of the faces, and the heights of A's highest and B's lowest point along it, if the separation
    /// is at least `least` less the slack. `None` if the present normal is a face's already.
    ///
    /// The heights come from support points, because the faces may be parts of curved surfaces. A face that its shape
    /// reaches beyond is not taken. Of two faces that are parallel up to the rounding of a thin one, the wider one is
    /// taken: along the other normal, high corners would be displaced.
    pub(super) fn snapped(
        &self,
        shapes: [&dyn Support<D, Scalar = T>; 2],
        faces: [&dyn Face<T, D>; 2],
        basis: &Basis<T, D>,
        least: &T,
    ) -> Option<(SVector<T, D>, [T; 2])> {
        // With the squares of the tangents of their angles with the present normal.
        let slopes = faces.map(|face| face.slope().map(|slope| (slope.dot(&slope), slope)));
        if slopes.iter().all(Option::is_none) {
            return None;
        }
        let straight = whole::<T>(tolerance::STRAIGHT) * T::epsilon();
        let straight = straight.clone() * straight;
        // Whether the other face is wider, and parallel up to the rounding of this one.
        let is_thinner = |side: usize| {
            slopes[1 - side].as_ref().is_some_and(|(tilt, _)| {
                let [own, other] = [side, 1 - side].map(|side| faces[side].width());
                own < other && tilt.clone() * own.clone() * own <= straight
            })
        };
        if (0..2).any(|side| slopes[side].as_ref().is_some_and(|(tilt, _)| *tilt <= straight) && !is_thinner(side)) {
            return None;
        }
        let mut best: Option<(SVector<T, D>, [T; 2])> = None;
        let mut enough = least.clone() - self.limits.slack.clone();
        for (side, slope) in slopes.into_iter().enumerate() {
            // Not by more than about 40 degrees, however small the shapes are beside the prediction.
            let Some((_, slope)) = slope.filter(|(tilt, _)| whole::<T>(9) * tilt.clone() <= whole(7)) else {
                continue;
            };
            let normal = basis.normal(&slope);
            let back = -&normal;
            let a = shapes[0].support_from(&normal, &self.from).offset * self.scale.clone();
            let b = shapes[1].support_from(&back, &self.from).offset * self.scale.clone();
            let beyond =
                if side == 0 { a.dot(&normal) - faces[0].reach(&normal) } else { b.dot(&back) - faces[1].reach(&back) };
            let tops = [a.dot(&normal) + self.margins[0].clone(), b.dot(&normal) - self.margins[1].clone()];
            let separation = tops[1].clone() - tops[0].clone();
            if separation >= enough && beyond <= whole::<T>(tolerance::BEYOND_FACE) * self.limits.rounding.clone() {
                // The wider one may prove less, by rounding.
                let [own, other] = [side, 1 - side].map(|side| faces[side].width());
                let favored = if own > other {
                    separation + self.limits.rounding.clone()
                } else if own < other {
                    separation - self.limits.rounding.clone()
                } else {
                    separation
                };
                enough = max(enough, favored);
                best = Some((normal, tops));
            }
        }
        best
    }

    /// The corners of the overlap of two faces that are near enough there, on both surfaces up to the slack. A
    /// half-space has no face. The tops are the heights of A's highest point and B's lowest one.
    pub(super) fn collect<F: Overlap<T, D, SPOTS>, const SPOTS: usize>(
        &self,
        (a, b): Shapes<'_, T, D>,
        [on_a, on_b]: [&F; 2],
        basis: &Basis<T, D>,
        tops: &[T; 2],
        spots: &mut Spots<'_, T>,
    ) {
        let on_a = a.map(|_| on_a);
        let least = tops[1].clone() - tops[0].clone();
        let deep_enough = least.clone() + self.limits.slack.clone();
        let mut are_faces = [None, None];
        let is_sharp = self.margins.iter().all(T::is_zero);
        let faces = [a.zip(on_a.map(|face| face as &dyn Face<T, D>)), Some((b, on_b as &dyn Face<T, D>))];
        F::overlap(on_a, on_b, &mut |mut spot, sideways| {
            if sideways > self.limits.slack.clone() * self.limits.slack.clone() && self.is_tilted(&spot, &sideways)
                || !is_sharp && !self.raise(faces, basis, &mut spot)
            {
                return;
            }
            spot.apart = spot.heights[1].clone() - spot.heights[0].clone();
            // No separation is less than the shapes', up to rounding.
            if spot.apart < least {
                let half = (least.clone() - spot.apart) / (T::one() + T::one());
                spot.heights[0] -= half.clone();
                spot.heights[1] += half;
                spot.apart = least.clone();
            }
            // A point that is not so deep may be inside a shape whose faces are wrong.
            let mut is_outside = |side: usize, below: T| {
                below <= self.limits.slack
                    || *are_faces[side].get_or_insert_with(|| self.is_face(faces[side], side, basis))
            };
            if spot.apart <= self.limits.farthest
                && (spot.apart <= deep_enough
                    || is_outside(0, tops[0].clone() - spot.heights[0].clone())
                        && is_outside(1, spot.heights[1].clone() - tops[1].clone()))
            {
                spots.push(spot);
            }
        });
    }

    /// Returns whether segments that are not quite parallel are too far apart sideways; the points are half way
    /// between them.
    #[inline(never)]
    fn is_tilted(&self, spot: &Spot<T>, sideways: &T) -> bool {
        let rise = max(T::zero(), spot.apart.clone());
        let farther = (rise.clone() * rise.clone() + sideways.clone()).sqrt() - rise;
        let is_bare = self.margins.iter().any(T::is_zero);
        farther > self.limits.slack
            || is_bare && *sideways > whole::<T>(4) * self.limits.slack.clone() * self.limits.slack.clone()
    }

    /// Brings the heights of a candidate to the surfaces of shapes with margins. False if one of them is not there.
    #[inline(never)]
    fn raise(&self, faces: [Option<Side<'_, T, D>>; 2], basis: &Basis<T, D>, spot: &mut Spot<T>) -> bool {
        for (side, face) in faces.iter().enumerate().filter(|(side, _)| !self.margins[*side].is_zero()) {
            let Some(height) = face.and_then(|face| self.raised(face, side, &spot.at, basis)) else { return false };
            spot.heights[side] = height;
        }
        true
    }

    /// Returns whether all of a face with a normal is on its shape's surface, up to the slack.
    #[inline(never)]
    fn is_face(&self, face: Option<Side<'_, T, D>>, side: usize, basis: &Basis<T, D>) -> bool {
        let Some((shape, face, slope)) = face.and_then(|(shape, face)| Some((shape, face, face.slope()?))) else {
            return true;
        };
        let normal = basis.normal(&slope);
        let outwards = if side == 0 { normal } else { -normal };
        let top = shape.support_from(&outwards, &self.from).offset.dot(&outwards) * self.scale.clone();
        top - face.reach(&outwards) <= self.limits.slack
    }

    /// The height of the surface of a shape with a margin at a place. `None` beside its face.
    fn raised(&self, (shape, face): Side<'_, T, D>, side: usize, at: &Vector2<T>, basis: &Basis<T, D>) -> Option<T> {
        let sign = if side == 0 { T::one() } else { -T::one() };
        let surface = face.surface(&sign, at, &self.margins[side])?;
        // Is another part of the shape beyond the plane that is tangent there?
        if let Some((foot, height)) = surface.foot {
            let radius = basis.offset(&(at - &foot), &((surface.height.clone() - height.clone()) * sign.clone()));
            let top = shape.support_from(&radius, &self.from).offset * self.scale.clone();
            let beyond = (top - basis.offset(&foot, &(height * sign.clone()))).dot(&radius);
            if beyond > self.limits.slack.clone() * self.margins[side].clone() {
                return None;
            }
        }
        Some(surface.height * sign)
    }

    /// The points of the contact, half way between them across the normal.
    pub(super) fn witness(&self, contact: &Contact<T, D>, basis: &Basis<T, D>) -> Spot<T> {
        let [a, b] = contact.points.each_ref().map(|point| (point - &self.from) * self.scale.clone());
        let at = basis.across(&(&a + &b)) / (T::one() + T::one());
        Spot::new(at, [basis.up.dot(&a), basis.up.dot(&b)], WITNESS)
    }
}
