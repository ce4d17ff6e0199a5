//! parry's shapes in exact arithmetic, and whether an answer about them is right. A module of `plane` and of `space`.

use super::parry::math::{Pose, Vector};
use super::parry::query::{ClosestPoints, QueryDispatcher};
use super::parry::shape::{Shape, TypedShape};
use super::{D, convex, wide_pose};
use gjk::nalgebra::SVector;
use gjk::shape::{Ball, Capsule, Cuboid, PointCloud, Posed, Segment, Triangle};
use gjk::{Error, Support, SupportExt};

/// A length is right if it is off by less than this part of the size of the pair. (In f32, rounding is a hundredth of that.)
pub const RIGHT: f64 = 1e-4;

pub type Exact = gjk::shape::Shape<f64, D>;
pub type Verdict = Result<(), String>;

pub fn wide(v: Vector) -> SVector<f64, D> {
    SVector::from(v.to_array()).map(f64::from)
}

pub fn cloud(points: &[Vector]) -> Result<Exact, Error> {
    Ok(PointCloud::new(points.iter().map(|point| wide(*point)))?.into())
}

/// A shape of the library with the numbers of parry's shape.
pub fn exactly(shape: &dyn Shape) -> Result<Exact, Error> {
    Ok(match shape.as_typed_shape() {
        TypedShape::Ball(of) => Ball::new(f64::from(of.radius))?.into(),
        TypedShape::Cuboid(of) => Cuboid::new(wide(of.half_extents))?.into(),
        TypedShape::Capsule(of) => Capsule::new(wide(of.segment.a), wide(of.segment.b), f64::from(of.radius))?.into(),
        TypedShape::Segment(of) => Segment::new([wide(of.a), wide(of.b)])?.into(),
        TypedShape::Triangle(of) => Triangle::new([of.a, of.b, of.c].map(wide))?.into(),
        TypedShape::RoundCuboid(of) => {
            Cuboid::new(wide(of.inner_shape.half_extents))?.swollen(f64::from(of.border_radius))?.into()
        }
        other => convex(other)?,
    })
}

/// A pair, and what is true of it.
pub struct Truth {
    pub first: Exact,
    pub second: Posed<Exact, f64, D>,
    pub separation: f64,
    pub tolerance: f64,
}

impl Truth {
    /// In exact arithmetic if the shapes are made of points and balls; else in f64, between two bounds.
    pub fn of(pose: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<Self, Error> {
        let (first, second) = (exactly(g1)?, exactly(g2)?.posed(wide_pose(pose)?)?);
        let separation = match gjk::exact::contact(&first, &second) {
            Some(found) => found.separation(),
            None => gjk::contact(&first, &second).separation,
        };
        let reach = |shape: &dyn Shape| {
            let sphere = shape.compute_local_bounding_sphere();
            f64::from(sphere.radius + sphere.center.length())
        };
        let size = reach(g1) + reach(g2) + f64::from(pose.translation.length());
        Ok(Self { first, second, separation, tolerance: RIGHT * size })
    }

    /// How far apart they are along a direction.
    fn gap(&self, normal: &SVector<f64, D>) -> f64 {
        let along = |shape: &dyn Support<D, Scalar = f64>, direction: &SVector<f64, D>| {
            shape.support(direction).coords.dot(direction) + shape.margin() * direction.norm()
        };
        -along(&self.second, &-normal) - along(&self.first, normal)
    }

    fn is_near(&self, value: f64, what: &str) -> Verdict {
        if (value - self.separation).abs() <= self.tolerance {
            return Ok(());
        }
        Err(format!("{what} {value:.6}, not {:.6}", self.separation))
    }

    /// A point of the first shape's frame, and one of the second's: whether both are on the surfaces.
    fn are_on(&self, first: Vector, second: Vector) -> bool {
        let is_on = |shape: &dyn Support<D, Scalar = f64>, point: SVector<f64, D>| {
            Ball::point(point)
                .is_ok_and(|point| gjk::contact(shape, &point).separation.abs() <= self.depth() + self.tolerance)
        };
        is_on(&self.first, wide(first)) && is_on(&self.second, self.second.pose().transform_point(wide(second)).coords)
    }

    fn depth(&self) -> f64 {
        (-self.separation).max(0.0)
    }

    pub fn verdict(&self, asked: &dyn QueryDispatcher, pose: &Pose, [g1, g2]: [&dyn Shape; 2]) -> Verdict {
        let found = asked.intersection_test(pose, g1, g2).map_err(|why| why.to_string())?.intersecting;
        if found == (self.separation <= 0.0) || self.separation.abs() <= self.tolerance {
            return Ok(());
        }
        Err(format!("intersects: {found}, but the separation is {:.6}", self.separation))
    }

    pub fn distance(&self, asked: &dyn QueryDispatcher, pose: &Pose, [g1, g2]: [&dyn Shape; 2]) -> Verdict {
        let found = f64::from(asked.distance(pose, g1, g2).map_err(|why| why.to_string())?.distance);
        if (found - self.separation.max(0.0)).abs() <= self.tolerance {
            return Ok(());
        }
        Err(format!("distance {found:.6}, not {:.6}", self.separation.max(0.0)))
    }

    pub fn points(&self, asked: &dyn QueryDispatcher, pose: &Pose, [g1, g2]: [&dyn Shape; 2]) -> Verdict {
        match asked.closest_points(pose, g1, g2, f32::MAX).map_err(|why| why.to_string())? {
            ClosestPoints::Intersecting if self.separation <= self.tolerance => Ok(()),
            ClosestPoints::WithinMargin(first, second) if self.separation >= -self.tolerance => {
                let way = self.second.pose().transform_point(wide(second)).coords - wide(first);
                self.is_near(way.norm(), "nearest points, apart")?;
                if self.are_on(first, second) { Ok(()) } else { Err("a nearest point is off its shape".to_owned()) }
            }
            other => Err(format!("{other:?}, but the separation is {:.6}", self.separation)),
        }
    }

    pub fn contact(&self, asked: &dyn QueryDispatcher, pose: &Pose, [g1, g2]: [&dyn Shape; 2]) -> Verdict {
        // (parry squares a prediction of f32::MAX.)
        let prediction = (self.separation.max(0.0) + 2.0 * self.tolerance) as f32;
        let found = asked.contact(pose, g1, g2, prediction).map_err(|why| why.to_string())?;
        let Some(found) = found else {
            return Err(format!("no contact, but the separation is {:.6}", self.separation));
        };
        let (normal, dist) = (wide(found.normal1), f64::from(found.dist));
        self.is_near(dist, "contact")?;
        if (normal.norm() - 1.0).abs() > RIGHT {
            return Err(format!("normal {:?}", found.normal1));
        }
        let gap = self.gap(&normal);
        if gap < self.separation - 2.0 * self.tolerance {
            return Err(format!("normal {:?} separates by {gap:.6}, not {:.6}", found.normal1, self.separation));
        }
        let way = self.second.pose().transform_point(wide(found.point2)).coords - wide(found.point1);
        if (way - normal * dist).norm() > 2.0 * self.tolerance || !self.are_on(found.point1, found.point2) {
            return Err(format!("points {:?} and {:?}", found.point1, found.point2));
        }
        Ok(())
    }

    /// All four, the first that is wrong.
    pub fn all(&self, asked: &dyn QueryDispatcher, pose: &Pose, shapes: [&dyn Shape; 2]) -> Verdict {
        self.verdict(asked, pose, shapes)?;
        self.distance(asked, pose, shapes)?;
        self.points(asked, pose, shapes)?;
        self.contact(asked, pose, shapes)
    }
}

/// Asks all four about a pair, and about the same pair the other way round.
pub fn both_ways(asked: &dyn QueryDispatcher, pose: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Verdict {
    let there = Truth::of(pose, g1, g2).map_err(|why| why.to_string())?;
    there.all(asked, pose, [g1, g2])?;
    let pose = pose.inverse();
    let back = Truth::of(&pose, g2, g1).map_err(|why| why.to_string())?;
    back.all(asked, &pose, [g2, g1]).map_err(|why| format!("the other way round: {why}"))
}
