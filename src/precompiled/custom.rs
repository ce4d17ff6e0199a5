//! A shape of any type, behind a pointer.

use crate::scalar::Scalar;
use crate::support::{Support, forward_support};
use alloc::sync::Arc;
use core::fmt;
use core::ops::Deref;

/// A shape of your own in a [`Shape2`](super::Shape2) or a [`Shape3`](super::Shape3). Clones share the object.
///
/// Two are equal if they are the same object. With the feature `serde`, writing one is an error.
///
/// ```
/// use gjk::nalgebra::{Point2, Vector2};
/// use gjk::precompiled::{Custom, Shape2, distance};
/// use gjk::{shape::Ball, support_fn};
/// let diamond = support_fn(|d: &Vector2<f32>| {
///     if d.x.abs() > d.y.abs() { Point2::new(d.x.signum(), 0.0) } else { Point2::new(0.0, d.y.signum()) }
/// });
/// let diamond = Shape2::from(Custom::new(diamond));
/// let ball = Shape2::from(Ball::new(Point2::new(4.0, 0.0), 1.0)?);
/// assert_eq!(distance(&diamond, &ball).distance, 2.0);
/// assert_eq!(diamond, diamond.clone());
/// # Ok::<(), gjk::Error>(())
/// ```
pub struct Custom<T: Scalar, const D: usize>(Arc<dyn Support<D, Scalar = T> + Send + Sync>);

impl<T: Scalar, const D: usize> Custom<T, D> {
    /// Any shape that threads can share.
    pub fn new(shape: impl Support<D, Scalar = T> + Send + Sync + 'static) -> Self {
        Self(Arc::new(shape))
    }
}

impl<T: Scalar, const D: usize> From<Arc<dyn Support<D, Scalar = T> + Send + Sync>> for Custom<T, D> {
    fn from(shape: Arc<dyn Support<D, Scalar = T> + Send + Sync>) -> Self {
        Self(shape)
    }
}

impl<T: Scalar, const D: usize> Deref for Custom<T, D> {
    type Target = dyn Support<D, Scalar = T> + Send + Sync;
    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl<T: Scalar, const D: usize> Clone for Custom<T, D> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Scalar, const D: usize> fmt::Debug for Custom<T, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Custom").field(&Arc::as_ptr(&self.0).cast::<()>()).finish()
    }
}

impl<T: Scalar, const D: usize> PartialEq for Custom<T, D> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::addr_eq(Arc::as_ptr(&self.0), Arc::as_ptr(&other.0))
    }
}

forward_support!([T: Scalar, const D: usize] Custom<T, D>, D, T, |custom| custom.0);

/// What a shape of unknown type would be written as, or read from, is not known.
#[cfg(feature = "serde")]
mod unwritten {
    use super::{Custom, Scalar};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

    const WHY: &str = "a custom shape can't be written or read: its type is not known";

    impl<T: Scalar, const D: usize> Serialize for Custom<T, D> {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(ser::Error::custom(WHY))
        }
    }

    impl<'de, T: Scalar, const D: usize> Deserialize<'de> for Custom<T, D> {
        fn deserialize<R: Deserializer<'de>>(_: R) -> Result<Self, R::Error> {
            Err(de::Error::custom(WHY))
        }
    }
}
