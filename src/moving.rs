//! A shape that moves in a straight line with its own velocity, so that callers can't confuse the shapes' velocities.

use crate::error::{Error, check_length, check_vector};
use crate::scalar::{Scalar, min};
use crate::support::Support;
use nalgebra::SVector;

/// A shape that moves in a straight line, for a [`shape_cast`](crate::shape_cast()). Made by
/// [`SupportExt::moving`](crate::SupportExt::moving) and [`SupportExt::stepping`](crate::SupportExt::stepping).
///
/// ```
/// use gjk::{SupportExt, shape::Cuboid, shape_cast};
/// let square = Cuboid::new([1.0, 1.0])?;
/// let other = square.posed([6.0, 0.0])?;
/// // Both move, towards each other.
/// let found = shape_cast(square.moving([1.0, 0.0]), other.moving([-1.0, 0.0]))?;
/// assert_eq!(found.hit.unwrap().time, 2.0);
/// // The motion ends before they meet.
/// let found = shape_cast(&square, other.moving([-2.0, 0.0]).until(1.0))?;
/// assert!(found.hit.is_none() && found.lower == Some(1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving<S, T: Scalar, const D: usize> {
    pub(crate) shape: S,
    pub(crate) velocity: SVector<T, D>,
    pub(crate) until: Option<T>,
    pub(crate) skin: T,
    /// Whether shapes that it moves away from, or along, have no hit.
    pub(crate) leaves: bool,
}

impl<S, T: Scalar, const D: usize> Moving<S, T, D> {
    pub(crate) fn new(shape: S, velocity: SVector<T, D>) -> Self {
        Self { shape, velocity, until: None, skin: T::zero(), leaves: false }
    }

    /// Ends the motion at this time. If both shapes have an end, the earlier one counts.
    #[must_use]
    pub fn until(mut self, time: T) -> Self {
        self.until = Some(time);
        self
    }

    /// Ignores a shape that this one moves away from, or along, even if they overlap: see
    /// [`ShapeCast::unless_separating`](crate::ShapeCast::unless_separating).
    #[must_use]
    pub fn leaving(mut self) -> Self {
        self.leaves = true;
        self
    }

    /// Stops the shape at this distance from the other one. If both shapes have a skin, the sum counts.
    #[must_use]
    pub fn with_skin(mut self, skin: T) -> Self {
        self.skin = skin;
        self
    }
}

/// A shape for a cast: a reference stands still, a [`Moving`] shape moves.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be cast",
    label = "write `&shape` if it stands still, `shape.moving(velocity)` if it moves",
    note = "`gjk::SupportExt` has the method `moving`"
)]
pub trait IntoMoving<T: Scalar, const D: usize> {
    /// The shape.
    type Shape: Support<D, Scalar = T>;

    /// The shape and its motion.
    fn into_moving(self) -> Moving<Self::Shape, T, D>;
}

impl<'s, S: Support<D, Scalar = T> + ?Sized, T: Scalar, const D: usize> IntoMoving<T, D> for &'s S {
    type Shape = &'s S;
    fn into_moving(self) -> Moving<&'s S, T, D> {
        Moving::new(self, SVector::zeros())
    }
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> IntoMoving<T, D> for Moving<S, T, D> {
    type Shape = S;
    fn into_moving(self) -> Self {
        self
    }
}

/// Two shapes for a cast. At least one of them moves.
#[diagnostic::on_unimplemented(
    message = "neither of the two shapes moves",
    label = "write `shape.moving(velocity)` for the one that does",
    note = "`gjk::SupportExt` has the method `moving`"
)]
pub trait OneMoves {}
impl<S, B, T: Scalar, const D: usize> OneMoves for (Moving<S, T, D>, B) {}
impl<A: ?Sized, S, T: Scalar, const D: usize> OneMoves for (&A, Moving<S, T, D>) {}

/// The motions of the shapes of a [`Difference`](crate::Difference), for
/// [`Query::shape_cast_of`](crate::Query::shape_cast_of). A vector or an array stands for the velocity of B, in a
/// motion without an end; A then stands still.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Velocities<T: Scalar, const D: usize> {
    /// The velocity of A.
    pub a: SVector<T, D>,
    /// The velocity of B.
    pub b: SVector<T, D>,
    /// The end of the motion, not negative; `None` if there is none.
    pub until: Option<T>,
    /// Whether shapes that move apart, or along each other, have no hit: see [`Moving::leaving`].
    pub leaves: bool,
}

impl<T: Scalar, const D: usize> Velocities<T, D> {
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_vector(&self.a, "velocity of A")?;
        check_vector(&self.b, "velocity of B")?;
        self.until.as_ref().map_or(Ok(()), |until| check_length(until, "last time"))
    }
}

impl<T: Scalar, const D: usize> From<SVector<T, D>> for Velocities<T, D> {
    fn from(b: SVector<T, D>) -> Self {
        Self { a: SVector::zeros(), b, until: None, leaves: false }
    }
}

impl<T: Scalar, const D: usize> From<[T; D]> for Velocities<T, D> {
    fn from(b: [T; D]) -> Self {
        SVector::from(b).into()
    }
}

/// The arguments of a cast: see [`pair`].
#[doc(hidden)]
pub struct Pair<A, B, T: Scalar, const D: usize> {
    pub a: A,
    pub b: B,
    pub velocities: Velocities<T, D>,
    /// The distance to keep.
    pub skin: T,
}

/// Joins the two shapes of a cast.
#[doc(hidden)]
pub fn pair<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T: Scalar, const D: usize>(
    a: A,
    b: B,
) -> Pair<A::Shape, B::Shape, T, D> {
    let (a, b) = (a.into_moving(), b.into_moving());
    let until = match (a.until, b.until) {
        (Some(a), Some(b)) => Some(min(a, b)),
        (a, b) => a.or(b),
    };
    let velocities = Velocities { a: a.velocity, b: b.velocity, until, leaves: a.leaves || b.leaves };
    Pair { a: a.shape, b: b.shape, velocities, skin: a.skin + b.skin }
}
