//! The hull of points in space, as triangles. It is computed exactly, so no input leads to contradictions.
//!
//! C. Bradford Barber, David P. Dobkin and Hannu Huhdanpaa, The Quickhull algorithm for convex hulls, ACM Transactions on Mathematical
//! Software 22, 1996. Every point above some facets is on the list of one of them. The farthest point of a list becomes a vertex. The
//! facets that it sees are replaced by new ones, between the vertex and their border, the *horizon*.
//!
//! Points in the plane of a facet are not above it, so several facets may be in one plane, which does no harm. No facet
//! is degenerate: a new one has an edge of a visible facet, which the new vertex is above.

use super::lattice::{Lattice, Node, ONE, difference, normal, rounded, side};
use crate::tolerance;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use nalgebra::Vector3;

const NONE: u32 = u32::MAX;

/// A facet of the hull, wound counter-clockwise as seen from outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    pub(super) corners: [u32; 3],
    /// The neighboring facet at the edge from each corner to the next.
    pub(super) beyond: [u32; 3],
}

struct Facet {
    triangle: Triangle,
    normal: Vector3<f64>,
    /// A bound on the error of a rounded height.
    slack: f64,
    first: u32,
    alive: bool,
}

struct Hull<'l> {
    points: &'l [Node<3>],
    facets: Vec<Facet>,
    /// Removed facets, to use again.
    free: Vec<u32>,
    /// The next point in the list of each.
    next: Vec<u32>,
    /// The facet that begins at a vertex of the horizon.
    starting: Vec<u32>,
}

/// The triangles of the hull, from four points that are not in one plane.
pub(super) fn triangles(lattice: &Lattice<3>, [a, b, c, d]: [u32; 4]) -> Vec<Triangle> {
    let count = lattice.points.len();
    let mut hull = Hull {
        points: &lattice.points,
        facets: Vec::new(),
        free: Vec::new(),
        next: vec![NONE; count],
        starting: vec![NONE; count],
    };
    hull.begin_with([a, b, c, d]);
    let mut waiting = vec![0, 1, 2, 3];
    while let Some(id) = waiting.pop() {
        while hull.facets[id as usize].alive && hull.facets[id as usize].first != NONE {
            let point = hull.farthest(id);
            hull.add(id, point, &mut waiting);
        }
    }
    hull.finish()
}

impl Hull<'_> {
    fn begin_with(&mut self, [a, b, c, d]: [u32; 4]) {
        let below = self.facet([a, b, c]);
        let [b, c] = if self.is_above(&below, d) { [c, b] } else { [b, c] };
        // The neighbor at each edge is the facet that lacks the third corner.
        for (corners, beyond) in
            [([a, b, c], [1, 2, 3]), ([b, a, d], [0, 3, 2]), ([c, b, d], [0, 1, 3]), ([a, c, d], [0, 2, 1])]
        {
            let mut facet = self.facet(corners);
            facet.triangle.beyond = beyond;
            self.facets.push(facet);
        }
        for point in 0..u32::try_from(self.points.len()).unwrap_or(NONE) {
            self.hand_over(point, &[0, 1, 2, 3]);
        }
    }

    fn facet(&self, corners: [u32; 3]) -> Facet {
        let exact = normal(corners.map(|corner| &self.points[corner as usize]));
        let normal = rounded(&exact);
        // Six roundings of at most 2⁻⁵³ each; differences of points have 60 bits.
        let slack = (normal.x.abs() + normal.y.abs() + normal.z.abs())
            * (f64::from(tolerance::HULL_FACET) * f64::EPSILON / 2.0 * 8.0 * ONE);
        Facet { triangle: Triangle { corners, beyond: [NONE; 3] }, normal, slack, first: NONE, alive: true }
    }

    fn height(&self, facet: &Facet, point: u32) -> f64 {
        let [x, y, z] = difference(&self.points[point as usize], &self.points[facet.triangle.corners[0] as usize]);
        #[expect(clippy::cast_precision_loss, reason = "accounted for")]
        facet.normal.dot(&Vector3::new(x as f64, y as f64, z as f64))
    }

    /// Returns whether a point is above a facet's plane.
    fn is_above(&self, facet: &Facet, point: u32) -> bool {
        let height = self.height(facet, point);
        if height.abs() > facet.slack {
            return height > 0.0;
        }
        let corners = facet.triangle.corners.map(|corner| &self.points[corner as usize]);
        side(&normal(corners), &difference(&self.points[point as usize], corners[0])) == Ordering::Greater
    }

    /// Puts a point on the list of a facet that it is above.
    fn hand_over(&mut self, point: u32, facets: &[u32]) {
        if let Some(&id) = facets.iter().find(|&&id| self.is_above(&self.facets[id as usize], point)) {
            self.next[point as usize] = core::mem::replace(&mut self.facets[id as usize].first, point);
        }
    }

    /// The farthest point of a facet's list.
    fn farthest(&self, id: u32) -> u32 {
        let facet = &self.facets[id as usize];
        let (mut best, mut most) = (facet.first, self.height(facet, facet.first));
        let mut point = self.next[best as usize];
        while point != NONE {
            let height = self.height(facet, point);
            if height > most {
                (best, most) = (point, height);
            }
            point = self.next[point as usize];
        }
        best
    }

    /// Adds a vertex above a facet.
    fn add(&mut self, id: u32, vertex: u32, waiting: &mut Vec<u32>) {
        let (seen, horizon) = self.horizon(id, vertex);
        let fresh: Vec<u32> = horizon.iter().map(|&edge| self.put(vertex, edge)).collect();
        // The next facet around the vertex has the horizon edge that begins where this one's ends.
        for (&id, &(_, [_, end])) in fresh.iter().zip(&horizon) {
            let after = self.starting[end as usize];
            self.facets[id as usize].triangle.beyond[1] = after;
            self.facets[after as usize].triangle.beyond[2] = id;
        }
        for &id in &seen {
            let mut point = core::mem::replace(&mut self.facets[id as usize].first, NONE);
            while point != NONE {
                let next = self.next[point as usize];
                if point != vertex {
                    self.hand_over(point, &fresh);
                }
                point = next;
            }
        }
        self.free.extend(seen);
        waiting.extend(fresh.into_iter().filter(|&id| self.facets[id as usize].first != NONE));
    }

    /// The facets that a vertex sees, and the edges around them, each with the facet on its other side.
    fn horizon(&mut self, id: u32, vertex: u32) -> (Vec<u32>, Vec<(u32, [u32; 2])>) {
        let (mut seen, mut horizon) = (vec![id], Vec::new());
        self.facets[id as usize].alive = false;
        let mut k = 0;
        while let Some(&id) = seen.get(k) {
            k += 1;
            let Triangle { corners, beyond } = self.facets[id as usize].triangle;
            for side in 0..3 {
                let other = &self.facets[beyond[side] as usize];
                if other.alive && self.is_above(other, vertex) {
                    self.facets[beyond[side] as usize].alive = false;
                    seen.push(beyond[side]);
                } else if other.alive {
                    horizon.push((beyond[side], [corners[side], corners[(side + 1) % 3]]));
                }
            }
        }
        (seen, horizon)
    }

    /// Adds a facet between a vertex and an edge of its horizon.
    fn put(&mut self, vertex: u32, (outer, [start, end]): (u32, [u32; 2])) -> u32 {
        let mut facet = self.facet([start, end, vertex]);
        facet.triangle.beyond[0] = outer;
        let id = self.free.pop().unwrap_or(u32::try_from(self.facets.len()).unwrap_or(NONE));
        if id as usize == self.facets.len() {
            self.facets.push(facet);
        } else {
            self.facets[id as usize] = facet;
        }
        let Triangle { corners, beyond } = &mut self.facets[outer as usize].triangle;
        if let Some(side) = (0..3).find(|&side| corners[side] == end && corners[(side + 1) % 3] == start) {
            beyond[side] = id;
        }
        self.starting[start as usize] = id;
        id
    }

    /// The facets of the hull, numbered without gaps.
    fn finish(self) -> Vec<Triangle> {
        let mut number = vec![NONE; self.facets.len()];
        let alive = || self.facets.iter().enumerate().filter(|(_, facet)| facet.alive);
        for (new, (old, _)) in (0..).zip(alive()) {
            number[old] = new;
        }
        let renumbered =
            |triangle: Triangle| Triangle { beyond: triangle.beyond.map(|id| number[id as usize]), ..triangle };
        alive().map(|(_, facet)| renumbered(facet.triangle)).collect()
    }
}
