//! The arithmetics of a study by name, and a way to run a generic job in one of them.

use super::faulty::Faulty;
use super::published::{Found, Way, Ways};
use super::quad::Quad;
use super::small::{Format, Small};
use gjk::Support;
use gjk::certified::{self, CertifiedVerdict};
use gjk::epa::Expansion;
use gjk::exact::ExactCases;
use gjk::minkowski::{Difference, Erased};
use gjk::observe::Observer;
use gjk::query::{Query, Start};
use gjk::scalar::{Real, Scalar};
use gjk::simplex::{Cases, SimplexCases};
use gjk_question::Coordinate;
use half::f16;
use std::fmt;
use std::str::FromStr;

/// An arithmetic to compute in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arithmetic {
    /// Half precision.
    F16,
    /// Single precision.
    F32,
    /// Places in double precision, shapes and search in single precision.
    Places,
    /// Shapes in single precision, places and search in double precision.
    Shapes,
    /// Double precision.
    F64,
    /// Double-double.
    Double,
    /// So many significant bits, exponents up to the second number; among them bf16 and tf32.
    Bits(u32, u32),
    /// `f64` with wrong products, to see whether a study finds them.
    Faulty,
}

/// The widest range of exponents that [`Format`] has.
const WIDEST: u32 = 400;

impl Arithmetic {
    /// The arithmetics of a study, if none are named.
    pub const USUAL: [Self; 4] = [Self::F16, Self::F32, Self::F64, Self::Double];

    /// The arithmetics of questions: what a game or a robot has to choose from.
    pub const CHOICES: [Self; 4] = [Self::F32, Self::Places, Self::Shapes, Self::F64];

    /// bfloat16: the range of `f32` with 8 significant bits (Intel, BFLOAT16 – Hardware Numerics Definition, 2018).
    const BF16: Self = Self::Bits(8, 127);
    /// `TensorFloat`-32: the range of `f32` with the 11 significant bits of `f16` (NVIDIA A100 Tensor Core GPU Architecture, 2020).
    const TF32: Self = Self::Bits(11, 127);

    /// The one of so many bits, in the widest range.
    pub(super) fn bits(bits: u32) -> Self {
        Self::Bits(bits, WIDEST)
    }

    /// What a name does not say.
    pub(super) fn meaning(self) -> Option<&'static str> {
        match self {
            Self::Places => Some("places in f64, shapes and search in f32"),
            Self::Shapes => Some("shapes in f32, places and search in f64"),
            _ => None,
        }
    }

    /// What it costs, for an order: its bits, and one more where numbers are converted. `None` if nobody would choose it.
    pub(super) fn cost(self) -> Option<u32> {
        match self {
            Self::F16 => Some(11),
            Self::Bits(bits, _) => Some(bits),
            Self::F32 => Some(24),
            Self::Places => Some(25),
            Self::F64 => Some(53),
            Self::Shapes => Some(54),
            Self::Double => Some(106),
            Self::Faulty => None,
        }
    }

    /// The gap between 1 and the next number.
    pub(super) fn epsilon(self) -> f64 {
        match self {
            Self::F16 => f16::EPSILON.to_f64(),
            Self::F32 | Self::Places => f32::EPSILON.into(),
            Self::Shapes | Self::F64 | Self::Faulty => f64::EPSILON,
            Self::Double => <Quad as gjk::Scalar>::epsilon().parts()[0],
            Self::Bits(..) => self.format().epsilon(),
        }
    }

    /// Below this its numbers have fewer digits.
    pub(super) fn smallest_normal(self) -> f64 {
        match self {
            Self::F16 => f16::MIN_POSITIVE.to_f64(),
            Self::F32 | Self::Places => f32::MIN_POSITIVE.into(),
            Self::Shapes | Self::F64 | Self::Double | Self::Faulty => f64::MIN_POSITIVE,
            Self::Bits(..) => self.format().smallest_normal(),
        }
    }

    /// The nearest of its numbers that is an `f64`, too.
    pub(super) fn nearest(self, x: f64) -> f64 {
        match self {
            Self::F16 => f16::from_double(x).map_or(f64::NAN, f16::to_f64),
            #[expect(clippy::cast_possible_truncation, reason = "it rounds to the nearest")]
            Self::F32 | Self::Places => f64::from(x as f32),
            Self::Shapes | Self::F64 | Self::Double | Self::Faulty => x,
            Self::Bits(..) => self.format().run(|| Small::new(x).get()),
        }
    }

    /// A sentence, if the arithmetic does not multiply as it should: products of small whole numbers are exact.
    pub(super) fn wrong_product(self) -> Option<String> {
        self.run(2, Products(self)).flatten()
    }

    pub(super) fn format(self) -> Format {
        match self {
            Self::Bits(bits, highest) => Format::new(bits, highest).unwrap_or(Format::SINGLE),
            _ => Format::SINGLE,
        }
    }

    /// Returns whether ways to treat the simplex are compared in it.
    pub(super) fn compares(self) -> bool {
        !matches!(self, Self::Bits(..))
    }

    /// Returns whether there is code for so many dimensions.
    pub(super) fn has(self, dim: usize) -> bool {
        let is_common = matches!(self, Self::F32 | Self::Places | Self::Shapes | Self::F64);
        matches!(dim, 2 | 3) || is_common && (1..=8).contains(&dim)
    }

    /// Runs a job in this arithmetic; `None` without code for the dimension.
    pub(super) fn run<J: Job>(self, dim: usize, job: J) -> Option<J::Output> {
        macro_rules! in_dimension {
            ($scalar:ty: $($d:literal)*) => {
                match dim {
                    $($d => Some(job.run::<$scalar, $d>()),)*
                    _ => None,
                }
            };
        }
        // Unit tests put no questions, and to compile all arithmetics for them takes minutes.
        if cfg!(test) {
            return None;
        }
        match self {
            Self::F16 => in_dimension!(f16: 2 3),
            Self::F32 | Self::Places => in_dimension!(f32: 1 2 3 4 5 6 7 8),
            Self::Shapes | Self::F64 => in_dimension!(f64: 1 2 3 4 5 6 7 8),
            Self::Double => in_dimension!(Quad: 2 3),
            Self::Bits(..) => self.format().run(|| in_dimension!(Small: 2 3)),
            Self::Faulty => in_dimension!(Faulty: 2 3),
        }
    }
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::F16 => f.write_str("f16"),
            Self::F32 => f.write_str("f32"),
            Self::Places => f.write_str("f64-places"),
            Self::Shapes => f.write_str("f32-shapes"),
            Self::F64 => f.write_str("f64"),
            Self::Double => f.write_str("dd"),
            Self::BF16 => f.write_str("bf16"),
            Self::TF32 => f.write_str("tf32"),
            Self::Bits(bits, WIDEST) => write!(f, "p{bits}"),
            Self::Bits(bits, highest) => write!(f, "p{bits}e{highest}"),
            Self::Faulty => f.write_str("faulty"),
        }
    }
}

impl FromStr for Arithmetic {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let named = [
            Self::F16,
            Self::BF16,
            Self::TF32,
            Self::F32,
            Self::Places,
            Self::Shapes,
            Self::F64,
            Self::Double,
            Self::Faulty,
        ];
        if let Some(found) = named.into_iter().find(|arithmetic| arithmetic.to_string() == text) {
            return Ok(found);
        }
        let bits = text.strip_prefix('p').and_then(|rest| {
            let (bits, highest) = rest.split_once('e').map_or((rest, None), |(bits, highest)| (bits, Some(highest)));
            let highest = highest.map_or(Ok(WIDEST), str::parse).ok()?;
            let bits = bits.parse().ok()?;
            Format::new(bits, highest).map(|_| Self::Bits(bits, highest))
        });
        bits.ok_or_else(|| {
            "there are f16, bf16, tf32, f32, f64-places (shapes and search in f32), f32-shapes (places and search in f64), f64, \
             dd (double-double), faulty, pN (N bits, 3 to 53) and pNeM (with exponents up to M, 2 to 400)"
                .into()
        })
    }
}

/// What is done in an arithmetic.
pub(super) trait Job {
    type Output;
    fn run<T: Computes, const D: usize>(self) -> Self::Output
    where
        Cases: Expansion<T, D> + ExactCases<D> + Ways<T, D>;
}

/// Multiplies all whole numbers that have half of the bits, up to 63.
struct Products(Arithmetic);

impl Job for Products {
    type Output = Option<String>;

    fn run<T: Computes, const D: usize>(self) -> Self::Output
    where
        Cases: Expansion<T, D> + ExactCases<D> + Ways<T, D>,
    {
        let most = (1..=63_u32).take_while(|n| f64::from(n * n) * self.0.epsilon() < 1.0).last().unwrap_or(0);
        let pairs = || (1..=most).flat_map(|x| (1..=most).map(move |y| (x, y)));
        let is_wrong = |(x, y): &(u32, u32)| {
            let product = T::rounded((*x).into()) * T::rounded((*y).into());
            !product.parts().iter().eq(&[f64::from(x * y), 0.0])
        };
        let wrong = pairs().filter(is_wrong).count();
        let (x, y) = pairs().find(is_wrong)?;
        Some(format!(
            "THE ARITHMETIC {} IS WRONG: {wrong} of {} products of whole numbers up to {most} are not exact, {x} × {y} the first.",
            self.0,
            most * most
        ))
    }
}

/// A scalar of a study.
pub(super) trait Computes: Coordinate + Real + Copy {
    /// Whether it has more digits than an `f64`.
    const IS_WIDE: bool = false;

    /// Two numbers with this sum.
    fn parts(self) -> [f64; 2];

    /// Asks a way. It is [`Way::Ours`] in arithmetics that do not [compare](Arithmetic::compares) ways.
    fn ask<const D: usize>(way: Way, a: Set<'_, Self, D>, b: Set<'_, Self, D>, start: Start<Self, D>) -> Found<Self, D>
    where
        Cases: Expansion<Self, D> + Ways<Self, D>,
    {
        let _ = way;
        let unwatched: &mut dyn Observer<Self, D> = &mut ();
        let mut query = Query::new().start(start).with_observer(unwatched);
        let found = query.distance_of(&Erased::<_, Cases, D>::new(&Difference(a, b)));
        Found {
            intersects: found.undecided.is_none().then(|| found.intersects()),
            evaluations: found.evaluations,
            distance: Some(found),
        }
    }

    /// The verdict with a proof, in arithmetics that have proofs.
    fn certified<const D: usize>(a: Set<'_, Self, D>, b: Set<'_, Self, D>) -> Option<CertifiedVerdict>
    where
        Cases: SimplexCases<Self, D> + ExactCases<D>,
    {
        let _ = (a, b);
        None
    }
}

/// A shape whose kind is not known.
pub(super) type Set<'s, T, const D: usize> = &'s dyn Support<D, Scalar = T>;

macro_rules! computes {
    ($($scalar:ty, |$x:ident| $part:expr $(, $asks:ident)?;)*) => { $(
        impl Computes for $scalar {
            fn parts(self) -> [f64; 2] {
                let $x = self;
                [$part, 0.0]
            }
            $(fn ask<const D: usize>(
                way: Way,
                a: Set<'_, Self, D>,
                b: Set<'_, Self, D>,
                start: Start<Self, D>,
            ) -> Found<Self, D>
            where
                Cases: Expansion<Self, D> + Ways<Self, D>,
            {
                way.$asks(a, b, start, &mut ())
            })?
            fn certified<const D: usize>(a: Set<'_, Self, D>, b: Set<'_, Self, D>) -> Option<CertifiedVerdict>
            where
                Cases: SimplexCases<Self, D> + ExactCases<D>,
            {
                Some(certified::intersects(a, b))
            }
        }
    )* };
}
computes! {
    f16, |x| x.to_f64(), ask_from;
    f32, |x| x.into(), ask_from;
    f64, |x| x, ask_from;
    Small, |x| x.get();
}

impl Coordinate for Small {
    fn rounded(x: f64) -> Self {
        Self::new(x)
    }
}

impl Computes for Quad {
    const IS_WIDE: bool = true;
    fn parts(self) -> [f64; 2] {
        Self::parts(self)
    }
    fn ask<const D: usize>(way: Way, a: Set<'_, Self, D>, b: Set<'_, Self, D>, start: Start<Self, D>) -> Found<Self, D>
    where
        Cases: Expansion<Self, D> + Ways<Self, D>,
    {
        way.ask_from(a, b, start, &mut ())
    }
}

impl Computes for Faulty {
    fn parts(self) -> [f64; 2] {
        [self.get(), 0.0]
    }
    fn ask<const D: usize>(way: Way, a: Set<'_, Self, D>, b: Set<'_, Self, D>, start: Start<Self, D>) -> Found<Self, D>
    where
        Cases: Expansion<Self, D> + Ways<Self, D>,
    {
        way.ask_from(a, b, start, &mut ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in
            ["f16", "bf16", "tf32", "f32", "f64-places", "f32-shapes", "f64", "dd", "faulty", "p3", "p53", "p24e127"]
        {
            assert_eq!(name.parse::<Arithmetic>().map(|found| found.to_string()), Ok(name.to_string()));
        }
        for name in ["", "f8", "p", "p2", "p54", "p24e1", "p24e401", "p-3", "P24"] {
            assert!(name.parse::<Arithmetic>().is_err(), "{name}");
        }
        assert!((Arithmetic::Bits(24, 127).nearest(0.1) - Arithmetic::F32.nearest(0.1)).abs() == 0.0);
        // As the crate half has it, to the ends of the range; and with the bits of f16 where that has all of them.
        for power in -140..=128 {
            for x in [1.0, 1.002_f64, 1.0 + 1.0 / 256.0, 1.5 + 1.0 / 128.0, 1.999] {
                let x = x * libm::exp2(f64::from(power));
                assert_eq!(Arithmetic::BF16.nearest(x).to_bits(), half::bf16::from_f64(x).to_f64().to_bits(), "{x}");
                if (-14..15).contains(&power) {
                    assert_eq!(Arithmetic::TF32.nearest(x).to_bits(), f16::from_f64(x).to_f64().to_bits(), "{x}");
                }
            }
        }
    }
}
