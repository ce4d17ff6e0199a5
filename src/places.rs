//! Large worlds: shapes in `f32`, at poses in `f64`.
//!
//! A query subtracts the two places in `f64` and rounds the difference, once. It then searches in `f32`, in coordinates that have the axes
//! of the world and their origin at the place of A. The answer is moved back in `f64`.

use crate::cast::{Hit, ShapeCast};
use crate::error::{Error, check_vector};
use crate::manifold::{Manifold, ManifoldOptions};
use crate::motion::RigidMotion;
use crate::pose::{IntoPose, Pose};
use crate::query::{BeyondLimit, Query, Start, Within};
use crate::scalar::{Real, Scalar, narrow, narrowed, widened};
use crate::shape::{Displaced, Posed, SupportExt};
use crate::time_of_impact::{ImpactOptions, TimeOfImpact, time_of_impact};
use crate::{
    cache::Caches, contact::Contact, distance::Distance, epa::Expansion, minkowski::Difference, moving::Velocities,
    observe::Observer, simplex::Cases, support::Support,
};
use nalgebra::{Point, SVector};
use num_traits::Zero;

/// A shape of a large world: its own numbers are usually `f32`, and its pose is `f64`. [`Places`] asks about two of them.
///
/// Keep one for each body, and [set its pose](Self::set_pose) when the body has moved.
///
/// ```
/// use gjk::{Place, shape::Cuboid};
/// let mut crate_ = Place::new(Cuboid::new([0.5_f32; 3])?, [6_378_137.0, 0.0, 0.0])?;
/// crate_.set_pose(([6_378_137.001, 0.0, 0.0], [0.0, 0.0, 0.6, 0.8]))?;
/// assert_eq!(crate_.pose().translation().x, 6_378_137.001);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Place<S, T: Scalar, const D: usize> {
    /// The shape, turned as it is, at the coordinate origin.
    turned: Posed<S, T, D>,
    pose: Pose<f64, D>,
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Place<S, T, D> {
    /// A shape at a pose. The rotation and the scale are rounded to the shape's scalar.
    ///
    /// # Errors
    /// As [`posed`](SupportExt::posed), and if the scalar does not say how `f64` is rounded to it
    /// ([`Scalar::from_double`]).
    pub fn new(shape: S, pose: impl IntoPose<f64, D>) -> Result<Self, Error> {
        let pose = pose.into_pose();
        Ok(Self { turned: shape.posed(turning(&pose)?)?, pose })
    }

    /// Moves the shape to another pose.
    ///
    /// # Errors
    /// As [`new`](Self::new). Then the shape stays where it is.
    pub fn set_pose(&mut self, pose: impl IntoPose<f64, D>) -> Result<(), Error> {
        let pose = pose.into_pose();
        self.turned.set_pose(turning(&pose)?)?;
        self.pose = pose;
        Ok(())
    }

    /// The pose of the shape.
    pub fn pose(&self) -> &Pose<f64, D> {
        &self.pose
    }

    /// The shape, before it was posed.
    pub fn shape(&self) -> &S {
        self.turned.shape()
    }
}

/// A pose without its translation.
fn turning<T: Scalar, const D: usize>(pose: &Pose<f64, D>) -> Result<Pose<T, D>, Error> {
    check_vector(&pose.translation, "translation")?;
    T::from_double(1.0).ok_or(Error::OutOfRange("scalar"))?;
    let matrix = pose.matrix.map(narrow);
    Ok(Pose { matrix, scale: narrow(pose.scale), translation: SVector::zeros(), quaternion: None, is_rigid: None })
}

/// Two shapes of a large world, and the queries about them. Everything that goes in and comes out is in `f64`, in world
/// coordinates.
///
/// The error does not depend on how far the world's origin is. It is at most 64 ε·L; a point has, in addition, 2 ε of `f64` of a place.
/// Here ε belongs to the shapes' scalar, and L is the largest coordinate of both shapes, measured from the place of A. (A level whose
/// triangles are 5 km from the level's origin has a large L. Give each part of it a place of its own.) A rotation matrix that has drifted
/// adds its drift.
///
/// [`Places::new`] costs a few nanoseconds, because a [`Place`] has its rotation ready.
///
/// ```
/// use gjk::{Place, Places, shape::{Ball, Cuboid}};
/// // 6,000 km from the origin, where neighbours in `f32` are half a metre apart.
/// let floor = Place::new(Cuboid::new([20.0_f32, 1.0, 20.0])?, [6e6, 0.0, 0.0])?;
/// let ball = Place::new(Ball::new(0.5_f32)?, [6e6 + 0.001, 1.625, 0.0])?;
/// let mut near = Places::new(&floor, &ball)?;
/// assert!(!near.intersects());
/// let gap = near.distance();
/// assert!((gap.distance - 0.125).abs() < 1e-6 && (gap.points[1].x - 6_000_000.001).abs() < 1e-6);
/// assert!(near.contact_within(0.1).beyond().is_some());
///
/// // It falls at 2 m/s.
/// let hit = near.shape_cast([0.0, -2.0, 0.0])?.hit.expect("the floor is below");
/// assert!((hit.time - 0.0625).abs() < 1e-6 && (hit.points[0] - hit.points[1]).norm() < 1e-6);
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// A [`Query`] has options, caches and limits; its directions are in world coordinates:
///
/// ```
/// use gjk::{Cache, Place, Places, Query, shape::Cuboid};
/// let cube = Cuboid::new([1.0_f32; 3])?;
/// let (low, high) = (Place::new(cube, [1e7, 0.0, 0.0])?, Place::new(cube, [1e7, 2.5, 0.25])?);
/// let mut cache = Cache::new();
/// assert!(!Places::new(&low, &high)?.with_query(Query::new().with_cache(&mut cache)).intersects());
/// // The axis is known, so one support evaluation is enough.
/// let query = Query::new().with_cache(&mut cache).max_evaluations(1);
/// assert!(!Places::new(&low, &high)?.with_query(query).intersects());
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Places<'p, A, B, T: Scalar, const D: usize, O = (), M = ()> {
    a: &'p Place<A, T, D>,
    pose_b: &'p Pose<f64, D>,
    /// B, seen from the place of A.
    b: Displaced<'p, B, T, D>,
    query: Query<T, D, O, M>,
}

impl<'p, A, B: Support<D, Scalar = T>, T: Scalar, const D: usize> Places<'p, A, B, T, D> {
    /// Two shapes.
    ///
    /// # Errors
    /// If they are so far from each other that the distance is out of range of the shapes' scalar.
    #[cfg_attr(fast, inline(always))]
    pub fn new(a: &'p Place<A, T, D>, b: &'p Place<B, T, D>) -> Result<Self, Error> {
        let way = narrowed(&(b.pose.translation - a.pose.translation));
        Ok(Self { a, pose_b: &b.pose, b: b.turned.displaced(way)?, query: Query::new() })
    }
}

impl<'p, A, B, T, const D: usize, O, M> Places<'p, A, B, T, D, O, M>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
    T: Real + Into<f64>,
    O: Observer<T, D>,
    M: Caches<T, D>,
    Cases: Expansion<T, D>,
{
    /// Asks with these options from now on. An observer sees coordinates whose origin is the place of A.
    #[must_use]
    pub fn with_query<P, N>(self, query: Query<T, D, P, N>) -> Places<'p, A, B, T, D, P, N> {
        let Self { a, pose_b, b, .. } = self;
        Places { a, pose_b, b, query }
    }

    /// See [`intersects`](crate::intersects()).
    #[cfg_attr(fast, inline(always))]
    pub fn intersects(&mut self) -> bool {
        self.query.intersects(&self.a.turned, &self.b)
    }

    /// See [`distance`](crate::distance()).
    pub fn distance(&mut self) -> Distance<f64, D> {
        let found = self.query.distance(&self.a.turned, &self.b);
        self.placed_distance(found)
    }

    /// See [`Query::distance_within`].
    pub fn distance_within(&mut self, limit: f64) -> Within<Distance<f64, D>, f64, D> {
        let found = self.query.distance_within(narrow(limit), &self.a.turned, &self.b);
        within(found, |found| self.placed_distance(found))
    }

    /// See [`contact`](crate::contact()).
    pub fn contact(&mut self) -> Contact<f64, D> {
        let found = self.query.contact(&self.a.turned, &self.b);
        self.placed_contact(found)
    }

    /// See [`Query::contact_within`].
    pub fn contact_within(&mut self, limit: f64) -> Within<Contact<f64, D>, f64, D> {
        let found = self.query.contact_within(narrow(limit), &self.a.turned, &self.b);
        within(found, |found| self.placed_contact(found))
    }

    /// See [`manifold`](crate::manifold()). [`Manifold::follow`] takes the poses of the two places.
    pub fn manifold(&mut self, options: impl Into<ManifoldOptions<f64, D>>) -> Within<Manifold<f64, D>, f64, D> {
        let options = self.narrowed_options(&options.into());
        let found = self.query.manifold(&self.a.turned, &self.b.with_pose(), options);
        within(found, |found| found.placed([&self.a.pose, self.pose_b]))
    }

    /// The manifold of the same two bodies, some time after `before`: see [`Manifold::update`].
    pub fn update<N>(&mut self, before: &Manifold<f64, D>, options: N) -> Within<Manifold<f64, D>, f64, D>
    where
        N: Into<ManifoldOptions<f64, D>>,
    {
        let (a, b, options) = (&self.a.turned, &self.b.with_pose(), self.narrowed_options(&options.into()));
        let start = Start::Along(narrowed(&before.normal));
        let contact = Query::new().start(start).contact_within(options.prediction.clone(), a, b);
        within(contact, |contact| {
            let found = Manifold::of(a, b, &contact, options, Some(&Manifold::named(before, &contact)));
            found.placed([&self.a.pose, self.pose_b])
        })
    }

    /// See [`shape_cast`](crate::shape_cast()). A vector is the velocity of B; [`Velocities`] has one for each shape.
    ///
    /// # Errors
    /// As there.
    pub fn shape_cast(&mut self, velocities: impl Into<Velocities<f64, D>>) -> Result<ShapeCast<f64, D>, Error> {
        self.shape_cast_within(0.0, velocities)
    }

    /// The cast of shapes that stop at a distance from each other.
    ///
    /// # Errors
    /// As [`shape_cast`](Self::shape_cast); and for a distance that is negative or not finite.
    pub fn shape_cast_within<V>(&mut self, skin: f64, velocities: V) -> Result<ShapeCast<f64, D>, Error>
    where
        V: Into<Velocities<f64, D>>,
    {
        let Velocities { a, b, until, leaves } = velocities.into();
        let (relative, end) = (narrowed(&(b - a)), until.map(narrow));
        let velocities = Velocities { a: SVector::zeros(), b: relative, until: end, leaves };
        let found = self.query.shape_cast_of_within(narrow(skin), &Difference(&self.a.turned, &self.b), velocities)?;
        let ShapeCast { undecided, evaluations, separates, .. } = found;
        let is_miss = found.hit.is_none() && undecided.is_none() && until.is_some();
        let lower = if is_miss { until } else { found.lower.map(Into::into) };
        let hit = found.hit.map(|hit| self.placed_hit(hit, &a));
        Ok(ShapeCast { hit, lower, undecided, evaluations, separates, until })
    }

    /// See [`time_of_impact`](crate::time_of_impact()). The part of the motion that both bodies have in common does not
    /// add to the error.
    ///
    /// The options of the query are not used. The motions are rounded to the shapes' scalar, so times are proven for the rounded ones.
    ///
    /// # Errors
    /// As there.
    pub fn time_of_impact(
        &self,
        motion_a: &RigidMotion<f64, D>,
        motion_b: &RigidMotion<f64, D>,
        options: impl Into<ImpactOptions<f64>>,
    ) -> Result<TimeOfImpact<f64, D>, Error> {
        let ImpactOptions { until, target, tolerance, rounds } = options.into();
        let (end, target, tolerance) = (narrow(until), narrow(target), tolerance.map(narrow));
        // Seen by somebody who moves with the center of A.
        let motion = |motion: &RigidMotion<f64, D>, place: &Pose<f64, D>| {
            // A body that does not turn may have its center anywhere.
            let center = if motion.angular.is_zero() { &place.translation } else { &motion.center.coords };
            let (linear, center) = (motion.linear - motion_a.linear, center - self.a.pose.translation);
            RigidMotion::new(narrowed(&linear), narrowed(&motion.angular), narrowed(&center))
        };
        let (of_a, of_b) = (motion(motion_a, &self.a.pose), motion(motion_b, self.pose_b));
        let aim = ImpactOptions { until: end, target, tolerance, rounds };
        let found = time_of_impact(&self.a.turned, &of_a, &self.b, &of_b, aim)?;
        let (separation, tolerance) = (found.separation.map(Into::into), found.tolerance.into());
        let TimeOfImpact { undecided, rounds, evaluations, .. } = found;
        let lower = if found.hit.is_none() && undecided.is_none() { until } else { found.lower.into() };
        let hit = found.hit.map(|hit| self.placed_hit(hit, &motion_a.linear));
        Ok(TimeOfImpact { hit, separation, tolerance, lower, undecided, rounds, evaluations })
    }

    fn placed(&self, points: &[Point<T, D>; 2]) -> [Point<f64, D>; 2] {
        points.each_ref().map(|point| (self.a.pose.translation + widened(&point.coords)).into())
    }

    fn placed_distance(&self, found: Distance<T, D>) -> Distance<f64, D> {
        let feature = found.feature.placed(&self.a.pose.translation);
        let (normal, points) = (found.normal.as_ref().map(widened), self.placed(&found.points));
        let [distance, lower] = [found.distance, found.lower].map(Into::into);
        let Distance { undecided, evaluations, .. } = found;
        Distance { distance, normal, lower, points, undecided, evaluations, feature }
    }

    fn placed_contact(&self, found: Contact<T, D>) -> Contact<f64, D> {
        let (normal, points) = (widened(&found.normal), self.placed(&found.points));
        let [separation, lower, upper] = [found.separation, found.lower, found.upper].map(Into::into);
        let Contact { undecided, evaluations, feature, .. } = found;
        Contact { separation, normal, points, lower, upper, undecided, evaluations, feature }
    }

    /// A hit, for a velocity of A that the search has not seen.
    fn placed_hit(&self, hit: Hit<T, D>, velocity: &SVector<f64, D>) -> Hit<f64, D> {
        let time = hit.time.into();
        let points = self.placed(&hit.points).map(|point| point + velocity * time);
        Hit { time, normal: widened(&hit.normal), points }
    }

    fn narrowed_options(&self, options: &ManifoldOptions<f64, D>) -> ManifoldOptions<T, D> {
        let ManifoldOptions { prediction, farthest, max_points, center } = options;
        let center = center.as_ref().map(|center| narrowed(&(center.coords - self.a.pose.translation)).into());
        let [prediction, farthest] = [*prediction, *farthest].map(narrow);
        ManifoldOptions { prediction, farthest, max_points: *max_points, center }
    }
}

/// An answer with a limit, given what becomes of the answer.
fn within<X, Y, T: Scalar + Into<f64>, const D: usize>(
    found: Within<X, T, D>,
    placed: impl FnOnce(X) -> Y,
) -> Within<Y, f64, D> {
    match found {
        Within::Near(found) => Within::Near(placed(found)),
        Within::Beyond(BeyondLimit { axis, lower, evaluations }) => {
            Within::Beyond(BeyondLimit { axis: widened(&axis), lower: lower.into(), evaluations })
        }
    }
}
