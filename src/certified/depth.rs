//! A proof that the penetration depth of two shapes is at least r.
//!
//! The expanding polytope consists of points of A − B, so a ball around the origin that fits into the polytope fits
//! into A − B. The proof must hold however the polytope was made, so it shares no code with the expansion (`src/epa`),
//! not even the horizon. (The proof needs signs for the sides of facets. The expansion does not need them.)
//!
//! The facets have to form a closed surface, have the same winding as seen from the origin, and be at least r away.
//! docs/proof.md (How deep) explains why these conditions are enough, and accounts for the rounding of the points.

use super::filter::{Filter, outward};
use crate::scalar::{Real, same};
use crate::{observe::Observer, simplex::Simplex, vertex::SupportPoint};
use alloc::vec::Vec;
use nalgebra::SVector;

/// An observer that keeps the last polytope of an expansion, in two and three dimensions.
pub(super) struct Polytope<T: Real, const D: usize> {
    facets: Vec<Simplex<T, D>>,
    /// The vertex beyond the first of these facets, perhaps the last of all.
    beyond: SVector<T, D>,
    found: SVector<T, D>,
}

impl<T: Real, const D: usize> Polytope<T, D> {
    pub(super) fn unknown() -> Self {
        Self { facets: Vec::new(), beyond: SVector::zeros(), found: SVector::zeros() }
    }

    /// The radius of a ball around the origin that is provably inside A − B.
    pub(super) fn holds(&self, filter: &Filter<'_, T, D>) -> Option<T> {
        let (mut points, mut facets): (Vec<SVector<T, D>>, Vec<[usize; D]>) = (Vec::new(), Vec::new());
        for facet in &self.facets {
            let mut corners = [0; D];
            for (corner, vertex) in corners.iter_mut().zip(facet.vertices()) {
                *corner = points.iter().position(|point| same(point, &vertex.w)).unwrap_or(points.len());
                if *corner == points.len() {
                    points.push(vertex.w.clone());
                }
            }
            facets.push(corners);
        }
        let before = radius(filter, &points, &facets);
        points.push(self.beyond.clone());
        let after = radius(filter, &points, &grown(&points, facets));
        match (before, after) {
            (Some(before), Some(after)) if before < after => Some(after),
            (before, after) => before.or(after),
        }
    }
}

impl<T: Real, const D: usize> Observer<T, D> for Polytope<T, D> {
    fn support(&mut self, _: &SVector<T, D>, newest: &SupportPoint<T, D>) {
        self.found = newest.w.clone();
    }

    fn expanded(&mut self, _: &T, _: &T, _: &T, facets: &mut dyn Iterator<Item = Simplex<T, D>>) {
        if D == 2 || D == 3 {
            self.facets.clear();
            self.facets.extend(facets);
            self.beyond = self.found.clone();
        }
    }
}

/// The distance of the nearest facet from the origin, if the facets are a closed surface around it.
fn radius<T: Real, const D: usize>(
    filter: &Filter<'_, T, D>,
    points: &[SVector<T, D>],
    facets: &[[usize; D]],
) -> Option<T> {
    if facets.is_empty() || !border(facets).is_empty() {
        return None;
    }
    let mut nearest: Option<T> = None;
    for facet in facets {
        let distance = filter.facet(facet.map(|corner| &points[corner]))?;
        if nearest.as_ref().is_none_or(|nearest| distance < *nearest) {
            nearest = Some(distance);
        }
    }
    nearest
}

/// The polytope grown by its last point: new facets, from the border to the point, replace those that it sees.
fn grown<T: Real, const D: usize>(points: &[SVector<T, D>], facets: Vec<[usize; D]>) -> Vec<[usize; D]> {
    let newest = points.len() - 1;
    let above = |facet: &[usize; D]| {
        let corners = facet.map(|corner| &points[corner]);
        outward(corners).is_some_and(|normal| (&points[newest] - corners[0]).dot(&normal) > T::zero())
    };
    let (visible, mut facets): (Vec<_>, Vec<_>) = facets.into_iter().partition(above);
    for (mut facet, times) in border(&visible) {
        facet[D - 1] = newest;
        // Without the newest point it has to have the same side: see `border`.
        if (times > 0) == (D == 2) {
            facet.swap(0, 1);
        }
        facets.push(facet);
    }
    facets
}

/// The border of some facets: sides of D − 1 corners in increasing order (and one unused place), each with its count,
/// negative for the opposite direction. The border of one facet is the alternating sum of the facet without its first
/// corner, without its second, ….
fn border<const D: usize>(facets: &[[usize; D]]) -> Vec<([usize; D], i32)> {
    let sides = |facet: &[usize; D]| {
        let facet = *facet;
        (0..D).map(move |left_out| {
            let (mut side, mut times) = (facet, if left_out % 2 == 0 { 1 } else { -1 });
            side[left_out..].rotate_left(1);
            side[D - 1] = usize::MAX;
            if D == 3 && side[0] > side[1] {
                side.swap(0, 1);
                times = -times;
            }
            (side, times)
        })
    };
    let mut sides: Vec<([usize; D], i32)> = facets.iter().flat_map(sides).collect();
    sides.sort_unstable();
    let sums = sides.chunk_by(|a, b| a.0 == b.0).map(|same| (same[0].0, same.iter().map(|(_, times)| times).sum()));
    sums.filter(|(_, times)| *times != 0).collect()
}

#[cfg(test)]
mod tests;
