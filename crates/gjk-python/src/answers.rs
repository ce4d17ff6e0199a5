//! The answers of a batch as columns for NumPy.

use crate::shapes::{Number, Space};
use gjk::Support;
use gjk::certified::Proof;
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::query::Velocities;
use gjk::simplex::Cases;
use gjk_batch::{
    Batch, Casts, CertifiedCasts, CertifiedContacts, CertifiedDistances, CertifiedVerdicts, Contacts, Distances, Error,
    Verdicts,
};
use numpy::{Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::marker::PhantomData;
use std::ops::Range;

/// The motions of bodies: the velocities of each pair or of all pairs, and the distance that is kept.
pub struct Motions<T: Number, const D: usize> {
    /// One for each pair, or one for all.
    pub velocities: Vec<Velocities<T, D>>,
    /// The distance that counts as a hit.
    pub skin: T,
}

impl<T: Number, const D: usize> Motions<T, D> {
    /// The velocities of some pairs.
    pub fn of(&self, range: &Range<usize>) -> &[Velocities<T, D>] {
        if self.velocities.len() == 1 { &self.velocities } else { &self.velocities[range.clone()] }
    }
}

/// The columns of one query's answers.
pub trait Answers<'py, T: Number, const D: usize>: Sized {
    /// The answers of some pairs: a slice of each column.
    type Part<'c>: Send
    where
        Self: 'c;

    /// Columns for so many pairs.
    fn new(py: Python<'py>, pairs: usize) -> PyResult<Self>;

    /// The parts of a range, of so many pairs each.
    fn parts(&mut self, range: &Range<usize>, each: usize) -> PyResult<Vec<Self::Part<'_>>>;

    /// Asks about a batch, and writes the answers. Returns how many are undecided.
    fn ask<'c, A, B>(
        batch: &Batch<'_, A, B, D>,
        part: Self::Part<'c>,
        velocities: &[Velocities<T, D>],
        skin: T,
    ) -> Result<usize, Error>
    where
        Self: 'c,
        A: Support<D, Scalar = T> + Sync,
        B: Support<D, Scalar = T> + Sync,
        Cases: Expansion<T, D> + ExactCases<D>;

    /// The answer about one pair, as a tuple of numbers and tuples.
    fn one<A, B>(py: Python<'py>, batch: &Batch<'_, A, B, D>) -> PyResult<Py<PyAny>>
    where
        A: Support<D, Scalar = T> + Sync,
        B: Support<D, Scalar = T> + Sync,
        Cases: Expansion<T, D> + ExactCases<D>;

    /// Arrays by their names.
    fn columns(self, py: Python<'py>) -> PyResult<Py<PyAny>>;
}

/// The type of a column's entries, one for each pair.
pub trait Cell: Copy + Send {
    /// A column.
    type Column<'py>;

    /// The entry of a pair that has no answer yet.
    const BLANK: Self;

    /// A column for so many pairs.
    fn column(py: Python<'_>, pairs: usize) -> PyResult<Self::Column<'_>>;

    /// The entries of a column.
    fn cells<'c>(column: &'c mut Self::Column<'_>) -> PyResult<&'c mut [Self]>;

    /// The array for NumPy.
    fn array<'py>(column: Self::Column<'py>, py: Python<'py>) -> Bound<'py, PyAny>;

    /// A number, or a tuple.
    fn single(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

macro_rules! cells {
    ($([$($generics:tt)*] $cell:ty: $number:ty, $blank:expr, [$($axis:expr),*], $($split:ident)*, |$it:ident, $py:ident| $single:expr;)*) => { $(
        impl<$($generics)*> Cell for $cell {
            // NumPy allocates: its large arrays take few page faults.
            type Column<'py> = PyReadwriteArrayDyn<'py, $number>;
            const BLANK: Self = $blank;

            fn column(py: Python<'_>, pairs: usize) -> PyResult<Self::Column<'_>> {
                Ok(PyArrayDyn::zeros(py, vec![pairs $(, $axis)*], false).try_readwrite()?)
            }

            fn cells<'c>(column: &'c mut Self::Column<'_>) -> PyResult<&'c mut [Self]> {
                Ok(column.as_slice_mut()?$(.$split().0)*)
            }

            fn array<'py>(column: Self::Column<'py>, _: Python<'py>) -> Bound<'py, PyAny> {
                column.as_any().clone()
            }

            fn single(self, $py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                let $it = self;
                $single
            }
        }
    )* };
}

macro_rules! numbers {
    ($($t:ty: $blank:expr),*) => { cells! { $(
        [] $t: $t, $blank, [], , |x, py| x.into_pyobject(py).map(|x| x.to_owned().into_any()).map_err(PyErr::from);
        [const D: usize] [$t; D]: $t, [$blank; D], [D], as_chunks_mut, |x, py| Ok(PyTuple::new(py, x)?.into_any());
        [const D: usize] [[$t; D]; 2]: $t, [[$blank; D]; 2], [2, D], as_chunks_mut as_chunks_mut, |x, py| {
            let [a, b] = x;
            Ok(PyTuple::new(py, [PyTuple::new(py, a)?, PyTuple::new(py, b)?])?.into_any())
        };
    )* } };
}
numbers! { f32: 0.0, f64: 0.0, u32: 0, bool: false }

/// As a code: 0 for none, 1 for a bound, 2 for exact arithmetic.
impl Cell for Proof {
    type Column<'py> = Vec<Self>;
    const BLANK: Self = Self::None;

    fn column(_: Python<'_>, pairs: usize) -> PyResult<Vec<Self>> {
        Ok(vec![Self::None; pairs])
    }

    fn cells(column: &mut Vec<Self>) -> PyResult<&mut [Self]> {
        Ok(column)
    }

    fn array(column: Vec<Self>, py: Python<'_>) -> Bound<'_, PyAny> {
        PyArray1::from_vec(py, column.into_iter().map(code).collect()).into_any()
    }

    fn single(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(code(self).into_pyobject(py)?.into_any())
    }
}

fn code(proof: Proof) -> u8 {
    match proof {
        Proof::None => 0,
        Proof::Bound => 1,
        Proof::Exact => 2,
    }
}

/// An array of (pairs, …) elements.
pub fn shaped<T: Element, const N: usize>(
    py: Python<'_>,
    numbers: Vec<T>,
    each: [usize; N],
) -> PyResult<Bound<'_, PyAny>> {
    let all = numbers.len() / each.iter().product::<usize>().max(1);
    let shape: Vec<usize> = [all].into_iter().chain(each).collect();
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.into_any())
}

macro_rules! answers {
    ($($name:ident as $fields:ident[$($generic:ident),*] by |$batch:ident, $asked:ident, $velocities:ident, $skin:ident| $ask:expr => $($field:ident: $type:ty),*;)*) => { $(
        /// Columns.
        pub struct $name<'py, T: Cell, const D: usize>
        where
            [T; D]: Cell,
            [[T; D]; 2]: Cell,
        {
            scalar: PhantomData<T>,
            $($field: <$type as Cell>::Column<'py>,)*
        }

        impl<'py, T: Space<D> + Cell, const D: usize> Answers<'py, T, D> for $name<'py, T, D>
        where
            [T; D]: Cell,
            [[T; D]; 2]: Cell,
        {
            type Part<'c>
                = $fields<'c $(, $generic)*>
            where
                Self: 'c;

            fn new(py: Python<'py>, pairs: usize) -> PyResult<Self> {
                Ok(Self { scalar: PhantomData, $($field: <$type>::column(py, pairs)?,)* })
            }

            fn parts(&mut self, range: &Range<usize>, each: usize) -> PyResult<Vec<Self::Part<'_>>> {
                $(let mut $field = <$type>::cells(&mut self.$field)?[range.clone()].chunks_mut(each);)*
                let part = |_| $fields { $($field: $field.next(),)* };
                Ok((0..range.len().div_ceil(each)).map(part).collect())
            }

            fn ask<'c, A, B>(
                $batch: &Batch<'_, A, B, D>,
                $asked: Self::Part<'c>,
                $velocities: &[Velocities<T, D>],
                $skin: T,
            ) -> Result<usize, Error>
            where
                Self: 'c,
                A: Support<D, Scalar = T> + Sync,
                B: Support<D, Scalar = T> + Sync,
                Cases: Expansion<T, D> + ExactCases<D>,
            {
                $ask
            }

            fn one<A, B>(py: Python<'py>, batch: &Batch<'_, A, B, D>) -> PyResult<Py<PyAny>>
            where
                A: Support<D, Scalar = T> + Sync,
                B: Support<D, Scalar = T> + Sync,
                Cases: Expansion<T, D> + ExactCases<D>,
            {
                $(let mut $field = [<$type>::BLANK];)*
                let asked = $fields { $($field: Some(&mut $field),)* };
                Self::ask(batch, asked, &[[T::zero(); D].into()], T::zero()).map_err(refused)?;
                $(let [$field] = $field;)*
                Ok(PyTuple::new(py, [$($field.single(py)?),*])?.into_any().unbind())
            }

            fn columns(self, py: Python<'py>) -> PyResult<Py<PyAny>> {
                let columns = PyDict::new(py);
                $(columns.set_item(stringify!($field), <$type>::array(self.$field, py))?;)*
                Ok(columns.into_any().unbind())
            }
        }
    )* };
}

fn refused(error: Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

answers! {
    VerdictColumns as Verdicts[] by |batch, asked, _velocities, _skin| batch.intersects(asked) =>
        intersects: bool, undecided: bool;
    DistanceColumns as Distances[T, D] by |batch, asked, _velocities, _skin| batch.distance(asked) =>
        distance: T, lower: T, normal: [T; D], points: [[T; D]; 2], undecided: bool, evaluations: u32;
    ContactColumns as Contacts[T, D] by |batch, asked, _velocities, _skin| batch.contact(asked) =>
        separation: T, normal: [T; D], points: [[T; D]; 2], lower: T, upper: T, undecided: bool, evaluations: u32;
    CastColumns as Casts[T, D] by |batch, asked, velocities, skin| batch.shape_cast(asked, velocities, skin) =>
        hit: bool, time: T, normal: [T; D], points: [[T; D]; 2], lower: T, undecided: bool, evaluations: u32;
    CertifiedVerdictColumns as CertifiedVerdicts[] by |batch, asked, _velocities, _skin| batch.certified(asked) =>
        intersects: bool, proof: Proof, evaluations: u32;
    CertifiedDistanceColumns as CertifiedDistances[T, D] by |batch, asked, _velocities, _skin| batch.certified_distance(asked) =>
        intersects: bool, proof: Proof, distance: T, lower: T, upper: T, normal: [T; D], points: [[T; D]; 2];
    CertifiedContactColumns as CertifiedContacts[T, D] by |batch, asked, _velocities, _skin| batch.certified_contact(asked) =>
        intersects: bool, proof: Proof, separation: T, lower: T, upper: T, normal: [T; D], points: [[T; D]; 2];
    CertifiedCastColumns as CertifiedCasts[T, D] by |batch, asked, velocities, skin| batch.certified_shape_cast(asked, velocities, skin) =>
        proven: bool, hit: bool, time: T, lower: T, normal: [T; D], points: [[T; D]; 2];
}
