//! Errors of constructors and of queries.

use crate::scalar::{Scalar, largest};
use alloc::boxed::Box;
use core::fmt;
use nalgebra::SVector;

/// The reason why a shape, a pose or an option was refused.
///
/// ```
/// use gjk::{Error, nalgebra::Point3, shape::Ball};
/// let error = Ball::at(Point3::origin(), -1.0).unwrap_err();
/// assert_eq!(error, Error::Negative("radius"));
/// assert_eq!(error.to_string(), "the radius is negative");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The named number is NaN or infinite, or so large that differences of such numbers overflow.
    OutOfRange(&'static str),
    /// A coordinate of the point of this number in a list is not finite, or too large; the first point has number 0.
    PointOutOfRange(u32),
    /// The named length is negative.
    Negative(&'static str),
    /// The named length or direction is zero.
    Zero(&'static str),
    /// The named list has nothing in it.
    Empty(&'static str),
    /// The matrix mirrors, or its columns are not orthonormal within 1e-5, or within rounding if that is more.
    NotARotation,
    /// The half-spaces don't bound a frustum: three planes that should meet in a corner do not.
    Unbounded,
    /// The shapes of a hull have different margins, and the scalar has no square root to round them with.
    UnequalMargins,
    /// The points are all in one place, on one line or in one plane (as named), up to 4 ε of the largest coordinate.
    Flat(&'static str),
    /// A list does not describe a convex polytope, for this reason.
    NotConvex(HullError),
    /// The query could not decide, for this reason.
    Undecided(Undecided),
    /// An error of another crate of this repository, as a message.
    Other(Box<str>),
}

/// The reason why vertices or faces do not make a convex polygon or polytope. Items of a list are numbered from 0.
///
/// ```
/// use gjk::{Error, nalgebra::Point2, shape::{HullError, Polygon}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let error = Polygon::new([p(0.0, 0.0), p(4.0, 0.0), p(1.0, 1.0), p(0.0, 4.0)]).unwrap_err();
/// assert_eq!(error, Error::NotConvex(HullError::Dent(2)));
/// assert_eq!(error.to_string(), "at vertex 2 there is a dent: the outline is not convex");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HullError {
    /// The vertices of a polygon are clockwise (where y points up).
    Clockwise,
    /// Two vertices are the same point.
    Repeated(u32, u32),
    /// A vertex is on the edge between its neighbors, to within 4 ε of the largest coordinate.
    OnEdge(u32),
    /// The polygon has a dent at a vertex.
    Dent(u32),
    /// The edges of the polygon cross, or go around more than once.
    Crossing,
    /// A point is not a vertex of the hull: it is inside, or nearer to a face or an edge than 4 ε of the largest coordinate.
    NoVertex(u32),
    /// The face with this number is clockwise as seen from outside.
    InsideOut(u32),
    /// A list of faces is empty.
    NoFaces,
    /// The face with this number has a vertex that is not in the list.
    NoSuchVertex(u32),
    /// Two faces are in one plane, to within 4 ε of the largest coordinate.
    InOnePlane(u32, u32),
    /// The face with this number is not a face of the hull, or is there twice.
    NoFace(u32),
    /// The hull has more faces than the list.
    FaceMissing,
    /// The vertices that were read are not the vertices of a convex polytope, in order.
    Vertices,
    /// The faces that were read are not the faces of the hull.
    Faces,
    /// The normals that were read are not the normals of the hull.
    Normals,
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clockwise => write!(f, "the vertices are clockwise: turn their order around"),
            Self::Repeated(first, second) => write!(f, "vertices {first} and {second} are the same point"),
            Self::OnEdge(k) => write!(f, "vertex {k} is on the edge between its neighbors: leave it out"),
            Self::Dent(k) => write!(f, "at vertex {k} there is a dent: the outline is not convex"),
            Self::Crossing => write!(f, "the edges cross, or go around more than once"),
            Self::NoVertex(k) => write!(f, "point {k} is no vertex of the hull: it is inside, or on a face or an edge"),
            Self::InsideOut(k) => write!(f, "face {k} is inside out: its vertices are clockwise as seen from outside"),
            Self::NoFaces => write!(f, "there are no faces"),
            Self::NoSuchVertex(k) => write!(f, "face {k} has a vertex that is not in the list"),
            Self::InOnePlane(a, b) => {
                write!(f, "faces {a} and {b} are in one plane, where there is one face: see `ConvexHull::new`")
            }
            Self::NoFace(k) => write!(f, "face {k} is no face of the hull, or is there twice"),
            Self::FaceMissing => write!(f, "a face is missing"),
            Self::Vertices => write!(f, "the vertices are not those of a convex polytope, in order"),
            Self::Faces => write!(f, "the faces are not those of a convex polytope, in order"),
            Self::Normals => write!(f, "the normals are not those of a convex polytope, in order"),
        }
    }
}

/// The reason why a query ended without a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Undecided {
    /// [`Query::max_evaluations`](crate::Query::max_evaluations) was reached.
    Limit,
    /// A support mapping returned a coordinate that is NaN or infinite.
    NotANumber,
    /// A [cast](crate::shape_cast()) got no nearer, though the gap is more than rounding explains.
    Stalled,
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Limit => "the query took more than its largest number of evaluations: raise `max_evaluations`",
            Self::NotANumber => "a support mapping returned a coordinate that is not finite",
            Self::Stalled => "the shapes got no nearer, though they are farther apart than rounding explains",
        })
    }
}

impl core::error::Error for Undecided {}

impl From<Undecided> for Error {
    fn from(why: Undecided) -> Self {
        Self::Undecided(why)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfRange(what) => write!(f, "the {what} is not finite, or too large"),
            Self::PointOutOfRange(k) => write!(f, "point {k} (from 0) is not finite, or too large"),
            Self::Negative(what) => write!(f, "the {what} is negative"),
            Self::Zero(what) => write!(f, "the {what} is zero"),
            Self::Empty(what) => write!(f, "the {what} are empty: a shape has at least one point"),
            Self::NotARotation => write!(
                f,
                "the matrix is not a rotation (orthonormal within 1e-5, not mirroring); one that is multiplied many times \
                 drifts: renormalize it"
            ),
            Self::Unbounded => write!(f, "the half-spaces do not bound a frustum"),
            Self::Flat(what) => write!(
                f,
                "the points are all {what}: their hull has no interior (for queries alone, a `PointCloud` takes them)"
            ),
            Self::NotConvex(reason) => reason.fmt(f),
            Self::Undecided(why) => why.fmt(f),
            Self::Other(what) => f.write_str(what),
            Self::UnequalMargins => write!(f, "the shapes of the hull have different margins; use `Hull::round`"),
        }
    }
}

impl core::error::Error for Error {}

#[inline]
pub(crate) fn check_vector<T: Scalar, const D: usize>(v: &SVector<T, D>, what: &'static str) -> Result<(), Error> {
    if v.iter().all(Scalar::in_range) { Ok(()) } else { Err(Error::OutOfRange(what)) }
}

#[inline]
pub(crate) fn check_length<T: Scalar>(length: &T, what: &'static str) -> Result<(), Error> {
    if !length.in_range() {
        Err(Error::OutOfRange(what))
    } else if *length < T::zero() {
        Err(Error::Negative(what))
    } else {
        Ok(())
    }
}

#[inline]
pub(crate) fn check_lengths<T: Scalar, const D: usize>(v: &SVector<T, D>, what: &'static str) -> Result<(), Error> {
    check_vector(v, what)?;
    v.iter().try_for_each(|length| check_length(length, what))
}

pub(crate) fn check_direction<T: Scalar, const D: usize>(v: &SVector<T, D>, what: &'static str) -> Result<(), Error> {
    check_vector(v, what)?;
    if largest(v).is_zero() { Err(Error::Zero(what)) } else { Ok(()) }
}
