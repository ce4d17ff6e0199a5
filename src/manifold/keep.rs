//! A manifold from frame to frame. It is kept while the bodies move little; otherwise new points are matched with the last ones.

use super::relative::Relative;
use super::{Manifold, ManifoldPoint, face};
use crate::pose::{Pose, turn};
use crate::scalar::{Real, max, norm, whole};
use crate::tolerance;
use nalgebra::SVector;

impl<T: Real, const D: usize> Manifold<T, D> {
    /// Follows the bodies to other poses, if they have moved relative to each other by less than `length` since the
    /// manifold was found. Otherwise it changes nothing, and returns `false`: then [update](Self::update) it.
    ///
    /// The normal turns with A, and the separations are remeasured at the same points. The motion is measured at the
    /// points of the manifold, plus the turn of the smaller body elsewhere. (So a small box that tilts on a large floor
    /// counts, and the far end of the floor does not.) If A is a half-space, its pose is the vector 0.
    ///
    /// ```
    /// use gjk::{SupportExt, manifold, nalgebra::Vector3, shape::Cuboid};
    /// let floor = Cuboid::<f64, 3>::new(Vector3::new(10.0, 1.0, 10.0))?.posed(Vector3::new(0.0, -1.0, 0.0))?;
    /// let mut stone = Cuboid::new(Vector3::new(0.5, 0.5, 0.5))?.posed(Vector3::new(3.0, 0.5, 4.0))?;
    /// let mut touch = manifold(&floor, &stone, 0.02).near().expect("it rests");
    /// stone.set_pose(Vector3::new(3.0, 0.505, 4.0))?;
    /// assert!(touch.follow(floor.pose(), stone.pose(), 0.01));
    /// assert!((touch.points()[0].separation - 0.005).abs() < 1e-15);
    /// stone.set_pose(Vector3::new(3.0, 0.52, 4.0))?;
    /// assert!(!touch.follow(floor.pose(), stone.pose(), 0.01));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "a length, often a literal")]
    pub fn follow(&mut self, a: &Pose<T, D>, b: &Pose<T, D>, length: T) -> bool {
        let now = Relative::of([a, b]);
        let turned = &now.matrix - &self.relative.matrix;
        let way = &now.translation - &self.relative.translation;
        let unscaled = &turned * (T::one() / b.scale());
        let rotation = unscaled.iter().fold(T::zero(), |sum, entry| sum + entry.clone() * entry.clone()).sqrt();
        let elsewhere = rotation * self.reach.clone();
        let moved = |on_b: &SVector<T, D>| norm(&(&turned * on_b + &way)) + elsewhere.clone();
        let stays = self.points().iter().all(|point| moved(&point.local_points[1].coords) < length);
        if self.count == 0 || now.scale != self.relative.scale || !stays {
            return false;
        }
        // A rotation below rounding does not count.
        let normal = turn(a, &self.own_normal) / a.scale();
        if norm(&(&normal - &self.normal)) > whole::<T>(tolerance::STILL) * T::epsilon() {
            self.normal = normal;
        }
        for (point, was) in self.points.iter_mut().zip(&self.separations).take(self.count) {
            let change = &turned * &point.local_points[1].coords + &way;
            point.separation = was.clone() + change.dot(&self.own_normal);
            let [on_a, on_b] = &point.local_points;
            point.points = [a.transform_point(on_a), b.transform_point(on_b)];
        }
        true
    }

    /// For each point, its number in an earlier manifold of the same bodies, so that a solver can keep its impulse.
    /// `None` for new points.
    ///
    /// Points with the same id come first. (The id of vertices beyond 4,095 is a hash, so such a point has to be near,
    /// too.) The others are matched by their distance on one of the bodies, the nearest first, if it is less than
    /// `near`. (On a floor a point slides, on the stone it stays.)
    ///
    /// ```
    /// use gjk::{SupportExt, manifold, nalgebra::{Isometry3, Vector3}, shape::Cuboid};
    /// let floor = Cuboid::new(Vector3::new(10.0, 1.0, 10.0))?.posed(Vector3::new(0.0, -1.0, 0.0))?;
    /// let mut stone = Cuboid::new(Vector3::new(0.5, 0.5, 0.5))?.posed(Vector3::new(3.0, 0.5, 4.0))?;
    /// let mut touch = manifold(&floor, &stone, 0.02).near().expect("it rests");
    /// let mut impulses = [1.0, 2.0, 3.0, 4.0, 0.0, 0.0, 0.0, 0.0];
    /// stone.set_pose(Isometry3::new(Vector3::new(3.1, 0.499, 4.0), Vector3::y() * 0.1))?;
    /// let next = touch.update(&floor, &stone, 0.02).near().expect("it slides");
    /// impulses = next.match_points(&touch, 0.01).map(|old| old.map_or(0.0, |old| impulses[old]));
    /// assert!(impulses[..4].iter().all(|impulse| *impulse > 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "a length, often a literal")]
    pub fn match_points(&self, before: &Self, near: T) -> [Option<usize>; 8] {
        let mut matches = [None; 8];
        for (old, was) in before.points().iter().enumerate() {
            let same = |point: &ManifoldPoint<T, D>| {
                point.id == was.id && (!face::is_mixed(was.id) || point.way_from(was) < near)
            };
            if let Some(new) = self.points().iter().position(same) {
                matches[new] = Some(old);
            }
        }
        // One pair after the other, the nearest first.
        for _ in self.points() {
            let mut nearest: Option<(usize, usize, T)> = None;
            for (new, point) in self.points().iter().enumerate().filter(|(new, _)| matches[*new].is_none()) {
                let free = before.points().iter().enumerate().filter(|(old, _)| !matches.contains(&Some(*old)));
                for (old, was) in free {
                    let away = point.way_from(was);
                    if away < *nearest.as_ref().map_or(&near, |nearest| &nearest.2) {
                        nearest = Some((new, old, away));
                    }
                }
            }
            let Some((new, old, _)) = nearest else { break };
            matches[new] = Some(old);
        }
        matches
    }
}

impl<T: Real, const D: usize> ManifoldPoint<T, D> {
    /// The depth of the overlap here: 0 where the shapes touch or are apart.
    pub fn depth(&self) -> T {
        max(T::zero(), T::zero() - self.separation.clone())
    }

    /// Its distance from an earlier point, on the body where it is less.
    fn way_from(&self, was: &Self) -> T {
        let [on_a, on_b] = [0, 1].map(|side| norm(&(&self.local_points[side] - &was.local_points[side])));
        if on_a < on_b { on_a } else { on_b }
    }
}
