//! The hull of a fixed number of points (segment, triangle, tetrahedron), and its face farthest along a direction.

use crate::error::{Error, check_vector};
use crate::scalar::{Scalar, at_unit_scale, difference, dimension, dot, halfway, largest, max, resized};
use crate::support::{Outline, RoundingBound, Support, SupportOffset};
use crate::{construction::Construction, coordinates::Coordinates, tolerance, vertex::VertexId};
use nalgebra::{Point, SVector, Vector3};

/// The convex hull of `N` points in any order; repeated and interior ones are allowed. For many points, or a number
/// known only at run time, see [`PointCloud`](crate::shape::PointCloud).
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
    pub fn new(points: [impl Coordinates<T, D>; N]) -> Result<Self, Error> {
        let points = points.map(Coordinates::point);
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

    /// Dot products of the displacements, which may be small though the coordinates are large.
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

    fn center(&self) -> Option<Point<T, D>> {
        Some(self.center.clone())
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.points.iter().fold(T::zero(), |m, p| max(m, largest(&(p - from))))
    }

    /// Both ends of a segment, a side or all of a triangle, a side of a tetrahedron, one of more points.
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

    /// A comparison of two dot products, each of D products and D − 1 sums, after one subtraction.
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::compared(dimension::<D>())))
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        match self.points.as_slice() {
            [point] => Some(Outline::Segment([point - from, point - from])),
            [a, b] => Some(Outline::Segment([a - from, b - from])),
            _ => None,
        }
    }

    fn recall(&self, VertexId(point): VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        Some(self.points.get(point as usize)? - from)
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        u32::try_from(N).ok()
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Points(self.points.to_vec()))
    }
}

/// The position of a normal n along the direction d: (n·d)|n·d| / n², which grows with the cosine of the angle.
struct Along<T> {
    square: T,
    length: T,
}

impl<T: Scalar> Along<T> {
    fn of(normal: &Vector3<T>, direction: &Vector3<T>) -> Self {
        let product = normal.dot(direction);
        Self { square: product.clone() * product.abs(), length: normal.dot(normal) }
    }

    /// Returns whether this normal is more along the direction. Compares crosswise, because rings cannot divide.
    fn exceeds(&self, other: &Self) -> bool {
        let [own, others] = [(self, other), (other, self)].map(|(a, b)| a.square.clone() * b.length.clone());
        !self.length.is_zero() && (other.length.is_zero() || own > others)
    }
}

const SEGMENT: [VertexId; 2] = [VertexId(0), VertexId(1)];
/// The sides of a triangle, each with the number of the opposite corner.
const SIDES: [([VertexId; 2], usize); 3] =
    [([VertexId(0), VertexId(1)], 2), ([VertexId(1), VertexId(2)], 0), ([VertexId(2), VertexId(0)], 1)];
const TRIANGLE: [VertexId; 3] = [VertexId(0), VertexId(1), VertexId(2)];
/// The sides of a tetrahedron, each with the number of the opposite corner.
const TRIANGLES: [([VertexId; 3], usize); 4] = [
    ([VertexId(0), VertexId(1), VertexId(2)], 3),
    ([VertexId(0), VertexId(3), VertexId(1)], 2),
    ([VertexId(0), VertexId(2), VertexId(3)], 1),
    ([VertexId(1), VertexId(3), VertexId(2)], 0),
];

/// Of the faces at the farthest point, the one whose normal is most along the direction; for segments, triangles and
/// tetrahedra. A triangle in space has two sides, and three edges with normals in its plane.
pub(super) fn simplex_face<T: Scalar, const D: usize>(
    points: &[Point<T, D>],
    farthest: VertexId,
    direction: &SVector<T, D>,
) -> &'static [VertexId] {
    match (points, D) {
        ([_, _], _) => &SEGMENT,
        ([a, b, c], 2 | 3) => {
            let [ab, ac] = edges([a, b, c]);
            triangle_face(&ab, &ac, farthest, &resized(&at_unit_scale(direction)), D == 3)
        }
        ([a, b, c, d], 3) => {
            let [ab, ac, ad] = edges([a, b, c, d]);
            tetrahedron_face([&Vector3::zeros(), &ab, &ac, &ad], farthest, &resized(&at_unit_scale(direction)))
        }
        _ => &[],
    }
}

/// The ways from the first point to the others, at unit scale.
fn edges<T: Scalar, const D: usize, const N: usize, const E: usize>(points: [&Point<T, D>; N]) -> [Vector3<T>; E] {
    let ways: [Vector3<T>; E] = core::array::from_fn(|k| resized(&(points[k + 1] - points[0])));
    let scale = ways.iter().map(largest).fold(T::zero(), max).unit_scale();
    ways.map(|way| way * scale.clone())
}

fn triangle_face<T: Scalar>(
    ab: &Vector3<T>,
    ac: &Vector3<T>,
    farthest: VertexId,
    direction: &Vector3<T>,
    in_space: bool,
) -> &'static [VertexId] {
    let corners = [&Vector3::zeros(), ab, ac];
    let normal = ab.cross(ac);
    let mut best: (Option<Along<T>>, &'static [VertexId]) = (None, &TRIANGLE);
    for (side, apex) in SIDES.iter().filter(|(side, _)| side.contains(&farthest)) {
        let [from, to] = side.map(|id| corners[id.0 as usize]);
        let outward = (to - from).cross(&normal);
        let outward = if outward.dot(&(corners[*apex] - from)) > T::zero() { -outward } else { outward };
        let along = Along::of(&outward, direction);
        if best.0.as_ref().is_none_or(|best| along.exceeds(best)) {
            best = (Some(along), side);
        }
    }
    if in_space {
        let facing = if normal.dot(direction) < T::zero() { -normal } else { normal };
        let along = Along::of(&facing, direction);
        if best.0.as_ref().is_none_or(|best| !best.exceeds(&along)) {
            return &TRIANGLE;
        }
    }
    best.1
}

fn tetrahedron_face<T: Scalar>(
    corners: [&Vector3<T>; 4],
    farthest: VertexId,
    direction: &Vector3<T>,
) -> &'static [VertexId] {
    let mut best: (Option<Along<T>>, &'static [VertexId]) = (None, &[]);
    for (face, apex) in TRIANGLES.iter().filter(|(face, _)| face.contains(&farthest)) {
        let [a, b, c] = face.map(|id| corners[id.0 as usize]);
        let normal = (b - a).cross(&(c - a));
        let behind = normal.dot(&(corners[*apex] - a));
        // Both sides of a flat tetrahedron are outside.
        let inward = behind > T::zero() || behind.is_zero() && normal.dot(direction) < T::zero();
        let along = Along::of(&(if inward { -normal } else { normal }), direction);
        if best.0.as_ref().is_none_or(|best| along.exceeds(best)) {
            best = (Some(along), face);
        }
    }
    best.1
}
