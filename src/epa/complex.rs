//! The polytope in any dimension, rounded or exact: a complex of simplices of D vertices, on the heap.
//!
//! It needs only a ring, in which normals have any length, and distances of facets are compared by their squares. With
//! square roots normals are unit vectors and levels are distances: see [`Normals`].

use super::expand::{Expanding, FacetPlane, Slack, Surface};
use super::span::Span;
use super::strategy::{Expansion, InitialSimplex, SupportSource, Translation};
use crate::scalar::{Quotient, Real, Scalar, dimension, largest, min, same, times, unit};
use crate::simplex::{Cases, perpendicular_to_edges};
use crate::{query::phase_limit, scalar::doubled::Doubled, vertex::SupportPoint};
use alloc::vec::Vec;
use core::array;
use core::marker::PhantomData;
use nalgebra::SVector;

/// The most facets in rounded arithmetic, replaced ones included, to bound the time of an expansion: n vertices can
/// have n to the power of D / 2 facets.
const MOST: usize = 1 << 15;

/// The most vertices that the point inside is the mean of, in rounded arithmetic.
const MEAN: u32 = 32;

/// The way to compute the normals of a complex.
pub(crate) trait Normals<T: Scalar, const D: usize> {
    /// As [`Surface::UNIT`].
    const UNIT: bool;

    /// The cost of testing whether a new vertex sees a facet: 0 if only facets are counted.
    const LOOK: usize;
    /// The cost of a new facet.
    const FACET: usize;

    /// A vector perpendicular to the edges of D points, and its square; zero if the points are dependent.
    fn through(points: &[&SVector<T, D>; D], slack: &Slack<T>) -> (SVector<T, D>, T);

    /// normal · point, for types of numbers with a faster way than nalgebra's.
    fn dot(normal: &SVector<T, D>, point: &SVector<T, D>) -> T {
        normal.dot(point)
    }
}

/// Unit normals, from the edges made orthogonal; with twice the digits if the facet is thin.
pub(super) struct Unit;

/// A facet is thin if a corner is nearer to those before it than the size over this: its normal has lost 6 bits. Then
/// visible facets seem to have holes, and the surface would not stay closed.
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
    // Types whose products cannot be split fail here.
    let is_level = points.iter().all(|point| (normal.dot(point) - level.clone()).abs() <= slack.gap);
    if is_level { (normal, T::one()) } else { (SVector::zeros(), T::zero()) }
}

struct Facet<T, const D: usize> {
    corners: Corners<D>,
    plane: FacetPlane<T, D>,
    /// Set aside: it cannot be grown, or has no normal.
    aside: bool,
}

/// A closed surface of simplices inside A − B.
pub(crate) struct Complex<T: Scalar, N, const D: usize> {
    vertices: Vec<SupportPoint<T, D>>,
    surface: Vec<Facet<T, D>>,
    /// The sum of some vertices, and their number. Their mean, a point inside, tells the outside of a facet.
    inside: SVector<T, D>,
    inside_of: u32,
    /// The remaining work, in the costs of [`Normals`].
    room: usize,
    /// The cost of a support evaluation.
    pub(crate) evaluation: usize,
    normals: PhantomData<N>,
}

impl<T: Scalar, N: Normals<T, D>, const D: usize> Complex<T, N, D> {
    /// The simplex of D + 1 vertices, with room to grow.
    pub(crate) fn simplex<'v>(vertices: impl Iterator<Item = &'v SupportPoint<T, D>>, size: &T, room: usize) -> Self {
        let mut complex = Self {
            vertices: vertices.cloned().collect(),
            surface: Vec::new(),
            inside: SVector::zeros(),
            inside_of: 1,
            room,
            evaluation: 0,
            normals: PhantomData,
        };
        let slack = Slack::of(size);
        for left_out in (0..=D).map(index) {
            // No vertex is farther from a facet than the one across from it.
            complex.inside = complex.vertices[left_out as usize].w.clone();
            let mut all = (0..).filter(|corner| *corner != left_out);
            complex.add(array::from_fn(|_| all.next().unwrap_or(NONE)), &slack);
        }
        let sum = |sum: SVector<T, D>, vertex: &SupportPoint<T, D>| sum + &vertex.w;
        complex.inside = complex.vertices.iter().fold(SVector::zeros(), sum);
        complex.inside_of = dimension::<D>() + 1;
        complex
    }

    /// Adds the facet with these corners, its normal outwards.
    fn add(&mut self, corners: Corners<D>, slack: &Slack<T>) {
        let points = corners.map(|corner| &self.vertices[corner as usize].w);
        let (mut normal, square) = N::through(&points, slack);
        let mut level = N::dot(&normal, points[0]);
        if N::dot(&normal, &self.inside) > times(self.inside_of, &level) {
            (normal, level) = (-normal, -level);
        }
        let aside = square.is_zero();
        self.surface.push(Facet { corners, plane: FacetPlane { normal, level, square }, aside });
        self.room = self.room.saturating_sub(N::FACET);
    }

    /// The vertices of all facets in a plane.
    #[cfg(feature = "exact")]
    pub(crate) fn vertices_in(&self, normal: &SVector<T, D>, level: &T) -> Vec<&SupportPoint<T, D>> {
        let in_plane = |corner: &u32| N::dot(&self.vertices[*corner as usize].w, normal) == *level;
        let mut corners: Vec<u32> = Vec::new();
        for facet in self.surface.iter().filter(|facet| facet.corners.iter().all(in_plane)) {
            for corner in facet.corners {
                if !corners.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
        corners.into_iter().map(|corner| &self.vertices[corner as usize]).collect()
    }
}

fn index(k: usize) -> u32 {
    u32::try_from(k).unwrap_or(NONE)
}

impl<T: Scalar, N: Normals<T, D>, const D: usize> Surface<T, D> for Complex<T, N, D> {
    const UNIT: bool = N::UNIT;

    fn nearest(&self) -> Option<usize> {
        // Levels that are distances are compared themselves, not their squares.
        let far = |FacetPlane { level, square, .. }: &FacetPlane<T, D>| {
            if N::UNIT {
                Quotient { over: level.clone(), under: T::one() }
            } else {
                Quotient::at(level, square.clone())
            }
        };
        let mut nearest: Option<(usize, Quotient<T>)> = None;
        for (id, facet) in self.surface.iter().enumerate().filter(|(_, facet)| !facet.aside) {
            let far = far(&facet.plane);
            if nearest.as_ref().is_none_or(|(_, least)| far.less_than(least)) {
                nearest = Some((id, far));
            }
        }
        nearest.map(|(id, _)| id)
    }

    fn plane(&self, id: usize) -> FacetPlane<T, D> {
        self.surface[id].plane.clone()
    }

    fn corners(&self, id: usize) -> [u32; D] {
        self.surface[id].corners
    }

    fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        0..self.surface.len()
    }

    fn vertex(&self, number: u32) -> Option<&SupportPoint<T, D>> {
        self.vertices.get(number as usize)
    }

    /// Never full in rounded arithmetic, where facets that cannot be grown are set aside.
    fn is_full(&self) -> bool {
        !N::UNIT && self.room == 0
    }

    fn grow(&mut self, _: usize, found: &SupportPoint<T, D>, slack: &Slack<T>) -> bool {
        let newest = index(self.vertices.len());
        if self.room == 0 || newest == NONE || self.vertices.iter().any(|vertex| same(&vertex.w, &found.w)) {
            return false;
        }
        let looks = N::LOOK.saturating_mul(self.surface.len());
        self.room = self.room.saturating_sub(looks.saturating_add(self.evaluation));
        let sees = |Facet { plane, .. }: &Facet<T, D>| {
            plane.is_exceeded(&(N::dot(&plane.normal, &found.w) - plane.level.clone()), &slack.visible)
        };
        let visible: Vec<bool> = self.surface.iter().map(sees).collect();
        let seen = self.surface.iter().zip(&visible).filter(|(_, visible)| **visible).map(|(facet, _)| facet.corners);
        let Some(ridges) = horizon(seen) else { return false };
        self.vertices.push(found.clone());
        // The first simplex may be a needle.
        if N::UNIT && self.inside_of < MEAN {
            self.inside += &found.w;
            self.inside_of += 1;
        }
        let mut visible = visible.into_iter();
        self.surface.retain(|_| !visible.next().unwrap_or(false));
        for mut corners in ridges {
            // Corners are in increasing order, and the newest has the largest number.
            corners[D - 1] = newest;
            self.add(corners, slack);
        }
        true
    }

    fn set_aside(&mut self, id: usize) {
        self.surface[id].aside = true;
    }

    fn least_aside(&self) -> Option<T> {
        let aside = self.surface.iter().filter(|facet| facet.aside && !facet.plane.square.is_zero());
        aside.map(|facet| facet.plane.level.clone()).reduce(min)
    }
}

macro_rules! forward {
    ($($d:literal),*) => { $(
        impl<T: Real> Expansion<T, $d> for Cases {
            const EVALUATIONS: u32 = phase_limit::<$d>();

            fn expand(
                InitialSimplex { newest, simplex, size, accuracy, .. }: InitialSimplex<'_, T, $d>,
                source: &mut impl SupportSource<T, $d>,
            ) -> Option<Translation<T, $d>> {
                if simplex.vertices().len() != $d {
                    return None;
                }
                let vertices = core::iter::once(newest).chain(simplex.vertices());
                let mut complex = Complex::<T, Unit, $d>::simplex(vertices, size, MOST);
                let mut expanding = Expanding::new(size, None, accuracy);
                let lower = expanding.expand(&mut complex, source)?;
                expanding.translation(&complex, lower, source)
            }
        }
    )* };
}
forward!(4, 5, 6, 7, 8);

/// The numbers of D vertices, in increasing order. The last of a ridge is [`NONE`].
type Corners<const D: usize> = [u32; D];
const NONE: u32 = u32::MAX;

/// The horizon: the border of the facets that a new vertex sees.
///
/// Facets of D vertices meet in *ridges* of D − 1 vertices, the edges in space. A facet has D ridges, each without one
/// of its vertices. The horizon has the ridges between a visible facet and another one: sorting finds those that occur
/// once among the ridges of all visible facets. New facets connect them with the new vertex.
///
/// The surface is closed again if each ridge of the new facets through the new vertex occurs exactly twice. That can
/// fail if rounding makes a hole in what the vertex sees. In exact arithmetic the vertex sees a disc, and is strictly
/// beyond the facets whose planes hold the ridges of its border, so it never fails.
///
/// A surface in space whose facets know their neighbors has a faster way: see `mesh.rs`.
///
/// `None` if the border of the visible facets is not a closed surface of one dimension less.
fn horizon<const D: usize>(visible: impl Iterator<Item = Corners<D>>) -> Option<Vec<Corners<D>>> {
    let sides = |corners: Corners<D>, count: usize| (0..count).map(move |left_out| without(corners, left_out));
    let mut all: Vec<Corners<D>> = visible.flat_map(|corners| sides(corners, D)).collect();
    // In decreasing order, as a single facet lists them.
    all.sort_unstable_by(|a, b| b.cmp(a));
    let mut once = Vec::new();
    for same in all.chunk_by(|a, b| a == b) {
        match same {
            [ridge] => once.push(*ridge),
            [_, _] => {}
            _ => return None,
        }
    }
    let mut all: Vec<Corners<D>> = once.iter().flat_map(|ridge| sides(*ridge, D - 1)).collect();
    all.sort_unstable();
    let is_closed = !once.is_empty() && all.chunk_by(|a, b| a == b).all(|same| same.len() == 2);
    is_closed.then_some(once)
}

/// A facet or ridge without one of its corners.
fn without<const D: usize>(mut corners: Corners<D>, left_out: usize) -> Corners<D> {
    corners[left_out..].rotate_left(1);
    corners[D - 1] = NONE;
    corners
}

#[cfg(test)]
mod tests;
