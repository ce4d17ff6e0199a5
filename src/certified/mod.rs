//! Proven answers: verdicts, distances, contacts and casts that account for every rounding error.
//!
//! The evidence of a rounded verdict is a separating axis or a simplex around the origin. The check accounts for every
//! rounding error (docs/proof.md). Where the check fails, for example for shapes that touch, exact arithmetic decides.

mod cast;
mod certificate;
mod depth;
mod distance;
#[doc(hidden)]
pub mod doubt;
mod filter;
mod proof;

pub use cast::{CertifiedCast, shape_cast};
pub use certificate::{Enclosure, Separation};
pub use distance::{Certified, CertifiedContact, CertifiedDistance, CertifiedQuery, EFFORT, contact, distance};
pub use proof::{CertifiedVerdict, Proof};

use crate::exact::{ExactCases, Float};
use crate::minkowski::{ConvexSet, Difference, Erased, Frame};
use crate::query::{Options, Start};
use crate::search::{End, Goal, Search, asked, out_of_line};
use crate::simplex::{Cases, Searchable, SimplexCases};
use crate::support::Support;
use filter::{Filter, unit_scaled};
use nalgebra::SVector;
use proof::{encloses_when_stretched, exactly};

/// Returns whether two shapes share a point, with a proof; touching counts.
///
/// Polytopes (points, segments, cuboids, point clouds, frustums, hulls, and sums and images of these), balls, capsules
/// and margins always get a proof, whatever their coordinates. Ellipsoids, cylinders, cones, and hulls of parts with
/// different margins get one if they are apart, or overlap, by more than rounding. Closures get none. The proof is
/// about the shapes as they are given: see [`Construction`](crate::support::Construction).
///
/// ```
/// use gjk::{SupportExt, certified, intersects, nalgebra::{Point2, Vector2}, shape::{Cuboid, Triangle}};
/// let p = |x: f32, y| Point2::new(x, y);
/// let a = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)])?;
/// let b = Cuboid::new(Vector2::new(1.0, 1.0))?.posed(Vector2::new(1.3, -0.9))?;
/// let verdict = certified::intersects(&a, &b);
/// assert!(verdict.is_proven() && verdict.intersects);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn intersects<A, B, T: Float, const D: usize>(a: &A, b: &B) -> CertifiedVerdict
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let set @ Difference(a, b) = Difference(asked(&a), asked(&b));
    let frame = set.frame();
    if frame.ordinary {
        return prove(&set, a, b, &frame);
    }
    let [a, b]: [&dyn Support<D, Scalar = T>; 2] = [&a, &b];
    out_of_line(|| prove(&Erased::<_, Cases, D>::new(&set), a, b, &frame))
}

fn prove<T: Float, const D: usize>(
    set: &impl Searchable<D, Scalar = T>,
    a: &(impl Support<D, Scalar = T> + ?Sized),
    b: &(impl Support<D, Scalar = T> + ?Sized),
    frame: &Frame<T, D>,
) -> CertifiedVerdict
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let (options, mut unwatched) = (Options::default(), ());
    let mut search = Search::new(set, frame, &options, &mut unwatched);
    let end = search.decide(None);
    // A chain of `if`s: a `match` would become a jump through a table.
    let bounded = Filter::of(a, b, frame).is_some_and(|filter| {
        if end == End::Separated {
            // The search may have changed its direction after its last support point.
            if !frame.margin.is_zero() {
                search.look();
            }
            filter.separates(&search.direction, &search.reached)
        } else if end == End::Enclosed {
            filter.encloses(&search.newest, &search.simplex)
        } else {
            end == End::WithinMargins && filter.near(&search.simplex)
        }
    });
    if bounded {
        return CertifiedVerdict { intersects: end.intersects(), proof: Proof::Bound, evaluations: search.evaluations };
    }
    // Copies the direction, because a borrowed search is kept in memory, not in registers.
    look_closely(set, [&a, &b], frame, end, search.evaluations, &search.direction.clone())
}

#[cold]
#[inline(never)]
fn look_closely<T: Float, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    shapes: [&dyn Support<D, Scalar = T>; 2],
    frame: &Frame<T, D>,
    end: End,
    evaluations: u32,
    direction: &SVector<T, D>,
) -> CertifiedVerdict
where
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let (set, [a, b]) = (&Erased::<T, Cases, D>::new(set), shapes);
    let mut verdict = CertifiedVerdict { intersects: end.intersects(), proof: Proof::None, evaluations };
    let bounded = Filter::of(a, b, frame).is_some_and(|filter| match end {
        End::Separated => {
            // At unit scale: a longer or shorter direction may have left the range inside poses.
            let axis = unit_scaled(direction);
            verdict.evaluations += 1;
            filter.separates(&axis, &set.vertex(frame, &axis).w.dot(&axis))
                || separates_farther_on(set, frame, &filter, direction, &mut verdict.evaluations)
        }
        End::Enclosed | End::OnFeature => encloses_when_stretched(set, frame, &filter, &mut verdict.evaluations),
        _ => false,
    });
    if bounded { CertifiedVerdict { proof: Proof::Bound, ..verdict } } else { exactly(a, b, verdict, direction) }
}

/// Returns whether the sets are provably apart along the best direction of an approach. The first may separate by very
/// little.
fn separates_farther_on<C: Searchable<D, Scalar: Float>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    filter: &Filter<'_, C::Scalar, D>,
    first: &SVector<C::Scalar, D>,
    evaluations: &mut u32,
) -> bool {
    let (options, mut unwatched) = (Options { start: Start::Along(first.clone()), ..Options::default() }, ());
    let mut search = Search::new(set, frame, &options, &mut unwatched);
    let plane = search.measure(&Goal::Nearest).plane;
    let separates = plane.is_some_and(|plane| {
        search.look_along(unit_scaled(&plane.axis));
        filter.separates(&search.direction, &search.reached)
    });
    *evaluations += search.evaluations;
    separates
}
