//! The faces of a polytope from its triangles: triangles in one plane, up to rounding, make one face.
//!
//! A face grows from its largest triangle, over edges, as long as all its vertices are between two planes that are parallel
//! to it and a tolerance apart. So a vertex that is left out in the end is no farther than that from the hull of the others.
//! The face's normal is the sum of its triangles' normals, each twice its area long. The larger the face, the better its
//! normal, so the normal is computed again whenever the face's area has doubled.
//!
//! A face stays a disc: it takes in a triangle that shares two edges with it, or one edge if the opposite corner is new. (In
//! the plane every disc can be built in this way, in any order: Gerald Danaraj and Victor Klee, Which spheres are
//! shellable?, Annals of Discrete Mathematics 2, 1978.) A vertex of only two faces is on an edge, and is left out.

use super::lattice::{Direction, Lattice, Node, difference, normal, rounded, widen};
use super::quickhull::Triangle;
use alloc::vec;
use alloc::vec::Vec;

/// No face.
const NONE: u32 = u32::MAX;
/// A triangle that is farther than so many tolerances from the plane of a face is not tried with a better normal.
const NEAR: i128 = 64;
/// How often the triangles that a face has refused are tried again.
const ROUNDS: usize = 16;

/// A face: its corners, counter-clockwise as seen from outside; the neighboring face at the edge from each corner to the
/// next; and a normal of any length.
#[derive(Debug)]
pub(super) struct Facet {
    pub(super) corners: Vec<u32>,
    pub(super) beyond: Vec<u32>,
    pub(super) normal: [i128; 3],
}

/// The faces; `None` if all points are in one plane, up to rounding.
pub(super) fn facets(lattice: &Lattice<3>, triangles: &[Triangle]) -> Option<Vec<Facet>> {
    let mut growth = Growth {
        points: &lattice.points,
        triangles,
        normals: triangles
            .iter()
            .map(|triangle| normal(triangle.corners.map(|k| &lattice.points[k as usize])))
            .collect(),
        face_of: vec![NONE; triangles.len()],
        last: vec![NONE; lattice.points.len()],
    };
    let regions = growth.grow(lattice.tolerance);
    if regions.iter().any(|region| growth.is_all(region, lattice.tolerance)) {
        return None;
    }
    let found = growth.outlines(regions, lattice.tolerance);
    if let Some(found) = found.filter(|found| found.len() >= 4) {
        return Some(found);
    }
    // If the merged faces make no polytope (it is as thin as the tolerance, or smooth on that scale), keep the triangles.
    let regions = growth.grow(-1);
    growth.outlines(regions, lattice.tolerance)
}

struct Growth<'l> {
    points: &'l [Node<3>],
    triangles: &'l [Triangle],
    normals: Vec<[i128; 3]>,
    /// The face of each triangle.
    face_of: Vec<u32>,
    /// The face that took in each point last.
    last: Vec<u32>,
}

struct Region {
    normal: [i128; 3],
    direction: Direction<3>,
    /// The square of the normal's length when `direction` was computed.
    square: f64,
    /// The least and the largest height of a member, relative to the first.
    span: [i128; 2],
    members: Vec<u32>,
    triangles: Vec<u32>,
}

fn square(normal: &[i128; 3]) -> f64 {
    rounded(normal).norm_squared()
}

fn sum(a: &[i128; 3], b: &[i128; 3]) -> [i128; 3] {
    core::array::from_fn(|k| a[k] + b[k])
}

impl Growth<'_> {
    fn grow(&mut self, tolerance: i64) -> Vec<Region> {
        self.face_of.fill(NONE);
        self.last.fill(NONE);
        let mut order: Vec<(f64, u32)> = self.normals.iter().map(square).zip(0..).collect();
        order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut regions = Vec::new();
        for (_, seed) in order {
            if self.face_of[seed as usize] == NONE {
                regions.push(self.region(u32::try_from(regions.len()).unwrap_or(NONE), seed, tolerance));
            }
        }
        regions
    }

    fn region(&mut self, id: u32, seed: u32, tolerance: i64) -> Region {
        let normal = self.normals[seed as usize];
        let corners = self.triangles[seed as usize].corners;
        let mut region = Region {
            direction: Direction::of(&normal),
            square: square(&normal),
            span: [0, 0],
            members: corners.to_vec(),
            triangles: vec![seed],
            normal,
        };
        self.face_of[seed as usize] = id;
        for corner in corners {
            self.last[corner as usize] = id;
        }
        let mut waiting = self.triangles[seed as usize].beyond.to_vec();
        let mut refused = Vec::new();
        for _ in 0..ROUNDS {
            while let Some(next) = waiting.pop() {
                let beyond = self.triangles[next as usize].beyond;
                if self.face_of[next as usize] == NONE && self.takes_in(&mut region, id, next, tolerance) {
                    self.face_of[next as usize] = id;
                    region.triangles.push(next);
                    waiting.extend(beyond);
                } else if self.face_of[next as usize] == NONE {
                    refused.push(next);
                }
            }
            // With the normal of all its triangles it may take in some that it refused.
            let whole = region.normal;
            if refused.is_empty() || square(&whole) <= region.square || !self.turns(&mut region, &whole, tolerance) {
                break;
            }
            waiting.append(&mut refused);
        }
        region
    }

    /// Adds a triangle to a region, if it is in its plane.
    fn takes_in(&mut self, region: &mut Region, id: u32, next: u32, tolerance: i64) -> bool {
        let Triangle { corners, beyond } = self.triangles[next as usize];
        let shared = beyond.map(|other| self.face_of[other as usize] == id);
        let whole = sum(&region.normal, &self.normals[next as usize]);
        match shared {
            [true, true, true] => return false,
            [true, false, false] | [false, true, false] | [false, false, true] => {
                // The corner opposite the shared edge.
                let side = shared.iter().position(|shared| *shared).unwrap_or(0);
                let corner = corners[(side + 2) % 3];
                if self.last[corner as usize] == id {
                    return false;
                }
                let from = &self.points[region.members[0] as usize];
                let height = region.direction.height(&difference(&self.points[corner as usize], from));
                let span = [region.span[0].min(height), region.span[1].max(height)];
                let most = region.direction.spacing(tolerance);
                region.members.push(corner);
                if span[1] - span[0] <= most {
                    region.span = span;
                } else if span[1] - span[0] > NEAR * most || !self.turns(region, &whole, tolerance) {
                    region.members.pop();
                    return false;
                }
                self.last[corner as usize] = id;
            }
            _ => {}
        }
        region.normal = whole;
        if square(&whole) > 4.0 * region.square {
            self.turns(region, &whole, tolerance);
        }
        true
    }

    /// Turns a region's direction to a new normal, if its members are in one plane by that.
    fn turns(&self, region: &mut Region, normal: &[i128; 3], tolerance: i64) -> bool {
        let direction = Direction::of(normal);
        let from = &self.points[region.members[0] as usize];
        let span = direction.span(from, region.members.iter().map(|k| &self.points[*k as usize]));
        let turns = span[1] - span[0] <= direction.spacing(tolerance);
        if turns {
            region.square = square(normal);
            region.direction = direction;
            region.span = span;
        }
        turns
    }

    /// Whether all vertices are in the plane of a region.
    fn is_all(&self, region: &Region, tolerance: i64) -> bool {
        let most = region.direction.spacing(tolerance);
        let from = &self.points[region.members[0] as usize];
        let [mut low, mut high] = [0, 0];
        self.triangles.iter().flat_map(|triangle| &triangle.corners).all(|corner| {
            let height = region.direction.height(&difference(&self.points[*corner as usize], from));
            (low, high) = (height.min(low), height.max(high));
            high - low <= most
        })
    }

    /// The outlines of the regions, by the vertices of three or more regions; `None` if one of them is no convex polygon.
    fn outlines(&self, regions: Vec<Region>, tolerance: i64) -> Option<Vec<Facet>> {
        let face = |triangle: u32| self.face_of[triangle as usize];
        let border = |triangle: u32| {
            let Triangle { corners, beyond } = self.triangles[triangle as usize];
            let edges = (0..3).map(move |k| (corners[k], corners[(k + 1) % 3], beyond[k]));
            edges.filter(move |(.., other)| face(*other) != face(triangle))
        };
        // Around each vertex, as many edges of borders begin as there are regions.
        let mut degree = vec![0_u32; self.points.len()];
        for (start, ..) in (0..).take(self.triangles.len()).flat_map(border) {
            degree[start as usize] += 1;
        }
        let mut after = vec![(NONE, NONE); self.points.len()];
        let mut outline = |Region { normal, triangles, members, .. }: Region| {
            let mut first = NONE;
            for (start, end, other) in triangles.iter().flat_map(|k| border(*k)) {
                after[start as usize] = (end, face(other));
                if degree[start as usize] > 2 {
                    first = first.min(start);
                }
            }
            let (mut corners, mut beyond, mut dropped) = (Vec::new(), Vec::new(), Vec::new());
            let mut vertex = first;
            while vertex != NONE {
                let (end, other) = after[vertex as usize];
                if degree[vertex as usize] > 2 {
                    corners.push(vertex);
                    beyond.push(other);
                } else {
                    dropped.push((corners.len(), vertex));
                }
                vertex = if end == first { NONE } else { end };
            }
            let facet = Facet { corners, beyond, normal };
            self.is_convex(&facet, &dropped, &members, tolerance).then_some(facet)
        };
        regions.into_iter().map(&mut outline).collect()
    }

    /// Whether, to within the tolerance, a face is a convex polygon that holds all its `members`, and every vertex that was
    /// `dropped` is on the edge that ends at the corner of its number.
    #[expect(clippy::cast_precision_loss, reason = "a tolerance")]
    fn is_convex(&self, facet: &Facet, dropped: &[(usize, u32)], members: &[u32], tolerance: i64) -> bool {
        let (count, tolerance) = (facet.corners.len(), tolerance as f64);
        let outward = rounded(&facet.normal).normalize();
        let point = |k: u32| &self.points[k as usize];
        let corner = |k: usize| point(facet.corners[k % count]);
        // The normal of the triangle, twice its area long, and the length of the line.
        let on_line = |[from, through, to]: [&Node<3>; 3]| {
            (rounded(&normal([from, through, to])), rounded(&widen(&difference(to, from))).norm())
        };
        // (If the hull is as thin as the tolerance, a face may reach around an edge. Then its outermost points are inside.)
        let is_left = |k: usize, vertex: u32| {
            let (area, length) = on_line([corner(k), point(vertex), corner(k + 1)]);
            area.dot(&outward) <= tolerance * length
        };
        let holds_all = || (0..count).all(|k| members.iter().all(|vertex| is_left(k, *vertex)));
        // No farther from its line than the tolerance, and not beyond either end.
        let is_on_edge = |&(before, vertex): &(usize, u32)| {
            let [from, through, to] = [corner(before - 1), point(vertex), corner(before)];
            let (area, length) = on_line([from, through, to]);
            let along = rounded(&widen(&difference(to, from)));
            let so_far = rounded(&widen(&difference(through, from))).dot(&along);
            let slack = tolerance * length;
            area.norm() <= slack && (-slack..=length * length + slack).contains(&so_far)
        };
        count >= 3 && holds_all() && dropped.iter().all(is_on_edge)
    }
}
