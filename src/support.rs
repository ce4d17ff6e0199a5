//! The support mapping: the one thing GJK asks of a convex set.
//!
//! `support(d)` is a point of the set farthest along `d`. Everything else here has a default, and makes
//! the answer better or cheaper: where the set is (its center, its reach), and how large a ball is added
//! around it (its margin).

pub use crate::construction::Construction;
pub use crate::vertex::VertexId;

use crate::scalar::{Scalar, largest, max, ulps};
use core::array;
use core::marker::PhantomData;
use nalgebra::{Point, SVector};
use num_traits::{One, Zero};

// `inline(always)`: a query is one dependency chain, and a call in it costs more than the body (docs/performance.md, Inlining).

/// A farthest point of a set, relative to a point nearby.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportOffset<T, const D: usize> {
    /// From the point it is measured from to the farthest point.
    pub offset: SVector<T, D>,
    /// Which vertex that is.
    pub id: VertexId,
}

impl<T, const D: usize> SupportOffset<T, D> {
    /// A farthest point that is no vertex with a name.
    #[inline]
    pub fn unnamed(offset: SVector<T, D>) -> Self {
        Self { offset, id: VertexId::NONE }
    }
}

/// A bound on the rounding of [`Support::support_from`]: relative to a point, ρ = `fixed` + `units` · ε · extent.
///
/// Let K be the exact core less that point, and s the offset returned for the direction d. Then, for any d whose length,
/// times either of the `factors`, stays in range (and so do its products with the extent): some point of K differs from s
/// by at most ρ in each coordinate; and for no point x of K is x·d more than s·d + ρ·|d|₁, where |d|₁ is the sum of the
/// absolute components. The exact set is K with a ball around it whose radius differs from [`Support::margin`] by at most
/// `margin`. docs/proof.md derives the bounds of the library's shapes. A shape that makes a proof possible by its own
/// bound vouches for it, and for its [`extent`](Support::extent).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundingBound<T> {
    /// What it is wherever the shape is measured from.
    pub fixed: T,
    /// How many ε of [`Support::extent`] come to that.
    pub units: u32,
    /// How far [`Support::margin`] is from the exact margin, at most.
    pub margin: T,
    /// Inside the shape a direction is multiplied by poses, and by coordinates that poses have scaled: all in all by no less
    /// than the first, and by no more than the second. Both are 1 where there are no poses.
    pub factors: [T; 2],
    /// How many shapes are nested in each other.
    pub depth: u32,
}

impl<T: Scalar> RoundingBound<T> {
    /// No bound is known of shapes that are nested deeper: each adds a few roundings of the extent itself, which an eighth
    /// of the bound has to pay for.
    pub(crate) const DEEPEST: u32 = 1 << 16;

    /// So many ε of the extent.
    #[inline]
    #[must_use]
    pub fn units(units: u32) -> Self {
        Self { fixed: T::zero(), units, margin: T::zero(), factors: [T::one(), T::one()], depth: 0 }
    }

    /// For a shape of this extent.
    #[inline]
    pub(crate) fn of(&self, extent: &T) -> T {
        self.fixed.clone() + ulps(self.units, extent)
    }

    /// Of a shape made of this one; `None` if that is nested too deep.
    pub(crate) fn nested(self) -> Option<Self> {
        (self.depth < Self::DEEPEST).then(|| Self { depth: self.depth + 1, ..self })
    }

    /// What two shapes have in common: the factors that hold for both, and the greater depth.
    pub(crate) fn with(self, other: &Self) -> Self {
        let ([least, most], [other_least, other_most]) = (self.factors, &other.factors);
        let least = if *other_least < least { other_least.clone() } else { least };
        Self { factors: [least, max(most, other_most.clone())], depth: self.depth.max(other.depth), ..self }
    }
}

/// A bound with so many ε of itself more: for the roundings in computing it.
pub(crate) fn raised<T: Scalar>(units: u32, bound: T) -> T {
    let more = ulps(units, &bound);
    bound + more
}

/// A box in any position, skewed or flat as it may be; also a segment and a point: a corner, and the edges from it. The
/// points `corner` + Σ tₖ · `edges`ₖ with 0 ≤ tₖ ≤ 1.
///
/// A shape whose core is one says so by [`Support::parallelotope`]; then deep contacts of it with another one, in two and
/// three dimensions, are answered in closed form.
///
/// ```
/// use gjk::{Support, SupportExt, nalgebra::{Point2, Vector2}, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 2.0))?.posed(Vector2::new(10.0, 0.0))?;
/// let found = square.parallelotope(&Point2::new(5.0, 0.0)).unwrap();
/// assert_eq!(found.corner, Vector2::new(4.0, -2.0));
/// assert_eq!(found.edges, [Vector2::new(2.0, 0.0), Vector2::new(0.0, 4.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Parallelotope<T, const D: usize> {
    /// One corner.
    pub corner: SVector<T, D>,
    /// What leads to the corners beside it: zero, where there are fewer than D.
    pub edges: [SVector<T, D>; D],
    /// Which vertex the corner is. Along edge `k` there is the one whose number differs in bit `k`.
    pub id: VertexId,
}

impl<T: Scalar, const D: usize> Parallelotope<T, D> {
    /// One without edges: vertex 0.
    #[inline]
    #[must_use]
    pub fn point(corner: SVector<T, D>) -> Self {
        Self { corner, edges: array::from_fn(|_| SVector::zeros()), id: VertexId(0) }
    }
}

/// A bounded convex set of `D` dimensions: a *core*, described by its support mapping, and a ball of
/// radius [`margin`](Support::margin) around it (their Minkowski sum is the set).
///
/// An implementor writes one method. The trait is object-safe, and `&S`, `Box<S>`, `Rc<S>` and `Arc<S>` are supports too.
///
/// ```
/// use gjk::{Support, distance, nalgebra::{Point2, SVector}, shape::Ball};
///
/// /// The part of a disc of radius 1 to the right of its vertical diameter.
/// struct HalfDisc;
/// impl Support<2> for HalfDisc {
///     type Scalar = f64;
///     fn support(&self, direction: &SVector<f64, 2>) -> Point2<f64> {
///         if direction.x > 0.0 { (direction / direction.norm()).into() }
///         else { Point2::new(0.0, direction.y.signum()) }
///     }
/// }
/// let ball = Ball::new(Point2::new(-3.0, 0.5), 1.0)?;
/// assert!((distance(&HalfDisc, &ball).distance - 2.0).abs() < 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// # Shapes of many kinds
///
/// A list of them is one of boxes (or references, `Rc`s, `Arc`s). Rust takes literals for `f64` where nothing says otherwise, and
/// what a box is to become is too late to say it: so say `f32` in the shape.
///
/// ```
/// use gjk::{Support, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// type Shape = Box<dyn Support<2, Scalar = f32>>;
/// let shapes: Vec<Shape> = vec![
///     Box::new(Cuboid::<f32, 2>::new(Vector2::new(1.0, 0.5))?),
///     Box::new(Ball::new(Point2::new(4.0_f32, 0.0), 1.0)?),
/// ];
/// assert!(!gjk::intersects(&shapes[0], &shapes[1]));
/// # Ok::<(), gjk::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape of {D} dimensions",
    note = "shapes implement `Support`: those of `gjk::shape`, `nalgebra::Point`, closures by `support_fn`, references and boxes",
    note = "a `HalfSpace` is unbounded: ask it `ground.contact(&shape)`, by methods with the queries' names"
)]
pub trait Support<const D: usize> {
    /// The arithmetic: `f32`, `f64`, or your own.
    type Scalar: Scalar;

    /// A point of the core farthest along `direction`, which may have any length but is not zero.
    ///
    /// Where several points are equally far any of them will do.
    fn support(&self, direction: &SVector<Self::Scalar, D>) -> Point<Self::Scalar, D>;

    /// The same point as a displacement from `from`, with its vertex.
    ///
    /// A shape far from the coordinate origin overrides this when it knows the displacement with less
    /// rounding than the difference of two large coordinates has.
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn support_from(
        &self,
        direction: &SVector<Self::Scalar, D>,
        from: &Point<Self::Scalar, D>,
    ) -> SupportOffset<Self::Scalar, D> {
        SupportOffset::unnamed(self.support(direction).coords - &from.coords)
    }

    /// The radius of the ball added around the core; not negative.
    #[inline]
    fn margin(&self) -> Self::Scalar {
        Self::Scalar::zero()
    }

    /// A point somewhere in the middle, from where the search starts.
    #[inline]
    fn center(&self) -> Option<Point<Self::Scalar, D>> {
        None
    }

    /// A bound on the largest absolute coordinate of the core, relative to `from`: the scale of the
    /// problem. Twice too large costs nothing; too small costs accuracy.
    ///
    /// The default asks the support mapping along the 2·D axis directions.
    fn extent(&self, from: &Point<Self::Scalar, D>) -> Self::Scalar {
        let mut extent = Self::Scalar::zero();
        for axis in 0..D {
            for one in [Self::Scalar::one(), -Self::Scalar::one()] {
                let mut direction = SVector::zeros();
                direction[axis] = one;
                extent = max(extent, largest(&self.support_from(&direction, from).offset));
            }
        }
        extent
    }

    /// The core, relative to `from`, if it is a parallelotope: a box, a segment, a point.
    #[inline]
    fn parallelotope(&self, from: &Point<Self::Scalar, D>) -> Option<Parallelotope<Self::Scalar, D>> {
        let _ = from;
        None
    }

    /// The core has no more than so many vertices, if it is a polytope and that is known: a hint, which no answer but for its
    /// last digits depends on. Expansions of polytopes of many vertices look where the boundary is expected to be nearest.
    ///
    /// ```
    /// use gjk::{Support, nalgebra::Vector3, shape::{Cuboid, Ellipsoid, Sum}};
    /// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    /// assert_eq!(cube.vertex_count_hint(), Some(8));
    /// assert_eq!(Sum::new(&cube, &cube)?.vertex_count_hint(), Some(64));
    /// assert_eq!(Ellipsoid::new(Vector3::new(3.0, 2.0, 1.0))?.vertex_count_hint(), None);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[inline]
    fn vertex_count_hint(&self) -> Option<u32> {
        None
    }

    /// How far rounding can put [`support_from`](Support::support_from) wrong; `None` if that is not known. A proof rests on it.
    fn rounding(&self) -> Option<RoundingBound<Self::Scalar>> {
        None
    }

    /// The exact set, if it can be made of points and balls; a curved shape can't.
    fn construction(&self) -> Option<Construction<Self::Scalar, D>> {
        None
    }
}

macro_rules! forward {
    ($($pointer:ty),*) => { $(
        impl<S: Support<D> + ?Sized, const D: usize> Support<D> for $pointer {
            type Scalar = S::Scalar;
            #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
            fn support(&self, direction: &SVector<S::Scalar, D>) -> Point<S::Scalar, D> {
                (**self).support(direction)
            }
            #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
            fn support_from(&self, direction: &SVector<S::Scalar, D>, from: &Point<S::Scalar, D>) -> SupportOffset<S::Scalar, D> {
                (**self).support_from(direction, from)
            }
            #[inline]
            fn margin(&self) -> S::Scalar {
                (**self).margin()
            }
            #[inline]
            fn center(&self) -> Option<Point<S::Scalar, D>> {
                (**self).center()
            }
            #[inline]
            fn extent(&self, from: &Point<S::Scalar, D>) -> S::Scalar {
                (**self).extent(from)
            }
            #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
            fn parallelotope(&self, from: &Point<S::Scalar, D>) -> Option<Parallelotope<S::Scalar, D>> {
                (**self).parallelotope(from)
            }
            #[inline]
            fn vertex_count_hint(&self) -> Option<u32> {
                (**self).vertex_count_hint()
            }
            #[inline]
            fn rounding(&self) -> Option<RoundingBound<S::Scalar>> {
                (**self).rounding()
            }
            fn construction(&self) -> Option<Construction<S::Scalar, D>> {
                (**self).construction()
            }
        }
    )* };
}
forward!(&S, alloc::boxed::Box<S>, alloc::rc::Rc<S>);
#[cfg(target_has_atomic = "ptr")]
forward!(alloc::sync::Arc<S>);

/// A support mapping made of a closure; see [`support_fn`].
#[derive(Clone, Debug)]
pub struct SupportFn<F, T, const D: usize> {
    support: F,
    scalar: PhantomData<fn() -> T>,
}

/// Makes a convex set of a closure that maps a direction to a farthest point.
///
/// ```
/// use gjk::{intersects, nalgebra::{Point3, Vector3}, support_fn};
/// // A ball as its support mapping, for the sake of the example: `shape::Ball` is exact and quicker.
/// let ball = |x: f64| support_fn(move |d: &Vector3<f64>| Point3::new(x, 0.0, 0.0) + d / d.norm());
/// assert!(intersects(&ball(0.0), &ball(1.9)));
/// assert!(!intersects(&ball(0.0), &ball(2.1)));
/// ```
pub fn support_fn<T, const D: usize, F>(support: F) -> SupportFn<F, T, D>
where
    T: Scalar,
    F: Fn(&SVector<T, D>) -> Point<T, D>,
{
    SupportFn { support, scalar: PhantomData }
}

impl<F, T: Scalar, const D: usize> Support<D> for SupportFn<F, T, D>
where
    F: Fn(&SVector<T, D>) -> Point<T, D>,
{
    type Scalar = T;
    #[cfg_attr(not(any(debug_assertions, gjk_small)), inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        (self.support)(direction)
    }
}
