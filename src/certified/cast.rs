//! Casts whose lower bound is proven, and misses.
//!
//! In the time units of the course let u be its velocity and d a direction along which A − B, margins included, reaches no
//! farther than h. At the times t with t·(u·d) > h they are apart. What is computed of h and of u·d may be wrong by rounding;
//! with that on the safe side a plane that the origin moves towards, u·d < 0, proves that they don't meet before t = h / u·d.
//!
//! A miss takes two planes: the last one that led anywhere, up to there; and the one along which it was found that the rest
//! of the way is free. As t·(u·d) is linear in t, it is enough that the second holds at both ends of the rest.

use super::filter::Filter;
use super::unit_scaled;
use crate::cast::{Cast as Measured, Plan, Velocities};
use crate::epa::Expansion;
use crate::error::Error;
use crate::exact::Float;
use crate::minkowski::{ConvexSet, Difference, Frame, OutOfScale};
use crate::query::Options;
use crate::scalar::{Real, dimension, largest, ulps};
use crate::search::{Flight, Landing, Search};
use crate::simplex::{Cases, Searchable};
use crate::support::Support;
use nalgebra::SVector;

/// A cast with a proof; see [`cast`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cast<T: Real, const D: usize> {
    /// What was found; `lower` is the proven bound, wherever there is one.
    pub measured: Measured<T, D>,
    /// Whether it is proven that they don't meet before `lower`, and, after a miss, not at all. A hit itself need not be one.
    pub is_proven: bool,
}

/// When two shapes meet that move without turning: with a proven time before which they don't.
///
/// Closures get no proof, nor do shapes at scales where products of coordinates leave the range; misses by no more than
/// rounding may get none. What is proven is about the shapes as they are written: [`Construction`](crate::support::Construction) says
/// what that is.
///
/// # Errors
/// As [`cast`](crate::cast()).
///
/// ```
/// use gjk::{SupportExt, certified, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = (&square).posed(Vector2::new(5.0, 0.5))?;
/// let found = certified::cast(&square, &other, Vector2::new(-0.3, 0.0))?;
/// // The exact time is 3 / 0.3, the velocity being the number nearest to −0.3: a little less than 0.3, so a little more than 10.
/// let lower = found.measured.lower.unwrap();
/// assert!(found.is_proven && lower <= 10.0 && lower > 10.0 - 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn cast<A, B, T: Float, const D: usize>(
    a: &A,
    b: &B,
    motion: impl Into<Velocities<T, D>>,
) -> Result<Cast<T, D>, Error>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    let velocities = motion.into();
    let set = Difference(a, b);
    let frame = set.frame();
    let (within, options) = (T::zero(), Options::default());
    let plan = Plan::new(&velocities, &within, &options, &frame)?;
    let filter = Filter::of(a, b, &frame);
    // Compiled once for all shapes: directions at unit scale are longer or shorter by powers of two, which change no answer.
    Ok(prove(&OutOfScale::<_, Cases, D>::new(&set), &plan, &frame, filter.as_ref()))
}

fn prove<C, T: Float, const D: usize>(
    set: &C,
    plan: &Plan<'_, T, D>,
    frame: &Frame<T, D>,
    filter: Option<&Filter<'_, T, D>>,
) -> Cast<T, D>
where
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
{
    let mut unwatched = ();
    let mut search = Search::new(set, frame, plan.options, &mut unwatched);
    let flight = plan.follow(&mut search);
    let last = search.direction.clone();
    let mut measured = plan.answer(&flight, set, frame, search.evaluations);
    let Some(filter) = filter else { return Cast { measured, is_proven: false } };
    let proof = Proof { set, plan, frame, filter };
    let free = proof.free_until(&flight);
    let is_proven = flight.end != Landing::Miss || proof.keeps_apart(&last, &free);
    if let (Some(lower), true) = (&mut measured.lower, flight.end != Landing::Miss) {
        *lower = plan.time(&free);
        if let Some(hit) = &measured.hit
            && hit.toi < *lower
        {
            lower.clone_from(&hit.toi);
        }
    }
    Cast { measured, is_proven }
}

/// What proofs are made of.
struct Proof<'p, C, T: Real, const D: usize> {
    set: &'p C,
    plan: &'p Plan<'p, T, D>,
    frame: &'p Frame<T, D>,
    filter: &'p Filter<'p, T, D>,
}

impl<C: ConvexSet<D, Scalar = T>, T: Real, const D: usize> Proof<'_, C, T, D> {
    /// How far A − B and its margins reach along a direction, at most, and how fast the origin moves along it, at least.
    ///
    /// A component of the velocity is a difference, off by ε/2 of itself; the sum of D products with the direction is off by
    /// D·ε/2 of |u|·|d|₁.
    fn plane(&self, direction: &SVector<T, D>) -> Option<[T; 2]> {
        let velocity = &self.plan.course.velocity;
        let reached = self.set.vertex(self.frame, direction).w.dot(direction);
        let level = self.filter.level_at_most(direction, &reached, &self.plan.course.margin)?;
        let length = direction.iter().fold(T::zero(), |sum, component| sum + component.abs());
        let slack = ulps(dimension::<D>() + 2, &largest(velocity)) * length;
        Some([level, velocity.dot(direction) - slack])
    }

    /// Until when the last plane that led anywhere keeps them apart: 0 if there is none.
    fn free_until(&self, flight: &Flight<T, D>) -> T {
        let plane = flight.plane.as_ref().and_then(|plane| self.plane(&unit_scaled(&plane.axis)));
        let Some([level, speed]) = plane else { return T::zero() };
        // Not so for a NaN.
        if level < T::zero() && speed < T::zero() {
            let time = level / speed;
            let time = time.clone() - ulps(4, &time);
            if time < flight.time { time } else { flight.time.clone() }
        } else {
            T::zero()
        }
    }

    /// Whether they are apart along this direction from a certain time on.
    fn keeps_apart(&self, direction: &SVector<T, D>, from: &T) -> bool {
        let Some([level, speed]) = self.plane(&unit_scaled(direction)) else { return false };
        [from, &self.plan.course.until].into_iter().all(|time| {
            let reached = time.clone() * speed.clone();
            reached.clone() - ulps(4, &reached.abs()) > level
        })
    }
}
