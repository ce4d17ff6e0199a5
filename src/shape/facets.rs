//! The faces of a polytope from its triangles: triangles in one plane, up to rounding, make one face.
//!
//! A face grows from its largest triangle, over edges, while all its vertices are between two planes that are parallel
//! to it and a tolerance apart. So a vertex that is left out in the end is within the tolerance of the hull of the
//! others. The face's normal is the sum of its triangles' normals, each as long as twice the triangle's area. The
//! larger the face, the better its normal, so it is computed again whenever the face's area has doubled.
//!
//! If points are nearer each other than the tolerance or the hull is smooth on that scale, some faces may not be convex
//! polygons. Then points are welded (`convex_hull.rs`), and only the faces that fail are made of fewer triangles.
//!
//! Rounds and retries are a heuristic that affects only the number of faces. Each face has been checked: it is a convex
//! polygon that holds all its vertices to within the tolerance (`is_convex`). There is always a result: after the last
//! round each triangle of the exact hull is a face. With a tolerance below zero no triangle takes in another, each
//! holds its own corners, and no corner is left out, because three triangles or more are around it.
//!
//! A face stays a disc: it takes in a triangle that shares two edges with it, or one edge if the opposite corner is
//! new. (In the plane every disc can be built in this way, in any order: Gerald Danaraj and Victor Klee, Which spheres
//! are shellable?, Annals of Discrete Mathematics 2, 1978.) A vertex of only two faces is on an edge, and is left out.

use super::lattice::{Direction, Lattice, Node, difference, normal, rounded, widen};
use super::quickhull::Triangle;
use crate::error::Error;
use alloc::vec;
use alloc::vec::Vec;

pub(super) const PLANE: Error = Error::Flat("in one plane");
const NONE: u32 = u32::MAX;
/// Triangles farther than this many tolerances from a face's plane are not tried again with a better normal.
const NEAR: i128 = 64;
/// The most rounds of trying the triangles that a face has refused.
const ROUNDS: usize = 16;

/// A face: its corners, counter-clockwise from outside; the neighbor at the edge from each to the next; a normal.
#[derive(Debug)]
pub(super) struct Facet {
    pub(super) corners: Vec<u32>,
    pub(super) beyond: Vec<u32>,
    pub(super) normal: [i128; 3],
}

/// The faces, if each is a convex polygon and no edge is as short as what is welded (see [`Lattice::welded`]). On the
/// `last` try other regions are made smaller, down to single triangles.
///
/// # Errors
/// If all points are in one plane, up to rounding.
pub(super) fn facets(lattice: &Lattice<3>, triangles: &[Triangle], last: bool) -> Result<Option<Vec<Facet>>, Error> {
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
    let mut regions = growth.grow(lattice.tolerance);
    if regions.iter().any(|region| growth.is_all(region, lattice.tolerance)) {
        return Err(PLANE);
    }
    if !last {
        let found = growth.outlines(&regions, lattice.tolerance).ok();
        return Ok(found.filter(|found| found.len() >= 4 && !growth.has_short_edges(found, lattice.weld())));
    }
    for round in 1..ROUNDS {
        // In the end each triangle by itself.
        let finer = if 2 * round < ROUNDS { lattice.tolerance >> (2 * round) } else { -1 };
        match growth.outlines(&regions, lattice.tolerance) {
            Ok(found) if found.len() >= 4 => return Ok(Some(found)),
            Err(bad) if growth.split(&mut regions, &bad, finer) => {}
            _ => break,
        }
    }
    let regions = growth.grow(-1);
    growth.outlines(&regions, lattice.tolerance).map_or(Err(PLANE), |found| Ok(Some(found)))
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
        let mut regions = Vec::new();
        for seed in self.largest_first((0..).take(self.triangles.len()).collect()) {
            if self.face_of[seed as usize] == NONE {
                regions.push(self.region(u32::try_from(regions.len()).unwrap_or(NONE), seed, tolerance));
            }
        }
        regions
    }

    fn largest_first(&self, mut triangles: Vec<u32>) -> Vec<u32> {
        let size = |triangle: u32| square(&self.normals[triangle as usize]);
        triangles.sort_unstable_by(|a, b| size(*b).total_cmp(&size(*a)).then(a.cmp(b)));
        triangles
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

    /// Returns whether all vertices are in the plane of a region.
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

    /// Returns whether an edge of a face is so short along all axes.
    fn has_short_edges(&self, facets: &[Facet], length: i64) -> bool {
        let point = |k: &u32| &self.points[*k as usize];
        let is_short = |(from, to)| difference(point(to), point(from)).iter().all(|step| step.abs() <= length);
        facets.iter().any(|Facet { corners, .. }| corners.iter().zip(corners.iter().cycle().skip(1)).any(is_short))
    }

    /// Grows some of the `bad` regions again, with a smaller tolerance: those beside a larger one; if there are none,
    /// all of them; if these are triangles already, their neighbors. False if all are triangles.
    fn split(&mut self, regions: &mut Vec<Region>, bad: &[u32], tolerance: i64) -> bool {
        let beside = |region: u32| {
            let triangles = regions[region as usize].triangles.iter();
            let beyond = triangles.flat_map(|triangle| self.triangles[*triangle as usize].beyond);
            beyond.map(|other| self.face_of[other as usize])
        };
        let area = |region: u32| square(&regions[region as usize].normal);
        let has_larger =
            |region: u32| beside(region).any(|other| bad.binary_search(&other).is_ok() && area(other) > area(region));
        let parts = |region: &u32| regions[*region as usize].triangles.len() > 1;
        let whole = || bad.iter().copied().filter(parts);
        let mut parted: Vec<u32> = whole().filter(|region| has_larger(*region)).collect();
        if parted.is_empty() {
            parted = whole().collect();
        }
        if parted.is_empty() {
            parted = bad.iter().flat_map(|region| beside(*region)).filter(parts).collect();
            parted.sort_unstable();
            parted.dedup();
        }
        for old in &parted {
            let loose = self.largest_first(core::mem::take(&mut regions[*old as usize].triangles));
            for triangle in &loose {
                self.face_of[*triangle as usize] = NONE;
                for corner in self.triangles[*triangle as usize].corners {
                    self.last[corner as usize] = NONE;
                }
            }
            let mut id = *old;
            for seed in loose {
                if self.face_of[seed as usize] == NONE {
                    let grown = self.region(id, seed, tolerance);
                    if id == *old {
                        regions[id as usize] = grown;
                    } else {
                        regions.push(grown);
                    }
                    id = u32::try_from(regions.len()).unwrap_or(NONE);
                }
            }
        }
        !parted.is_empty()
    }

    /// The outlines of the regions, through vertices of three or more regions; or the regions that are not convex.
    fn outlines(&self, regions: &[Region], tolerance: i64) -> Result<Vec<Facet>, Vec<u32>> {
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
        let mut outline = |Region { normal, triangles, members, .. }: &Region| {
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
            let facet = Facet { corners, beyond, normal: *normal };
            self.is_convex(&facet, &dropped, members, tolerance).then_some(facet)
        };
        let (mut facets, mut bad) = (Vec::new(), Vec::new());
        for (number, region) in (0..).zip(regions) {
            match outline(region) {
                Some(facet) => facets.push(facet),
                None => bad.push(number),
            }
        }
        if bad.is_empty() { Ok(facets) } else { Err(bad) }
    }

    /// Whether, to within the tolerance, a face is a convex polygon that holds all its `members`, and every `dropped`
    /// vertex is on the edge that ends at the corner with its number.
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
        // A face of a hull as thin as the tolerance may reach around an edge; then its outermost points are inside.
        let is_left = |k: usize, vertex: u32| {
            let (area, length) = on_line([corner(k), point(vertex), corner(k + 1)]);
            area.dot(&outward) <= tolerance * length
        };
        let holds_all = || (0..count).all(|k| members.iter().all(|vertex| is_left(k, *vertex)));
        // Within the tolerance of its line, and not beyond either end.
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
