//! A box along the axes, centered on the origin.

use crate::error::{Error, check_lengths};
use crate::scalar::{Scalar, array_of, difference, dimension, dot, max, negated};
use crate::support::{OrientedBox, Outline, RoundingBound, Support, SupportOffset};
use crate::{construction::Construction, coordinates::Coordinates, tolerance, vertex::VertexId};
use nalgebra::{Point, SMatrix, SVector};

/// The box of points with `|p[i]| ≤ half_extents[i]`: a rectangle in 2D. Half extents may be 0.
///
/// ```
/// use gjk::{SupportExt, intersects, nalgebra::{Isometry2, Vector2}, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let turned = square.clone().posed(Isometry2::new(Vector2::new(2.3, 0.0), 0.785))?;
/// assert!(intersects(&square, &turned));
/// # Ok::<(), gjk::Error>(())
/// ```
#[doc(alias = "Box")]
#[doc(alias = "Rectangle")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::Cuboid<T, D>"))]
pub struct Cuboid<T: Scalar, const D: usize> {
    half_extents: SVector<T, D>,
}

impl<T: Scalar, const D: usize> Cuboid<T, D> {
    /// A box with these half extents.
    ///
    /// # Errors
    /// If one is negative, not finite or too large.
    pub fn new(half_extents: impl Coordinates<T, D>) -> Result<Self, Error> {
        let half_extents = half_extents.vector();
        check_lengths(&half_extents, "half extent")?;
        Ok(Self { half_extents })
    }

    /// The half extents.
    pub fn half_extents(&self) -> &SVector<T, D> {
        &self.half_extents
    }
}

impl<T: Scalar, const D: usize> Support<D> for Cuboid<T, D> {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        let (direction, mut corner) = (array_of(direction), array_of(&self.half_extents).clone());
        let mut k = 0;
        while k < D {
            if direction[k] < T::zero() {
                corner[k] = -corner[k].clone();
            }
            k += 1;
        }
        SVector::from(corner).into()
    }

    /// The vertex's id has a bit for each axis along which it is on the negative side.
    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        let id = (0..D).fold(0, |id, k| id | u32::from(direction[k] < T::zero()) << k);
        SupportOffset { offset: difference(&self.support(direction).coords, &from.coords), id: VertexId(id) }
    }

    #[cfg_attr(fast, inline(always))]
    fn level(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> T {
        let reach = (0..D).fold(T::zero(), |sum, k| sum + direction[k].abs() * self.half_extents[k].clone());
        reach - dot(&from.coords, direction)
    }

    fn center(&self) -> Option<Point<T, D>> {
        Some(Point::origin())
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        (0..D).fold(T::zero(), |m, k| max(m, self.half_extents[k].clone() + from[k].abs()))
    }

    /// The facet across the largest component of the direction; in four dimensions or more a corner.
    #[cfg_attr(fast, inline(always))]
    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        let VertexId(corner) = self.support_from(direction, from).id;
        let across = (1..D).fold(0, |best, k| if direction[k].abs() > direction[best].abs() { k } else { best });
        // Bit k is 1 for corners on the other side along axis k.
        let [first, second] = [1 << ((across + 1) % D.max(1)), 1 << ((across + 2) % D.max(1))];
        let around: &[u32] = match D {
            2 => &[0, first],
            3 => &[0, first, first | second, second],
            _ => &[0],
        };
        let high: SVector<T, D> = SVector::from_fn(|k, _| self.half_extents[k].clone() - from[k].clone());
        let low: SVector<T, D> = SVector::from_fn(|k, _| -self.half_extents[k].clone() - from[k].clone());
        for flipped in around {
            let id = corner ^ flipped;
            let offset = SVector::from_fn(|k, _| if id >> k & 1 == 1 { low[k].clone() } else { high[k].clone() });
            each(SupportOffset { offset, id: VertexId(id) });
        }
    }

    /// One subtraction: the corner is chosen by signs.
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::ONE_SUM))
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        let (middle, half_extents) = (negated(&from.coords), self.half_extents.clone());
        Some(Outline::Box(OrientedBox { middle, axes: SMatrix::identity(), is_turned: false, half_extents }))
    }

    #[cfg_attr(fast, inline(always))]
    fn recall(&self, VertexId(id): VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        if id.checked_shr(dimension::<D>()).is_some_and(|beyond| beyond != 0) {
            return None;
        }
        Some(SVector::from_fn(|k, _| {
            let half = self.half_extents[k].clone();
            (if id >> k & 1 == 1 { -half } else { half }) - from[k].clone()
        }))
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        1_u32.checked_shl(dimension::<D>())
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Cuboid(self.half_extents.clone()))
    }
}
