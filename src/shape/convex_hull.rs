//! A polytope in space that knows its faces.

use super::facets::{Facet, PLANE, facets};
use super::flaws::{flaw_of_faces, flaw_of_points};
use super::lattice::{Direction, Lattice, difference, least_first, narrowed, normal, rounded, widen};
use super::quickhull::triangles;
use crate::scalar::{Real, largest, max, unit, whole};
use crate::support::{SupportOffset, forward_support};
use crate::{coordinates::Coordinates, error::Error, shape::PointCloud, tolerance, vertex::VertexId};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use nalgebra::{Point3, Vector3};

/// The convex hull of points in space, with its vertices, edges and faces: a convex polytope.
///
/// It has the support points of a [`PointCloud`] of its vertices, and may be [`indexed`](Self::indexed) like one. Each
/// face has its normal, its vertices in order and its neighbors.
///
/// Let L be the largest absolute coordinate. Triangles in one plane to within 4 ε L make one face, and points on a face
/// or an edge to within 4 ε L are left out. So no point is farther than this from the hull. Where vertices would be
/// within 2 ε L of each other, or a hull is smooth or thin on that scale, close points are first taken for one. Then a
/// point may be twice as far from the hull, and faces may be split. The hull is found in exact arithmetic, whatever the
/// points are. (For scalars that are more precise than `f64`, points are rounded to 2⁻⁵⁷ L.)
///
/// The feature `serde` writes vertices, faces and normals, which are checked when they are read, in O(n²).
///
/// ```
/// use gjk::{intersects, nalgebra::{Point3, Vector3}, shape::{Ball, ConvexHull}};
/// let mut points = Vec::new();
/// for k in 0..27 {
///     points.push(Point3::new(f64::from(k % 3), f64::from(k / 3 % 3), f64::from(k / 9)));
/// }
/// // A cube of 27 points: 8 are vertices.
/// let cube = ConvexHull::new(points)?;
/// assert_eq!((cube.vertices().len(), cube.edges().count(), cube.faces().len()), (8, 12, 6));
/// let top = cube.face_along(&Vector3::new(0.1, 0.2, 0.9));
/// assert_eq!(top.normal(), &Vector3::z());
/// assert!(top.points().all(|corner| corner.z == 2.0));
/// assert!(intersects(&cube, &Ball::at(Point3::new(1.0, 1.0, 2.5), 0.6)?));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(try_from = "super::written::ConvexHull<T>"))]
pub struct ConvexHull<T: Real> {
    pub(super) vertices: PointCloud<T, 3>,
    normals: Vec<Vector3<T>>,
    /// The vertices of the faces, one face after the other.
    corners: Vec<VertexId>,
    /// The neighboring face at the edge from each corner to the next.
    beyond: Vec<u32>,
    /// The first corner of each face; one more at the end.
    starts: Vec<u32>,
    /// The faces around each vertex, vertex by vertex.
    pub(super) around: Vec<u32>,
    /// The first face of each vertex; one more at the end.
    pub(super) around_starts: Vec<u32>,
    /// The largest distance of a face's vertices from its plane: see [`tolerance::ONE_FACE`].
    level: T,
}

/// The most slivers between the face that is farthest along a direction and a larger one that it is level with.
const SLIVERS: usize = 8;

impl<T: Real> fmt::Debug for ConvexHull<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: Vec<_> = self.faces().map(Face::corners).collect();
        f.debug_struct("ConvexHull")
            .field("vertices", &self.vertices)
            .field("faces", &faces)
            .field("normals", &self.normals)
            .finish_non_exhaustive()
    }
}

/// A face of a [`ConvexHull`].
#[derive(Debug, PartialEq)]
pub struct Face<'h, T: Real> {
    hull: &'h ConvexHull<T>,
    number: u32,
}

#[allow(clippy::expl_impl_clone_on_copy, reason = "a derived one would ask it of the scalar")]
impl<T: Real> Clone for Face<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Real> Copy for Face<'_, T> {}

impl<T: Real> ConvexHull<T> {
    /// The hull of points in any order, without repeated and interior ones. Complexity: O(n log n), at most O(n²).
    ///
    /// # Errors
    /// [`Error::Flat`] if the points are all in one place, on a line or in a plane, to within 4 ε L: use a
    /// [`PointCloud`] or [`Vertices`](crate::shape::Vertices). The errors of [`PointCloud::new`].
    pub fn new(points: impl IntoIterator<Item = impl Coordinates<T, 3>>) -> Result<Self, Error> {
        let cloud = PointCloud::new(points)?;
        let lattice = Lattice::new(cloud.offsets(), &cloud.size());
        Self::of(&cloud, &faces(&lattice)?)
    }

    /// The polytope with these vertices and faces, which are checked, and keep their order. A face lists the numbers of
    /// its vertices, counter-clockwise as seen from outside. Complexity: as for [`new`](Self::new).
    ///
    /// # Errors
    /// [`Error::NotConvex`] unless they are the convex hull's. The errors of [`new`](Self::new).
    ///
    /// ```
    /// use gjk::{Error, nalgebra::Point3, shape::{ConvexHull, HullError}};
    /// let p = |x: f32, y, z| Point3::new(x, y, z);
    /// let corners = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0), p(0.0, 0.0, 1.0)];
    /// let simplex = ConvexHull::from_faces(corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// assert_eq!(simplex.faces().next().unwrap().normal().z, -1.0);
    /// let inside_out = ConvexHull::from_faces(corners, &[[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]]);
    /// assert_eq!(inside_out, Err(Error::NotConvex(HullError::InsideOut(0))));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_faces<F: AsRef<[u32]>>(
        vertices: impl IntoIterator<Item = impl Coordinates<T, 3>>,
        faces: &[F],
    ) -> Result<Self, Error> {
        let given_points: Vec<_> = vertices.into_iter().map(Coordinates::point).collect();
        let hull = Self::new(&given_points)?;
        if hull.vertices.len() < given_points.len() {
            return Err(Error::NotConvex(flaw_of_points(&given_points, hull.vertices())));
        }
        // Rotates each face so that its least vertex is the first, to compare them.
        let mut own: Vec<_> =
            hull.faces().map(|face| (least_first(face.corners().iter().map(|id| id.0).collect()), face)).collect();
        let mut given: Vec<_> = (0..).zip(faces).map(|(k, face)| (least_first(face.as_ref().to_vec()), k)).collect();
        own.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        given.sort_unstable();
        if !own.iter().map(|(face, _)| face).eq(given.iter().map(|(face, _)| face)) {
            let own: Vec<_> = own.into_iter().map(|(face, _)| face).collect();
            return Err(Error::NotConvex(flaw_of_faces(&own, faces, given_points.len())));
        }
        let mut number = vec![0; own.len()];
        for ((_, face), (_, k)) in own.iter().zip(&given) {
            number[face.number as usize] = *k;
        }
        let mut kept = vec![None; own.len()];
        for ((_, face), (_, k)) in own.iter().zip(&given) {
            let first = faces[*k as usize].as_ref()[0];
            let turn = face.corners().iter().position(|id| id.0 == first).unwrap_or(0);
            let (mut corners, mut beyond) = (face.corners().to_vec(), face.beyond().to_vec());
            corners.rotate_left(turn);
            beyond.rotate_left(turn);
            let beyond: Vec<u32> = beyond.into_iter().map(|other| number[other as usize]).collect();
            kept[*k as usize] = Some((corners, beyond, face.normal().clone()));
        }
        Ok(Self::with_faces(hull.vertices.clone(), kept.into_iter().flatten()))
    }

    /// The hull with the corners of these faces as vertices.
    fn of(cloud: &PointCloud<T, 3>, faces: &[Facet]) -> Result<Self, Error> {
        let mut number = vec![None; cloud.len()];
        for corner in faces.iter().flat_map(|face| &face.corners) {
            number[*corner as usize] = Some(VertexId(0));
        }
        for (k, id) in (0..).zip(number.iter_mut().flatten()) {
            *id = VertexId(k);
        }
        let kept = cloud.points().zip(&number).filter_map(|(point, id)| id.map(|_| point));
        let vertices = PointCloud::new(kept)?;
        let faces = faces.iter().map(|face| {
            let corners: Vec<_> = face.corners.iter().filter_map(|corner| number[*corner as usize]).collect();
            (corners, face.beyond.clone(), outward(cloud, face))
        });
        Ok(Self::with_faces(vertices, faces))
    }

    pub(super) fn with_faces(
        vertices: PointCloud<T, 3>,
        faces: impl Iterator<Item = (Vec<VertexId>, Vec<u32>, Vector3<T>)>,
    ) -> Self {
        let count = |list: &[VertexId]| u32::try_from(list.len()).unwrap_or(u32::MAX);
        let (mut normals, mut corners, mut all_beyond, mut starts) = (vec![], vec![], vec![], vec![0]);
        for (own, beyond, normal) in faces {
            normals.push(normal);
            corners.extend(own);
            all_beyond.extend(beyond);
            starts.push(count(&corners));
        }
        let mut around_starts = vec![0; vertices.len() + 1];
        for corner in &corners {
            around_starts[corner.0 as usize + 1] += 1;
        }
        for k in 0..vertices.len() {
            around_starts[k + 1] += around_starts[k];
        }
        let (mut free, mut around) = (around_starts.clone(), vec![0; corners.len()]);
        for (face, range) in (0..).zip(starts.windows(2)) {
            for corner in &corners[range[0] as usize..range[1] as usize] {
                let place = &mut free[corner.0 as usize];
                around[*place as usize] = face;
                *place += 1;
            }
        }
        let level = whole::<T>(tolerance::ONE_FACE) * T::epsilon() * vertices.size();
        Self { vertices, normals, corners, beyond: all_beyond, starts, around, around_starts, level }
    }

    /// This hull with an [index](PointCloud::indexed) of its vertices by direction, for very many queries.
    #[must_use]
    pub fn indexed(self) -> Self {
        Self { vertices: self.vertices.indexed(), ..self }
    }

    /// The vertices: number k is the one with [`VertexId`] k.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Point3<T>> + '_ {
        self.vertices.points()
    }

    /// The faces, in the order of their numbers.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = Face<'_, T>> {
        (0..u32::try_from(self.normals.len()).unwrap_or(u32::MAX)).map(|number| Face { hull: self, number })
    }

    /// The face with this number.
    pub fn face(&self, number: u32) -> Option<Face<'_, T>> {
        ((number as usize) < self.normals.len()).then_some(Face { hull: self, number })
    }

    /// The edges, each once, as the two vertices at its ends.
    pub fn edges(&self) -> impl Iterator<Item = [VertexId; 2]> + '_ {
        let both_ways = self.faces().flat_map(Face::edges);
        both_ways.filter(|[from, to]| from.0 < to.0)
    }

    /// The faces around a vertex; none for an unknown vertex.
    pub fn faces_around(&self, vertex: VertexId) -> impl Iterator<Item = Face<'_, T>> {
        let vertex = vertex.0 as usize;
        let ends = self.around_starts.get(vertex).zip(self.around_starts.get(vertex.saturating_add(1)));
        let faces = ends.map_or(&[][..], |(start, end)| &self.around[*start as usize..*end as usize]);
        faces.iter().map(|&number| Face { hull: self, number })
    }

    /// The face at the vertex farthest along a direction: of several, the one whose normal is most along it.
    /// Complexity: one support point.
    pub fn face_along(&self, direction: &Vector3<T>) -> Face<'_, T> {
        let farthest = VertexId(self.vertices.farthest(direction));
        let mut best = Face { hull: self, number: 0 };
        let mut most = None;
        for face in self.faces_around(farthest) {
            let along = face.normal().dot(direction);
            if most.as_ref().is_none_or(|most| along > *most) {
                (best, most) = (face, Some(along));
            }
        }
        best
    }

    /// The vertices around the face along a direction. Faces of a flat side that rounding has split are one here.
    fn support_polygon(&self, direction: &Vector3<T>, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
        let mut face = self.face_along(direction);
        // The normal of a sliver is uncertain; a larger face that the sliver is level with has the side's plane.
        for _ in 0..SLIVERS {
            let Some(larger) = face.neighbors().find(|next| face.is_level_with(*next) && !next.is_level_with(face))
            else {
                break;
            };
            face = larger;
        }
        let mut each = |id| each(self.vertices.offset_from(id, from));
        if !face.neighbors().any(|next| next.is_level_with(face)) {
            face.corners().iter().copied().for_each(each);
        } else if let Some(first) = face.border() {
            let mut edge = first;
            for _ in 0..self.corners.len() {
                each(edge.0.corners()[edge.1]);
                edge = face.next_on_border(edge);
                if edge == first {
                    break;
                }
            }
        }
    }
}

impl<'h, T: Real> Face<'h, T> {
    /// Its number among the faces of the hull.
    #[must_use]
    pub fn number(self) -> u32 {
        self.number
    }

    /// Its unit normal, which points outwards.
    #[must_use]
    pub fn normal(self) -> &'h Vector3<T> {
        &self.hull.normals[self.number as usize]
    }

    /// Its vertices, counter-clockwise as seen from outside.
    #[must_use]
    pub fn corners(self) -> &'h [VertexId] {
        &self.hull.corners[self.range()]
    }

    /// The points of its vertices.
    #[must_use]
    pub fn points(self) -> impl ExactSizeIterator<Item = Point3<T>> + 'h {
        let hull = self.hull;
        self.corners().iter().map(move |corner| hull.vertices.at(corner.0))
    }

    /// Its edges, each from one of its corners to the next.
    pub fn edges(self) -> impl Iterator<Item = [VertexId; 2]> + 'h {
        let corners = self.corners();
        corners.iter().zip(corners.iter().cycle().skip(1)).map(|(from, to)| [*from, *to])
    }

    /// The neighboring face at each of its edges, in order.
    pub fn neighbors(self) -> impl Iterator<Item = Self> + 'h {
        let hull = self.hull;
        self.beyond().iter().map(move |&number| Self { hull, number })
    }

    /// Returns whether another face is in its plane, up to rounding, and faces the same way.
    fn is_level_with(self, plane: Self) -> bool {
        let (offsets, normal) = (self.hull.vertices.offsets(), plane.normal());
        let at = |corner: &VertexId| &offsets[corner.0 as usize];
        let level = at(&plane.corners()[0]).dot(normal);
        self.normal().dot(normal) > T::zero()
            && self.corners().iter().all(|corner| (at(corner).dot(normal) - level.clone()).abs() <= self.hull.level)
    }

    fn across(self, corner: usize) -> Self {
        Self { number: self.beyond()[corner], ..self }
    }

    /// An edge at the border of all faces that are level with this one: a face, and the corner where the edge starts.
    fn border(self) -> Option<(Self, usize)> {
        let offsets = self.hull.vertices.offsets();
        let way = |corner: &VertexId| &offsets[corner.0 as usize] - &offsets[self.corners()[0].0 as usize];
        let mut face = self;
        for _ in 0..self.hull.normals.len() {
            let mut edges = 0..face.corners().len();
            if let Some(corner) = edges.find(|corner| !face.across(*corner).is_level_with(self)) {
                return Some((face, corner));
            }
            // Outwards.
            let mut farthest: (Option<Self>, T) = (None, T::zero());
            for next in face.neighbors() {
                for way in next.corners().iter().map(way) {
                    let square = way.dot(&way);
                    if square > farthest.1 {
                        farthest = (Some(next), square);
                    }
                }
            }
            face = farthest.0?;
        }
        None
    }

    /// The next edge on that border.
    fn next_on_border(self, (mut face, corner): (Self, usize)) -> (Self, usize) {
        let mut corner = (corner + 1) % face.corners().len();
        for _ in 0..self.hull.normals.len() {
            let other = face.across(corner);
            if !other.is_level_with(self) {
                break;
            }
            let vertex = face.corners()[corner];
            (face, corner) = (other, other.corners().iter().position(|id| *id == vertex).unwrap_or(0));
        }
        (face, corner)
    }

    fn beyond(self) -> &'h [u32] {
        &self.hull.beyond[self.range()]
    }

    fn range(self) -> core::ops::Range<usize> {
        let number = self.number as usize;
        self.hull.starts[number] as usize..self.hull.starts[number + 1] as usize
    }
}

/// The faces of the hull: of all points, or of the welded ones if points are too near each other.
fn faces(lattice: &Lattice<3>) -> Result<Vec<Facet>, Error> {
    let all = triangles(lattice, solid(lattice)?);
    if let Some(faces) = facets(lattice, &all, false)? {
        return Ok(faces);
    }
    let kept = lattice.welded();
    let points = kept.iter().map(|k| lattice.points[*k as usize]).collect();
    let fewer = Lattice { points, tolerance: lattice.tolerance };
    let of_fewer = |corners| facets(&fewer, &triangles(&fewer, corners), true);
    if kept.len() < lattice.points.len()
        && let Ok(Some(mut faces)) = solid(&fewer).and_then(of_fewer)
    {
        faces.iter_mut().flat_map(|face| &mut face.corners).for_each(|corner| *corner = kept[*corner as usize]);
        return Ok(faces);
    }
    facets(lattice, &all, true)?.ok_or(PLANE)
}

/// Four points that are not in one plane to within the tolerance.
fn solid(lattice: &Lattice<3>) -> Result<[u32; 4], Error> {
    let point = |k: u32| &lattice.points[k as usize];
    let [a, b] = lattice.apart()?;
    let from = point(a);
    // The third is farthest from the line of the first two, the fourth from the plane of all three.
    let mut third = (0.0, b);
    for (k, p) in (0..).zip(&lattice.points) {
        let square = rounded(&normal([from, point(b), p])).norm_squared();
        third = if square > third.0 { (square, k) } else { third };
    }
    let base = rounded(&widen(&difference(point(b), from))).norm();
    #[expect(clippy::cast_precision_loss, reason = "a tolerance")]
    let near = lattice.tolerance as f64 * base;
    if third.0 <= near * near {
        return Err(Error::Flat("on one line"));
    }
    let direction = Direction::of(&normal([from, point(b), point(third.1)]));
    let (mut low, mut high) = ((0, a), (0, a));
    for (k, p) in (0..).zip(&lattice.points) {
        let height = direction.height(&difference(p, from));
        low = low.min((height, k));
        high = high.max((height, k));
    }
    if high.0 - low.0 <= direction.spacing(lattice.tolerance) {
        return Err(PLANE);
    }
    Ok([a, b, third.1, if high.0 > -low.0 { high.1 } else { low.1 }])
}

/// The unit normal of a face: from the lattice, or, for scalars wider than `f64`, from the points.
fn outward<T: Real>(cloud: &PointCloud<T, 3>, face: &Facet) -> Vector3<T> {
    let direction = rounded(&face.normal).normalize();
    narrowed(&direction).unwrap_or_else(|| {
        let from = &cloud.offsets()[face.corners[0] as usize];
        let ways: Vec<_> = face.corners.iter().map(|k| &cloud.offsets()[*k as usize] - from).collect();
        let scale = ways.iter().map(largest).fold(T::zero(), max).unit_scale();
        let fan = ways[1..].windows(2).map(|ends| (&ends[0] * scale.clone()).cross(&(&ends[1] * scale.clone())));
        unit(&fan.fold(Vector3::zeros(), |sum, normal| sum + normal))
    })
}

forward_support!([T: Real] ConvexHull<T>, 3, T, |hull| hull.vertices, ConvexHull::support_polygon);
