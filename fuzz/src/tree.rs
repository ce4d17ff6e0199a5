//! Trees of shapes from bytes: poses that scale, sums, hulls, margins, in each other.

use crate::bytes::{Number, exponent, nearest, number, rounded, vector};
use arbitrary::{Result, Unstructured};
use gjk::nalgebra::{Point, Rotation, SMatrix, SVector, Similarity, Translation};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Polygon, Segment, Sum, Triangle,
};
use gjk::{Pose, Support, SupportExt};
use oracle::Model;
use std::any::Any;

pub(crate) type Shape<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;

/// A shape as it is written.
#[derive(Clone, Debug)]
pub(crate) enum Tree<const D: usize> {
    Points(Vec<[f64; D]>),
    /// A `Polygon` or a `ConvexHull` of these: nearly the same set, except for points that are hardly outside.
    Hulled(Vec<[f64; D]>),
    Cuboid([f64; D]),
    Ball([f64; D], f64),
    Capsule([[f64; D]; 2], f64),
    Ellipsoid([f64; D]),
    /// In space: the radius and half the height.
    Cylinder([f64; 2]),
    Cone([f64; 2]),
    Sum(Box<[Self; 2]>),
    Repeated(Box<Self>, u32),
    Hull(Vec<Self>),
    /// p ↦ scale · R · p + t.
    Posed {
        inner: Box<Self>,
        rotation: [[f64; D]; D],
        scale: f64,
        translation: [f64; D],
    },
    /// In space, by a quaternion.
    Turned(Box<Self>, [f64; 4], [f64; D]),
    /// By the same margin, so many times.
    Swollen(Box<Self>, f64, u32),
}

impl<const D: usize> Tree<D> {
    /// Of sizes near 2^`size`, at most so deep.
    pub(crate) fn read<T: Number>(u: &mut Unstructured<'_>, size: i32, depth: u32) -> Result<Self> {
        let kind: u8 = u.arbitrary()?;
        let within = |u: &mut Unstructured<'_>, size| Ok(Box::new(Self::read::<T>(u, size, depth - 1)?));
        Ok(match kind % if depth == 0 { 8 } else { 16 } {
            0..4 => {
                let kind = u.arbitrary::<u8>()?;
                let count = match kind {
                    0..224 => 1 + kind % 5,
                    224..240 => 3 + kind % 8,
                    240..=255 => 32 + kind % 8,
                };
                let points = (0..count).map(|_| vector::<T, D>(u, size)).collect::<Result<_>>()?;
                if (224..240).contains(&kind) { Self::Hulled(points) } else { Self::Points(points) }
            }
            4 => Self::Cuboid(vector::<T, D>(u, size)?.map(f64::abs)),
            5 => Self::Ball(vector::<T, D>(u, size)?, number::<T>(u, size)?.abs()),
            6 => Self::Capsule([vector::<T, D>(u, size)?, vector::<T, D>(u, size)?], number::<T>(u, size)?.abs()),
            7 => match u.arbitrary::<u8>()? % if D == 3 { 3 } else { 1 } {
                0 => Self::Ellipsoid(vector::<T, D>(u, size)?.map(f64::abs)),
                1 => Self::Cylinder(vector::<T, 2>(u, size)?.map(f64::abs)),
                _ => Self::Cone(vector::<T, 2>(u, size)?.map(f64::abs)),
            },
            8 => Self::Sum(Box::new([*within(u, size)?, *within(u, size)?])),
            9 => {
                let times = [2, 3, 5, 17, 40, 1030, 3000][usize::from(u.arbitrary::<u8>()? % 7)];
                Self::Repeated(Box::new(Self::read::<T>(u, size, 0)?), times)
            }
            10 => {
                let count = 1 + u.arbitrary::<u8>()? % 4;
                Self::Hull((0..count).map(|_| Self::read::<T>(u, size, depth - 1)).collect::<Result<_>>()?)
            }
            11 => {
                let inner = within(u, size)?;
                // Thousands only of what rounding may lose each time.
                let (less, times) = match u.arbitrary::<u8>()? {
                    0..216 => (0, 1),
                    216..224 => (T::DIGITS, 1),
                    224..232 => (T::DIGITS, 50),
                    232..=255 => (T::DIGITS, 3000),
                };
                Self::Swollen(inner, number::<T>(u, size - less)?.abs(), times)
            }
            12 if D == 3 => Self::Turned(within(u, size)?, vector::<T, 4>(u, 0)?, vector::<T, D>(u, size)?),
            _ => {
                let own = exponent::<T>(u)?;
                let translation = vector::<T, D>(u, size)?;
                let (rotation, power) = rotation::<T, D>(u)?;
                let scale = match u.arbitrary::<u8>()? {
                    0..200 => number::<T>(&mut Unstructured::new(&[52]), size - own)?,
                    200..240 if power => number::<T>(u, size - own)?,
                    _ => 1.0,
                };
                // A matrix whose entries are rounded would be rounded again.
                let scale = if power { scale } else { 1.0 };
                Self::Posed { inner: within(u, if scale == 1.0 { size } else { own })?, rotation, scale, translation }
            }
        })
    }

    /// The library's shape; `None` if it is refused.
    pub(crate) fn build<T: Number>(&self) -> Option<Shape<T, D>> {
        let point = |p: &[f64; D]| Point::from(p.map(nearest::<T>));
        Some(match self {
            Self::Points(points) => match &points[..] {
                [p] => Box::new(Ball::point(point(p)).ok()?),
                [p, q] => Box::new(Segment::new([point(p), point(q)]).ok()?),
                [p, q, r] => Box::new(Triangle::new([point(p), point(q), point(r)]).ok()?),
                points => {
                    let cloud = PointCloud::new(points.iter().map(point)).ok()?;
                    Box::new(if points.len() < 32 { cloud } else { cloud.indexed() })
                }
            },
            Self::Hulled(points) if D == 2 => {
                let points = points.iter().map(|p| Point::from([p[0], p[1]].map(nearest::<T>)));
                same(Box::new(Polygon::hull(points).ok()?))?
            }
            Self::Hulled(points) => {
                let points = points.iter().map(|p| Point::from([p[0], p[1], p[2]].map(nearest::<T>)));
                same(Box::new(ConvexHull::new(points).ok()?))?
            }
            Self::Cuboid(half) => Box::new(Cuboid::new(SVector::from(half.map(nearest::<T>))).ok()?),
            Self::Ball(center, radius) => Box::new(Ball::at(point(center), nearest::<T>(*radius)).ok()?),
            Self::Capsule([p, q], radius) => Box::new(Capsule::new(point(p), point(q), nearest::<T>(*radius)).ok()?),
            Self::Ellipsoid(radii) => Box::new(Ellipsoid::new(SVector::from(radii.map(nearest::<T>))).ok()?),
            Self::Cylinder(sizes) => {
                let [radius, half] = sizes.map(nearest::<T>);
                same(Box::new(Cylinder::with_radius(radius).half_height(half).ok()?))?
            }
            Self::Cone(sizes) => {
                let [radius, half] = sizes.map(nearest::<T>);
                same(Box::new(Cone::with_radius(radius).half_height(half).ok()?))?
            }
            Self::Sum(parts) => Box::new(Sum::new(parts[0].build::<T>()?, parts[1].build::<T>()?).ok()?),
            Self::Repeated(part, times) => repeated::<T, D>(part, *times)?,
            Self::Hull(parts) => {
                Box::new(Hull::round(parts.iter().map(Self::build::<T>).collect::<Option<Vec<_>>>()?).ok()?)
            }
            Self::Posed { inner, rotation, scale, translation } => {
                let inner = inner.build::<T>()?;
                let rotation = SMatrix::from_fn(|i, k| nearest::<T>(rotation[i][k]));
                let translation = SVector::from(translation.map(nearest::<T>));
                Box::new(if *scale == 1.0 {
                    inner.posed(Pose::new(rotation, translation).ok()?).ok()?
                } else {
                    let rotation = Rotation::from_matrix_unchecked(rotation);
                    let scale = nearest::<T>(*scale);
                    if scale == T::zero() {
                        // nalgebra takes no such similarity.
                        return None;
                    }
                    inner.posed(Similarity::from_parts(Translation::from(translation), rotation, scale)).ok()?
                })
            }
            Self::Turned(inner, quaternion, translation) => {
                let inner: Box<dyn Any> = Box::new(inner.build::<T>()?);
                let inner = *inner.downcast::<Shape<T, 3>>().ok()?;
                let translation = SVector::from_fn(|k, _| nearest::<T>(translation[k]));
                let pose = Pose::from_quaternion(quaternion.map(nearest::<T>), translation).ok()?;
                same(Box::new(inner.posed(pose).ok()?))?
            }
            Self::Swollen(inner, radius, times) => {
                let mut shape = inner.build::<T>()?;
                for _ in 0..*times {
                    shape = Box::new(shape.swollen(nearest::<T>(*radius)).ok()?);
                }
                shape
            }
        })
    }

    /// What the oracle multiplies out: polytopes with margins. `None` for other shapes.
    pub(crate) fn model(&self) -> Option<Model<D>> {
        let boxed = |part: &Self| part.model().map(Box::new);
        Some(match self {
            Self::Points(points) => Model::Points(points.clone()),
            Self::Cuboid(half) => Model::Cuboid(*half),
            Self::Ball(center, radius) => Model::Swollen(Box::new(Model::point(*center)), *radius),
            Self::Capsule(ends, radius) => Model::Swollen(Box::new(Model::Points(ends.to_vec())), *radius),
            Self::Hulled(_) | Self::Ellipsoid(_) | Self::Cylinder(_) | Self::Cone(_) | Self::Turned(..) => return None,
            Self::Sum(parts) => Model::Sum(Box::new([parts[0].model()?, parts[1].model()?])),
            Self::Repeated(part, times) => Model::Repeated(boxed(part)?, *times),
            Self::Hull(parts) => {
                let parts: Vec<_> = parts.iter().map(Self::model).collect::<Option<_>>()?;
                let margins: Vec<_> = parts.iter().map(Model::margin).collect();
                if margins.iter().any(|margin| {
                    let differs = margin.plus(&margins[0].negated());
                    differs.is_negative() || differs.is_positive()
                }) {
                    return None;
                }
                Model::Hull(parts)
            }
            Self::Posed { inner, rotation, scale, translation } => {
                Model::Posed { inner: boxed(inner)?, rotation: *rotation, scale: *scale, translation: *translation }
            }
            Self::Swollen(inner, radius, 1) => Model::Swollen(boxed(inner)?, *radius),
            Self::Swollen(inner, radius, times) => {
                let ball = Model::Swollen(Box::new(Model::point([0.0; D])), *radius);
                Model::Sum(Box::new([inner.model()?, Model::Repeated(Box::new(ball), *times)]))
            }
        })
    }

    /// The same of a tree that is quickly multiplied out.
    pub(crate) fn small_model(&self) -> Option<Model<D>> {
        if self.is_finite() && self.sizes()[0] <= 100 { self.model() } else { None }
    }

    /// Returns whether all numbers are.
    pub(crate) fn is_finite(&self) -> bool {
        let all = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
        match self {
            Self::Points(points) | Self::Hulled(points) => all(points.as_flattened()),
            Self::Cuboid(sizes) | Self::Ellipsoid(sizes) => all(sizes),
            Self::Cylinder(sizes) | Self::Cone(sizes) => all(sizes),
            Self::Ball(center, radius) => all(center) && radius.is_finite(),
            Self::Capsule(ends, radius) => all(ends.as_flattened()) && radius.is_finite(),
            Self::Sum(parts) => parts.iter().all(Self::is_finite),
            Self::Hull(parts) => parts.iter().all(Self::is_finite),
            Self::Repeated(inner, _) => inner.is_finite(),
            Self::Posed { inner, rotation, scale, translation } => {
                inner.is_finite() && all(rotation.as_flattened()) && scale.is_finite() && all(translation)
            }
            Self::Turned(inner, quaternion, translation) => inner.is_finite() && all(quaternion) && all(translation),
            Self::Swollen(inner, radius, _) => inner.is_finite() && radius.is_finite(),
        }
    }

    /// Returns whether a part of it is a hull, which is not the same set in `f64`.
    pub(crate) fn is_hulled(&self) -> bool {
        match self {
            Self::Hulled(_) => true,
            Self::Sum(parts) => parts.iter().any(Self::is_hulled),
            Self::Hull(parts) => parts.iter().any(Self::is_hulled),
            Self::Posed { inner, .. }
            | Self::Turned(inner, ..)
            | Self::Swollen(inner, ..)
            | Self::Repeated(inner, _) => inner.is_hulled(),
            _ => false,
        }
    }

    /// Returns whether it may be nested too deep for exact arithmetic.
    pub(crate) fn is_deep(&self) -> bool {
        match self {
            Self::Sum(parts) => parts.iter().any(Self::is_deep),
            Self::Hull(parts) => parts.iter().any(Self::is_deep),
            Self::Posed { inner, .. } | Self::Turned(inner, ..) => inner.is_deep(),
            Self::Swollen(inner, _, times) => *times > 100 || inner.is_deep(),
            _ => false,
        }
    }

    /// How many points there are when all is multiplied out, and how many shapes are asked for one of them.
    pub(crate) fn sizes(&self) -> [usize; 2] {
        let sum = |parts: &[Self]| {
            let sizes: Vec<_> = parts.iter().map(Self::sizes).collect();
            [0, 1].map(|k| sizes.iter().map(|sizes| sizes[k]).sum())
        };
        match self {
            Self::Points(points) | Self::Hulled(points) => [points.len(), 1],
            Self::Cuboid(_) => [1 << D, 1],
            Self::Ball(..) | Self::Ellipsoid(_) | Self::Cylinder(_) | Self::Cone(_) => [1, 1],
            Self::Capsule(..) => [2, 1],
            Self::Sum(parts) => {
                let [[p, m], [q, n]] = [parts[0].sizes(), parts[1].sizes()];
                [p.saturating_mul(q), m + n]
            }
            Self::Repeated(part, times) => {
                let [points, shapes] = part.sizes();
                [points, shapes * *times as usize]
            }
            Self::Hull(parts) => sum(parts),
            Self::Posed { inner, .. } | Self::Turned(inner, ..) => inner.sizes(),
            Self::Swollen(inner, _, times) => {
                let [points, shapes] = inner.sizes();
                [points, shapes + *times as usize - 1]
            }
        }
    }
}

/// If the dimensions are the same, so is the type, which is known only at run time.
fn same<T: Number, const E: usize, const D: usize>(shape: Shape<T, E>) -> Option<Shape<T, D>> {
    let shape: Box<dyn Any> = Box::new(shape);
    shape.downcast().ok().map(|shape| *shape)
}

/// A sum of so many, in pairs, so that it is not nested deep.
fn repeated<T: Number, const D: usize>(part: &Tree<D>, times: u32) -> Option<Shape<T, D>> {
    if times == 1 {
        return part.build::<T>();
    }
    let first = repeated::<T, D>(part, times / 2)?;
    Some(Box::new(Sum::new(first, repeated::<T, D>(part, times - times / 2)?).ok()?))
}

/// A rotation, and whether all its entries are 0 or ±1. Seldom it is none.
fn rotation<T: Number, const D: usize>(u: &mut Unstructured<'_>) -> Result<([[f64; D]; D], bool)> {
    let mut rows: [[f64; D]; D] = std::array::from_fn(|i| std::array::from_fn(|k| f64::from(u8::from(i == k))));
    let kind: u8 = u.arbitrary()?;
    match kind {
        0..128 => {}
        128..192 => {
            // A quarter turn in a plane.
            let axis = usize::from(kind) % D;
            rows.swap(axis, (axis + 1) % D);
            rows[axis] = rows[axis].map(|x| -x);
        }
        192..252 => {
            let t = f64::from(u.arbitrary::<i16>()?) / 32768.0;
            let square = 1.0 + t * t;
            let [cos, sin] = [(1.0 - t * t) / square, 2.0 * t / square].map(rounded::<T>);
            let (i, k) = (usize::from(kind) % D, (usize::from(kind) + 1) % D);
            [rows[i][i], rows[k][k], rows[i][k], rows[k][i]] = [cos, cos, -sin, sin];
            return Ok((rows, false));
        }
        252..=255 => {
            for row in &mut rows {
                *row = vector::<T, D>(u, 0)?;
            }
            return Ok((rows, false));
        }
    }
    Ok((rows, true))
}
