//! The nearest point of a simplex, by four methods from the cheapest to the most robust.
//!
//! | method | finds | used |
//! | --- | --- | --- |
//! | [`Points::by_cases`] | the feature, by the signs of products, in up to three dimensions | casts, in which the origin moves |
//! | [`Points::project`] | the nearest point of a feature's plane, with its weights | at the end of every search, where the feature is known |
//! | [`Points::walk`] | the feature, by the active set, in any dimension | where cases are missing or inaccurate |
//! | [`Points::nearest_of_features`] | the best of all features | where rounding has misled the others, and in doubled precision |
//!
//! `claims.rs` does not divide: it finds evidence, and verdicts on integers.
//!
//! # The active set
//!
//! The walk is Philip Wolfe's (Finding the nearest point in a polytope, Mathematical Programming 11, 1976). Take the
//! nearest point of the *affine* hull. While it is outside the simplex, walk towards it from the last point inside
//! until a face stops the walk, drop the vertices not on that face, and try again. When the nearest point is inside,
//! look back at the plane through this point, perpendicular to the way to the origin. If a dropped vertex is on the
//! origin's side of the plane, take it up again and walk on. Each point is nearer than the last, so no face comes
//! twice.
//!
//! # The cases
//!
//! Signs of products tell the region of an edge, a triangle or a tetrahedron that the origin is in (Christer Ericson,
//! Real-Time Collision Detection, 2005, section 5.1). They are fast, and inaccurate for slivers. Unlike `two.rs` and
//! `three.rs` they exclude no feature, because in a cast the origin moves.

use super::projection::{Combination, MOST, Projection, Weights, across, project};
use super::report::{Test, Tests};
use super::vertices::{Region, Simplex};
use crate::scalar::{Field, Scalar, largest, max, times, ulps};
use crate::{tolerance, vertex::SupportPoint};
use core::array;
use nalgebra::SVector;

pub(crate) struct Foot<T: Scalar, const D: usize> {
    /// The feature with the point; the newest vertex is number 0.
    pub(crate) region: Region,
    /// The point, perpendicular to the feature. About zero in a feature of full dimension.
    pub(crate) nearest: SVector<T, D>,
}

/// The points of a simplex, at most D + 1, by their labels.
pub(crate) struct Points<'p, T, const D: usize> {
    all: [&'p SVector<T, D>; MOST],
    present: Region,
}

type Labelled<'p, T, const D: usize> = (&'p SVector<T, D>, usize);

impl<'p, T: Scalar, const D: usize> Points<'p, T, D> {
    /// Lists the newest vertex, if it `takes_part` or is the only one, and the others.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn new(newest: &'p SVector<T, D>, takes_part: bool, others: &'p [SVector<T, D>]) -> Self {
        let points = Self::listed(newest, others, |other| other);
        let first = usize::from(!takes_part && !others.is_empty());
        Self { present: if first == 0 { points.present } else { points.present.without(0) }, ..points }
    }

    /// Lists the vertices of a simplex. The first is number 0.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn of(first: &'p SupportPoint<T, D>, rest: &'p [SupportPoint<T, D>]) -> Self {
        Self::listed(&first.w, rest, |vertex| &vertex.w)
    }

    #[cfg_attr(fast, inline(always))]
    fn listed<P>(first: &'p SVector<T, D>, rest: &'p [P], place: impl Fn(&'p P) -> &'p SVector<T, D>) -> Self {
        let all = array::from_fn(|k| rest.get(k.wrapping_sub(1)).map_or(first, &place));
        Self { all, present: Region::first((rest.len() + 1).min(MOST)) }
    }

    /// A point with its label, by its place among those present.
    #[cfg_attr(fast, inline(always))]
    fn at(&self, k: usize) -> Labelled<'p, T, D> {
        let label = k + self.lowest();
        (self.all[label], label)
    }

    /// The lowest label: 1 without the newest vertex.
    #[cfg_attr(fast, inline(always))]
    fn lowest(&self) -> usize {
        usize::from(!self.present.has(0))
    }

    pub(super) fn whole(&self) -> (&[&'p SVector<T, D>], Region) {
        (&self.all[self.lowest()..][..self.present.count()], self.present)
    }

    /// The points of a feature, and their number.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn of_feature(&self, feature: Region) -> ([&'p SVector<T, D>; MOST], usize) {
        let mut chosen = self.all;
        let mut count = 0;
        for label in feature.labels() {
            chosen[count] = self.all[label];
            count += 1;
        }
        (chosen, count)
    }
}

impl<T: Field, const D: usize> Points<'_, T, D> {
    /// The nearest point by the cases; `None` if the origin is inside, for slivers, and for simplices without cases.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn by_cases(&self) -> Option<Foot<T, D>> {
        match self.present.count() {
            1 => Some(Foot::vertex(self.at(0))),
            2 => Some(Foot::of_edge(self.at(0), self.at(1))),
            3 => Foot::of_triangle(self.at(0), self.at(1), self.at(2)),
            4 if D == 3 => Foot::of_tetrahedron(self.at(0), self.at(1), self.at(2), self.at(3)),
            _ => None,
        }
    }

    /// Projects the origin on a feature's plane; `None` if the points are dependent up to rounding.
    #[inline(never)]
    pub(super) fn project(&self, feature: Region) -> Option<Projection<T, D>> {
        let (points, count) = self.of_feature(feature);
        project(&points[..count])
    }

    pub(crate) fn weights(&self, feature: Region) -> Option<Weights<T>> {
        self.inside(feature).map(|(_, weights)| weights)
    }

    /// The nearest point of a feature's plane with its weights, if it is in the feature.
    #[inline(never)]
    fn inside(&self, feature: Region) -> Option<(SVector<T, D>, Weights<T>)> {
        let (points, count) = self.of_feature(feature);
        let Projection { nearest, weights: found, .. } = project(&points[..count])?;
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        for (label, weight) in feature.labels().zip(found) {
            if weight < T::zero() {
                return None;
            }
            weights[label] = weight;
        }
        Some((nearest, weights))
    }

    /// The nearest point of the hull, and its barycentric weights: not negative, the newest vertex's first.
    pub(crate) fn foot(&self) -> (Foot<T, D>, Weights<T>) {
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        // The walk may start anywhere; it starts in the middle.
        let share = T::one() / (1..self.present.count()).fold(T::one(), |sum, _| sum + T::one());
        for label in self.present.labels() {
            weights[label] = share.clone();
        }
        match self.walk(&mut weights, &mut ()) {
            Some((Projection { nearest, .. }, region)) => (Foot { region, nearest }, weights),
            None => self.nearest_of_features(MOST),
        }
    }

    /// The nearest projection on a feature of at most so many vertices that is inside its feature.
    #[cold]
    pub(crate) fn nearest_of_features(&self, most: usize) -> (Foot<T, D>, Weights<T>) {
        let mut best: Option<(T, _)> = None;
        for feature in self.present.features().filter(|feature| feature.count() <= most) {
            let Some((nearest, weights)) = self.inside(feature) else { continue };
            // In a sliver the weights may be wrong, but they still give a point of the hull.
            let point =
                feature.labels().fold(SVector::zeros(), |sum, label| sum + self.all[label] * weights[label].clone());
            let square = point.dot(&point);
            if best.as_ref().is_none_or(|(least, _)| square < *least) {
                let region =
                    feature.labels().filter(|&label| weights[label] > T::zero()).fold(Region::first(0), Region::with);
                best = Some((square, (Foot { region, nearest }, weights)));
            }
        }
        best.map_or_else(
            || {
                // A coordinate is NaN, so no point is nearest.
                let (point, first) = self.at(0);
                let weights = array::from_fn(|label| if label == first { T::one() } else { T::zero() });
                (Foot { region: Region::vertex(first), nearest: point.clone() }, weights)
            },
            |(_, found)| found,
        )
    }

    #[cfg_attr(fast, inline(always))]
    pub(crate) fn across(&self, feature: Region, vector: &SVector<T, D>) -> SVector<T, D> {
        if feature.count() < 2 {
            return vector.clone();
        }
        self.project(feature)
            .map_or_else(|| vector.clone(), |plane| across(&plane.orthogonal[..feature.count() - 1], vector.clone()))
    }

    /// Changes `weights` of any point of the hull to the ones of the point nearest the origin, by the active set. Returns
    /// the projection on the points of positive weight, and their labels; `None` if points are dependent.
    pub(super) fn walk(
        &self,
        weights: &mut Weights<T>,
        tests: &mut impl Tests<T, D>,
    ) -> Option<(Projection<T, D>, Region)> {
        let mut active = self.present;
        // Each round drops a vertex, or takes one up again and gets nearer.
        let mut least: Option<T> = None;
        loop {
            let (points, count) = self.of_feature(active);
            let projection = project(&points[..count])?;
            let goals = || active.labels().zip(&projection.weights);

            // Where the walk stops: min wᵢ / (wᵢ − pᵢ) over the weights of the projection pᵢ < 0.
            let mut stop: Option<(T, usize)> = None;
            for (label, goal) in goals() {
                tests.test(Test::Weight(label), &SVector::zeros(), goal);
                if *goal < T::zero() {
                    let share = weights[label].clone() / (weights[label].clone() - goal.clone());
                    if stop.as_ref().is_none_or(|(least, _)| share < *least) {
                        stop = Some((share, label));
                    }
                }
            }
            let Some((share, dropped)) = stop else {
                for (label, goal) in goals() {
                    weights[label] = goal.clone();
                }
                let square = projection.nearest.dot(&projection.nearest);
                let nearer = least.as_ref().is_none_or(|least| square < *least);
                match nearer.then(|| self.dropped_too_soon(active, &projection.nearest)).flatten() {
                    Some(label) => active = active.with(label),
                    None => return Some((projection, active)),
                }
                least = Some(square);
                continue;
            };
            for (label, goal) in goals() {
                let step = share.clone() * (goal.clone() - weights[label].clone());
                weights[label] += step;
            }
            let vanished = |label, goal: &T| label == dropped || weights[label] <= T::zero() && *goal < T::zero();
            let left = goals()
                .filter(|(label, goal)| !vanished(*label, goal))
                .fold(Region::first(0), |left, (label, _)| left.with(label));
            for label in active.labels().filter(|&label| !left.has(label)) {
                weights[label] = T::zero();
            }
            active = left;
        }
    }

    /// The inactive point p that most violates p·v ≥ v·v for the nearest point v, by more than rounding.
    fn dropped_too_soon(&self, active: Region, nearest: &SVector<T, D>) -> Option<usize> {
        let mut lowest = None;
        let size = self.present.labels().map(|label| largest(self.all[label])).fold(T::zero(), max);
        let mut depth = ulps(tolerance::DROPPED, &size) * largest(nearest);
        for label in self.present.labels().filter(|label| !active.has(*label)) {
            let below = (nearest - self.all[label]).dot(nearest);
            if below > depth {
                depth = below;
                lowest = Some(label);
            }
        }
        lowest
    }
}

/// The weights of the simplex's point nearest the origin: not negative, with sum 1, the newest vertex's first.
#[cfg_attr(fast, inline(always))]
pub fn nearest_weights<T: Field, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
) -> Weights<T> {
    let few = match (newest, simplex.vertices()) {
        (None, [] | [_]) => Some(array::from_fn(|k| if k == 0 { T::one() } else { T::zero() })),
        (None, [a, b]) => along_edge(&a.w, &b.w),
        (None, [a, b, c]) => inside(&[&a.w, &b.w, &c.w]),
        // The simplex holds the origin, which is its nearest point, up to rounding.
        (Some(newest), [b, c]) if D == 2 => by_areas([&newest.w, &b.w, &c.w]),
        _ => None,
    };
    match few {
        Some(weights) => weights,
        // From copies, so that the search stays in registers.
        None => weights_of_many(newest.cloned().as_ref(), &simplex.clone()),
    }
}

/// The weights for many vertices, or where rounding puts the projection outside.
#[inline(never)]
fn weights_of_many<T: Field, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
) -> Weights<T> {
    let ((Some(first), rest) | (None, [first, rest @ ..])) = (newest, simplex.vertices()) else {
        return array::from_fn(|_| T::zero());
    };
    let points = Points::of(first, rest);
    inside(points.whole().0).unwrap_or_else(|| points.nearest_of_features(MOST).1)
}

/// The weights of the projection, if it is inside the simplex.
#[cfg_attr(fast, inline(always))]
fn inside<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> Option<Weights<T>> {
    let weights = project(points)?.weights;
    weights[..points.len()].iter().all(|weight| *weight >= T::zero()).then_some(weights)
}

/// The weights on an edge from a to b: the nearest point is a + t (b − a) with t = −a·(b − a) / |b − a|². One
/// projection is enough: its error is along the edge.
#[cfg_attr(fast, inline(always))]
fn along_edge<T: Field, const D: usize>(a: &SVector<T, D>, b: &SVector<T, D>) -> Option<Weights<T>> {
    let edge = b - a;
    let share = -(a.dot(&edge) / edge.dot(&edge));
    let mut weights: Weights<T> = array::from_fn(|_| T::zero());
    weights[0] = T::one() - share.clone();
    weights[1] = share;
    (weights[0] >= T::zero() && weights[1] >= T::zero()).then_some(weights)
}

/// The weights of a triangle in the plane that holds the origin: the parts of its area opposite to the corners. Each is
/// off by 2 ε of the square of the largest coordinate, so the whole has to be at least a quarter of that square.
#[cfg_attr(fast, inline(always))]
fn by_areas<T: Field, const D: usize>(corners: [&SVector<T, D>; 3]) -> Option<Weights<T>> {
    let size = corners.iter().fold(T::zero(), |size, corner| max(size, largest(corner)));
    let Combination { parts, whole, .. } = Combination::of(&corners)?;
    if times(4, &whole) < size.clone() * size {
        return None;
    }
    let mut weights: Weights<T> = array::from_fn(|_| T::zero());
    for (weight, part) in weights.iter_mut().zip(parts) {
        *weight = part / whole.clone();
    }
    Some(weights)
}

/// The weights of a point's projection on an edge or a triangle, if inside. Less accurate where it is thin.
pub(crate) fn weights_at<T: Field, const D: usize>(facet: &Simplex<T, D>, point: &SVector<T, D>) -> Option<[T; 3]> {
    let [weight_a, weight_b, weight_c] = match facet.vertices() {
        [a, b] => {
            let ab = &b.w - &a.w;
            let share = (point - &a.w).dot(&ab) / ab.dot(&ab);
            [T::one() - share.clone(), share, T::zero()]
        }
        [a, b, c] => {
            // First the weight of c, by the triangle's height above ab; then of b, along ab.
            let (ab, ac, ap) = (&b.w - &a.w, &c.w - &a.w, point - &a.w);
            let square = T::one() / ab.dot(&ab);
            let height = &ac - &ab * (ac.dot(&ab) * square.clone());
            let share_c = ap.dot(&height) / height.dot(&height);
            let share_b = (ap - ac * share_c.clone()).dot(&ab) * square;
            [T::one() - share_b.clone() - share_c.clone(), share_b, share_c]
        }
        _ => return None,
    };
    let weights = [weight_a, weight_b, weight_c];
    let is_convex = weights.iter().all(|weight| *weight >= T::zero());
    is_convex.then_some(weights)
}

/// The cases. `None` if the origin is inside, and for slivers.
impl<T: Field, const D: usize> Foot<T, D> {
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

    /// The foot inside the edge from a point along a vector, at this part of it.
    #[cfg_attr(fast, inline(always))]
    fn inside_edge((a, label): Labelled<'_, T, D>, other: usize, edge: &SVector<T, D>, share: T) -> Self {
        let nearest = a + edge * share;
        // Removes the rounding of the first projection.
        let rest = nearest.dot(edge) / edge.dot(edge);
        Self { region: Region::vertex(label).with(other), nearest: nearest - edge * rest }
    }

    #[cfg_attr(fast, inline(always))]
    fn of_triangle(a: Labelled<'_, T, D>, b: Labelled<'_, T, D>, c: Labelled<'_, T, D>) -> Option<Self> {
        let (ab, ac) = (b.0 - a.0, c.0 - a.0);
        // How far the origin is ahead of each vertex along WX and WY, times their lengths.
        let ahead = |p: &SVector<T, D>| (-ab.dot(p), -ac.dot(p));
        let (a_ab, a_ac) = ahead(a.0);
        if a_ab <= T::zero() && a_ac <= T::zero() {
            return Some(Self::vertex(a));
        }
        let (b_ab, b_ac) = ahead(b.0);
        if b_ab >= T::zero() && b_ac <= b_ab {
            return Some(Self::vertex(b));
        }
        // Not positive if the origin is beyond WX; likewise for the other edges. The origin also has to be ahead of one
        // end and behind the other: a very short edge may have lost all digits.
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
        let normal = ab.cross(&ac);
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
        let (abc, acd, adb) = (ab.cross(&ac), ac.cross(&ad), ad.cross(&ab));
        let volume = abc.dot(&ad);
        let base = &abc + &acd + &adb;
        // Four vertices nearly in one plane, such as a parallelogram: the point is on a face in any case.
        let flat = volume.clone() * volume.clone() <= Self::thin() * (abc.dot(&abc) * ad.dot(&ad));
        let flip = volume < T::zero();
        let beyond = |normal: &SVector<T, D>, p: &SVector<T, D>| {
            let height = normal.dot(p);
            flat || if flip { height < T::zero() } else { height > T::zero() }
        };
        // The fourth vertex is on the positive side of each face, or, if they are to be flipped, on the negative side.
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

    /// The square of the sine of the least angle for the closed forms.
    #[cfg_attr(fast, inline(always))]
    fn thin() -> T {
        let angle = times(tolerance::LEAST_SINE, &T::epsilon());
        angle.clone() * angle
    }
}

#[cfg(test)]
mod tests;
