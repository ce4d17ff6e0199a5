//! Converts the integers of exact arithmetic, and starts its searches.

use crate::ruler::Ruler;
use crate::vector::Vector;
use gjk::exact::Float;
use gjk::internals::{Integer, Number, Options, Pair, Unit, dot, nearest, options_of, reduced, root_plus, start};
use gjk::minkowski::{ConvexSet, Difference};
use gjk::nalgebra::SVector;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Query, Start, Support};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The conversion of integers.
#[derive(Debug)]
pub struct Lattice(Unit);

impl<const D: usize> Ruler<Number, D> for Lattice {
    fn product(&self, x: &Number, degree: u32) -> f64 {
        nearest(&self.0.rational(&x.0, &BigInt::one(), degree))
    }

    fn length(&self, over: &Number, square: &Number) -> f64 {
        if square.is_zero() {
            return 0.0;
        }
        let unit = self.0.rational(&BigInt::one(), &BigInt::one(), 2);
        let squared = BigRational::new(&over.0 * &over.0, square.0.clone()) * unit;
        root_plus(!over.0.is_negative(), &squared, &BigRational::zero())
    }

    fn share(&self, part: &Number, whole: &Number) -> f64 {
        nearest(&BigRational::new(part.0.clone(), whole.0.clone()))
    }

    fn reach(&self, w: &SVector<Number, D>, direction: &SVector<Number, D>) -> f64 {
        let along = |v| Integer(dot(v, direction));
        Ruler::<Number, D>::length(self, &along(w), &along(direction))
    }

    /// The direction in the smallest integers with the same ratios, divided by a power of two if they are large.
    fn direction(&self, v: &SVector<Number, D>) -> Vector {
        let v = reduced(v);
        let bits = v.iter().map(|x| x.0.bits()).max().unwrap_or(0);
        let unit = BigInt::one() << bits.saturating_sub(64);
        v.iter().map(|x| nearest(&BigRational::new(x.0.clone(), unit.clone()))).collect()
    }

    fn place(&self, offset: &SVector<Number, D>) -> Vector {
        self.point(offset)
    }
}

/// The ruler for the integers of a pair, and its margin.
#[must_use]
pub fn lattice<const D: usize>(pair: &Pair<D>) -> (Lattice, f64) {
    let unit = Unit::of(pair);
    let margin: BigInt = pair.margins().iter().sum();
    let margin = nearest(&unit.rational(&margin, &BigInt::one(), 1));
    (Lattice(unit), margin)
}

/// The options of a query, with its start in integers. Centers are from the shapes' own arithmetic.
pub fn options_in_integers<A, B, T: Float, const D: usize>(a: &A, b: &B, query: &Query<T, D>) -> Options<Number, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D>,
{
    match &options_of(query).start {
        Start::Centers => {
            let centers = Difference(a, b).frame().toward_origin;
            start(&centers.map_or(Start::Centers, Start::Along))
        }
        given => start(given),
    }
}
