//! Johnson's subalgorithm, with its backup procedure (Gilbert, Johnson and Keerthi, A fast procedure for computing the distance
//! between complex objects in three-dimensional space, IEEE Journal on Robotics and Automation 4, 1988).
//!
//! For each subset X of the vertices yᵢ there are numbers Δᵢ(X), in proportion to the barycentric weights of the point of the
//! affine hull of X that is nearest the origin. They follow from the Δ of smaller subsets, with k any vertex of X:
//!
//! Δᵢ({yᵢ}) = 1,   Δⱼ(X ∪ {yⱼ}) = Σ over yᵢ in X of Δᵢ(X) · (yᵢ·yₖ − yᵢ·yⱼ)
//!
//! The nearest point of the simplex belongs to the X for which all Δᵢ(X) are positive, and Δⱼ(X ∪ {yⱼ}) ≤ 0 for all other vertices. If
//! rounding leaves no such X, the backup procedure takes the nearest of the points with positive Δᵢ(X). The weights are not divided by
//! their sum here.

use super::nearest::{Nearest, labelled};
use core::array;
use gjk::nalgebra::SVector;
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, Test, Tests};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Johnson;

impl<T: Scalar, const D: usize> SimplexCases<T, D> for Johnson
where
    Cases: SimplexCases<T, D>,
{
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>, tests: &mut impl Tests<T, D>) -> Location<T, D> {
        let (points, count) = labelled(simplex, newest);
        let dots: [[T; 4]; 4] = array::from_fn(|i| array::from_fn(|k| points[i].dot(points[k])));
        // deltas[X][i], where bit i of X says whether yᵢ is in X.
        let mut deltas: [[T; 4]; 16] = array::from_fn(|_| array::from_fn(|_| T::zero()));
        let members = |subset: usize| (0..count).filter(move |i| subset >> i & 1 == 1);
        let others = |subset: usize| (0..count).filter(move |i| subset >> i & 1 == 0);
        for i in 0..count {
            deltas[1 << i][i] = T::one();
        }
        for subset in 1..1_usize << count {
            let k = subset.trailing_zeros() as usize;
            for j in others(subset) {
                deltas[subset | 1 << j][j] = members(subset).fold(T::zero(), |sum, i| {
                    sum + deltas[subset][i].clone() * (dots[i][k].clone() - dots[i][j].clone())
                });
            }
        }
        // The weight of a vertex alone is 1. Others are looked at more than once, and told once.
        let mut told = [[false; 4]; 16];
        let mut positive = |label: usize, subset: usize| {
            let delta = &deltas[subset][label];
            if !subset.is_power_of_two() && !std::mem::replace(&mut told[subset][label], true) {
                let of = members(subset).fold(Region::vertex(label), Region::with);
                tests.test(Test::WeightIn { label, of }, &SVector::zeros(), delta);
            }
            *delta > T::zero()
        };
        let point = |subset: usize| Nearest::of(members(subset).map(|i| (i, points[i], deltas[subset][i].clone())));
        let mut backup: Option<Nearest<T, D>> = None;
        for subset in 1..1_usize << count {
            if !members(subset).all(|i| positive(i, subset)) {
                continue;
            }
            if !others(subset).any(|j| positive(j, subset | 1 << j)) {
                return point(subset).location();
            }
            backup = Some(point(subset).or(backup));
        }
        backup.map_or(Location::Flat, Nearest::location)
    }

    fn perpendicular(vertices: &[SupportPoint<T, D>]) -> SVector<T, D> {
        Cases::perpendicular(vertices)
    }
}
