//! The normals that the surface has on a piece.

use super::make::unit;
use super::{Ground, Side};
use gjk::Real;
use gjk::nalgebra::SVector;

impl<T: Real + Copy, const D: usize> Ground<T, D> {
    /// The normal of a contact with a piece, brought back, along the piece, to the nearest normal that the whole
    /// surface has somewhere on the piece.
    ///
    /// On the piece this is its [`face`](Self::face). On a side where the surface bends back it is any normal between
    /// this face and the neighbour's face; on a side where the surface is level or rises, it is this face alone. An
    /// allowed normal is returned as it is. For a normal that points behind the piece, the face is returned. `None` if
    /// the piece does not exist. Complexity: a few products for each of the D sides.
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
        // If the normal points along the piece, in a direction that is not allowed, rounding may be most of the rest.
        // Its square is 2⁻¹⁰ at least, so rounding is multiplied by at most 32.
        let left = kept + piece.normal * up;
        let least = (0..10).fold(T::one(), |least, _| least.half());
        Some(if left.dot(&left) > least { unit(left).unwrap_or(piece.normal) } else { piece.normal })
    }
}

/// The vector along the piece nearest to a given one that leans out only as far as allowed. `None` if the given one is
/// allowed, up to rounding.
///
/// In space the outward directions of the three sides divide the directions along the piece into three sectors. A
/// normal that leans into a sector belongs to the corner between its two sides, so only their bounds count. The third
/// side is elsewhere: in an obtuse triangle, a normal may lean over that side and still belong to the middle of
/// another.
fn nearest<T: Real + Copy, const D: usize>(
    along: &SVector<T, D>,
    up: T,
    sides: &[Side<T, D>; D],
) -> Option<SVector<T, D>> {
    // 8 ε: the vector is part of a unit vector, and rounded.
    let slack = (0..3).fold(T::epsilon(), |slack, _| slack + slack);
    let most = |side: &Side<T, D>| side.lean.map(|lean| lean * up);
    let pairs = || (0..D).flat_map(|k| (0..k).map(move |j| [&sides[j], &sides[k]]));
    let is_allowed = |vector: &SVector<T, D>| {
        pairs().any(|[a, b]| {
            let (cosine, [p, q]) = (a.out.dot(&b.out), [a, b].map(|side| vector.dot(&side.out)));
            let is_between = p - cosine * q >= -slack && q - cosine * p >= -slack;
            is_between
                && [(a, p), (b, q)].iter().all(|(side, lean)| most(side).is_none_or(|most| *lean <= most + slack))
        })
    };
    if is_allowed(along) {
        return None;
    }
    let mut best = (along.dot(along), SVector::zeros());
    let mut consider = |vector: SVector<T, D>| {
        let way = vector - along;
        let square = way.dot(&way);
        if square < best.0 && is_allowed(&vector) {
            best = (square, vector);
        }
    };
    for side in sides {
        let lean = along.dot(&side.out);
        if let Some(most) = most(side)
            && lean > most
        {
            // Twice: the rest may be as small as the rounding of the first difference.
            let across = |vector: SVector<T, D>| vector - side.out * vector.dot(&side.out);
            consider(across(across(*along)) + side.out * most);
            consider(side.out * most);
        } else if lean > T::zero() {
            consider(side.out * lean);
        }
    }
    for [first, second] in pairs() {
        let cosine = first.out.dot(&second.out);
        let divisor = T::one() - cosine * cosine;
        if let (Some(a), Some(b)) = (most(first), most(second))
            && divisor > slack
        {
            consider((first.out * (a - b * cosine) + second.out * (b - a * cosine)) / divisor);
        }
    }
    Some(best.1)
}
