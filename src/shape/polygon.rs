//! A polygon in the plane that knows its edges.

use super::lattice::{Direction, Lattice, area, difference, in_order, least_first, narrowed, rounded, widen};
use super::{cloud::in_coordinates, flaws::flaw_of_outline};
use crate::scalar::{Real, unit};
use crate::support::{Corners, Outline, SupportOffset, forward_support};
use crate::{coordinates::Coordinates, error::Error, outline::Four, shape::PointCloud, vertex::VertexId};
use alloc::vec::Vec;
use core::fmt;
use nalgebra::{Point2, Vector2};

/// A convex polygon: the hull of points in the plane, with its vertices in order and the normals of its edges. It has
/// the support points of a [`PointCloud`] of its vertices, and may be [`indexed`](Self::indexed) like one.
///
/// Let L be the largest absolute coordinate. Edges on one line, to within 4 ε L, make one edge, and the points between
/// its ends are left out. So no point is farther than this from the polygon. The polygon is found in exact arithmetic,
/// whatever the points are. (For scalars that are more precise than `f64`, points are rounded to 2⁻⁵⁷ L.)
///
/// ```
/// use gjk::{contact, nalgebra::{Point2, Vector2}, shape::{Ball, Polygon}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let ramp = Polygon::hull([p(0.0, 0.0), p(4.0, 3.0), p(2.0, 1.5), p(4.0, 0.0), p(3.0, 1.0)])?;
/// assert!(ramp.vertices().eq([p(0.0, 0.0), p(4.0, 0.0), p(4.0, 3.0)]));
/// assert_eq!(ramp.normals()[2], Vector2::new(-0.6, 0.8));
/// assert_eq!(ramp.edge_along(&Vector2::y()), 2);
/// assert!((contact(&ramp, &Ball::at(p(-1.0, 5.5), 1.0)?).separation - 4.0).abs() < 1e-14);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::Polygon<T>"))]
pub struct Polygon<T: Real> {
    pub(super) vertices: PointCloud<T, 2>,
    pub(super) normals: Vec<Vector2<T>>,
    /// The vertices less the anchor, and the normals, each in groups of four, for up to eight.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    fours: [Vec<Four<T, 2>>; 2],
}

impl<T: Real> fmt::Debug for Polygon<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Polygon")
            .field("vertices", &self.vertices)
            .field("normals", &self.normals)
            .finish_non_exhaustive()
    }
}

impl<T: Real> Polygon<T> {
    /// The hull of points in any order, without repeated and interior ones. A concave outline is filled up; `Pieces` of
    /// the crate `gjk-scene` cuts it into convex parts. The vertices are counter-clockwise, and begin with the first
    /// one of the list. Complexity: typically O(n log n).
    ///
    /// # Errors
    /// [`Error::Flat`] if the points are all in one place or on a line, to within 4 ε L: use a
    /// [`Segment`](crate::shape::Segment). The errors of [`PointCloud::new`].
    pub fn hull(points: impl IntoIterator<Item = impl Coordinates<T, 2>>) -> Result<Self, Error> {
        let cloud = PointCloud::new(points)?;
        let (lattice, corners) = corners(&cloud)?;
        Self::of(&cloud, &lattice, &corners)
    }

    /// The polygon with these vertices, which are checked, and keep their order: counter-clockwise in coordinates, so
    /// clockwise to the eye where y points down. Complexity: as for [`hull`](Self::hull).
    ///
    /// (Vertices within 4 ε L of the line of others, which [`hull`](Self::hull) may keep, are refused here.)
    ///
    /// # Errors
    /// [`Error::NotConvex`] unless they are their hull's vertices, in order. The errors of [`hull`](Self::hull).
    ///
    /// ```
    /// use gjk::{Error, nalgebra::Point2, shape::{HullError, Polygon}};
    /// let p = |x: f32, y| Point2::new(x, y);
    /// let square = [p(1.0, 1.0), p(0.0, 1.0), p(0.0, 0.0), p(1.0, 0.0)];
    /// assert!(Polygon::new(square)?.vertices().eq(square));
    /// let [a, b, c, d] = square;
    /// assert_eq!(Polygon::new([a, c, b, d]), Err(Error::NotConvex(HullError::Crossing)));
    /// let error = Polygon::new([d, c, b, a]).unwrap_err();
    /// assert_eq!(error.to_string(), "the vertices are clockwise: turn their order around");
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(vertices: impl IntoIterator<Item = impl Coordinates<T, 2>>) -> Result<Self, Error> {
        let cloud = PointCloud::new(vertices)?;
        let (lattice, corners) = corners(&cloud)?;
        if corners.len() == cloud.len() && corners.is_sorted() {
            Self::of(&cloud, &lattice, &corners)
        } else {
            Err(Error::NotConvex(flaw_of_outline(&lattice, &corners)))
        }
    }

    fn of(cloud: &PointCloud<T, 2>, lattice: &Lattice<2>, corners: &[u32]) -> Result<Self, Error> {
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        let normals = ends.map(|(from, to)| outward(cloud, lattice, [*from, *to])).collect();
        let vertices = PointCloud::new(corners.iter().map(|corner| cloud.at(*corner)))?;
        Ok(Self::with_normals(vertices, normals))
    }

    /// The polygon with these vertices and normals, which fit.
    pub(super) fn with_normals(vertices: PointCloud<T, 2>, normals: Vec<Vector2<T>>) -> Self {
        let fours = [vertices.offsets(), &normals].map(in_fours);
        Self { vertices, normals, fours }
    }

    /// This polygon with an [index](PointCloud::indexed) of its vertices by direction, for many vertices and queries.
    #[must_use]
    pub fn indexed(self) -> Self {
        Self { vertices: self.vertices.indexed(), ..self }
    }

    /// The vertices, counter-clockwise: number k is the one with [`VertexId`] k.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = Point2<T>> + '_ {
        self.vertices.points()
    }

    /// The edges, counter-clockwise: number k is from vertex k to the next.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = [VertexId; 2]> + use<T> {
        let count = u32::try_from(self.normals.len()).unwrap_or(u32::MAX);
        (0..count).map(move |k| [VertexId(k), VertexId(if k + 1 == count { 0 } else { k + 1 })])
    }

    /// The outward unit normals of the edges.
    #[must_use]
    pub fn normals(&self) -> &[Vector2<T>] {
        &self.normals
    }

    /// The edge at the vertex farthest along a direction: of the two, the one whose normal is most along it.
    /// Complexity: one support point.
    #[must_use]
    pub fn edge_along(&self, direction: &Vector2<T>) -> u32 {
        let next = self.vertices.farthest(direction);
        let before = next.checked_sub(1).unwrap_or(u32::try_from(self.normals.len() - 1).unwrap_or(0));
        let along = |edge: u32| self.normals[edge as usize].dot(direction);
        if along(before) > along(next) { before } else { next }
    }

    fn support_edge(&self, direction: &Vector2<T>, from: &Point2<T>, each: &mut dyn FnMut(SupportOffset<T, 2>)) {
        let edge = self.edge_along(direction);
        let next = if edge as usize + 1 == self.normals.len() { 0 } else { edge + 1 };
        for id in [edge, next] {
            each(self.vertices.offset_from(VertexId(id), from));
        }
    }

    fn outline_from(&self, from: &Point2<T>) -> Option<Outline<'_, T, 2>> {
        let [vertices, normals] = &self.fours;
        let (count, shift) = (self.normals.len(), self.vertices.anchor() - from);
        let has_few = count <= Corners::<T, 2>::MOST;
        has_few.then(|| Outline::Polygon(Corners { vertices, normals, count, matrix: None, shift }))
    }
}

/// Up to eight vectors in groups of four, which the first one fills up.
fn in_fours<T: Real>(vectors: &[Vector2<T>]) -> Vec<Four<T, 2>> {
    if vectors.len() > Corners::<T, 2>::MOST {
        return Vec::new();
    }
    vectors.chunks(4).map(|four| in_coordinates(four, &vectors[0])).collect()
}

pub(super) const LINE: Error = Error::Flat("on one line");

/// The numbers of the vertices, counter-clockwise, the least first.
fn corners<T: Real>(cloud: &PointCloud<T, 2>) -> Result<(Lattice<2>, Vec<u32>), Error> {
    let lattice = Lattice::new(cloud.offsets(), &cloud.size());
    is_solid(&lattice)?;
    let kept = straightened(&lattice, &outline(&lattice));
    // The rest may be flatter than the whole.
    let points = kept.iter().map(|k| lattice.points[*k as usize]).collect();
    is_solid(&Lattice { points, tolerance: lattice.tolerance })?;
    if kept.len() < 3 { Err(LINE) } else { Ok((lattice, least_first(kept))) }
}

/// Refuses points on one line, up to rounding.
fn is_solid(lattice: &Lattice<2>) -> Result<(), Error> {
    let point = |k: u32| &lattice.points[k as usize];
    let [a, b] = lattice.apart()?;
    let across = across(&difference(point(b), point(a)));
    let [low, high] = across.span(point(a), lattice.points.iter());
    if high - low <= across.spacing(lattice.tolerance) { Err(LINE) } else { Ok(()) }
}

/// The corners of the exact hull, counter-clockwise (Alex M. Andrew, Another efficient algorithm for convex hulls in
/// two dimensions, Information Processing Letters 9, 1979).
pub(super) fn outline(lattice: &Lattice<2>) -> Vec<u32> {
    let point = |k: u32| &lattice.points[k as usize];
    let mut order = in_order(lattice);
    order.dedup_by_key(|k| point(*k));
    let mut hull = chain(lattice, order.iter().copied());
    hull.extend(chain(lattice, order.iter().rev().copied()));
    hull
}

/// The corners of the hull along one side of points that are in order, without the last.
fn chain(lattice: &Lattice<2>, order: impl Iterator<Item = u32>) -> Vec<u32> {
    let point = |k: u32| &lattice.points[k as usize];
    let mut chain: Vec<u32> = Vec::new();
    for next in order {
        while let [.., a, b] = chain[..]
            && area(point(a), point(b), point(next)) <= 0
        {
            chain.pop();
        }
        chain.push(next);
    }
    chain.pop();
    chain
}

/// The corners of a hull without those that are on the line between others, to within the tolerance.
///
/// Keeps the corner farthest from the first one, which is on no line between others, and begins with it.
fn straightened(lattice: &Lattice<2>, hull: &[u32]) -> Vec<u32> {
    let way = |k: u32, from: u32| difference(&lattice.points[k as usize], &lattice.points[from as usize]);
    let square = |k: u32| rounded(&widen(&way(k, hull[0]))).norm_squared();
    let farthest = (1..hull.len()).max_by(|a, b| square(hull[*a]).total_cmp(&square(hull[*b]))).unwrap_or(0);
    let mut kept = Vec::new();
    let mut between: Vec<u32> = Vec::new();
    let mut start = hull[farthest];
    let around = hull[farthest..].iter().chain(&hull[..=farthest]).copied();
    let mut last = start;
    for end in around.skip(1) {
        between.push(last);
        let across = across(&way(end, start));
        let most = across.spacing(lattice.tolerance);
        if between.iter().any(|k| across.height(&way(*k, start)) > most) {
            kept.push(start);
            start = last;
            between.clear();
        }
        last = end;
    }
    kept.push(start);
    kept
}

/// The direction to the right of an edge, outwards.
fn across([x, y]: &[i64; 2]) -> Direction<2> {
    Direction::of(&widen(&[*y, -x]))
}

/// The unit normal of an edge: from the lattice, or, for scalars wider than `f64`, from the points.
fn outward<T: Real>(cloud: &PointCloud<T, 2>, lattice: &Lattice<2>, ends: [u32; 2]) -> Vector2<T> {
    let [from, to] = ends.map(|end| &lattice.points[end as usize]);
    let way = rounded(&widen(&difference(to, from))).normalize();
    narrowed(&Vector2::new(way.y, -way.x)).unwrap_or_else(|| {
        let [from, to] = ends.map(|end| &cloud.offsets()[end as usize]);
        let way = to - from;
        unit(&Vector2::new(way.y.clone(), -way.x.clone()))
    })
}

forward_support!([T: Real] Polygon<T>, 2, T, |polygon| polygon.vertices, Polygon::support_edge, Polygon::outline_from);
