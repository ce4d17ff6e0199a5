//! Shapes in serde's formats. Reading goes through constructors, so every shape is well formed.
//!
//! A polytope is read with the vertices, faces and normals that were written. It is not built again, because its faces
//! and normals were computed from more points than its vertices. Instead, reading checks that they make a polytope.

use super::facets::PLANE;
use super::lattice::{Direction, Lattice, Node, area, difference, least_first, node, normal, rounded, side, widen};
use super::polygon::{LINE, outline};
use crate::error::{Error, HullError, check_vector};
use crate::scalar::{Field, Real, Scalar, ulps};
use crate::{pose::Pose, support::Support, vertex::VertexId};
use crate::{shape, tolerance};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use nalgebra::{Point, SVector, Vector2, Vector3};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The fields of a written shape, and its constructor.
macro_rules! checked {
    ($([$($generics:tt)*] $shape:ident<$($parameter:ident),*> { $($field:ident: $type:ty),* } => $make:expr;)*) => { $(
        #[derive(serde::Deserialize)]
        pub(super) struct $shape<$($generics)*> { $($field: $type),* }

        impl<$($generics)*> TryFrom<$shape<$($parameter),*>> for shape::$shape<$($parameter),*> {
            type Error = Error;
            fn try_from(parts: $shape<$($parameter),*>) -> Result<Self, Error> {
                let $shape { $($field),* } = parts;
                $make
            }
        }
    )* };
}

checked! {
    [T: Scalar, const D: usize] Ball<T, D> { center: Point<T, D>, radius: T } => Self::at(center, radius);
    [T: Scalar, const D: usize] Capsule<T, D> { segment: shape::Segment<T, D>, radius: T } => {
        let [a, b] = segment.points().clone();
        Self::new(a, b, radius)
    };
    [T: Real] Cone<T> { radius: T, half_height: T } => Self::of(radius, half_height);
    [T: Real] ConvexHull<T> { vertices: shape::PointCloud<T, 3>, faces: Vec<Vec<VertexId>>, normals: Vec<Vector3<T>> } => {
        hull(vertices, faces, normals)
    };
    [T: Real] Cylinder<T> { radius: T, half_height: T } => Self::of(radius, half_height);
    [T: Scalar, const D: usize] Cuboid<T, D> { half_extents: SVector<T, D> } => Self::new(half_extents);
    [T: Real, const D: usize] Ellipsoid<T, D> { radii: SVector<T, D> } => Self::new(radii);
    [T: Scalar, const D: usize] HalfSpace<T, D> { direction: SVector<T, D>, anchor: Point<T, D>, level: T } => Self::at_level(direction, anchor, level);
    [T: Scalar, const D: usize] PointCloud<T, D> { points: Vec<Point<T, D>>, indexed: bool } => {
        let cloud = Self::new(points)?;
        Ok(if indexed { cloud.indexed() } else { cloud })
    };
    [T: Real] Polygon<T> { vertices: shape::PointCloud<T, 2>, normals: Vec<Vector2<T>> } => polygon(vertices, normals);
    [S: Support<D, Scalar = T>, T: Field, const D: usize] Posed<S, T, D> { shape: S, pose: Pose<T, D> } => {
        Self::new(shape, pose)
    };
    [S: Support<D, Scalar = T>, T: Real, const D: usize] Faceted<S, T, D> { shape: S, directions: u32, tilt: T } => {
        Self::new(shape, directions, tilt)
    };
    [S: Support<D, Scalar = T>, T: Scalar, const D: usize] Swollen<S, T, D> { shape: S, radius: T } => {
        Self::new(shape, radius)
    };
}

impl<T: Scalar + Serialize, const D: usize, const N: usize> Serialize for shape::Vertices<T, D, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.points())
    }
}

impl<'de, T: Scalar + Deserialize<'de>, const D: usize, const N: usize> Deserialize<'de> for shape::Vertices<T, D, N> {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        let points = Vec::<Point<T, D>>::deserialize(reader)?;
        let count = points.len();
        let points = points.try_into().map_err(|_| R::Error::invalid_length(count, &"another number of points"))?;
        Self::new(points).map_err(R::Error::custom)
    }
}

impl<T: Scalar + Serialize, const D: usize> Serialize for shape::PointCloud<T, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cloud = serializer.serialize_struct("PointCloud", 2)?;
        cloud.serialize_field("points", &self.points().collect::<Vec<_>>())?;
        cloud.serialize_field("indexed", &self.is_indexed())?;
        cloud.end()
    }
}

impl<T: Real + Serialize> Serialize for shape::ConvexHull<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut hull = serializer.serialize_struct("ConvexHull", 3)?;
        hull.serialize_field("vertices", &self.vertices)?;
        hull.serialize_field("faces", &self.faces().map(shape::Face::corners).collect::<Vec<_>>())?;
        hull.serialize_field("normals", &self.faces().map(shape::Face::normal).collect::<Vec<_>>())?;
        hull.end()
    }
}

impl<A: Serialize, B: Serialize, T: Scalar, const D: usize> Serialize for shape::Sum<A, B, T, D>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.summands().serialize(serializer)
    }
}

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>, T: Scalar, const D: usize> Deserialize<'de>
    for shape::Sum<A, B, T, D>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
{
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        let (a, b) = Deserialize::deserialize(reader)?;
        Self::new(a, b).map_err(R::Error::custom)
    }
}

impl<P: Support<D, Scalar = T> + Serialize, T: Scalar, const D: usize> Serialize for shape::Hull<P, T, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.shapes())
    }
}

impl<'de, P: Support<D, Scalar = T> + Deserialize<'de>, T: Real, const D: usize> Deserialize<'de>
    for shape::Hull<P, T, D>
{
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        Self::round(Vec::deserialize(reader)?).map_err(R::Error::custom)
    }
}

const FACES: Error = Error::NotConvex(HullError::Faces);
const NORMALS: Error = Error::NotConvex(HullError::Normals);

/// The deviation of a polytope from a convex one: it was built from points within a tolerance of its faces.
fn slack<const D: usize>(lattice: &Lattice<D>) -> i64 {
    lattice.tolerance.saturating_mul(16)
}

fn check_unit<T: Real, const D: usize>(v: &SVector<T, D>) -> Result<(), Error> {
    check_vector(v, "normal")?;
    let error = v.dot(v) - T::one();
    if error.abs() <= ulps(tolerance::UNIT_NORMAL, &T::one()) { Ok(()) } else { Err(NORMALS) }
}

/// The polygon with these vertices and normals. Checks that its vertices are strictly convex and in order, and that
/// along each normal its edge is the top; normals of edges below the slack may lean, by less than half a right angle.
pub(super) fn polygon<T: Real>(
    vertices: shape::PointCloud<T, 2>,
    normals: Vec<Vector2<T>>,
) -> Result<shape::Polygon<T>, Error> {
    let lattice = Lattice::new(vertices.offsets(), &vertices.size());
    let corners = least_first(outline(&lattice));
    if corners.len() < 3 {
        return Err(LINE);
    }
    if !corners.into_iter().eq((0..).take(vertices.len())) {
        return Err(Error::NotConvex(HullError::Vertices));
    }
    normals.iter().try_for_each(check_unit)?;
    let points = &lattice.points;
    let is_normal = |(k, outward): (usize, &Vector2<T>)| {
        let (outward, [from, to]) = (Direction::of(&widen(&node(outward))), [k, (k + 1) % points.len()]);
        let ([x, y], most) = (difference(&points[to], &points[from]), outward.spacing(slack(&lattice)));
        let (along, across) = (outward.height(&[x, y]).abs(), outward.height(&[y, -x]));
        let onwards = points.iter().cycle().skip(to).take(points.len());
        let back = points.iter().rev().cycle().skip(points.len() - 1 - from).take(points.len());
        along <= most.min(across) && across > 0 && is_top(&outward, onwards, most) && is_top(&outward, back, most)
    };
    let fit = normals.len() == vertices.len() && normals.iter().enumerate().all(is_normal);
    if fit { Ok(shape::Polygon::with_normals(vertices, normals)) } else { Err(NORMALS) }
}

/// Returns whether no vertex of a polygon is so much higher than the first one. Heights rise, then fall, on a way
/// around it.
fn is_top<'l>(outward: &Direction<2>, mut around: impl Iterator<Item = &'l Node<2>>, most: i128) -> bool {
    let Some(first) = around.next() else { return true };
    let mut top = 0;
    for point in around {
        let height = outward.height(&difference(point, first));
        if height < top {
            break;
        }
        top = height;
    }
    top <= most
}

/// The polytope with these vertices, faces and normals. Checks that the faces make one closed surface, which goes
/// around each vertex and around the whole once, and that no vertex is above a face. Complexity: O(n²).
pub(super) fn hull<T: Real>(
    vertices: shape::PointCloud<T, 3>,
    faces: Vec<Vec<VertexId>>,
    normals: Vec<Vector3<T>>,
) -> Result<shape::ConvexHull<T>, Error> {
    // Euler: vertices and faces are two more than edges, and every edge is on two faces.
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
    let hull = shape::ConvexHull::with_faces(vertices, checked.into_iter());
    if is_one_surface(&hull) && goes_around_once(&lattice, &hull) { Ok(hull) } else { Err(FACES) }
}

/// Returns whether edges connect all faces, and around each vertex there is one cycle of three or more. With Euler's
/// number it is then a sphere, not several surfaces that share vertices.
fn is_one_surface<T: Real>(hull: &shape::ConvexHull<T>) -> bool {
    let mut reached = vec![false; hull.faces().len()];
    let mut waiting: Vec<_> = hull.face(0).into_iter().collect();
    while let Some(face) = waiting.pop() {
        if !core::mem::replace(&mut reached[face.number() as usize], true) {
            waiting.extend(face.neighbors());
        }
    }
    let is_cycle = |vertex: VertexId| {
        let around: Vec<_> = hull.faces_around(vertex).collect();
        let cycle = core::iter::successors(around.first().copied(), |face| {
            face.edges().zip(face.neighbors()).find(|([from, _], _)| *from == vertex).map(|(_, next)| next)
        });
        let length = cycle.skip(1).take(around.len()).position(|face| face == around[0]);
        around.len() > 2 && length == Some(around.len() - 1)
    };
    reached.into_iter().all(|reached| reached) && (0..).take(hull.vertices.len()).map(VertexId).all(is_cycle)
}

/// Returns whether the faces cover the vertices along an axis once from above and once from below. (A sphere may
/// go twice around two vertices, with each face beside others in its plane.)
#[expect(clippy::cast_precision_loss, reason = "a count of coverings")]
fn goes_around_once<T: Real>(lattice: &Lattice<3>, hull: &shape::ConvexHull<T>) -> bool {
    let point = |corner: &VertexId| &lattice.points[corner.0 as usize];
    let mut covered = [0.0_f64; 3];
    for face in hull.faces() {
        let corners = face.corners();
        let area = corners.windows(2).map(|ends| rounded(&normal([&corners[0], &ends[0], &ends[1]].map(point))));
        let area = area.fold(Vector3::zeros(), |sum, area| sum + area);
        (0..3).for_each(|axis| covered[axis] += area[axis].abs());
    }
    let axis = (0..3).max_by(|j, k| covered[*j].total_cmp(&covered[*k])).unwrap_or(0);
    let points = lattice.points.iter().map(|p| [p[(axis + 1) % 3], p[(axis + 2) % 3]]).collect();
    let seen = Lattice { points, tolerance: lattice.tolerance };
    let around = outline(&seen);
    let at = |k: u32| &seen.points[k as usize];
    let whole: f64 = around.windows(2).map(|ends| area(at(around[0]), at(ends[0]), at(ends[1])) as f64).sum();
    covered[axis] < 3.0 * whole
}

fn edges(face: &[VertexId]) -> impl Iterator<Item = [u32; 2]> + '_ {
    face.iter().zip(face.iter().cycle().skip(1)).map(|(from, to)| [from.0, to.0])
}

fn turns<'l>(lattice: &'l Lattice<3>, face: &'l [VertexId]) -> impl Iterator<Item = [&'l Node<3>; 3]> {
    let around = |first: usize| face.iter().cycle().skip(first).map(|corner| &lattice.points[corner.0 as usize]);
    around(0).zip(around(1)).zip(around(2)).map(|((a, b), c)| [a, b, c]).take(face.len())
}

/// Returns whether all vertices are in one plane, exactly.
fn is_flat(lattice: &Lattice<3>, faces: &[Vec<VertexId>]) -> bool {
    let mut triangles = faces.iter().flat_map(|face| turns(lattice, face));
    let Some(triangle) = triangles.find(|triangle| normal(*triangle) != [0; 3]) else { return true };
    let is_in_plane = |point| side(&normal(triangle), &difference(point, triangle[0])).is_eq();
    lattice.points.iter().all(is_in_plane)
}

/// Returns whether corners make a convex polygon, counter-clockwise, in a plane with this normal that no vertex is
/// above. The normal of a face narrower than the slack may lean, as long as it holds the hull from above.
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
