//! Certificates: evidence of a verdict. A check of the evidence does not need the search that found it.

use super::filter::{Filter, unit_scaled};
use super::{doubt::max_or_nan, proof::Proof};
use crate::exact::{self, Float};
use crate::minkowski::{ConvexSet, Difference, Frame};
use crate::scalar::{Scalar, dimension, largest, times, ulps};
use crate::search::asked;
use crate::simplex::{Cases, Simplex, SimplexCases};
use crate::vertex::{SupportPoint, VertexId};
use crate::{construction::Construction, support::Support, tolerance, verdict::Verdict};
use alloc::vec::Vec;
use nalgebra::SVector;

/// A claim that two shapes are apart: along the axis every point of A is behind every point of B.
///
/// ```
/// use gjk::{SupportExt, certified::Separation, nalgebra::Vector2, shape::Cuboid};
/// let a = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let b = a.clone().posed(Vector2::new(2.0_f64.next_up(), 0.5))?;
/// assert!(Separation { axis: Vector2::new(3.0, 0.0) }.verify(&a, &b));
/// assert!(!Separation { axis: Vector2::new(3.0, 1.0) }.verify(&a, &b));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Separation<T: Scalar, const D: usize> {
    /// The separating axis, from A towards B, of any length but zero.
    pub axis: SVector<T, D>,
}

impl<T: Scalar, const D: usize> Separation<T, D> {
    /// The claim of a verdict, if it is a separation.
    pub fn of(verdict: &Verdict<T, D>) -> Option<Self> {
        match verdict {
            Verdict::Separated { axis } => Some(Self { axis: axis.clone() }),
            _ => None,
        }
    }
}

impl<T: Float, const D: usize> Separation<T, D> {
    /// Returns whether the claim is proven. Margins count.
    pub fn verify<A, B>(&self, a: &A, b: &B) -> bool
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        self.proof(a, b) != Proof::None
    }

    /// The proof, if any: one support evaluation with a bound on its rounding, or exact arithmetic ([`Construction`]).
    pub fn proof<A, B>(&self, a: &A, b: &B) -> Proof
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        if !self.axis.iter().all(Scalar::in_range) || self.axis.iter().all(num_traits::Zero::is_zero) {
            return Proof::None;
        }
        let set = Difference(asked(&a), asked(&b));
        let frame = set.frame();
        let bounded = Filter::of(a, b, &frame).is_some_and(|filter| {
            let axis = unit_scaled(&self.axis);
            filter.separates(&axis, &set.vertex(&frame, &axis).w.dot(&axis))
        });
        Proof::first(bounded, || exact::pair(&a, &b).is_some_and(|pair| exact::separates(&pair, &self.axis)))
    }
}

/// A claim that two shapes intersect: the origin is in the hull of differences of their cores' vertices.
///
/// ```
/// use gjk::{Difference, Query, SupportExt, certified::Enclosure, nalgebra::Vector3, shape::Cuboid};
/// let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let b = a.clone().posed(Vector3::new(0.3, 1.7, -0.4))?;
/// let found = Query::new().search(&Difference(&a, &b));
/// let certificate = Enclosure::of(&found.verdict).expect("they overlap");
/// assert!(certificate.verify(&a, &b));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// Vertices of A − B, each as a vertex of A and one of B. D + 1 of them are always enough.
    pub vertices: Vec<[VertexId; 2]>,
}

impl Enclosure {
    /// The claim of a verdict, if it is an intersection.
    pub fn of<T: Scalar, const D: usize>(verdict: &Verdict<T, D>) -> Option<Self> {
        let (newest, simplex) = match verdict {
            Verdict::Separated { .. } | Verdict::WithinMargins { .. } | Verdict::Undecided { .. } => return None,
            Verdict::Enclosed { newest, simplex } => (Some(newest), simplex),
            Verdict::Touching { simplex, .. } | Verdict::Flat { simplex, .. } | Verdict::OnFeature { simplex } => {
                (None, simplex)
            }
        };
        let vertices = newest.into_iter().chain(simplex.vertices());
        Some(Self { vertices: vertices.map(|vertex| vertex.ids).collect() })
    }

    /// Returns whether the claim is proven. It needs a [`Construction`] of both shapes, and vertices with these ids.
    pub fn verify<A, B, T: Float, const D: usize>(&self, a: &A, b: &B) -> bool
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        self.proof(a, b) != Proof::None
    }

    /// The proof of the claim, if any: these vertices with a bound on their rounding, or exact arithmetic on them.
    pub fn proof<A, B, T: Float, const D: usize>(&self, a: &A, b: &B) -> Proof
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        let named = |of: &Construction<T, D>, side: usize| -> Option<Vec<_>> {
            self.vertices.iter().map(|ids| of.vertex(ids[side])).collect()
        };
        let sets = a.construction().zip(b.construction()).filter(|(a, b)| exact::is_set(a) && exact::is_set(b));
        let named = sets.and_then(|(a, b)| named(&a, 0).zip(named(&b, 1)));
        let Some((of_a, of_b)) = named else { return Proof::None };
        let bounded = encloses(&of_a, &of_b, &Difference(a, b).frame()) == Some(true);
        Proof::first(bounded, || exact::encloses(&Construction::Hull(of_a), &Construction::Hull(of_b)))
    }
}

/// Returns whether the differences of D + 1 pairs of points provably have the origin in their hull, in rounded
/// arithmetic.
fn encloses<T: Float, const D: usize>(
    of_a: &[Construction<T, D>],
    of_b: &[Construction<T, D>],
    frame: &Frame<T, D>,
) -> Option<bool> {
    // Large enough for errors of underflow to be small beside it.
    let (mut rounding, mut size) = (ulps(tolerance::LEAST_ERROR, &frame.size), frame.size.clone());
    let mut vertex = |a, b| {
        let ((a, rounding_a), (b, rounding_b)) =
            (located(a, &frame.reference.coords)?, located(b, &frame.reference.coords)?);
        let difference = a - b;
        let once = rounding_a + rounding_b + ulps(tolerance::ONE_SUM, &largest(&difference));
        rounding = max_or_nan(rounding.clone(), once * frame.scale.clone());
        let w = difference * frame.scale.clone();
        size = max_or_nan(size.clone(), largest(&w));
        Some(SupportPoint { w, ..SupportPoint::nothing() })
    };
    let mut vertices = of_a.iter().zip(of_b).map(|(a, b)| vertex(a, b));
    let newest = vertices.next()??;
    let mut simplex = Simplex::empty();
    for vertex in vertices {
        simplex.push(vertex?);
    }
    let frame = Frame { size, ..frame.clone() };
    Some(of_a.len() == D + 1 && Filter::new(&frame, rounding).encloses(&newest, &simplex))
}

/// The one point of a construction, relative to another, and a bound on its error in each coordinate (docs/proof.md).
fn located<T: Float, const D: usize>(of: &Construction<T, D>, from: &SVector<T, D>) -> Option<(SVector<T, D>, T)> {
    let at_origin = SVector::zeros;
    match of {
        Construction::Points(points) => {
            let [point] = &points[..] else { return None };
            let seen = &point.coords - from;
            let rounding = ulps(tolerance::ONE_SUM, &largest(&seen)) + T::smallest();
            Some((seen, rounding))
        }
        Construction::Cuboid(_) => None,
        Construction::Sum(summands) => {
            let [(a, rounding_a), (b, rounding_b)] =
                [located(&summands[0], from)?, located(&summands[1], &at_origin())?];
            let sum = a + b;
            let rounding = rounding_a + rounding_b + ulps(tolerance::ONE_SUM, &largest(&sum)) + T::smallest();
            Some((sum, rounding))
        }
        Construction::Hull(parts) => {
            let [part] = &parts[..] else { return None };
            located(part, from)
        }
        Construction::Posed(inner, pose) => {
            let (inner, rounding) = located(inner, &at_origin())?;
            let d = dimension::<D>();
            let shift = &pose.translation - from;
            let image = &pose.matrix * &inner + &shift;
            let products =
                if pose.quaternion.is_some() { tolerance::dot_with_quaternion(d) } else { tolerance::dot(d) };
            let turned = pose.largest_row_sum() * (rounding + ulps(products, &largest(&inner)));
            let sums = ulps(tolerance::ONE_SUM, &largest(&shift)) + ulps(tolerance::ONE_SUM, &largest(&image));
            Some((image, turned + sums + times(2 * d + 4, &T::smallest())))
        }
        Construction::Swollen(inner, _) => located(inner, from),
    }
}
