//! How does the distance change if a shape moves? With dual numbers, a scalar of your own, the answer has its derivative.
//!
//! `cargo run --release --example own_scalar`

use gjk::nalgebra::{Point2, Vector2};
use gjk::shape::{Cuboid, Triangle};
use gjk::{Error, Real, Scalar, SupportExt, distance};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A dual number x + y·δ, δ² = 0: with a place x + δ, an answer f(x) + f'(x)·δ comes with its derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Dual(f64, f64);

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Dual) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        impl $operator for Dual {
            type Output = Dual;
            fn $method(self, other: Dual) -> Dual {
                let ($a, $b) = (self, other);
                $result
            }
        }
        impl $assign for Dual {
            fn $assign_method(&mut self, other: Dual) {
                *self = $operator::$method(*self, other);
            }
        }
    )* };
}
operators! {
    Add add AddAssign add_assign |a, b| Dual(a.0 + b.0, a.1 + b.1);
    Sub sub SubAssign sub_assign |a, b| Dual(a.0 - b.0, a.1 - b.1);
    Mul mul MulAssign mul_assign |a, b| Dual(a.0 * b.0, a.0 * b.1 + a.1 * b.0);
    Div div DivAssign div_assign |a, b| Dual(a.0 / b.0, (a.1 * b.0 - a.0 * b.1) / (b.0 * b.0));
}

impl Neg for Dual {
    type Output = Dual;
    fn neg(self) -> Dual {
        Dual(-self.0, -self.1)
    }
}

impl num_traits::Zero for Dual {
    fn zero() -> Dual {
        Dual(0.0, 0.0)
    }
    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

impl num_traits::One for Dual {
    fn one() -> Dual {
        Dual(1.0, 0.0)
    }
}

impl Scalar for Dual {
    fn epsilon() -> Dual {
        Dual(f64::EPSILON, 0.0)
    }
    fn unit_scale(&self) -> Dual {
        Dual(self.0.unit_scale(), 0.0)
    }
    fn in_range(&self) -> bool {
        self.0.in_range()
    }
    fn half(&self) -> Dual {
        Dual(self.0 / 2.0, self.1 / 2.0)
    }
}

impl Real for Dual {
    fn sqrt(&self) -> Dual {
        Dual(self.0.sqrt(), self.1 / (2.0 * self.0.sqrt()))
    }
}

fn main() -> Result<(), Error> {
    let square = Cuboid::new(Vector2::new(Dual(1.0, 0.0), Dual(1.0, 0.0)))?;
    let p = |x, y| Point2::new(Dual(x, 0.0), Dual(y, 0.0));
    let triangle = Triangle::new([p(4.0, 1.5), p(6.0, 2.0), p(5.0, 6.0)])?;
    let moved = |x, y| Ok::<_, Error>(distance(&square, &triangle.posed(Vector2::new(x, y))?));
    let dx = moved(Dual(0.0, 1.0), Dual(0.0, 0.0))?;
    let dy = moved(Dual(0.0, 0.0), Dual(0.0, 1.0))?;
    println!("distance {}, gradient ({}, {})", dx.distance.0, dx.distance.1, dy.distance.1);

    // The gradient is the normal …
    let (way, length) = (dx.points[1] - dx.points[0], dx.distance.0);
    assert!((dx.distance.1 - way.x.0 / length).abs() < 1e-12 && (dy.distance.1 - way.y.0 / length).abs() < 1e-12);
    // … and what finite differences say.
    let step = 1e-5;
    let ahead = moved(Dual(step, 0.0), Dual(0.0, 0.0))?.distance.0;
    let behind = moved(Dual(-step, 0.0), Dual(0.0, 0.0))?.distance.0;
    assert!((dx.distance.1 - (ahead - behind) / (2.0 * step)).abs() < 1e-9);
    Ok(())
}
