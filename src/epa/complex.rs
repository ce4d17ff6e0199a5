//! Any dimension, rounded or exact: a complex of simplices of D vertices, on the heap.
//!
//! It needs only a ring. In a ring normals have any length, and distances of facets are compared by their squares. If there
//! are square roots, normals are unit vectors and levels are distances. [`Normals`] says how normals are found.

use super::expand::Expanding;
use super::expand::{FacetPlane, Slack, Surface};
use super::expansion::{Exit, Expansion, Seed, Surroundings};
use super::span::Span;
use crate::options::usual;
use crate::scalar::Quotient;
use crate::scalar::doubled::Doubled;
use crate::scalar::{Real, Scalar, dimension, largest, min, same, times, unit};
use crate::simplex::{Cases, perpendicular_to_edges};
use crate::vertex::SupportPoint;
use alloc::vec::Vec;
use core::array;
use core::marker::PhantomData;
use nalgebra::SVector;

/// The most facets that are made in rounded arithmetic, replaced ones included. It bounds the time of an expansion: a
/// polytope of n vertices can have as many facets as n to the power of D / 2.
const MOST: usize = 1 << 15;

/// How many vertices the point inside may be the mean of, in rounded arithmetic.
const MEAN: u32 = 32;

/// How the normals of a complex are found.
pub(crate) trait Normals<T: Scalar, const D: usize> {
    /// As [`Surface::UNIT`].
    const UNIT: bool;

    /// The cost of testing whether a new vertex sees a facet: 0 if only facets are counted.
    const LOOK: usize;
    /// The cost of a new facet.
    const FACET: usize;

    /// A vector perpendicular to the edges of D points, and its square; zero if the points are dependent.
    fn through(points: &[&SVector<T, D>; D], slack: &Slack<T>) -> (SVector<T, D>, T);

    /// normal · point. (Some types of numbers have a faster way than nalgebra's.)
    fn dot(normal: &SVector<T, D>, point: &SVector<T, D>) -> T {
        normal.dot(point)
    }
}

/// Unit normals, from the edges made orthogonal; with twice the digits if the facet is thin.
pub(super) struct Unit;

/// A facet is thin if a corner's distance from those before it is less than the size over this. Then its normal has lost
/// 6 bits, and tests of which facets a vertex sees go wrong: the visible facets have holes, or the surface would not stay closed.
const THIN: u32 = 64;

impl<T: Real, const D: usize> Normals<T, D> for Unit {
    const UNIT: bool = true;
    const LOOK: usize = 0;
    const FACET: usize = 1;

    fn through(points: &[&SVector<T, D>; D], slack: &Slack<T>) -> (SVector<T, D>, T) {
        let [base, others @ ..] = &points[..] else { return (SVector::zeros(), T::zero()) };
        let mut span = Span::of_point((*base).clone());
        for point in others {
            let rest = span.rest(&(*point - *base));
            if times(THIN, &largest(&rest)) <= slack.size {
                return through_sliver(points, slack);
            }
            span.add(&rest);
        }
        (span.perpendicular(), T::one())
    }
}

/// The normal of a thin facet, and its square; zero if the corners are dependent.
#[cold]
fn through_sliver<T: Real, const D: usize>(points: &[&SVector<T, D>; D], slack: &Slack<T>) -> (SVector<T, D>, T) {
    let doubled = points.map(|point| point.map(Doubled::from));
    let normal = unit(&perpendicular_to_edges(&doubled.each_ref()).map(Doubled::rounded));
    if largest(&normal).is_zero() {
        return (normal, T::zero());
    }
    let level = normal.dot(points[0]);
    // Not so for types whose products cannot be split.
    let is_level = points.iter().all(|point| (normal.dot(point) - level.clone()).abs() <= slack.gap);
    if is_level { (normal, T::one()) } else { (SVector::zeros(), T::zero()) }
}

/// A simplex of the surface.
struct Facet<T, const D: usize> {
    corners: Corners<D>,
    plane: FacetPlane<T, D>,
    /// It cannot be grown, or it has no normal.
    aside: bool,
}

/// The memory for a polytope in four or more dimensions. If it is passed from query to query, it allocates nothing once it
/// is large enough.
pub(crate) struct Facets<T: Scalar, const D: usize> {
    vertices: Vec<SupportPoint<T, D>>,
    surface: Vec<Facet<T, D>>,
    /// Which facets the newest vertex sees.
    visible: Vec<bool>,
    horizon: Horizon<D>,
}

impl<T: Scalar, const D: usize> Default for Facets<T, D> {
    fn default() -> Self {
        Self { vertices: Vec::new(), surface: Vec::new(), visible: Vec::new(), horizon: Horizon::default() }
    }
}

impl<T: Scalar, const D: usize> core::fmt::Debug for Facets<T, D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Facets").field("capacity", &self.surface.capacity()).finish_non_exhaustive()
    }
}

/// A closed surface of simplices inside A − B.
pub(crate) struct Complex<'w, T: Scalar, N, const D: usize> {
    space: &'w mut Facets<T, D>,
    /// The sum of some vertices, and their number. Their mean is a point inside: it tells on which side of a facet the
    /// outside is.
    inside: SVector<T, D>,
    inside_of: u32,
    /// The work that may still be done, in the unit of the costs of [`Normals`].
    room: usize,
    /// The cost of a support evaluation.
    pub(crate) evaluation: usize,
    normals: PhantomData<N>,
}

impl<'w, T: Scalar, N: Normals<T, D>, const D: usize> Complex<'w, T, N, D> {
    /// The simplex of D + 1 vertices, which may be grown as far as there is room.
    pub(crate) fn simplex<'v>(
        vertices: impl Iterator<Item = &'v SupportPoint<T, D>>,
        space: &'w mut Facets<T, D>,
        size: &T,
        room: usize,
    ) -> Self {
        space.vertices.clear();
        space.surface.clear();
        space.vertices.extend(vertices.cloned());
        let mut complex =
            Self { space, inside: SVector::zeros(), inside_of: 1, room, evaluation: 0, normals: PhantomData };
        let slack = Slack::of(size);
        for left_out in (0..=D).map(index) {
            // No vertex is farther from a facet than the one across from it.
            complex.inside = complex.space.vertices[left_out as usize].w.clone();
            let mut all = (0..).filter(|corner| *corner != left_out);
            complex.add(array::from_fn(|_| all.next().unwrap_or(NONE)), &slack);
        }
        let sum = |sum: SVector<T, D>, vertex: &SupportPoint<T, D>| sum + &vertex.w;
        complex.inside = complex.space.vertices.iter().fold(SVector::zeros(), sum);
        complex.inside_of = dimension::<D>() + 1;
        complex
    }

    /// Adds the facet with these corners. Its normal points outwards.
    fn add(&mut self, corners: Corners<D>, slack: &Slack<T>) {
        let points = corners.map(|corner| &self.space.vertices[corner as usize].w);
        let (mut normal, square) = N::through(&points, slack);
        let mut level = N::dot(&normal, points[0]);
        if N::dot(&normal, &self.inside) > times(self.inside_of, &level) {
            (normal, level) = (-normal, -level);
        }
        let aside = square.is_zero();
        self.space.surface.push(Facet { corners, plane: FacetPlane { normal, level, square }, aside });
        self.room = self.room.saturating_sub(N::FACET);
    }

    /// The vertices of all facets in a plane.
    #[cfg(feature = "exact")]
    pub(crate) fn vertices_in(&self, normal: &SVector<T, D>, level: &T) -> Vec<&SupportPoint<T, D>> {
        let in_plane = |corner: &u32| N::dot(&self.space.vertices[*corner as usize].w, normal) == *level;
        let mut corners: Vec<u32> = Vec::new();
        for facet in self.space.surface.iter().filter(|facet| facet.corners.iter().all(in_plane)) {
            for corner in facet.corners {
                if !corners.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
        corners.into_iter().map(|corner| &self.space.vertices[corner as usize]).collect()
    }
}

fn index(k: usize) -> u32 {
    u32::try_from(k).unwrap_or(NONE)
}

impl<T: Scalar, N: Normals<T, D>, const D: usize> Surface<T, D> for Complex<'_, T, N, D> {
    const UNIT: bool = N::UNIT;

    fn nearest(&self) -> Option<usize> {
        // If levels are distances they are compared themselves, not their squares.
        let far = |FacetPlane { level, square, .. }: &FacetPlane<T, D>| {
            if N::UNIT {
                Quotient { over: level.clone(), under: T::one() }
            } else {
                Quotient::at(level, square.clone())
            }
        };
        let mut nearest: Option<(usize, Quotient<T>)> = None;
        for (id, facet) in self.space.surface.iter().enumerate().filter(|(_, facet)| !facet.aside) {
            let far = far(&facet.plane);
            if nearest.as_ref().is_none_or(|(_, least)| far.less_than(least)) {
                nearest = Some((id, far));
            }
        }
        nearest.map(|(id, _)| id)
    }

    fn plane(&self, id: usize) -> FacetPlane<T, D> {
        self.space.surface[id].plane.clone()
    }

    fn corners(&self, id: usize) -> [u32; D] {
        self.space.surface[id].corners
    }

    fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        0..self.space.surface.len()
    }

    fn vertex(&self, number: u32) -> Option<&SupportPoint<T, D>> {
        self.space.vertices.get(number as usize)
    }

    fn len(&self) -> usize {
        self.space.vertices.len()
    }

    /// In rounded arithmetic it is never full: facets that cannot be grown are set aside.
    fn is_full(&self) -> bool {
        !N::UNIT && self.room == 0
    }

    fn grow(&mut self, _: usize, found: &SupportPoint<T, D>, slack: &Slack<T>) -> bool {
        let newest = index(self.space.vertices.len());
        if self.room == 0 || newest == NONE || self.space.vertices.iter().any(|vertex| same(&vertex.w, &found.w)) {
            return false;
        }
        let looks = N::LOOK.saturating_mul(self.space.surface.len());
        self.room = self.room.saturating_sub(looks.saturating_add(self.evaluation));
        let Facets { vertices, surface, visible, horizon } = &mut *self.space;
        visible.clear();
        let sees = |Facet { plane, .. }: &Facet<T, D>| {
            plane.is_exceeded(&(N::dot(&plane.normal, &found.w) - plane.level.clone()), &slack.visible)
        };
        visible.extend(surface.iter().map(sees));
        let seen = surface.iter().zip(&*visible).filter(|(_, visible)| **visible).map(|(facet, _)| facet.corners);
        if !horizon.find(seen) {
            return false;
        }
        vertices.push(found.clone());
        // The first simplex may be a needle.
        if N::UNIT && self.inside_of < MEAN {
            self.inside += &found.w;
            self.inside_of += 1;
        }
        let mut visible = visible.iter();
        surface.retain(|_| !visible.next().copied().unwrap_or(false));
        for k in 0..self.space.horizon.ridges().len() {
            let mut corners = self.space.horizon.ridges()[k];
            // Corners are in increasing order, and the newest has the largest number.
            corners[D - 1] = newest;
            self.add(corners, slack);
        }
        true
    }

    fn set_aside(&mut self, id: usize) {
        self.space.surface[id].aside = true;
    }

    fn least_aside(&self) -> Option<T> {
        let aside = self.space.surface.iter().filter(|facet| facet.aside && !facet.plane.square.is_zero());
        aside.map(|facet| facet.plane.level.clone()).reduce(min)
    }
}

macro_rules! forward {
    ($($d:literal),*) => { $(
        impl<T: Real> Expansion<T, $d> for Cases {
            const EVALUATIONS: u32 = usual::<$d>();

            fn expand(
                Seed { newest, simplex, size, accuracy, .. }: Seed<'_, T, $d>,
                surroundings: &mut impl Surroundings<T, $d>,
            ) -> Option<Exit<T, $d>> {
                if simplex.vertices().len() != $d {
                    return None;
                }
                let (mut facets, vertices) = (Facets::default(), core::iter::once(newest).chain(simplex.vertices()));
                let mut complex = Complex::<T, Unit, $d>::simplex(vertices, &mut facets, size, MOST);
                let mut expanding = Expanding::new(size, None, accuracy);
                let lower = expanding.expand(&mut complex, surroundings)?;
                expanding.exit(&complex, lower, surroundings)
            }
        }
    )* };
}
forward!(4, 5, 6, 7, 8);

/// The numbers of D vertices, in increasing order. The last of a ridge is [`NONE`].
type Corners<const D: usize> = [u32; D];
/// No vertex.
const NONE: u32 = u32::MAX;

/// The horizon: the border of the facets that a new vertex sees.
///
/// Facets of D vertices meet in *ridges* of D − 1 vertices; in space these are edges. A facet has D ridges, each without one
/// of its vertices. The horizon consists of the ridges between a visible facet and one that is not. They are found by sorting:
/// a ridge is on the horizon if it occurs once among the ridges of all visible facets. A new facet connects each ridge of the
/// horizon with the new vertex.
///
/// The surface is closed again if the new facets fit together: each of their ridges through the new vertex has to occur
/// exactly twice. That can fail if rounding makes a hole in what the vertex sees. In exact arithmetic it never fails. What a
/// vertex sees is a disc. A ridge of its border never has the vertex in its affine hull, because it is in the plane of a facet,
/// and the vertex is strictly beyond that.
///
/// A surface in space that knows its facets' neighbors has a faster way: see `mesh.rs`.
///
/// This finds horizons, and keeps the last.
#[derive(Default)]
struct Horizon<const D: usize> {
    /// The ridges on the horizon.
    once: Vec<Corners<D>>,
    /// First the ridges of all visible facets, then the sides of the ridges on the horizon.
    all: Vec<Corners<D>>,
}

impl<const D: usize> Horizon<D> {
    /// Finds the border of visible facets. False if that is no closed surface of one dimension less.
    fn find(&mut self, visible: impl Iterator<Item = Corners<D>>) -> bool {
        let Self { once, all } = self;
        all.clear();
        all.extend(visible.flat_map(|corners| (0..D).map(move |left_out| without(corners, left_out))));
        // In decreasing order, which is how a single facet lists them.
        all.sort_unstable_by(|a, b| b.cmp(a));
        once.clear();
        for same in all.chunk_by(|a, b| a == b) {
            match same {
                [ridge] => once.push(*ridge),
                [_, _] => {}
                _ => return false,
            }
        }
        all.clear();
        all.extend(once.iter().flat_map(|ridge| (0..D - 1).map(move |left_out| without(*ridge, left_out))));
        all.sort_unstable();
        !once.is_empty() && all.chunk_by(|a, b| a == b).all(|same| same.len() == 2)
    }

    fn ridges(&self) -> &[Corners<D>] {
        &self.once
    }
}

/// A facet or ridge without one of its corners.
fn without<const D: usize>(mut corners: Corners<D>, left_out: usize) -> Corners<D> {
    corners[left_out..].rotate_left(1);
    corners[D - 1] = NONE;
    corners
}

#[cfg(test)]
mod tests;
