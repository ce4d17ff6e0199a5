//! Cylinders and cones, upright along y. Two calls name their lengths: first the radius, then the height.

use crate::error::{Error, check_length};
use crate::scalar::{Real, at_unit_scale, max, ulps, unit, whole};
use crate::support::{RoundingBound, Support, SupportOffset};
use crate::{tolerance, vertex::VertexId};
use core::array;
use nalgebra::{Point3, Vector2, Vector3};

/// A cylinder or a cone without a height yet: see [`Cylinder::with_radius`](super::Cylinder::with_radius) and
/// [`Cone::with_radius`](super::Cone::with_radius).
#[derive(Clone, Copy, Debug)]
#[must_use = "it becomes a shape with `height` or `half_height`"]
pub struct Upright<S, T> {
    radius: T,
    /// Makes the shape from a radius and half a height.
    make: fn(T, T) -> Result<S, Error>,
}

impl<S, T: Real> Upright<S, T> {
    /// Makes the shape with this height, half of it above the origin.
    ///
    /// # Errors
    /// If the radius or the height is negative, not finite or too large.
    pub fn height(self, height: T) -> Result<S, Error> {
        self.half_height(height / whole(2))
    }

    /// Makes the shape with this half height.
    ///
    /// # Errors
    /// If the radius or the height is negative, not finite or too large.
    pub fn half_height(self, half_height: T) -> Result<S, Error> {
        (self.make)(self.radius, half_height)
    }
}

/// Unimplemented: its error message tells a caller of `new` to name the lengths.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "which length is the radius, and which the height?",
    label = "write `with_radius(radius).half_height(half_height)`, or `.height(height)`"
)]
pub trait LengthsHaveNames {}

/// A shape made of a radius and half a height.
macro_rules! upright {
    ($shape:ident, $begun:literal, $radius:literal) => {
        impl<T: Real> $shape<T> {
            #[doc = concat!("Begins ", $begun, ". [`height`](Upright::height) or [`half_height`](Upright::half_height) completes it.")]
            pub fn with_radius(radius: T) -> Upright<Self, T> {
                Upright { radius, make: Self::of }
            }

            #[doc(hidden)]
            pub fn new<R, H>(radius: R, half_height: H) -> Result<Self, Error>
            where
                Self: LengthsHaveNames,
            {
                let _ = (radius, half_height);
                Err(Error::Empty("names"))
            }

            pub(super) fn of(radius: T, half_height: T) -> Result<Self, Error> {
                check_length(&radius, "radius")?;
                check_length(&half_height, "half height")?;
                Ok(Self { radius, half_height })
            }

            #[doc = $radius]
            pub fn radius(&self) -> T {
                self.radius.clone()
            }

            /// Half the height.
            pub fn half_height(&self) -> T {
                self.half_height.clone()
            }
        }
    };
}
upright!(Cylinder, "a cylinder of this radius", "The radius.");
upright!(Cone, "a cone whose base has this radius", "The radius of the base.");

/// The points with x² + z² ≤ `radius`² and |y| ≤ `half_height`: centered on the origin, upright along y. If a length is
/// 0, it is a segment, a disc or a point. For round ends see [`Capsule`](crate::shape::Capsule).
///
/// ```
/// use gjk::{SupportExt, distance, nalgebra::{Point3, Vector3}, shape::{Ball, Cylinder}};
/// let drum = Cylinder::with_radius(1.0_f64).half_height(0.5)?;
/// let ball = Ball::at(Point3::new(4.0, 4.5, 0.0), 1.0)?;
/// assert!((distance(&drum, &ball).distance - 4.0).abs() < 1e-12);
/// assert_eq!(distance(&drum, &drum.clone().posed(Vector3::new(0.0, 3.0, 0.0))?).distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::written::Cylinder<T>"))]
pub struct Cylinder<T: Real> {
    radius: T,
    half_height: T,
}

impl<T: Real> Support<3> for Cylinder<T> {
    type Scalar = T;

    /// A point on the rim of an end, or its middle if the direction is along the axis.
    fn support(&self, direction: &Vector3<T>) -> Point3<T> {
        let outward = unit(&Vector2::new(direction[0].clone(), direction[2].clone())) * self.radius.clone();
        let y = if direction[1] < T::zero() { -self.half_height.clone() } else { self.half_height.clone() };
        Point3::new(outward[0].clone(), y, outward[1].clone())
    }

    fn center(&self) -> Option<Point3<T>> {
        Some(Point3::origin())
    }

    fn extent(&self, from: &Point3<T>) -> T {
        extent(&self.radius, &self.half_height, from)
    }

    /// An end, with its rim as a polygon of twelve points, or a line on the side.
    fn support_face(&self, direction: &Vector3<T>, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
        let direction = at_unit_scale(direction);
        let radial = Vector2::new(direction[0].clone(), direction[2].clone());
        let up = direction[1].clone();
        let [top, bottom] = [self.half_height.clone(), -self.half_height.clone()];
        if radial.dot(&radial) <= up.clone() * up.clone() {
            let (y, first) = if up < T::zero() { (bottom, RIM) } else { (top, 0) };
            rim(&self.radius, &y, first, from, each);
        } else {
            let outward = unit(&radial) * self.radius.clone();
            for (y, id) in [(top, 2 * RIM), (bottom, 2 * RIM + 1)] {
                let point = Vector3::new(outward[0].clone(), y, outward[1].clone());
                each(SupportOffset { offset: point - &from.coords, id: VertexId(id) });
            }
        }
    }

    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::CIRCLE))
    }
}

/// The extent of the box around a cylinder.
fn extent<T: Real>(radius: &T, half_height: &T, from: &Point3<T>) -> T {
    let halves = [radius, half_height, radius];
    halves.into_iter().zip(from.iter()).fold(T::zero(), |m, (half, x)| max(m, half.clone() + x.abs()))
}

/// The points of a rim: the coordinates of twelve need no root but √3.
const RIM: u32 = 12;

/// The points every 30 degrees on the circle at height `y`, counter-clockwise from outside, with ids from `first` on.
fn rim<T: Real>(radius: &T, y: &T, first: u32, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
    let one = T::one();
    let two = one.clone() + one.clone();
    let (half, root) = (one.clone() / two.clone(), (two.clone() + one.clone()).sqrt() / two);
    // The cosines of 0, 30, 60 and 90 degrees.
    let quarter = [one, root, half, T::zero()];
    let cosines: [T; 12] = array::from_fn(|k| match k {
        0..=3 => quarter[k].clone(),
        4..=6 => -quarter[6 - k].clone(),
        7..=9 => -quarter[k - 6].clone(),
        _ => quarter[12 - k].clone(),
    });
    for k in 0..12 {
        // From the third axis to the first, seen from above, it turns counter-clockwise.
        let k = if *y < T::zero() { 11 - k } else { k };
        let [cosine, sine] = [cosines[k].clone(), cosines[(k + 9) % 12].clone()];
        let point = Vector3::new(radius.clone() * sine, y.clone(), radius.clone() * cosine);
        let number = u32::try_from(k).unwrap_or(0);
        each(SupportOffset { offset: point - &from.coords, id: VertexId(first + number) });
    }
}

/// The hull of a disc of `radius` at y = −`half_height` and the apex at y = +`half_height`. Lengths may be 0.
///
/// ```
/// use gjk::{distance, nalgebra::Point3, shape::{Ball, Cone}};
/// let cone = Cone::with_radius(2.0).half_height(1.5)?;
/// let above = Ball::point(Point3::new(0.0, 4.0, 0.0))?;
/// assert_eq!(distance(&cone, &above).distance, 2.5);
/// // Its side falls by 3 over 2: from (1, 0) the way straight out is along (3, 2).
/// let beside = Ball::point(Point3::new(4.0, 2.0, 0.0))?;
/// assert!((distance(&cone, &beside).distance - 13.0_f64.sqrt()).abs() < 1e-12);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "super::written::Cone<T>")
)]
pub struct Cone<T: Real> {
    radius: T,
    half_height: T,
}

impl<T: Real> Support<3> for Cone<T> {
    type Scalar = T;

    fn support(&self, direction: &Vector3<T>) -> Point3<T> {
        self.support_from(direction, &Point3::origin()).offset.into()
    }

    /// The apex, which is vertex 0, or a point of the rim. The way from the rim to the apex goes inwards by `radius`
    /// and up by 2·`half_height`; if its product with `d` is positive, the apex is farther.
    fn support_from(&self, direction: &Vector3<T>, from: &Point3<T>) -> SupportOffset<T, 3> {
        let direction = at_unit_scale(direction);
        let radial = Vector2::new(direction[0].clone(), direction[2].clone());
        let outward = unit(&radial);
        let height = self.half_height.clone() + self.half_height.clone();
        let along = height * direction[1].clone() - self.radius.clone() * outward.dot(&radial);
        let zero = T::zero();
        let (point, id) = if along >= zero {
            (Vector3::new(zero.clone(), self.half_height.clone(), zero), VertexId(0))
        } else {
            let rim = outward * self.radius.clone();
            (Vector3::new(rim[0].clone(), -self.half_height.clone(), rim[1].clone()), VertexId::NONE)
        };
        SupportOffset { offset: point - &from.coords, id }
    }

    fn recall(&self, id: VertexId, from: &Point3<T>) -> Option<Vector3<T>> {
        let apex = Vector3::new(T::zero(), self.half_height.clone(), T::zero());
        (id == VertexId(0)).then(|| apex - &from.coords)
    }

    fn center(&self) -> Option<Point3<T>> {
        Some(Point3::origin())
    }

    fn extent(&self, from: &Point3<T>) -> T {
        extent(&self.radius, &self.half_height, from)
    }

    /// The base, with its rim as a polygon of twelve points, or a line on the side; straight upwards, the apex.
    fn support_face(&self, direction: &Vector3<T>, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
        let direction = at_unit_scale(direction);
        let radial = Vector2::new(direction[0].clone(), direction[2].clone());
        let outward = unit(&radial);
        // The normal of the side: 2·`half_height` outwards and `radius` upwards.
        let height = self.half_height.clone() + self.half_height.clone();
        let side = unit(&Vector2::new(height, self.radius.clone()));
        let across = side[0].clone() * outward.dot(&radial) + side[1].clone() * direction[1].clone();
        let bottom = -self.half_height.clone();
        if across <= -direction[1].clone() {
            return rim(&self.radius, &bottom, 1, from, each);
        }
        let apex = Vector3::new(T::zero(), self.half_height.clone(), T::zero());
        each(SupportOffset { offset: apex - &from.coords, id: VertexId(0) });
        if outward != Vector2::zeros() {
            let foot = outward * self.radius.clone();
            let foot = Vector3::new(foot[0].clone(), bottom, foot[1].clone());
            each(SupportOffset { offset: foot - &from.coords, id: VertexId(1 + RIM) });
        }
    }

    fn rounding(&self) -> Option<RoundingBound<T>> {
        let size = self.radius.clone() + self.half_height.clone();
        Some(RoundingBound { fixed: ulps(tolerance::CONE_SIGN, &size), ..RoundingBound::units(tolerance::CIRCLE) })
    }
}
