//! The hull of points in one plane in space, which knows its face and its edges.

use super::number::Coordinate;
use alloc::vec::Vec;
use gjk::Support;
use gjk::nalgebra::{Point2, Point3, Vector3};
use gjk::shape::{PointCloud, Polygon};
use gjk::support::{Construction, RoundingBound, SupportOffset, VertexId};

/// A convex polygon in space. It finds support points as a [`PointCloud`] of all its points does.
pub(super) struct FlatHull<T: Coordinate> {
    points: PointCloud<T, 3>,
    /// The corners, counter-clockwise about the normal.
    corners: Vec<Corner<T>>,
    /// The unit normal of one of the two sides.
    normal: Vector3<T>,
}

struct Corner<T> {
    id: VertexId,
    /// From the first corner to here, at unit scale.
    offset: Vector3<T>,
    /// The unit normal of the edge from here to the next corner, in the plane.
    outward: Vector3<T>,
}

impl<T: Coordinate> FlatHull<T> {
    /// The hull of points that are in one plane. `None` if they are on a line.
    ///
    /// It looks at the points along each of the three axes. The view with the largest area, as a [`Polygon`], says which points are corners.
    pub(super) fn new(points: PointCloud<T, 3>) -> Option<Self> {
        let scale = points.extent(&Point3::origin()).unit_scale();
        let all: Vec<_> = points.points().collect();
        let mut best: (Vec<u32>, T) = (Vec::new(), T::zero());
        for along in 0..3 {
            let seen = |p: &Point3<T>| Point2::new(p[(along + 1) % 3], p[(along + 2) % 3]);
            let Ok(polygon) = Polygon::hull(all.iter().map(seen)) else { continue };
            let vertices: Vec<_> = polygon.vertices().collect();
            let ways = || vertices.iter().map(|vertex| (vertex - vertices[0]) * scale);
            let area = ways().zip(ways().skip(1)).fold(T::zero(), |sum, (p, q)| sum + (p.x * q.y - p.y * q.x));
            if area > best.1 {
                let number = |vertex: &Point2<T>| (0..).zip(&all).find(|(_, p)| seen(p) == *vertex).map(|(k, _)| k);
                best = (vertices.iter().filter_map(number).collect(), area);
            }
        }
        let corners = || best.0.iter().map(|id| &all[*id as usize]);
        let first = corners().next()?;
        let offsets: Vec<_> = corners().map(|corner| (corner - first) * scale).collect();
        let ends = || offsets.iter().zip(offsets.iter().cycle().skip(1));
        let normal = unit(&ends().fold(Vector3::zeros(), |sum, (p, q)| sum + p.cross(q)));
        let outwards = ends().map(|(p, q)| unit(&(q - p).cross(&normal)));
        let corners = best.0.iter().zip(&offsets).zip(outwards);
        let corners = corners.map(|((id, offset), outward)| Corner { id: VertexId(*id), offset: *offset, outward });
        let corners = corners.collect();
        Some(Self { points, corners, normal })
    }

    /// The corner that is farthest along a direction, and the one before it.
    fn farthest(&self, direction: &Vector3<T>) -> [usize; 2] {
        let reaches = self.corners.iter().map(|corner| corner.offset.dot(direction)).enumerate();
        let farther = |best: (usize, T), next: (usize, T)| if next.1 > best.1 { next } else { best };
        let (farthest, _) = reaches.fold((0, T::zero()), farther);
        [farthest, farthest.checked_sub(1).unwrap_or(self.corners.len() - 1)]
    }
}

fn unit<T: Coordinate>(vector: &Vector3<T>) -> Vector3<T> {
    vector * (T::one() / vector.dot(vector).sqrt())
}

impl<T: Coordinate> Support<3> for FlatHull<T> {
    type Scalar = T;
    fn support(&self, direction: &Vector3<T>) -> Point3<T> {
        self.points.support(direction)
    }
    fn support_from(&self, direction: &Vector3<T>, from: &Point3<T>) -> SupportOffset<T, 3> {
        self.points.support_from(direction, from)
    }
    fn center(&self) -> Option<Point3<T>> {
        self.points.center()
    }
    fn extent(&self, from: &Point3<T>) -> T {
        self.points.extent(from)
    }
    fn recall(&self, id: VertexId, from: &Point3<T>) -> Option<Vector3<T>> {
        self.points.recall(id, from)
    }
    fn vertex_count_hint(&self) -> Option<u32> {
        self.points.vertex_count_hint()
    }
    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.points.rounding()
    }
    fn construction(&self) -> Option<Construction<T, 3>> {
        self.points.construction()
    }
    /// The polygon, or one of the two edges at the farthest corner if its normal is more along the direction.
    fn support_face(&self, direction: &Vector3<T>, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
        let largest = direction.iter().fold(T::zero(), |most, x| if x.abs() > most { x.abs() } else { most });
        let direction = direction * largest.unit_scale();
        let [own, before] = self.farthest(&direction);
        let along = |corner: usize| self.corners[corner].outward.dot(&direction);
        let edge = if along(before) > along(own) { before } else { own };
        let is_edge = along(edge) > self.normal.dot(&direction).abs();
        let (first, count) = if is_edge { (edge, 2) } else { (0, self.corners.len()) };
        for Corner { id, .. } in self.corners.iter().cycle().skip(first).take(count) {
            if let Some(offset) = self.points.recall(*id, from) {
                each(SupportOffset { offset, id: *id });
            }
        }
    }
}
