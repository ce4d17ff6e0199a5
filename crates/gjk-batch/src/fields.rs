//! Output slices: one for each field that the caller asks for.

use crate::error::Error;
use gjk::certified::{CertifiedCast, CertifiedContact, CertifiedDistance, CertifiedVerdict, Proof};
use gjk::exact::Float;
use gjk::nalgebra::{Point, SVector};
use gjk::{Contact, Distance, Hit, ShapeCast, Undecided};

/// The slices of one query's answers.
pub(crate) trait Fields: Sized + Send {
    /// The answer of the query about one pair.
    type Answer;

    /// Checks that each slice has an element for each pair.
    fn check(&self, pairs: usize) -> Result<(), Error>;

    /// The slices before an index, and from there on.
    fn split_at(self, index: usize) -> (Self, Self);

    /// Writes one answer. Returns whether it is undecided.
    fn put(&mut self, index: usize, answer: Self::Answer) -> bool;
}

macro_rules! fields {
    ($($(#[$text:meta])* $name:ident [$($generics:tt)*] [$($names:tt)*] of $answer:ty, |$found:ident| $undecided:expr => {
        $($(#[$about:meta])* $field:ident: $type:ty = $value:expr,)*
    })*) => { $(
        $(#[$text])*
        ///
        /// A field that is `None` is not written.
        #[derive(Debug)]
        pub struct $name<'a, $($generics)*> {
            $($(#[$about])* pub $field: Option<&'a mut [$type]>,)*
        }

        impl<$($generics)*> Default for $name<'_, $($names)*> {
            fn default() -> Self {
                Self { $($field: None,)* }
            }
        }

        impl<$($generics)*> Fields for $name<'_, $($names)*> {
            type Answer = $answer;

            fn check(&self, pairs: usize) -> Result<(), Error> {
                $(if let Some(slice) = &self.$field && slice.len() != pairs {
                    return Err(Error::Length { field: stringify!($field), length: slice.len(), pairs });
                })*
                Ok(())
            }

            fn split_at(self, index: usize) -> (Self, Self) {
                $(let $field = self.$field.map(|slice| slice.split_at_mut(index)).unzip();)*
                (Self { $($field: $field.0,)* }, Self { $($field: $field.1,)* })
            }

            fn put(&mut self, index: usize, $found: $answer) -> bool {
                $(if let Some(slice) = &mut self.$field {
                    slice[index] = $value;
                })*
                $undecided
            }
        }
    )* };
}

fields! {
    /// Verdicts: see [`Batch::intersects`](crate::Batch::intersects).
    Verdicts [] [] of Result<bool, Undecided>, |found| found.is_err() => {
        /// Whether the bodies have a point in common; `true`, to be on the safe side, if that is undecided.
        intersects: bool = found.unwrap_or(true),
        /// Whether that is undecided.
        undecided: bool = found.is_err(),
    }

    /// Distances: see [`Batch::distance`](crate::Batch::distance).
    Distances [T: Float, const D: usize] [T, D] of Distance<T, D>, |found| found.undecided.is_some() => {
        /// The distance; 0 exactly when the bodies intersect.
        distance: T = found.distance.clone(),
        /// A lower bound on the distance, as computed.
        lower: T = found.lower.clone(),
        /// The unit normal from A towards B; NaN if they intersect.
        normal: [T; D] = vector(found.normal.as_ref()),
        /// The nearest points of A and of B.
        points: [[T; D]; 2] = coordinates(&found.points),
        /// Whether the verdict is undecided.
        undecided: bool = found.undecided.is_some(),
        /// The number of support evaluations of A − B.
        evaluations: u32 = found.evaluations,
    }

    /// Contacts: see [`Batch::contact`](crate::Batch::contact).
    Contacts [T: Float, const D: usize] [T, D] of Contact<T, D>, |found| found.undecided.is_some() => {
        /// The signed separation; if the bodies overlap, minus the depth.
        separation: T = found.separation.clone(),
        /// The unit normal from A towards B: moving B along it by minus the separation makes them touch.
        normal: [T; D] = array(&found.normal),
        /// A point of A and one of B, `separation · normal` apart.
        points: [[T; D]; 2] = coordinates(&found.points),
        /// A lower bound on the separation, as computed.
        lower: T = found.lower.clone(),
        /// An upper bound on the separation, as computed.
        upper: T = found.upper.clone(),
        /// Whether the answer is undecided.
        undecided: bool = found.undecided.is_some(),
        /// The number of support evaluations of A − B.
        evaluations: u32 = found.evaluations,
    }

    /// Casts: see [`Batch::shape_cast`](crate::Batch::shape_cast).
    Casts [T: Float, const D: usize] [T, D] of ShapeCast<T, D>, |found| found.undecided.is_some() => {
        /// Whether the bodies meet.
        hit: bool = found.hit.is_some(),
        /// The first time at which they touch; infinite if they do not.
        time: T = time(found.hit.as_ref()),
        /// The unit normal from A towards B at that time; NaN without a hit.
        normal: [T; D] = vector(found.hit.as_ref().map(|hit| &hit.normal)),
        /// The touching points of A and of B at that time; NaN without a hit.
        points: [[T; D]; 2] = points(found.hit.as_ref().map(|hit| &hit.points)),
        /// A time before which they do not meet; infinite after a miss if the motion has no end.
        lower: T = found.lower.clone().unwrap_or_else(infinite),
        /// Whether the answer is undecided.
        undecided: bool = found.undecided.is_some(),
        /// The number of support evaluations of A − B.
        evaluations: u32 = found.evaluations,
    }

    /// Proven verdicts: see [`Batch::certified`](crate::Batch::certified).
    CertifiedVerdicts [] [] of CertifiedVerdict, |found| !found.is_proven() => {
        /// Whether the bodies have a point in common.
        intersects: bool = found.intersects,
        /// The proof of the verdict.
        proof: Proof = found.proof,
        /// The number of support evaluations of A − B in rounded arithmetic.
        evaluations: u32 = found.evaluations,
    }

    /// Distances with proven bounds: see [`Batch::certified_distance`](crate::Batch::certified_distance).
    CertifiedDistances [T: Float, const D: usize] [T, D] of CertifiedDistance<T, D>, |found| found.bounds.is_none() => {
        /// Whether the bodies have a point in common.
        intersects: bool = found.verdict.intersects,
        /// The proof of the verdict.
        proof: Proof = found.verdict.proof,
        /// The distance.
        distance: T = found.measured.distance.clone(),
        /// The exact distance is not below; NaN if no bound is known.
        lower: T = bound(found.bounds.as_ref(), 0),
        /// The exact distance is not above; NaN if no bound is known.
        upper: T = bound(found.bounds.as_ref(), 1),
        /// The unit normal from A towards B; NaN if they intersect.
        normal: [T; D] = vector(found.measured.normal.as_ref()),
        /// The nearest points of A and of B.
        points: [[T; D]; 2] = coordinates(&found.measured.points),
    }

    /// Contacts with proven bounds: see [`Batch::certified_contact`](crate::Batch::certified_contact).
    CertifiedContacts [T: Float, const D: usize] [T, D] of CertifiedContact<T, D>, |found| found.bounds.is_none() => {
        /// Whether the bodies have a point in common.
        intersects: bool = found.verdict.intersects,
        /// The proof of the verdict.
        proof: Proof = found.verdict.proof,
        /// The signed separation.
        separation: T = found.measured.separation.clone(),
        /// The exact separation is not below; NaN if no bound is known.
        lower: T = bound(found.bounds.as_ref(), 0),
        /// The exact separation is not above; NaN if no bound is known.
        upper: T = bound(found.bounds.as_ref(), 1),
        /// The unit normal from A towards B.
        normal: [T; D] = array(&found.measured.normal),
        /// A point of A and one of B, `separation · normal` apart.
        points: [[T; D]; 2] = coordinates(&found.measured.points),
    }

    /// Casts with a proven time: see [`Batch::certified_shape_cast`](crate::Batch::certified_shape_cast).
    CertifiedCasts [T: Float, const D: usize] [T, D] of CertifiedCast<T, D>, |found| !found.is_proven => {
        /// Whether it is proven that the bodies do not meet before `lower`.
        proven: bool = found.is_proven,
        /// Whether they meet.
        hit: bool = found.measured.hit.is_some(),
        /// The first time at which they touch, as computed; infinite if they do not.
        time: T = time(found.measured.hit.as_ref()),
        /// A time before which they do not meet; infinite after a miss if the motion has no end.
        lower: T = found.measured.lower.clone().unwrap_or_else(infinite),
        /// The unit normal from A towards B at that time; NaN without a hit.
        normal: [T; D] = vector(found.measured.hit.as_ref().map(|hit| &hit.normal)),
        /// The touching points of A and of B at that time; NaN without a hit.
        points: [[T; D]; 2] = points(found.measured.hit.as_ref().map(|hit| &hit.points)),
    }
}

/// A scalar of [`Float`] converts from `f64`; all of the library's do.
fn number<T: Float>(x: f64) -> T {
    T::from_double(x).unwrap_or_else(T::zero)
}

fn missing<T: Float>() -> T {
    number(f64::NAN)
}

fn infinite<T: Float>() -> T {
    number(f64::INFINITY)
}

fn array<T: Float, const D: usize>(v: &SVector<T, D>) -> [T; D] {
    v.data.0[0].clone()
}

fn vector<T: Float, const D: usize>(v: Option<&SVector<T, D>>) -> [T; D] {
    v.map_or_else(|| std::array::from_fn(|_| missing()), array)
}

fn coordinates<T: Float, const D: usize>(points: &[Point<T, D>; 2]) -> [[T; D]; 2] {
    points.each_ref().map(|point| array(&point.coords))
}

fn points<T: Float, const D: usize>(points: Option<&[Point<T, D>; 2]>) -> [[T; D]; 2] {
    points.map_or_else(|| std::array::from_fn(|_| vector(None)), coordinates)
}

fn time<T: Float, const D: usize>(hit: Option<&Hit<T, D>>) -> T {
    hit.map_or_else(infinite, |hit| hit.time.clone())
}

fn bound<T: Float>(bounds: Option<&[T; 2]>, side: usize) -> T {
    bounds.map_or_else(missing, |bounds| bounds[side].clone())
}
