//! Queries of a point and a shape.

use crate::coordinates::Coordinates;
use crate::distance::{Distance, distance};
use crate::gjk::intersects;
use crate::scalar::{Real, Scalar};
use crate::simplex::{Cases, SimplexCases};
use crate::support::Support;
use crate::verdict::Undecided;
use nalgebra::Point;

/// The answer of [`project`]: the point of a shape nearest to a given one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Projection<T: Scalar, const D: usize> {
    /// The nearest point of the shape: the given point itself where it is inside.
    pub point: Point<T, D>,
    /// Its distance from the given point: positive exactly when the given point is outside.
    pub distance: T,
    /// Whether the given point is in the shape or on its boundary.
    pub inside: bool,
    /// Why `inside` is not known, if it is not.
    pub undecided: Option<Undecided>,
}

/// Whether a point is in a shape or on its boundary.
///
/// `true`, to be on the safe side, if that is undecided (for example if a coordinate is NaN), as for [`intersects`].
///
/// Complexity: that of [`intersects`].
///
/// ```
/// use gjk::{SupportExt, contains, nalgebra::{Point2, Vector2}, shape::Cuboid};
/// let rounded = Cuboid::new(Vector2::new(1.0, 1.0))?.swollen(1.0)?;
/// assert!(contains(&rounded, &Point2::new(1.7, 1.7)));
/// assert!(!contains(&rounded, &Point2::new(1.8, 1.8)));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contains<S, T: Scalar, const D: usize>(shape: &S, point: impl Coordinates<T, D>) -> bool
where
    S: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    intersects(shape, &point.point())
}

/// The point of a shape nearest to a given one.
///
/// A point inside is its own projection; so is one for which that is undecided (see [`intersects`]).
///
/// Complexity: that of [`distance`].
///
/// ```
/// use gjk::{nalgebra::{Point3, Vector3}, project, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let beyond = project(&cube, &Point3::new(4.0, 5.0, 0.5));
/// assert_eq!((beyond.point, beyond.distance), (Point3::new(1.0, 1.0, 0.5), 5.0));
/// assert!(project(&cube, &Point3::new(0.5, 0.5, 0.5)).inside);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn project<S, T: Real, const D: usize>(shape: &S, point: impl Coordinates<T, D>) -> Projection<T, D>
where
    S: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    let point = point.point();
    Projection::of(&point, distance(shape, &point))
}

impl<T: Scalar, const D: usize> Projection<T, D> {
    pub(crate) fn of(point: &Point<T, D>, found: Distance<T, D>) -> Self {
        let inside = found.intersects();
        let [nearest, _] = found.points;
        let point = if inside { point.clone() } else { nearest };
        Self { point, distance: found.distance, inside, undecided: found.undecided }
    }
}
