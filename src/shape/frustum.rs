//! A frustum: what a camera sees.

use crate::error::{Error, check_length};
use crate::scalar::{Field, Real, Scalar, largest, max, times};
use crate::shape::{HalfSpace, Vertices};
use crate::support::forward_support;
use core::array;
use nalgebra::{Point3, SMatrix, SVector, Vector3};

/// The hull of the eight corners where three of six planes meet: for example a pyramid cut off at both ends.
///
/// # Culling
///
/// Objects that intersect a camera's frustum have to be drawn. Testing each of the six planes also keeps large objects
/// that are outside near an edge; this test does not.
///
/// ```
/// use gjk::{Support, SupportExt, intersects, nalgebra::{Isometry3, Point3, Vector3}, shape::{Ball, Cuboid, Frustum}};
/// // A camera at (0, 2, 10) that looks towards -z, upright; 90 degrees from bottom to top, twice as wide as high.
/// let view = Frustum::perspective(std::f64::consts::FRAC_PI_2, 2.0, 1.0, 100.0)?;
/// let camera = view.posed(Isometry3::translation(0.0, 2.0, 10.0))?;
///
/// let house = Cuboid::new(Vector3::new(3.0, 2.0, 3.0))?;
/// let scene: Vec<(&str, Box<dyn Support<3, Scalar = f64>>)> = vec![
///     ("house", Box::new(house.clone().posed(Vector3::new(0.0, 2.0, -20.0))?)),
///     ("house at the edge", Box::new(house.clone().posed(Isometry3::new(Vector3::new(-66.0, 2.0, -20.0), Vector3::y() * 0.7))?)),
///     ("house behind", Box::new(house.clone().posed(Vector3::new(0.0, 2.0, 20.0))?)),
///     ("sun", Box::new(Ball::at(Point3::new(0.0, 80.0, -40.0), 10.0)?)),
///     ("balloon", Box::new(Ball::at(Point3::new(0.0, 60.0, -40.0), 10.0)?)),
/// ];
/// let seen: Vec<&str> = scene.iter().filter(|(_, shape)| intersects(&camera, shape)).map(|(name, _)| *name).collect();
/// assert_eq!(seen, ["house", "house at the edge", "balloon"]);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "culling")]
pub struct Frustum<T: Scalar> {
    corners: Vertices<T, 3, 8>,
}

impl<T: Scalar> Frustum<T> {
    /// The corners by vertex id: bit 0 is set on the far plane, bit 1 on the right, bit 2 on the top.
    pub fn corners(&self) -> &[Point3<T>; 8] {
        self.corners.points()
    }

    /// The view of a camera at the origin that looks towards −z with y up (as in OpenGL). `fov_y` is the angle between
    /// bottom and top in radians, `aspect` is width / height. The near and far planes are at z = −`near` and z =
    /// −`far`. The last bit may differ between platforms, because a tangent is computed.
    ///
    /// # Errors
    /// If the angle is not within 0 and π, the aspect not positive, `near` < 0, `far` < `near`, or a corner not finite.
    pub fn perspective(fov_y: T, aspect: T, near: T, far: T) -> Result<Self, Error>
    where
        T: Real + num_traits::Float,
    {
        for (length, what) in [(fov_y, "field of view"), (aspect, "aspect"), (near, "near distance")] {
            check_length(&length, what)?;
        }
        for (length, what) in [(fov_y, "field of view"), (aspect, "aspect")] {
            if length.is_zero() {
                return Err(Error::Zero(what));
            }
        }
        check_length(&(far - near), "depth from near to far")?;
        let half = fov_y.half();
        if half >= num_traits::Float::acos(T::zero()) {
            return Err(Error::OutOfRange("field of view"));
        }
        let up = half.tan();
        let right = up * aspect;
        let corners = array::from_fn(|k| {
            let depth = if k & 1 == 0 { near } else { far };
            let [x, y] = [right * depth, up * depth];
            Point3::new(if k & 2 == 0 { -x } else { x }, if k & 4 == 0 { -y } else { y }, -depth)
        });
        Ok(Self { corners: Vertices::new(corners)? })
    }

    /// The points in all of six half-spaces: near, far, left, right, bottom, top. Their normals point outwards.
    ///
    /// # Errors
    /// [`Error::Unbounded`] if three planes that should meet in a corner do not; if a corner is outside another
    /// half-space (a normal may point inwards); or if opposite planes are the same.
    ///
    /// ```
    /// use gjk::{nalgebra::{Point3, Vector3}, shape::{Frustum, HalfSpace}};
    /// let side = |x: f64, y: f64, z: f64| HalfSpace::new(Vector3::new(x, y, z), 1.0);
    /// let cube = Frustum::from_planes(&[
    ///     side(0.0, 0.0, 1.0)?, side(0.0, 0.0, -1.0)?, // near, far
    ///     side(-1.0, 0.0, 0.0)?, side(1.0, 0.0, 0.0)?, // left, right
    ///     side(0.0, -1.0, 0.0)?, side(0.0, 1.0, 0.0)?, // bottom, top
    /// ])?;
    /// assert_eq!(cube.corners()[0], Point3::new(-1.0, -1.0, 1.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_planes(planes: &[HalfSpace<T, 3>; 6]) -> Result<Self, Error>
    where
        T: Field,
    {
        let mut corners = array::from_fn(|_| Point3::origin());
        for (k, corner) in corners.iter_mut().enumerate() {
            let [depth, side, height] = [&planes[k & 1], &planes[2 + (k >> 1 & 1)], &planes[4 + (k >> 2)]];
            *corner = meeting_point([depth, side, height]).ok_or(Error::Unbounded)?;
        }
        // Opposite planes are the same if all corners that differ only in their bit are.
        let same_plane = |bit: usize| (0..8).all(|k| corners[k] == corners[k | bit]);
        let flat = [1, 2, 4].into_iter().any(same_plane);
        let frustum = Self { corners: Vertices::new(corners).map_err(|_| Error::Unbounded)? };
        if !flat && planes.iter().all(|plane| frustum.is_within(plane)) { Ok(frustum) } else { Err(Error::Unbounded) }
    }

    /// The view of a camera, from the matrix that takes a point of the world to clip coordinates: projection times
    /// view, acting on columns, with OpenGL's depth, −w ≤ z ≤ w.
    ///
    /// Gil Gribb and Klaus Hartmann, Fast extraction of viewing frustum planes from the world-view-projection matrix,
    /// 2001: in clip coordinates the left plane is −w ≤ x, so in the world it is (row 4 + row 1) · (p, 1) ≥ 0.
    ///
    /// # Errors
    /// [`Error::Unbounded`] if the matrix does not belong to a camera of this kind, for example because it has no far
    /// plane; [`Error::OutOfRange`] if a number is not finite, or too large.
    ///
    /// ```
    /// use gjk::{nalgebra::{Isometry3, Perspective3, Point3, Vector3}, shape::Frustum};
    /// let projection = Perspective3::new(1.5, 1.0, 0.5, 50.0);
    /// let view = Isometry3::look_at_rh(&Point3::new(3.0, 4.0, 5.0), &Point3::origin(), &Vector3::y());
    /// let frustum = Frustum::from_matrix(&(projection.to_homogeneous() * view.to_homogeneous()))?;
    /// let corner = view.inverse() * projection.unproject_point(&Point3::new(1.0, -1.0, -1.0));
    /// assert!((frustum.corners()[0b010] - corner).norm() < 1e-12);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_matrix(clip_from_world: &SMatrix<T, 4, 4>) -> Result<Self, Error>
    where
        T: Field,
    {
        if !clip_from_world.iter().all(Scalar::in_range) {
            return Err(Error::OutOfRange("clip matrix"));
        }
        let row = |k: usize| SVector::<T, 4>::from_fn(|column, _| clip_from_world[(k, column)].clone());
        // Points in the half-space have within · (p, 1) ≥ 0.
        let plane = |within: SVector<T, 4>| {
            let [x, y, z, w] = within.into();
            HalfSpace::new(-Vector3::new(x, y, z), w).map_err(|_| Error::Unbounded)
        };
        Self::from_planes(&[
            plane(row(3) + row(2))?,
            plane(row(3) - row(2))?,
            plane(row(3) + row(0))?,
            plane(row(3) - row(0))?,
            plane(row(3) + row(1))?,
            plane(row(3) - row(1))?,
        ])
    }

    /// Returns whether all corners are in a half-space, to a thousandth of the size: above rounding, below a reversed
    /// normal.
    fn is_within(&self, plane: &HalfSpace<T, 3>) -> bool {
        let corners = self.corners();
        let size = corners.iter().map(|corner| largest(&(corner - &corners[0]))).fold(T::zero(), max);
        let slack = size * largest(&plane.direction);
        // The plane's level relative to a corner is the depth of the corner inside.
        corners.iter().all(|corner| times(1000, &plane.level_from(corner)) >= -slack.clone())
    }
}

/// The point where three planes meet, by Cramer's rule: p = (l₁ n₂×n₃ + l₂ n₃×n₁ + l₃ n₁×n₂) / (n₁ · n₂×n₃).
fn meeting_point<T: Field>(planes: [&HalfSpace<T, 3>; 3]) -> Option<Point3<T>> {
    let [n1, n2, n3] = planes.map(|plane| &plane.direction);
    let from = &planes[0].anchor;
    let levels = planes.map(|plane| plane.level_from(from));
    let volume = n1.dot(&n2.cross(n3));
    if volume.is_zero() {
        return None;
    }
    let scale = levels.iter().map(Scalar::abs).fold(T::zero(), max).unit_scale();
    let [l1, l2, l3] = levels.map(|level| level * scale.clone());
    let scaled = n2.cross(n3) * l1 + n3.cross(n1) * l2 + n1.cross(n2) * l3;
    Some(from + scaled / volume / scale)
}

forward_support!([T: Scalar] Frustum<T>, 3, T, |frustum| frustum.corners);
