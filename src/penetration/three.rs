//! Three dimensions: the polytope of triangles.
//!
//! ```text
//!           v1                    Seen from the new vertex s, above the page. The facets that s is above of (marked *)
//!         / |  \                  are visible; together they are a disc, bounded by the horizon v1 v2 v3 v4 v1, one
//!       /  *|    \                closed loop. They go, and for each edge vi vj of the horizon the facet vi vj s comes.
//!     v2    |  *  v4
//!       \   |    /                Facets are wound counter-clockwise as seen from outside. A facet knows its three
//!         \ |  /                  neighbours: number i is beyond the edge from corner i to corner i + 1. A visible facet
//!           v3                    entered across one edge looks across the next two, in order: so the horizon comes
//!                                 out as a walk, v1 v2, v2 v3, …
//! ```
//!
//! k edges on the horizon of a disc without inner vertices bound k − 2 facets, so most new facets move into the slots
//! of dead ones.
//!
//! Most polytopes are small, and to clear the arrays for large ones would take longer than to grow a small one. So
//! they begin in small arrays, and move to larger ones when those are full.

use super::{Best, Exit, Expansion, Rounding, Surroundings};
use crate::observe::Stop;
use crate::scalar::{Real, same, times};
use crate::simplex::{Cases, Simplex};
use crate::vertex::SupportPoint;
use core::array;
use nalgebra::Vector3;

/// The most vertices of a polytope: those that the expansion starts with and all that
/// [`Options::max_evaluations`](crate::Options) can add by default.
const VERTICES: usize = 168;
/// So many vertices have most polytopes of hulls of a hundred points; of larger hulls and of curved shapes.
const FEW: usize = if cfg!(feature = "small") { VERTICES } else { 28 };
const SOME: usize = if cfg!(feature = "small") { VERTICES } else { 64 };

/// So many triangles has a closed surface with so many vertices (Euler). All three are multiples of [`LANES`].
const fn facets(vertices: usize) -> usize {
    2 * vertices - 4
}

/// With fewer vertices than this a polytope is grown leaning: see [`Polytope::grow_leaning`].
const LEANING: usize = 12;

/// Levels are compared so many at a time.
const LANES: usize = 4;

/// The plane of a facet. Its normal has the length that it comes with, since most planes are only compared: n · w > level
/// is above it, at a distance of (n · w − level) / |n|.
struct Plane<T> {
    /// Outwards; zero if the corners are on one line.
    normal: Vector3<T>,
    level: T,
    /// |n|².
    square: T,
}

/// A triangle of the surface, but for its plane.
#[derive(Clone, Copy, Default)]
struct Facet {
    corners: [u16; 3],
    /// What is beyond its edges.
    beyond: [Side; 3],
    /// The newest vertex is above it.
    visible: bool,
}

/// Of a facet the edge number 0, 1 or 2, which leads from the corner of that number to the next: 4 · facet + number.
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

/// The number of the next side, counter-clockwise.
fn next(number: usize) -> usize {
    if number == 2 { 0 } else { number + 1 }
}

/// An edge of the horizon, as the visible facet leads it.
#[derive(Clone, Copy, Default)]
struct Edge {
    ends: [u16; 2],
    /// The same edge as one of the facet that is not visible.
    outside: Side,
}

/// A closed surface of triangles inside A − B, with room for so many vertices and facets.
struct Polytope<T: Real, const V: usize, const F: usize> {
    vertices: [Option<SupportPoint<T, 3>>; V],
    /// The same as mere points, close together.
    points: [Vector3<T>; V],
    count: usize,
    facets: [Facet; F],
    planes: [Plane<T>; F],
    /// Slots from here on were never used.
    used: usize,
    /// How far the facets that can be grown are from the origin: the signed squares of the distances. Others are
    /// [`Self::never`]: slots that are not in use, and facets that could not be grown, because the normal is not to be
    /// trusted or the horizon was not one loop.
    squares: [T; F],
    never: T,
    /// Slots that can be used again; at the end of the list the facets that the newest vertex sees.
    dead: [u16; F],
    dead_count: usize,
    /// The edges around them, in order.
    horizon: [Edge; V],
    horizon_length: usize,
    /// What is yet to be looked at: the last first.
    ahead: [Side; F],
    /// How many horizons there were, and for each vertex the last one it was on.
    loops: u16,
    passed: [u16; V],
    rounding: Rounding<T>,
    /// The least reach so far.
    best: Option<Best<T, 3>>,
}

impl<T: Real> Expansion<T, 3> for Cases {
    type Workspace = ();

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn expand(
        newest: &SupportPoint<T, 3>,
        simplex: &Simplex<T, 3>,
        size: &T,
        surroundings: &mut impl Surroundings<T, 3>,
        (): &mut (),
    ) -> Option<Exit<T, 3>> {
        let [b, c, d] = simplex.vertices() else { return None };
        let mut polytope = Polytope::<T, FEW, { facets(FEW) }>::empty(size);
        polytope.begin_with([newest, b, c, d]);
        match polytope.expand(surroundings) {
            Some(lower) => polytope.exit(lower),
            None => expand_on(&polytope, size, surroundings),
        }
    }

    /// No height is more than rounding if the volume is more than rounding: it is a height, times no more than the area of
    /// the largest triangle that fits in.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn is_solid(newest: &SupportPoint<T, 3>, simplex: &Simplex<T, 3>, size: &T) -> bool {
        let [b, c, d] = simplex.vertices() else { return false };
        let [ab, ac, ad] = [b, c, d].map(|vertex| &vertex.w - &newest.w);
        let volume = ab.cross(&ac).dot(&ad).abs();
        volume > times(1 << 13, &T::epsilon()) * (size.clone() * size.clone() * size.clone())
    }
}

/// Goes on in larger arrays.
#[cold]
#[inline(never)]
fn expand_on<T: Real>(
    small: &Polytope<T, FEW, { facets(FEW) }>,
    size: &T,
    surroundings: &mut dyn Surroundings<T, 3>,
) -> Option<Exit<T, 3>> {
    let mut polytope = Polytope::<T, SOME, { facets(SOME) }>::empty(size);
    polytope.take_over(small);
    if let Some(lower) = polytope.expand(surroundings) {
        return polytope.exit(lower);
    }
    let mut large = Polytope::<T, VERTICES, { facets(VERTICES) }>::empty(size);
    large.take_over(&polytope);
    let lower = large.expand(surroundings)?;
    large.exit(lower)
}

fn index(k: usize) -> u16 {
    u16::try_from(k).unwrap_or(u16::MAX)
}

impl<T: Real, const V: usize, const F: usize> Polytope<T, V, F> {
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn empty(size: &T) -> Self {
        let never = times(1 << 30, &T::one()) * size.clone();
        Self {
            vertices: array::from_fn(|_| None),
            points: array::from_fn(|_| Vector3::zeros()),
            count: 0,
            facets: [Facet::default(); F],
            planes: array::from_fn(|_| Plane { normal: Vector3::zeros(), level: T::zero(), square: T::zero() }),
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
            rounding: Rounding::of(size),
            best: None,
        }
    }

    /// The tetrahedron of four vertices.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn begin_with(&mut self, vertices: [&SupportPoint<T, 3>; 4]) {
        let [a, b, c, d] = vertices.map(|vertex| &vertex.w);
        // As seen from D, inside, the facet ABC is to be clockwise.
        let order = if (b - a).cross(&(c - a)).dot(&(d - a)) > T::zero() { [0, 2, 1, 3] } else { [0, 1, 2, 3] };
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

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn add(&mut self, vertex: &SupportPoint<T, 3>) {
        self.points[self.count] = vertex.w.clone();
        self.vertices[self.count] = Some(vertex.clone());
        self.count += 1;
    }

    /// Becomes what a smaller one is.
    fn take_over<const W: usize, const G: usize>(&mut self, small: &Polytope<T, W, G>) {
        small.vertices.iter().flatten().for_each(|vertex| self.add(vertex));
        self.facets[..small.used].copy_from_slice(&small.facets[..small.used]);
        for (slot, Plane { normal, level, square }) in self.planes.iter_mut().zip(&small.planes[..small.used]) {
            *slot = Plane { normal: normal.clone(), level: level.clone(), square: square.clone() };
        }
        self.squares[..small.used].clone_from_slice(&small.squares[..small.used]);
        self.used = small.used;
        self.dead[..small.dead_count].copy_from_slice(&small.dead[..small.dead_count]);
        self.dead_count = small.dead_count;
        self.best.clone_from(&small.best);
    }

    /// The facets, one of them first.
    fn facets_from(&self, first: usize) -> impl Iterator<Item = Simplex<T, 3>> + '_ {
        let alive = move |id: &usize| *id != first && !self.dead[..self.dead_count].contains(&index(*id));
        core::iter::once(first).chain((0..self.used).filter(alive)).map(|id| {
            let mut facet = Simplex::empty();
            let corners = self.facets[id].corners.map(|corner| self.vertices[usize::from(corner)].as_ref());
            corners.into_iter().flatten().for_each(|corner| facet.push(corner.clone()));
            facet
        })
    }

    /// Grows until the boundary is reached, and says what the least level was; or `None` if the arrays are full (save the
    /// largest: those have to do).
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn expand(&mut self, surroundings: &mut (impl Surroundings<T, 3> + ?Sized)) -> Option<T> {
        loop {
            let Some(id) = self.nearest() else {
                // None can be grown any more.
                surroundings.stopped(Stop::Exhausted);
                return Some(self.best.as_ref().map_or_else(T::zero, |best| best.reach.clone()));
            };
            let Plane { normal: direction, level, square } = &self.planes[id];
            let per_length = T::one() / square.sqrt();
            let (normal, level) = (direction * per_length.clone(), level.clone() * per_length);
            if self.best.as_ref().is_some_and(|best| best.reach <= level) {
                surroundings.stopped(Stop::BoundsMet);
                return Some(level);
            }
            if self.count == V && V < VERTICES {
                return None;
            }
            match self.grow_leaning(id, &normal, &level, surroundings) {
                Some(true) => continue,
                Some(false) => {}
                None => return Some(level),
            }
            let corners = self.facets[id].corners;
            // Along the normal as it is, which need not wait for its length.
            let Some(found) = surroundings.vertex(&self.planes[id].normal) else { return Some(level) };
            let reach = found.w.dot(&normal);
            let upper = self.best.as_ref().map_or(&reach, |best| if best.reach < reach { &best.reach } else { &reach });
            surroundings.expanded(&level, upper, &mut self.facets_from(id));
            if reach.clone() - level.clone() <= self.rounding.gap {
                let slack = self.rounding.visible.clone();
                if !self.best.as_ref().is_some_and(|best| best.reach.clone() + slack < reach) {
                    let corners = self.facets[self.across_plane(id, &normal, &level)].corners;
                    self.best = Some(Best { normal, reach, corners });
                }
                surroundings.stopped(Stop::OnBoundary);
                return Some(level);
            }
            if self.best.as_ref().is_none_or(|best| reach < best.reach) {
                self.best = Some(Best { normal, reach, corners });
            }
            if !self.grow(id, &found) {
                self.squares[id] = self.never.clone();
            }
        }
    }

    /// Looks beyond a facet not along its normal but leaning towards where the way out is expected, and says whether that
    /// was a reason to grow; `None` if there are no more vertices to be had.
    ///
    /// Any vertex beyond the facet will do. Those that are found leaning are where the boundary is near, as seen from
    /// the middle: there more of them are needed, and elsewhere fewer, so the polytope comes to its end with fewer. It goes on
    /// until nothing is found so, or the boundary is much farther out there than along other normals, or there are many.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn grow_leaning(
        &mut self,
        id: usize,
        normal: &Vector3<T>,
        level: &T,
        surroundings: &mut (impl Surroundings<T, 3> + ?Sized),
    ) -> Option<bool> {
        let (Some(expected), Some(best)) = (surroundings.lean(), &self.best) else { return Some(false) };
        if self.count >= LEANING || times(20, &normal.dot(expected)) >= times(19, &T::one()) {
            return Some(false);
        }
        let share = times(2, &T::one()) / times(3, &T::one());
        let direction = normal + &*expected * share;
        let found = surroundings.vertex(&direction)?;
        let (reach, most) = (times(5, &found.w.dot(&direction)), times(6, &best.reach));
        let misleads = reach.clone() * reach > most.clone() * most * direction.dot(&direction);
        let grown = found.w.dot(normal) - level.clone() > self.rounding.gap && self.grow(id, &found);
        if misleads || !grown {
            *surroundings.lean() = None;
        }
        Some(grown)
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn exit(&self, lower: T) -> Option<Exit<T, 3>> {
        let Best { normal, reach, corners } = self.best.as_ref()?;
        let mut facet = Simplex::empty();
        for corner in corners {
            facet.push(self.vertices[usize::from(*corner)].clone()?);
        }
        Some(Exit { normal: normal.clone(), reach: reach.clone(), lower, facet })
    }

    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn point(&self, index: u16) -> &Vector3<T> {
        &self.points[usize::from(index)]
    }

    /// Puts the facet with these corners and neighbours into a slot.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn make(&mut self, slot: usize, corners: [u16; 3], beyond: [Side; 3]) {
        let [a, b, c] = corners.map(|corner| &self.points[usize::from(corner)]);
        let normal = outward(a, b, c);
        let (level, square) = (normal.dot(a), normal.dot(&normal));
        let distance = level.clone() * level.abs() / square.clone();
        self.squares[slot] = if square > T::zero() { distance } else { self.never.clone() };
        self.planes[slot] = Plane { normal, level, square };
        self.facets[slot] = Facet { corners, beyond, visible: false };
    }

    /// The facet that can be grown nearest the origin: a few lanes of numbers are compared first, and then it is sought whose
    /// the least is.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn nearest(&self) -> Option<usize> {
        let mut lanes: [T; LANES] = array::from_fn(|_| self.never.clone());
        let squares = &self.squares[..self.used.next_multiple_of(LANES)];
        for chunk in squares.as_chunks::<LANES>().0 {
            for (least, square) in lanes.iter_mut().zip(chunk) {
                *least = min(square, least).clone();
            }
        }
        let [a, b, c, d] = &lanes;
        let least = min(min(a, b), min(c, d));
        if *least < self.never { squares.iter().position(|square| square == least) } else { None }
    }

    /// Adds a vertex that is above a facet. False, and the surface is as before, if it is a vertex already, if there
    /// is no room, or if what it sees is not a disc.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn grow(&mut self, id: usize, found: &SupportPoint<T, 3>) -> bool {
        // Without a branch for each: they are all different, as a rule.
        let known = self.points[..self.count].iter().fold(false, |known, point| known | same(point, &found.w));
        if known || self.count == V {
            return false;
        }
        let dead_before = self.dead_count;
        if !(self.look_around(id, &found.w) && self.horizon_is_one_loop()) {
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

    fn see(&mut self, id: usize) {
        self.facets[id].visible = true;
        self.dead[self.dead_count] = index(id);
        self.dead_count += 1;
    }

    /// Looks from a visible facet across its edges, in order, at what else is visible, and on from there. False if there
    /// is more than there is room for, which no disc needs.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn look_around(&mut self, id: usize, from: &Vector3<T>) -> bool {
        self.horizon_length = 0;
        self.see(id);
        let visible = self.rounding.visible.clone() * self.rounding.visible.clone();
        let [first, second, third] = self.facets[id].beyond;
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
            if self.planes[id].is_below(from, &visible) {
                if count + 2 > F || self.dead_count == F {
                    return false;
                }
                self.ahead[count] = facet.beyond[next(next(side))];
                self.ahead[count + 1] = facet.beyond[next(side)];
                count += 2;
                self.see(id);
            } else {
                // The same edge is led the other way there.
                let ends = [facet.corners[next(side)], facet.corners[side]];
                let Some(slot) = self.horizon.get_mut(self.horizon_length) else { return false };
                *slot = Edge { ends, outside };
                self.horizon_length += 1;
            }
        }
        true
    }

    /// Whether each edge of the horizon begins where the last one ended, and no vertex is passed twice.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
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

    /// Replaces the visible facets by those from the edges of the horizon to a vertex.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn close_around(&mut self, vertex: u16) {
        let length = self.horizon_length;
        // There is always a slot, since a closed surface has no more facets than there are slots.
        while self.dead_count < length && self.used < F {
            self.dead[self.dead_count] = index(self.used);
            self.dead_count += 1;
            self.used += 1;
        }
        let mut previous = self.dead[length - 1];
        for k in 0..length {
            let (this, next) = (self.dead[k], self.dead[if k + 1 == length { 0 } else { k + 1 }]);
            let Edge { ends: [from, to], outside } = self.horizon[k];
            self.facets[outside.facet()].beyond[outside.number()] = Side::of(this, 0);
            let beyond = [outside, Side::of(next, 2), Side::of(previous, 1)];
            self.make(usize::from(this), [from, to, vertex], beyond);
            previous = this;
        }
        self.dead.copy_within(length..self.dead_count, 0);
        self.dead_count -= length;
        for dead in &self.dead[..self.dead_count] {
            self.squares[usize::from(*dead)] = self.never.clone();
        }
    }

    /// Goes from a facet on the boundary across its plane to the facet that holds the origin's projection.
    ///
    /// Across the edge e from v with e × n · (0 − v) > 0 the projection is outside, n being the normal of the plane.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn across_plane(&self, start: usize, normal: &Vector3<T>, level: &T) -> usize {
        let lowest = level.clone() - self.rounding.gap.clone();
        let mut id = start;
        for _ in 0..self.used {
            let facet = &self.facets[id];
            let next = (0..3).find_map(|side| {
                let [v, end] = [side, (side + 1) % 3].map(|corner| self.point(facet.corners[corner]));
                let outside = (end - v).cross(normal).dot(v) < T::zero();
                let next = facet.beyond[side].facet();
                let in_plane = |corner: &u16| self.point(*corner).dot(normal) >= lowest;
                (outside && self.facets[next].corners.iter().all(in_plane)).then_some(next)
            });
            match next {
                Some(next) => id = next,
                None => break,
            }
        }
        id
    }
}

impl<T: Real> Plane<T> {
    /// Whether a point is above by more than a distance, which is given by its square.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn is_below(&self, point: &Vector3<T>, square: &T) -> bool {
        let height = self.normal.dot(point) - self.level.clone();
        height > T::zero() && height.clone() * height > square.clone() * self.square.clone()
    }
}

/// The smaller of two; the second where they can't be compared.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn min<'t, T: PartialOrd>(a: &'t T, b: &'t T) -> &'t T {
    if a < b { a } else { b }
}

/// The normal of a triangle, of some length.
///
/// Any two of its edges, taken in turn, give the same product. Where the triangle is thin it is the two shortest that
/// lose least by rounding. If they are long as well, as among needles, the product is off by `eps` / thinness in every
/// direction; what matters is the longest edge's, by which the far end would be at another height: so that is removed.
#[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
fn outward<T: Real>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>) -> Vector3<T> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    if normal.dot(&normal) * times(1024, &T::one()) >= ab.dot(&ab) * ac.dot(&ac) {
        normal
    } else {
        outward_of_sliver(a, b, c)
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;

    type Small = Polytope<f64, FEW, { facets(FEW) }>;

    fn vertex(x: f64, y: f64, z: f64) -> SupportPoint<f64, 3> {
        SupportPoint { w: Vector3::new(x, y, z), ..SupportPoint::nothing() }
    }

    fn octahedron() -> Small {
        let mut polytope = Small::empty(&1.0);
        polytope.begin_with([&vertex(1., 0., 0.), &vertex(0., 1., 0.), &vertex(0., 0., 1.), &vertex(-1., 0., 0.)]);
        for newest in [vertex(0., -1., 0.), vertex(0., 0., -1.)] {
            let above = |id: &usize| polytope.planes[*id].is_below(&newest.w, &1e-9);
            let id = (0..polytope.used).find(above).expect("it is outside");
            assert!(polytope.grow(id, &newest));
        }
        assert_eq!((polytope.used, polytope.dead_count, polytope.count), (8, 0, 6));
        polytope
    }

    /// Whether the facets of a set that are reached from one of them, across edges, are bounded by one simple loop.
    fn is_disc(polytope: &Small, seen: u32, start: usize) -> bool {
        let has = |set: u32, id: usize| set >> id & 1 == 1;
        let mut reached = 1_u32 << start;
        for _ in 0..8 {
            let before = reached;
            for id in (0..8).filter(|&id| has(before, id)) {
                let beyond = polytope.facets[id].beyond.map(|side| 1 << side.facet());
                reached |= beyond.iter().fold(0, |all, one| all | one) & seen;
            }
        }
        let mut border = BTreeMap::new();
        let mut edges = 0;
        for id in (0..8).filter(|&id| has(reached, id)) {
            let Facet { corners, beyond, .. } = polytope.facets[id];
            for side in (0..3).filter(|&side| !has(reached, beyond[side].facet())) {
                border.insert(corners[side], corners[next(side)]);
                edges += 1;
            }
        }
        let Some((&first, _)) = border.first_key_value() else { return false };
        let mut at = first;
        let length = (1..=edges).find(|_| {
            at = border[&at];
            at == first
        });
        border.len() == edges && length == Some(edges)
    }

    #[test]
    fn what_is_no_disc_is_not_followed() {
        let newest = vertex(5., 6., 7.);
        let (mut grown, mut refused) = (0, 0);
        for seen in 1..1_u32 << 8 {
            for start in (0..8).filter(|start| seen >> start & 1 == 1) {
                // Planes that lie: what is seen is what is said to be.
                let mut polytope = octahedron();
                for (id, plane) in polytope.planes[..8].iter_mut().enumerate() {
                    plane.level = if seen >> id & 1 == 1 { -100.0 } else { 100.0 };
                }
                let before = polytope.facets;
                let disc = is_disc(&polytope, seen, start);
                assert_eq!(polytope.grow(start, &newest), disc, "{seen:b} from {start}");
                if disc {
                    grown += 1;
                    // Still closed: what is beyond an edge has it, the other way round.
                    for id in
                        (0..polytope.used).filter(|id| !polytope.dead[..polytope.dead_count].contains(&index(*id)))
                    {
                        for side in 0..3 {
                            let other = polytope.facets[id].beyond[side];
                            let ends = |id: usize, side: usize| {
                                [side, next(side)].map(|corner| polytope.facets[id].corners[corner])
                            };
                            let [from, to] = ends(other.facet(), other.number());
                            assert_eq!(ends(id, side), [to, from], "{seen:b} from {start}");
                        }
                    }
                } else {
                    refused += 1;
                    assert_eq!((polytope.count, polytope.dead_count), (6, 0));
                    let same = |(a, b): (&Facet, &Facet)| a.corners == b.corners && !a.visible && !b.visible;
                    assert!(polytope.facets.iter().zip(&before).all(same));
                }
            }
        }
        assert!(grown > 500 && refused > 100, "{grown} {refused}");
    }
}
