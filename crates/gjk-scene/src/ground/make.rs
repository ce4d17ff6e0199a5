//! Surfaces made of chains, meshes and heights.

use super::{Ground, GroundError, Piece, Side};
use alloc::vec::Vec;
use gjk::nalgebra::{Point, Point2, Point3, SVector, Vector2, Vector3};
use gjk::{Real, Scalar};

const MOST: usize = 1 << 30;

impl<T: Real + Copy> Ground<T, 2> {
    /// A chain of segments. Its outside is to the left of the way along it: above, if it goes to the right. If the last
    /// point is the first one, the chain is closed. A closed chain that is clockwise has its outside around it.
    /// Complexity: O(n).
    ///
    /// # Errors
    /// [`GroundError`], if there are less than two points, one is out of range, or two successive ones are the same.
    ///
    /// ```
    /// use gjk::nalgebra::{Point2, Vector2};
    /// use gjk_scene::Ground;
    /// let p = |x: f64, y| Point2::new(x, y);
    /// let box_outside = Ground::chain([p(0.0, 0.0), p(0.0, 1.0), p(1.0, 1.0), p(1.0, 0.0), p(0.0, 0.0)])?;
    /// assert_eq!(box_outside.face(1), Some(Vector2::y()));
    /// // Beyond the end of a segment (the side without corner 0) is the next one.
    /// assert_eq!(box_outside.neighbours(3), Some([Some(0), Some(2)]));
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    pub fn chain(points: impl IntoIterator<Item = Point2<T>>) -> Result<Self, GroundError> {
        let points = checked(points.into_iter().collect())?;
        let last = u32::try_from(points.len()).map_err(|_| GroundError::TooMany)?.checked_sub(2);
        let last = last.ok_or(GroundError::TooFew)?;
        let mut pieces = Vec::with_capacity(points.len() - 1);
        for (k, ends) in (0..).zip(points.windows(2)) {
            let way = unit(ends[1] - ends[0]).ok_or(GroundError::Flat(k))?;
            let side = |out| Side { out, beyond: None, lean: None };
            let sides = [side(way), side(-way)];
            pieces.push(Piece { corners: [k, k + 1], normal: Vector2::new(-way.y, way.x), sides });
        }
        let is_closed = last > 0 && points.first() == points.last();
        let mut ground = Self { points, pieces };
        for k in 0..last {
            ground.join([k, 0], [k + 1, 1]);
        }
        if is_closed {
            ground.join([last, 0], [0, 1]);
        }
        Ok(ground)
    }

    /// Heights *y* at places *x* that are a step apart, from `first` on. The outside is above. Complexity: O(n).
    ///
    /// # Errors
    /// As for a [`chain`](Self::chain). A step that is not positive is out of range.
    ///
    /// ```
    /// use gjk::nalgebra::Point2;
    /// use gjk_scene::Ground;
    /// let hill = Ground::<f64, 2>::heights(-1.0, 1.0, [0.0, 0.5, 0.0])?;
    /// assert_eq!(hill.points()[2], Point2::new(1.0, 0.0));
    /// assert_eq!(hill.len(), 2);
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    pub fn heights(first: T, step: T, heights: impl IntoIterator<Item = T>) -> Result<Self, GroundError> {
        if !(step > T::zero() && step.in_range()) {
            return Err(GroundError::OutOfRange(1));
        }
        let mut count = T::zero();
        let point = |height| {
            let point = Point2::new(first + step * count, height);
            count += T::one();
            point
        };
        Self::chain(heights.into_iter().map(point))
    }
}

impl<T: Real + Copy> Ground<T, 3> {
    /// A mesh of triangles, open or closed, given by the numbers of their corners, counter-clockwise as seen from
    /// outside. Triangles that share two corners are neighbours. Complexity: O(n log n).
    ///
    /// # Errors
    /// [`GroundError`], if a point is out of range, a corner is not in the list or a triangle is flat; if more than two
    /// triangles share a side, or two whose outsides don't fit.
    ///
    /// ```
    /// use gjk::nalgebra::{Point3, Vector3};
    /// use gjk_scene::Ground;
    /// let p = |x: f32, y, z| Point3::new(x, y, z);
    /// let roof = Ground::mesh([p(0.0, 0.0, 0.0), p(0.0, 0.0, 2.0), p(1.0, 0.0, 0.0), p(-1.0, -1.0, 0.0)], [[0, 1, 2], [0, 3, 1]])?;
    /// assert_eq!(roof.face(0), Some(Vector3::y()));
    /// assert_eq!(roof.neighbours(0), Some([None, None, Some(1)]));
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    pub fn mesh(
        points: impl IntoIterator<Item = Point3<T>>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, GroundError> {
        let points = checked(points.into_iter().collect())?;
        let triangles: Vec<[u32; 3]> = triangles.into_iter().collect();
        if triangles.len() > MOST {
            return Err(GroundError::TooMany);
        }
        let mut ground = Self { points, pieces: Vec::with_capacity(triangles.len()) };
        let mut sides = Vec::with_capacity(3 * triangles.len());
        for (k, corners) in (0..).zip(triangles) {
            ground.pieces.push(ground.triangle(k, corners)?);
            for side in 0..3 {
                let [from, to] = [1, 2].map(|step| corners[(side as usize + step) % 3]);
                sides.push(([from.min(to), from.max(to)], from < to, k, side));
            }
        }
        sides.sort_unstable();
        for (k, pair) in sides.windows(2).enumerate() {
            let [(ends, is_up, a, side_a), (other_ends, other_is_up, b, side_b)] = [pair[0], pair[1]];
            if ends == other_ends {
                let is_third = k > 0 && sides[k - 1].0 == ends;
                if is_third || is_up == other_is_up {
                    return Err(GroundError::Unjoined([a.min(b), a.max(b)]));
                }
                ground.join([a, side_a], [b, side_b]);
            }
        }
        Ok(ground)
    }

    /// Heights *y* on a grid, row by row: column j of row i is at *x* = `first[0]` + j · `steps[0]`, *z* = `first[1]` +
    /// i · `steps[1]`. Each cell is cut from its first corner to the opposite one: triangle 2 k has the first row of
    /// cell k, triangle 2 k + 1 the second. The outside is above. Complexity: O(n log n).
    ///
    /// # Errors
    /// [`GroundError::TooFew`] if there are less than two rows or columns, or the last row is incomplete. A step that
    /// is not positive is out of range.
    ///
    /// ```
    /// use gjk::nalgebra::Point3;
    /// use gjk_scene::Ground;
    /// let valley = Ground::<f64, 3>::heights([0.0, 10.0], [1.0, 2.0], 3, [1.0, 0.0, 1.0, 1.0, 0.0, 1.0])?;
    /// assert_eq!(valley.points()[5], Point3::new(2.0, 1.0, 12.0));
    /// assert_eq!(valley.len(), 4);
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    pub fn heights(
        first: [T; 2],
        steps: [T; 2],
        columns: u32,
        heights: impl IntoIterator<Item = T>,
    ) -> Result<Self, GroundError> {
        if !steps.iter().all(|step| *step > T::zero() && step.in_range()) {
            return Err(GroundError::OutOfRange(1));
        }
        let (mut points, mut rest, mut rows) = (Vec::new(), 0, 0);
        // The same two numbers, to multiply steps by.
        let mut times = [T::zero(); 2];
        for height in heights {
            if points.len() == MOST {
                return Err(GroundError::TooMany);
            }
            let [x, z] = [0, 1].map(|k| first[k] + steps[k] * times[k]);
            points.push(Point3::new(x, height, z));
            (rest, times[0]) = (rest + 1, times[0] + T::one());
            if rest == columns {
                (rest, rows, times) = (0, rows + 1, [T::zero(), times[1] + T::one()]);
            }
        }
        if columns < 2 || rows < 2 || rest > 0 {
            return Err(GroundError::TooFew);
        }
        let cells = (0..rows - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
        let triangles = cells.flat_map(|k| {
            let [a, b, c, d] = [k, k + 1, k + columns, k + columns + 1];
            [[a, d, b], [a, c, d]]
        });
        Self::mesh(points, triangles.collect::<Vec<_>>())
    }

    fn triangle(&self, piece: u32, corners: [u32; 3]) -> Result<Piece<T, 3>, GroundError> {
        if corners.iter().any(|corner| *corner as usize >= self.points.len()) {
            return Err(GroundError::NoSuchPoint(piece));
        }
        let [a, b, c] = corners.map(|corner| self.corner(corner));
        let flat = GroundError::Flat(piece);
        let ways = at_unit_scale([c - b, a - c, b - a]);
        let normal = cross(&ways[1], &ways[2]);
        let lengths = [ways[1], ways[2], normal].map(|vector| vector.dot(&vector).sqrt());
        // The ways are rounded.
        if lengths[2] <= (T::epsilon() + T::epsilon()) * lengths[0] * lengths[1] {
            return Err(flat);
        }
        let normal = unit(normal).ok_or(flat)?;
        let [Some(first), Some(second), Some(third)] = ways.map(unit) else { return Err(flat) };
        let sides = [first, second, third].map(|way| Side { out: way.cross(&normal), beyond: None, lean: None });
        Ok(Piece { corners, normal, sides })
    }
}

impl<T: Real + Copy, const D: usize> Ground<T, D> {
    /// Two pieces are neighbours, each at one of its sides.
    fn join(&mut self, a: [u32; 2], b: [u32; 2]) {
        let normals = [a, b].map(|[piece, _]| self.pieces[piece as usize].normal);
        for ([piece, side], [other, _], neighbour) in [(a, b, normals[1]), (b, a, normals[0])] {
            let piece = &mut self.pieces[piece as usize];
            let side = &mut piece.sides[side as usize];
            side.beyond = Some(other);
            let (up, out) = (piece.normal.dot(&neighbour), side.out.dot(&neighbour));
            side.lean = if out <= T::zero() {
                Some(T::zero())
            } else if up > T::epsilon() {
                Some(out / up)
            } else {
                None
            };
        }
    }
}

fn checked<T: Scalar, const D: usize>(points: Vec<Point<T, D>>) -> Result<Vec<Point<T, D>>, GroundError> {
    if points.len() > MOST {
        return Err(GroundError::TooMany);
    }
    match (0..).zip(&points).find(|(_, point)| !point.iter().all(Scalar::in_range)) {
        Some((k, _)) => Err(GroundError::OutOfRange(k)),
        None => Ok(points),
    }
}

/// The cross product, with each part rounded only once or twice: of long triangles both products are nearly the same.
fn cross<T: Real>(u: &Vector3<T>, v: &Vector3<T>) -> Vector3<T> {
    Vector3::from_fn(|k, _| {
        let [j, l] = [(k + 1) % 3, (k + 2) % 3];
        let ([a, a_rest], [b, b_rest]) = (u[j].two_product(&v[l]), u[l].two_product(&v[j]));
        (a - b) + (a_rest - b_rest)
    })
}

/// Vectors multiplied by one power of two, so that their products are in range.
fn at_unit_scale<T: Real + Copy, const D: usize, const N: usize>(vectors: [SVector<T, D>; N]) -> [SVector<T, D>; N] {
    let largest = vectors.iter().flatten().fold(T::zero(), |most, x| if x.abs() > most { x.abs() } else { most });
    vectors.map(|vector| vector * largest.unit_scale())
}

/// A vector of length 1 in the same direction, if there is one.
pub(super) fn unit<T: Real + Copy, const D: usize>(vector: SVector<T, D>) -> Option<SVector<T, D>> {
    let [scaled] = at_unit_scale([vector]);
    let length = scaled.dot(&scaled).sqrt();
    (length > T::zero()).then(|| scaled / length)
}
