//! Manifolds of shapes whose scalar is coarser than their poses'.

use super::relative::Relative;
use super::{Manifold, ManifoldPoint};
use crate::scalar::{Real, widened};
use crate::{contact::Contact, pose::Pose, shape::turn_back};
use nalgebra::Point;

impl<T: Real + Into<f64>, const D: usize> Manifold<T, D> {
    /// This manifold of two shapes that were seen from the place of A, in the world.
    pub(crate) fn placed(self, poses: [&Pose<f64, D>; 2]) -> Manifold<f64, D> {
        let [a, b] = poses;
        let world = |point: &Point<T, D>| Point::from(a.translation() + widened(&point.coords));
        let normal = widened(&self.normal);
        Manifold {
            own_normal: turn_back(a.matrix(), &normal) / a.scale(),
            normal,
            undecided: self.undecided,
            evaluations: self.evaluations,
            points: self.points.map(|point| ManifoldPoint {
                points: point.points.each_ref().map(world),
                local_points: point.local_points.map(|local| widened(&local.coords).into()),
                separation: point.separation.into(),
                id: point.id,
            }),
            count: self.count,
            separations: self.separations.map(Into::into),
            relative: Relative::of([a, b]),
            reach: self.reach.into(),
        }
    }

    /// A manifold with the names of another: what [`of`](Self::of) asks of the one before.
    pub(crate) fn named(before: &Manifold<f64, D>, contact: &Contact<T, D>) -> Self {
        let mut named = Self::without_points(&contact.normal, contact.undecided, contact.evaluations);
        for (point, was) in named.points.iter_mut().zip(&before.points) {
            point.id = was.id;
        }
        named.count = before.count;
        named
    }
}
