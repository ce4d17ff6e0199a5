//! A shape whose faces are found by support points along tilted directions.

use crate::error::{Error, check_length};
use crate::scalar::{Real, largest, same, unit, whole};
use crate::support::{Support, SupportOffset, forward_support};
use crate::vertex::VertexId;
use nalgebra::{Point, SVector};

/// A shape with faces found by support points along tilted directions. Everything else is the shape's own. Made by
/// [`SupportExt::faceted`](crate::SupportExt::faceted).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "super::written::Faceted<S, T, D>",
        bound(
            serialize = "S: serde::Serialize, T: serde::Serialize",
            deserialize = "S: Support<D, Scalar = T> + serde::Deserialize<'de>, T: Real + serde::Deserialize<'de>"
        )
    )
)]
pub struct Faceted<S, T, const D: usize> {
    shape: S,
    directions: u32,
    tilt: T,
}

impl<S: Support<D, Scalar = T>, T: Real, const D: usize> Faceted<S, T, D> {
    pub(crate) fn new(shape: S, directions: u32, tilt: T) -> Result<Self, Error> {
        if !(3..=32).contains(&directions) {
            return Err(Error::OutOfRange("number of directions"));
        }
        check_length(&tilt, "tilt")?;
        if tilt.is_zero() { Err(Error::Zero("tilt")) } else { Ok(Self { shape, directions, tilt }) }
    }

    /// The shape itself.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    #[cfg(all(feature = "serde", target_has_atomic = "ptr"))]
    pub(super) fn parts(&self) -> (&S, u32, T) {
        (&self.shape, self.directions, self.tilt.clone())
    }

    /// The support points along directions on a cone around the given one, in order, each once.
    fn tilted(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        let count = match D {
            2 => 2,
            3 => self.directions,
            _ => 1,
        };
        let along = unit(direction);
        if count == 1 || largest(&along).is_zero() {
            return each(self.shape.support_from(direction, from));
        }
        let across = across(&along);
        let mut first: Option<SVector<T, D>> = None;
        let mut last: Option<SVector<T, D>> = None;
        for k in 0..count {
            let [x, y] = if D == 2 { [if k == 0 { -T::one() } else { T::one() }, T::zero()] } else { around(k, count) };
            let aside = (&across[0] * x + &across[1] * y) * self.tilt.clone();
            let found = self.shape.support_from(&(&along + aside), from);
            if [&first, &last].into_iter().flatten().any(|known| same(known, &found.offset)) {
                continue;
            }
            first = first.or_else(|| Some(found.offset.clone()));
            last = Some(found.offset.clone());
            let id = if found.id == VertexId::NONE { VertexId(k) } else { found.id };
            each(SupportOffset { offset: found.offset, id });
        }
    }
}

/// The k-th of about evenly spaced points around the unit circle, projected from a square, without sines.
fn around<T: Real>(k: u32, count: u32) -> [T; 2] {
    let share = |k: u32| whole::<T>(k) / whole(count);
    let [quarter, rest] = [4 * k / count, 4 * k % count];
    let (x, y) = (T::one() - share(rest), share(rest));
    let length = (x.clone() * x.clone() + y.clone() * y.clone()).sqrt();
    let [x, y] = [x / length.clone(), y / length];
    match quarter {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    }
}

/// Two unit vectors across one, in space; one in the plane.
fn across<T: Real, const D: usize>(along: &SVector<T, D>) -> [SVector<T, D>; 2] {
    let mut axes = [SVector::zeros(), SVector::zeros()];
    if D == 2 {
        axes[0][0] = -along[1].clone();
        axes[0][1] = along[0].clone();
        return axes;
    }
    // The axis that is least along it.
    let least = (1..D).fold(0, |least, k| if along[k].abs() < along[least].abs() { k } else { least });
    let mut first = along * -along[least].clone();
    first[least] += T::one();
    let first = unit(&first);
    let minor = |k: usize| {
        let [p, q] = [(k + 1) % 3, (k + 2) % 3];
        along[p].clone() * first[q].clone() - along[q].clone() * first[p].clone()
    };
    axes[1] = SVector::from_fn(|k, _| minor(k));
    axes[0] = first;
    axes
}

forward_support!(
    [S: Support<D, Scalar = T>, T: Real, const D: usize] Faceted<S, T, D>, D, T, |faceted| faceted.shape, Faceted::tilted
);
