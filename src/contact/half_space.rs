//! Contacts with a half-space: its plane is the only one, so one support point is enough.

use super::Contact;
use crate::scalar::Real;
use crate::shape::{HalfSpace, Lowest};
use crate::simplex::FeatureIds;
use crate::support::Support;
use crate::verdict::Undecided;

impl<T: Real, const D: usize> HalfSpace<T, D> {
    /// How far a shape is outside the half-space, or how deep it is inside, and where. The half-space is A, the shape
    /// is B.
    ///
    /// One support evaluation; the bounds are the separation itself. See [`contact`](crate::contact()).
    ///
    /// ```
    /// use gjk::{contact, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid, HalfSpace}};
    /// let (slope, stone) = (HalfSpace::new(Vector2::new(3.0, 4.0), 0.0)?, Cuboid::new(Vector2::new(1.0, 1.0))?);
    /// let mut ball = Point2::new(0.0, 2.0);
    /// // Out of the stone, and out of the slope: the same code for both.
    /// for _ in 0..10 {
    ///     let there = Ball::new(ball, 1.5)?;
    ///     for hit in [contact(&stone, &there), slope.contact(&there)] {
    ///         ball += hit.normal * hit.depth();
    ///     }
    /// }
    /// assert!(!slope.contact(&Ball::new(ball, 1.499)?).intersects());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn contact<S: Support<D, Scalar = T> + ?Sized>(&self, shape: &S) -> Contact<T, D> {
        let lowest = self.lowest(shape);
        let clears = self.clears(&lowest);
        let Lowest { from, offset, id, scale, height, margin } = lowest;
        // The direction is at unit scale: its square neither overflows nor vanishes.
        let length = self.direction().dot(self.direction()).sqrt();
        let normal = self.direction() / length.clone();
        let height = height / length;
        let signed = (height.clone() - margin.clone()) / scale.clone();
        #[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
        let undecided = (signed != signed).then_some(Undecided::NotANumber);
        // If rounding has given the difference the other sign, the verdict is right.
        let separation = match (clears, signed > T::zero()) {
            _ if undecided.is_some() => T::zero(),
            (true, false) => T::smallest(),
            (false, true) => T::zero(),
            _ => signed,
        };
        let deepest = &offset - &normal * (margin / scale.clone());
        let projection = offset - &normal * (height / scale);
        let points = [&from + projection, &from + deepest];
        Contact {
            lower: separation.clone(),
            upper: separation.clone(),
            separation,
            normal,
            points,
            undecided,
            evaluations: 1,
            feature: FeatureIds::vertex_of_b(id),
        }
    }
}
