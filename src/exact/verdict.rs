//! Whether two shapes intersect, in exact arithmetic.

use super::cases::{ExactCases, InIntegers, dot, nearest};
use super::dyadic::{Dyadic, Float};
use super::integer::{Digits, Fixed, Integer, Number, Vector};
use super::lattice::{Pair, Shape};
use crate::minkowski::{ConvexSet, Difference, Erased};
use crate::predicates::{weights2d, weights3d};
use crate::query::{Options, Start};
use crate::search::{End, Search};
use crate::simplex::{Cases, SimplexCases};
use crate::{construction::Construction, observe::Observer, scalar::largest, support::Support};
use alloc::boxed::Box;
use alloc::vec::Vec;
use nalgebra::{Point, SVector};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};

/// Returns whether two shapes share a point, decided exactly. `None` if one has no
/// [`Construction`](crate::support::Construction), or is a hull of parts with different margins.
///
/// ```
/// use gjk::{Support, exact, intersects, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid, Triangle}};
/// let p = |x: f64, y| Point2::new(x, y);
/// let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)])?;
/// // 0.1 and 0.3, as they are rounded, are not on the line from (0, 0) to (3, 1), but just above it.
/// assert_eq!(exact::intersects(&triangle, &Ball::point(p(0.3, 0.1))?), Some(true));
/// assert_eq!(exact::intersects(&triangle, &Ball::point(p(0.3_f64.next_up(), 0.1))?), Some(false));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn intersects<A, B, T: Float, const D: usize>(a: &A, b: &B) -> Option<bool>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: ExactCases<D>,
{
    Some(decide(&pair(&a, &b)?, None))
}

/// Two shapes on a common lattice, if both have constructions that describe sets.
pub fn pair<T: Float, const D: usize>(
    a: &dyn Support<D, Scalar = T>,
    b: &dyn Support<D, Scalar = T>,
) -> Option<Pair<D>> {
    let (a, b) = (a.construction()?, b.construction()?);
    if is_set(&a) && is_set(&b) { Pair::new(&a, &b) } else { None }
}

/// The verdict on shapes that nearly touch along an axis, by a search from `start` on the points not clearly behind
/// along it. If these meet, so do the shapes; if the axis separates these, it separates the shapes.
pub(crate) fn decide_along<T: Float, const D: usize>(
    [a, b]: [&dyn Support<D, Scalar = T>; 2],
    axis: &SVector<T, D>,
    start: Option<&[i64; D]>,
) -> Option<bool>
where
    Cases: ExactCases<D>,
{
    let whole @ [a, b] = &[a.construction()?, b.construction()?];
    if !is_set(a) || !is_set(b) {
        return None;
    }
    let axis_of_a = axis.map(|x| x.widen());
    let near @ [near_a, near_b] = &[front(a.clone(), &axis_of_a, 0.0), front(b.clone(), &-axis_of_a, 0.0)];
    if near != whole {
        let near = Pair::new(near_a, near_b)?;
        let meets = decide(&near, start);
        if meets || separates(&near, axis) {
            return Some(meets);
        }
    }
    Some(decide(&Pair::new(a, b)?, start))
}

/// The verdict. The search starts along `axis`, if there is one.
pub(crate) fn decide<const D: usize>(pair: &Pair<D>, axis: Option<&[i64; D]>) -> bool
where
    Cases: ExactCases<D>,
{
    // Margins are compared by squares, for which the fixed widths are too narrow.
    let any = pair.margins.iter().any(|margin| !margin.is_zero());
    let width = if any { None } else { pair.width() };
    let fixed = match (D, width) {
        (2, Some(..=256)) => in_fixed::<32, 2>(pair.shapes(), axis.map(|axis| [axis[0], axis[1]]), |p| {
            same_sign(&weights2d([p[0], p[1], p[2]]))
        }),
        (3, Some(..=256)) => in_space::<32>(pair.shapes(), axis.map(|axis| [axis[0], axis[1], axis[2]])),
        (3, Some(..=512)) => in_space::<64>(pair.shapes(), axis.map(|axis| [axis[0], axis[1], axis[2]])),
        _ => None,
    };
    fixed.unwrap_or_else(|| {
        let set = InIntegers::new(pair);
        let (set, frame) = (Erased::<_, Cases, D>::new(&set), set.frame());
        let mut unwatched: &mut dyn Observer<_, D> = &mut ();
        let options = options(axis.copied());
        Search::new(&set, &frame, &options, &mut unwatched).decide(None).intersects()
    })
}

/// Returns whether A and B, with their margins, are apart along an axis: gap > margin · |axis|, by squares.
pub(crate) fn separates<T: Float, const D: usize>(pair: &Pair<D>, axis: &SVector<T, D>) -> bool {
    let axis = whole(axis);
    let gap = -dot(&InIntegers::new(pair).support(&axis).w, &axis);
    let margin: BigInt = pair.margins().into_iter().sum();
    gap.is_positive() && &gap * &gap > &margin * &margin * dot(&axis, &axis)
}

fn whole<T: Float, const D: usize>(direction: &SVector<T, D>) -> Vector<D> {
    let direction = direction.map(|x| Dyadic::of(x.widen()));
    let exponent = direction.iter().filter_map(Dyadic::lowest).min().unwrap_or(0);
    direction.map(|x| Integer(x.over(exponent)))
}

/// Options without a limit, with this start in integers (or the default one for a NaN).
pub fn start<T: Float, const D: usize>(start: &Start<T, D>) -> Options<Number, D> {
    let number = |direction: &SVector<T, D>| direction.iter().all(|x| x.widen().is_finite());
    let start = match start {
        Start::Along(direction) if number(direction) => Start::Along(whole(direction)),
        Start::Pair(first, second) if number(first) && number(second) => Start::Pair(whole(first), whole(second)),
        _ => Start::Centers,
    };
    Options { start, max_evaluations: u32::MAX, ..Options::default() }
}

/// Returns whether the differences of the points of two hulls, pair by pair, have the origin in their hull.
pub(crate) fn encloses<T: Float, const D: usize>(a: &Construction<T, D>, b: &Construction<T, D>) -> bool {
    if !is_set(a) || !is_set(b) {
        return false;
    }
    let Some(pair) = Pair::new(a, b) else { return false };
    let [Shape::Hull(a), Shape::Hull(b)] = pair.shapes::<BigInt, D>() else { return false };
    let anywhere = SVector::zeros();
    let difference = |(a, b): (&Shape<BigInt, D>, &Shape<BigInt, D>)| a.support(&anywhere) - b.support(&anywhere);
    let points: Vec<_> = a.iter().zip(&b).map(difference).collect();
    !points.is_empty() && nearest(&points.iter().collect::<Vec<_>>()).is_origin()
}

/// Options without a limit, and with a start.
pub fn options<I: Digits, const D: usize>(axis: Option<[i64; D]>) -> Options<Integer<I>, D> {
    let start = axis.map_or(Start::Centers, |axis| Start::Along(SVector::from(axis).map(integer)));
    Options { start, max_evaluations: u32::MAX, ..Options::default() }
}

fn integer<I: Digits>(n: i64) -> Integer<I> {
    #[expect(clippy::cast_precision_loss, reason = "at most 53 bits")]
    let n = n as f64;
    Integer(I::of(&Dyadic::of(n), 0))
}

/// The verdict of a search in integers of fixed width; `None` if its end is not a proof.
fn in_fixed<const BYTES: usize, const D: usize>(
    [a, b]: [Shape<Fixed<BYTES>, D>; 2],
    axis: Option<[i64; D]>,
    encloses: impl Fn(&[&SVector<Integer<Fixed<BYTES>>, D>]) -> bool,
) -> Option<bool>
where
    Cases: SimplexCases<Integer<Fixed<BYTES>>, D>,
{
    let set = Difference(&a, &b);
    let (frame, options, mut unwatched) = (set.frame(), options(axis), ());
    let mut search = Search::new(&set, &frame, &options, &mut unwatched);
    if search.decide_cores() == End::Separated {
        return Some(false);
    }
    let points: Vec<_> = core::iter::once(&search.newest).chain(search.simplex.vertices()).map(|v| &v.w).collect();
    if points.len() == D + 1 && encloses(&points) {
        return Some(true);
    }
    // The origin may be on the border of the simplex, or the simplex is flat.
    let points: Vec<_> =
        points.iter().map(|p| p.map(|n| Integer(BigInt::from_signed_bytes_le(&n.0.to_bytes())))).collect();
    nearest(&points.iter().collect::<Vec<_>>()).is_origin().then_some(true)
}

fn in_space<const BYTES: usize>(shapes: [Shape<Fixed<BYTES>, 3>; 2], axis: Option<[i64; 3]>) -> Option<bool> {
    in_fixed(shapes, axis, |p| same_sign(&weights3d([p[0], p[1], p[2], p[3]])))
}

/// Returns whether the weights with which the vertices sum to the origin (times the volume) are all positive or all
/// negative.
fn same_sign<I: Digits, const N: usize>(weights: &[Integer<I>; N]) -> bool {
    let zero = Integer::zero();
    weights.iter().all(|weight| *weight > zero) || weights.iter().all(|weight| *weight < zero)
}

/// Returns whether it describes a set: with a point, finite numbers, and lengths from 0. A user's construction may not.
pub(crate) fn is_set<T: Float, const D: usize>(construction: &Construction<T, D>) -> bool {
    !construction.is_too_deep() && all_are_sets(construction)
}

fn all_are_sets<T: Float, const D: usize>(construction: &Construction<T, D>) -> bool {
    let number = |x: &T| x.widen().is_finite();
    let length = |x: &T| number(x) && *x >= T::zero();
    match construction {
        Construction::Points(points) => !points.is_empty() && points.iter().all(|p| p.iter().all(number)),
        Construction::Cuboid(half_extents) => half_extents.iter().all(length),
        Construction::Sum(summands) => summands.iter().all(all_are_sets),
        Construction::Hull(parts) => !parts.is_empty() && parts.iter().all(all_are_sets),
        Construction::Posed(inner, pose) => pose.check().is_ok() && all_are_sets(inner),
        Construction::Swollen(inner, radius) => length(radius) && all_are_sets(inner),
    }
}

/// A set without the points of long lists that are clearly behind others along an axis: by 2⁻⁸ of the distance of the
/// list's points from its origin, and as much again for each pose. This is far more than the rounding of an axis that
/// these poses turn back. All points stay where very large, small or coarse numbers leave this in doubt.
pub(super) fn front<T: Float, const D: usize>(
    set: Construction<T, D>,
    axis: &SVector<f64, D>,
    poses: f64,
) -> Construction<T, D> {
    let clear = |size: f64| T::epsilon().widen() < 1e-6 && (1e-100..1e100).contains(&size);
    let poses = if clear(largest(axis)) { poses + 1.0 } else { f64::INFINITY };
    match set {
        Construction::Points(mut points) if points.len() > 16 => {
            let wide = |p: &Point<T, D>| p.coords.map(|x| x.widen());
            let size = points.iter().map(|p| largest(&wide(p))).fold(0.0, f64::max) * largest(axis);
            let most = points.iter().map(|p| wide(p).dot(axis)).fold(f64::MIN, f64::max);
            let behind = |p: &Point<T, D>| wide(p).dot(axis) < most - size * poses / 256.0;
            points.retain(|p| !clear(size) || !behind(p));
            Construction::Points(points)
        }
        Construction::Posed(inner, pose) => {
            let axis = pose.matrix.map(|x| x.widen()).tr_mul(axis);
            Construction::Posed(Box::new(front(*inner, &axis, poses)), pose)
        }
        Construction::Swollen(inner, margin) => Construction::Swollen(Box::new(front(*inner, axis, poses)), margin),
        set => set,
    }
}
