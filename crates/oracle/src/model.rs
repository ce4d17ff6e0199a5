//! The exact vertices and margin of a tree of shapes, multiplied out without rounding. The
//! [`exact`](super::exact) oracle needs them, because it takes lists of points and knows no shapes.

use super::exact::{Exact, distance_on};
use super::integer_vector::dot;
use super::rational::{Int, Lattice, Rational};
use std::cmp::Ordering;

/// `mantissa` · 2^`exponent`.
#[derive(Clone, Debug)]
pub struct Dyadic {
    pub mantissa: Int,
    pub exponent: i64,
}

impl Dyadic {
    pub fn of(x: f64) -> Self {
        let Rational { numerator, exponent, .. } = Rational::from_f64(x);
        Self { mantissa: numerator, exponent }
    }

    pub fn plus(&self, other: &Self) -> Self {
        if self.mantissa == Int::ZERO {
            return other.clone();
        }
        if other.mantissa == Int::ZERO {
            return self.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        Self { mantissa: self.over(exponent) + other.over(exponent), exponent }
    }

    pub fn times(&self, other: &Self) -> Self {
        Self { mantissa: &self.mantissa * &other.mantissa, exponent: self.exponent + other.exponent }
    }

    /// The integer that is left when it is divided by 2^`exponent`, which divides it.
    fn over(&self, exponent: i64) -> Int {
        if self.mantissa == Int::ZERO {
            return Int::ZERO;
        }
        &self.mantissa << usize::try_from(self.exponent - exponent).expect("a divisor")
    }

    pub fn rational(&self) -> Rational {
        Rational::new(self.mantissa.clone(), Int::from(1), self.exponent)
    }

    pub fn to_f64(&self) -> f64 {
        self.rational().to_f64()
    }

    pub fn negated(&self) -> Self {
        Self { mantissa: -&self.mantissa, exponent: self.exponent }
    }

    pub fn is_negative(&self) -> bool {
        self.mantissa < Int::ZERO
    }

    pub fn is_positive(&self) -> bool {
        self.mantissa > Int::ZERO
    }

    pub fn is_zero(&self) -> bool {
        self.mantissa == Int::ZERO
    }
}

/// √`square` compared with a number.
pub fn compare_root(square: &Rational, with: &Dyadic) -> Ordering {
    if with.mantissa < Int::ZERO { Ordering::Greater } else { square.cmp(&with.times(with).rational()) }
}

/// A shape as it is written.
#[derive(Clone, Debug)]
pub enum Model<const D: usize> {
    Points(Vec<[f64; D]>),
    /// A box with these half extents.
    Cuboid([f64; D]),
    Sum(Box<[Self; 2]>),
    /// So many times the same, added up.
    Repeated(Box<Self>, u32),
    /// The hull of parts with the same margin.
    Hull(Vec<Self>),
    /// p ↦ scale · R · p + t, where the entries of scale · R are numbers of the type.
    Posed {
        inner: Box<Self>,
        rotation: [[f64; D]; D],
        scale: f64,
        translation: [f64; D],
    },
    Swollen(Box<Self>, f64),
}

impl<const D: usize> Model<D> {
    pub fn point(at: [f64; D]) -> Self {
        Self::Points(vec![at])
    }

    pub fn moved(self, translation: [f64; D]) -> Self {
        let rotation = std::array::from_fn(|i| std::array::from_fn(|k| f64::from(u8::from(i == k))));
        Self::Posed { inner: Box::new(self), rotation, scale: 1.0, translation }
    }

    pub fn scaled(self, scale: f64) -> Self {
        let rotation = std::array::from_fn(|i| std::array::from_fn(|k| f64::from(u8::from(i == k))));
        Self::Posed { inner: Box::new(self), rotation, scale, translation: [0.0; D] }
    }

    /// Points whose hull is the core; a superset of its vertices.
    pub fn vertices(&self) -> Vec<[Dyadic; D]> {
        self.balls().into_iter().map(|(middle, _)| middle).collect()
    }

    /// Balls whose hull is the shape, each a middle and a radius.
    pub fn balls(&self) -> Vec<([Dyadic; D], Dyadic)> {
        let point = |p: &[f64; D]| (p.map(Dyadic::of), Dyadic::of(0.0));
        match self {
            Self::Points(points) => points.iter().map(point).collect(),
            Self::Cuboid(half) => (0..1_u32 << D)
                .map(|signs| point(&std::array::from_fn(|k| if signs >> k & 1 == 1 { -half[k] } else { half[k] })))
                .collect(),
            Self::Sum(parts) => {
                let [a, b] = parts.each_ref().map(Self::balls);
                let sum = |(p, r): &([Dyadic; D], Dyadic), (q, s): &([Dyadic; D], Dyadic)| {
                    (std::array::from_fn(|k| p[k].plus(&q[k])), r.plus(s))
                };
                a.iter().flat_map(|p| b.iter().map(move |q| sum(p, q))).collect()
            }
            Self::Repeated(part, times) => {
                let times = Dyadic::of(f64::from(*times));
                let all = |(p, r): ([Dyadic; D], Dyadic)| (p.each_ref().map(|x| x.times(&times)), r.times(&times));
                part.balls().into_iter().map(all).collect()
            }
            Self::Hull(parts) => parts.iter().flat_map(Self::balls).collect(),
            Self::Posed { inner, rotation, scale, translation } => {
                let scale = Dyadic::of(*scale);
                let matrix = rotation.map(|row| row.map(|x| Dyadic::of(x).times(&scale)));
                let image = |(p, r): ([Dyadic; D], Dyadic)| -> ([Dyadic; D], Dyadic) {
                    let moved = |i: usize| {
                        (0..D).fold(Dyadic::of(translation[i]), |sum, k| sum.plus(&matrix[i][k].times(&p[k])))
                    };
                    (std::array::from_fn(moved), r.times(&scale))
                };
                inner.balls().into_iter().map(image).collect()
            }
            Self::Swollen(inner, radius) => {
                let radius = Dyadic::of(*radius);
                inner.balls().into_iter().map(|(p, r)| (p, r.plus(&radius))).collect()
            }
        }
    }

    /// The reach of the shape along an axis, or for a `sign` of −1 against it.
    pub fn reach(&self, axis: usize, sign: f64) -> Dyadic {
        let (sign, reaches) = (Dyadic::of(sign), self.balls().into_iter());
        let reaches = reaches.map(|(middle, radius)| middle[axis].times(&sign).plus(&radius));
        reaches.reduce(|most, x| if x.plus(&most.negated()).is_positive() { x } else { most }).expect("a point")
    }

    /// The number of [`vertices`](Self::vertices).
    pub fn points(&self) -> usize {
        match self {
            Self::Points(points) => points.len(),
            Self::Cuboid(_) => 1 << D,
            Self::Sum(parts) => parts[0].points() * parts[1].points(),
            Self::Hull(parts) => parts.iter().map(Self::points).sum(),
            Self::Repeated(inner, _) | Self::Posed { inner, .. } | Self::Swollen(inner, _) => inner.points(),
        }
    }

    pub fn margin(&self) -> Dyadic {
        match self {
            Self::Points(_) | Self::Cuboid(_) => Dyadic::of(0.0),
            Self::Sum(parts) => parts[0].margin().plus(&parts[1].margin()),
            Self::Repeated(part, times) => part.margin().times(&Dyadic::of(f64::from(*times))),
            Self::Hull(parts) => parts[0].margin(),
            Self::Posed { inner, scale, .. } => inner.margin().times(&Dyadic::of(*scale)),
            Self::Swollen(inner, radius) => inner.margin().plus(&Dyadic::of(*radius)),
        }
    }
}

/// Two shapes, multiplied out.
#[derive(Debug)]
pub struct Truth<const D: usize> {
    lattice: Lattice,
    a: Vec<[Int; D]>,
    b: Vec<[Int; D]>,
    /// The sum of the margins.
    pub margin: Dyadic,
    /// The square of the distance of the cores.
    pub squared: Rational,
}

impl<const D: usize> Truth<D> {
    pub fn of(a: &Model<D>, b: &Model<D>) -> Self {
        let margin = a.margin().plus(&b.margin());
        let (a, b) = (a.vertices(), b.vertices());
        let numbers = a.iter().chain(&b).flatten().filter(|x| x.mantissa != Int::ZERO);
        let exponent = numbers.map(|x| x.exponent).min().unwrap_or(0);
        let integers = |points: &[[Dyadic; D]]| -> Vec<[Int; D]> {
            points.iter().map(|p| p.each_ref().map(|x| x.over(exponent))).collect()
        };
        let (lattice, a, b) = (Lattice { exponent }, integers(&a), integers(&b));
        let Exact { squared, .. } = distance_on(lattice, &a, &b, &[]);
        Self { lattice, a, b, margin, squared }
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.a.len() + self.b.len()
    }

    pub fn intersects(&self) -> bool {
        compare_root(&self.squared, &self.margin).is_le()
    }

    /// Compares the distance with a number; for shapes whose cores intersect, compares 0 less the margins.
    pub fn compare_distance(&self, with: f64) -> Ordering {
        compare_root(&self.squared, &Dyadic::of(with).plus(&self.margin))
    }

    /// How far A − B reaches along a direction.
    fn reach(&self, direction: &[Int; D]) -> Int {
        let most = |points: &[[Int; D]], sign: i32| {
            points.iter().map(|p| dot(p, direction) * Int::from(sign)).max().expect("a point")
        };
        most(&self.a, 1) + most(&self.b, -1)
    }

    /// Returns whether the shapes, margins included, are apart along an axis from A to B.
    pub fn apart_along(&self, axis: &[f64; D]) -> bool {
        let axis_lattice = Lattice::holding(axis);
        let n = axis_lattice.point(axis);
        let gap = -self.reach(&n);
        // gap / |n| > margin, where n is 2^exponent times the axis' own integers.
        gap > Int::ZERO
            && Rational::new(gap.clone() * gap, dot(&n, &n), 2 * self.lattice.exponent)
                > self.margin.times(&self.margin).rational()
    }
}

impl Truth<2> {
    /// The square of the depth of cores that intersect: A − B reaches the least along the normal of an edge of A or of B.
    pub fn depth_squared(&self) -> Rational {
        let mut least: Option<Rational> = None;
        for points in [&self.a, &self.b] {
            for (p, q) in points.iter().enumerate().flat_map(|(k, p)| points[..k].iter().map(move |q| (p, q))) {
                let edge = [&p[0] - &q[0], &p[1] - &q[1]];
                for n in [[-edge[1].clone(), edge[0].clone()], [edge[1].clone(), -edge[0].clone()]] {
                    let (reach, square) = (self.reach(&n), dot(&n, &n));
                    if square > Int::ZERO {
                        let depth = Rational::new(reach.clone() * reach, square, 2 * self.lattice.exponent);
                        if least.as_ref().is_none_or(|least| depth < *least) {
                            least = Some(depth);
                        }
                    }
                }
            }
        }
        // Two points that coincide.
        least.unwrap_or_else(|| Rational::from_f64(0.0))
    }
}
