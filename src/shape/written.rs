//! Checks of polytopes that are read back: with their vertices, faces and normals as they were written.
//!
//! Such a polytope is not built again from its vertices. It was built from more points than these. The others had a
//! share in the faces and normals, so without them the result could differ. Instead, this checks what makes a polytope.

use super::facets::PLANE;
use super::lattice::{Direction, Lattice, Node, difference, least_first, node, normal, rounded, side, widen};
use super::polygon::{LINE, outline};
use crate::error::{Error, Flaw, check_vector};
use crate::scalar::{Real, ulps};
use crate::shape::{ConvexHull, PointCloud, Polygon};
use crate::vertex::VertexId;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use nalgebra::{SVector, Vector2, Vector3};

const FACES: Error = Error::NotConvex(Flaw::Faces);
const NORMALS: Error = Error::NotConvex(Flaw::Normals);

/// How far a polytope may be from convex. The points that it was built from are within a tolerance of it. So its faces
/// and normals fit its vertices to within a few tolerances.
fn slack<const D: usize>(lattice: &Lattice<D>) -> i64 {
    lattice.tolerance.saturating_mul(16)
}

fn check_unit<T: Real, const D: usize>(v: &SVector<T, D>) -> Result<(), Error> {
    check_vector(v, "normal")?;
    let error = v.dot(v) - T::one();
    if error.abs() <= ulps(16, &T::one()) { Ok(()) } else { Err(NORMALS) }
}

/// The polygon with these vertices and normals. Checks that its vertices are strictly convex and in order, and its
/// normals perpendicular to its edges.
pub(super) fn polygon<T: Real>(vertices: PointCloud<T, 2>, normals: Vec<Vector2<T>>) -> Result<Polygon<T>, Error> {
    let lattice = Lattice::new(vertices.offsets(), &vertices.size());
    let corners = least_first(outline(&lattice));
    if corners.len() < 3 {
        return Err(LINE);
    }
    if !corners.into_iter().eq((0..).take(vertices.len())) {
        return Err(Error::NotConvex(Flaw::Vertices));
    }
    normals.iter().try_for_each(check_unit)?;
    let ends = lattice.points.iter().zip(lattice.points.iter().cycle().skip(1));
    let is_normal = |(outward, (from, to)): (&Vector2<T>, (&Node<2>, &Node<2>))| {
        let (outward, [x, y]) = (Direction::of(&widen(&node(outward))), difference(to, from));
        outward.height(&[x, y]).abs() <= outward.spacing(slack(&lattice)) && outward.height(&[y, -x]) > 0
    };
    let fit = normals.len() == vertices.len() && normals.iter().zip(ends).all(is_normal);
    if fit { Ok(Polygon::with_normals(vertices, normals)) } else { Err(NORMALS) }
}

/// The polytope with these vertices, faces and normals. Checks that the faces make a closed surface, and that no vertex
/// is above a face.
///
/// Complexity: O(n²).
pub(super) fn hull<T: Real>(
    vertices: PointCloud<T, 3>,
    faces: Vec<Vec<VertexId>>,
    normals: Vec<Vector3<T>>,
) -> Result<ConvexHull<T>, Error> {
    // Euler: together, vertices and faces are two more than edges, and every edge is on two faces.
    let corners: usize = faces.iter().map(Vec::len).sum();
    let is_sphere = corners + 4 == 2 * (vertices.len() + faces.len()) && u32::try_from(corners).is_ok();
    let is_known = |corner: &VertexId| (corner.0 as usize) < vertices.len();
    if normals.len() != faces.len() || !is_sphere || !faces.iter().flatten().all(is_known) {
        return Err(FACES);
    }
    let mut face_at = BTreeMap::new();
    for (number, face) in (0_u32..).zip(&faces) {
        for edge in edges(face) {
            if face_at.insert(edge, number).is_some() {
                return Err(FACES);
            }
        }
    }
    let lattice = Lattice::new(vertices.offsets(), &vertices.size());
    if is_flat(&lattice, &faces) {
        return Err(PLANE);
    }
    let mut checked = Vec::new();
    for (face, outward) in faces.into_iter().zip(normals) {
        check_unit(&outward)?;
        let beyond: Option<Vec<u32>> = edges(&face).map(|[from, to]| face_at.get(&[to, from]).copied()).collect();
        match beyond {
            Some(beyond) if is_face(&lattice, &face, &outward) => checked.push((face, beyond, outward)),
            _ => return Err(FACES),
        }
    }
    let hull = ConvexHull::with_faces(vertices, checked.into_iter());
    // Each vertex has three faces or more around it, and no face twice.
    let around = |ends: &[u32]| &hull.around[ends[0] as usize..ends[1] as usize];
    let is_corner = |faces: &[u32]| faces.len() > 2 && faces.is_sorted_by(|a, b| a < b);
    let fit = hull.around_starts.windows(2).map(around).all(is_corner);
    if fit { Ok(hull) } else { Err(FACES) }
}

fn edges(face: &[VertexId]) -> impl Iterator<Item = [u32; 2]> + '_ {
    face.iter().zip(face.iter().cycle().skip(1)).map(|(from, to)| [from.0, to.0])
}

/// Each corner of a face with the next two.
fn turns<'l>(lattice: &'l Lattice<3>, face: &'l [VertexId]) -> impl Iterator<Item = [&'l Node<3>; 3]> {
    let around = |first: usize| face.iter().cycle().skip(first).map(|corner| &lattice.points[corner.0 as usize]);
    around(0).zip(around(1)).zip(around(2)).map(|((a, b), c)| [a, b, c]).take(face.len())
}

/// Whether all vertices are in one plane, exactly.
fn is_flat(lattice: &Lattice<3>, faces: &[Vec<VertexId>]) -> bool {
    let mut triangles = faces.iter().flat_map(|face| turns(lattice, face));
    let Some(triangle) = triangles.find(|triangle| normal(*triangle) != [0; 3]) else { return true };
    let is_in_plane = |point| side(&normal(triangle), &difference(point, triangle[0])).is_eq();
    lattice.points.iter().all(is_in_plane)
}

/// Whether corners make a convex polygon, counter-clockwise, in a plane with this normal that no vertex is above.
#[expect(clippy::cast_precision_loss, reason = "a tolerance")]
fn is_face<T: Real>(lattice: &Lattice<3>, face: &[VertexId], outward: &Vector3<T>) -> bool {
    let mut corners = face.iter().map(|corner| &lattice.points[corner.0 as usize]);
    let Some(first) = corners.next().filter(|_| face.len() > 2) else { return false };
    let outward = widen(&node(outward));
    let direction = Direction::of(&outward);
    let [low, _] = direction.span(first, corners.clone());
    let [_, high] = direction.span(first, lattice.points.iter());

    let outward = rounded(&outward).normalize();
    let area = |triangle: [&Node<3>; 3]| rounded(&normal(triangle)).dot(&outward);
    let whole: f64 = corners.clone().zip(corners.skip(1)).map(|(a, b)| area([first, a, b])).sum();
    let is_left = |[a, b, c]: [&Node<3>; 3]| {
        let length = rounded(&widen(&difference(c, a))).norm();
        area([a, b, c]) >= -(slack(lattice) as f64 * length)
    };
    high - low <= direction.spacing(slack(lattice)) && whole > 0.0 && turns(lattice, face).all(is_left)
}
