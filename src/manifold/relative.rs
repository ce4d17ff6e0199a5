//! The pose of one shape relative to another.

use crate::pose::Pose;
use crate::scalar::{Real, column};
use crate::shape::turn_back;
use nalgebra::{SMatrix, SVector};

/// B's matrix and translation, in A's directions and in the units of both.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "T: Real + serde::Serialize", deserialize = "T: Real + serde::Deserialize<'de>"))
)]
pub(super) struct Relative<T: Real, const D: usize> {
    pub(super) matrix: SMatrix<T, D, D>,
    pub(super) translation: SVector<T, D>,
    /// A's own scale.
    pub(super) scale: T,
}

impl<T: Real, const D: usize> Relative<T, D> {
    pub(super) fn of([a, b]: [&Pose<T, D>; 2]) -> Self {
        // Without the scale: the product of both scales may be out of range.
        let rotation = a.matrix() * (T::one() / a.scale());
        let turned = |v: SVector<T, D>| turn_back(&rotation, &v);
        let mut matrix = SMatrix::<T, D, D>::zeros();
        for k in 0..D {
            matrix.set_column(k, &turned(column(b.matrix(), k)));
        }
        Self { matrix, translation: turned(b.translation() - a.translation()), scale: a.scale() }
    }
}
