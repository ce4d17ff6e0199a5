//! A hand that takes hold of a body, and pulls it by a soft spring. Its actions are recorded, so that they can be repeated.

use crate::body::Body;
use crate::space::{Space, num};
use gjk::nalgebra::{AbstractRotation, Point, SVector};

/// Where a hand goes, from a step on.
#[derive(Clone, Debug)]
pub struct Grab<T: Space<D>, const D: usize> {
    /// The number of the step that it happens before.
    pub step: u64,
    /// The number of the body.
    pub body: usize,
    /// The point that it holds: from the body's center, in the body's own axes.
    pub at: SVector<T, D>,
    /// Where the hand goes, within [`LATE`] steps; where it begins, if it takes hold. `None` lets go.
    pub to: Option<Point<T, D>>,
}

/// In how many steps a hand gets to where it goes: so ten records a second are enough.
pub const LATE: u32 = 6;

/// What a hand holds now.
pub(crate) struct Held<T: Space<D>, const D: usize> {
    pub(crate) body: usize,
    pub(crate) at: SVector<T, D>,
    pub(crate) hand: Point<T, D>,
    to: Point<T, D>,
    left: u32,
}

/// What is pulled in a step: the body, and from its center to the point and to the hand.
pub(crate) struct Pull<T: Space<D>, const D: usize> {
    pub(crate) body: usize,
    pub(crate) arm: SVector<T, D>,
    pub(crate) hand: SVector<T, D>,
}

impl<T: Space<D>, const D: usize> Held<T, D> {
    /// What is held after a record.
    pub(crate) fn next(before: Option<Self>, grab: &Grab<T, D>) -> Option<Self> {
        let to = grab.to?;
        let hand = before.filter(|held| held.body == grab.body && held.at == grab.at).map_or(to, |held| held.hand);
        Some(Self { body: grab.body, at: grab.at, hand, to, left: LATE })
    }

    /// Moves the hand on by a step.
    pub(crate) fn advance(&mut self) {
        if self.left > 0 {
            self.hand += (self.to - self.hand) / num::<T>(f64::from(self.left));
            self.left -= 1;
        }
    }

    pub(crate) fn pull(&self, bodies: &[Body<T, D>]) -> Option<Pull<T, D>> {
        let body = bodies.get(self.body).filter(|body| body.is_awake())?;
        Some(Pull { body: self.body, arm: body.rotation.transform_vector(&self.at), hand: self.hand - body.center })
    }
}
