//! The point of a simplex nearest the origin, on any of its features: what a cast needs. In a cast the origin moves, so a
//! feature that the head of `cases.rs` excludes may be the nearest.
//!
//! In up to three dimensions there are closed forms: signs of products tell the region of an edge, a triangle or a
//! tetrahedron that the origin is in (Christer Ericson, Real-Time Collision Detection, 2005, section 5.1). They are fast, and
//! inaccurate for slivers. In all other cases, and where a cast makes no progress, the active set finds the point (`any.rs`).

use super::any::{AffineProjection, MOST, Weights, nearest_of_all_features, project_out_of_line, walk};
use super::vertices::Region;
use crate::scalar::{Field, Scalar, times};
use crate::tolerance;
use core::array;
use nalgebra::SVector;

/// The point of a simplex nearest the origin.
pub(crate) struct Foot<T: Scalar, const D: usize> {
    /// The feature that it is on; the newest vertex is number 0.
    pub(crate) region: Region,
    /// The point, perpendicular to the feature. About zero if the origin is in a feature of full dimension.
    pub(crate) nearest: SVector<T, D>,
}

/// The points of a simplex, at most D + 1 and at least one, by their labels.
pub(crate) struct Points<'p, T, const D: usize> {
    all: [&'p SVector<T, D>; MOST],
    count: usize,
    present: Region,
}

impl<'p, T, const D: usize> Points<'p, T, D> {
    /// The newest vertex, if it `takes_part` or is the only one, and the others.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn new(newest: &'p SVector<T, D>, takes_part: bool, others: &'p [SVector<T, D>]) -> Self {
        let count = (others.len() + 1).min(MOST);
        let all = array::from_fn(|k| if k == 0 { newest } else { others.get(k - 1).unwrap_or(newest) });
        let labels = Region::first(count);
        Self { all, count, present: if takes_part || count == 1 { labels } else { labels.without(0) } }
    }

    /// A point with its label.
    #[cfg_attr(fast, inline(always))]
    fn at(&self, label: usize) -> Labelled<'p, T, D> {
        (self.all[label], label)
    }
}

type Labelled<'p, T, const D: usize> = (&'p SVector<T, D>, usize);

impl<T: Field, const D: usize> Foot<T, D> {
    /// The nearest point by closed forms; `None` if the origin is in the inside, for slivers, and for simplices that there
    /// are no closed forms for.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn by_cases(points: &Points<'_, T, D>) -> Option<Self> {
        let first = usize::from(!points.present.has(0));
        let at = |k: usize| points.at(first + k);
        match points.count - first {
            1 => Some(Self::vertex(at(0))),
            2 => Some(Self::of_edge(at(0), at(1))),
            3 => Self::of_triangle(at(0), at(1), at(2)),
            4 if D == 3 => Self::of_tetrahedron(at(0), at(1), at(2), at(3)),
            _ => None,
        }
    }

    #[cfg_attr(fast, inline(always))]
    fn vertex((point, label): Labelled<'_, T, D>) -> Self {
        Self { region: Region::vertex(label), nearest: point.clone() }
    }

    #[cfg_attr(fast, inline(always))]
    fn of_edge(a: Labelled<'_, T, D>, b: Labelled<'_, T, D>) -> Self {
        let edge = b.0 - a.0;
        let along = -a.0.dot(&edge);
        if along <= T::zero() {
            return Self::vertex(a);
        }
        let square = edge.dot(&edge);
        if along >= square { Self::vertex(b) } else { Self::inside_edge(a, b.1, &edge, along / square) }
    }

    /// The foot is inside the edge that leads from a point along a vector, at this part of it.
    #[cfg_attr(fast, inline(always))]
    fn inside_edge((a, label): Labelled<'_, T, D>, other: usize, edge: &SVector<T, D>, share: T) -> Self {
        let nearest = a + edge * share;
        // What is left along the edge is the rounding of the first projection.
        let rest = nearest.dot(edge) / edge.dot(edge);
        Self { region: Region::vertex(label).with(other), nearest: nearest - edge * rest }
    }

    #[cfg_attr(fast, inline(always))]
    fn of_triangle(a: Labelled<'_, T, D>, b: Labelled<'_, T, D>, c: Labelled<'_, T, D>) -> Option<Self> {
        let (ab, ac) = (b.0 - a.0, c.0 - a.0);
        // How far the origin is ahead of each vertex along AB and along AC, times their lengths.
        let ahead = |p: &SVector<T, D>| (-ab.dot(p), -ac.dot(p));
        let (a_ab, a_ac) = ahead(a.0);
        if a_ab <= T::zero() && a_ac <= T::zero() {
            return Some(Self::vertex(a));
        }
        let (b_ab, b_ac) = ahead(b.0);
        if b_ab >= T::zero() && b_ac <= b_ab {
            return Some(Self::vertex(b));
        }
        // Not positive if the origin is beyond AB; likewise for the other edges. An edge is taken only if the origin is also ahead
        // of one end and behind the other: of a very short edge rounding may leave nothing.
        let within_ab = a_ab.clone() * b_ac.clone() - b_ab.clone() * a_ac.clone();
        if within_ab <= T::zero() && a_ab > T::zero() && b_ab <= T::zero() {
            return Some(Self::inside_edge(a, b.1, &ab, a_ab.clone() / (a_ab - b_ab)));
        }
        let (c_ab, c_ac) = ahead(c.0);
        if c_ac >= T::zero() && c_ab <= c_ac {
            return Some(Self::vertex(c));
        }
        let within_ac = c_ab.clone() * a_ac.clone() - a_ab * c_ac.clone();
        if within_ac <= T::zero() && a_ac > T::zero() && c_ac <= T::zero() {
            return Some(Self::inside_edge(a, c.1, &ac, a_ac.clone() / (a_ac - c_ac)));
        }
        let within_bc = b_ab.clone() * c_ac.clone() - c_ab.clone() * b_ac.clone();
        let (from_b, from_c) = (b_ac - b_ab, c_ab - c_ac);
        if within_bc <= T::zero() && from_b > T::zero() && from_c >= T::zero() {
            let share = from_b.clone() / (from_b + from_c);
            return Some(Self::inside_edge(b, c.1, &(c.0 - b.0), share));
        }
        if D != 3 {
            return None;
        }
        let normal = cross(&ab, &ac);
        let square = normal.dot(&normal);
        if square <= Self::thin() * (ab.dot(&ab) * ac.dot(&ac)) {
            return None;
        }
        let nearest = &normal * (normal.dot(a.0) / square);
        Some(Self { region: Region::vertex(a.1).with(b.1).with(c.1), nearest })
    }

    #[cfg_attr(fast, inline(always))]
    fn of_tetrahedron(
        a: Labelled<'_, T, D>,
        b: Labelled<'_, T, D>,
        c: Labelled<'_, T, D>,
        d: Labelled<'_, T, D>,
    ) -> Option<Self> {
        let (ab, ac, ad) = (b.0 - a.0, c.0 - a.0, d.0 - a.0);
        let (abc, acd, adb) = (cross(&ab, &ac), cross(&ac, &ad), cross(&ad, &ab));
        let volume = abc.dot(&ad);
        let base = &abc + &acd + &adb;
        // Four vertices in one plane, or nearly, such as a parallelogram: then the point is on one of the faces in any case.
        let flat = volume.clone() * volume.clone() <= Self::thin() * (abc.dot(&abc) * ad.dot(&ad));
        let flip = volume < T::zero();
        let beyond = |normal: &SVector<T, D>, p: &SVector<T, D>| {
            let height = normal.dot(p);
            flat || if flip { height < T::zero() } else { height > T::zero() }
        };
        // The fourth vertex is on the positive side of each face; if they are to be flipped, on the negative side.
        let faces = [
            (beyond(&abc, a.0), [a, b, c]),
            (beyond(&acd, a.0), [a, c, d]),
            (beyond(&adb, a.0), [a, d, b]),
            (beyond(&-base, b.0), [b, d, c]),
        ];
        let mut best: Option<(T, Self)> = None;
        for (_, [p, q, r]) in faces.into_iter().filter(|(beyond, _)| *beyond) {
            let foot = Self::of_triangle(p, q, r)?;
            let square = foot.nearest.dot(&foot.nearest);
            if best.as_ref().is_none_or(|(least, _)| square < *least) {
                best = Some((square, foot));
            }
        }
        best.map(|(_, foot)| foot)
    }

    /// The square of the sine of the least angle at which the closed forms are used.
    #[cfg_attr(fast, inline(always))]
    fn thin() -> T {
        let angle = times(tolerance::LEAST_SINE, &T::epsilon());
        angle.clone() * angle
    }

    /// The nearest point of the hull of these points, by the active set, and its barycentric weights: not negative, first
    /// that of the newest vertex.
    #[inline]
    pub(crate) fn on(points: &Points<'_, T, D>) -> (Self, Weights<T>) {
        Self::within(points, points.present).unwrap_or_else(|| Self::on_facets(points))
    }

    /// The nearest point of the hull of those points that a region names; `None` if they are affinely dependent up to
    /// rounding.
    #[inline]
    fn within(points: &Points<'_, T, D>, region: Region) -> Option<(Self, Weights<T>)> {
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        // The walk may start anywhere; it starts in the middle.
        let share = T::one() / (1..region.count()).fold(T::one(), |sum, _| sum + T::one());
        for label in (0..points.count).filter(|&label| region.has(label)) {
            weights[label] = share.clone();
        }
        let (AffineProjection { nearest, .. }, region) =
            walk(&points.all[..points.count], &mut weights, region, &mut ())?;
        Some((Self { region, nearest }, weights))
    }

    /// The nearest point of the hull's boundary, or of the hull of dependent points. Either is made of the hulls of all
    /// points but one.
    #[cold]
    pub(crate) fn on_facets(points: &Points<'_, T, D>) -> (Self, Weights<T>) {
        let present = points.present;
        let mut best: Option<(T, (Self, Weights<T>))> = None;
        for label in (0..points.count).filter(|&label| present.has(label) && present.count() > 1) {
            let Some(found) = Self::within(points, present.without(label)) else {
                return Self::on_features(points);
            };
            let square = found.0.nearest.dot(&found.0.nearest);
            if best.as_ref().is_none_or(|(least, _)| square < *least) {
                best = Some((square, found));
            }
        }
        best.map_or_else(|| Self::on_features(points), |(_, found)| found)
    }

    /// The nearest point of the hull where any of the points may be dependent.
    #[cold]
    fn on_features(points: &Points<'_, T, D>) -> (Self, Weights<T>) {
        let weights = nearest_of_all_features(&points.all[..points.count]);
        let named = (0..points.count).filter(|&label| weights[label] > T::zero());
        let region = named.fold(Region::A.without(0), Region::with);
        let foot = match Self::project(points, region) {
            Some(AffineProjection { nearest, .. }) => Self { region, nearest },
            // A coordinate is not a number: no point is nearest.
            None => Self { region: Region::A, nearest: points.all[0].clone() },
        };
        (foot, weights)
    }

    /// The weights of the nearest point of a feature's plane, if it is in the feature.
    #[inline]
    pub(crate) fn weights(&self, points: &Points<'_, T, D>) -> Option<Weights<T>> {
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        let labels = (0..points.count).filter(|&label| self.region.has(label));
        for (label, weight) in labels.zip(Self::project(points, self.region)?.weights) {
            if weight < T::zero() {
                return None;
            }
            weights[label] = weight;
        }
        Some(weights)
    }

    /// The projection of the origin on the plane of a feature.
    #[inline]
    fn project(points: &Points<'_, T, D>, region: Region) -> Option<AffineProjection<T, D>> {
        let mut chosen: [&SVector<T, D>; MOST] = [points.all[0]; MOST];
        for (slot, label) in chosen.iter_mut().zip((0..points.count).filter(|&label| region.has(label))) {
            *slot = points.all[label];
        }
        project_out_of_line(&chosen[..region.count().max(1)])
    }

    /// The part of a vector that is perpendicular to the feature.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn across(&self, points: &Points<'_, T, D>, vector: &SVector<T, D>) -> SVector<T, D> {
        let mut rest = vector.clone();
        if self.region.count() < 2 {
            return rest;
        }
        let Some(AffineProjection { orthogonal, .. }) = Self::project(points, self.region) else { return rest };
        for _twice in 0..2 {
            for edge in orthogonal.iter().take(self.region.dimension()) {
                let share = edge.dot(&rest) / edge.dot(edge);
                rest -= edge * share;
            }
        }
        rest
    }
}

/// The cross product of vectors in space.
#[cfg_attr(fast, inline(always))]
fn cross<T: Scalar, const D: usize>(u: &SVector<T, D>, v: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|k, _| {
        let (i, j) = ((k + 1) % D, (k + 2) % D);
        u[i].clone() * v[j].clone() - u[j].clone() * v[i].clone()
    })
}

#[cfg(test)]
mod tests;
