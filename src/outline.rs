//! Cores with few vertices, as lists of these: what contacts in closed form start from.

use crate::scalar::Scalar;
use core::array;
use nalgebra::SVector;

/// The core of a shape, relative to a point, if it is that of one of these kinds. A shape says so by
/// [`Support::outline`](crate::Support::outline). Contacts of two of one kind have a closed form.
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
    /// In groups of four, coordinate by coordinate. In place of those that are missing is the first.
    pub(crate) vertices: [[[T; 4]; D]; 2],
    pub(crate) normals: [[[T; 4]; D]; 2],
    pub(crate) count: usize,
}

impl<T: Scalar, const D: usize> Corners<T, D> {
    /// The most vertices.
    pub const MOST: usize = 8;

    /// Vertex k; the last one, if there are not as many.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn vertex(&self, k: usize) -> SVector<T, D> {
        at(&self.vertices, k)
    }

    /// The normal of the edge from vertex k to the next.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn normal(&self, k: usize) -> SVector<T, D> {
        at(&self.normals, k)
    }

    /// The groups in use.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn groups(&self) -> usize {
        if self.count > 4 { 2 } else { 1 }
    }

    /// The same polygon with all vertices and normals mapped, each by a function of four vectors.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    pub(crate) fn mapped(
        self,
        vertices: impl Fn([[T; 4]; D]) -> [[T; 4]; D],
        normals: impl Fn([[T; 4]; D]) -> [[T; 4]; D],
    ) -> Self {
        Self { vertices: self.vertices.map(vertices), normals: self.normals.map(normals), count: self.count }
    }
}

#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn at<T: Scalar, const D: usize>(groups: &[[[T; 4]; D]; 2], k: usize) -> SVector<T, D> {
    let group = &groups[usize::from(k > 3)];
    SVector::from(array::from_fn(|axis| group[axis][k % 4].clone()))
}
