//! parry's shapes as shapes of the library. Hulls are views of parry's points, all other shapes are copied.

use super::dimension::{self, Upright};
use super::parry::math::Vector;
use super::parry::shape::{self, Shape, TypedShape};
use super::{D, Real};
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{Ball, Capsule, Cuboid, Segment, Swollen, Triangle};
use gjk::support::{SupportOffset, VertexId};
use gjk::{Error, Support, SupportExt};

/// Any shape of the library.
pub(super) type Any<'s> = dyn Support<D, Scalar = Real> + 's;

/// A bounded convex shape of parry's.
pub(super) enum Convex<'s> {
    Ball(Ball<Real, D>),
    Cuboid(Cuboid<Real, D>),
    Capsule(Capsule<Real, D>),
    Segment(Segment<Real, D>),
    Triangle(Triangle<Real, D>),
    RoundCuboid(Swollen<Cuboid<Real, D>, Real, D>),
    RoundTriangle(Swollen<Triangle<Real, D>, Real, D>),
    Hull(Hull<'s>),
    RoundHull(Swollen<Hull<'s>, Real, D>),
    #[allow(dead_code, reason = "there are none in the plane")]
    Upright(Upright),
}

impl<'s> Convex<'s> {
    /// `None` for shapes that are concave, unbounded or custom.
    pub(super) fn of(shape: &'s dyn Shape) -> Result<Option<Self>, Error> {
        Ok(Some(match shape.as_typed_shape() {
            TypedShape::Ball(ball) => Self::Ball(Ball::new(ball.radius)?),
            TypedShape::Cuboid(of) => Self::Cuboid(cuboid(of)?),
            TypedShape::Capsule(of) => {
                let shape::Segment { a, b } = of.segment;
                Self::Capsule(Capsule::new(a.to_array(), b.to_array(), of.radius)?)
            }
            TypedShape::Segment(of) => Self::Segment(Segment::new([of.a.to_array(), of.b.to_array()])?),
            TypedShape::Triangle(of) => Self::Triangle(triangle(of)?),
            TypedShape::RoundCuboid(of) => Self::RoundCuboid(cuboid(&of.inner_shape)?.swollen(of.border_radius)?),
            TypedShape::RoundTriangle(of) => Self::RoundTriangle(triangle(&of.inner_shape)?.swollen(of.border_radius)?),
            typed => return dimension::convex(typed),
        }))
    }

    pub(super) fn support(&self) -> &Any<'s> {
        match self {
            Self::Ball(shape) => shape,
            Self::Cuboid(shape) => shape,
            Self::Capsule(shape) => shape,
            Self::Segment(shape) => shape,
            Self::Triangle(shape) => shape,
            Self::RoundCuboid(shape) => shape,
            Self::RoundTriangle(shape) => shape,
            Self::Hull(shape) => shape,
            Self::RoundHull(shape) => shape,
            Self::Upright(shape) => shape.support(),
        }
    }
}

fn cuboid(of: &shape::Cuboid) -> Result<Cuboid<Real, D>, Error> {
    Cuboid::new(of.half_extents.to_array())
}

fn triangle(of: &shape::Triangle) -> Result<Triangle<Real, D>, Error> {
    Triangle::new([of.a.to_array(), of.b.to_array(), of.c.to_array()])
}

/// A view of parry's hull. Its vertices have the numbers of parry's points.
pub(super) struct Hull<'s> {
    of: &'s dimension::Hull,
    center: Vector,
    /// How far it reaches from there, along any axis.
    reach: Real,
}

impl<'s> Hull<'s> {
    pub(super) fn new(of: &'s dimension::Hull) -> Result<Self, Error> {
        let points = of.points();
        if let Some(wrong) = points.iter().position(|point| !point.is_finite()) {
            return Err(Error::PointOutOfRange(u32::try_from(wrong).unwrap_or(u32::MAX)));
        }
        let Some(first) = points.first() else { return Err(Error::Empty("points")) };
        let [low, high] = points.iter().fold([*first; 2], |[low, high], point| [low.min(*point), high.max(*point)]);
        let reach = (high - low).max_element() / 2.0;
        Ok(Self { of, center: low + (high - low) / 2.0, reach: reach * (1.0 + 2.0 * Real::EPSILON) })
    }

    fn farthest(&self, direction: &SVector<Real, D>) -> usize {
        let direction = Vector::from_array((*direction).into());
        let along = |point: &Vector| point.dot(direction);
        let mut points = self.of.points().iter().map(along).enumerate();
        let first = points.next().unwrap_or((0, 0.0));
        points.fold(first, |best, next| if next.1 > best.1 { next } else { best }).0
    }

    fn offset(&self, number: usize, from: &Point<Real, D>) -> SupportOffset<Real, D> {
        let offset = SVector::from(self.of.points()[number].to_array()) - from.coords;
        #[expect(clippy::cast_possible_truncation, reason = "parry's own numbers are of this type")]
        let id = VertexId(number as u32);
        SupportOffset { offset, id }
    }
}

impl Support<D> for Hull<'_> {
    type Scalar = Real;

    fn support(&self, direction: &SVector<Real, D>) -> Point<Real, D> {
        self.of.points()[self.farthest(direction)].to_array().into()
    }

    fn support_from(&self, direction: &SVector<Real, D>, from: &Point<Real, D>) -> SupportOffset<Real, D> {
        self.offset(self.farthest(direction), from)
    }

    fn center(&self) -> Option<Point<Real, D>> {
        Some(self.center.to_array().into())
    }

    fn extent(&self, from: &Point<Real, D>) -> Real {
        self.reach + (self.center - Vector::from_array(from.coords.into())).abs().max_element()
    }

    fn recall(&self, id: VertexId, from: &Point<Real, D>) -> Option<SVector<Real, D>> {
        let number = id.0 as usize;
        (number < self.of.points().len()).then(|| self.offset(number, from).offset)
    }

    fn vertex_count_hint(&self) -> Option<u32> {
        u32::try_from(self.of.points().len()).ok()
    }

    fn support_face(
        &self,
        direction: &SVector<Real, D>,
        from: &Point<Real, D>,
        each: &mut dyn FnMut(SupportOffset<Real, D>),
    ) {
        let along = Vector::from_array((*direction).into());
        dimension::face(self.of, self.farthest(direction), along, |number| each(self.offset(number, from)));
    }
}
