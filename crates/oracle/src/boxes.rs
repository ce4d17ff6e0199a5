//! Oriented boxes in any dimension. Beside its list of vertices, a box has a description: center,
//! half extents and axes. The [`generate`](super::generate) module makes boxes, [`sat`](super::sat)
//! takes the description, and [`exact`](super::exact) and [`brute`](super::brute) take the
//! vertices.

use super::vector::{add, add_scaled};

/// The box of all `center + sum t_k axes[k]` with `|t_k| <= half[k]`.
#[derive(Clone, Copy, Debug)]
pub struct OrientedBox<const D: usize> {
    /// The center.
    pub center: [f64; D],
    /// The half extents along the axes, at least zero.
    pub half: [f64; D],
    /// Orthonormal axes: the columns of the rotation matrix. Here each is a row.
    pub axes: [[f64; D]; D],
}

impl<const D: usize> OrientedBox<D> {
    /// The box `[center - half, center + half]` with the coordinate axes.
    pub fn aligned(center: [f64; D], half: [f64; D]) -> Self {
        let axes = std::array::from_fn(|r| std::array::from_fn(|c| f64::from(u8::from(r == c))));
        Self { center, half, axes }
    }

    /// The `2^D` vertices: bit `k` of the index tells the side along axis `k`. Each is rounded
    /// from the description, so that the hull is the box up to rounding only (exactly the box
    /// if all the numbers involved are short enough).
    pub fn vertices(&self) -> Vec<[f64; D]> {
        let corner = |index: usize| {
            let mut offset = [0.0; D];
            for k in 0..D {
                let side = if index >> k & 1 == 1 { 1.0 } else { -1.0 };
                offset = add_scaled(&offset, &self.axes[k], side * self.half[k]);
            }
            add(&self.center, &offset)
        };
        (0..1 << D).map(corner).collect()
    }
}
