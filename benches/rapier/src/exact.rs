//! parry's shapes in exact arithmetic, and whether an answer about them is right. A module of `plane` and of `space`.

use super::parry::math::{Pose, Vector};
use super::parry::query::{ClosestPoints, QueryDispatcher};
use super::parry::shape::{Shape, TypedShape};
use super::{D, convex, discs, wide_pose};
use gjk::nalgebra::SVector;
use gjk::shape::{Ball, Capsule, Cuboid, PointCloud, Posed, Segment, Triangle};
use gjk::{Error, SupportExt};
use oracle::directions::{Disc, farthest, least_reach};

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

/// The discs, or points, whose hull is a shape's core, in a place; and the margin around it.
struct Core {
    discs: Vec<Disc<D>>,
    margin: f64,
}

impl Core {
    fn new(shape: &dyn Shape, pose: &Pose) -> Result<Self, Error> {
        let pose = wide_pose(pose)?;
        let corners = |half: Vector| {
            let half = wide(half);
            let corner = |k: usize| std::array::from_fn(|i| if k >> i & 1 == 0 { half[i] } else { -half[i] });
            (0..1 << D).map(corner).map(Disc::point).collect()
        };
        let points = |points: &[Vector]| points.iter().map(|point| Disc::point(wide(*point).into())).collect();
        let (mut found, margin): (Vec<Disc<D>>, f32) = match shape.as_typed_shape() {
            TypedShape::Ball(of) => (points(&[Vector::ZERO]), of.radius),
            TypedShape::Cuboid(of) => (corners(of.half_extents), 0.0),
            TypedShape::Capsule(of) => (points(&[of.segment.a, of.segment.b]), of.radius),
            TypedShape::Segment(of) => (points(&[of.a, of.b]), 0.0),
            TypedShape::Triangle(of) => (points(&[of.a, of.b, of.c]), 0.0),
            TypedShape::RoundCuboid(of) => (corners(of.inner_shape.half_extents), of.border_radius),
            other => (discs(other)?, 0.0),
        };
        for disc in &mut found {
            disc.center = pose.transform_point(SVector::from(disc.center)).coords.into();
            disc.radii = disc.radii.map(|radius| (pose.matrix() * SVector::from(radius)).into());
        }
        Ok(Self { discs: found, margin: f64::from(margin) })
    }

    fn reach(&self, n: &SVector<f64, D>) -> f64 {
        SVector::from(farthest(&self.discs, &(*n).into())).dot(n) + self.margin * n.norm()
    }

    /// How far another core is, to within a tolerance.
    fn separation(&self, other: &Self, guess: &SVector<f64, D>, tolerance: f64) -> f64 {
        -least_reach(&self.discs, &other.discs, &(*guess).into(), tolerance) - self.margin - other.margin
    }

    fn outside(&self, point: &SVector<f64, D>, guess: &SVector<f64, D>, tolerance: f64) -> f64 {
        let other = Self { discs: vec![Disc::point((*point).into())], margin: 0.0 };
        self.separation(&other, guess, tolerance)
    }
}

/// A pair in the library's `f64`, with the numbers of parry's shapes.
pub struct Wide {
    pub first: Exact,
    pub second: Posed<Exact, f64, D>,
}

impl Wide {
    pub fn of(pose: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<Self, Error> {
        Ok(Self { first: exactly(g1)?, second: exactly(g2)?.posed(wide_pose(pose)?)? })
    }
}

/// A pair, and what is true of it.
pub struct Truth {
    cores: [Core; 2],
    /// The pose of the second shape.
    pose: gjk::Pose<f64, D>,
    pub separation: f64,
    pub tolerance: f64,
}

impl Truth {
    /// By a search of all directions; and in exact arithmetic, too, if the shapes are made of points and balls.
    pub fn of(pose: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<Self, Error> {
        let wide = Wide::of(pose, g1, g2)?;
        let placed = wide_pose(pose)?;
        let cores = [Core::new(g1, &Pose::IDENTITY)?, Core::new(g2, pose)?];
        let reach = |shape: &dyn Shape| {
            let sphere = shape.compute_local_bounding_sphere();
            f64::from(sphere.radius + sphere.center.length())
        };
        let tolerance = RIGHT * (reach(g1) + reach(g2) + f64::from(pose.translation.length()));
        // Any direction will do to look along first.
        let guess = gjk::contact(&wide.first, &wide.second).normal;
        let searched = cores[0].separation(&cores[1], &guess, tolerance / 16.0);
        let exact = gjk::exact::contact(&wide.first, &wide.second).map(|found| found.separation());
        let separation = exact.unwrap_or(searched);
        if (separation - searched).abs() > tolerance / 15.0 {
            return Err(Error::Other("the judges disagree".into()));
        }
        Ok(Self { cores, pose: placed, separation, tolerance })
    }

    /// How far apart they are along a direction.
    fn gap(&self, normal: &SVector<f64, D>) -> f64 {
        -self.cores[1].reach(&-normal) - self.cores[0].reach(normal)
    }

    /// A point of the second shape in the frame of the first.
    fn outwards(&self, point: Vector) -> SVector<f64, D> {
        self.pose.transform_point(wide(point)).coords
    }

    fn is_near(&self, value: f64, what: &str) -> Verdict {
        if (value - self.separation).abs() <= self.tolerance {
            return Ok(());
        }
        Err(format!("{what} {value:.6}, not {:.6}", self.separation))
    }

    /// A point of the first shape's frame, and one of the second's: whether both are on the surfaces. The normal is where to look first.
    fn are_on(&self, first: Vector, second: Vector, normal: SVector<f64, D>) -> bool {
        let points = [(wide(first), normal), (self.outwards(second), -normal)];
        let slack = self.tolerance / 4.0;
        self.cores.iter().zip(points).all(|(core, (point, normal))| {
            core.outside(&point, &normal, slack).abs() <= self.depth() + self.tolerance + slack
        })
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
                let way = self.outwards(second) - wide(first);
                self.is_near(way.norm(), "nearest points, apart")?;
                if self.are_on(first, second, way) {
                    Ok(())
                } else {
                    Err("a nearest point is off its shape".to_owned())
                }
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
        let way = self.outwards(found.point2) - wide(found.point1);
        if (way - normal * dist).norm() > 2.0 * self.tolerance || !self.are_on(found.point1, found.point2, normal) {
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
