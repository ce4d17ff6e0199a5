//! A shape that is being made for a question: points that are turned and moved, and a margin.
//!
//! To get a given gap, take a spot on each shape, with the outer normal there. One shape is turned until the normals oppose, and moved
//! until the spots are the gap apart along the normals, or as deep. Each shape is behind the plane of its spot, so the gap is the distance.
//! It is also the depth if the spots are on a vertex and a face, two edges, or smooth surfaces, and no other side of the shapes is nearer.

use super::random::{Random, add, dot};
use gjk_question::{Kind, MAX_DIM, Placement, Rotation, Shape, Vector};

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

    /// The number of a point farthest along a vector; the last one of several.
    fn farthest(&self, direction: &Vector) -> usize {
        let height = |k: &usize| dot(&self.points[*k], direction);
        (0..self.points.len()).max_by(|j, k| height(j).total_cmp(&height(k))).unwrap_or(0)
    }

    /// A spot within a face of so many dimensions, or fewer if it has none: 0 a vertex, 1 an edge. From a plane at a vertex,
    /// each next vertex is found by tilting the plane about those that are on it (D. Chand and S. Kapur, An algorithm for
    /// convex polytopes, 1970).
    fn spot(&self, random: &mut Random, dim: usize, rank: usize) -> Spot {
        let mut normal = random.direction(dim);
        let first = self.farthest(&normal);
        let (mut face, mut edges) = (vec![first], Vec::new());
        let step = |k: usize| add(&self.points[k], &self.points[first], -1.0);
        for _ in 0..rank {
            edges.push(normal);
            let Some(aside) = perpendicular(&random.direction(dim), &edges, 1e-3) else { break };
            edges.pop();
            // How far a point is below the plane, and aside: the plane meets the one first where the quotient is least. A
            // point may be on the plane up to rounding.
            let place = |k: usize| {
                let step = step(k);
                let (below, out) = ((-dot(&step, &normal)).max(0.0) + 0.0, dot(&step, &aside));
                let counts = below.hypot(out) > 1e-12 * dot(&step, &step).sqrt();
                counts.then_some((k, below, out))
            };
            let others = (0..self.points.len()).filter(|k| !face.contains(k)).filter_map(place);
            let Some((next, below, out)) = others.max_by(|x, y| (x.2 / x.1).total_cmp(&(y.2 / y.1))) else { break };
            let length = below.hypot(out);
            normal = add(&normal.map(|x| x * (out / length)), &aside, below / length);
            edges.extend(perpendicular(&step(next), &edges, 0.0));
            face.push(next);
        }
        self.within(random, &face, normal)
    }

    /// The spot where it is met first along a normal.
    fn spot_along(&self, random: &mut Random, normal: Vector) -> Spot {
        let most = dot(&self.points[self.farthest(&normal)], &normal);
        let face: Vec<_> = (0..self.points.len()).filter(|k| dot(&self.points[*k], &normal) >= most).collect();
        self.within(random, &face, normal)
    }

    /// A mean of some points, all with a share.
    fn within(&self, random: &mut Random, face: &[usize], normal: Vector) -> Spot {
        let (mut sum, mut weights) = (Vector::default(), 0.0);
        for k in face {
            let weight = random.between(0.2, 1.0);
            sum = add(&sum, &self.points[*k], weight);
            weights += weight;
        }
        Spot { at: add(&sum.map(|x| x / weights), &normal, self.margin), normal, rank: face.len() - 1 }
    }

    /// The largest absolute coordinate.
    fn size(&self) -> f64 {
        self.points.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs())) + self.margin
    }

    /// Turns the body and brings it to a gap from another one; a cuboid is not turned. Returns the normal, from the other
    /// one to this one.
    pub(super) fn meet(&mut self, other: &Self, random: &mut Random, dim: usize, gap: Gap) -> Vector {
        let [theirs, ours] = gap.ranks(random, dim);
        let cuboid = matches!(self.form, Form::Cuboid(_));
        let there = other.spot(random, dim, if cuboid && !gap.is_positive() { dim - 1 } else { theirs });
        let against = there.normal.map(|x| -x);
        let here = if cuboid {
            self.spot_along(random, against).at
        } else {
            let here = self.spot(random, dim, ours);
            let turn = Turn::new(random, dim, &here.normal, &against);
            self.points.iter_mut().for_each(|point| *point = turn.of(point));
            turn.of(&here.at)
        };
        self.move_by(&add(&there.at, &here, -1.0));
        let inwards = add(&other.middle(), &self.middle(), -1.0);
        self.move_by(&gap.step(&there.normal, &inwards, self.size().max(other.size())));
        there.normal
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

/// A spot on a surface, and the outer normal there.
struct Spot {
    at: Vector,
    normal: Vector,
    /// 0 at a vertex, 1 within an edge, 2 within a face of a polyhedron, or on a smooth surface.
    rank: usize,
}

/// How far two shapes are to be apart, or, if it is negative, how deep they are to overlap.
#[derive(Clone, Copy)]
pub(super) enum Gap {
    Length(f64),
    /// In L, the largest absolute coordinate of both.
    OfL(f64),
}

impl Gap {
    fn is_positive(self) -> bool {
        let (Self::Length(gap) | Self::OfL(gap)) = self;
        gap > 0.0
    }

    /// The dimensions of the faces that meet: any for a distance; for a depth the dimensions in which the sum of the shapes has a
    /// facet.
    fn ranks(self, random: &mut Random, dim: usize) -> [usize; 2] {
        let mut below = |n: usize| usize::try_from(random.below(n as u64)).unwrap_or(0);
        let first = below(dim);
        [first, if self.is_positive() { below(dim - first) } else { dim - 1 - first }]
    }

    /// The way of a shape that touches another one at a normal: along the normal, or inwards until it is so deep, but no
    /// farther than to the middle.
    fn step(self, normal: &Vector, inwards: &Vector, size: f64) -> Vector {
        let gap = match self {
            Self::Length(gap) => gap,
            Self::OfL(gap) => gap * size,
        };
        if gap >= 0.0 {
            return normal.map(|x| x * gap);
        }
        let height = -dot(inwards, normal);
        let share = if height > -gap { -gap / height } else { 1.0 };
        inwards.map(|x| x * share)
    }
}

/// A turn: two reflections, each along a unit vector, or none.
struct Turn([Option<Vector>; 2]);

impl Turn {
    /// One that takes a unit vector to another one, and is random apart from that.
    fn new(random: &mut Random, dim: usize, from: &Vector, to: &Vector) -> Self {
        let between = random.direction(dim);
        Self([perpendicular(&add(from, &between, -1.0), &[], 1e-3), perpendicular(&add(&between, to, -1.0), &[], 1e-3)])
    }

    fn of(&self, vector: &Vector) -> Vector {
        self.0.iter().flatten().fold(*vector, |v, along| add(&v, along, -2.0 * dot(&v, along)))
    }
}

/// The unit vector along what is left of a vector without its parts along some unit vectors; `None` if no more than so much is
/// left.
fn perpendicular(vector: &Vector, others: &[Vector], least: f64) -> Option<Vector> {
    let mut left = *vector;
    // Twice: the first time leaves what rounding makes of it.
    for other in others.iter().chain(others) {
        left = add(&left, other, -dot(&left, other));
    }
    let length = dot(&left, &left).sqrt();
    (length > least).then(|| left.map(|x| x / length))
}

/// An ellipsoid, a cylinder or a cone, turned and moved.
pub(super) struct Curved {
    kind: Kind,
    /// Where the coordinate axes of the shape point.
    axes: [Vector; MAX_DIM],
    moved: Vector,
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

    /// A spot, before the shape is turned and moved: on an ellipsoid anywhere; of a cylinder or a cone on an end, on the side
    /// or on a rim, or at the apex.
    fn spot(&self, random: &mut Random) -> Spot {
        let (sin, cos) = libm::sincos(random.between(0.0, core::f64::consts::TAU));
        let (inner, tilt) = (random.between(0.1, 0.9), random.between(0.1, 0.9));
        let top = random.coin();
        // A vector with a part away from the axis, and one along it.
        let around = |out: f64, along: f64| {
            let mut vector = Vector::default();
            vector[..3].copy_from_slice(&[out * cos, along, out * sin]);
            vector
        };
        let unit = |v: Vector| v.map(|x| x / dot(&v, &v).sqrt());
        let spot = |at, normal, rank| Spot { at, normal: unit(normal), rank };
        match self.kind {
            Kind::Ellipsoid { radii } => {
                let normal = random.direction(3);
                let scaled = core::array::from_fn(|k| radii[k] * normal[k]);
                let length = dot(&scaled, &scaled).sqrt();
                spot(core::array::from_fn(|k| radii[k] * scaled[k] / length), normal, 2)
            }
            Kind::Cylinder { radius, half_height } => {
                let end = if top { 1.0 } else { -1.0 };
                match random.below(3) {
                    0 => spot(around(inner * radius, end * half_height), around(0.0, end), 2),
                    1 => spot(around(radius, end * inner * half_height), around(1.0, 0.0), 2),
                    _ => spot(around(radius, end * half_height), around(tilt, end * (1.0 - tilt)), 1),
                }
            }
            Kind::Cone { radius, half_height } => {
                // The side's normal.
                let [out, along] = [2.0 * half_height, radius];
                let length = out.hypot(along);
                match random.below(4) {
                    0 => spot(around(inner * radius, -half_height), around(0.0, -1.0), 2),
                    1 => spot(around(inner * radius, half_height * (1.0 - 2.0 * inner)), around(out, along), 2),
                    2 => spot(
                        around(radius, -half_height),
                        around(tilt * out / length, tilt * along / length - (1.0 - tilt)),
                        1,
                    ),
                    _ => spot(
                        around(0.0, half_height),
                        around(tilt * out / length, tilt * along / length + (1.0 - tilt)),
                        0,
                    ),
                }
            }
            _ => spot(Vector::default(), around(1.0, 0.0), 0),
        }
    }

    /// As the world sees a vector of the shape.
    fn seen(&self, vector: &Vector) -> Vector {
        (0..3).fold(Vector::default(), |sum, k| add(&sum, &self.axes[k], vector[k]))
    }

    /// Turns the shape and brings it to a gap from another one.
    pub(super) fn meet(&mut self, other: &Self, random: &mut Random, dim: usize, gap: Gap) {
        let there = other.spot(random);
        let here = loop {
            let here = self.spot(random);
            // Of a vertex and an edge the sum has no facet.
            if gap.is_positive() || there.rank + here.rank >= 2 {
                break here;
            }
        };
        let normal = other.seen(&there.normal);
        let turn = Turn::new(random, dim, &self.seen(&here.normal), &normal.map(|x| -x));
        self.axes[..dim].iter_mut().for_each(|axis| *axis = turn.of(axis));
        self.moved = add(&add(&other.moved, &other.seen(&there.at), 1.0), &self.seen(&here.at), -1.0);
        let inwards = add(&other.moved, &self.moved, -1.0);
        self.moved = add(&self.moved, &gap.step(&normal, &inwards, 1.0), 1.0);
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
    mapped(shape, change, change)
}

/// A shape that is scaled, and then moved.
pub(super) fn similar(shape: &Shape, factor: f64, step: &Vector) -> Shape {
    let mut shape = mapped(shape, &|x| x * factor, &|x| x);
    displace(&mut shape, step);
    shape
}

fn displace(shape: &mut Shape, step: &Vector) {
    let by = |v: &mut Vector| *v = add(v, step, 1.0);
    if let Some(pose) = &mut shape.pose {
        return by(&mut pose.translation);
    }
    match &mut shape.kind {
        Kind::Point { at } => by(at),
        Kind::Segment { ends } | Kind::Capsule { ends, .. } => ends.iter_mut().for_each(by),
        Kind::Points { points } => points.iter_mut().for_each(by),
        Kind::Ball { center, .. } => by(center),
        Kind::Hull { shapes } => shapes.iter_mut().for_each(|part| displace(part, step)),
        _ => shape.pose = Some(Placement { translation: *step, rotation: None }),
    }
}

/// A shape with each length changed, and each number that is none.
fn mapped(shape: &Shape, change: &dyn Fn(f64) -> f64, other: &dyn Fn(f64) -> f64) -> Shape {
    let (vector, one) = (|v: &Vector| v.map(change), |x: &f64| change(*x));
    let all = |shapes: &[Shape]| shapes.iter().map(|shape| mapped(shape, change, other)).collect();
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
        Kind::Frustum { fov_y, aspect, near, far } => {
            Kind::Frustum { fov_y: other(*fov_y), aspect: other(*aspect), near: one(near), far: one(far) }
        }
        Kind::Hull { shapes } => Kind::Hull { shapes: all(shapes) },
        Kind::Sum { shapes } => Kind::Sum { shapes: all(shapes) },
    };
    let pose = shape.pose.as_ref().map(|pose| Placement {
        translation: vector(&pose.translation),
        rotation: pose.rotation.as_ref().map(|rotation| match rotation {
            Rotation::Matrix(rows) => Rotation::Matrix(rows.iter().map(|row| row.map(other)).collect()),
            Rotation::Quaternion(q) => Rotation::Quaternion(q.map(other)),
            Rotation::Angle(angle) => Rotation::Angle(*angle),
        }),
    });
    Shape { kind, pose, margin: shape.margin.as_ref().map(one) }
}
