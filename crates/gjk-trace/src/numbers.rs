//! Numbers as traces and pictures print them, with few digits.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use num_traits::Float;

/// A number with few digits.
pub(crate) struct Brief(pub(super) f64);

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x = self.0;
        let size = x.abs();
        if x == 0.0 {
            return f.write_str("0");
        }
        if !x.is_finite() {
            return f.write_str("not a number");
        }
        // A minus sign, which is as wide as a plus.
        let minus = if x < 0.0 { "−" } else { "" };
        if (1e-3..1e6).contains(&size) {
            let text = Fixed::<4>(size).to_string();
            return write!(f, "{minus}{}", text.trim_end_matches('0').trim_end_matches('.'));
        }
        let (mut mantissa, mut exponent) = (size, 0_i32);
        while mantissa >= 9.995 {
            (mantissa, exponent) = (mantissa / 10.0, exponent + 1);
        }
        while mantissa < 0.9995 {
            (mantissa, exponent) = (mantissa * 10.0, exponent - 1);
        }
        let below = if exponent < 0 { "−" } else { "" };
        write!(f, "{minus}{}e{below}{}", Fixed::<2>(mantissa), exponent.abs())
    }
}

/// A number below a billion, with so many digits after the point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed<const DIGITS: u32>(pub(crate) f64);

impl<const DIGITS: u32> fmt::Display for Fixed<DIGITS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10_u64.pow(DIGITS);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "it is a small whole number by then"
        )]
        let parts = Float::round(Float::abs(self.0) * one as f64) as u64;
        let minus = if self.0 < 0.0 && parts > 0 { "-" } else { "" };
        write!(f, "{minus}{}.{:0width$}", parts / one, parts % one, width = DIGITS as usize)
    }
}

/// Coordinates with few digits.
pub(crate) fn coordinates(v: &[f64]) -> String {
    let parts: Vec<String> = v.iter().map(|x| Brief(*x).to_string()).collect();
    format!("({})", parts.join(", "))
}
