//! GJK on one page: do two convex shapes intersect? Copy it: it needs nalgebra and num-traits, and nothing of this library.
//!
//!     cargo run --example one_page
//!
//! It looks for the origin O in the Minkowski difference of two shapes. W is the newest vertex of the difference, X, Y and Z are
//! the vertices kept before it, and WX leads from W to X. The guide derives each case: docs/guide.md.

use nalgebra::{SVector, Scalar, Vector2, Vector3};
use num_traits::{Float, NumAssign};

/// `f32` and `f64`.
pub trait Real: Float + NumAssign + Scalar {}
impl<T: Float + NumAssign + Scalar> Real for T {}

/// The vertices that are kept: a point, a segment, or in space a triangle, wound so that O is in front of it.
pub struct Simplex<T, const D: usize> {
    /// The newest first; only the first `count` are kept.
    pub points: [SVector<T, D>; D],
    /// How many are kept.
    pub count: usize,
}

impl<T: Real, const D: usize> Simplex<T, D> {
    /// Keeps a feature, and returns the direction from it to O: `None` if O is on it.
    fn keep(&mut self, vertices: &[SVector<T, D>], direction: SVector<T, D>) -> Option<SVector<T, D>> {
        self.points[..vertices.len()].copy_from_slice(vertices);
        self.count = vertices.len();
        direction.iter().any(|x| !x.is_zero()).then_some(direction)
    }
}

/// Which feature of the simplex and W is nearest the origin?
pub trait SimplexCases<T, const D: usize> {
    /// Keeps that feature, and returns the direction from there to O: `None` if O is on it, or inside all D + 1 vertices.
    fn nearest(&mut self, w: SVector<T, D>) -> Option<SVector<T, D>>;
}

impl<T: Real> SimplexCases<T, 2> for Simplex<T, 2> {
    fn nearest(&mut self, w: Vector2<T>) -> Option<Vector2<T>> {
        let ahead = |v: Vector2<T>| v.dot(&-w) > T::zero();
        // Perpendicular to an edge, on the side of v: what the triple product (WX × v) × WX is in the plane.
        let aside = |edge: Vector2<T>, v: Vector2<T>| Vector2::new(-edge.y, edge.x) * edge.perp(&v);
        match self.points[..self.count] {
            [x] if ahead(x - w) => self.keep(&[w, x], aside(x - w, -w)),
            [x, y] => {
                let (wx, wy) = (x - w, y - w);
                let [away_from_y, away_from_x] = [aside(wx, -wy), aside(wy, -wx)];
                match [ahead(away_from_y), ahead(away_from_x)] {
                    [true, _] if ahead(wx) => self.keep(&[w, x], away_from_y),
                    [_, true] if ahead(wy) => self.keep(&[w, y], away_from_x),
                    [false, false] => None,
                    _ => self.keep(&[w], -w),
                }
            }
            _ => self.keep(&[w], -w),
        }
    }
}

impl<T: Real> SimplexCases<T, 3> for Simplex<T, 3> {
    fn nearest(&mut self, w: Vector3<T>) -> Option<Vector3<T>> {
        let ahead = |v: Vector3<T>| v.dot(&-w) > T::zero();
        let triple = |edge: Vector3<T>| edge.cross(&-w).cross(&edge);
        match self.points[..self.count] {
            [x] if ahead(x - w) => self.keep(&[w, x], triple(x - w)),
            [x, y] => {
                let (wx, wy) = (x - w, y - w);
                let n = wx.cross(&wy);
                match [ahead(wx.cross(&n)), ahead(n.cross(&wy))] {
                    [true, _] if ahead(wx) => self.keep(&[w, x], triple(wx)),
                    [_, true] if ahead(wy) => self.keep(&[w, y], triple(wy)),
                    [false, false] if ahead(n) => self.keep(&[w, x, y], n),
                    [false, false] if ahead(-n) => self.keep(&[w, y, x], -n),
                    [false, false] => None,
                    _ => self.keep(&[w], -w),
                }
            }
            [x, y, z] => {
                // The faces WXY, WYZ and WZX by rotation, and their normals, which point out of the tetrahedron.
                let (p, next, last) = ([x, y, z], [1, 2, 0], [2, 0, 1]);
                let wp = p.map(|p| p - w);
                let n = [0, 1, 2].map(|i| wp[i].cross(&wp[next[i]]));
                if !n.iter().any(|n| ahead(*n)) {
                    return None;
                }
                // Is O beyond the edge from W to P, seen in the face on one side of it, and in the face on the other?
                let beyond = [0, 1, 2].map(|i| [ahead(wp[i].cross(&n[i])), ahead(n[last[i]].cross(&wp[i]))]);
                if let Some(i) = (0..3).find(|&i| ahead(n[i]) && !beyond[i][0] && !beyond[next[i]][1]) {
                    return self.keep(&[w, p[i], p[next[i]]], n[i]);
                }
                // One face alone does not say that an edge is nearest: O may be in front of the other face.
                if let Some(i) = (0..3).find(|&i| ahead(wp[i]) && beyond[i] == [true; 2]) {
                    return self.keep(&[w, p[i]], triple(wp[i]));
                }
                self.keep(&[w], -w)
            }
            _ => self.keep(&[w], -w),
        }
    }
}

/// The support mapping of a cloud of points: the one that is farthest along a direction.
pub fn support<T: Real, const D: usize>(points: &[SVector<T, D>], direction: &SVector<T, D>) -> SVector<T, D> {
    let farther = |p, q| if SVector::dot(&q, direction) > SVector::dot(&p, direction) { q } else { p };
    points.iter().copied().fold(points[0], farther)
}

/// Returns whether the hulls of two clouds intersect; touching counts. `None` if rounding leads the search in circles.
pub fn gjk<T: Real, const D: usize>(a: &[SVector<T, D>], b: &[SVector<T, D>]) -> Option<bool>
where
    Simplex<T, D>: SimplexCases<T, D>,
{
    let mut simplex = Simplex { points: [SVector::zeros(); D], count: 0 };
    let mut direction = SVector::repeat(T::one());
    for _ in 0..64 {
        let newest = support(a, &direction) - support(b, &-direction);
        if newest.dot(&direction) < T::zero() {
            return Some(false); // The direction separates them.
        }
        if simplex.points[..simplex.count].iter().any(|kept| (newest - kept).dot(&direction) <= T::zero()) {
            return Some(true); // Nothing is farther than the simplex: O is on it.
        }
        let Some(next) = simplex.nearest(newest) else { return Some(true) };
        direction = next;
    }
    None
}

/// Two shapes of the guide, and a cube that moves towards another.
#[allow(dead_code, reason = "a test uses this file, too")]
fn main() {
    let triangle = [[3.0, 5.0], [5.0, 7.0], [9.0, 6.0]].map(Vector2::from);
    let other = [[7.0, 4.0], [12.0, 4.0], [8.0, 7.0]].map(Vector2::from);
    let found = gjk::<f64, 2>(&triangle, &other);
    println!("The triangles intersect: {found:?}");
    assert_eq!(found, Some(true));
    let corner = |k: u8| Vector3::from([k & 1, k >> 1 & 1, k >> 2].map(f32::from));
    let cube = |x: f32| [0, 1, 2, 3, 4, 5, 6, 7].map(|k| Vector3::new(x, 0.0, 0.0) + corner(k));
    for x in [1.5, 1.0, 0.5] {
        let found = gjk(&cube(0.0), &cube(x));
        println!("Two unit cubes, moved by {x}: {found:?}");
        assert_eq!(found, Some(x <= 1.0));
    }
}
