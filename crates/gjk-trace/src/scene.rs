//! Outlines of two shapes and their difference, found from their support mappings alone.

use crate::vector::{Vector, dot};
use alloc::vec::Vec;
use gjk::nalgebra::SVector;
use gjk::{Real, Scalar, Support};
use num_traits::{Float, FromPrimitive, ToPrimitive};
use serde::{Deserialize, Serialize};

/// Points on the boundaries of two shapes and of their difference, to draw them by.
///
/// In two dimensions these are the corners of outlines, counter-clockwise: all corners of a polygon, and many points of a
/// curve. In three dimensions they are points whose hull is drawn: those that some hundreds of directions find. In other
/// dimensions there are none.
///
/// ```
/// use gjk::{SupportExt, nalgebra::Vector2, shape::Cuboid};
/// use gjk_trace::Scene;
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let scene = Scene::new(&square, &square.clone().posed(Vector2::new(4.0, 0.0))?);
/// assert_eq!(scene.a, [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]]);
/// assert_eq!(scene.difference.len(), 4);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Points of shape A.
    pub a: Vec<Vector>,
    /// Points of shape B.
    pub b: Vec<Vector>,
    /// Points of their difference.
    pub difference: Vec<Vector>,
}

/// The number of directions tried in space.
const DIRECTIONS: u32 = 480;
/// The number of halvings of an arc.
const HALVINGS: u32 = 6;

impl Scene {
    /// Asks the shapes for their outlines.
    pub fn new<A, B, T, const D: usize>(a: &A, b: &B) -> Self
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        T: Real + ToPrimitive + FromPrimitive,
    {
        let of_a = |d: &[f64]| farthest(a, d);
        let of_b = |d: &[f64]| farthest(b, d);
        let of_both = |d: &[f64]| -> Vector {
            let back: Vector = d.iter().map(|x| -x).collect();
            of_a(d).iter().zip(of_b(&back)).map(|(a, b)| a - b).collect()
        };
        match D {
            2 => Self { a: outline(&of_a), b: outline(&of_b), difference: outline(&of_both) },
            3 => Self { a: points(&of_a), b: points(&of_b), difference: points(&of_both) },
            _ => Self::default(),
        }
    }
}

/// The farthest point of a shape, its margin included, along a direction.
fn farthest<S, T, const D: usize>(shape: &S, direction: &[f64]) -> Vector
where
    S: Support<D, Scalar = T> + ?Sized,
    T: Scalar + ToPrimitive + FromPrimitive,
{
    let along = SVector::from_fn(|k, _| T::from_f64(direction[k]).unwrap_or_else(T::zero));
    let wide = |x: &T| x.to_f64().unwrap_or(f64::NAN);
    let margin = wide(&shape.margin()) / Float::sqrt(dot(direction, direction));
    shape.support(&along).iter().zip(direction).map(|(x, d)| wide(x) + d * margin).collect()
}

/// The corners of an outline. Between two corners the farthest point beyond the line through them is a corner, too; if
/// there is none, the two are neighbors.
fn outline(farthest: &dyn Fn(&[f64]) -> Vector) -> Vec<Vector> {
    fn between(p: &Vector, q: &Vector, depth: u32, farthest: &dyn Fn(&[f64]) -> Vector, corners: &mut Vec<Vector>) {
        if depth == 0 || p == q {
            return;
        }
        let found = farthest(&[q[1] - p[1], p[0] - q[0]]);
        if !beyond(&found, p, q) {
            return;
        }
        between(p, &found, depth - 1, farthest, corners);
        corners.push(found.clone());
        between(&found, q, depth - 1, farthest, corners);
    }
    let compass = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]].map(|d| farthest(&d));
    let mut corners = Vec::new();
    for (k, p) in compass.iter().enumerate() {
        corners.push(p.clone());
        between(p, &compass[(k + 1) % 4], HALVINGS, farthest, &mut corners);
    }
    // If an edge is perpendicular to one of the four directions, any point of it may have been found.
    let mut k = 0;
    while corners.len() > 2 && k < corners.len() {
        let [before, after] = [corners.len() - 1, 1].map(|step| &corners[(k + step) % corners.len()]);
        if beyond(&corners[k], before, after) { k += 1 } else { drop(corners.remove(k)) }
    }
    corners.dedup();
    corners
}

/// Returns whether a point is to the right of the line from `p` to `q`, by more than rounding.
fn beyond(point: &Vector, p: &Vector, q: &Vector) -> bool {
    let normal = [q[1] - p[1], p[0] - q[0]];
    let length = Float::sqrt(dot(&normal, &normal));
    let size = point.iter().chain(p).fold(0.0, |size: f64, x| size.max(x.abs()));
    dot(point, &normal) - dot(p, &normal) > 1e-6 * size * length
}

/// The different points that are farthest along directions spread evenly. These are on a spiral from pole to pole, each turned
/// by the golden angle from the one before.
fn points(farthest: &dyn Fn(&[f64]) -> Vector) -> Vec<Vector> {
    /// Cosine and sine of π (3 − √5).
    const TURN: [f64; 2] = [-0.737_368_878_078_319_8, 0.675_490_294_261_523_9];
    let mut found: Vec<Vector> = Vec::new();
    let [mut x, mut z] = [1.0, 0.0];
    for k in 0..DIRECTIONS {
        let y = 1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(DIRECTIONS);
        let ring = Float::sqrt(1.0 - y * y);
        let point = farthest(&[ring * x, y, ring * z]);
        if !found.contains(&point) {
            found.push(point);
        }
        [x, z] = [x * TURN[0] - z * TURN[1], x * TURN[1] + z * TURN[0]];
    }
    found
}
