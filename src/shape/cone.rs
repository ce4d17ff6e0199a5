//! A cone: a disc and a point above its middle.

use crate::error::{Error, check_length};
use crate::scalar::{Real, at_unit_scale, largest, ulps, unit};
use crate::shape::cylinder::{RIM, extent, rim};
use crate::shape::upright::{LengthsHaveNames, Upright};
use crate::support::{RoundingBound, Support, SupportOffset};
use crate::tolerance;
use crate::vertex::VertexId;
use nalgebra::{Point3, Vector2, Vector3};

/// The hull of a disc of `radius` at y = −`half_height`, perpendicular to y, and the apex at y = +`half_height`.
///
/// If the radius or the half height is 0, it is a segment, a disc or a point.
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

impl<T: Real> Cone<T> {
    /// Begins a cone whose base has this radius. [`height`](Upright::height) or [`half_height`](Upright::half_height) completes it.
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

    /// The radius of the base.
    pub fn radius(&self) -> T {
        self.radius.clone()
    }

    /// Half the height.
    pub fn half_height(&self) -> T {
        self.half_height.clone()
    }
}

impl<T: Real> Support<3> for Cone<T> {
    type Scalar = T;

    #[inline]
    fn support(&self, direction: &Vector3<T>) -> Point3<T> {
        self.support_from(direction, &Point3::origin()).offset.into()
    }

    /// The apex or a point of the rim (for a direction straight down the middle of the base). From the rim to the apex it goes
    /// inwards by `radius` and up by 2·`half_height`. If that vector has a positive product with `d`, the apex is
    /// farther. The apex is vertex 0.
    #[inline]
    fn support_from(&self, direction: &Vector3<T>, from: &Point3<T>) -> SupportOffset<T, 3> {
        let direction = direction * largest(direction).unit_scale();
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

    #[inline]
    fn recall(&self, id: VertexId, from: &Point3<T>) -> Option<Vector3<T>> {
        let apex = Vector3::new(T::zero(), self.half_height.clone(), T::zero());
        (id == VertexId(0)).then(|| apex - &from.coords)
    }

    #[inline]
    fn center(&self) -> Option<Point3<T>> {
        Some(Point3::origin())
    }

    #[inline]
    fn extent(&self, from: &Point3<T>) -> T {
        extent(&self.radius, &self.half_height, from)
    }

    /// The base, with its rim as a polygon of twelve points, or a line on the side; straight upwards, the apex.
    fn support_face(&self, direction: &Vector3<T>, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
        let direction = at_unit_scale(direction);
        let radial = Vector2::new(direction[0].clone(), direction[2].clone());
        let outward = unit(&radial);
        // The normal of the side is by 2·`half_height` outwards and by `radius` upwards.
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

    /// As for a cylinder; besides, the sign that decides between apex and rim is that of a sum with six roundings.
    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        let size = self.radius.clone() + self.half_height.clone();
        Some(RoundingBound { fixed: ulps(tolerance::CONE_SIGN, &size), ..RoundingBound::units(tolerance::CIRCLE) })
    }
}
