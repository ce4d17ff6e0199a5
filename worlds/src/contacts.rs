//! The narrow phase: where do two bodies touch, and which of the points were there before?

use crate::body::Body;
use crate::space::{Shape, Space};
use crate::world::Settings;
use gjk::nalgebra::{Point, SVector};
use gjk::{Contact, Manifold, ManifoldOptions, Support};
use gjk_scene::Ground;

/// Two bodies that are near each other, and what is remembered of them from step to step.
pub(crate) struct Touch<T: Space<D>, const D: usize> {
    pub(crate) pair: [usize; 2],
    /// Where they touch, if they do. (In a box: a list of touches is moved in each step.)
    pub(crate) manifold: Option<Box<Manifold<T, D>>>,
    /// For each of its points, how hard it was pushed, which is where the solver begins in the next step.
    pub(crate) impulses: [Impulse<T, D>; 8],
    /// Whether a point is on this piece of the ground.
    pub(crate) is_over: [bool; 8],
}

/// What a point of contact was pushed by: body B, and body A by the opposite.
#[derive(Clone, Copy, Debug)]
pub struct Impulse<T: Space<D>, const D: usize> {
    /// Along the normal.
    pub push: T,
    /// Across it. A vector, so that it means the same after the tangents have changed.
    pub friction: SVector<T, D>,
}

impl<T: Space<D>, const D: usize> Touch<T, D> {
    pub(crate) fn new(pair: [usize; 2]) -> Self {
        let none = Impulse { push: T::zero(), friction: SVector::zeros() };
        Self { pair, manifold: None, impulses: [none; 8], is_over: [true; 8] }
    }

    /// Returns whether there is a point to push at.
    pub(crate) fn touches(&self) -> bool {
        self.manifold.as_ref().is_some_and(|manifold| self.is_over[..manifold.points().len()].contains(&true))
    }

    /// Finds the points where the bodies touch now, and which of the impulses belong to them.
    pub(crate) fn update(&mut self, bodies: &[Body<T, D>], settings: &Settings<T>) {
        let [a, b] = self.pair.map(|k| &bodies[k]);
        // As long as hardly anything has moved the points are the same, and so are their impulses. This saves most queries.
        if let Some(manifold) = &mut self.manifold
            && manifold.follow(a.shape.pose(), b.shape.pose(), settings.kept)
        {
            return;
        }
        let before = self.manifold.take();
        // Two boxes share at most eight corners: with all of them nothing tilts that is supported.
        let center = match (a.is_fixed(), b.is_fixed()) {
            (true, false) => Some(b.center),
            (false, true) => Some(a.center),
            _ => None,
        };
        let options = ManifoldOptions { max_points: 8, center, ..ManifoldOptions::from(settings.prediction) };
        let found = match (&a.single, &b.single) {
            (Some(a), Some(b)) => T::manifold([a, b], before.as_deref(), options),
            _ => found(a, b, before.as_deref(), options),
        };
        let Some(manifold) = found.filter(|manifold| !manifold.points().is_empty()) else { return };
        // What was pushed at a point is pushed at it again: by its name, or by its place.
        let matches = before.as_ref().map_or([None; 8], |before| manifold.match_points(before, settings.near));
        let impulses = self.impulses;
        let none = Impulse { push: T::zero(), friction: SVector::zeros() };
        self.impulses = matches.map(|old| old.map_or(none, |old| impulses[old]));
        self.is_over = [true; 8];
        if let Some((ground, piece)) = &a.ground {
            for (is_over, point) in self.is_over.iter_mut().zip(manifold.points()) {
                *is_over = ground.is_over(*piece, &point.local_points[0], settings.kept);
            }
        }
        self.manifold = Some(Box::new(manifold));
    }
}

/// The manifold of two bodies, if they are near each other.
fn found<T: Space<D>, const D: usize>(
    a: &Body<T, D>,
    b: &Body<T, D>,
    before: Option<&Manifold<T, D>>,
    options: ManifoldOptions<T, D>,
) -> Option<Manifold<T, D>> {
    let start = before.map(|manifold| manifold.normal);
    let mut contact = T::contact(&a.shape, &b.shape, start, options.prediction)?;
    if let Some((ground, piece)) = &a.ground {
        let normal = normal_on(ground, *piece, &contact.normal, &(b.center - a.center.coords))?;
        if normal != contact.normal {
            along(&mut contact, normal, &a.shape, &b.shape);
        }
    }
    Some(Manifold::of(&a.shape, &b.shape, &contact, options, before))
}

/// The normal that the ground has on a piece. `None` if the center of the other body, in the ground's coordinates, is behind the piece.
fn normal_on<T: Space<D>, const D: usize>(
    ground: &Ground<T, D>,
    piece: u32,
    normal: &SVector<T, D>,
    center: &Point<T, D>,
) -> Option<SVector<T, D>> {
    let corner = ground.points()[ground.corners(piece)?[0] as usize];
    let is_behind = (center - corner).dot(&ground.face(piece)?) < T::zero();
    ground.normal(piece, normal).filter(|_| !is_behind)
}

/// The contact along another normal: the points that are farthest along it.
fn along<T: Space<D>, const D: usize>(
    contact: &mut Contact<T, D>,
    normal: SVector<T, D>,
    a: &Shape<T, D>,
    b: &Shape<T, D>,
) {
    let farthest =
        |shape: &Shape<T, D>, direction: SVector<T, D>| shape.support(&direction) + direction * shape.margin();
    let (on_a, on_b) = (farthest(a, normal), farthest(b, -normal));
    let separation = (on_b - on_a).dot(&normal);
    contact.normal = normal;
    contact.separation = separation;
    // A piece of ground is flat, so its plane is below the other's lowest point.
    contact.points = [on_b - normal * separation, on_b];
    (contact.lower, contact.upper) = (separation, separation);
}
