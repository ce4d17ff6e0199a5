//! The normals that the surface has on a piece.

use super::make::unit;
use super::{Ground, Side};
use gjk::Real;
use gjk::nalgebra::SVector;

impl<T: Real + Copy, const D: usize> Ground<T, D> {
    /// The normal of a contact with a piece, as the surface as a whole has it: brought back, along the piece, to the nearest one that the surface has
    /// somewhere on the piece.
    ///
    /// On the piece that is its [`face`](Self::face). On a side where the surface bends back it is anything between that and the neighbour's
    /// face; on a side where it is level or rises, the face alone. A normal that is allowed is returned as it is. Of one that points behind the
    /// piece the face is left. `None` if there is no such piece.
    ///
    /// Complexity: a few products for each of the D sides.
    ///
    /// ```
    /// use gjk::nalgebra::{Point2, Vector2};
    /// use gjk_scene::Ground;
    /// let p = |x: f64, y| Point2::new(x, y);
    /// // Level, then down by half a right angle.
    /// let edge = Ground::chain([p(0.0, 0.0), p(2.0, 0.0), p(3.0, -1.0)])?;
    /// let between = Vector2::new(0.6, 0.8);
    /// assert_eq!(edge.normal(0, &between), Some(between));
    /// let down = Vector2::new(0.5_f64.sqrt(), 0.5_f64.sqrt());
    /// assert!((edge.normal(0, &Vector2::new(0.8, 0.6)).unwrap() - down).norm() < 1e-15);
    /// // In the valley of the other direction there is nothing between.
    /// let valley = Ground::chain([p(0.0, 0.0), p(2.0, 0.0), p(3.0, 1.0)])?;
    /// assert_eq!(valley.normal(0, &between), Some(Vector2::y()));
    /// # Ok::<(), gjk_scene::GroundError>(())
    /// ```
    #[must_use]
    pub fn normal(&self, piece: u32, normal: &SVector<T, D>) -> Option<SVector<T, D>> {
        let piece = self.pieces.get(piece as usize)?;
        let up = normal.dot(&piece.normal);
        if up < T::zero() {
            return Some(piece.normal);
        }
        let along = normal - piece.normal * up;
        let Some(kept) = nearest(&along, up, &piece.sides) else { return Some(*normal) };
        // Of a normal along the piece, in a direction that is not allowed, nothing may be left but rounding.
        let left = kept + piece.normal * up;
        Some(if left.dot(&left) > T::epsilon() { unit(left).unwrap_or(piece.normal) } else { piece.normal })
    }
}

/// The vector along the piece nearest to a given one that leans out over no side by more than is allowed: in space, the point of a
/// triangle nearest to a given one. It is on one side's limit, or on two. `None` if the given one is allowed, up to rounding.
fn nearest<T: Real + Copy, const D: usize>(
    along: &SVector<T, D>,
    up: T,
    sides: &[Side<T, D>; D],
) -> Option<SVector<T, D>> {
    let too_far = |vector: &SVector<T, D>, side: &Side<T, D>| match side.lean {
        Some(lean) => vector.dot(&side.out) - lean * up,
        None => -T::one(),
    };
    // 8 ε: the vector is part of a unit vector, and rounded.
    let slack = (0..3).fold(T::epsilon(), |slack, _| slack + slack);
    if sides.iter().all(|side| too_far(along, side) <= slack) {
        return None;
    }
    let mut best: Option<(T, SVector<T, D>)> = None;
    let mut consider = |vector: SVector<T, D>, limits: [usize; 2]| {
        let way = vector - along;
        let square = way.dot(&way);
        let mut others = (0..D).filter(|k| !limits.contains(k));
        if others.all(|k| too_far(&vector, &sides[k]) <= T::zero())
            && best.as_ref().is_none_or(|(least, _)| square < *least)
        {
            best = Some((square, vector));
        }
    };
    for (k, side) in sides.iter().enumerate() {
        let far = too_far(along, side);
        if far > T::zero()
            && let Some(lean) = side.lean
        {
            // Twice: what is left may be as small as the rounding of the first difference.
            let across = |vector: SVector<T, D>| vector - side.out * vector.dot(&side.out);
            consider(across(across(*along)) + side.out * (lean * up), [k, k]);
        }
        for (j, other) in sides[..k].iter().enumerate() {
            if let (Some(a), Some(b)) = (side.lean, other.lean) {
                let cosine = side.out.dot(&other.out);
                let divisor = T::one() - cosine * cosine;
                if divisor > slack {
                    let [a, b] = [a * up, b * up];
                    consider((side.out * (a - b * cosine) + other.out * (b - a * cosine)) / divisor, [j, k]);
                }
            }
        }
    }
    Some(best.map_or_else(SVector::zeros, |(_, vector)| vector))
}
