//! A shape turned, scaled and moved.

use crate::error::{Error, check_length};
use crate::pose::{IntoPose, Pose, product, turn};
use crate::scalar::{Scalar, difference, dimension, dot, largest, max, min, sum, ulps, vanishes};
use crate::support::{Outline, RoundingBound, Support, SupportOffset, forward_methods, raised};
use crate::{aabb::Aabb, construction::Construction, tolerance, vertex::VertexId};
use alloc::boxed::Box;
use core::fmt;
use nalgebra::{Point, SMatrix, SVector};

/// A shape that a [`Pose`] turns, scales and moves. Made by [`SupportExt::posed`](crate::SupportExt::posed).
///
/// A query subtracts its reference point from the translation before it adds the turned point, so two shapes that are
/// far from the coordinate origin but near each other lose no accuracy.
#[derive(Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "super::written::Posed<S, T, D>",
        bound(
            deserialize = "S: Support<D, Scalar = T> + serde::Deserialize<'de>, T: crate::scalar::Field + serde::Deserialize<'de>"
        )
    )
)]
pub struct Posed<S, T: Scalar, const D: usize> {
    shape: S,
    pose: Pose<T, D>,
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    image: Image<T, D>,
    /// The extent of the shape itself about its center, or the origin without one.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    extent: T,
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    rounding: Option<RoundingBound<T>>,
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    half: Option<Half<T, D>>,
    /// Whether the pose was set after `rounding` was computed.
    #[cfg_attr(feature = "serde", serde(skip_serializing))]
    is_set: bool,
}

impl<S: fmt::Debug, T: Scalar, const D: usize> fmt::Debug for Posed<S, T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Posed").field("shape", &self.shape).field("pose", &self.pose).finish_non_exhaustive()
    }
}

impl<S: PartialEq, T: Scalar, const D: usize> PartialEq for Posed<S, T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.pose == other.pose
    }
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Posed<S, T, D> {
    pub(crate) fn new(shape: S, pose: Pose<T, D>) -> Result<Self, Error> {
        let middle = shape.center().unwrap_or_else(Point::origin);
        let extent = shape.extent(&middle);
        let half = Half::of(&shape, &middle);
        let image = Image::new(&pose, &middle, (&extent, half.as_ref()), &shape.margin())?;
        let rounding = turned(&pose, &shape);
        Ok(Self { shape, pose, image, extent, rounding, half, is_set: false })
    }

    /// Moves the shape to another pose in place, for example to an isometry that has been turned many times (see
    /// [`Pose`]). This is cheaper than posing anew, which measures the extent again.
    ///
    /// # Errors
    /// If the pose is not finite, not a rotation, or moves the set out of range. The shape then stays.
    ///
    /// ```
    /// use gjk::{SupportExt, distance, nalgebra::{Isometry2, Vector2}, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let mut there = square.posed(Vector2::new(0.0, 0.0))?;
    /// for x in [3.0, 4.0, 5.0] {
    ///     there.set_pose(Isometry2::new(Vector2::new(x, 0.0), 0.0))?;
    ///     assert_eq!(distance(&square, &there).distance, x - 2.0);
    /// }
    /// assert_eq!(there.pose().translation(), &Vector2::new(5.0, 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[cfg_attr(fast, inline(always))]
    pub fn set_pose(&mut self, pose: impl IntoPose<T, D>) -> Result<(), Error> {
        let pose = pose.into_pose();
        let middle = self.shape.center().unwrap_or_else(Point::origin);
        self.image = Image::new(&pose, &middle, (&self.extent, self.half.as_ref()), &self.shape.margin())?;
        (self.pose, self.is_set) = (pose, true);
        Ok(())
    }

    /// The shape, moved once more.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn displaced(&self, by: SVector<T, D>) -> Result<Displaced<'_, S, T, D>, Error> {
        let Image { reach, center, .. } = &self.image;
        let center = sum(&sum(center, &self.pose.translation), &by);
        check_length(&(reach.clone() + largest(&center)), "distance between two places")?;
        Ok(Displaced { posed: self, by })
    }

    /// The present pose.
    pub fn pose(&self) -> &Pose<T, D> {
        &self.pose
    }

    /// The shape before it was posed.
    pub fn shape(&self) -> &S {
        &self.shape
    }
}

/// Values that depend on a pose and on a shape's middle, extent and margin alone, so that they are compiled once.
#[derive(Clone, Copy)]
struct Image<T: Scalar, const D: usize> {
    /// The matrix that turns directions back: the pose's, times a power of two, about 1 over the root of the scale. It
    /// keeps products of direction and coordinates in range both before the pose and after.
    back: SMatrix<T, D, D>,
    margin: T,
    /// The image of the shape's center, without the translation.
    center: SVector<T, D>,
    /// A bound on the largest component of the image's points, relative to its center.
    reach: T,
    /// The box around the image, of a shape that has a [`Half`].
    bounds: Option<Aabb<T, D>>,
    /// Whether the pose's matrix is a rotation times the scale up to rounding.
    is_rigid: bool,
}

impl<T: Scalar, const D: usize> Image<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn new(
        pose: &Pose<T, D>,
        middle: &Point<T, D>,
        (extent, half): (&T, Option<&Half<T, D>>),
        margin: &T,
    ) -> Result<Self, Error> {
        let is_rigid = pose.check()?;
        let center = turn(pose, &middle.coords);
        let (margin, reach) = (margin.clone() * pose.scale.clone(), pose.largest_row_sum() * extent.clone());
        check_length(&margin, "margin after its pose")?;
        let place = sum(&center, &pose.translation);
        check_length(&(reach.clone() + largest(&place)), "extent after its pose")?;
        let bounds = half.map(|half| {
            let reach = half.reach(pose).map(|reach| reach + margin.clone());
            Aabb { min: difference(&place, &reach).into(), max: sum(&place, &reach).into() }
        });
        Ok(Self { back: &pose.matrix * balance(&pose.scale), margin, center, reach, bounds, is_rigid })
    }
}

/// Half of the core of a shape that is centered on the origin: then all reaches are sums of terms of one sign.
#[derive(Clone, Copy)]
enum Half<T, const D: usize> {
    /// A segment, from the middle to an end.
    Segment(SVector<T, D>),
    /// A box along the axes: its half extents.
    Box(SVector<T, D>),
}

impl<T: Scalar, const D: usize> Half<T, D> {
    fn of<S: Support<D, Scalar = T>>(shape: &S, middle: &Point<T, D>) -> Option<Self> {
        if !largest(&middle.coords).is_zero() {
            return None;
        }
        let outline = shape.outline(middle)?;
        match &outline {
            Outline::Box(inner) if !inner.is_turned => Some(Self::Box(inner.half_extents.clone())),
            _ => outline.half_segment().cloned().map(Self::Segment),
        }
    }

    /// The reach of the image along each axis.
    #[cfg_attr(fast, inline(always))]
    fn reach(&self, pose: &Pose<T, D>) -> SVector<T, D> {
        match self {
            Self::Segment(half) => turn(pose, half).map(|x| x.abs()),
            Self::Box(half) => {
                let columns = pose.matrix.map(|x| x.abs()).data.0;
                product(|row, k| &columns[k][row], half)
            }
        }
    }
}

/// A power of two, about the root of the one that brings a scale to 1.
fn balance<T: Scalar>(scale: &T) -> T {
    let (one, unit) = (T::one(), scale.unit_scale());
    let mut root = one.clone();
    if *scale == one {
        return one;
    }
    // Exponents of floating-point numbers have at most fourteen bits.
    for _ in 0..1 << 14 {
        let next = if unit > one { root.clone() + root.clone() } else { root.half() };
        let square = next.clone() * next.clone();
        if unit > one && square > unit || unit <= one && (square < unit || next == root) {
            break;
        }
        root = next;
    }
    root
}

/// The rounding of a turned shape (docs/proof.md), of four parts: the shape itself; three products with the matrix,
/// each of D terms; for a matrix from a quaternion, three times the error of its entries, at most 5 ε; and otherwise,
/// for balls in the core, the amount by which the matrix distorts them.
///
/// `None` if shape or image are so small that errors of underflow may count after another pose.
fn turned<S: Support<D>, const D: usize>(pose: &Pose<S::Scalar, D>, shape: &S) -> Option<RoundingBound<S::Scalar>> {
    rounding(pose, &shape.rounding()?, shape.extent(&Point::origin()), &shape.margin())
}

/// The rounding of a turned shape, from its bound, its extent about the origin and its margin.
fn rounding<T: Scalar, const D: usize>(
    pose: &Pose<T, D>,
    inner: &RoundingBound<T>,
    size: T,
    margin: &T,
) -> Option<RoundingBound<T>> {
    let (balance, widest) = (balance(&pose.scale), pose.largest_row_sum());
    let image = |length: &T, scale: &T| length.clone() * scale.clone();
    let tiny = |length: &T, scale: &T| !length.is_zero() && (vanishes(length) || vanishes(&image(length, scale)));
    if tiny(&size, &widest) || tiny(margin, &pose.scale) {
        return None;
    }
    let d = dimension::<D>();
    let matrix = if pose.quaternion.is_some() { tolerance::quaternion(d) } else { 0 };
    let fixed = image(&(inner.of(&size) + ulps(tolerance::turned(d) + matrix, &size)), &widest);
    let fixed = if inner.round.is_zero() { fixed } else { fixed + image(&inner.round, &skew(pose)) };
    let round = raised(tolerance::RAISED, image(&inner.round, &pose.scale));
    let margin = image(&inner.margin, &pose.scale) + ulps(tolerance::ONE_SUM, &image(margin, &pose.scale));
    // The factors of directions before they get to the shape, and inside it: 1, the shape's own, and coordinates.
    let gain = image(&pose.scale, &balance);
    let [least, most] = inner.factors.clone();
    let (least, most) = (min(T::one(), least), max(T::one(), most));
    let least = if size.is_zero() { least } else { min(least, size.clone()) };
    let factors = [image(&least, &gain), image(&max(most, size), &gain)];
    let (fixed, margin) = (raised(tolerance::raised_turned(d), fixed), raised(tolerance::RAISED, margin));
    RoundingBound { fixed, units: tolerance::TRANSLATED, margin, factors, round, depth: inner.depth }.nested()
}

/// The largest difference of the length of the image M·u of a unit vector from the scale s; 0 for a quaternion.
///
/// The lengths are between the least and the largest singular value σ of M, and |σ − s| ≤ |σ² − s²| / s ≤ ‖`MᵀM` − s²‖
/// / s in the norm of row sums. Each of the D entries of a row is a sum of D products that is off by D·ε/2 of at most
/// 2·s², and s² is rounded, too.
fn skew<T: Scalar, const D: usize>(pose: &Pose<T, D>) -> T {
    if pose.quaternion.is_some() {
        return T::zero();
    }
    let unit = pose.scale.unit_scale();
    let (matrix, scale) = (&pose.matrix * unit.clone(), pose.scale.clone() * unit.clone());
    let square = scale.clone() * scale.clone();
    let row = |i: usize| {
        (0..D).fold(T::zero(), |sum, k| {
            let entry = matrix.column(i).dot(&matrix.column(k));
            sum + if i == k { entry - square.clone() } else { entry }.abs()
        })
    };
    let norm = (0..D).map(row).fold(T::zero(), max) + ulps(tolerance::skew(dimension::<D>()), &square);
    // At unit scale s is at least 1.
    raised(tolerance::RAISED_TWICE, norm * pose.scale.clone())
}

/// Mᵀ · d, for a direction.
#[cfg_attr(fast, inline(always))]
pub(crate) fn turn_back<T: Scalar, const D: usize>(matrix: &SMatrix<T, D, D>, d: &SVector<T, D>) -> SVector<T, D> {
    let columns = &matrix.data.0;
    product(|row, k| &columns[row][k], d)
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Support<D> for Posed<S, T, D> {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        let local = self.shape.support(&turn_back(&self.image.back, direction));
        (turn(&self.pose, &local.coords) + &self.pose.translation).into()
    }

    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        let local = self.shape.support_from(&turn_back(&self.image.back, direction), &Point::origin());
        let shift = difference(&self.pose.translation, &from.coords);
        let offset = sum(&turn(&self.pose, &local.offset), &shift);
        SupportOffset { offset, id: local.id }
    }

    fn margin(&self) -> T {
        self.image.margin.clone()
    }

    fn roundness(&self) -> T {
        self.shape.roundness() * self.pose.scale.clone()
    }

    fn center(&self) -> Option<Point<T, D>> {
        Some((&self.image.center + &self.pose.translation).into())
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.image.reach.clone() + largest(&(&self.image.center + (&self.pose.translation - &from.coords)))
    }

    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        let base = &self.pose.translation - &from.coords;
        let mut turned = |local: SupportOffset<T, D>| {
            each(SupportOffset { offset: turn(&self.pose, &local.offset) + &base, id: local.id });
        };
        self.shape.support_face(&turn_back(&self.image.back, direction), &Point::origin(), &mut turned);
    }

    fn rounding(&self) -> Option<RoundingBound<T>> {
        if !self.is_set {
            return self.rounding.clone();
        }
        turned(&self.pose, &self.shape)
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        let shift = &self.pose.translation - &from.coords;
        match self.shape.outline(&Point::origin())? {
            Outline::Segment([start, end]) => {
                Some(Outline::Segment([turn(&self.pose, &start) + &shift, turn(&self.pose, &end) + &shift]))
            }
            Outline::Polygon(corners) => Some(Outline::Polygon(corners.posed(&self.pose, &shift)?)),
            Outline::Box(_) if !self.image.is_rigid => None,
            Outline::Box(inner) => Some(Outline::Box(inner.posed(&self.pose, &shift)?)),
        }
    }

    #[cfg_attr(fast, inline(always))]
    fn level(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> T {
        let local = self.shape.level(&turn_back(&self.pose.matrix, direction), &Point::origin());
        local + dot(&difference(&self.pose.translation, &from.coords), direction)
    }

    #[cfg_attr(fast, inline(always))]
    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        let local = self.shape.recall(id, &Point::origin())?;
        Some(turn(&self.pose, &local) + (&self.pose.translation - &from.coords))
    }

    fn pose(&self) -> Option<&Pose<T, D>> {
        Some(&self.pose)
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        self.shape.vertex_count_hint()
    }

    fn bounds(&self) -> Option<Aabb<T, D>> {
        self.image.bounds.clone()
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Posed(Box::new(self.shape.construction()?), self.pose.clone()))
    }
}

/// A posed shape, moved once more. It borrows what was computed for the pose.
#[derive(Debug)]
pub(crate) struct Displaced<'s, S, T: Scalar, const D: usize> {
    posed: &'s Posed<S, T, D>,
    by: SVector<T, D>,
}

impl<'s, S, T: Scalar, const D: usize> Displaced<'s, S, T, D> {
    /// A copy with a pose, for the local points of a manifold.
    pub(crate) fn with_pose(&self) -> Posed<&'s S, T, D> {
        let Posed { shape, pose, image, extent, half, .. } = self.posed;
        let pose = Pose { translation: sum(&pose.translation, &self.by), ..pose.clone() };
        let (extent, half) = (extent.clone(), half.clone());
        let image = Image { bounds: None, ..image.clone() };
        Posed { shape, pose, image, extent, rounding: None, half, is_set: true }
    }

    /// A point, as it is seen from the shape before.
    #[cfg_attr(fast, inline(always))]
    fn seen(&self, point: &Point<T, D>) -> Point<T, D> {
        difference(&point.coords, &self.by).into()
    }
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Support<D> for Displaced<'_, S, T, D> {
    type Scalar = T;

    #[cfg_attr(fast, inline(always))]
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        sum(&self.posed.support(direction).coords, &self.by).into()
    }

    #[cfg_attr(fast, inline(always))]
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        self.posed.support_from(direction, &self.seen(from))
    }

    #[cfg_attr(fast, inline(always))]
    fn center(&self) -> Option<Point<T, D>> {
        Some(sum(&self.posed.center()?.coords, &self.by).into())
    }

    #[cfg_attr(fast, inline(always))]
    fn extent(&self, from: &Point<T, D>) -> T {
        self.posed.extent(&self.seen(from))
    }

    fn support_face(&self, direction: &SVector<T, D>, from: &Point<T, D>, each: &mut dyn FnMut(SupportOffset<T, D>)) {
        self.posed.support_face(direction, &self.seen(from), each);
    }

    #[cfg_attr(fast, inline(always))]
    fn outline(&self, from: &Point<T, D>) -> Option<Outline<'_, T, D>> {
        self.posed.outline(&self.seen(from))
    }

    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        self.posed.recall(id, &self.seen(from))
    }

    forward_methods! { |this| this.posed;
        fn margin(&self) -> T;
        fn roundness(&self) -> T;
        fn vertex_count_hint(&self) -> Option<u32>;
    }
}
