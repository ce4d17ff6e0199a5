//! Casts with proofs. A proof covers a miss, or a time before which the sets do not meet.
//!
//! Let u be the velocity of the origin, and d a direction along which A − B, margins included, reaches no farther than
//! h. At the times t with t·(u·d) > h the sets are apart. The computed h and u·d are moved to the safe side by their
//! rounding errors. If the origin moves towards the plane, u·d < 0, the sets do not meet before t = h / (u·d).
//!
//! The proof of a miss has two planes. The last plane that the origin moved up to covers the path until a time t, and a
//! separating plane covers the rest. Because t·(u·d) is linear in t, it is enough to check both ends of the rest.

use super::{doubt, filter::Filter, unit_scaled};
use crate::cast::{Plan, ShapeCast};
use crate::minkowski::{ConvexSet, Difference, Erased, Frame};
use crate::moving::{IntoMoving, OneMoves, Pair, pair};
use crate::scalar::{Real, max, min, ulps};
use crate::search::{End, RayCast, Search, asked};
use crate::simplex::{Cases, Searchable};
use crate::{epa::Expansion, error::Error, exact::Float, observe::Observer, query::Options, tolerance};
use nalgebra::SVector;

/// A cast with a proof; see [`shape_cast`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CertifiedCast<T: Real, const D: usize> {
    /// The cast, with the proven `lower` if there is a proof.
    pub measured: ShapeCast<T, D>,
    /// Whether it is proven that the shapes do not meet before `lower` or, after a miss, that they never meet. A hit is
    /// not proven.
    pub is_proven: bool,
}

/// The [cast](crate::shape_cast()) of two shapes, with a proven time before which they do not meet.
///
/// Closures, very small and very large shapes get no proof, and a miss by no more than rounding may get none. The proof
/// is about the shapes as they are given: see [`Construction`](crate::support::Construction).
/// # Errors
/// As [`shape_cast`](crate::shape_cast()).
///
/// ```
/// use gjk::{SupportExt, certified, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = (&square).posed(Vector2::new(5.0, 0.5))?;
/// let found = certified::shape_cast(&square, other.moving(Vector2::new(-0.3, 0.0)))?;
/// // The exact time is 3 / 0.3, the velocity being the number nearest to −0.3: a little less than 0.3, so a little more than 10.
/// let lower = found.measured.lower.unwrap();
/// assert!(found.is_proven && lower <= 10.0 && lower > 10.0 - 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T: Float, const D: usize>(
    a: A,
    b: B,
) -> Result<CertifiedCast<T, D>, Error>
where
    (A, B): OneMoves,
    Cases: Expansion<T, D>,
{
    let Pair { a, b, velocities, skin: within } = pair(a, b);
    let (a, b) = (&a, &b);
    let set = Difference(asked(&a), asked(&b));
    let frame = set.frame();
    let options = Options::default();
    let plan = Plan::new(&velocities, &within, &options, &frame)?;
    let filter = Filter::of(a, b, &frame);
    prove(&Erased::<_, Cases, D>::new(&set), &plan, &frame, filter.as_ref())
}

fn prove<C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>, T: Float, const D: usize>(
    set: &C,
    plan: &Plan<'_, T, D>,
    frame: &Frame<T, D>,
    filter: Option<&Filter<'_, T, D>>,
) -> Result<CertifiedCast<T, D>, Error> {
    let mut unwatched: &mut dyn Observer<T, D> = &mut ();
    let mut search = Search::new(set, frame, plan.options, &mut unwatched);
    let ray_cast = plan.follow(&mut search, None);
    let last = search.direction.clone();
    let mut measured = plan.answer(&ray_cast, set, frame, search.evaluations)?;
    let Some(filter) = filter else { return Ok(CertifiedCast { measured, is_proven: false }) };
    let proof = Proof { set, plan, frame, filter };
    let free = proof.free_until(&ray_cast);
    // If the time of a hit overflows, the answer has no hit, but the shapes do meet.
    let late = ray_cast.is_hit() && measured.hit.is_none();
    let is_proven = !late && (ray_cast.end != End::Separated || proof.keeps_apart(&last, &free));
    if let (Some(lower), true) = (&mut measured.lower, ray_cast.end != End::Separated) {
        // The unit of time is a power of two, so the time is rounded only if it is subnormal.
        let proven = max(T::zero(), plan.bound(&free) - T::smallest());
        // After such a hit the bound is the end of the motion, if it has one.
        if !late || proven < *lower {
            *lower = proven;
        }
        if let Some(hit) = &measured.hit
            && hit.time < *lower
        {
            lower.clone_from(&hit.time);
        }
    }
    Ok(CertifiedCast { measured, is_proven })
}

struct Proof<'p, C, T: Real, const D: usize> {
    set: &'p C,
    plan: &'p Plan<'p, T, D>,
    frame: &'p Frame<T, D>,
    filter: &'p Filter<'p, T, D>,
}

impl<C: ConvexSet<D, Scalar = T>, T: Real, const D: usize> Proof<'_, C, T, D> {
    /// An upper bound on the reach of A − B with margins along a direction, and a lower one on the origin's speed.
    fn plane(&self, direction: &SVector<T, D>) -> Option<[T; 2]> {
        let velocity = &self.plan.ray.velocity;
        let reached = self.set.vertex(self.frame, direction).w.dot(direction);
        let level = self.filter.level_at_most(direction, &reached, &self.plan.ray.margin)?;
        Some([level, velocity.dot(direction) - doubt::of_speed(velocity, direction)])
    }

    /// The time until which the last plane that the origin moved up to keeps the sets apart, or 0.
    fn free_until(&self, ray_cast: &RayCast<T, D>) -> T {
        let plane = ray_cast.plane.as_ref().and_then(|plane| self.plane(&unit_scaled(&plane.axis)));
        let Some([level, speed]) = plane else { return T::zero() };
        // False for a NaN, too.
        if level < T::zero() && speed < T::zero() {
            let time = level / speed;
            let time = time.clone() - ulps(tolerance::FEW_OPERATIONS, &time);
            min(ray_cast.time.clone(), time)
        } else {
            T::zero()
        }
    }

    /// Returns whether the sets are apart along this direction from a certain time until the end of the path.
    fn keeps_apart(&self, direction: &SVector<T, D>, from: &T) -> bool {
        let Some([level, speed]) = self.plane(&unit_scaled(direction)) else { return false };
        [from, &self.plan.ray.until].into_iter().all(|time| {
            let reached = time.clone() * speed.clone();
            reached.clone() - ulps(tolerance::FEW_OPERATIONS, &reached.abs()) > level
        })
    }
}
