//! Exact numbers for the [`exact`](super::exact) oracle: integers of any size, rationals with a
//! binary exponent, and conversions to and from `f64`.
//!
//! Every finite `f64` is an integer times a power of two. So a whole problem is brought to
//! integers by one common power of two ([`Lattice`]), solved there without a single fraction,
//! and only the answers are [`Rational`]s. They are not kept in lowest terms: comparing and
//! rounding do not need it, and greatest common divisors would cost more than all the rest.

use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::cmp::Ordering;

/// The integer type of the oracle.
pub type Int = IBig;

/// Number of bits of `|x|`; 0 for 0.
fn bits(x: &Int) -> i64 {
    x.bit_len() as i64
}

/// `2^e` for any `e` of a finite result, with one rounding at most when `x` has few bits.
///
/// Steps of at most 1000 keep every intermediate a normal number unless the result is 0,
/// subnormal or infinite, and then only the last step rounds.
pub fn scale_by_power_of_two(x: f64, e: i64) -> f64 {
    let power = |e: i64| f64::from_bits(((e + 1023) as u64) << 52);
    let (mut x, mut e) = (x, e.clamp(-4000, 4000));
    while e != 0 {
        let step = e.clamp(-1000, 1000);
        x *= power(step);
        e -= step;
    }
    x
}

/// The sign, the odd mantissa and the exponent of a finite number, `x = mantissa * 2^exponent`;
/// `None` for zero.
fn decompose(x: f64) -> Option<(i64, i64)> {
    assert!(x.is_finite(), "the exact oracle takes finite coordinates, got {x}");
    if x == 0.0 {
        return None;
    }
    let word = x.to_bits();
    let field = ((word >> 52) & 0x7ff) as i64;
    let fraction = (word & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = match field {
        0 => (fraction, -1074),
        _ => (fraction | 1 << 52, field - 1075),
    };
    let shift = mantissa.trailing_zeros();
    let mantissa = mantissa >> shift;
    let mantissa = if x < 0.0 { -mantissa } else { mantissa };
    Some((mantissa, exponent + i64::from(shift)))
}

/// A common power of two under which a set of numbers becomes integers.
#[derive(Clone, Copy, Debug)]
pub struct Lattice {
    /// The lattice is `2^exponent` times the integers.
    pub exponent: i64,
}

impl Lattice {
    /// The coarsest lattice that holds all `numbers`.
    pub fn holding<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> Self {
        let exponents = numbers.into_iter().filter_map(|&x| Some(decompose(x)?.1));
        Self { exponent: exponents.min().unwrap_or(0) }
    }

    /// The integer that stands for `x`, which must lie on the lattice.
    pub fn integer(self, x: f64) -> Int {
        match decompose(x) {
            None => Int::ZERO,
            Some((mantissa, exponent)) => Int::from(mantissa) << (exponent - self.exponent) as usize,
        }
    }

    /// The integer vector that stands for `p`.
    pub fn point<const D: usize>(self, p: &[f64; D]) -> [Int; D] {
        std::array::from_fn(|k| self.integer(p[k]))
    }
}

/// The exact number `numerator / denominator * 2^exponent`, with a positive denominator.
#[derive(Clone, Debug)]
pub struct Rational {
    /// The numerator; carries the sign.
    pub numerator: Int,
    /// The denominator, above zero.
    pub denominator: Int,
    /// The power of two that multiplies the fraction.
    pub exponent: i64,
}

impl Rational {
    /// The number `numerator / denominator * 2^exponent`. The denominator must be positive.
    pub fn new(numerator: Int, denominator: Int, exponent: i64) -> Self {
        assert!(denominator > Int::ZERO);
        Self { numerator, denominator, exponent }
    }

    /// Exactly the number `x`.
    pub fn from_f64(x: f64) -> Self {
        let (mantissa, exponent) = decompose(x).unwrap_or((0, 0));
        Self::new(Int::from(mantissa), Int::from(1), exponent)
    }

    /// `-1`, `0` or `1` as an ordering against zero.
    pub fn sign(&self) -> Ordering {
        self.numerator.cmp(&Int::ZERO)
    }

    /// Returns whether this is zero.
    pub fn is_zero(&self) -> bool {
        self.sign().is_eq()
    }

    /// The square.
    pub fn squared(&self) -> Self {
        Self::new(&self.numerator * &self.numerator, &self.denominator * &self.denominator, 2 * self.exponent)
    }

    /// The nearest `f64` (ties to even), infinite beyond the range; a subnormal result may be
    /// off by one last place.
    ///
    /// A quotient of 66 or 67 bits whose last bit is made sticky holds all that rounding to 53
    /// bits can ask about, and `u128 as f64` rounds to nearest.
    pub fn to_f64(&self) -> f64 {
        let (quotient, shift) = self.quotient(66, false);
        let size = scale_by_power_of_two(quotient as f64, self.exponent - shift);
        if self.numerator < Int::ZERO { -size } else { size }
    }

    /// The nearest `f64` to the square root, even where this number itself is far out of the
    /// range of `f64`. Panics on a negative number.
    ///
    /// With a quotient `q` of 125 to 127 bits and an even power of two beside it the integer
    /// root has 63 or 64 bits; a sticky bit behind them says whether anything was cut off.
    pub fn sqrt_to_f64(&self) -> f64 {
        assert!(self.numerator >= Int::ZERO, "square root of a negative");
        let (quotient, shift) = self.quotient(125, true);
        let root = quotient.isqrt();
        let sticky = u128::from(root * root != quotient);
        // An inexact quotient is odd through its own sticky bit. Should it be a square for all
        // that, its root is odd too and so not halfway between two 53-bit numbers.
        scale_by_power_of_two((root << 1 | sticky) as f64, (self.exponent - shift) / 2 - 1)
    }

    /// `|self| / 2^exponent * 2^shift` as an integer of `wanted` to `wanted + 2` bits whose
    /// last bit is set when the division was not exact, and that shift; with `even`, the shift
    /// makes `exponent - shift` even. (0, exponent) for zero.
    fn quotient(&self, wanted: i64, even: bool) -> (u128, i64) {
        if self.is_zero() {
            return (0, self.exponent);
        }
        let mut shift = wanted - (bits(&self.numerator) - bits(&self.denominator));
        if even && (self.exponent - shift) % 2 != 0 {
            shift += 1;
        }
        let up = Int::from(self.numerator.clone().unsigned_abs()) << shift.max(0) as usize;
        let down = &self.denominator << (-shift).max(0) as usize;
        let quotient = &up / &down;
        let exact = &quotient * &down == up;
        let word = u128::try_from(&quotient).expect("at most 127 bits");
        (word | u128::from(!exact), shift)
    }
}

/// Compares by cross multiplication; denominators are positive.
impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        let difference = self.exponent - other.exponent;
        let left = (&self.numerator * &other.denominator) << difference.max(0) as usize;
        let right = (&other.numerator * &self.denominator) << (-difference).max(0) as usize;
        left.cmp(&right)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Rational {}
