//! The exact set behind a support mapping.
//!
//! A support mapping rounds. A [`Construction`] has the points and matrices as they were given, for proofs.

#[cfg(feature = "exact")]
use crate::vertex::VertexId;
use crate::{pose::Pose, scalar::Scalar};
use alloc::boxed::Box;
use alloc::vec::Vec;
use nalgebra::{Point, SVector};

/// The exact set that a shape's support mapping rounds: how the shape is made of points.
///
/// It may be nested [`MAX_DEPTH`](Self::MAX_DEPTH) deep; a deeper construction has no exact arithmetic, and no proof by
/// it. (A *shape* may be nested as deep as the stack allows: a support evaluation calls itself once for each level.)
///
/// Numbers are taken as given. A pose maps p to M·p + t without rounding. M is its matrix, or, if it was made [of a
/// quaternion](Pose::from_quaternion) q, the exactly orthogonal R(q) / |q|². A pose multiplies a margin by its scale.
///
/// ```
/// use gjk::{Support, SupportExt, nalgebra::Vector2, shape::Cuboid, support::Construction};
/// let swollen = Cuboid::new(Vector2::new(1.0, 2.0))?.swollen(0.5)?;
/// let cuboid = Construction::Cuboid(Vector2::new(1.0, 2.0));
/// assert_eq!(swollen.construction(), Some(Construction::Swollen(Box::new(cuboid), 0.5)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Construction<T: Scalar, const D: usize> {
    /// The hull of points.
    Points(Vec<Point<T, D>>),
    /// A box with these half extents, centered on the origin.
    Cuboid(SVector<T, D>),
    /// The Minkowski sum of two sets.
    Sum(Box<[Self; 2]>),
    /// The hull of sets.
    Hull(Vec<Self>),
    /// The image of a set.
    Posed(Box<Self>, Pose<T, D>),
    /// A set with a ball of this radius around each of its points.
    Swollen(Box<Self>, T),
}

impl<T: Scalar, const D: usize> Construction<T, D> {
    /// The deepest nesting: as deep as the stack of a thread allows.
    pub const MAX_DEPTH: usize = 1024;

    /// Returns whether it is nested deeper than [`MAX_DEPTH`](Self::MAX_DEPTH). Goes level by level, without recursion.
    #[cfg(feature = "exact")]
    pub(crate) fn is_too_deep(&self) -> bool {
        let mut level: Vec<&Self> = [self].into();
        for _ in 0..Self::MAX_DEPTH {
            let mut below = Vec::new();
            for construction in level {
                match construction {
                    Self::Points(_) | Self::Cuboid(_) => {}
                    Self::Sum(summands) => below.extend(&**summands),
                    Self::Hull(parts) => below.extend(parts),
                    Self::Posed(inner, _) | Self::Swollen(inner, _) => below.push(inner),
                }
            }
            if below.is_empty() {
                return false;
            }
            level = below;
        }
        true
    }

    pub(crate) fn point(at: &Point<T, D>) -> Self {
        Self::Points([at.clone()].into())
    }

    /// The vertex of the core with the id from [`Support::support_from`](crate::Support::support_from).
    #[cfg(feature = "exact")]
    pub(crate) fn vertex(&self, id: VertexId) -> Option<Self> {
        // An id made of two: see `shape/sum.rs`.
        let [first, second] = [VertexId(id.0 >> 16), VertexId(id.0 & 0xffff)];
        let number = |id: VertexId| usize::try_from(id.0).ok();
        if id == VertexId::NONE {
            return None;
        }
        Some(match self {
            Self::Points(points) => Self::point(points.get(number(id)?)?),
            Self::Cuboid(half_extents) => {
                let corner = |(k, half): (usize, &T)| if id.0 >> k & 1 == 1 { -half.clone() } else { half.clone() };
                Self::point(&Point::from(SVector::from_iterator(half_extents.iter().enumerate().map(corner))))
            }
            Self::Sum(summands) => {
                let [a, b] = &**summands;
                Self::Sum(Box::new([a.vertex(first)?, b.vertex(second)?]))
            }
            Self::Hull(parts) => parts.get(number(first)?)?.vertex(second)?,
            Self::Posed(inner, pose) => Self::Posed(Box::new(inner.vertex(id)?), pose.clone()),
            Self::Swollen(inner, _) => inner.vertex(id)?,
        })
    }

    pub(crate) fn swollen(self, margin: &T) -> Self {
        if margin.is_zero() { self } else { Self::Swollen(Box::new(self), margin.clone()) }
    }
}
