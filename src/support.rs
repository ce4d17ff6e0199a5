//! The support mapping: the one thing GJK asks of a convex set.
//!
//! `support(d)` is a point of the set farthest along `d`. Overriding other methods makes answers better or cheaper.

pub use crate::construction::Construction;
pub use crate::outline::{Corners, OrientedBox, Outline};
pub use crate::vertex::VertexId;

use crate::aabb::Aabb;
use crate::coordinates::Coordinates;
use crate::pose::Pose;
use crate::scalar::{Scalar, dot, ith, largest, max, min, ulps};
use core::marker::PhantomData;
use nalgebra::{Point, SVector};
use num_traits::{One, Zero};

/// A farthest point of a set, relative to a nearby point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportOffset<T, const D: usize> {
    /// The vector from the nearby point to the farthest point.
    pub offset: SVector<T, D>,
    /// The id of the farthest vertex.
    pub id: VertexId,
}

impl<T, const D: usize> SupportOffset<T, D> {
    /// A farthest point without a vertex id.
    pub fn unnamed(offset: SVector<T, D>) -> Self {
        Self { offset, id: VertexId::NONE }
    }
}

/// A bound on the rounding of [`Support::support_from`]: ρ = `fixed` + `units` · ε · [`extent`](Support::extent).
///
/// Let K be the exact core relative to the point `from`, and s the offset returned for the direction d. Then
///
/// - some point of K differs from s by at most ρ in each coordinate;
/// - for all points x of K, x·d ≤ s·d + ρ·|d|₁, where |d|₁ is the sum of the absolute components;
/// - the exact set is K with a ball around it whose radius differs from [`Support::margin`] by at most `margin`.
///
/// The bound has to hold for any d whose length stays in range, also after a multiplication by the `factors` and the
/// extent. docs/proof.md derives the bounds of the library's shapes. Proofs rely on the bound and the extent of a shape
/// of your own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundingBound<T> {
    /// The part that does not depend on the extent.
    pub fixed: T,
    /// The part that depends on the extent, in ε of the extent.
    pub units: u32,
    /// The largest difference of [`Support::margin`] from the exact margin.
    pub margin: T,
    /// The least and the largest factor of directions inside the shape: scales of poses, coordinates under them.
    pub factors: [T; 2],
    /// The largest radius of balls in the core (from hulls of unequal margins), or 0. A pose scales them, like margins.
    pub round: T,
    /// The depth of nesting.
    pub depth: u32,
}

impl<T: Scalar> RoundingBound<T> {
    /// Deeper shapes have no bound: docs/proof.md sets an eighth of the bound aside for the roundings of all levels.
    pub(crate) const DEEPEST: u32 = 1 << 16;

    /// A bound of this many ε of the extent.
    #[must_use]
    pub fn units(units: u32) -> Self {
        Self { fixed: T::zero(), units, margin: T::zero(), factors: [T::one(), T::one()], round: T::zero(), depth: 0 }
    }

    pub(crate) fn of(&self, extent: &T) -> T {
        self.fixed.clone() + ulps(self.units, extent)
    }

    /// The bound of a shape made of this one, so far; `None` if it is nested too deep.
    pub(crate) fn nested(self) -> Option<Self> {
        (self.depth < Self::DEEPEST).then(|| Self { depth: self.depth + 1, ..self })
    }

    /// The bound with the wider factors, the greater depth and the larger balls of two shapes.
    pub(crate) fn with(self, other: &Self) -> Self {
        let ([least, most], [other_least, other_most]) = (self.factors, &other.factors);
        let least = min(least, other_least.clone());
        let round = max(self.round, other.round.clone());
        Self { factors: [least, max(most, other_most.clone())], round, depth: self.depth.max(other.depth), ..self }
    }
}

/// A bound, raised by this many ε of itself for the roundings in computing it.
pub(crate) fn raised<T: Scalar>(units: u32, bound: T) -> T {
    let more = ulps(units, &bound);
    bound + more
}

/// A convex, bounded shape in `D` dimensions, given by its support mapping: the farthest point along a direction. It is
/// the Minkowski sum of a *core*, which the mapping describes, and a ball of radius [`margin`](Support::margin).
///
/// One method is enough. The trait is object-safe; `&S`, `Box<S>`, `Rc<S>` and `Arc<S>` implement it, too.
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
/// let ball = Ball::at(Point2::new(-3.0, 0.5), 1.0)?;
/// assert!((distance(&HalfDisc, &ball).distance - 2.0).abs() < 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// # Shapes of many kinds
///
/// Make a list of different shapes of boxes, references, `Rc`s or `Arc`s. Rust infers `f64` for the literals in a shape
/// before it looks at the type of the box, so write `f32` in the shape:
///
/// ```
/// use gjk::{Support, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// type Shape = Box<dyn Support<2, Scalar = f32>>;
/// let shapes: Vec<Shape> = vec![
///     Box::new(Cuboid::<f32, 2>::new(Vector2::new(1.0, 0.5))?),
///     Box::new(Ball::at(Point2::new(4.0_f32, 0.0), 1.0)?),
/// ];
/// assert!(!gjk::intersects(&shapes[0], &shapes[1]));
/// # Ok::<(), gjk::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of {D} dimensions",
    note = "shapes implement `Support`: those of `gjk::shape`, `nalgebra::Point`, closures by `support_fn`, references and boxes",
    note = "constructors return a `Result`: take the shape out by `?`",
    note = "the hull of points is `ConvexHull::new(points)`, in the plane `Polygon::hull(points)`; a ball is `Ball::at(center, radius)?`",
    note = "the distance of a point with coordinates is `project(&shape, [x, y])`; a point is a shape as `Point2::new(x, y)`",
    note = "a `HalfSpace` is unbounded: it has methods with the queries' names, such as `ground.contact(&shape)`"
)]
#[expect(unused_variables, reason = "most shapes have no answer")]
#[doc(alias = "FindFurthestPoint")]
#[doc(alias = "getFarthestPointInDirection")]
#[doc(alias = "Collider")]
pub trait Support<const D: usize> {
    /// The type of the numbers: `f32`, `f64`, or your own.
    type Scalar: Scalar;

    /// A point of the core farthest along `direction`, which may have any length but zero. If there are several such
    /// points, any of them.
    fn support(&self, direction: &SVector<Self::Scalar, D>) -> Point<Self::Scalar, D>;

    /// A farthest point along `direction`, as a displacement from `from`, with the id of its vertex.
    ///
    /// Override it for a shape far from the coordinate origin, if it can compute the displacement with less rounding
    /// than the difference of two large coordinates has.
    #[cfg_attr(fast, inline(always))]
    fn support_from(
        &self,
        direction: &SVector<Self::Scalar, D>,
        from: &Point<Self::Scalar, D>,
    ) -> SupportOffset<Self::Scalar, D> {
        SupportOffset::unnamed(self.support(direction).coords - &from.coords)
    }

    /// The radius of the ball added around the core; not negative.
    fn margin(&self) -> Self::Scalar {
        Self::Scalar::zero()
    }

    /// The radius of a ball that the core contains as a summand: the core is the Minkowski sum of this ball and another
    /// convex set. At most the core's least radius of curvature; 0, the default, is always right.
    ///
    /// A deep contact takes the ball as a margin, because all ways out of a nearly round core are nearly equally long.
    ///
    /// ```
    /// use gjk::{Support, nalgebra::Vector2, shape::Ellipsoid};
    /// assert_eq!(Ellipsoid::new(Vector2::new(2.0, 1.0))?.roundness(), 0.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn roundness(&self) -> Self::Scalar {
        Self::Scalar::zero()
    }

    /// A point near the middle, where searches start.
    fn center(&self) -> Option<Point<Self::Scalar, D>> {
        None
    }

    /// A bound on the largest absolute coordinate of the core, relative to `from`. Tolerances are relative to it: a
    /// bound that is twice too large costs nothing, one that is too small costs accuracy.
    ///
    /// The default evaluates the support mapping both ways along each axis.
    fn extent(&self, from: &Point<Self::Scalar, D>) -> Self::Scalar {
        let mut extent = Self::Scalar::zero();
        for axis in 0..D {
            for one in [Self::Scalar::one(), -Self::Scalar::one()] {
                extent = max(extent, largest(&self.support_from(&ith(axis, one), from).offset));
            }
        }
        extent
    }

    /// The core, relative to `from`, if it is a point, a segment, a box, or a polygon of few vertices.
    fn outline(&self, from: &Point<Self::Scalar, D>) -> Option<Outline<'_, Self::Scalar, D>> {
        None
    }

    /// The box around the shape with its margin, if it is at hand: [`aabb`](crate::aabb()) asks for it first.
    ///
    /// ```
    /// use gjk::{Aabb, Support, SupportExt, nalgebra::Point2, shape::Capsule};
    /// let player = Capsule::new([0.0, -1.0], [0.0, 1.0], 0.5)?.posed([7.0, 2.0])?;
    /// assert_eq!(player.bounds(), Some(Aabb { min: Point2::new(6.5, 0.5), max: Point2::new(7.5, 3.5) }));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn bounds(&self) -> Option<Aabb<Self::Scalar, D>> {
        None
    }

    /// The reach of the core along a direction, from the point `from`: the support point's offset times the direction, which has about unit
    /// length.
    #[doc(hidden)]
    #[cfg_attr(fast, inline(always))]
    fn level(&self, direction: &SVector<Self::Scalar, D>, from: &Point<Self::Scalar, D>) -> Self::Scalar {
        dot(&self.support_from(direction, from).offset, direction)
    }

    /// The vertex with this id as a displacement from `from`, as [`support_from`](Support::support_from) returns it;
    /// `None` for unknown ids. Queries with a [`Cache`](crate::Cache) recall the vertices of an earlier query.
    ///
    /// ```
    /// use gjk::{Support, SupportExt, nalgebra::{Point2, Vector2}, shape::Cuboid, simplex::VertexId};
    /// let square = Cuboid::new(Vector2::new(1.0, 2.0))?.posed(Vector2::new(10.0, 0.0))?;
    /// let from = Point2::new(5.0, 0.0);
    /// let found = square.support_from(&Vector2::new(-3.0, 1.0), &from);
    /// assert_eq!(square.recall(found.id, &from), Some(found.offset));
    /// assert_eq!(square.recall(VertexId(4), &from), None);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn recall(&self, id: VertexId, from: &Point<Self::Scalar, D>) -> Option<SVector<Self::Scalar, D>> {
        None
    }

    /// A bound on the number of the core's vertices, if it is a known polytope. It affects an answer only in its last
    /// digits: the expansion biases its search directions if there are many vertices.
    ///
    /// ```
    /// use gjk::{Support, nalgebra::Vector3, shape::{Cuboid, Ellipsoid, Sum}};
    /// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
    /// assert_eq!(cube.vertex_count_hint(), Some(8));
    /// assert_eq!(Sum::new(&cube, &cube)?.vertex_count_hint(), Some(64));
    /// assert_eq!(Ellipsoid::new(Vector3::new(3.0, 2.0, 1.0))?.vertex_count_hint(), None);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn vertex_count_hint(&self) -> Option<u32> {
        None
    }

    /// The pose of a [posed](crate::SupportExt::posed) shape, for a [`manifold`](crate::manifold())'s `local_points`.
    fn pose(&self) -> Option<&Pose<Self::Scalar, D>> {
        None
    }

    /// The core's face farthest along `direction`: calls `each` with its vertices in order, relative to `from`.
    ///
    /// A face is an edge in the plane; in space a polygon, an edge or a vertex. If there are several faces at the
    /// support point, it is the one whose normal is most along the direction. The default gives the support point
    /// alone. Vertices of a face should have different ids, which name contact points.
    ///
    /// ```
    /// use gjk::{Support, nalgebra::{Point2, Vector2}, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 2.0))?;
    /// let mut edge = Vec::new();
    /// square.support_face(&Vector2::new(0.9, 0.1), &Point2::origin(), &mut |vertex| edge.push(vertex.offset));
    /// assert_eq!(edge, [Vector2::new(1.0, 2.0), Vector2::new(1.0, -2.0)]);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    fn support_face(
        &self,
        direction: &SVector<Self::Scalar, D>,
        from: &Point<Self::Scalar, D>,
        each: &mut dyn FnMut(SupportOffset<Self::Scalar, D>),
    ) {
        each(self.support_from(direction, from));
    }

    /// A bound on the rounding of [`support_from`](Support::support_from); `None` if none is known. Proofs rely on it.
    fn rounding(&self) -> Option<RoundingBound<Self::Scalar>> {
        None
    }

    /// The exact set, if it is made of points and balls.
    fn construction(&self) -> Option<Construction<Self::Scalar, D>> {
        None
    }
}

/// Methods that call their namesakes of something in `self`.
macro_rules! forward_methods {
    (|$this:ident| $inner:expr; $($(#[$how:meta])* fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => { $(
        $(#[$how])*
        fn $name(&self $(, $argument: $type)*) -> $answer {
            let $this = self;
            $inner.$name($($argument),*)
        }
    )* };
}
pub(crate) use forward_methods;

/// Implements [`Support`] by forwarding to something in the type; with other functions for faces and outline.
macro_rules! forward_support {
    ([$($generics:tt)*] $type:ty, $d:expr, $scalar:ty, |$this:ident| $inner:expr $(, $face:path $(, $outline:path)?)?) => {
        impl<$($generics)*> $crate::support::Support<{ $d }> for $type {
            type Scalar = $scalar;
            $crate::support::forward_core!($d, $scalar, |$this| $inner $(, $face $(, $outline)?)?);
            $crate::support::forward_methods! { |$this| $inner;
                fn margin(&self) -> $scalar;
                fn bounds(&self) -> Option<$crate::Aabb<$scalar, { $d }>>;
                fn rounding(&self) -> Option<$crate::support::RoundingBound<$scalar>>;
                fn construction(&self) -> Option<$crate::support::Construction<$scalar, { $d }>>;
            }
        }
    };
}
pub(crate) use forward_support;

/// Forwards the methods of [`Support`] that concern the core, for a shape with a margin of its own.
macro_rules! forward_core {
    ($d:expr, $scalar:ty, |$this:ident| $inner:expr $(, $face:path $(, $outline:path)?)?) => {
        $crate::support::forward_methods! { |$this| $inner;
            #[cfg_attr(fast, inline(always))]
            fn support(&self, direction: &nalgebra::SVector<$scalar, { $d }>) -> nalgebra::Point<$scalar, { $d }>;
            #[cfg_attr(fast, inline(always))]
            fn support_from(&self, direction: &nalgebra::SVector<$scalar, { $d }>, from: &nalgebra::Point<$scalar, { $d }>)
                -> $crate::support::SupportOffset<$scalar, { $d }>;
            fn center(&self) -> Option<nalgebra::Point<$scalar, { $d }>>;
            fn extent(&self, from: &nalgebra::Point<$scalar, { $d }>) -> $scalar;
            #[cfg_attr(fast, inline(always))]
            fn level(&self, direction: &nalgebra::SVector<$scalar, { $d }>, from: &nalgebra::Point<$scalar, { $d }>) -> $scalar;
            #[cfg_attr(fast, inline(always))]
            fn recall(&self, id: $crate::vertex::VertexId, from: &nalgebra::Point<$scalar, { $d }>)
                -> Option<nalgebra::SVector<$scalar, { $d }>>;
            fn vertex_count_hint(&self) -> Option<u32>;
            fn roundness(&self) -> $scalar;
            fn pose(&self) -> Option<&$crate::Pose<$scalar, { $d }>>;
        }
        fn support_face(
            &self,
            direction: &nalgebra::SVector<$scalar, { $d }>,
            from: &nalgebra::Point<$scalar, { $d }>,
            each: &mut dyn FnMut($crate::support::SupportOffset<$scalar, { $d }>),
        ) {
            $crate::support::forward_core!(@call support_face(self, direction, from, each), |$this| $inner $(, $face)?);
        }
        #[cfg_attr(fast, inline(always))]
        fn outline(&self, from: &nalgebra::Point<$scalar, { $d }>) -> Option<$crate::support::Outline<'_, $scalar, { $d }>> {
            $crate::support::forward_core!(@call outline(self, from), |$this| $inner $($(, $outline)?)?)
        }
    };
    (@call $name:ident($self:expr $(, $argument:ident)*), |$this:ident| $inner:expr) => {{
        let $this = $self;
        $inner.$name($($argument),*)
    }};
    (@call $name:ident($self:expr $(, $argument:ident)*), |$this:ident| $inner:expr, $own:path) => {
        $own($self $(, $argument)*)
    };
}
pub(crate) use forward_core;

forward_support!([S: Support<D> + ?Sized, const D: usize] &S, D, S::Scalar, |shape| (**shape));
forward_support!([S: Support<D> + ?Sized, const D: usize] alloc::boxed::Box<S>, D, S::Scalar, |shape| (**shape));
forward_support!([S: Support<D> + ?Sized, const D: usize] alloc::rc::Rc<S>, D, S::Scalar, |shape| (**shape));
#[cfg(target_has_atomic = "ptr")]
forward_support!([S: Support<D> + ?Sized, const D: usize] alloc::sync::Arc<S>, D, S::Scalar, |shape| (**shape));

/// A support mapping made of a closure; see [`support_fn`].
#[derive(Clone, Debug)]
pub struct SupportFn<F, T, const D: usize> {
    support: F,
    scalar: PhantomData<fn() -> T>,
}

/// Makes a convex set from a closure that maps a direction to a farthest point, an array or one of nalgebra's types.
///
/// ```
/// use gjk::{intersects, nalgebra::{Point2, Point3, Vector2, Vector3}, support_fn};
/// // A ball as its support mapping, for the sake of the example: `shape::Ball` is exact and quicker.
/// let ball = |x: f64| support_fn(move |d: &Vector3<f64>| Point3::new(x, 0.0, 0.0) + d / d.norm());
/// assert!(intersects(&ball(0.0), &ball(1.9)));
/// assert!(!intersects(&ball(0.0), &ball(2.1)));
/// let square = support_fn(|d: &Vector2<f64>| [1_f64.copysign(d.x), 1_f64.copysign(d.y)]);
/// assert!(intersects(&square, &Point2::new(1.0, -1.0)));
/// ```
pub fn support_fn<T: Scalar, const D: usize, P: Coordinates<T, D>, F: Fn(&SVector<T, D>) -> P>(
    support: F,
) -> SupportFn<F, T, D> {
    SupportFn { support, scalar: PhantomData }
}

impl<F: Fn(&SVector<T, D>) -> P, P: Coordinates<T, D>, T: Scalar, const D: usize> Support<D> for SupportFn<F, T, D> {
    type Scalar = T;
    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        (self.support)(direction).point()
    }
}
