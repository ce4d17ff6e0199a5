//! Two shapes in integers: all coordinates have one common denominator.
//!
//! Floating-point numbers, their sums and products are integers times powers of two. If a quaternion turns a shape by R(q) / |q|², its
//! points have the denominator |q|², a number of the same kind. All coordinates are multiplied by the product of all denominators, and
//! divided by the largest common power of two. This scales all distances by one factor.

use super::integer::{Digits, Integer};
use super::{dyadic::Dyadic, dyadic::Float};
use crate::support::{Support, SupportOffset};
use crate::{construction::Construction, pose::Pose};
use alloc::vec::Vec;
use core::array;
use nalgebra::{Point, SMatrix, SVector};
use num_bigint::BigInt;
use num_traits::Zero;

/// Points, sums and hulls of them.
#[derive(Clone, Debug)]
pub(crate) enum Tree<P> {
    Points(Vec<P>),
    Sum(Vec<Self>),
    Hull(Vec<Self>),
}

impl<P> Tree<P> {
    fn map<Q>(&self, f: &mut impl FnMut(&P) -> Q) -> Tree<Q> {
        match self {
            Self::Points(points) => Tree::Points(points.iter().map(f).collect()),
            Self::Sum(parts) => Tree::Sum(parts.iter().map(|part| part.map(f)).collect()),
            Self::Hull(parts) => Tree::Hull(parts.iter().map(|part| part.map(f)).collect()),
        }
    }

    fn each(&self, f: &mut impl FnMut(&P)) {
        match self {
            Self::Points(points) => points.iter().for_each(f),
            Self::Sum(parts) | Self::Hull(parts) => parts.iter().for_each(|part| part.each(f)),
        }
    }
}

impl<const D: usize> Tree<[Dyadic; D]> {
    /// A power of two above all coordinates (`None` if all are zero), and the number of points in the longest sum.
    fn size(&self) -> (Option<i64>, usize) {
        let most = |parts: &[Self], counted: fn(usize, usize) -> usize| {
            parts.iter().map(Self::size).fold((None, 0), |all, part| (all.0.max(part.0), counted(all.1, part.1)))
        };
        match self {
            Self::Points(points) => (points.iter().flatten().filter_map(Dyadic::highest).max(), 1),
            Self::Sum(parts) => most(parts, usize::saturating_add),
            Self::Hull(parts) => most(parts, usize::max),
        }
    }
}

/// The farther of two; the first if they are level.
fn farther<P, R: PartialOrd>(best: (P, R), next: (P, R)) -> (P, R) {
    if best.1 >= next.1 { best } else { next }
}

/// A shape in integers, as a support mapping.
pub(crate) type Shape<I, const D: usize> = Tree<SVector<Integer<I>, D>>;

impl<I: Digits, const D: usize> Shape<I, D> {
    /// A farthest point, and how far it is.
    fn farthest(&self, direction: &SVector<Integer<I>, D>) -> (SVector<Integer<I>, D>, Integer<I>) {
        let nothing = || (SVector::zeros(), Integer::zero());
        match self {
            Self::Points(points) => {
                // In the order of a cloud's comparisons, so that both find the same one of several equally far points.
                let in_lanes = (0..4).flat_map(|lane| points.iter().skip(lane).step_by(4));
                let farthest = in_lanes.map(|p| (p, p.dot(direction))).reduce(farther);
                farthest.map_or_else(nothing, |(p, reach)| (p.clone(), reach))
            }
            Self::Hull(parts) => {
                parts.iter().map(|part| part.farthest(direction)).reduce(farther).unwrap_or_else(nothing)
            }
            Self::Sum(parts) => parts
                .iter()
                .map(|part| part.farthest(direction))
                .fold(nothing(), |(p, reach), next| (p + next.0, reach + next.1)),
        }
    }
}

impl<I: Digits, const D: usize> Support<D> for Shape<I, D> {
    type Scalar = Integer<I>;

    fn support(&self, direction: &SVector<Integer<I>, D>) -> Point<Integer<I>, D> {
        self.farthest(direction).0.into()
    }

    fn support_from(
        &self,
        direction: &SVector<Integer<I>, D>,
        _: &Point<Integer<I>, D>,
    ) -> SupportOffset<Integer<I>, D> {
        SupportOffset::unnamed(self.farthest(direction).0)
    }

    fn center(&self) -> Option<Point<Integer<I>, D>> {
        Some(Point::origin())
    }

    /// Unneeded: it is for tolerances, and nothing is rounded.
    fn extent(&self, _: &Point<Integer<I>, D>) -> Integer<I> {
        Integer::zero()
    }
}

/// p ↦ (`linear` · p + `offset`) / denominator.
struct Map<const D: usize> {
    /// `None` for the identity.
    linear: Option<[[Dyadic; D]; D]>,
    offset: [Dyadic; D],
    /// Its number among the denominators.
    denominator: usize,
    /// The factor of all lengths.
    scale: Dyadic,
}

/// A point's coordinates times its denominator, and the number of the denominator.
type Raw<const D: usize> = ([Dyadic; D], usize);

/// The different denominators; the first is 1.
struct Denominators(Vec<Dyadic>);

impl Denominators {
    fn number(&mut self, denominator: Dyadic) -> usize {
        self.0.iter().position(|known| *known == denominator).unwrap_or_else(|| {
            self.0.push(denominator);
            self.0.len() - 1
        })
    }
}

impl<const D: usize> Map<D> {
    fn identity() -> Self {
        Self { linear: None, offset: array::from_fn(|_| Dyadic::zero()), denominator: 0, scale: Dyadic::one() }
    }

    /// The map without its translation.
    fn turning(&self) -> Self {
        Self {
            linear: self.linear.clone(),
            scale: self.scale.clone(),
            denominator: self.denominator,
            ..Self::identity()
        }
    }

    fn turn(&self, v: &[Dyadic; D]) -> [Dyadic; D] {
        match &self.linear {
            None => v.clone(),
            Some(rows) => array::from_fn(|r| {
                (0..D).fold(Dyadic::zero(), |sum, k| {
                    if v[k].is_zero() || rows[r][k].is_zero() { sum } else { sum.plus(&rows[r][k].times(&v[k])) }
                })
            }),
        }
    }

    fn image(&self, p: &[Dyadic; D]) -> [Dyadic; D] {
        let turned = self.turn(p);
        array::from_fn(|k| turned[k].plus(&self.offset[k]))
    }

    /// First the pose (N/ν, t), then this one: ((L·N) p + ν (L·t + offset)) / (ν · denominator).
    fn after<T: Float>(&self, pose: &Pose<T, D>, denominators: &mut Denominators) -> Self {
        let of = |x: &T| Dyadic::of(x.widen());
        let shift = self.image(&array::from_fn(|k| of(&pose.translation[k])));
        let scale = self.scale.times(&of(&pose.scale));
        let (rows, nu) = match &pose.quaternion {
            Some(q) => quaternion::<D>(&q.each_ref().map(of)),
            None if pose.matrix == SMatrix::<T, D, D>::identity() => {
                return Self { offset: shift, scale, linear: self.linear.clone(), ..*self };
            }
            None => (array::from_fn(|r| array::from_fn(|k| of(&pose.matrix[(r, k)]))), None),
        };
        let columns: [[Dyadic; D]; D] = array::from_fn(|k| self.turn(&array::from_fn(|r| rows[r][k].clone())));
        let linear = Some(array::from_fn(|r| array::from_fn(|k| columns[k][r].clone())));
        match nu {
            None => Self { linear, offset: shift, scale, denominator: self.denominator },
            Some(nu) => Self {
                linear,
                offset: shift.map(|x| x.times(&nu)),
                scale,
                denominator: denominators.number(denominators.0[self.denominator].times(&nu)),
            },
        }
    }
}

/// The rows of R(q), and their denominator |q|². Only three dimensions have quaternions.
fn quaternion<const D: usize>([w, x, y, z]: &[Dyadic; 4]) -> ([[Dyadic; D]; D], Option<Dyadic>) {
    let sum = |terms: &[(i8, &Dyadic, &Dyadic)]| {
        terms.iter().fold(Dyadic::zero(), |sum, (sign, u, v)| {
            let product = u.times(v);
            sum.plus(&if *sign < 0 { product.negated() } else { product })
        })
    };
    let twice = |terms: &[(i8, &Dyadic, &Dyadic)]| {
        let once = sum(terms);
        once.plus(&once)
    };
    let rows = [
        [
            sum(&[(1, w, w), (1, x, x), (-1, y, y), (-1, z, z)]),
            twice(&[(1, x, y), (-1, w, z)]),
            twice(&[(1, x, z), (1, w, y)]),
        ],
        [
            twice(&[(1, x, y), (1, w, z)]),
            sum(&[(1, w, w), (-1, x, x), (1, y, y), (-1, z, z)]),
            twice(&[(1, y, z), (-1, w, x)]),
        ],
        [
            twice(&[(1, x, z), (-1, w, y)]),
            twice(&[(1, y, z), (1, w, x)]),
            sum(&[(1, w, w), (-1, x, x), (-1, y, y), (1, z, z)]),
        ],
    ];
    let rows = array::from_fn(|r| array::from_fn(|k| rows[r % 3][k % 3].clone()));
    (rows, Some(sum(&[(1, w, w), (1, x, x), (1, y, y), (1, z, z)])))
}

/// The core and the margin of a construction under a map. `None` if the parts of a hull have different margins.
fn image_of<T: Float, const D: usize>(
    construction: &Construction<T, D>,
    map: &Map<D>,
    denominators: &mut Denominators,
) -> Option<(Tree<Raw<D>>, Dyadic)> {
    let of = |x: &T| Dyadic::of(x.widen());
    let points = |points: Vec<[Dyadic; D]>| Tree::Points(points.into_iter().map(|p| (p, map.denominator)).collect());
    Some(match construction {
        Construction::Points(list) => {
            let image = |p: &Point<T, D>| map.image(&array::from_fn(|k| of(&p[k])));
            (points(list.iter().map(image).collect()), Dyadic::zero())
        }
        Construction::Cuboid(half_extents) => {
            let edge = |axis: usize| {
                let half = |k: usize| if k == axis { of(&half_extents[k]) } else { Dyadic::zero() };
                let end = map.turn(&array::from_fn(half));
                points([end.clone(), end.each_ref().map(Dyadic::negated)].into())
            };
            let mut parts: Vec<_> = (0..D).map(edge).collect();
            if map.offset.iter().any(|x| !x.is_zero()) {
                parts.push(points([map.offset.clone()].into()));
            }
            (Tree::Sum(parts), Dyadic::zero())
        }
        Construction::Sum(summands) => {
            let [a, b] = &**summands;
            let (a, margin_a) = image_of(a, map, denominators)?;
            let (b, margin_b) = image_of(b, &map.turning(), denominators)?;
            (Tree::Sum([a, b].into()), margin_a.plus(&margin_b))
        }
        Construction::Hull(parts) => {
            let mut margin: Option<Dyadic> = None;
            let mut trees = Vec::with_capacity(parts.len());
            for part in parts {
                let (tree, own) = image_of(part, map, denominators)?;
                if margin.as_ref().is_some_and(|margin| *margin != own) {
                    return None;
                }
                margin = Some(own);
                trees.push(tree);
            }
            (Tree::Hull(trees), margin?)
        }
        Construction::Posed(inner, pose) => {
            let map = map.after(pose, denominators);
            image_of(inner, &map, denominators)?
        }
        Construction::Swollen(inner, radius) => {
            let (tree, margin) = image_of(inner, map, denominators)?;
            (tree, margin.plus(&of(radius).times(&map.scale)))
        }
    })
}

/// Two shapes on a common lattice: the integer n stands for n · 2^`exponent` / `denominator`.
pub struct Pair<const D: usize> {
    cores: [Tree<[Dyadic; D]>; 2],
    pub(crate) margins: [Dyadic; 2],
    pub(crate) exponent: i64,
    pub(crate) denominator: Dyadic,
    /// All coordinates are less than 2^bits. The sum of k points has log₂ k bits more than a point.
    pub(super) bits: u32,
}

impl<const D: usize> Pair<D> {
    /// `None` if a shape has a hull of parts with different margins.
    pub fn new<T: Float>(a: &Construction<T, D>, b: &Construction<T, D>) -> Option<Self> {
        let mut denominators = Denominators([Dyadic::one()].into());
        let (a, margin_a) = image_of(a, &Map::identity(), &mut denominators)?;
        let (b, margin_b) = image_of(b, &Map::identity(), &mut denominators)?;
        let Denominators(denominators) = denominators;
        let denominator = denominators.iter().fold(Dyadic::one(), |product, next| product.times(next));
        let cores = if let [_one] = &denominators[..] {
            [a, b].map(|core| core.map(&mut |(p, _)| p.clone()))
        } else {
            let others = |left_out: usize| {
                let others = denominators.iter().enumerate().filter(|(k, _)| *k != left_out);
                others.fold(Dyadic::one(), |product, (_, next)| product.times(next))
            };
            let factors: Vec<Dyadic> = (0..denominators.len()).map(others).collect();
            [a, b].map(|core| core.map(&mut |(p, number)| p.each_ref().map(|x| x.times(&factors[*number]))))
        };
        let margins = [margin_a, margin_b].map(|margin| margin.times(&denominator));
        let mut lowest = margins.iter().filter_map(Dyadic::lowest).min();
        for core in &cores {
            core.each(&mut |p| {
                for x in p {
                    lowest = [lowest, x.lowest()].into_iter().flatten().min();
                }
            });
        }
        let exponent = lowest.unwrap_or(0);
        let bits = |core: &Tree<[Dyadic; D]>| {
            let (highest, count) = core.size();
            let more = count.saturating_sub(1).checked_ilog2().map_or(0, |log| log + 1);
            let bits = highest.map_or(0, |highest| u32::try_from(highest - exponent).unwrap_or(u32::MAX));
            bits.saturating_add(more)
        };
        let bits = bits(&cores[0]).max(bits(&cores[1]));
        Some(Self { cores, margins, exponent, denominator, bits })
    }

    /// The bits that a verdict in the plane or in space needs, sums and signs included.
    ///
    /// A vertex of A − B has coordinates of n + 1 bits, an edge one more. In the plane the normal of an edge times a
    /// vertex is two products of 2n + 3 bits. The difference of two of these has 2n + 5, and a sign. In space the
    /// search uses the direction (e × v) × e: two products of two products each, 3n + 7 bits. Times a vertex this is
    /// three products of 4n + 8 bits. The difference of two of these has 4n + 11, and a sign. There is room for one
    /// more bit.
    pub(crate) fn width(&self) -> Option<u32> {
        let n = self.bits.saturating_add(1);
        match D {
            2 => n.checked_mul(2)?.checked_add(4),
            3 => n.checked_mul(4)?.checked_add(9),
            _ => None,
        }
    }

    /// The two shapes in integers. `E` is D, but the compiler cannot know it.
    pub(crate) fn shapes<I: Digits, const E: usize>(&self) -> [Shape<I, E>; 2] {
        let integer = |x: &Dyadic| Integer(I::of(x, self.exponent));
        self.cores.each_ref().map(|core| core.map(&mut |p| SVector::from_fn(|k, _| integer(&p[k]))))
    }

    /// The number of points of both.
    #[must_use]
    pub fn points(&self) -> u64 {
        let mut points = 0;
        self.cores.iter().for_each(|core| core.each(&mut |_| points += 1));
        points
    }

    /// The margins, in integers.
    #[must_use]
    pub fn margins(&self) -> [BigInt; 2] {
        self.margins.each_ref().map(|margin| margin.over(self.exponent))
    }
}
