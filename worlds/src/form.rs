//! The shapes of bodies, as numbers.

use crate::body::Body;
use crate::ground;
use crate::space::{Space, num};
use gjk::Error;
use gjk::nalgebra::{Isometry, Point2, Point3, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Polygon};
use gjk_scene::Ground;

/// A shape, as numbers: so that any engine can make it.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A box, by its half extents.
    Cuboid([f64; 3]),
    /// A ball, by its radius.
    Ball(f64),
    /// What is within a radius of a segment whose middle is the origin.
    Capsule {
        /// An end of the segment.
        end: [f64; 3],
        /// The radius.
        radius: f64,
    },
    /// The hull of points. Pieces of ground are hulls of two points in the plane, of three in space.
    Hull(Vec<[f64; 3]>),
    /// A cylinder along the second axis.
    Cylinder {
        /// Half its height.
        half: f64,
        /// The radius.
        radius: f64,
    },
    /// A cone along the second axis; its origin is half way up.
    Cone {
        /// Half its height.
        half: f64,
        /// The radius.
        radius: f64,
    },
}

/// Spaces with shapes of these kinds.
pub trait Forms<const D: usize>: Space<D> {
    /// A body of a form.
    ///
    /// # Errors
    /// If a number is out of range, or the space has no such form.
    fn body(form: &Form, at: Isometry<Self, Self::Rotation, D>) -> Result<Body<Self, D>, Error>;

    /// Level ground at height 0, from 0 along the first axis, with a joint every half a metre.
    ///
    /// # Errors
    /// None, with these numbers.
    fn level(pieces: u32) -> Result<Vec<Body<Self, D>>, Error>;

    /// A bowl: a parabola that is 0 in the middle, and 4.5 metres high 6 metres from there.
    ///
    /// # Errors
    /// None.
    fn bowl() -> Result<Vec<Body<Self, D>>, Error>;
}

impl<T: Space<2>> Forms<2> for T {
    fn body(form: &Form, at: Isometry<T, T::Rotation, 2>) -> Result<Body<T, 2>, Error> {
        let mut body = match form {
            Form::Cuboid([x, y, _]) => Body::new(Cuboid::new(Vector2::new(num(*x), num(*y)))?, at),
            Form::Ball(radius) => Body::new(Ball::at(Point2::origin(), num(*radius))?, at),
            Form::Capsule { end, radius } => {
                let end = Point2::new(num(end[0]), num(end[1]));
                Body::new(Capsule::new(-end, end, num(*radius))?, at)
            }
            Form::Hull(points) => {
                Body::new(Polygon::hull(points.iter().map(|p| Point2::new(num(p[0]), num(p[1]))))?, at)
            }
            Form::Cylinder { .. } | Form::Cone { .. } => Err(Error::Zero("dimension")),
        }?;
        body.form = Some(form.clone());
        Ok(body)
    }

    fn level(pieces: u32) -> Result<Vec<Body<T, 2>>, Error> {
        ground::pieces(Ground::<T, 2>::heights(T::zero(), num(0.5), (0..=pieces).map(|_| T::zero())))
    }

    fn bowl() -> Result<Vec<Body<T, 2>>, Error> {
        let heights = rows().map(|x| num(x * x / 8.0));
        ground::pieces(Ground::<T, 2>::heights(num(-6.0), T::one(), heights))
    }
}

impl<T: Space<3>> Forms<3> for T {
    fn body(form: &Form, at: Isometry<T, T::Rotation, 3>) -> Result<Body<T, 3>, Error> {
        let mut body = match form {
            Form::Cuboid(half) => Body::new(Cuboid::new(Vector3::from(half.map(num)))?, at),
            Form::Ball(radius) => Body::new(Ball::at(Point3::origin(), num(*radius))?, at),
            Form::Capsule { end, radius } => {
                let end = Point3::from(end.map(num));
                Body::new(Capsule::new(-end, end, num(*radius))?, at)
            }
            Form::Hull(points) => Body::new(ConvexHull::new(points.iter().map(|p| Point3::from(p.map(num))))?, at),
            Form::Cylinder { half, radius } => {
                Body::new(Cylinder::with_radius(num(*radius)).half_height(num(*half))?, at)
            }
            Form::Cone { half, radius } => Body::new(Cone::with_radius(num(*radius)).half_height(num(*half))?, at),
        }?;
        body.form = Some(form.clone());
        Ok(body)
    }

    /// Three rows of squares.
    fn level(pieces: u32) -> Result<Vec<Body<T, 3>>, Error> {
        let heights = (0..4 * (pieces + 1)).map(|_| T::zero());
        let first = [T::zero(), num(-0.75)];
        ground::pieces(Ground::<T, 3>::heights(first, [num(0.5); 2], pieces + 1, heights))
    }

    fn bowl() -> Result<Vec<Body<T, 3>>, Error> {
        let heights = rows().flat_map(|z| rows().map(move |x| num((x * x + z * z) / 8.0)));
        ground::pieces(Ground::<T, 3>::heights([num(-6.0); 2], [T::one(); 2], 13, heights))
    }
}

/// The places of the corners of a bowl along an axis.
fn rows() -> impl Iterator<Item = f64> {
    (-6..=6).map(f64::from)
}
