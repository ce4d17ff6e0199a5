//! Any shape as one type, whose methods are compiled with the library.

use super::custom::Custom;
use crate::error::Error;
use crate::mass::{MassProperties, Solid};
use crate::pose::Pose;
use crate::scalar::{Real, Scalar};
use crate::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Frustum, Hull, PointCloud, Polygon, Posed, Segment,
    Sum, SupportExt, Swollen, Tetrahedron, Triangle,
};
use crate::support::{Support, forward_support};
use alloc::boxed::Box;
use nalgebra::Point;

/// A scalar that shapes are compiled for, in D dimensions: `f32` and `f64`, in two and three. No others can be added, since a
/// crate compiles what it adds itself.
pub trait PrecompiledShapes<const D: usize>: Real {
    /// Any shape: [`Shape2`] or [`Shape3`].
    type Shape: Support<D, Scalar = Self>;

    #[doc(hidden)]
    fn set_pose(shape: &mut Self::Shape, pose: Pose<Self, D>) -> Result<(), Error>;
    #[doc(hidden)]
    fn swollen(shape: Self::Shape, margin: Self) -> Result<Self::Shape, Error>;
}

/// A shape that knows where it is: a [`Posed`] of any shape, a [`Shape2`] or a [`Shape3`]. No others can be added.
pub trait Placed<T: Scalar, const D: usize>: Support<D, Scalar = T> + sealed::Sealed {
    #[doc(hidden)]
    fn place(&self) -> &Pose<T, D>;
}

mod sealed {
    pub trait Sealed {}
}

impl<S, T: Scalar, const D: usize> sealed::Sealed for Posed<S, T, D> {}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Placed<T, D> for Posed<S, T, D> {
    fn place(&self) -> &Pose<T, D> {
        self.pose()
    }
}

/// None: its type is not known.
impl<T: Real, const D: usize> Solid<D> for Custom<T, D> {
    fn mass_properties(&self, _: T) -> Option<MassProperties<T, D>> {
        None
    }
}

/// An enum of shapes of D dimensions, each with its pose. Its support mapping is written for `f32` and `f64` each, and not for
/// any scalar, so that it is compiled here.
macro_rules! shapes {
    (
        $(#[$about:meta])* $name:ident, $d:literal, $bound:literal,
        { $($(#[$text:meta])* $variant:ident($shape:ty),)* }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(bound(serialize = $bound, deserialize = $bound)))]
        #[non_exhaustive]
        pub enum $name<T: Real> {
            $($(#[$text])* $variant(Posed<$shape, T, $d>),)*
        }

        $(
            /// The shape as it is: its pose moves nothing.
            impl<T: Real> From<$shape> for $name<T>
            where
                $name<T>: Support<$d, Scalar = T>,
            {
                fn from(shape: $shape) -> Self {
                    Self::$variant(Posed::unmoved(shape))
                }
            }

            impl<T: Real> From<Posed<$shape, T, $d>> for $name<T> {
                fn from(shape: Posed<$shape, T, $d>) -> Self {
                    Self::$variant(shape)
                }
            }
        )*

        impl<T: PrecompiledShapes<$d, Shape = Self>> $name<T> {
            /// This shape at another pose: see [`set_pose`](Self::set_pose).
            ///
            /// # Errors
            /// If the pose is not finite or no rotation, or moves the shape out of the range of its scalar.
            pub fn at(mut self, pose: impl Into<Pose<T, $d>>) -> Result<Self, Error> {
                T::set_pose(&mut self, pose.into())?;
                Ok(self)
            }

            /// Moves the shape to another pose, as [`Posed::set_pose`] does. The pose that it had is forgotten: for a part that is
            /// off the middle of its body, give the product, `body * part`.
            ///
            /// # Errors
            /// If the pose is not finite or no rotation, or moves the shape out of the range of its scalar. Then the shape stays
            /// where it is.
            pub fn set_pose(&mut self, pose: impl Into<Pose<T, $d>>) -> Result<(), Error> {
                T::set_pose(self, pose.into())
            }

            /// The shape swollen by a ball, at the same pose. `margin` is as wide as it is there: if the pose scales, the shape
            /// itself is swollen by as much less.
            ///
            /// # Errors
            /// If `margin` is negative, not finite or too large.
            pub fn swollen(self, margin: T) -> Result<Self, Error> {
                T::swollen(self, margin)
            }
        }

        impl<T: Real> $name<T> {
            /// Where the shape is.
            pub fn pose(&self) -> &Pose<T, $d>
            where
                Self: Support<$d, Scalar = T>,
            {
                match self { $(Self::$variant(shape) => shape.pose(),)* }
            }
        }

        shapes!(@for f32, $name, $d, $($variant)*);
        shapes!(@for f64, $name, $d, $($variant)*);
    };

    (@for $t:ty, $name:ident, $d:literal, $($variant:ident)*) => {
        impl $name<$t> {
            /// The shape, as one of its own type. Out of line: else a program has this function itself, and so the methods of all
            /// shapes, with its own settings. (`rustc` inlines leaves across crates wherever it builds without increments.)
            #[inline(never)]
            fn known(&self) -> &dyn Support<$d, Scalar = $t> {
                match self { $(Self::$variant(shape) => shape,)* }
            }
        }

        forward_support!([] $name<$t>, $d, $t, |shape| shape.known(); behind Self::known);

        impl Solid<$d> for $name<$t> {
            fn mass_properties(&self, density: $t) -> Option<MassProperties<$t, $d>> {
                match self { $(Self::$variant(shape) => shape.mass_properties(density),)* }
            }
        }

        impl PrecompiledShapes<$d> for $t {
            type Shape = $name<$t>;
            fn set_pose(shape: &mut $name<$t>, pose: Pose<$t, $d>) -> Result<(), Error> {
                match shape { $($name::$variant(shape) => shape.set_pose(pose),)* }
            }
            fn swollen(shape: $name<$t>, margin: $t) -> Result<$name<$t>, Error> {
                let pose = shape.pose().clone();
                let shape = match shape { $($name::$variant(shape) => $name::from(shape.into_shape()),)* };
                let own = margin / *pose.scale();
                // What is swollen already gets one margin, and not a shape within a shape.
                let (inner, own) = match &shape {
                    $name::Swollen(swollen) if own >= 0.0 => (swollen.shape().shape().clone(), swollen.shape().radius() + own),
                    _ => (Box::new(shape), own),
                };
                SupportExt::swollen(inner, own).map($name::from)?.at(pose)
            }
        }

        impl sealed::Sealed for $name<$t> {}

        impl Placed<$t, $d> for $name<$t> {
            fn place(&self) -> &Pose<$t, $d> {
                self.pose()
            }
        }
    };
}

shapes! {
    /// Any shape of two dimensions, with its pose.
    ///
    /// ```
    /// use gjk::nalgebra::{Isometry2, Point2, Vector2};
    /// use gjk::precompiled::{Shape2, contact};
    /// use gjk::shape::{Capsule, Cuboid};
    /// let mut player = Shape2::<f32>::from(Capsule::new(Point2::new(0.0, -0.5), Point2::new(0.0, 0.5), 0.5)?);
    /// let ramp = Shape2::<f32>::from(Cuboid::new(Vector2::new(2.0, 1.0))?).at(Isometry2::new(Vector2::zeros(), 0.3))?;
    /// for height in [2.5, 2.0] {
    ///     player.set_pose(Vector2::new(0.0, height))?;
    ///     println!("{}", contact(&ramp, &player).separation);
    /// }
    /// # Ok::<(), gjk::Error>(())
    /// ```
    Shape2, 2, "T: serde::Serialize + serde::de::DeserializeOwned, Shape2<T>: Support<2, Scalar = T>",
    {
        /// A point. It is taken as it is; [`Ball::point`] checks that it is finite.
        Point(Point<T, 2>),
        /// A segment.
        Segment(Segment<T, 2>),
        /// A triangle.
        Triangle(Triangle<T, 2>),
        /// A box.
        Cuboid(Cuboid<T, 2>),
        /// The hull of points.
        PointCloud(PointCloud<T, 2>),
        /// A polygon, with its edges.
        Polygon(Polygon<T>),
        /// A disc.
        Ball(Ball<T, 2>),
        /// A stadium.
        Capsule(Capsule<T, 2>),
        /// An ellipse.
        Ellipsoid(Ellipsoid<T, 2>),
        /// A shape of your own.
        Custom(Custom<T, 2>),
        /// A shape with a ball added around it.
        Swollen(Swollen<Box<Shape2<T>>, T, 2>),
        /// The hull of shapes.
        Hull(Hull<Shape2<T>, T, 2>),
        /// The sum of two shapes.
        Sum(Sum<Box<Shape2<T>>, Box<Shape2<T>>, T, 2>),
    }
}

shapes! {
    /// Any shape of three dimensions, with its pose.
    ///
    /// ```
    /// use gjk::nalgebra::{Isometry3, Vector3};
    /// use gjk::precompiled::{Shape3, distance};
    /// use gjk::shape::{Cone, Cuboid};
    /// let cone = Shape3::<f64>::from(Cone::new(1.0, 1.0)?);
    /// let cube = Shape3::<f64>::from(Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?).at(Isometry3::translation(0.0, 4.0, 0.0))?;
    /// assert_eq!(distance(&cone, &cube).distance, 2.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    Shape3, 3, "T: serde::Serialize + serde::de::DeserializeOwned, Shape3<T>: Support<3, Scalar = T>",
    {
        /// A point. It is taken as it is; [`Ball::point`] checks that it is finite.
        Point(Point<T, 3>),
        /// A segment.
        Segment(Segment<T, 3>),
        /// A triangle.
        Triangle(Triangle<T, 3>),
        /// A tetrahedron.
        Tetrahedron(Tetrahedron<T, 3>),
        /// A box.
        Cuboid(Cuboid<T, 3>),
        /// The hull of points.
        PointCloud(PointCloud<T, 3>),
        /// The hull of points, with its faces.
        ConvexHull(ConvexHull<T>),
        /// A ball.
        Ball(Ball<T, 3>),
        /// A capsule.
        Capsule(Capsule<T, 3>),
        /// An ellipsoid.
        Ellipsoid(Ellipsoid<T, 3>),
        /// A cylinder.
        Cylinder(Cylinder<T>),
        /// A cone.
        Cone(Cone<T>),
        /// A frustum.
        Frustum(Frustum<T>),
        /// A shape of your own.
        Custom(Custom<T, 3>),
        /// A shape with a ball added around it.
        Swollen(Swollen<Box<Shape3<T>>, T, 3>),
        /// The hull of shapes.
        Hull(Hull<Shape3<T>, T, 3>),
        /// The sum of two shapes.
        Sum(Sum<Box<Shape3<T>>, Box<Shape3<T>>, T, 3>),
    }
}
