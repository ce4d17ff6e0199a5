//! Rays against a ground. They do not slip through its joints.

use super::{Ground, Piece};
use gjk::Real;
use gjk::nalgebra::{Point, Point2, Point3, SVector, Vector2, Vector3};
use robust::{Coord, orient2d};

impl<T: Real + Copy + Into<f64>> Ground<T, 2> {
    /// The time at which a ray hits a piece, from either side: at time t it is at `origin` + t · `direction`. `None` if it misses it, or
    /// the piece does not exist.
    ///
    /// A ray slips through no joint, however it is rounded: the side of the ray that a point of the chain is on does
    /// not depend on the piece. So a ray from one side of the chain to the other hits a piece. Complexity: a dozen
    /// products.
    ///
    /// ```
    /// use gjk::nalgebra::{Point2, Vector2};
    /// use gjk_scene::Ground;
    /// let floor = Ground::<f32, 2>::heights(0.0, 0.1, [0.1, 0.2, 0.1])?;
    /// let (from, down) = (Point2::new(0.1, 3.2), -Vector2::y());
    /// assert!((floor.raycast(0, &from, &down).unwrap() - 3.0).abs() < 1e-6);
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    #[must_use]
    pub fn raycast(&self, piece: u32, origin: &Point2<T>, direction: &Vector2<T>) -> Option<T> {
        let ways = self.ways(self.pieces.get(piece as usize)?, origin);
        let [a, b] = ways.map(|way| direction.x * way.y - direction.y * way.x);
        let is_between = (a <= T::zero() && b >= T::zero()) || (a >= T::zero() && b <= T::zero());
        if !is_between || a == b {
            return None;
        }
        // The farther corner has the smaller part.
        let weights = [b / (b - a), -a / (b - a)];
        along(ways, weights, direction)
    }
}

impl<T: Real + Copy + Into<f64>> Ground<T, 3> {
    /// The time at which a ray hits a piece, from either side: at time t it is at `origin` + t · `direction`. `None` if it misses it, or
    /// the piece does not exist.
    ///
    /// A ray slips through no side and no corner, however it is rounded. A point's place as seen along the ray does not
    /// depend on the triangle, and the side of an edge that the ray is on is decided exactly, in the same way for both
    /// its triangles. So the triangles cover what they should (Sven Woop, Carsten Benthin and Ingo Wald, Watertight
    /// ray/triangle intersection, 2013). Complexity: about 50 operations.
    ///
    /// ```
    /// use gjk::nalgebra::{Point3, Vector3};
    /// use gjk_scene::Ground;
    /// let floor = Ground::<f32, 3>::heights([0.0; 2], [0.1; 2], 3, [0.1, 0.2, 0.1, 0.3, 0.1, 0.2, 0.1, 0.1, 0.3])?;
    /// // To a corner of six triangles.
    /// let (from, to) = (Point3::new(0.3_f32, 7.0, 0.2), Point3::new(0.1, 0.1, 0.1));
    /// let times = (0..floor.len()).filter_map(|piece| floor.raycast(piece, &from, &(to - from)));
    /// assert!((times.fold(f32::INFINITY, f32::min) - 1.0).abs() < 1e-6);
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    #[must_use]
    pub fn raycast(&self, piece: u32, origin: &Point3<T>, direction: &Vector3<T>) -> Option<T> {
        let piece = self.pieces.get(piece as usize)?;
        let ways = self.ways(piece, origin);
        let [x, y, z] = {
            let z = direction
                .iter()
                .enumerate()
                .fold(0, |k, (j, part)| if part.abs() > direction[k].abs() { j } else { k });
            [(z + 1) % 3, (z + 2) % 3, z]
        };
        if direction[z] == T::zero() {
            return None;
        }
        let [shear_x, shear_y] = [direction[x] / direction[z], direction[y] / direction[z]];
        let seen = ways
            .map(|way| Coord::<f64> { x: (way[x] - shear_x * way[z]).into(), y: (way[y] - shear_y * way[z]).into() });
        // Each edge from its lower corner to its higher one, so that both its triangles ask the same.
        let side = |from: usize, to: usize| {
            let eye = Coord { x: 0.0, y: 0.0 };
            if piece.corners[from] < piece.corners[to] {
                orient2d(seen[from], seen[to], eye)
            } else {
                -orient2d(seen[to], seen[from], eye)
            }
        };
        let sides = [side(1, 2), side(2, 0), side(0, 1)];
        let is_inside = sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0);
        let sum: f64 = sides.iter().sum();
        if !is_inside || sum == 0.0 {
            return None;
        }
        let [a, b, c] = sides.map(|side| T::from_double(side / sum));
        along(ways, [a?, b?, c?], direction)
    }
}

impl<T: Real + Copy, const D: usize> Ground<T, D> {
    fn ways(&self, piece: &Piece<T, D>, origin: &Point<T, D>) -> [SVector<T, D>; D] {
        piece.corners.map(|corner| self.corner(corner) - origin)
    }
}

/// The time at which a ray gets to a mean of points, unless it is behind.
fn along<T: Real + Copy, const D: usize>(
    ways: [SVector<T, D>; D],
    weights: [T; D],
    direction: &SVector<T, D>,
) -> Option<T> {
    let products = ways.iter().zip(weights).map(|(way, weight)| way.dot(direction) * weight);
    let time = products.fold(T::zero(), |sum, part| sum + part) / direction.dot(direction);
    (time >= T::zero()).then_some(time)
}
