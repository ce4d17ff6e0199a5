use crate::scalar::{Scalar, max, times};
use nalgebra::{Point, SVector};

/// The coordinates that a query computes in: relative to a point of A, so that differences are of nearby numbers, and
/// scaled by a power of two, so that no product of coordinates overflows or underflows.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame<T: Scalar, const D: usize> {
    /// The origin of displacements.
    pub reference: Point<T, D>,
    /// The power of two that `w` is scaled by.
    pub scale: T,
    /// A bound on the largest component of any `w`, after scaling.
    pub size: T,
    /// The margins of A and B together, after scaling.
    pub margin: T,
    /// From the middle of A − B towards the origin, where the middles are known and differ.
    pub toward_origin: Option<SVector<T, D>>,
    /// Whether products of the sets' coordinates and an unscaled direction stay in range.
    pub(crate) ordinary: bool,
}

impl<T: Scalar, const D: usize> Frame<T, D> {
    /// Coordinates relative to a reference point, for sets of this size and margin, at unit scale.
    #[cfg_attr(fast, inline(always))]
    pub fn new(reference: Point<T, D>, toward_origin: Option<SVector<T, D>>, size: T, margin: T) -> Self {
        let scale = max(size.clone(), margin.clone()).unit_scale();
        let far = times(1 << 16, &T::one());
        let ordinary = scale <= far && scale.clone() * far >= T::one();
        Self { reference, size: size * scale.clone(), margin: margin * scale.clone(), scale, toward_origin, ordinary }
    }

    /// Whether the cores are so small beside the margins, but not points, that answers depend on them only by rounding.
    pub(crate) fn cores_are_negligible(&self) -> bool {
        !self.size.is_zero() && self.size < T::epsilon() * self.margin.clone()
    }
}
