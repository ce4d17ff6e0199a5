//! How deep two convex sets overlap, or how far apart they are, by looking along all directions.
//!
//! The least that A − B reaches along a unit vector is the depth; if it is negative, it is minus the distance. A point of A − B bounds the
//! reach from below along every direction. So a few points settle all directions between the ones along which they are farthest: along
//! these the reach is at least the best so far, less the tolerance. Where the bound is not good enough, the directions are divided.

use super::vector::{add, add_scaled, dot, norm, scaled, sub};

/// A disc, or any ellipse: the center, and two vectors from it. The rim is `center + cos t · radii[0] + sin t · radii[1]`. A point is a disc
/// without radii.
#[derive(Clone, Copy, Debug)]
pub struct Disc<const D: usize> {
    pub center: [f64; D],
    pub radii: [[f64; D]; 2],
}

impl<const D: usize> Disc<D> {
    pub fn point(center: [f64; D]) -> Self {
        Self { center, radii: [[0.0; D]; 2] }
    }

    /// A point of the rim whatever is rounded, also along the disc's axis.
    fn farthest(&self, n: &[f64; D]) -> [f64; D] {
        let [x, y] = self.radii.map(|radius| dot(&radius, n));
        let length = x.hypot(y);
        if length == 0.0 {
            return self.center;
        }
        let halfway = add_scaled(&self.center, &self.radii[0], x / length);
        add_scaled(&halfway, &self.radii[1], y / length)
    }
}

/// The point of the hull of some discs that is farthest along a direction.
pub fn farthest<const D: usize>(discs: &[Disc<D>], n: &[f64; D]) -> [f64; D] {
    let points = discs.iter().map(|disc| disc.farthest(n));
    points.max_by(|p, q| dot(p, n).total_cmp(&dot(q, n))).unwrap_or([0.0; D])
}

/// A direction, and the point of A − B that is farthest along it.
#[derive(Clone, Copy)]
struct Look<const D: usize> {
    along: [f64; D],
    point: [f64; D],
}

/// The least reach of A − B, or up to `tolerance` more, where A and B are the hulls of discs. The `guess` is the direction to look along
/// first.
pub fn least_reach<const D: usize>(a: &[Disc<D>], b: &[Disc<D>], guess: &[f64; D], tolerance: f64) -> f64 {
    let look = |towards: &[f64; D]| {
        let along = scaled(towards, 1.0 / norm(towards));
        Look { along, point: sub(&farthest(a, &along), &farthest(b, &scaled(&along, -1.0))) }
    };
    let reach = |look: &Look<D>| dot(&look.point, &look.along);
    let mut least = if norm(guess) > 0.0 { reach(&look(guess)) } else { f64::INFINITY };
    let orthant = |signs: usize| {
        std::array::from_fn(|k| {
            let sign = if signs >> k & 1 == 0 { 1.0 } else { -1.0 };
            look(&std::array::from_fn(|i| if i == k { sign } else { 0.0 }))
        })
    };
    let mut open: Vec<[Look<D>; D]> = (0..1 << D).map(orthant).collect();
    while let Some(corners) = open.pop() {
        least = corners.iter().map(reach).fold(least, f64::min);
        if lower_bound(&corners) < least - tolerance {
            // The longest edge is halved.
            let cosine = |[i, k]: &[usize; 2]| dot(&corners[*i].along, &corners[*k].along);
            let longest = pairs::<D>().min_by(|one, other| cosine(one).total_cmp(&cosine(other)));
            let Some([i, k]) = longest else { continue };
            let middle = look(&add(&corners[i].along, &corners[k].along));
            for end in [i, k] {
                let mut half = corners;
                half[end] = middle;
                open.push(half);
            }
        }
    }
    least
}

/// The edges of a simplex.
fn pairs<const D: usize>() -> impl Iterator<Item = [usize; 2]> {
    (0..D).flat_map(|i| (0..i).map(move |k| [i, k]))
}

/// A lower bound of the reach along all unit vectors between the corners.
///
/// Such a vector is n / |n|, where n is a mean of the corners' directions. A point of A − B has at least the least of its heights along
/// these. The points tried are the corners', and those between two of them that are equally high along two of the directions.
fn lower_bound<const D: usize>(corners: &[Look<D>; D]) -> f64 {
    let heights = corners.map(|at| corners.map(|corner| dot(&at.point, &corner.along)));
    let lowest = |heights: [f64; D]| heights.into_iter().fold(f64::INFINITY, f64::min);
    let mut best = heights.map(lowest).into_iter().fold(f64::NEG_INFINITY, f64::max);
    for [p, q] in pairs::<D>().map(|pair| pair.map(|at| heights[at])) {
        for [i, k] in pairs::<D>() {
            let part = (p[k] - p[i]) / ((q[i] - p[i]) - (q[k] - p[k]));
            if part > 0.0 && part < 1.0 {
                best = best.max(lowest(std::array::from_fn(|j| p[j] + part * (q[j] - p[j]))));
            }
        }
    }
    // |n| is at most 1, and at least the least of the corners' heights along their middle.
    let middle = corners.iter().fold([0.0; D], |sum, corner| add(&sum, &corner.along));
    let length = lowest(corners.map(|corner| dot(&corner.along, &middle))) / norm(&middle);
    if best < 0.0 { best / length } else { best }
}
