//! A scalar that is a polynomial in the coordinates of A, B, C and D. Each comparison asks an oracle.

use num_traits::{One, Zero};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

/// From the powers of the coordinates in a product to its factor, which is not zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polynomial(BTreeMap<[u8; 12], i64>);

impl Polynomial {
    pub(crate) fn coordinate(k: usize) -> Self {
        Self(BTreeMap::from([(std::array::from_fn(|i| u8::from(i == k)), 1)]))
    }

    fn sum(terms: impl Iterator<Item = ([u8; 12], i64)>) -> Self {
        let mut sum = BTreeMap::new();
        terms.for_each(|(powers, factor)| *sum.entry(powers).or_insert(0) += factor);
        sum.retain(|_, factor| *factor != 0);
        Self(sum)
    }

    /// Compares with zero: a number as it is, any other polynomial as the oracle says.
    fn is(self, relation: &'static str) -> bool {
        let number = self.0.get(&[0; 12]).copied().unwrap_or(0);
        match (self.0.keys().any(|powers| *powers != [0; 12]), relation) {
            (true, _) => ORACLE.with_borrow_mut(|oracle| oracle.answer(self, relation)),
            (false, ">") => number > 0,
            (false, _) => number == 0,
        }
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0")?;
        for (powers, factor) in &self.0 {
            write!(f, "{factor:+}")?;
            let mut named = powers.iter().enumerate().filter(|(_, power)| **power > 0);
            named.try_for_each(|(k, power)| {
                write!(f, "*{}{}**{power}", ["a", "b", "c", "d"][k / 3], ["x", "y", "z"][k % 3])
            })?;
        }
        Ok(())
    }
}

/// Whether a polynomial is positive (`>`), or zero (`==`), and the answer.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) value: Polynomial,
    pub(crate) relation: &'static str,
    pub(crate) holds: bool,
}

/// Answers the first questions as its script says, and all others with *no*. The same question has the same answer.
#[derive(Default)]
pub(crate) struct Oracle {
    pub(crate) script: Vec<bool>,
    pub(crate) asked: Vec<Asked>,
}

thread_local!(pub(crate) static ORACLE: RefCell<Oracle> = RefCell::default());

impl Oracle {
    fn answer(&mut self, value: Polynomial, relation: &'static str) -> bool {
        let known = self.asked.iter().find(|asked| asked.relation == relation && asked.value == value);
        known.map(|asked| asked.holds).unwrap_or_else(|| {
            let holds = self.script.get(self.asked.len()).copied().unwrap_or(false);
            self.asked.push(Asked { value, relation, holds });
            holds
        })
    }
}

impl PartialOrd for Polynomial {
    fn partial_cmp(&self, _: &Self) -> Option<Ordering> {
        unimplemented!("the cases compare by < <= > >=")
    }
    fn lt(&self, other: &Self) -> bool {
        other > self
    }
    fn le(&self, other: &Self) -> bool {
        !(self > other)
    }
    fn gt(&self, other: &Self) -> bool {
        (self.clone() - other.clone()).is(">")
    }
    fn ge(&self, other: &Self) -> bool {
        !(other > self)
    }
}

macro_rules! operators {
    ($($operator:ident::$f:ident, $assign:ident::$g:ident: |$p:ident, $q:ident| $result:expr;)*) => { $(
        impl std::ops::$operator for Polynomial {
            type Output = Self;
            fn $f(self, other: Self) -> Self {
                let ($p, $q) = (self.0, other.0);
                Self::sum($result)
            }
        }
        impl std::ops::$assign for Polynomial {
            fn $g(&mut self, other: Self) {
                *self = std::ops::$operator::$f(self.clone(), other);
            }
        }
    )* };
}
operators! {
    Add::add, AddAssign::add_assign: |p, q| p.into_iter().chain(q);
    Sub::sub, SubAssign::sub_assign: |p, q| p.into_iter().chain(q.into_iter().map(|(powers, factor)| (powers, -factor)));
    Mul::mul, MulAssign::mul_assign: |p, q| p.into_iter().flat_map(|(powers, factor)| {
        q.iter().map(move |(others, by)| (std::array::from_fn(|k| powers[k] + others[k]), factor * by)).collect::<Vec<_>>()
    });
}

impl std::ops::Neg for Polynomial {
    type Output = Self;
    fn neg(self) -> Self {
        Self::zero() - self
    }
}

impl Zero for Polynomial {
    fn zero() -> Self {
        Self(BTreeMap::new())
    }
    fn is_zero(&self) -> bool {
        self.clone().is("==")
    }
}

impl One for Polynomial {
    fn one() -> Self {
        Self(BTreeMap::from([([0; 12], 1)]))
    }
}

impl gjk::Scalar for Polynomial {
    /// The square: the cases only compare absolute values with each other and with zero.
    fn abs(&self) -> Self {
        self.clone() * self.clone()
    }
}
