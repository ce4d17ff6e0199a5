//! Outlines: the cores of shapes with few vertices, as lists of vertices. Answers in closed form start from them.

use crate::scalar::Scalar;
use core::hint::select_unpredictable;
use nalgebra::SVector;

/// The core of a shape, relative to a point, if it is a segment or a polygon of few vertices:
/// [`Support::outline`](crate::Support::outline). Two segments have all their answers in closed form, two polygons contacts that
/// overlap.
///
/// ```
/// use gjk::{Support, nalgebra::{Point2, Vector2}, shape::Capsule, support::Outline};
/// let capsule = Capsule::new(Point2::new(1.0, 0.0), Point2::new(3.0, 0.0), 0.5)?;
/// let found = capsule.outline(&Point2::new(0.0, 1.0)).unwrap();
/// assert_eq!(found, Outline::Segment([Vector2::new(1.0, -1.0), Vector2::new(3.0, -1.0)]));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outline<T, const D: usize> {
    /// A segment: its ends, which are the vertices 0 and 1. If they are in one place, it is a point, which is vertex 0.
    Segment([SVector<T, D>; 2]),
    /// A polygon in the plane.
    Polygon(Corners<T, D>),
}

/// Up to eight vertices of a convex polygon, counter-clockwise, with the normals of the edges that begin at them. All normals
/// have one length. Vertex k has the [`VertexId`](crate::support::VertexId) k.
#[derive(Clone, Debug, PartialEq)]
pub struct Corners<T, const D: usize> {
    pub(crate) first: FourCorners<T, D>,
    /// The corners after the fourth.
    pub(crate) second: Option<FourCorners<T, D>>,
    pub(crate) count: usize,
}

/// Four corners, coordinate by coordinate. If there are fewer, the polygon's first corner stands in place of the others.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FourCorners<T, const D: usize> {
    pub(crate) vertices: [[T; 4]; D],
    pub(crate) normals: [[T; 4]; D],
}

impl<T: Scalar, const D: usize> Corners<T, D> {
    /// The most vertices.
    pub const MOST: usize = 8;

    /// Vertex k, which is less than eight.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn vertex(&self, k: usize) -> SVector<T, D> {
        at(&self.four(k).vertices, k)
    }

    /// The normal of the edge from vertex k to the next.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn normal(&self, k: usize) -> SVector<T, D> {
        at(&self.four(k).normals, k)
    }

    #[cfg_attr(fast, inline(always))]
    fn four(&self, k: usize) -> &FourCorners<T, D> {
        match &self.second {
            Some(second) => select_unpredictable(k > 3, second, &self.first),
            None => &self.first,
        }
    }
}

#[cfg_attr(fast, inline(always))]
fn at<T: Scalar, const D: usize>(four: &[[T; 4]; D], k: usize) -> SVector<T, D> {
    let mut vector = SVector::zeros();
    let mut axis = 0;
    while axis < D {
        vector[axis] = four[axis][k % 4].clone();
        axis += 1;
    }
    vector
}
