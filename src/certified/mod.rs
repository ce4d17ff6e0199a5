//! Verdicts that are proven.
//!
//! A verdict of rounded arithmetic is a claim; its evidence is a separating axis, or a simplex around the origin. Both
//! are checked here with all rounding accounted for (docs/proof.md derives the bounds). That costs a few operations, and
//! nearly always it is enough. Where it can't tell, as for shapes that touch, exact arithmetic decides.

mod certificate;
mod depth;
mod distance;
mod filter;

pub use certificate::{Enclosure, Separation};
pub use distance::{Contact, Distance, EFFORT, contact, contact_within_effort, distance};
#[doc(hidden)]
pub use filter::doubt;

use crate::exact::{self, ExactCases, Float};
use crate::minkowski::{Composite, Difference, Frame, OutOfScale};
use crate::options::{Options, Start};
use crate::scalar::{Scalar, at_unit_scale, times};
use crate::search::{End, Search, Until, aside};
use crate::simplex::{Cases, Searchable, SimplexCases};
use crate::support::Support;
use crate::vertex::SupportPoint;
use filter::Filter;
use nalgebra::SVector;

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// A verdict, and what it rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Certified {
    /// Whether the shapes have a point in common; touching counts.
    pub intersects: bool,
    /// Why that is so.
    pub proof: Proof,
    /// How many times the support mapping of A − B was evaluated in rounded arithmetic.
    pub evaluations: u32,
}

impl Certified {
    /// Whether the verdict is proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proof != Proof::None
    }
}

/// What a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// Rounded arithmetic, by more than it can be wrong.
    Bound,
    /// Exact arithmetic.
    Exact,
    /// Rounded arithmetic that may be wrong: there is no bound on its rounding, or the shapes are curved and too close
    /// to tell.
    None,
}

impl Proof {
    /// The bound's, if it was enough; else that of exact arithmetic, if it is one.
    fn first(bounded: bool, exactly: impl FnOnce() -> bool) -> Self {
        if bounded {
            Self::Bound
        } else if exactly() {
            Self::Exact
        } else {
            Self::None
        }
    }
}

/// Whether two shapes have a point in common; touching counts. Proven.
///
/// Polytopes (a point, a segment, a cuboid, a cloud of points, a frustum, hulls, sums and images of these), balls,
/// capsules and margins always get a proof, whatever their coordinates; ellipsoids, cylinders, cones, and hulls of
/// parts with different margins get one where they are apart or overlap by more than rounding. Closures get none.
///
/// What is proven is about the shapes as they are written: [`Construction`](crate::Construction) says what that is.
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
#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
pub fn intersects<A, B, T: Float, const D: usize>(a: &A, b: &B) -> Certified
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: SimplexCases<T, D> + ExactCases<D>,
{
    let set = Difference(a, b);
    let frame = set.frame();
    if frame.ordinary { prove(&set, a, b, &frame) } else { prove_out_of_scale(&set, a, b, &frame) }
}

/// Very small or very large sets.
#[cold]
#[inline(never)]
fn prove_out_of_scale<A, B, T: Float, const D: usize>(
    set: &impl Searchable<D, Scalar = T>,
    a: &A,
    b: &B,
    frame: &Frame<T, D>,
) -> Certified
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    prove(&OutOfScale(set), a, b, frame)
}

#[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
fn prove<A, B, T: Float, const D: usize>(
    set: &impl Searchable<D, Scalar = T>,
    a: &A,
    b: &B,
    frame: &Frame<T, D>,
) -> Certified
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    let (options, mut unwatched) = (Options::default(), ());
    let mut search = Search::new(set, frame, &options, &mut unwatched);
    let end = search.decide();
    // One question after the other: a `match` would become a jump through a table.
    let bounded = Filter::of(a, b, frame).is_some_and(|filter| {
        if end == End::Separated {
            // On the way to the margins it may have turned since it last looked.
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
        return Certified { intersects: end.intersects(), proof: Proof::Bound, evaluations: search.evaluations };
    }
    // A copy, as a search that is pointed to is kept in memory, not in registers.
    look_closely(set, a, b, frame, end, search.evaluations, &search.direction.clone())
}

/// The verdict where a search ended too near the other one.
#[cold]
#[inline(never)]
fn look_closely<A, B, T: Float, const D: usize>(
    set: &impl Searchable<D, Scalar = T>,
    a: &A,
    b: &B,
    frame: &Frame<T, D>,
    end: End,
    evaluations: u32,
    direction: &SVector<T, D>,
) -> Certified
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    let mut verdict = Certified { intersects: end.intersects(), proof: Proof::None, evaluations };
    let bounded = Filter::of(a, b, frame).is_some_and(|filter| match end {
        End::Separated if separates_at_unit_scale(set, frame, &filter, direction, &mut verdict.evaluations) => true,
        End::Separated if frame.margin.is_zero() => {
            separates_farther_on(set, frame, &filter, direction, &mut verdict.evaluations)
        }
        End::Enclosed | End::OnFeature => encloses_when_stretched(set, frame, &filter, &mut verdict.evaluations),
        _ => false,
    });
    if bounded { Certified { proof: Proof::Bound, ..verdict } } else { exactly(a, b, verdict, direction) }
}

/// A direction of any length at unit scale. (Twice, as the smallest numbers are farther from there than one power of two
/// takes them.)
fn unit_scaled<T: Scalar, const D: usize>(direction: &SVector<T, D>) -> SVector<T, D> {
    at_unit_scale(&at_unit_scale(direction))
}

/// Whether they are apart along this direction when the shapes see it at unit scale: inside poses a shorter or longer one
/// may have left the range.
fn separates_at_unit_scale<C: Composite<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    filter: &Filter<'_, C::Scalar, D>,
    direction: &SVector<C::Scalar, D>,
    evaluations: &mut u32,
) -> bool
where
    C::Scalar: Float,
{
    let direction = unit_scaled(direction);
    *evaluations += 1;
    filter.separates(&direction, &set.vertex(frame, &direction).w.dot(&direction))
}

/// Whether another search, among stretched coordinates, ends with a simplex around the origin by more than rounding.
///
/// One that ends with the origin on a feature, or next to one, may have met it inside A − B: of balls it never leaves the
/// plane of its first direction and their centers, and goes straight from one vertex to the opposite one. Stretched, by
/// another power of two along each axis, they are not symmetric to any direction met with.
#[cold]
fn encloses_when_stretched<C: Searchable<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    filter: &Filter<'_, C::Scalar, D>,
    evaluations: &mut u32,
) -> bool
where
    C::Scalar: Float,
{
    let frame = Frame { size: times(4, &frame.size), ..frame.clone() };
    let (set, mut unwatched) = (Stretched(set), ());
    let options = Options { start: Start::Along(aside()), ..Options::default() };
    let mut search = Search::new(&set, &frame, &options, &mut unwatched);
    let end = search.seek();
    *evaluations += search.evaluations;
    end == End::Enclosed && Filter::new(&frame, times(4, &filter.rounding)).encloses(&search.newest, &search.simplex)
}

/// A − B in stretched coordinates.
struct Stretched<'s, C>(&'s C);

/// Along the axes by 1, 2, 4, 1, 2, 4, ….
fn stretched<T: Scalar, const D: usize>(v: &SVector<T, D>) -> SVector<T, D> {
    SVector::from_fn(|k, _| times(1 << (k % 3), &v[k]))
}

impl<C: Composite<D>, const D: usize> Composite<D> for Stretched<'_, C> {
    type Scalar = C::Scalar;

    fn frame(&self) -> Frame<C::Scalar, D> {
        self.0.frame()
    }

    fn vertex(&self, frame: &Frame<C::Scalar, D>, direction: &SVector<C::Scalar, D>) -> SupportPoint<C::Scalar, D> {
        let vertex = self.0.vertex(frame, &stretched(direction));
        SupportPoint { w: stretched(&vertex.w), ..vertex }
    }

    fn margins(&self) -> [C::Scalar; 2] {
        self.0.margins()
    }
}

impl<C: Searchable<D>, const D: usize> Searchable<D> for Stretched<'_, C> {
    type Cases = C::Cases;
}

/// Whether they are apart by more than the bound along the best of the directions on the way to the nearest points; the
/// first that was found to separate may do so by very little.
fn separates_farther_on<C: Searchable<D>, const D: usize>(
    set: &C,
    frame: &Frame<C::Scalar, D>,
    filter: &Filter<'_, C::Scalar, D>,
    first: &SVector<C::Scalar, D>,
    evaluations: &mut u32,
) -> bool
where
    C::Scalar: Float,
{
    let (options, mut unwatched) = (Options { start: Start::Along(first.clone()), ..Options::default() }, ());
    let mut search = Search::new(set, frame, &options, &mut unwatched);
    let plane = search.measure(&Until::Nearest).plane;
    let separates = plane.is_some_and(|plane| {
        search.direction = unit_scaled(&plane.axis);
        search.look();
        filter.separates(&search.direction, &search.reached)
    });
    *evaluations += search.evaluations;
    separates
}

/// The verdict of exact arithmetic, where the shapes' constructions are known; else the one there is.
#[cold]
fn exactly<A, B, T: Float, const D: usize>(a: &A, b: &B, unproven: Certified, axis: &SVector<T, D>) -> Certified
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    match exact::pair(a, b) {
        Some(pair) => {
            let intersects = exact::decide(&pair, in_integers(axis).as_ref());
            Certified { intersects, proof: Proof::Exact, ..unproven }
        }
        None => unproven,
    }
}

/// About the same direction, in integers of at most 53 bits; `None` for none.
fn in_integers<T: Float, const D: usize>(axis: &SVector<T, D>) -> Option<[i64; D]> {
    let size = crate::scalar::largest(axis).widen();
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    let zoom = size.unit_scale();
    #[expect(clippy::cast_possible_truncation, reason = "it is a direction to start from")]
    Some(core::array::from_fn(|k| (axis[k].widen() * zoom * f64::from(1 << 30) * f64::from(1 << 20)) as i64))
}
