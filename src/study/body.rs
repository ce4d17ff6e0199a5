//! A shape on its way to becoming part of a question: points, turned and moved about, and a margin.

use super::random::{Random, add, dot};
use crate::question::{Kind, MAX_DIM, Placement, Rotation, Shape, Vector};

/// How a body is written in the end.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// As the points where they are.
    Points,
    /// As the points before they were moved, and a translation.
    Posed,
    /// As a box with these half extents, and a translation.
    Cuboid(Vector),
}

/// The hull of some points, with a margin.
#[derive(Clone)]
pub(super) struct Body {
    points: Vec<Vector>,
    margin: f64,
    form: Form,
    moved: Vector,
}

impl Body {
    pub(super) fn new(points: Vec<Vector>) -> Self {
        Self { points, margin: 0.0, form: Form::Points, moved: Vector::default() }
    }

    /// Points near a sphere of radius 1.
    pub(super) fn round(random: &mut Random, dim: usize, count: usize) -> Self {
        let mut point = || {
            let radius = random.between(0.7, 1.0);
            random.direction(dim).map(|x| x * radius)
        };
        Self::new((0..count).map(|_| point()).collect())
    }

    /// A box along some axes, as its corners.
    pub(super) fn block(half_extents: &Vector, axes: &[Vector; MAX_DIM], dim: usize) -> Self {
        let corner = |signs: usize| {
            let side = |k: usize| if signs >> k & 1 == 1 { half_extents[k] } else { -half_extents[k] };
            (0..dim).fold(Vector::default(), |corner, k| add(&corner, &axes[k], side(k)))
        };
        Self::new((0..1 << dim).map(corner).collect())
    }

    /// Half extents between 0.3 and 1.
    pub(super) fn half_extents(random: &mut Random, dim: usize) -> Vector {
        let mut half = Vector::default();
        half[..dim].fill_with(|| random.between(0.3, 1.0));
        half
    }

    /// A box that is not turned, written as such.
    pub(super) fn cuboid(random: &mut Random, dim: usize) -> Self {
        let half = Self::half_extents(random, dim);
        let mut axes = [Vector::default(); MAX_DIM];
        (0..dim).for_each(|k| axes[k][k] = 1.0);
        Self { form: Form::Cuboid(half), ..Self::block(&half, &axes, dim) }
    }

    /// Points with small whole coordinates.
    pub(super) fn grid(random: &mut Random, dim: usize) -> Self {
        let count = 2 + random.below(7);
        #[expect(clippy::cast_precision_loss, reason = "less than 7")]
        let mut point = || {
            let mut point = Vector::default();
            point[..dim].fill_with(|| random.below(7) as f64 - 3.0);
            point
        };
        Self::new((0..count).map(|_| point()).collect())
    }

    /// The same points, stretched along each of some axes.
    pub(super) fn stretched(mut self, axes: &[Vector; MAX_DIM], factors: &Vector, dim: usize) -> Self {
        for point in &mut self.points {
            let old = *point;
            *point = (0..dim).fold(Vector::default(), |sum, k| add(&sum, &axes[k], factors[k] * dot(&old, &axes[k])));
        }
        self
    }

    /// Turned from the coordinate axes to others.
    pub(super) fn turned(mut self, axes: &[Vector; MAX_DIM], dim: usize) -> Self {
        for point in &mut self.points {
            let old = *point;
            *point = (0..dim).fold(Vector::default(), |sum, k| add(&sum, &axes[k], old[k]));
        }
        self
    }

    pub(super) fn with_margin(self, margin: f64) -> Self {
        Self { margin, ..self }
    }

    pub(super) fn posed(self) -> Self {
        Self { form: Form::Posed, ..self }
    }

    pub(super) fn move_by(&mut self, step: &Vector) {
        self.moved = add(&self.moved, step, 1.0);
        for point in &mut self.points {
            *point = add(point, step, 1.0);
        }
    }

    pub(super) fn scale(&mut self, factor: f64) {
        let scale = |v: &Vector| v.map(|x| x * factor);
        self.points.iter_mut().for_each(|point| *point = scale(point));
        self.moved = scale(&self.moved);
        self.margin *= factor;
        if let Form::Cuboid(half) = &mut self.form {
            *half = scale(half);
        }
    }

    /// A point farthest along a unit vector.
    fn farthest(&self, direction: &Vector) -> Vector {
        let height = |point: &&Vector| dot(point, direction);
        let found = self.points.iter().max_by(|p, q| height(p).total_cmp(&height(q)));
        add(&found.copied().unwrap_or_default(), direction, self.margin)
    }

    /// Moves the body onto another one, so that they have a common point for certain, and overlap by at most so much: the point
    /// of this one that is farthest against a unit vector is laid so far within the other one.
    pub(super) fn place_into(&mut self, other: &Self, normal: &Vector, depth: f64) {
        let tip = self.farthest(&normal.map(|x| -x));
        let (top, middle) = (other.farthest(normal), other.middle());
        let inwards = add(&middle, &top, -1.0);
        let height = -dot(&inwards, normal);
        let share = if height > depth { depth / height } else { 1.0 };
        let there = add(&top, &inwards, share);
        self.move_by(&add(&there, &tip, -1.0));
    }

    /// How far it reaches along a unit vector.
    fn reach(&self, direction: &Vector) -> f64 {
        self.margin + self.points.iter().map(|point| dot(point, direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The middle of its points.
    fn middle(&self) -> Vector {
        let share = 1.0 / super::statistics::float(self.points.len() as u64);
        self.points.iter().fold(Vector::default(), |sum, point| add(&sum, point, share))
    }

    /// Moves the body beyond another one, so that along a unit vector there is this gap between them, which may be negative;
    /// and aside by at most so much.
    pub(super) fn place_beyond(&mut self, other: &Self, normal: &Vector, gap: f64, aside: &Vector) {
        let aside = add(aside, normal, -dot(aside, normal));
        let between = add(&other.middle(), &self.middle(), -1.0);
        self.move_by(&add(&between, &aside, 1.0));
        let distance = -self.reach(&normal.map(|x| -x)) - other.reach(normal);
        self.move_by(&normal.map(|x| x * (gap - distance)));
    }

    /// The shape that a question has.
    pub(super) fn shape(&self) -> Shape {
        let placed = || Some(Placement { translation: self.moved, rotation: None });
        let margin = (self.margin > 0.0).then_some(self.margin);
        match (self.form, &self.points[..]) {
            (Form::Cuboid(half_extents), _) => Shape { kind: Kind::Cuboid { half_extents }, pose: placed(), margin },
            (Form::Posed, points) => {
                let points = points.iter().map(|point| add(point, &self.moved, -1.0)).collect();
                Shape { kind: Kind::Points { points }, pose: placed(), margin }
            }
            (Form::Points, [center]) => {
                Shape { kind: Kind::Ball { radius: self.margin, center: *center }, pose: None, margin: None }
            }
            (Form::Points, [a, b]) => {
                Shape { kind: Kind::Capsule { ends: [*a, *b], radius: self.margin }, pose: None, margin: None }
            }
            (Form::Points, points) => Shape { kind: Kind::Points { points: points.to_vec() }, pose: None, margin },
        }
    }
}

/// An ellipsoid, a cylinder or a cone, turned and moved.
pub(super) struct Curved {
    kind: Kind,
    /// Where the coordinate axes of the shape point.
    axes: [Vector; MAX_DIM],
    pub(super) moved: Vector,
}

impl Curved {
    /// Of the first kind, the second or the third, with extents between 0.3 and 1; in three dimensions.
    pub(super) fn new(random: &mut Random, dim: usize, kind: usize) -> Self {
        let radii = Body::half_extents(random, dim);
        let [radius, half_height, ..] = radii;
        let kind = match kind {
            0 => Kind::Ellipsoid { radii },
            1 => Kind::Cylinder { radius, half_height },
            _ => Kind::Cone { radius, half_height },
        };
        let mut axes = random.axes(dim);
        // No mirror: the third axis is the cross product of the first two.
        let [u, v] = [axes[0], axes[1]];
        for (k, x) in axes[2].iter_mut().enumerate().take(dim) {
            let [l, m] = [(k + 1) % dim, (k + 2) % dim];
            *x = u[l] * v[m] - u[m] * v[l];
        }
        Self { kind, axes, moved: Vector::default() }
    }

    /// How far it reaches along a unit vector before it is moved.
    pub(super) fn reach(&self, direction: &Vector) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| dot(&self.axes[k], direction));
        let across = (x * x + z * z).sqrt();
        match self.kind {
            Kind::Ellipsoid { radii } => {
                let [x, y, z] = [x * radii[0], y * radii[1], z * radii[2]];
                (x * x + y * y + z * z).sqrt()
            }
            Kind::Cylinder { radius, half_height } => radius * across + half_height * y.abs(),
            Kind::Cone { radius, half_height } => (half_height * y).max(radius * across - half_height * y),
            _ => 0.0,
        }
    }

    /// The shape that a question has.
    pub(super) fn shape(&self, dim: usize) -> Shape {
        let row = |k: usize| {
            let mut row = Vector::default();
            (0..dim).for_each(|l| row[l] = self.axes[l][k]);
            row
        };
        let rotation = Some(Rotation::Matrix((0..dim).map(row).collect()));
        Shape { kind: self.kind.clone(), pose: Some(Placement { translation: self.moved, rotation }), margin: None }
    }
}

/// A shape with each number changed.
pub(super) fn changed(shape: &Shape, change: &dyn Fn(f64) -> f64) -> Shape {
    let (vector, one) = (|v: &Vector| v.map(change), |x: &f64| change(*x));
    let all = |shapes: &[Shape]| shapes.iter().map(|shape| changed(shape, change)).collect();
    let kind = match &shape.kind {
        Kind::Point { at } => Kind::Point { at: vector(at) },
        Kind::Segment { ends } => Kind::Segment { ends: ends.each_ref().map(vector) },
        Kind::Points { points } => Kind::Points { points: points.iter().map(vector).collect() },
        Kind::Ball { radius, center } => Kind::Ball { radius: one(radius), center: vector(center) },
        Kind::Cuboid { half_extents } => Kind::Cuboid { half_extents: vector(half_extents) },
        Kind::Capsule { ends, radius } => Kind::Capsule { ends: ends.each_ref().map(vector), radius: one(radius) },
        Kind::Ellipsoid { radii } => Kind::Ellipsoid { radii: vector(radii) },
        Kind::Cylinder { radius, half_height } => Kind::Cylinder { radius: one(radius), half_height: one(half_height) },
        Kind::Cone { radius, half_height } => Kind::Cone { radius: one(radius), half_height: one(half_height) },
        Kind::Hull { shapes } => Kind::Hull { shapes: all(shapes) },
        Kind::Sum { shapes } => Kind::Sum { shapes: all(shapes) },
    };
    let pose = shape.pose.as_ref().map(|pose| Placement {
        translation: vector(&pose.translation),
        rotation: pose.rotation.as_ref().map(|rotation| match rotation {
            Rotation::Matrix(rows) => Rotation::Matrix(rows.iter().map(vector).collect()),
            Rotation::Quaternion(q) => Rotation::Quaternion(q.map(change)),
            Rotation::Angle(angle) => Rotation::Angle(*angle),
        }),
    });
    Shape { kind, pose, margin: shape.margin.as_ref().map(one) }
}
