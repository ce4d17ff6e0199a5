//! A cylinder: a disc swept along its axis.

use crate::error::{Error, check_length};
use crate::scalar::{Real, at_unit_scale, max, unit};
use crate::shape::upright::{LengthsHaveNames, Upright};
use crate::support::{RoundingBound, Support, SupportOffset};
use crate::tolerance;
use crate::vertex::VertexId;
use core::array;
use nalgebra::{Point3, Vector2, Vector3};

/// The points with x² + z² ≤ `radius`² and |y| ≤ `half_height`: centered on the origin, upright along y.
///
/// If the radius or the half height is 0, it is a segment, a disc or a point. For a cylinder with round ends see
/// [`Capsule`](crate::shape::Capsule).
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

impl<T: Real> Cylinder<T> {
    /// Begins a cylinder of this radius. [`height`](Upright::height) or [`half_height`](Upright::half_height) completes it.
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

    /// The radius.
    pub fn radius(&self) -> T {
        self.radius.clone()
    }

    /// Half the height.
    pub fn half_height(&self) -> T {
        self.half_height.clone()
    }
}

impl<T: Real> Support<3> for Cylinder<T> {
    type Scalar = T;

    /// A point on the rim of an end, or its middle if the direction is along the axis.
    #[inline]
    fn support(&self, direction: &Vector3<T>) -> Point3<T> {
        let outward = unit(&Vector2::new(direction[0].clone(), direction[2].clone())) * self.radius.clone();
        let y = if direction[1] < T::zero() { -self.half_height.clone() } else { self.half_height.clone() };
        Point3::new(outward[0].clone(), y, outward[1].clone())
    }

    #[inline]
    fn center(&self) -> Option<Point3<T>> {
        Some(Point3::origin())
    }

    #[inline]
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

    /// The roundings of a coordinate of the rim, whose direction is brought to unit length; and one subtraction.
    #[inline]
    fn rounding(&self) -> Option<RoundingBound<T>> {
        Some(RoundingBound::units(tolerance::CIRCLE))
    }
}

/// The extent of the box around a cylinder.
#[inline]
pub(super) fn extent<T: Real>(radius: &T, half_height: &T, from: &Point3<T>) -> T {
    let halves = [radius, half_height, radius];
    halves.into_iter().zip(from.iter()).fold(T::zero(), |m, (half, x)| max(m, half.clone() + x.abs()))
}

/// How many points stand for a rim: with twelve their coordinates need no more than √3.
pub(super) const RIM: u32 = 12;

/// The points every 30 degrees on the circle at height `y` around the second axis, counter-clockwise as seen from above if `y`
/// is positive, else as seen from below; with the names from `first` on.
pub(super) fn rim<T: Real>(radius: &T, y: &T, first: u32, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
    let one = T::one();
    let two = one.clone() + one.clone();
    let (half, root) = (one.clone() / two.clone(), (two.clone() + one.clone()).sqrt() / two);
    // The cosines of 0, 30, 60 and 90 degrees; all others are these or minus these.
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
