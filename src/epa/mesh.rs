//! The polytope in three dimensions: a mesh of triangles.
//!
//! ```text
//!           v1                    The view is from the new vertex s, above the page. It sees the facets marked *.
//!         / |  \                  Together they are a disc. Its border, the horizon v1 v2 v3 v4 v1, is one closed loop.
//!       /  *|    \                These facets are removed, and for each edge vi vj of the horizon the facet vi vj s is
//!     v2    |  *  v4              added.
//!       \   |    /
//!         \ |  /                  Facets are wound counter-clockwise as seen from outside. A facet knows its three
//!           v3                    neighbors: number i is at the edge from corner i to corner i + 1. The visible facets
//!                                 are visited from edge to edge, counter-clockwise, so that the edges of the horizon
//!                                 are found in order: v1 v2, v2 v3, …
//! ```
//!
//! A disc with k edges on its border and no vertices inside has k − 2 facets, so most new facets reuse the slots of removed facets.
//!
//! Clearing the arrays for a large polytope would take longer than growing a small one. So polytopes begin in small
//! arrays, and move to larger ones when these are full.

use super::expand::{Bias, Expanding, FacetPlane, Slack, Surface, index};
use super::strategy::{Expansion, InitialSimplex, SupportSource, Translation};
use crate::predicates::{is_above, orient3d};
use crate::scalar::{Real, largest, max, min, same, times, ulps, vanishes};
use crate::simplex::{Cases, Simplex};
use crate::{query::phase_limit, tolerance, vertex::SupportPoint};
use core::array;
use nalgebra::Vector3;

/// The most vertices: the first ones, and all that the evaluations of an expansion can add.
const LIMIT: usize = 168;
/// Enough vertices for typical hulls, of a hundred points.
const TYPICAL: usize = 28;
/// Enough vertices for larger hulls, and most curved shapes.
const LARGE: usize = 64;

/// The facets of a mesh with this many vertices (Euler): for all three numbers a multiple of [`LANES`].
const fn facets(vertices: usize) -> usize {
    2 * vertices - 4
}

/// The number of distances to compare at a time.
const LANES: usize = 4;

/// A triangle of the surface, without its plane.
#[derive(Clone, Copy, Default)]
struct Facet {
    corners: [u16; 3],
    /// The neighbors at its edges.
    neighbors: [Side; 3],
    visible: bool,
}

/// Edge number 0, 1 or 2 of a facet, from the corner of that number to the next, as 4 · facet + number.
#[derive(Clone, Copy, Default)]
struct Side(u16);

impl Side {
    fn of(facet: u16, number: u16) -> Self {
        Self(facet << 2 | number)
    }

    fn facet(self) -> usize {
        usize::from(self.0 >> 2)
    }

    fn number(self) -> usize {
        usize::from(self.0 & 3)
    }
}

fn next(number: usize) -> usize {
    if number == 2 { 0 } else { number + 1 }
}

#[derive(Clone, Copy, Default)]
struct Edge {
    ends: [u16; 2],
    outside: Side,
}

/// A closed surface of triangles inside A − B, with room for V vertices and F facets.
struct Mesh<T: Real, const V: usize, const F: usize> {
    vertices: [Option<SupportPoint<T, 3>>; V],
    /// The points alone, close together in memory.
    points: [Vector3<T>; V],
    count: usize,
    facets: [Facet; F],
    /// The planes of the facets. Most are only compared, so their normals have any length.
    planes: [FacetPlane<T, 3>; F],
    /// Slots from here on were never used.
    used: usize,
    /// The signed squares of the facets' distances from the origin. Slots of facets that cannot be grown have
    /// [`Self::never`]: those not in use, facets without a normal, and facets whose horizon was not one loop.
    squares: [T; F],
    /// More than the square of any distance.
    never: T,
    /// Slots to use again, followed by the facets that the newest vertex sees.
    dead: [u16; F],
    dead_count: usize,
    horizon: [Edge; V],
    horizon_length: usize,
    /// A stack of edges to cross.
    ahead: [Side; F],
    /// The number of horizons, and for each vertex the last one that it was on.
    loops: u16,
    passed: [u16; V],
}

fn is_large<T: Real>(volume: &T, size: &T) -> bool {
    volume.abs() > ulps(tolerance::SOLID_TETRAHEDRON, &(size.clone() * size.clone() * size.clone()))
}

impl<T: Real, const V: usize, const F: usize> Mesh<T, V, F> {
    #[cfg_attr(fast, inline(always))]
    fn empty(size: &T) -> Self {
        // The square of a point's distance is at most 3·size², up to underflow.
        let never = times(1 << 30, &max(size.clone(), size.clone() * size.clone()));
        Self {
            vertices: array::from_fn(|_| None),
            points: array::from_fn(|_| Vector3::zeros()),
            count: 0,
            facets: [Facet::default(); F],
            planes: array::from_fn(|_| FacetPlane { normal: Vector3::zeros(), level: T::zero(), square: T::zero() }),
            used: 0,
            squares: array::from_fn(|_| never.clone()),
            never,
            dead: [0; F],
            dead_count: 0,
            horizon: [Edge::default(); V],
            horizon_length: 0,
            ahead: [Side::default(); F],
            loops: 0,
            passed: [0; V],
        }
    }

    /// The tetrahedron of four vertices.
    #[cfg_attr(fast, inline(always))]
    fn begin_with(&mut self, size: &T, vertices: [&SupportPoint<T, 3>; 4]) {
        let [a, b, c, d] = vertices.map(|vertex| &vertex.w);
        let volume = orient3d(a, b, c, d);
        // Completion leaves heights of some ε of the size. The product of two such heights is a volume that rounding
        // may lose: with the wrong sign the surface would begin inside out.
        let positive = if is_large(&volume, size) { volume > T::zero() } else { is_above(a, b, c, d) };
        // The first three are to be clockwise as seen from the fourth, which is inside of their plane.
        let order = if positive { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
        for k in order {
            self.add(vertices[k]);
        }
        self.used = 4;
        let side = Side::of;
        self.make(0, [0, 1, 2], [side(1, 2), side(2, 2), side(3, 2)]);
        self.make(1, [0, 3, 1], [side(3, 1), side(2, 0), side(0, 0)]);
        self.make(2, [1, 3, 2], [side(1, 1), side(3, 0), side(0, 1)]);
        self.make(3, [2, 3, 0], [side(2, 1), side(1, 0), side(0, 2)]);
    }

    fn add(&mut self, vertex: &SupportPoint<T, 3>) {
        self.points[self.count] = vertex.w.clone();
        self.vertices[self.count] = Some(vertex.clone());
        self.count += 1;
    }

    /// Copies a smaller mesh into this empty one.
    fn take_over<const W: usize, const G: usize>(&mut self, small: &Mesh<T, W, G>) {
        small.vertices.iter().flatten().for_each(|vertex| self.add(vertex));
        self.facets[..small.used].copy_from_slice(&small.facets[..small.used]);
        for (slot, FacetPlane { normal, level, square }) in self.planes.iter_mut().zip(&small.planes[..small.used]) {
            *slot = FacetPlane { normal: normal.clone(), level: level.clone(), square: square.clone() };
        }
        self.squares[..small.used].clone_from_slice(&small.squares[..small.used]);
        self.used = small.used;
        self.dead[..small.dead_count].copy_from_slice(&small.dead[..small.dead_count]);
        self.dead_count = small.dead_count;
    }

    fn point(&self, index: u16) -> &Vector3<T> {
        &self.points[usize::from(index)]
    }

    /// Puts the facet with these corners and neighbors into a slot.
    #[cfg_attr(fast, inline(always))]
    fn make(&mut self, slot: usize, corners: [u16; 3], neighbors: [Side; 3]) {
        let [a, b, c] = corners.map(|corner| &self.points[usize::from(corner)]);
        let normal = outward(a, b, c);
        let plane = FacetPlane { level: normal.dot(a), square: normal.dot(&normal), normal };
        let distance = plane.distance().value();
        self.squares[slot] = if plane.square > T::zero() { distance } else { self.never.clone() };
        self.planes[slot] = plane;
        self.facets[slot] = Facet { corners, neighbors, visible: false };
    }

    fn see(&mut self, id: usize) {
        self.facets[id].visible = true;
        self.dead[self.dead_count] = index(id);
        self.dead_count += 1;
    }

    /// Finds all visible facets, from edge to edge, and the horizon. False if it takes more room than any disc.
    #[cfg_attr(fast, inline(always))]
    fn look_around(&mut self, id: usize, from: &Vector3<T>, visible: &T) -> bool {
        self.horizon_length = 0;
        self.see(id);
        let [first, second, third] = self.facets[id].neighbors;
        [self.ahead[0], self.ahead[1], self.ahead[2]] = [third, second, first];
        let mut count = 3;
        while count > 0 {
            count -= 1;
            let outside = self.ahead[count];
            let (id, side) = (outside.facet(), outside.number());
            let facet = &self.facets[id];
            if facet.visible {
                continue;
            }
            if self.planes[id].is_visible_from(from, visible) {
                if count + 2 > F || self.dead_count == F {
                    return false;
                }
                self.ahead[count] = facet.neighbors[next(next(side))];
                self.ahead[count + 1] = facet.neighbors[next(side)];
                count += 2;
                self.see(id);
            } else {
                // The other facet has the same edge in the opposite direction.
                let ends = [facet.corners[next(side)], facet.corners[side]];
                let Some(slot) = self.horizon.get_mut(self.horizon_length) else { return false };
                *slot = Edge { ends, outside };
                self.horizon_length += 1;
            }
        }
        true
    }

    /// Returns whether each edge of the horizon begins where the last one ends, and no vertex occurs twice.
    #[cfg_attr(fast, inline(always))]
    fn horizon_is_one_loop(&mut self) -> bool {
        let edges = &self.horizon[..self.horizon_length];
        let Some(last) = edges.last() else { return false };
        let mut reached = last.ends[1];
        let mut one_loop = edges.len() >= 3;
        self.loops = self.loops.wrapping_add(1);
        for Edge { ends: [from, to], .. } in edges {
            let passed = &mut self.passed[usize::from(*from)];
            one_loop &= *from == reached && *passed != self.loops;
            *passed = self.loops;
            reached = *to;
        }
        one_loop
    }

    /// Replaces the visible facets by new ones, from the edges of the horizon to a vertex.
    #[cfg_attr(fast, inline(always))]
    fn close_around(&mut self, vertex: u16) {
        let length = self.horizon_length;
        // There is always a slot: a closed surface has no more facets than there are slots.
        while self.dead_count < length && self.used < F {
            self.dead[self.dead_count] = index(self.used);
            self.dead_count += 1;
            self.used += 1;
        }
        let mut previous = self.dead[length - 1];
        for k in 0..length {
            let (this, next) = (self.dead[k], self.dead[if k + 1 == length { 0 } else { k + 1 }]);
            let Edge { ends: [from, to], outside } = self.horizon[k];
            self.facets[outside.facet()].neighbors[outside.number()] = Side::of(this, 0);
            let neighbors = [outside, Side::of(next, 2), Side::of(previous, 1)];
            self.make(usize::from(this), [from, to, vertex], neighbors);
            previous = this;
        }
        self.dead.copy_within(length..self.dead_count, 0);
        self.dead_count -= length;
        for dead in &self.dead[..self.dead_count] {
            self.squares[usize::from(*dead)] = self.never.clone();
        }
    }
}

impl<T: Real, const V: usize, const F: usize> Surface<T, 3> for Mesh<T, V, F> {
    const UNIT: bool = true;

    /// First finds the least distance, in several lanes at a time, and then its facet.
    #[cfg_attr(fast, inline(always))]
    fn nearest(&self) -> Option<usize> {
        let mut lanes: [T; LANES] = array::from_fn(|_| self.never.clone());
        let squares = &self.squares[..self.used.next_multiple_of(LANES)];
        for chunk in squares.as_chunks::<LANES>().0 {
            for (least, square) in lanes.iter_mut().zip(chunk) {
                *least = min(&*least, square).clone();
            }
        }
        let [a, b, c, d] = &lanes;
        let least = min(min(d, c), min(b, a));
        if *least < self.never { squares.iter().position(|square| square == least) } else { None }
    }

    fn plane(&self, id: usize) -> FacetPlane<T, 3> {
        let FacetPlane { normal, level, square } = &self.planes[id];
        if vanishes(square) {
            return tiny(&self.planes[id]);
        }
        let per_length = T::one() / square.sqrt();
        FacetPlane { normal: normal * per_length.clone(), level: level.clone() * per_length, square: T::one() }
    }

    fn direction<'s>(&'s self, id: usize, _: &'s FacetPlane<T, 3>) -> &'s Vector3<T> {
        &self.planes[id].normal
    }

    fn corners(&self, id: usize) -> [u32; 3] {
        self.facets[id].corners.map(u32::from)
    }

    fn ids(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.used).filter(|id| !self.dead[..self.dead_count].contains(&index(*id)))
    }

    fn vertex(&self, number: u32) -> Option<&SupportPoint<T, 3>> {
        self.vertices.get(number as usize)?.as_ref()
    }

    /// Only up to some vertices. The last ones need searches along normals: only these prove the depth.
    fn takes_bias(&self) -> bool {
        self.count < 12
    }

    fn is_full(&self) -> bool {
        self.count == V && V < LIMIT
    }

    /// Goes from a facet on the boundary to the facet in the same plane that holds the origin's projection. Let n be
    /// the plane's normal. If e × n · (0 − v) > 0 for the edge e from v, the projection is beyond that edge.
    #[cfg_attr(fast, inline(always))]
    fn below_origin(&self, start: usize, plane: &FacetPlane<T, 3>, slack: &Slack<T>) -> usize {
        let lowest = plane.level.clone() - slack.gap.clone();
        let mut id = start;
        for _ in 0..self.used {
            let facet = &self.facets[id];
            let next = (0..3).find_map(|side| {
                let [v, end] = [side, (side + 1) % 3].map(|corner| self.point(facet.corners[corner]));
                let outside = (end - v).cross(&plane.normal).dot(v) < T::zero();
                let next = facet.neighbors[side].facet();
                let in_plane = |corner: &u16| self.point(*corner).dot(&plane.normal) >= lowest;
                (outside && self.facets[next].corners.iter().all(in_plane)).then_some(next)
            });
            match next {
                Some(next) => id = next,
                None => break,
            }
        }
        id
    }

    #[cfg_attr(fast, inline(always))]
    fn grow(&mut self, id: usize, found: &SupportPoint<T, 3>, slack: &Slack<T>) -> bool {
        // Without a branch for each point, which it seldom is.
        let known = self.points[..self.count].iter().fold(false, |known, point| known | same(point, &found.w));
        if known || self.count == V {
            return false;
        }
        let dead_before = self.dead_count;
        if !(self.look_around(id, &found.w, &slack.visible) && self.horizon_is_one_loop()) {
            for k in dead_before..self.dead_count {
                self.facets[usize::from(self.dead[k])].visible = false;
            }
            self.dead_count = dead_before;
            return false;
        }
        self.add(found);
        self.close_around(index(self.count - 1));
        true
    }

    fn set_aside(&mut self, id: usize) {
        self.squares[id] = self.never.clone();
    }
}

/// A triangle is thin if the square of the sine of an angle is less than one over this: its normal has lost 5 bits.
const THIN: u32 = 1 << 10;

/// The normal of a triangle, of any length: the cross product of two edges. In a thin triangle the two shortest lose
/// least by rounding. If they are long, too, the product is off by ε / thinness in every direction. The error along the
/// longest edge does the most harm, because it puts the ends at different heights, so it is removed.
#[cfg_attr(fast, inline(always))]
fn outward<T: Real>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>) -> Vector3<T> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    if normal.dot(&normal) * times(THIN, &T::one()) >= ab.dot(&ab) * ac.dot(&ac) {
        normal
    } else {
        outward_of_sliver(a, b, c)
    }
}

/// The plane, with a unit normal, of a facet so small that the square of its normal underflows.
#[cold]
#[inline(never)]
fn tiny<T: Real>(FacetPlane { normal, level, .. }: &FacetPlane<T, 3>) -> FacetPlane<T, 3> {
    let scale = largest(normal).unit_scale();
    let normal = normal * scale.clone();
    let per_length = T::one() / normal.dot(&normal).sqrt();
    FacetPlane { normal: normal * per_length.clone(), level: level.clone() * scale * per_length, square: T::one() }
}

#[cold]
#[inline(never)]
fn outward_of_sliver<T: Real>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>) -> Vector3<T> {
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(&ac);
    let (square_ab, square_ac, square_bc) = (ab.dot(&ab), ac.dot(&ac), bc.dot(&bc));
    let (normal, longest, square) = if square_bc >= square_ab && square_bc >= square_ac {
        (normal, bc, square_bc)
    } else if square_ac >= square_ab {
        (ab.cross(&bc), ac, square_ac)
    } else {
        (ac.cross(&bc), ab, square_ab)
    };
    if square.is_zero() {
        return normal;
    }
    let share = normal.dot(&longest) / square;
    normal - longest * share
}

impl<T: Real> Expansion<T, 3> for Cases {
    const EVALUATIONS: u32 = phase_limit::<3>();

    #[cfg_attr(fast, inline(always))]
    fn expand(
        InitialSimplex { newest, simplex, size, accuracy, bias }: InitialSimplex<'_, T, 3>,
        source: &mut impl SupportSource<T, 3>,
    ) -> Option<Translation<T, 3>> {
        let [b, c, d] = simplex.vertices() else { return None };
        let mut mesh = Mesh::<T, TYPICAL, { facets(TYPICAL) }>::empty(size);
        mesh.begin_with(size, [newest, b, c, d]);
        let mut expanding = Expanding::new(size, bias.map(Bias::toward), accuracy);
        match expanding.expand(&mut mesh, source) {
            Some(lower) => expanding.translation(&mesh, lower, source),
            None => expand_on(&mesh, expanding, size, source),
        }
    }

    /// If the volume is large enough, so are all heights: see `tolerance::SOLID_TETRAHEDRON`.
    #[cfg_attr(fast, inline(always))]
    fn is_solid(newest: &SupportPoint<T, 3>, simplex: &Simplex<T, 3>, size: &T) -> bool {
        let [b, c, d] = simplex.vertices() else { return false };
        is_large(&orient3d(&newest.w, &b.w, &c.w, &d.w), size)
    }
}

/// Goes on in larger arrays.
#[cold]
#[inline(never)]
fn expand_on<T: Real>(
    typical: &Mesh<T, TYPICAL, { facets(TYPICAL) }>,
    mut expanding: Expanding<T, 3>,
    size: &T,
    source: &mut dyn SupportSource<T, 3>,
) -> Option<Translation<T, 3>> {
    let mut large = Mesh::<T, LARGE, { facets(LARGE) }>::empty(size);
    large.take_over(typical);
    if let Some(lower) = expanding.expand(&mut large, source) {
        return expanding.translation(&large, lower, source);
    }
    let mut largest = Mesh::<T, LIMIT, { facets(LIMIT) }>::empty(size);
    largest.take_over(&large);
    let lower = expanding.expand(&mut largest, source)?;
    expanding.translation(&largest, lower, source)
}

#[cfg(test)]
mod tests;
