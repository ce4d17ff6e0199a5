//! The feature that the nearest points of two cores are on: vertices of A − B, and their weights.
//!
//! From the corners follow the edges to their ends, one after the other, in the order of decreasing shares t₁ ≥ t₂ ≥ …. That way
//! passes vertices of A − B, and their weights are 1 − t₁, t₁ − t₂, and so on. So the vertices after an edge of share t weigh t
//! together, and their mean is the point. (Hans Freudenthal, Simplizialzerlegungen von beschränkter Flachheit, Annals of
//! Mathematics 43, 1942, divides a cube in this way.)

use super::nearest::{Nearest, Step, Way};
use crate::minkowski::Frame;
use crate::scalar::Scalar;
use crate::simplex::{Feature, VertexId};
use crate::vertex::SupportPoint;
use nalgebra::SVector;

impl<T: Scalar, const D: usize> Nearest<T, D> {
    /// Whether the feature has D vertices at most, or, if the shapes intersect, D + 1.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn fits(&self, intersects: bool) -> bool {
        let inside = |step: &&Step<T, D>| step.share > T::zero() && step.share < T::one();
        self.way.steps.iter().filter(inside).count() < D + usize::from(intersects)
    }

    /// Adds the vertices to a feature that has none.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn add_to(self, feature: &mut Feature<T, D>, frame: &Frame<T, D>) {
        let Way { corners: [a, b], ids, mut steps } = self.way;
        for i in 0..D {
            for k in i + 1..D {
                if steps[i].share < steps[k].share {
                    steps.swap(i, k);
                }
            }
        }
        let mut vertex = SupportPoint { w: SVector::zeros(), a, b, ids };
        let mut left = T::one();
        for Step { share, edge, of_b, bit } in steps {
            if share < left {
                feature.add(&mut vertex, left - share.clone(), &frame.scale);
                left = share;
            }
            if left.is_zero() {
                return;
            }
            if of_b {
                vertex.b += edge;
            } else {
                vertex.a += edge;
            }
            let id = &mut vertex.ids[usize::from(of_b)];
            if *id != VertexId::NONE {
                id.0 ^= bit;
            }
        }
        feature.add(&mut vertex, left, &frame.scale);
    }
}
