//! Outlines: the cores of shapes with few vertices, as lists of vertices. Answers in closed form start from them.

use crate::pose::{Pose, turn};
use crate::scalar::{Scalar, times};
use nalgebra::{SMatrix, SVector};

/// The core of a shape, relative to a point, if it is a segment or a polygon of few vertices:
/// [`Support::outline`](crate::Support::outline). Two segments have all their answers in closed form, and so have two
/// polygons, but for distances of polygons that overlap.
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
pub enum Outline<'s, T, const D: usize> {
    /// A segment: its ends, which are the vertices 0 and 1. If they are in one place, it is a point, which is vertex 0.
    Segment([SVector<T, D>; 2]),
    /// A polygon in the plane.
    Polygon(Corners<'s, T, D>),
}

/// Up to eight vertices of a convex polygon, counter-clockwise, with the normals of the edges that begin at them. All normals
/// have one length. Vertex k has the [`VertexId`](crate::support::VertexId) k.
///
/// They are the shape's own, and are turned and moved when they are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Corners<'s, T, const D: usize> {
    /// In two groups of four.
    pub(crate) vertices: &'s [Four<T, D>],
    pub(crate) normals: &'s [Four<T, D>],
    pub(crate) count: usize,
    /// How they are turned, if they are.
    pub(crate) matrix: Option<SMatrix<T, D, D>>,
    /// What is added to the vertices.
    pub(crate) shift: SVector<T, D>,
}

/// Four vectors, coordinate by coordinate. Where there are fewer, the polygon's first one stands in place of the others.
pub(crate) type Four<T, const D: usize> = [[T; 4]; D];

impl<T: Scalar, const D: usize> Corners<'_, T, D> {
    /// The most vertices.
    pub const MOST: usize = 8;

    /// The image under a pose, moved, if that is no less accurate: if the matrix is a rotation times a scale to the last bit, so
    /// that turned normals are normals; if the squares of these stay in range; and if the polygon is no farther from the origin than
    /// a few times its size, since the normals of one that is far away keep more digits than its corners do.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn posed(self, pose: &Pose<T, D>, shift: &SVector<T, D>) -> Option<Self> {
        let m = &pose.matrix;
        // By how much the vertices are scaled before they are moved by the shift.
        let scale = self.matrix.as_ref().map_or_else(T::one, |before| before[(0, 0)].abs() + before[(1, 0)].abs());
        let (mut size, mut far) = (T::zero(), T::zero());
        for ([first, _, third, _], shift) in self.vertices.first()?.iter().zip(self.shift.iter()) {
            size += (third.clone() - first.clone()).abs() * scale.clone();
            far += first.abs() * scale.clone() + shift.abs();
        }
        let is_similar = D == 2 && m[(0, 0)] == m[(1, 1)] && m[(0, 1)] == -m[(1, 0)].clone();
        let matrix = self.matrix.map_or_else(|| m.clone(), |before| m * before);
        let [x, y] = [&matrix[(0, 0)], &matrix[(1, 0)]];
        let square = x.clone() * x.clone() + y.clone() * y.clone();
        let in_range = square > T::epsilon() && square * T::epsilon() < T::one();
        let shift = turn(pose, &self.shift) + shift;
        (is_similar && in_range && far <= times(4, &size)).then(|| Self { matrix: Some(matrix), shift, ..self })
    }

    /// The corners where they are, turned and moved.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn turned(&self) -> Option<Turned<T, D>> {
        let mut vertices = self.vertices.first_chunk::<2>()?.clone();
        let mut normals = self.normals.first_chunk::<2>()?.clone();
        let has_second = self.count > 4;
        for group in 0..=usize::from(has_second) {
            if let Some(matrix) = &self.matrix {
                vertices[group] = turned(matrix, &vertices[group]);
                normals[group] = turned(matrix, &normals[group]);
            }
            for (row, shift) in vertices[group].iter_mut().zip(self.shift.iter()) {
                for x in row {
                    *x += shift.clone();
                }
            }
        }
        Some(Turned { vertices, normals, has_second, count: self.count })
    }
}

/// M · p for four points at once. In the plane they have two coordinates.
#[cfg_attr(fast, inline(always))]
fn turned<T: Scalar, const D: usize>(matrix: &SMatrix<T, D, D>, four: &Four<T, D>) -> Four<T, D> {
    let [x, y] = [&matrix.data.0[0], &matrix.data.0[1]];
    let mut turned = four.clone();
    for (k, row) in turned.iter_mut().enumerate() {
        for (i, sum) in row.iter_mut().enumerate() {
            *sum = x[k].clone() * four[0][i].clone() + y[k].clone() * four[1][i].clone();
        }
    }
    turned
}

/// [`Corners`] where they are, in one or two groups of four.
pub(crate) struct Turned<T, const D: usize> {
    pub(crate) vertices: [Four<T, D>; 2],
    pub(crate) normals: [Four<T, D>; 2],
    pub(crate) has_second: bool,
    pub(crate) count: usize,
}

/// The vector of number k.
#[cfg_attr(fast, inline(always))]
pub(crate) fn at<T: Scalar, const D: usize>(fours: &[Four<T, D>; 2], k: usize) -> SVector<T, D> {
    SVector::from_fn(|axis, _| fours[k / 4][axis][k % 4].clone())
}
