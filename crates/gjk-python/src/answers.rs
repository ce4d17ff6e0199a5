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
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::ops::Range;

/// How bodies move: the velocities of each pair or of all, and the distance that is kept.
pub struct Motions<T: Number, const D: usize> {
    /// One for each pair, or one for all.
    pub velocities: Vec<Velocities<T, D>>,
    /// The distance that counts as a hit.
    pub skin: T,
}

impl<T: Number, const D: usize> Motions<T, D> {
    fn of(&self, range: &Range<usize>) -> &[Velocities<T, D>] {
        if self.velocities.len() == 1 { &self.velocities } else { &self.velocities[range.clone()] }
    }
}

/// The columns of one query's answers.
pub trait Answers<T: Number, const D: usize>: Send {
    /// Columns for so many pairs.
    fn new(pairs: usize) -> Self;

    /// Asks about a batch, and puts the answers into a range. Returns how many are undecided.
    fn ask<A, B>(
        &mut self,
        batch: &Batch<'_, A, B, D>,
        range: Range<usize>,
        motions: &Motions<T, D>,
    ) -> Result<usize, Error>
    where
        A: Support<D, Scalar = T> + Sync,
        B: Support<D, Scalar = T> + Sync,
        Cases: Expansion<T, D> + ExactCases<D>;

    /// Arrays by their names; numbers and tuples of the first pair, if there is only one.
    fn columns(self, py: Python<'_>, alone: bool) -> PyResult<Py<PyAny>>;
}

/// What a column holds for each pair.
pub trait Cell: Copy + Send {
    /// Nothing yet.
    const BLANK: Self;

    /// An array with an element for each pair.
    fn array(column: Vec<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;

    /// A number, or a tuple.
    fn single(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

macro_rules! numbers {
    ($($t:ty: $blank:expr),*) => { $(
        impl Cell for $t {
            const BLANK: Self = $blank;

            fn array(column: Vec<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                Ok(PyArray1::from_vec(py, column).into_any())
            }

            fn single(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                self.into_pyobject(py).map(|x| x.to_owned().into_any()).map_err(PyErr::from)
            }
        }

        impl<const D: usize> Cell for [$t; D] {
            const BLANK: Self = [$blank; D];

            fn array(column: Vec<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                shaped(py, column.into_flattened(), [D])
            }

            fn single(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                Ok(PyTuple::new(py, self)?.into_any())
            }
        }

        impl<const D: usize> Cell for [[$t; D]; 2] {
            const BLANK: Self = [[$blank; D]; 2];

            fn array(column: Vec<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                shaped(py, column.into_flattened().into_flattened(), [2, D])
            }

            fn single(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                let [a, b] = self;
                Ok(PyTuple::new(py, [PyTuple::new(py, a)?, PyTuple::new(py, b)?])?.into_any())
            }
        }
    )* };
}
numbers! { f32: 0.0, f64: 0.0, u32: 0, bool: false }

/// As a code: 0 for none, 1 for a bound, 2 for exact arithmetic.
impl Cell for Proof {
    const BLANK: Self = Self::None;

    fn array(column: Vec<Self>, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(PyArray1::from_vec(py, column.into_iter().map(code).collect()).into_any())
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
    ($($name:ident as $fields:ident by |$batch:ident, $asked:ident, $moves:ident| $ask:expr => $($field:ident: $type:ty),*;)*) => { $(
        /// Columns.
        pub struct $name<T, const D: usize> {
            scalar: std::marker::PhantomData<T>,
            $($field: Vec<$type>,)*
        }

        impl<T: Space<D> + Cell, const D: usize> Answers<T, D> for $name<T, D>
        where
            [T; D]: Cell,
            [[T; D]; 2]: Cell,
        {
            fn new(pairs: usize) -> Self {
                Self { scalar: std::marker::PhantomData, $($field: vec![<$type>::BLANK; pairs],)* }
            }

            fn ask<A, B>(
                &mut self,
                $batch: &Batch<'_, A, B, D>,
                range: Range<usize>,
                motions: &Motions<T, D>,
            ) -> Result<usize, Error>
            where
                A: Support<D, Scalar = T> + Sync,
                B: Support<D, Scalar = T> + Sync,
                Cases: Expansion<T, D> + ExactCases<D>,
            {
                let $moves = (motions.of(&range), motions.skin);
                let $asked = $fields { $($field: Some(&mut self.$field[range.clone()]),)* };
                $ask
            }

            fn columns(self, py: Python<'_>, alone: bool) -> PyResult<Py<PyAny>> {
                if alone {
                    let fields = [$(self.$field[0].single(py)?),*];
                    return Ok(PyTuple::new(py, fields)?.into_any().unbind());
                }
                let columns = PyDict::new(py);
                $(columns.set_item(stringify!($field), Cell::array(self.$field, py)?)?;)*
                Ok(columns.into_any().unbind())
            }
        }
    )* };
}

answers! {
    VerdictColumns as Verdicts by |batch, asked, _motion| batch.intersects(asked) => intersects: bool, undecided: bool;
    DistanceColumns as Distances by |batch, asked, _motion| batch.distance(asked) =>
        distance: T, lower: T, normal: [T; D], points: [[T; D]; 2], undecided: bool, evaluations: u32;
    ContactColumns as Contacts by |batch, asked, _motion| batch.contact(asked) =>
        separation: T, normal: [T; D], points: [[T; D]; 2], lower: T, upper: T, undecided: bool, evaluations: u32;
    CastColumns as Casts by |batch, asked, motion| batch.shape_cast(asked, motion.0, motion.1) =>
        hit: bool, time: T, normal: [T; D], points: [[T; D]; 2], lower: T, undecided: bool, evaluations: u32;
    CertifiedVerdictColumns as CertifiedVerdicts by |batch, asked, _motion| batch.certified(asked) =>
        intersects: bool, proof: Proof, evaluations: u32;
    CertifiedDistanceColumns as CertifiedDistances by |batch, asked, _motion| batch.certified_distance(asked) =>
        intersects: bool, proof: Proof, distance: T, lower: T, upper: T, normal: [T; D], points: [[T; D]; 2];
    CertifiedContactColumns as CertifiedContacts by |batch, asked, _motion| batch.certified_contact(asked) =>
        intersects: bool, proof: Proof, separation: T, lower: T, upper: T, normal: [T; D], points: [[T; D]; 2];
    CertifiedCastColumns as CertifiedCasts by |batch, asked, motion| batch.certified_shape_cast(asked, motion.0, motion.1) =>
        proven: bool, hit: bool, time: T, lower: T, normal: [T; D], points: [[T; D]; 2];
}
