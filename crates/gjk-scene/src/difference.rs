//! The Minkowski difference as a value: its points, and their hull. Queries need only its support mapping, a
//! [`Difference`](gjk::Difference), but this is the picture that explains the algorithm.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use gjk::nalgebra::Point;
use gjk::shape::{ConvexHull, Polygon};
use gjk::{Error, Real, Scalar};

/// The largest number of differences.
const MOST: usize = 1 << 16;

/// The reason why the difference cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DifferenceError {
    /// More than 65,536 differences.
    TooMany,
    /// A list is empty, the difference with this number is not finite or too large, or the shapes are tiny beside their
    /// distance.
    Points(Error),
}

impl fmt::Display for DifferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => write!(f, "there would be more than {MOST} differences"),
            Self::Points(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DifferenceError {}

impl From<DifferenceError> for Error {
    fn from(error: DifferenceError) -> Self {
        match error {
            DifferenceError::Points(error) => error,
            DifferenceError::TooMany => Self::Other(error.to_string().into()),
        }
    }
}

impl From<Error> for DifferenceError {
    fn from(error: Error) -> Self {
        Self::Points(error)
    }
}

/// A − B of two finite sets, point by point: a − b for every point a of A and every point b of B, beginning with all
/// for the first a. Each coordinate is rounded once. Complexity: time and memory O(n m) for n and m points.
///
/// # Errors
/// If A or B has no points; if n m is more than 65,536; if a difference is not finite, or too large (the error has its
/// number).
///
/// ```
/// use gjk::nalgebra::Point2;
/// let a = [Point2::new(4.0, 5.0), Point2::new(4.0, 11.0), Point2::new(9.0, 9.0)];
/// let b = [Point2::new(5.0, 7.0), Point2::new(12.0, 7.0), Point2::new(10.0, 2.0)];
/// let points = gjk_scene::difference_points(a, b)?;
/// assert_eq!(points.len(), 9);
/// assert_eq!(points[5], a[1] - b[2].coords);
/// # Ok::<(), gjk_scene::DifferenceError>(())
/// ```
pub fn difference_points<T: Scalar, const D: usize>(
    a: impl IntoIterator<Item = Point<T, D>>,
    b: impl IntoIterator<Item = Point<T, D>>,
) -> Result<Vec<Point<T, D>>, DifferenceError> {
    // One more is enough to refuse an endless list.
    let a: Vec<_> = a.into_iter().take(MOST + 1).collect();
    let b: Vec<_> = b.into_iter().take(MOST + 1).collect();
    if a.is_empty() || b.is_empty() {
        return Err(Error::Empty("points").into());
    }
    if a.len().saturating_mul(b.len()) > MOST {
        return Err(DifferenceError::TooMany);
    }
    let points: Vec<_> = a.iter().flat_map(|a| b.iter().map(move |b| a - &b.coords)).collect();
    match (0..).zip(&points).find(|(_, point)| !point.iter().all(Scalar::in_range)) {
        Some((number, _)) => Err(Error::PointOutOfRange(number).into()),
        None => Ok(points),
    }
}

/// A − B of two polygons: the hull of the [differences](difference_points) of their vertices. The polygons intersect
/// exactly if the origin is in the hull, and their distance is the hull's distance from the origin. Let L be the hull's
/// largest coordinate: no point of A − B is farther than 5 ε L from the hull. Complexity: O(n m log(n m)) for n and m
/// vertices.
///
/// # Errors
/// As [`difference_points`]; and if both polygons are tiny beside their distance.
///
/// ```
/// use gjk::{contains, distance, intersects, nalgebra::Point2, shape::Polygon};
/// use gjk_scene::difference_polygon;
/// let p = |x: f64, y: f64| Point2::new(x, y);
/// let a = Polygon::hull([p(4.0, 5.0), p(4.0, 11.0), p(9.0, 9.0)])?;
/// let b = Polygon::hull([p(5.0, 7.0), p(12.0, 7.0), p(10.0, 2.0)])?;
/// let hull = difference_polygon(&a, &b)?;
/// assert_eq!(hull.vertices().len(), 6);
/// assert_eq!(contains(&hull, &Point2::origin()), intersects(&a, &b));
/// let far = Polygon::hull([p(5.0, -7.0), p(12.0, -7.0), p(10.0, -2.0)])?;
/// assert_eq!(distance(&difference_polygon(&a, &far)?, &Point2::origin()).distance, distance(&a, &far).distance);
/// # Ok::<(), gjk_scene::DifferenceError>(())
/// ```
pub fn difference_polygon<T: Real>(a: &Polygon<T>, b: &Polygon<T>) -> Result<Polygon<T>, DifferenceError> {
    Ok(Polygon::hull(difference_points(a.vertices(), b.vertices())?)?)
}

/// A − B of two polytopes: the hull of the [differences](difference_points) of their vertices. See
/// [`difference_polygon`]. Complexity: as for [`ConvexHull::new`] with n m points, for n and m vertices.
///
/// # Errors
/// As [`difference_points`]; and if both polytopes are tiny beside their distance.
///
/// ```
/// use gjk::{nalgebra::Point3, shape::ConvexHull};
/// let p = |x: f64, y, z| Point3::new(x, y, z);
/// let a = ConvexHull::new([p(1.0, 1.0, 1.0), p(1.0, -1.0, -1.0), p(-1.0, 1.0, -1.0), p(-1.0, -1.0, 1.0)])?;
/// // A tetrahedron less itself is a cuboctahedron.
/// let hull = gjk_scene::difference_hull(&a, &a)?;
/// assert_eq!((hull.vertices().len(), hull.edges().count(), hull.faces().len()), (12, 24, 14));
/// # Ok::<(), gjk_scene::DifferenceError>(())
/// ```
pub fn difference_hull<T: Real>(a: &ConvexHull<T>, b: &ConvexHull<T>) -> Result<ConvexHull<T>, DifferenceError> {
    Ok(ConvexHull::new(difference_points(a.vertices(), b.vertices())?)?)
}
