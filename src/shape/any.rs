//! One type for shapes of any kind, so that a list can mix them.

use crate::scalar::{Real, Scalar};
use crate::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Faceted, Frustum, Hull, PointCloud, Polygon, Posed,
    Sum, Swollen, Vertices,
};
use crate::support::{Support, SupportFn, forward_support};
use alloc::sync::Arc;
use core::{any::Any, fmt};
use nalgebra::{Point, SVector};

/// A shape of any kind in the plane.
pub type Shape2<T> = Shape<T, 2>;

/// A shape of any kind in space.
pub type Shape3<T> = Shape<T, 3>;

/// A shape of any kind: [`Shape2`] in the plane, [`Shape3`] in space. Clones share the object.
///
/// All shapes of this module convert into it, including posed and swollen ones, hulls and sums; [`new`](Self::new)
/// takes any other shape. Queries call it through a pointer, but keep closed forms.
///
/// ```
/// use gjk::{SupportExt, contact, shape::{Ball, Cuboid, Shape2}};
/// let level: Vec<Shape2<f32>> = vec![
///     Cuboid::new([10.0, 1.0])?.into(),
///     Cuboid::new([1.0, 1.0])?.posed(([4.0, 2.0], 0.5))?.into(),
///     Ball::at([-3.0, 1.5], 1.0)?.into(),
/// ];
/// let player = Ball::at([3.0, 2.0], 1.0)?;
/// let touched = level.iter().filter(|shape| contact(*shape, &player).intersects());
/// assert_eq!(touched.count(), 2);
/// // To move a shape, pose it.
/// let mut door = level[2].clone().posed([0.0, 0.0])?;
/// door.set_pose([5.0, 0.0])?;
/// assert!(contact(&door, &player).intersects());
/// # Ok::<(), gjk::Error>(())
/// ```
///
/// # Saving
///
/// The feature `serde` saves and reads a shape under the name of its kind; reading checks it as its constructor does.
/// `float_roundtrip` of `serde_json` keeps every bit. A pose is saved as a matrix, a scale and a translation; to save a body by
/// its place and angle instead, save both and the shape before it is posed. Shapes have no `==`: compare their saved forms.
///
/// Shapes within shapes are read by recursion, and `serde_json` refuses text that is more than 128 levels deep. With a
/// format that has no such limit, read only files that you trust.
#[cfg_attr(feature = "serde", doc = "```")]
#[cfg_attr(not(feature = "serde"), doc = "```ignore")]
/// use gjk::{SupportExt, shape::{Cuboid, Shape2}};
/// let plank = Shape2::from(Cuboid::new([2.0, 0.5])?);
/// let text = serde_json::to_string(&plank)?;
/// assert_eq!(text, r#"{"cuboid":{"half_extents":[2.0,0.5]}}"#);
/// // A body: the shape, its place and its angle.
/// let text = serde_json::to_string(&(&plank, [4.0, 1.0], 0.5))?;
/// let (shape, place, angle): (Shape2<f64>, [f64; 2], f64) = serde_json::from_str(&text)?;
/// let body = shape.posed((place, angle))?;
/// // A level: posed shapes of any kind.
/// let text = serde_json::to_string(&[Shape2::from(body)])?;
/// let level: Vec<Shape2<f64>> = serde_json::from_str(&text)?;
/// assert_eq!(level.len(), 1);
/// let bad = r#"{"ball":{"center":[0.0,0.0],"radius":-1.0}}"#;
/// assert!(serde_json::from_str::<Shape2<f64>>(bad).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Shapes of your own and closures cannot be saved, which is an error. Nor can a shape in more layers than a swelling, a
/// hull or facets and then a pose; convert what is inside into a `Shape` first.
#[derive(Clone)]
pub struct Shape<T: Scalar, const D: usize>(Arc<dyn Object<T, D>>);

/// A shape without lifetimes, whose type can be asked for.
trait Object<T: Scalar, const D: usize>: Support<D, Scalar = T> + Any + Send + Sync {}

impl<S: Support<D, Scalar = T> + Send + Sync + 'static, T: Scalar, const D: usize> Object<T, D> for S {}

impl<T: Scalar, const D: usize> Shape<T, D> {
    /// Wraps any shape, for example one of your own.
    pub fn new(shape: impl Support<D, Scalar = T> + Send + Sync + 'static) -> Self {
        Self(Arc::new(shape))
    }

    #[cfg(feature = "serde")]
    pub(super) fn object(&self) -> &dyn Any {
        &*self.0
    }
}

impl<T: Scalar, const D: usize> fmt::Debug for Shape<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape").finish_non_exhaustive()
    }
}

forward_support!([T: Scalar, const D: usize] Shape<T, D>, D, T, |shape| (*shape.0));

macro_rules! converts {
    ($([$($generics:tt)*] $shape:ty, $d:expr;)*) => {
        $(impl<$($generics)*> From<$shape> for Shape<T, { $d }> {
            fn from(shape: $shape) -> Self {
                Self::new(shape)
            }
        })*
    };
}
converts! {
    [T: Scalar, const D: usize] Point<T, D>, D;
    [T: Scalar, const D: usize, const N: usize] Vertices<T, D, N>, D;
    [T: Scalar, const D: usize] Cuboid<T, D>, D;
    [T: Scalar, const D: usize] PointCloud<T, D>, D;
    [T: Scalar, const D: usize] Ball<T, D>, D;
    [T: Scalar, const D: usize] Capsule<T, D>, D;
    [T: Real, const D: usize] Ellipsoid<T, D>, D;
    [T: Real] Polygon<T>, 2;
    [T: Real] ConvexHull<T>, 3;
    [T: Real] Cylinder<T>, 3;
    [T: Real] Cone<T>, 3;
    [T: Scalar] Frustum<T>, 3;
    [S: Support<D, Scalar = T> + Send + Sync + 'static, T: Scalar, const D: usize] Posed<S, T, D>, D;
    [S: Support<D, Scalar = T> + Send + Sync + 'static, T: Scalar, const D: usize] Swollen<S, T, D>, D;
    [S: Support<D, Scalar = T> + Send + Sync + 'static, T: Real, const D: usize] Faceted<S, T, D>, D;
    [S: Support<D, Scalar = T> + Send + Sync + 'static, T: Scalar, const D: usize] Hull<S, T, D>, D;
    [A: Support<D, Scalar = T> + Send + Sync + 'static, B: Support<D, Scalar = T> + Send + Sync + 'static, T: Scalar, const D: usize] Sum<A, B, T, D>, D;
    [F: Fn(&SVector<T, D>) -> Point<T, D> + Send + Sync + 'static, T: Scalar, const D: usize] SupportFn<F, T, D>, D;
}
