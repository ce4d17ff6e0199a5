//! Two ways to split a pair between `f32` and `f64`: places in one, shapes and search in the other.
//!
//! Neither needs code of its own. `f64-places` asks `f32` about the pair as it is seen from the place of A, as
//! [`gjk::Places`] does; `f32-shapes` asks `f64` about shapes whose own numbers are rounded to `f32`.

use super::arithmetic::Arithmetic;
use super::body::{changed, similar};
use super::truth::around;
use gjk_question::{Placement, Shape, Vector};

impl Arithmetic {
    /// The pair as this arithmetic gets it; `None` if it is the pair as it is written. Its numbers are not rounded yet to those that
    /// the search has.
    pub(super) fn seen(self, dim: usize, pair: [&Shape; 2]) -> Option<[Shape; 2]> {
        match self {
            Self::Places => {
                let pair = pair.map(|shape| placed(dim, shape));
                let back = place(&pair[0]).map(|x| -x);
                Some(pair.map(|shape| similar(&shape, 1.0, &back)))
            }
            Self::Shapes => Some(pair.map(|shape| {
                let Shape { kind, pose, margin } = placed(dim, shape);
                let own = changed(&Shape { kind, pose: None, margin }, &|x| Self::F32.nearest(x));
                Shape { pose, ..own }
            })),
            _ => None,
        }
    }

    /// The pair as this arithmetic holds it.
    pub(super) fn held(self, dim: usize, pair: [&Shape; 2]) -> [Shape; 2] {
        let rounded = |shape: &Shape| changed(shape, &|x| self.nearest(x));
        match self.seen(dim, pair) {
            Some(seen) => seen.each_ref().map(rounded),
            None => pair.map(rounded),
        }
    }
}

/// A shape with a place: its own, or the middle of the box around its points.
fn placed(dim: usize, shape: &Shape) -> Shape {
    if shape.pose.is_some() {
        return shape.clone();
    }
    let [low, high] = around(dim, shape);
    let middle: Vector = core::array::from_fn(|k| f64::midpoint(low[k], high[k]));
    let moved = similar(shape, 1.0, &middle.map(|x| -x));
    let at = |translation| Some(Placement { translation, rotation: None });
    if moved.pose.is_some() {
        // It has no points of its own, and is around the origin.
        return Shape { pose: at(Vector::default()), ..shape.clone() };
    }
    Shape { pose: at(middle), ..moved }
}

fn place(shape: &Shape) -> Vector {
    shape.pose.as_ref().map_or_else(Vector::default, |pose| pose.translation)
}
