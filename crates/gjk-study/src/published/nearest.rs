//! The point nearest the origin, as a weighted sum of vertices. A search needs only the direction of a point, and which
//! of two points is nearer, so the weights are not divided by their sum. Any ring will do.

use gjk::nalgebra::SVector;
use gjk::scalar::Scalar;
use gjk::simplex::SupportPoint;
use gjk::simplex::{Location, Region, Simplex};

/// The vertices of a simplex by their labels, the newest first, and how many there are. The places after those are filled up.
pub(super) fn labelled<'v, T: Scalar, const D: usize>(
    simplex: &'v Simplex<T, D>,
    newest: &'v SupportPoint<T, D>,
) -> ([&'v SVector<T, D>; 4], usize) {
    let mut points = [&newest.w; 4];
    for (point, vertex) in points[1..].iter_mut().zip(simplex.vertices()) {
        *point = &vertex.w;
    }
    (points, simplex.vertices().len() + 1)
}

/// A point of a simplex: the feature that it is on, and where it is, times a positive number.
pub(super) struct Nearest<T: Scalar, const D: usize> {
    pub(super) region: Region,
    pub(super) point: SVector<T, D>,
    pub(super) times: T,
}

impl<T: Scalar, const D: usize> Nearest<T, D> {
    /// Of labels, vertices and weights whose sum is positive. A power of two brings that sum to unit scale, so that a way
    /// does not run out of the range because it does not divide.
    pub(super) fn of<'v>(terms: impl IntoIterator<Item = (usize, &'v SVector<T, D>, T)> + Clone) -> Self {
        let total = terms.clone().into_iter().fold(T::zero(), |sum, (.., weight)| sum + weight);
        let scale = total.unit_scale();
        let mut nearest = Self { region: Region::first(0), point: SVector::zeros(), times: total * scale.clone() };
        for (label, vertex, weight) in terms {
            nearest.region = nearest.region.with(label);
            nearest.point += vertex * (weight * scale.clone());
        }
        nearest
    }

    /// Returns whether it is nearer the origin than another.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        let own = self.point.dot(&self.point) * (other.times.clone() * other.times.clone());
        own < other.point.dot(&other.point) * (self.times.clone() * self.times.clone())
    }

    /// The nearer of two, if there are two.
    pub(super) fn or(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if !self.is_before(&other) => other,
            _ => self,
        }
    }

    /// What it says about the origin.
    pub(super) fn location(self) -> Location<T, D> {
        if self.region.count() > D {
            Location::Enclosed
        } else {
            Location::Search { region: self.region, direction: -self.point }
        }
    }
}

/// The weights of a and b in the point of the line through both that is nearest the origin.
pub(super) fn on_line<T: Scalar, const D: usize>(a: &SVector<T, D>, b: &SVector<T, D>) -> [T; 2] {
    let ab = b - a;
    [b.dot(&ab), -a.dot(&ab)]
}

/// The weights of a, b and c in the point of their plane that is nearest the origin, by how far the origin is ahead of each
/// along WX and along WY.
pub(super) fn on_plane<T: Scalar>([along_ab, along_ac]: &[[T; 3]; 2]) -> [T; 3] {
    let minor =
        |i: usize, k: usize| along_ab[i].clone() * along_ac[k].clone() - along_ab[k].clone() * along_ac[i].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// How far the origin is ahead of a, b and c along WX, and along WY.
pub(super) fn ahead<T: Scalar, const D: usize>(points: [&SVector<T, D>; 3]) -> [[T; 3]; 2] {
    let [a, b, c] = points;
    [b - a, c - a].map(|edge| points.map(|point| -point.dot(&edge)))
}

/// The nearest point of the affine hull of one, two or three vertices.
pub(super) fn of_hull<T: Scalar, const D: usize>(vertices: &[(usize, &SVector<T, D>)]) -> Option<Nearest<T, D>> {
    match *vertices {
        [(a, at_a)] => Some(Nearest::of([(a, at_a, T::one())])),
        [(a, at_a), (b, at_b)] => {
            let [of_a, of_b] = on_line(at_a, at_b);
            Some(Nearest::of([(a, at_a, of_a), (b, at_b, of_b)]))
        }
        [(a, at_a), (b, at_b), (c, at_c)] => {
            let [of_a, of_b, of_c] = on_plane(&ahead([at_a, at_b, at_c]));
            Some(Nearest::of([(a, at_a, of_a), (b, at_b, of_b), (c, at_c, of_c)]))
        }
        _ => None,
    }
}
