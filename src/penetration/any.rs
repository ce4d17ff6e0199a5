//! Any dimension: facets are simplices of D vertices, on the heap.
//!
//! What was a horizon of edges is one of *ridges*: D − 1 vertices, shared by two facets. A facet has D of them, one
//! without each of its vertices. The ridges that belong to one visible facet and one that is not are the horizon, and
//! are found by sorting: a ridge that turns up once among the ridges of all visible facets is on it. New facets lead from each
//! to the new vertex.
//!
//! The surface closes again if the new facets fit together: each of their ridges through the new vertex has to turn up
//! exactly twice. If not, because rounding made a hole in what the vertex sees, the facet is left alone.

use super::complete::Span;
use super::{Best, Exit, Expansion, Rounding, Surroundings};
use crate::observe::Stop;
use crate::scalar::{Real, largest, same, times};
use crate::simplex::{Cases, Simplex};
use crate::vertex::SupportPoint;
use alloc::vec::Vec;
use nalgebra::SVector;

/// The most facets that are made in an expansion, dead ones included.
const FACETS: usize = 1 << 15;

/// D vertices by their indices, in increasing order; a ridge has the index [`NONE`] as its last.
type Corners<const D: usize> = [u16; D];
/// No vertex.
const NONE: u16 = u16::MAX;

/// A simplex of the surface.
struct Facet<T, const D: usize> {
    corners: Corners<D>,
    /// A unit vector, outwards.
    normal: SVector<T, D>,
    /// The signed distance of its hyperplane from the origin.
    level: T,
    /// It could not be grown, or its normal is not to be trusted.
    skipped: bool,
}

/// Where a polytope of four or more dimensions is kept. One that is handed from query to query allocates nothing once it has
/// grown to what they need.
pub struct Facets<T: Real, const D: usize> {
    vertices: Vec<SupportPoint<T, D>>,
    surface: Vec<Facet<T, D>>,
    /// Which facets the newest vertex sees.
    visible: Vec<bool>,
    /// Those of the visible facets; and those of the ridges that are on the horizon.
    ridges: Vec<Corners<D>>,
    horizon: Vec<Corners<D>>,
}

impl<T: Real, const D: usize> Default for Facets<T, D> {
    fn default() -> Self {
        let (vertices, surface, visible) = (Vec::new(), Vec::new(), Vec::new());
        Self { vertices, surface, visible, ridges: Vec::new(), horizon: Vec::new() }
    }
}

impl<T: Real, const D: usize> core::fmt::Debug for Facets<T, D> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Facets").field("capacity", &self.surface.capacity()).finish_non_exhaustive()
    }
}

/// A closed surface of simplices inside A − B.
struct Polytope<'w, T: Real, const D: usize> {
    space: &'w mut Facets<T, D>,
    /// A point inside: the mean of the first D + 1 vertices. It tells which way is out.
    inside: SVector<T, D>,
    made: usize,
    size: T,
    rounding: Rounding<T>,
}

fn expand<T: Real, const D: usize>(
    newest: &SupportPoint<T, D>,
    simplex: &Simplex<T, D>,
    size: &T,
    surroundings: &mut impl Surroundings<T, D>,
    space: &mut Facets<T, D>,
) -> Option<Exit<T, D>> {
    if simplex.vertices().len() != D {
        return None;
    }
    let mut polytope = Polytope::simplex(core::iter::once(newest).chain(simplex.vertices()), size, space);
    let mut best: Option<Best<T, D>> = None;
    let mut nearest = polytope.nearest();
    while let Some((id, level)) = nearest.clone() {
        if best.as_ref().is_some_and(|best| best.reach <= level) {
            surroundings.stopped(Stop::BoundsMet);
            break;
        }
        let facet = &polytope.space.surface[id];
        let (corners, normal) = (facet.corners, facet.normal.clone());
        let Some(found) = surroundings.vertex(&normal) else { break };
        let reach = found.w.dot(&normal);
        if best.as_ref().is_none_or(|best| reach < best.reach) {
            best = Some(Best { normal, reach: reach.clone(), corners });
        }
        let upper = best.as_ref().map_or(&reach, |best| &best.reach);
        surroundings.expanded(&level, upper, &mut polytope.facets_from(id));
        if reach - level <= polytope.rounding.gap {
            surroundings.stopped(Stop::OnBoundary);
            break;
        }
        if !polytope.grow(found) {
            polytope.space.surface[id].skipped = true;
        }
        nearest = polytope.nearest();
    }
    if nearest.is_none() {
        surroundings.stopped(Stop::Exhausted);
    }
    let Best { normal, reach, corners } = best?;
    let mut facet = Simplex::empty();
    for corner in corners {
        facet.push(polytope.space.vertices[usize::from(corner)].clone());
    }
    let lower = nearest.map_or_else(|| reach.clone(), |(_, level)| level);
    Some(Exit { normal, reach, lower, facet })
}

impl<'w, T: Real, const D: usize> Polytope<'w, T, D> {
    /// The simplex of D + 1 vertices.
    fn simplex<'v>(
        vertices: impl Iterator<Item = &'v SupportPoint<T, D>>,
        size: &T,
        space: &'w mut Facets<T, D>,
    ) -> Self {
        space.vertices.clear();
        space.surface.clear();
        let mut inside = SVector::zeros();
        for vertex in vertices {
            inside += &vertex.w;
            space.vertices.push(vertex.clone());
        }
        inside /= times(u32::try_from(D + 1).unwrap_or(1), &T::one());
        let (size, rounding) = (size.clone(), Rounding::of(size));
        let mut polytope = Self { space, inside, made: 0, size, rounding };
        for left_out in (0..=D).map(index) {
            let mut all = (0..).filter(|corner| *corner != left_out);
            let corners = core::array::from_fn(|_| all.next().unwrap_or(NONE));
            polytope.add(corners);
        }
        polytope
    }

    /// The facets, one of them first.
    fn facets_from(&self, first: usize) -> impl Iterator<Item = Simplex<T, D>> + '_ {
        let others = (0..self.space.surface.len()).filter(move |id| *id != first);
        core::iter::once(first).chain(others).map(|id| {
            let mut facet = Simplex::empty();
            for corner in self.space.surface[id].corners {
                facet.push(self.space.vertices[usize::from(corner)].clone());
            }
            facet
        })
    }

    /// Adds the facet with these corners.
    ///
    /// Its normal is what is left of the way from the inside to a corner when the directions of the facet's edges are
    /// removed from it. Where that is little, the perpendicular of the edges that is farthest from being lost in
    /// rounding, turned outwards.
    fn add(&mut self, corners: Corners<D>) {
        let [first, others @ ..] = &corners[..] else { return };
        let base = &self.space.vertices[usize::from(*first)].w;
        let mut span = Span::of_point(base.clone());
        let thin = times(16, &T::epsilon()) * self.size.clone();
        let mut skipped = false;
        for corner in others {
            let rest = span.rest(&(&self.space.vertices[usize::from(*corner)].w - base));
            if largest(&rest) <= thin {
                skipped = true;
                break;
            }
            span.add(&rest);
        }
        let (mut normal, mut level) = (SVector::zeros(), T::zero());
        if !skipped {
            normal = span.perpendicular();
            if normal.dot(&(base - &self.inside)) < T::zero() {
                normal = -normal;
            }
            level = normal.dot(base);
        }
        self.space.surface.push(Facet { corners, normal, level, skipped });
        self.made += 1;
    }

    /// The trusted facet nearest the origin, with its distance.
    fn nearest(&self) -> Option<(usize, T)> {
        let mut nearest: Option<(usize, &T)> = None;
        for (id, facet) in self.space.surface.iter().enumerate() {
            if !facet.skipped && nearest.is_none_or(|(_, level)| facet.level < *level) {
                nearest = Some((id, &facet.level));
            }
        }
        nearest.map(|(id, level)| (id, level.clone()))
    }

    /// Adds a vertex. False, and the surface is as before, if it is a vertex already, if there is no room, or if
    /// the surface would not close.
    fn grow(&mut self, found: SupportPoint<T, D>) -> bool {
        let full = self.made >= FACETS || self.space.vertices.len() >= usize::from(NONE);
        if full || self.space.vertices.iter().any(|vertex| same(&vertex.w, &found.w)) {
            return false;
        }
        let sees = |facet: &Facet<T, D>| facet.normal.dot(&found.w) - facet.level.clone() > self.rounding.visible;
        let Facets { vertices, surface, visible, ridges, horizon } = &mut *self.space;
        visible.clear();
        visible.extend(surface.iter().map(sees));
        let seen = surface.iter().zip(&*visible).filter(|(_, visible)| **visible).map(|(facet, _)| facet.corners);
        if !find_horizon(seen, ridges, horizon) || !closes(horizon, ridges) {
            return false;
        }
        let newest = index(vertices.len());
        vertices.push(found);
        let mut visible = visible.iter();
        surface.retain(|_| !visible.next().copied().unwrap_or(false));
        for k in 0..self.space.horizon.len() {
            let mut corners = self.space.horizon[k];
            corners[D - 1] = newest;
            self.add(corners);
        }
        true
    }
}

fn index(k: usize) -> u16 {
    u16::try_from(k).unwrap_or(NONE)
}

/// A facet without one of its corners.
fn without<const D: usize>(mut corners: Corners<D>, left_out: usize) -> Corners<D> {
    corners[left_out..].rotate_left(1);
    corners[D - 1] = NONE;
    corners
}

/// Finds the ridges that belong to one of the facets only. False if one belongs to more than two.
fn find_horizon<const D: usize>(
    facets: impl Iterator<Item = Corners<D>>,
    ridges: &mut Vec<Corners<D>>,
    once: &mut Vec<Corners<D>>,
) -> bool {
    ridges.clear();
    ridges.extend(facets.flat_map(|corners| (0..D).map(move |left_out| without(corners, left_out))));
    ridges.sort_unstable();
    once.clear();
    for same in ridges.chunk_by(|a, b| a == b) {
        match same {
            [ridge] => once.push(*ridge),
            [_, _] => {}
            _ => return false,
        }
    }
    true
}

/// Whether a horizon is a closed surface of its own: every D − 2 of its vertices that make a side of one of its ridges
/// make a side of exactly two.
fn closes<const D: usize>(horizon: &[Corners<D>], sides: &mut Vec<Corners<D>>) -> bool {
    sides.clear();
    sides.extend(horizon.iter().flat_map(|ridge| (0..D - 1).map(move |left_out| without(*ridge, left_out))));
    sides.sort_unstable();
    !horizon.is_empty() && sides.chunk_by(|a, b| a == b).all(|same| same.len() == 2)
}

macro_rules! forward {
    ($($d:literal),*) => { $(
        impl<T: Real> Expansion<T, $d> for Cases {
            type Workspace = Facets<T, $d>;

            fn expand(
                newest: &SupportPoint<T, $d>,
                simplex: &Simplex<T, $d>,
                size: &T,
                surroundings: &mut impl Surroundings<T, $d>,
                workspace: &mut Facets<T, $d>,
            ) -> Option<Exit<T, $d>> {
                expand(newest, simplex, size, surroundings, workspace)
            }
        }
    )* };
}
forward!(4, 5, 6, 7, 8);
