//! What bodies are made from: shapes as numbers.

use crate::body::Body;
use crate::ground;
use crate::space::{Space, num};
use gjk::Error;
use gjk::nalgebra::{Isometry, Point2, Point3, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Polygon};

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
            Form::Ball(radius) => Body::new(Ball::new(Point2::origin(), num(*radius))?, at),
            Form::Capsule { end, radius } => {
                let end = Point2::new(num(end[0]), num(end[1]));
                Body::new(Capsule::new(-end, end, num(*radius))?, at)
            }
            Form::Hull(points) => {
                Body::new(Polygon::new(points.iter().map(|p| Point2::new(num(p[0]), num(p[1]))))?, at)
            }
            Form::Cylinder { .. } | Form::Cone { .. } => Err(Error::Zero("dimension")),
        }?;
        body.form = Some(form.clone());
        Ok(body)
    }

    fn level(pieces: u32) -> Result<Vec<Body<T, 2>>, Error> {
        let points: Vec<_> = (0..=pieces).map(|k| Point2::new(num(f64::from(k) / 2.0), T::zero())).collect();
        ground::chain(&points)
    }

    fn bowl() -> Result<Vec<Body<T, 2>>, Error> {
        let points: Vec<_> = rows().map(|x| Point2::new(num(x), num(x * x / 8.0))).collect();
        ground::chain(&points)
    }
}

impl<T: Space<3>> Forms<3> for T {
    fn body(form: &Form, at: Isometry<T, T::Rotation, 3>) -> Result<Body<T, 3>, Error> {
        let mut body = match form {
            Form::Cuboid(half) => Body::new(Cuboid::new(Vector3::from(half.map(num)))?, at),
            Form::Ball(radius) => Body::new(Ball::new(Point3::origin(), num(*radius))?, at),
            Form::Capsule { end, radius } => {
                let end = Point3::from(end.map(num));
                Body::new(Capsule::new(-end, end, num(*radius))?, at)
            }
            Form::Hull(points) => Body::new(ConvexHull::new(points.iter().map(|p| Point3::from(p.map(num))))?, at),
            Form::Cylinder { half, radius } => Body::new(Cylinder::new(num(*radius), num(*half))?, at),
            Form::Cone { half, radius } => Body::new(Cone::new(num(*radius), num(*half))?, at),
        }?;
        body.form = Some(form.clone());
        Ok(body)
    }

    /// Three rows of squares, each of two triangles.
    fn level(pieces: u32) -> Result<Vec<Body<T, 3>>, Error> {
        let points: Vec<_> = (0..=pieces)
            .flat_map(|k| (0..4).map(move |row| [f64::from(k) / 2.0, 0.0, f64::from(row) / 2.0 - 0.75]))
            .map(|point| Point3::from(point.map(num)))
            .collect();
        ground::mesh(&points, &squares(pieces as usize, 3))
    }

    fn bowl() -> Result<Vec<Body<T, 3>>, Error> {
        let height = |x: f64, z: f64| (x * x + z * z) / 8.0;
        let points = rows().flat_map(|x| rows().map(move |z| Point3::from([x, height(x, z), z].map(num))));
        ground::mesh(&points.collect::<Vec<_>>(), &squares(12, 12))
    }
}

/// The places of the corners of a bowl along an axis.
fn rows() -> impl Iterator<Item = f64> {
    (-6..=6).map(f64::from)
}

/// Rows of squares, each of two triangles: the corners are numbered along the rows.
fn squares(along: usize, across: usize) -> Vec<[usize; 3]> {
    let corners = (0..along).flat_map(|k| (0..across).map(move |row| (across + 1) * k + row));
    let two = |near: usize| {
        let far = near + across + 1;
        [[near, near + 1, far], [near + 1, far + 1, far]]
    };
    corners.flat_map(two).collect()
}
