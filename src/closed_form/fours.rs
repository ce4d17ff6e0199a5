//! Operations on four numbers at once, shared by the tables of polygons and boxes. Compilers turn them into vector instructions.

use crate::outline::{Four, Turned};
use crate::scalar::{Real, Scalar, min};
use core::hint::select_unpredictable;
use nalgebra::SVector;

/// Four numbers, or another in place of those whose level is too high.
#[cfg_attr(fast, inline(always))]
pub(super) fn where_low<T: Scalar>(levels: &[T; 4], level: &T, numbers: &[T; 4], far: &T) -> [T; 4] {
    let mut chosen = numbers.clone();
    for (chosen, at) in chosen.iter_mut().zip(levels) {
        *chosen = if *at <= *level { chosen.clone() } else { far.clone() };
    }
    chosen
}

/// The least heights of four vertices along four normals.
#[cfg_attr(fast, inline(always))]
pub(super) fn bottom_of<T: Scalar, const D: usize>(normals: &Four<T, D>, vertices: &Four<T, D>) -> [T; 4] {
    let [x, y] = [&vertices[0], &vertices[1]];
    let low = lesser(heights(normals, &x[0], &y[0]), heights(normals, &x[1], &y[1]));
    let high = lesser(heights(normals, &x[2], &y[2]), heights(normals, &x[3], &y[3]));
    lesser(low, high)
}

/// Four dot products at once: of four vectors and one.
#[cfg_attr(fast, inline(always))]
pub(super) fn heights<T: Scalar, const D: usize>(four: &Four<T, D>, x: &T, y: &T) -> [T; 4] {
    [height(four, 0, x, y), height(four, 1, x, y), height(four, 2, x, y), height(four, 3, x, y)]
}

#[cfg_attr(fast, inline(always))]
pub(super) fn height<T: Scalar, const D: usize>(four: &Four<T, D>, i: usize, x: &T, y: &T) -> T {
    four[0][i].clone() * x.clone() + four[1][i].clone() * y.clone()
}

/// The lesser of each two of four.
#[cfg_attr(fast, inline(always))]
pub(super) fn lesser<T: Scalar>([a, b, c, d]: [T; 4], [e, f, g, h]: [T; 4]) -> [T; 4] {
    [min(a, e), min(b, f), min(c, g), min(d, h)]
}

/// The least of four numbers.
#[cfg_attr(fast, inline(always))]
pub(super) fn lowest<T: Scalar>([a, b, c, d]: [T; 4]) -> T {
    min(min(a, b), min(c, d))
}

/// The least of four numbers, and its index, where the first has the index `from`. Compared in pairs, without a branch.
#[cfg_attr(fast, inline(always))]
pub(super) fn first_lowest<T: Real>(from: usize, [a, b, c, d]: [T; 4]) -> (usize, T) {
    less(less((from, a), (from + 1, b)), less((from + 2, c), (from + 3, d)))
}

#[cfg_attr(fast, inline(always))]
pub(super) fn less<T: Real>((i, x): (usize, T), (j, y): (usize, T)) -> (usize, T) {
    (select_unpredictable(y < x, j, i), min(x, y))
}

/// The least level of a vertex along a direction.
#[cfg_attr(fast, inline(always))]
pub(super) fn bottom_along<T: Scalar, const D: usize>(of: &Turned<T, D>, direction: &SVector<T, D>) -> T {
    let [x, y] = [&direction[0], &direction[1]];
    let mut least = heights(&of.vertices[0], x, y);
    if of.has_second {
        least = lesser(least, heights(&of.vertices[1], x, y));
    }
    lowest(least)
}

/// A vector in the plane, as a pair: the compiler takes a short array for one word, which it reads before both numbers are written.
#[derive(Clone)]
pub(super) struct Flat<T>(pub(super) T, pub(super) T);

impl<T: Scalar> Flat<T> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn dot(&self, other: &Self) -> T {
        self.0.clone() * other.0.clone() + self.1.clone() * other.1.clone()
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn times(&self, x: &T) -> Self {
        Self(self.0.clone() * x.clone(), self.1.clone() * x.clone())
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self(self.0.clone() + other.0.clone(), self.1.clone() + other.1.clone())
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(self.0.clone() - other.0.clone(), self.1.clone() - other.1.clone())
    }
}

impl<T: Scalar, const D: usize> From<&SVector<T, D>> for Flat<T> {
    #[cfg_attr(fast, inline(always))]
    fn from(v: &SVector<T, D>) -> Self {
        Self(v[0].clone(), v[1].clone())
    }
}

impl<T: Scalar, const D: usize> From<Flat<T>> for SVector<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn from(Flat(x, y): Flat<T>) -> Self {
        let mut vector = Self::zeros();
        (vector[0], vector[1]) = (x, y);
        vector
    }
}
