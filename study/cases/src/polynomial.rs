//! A scalar that is a polynomial in the coordinates of A, B, C and D. Each comparison asks an oracle.

use num_traits::{One, Zero};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

const NAMES: [&str; 12] = ["ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz", "dx", "dy", "dz"];

/// From the powers of the coordinates in a product to its factor, which is not zero.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Polynomial(BTreeMap<[u8; 12], i64>);

impl Polynomial {
    pub(crate) fn coordinate(k: usize) -> Self {
        let mut powers = [0; 12];
        powers[k] = 1;
        Self(BTreeMap::from([(powers, 1)]))
    }

    /// Compares with zero: a number as it is, another polynomial as the oracle says.
    fn compare(self, relation: &'static str) -> bool {
        let number = if self.0.is_empty() { Some(&0) } else { self.0.get(&[0; 12]).filter(|_| self.0.len() == 1) };
        match number {
            Some(number) => holds(number.cmp(&0), relation),
            None => ORACLE.with_borrow_mut(|oracle| oracle.answer(self, relation)),
        }
    }
}

fn holds(order: Ordering, relation: &str) -> bool {
    match relation {
        "<" => order.is_lt(),
        "<=" => order.is_le(),
        ">" => order.is_gt(),
        ">=" => order.is_ge(),
        _ => order.is_eq(),
    }
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0")?;
        self.0.iter().try_for_each(|(powers, factor)| {
            write!(f, "{factor:+}")?;
            let mut factors = NAMES.iter().zip(powers).filter(|(_, power)| **power > 0);
            factors.try_for_each(|(name, power)| write!(f, "*{name}**{power}"))
        })
    }
}

/// A comparison of a polynomial with zero, and its answer.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) value: Polynomial,
    pub(crate) relation: &'static str,
    pub(crate) holds: bool,
}

/// Answers comparisons: the first ones as its script says, and all others with *no*.
#[derive(Default)]
pub(crate) struct Oracle {
    pub(crate) script: Vec<bool>,
    pub(crate) asked: Vec<Asked>,
}

thread_local!(pub(crate) static ORACLE: RefCell<Oracle> = RefCell::default());

impl Oracle {
    /// A question that was asked before, of this polynomial or its opposite, has the same answer.
    fn answer(&mut self, value: Polynomial, relation: &'static str) -> bool {
        let mirrored: String = relation.chars().map(|c| if c == '<' { '>' } else if c == '>' { '<' } else { c }).collect();
        let opposite = -value.clone();
        let same = |asked: &&Asked| {
            (asked.relation == relation && asked.value == value) || (asked.relation == mirrored && asked.value == opposite)
        };
        if let Some(asked) = self.asked.iter().find(same) {
            return asked.holds;
        }
        let holds = self.script.get(self.asked.len()).copied().unwrap_or(false);
        self.asked.push(Asked { value, relation, holds });
        holds
    }
}

impl PartialOrd for Polynomial {
    fn partial_cmp(&self, _: &Self) -> Option<Ordering> {
        unimplemented!("the cases compare by < <= > >=")
    }
    fn lt(&self, other: &Self) -> bool {
        (self.clone() - other.clone()).compare("<")
    }
    fn le(&self, other: &Self) -> bool {
        (self.clone() - other.clone()).compare("<=")
    }
    fn gt(&self, other: &Self) -> bool {
        (self.clone() - other.clone()).compare(">")
    }
    fn ge(&self, other: &Self) -> bool {
        (self.clone() - other.clone()).compare(">=")
    }
}

impl AddAssign for Polynomial {
    fn add_assign(&mut self, other: Self) {
        for (powers, factor) in other.0 {
            *self.0.entry(powers).or_insert(0) += factor;
        }
        self.0.retain(|_, factor| *factor != 0);
    }
}

impl Neg for Polynomial {
    type Output = Self;
    fn neg(mut self) -> Self {
        self.0.values_mut().for_each(|factor| *factor = -*factor);
        self
    }
}

impl Mul for Polynomial {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let mut product = Self::zero();
        for (left, factor) in self.0 {
            let times = |(right, by): (&[u8; 12], &i64)| (std::array::from_fn(|k| left[k] + right[k]), factor * by);
            product += Self(other.0.iter().map(times).collect());
        }
        product
    }
}

impl Add for Polynomial {
    type Output = Self;
    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sub for Polynomial {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl SubAssign for Polynomial {
    fn sub_assign(&mut self, other: Self) {
        *self += -other;
    }
}

impl MulAssign for Polynomial {
    fn mul_assign(&mut self, other: Self) {
        *self = self.clone() * other;
    }
}

impl Zero for Polynomial {
    fn zero() -> Self {
        Self(BTreeMap::new())
    }
    fn is_zero(&self) -> bool {
        self.clone().compare("==")
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
