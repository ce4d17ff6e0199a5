//! The Minkowski difference of two sets: the only convex set that GJK sees.
//!
//! A − B is the set of all a − b, where a is a point of A and b a point of B. It contains the origin exactly when A and
//! B share a point, and its distance from the origin is the distance of A and B. GJK needs only its support mapping,
//! `s_A(d) − s_B(−d)`, so the difference is never built. (The crate gjk-scene builds it to look at.)

use crate::scalar::{Scalar, at_unit_scale, difference, dot, max, negated, scaled, times};
use crate::support::{Outline, Support, forward_methods};
use crate::vertex::{SupportPoint, VertexId, first_axis};
use core::marker::PhantomData;
use nalgebra::{Point, SVector};
use num_traits::Zero;

/// The coordinates that a query computes in: relative to a point of A, so that differences are of nearby numbers, and
/// scaled by a power of two, so that no product of coordinates overflows or underflows.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame<T: Scalar, const D: usize> {
    /// The origin of displacements.
    pub reference: Point<T, D>,
    /// The power of two that `w` is scaled by.
    pub scale: T,
    /// A bound on the largest component of any `w`, after scaling.
    pub size: T,
    /// The margins of A and B together, after scaling.
    pub margin: T,
    /// The direction from the middle of A − B towards the origin, if the middles of A and B are known and differ.
    pub toward_origin: Option<SVector<T, D>>,
    /// Whether products of the sets' coordinates and an unscaled direction stay in range.
    pub(crate) ordinary: bool,
}

impl<T: Scalar, const D: usize> Frame<T, D> {
    /// Coordinates relative to a reference point, for sets of this size and margin, at unit scale.
    #[cfg_attr(fast, inline(always))]
    pub fn new(reference: Point<T, D>, toward_origin: Option<SVector<T, D>>, size: T, margin: T) -> Self {
        let scale = max(size.clone(), margin.clone()).unit_scale();
        let far = times(1 << 16, &T::one());
        let ordinary = scale <= far && scale.clone() * far >= T::one();
        Self { reference, size: size * scale.clone(), margin: margin * scale.clone(), scale, toward_origin, ordinary }
    }

    /// Returns whether the cores are so small beside the margins, but not points, that answers depend on them only by
    /// rounding.
    pub(crate) fn cores_are_negligible(&self) -> bool {
        !self.size.is_zero() && self.size < T::epsilon() * self.margin.clone()
    }
}

/// The convex set that GJK searches for the origin: a [`Difference`] of two shapes, or one shape K, taken as K − {0}.
#[expect(unused_variables, reason = "most sets have no answer")]
pub trait ConvexSet<const D: usize> {
    /// The type of the numbers.
    type Scalar: Scalar;

    /// The coordinates to compute in.
    fn frame(&self) -> Frame<Self::Scalar, D>;

    /// A farthest point along `direction`.
    fn vertex(
        &self,
        frame: &Frame<Self::Scalar, D>,
        direction: &SVector<Self::Scalar, D>,
    ) -> SupportPoint<Self::Scalar, D>;

    /// The reach of the set along a direction of about unit length, for an ordinary frame.
    #[cfg_attr(fast, inline(always))]
    fn reach(&self, frame: &Frame<Self::Scalar, D>, direction: &SVector<Self::Scalar, D>) -> Self::Scalar {
        dot(&self.vertex(frame, direction).w, direction)
    }

    /// The margins of the two shapes, in the shapes' own units.
    fn margins(&self) -> [Self::Scalar; 2];

    /// The roundness of the two shapes' cores, in the shapes' own units: see [`Support::roundness`].
    fn roundness(&self) -> [Self::Scalar; 2] {
        [Self::Scalar::zero(), Self::Scalar::zero()]
    }

    /// The vertex with these ids, one in each shape, if both are known: see [`Support::recall`].
    fn recall_pair(&self, frame: &Frame<Self::Scalar, D>, ids: [VertexId; 2]) -> Option<SupportPoint<Self::Scalar, D>> {
        None
    }

    /// The two shapes' cores relative to the frame's reference point, if both have an [`Outline`].
    fn outlines(&self, frame: &Frame<Self::Scalar, D>) -> Option<[Outline<'_, Self::Scalar, D>; 2]> {
        None
    }

    /// The ends of the two shapes' cores relative to the frame's reference point, if both cores are segments.
    fn segments(&self, frame: &Frame<Self::Scalar, D>) -> Option<[[SVector<Self::Scalar, D>; 2]; 2]> {
        match self.outlines(frame)? {
            [Outline::Segment(a), Outline::Segment(b)] => Some([a, b]),
            _ => None,
        }
    }

    /// Bounds on the vertices of the two shapes' cores, if both are polytopes: see [`Support::vertex_count_hint`].
    fn vertex_count_hints(&self) -> Option<[u32; 2]> {
        None
    }
}

/// The Minkowski difference A − B of two shapes (or of references to them).
///
/// ```
/// use gjk::{Difference, gjk, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let point = Ball::point(Point2::new(0.5, 0.9))?;
/// assert!(gjk::<2>(&Difference(&square, &point)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias = "minkowskiSupport")]
#[doc(alias = "MinkowskiSum")]
pub struct Difference<A, B>(pub A, pub B);

impl<A, B, T: Scalar, const D: usize> ConvexSet<D> for Difference<A, B>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
{
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn frame(&self) -> Frame<T, D> {
        let Self(a, b) = self;
        let (centers, reference) = match (a.center(), b.center()) {
            (Some(a), Some(b)) => (Some(&b - &a), a),
            (Some(reference), None) | (None, Some(reference)) => (None, reference),
            (None, None) => (None, a.support(&first_axis())),
        };
        let margin = a.margin() + b.margin();
        let size = a.extent(&reference) + b.extent(&reference);
        Frame::new(reference, centers, size, margin)
    }

    #[cfg_attr(fast, inline(always))]
    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        let a = self.0.support_from(direction, &frame.reference);
        let b = self.1.support_from(&negated(direction), &frame.reference);
        SupportPoint {
            w: scaled(&difference(&a.offset, &b.offset), &frame.scale),
            a: a.offset,
            b: b.offset,
            ids: [a.id, b.id],
        }
    }

    #[cfg_attr(fast, inline(always))]
    fn reach(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> T {
        let a = self.0.level(direction, &frame.reference);
        (a + self.1.level(&negated(direction), &frame.reference)) * frame.scale.clone()
    }

    fn margins(&self) -> [T; 2] {
        [self.0.margin(), self.1.margin()]
    }

    fn roundness(&self) -> [T; 2] {
        [self.0.roundness(), self.1.roundness()]
    }

    #[cfg_attr(fast, inline(always))]
    fn recall_pair(&self, frame: &Frame<T, D>, ids: [VertexId; 2]) -> Option<SupportPoint<T, D>> {
        let a = self.0.recall(ids[0], &frame.reference)?;
        let b = self.1.recall(ids[1], &frame.reference)?;
        Some(SupportPoint { w: (&a - &b) * frame.scale.clone(), a, b, ids })
    }

    #[cfg_attr(fast, inline(always))]
    fn outlines(&self, frame: &Frame<T, D>) -> Option<[Outline<'_, T, D>; 2]> {
        Some([self.0.outline(&frame.reference)?, self.1.outline(&frame.reference)?])
    }

    /// Does not copy the outlines, which have room for polygons.
    #[cfg_attr(fast, inline(always))]
    fn segments(&self, frame: &Frame<T, D>) -> Option<[[SVector<T, D>; 2]; 2]> {
        let Outline::Segment(a) = self.0.outline(&frame.reference)? else { return None };
        let Outline::Segment(b) = self.1.outline(&frame.reference)? else { return None };
        Some([a, b])
    }

    fn vertex_count_hints(&self) -> Option<[u32; 2]> {
        Some([self.0.vertex_count_hint()?, self.1.vertex_count_hint()?])
    }
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> ConvexSet<D> for S {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn frame(&self) -> Frame<T, D> {
        let reference = Point::origin();
        let (margin, size) = (self.margin(), self.extent(&reference));
        Frame::new(reference, self.center().map(|c| -c.coords), size, margin)
    }

    #[cfg_attr(fast, inline(always))]
    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        let extreme = self.support_from(direction, &frame.reference);
        SupportPoint {
            w: &extreme.offset * frame.scale.clone(),
            a: extreme.offset,
            b: SVector::zeros(),
            ids: [extreme.id, VertexId(0)],
        }
    }

    fn margins(&self) -> [T; 2] {
        [self.margin(), T::zero()]
    }

    fn roundness(&self) -> [T; 2] {
        [Support::roundness(self), T::zero()]
    }

    fn recall_pair(&self, frame: &Frame<T, D>, ids: [VertexId; 2]) -> Option<SupportPoint<T, D>> {
        let a = self.recall(ids[0], &frame.reference)?;
        Some(SupportPoint { w: &a * frame.scale.clone(), a, b: SVector::zeros(), ids })
    }

    #[cfg_attr(fast, inline(always))]
    fn outlines(&self, frame: &Frame<T, D>) -> Option<[Outline<'_, T, D>; 2]> {
        Some([self.outline(&frame.reference)?, Outline::Segment([SVector::zeros(), SVector::zeros()])])
    }

    fn vertex_count_hints(&self) -> Option<[u32; 2]> {
        Some([self.vertex_count_hint()?, 1])
    }
}

/// A convex set whose type is erased, with the strategy K for its simplices.
///
/// Queries of this type are compiled once for all shapes, and call their support mappings through a pointer. The
/// library does so where code seldom runs; an application with many types of shapes can do the same to build faster. If
/// the set is very small or very large, its shapes get directions at unit scale, so that products stay in range.
///
/// ```
/// use gjk::{Difference, Query, minkowski::Erased, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}, simplex::Cases};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let ball = Ball::at(Point2::new(4.0, 0.5), 1.0)?;
/// let difference = Difference(&square, &ball);
/// assert_eq!(Query::new().distance_of(&Erased::<_, Cases, 2>::new(&difference)).distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
pub struct Erased<'s, T, K, const D: usize> {
    set: &'s dyn ConvexSet<D, Scalar = T>,
    cases: PhantomData<(T, K)>,
}

impl<'s, T: Scalar, K, const D: usize> Erased<'s, T, K, D> {
    /// Erases the type of a set.
    #[must_use]
    pub fn new(set: &'s dyn ConvexSet<D, Scalar = T>) -> Self {
        Self { set, cases: PhantomData }
    }
}

impl<T: Scalar, K, const D: usize> ConvexSet<D> for Erased<'_, T, K, D> {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        if frame.ordinary {
            self.set.vertex(frame, direction)
        } else {
            self.set.vertex(frame, &at_unit_scale(direction))
        }
    }

    forward_methods! { |erased| erased.set;
        fn frame(&self) -> Frame<T, D>;
        fn reach(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> T;
        fn margins(&self) -> [T; 2];
        fn roundness(&self) -> [T; 2];
        fn recall_pair(&self, frame: &Frame<T, D>, ids: [VertexId; 2]) -> Option<SupportPoint<T, D>>;
        fn outlines(&self, frame: &Frame<T, D>) -> Option<[Outline<'_, T, D>; 2]>;
        fn segments(&self, frame: &Frame<T, D>) -> Option<[[SVector<T, D>; 2]; 2]>;
        fn vertex_count_hints(&self) -> Option<[u32; 2]>;
    }
}

/// A convex set made from another one: a closure finds its vertices.
pub(crate) struct Altered<'s, T, F, const D: usize> {
    set: &'s dyn ConvexSet<D, Scalar = T>,
    vertex: F,
}

impl<'s, T, F, const D: usize> Altered<'s, T, F, D>
where
    F: Fn(&Frame<T, D>, &SVector<T, D>) -> SupportPoint<T, D>,
    T: Scalar,
{
    pub(crate) fn new(set: &'s dyn ConvexSet<D, Scalar = T>, vertex: F) -> Self {
        Self { set, vertex }
    }
}

impl<T, F, const D: usize> ConvexSet<D> for Altered<'_, T, F, D>
where
    F: Fn(&Frame<T, D>, &SVector<T, D>) -> SupportPoint<T, D>,
    T: Scalar,
{
    type Scalar = T;

    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        (self.vertex)(frame, direction)
    }

    forward_methods! { |altered| altered.set;
        fn frame(&self) -> Frame<T, D>;
        fn margins(&self) -> [T; 2];
    }
}
