//! Any dimension: the active set.
//!
//! The point nearest the origin in the hull of a few points, found as Philip Wolfe does (Finding the nearest point
//! in a polytope, Mathematical Programming 11, 1976). Take the nearest point of the *affine* hull. While it is
//! outside the simplex, walk towards it from the last point inside until a face stops the walk, drop the
//! vertices not on that face, and try again. When the nearest point is inside, look back: if a vertex that was dropped
//! is nearer the origin than the plane through that point, take it up again and walk on. Each time the point is
//! nearer than before, so no face comes twice. No list of regions is needed.
//!
//! # The nearest point of an affine hull
//!
//! Let p₀ be the base point and eⱼ = pⱼ − p₀ the edges. The qⱼ are the edges made orthogonal one after the other (Gram
//! and Schmidt, without square roots, so that any field will do). The nearest point is what the projection on the edges
//! leaves of p₀: v = p₀ − Σ (p₀·qⱼ / qⱼ·qⱼ) qⱼ. In terms of the edges themselves v = p₀ + Σ βⱼ eⱼ; back substitution
//! through eⱼ = qⱼ + Σ_{i<j} rᵢⱼ qᵢ gives β. The barycentric weights are then βⱼ for pⱼ and 1 − Σ βⱼ for p₀.
//!
//! Each projection is made *twice*. By cancellation the first leaves an error of ε times what it removed; the second
//! removes that error (Giraud, Langou and Rozložník, The loss of orthogonality in the Gram–Schmidt process, 2005:
//! "twice is enough").

use super::cases::{Cases, Location, SimplexCases};
use super::report::{Test, Tests};
use super::vertices::{Region, Simplex};
use crate::predicates::weights2d;
use crate::scalar::{Field, Scalar, largest, max, times};
use crate::tolerance;
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::{SVector, Vector2};

/// The strategy for every dimension from 1 to 8. It solves for the nearest point; [`Cases`] tests signs instead.
#[derive(Clone, Copy, Debug)]
pub struct ActiveSet;

/// How many vertices the largest simplex has: one more than the largest dimension.
pub(super) const MOST: usize = 9;

/// Barycentric weights, one for each vertex; zero beyond the last one.
pub(crate) type Weights<T> = [T; MOST];

/// The point of an affine hull that is nearest the origin.
pub(super) struct AffineProjection<T: Scalar, const D: usize> {
    /// Barycentric weights, one for each point; they sum to 1 and may be negative.
    pub(super) weights: Weights<T>,
    /// The nearest point.
    pub(super) nearest: SVector<T, D>,
    /// The edges made orthogonal, as many as there are.
    pub(super) orthogonal: [SVector<T, D>; D],
}

/// Projects the origin on the affine hull of at most D + 1 points; `None` if they are affinely dependent up to
/// rounding.
#[cfg_attr(fast, inline(always))]
pub(super) fn project<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> Option<AffineProjection<T, D>> {
    let base = points[0];
    let edges = points.len() - 1;
    let mut orthogonal: [SVector<T, D>; D] = array::from_fn(|_| SVector::zeros());
    let mut squares: [T; D] = array::from_fn(|_| T::zero());
    // coefficients[j][i]: how much of orthogonal edge i is in edge j.
    let mut coefficients: [[T; D]; D] = array::from_fn(|_| array::from_fn(|_| T::zero()));
    for j in 0..edges {
        let edge = points[j + 1] - base;
        let mut rest = edge.clone();
        for _twice in 0..2 {
            for i in 0..j {
                let share = orthogonal[i].dot(&rest) / squares[i].clone();
                rest -= &orthogonal[i] * share.clone();
                coefficients[j][i] += share;
            }
        }
        if largest(&rest) <= times(tolerance::DEPENDENT, &T::epsilon()) * largest(&edge) {
            return None;
        }
        squares[j] = rest.dot(&rest);
        orthogonal[j] = rest;
    }

    let mut nearest = base.clone();
    let mut shares: [T; D] = array::from_fn(|_| T::zero());
    for _twice in 0..2 {
        for i in 0..edges {
            let share = orthogonal[i].dot(&nearest) / squares[i].clone();
            nearest -= &orthogonal[i] * share.clone();
            shares[i] += share;
        }
    }
    let mut weights: Weights<T> = array::from_fn(|_| T::zero());
    let mut sum = T::zero();
    for j in (0..edges).rev() {
        let mut weight = -shares[j].clone();
        for k in j + 1..edges {
            weight -= coefficients[k][j].clone() * weights[k + 1].clone();
        }
        sum += weight.clone();
        weights[j + 1] = weight;
    }
    weights[0] = T::one() - sum;
    Some(AffineProjection { weights, nearest, orthogonal })
}

/// [`project`], for code that seldom runs.
#[inline(never)]
pub(super) fn project_out_of_line<T: Field, const D: usize>(
    points: &[&SVector<T, D>],
) -> Option<AffineProjection<T, D>> {
    project(points)
}

/// Changes `weights`, those of any point of the hull of the `active` points, to those of the point of the hull of
/// `points` nearest the origin. Returns the projection on the points of positive weight, and which points these are;
/// `None` if points are affinely dependent up to rounding.
pub(super) fn walk<T: Field, const D: usize>(
    points: &[&SVector<T, D>],
    weights: &mut Weights<T>,
    mut active: Region,
    tests: &mut impl Tests<T, D>,
) -> Option<(AffineProjection<T, D>, Region)> {
    // Each time round a vertex is dropped, or one is taken up again and the point gets nearer.
    let mut least: Option<T> = None;
    loop {
        let mut labels = [0; MOST];
        let mut count = 0;
        for label in (0..points.len()).filter(|&label| active.has(label)) {
            labels[count] = label;
            count += 1;
        }
        let chosen: [&SVector<T, D>; MOST] = array::from_fn(|k| points[labels[k]]);
        let projection = project(&chosen[..count])?;

        // How far the walk gets before a weight vanishes: min wᵢ / (wᵢ − pᵢ) over the pᵢ < 0, the weights of the projection.
        let mut stop: Option<(T, usize)> = None;
        for (k, &label) in labels[..count].iter().enumerate() {
            let goal = &projection.weights[k];
            tests.test(Test::Weight(label), &SVector::zeros(), goal);
            if *goal < T::zero() {
                let share = weights[label].clone() / (weights[label].clone() - goal.clone());
                if stop.as_ref().is_none_or(|(least, _)| share < *least) {
                    stop = Some((share, label));
                }
            }
        }
        let Some((share, dropped)) = stop else {
            for (k, &label) in labels[..count].iter().enumerate() {
                weights[label] = projection.weights[k].clone();
            }
            let square = projection.nearest.dot(&projection.nearest);
            let nearer = least.as_ref().is_none_or(|least| square < *least);
            match nearer.then(|| dropped_too_soon(points, active, &projection.nearest)).flatten() {
                Some(label) => active = active.with(label),
                None => return Some((projection, active)),
            }
            least = Some(square);
            continue;
        };
        for (k, &label) in labels[..count].iter().enumerate() {
            let step = share.clone() * (projection.weights[k].clone() - weights[label].clone());
            weights[label] += step;
        }
        weights[dropped] = T::zero();
        active = active.without(dropped);
        // Other weights that vanish at the same point.
        for (k, &label) in labels[..count].iter().enumerate() {
            if active.has(label) && weights[label] <= T::zero() && projection.weights[k] < T::zero() {
                weights[label] = T::zero();
                active = active.without(label);
            }
        }
    }
}

/// The inactive point p that most violates p·v ≥ v·v, where v is the nearest point; `None` if none does by more than
/// rounding.
fn dropped_too_soon<T: Field, const D: usize>(
    points: &[&SVector<T, D>],
    active: Region,
    nearest: &SVector<T, D>,
) -> Option<usize> {
    let mut lowest = None;
    let size = points.iter().map(|point| largest(point)).fold(T::zero(), max);
    let mut depth = times(tolerance::DROPPED, &T::epsilon()) * size * largest(nearest);
    for (label, point) in points.iter().enumerate().filter(|(label, _)| !active.has(*label)) {
        let below = (nearest - *point).dot(nearest);
        if below > depth {
            depth = below;
            lowest = Some(label);
        }
    }
    lowest
}

/// The weights of the point of a simplex nearest the origin: not negative, with sum 1. If there is a newest vertex, its
/// weight is the first. The simplex is what a search ended with, so up to rounding every vertex has a positive weight.
#[cfg_attr(fast, inline(always))]
pub fn nearest_weights<T: Field, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
) -> Weights<T> {
    let few = match (newest, simplex.vertices()) {
        (None, [_]) => Some(array::from_fn(|k| if k == 0 { T::one() } else { T::zero() })),
        (None, [a, b]) => along_edge(&a.w, &b.w),
        (None, [a, b, c]) => inside(&[&a.w, &b.w, &c.w]),
        // The simplex holds the origin: its nearest point is the origin itself, up to rounding.
        (Some(newest), [b, c]) if D == 2 => by_areas([&newest.w, &b.w, &c.w]),
        _ => None,
    };
    match few {
        Some(weights) => weights,
        // Of copies, so that the search stays in registers.
        None => weights_of_many(newest.cloned().as_ref(), &simplex.clone()),
    }
}

/// The weights where there are many vertices, or rounding puts the projection outside.
#[inline(never)]
fn weights_of_many<T: Field, const D: usize>(
    newest: Option<&SupportPoint<T, D>>,
    simplex: &Simplex<T, D>,
) -> Weights<T> {
    let whole = match (newest, simplex.vertices()) {
        (Some(newest), retained) if retained.len() == D => {
            let point = |k: usize| retained.get(k.wrapping_sub(1)).map_or(&newest.w, |vertex| &vertex.w);
            inside(&array::from_fn::<_, MOST, _>(point)[..=D])
        }
        _ => None,
    };
    whole.unwrap_or_else(|| {
        let none = SVector::zeros();
        let (mut points, mut count) = ([&none; MOST], 0);
        for (slot, vertex) in points.iter_mut().zip(newest.into_iter().chain(simplex.vertices())) {
            *slot = &vertex.w;
            count += 1;
        }
        nearest_of_all_features(&points[..count])
    })
}

/// The weights on an edge from a to b: the nearest point is a + t (b − a) with t = −a·(b − a) / |b − a|². One projection
/// is enough here: its error is along the edge, and hardly changes how near the point is.
#[cfg_attr(fast, inline(always))]
fn along_edge<T: Field, const D: usize>(a: &SVector<T, D>, b: &SVector<T, D>) -> Option<Weights<T>> {
    let edge = b - a;
    let share = -(a.dot(&edge) / edge.dot(&edge));
    let mut weights: Weights<T> = array::from_fn(|_| T::zero());
    weights[0] = T::one() - share.clone();
    weights[1] = share;
    (weights[0] >= T::zero() && weights[1] >= T::zero()).then_some(weights)
}

/// The weights of a triangle in the plane that holds the origin: the areas of the triangles of the origin and two corners, as parts of
/// the whole. Each is off by 2 ε of the square of the largest coordinate, and the whole has to be a quarter of that at least.
#[cfg_attr(fast, inline(always))]
fn by_areas<T: Field, const D: usize>(corners: [&SVector<T, D>; 3]) -> Option<Weights<T>> {
    let size = corners.iter().fold(T::zero(), |size, corner| max(size, largest(corner)));
    let [c, a, b] = weights2d(corners.map(|corner| Vector2::new(corner[0].clone(), corner[1].clone())).each_ref());
    let whole = a.clone() + b.clone() + c.clone();
    if whole.is_zero() || times(4, &whole.abs()) < size.clone() * size {
        return None;
    }
    let mut weights: Weights<T> = array::from_fn(|_| T::zero());
    for (weight, area) in weights.iter_mut().zip([a, b, c]) {
        *weight = area / whole.clone();
    }
    weights[..3].iter().all(|weight| *weight >= T::zero()).then_some(weights)
}

/// The weights of the projection, if that is inside the simplex.
#[cfg_attr(fast, inline(always))]
fn inside<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> Option<Weights<T>> {
    let weights = project(points)?.weights;
    weights[..points.len()].iter().all(|weight| *weight >= T::zero()).then_some(weights)
}

/// The weights where rounding puts the projection outside, or the vertices are dependent. Every feature of the simplex is
/// tried; the nearest of those with their own projection inside gives the weights.
#[cold]
pub(crate) fn nearest_of_all_features<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> Weights<T> {
    let count = points.len();
    let mut best: Option<(T, Weights<T>)> = None;
    for members in 1..1_usize << count {
        let mut labels = [0; MOST];
        let mut size = 0;
        for label in (0..count).filter(|label| members >> label & 1 == 1) {
            labels[size] = label;
            size += 1;
        }
        let chosen: [&SVector<T, D>; MOST] = array::from_fn(|k| points[labels[k]]);
        let Some(found) = project(&chosen[..size]) else { continue };
        if found.weights[..size].iter().any(|weight| *weight < T::zero()) {
            continue;
        }
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        let mut nearest = SVector::zeros();
        for (label, weight) in labels[..size].iter().zip(&found.weights) {
            weights[*label] = weight.clone();
            nearest += points[*label] * weight.clone();
        }
        let square = nearest.dot(&nearest);
        if best.as_ref().is_none_or(|(least, _)| square < *least) {
            best = Some((square, weights));
        }
    }
    best.map_or_else(|| array::from_fn(|k| if k == 0 { T::one() } else { T::zero() }), |(_, weights)| weights)
}

const SEPARATION_SLACK: u32 = tolerance::SOLVED_AXIS;

impl<T: Field, const D: usize> SimplexCases<T, D> for ActiveSet {
    const SEPARATION_SLACK: u32 = SEPARATION_SLACK;

    fn examine(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>, tests: &mut impl Tests<T, D>) -> Location<T, D> {
        let count = simplex.vertices().len() + 1;
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        let reduced = {
            let points: [&SVector<T, D>; MOST] = array::from_fn(|k| match k {
                0 => &newest.w,
                _ => simplex.vertices().get(k - 1).map_or(&newest.w, |v| &v.w),
            });
            // Where the walk starts: the nearest point of the retained feature.
            if count == 1 {
                weights[0] = T::one();
            } else if let Some(retained) = project(&points[1..count]) {
                for (weight, retained) in weights[1..count].iter_mut().zip(retained.weights) {
                    *weight = max(T::zero(), retained);
                }
            } else {
                return Location::Flat;
            }
            walk(&points[..count], &mut weights, Region::first(count), tests)
        };
        let Some((projection, region)) = reduced else { return Location::Flat };
        let kept = region.count();
        if kept == D + 1 {
            return Location::Enclosed;
        }
        if !region.has(0) {
            return Location::Flat;
        }
        let mut direction = -projection.nearest;
        let size = max(largest(&newest.w), simplex.vertices().iter().map(|v| largest(&v.w)).fold(T::zero(), max));
        if kept > 1 && largest(&direction) <= times(tolerance::LOST_DIRECTION, &T::epsilon()) * size {
            direction = perpendicular(&projection.orthogonal[..kept - 1], &direction);
        }
        Location::Search { region, direction }
    }

    fn perpendicular(vertices: &[SupportPoint<T, D>]) -> SVector<T, D> {
        let [first, rest @ ..] = &vertices[..vertices.len().min(D)] else {
            return perpendicular(&[], &SVector::zeros());
        };
        let points: [&SVector<T, D>; MOST] = array::from_fn(|k| rest.get(k.wrapping_sub(1)).map_or(&first.w, |v| &v.w));
        perpendicular_to_edges(&points[..=rest.len()])
    }
}

/// A vector perpendicular to the edges from the first of at most D points to the others; zero if the points are
/// dependent up to rounding.
pub(crate) fn perpendicular_to_edges<T: Field, const D: usize>(points: &[&SVector<T, D>]) -> SVector<T, D> {
    match project(points) {
        Some(projection) => perpendicular(&projection.orthogonal[..points.len() - 1], &SVector::zeros()),
        None => SVector::zeros(),
    }
}

/// A vector perpendicular to the given ones, which are orthogonal and fewer than D, on the side of `hint`: the axis that
/// is farthest from their span, less its projection. It is needed where the origin is on the feature, so that the
/// direction from the feature to the origin is lost in rounding.
#[cold]
fn perpendicular<T: Field, const D: usize>(orthogonal: &[SVector<T, D>], hint: &SVector<T, D>) -> SVector<T, D> {
    let mut best = SVector::zeros();
    for axis in 0..D {
        let mut rest = SVector::<T, D>::zeros();
        rest[axis] = T::one();
        for _twice in 0..2 {
            for q in orthogonal {
                let share = q.dot(&rest) / q.dot(q);
                rest -= q * share;
            }
        }
        if largest(&rest) > largest(&best) {
            best = rest;
        }
    }
    if best.dot(hint) < T::zero() { -best } else { best }
}

macro_rules! forward {
    ($($d:literal: $slack:expr),*) => { $(
        impl<T: Field> SimplexCases<T, $d> for Cases {
            const SEPARATION_SLACK: u32 = $slack;
            fn examine(
                simplex: &Simplex<T, $d>,
                newest: &SupportPoint<T, $d>,
                tests: &mut impl Tests<T, $d>,
            ) -> Location<T, $d> {
                ActiveSet::examine(simplex, newest, tests)
            }
            fn perpendicular(vertices: &[SupportPoint<T, $d>]) -> SVector<T, $d> {
                ActiveSet::perpendicular(vertices)
            }
        }
    )* };
}
// In one dimension a direction is a sign, which is exact.
forward!(1: 0, 4: SEPARATION_SLACK, 5: SEPARATION_SLACK, 6: SEPARATION_SLACK, 7: SEPARATION_SLACK, 8: SEPARATION_SLACK);

#[cfg(test)]
mod tests;
