//! A view: which part of the plane a picture shows, and where the points of space are in it.

use crate::vector::Vector;
use alloc::vec::Vec;

/// A point of the picture.
pub(crate) type Spot = [f64; 2];

/// A rectangle of the plane, and how many pixels it is shown on.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct View {
    /// The point in the middle.
    pub center: Spot,
    /// The pixels of a unit.
    pub scale: f64,
    /// Width and height in pixels.
    pub size: Spot,
}

impl View {
    /// A view of some points, with room around them for arrows and letters.
    pub(crate) fn around(points: &[Spot], size: Spot) -> Self {
        let finite = || points.iter().filter(|p| p.iter().all(|x| x.is_finite()));
        let bound = |k: usize, pick: fn(f64, f64) -> f64| finite().map(|p| p[k]).reduce(pick).unwrap_or(0.0);
        let (low, high) = ([bound(0, f64::min), bound(1, f64::min)], [bound(0, f64::max), bound(1, f64::max)]);
        let room = |k: usize| (size[k] - 100.0).max(size[k] / 2.0) / (high[k] - low[k]).max(1e-300);
        let scale = room(0).min(room(1));
        let scale = if scale.is_finite() && scale < 1e200 { scale } else { 1.0 };
        Self { center: [0, 1].map(|k| low[k] / 2.0 + high[k] / 2.0), scale, size }
    }
}

/// The place of a point in the picture. Space is seen from the front, the right and above.
pub(crate) fn flatten(p: &[f64]) -> Spot {
    /// Sine and cosine of 32° to the side, and of 22° down.
    const SIDE: [f64; 2] = [0.529_919, 0.848_048];
    const DOWN: [f64; 2] = [0.374_607, 0.927_184];
    match *p {
        [x, y, z] => {
            let depth = x * SIDE[0] + z * SIDE[1];
            [x * SIDE[1] - z * SIDE[0], y * DOWN[1] - depth * DOWN[0]]
        }
        [x, y] => [x, y],
        [x] => [x, 0.0],
        _ => [p.first().copied().unwrap_or(0.0), p.get(1).copied().unwrap_or(0.0)],
    }
}

/// The middle of some points.
pub(crate) fn middle(points: &[Vector]) -> Spot {
    let spots: Vec<Spot> = points.iter().map(|p| flatten(p)).collect();
    #[expect(clippy::cast_precision_loss, reason = "a few hundred points")]
    let count = spots.len().max(1) as f64;
    [0, 1].map(|k| spots.iter().map(|p| p[k]).sum::<f64>() / count)
}
