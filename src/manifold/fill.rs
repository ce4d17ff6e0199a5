//! Makes the contact points of both shapes from spots. A spot is measured along the contact, at unit scale.

use super::face::{Basis, Spot};
use super::known;
use super::reduce::{Chosen, POINTS};
use super::relative::Relative;
use super::{Manifold, ManifoldPoint};
use crate::pose::Pose;
use crate::scalar::Real;
use crate::shape::turn_back;
use crate::verdict::Undecided;
use core::array;
use nalgebra::{Point, SMatrix, SVector};

impl<T: Real, const D: usize> Manifold<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn without_points(normal: &SVector<T, D>, undecided: Option<Undecided>, evaluations: u32) -> Self {
        Self {
            normal: normal.clone(),
            undecided,
            evaluations,
            // Not `from_fn`, which would move it.
            points: [nowhere(), nowhere(), nowhere(), nowhere(), nowhere(), nowhere(), nowhere(), nowhere()],
            count: 0,
            separations: array::from_fn(|_| T::zero()),
            own_normal: normal.clone(),
            relative: Relative { matrix: SMatrix::zeros(), translation: SVector::zeros(), scale: T::zero() },
            reach: T::zero(),
        }
    }

    /// Takes over the points of two edges. `reach` depends on the first of them.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn take(
        &mut self,
        ends: &known::Ends<T, D>,
        poses: [&Pose<T, D>; 2],
        reach: impl Fn(&Point<T, D>) -> T,
    ) {
        let basis = Basis::new(ends.normal.clone());
        let places = Places::new(poses, &basis, (&ends.from, &T::one()));
        self.put(0, places.point(&ends.spots[ends.first]));
        if ends.count == 2 {
            self.put(1, places.point(&ends.spots[1]));
            // An edge of a box without width has one vertex twice.
            self.points[1].id += u64::from(self.points[1].id == self.points[0].id);
        }
        self.count = ends.count;
        self.own_normal = own_normal(poses[0], &ends.normal);
        self.relative = Relative::of(poses);
        self.reach = reach(&self.points[0].points[0]);
    }

    /// Takes over the normal, and the points in the shapes' own coordinates. Spots are measured from a point, and scaled.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn fill(
        &mut self,
        chosen: &Chosen<'_, T>,
        poses: [&Pose<T, D>; 2],
        basis: &Basis<T, D>,
        scaled: (&Point<T, D>, &T),
    ) {
        self.normal.clone_from(&basis.up);
        self.own_normal = own_normal(poses[0], &basis.up);
        let places = Places::new(poses, basis, scaled);
        for spot in chosen.iter() {
            let mut point = places.point(spot);
            // Two pairs of edges may have the same hash, and a rim may cross an edge twice.
            while self.points().iter().any(|other| other.id == point.id) {
                point.id += 1;
            }
            self.put(self.count, point);
            self.count += 1;
        }
    }

    #[cfg_attr(fast, inline(always))]
    fn put(&mut self, k: usize, point: ManifoldPoint<T, D>) {
        self.separations[k].clone_from(&point.separation);
        self.points[k] = point;
    }

    pub(super) fn names(&self) -> [u64; POINTS] {
        array::from_fn(|k| self.points().get(k).map_or(u64::MAX, |point| point.id))
    }
}

#[cfg_attr(fast, inline(always))]
fn nowhere<T: Real, const D: usize>() -> ManifoldPoint<T, D> {
    ManifoldPoint {
        points: [Point::origin(), Point::origin()],
        local_points: [Point::origin(), Point::origin()],
        separation: T::zero(),
        id: 0,
    }
}

/// A normal in A's own directions.
#[cfg_attr(fast, inline(always))]
fn own_normal<T: Real, const D: usize>(a: &Pose<T, D>, normal: &SVector<T, D>) -> SVector<T, D> {
    turn_back(a.matrix(), normal) * (T::one() / a.scale())
}

/// The coordinates that spots are measured in, and the shapes' own: for each shape its rotation, the way from its place to where spots
/// are measured from, and 1 over its scale. Both are without the scale, whose square may be out of range.
struct Places<'p, T: Real, const D: usize> {
    from: &'p Point<T, D>,
    unscale: T,
    basis: &'p Basis<T, D>,
    own: [(SMatrix<T, D, D>, SVector<T, D>, T); 2],
}

impl<'p, T: Real, const D: usize> Places<'p, T, D> {
    #[cfg_attr(fast, inline(always))]
    fn new([a, b]: [&Pose<T, D>; 2], basis: &'p Basis<T, D>, (from, scale): (&'p Point<T, D>, &T)) -> Self {
        let own = |pose: &Pose<T, D>| {
            let inverse = T::one() / pose.scale();
            (pose.matrix() * inverse.clone(), (from - pose.translation()).coords, inverse)
        };
        Self { from, unscale: T::one() / scale.clone(), basis, own: [own(a), own(b)] }
    }

    #[cfg_attr(fast, inline(always))]
    fn point(&self, spot: &Spot<T>) -> ManifoldPoint<T, D> {
        let Self { from, unscale, basis, own: [own_a, own_b] } = self;
        let at = &spot.at * unscale.clone();
        let offset = |height: &T| basis.offset(&at, &(height.clone() * unscale.clone()));
        let place = |(rotation, way, inverse): &(SMatrix<T, D, D>, SVector<T, D>, T), offset: &SVector<T, D>| {
            Point::from(turn_back(rotation, &((way + offset) * inverse.clone())))
        };
        let (on_a, on_b) = (offset(&spot.heights[0]), offset(&spot.heights[1]));
        ManifoldPoint {
            local_points: [place(own_a, &on_a), place(own_b, &on_b)],
            points: [*from + on_a, *from + on_b],
            separation: spot.apart.clone() * unscale.clone(),
            id: spot.id,
        }
    }
}
