//! Evidence that anyone can check, without knowing how it was found.

use super::filter::Filter;
use crate::construction::Construction;
use crate::difference::{Composite, Difference};
use crate::exact::{self, Float};
use crate::scalar::Scalar;
use crate::simplex::{Cases, SimplexCases};
use crate::support::{Support, VertexId};
use crate::verdict::Verdict;
use alloc::vec::Vec;
use nalgebra::SVector;

/// A claim that two shapes are apart: along the axis, no point of A comes as far as any point of B.
///
/// ```
/// use gjk::{Support, certified::Separation, nalgebra::Vector2, shape::Cuboid};
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
    /// What a verdict claims, if it is that.
    pub fn of(verdict: &Verdict<T, D>) -> Option<Self> {
        match verdict {
            Verdict::Separated { axis } => Some(Self { axis: axis.clone() }),
            _ => None,
        }
    }
}

impl<T: Float, const D: usize> Separation<T, D> {
    /// Whether the claim is proven: by one support evaluation and a bound on its rounding, or else, for shapes that
    /// have a [`Construction`], in exact arithmetic. Margins count.
    pub fn verify<A, B>(&self, a: &A, b: &B) -> bool
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        if !self.axis.iter().all(Scalar::in_range) || self.axis.iter().all(num_traits::Zero::is_zero) {
            return false;
        }
        let set = Difference(a, b);
        let frame = set.frame();
        let bounded = frame.ordinary
            && Filter::of(a, b, &frame).is_some_and(|filter| {
                let vertex = set.vertex(&frame, &self.axis);
                filter.separates(&self.axis, &vertex.w.dot(&self.axis))
            });
        bounded || exact::pair(a, b).is_some_and(|pair| exact::separates(&pair, &self.axis))
    }
}

/// A claim that two shapes intersect: their cores do, as the origin is in the hull of differences of their vertices.
///
/// ```
/// use gjk::{Difference, Options, Support, certified::Enclosure, gjk_with, nalgebra::Vector3, shape::Cuboid};
/// let a = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let b = a.clone().posed(Vector3::new(0.3, 1.7, -0.4))?;
/// let found = gjk_with(&Difference(&a, &b), &Options::default(), &mut ());
/// let certificate = Enclosure::of(&found.verdict).expect("they overlap");
/// assert!(certificate.verify(&a, &b));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enclosure {
    /// Vertices of A − B: each a vertex of A and one of B. D + 1 of them are always enough.
    pub vertices: Vec<[VertexId; 2]>,
}

impl Enclosure {
    /// What a verdict claims, if it is that.
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

    /// Whether the claim is proven, in exact arithmetic on these vertices. Not so where a shape has no
    /// [`Construction`], or no vertex of that name.
    pub fn verify<A, B, T: Float, const D: usize>(&self, a: &A, b: &B) -> bool
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
    {
        let vertices = |of: &Construction<T, D>, side: usize| {
            let vertices = self.vertices.iter().map(|ids| of.vertex(ids[side]));
            Some(Construction::Hull(vertices.collect::<Option<Vec<_>>>()?))
        };
        let hulls = a.construction().zip(b.construction()).and_then(|(a, b)| vertices(&a, 0).zip(vertices(&b, 1)));
        hulls.is_some_and(|(a, b)| exact::encloses(&a, &b))
    }
}
