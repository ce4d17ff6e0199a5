//! Simplex cases in any dimension, by the active set.
//!
//! [`ActiveSet`] solves for the nearest point by the walk of `nearest.rs`, and finds the features of the other cases.

use super::cases::{Cases, Location, SimplexCases};
use super::projection::{Weights, perpendicular, perpendicular_to_edges};
use super::{nearest::Points, report::Tests, vertices::Simplex};
use crate::scalar::{Field, largest, max, ulps};
use crate::{tolerance, vertex::SupportPoint};
use core::array;
use nalgebra::SVector;

/// The strategy for every dimension from 1 to 8. It solves for the nearest point; [`Cases`] tests signs instead.
#[derive(Clone, Copy, Debug)]
pub struct ActiveSet;

const SEPARATION_SLACK: u32 = tolerance::SOLVED_AXIS;

impl<T: Field, const D: usize> SimplexCases<T, D> for ActiveSet {
    const SEPARATION_SLACK: u32 = SEPARATION_SLACK;

    fn examine(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>, tests: &mut impl Tests<T, D>) -> Location<T, D> {
        let points = Points::of(newest, simplex.vertices());
        let mut weights: Weights<T> = array::from_fn(|_| T::zero());
        // The walk starts at the nearest point of the retained feature.
        if simplex.vertices().is_empty() {
            weights[0] = T::one();
        } else if let Some(retained) = points.project(points.whole().1.without(0)) {
            for (weight, retained) in weights[1..].iter_mut().zip(retained.weights) {
                *weight = max(T::zero(), retained);
            }
        } else {
            return Location::Flat;
        }
        let reduced = points.walk(&mut weights, tests);
        let Some((projection, region)) = reduced else { return Location::Flat };
        let kept = region.count();
        if kept == D + 1 {
            return Location::Enclosed;
        }
        if !region.has(0) {
            return Location::Flat;
        }
        let mut direction = -projection.nearest;
        let size = max(largest(&newest.w), simplex.vertices().iter().map(|v| largest(&v.w)).fold(T::zero(), max));
        if kept > 1 && largest(&direction) <= ulps(tolerance::LOST_DIRECTION, &size) {
            direction = perpendicular(&projection.orthogonal[..kept - 1], &direction);
        }
        Location::Search { region, direction }
    }

    fn perpendicular(vertices: &[SupportPoint<T, D>]) -> SVector<T, D> {
        let [first, rest @ ..] = &vertices[..vertices.len().min(D)] else {
            return perpendicular(&[], &SVector::zeros());
        };
        perpendicular_to_edges(Points::of(first, rest).whole().0)
    }
}

macro_rules! forward {
    ($($d:literal: $slack:expr),*) => { $(
        impl<T: Field> SimplexCases<T, $d> for Cases {
            const SEPARATION_SLACK: u32 = $slack;
            fn examine(
                simplex: &Simplex<T, $d>,
                newest: &SupportPoint<T, $d>,
                tests: &mut impl Tests<T, $d>,
            ) -> Location<T, $d> {
                ActiveSet::examine(simplex, newest, tests)
            }
            fn perpendicular(vertices: &[SupportPoint<T, $d>]) -> SVector<T, $d> {
                ActiveSet::perpendicular(vertices)
            }
        }
    )* };
}
// In one dimension a direction is a sign, which is exact.
forward!(1: 0, 4: SEPARATION_SLACK, 5: SEPARATION_SLACK, 6: SEPARATION_SLACK, 7: SEPARATION_SLACK, 8: SEPARATION_SLACK);
