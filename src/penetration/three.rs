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

use super::{Best, Exit, Expansion, Rounding};
use crate::difference::SupportPoint;
use crate::scalar::{Real, norm, same, times};
use crate::simplex::{Cases, Simplex};
use core::array;
use nalgebra::Vector3;

/// The most vertices of a polytope: those that the expansion starts with and all that
/// [`Options::max_evaluations`](crate::Options) can add by default.
const VERTICES: usize = 168;
/// So many triangles has a closed surface with so many vertices (Euler).
const FACETS: usize = 2 * VERTICES - 4;

/// A triangle of the surface.
struct Facet<T> {
    corners: [u16; 3],
    /// The facets beyond its edges.
    beyond: [u16; 3],
    /// A unit vector, outwards; zero if the corners are on one line.
    normal: Vector3<T>,
    /// The signed distance of its plane from the origin.
    level: T,
    /// It could not be grown: its normal is not to be trusted, or the horizon was not one loop.
    skipped: bool,
    /// The newest vertex is above it.
    visible: bool,
}

/// An edge, as one of a facet's: number `side` leads from corner `side` to the next.
#[derive(Clone, Copy, Default)]
struct Edge {
    facet: u16,
    side: usize,
}

/// A closed surface of triangles inside A − B.
struct Polytope<T: Real> {
    vertices: [Option<SupportPoint<T, 3>>; VERTICES],
    count: u16,
    facets: [Option<Facet<T>>; FACETS],
    /// Slots from here on were never used.
    used: u16,
    /// Slots that can be used again; at the end of the list the facets that the newest vertex sees.
    dead: [u16; FACETS],
    dead_count: usize,
    /// The edges around them, in order.
    horizon: [Edge; VERTICES],
    horizon_length: usize,
    rounding: Rounding<T>,
}

impl<T: Real> Expansion<T, 3> for Cases {
    fn expand(
        newest: &SupportPoint<T, 3>,
        simplex: &Simplex<T, 3>,
        size: &T,
        mut vertex: impl FnMut(&Vector3<T>) -> Option<SupportPoint<T, 3>>,
    ) -> Option<Exit<T, 3>> {
        let [b, c, d] = simplex.vertices() else { return None };
        let mut polytope = Polytope::tetrahedron([newest, b, c, d].map(Clone::clone), Rounding::of(size));
        let mut best: Option<Best<T, 3>> = None;
        let mut nearest = polytope.nearest();
        while let Some((id, level)) = nearest.clone() {
            if best.as_ref().is_some_and(|best| best.reach <= level) {
                break;
            }
            let facet = polytope.facet(id);
            let (corners, normal) = (facet.corners, facet.normal.clone());
            let Some(found) = vertex(&normal) else { break };
            let reach = found.w.dot(&normal);
            if best.as_ref().is_none_or(|best| reach < best.reach) {
                best = Some(Best { normal: normal.clone(), reach: reach.clone(), corners });
            }
            if reach.clone() - level <= polytope.rounding.gap {
                best = best.filter(|best| best.reach.clone() + polytope.rounding.visible.clone() < reach);
                let corners = polytope.facet(polytope.across_plane(id)).corners;
                best = best.or(Some(Best { normal, reach, corners }));
                break;
            }
            if !polytope.grow(id, found) {
                polytope.facet_mut(id).skipped = true;
            }
            nearest = polytope.nearest();
        }
        let Best { normal, reach, corners } = best?;
        let mut facet = Simplex::empty();
        for corner in corners {
            facet.push(polytope.vertex(corner).clone());
        }
        let lower = nearest.map_or_else(|| reach.clone(), |(_, level)| level);
        Some(Exit { normal, reach, lower, facet })
    }
}

impl<T: Real> Polytope<T> {
    fn tetrahedron(mut vertices: [SupportPoint<T, 3>; 4], rounding: Rounding<T>) -> Self {
        let [ab, ac, ad] = [1, 2, 3].map(|k| &vertices[k].w - &vertices[0].w);
        if ab.cross(&ac).dot(&ad) > T::zero() {
            // As seen from D, inside, the facet ABC is to be clockwise.
            vertices.swap(1, 2);
        }
        let mut polytope = Self {
            vertices: array::from_fn(|_| None),
            count: 4,
            facets: array::from_fn(|_| None),
            used: 4,
            dead: [0; FACETS],
            dead_count: 0,
            horizon: [Edge::default(); VERTICES],
            horizon_length: 0,
            rounding,
        };
        for (slot, vertex) in polytope.vertices.iter_mut().zip(vertices) {
            *slot = Some(vertex);
        }
        let corners = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
        let beyond = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
        for (k, (corners, beyond)) in corners.into_iter().zip(beyond).enumerate() {
            polytope.facets[k] = Some(polytope.make(corners, beyond));
        }
        polytope
    }

    fn vertex(&self, index: u16) -> &SupportPoint<T, 3> {
        self.vertices[usize::from(index)].as_ref().expect("a facet's corners are vertices")
    }

    fn facet(&self, id: u16) -> &Facet<T> {
        self.facets[usize::from(id)].as_ref().expect("a facet's neighbours are facets")
    }

    fn facet_mut(&mut self, id: u16) -> &mut Facet<T> {
        self.facets[usize::from(id)].as_mut().expect("a facet's neighbours are facets")
    }

    /// The facet with these corners and neighbours.
    fn make(&self, corners: [u16; 3], beyond: [u16; 3]) -> Facet<T> {
        let [a, b, c] = corners.map(|corner| &self.vertex(corner).w);
        let mut normal = outward(a, b, c);
        let length = norm(&normal);
        let flat = length.is_zero();
        if !flat {
            normal /= length;
        }
        Facet { corners, beyond, level: normal.dot(a), normal, skipped: flat, visible: false }
    }

    /// The trusted facet nearest the origin, with its distance.
    fn nearest(&self) -> Option<(u16, T)> {
        let mut nearest: Option<(u16, &T)> = None;
        for (id, facet) in (0..self.used).zip(&self.facets) {
            if let Some(facet) = facet
                && !facet.skipped
                && nearest.is_none_or(|(_, level)| facet.level < *level)
            {
                nearest = Some((id, &facet.level));
            }
        }
        nearest.map(|(id, level)| (id, level.clone()))
    }

    /// Adds a vertex that is above a facet. False, and the surface is as before, if it is a vertex already, if there
    /// is no room, or if what it sees is not a disc.
    fn grow(&mut self, id: u16, found: SupportPoint<T, 3>) -> bool {
        let known = self.vertices[..usize::from(self.count)].iter().flatten().any(|vertex| same(&vertex.w, &found.w));
        if known || usize::from(self.count) == VERTICES {
            return false;
        }
        let dead_before = self.dead_count;
        self.horizon_length = 0;
        self.see(id);
        self.look_across(id, &[0, 1, 2], &found.w);
        if !self.horizon_is_one_loop() {
            for k in dead_before..self.dead_count {
                self.facet_mut(self.dead[k]).visible = false;
            }
            self.dead_count = dead_before;
            return false;
        }
        self.vertices[usize::from(self.count)] = Some(found);
        self.count += 1;
        self.close_around(self.count - 1);
        true
    }

    fn see(&mut self, id: u16) {
        self.facet_mut(id).visible = true;
        self.dead[self.dead_count] = id;
        self.dead_count += 1;
    }

    /// Looks from a visible facet across some of its edges, in order, at what else is visible, and on from there.
    fn look_across(&mut self, id: u16, sides: &[usize], from: &Vector3<T>) {
        for &side in sides {
            let facet = self.facet(id);
            let next = self.facet(facet.beyond[side]);
            if next.visible {
                continue;
            }
            if next.normal.dot(from) - next.level.clone() > self.rounding.visible {
                // The same edge is led the other way there.
                let end = facet.corners[(side + 1) % 3];
                let entered = next.corners.iter().position(|corner| *corner == end).unwrap_or(0);
                let next = facet.beyond[side];
                self.see(next);
                self.look_across(next, &[(entered + 1) % 3, (entered + 2) % 3], from);
            } else {
                if let Some(slot) = self.horizon.get_mut(self.horizon_length) {
                    *slot = Edge { facet: id, side };
                }
                self.horizon_length += 1;
            }
        }
    }

    /// The vertices that an edge leads from and to.
    fn ends(&self, edge: Edge) -> [u16; 2] {
        let corners = self.facet(edge.facet).corners;
        [corners[edge.side], corners[(edge.side + 1) % 3]]
    }

    /// Whether each edge of the horizon begins where the last one ended, and no vertex is passed twice.
    fn horizon_is_one_loop(&self) -> bool {
        let Some(edges) = self.horizon.get(..self.horizon_length) else { return false };
        let Some(last) = edges.last() else { return false };
        let mut reached = self.ends(*last)[1];
        for (k, edge) in edges.iter().enumerate() {
            let [from, to] = self.ends(*edge);
            if from != reached || edges[..k].iter().any(|earlier| self.ends(*earlier)[0] == from) {
                return false;
            }
            reached = to;
        }
        edges.len() >= 3
    }

    /// Replaces the visible facets by those from the edges of the horizon to a vertex.
    fn close_around(&mut self, vertex: u16) {
        let length = self.horizon_length;
        // What is needed of the dead facets, before their slots are filled.
        let mut rim = [([0; 2], 0); VERTICES];
        for (slot, edge) in rim.iter_mut().zip(&self.horizon[..length]) {
            *slot = (self.ends(*edge), self.facet(edge.facet).beyond[edge.side]);
        }
        let mut slots = [0; VERTICES];
        for slot in &mut slots[..length] {
            *slot = self.free_slot();
        }
        for k in 0..length {
            let ([from, to], outside) = rim[k];
            let (next, previous) = (slots[(k + 1) % length], slots[(k + length - 1) % length]);
            self.facets[usize::from(slots[k])] = Some(self.make([from, to, vertex], [outside, next, previous]));
            let neighbor = self.facet_mut(outside);
            for side in 0..3 {
                if neighbor.corners[side] == to && neighbor.corners[(side + 1) % 3] == from {
                    neighbor.beyond[side] = slots[k];
                }
            }
        }
    }

    /// A slot for a facet: there is always one, since a closed surface has no more facets than there are slots.
    fn free_slot(&mut self) -> u16 {
        if self.dead_count > 0 {
            self.dead_count -= 1;
            self.facets[usize::from(self.dead[self.dead_count])] = None;
            self.dead[self.dead_count]
        } else {
            self.used += 1;
            self.used - 1
        }
    }

    /// Goes from a facet on the boundary across its plane to the facet that holds the origin's projection.
    ///
    /// Across the edge e from v with e × n · (0 − v) > 0 the projection is outside, n being the normal of the plane.
    fn across_plane(&self, start: u16) -> u16 {
        let Facet { normal, level, .. } = self.facet(start);
        let lowest = level.clone() - self.rounding.gap.clone();
        let mut id = start;
        for _ in 0..self.used {
            let facet = self.facet(id);
            let next = (0..3).find_map(|side| {
                let [v, end] = self.ends(Edge { facet: id, side }).map(|corner| &self.vertex(corner).w);
                let outside = (end - v).cross(normal).dot(v) < T::zero();
                let next = facet.beyond[side];
                let in_plane = |corner: &u16| self.vertex(*corner).w.dot(normal) >= lowest;
                (outside && self.facet(next).corners.iter().all(in_plane)).then_some(next)
            });
            match next {
                Some(next) => id = next,
                None => break,
            }
        }
        id
    }
}

/// The normal of a triangle, of some length.
///
/// Any two of its edges, taken in turn, give the same product. Where the triangle is thin it is the two shortest that
/// lose least by rounding. If they are long as well, as among needles, the product is off by `eps` / thinness in every
/// direction; what matters is the longest edge's, by which the far end would be at another height: so that is removed.
fn outward<T: Real>(a: &Vector3<T>, b: &Vector3<T>, c: &Vector3<T>) -> Vector3<T> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(&ac);
    let (square_ab, square_ac) = (ab.dot(&ab), ac.dot(&ac));
    if times(1024, &normal.dot(&normal)) >= square_ab.clone() * square_ac.clone() {
        return normal;
    }
    let bc = c - b;
    let square_bc = bc.dot(&bc);
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
