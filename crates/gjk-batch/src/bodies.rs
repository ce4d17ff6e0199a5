//! Shapes at their poses. Each pose is checked and prepared once.

use crate::error::Error;
use gjk::exact::Float;
use gjk::shape::Posed;
use gjk::{Pose, Support, SupportExt};
use rayon::ThreadPool;
use rayon::prelude::*;

/// Shapes at their poses.
#[derive(Clone, Debug)]
pub struct Bodies<B>(pub(crate) Vec<B>);

impl<'s, S: Support<D, Scalar = T> + Sync, T: Float, const D: usize> Bodies<Posed<&'s S, T, D>> {
    /// Checks the poses, and prepares them. Body k is shape k modulo the number of shapes, at pose k: one shape in many places, or a row of
    /// shapes in each frame of a motion. Complexity: O(poses).
    ///
    /// # Errors
    /// [`Error::Shapes`] if the number of poses is not a multiple of the number of shapes, [`Error::Pose`] for the first pose that is not
    /// finite or moves its shape out of the range of the scalar.
    pub fn new(shapes: &'s [S], poses: &[Pose<T, D>]) -> Result<Self, Error> {
        check(shapes, poses)?;
        let posed = poses.iter().enumerate().map(|(k, pose)| place(shapes, k, pose));
        posed.collect::<Result<_, _>>().map(Self)
    }

    /// [`new`](Self::new), on the threads of a pool.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn on(pool: &ThreadPool, shapes: &'s [S], poses: &[Pose<T, D>]) -> Result<Self, Error> {
        check(shapes, poses)?;
        let each = poses.par_iter().enumerate().map(|(k, pose)| place(shapes, k, pose));
        // All of them first: the first error is named, whichever thread finds one first.
        pool.install(|| each.collect::<Vec<_>>()).into_iter().collect::<Result<_, _>>().map(Self)
    }
}

impl<B> Bodies<B> {
    /// Shapes without further poses, for example posed ones.
    ///
    /// ```
    /// use gjk::shape::Ball;
    /// use gjk_batch::{Batch, Bodies, Distances, Pairs};
    /// let balls = Bodies::unposed([Ball::at([0.0, 0.0], 1.0)?, Ball::at([5.0, 0.0], 1.0)?, Ball::at([9.0, 0.0], 1.0)?]);
    /// let (pairs, mut distance) = (gjk_batch::every_two(3), [0.0; 3]);
    /// let asked = Distances { distance: Some(&mut distance), ..Distances::default() };
    /// Batch::new(&balls, &balls, Pairs::Listed(&pairs))?.distance(asked)?;
    /// assert_eq!(distance, [3.0, 7.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unposed(shapes: impl IntoIterator<Item = B>) -> Self {
        Self(shapes.into_iter().collect())
    }

    /// Adds bodies at the end.
    pub fn append(&mut self, mut others: Self) {
        self.0.append(&mut others.0);
    }

    /// The bodies.
    #[must_use]
    pub fn as_slice(&self) -> &[B] {
        &self.0
    }

    /// The number of bodies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn check<S, P>(shapes: &[S], poses: &[P]) -> Result<(), Error> {
    let fits = poses.is_empty() || !shapes.is_empty() && poses.len().is_multiple_of(shapes.len());
    if fits { Ok(()) } else { Err(Error::Shapes { shapes: shapes.len(), poses: poses.len() }) }
}

/// Body k.
fn place<'s, S: Support<D, Scalar = T>, T: Float, const D: usize>(
    shapes: &'s [S],
    k: usize,
    pose: &Pose<T, D>,
) -> Result<Posed<&'s S, T, D>, Error> {
    let shape = &shapes[k % shapes.len()];
    shape.posed(pose.clone()).map_err(|why| Error::Pose { index: k, why })
}
