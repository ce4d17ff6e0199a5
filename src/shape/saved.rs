//! Shapes of any kind in serde's formats, under the name of their kind: `{"ball":{"center":[0,0],"radius":1}}`.

use crate::error::check_vector;
use crate::scalar::Real;
use crate::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Faceted, Frustum, Hull, PointCloud, Polygon, Posed,
    Segment, Shape, Sum, Swollen, Tetrahedron, Triangle,
};
use crate::support::Support;
use alloc::boxed::Box;
use core::any::Any;
use nalgebra::Point;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

/// The kinds of shapes: first the simple ones, then those that wrap others. A kind of another dimension is read, then refused.
macro_rules! kinds {
    ($($kind:ident: $shape:ty, $d:expr;)*) => {
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(
            rename_all = "snake_case",
            bound(serialize = "T: Real + Serialize", deserialize = "T: Real + Deserialize<'de>")
        )]
        enum Kind<T: Real, const D: usize> {
            $($kind($shape),)*
            // Boxed, because a shape of any kind holds them.
            Posed(Box<Posed<Shape<T, D>, T, D>>),
            Swollen(Box<Swollen<Shape<T, D>, T, D>>),
            Faceted(Box<Faceted<Shape<T, D>, T, D>>),
            Hull(Box<Hull<Shape<T, D>, T, D>>),
            Sum(Box<Sum<Shape<T, D>, Shape<T, D>, T, D>>),
        }

        impl<T: Real, const D: usize> Kind<T, D> {
            /// The kind of a shape of one of these types, or made of one of these or of a [`Shape`].
            fn of(shape: &dyn Any) -> Option<Self> {
                if let Some(shape) = shape.downcast_ref::<Shape<T, D>>() {
                    return Self::of(shape.object());
                }
                $(if let Some(shape) = shape.downcast_ref::<$shape>() {
                    return Some(Self::$kind(shape.clone()));
                })*
                let sum = shape.downcast_ref::<Sum<Shape<T, D>, Shape<T, D>, T, D>>();
                let known = sum.map(|sum| Self::Sum(Box::new(sum.clone()))).or_else(|| made::<Shape<T, D>, T, D>(shape));
                known$(.or_else(|| made::<$shape, T, { $d }>(shape).and_then(cast)))*
            }

            /// The shape, if it is of this dimension.
            fn shape(self) -> Option<Shape<T, D>> {
                Some(match self {
                    $(Self::$kind(shape) => return cast(Shape::<T, { $d }>::from(shape)),)*
                    Self::Posed(shape) => (*shape).into(),
                    Self::Swollen(shape) => (*shape).into(),
                    Self::Faceted(shape) => (*shape).into(),
                    Self::Hull(shape) => (*shape).into(),
                    Self::Sum(shape) => (*shape).into(),
                })
            }
        }
    };
}
kinds! {
    Point: Point<T, D>, D;
    Segment: Segment<T, D>, D;
    Triangle: Triangle<T, D>, D;
    Tetrahedron: Tetrahedron<T, D>, D;
    Ball: Ball<T, D>, D;
    Capsule: Capsule<T, D>, D;
    Cuboid: Cuboid<T, D>, D;
    Ellipsoid: Ellipsoid<T, D>, D;
    PointCloud: PointCloud<T, D>, D;
    Polygon: Polygon<T>, 2;
    ConvexHull: ConvexHull<T>, 3;
    Cylinder: Cylinder<T>, 3;
    Cone: Cone<T>, 3;
    Frustum: Frustum<T>, 3;
}

/// A wrapped shape as a kind: swollen, faceted or a hull, and perhaps posed after that.
fn made<P, T: Real, const D: usize>(shape: &dyn Any) -> Option<Kind<T, D>>
where
    P: Support<D, Scalar = T> + Clone + Send + Sync + 'static,
{
    posed::<P, T, D>(shape)
        .or_else(|| posed::<Swollen<P, T, D>, T, D>(shape))
        .or_else(|| posed::<Faceted<P, T, D>, T, D>(shape))
        .or_else(|| posed::<Hull<P, T, D>, T, D>(shape))
        .or_else(|| {
            let shape = shape.downcast_ref::<Swollen<P, T, D>>()?;
            Some(Kind::Swollen(Box::new(Swollen::new(Shape::new(shape.shape().clone()), shape.radius()).ok()?)))
        })
        .or_else(|| {
            let (shape, directions, tilt) = shape.downcast_ref::<Faceted<P, T, D>>()?.parts();
            Some(Kind::Faceted(Box::new(Faceted::new(Shape::new(shape.clone()), directions, tilt).ok()?)))
        })
        .or_else(|| {
            let shapes = shape.downcast_ref::<Hull<P, T, D>>()?.shapes();
            Some(Kind::Hull(Box::new(Hull::round(shapes.map(|shape| Shape::new(shape.clone()))).ok()?)))
        })
}

fn posed<P, T: Real, const D: usize>(shape: &dyn Any) -> Option<Kind<T, D>>
where
    P: Support<D, Scalar = T> + Clone + Send + Sync + 'static,
{
    let shape = shape.downcast_ref::<Posed<P, T, D>>()?;
    Some(Kind::Posed(Box::new(Posed::new(Shape::new(shape.shape().clone()), shape.pose().clone()).ok()?)))
}

/// The value as another type, if both types are one.
fn cast<A: 'static, B: 'static>(value: A) -> Option<B> {
    (&mut Some(value) as &mut dyn Any).downcast_mut::<Option<B>>()?.take()
}

/// # Errors
/// If the shape consists of shapes that are not in this module, or in more layers than one wrapper and a pose.
impl<T: Real + Serialize, const D: usize> Serialize for Shape<T, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match Kind::<T, D>::of(self.object()) {
            Some(kind) => kind.serialize(serializer),
            None => Err(S::Error::custom("a shape of this type cannot be saved; convert its parts into Shape first")),
        }
    }
}

impl<'de, T: Real + Deserialize<'de>, const D: usize> Deserialize<'de> for Shape<T, D> {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        let kind = Kind::<T, D>::deserialize(reader)?;
        if let Kind::Point(point) = &kind {
            check_vector(&point.coords, "point").map_err(R::Error::custom)?;
        }
        kind.shape().ok_or_else(|| R::Error::custom("this shape is of another dimension"))
    }
}
