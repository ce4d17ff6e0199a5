//! Rounds exact numbers to the nearest floating-point number, once, at the end.

use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

/// The nearest `f64`, ties to even; infinite if it overflows.
#[must_use]
pub fn nearest(x: &BigRational) -> f64 {
    quotient(x.numer(), x.denom())
}

/// The `f64` nearest to `over` / `under`, with a positive denominator and any common factors.
fn quotient(over: &BigInt, under: &BigInt) -> f64 {
    let (negative, over) = (over.is_negative(), over.abs());
    if over.is_zero() {
        return 0.0;
    }
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX);
    // 2^exponent ≤ |x| < 4 · 2^exponent. `place` is the last place of a quotient with 56 bits or less.
    let exponent = bits(&over) - bits(under) - 1;
    let place = (exponent - 54).max(-1074 - 2);
    let (over, under) = if place < 0 {
        (over << usize::try_from(-place).unwrap_or(usize::MAX), under.clone())
    } else {
        (over, under << usize::try_from(place).unwrap_or(usize::MAX))
    };
    let (quotient, rest) = over.div_rem(&under);
    let quotient = quotient.to_u64().unwrap_or(u64::MAX);
    // Rounds to 53 bits, or to the last place of subnormal numbers, which is two places up; ties to even.
    let length = 64 - i64::from(quotient.leading_zeros());
    let dropped = (length - 53).max(-1074 - place).clamp(0, 63);
    let (kept, low) = (quotient >> dropped, quotient & ((1 << dropped) - 1));
    let half = if dropped == 0 { 0 } else { 1_u64 << (dropped - 1) };
    let up = low > half || low == half && dropped > 0 && (!rest.is_zero() || kept & 1 == 1);
    let magnitude = scaled(kept + u64::from(up), place + dropped);
    if negative { -magnitude } else { magnitude }
}

/// An integer of at most 53 bits times a power of two. It is exact, or infinite.
fn scaled(n: u64, exponent: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
    let mut x = n as f64;
    let mut left = exponent.clamp(-1100, 1100);
    while left != 0 {
        let step = left.clamp(-1000, 1000);
        #[expect(clippy::cast_sign_loss, reason = "from 23 to 2023")]
        let power = f64::from_bits(((step + 1023) as u64) << 52);
        x *= power;
        left -= step;
    }
    x
}

/// ±√`square` + `other`, correctly rounded; the fractions may have common factors. Narrow bounds on the root round to
/// one number, unless the sum is a number, or half way between two. Then the root is rational.
#[must_use]
pub fn root_plus(plus: bool, square: &BigRational, other: &BigRational) -> f64 {
    let (over, under) = (square.numer(), square.denom());
    // ±`root` / `scale` + `other`
    let sum = |root: &BigInt, scale: &BigInt| {
        let root = root * other.denom();
        let moved = other.numer() * scale;
        quotient(&(moved + if plus { root } else { -root }), &(scale * other.denom()))
    };
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX);
    let mut digits = 128;
    loop {
        // √x = √(x · 4^places) / 2^places, whose root has about `digits` bits.
        let places = digits - (bits(over) - bits(under)) / 2;
        let shift = usize::try_from(places.unsigned_abs()).unwrap_or(usize::MAX);
        let square = if places < 0 { over / (under << (2 * shift)) } else { (over << (2 * shift)) / under };
        let root = square.sqrt();
        let next = &root + 1;
        let [low, high] = if places < 0 {
            [root, next].map(|root| sum(&(root << shift), &BigInt::one()))
        } else {
            let scale = BigInt::one() << shift;
            [root, next].map(|root| sum(&root, &scale))
        };
        if low.to_bits() == high.to_bits() {
            return low;
        }
        if digits == 128 {
            // √(p/q) = √(p·q) / q
            let product = over * under;
            let root = product.sqrt();
            if &root * &root == product {
                return sum(&root, under);
            }
        }
        digits *= 2;
    }
}
