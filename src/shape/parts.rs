//! Shapes are written and read by serde. What is read goes through the constructor, so every shape is well formed.

use crate::error::Error;
use crate::pose::Pose;
use crate::scalar::{Field, Real, Scalar};
use crate::shape;
use crate::shape::written::{hull, polygon};
use crate::support::Support;
use crate::vertex::VertexId;
use alloc::vec::Vec;
use nalgebra::{Point, SVector, Vector2, Vector3};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The fields that a shape is written with, and how it is made of them.
macro_rules! checked {
    ($([$($generics:tt)*] $shape:ident<$($parameter:ident),*> { $($field:ident: $type:ty),* } => $make:expr;)*) => { $(
        #[derive(serde::Deserialize)]
        pub(super) struct $shape<$($generics)*> { $($field: $type),* }

        impl<$($generics)*> TryFrom<$shape<$($parameter),*>> for shape::$shape<$($parameter),*> {
            type Error = Error;
            fn try_from(parts: $shape<$($parameter),*>) -> Result<Self, Error> {
                let $shape { $($field),* } = parts;
                $make
            }
        }
    )* };
}

checked! {
    [T: Scalar, const D: usize] Ball<T, D> { center: Point<T, D>, radius: T } => Self::new(center, radius);
    [T: Scalar, const D: usize] Capsule<T, D> { segment: shape::Segment<T, D>, radius: T } => {
        let [a, b] = segment.points().clone();
        Self::new(a, b, radius)
    };
    [T: Real] Cone<T> { radius: T, half_height: T } => Self::new(radius, half_height);
    [T: Real] ConvexHull<T> { vertices: shape::PointCloud<T, 3>, faces: Vec<Vec<VertexId>>, normals: Vec<Vector3<T>> } => {
        hull(vertices, faces, normals)
    };
    [T: Real] Cylinder<T> { radius: T, half_height: T } => Self::new(radius, half_height);
    [T: Scalar, const D: usize] Cuboid<T, D> { half_extents: SVector<T, D> } => Self::new(half_extents);
    [T: Real, const D: usize] Ellipsoid<T, D> { radii: SVector<T, D> } => Self::new(radii);
    [T: Scalar, const D: usize] HalfSpace<T, D> { direction: SVector<T, D>, anchor: Point<T, D>, level: T } => Self::at_level(direction, anchor, level);
    [T: Scalar, const D: usize] PointCloud<T, D> { points: Vec<Point<T, D>>, indexed: bool } => {
        let cloud = Self::new(points)?;
        Ok(if indexed { cloud.indexed() } else { cloud })
    };
    [T: Real] Polygon<T> { vertices: shape::PointCloud<T, 2>, normals: Vec<Vector2<T>> } => polygon(vertices, normals);
    [S: Support<D, Scalar = T>, T: Field, const D: usize] Posed<S, T, D> { shape: S, pose: Pose<T, D> } => {
        Self::new(shape, pose)
    };
    [S: Support<D, Scalar = T>, T: Real, const D: usize] Faceted<S, T, D> { shape: S, directions: u32, tilt: T } => {
        Self::new(shape, directions, tilt)
    };
    [S: Support<D, Scalar = T>, T: Scalar, const D: usize] Swollen<S, T, D> { shape: S, radius: T } => {
        Self::new(shape, radius)
    };
}

impl<T: Scalar + Serialize, const D: usize, const N: usize> Serialize for shape::Vertices<T, D, N> {
    /// As the sequence of the points.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.points())
    }
}

impl<'de, T: Scalar + Deserialize<'de>, const D: usize, const N: usize> Deserialize<'de> for shape::Vertices<T, D, N> {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        let points = Vec::<Point<T, D>>::deserialize(reader)?;
        let count = points.len();
        let points = points.try_into().map_err(|_| R::Error::invalid_length(count, &"another number of points"))?;
        Self::new(points).map_err(R::Error::custom)
    }
}

impl<T: Scalar + Serialize, const D: usize> Serialize for shape::PointCloud<T, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cloud = serializer.serialize_struct("PointCloud", 2)?;
        cloud.serialize_field("points", &self.points().collect::<Vec<_>>())?;
        cloud.serialize_field("indexed", &self.is_indexed())?;
        cloud.end()
    }
}

impl<T: Real + Serialize> Serialize for shape::ConvexHull<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut hull = serializer.serialize_struct("ConvexHull", 3)?;
        hull.serialize_field("vertices", &self.vertices)?;
        hull.serialize_field("faces", &self.faces().map(shape::Face::corners).collect::<Vec<_>>())?;
        hull.serialize_field("normals", &self.faces().map(shape::Face::normal).collect::<Vec<_>>())?;
        hull.end()
    }
}

impl<A: Serialize, B: Serialize, T: Scalar, const D: usize> Serialize for shape::Sum<A, B, T, D>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
{
    /// As the two shapes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.summands().serialize(serializer)
    }
}

impl<'de, A: Deserialize<'de>, B: Deserialize<'de>, T: Scalar, const D: usize> Deserialize<'de>
    for shape::Sum<A, B, T, D>
where
    A: Support<D, Scalar = T>,
    B: Support<D, Scalar = T>,
{
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        let (a, b) = Deserialize::deserialize(reader)?;
        Self::new(a, b).map_err(R::Error::custom)
    }
}

impl<P: Support<D, Scalar = T> + Serialize, T: Scalar, const D: usize> Serialize for shape::Hull<P, T, D> {
    /// As the sequence of the shapes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.shapes())
    }
}

impl<'de, P: Support<D, Scalar = T> + Deserialize<'de>, T: Real, const D: usize> Deserialize<'de>
    for shape::Hull<P, T, D>
{
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        Self::round(Vec::deserialize(reader)?).map_err(R::Error::custom)
    }
}
