//! The hull of a fixed number of points: segment, triangle, tetrahedron.

use super::simplex_face::simplex_face;
use crate::construction::Construction;
use crate::error::{Error, check_vector};
use crate::scalar::{Scalar, difference, dimension, dot, halfway, largest, max};
use crate::support::{Outline, Parallelotope, RoundingBound, Support, SupportOffset};
use crate::tolerance;
use crate::vertex::VertexId;
use nalgebra::{Point, SVector};

/// The convex hull of `N` points in any order; repeated and interior ones are allowed.
///
/// For many points, or a number known only at run time, see [`PointCloud`](crate::shape::PointCloud).
///
/// ```
/// use gjk::{distance, nalgebra::Point3, shape::{Segment, Triangle}};
/// let p = |x, y, z| Point3::new(x, y, z);
/// let segment = Segment::new([p(0.2, 0.2, 1.0), p(0.2, 0.2, 4.0)])?;
/// let triangle = Triangle::new([p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0)])?;
/// let d = distance(&segment, &triangle);
/// assert_eq!(d.distance, 1.0);
/// assert_eq!(d.points[0], p(0.2, 0.2, 1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertices<T: Scalar, const D: usize, const N: usize> {
    points: [Point<T, D>; N],
    center: Point<T, D>,
}

/// The points between two points.
pub type Segment<T, const D: usize> = Vertices<T, D, 2>;
/// A triangle with its inside. A degenerate one is a segment or a point.
pub type Triangle<T, const D: usize> = Vertices<T, D, 3>;
/// A tetrahedron.
pub type Tetrahedron<T, const D: usize> = Vertices<T, D, 4>;

impl<T: Scalar, const D: usize, const N: usize> Vertices<T, D, N> {
    /// The hull of the points.
    ///
    /// # Errors
    /// If there are none, or a coordinate is not finite (or too large).
    pub fn new(points: [Point<T, D>; N]) -> Result<Self, Error> {
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Err(Error::Empty("points")) };
        points.iter().try_for_each(|p| check_vector(&p.coords, "point"))?;
        let center = halfway(&first.coords, &last.coords).into();
        Ok(Self { points, center })
    }

    /// The points, as given.
    pub fn points(&self) -> &[Point<T, D>; N] {
        &self.points
    }
}

impl<T: Scalar, const D: usize, const N: usize> Support<D> for Vertices<T, D, N> {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        let origin = Point::origin();
        self.support_from(direction, &origin).offset.into()
    }

    /// Dot products of the displacements: these may be small though the coordinates are large.
    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        let mut best = difference(&self.points[0].coords, &from.coords);
        let mut reached = dot(&best, direction);
        let mut id = 0;
        let mut k = 1;
        while k < N {
            let offset = difference(&self.points[k].coords, &from.coords);
            let reach = dot(&offset, direction);
            if reach > reached {
                (best, reached, id) = (offset, reach, k);
            }
            k += 1;
        }
        SupportOffset { offset: best, id: VertexId(u32::try_from(id).unwrap_or(u32::MAX)) }
    }

    #[inline]
    fn center(&self) -> Option<Point<T, D>> {
        Some(self.center.clone())
    }

    #[inline]
    fn extent(&self, from: &Point<T, D>) -> T {
        self.points.iter().fold(T::zero(), |m, p| max(m, largest(&(p - from))))
    }

    /// Of a segment both ends, of a triangle a side or all of it, of a tetrahedron a side. Of more points, one.
    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        let farthest = self.support_from(direction, from);
        let face = simplex_face(&self.points, farthest.id, direction);
        if face.is_empty() {
            each(farthest);
        }
        for id in face {
            each(SupportOffset { offset: &self.points[id.0 as usize] - from, id: *id });
        }
    }

    /// Two dot products are compared, each of D products and D − 1 sums. Before that there is one subtraction.
    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::compared(dimension::<D>())))
    }

    /// One point, or two, make a parallelotope.
    #[cfg_attr(fast, inline(always))]
    fn parallelotope(&self, from: &Point<T, D>) -> Option<Parallelotope<T, D>> {
        let (first, others) = self.points.split_first()?;
        let mut sides = Parallelotope::point(first - from);
        match (others, sides.edges.first_mut()) {
            ([], _) => {}
            ([second], Some(edge)) => *edge = second - first,
            _ => return None,
        }
        Some(sides)
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        match self.points.as_slice() {
            [point] => Some(Outline::Segment([point - from, point - from])),
            [a, b] => Some(Outline::Segment([a - from, b - from])),
            _ => None,
        }
    }

    #[cfg_attr(fast, inline(always))]
    fn recall(&self, VertexId(point): VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        Some(self.points.get(point as usize)? - from)
    }

    #[inline]
    fn vertex_count_hint(&self) -> Option<u32> {
        u32::try_from(N).ok()
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Points(self.points.to_vec()))
    }
}
