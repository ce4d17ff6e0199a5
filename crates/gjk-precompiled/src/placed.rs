//! A shape of any type and its pose, with methods that are compiled here.

use crate::Precompiled;
use core::fmt;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{Ball, Capsule, Cuboid, Ellipsoid, PointCloud, Posed, Segment, Shape, SupportExt, Triangle};
use gjk::simplex::VertexId;
use gjk::support::{Construction, Outline, RoundingBound, SupportOffset};
use gjk::{Aabb, Error, Pose, Scalar, Support};
#[cfg(feature = "2d")]
use gjk::{
    nalgebra::{Isometry2, Similarity2},
    shape::Polygon,
};
#[cfg(feature = "3d")]
use gjk::{
    nalgebra::{Isometry3, Similarity3},
    shape::{Cone, ConvexHull, Cylinder, Frustum, Tetrahedron},
};

/// A type that converts into a [`Shape`]: the shapes of [`gjk::shape`], whose support mappings are then compiled here, and `Shape` itself.
pub trait IntoShape<T: Scalar, const D: usize> {
    /// Converts the shape.
    fn shape(self) -> Shape<T, D>;
}

/// A type that converts into a [`Pose`]; the conversion is compiled here.
pub trait IntoPose<T: Scalar, const D: usize> {
    /// The pose.
    fn pose(self) -> Pose<T, D>;
}

/// A shape of any type, where it is. It is a shape itself, and clones share the object.
///
/// ```
/// use gjk::{nalgebra::{Point2, Vector2}, shape::{Ball, Shape2}, support_fn};
/// use gjk_precompiled::{Placed, distance};
/// let diamond = Shape2::from(support_fn(|d: &Vector2<f32>| {
///     if d.x.abs() > d.y.abs() { Point2::new(d.x.signum(), 0.0) } else { Point2::new(0.0, d.y.signum()) }
/// }));
/// let diamond = Placed::new(diamond, Vector2::zeros())?;
/// let ball = Placed::new(Ball::<f32, 2>::at(Point2::new(0.0, 0.0), 1.0)?, Vector2::new(4.0, 0.0))?;
/// assert_eq!(distance(&diamond, &ball).distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone)]
pub struct Placed<T: Scalar, const D: usize>(pub(crate) Posed<Shape<T, D>, T, D>);

impl<T: Precompiled<D>, const D: usize> Placed<T, D> {
    /// A shape at a pose: see [`SupportExt::posed`].
    ///
    /// # Errors
    /// If the pose is not finite or not a rotation, or moves the shape out of the range of its scalar.
    pub fn new(shape: impl IntoShape<T, D>, pose: impl IntoPose<T, D>) -> Result<Self, Error> {
        T::place(shape.shape(), pose.pose())
    }

    /// Moves the shape to another pose: see [`Posed::set_pose`].
    ///
    /// # Errors
    /// As [`new`](Self::new). Then the shape stays where it is.
    pub fn set_pose(&mut self, pose: impl IntoPose<T, D>) -> Result<(), Error> {
        T::move_to(self, pose.pose())
    }
}

impl<T: Scalar, const D: usize> Placed<T, D> {
    pub(crate) fn of(shape: Shape<T, D>, pose: Pose<T, D>) -> Result<Self, Error> {
        shape.posed(pose).map(Self)
    }

    /// The present pose.
    pub fn pose(&self) -> &Pose<T, D> {
        self.0.pose()
    }
}

/// The pose: the type of the shape is not known.
impl<T: Scalar, const D: usize> fmt::Debug for Placed<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Placed").field("pose", self.pose()).finish_non_exhaustive()
    }
}

macro_rules! compiled {
    ($t:ty, $d:literal; shapes: $($shape:ty),*; poses: $($pose:ty),*) => {
        $(impl IntoShape<$t, $d> for $shape {
            fn shape(self) -> Shape<$t, $d> {
                Shape::new(self)
            }
        })*
        impl IntoShape<$t, $d> for Shape<$t, $d> {
            fn shape(self) -> Self {
                self
            }
        }
        $(impl IntoPose<$t, $d> for $pose {
            fn pose(self) -> Pose<$t, $d> {
                Pose::from(self)
            }
        })*
        compiled! { @forward $t, $d;
            fn support(&self, direction: &SVector<$t, $d>) -> Point<$t, $d>;
            fn support_from(&self, direction: &SVector<$t, $d>, from: &Point<$t, $d>) -> SupportOffset<$t, $d>;
            fn margin(&self) -> $t;
            fn roundness(&self) -> $t;
            fn center(&self) -> Option<Point<$t, $d>>;
            fn extent(&self, from: &Point<$t, $d>) -> $t;
            fn outline(&self, from: &Point<$t, $d>) -> Option<Outline<'_, $t, $d>>;
            fn recall(&self, id: VertexId, from: &Point<$t, $d>) -> Option<SVector<$t, $d>>;
            fn vertex_count_hint(&self) -> Option<u32>;
            fn bounds(&self) -> Option<Aabb<$t, $d>>;
            fn support_face(
                &self,
                direction: &SVector<$t, $d>,
                from: &Point<$t, $d>,
                each: &mut dyn FnMut(SupportOffset<$t, $d>)
            ) -> ();
            fn rounding(&self) -> Option<RoundingBound<$t>>;
            fn construction(&self) -> Option<Construction<$t, $d>>;
            fn pose(&self) -> Option<&Pose<$t, $d>>;
        }
    };
    (@forward $t:ty, $d:literal; $(fn $name:ident(&self $(, $argument:ident: $type:ty)*) -> $answer:ty;)*) => {
        /// The methods of the shape at its pose, without type parameters: so they are compiled here.
        impl Support<$d> for Placed<$t, $d> {
            type Scalar = $t;
            $(fn $name(&self $(, $argument: $type)*) -> $answer {
                Support::$name(&self.0 $(, $argument)*)
            })*
        }
    };
}

macro_rules! of_scalar {
    ($t:ty, $scalar:literal) => {
        #[cfg(all(feature = $scalar, feature = "2d"))]
        compiled! { $t, 2;
            shapes: Point<$t, 2>, Segment<$t, 2>, Triangle<$t, 2>, Cuboid<$t, 2>, PointCloud<$t, 2>, Polygon<$t>, Ball<$t, 2>,
                Capsule<$t, 2>, Ellipsoid<$t, 2>;
            poses: Pose<$t, 2>, SVector<$t, 2>, Isometry2<$t>, Similarity2<$t>, [$t; 2], ([$t; 2], $t)
        }
        #[cfg(all(feature = $scalar, feature = "3d"))]
        compiled! { $t, 3;
            shapes: Point<$t, 3>, Segment<$t, 3>, Triangle<$t, 3>, Tetrahedron<$t, 3>, Cuboid<$t, 3>, PointCloud<$t, 3>, ConvexHull<$t>,
                Ball<$t, 3>, Capsule<$t, 3>, Ellipsoid<$t, 3>, Cylinder<$t>, Cone<$t>, Frustum<$t>;
            poses: Pose<$t, 3>, SVector<$t, 3>, Isometry3<$t>, Similarity3<$t>, [$t; 3], ([$t; 3], [$t; 4])
        }
    };
}
of_scalar!(f32, "f32");
of_scalar!(f64, "f64");
