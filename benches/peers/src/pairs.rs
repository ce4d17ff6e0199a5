//! The pairs every engine is asked about: seeded shapes, random rotations, and
//! for each pair the offset at which the two shapes just touch, so that the
//! right verdict is known beforehand. That offset is found here in `f64` by
//! following a ray out of the difference of the two shapes. It is bracketed on
//! both sides, by a face of points of the difference and by a supporting plane,
//! and the bracket is closed to 1e-12; no engine under test is its judge.
//! Shapes of the plane are kept as shapes of space with `z = 0`.

pub type Vec3 = [f64; 3];

/// Pairs in each cell of the table.
pub const PAIRS: usize = 1000;

/// Distinct hulls the pairs of a cell draw from. As with the meshes of a scene,
/// a few shapes are placed many times; it also keeps the vertices in cache, so
/// that a pass measures the algorithms and not the memory.
const HULLS: usize = 32;

/// What the two shapes of a pair are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A cuboid of space, as a cuboid.
    Cuboid,
    /// A convex hull of this many points of the unit sphere.
    Hull(usize),
    /// A rectangle of the plane, as a cuboid.
    Rect,
    /// A rectangle of the plane, as a polygon of four vertices.
    Quad,
    /// A convex polygon of eight vertices.
    Octagon,
    /// A cuboid and a ball.
    BoxBall,
    /// Two capsules.
    Capsules,
    /// A cylinder and a cone.
    CylinderCone,
    /// Two discs of the plane.
    Discs,
    /// Two capsules of the plane.
    FlatCapsules,
    /// Two balls.
    Balls,
}

impl Kind {
    pub const ALL: [Kind; 13] = [
        Kind::Rect,
        Kind::Quad,
        Kind::Octagon,
        Kind::Cuboid,
        Kind::Hull(32),
        Kind::Hull(128),
        Kind::Hull(512),
        Kind::BoxBall,
        Kind::Capsules,
        Kind::CylinderCone,
        Kind::Discs,
        Kind::FlatCapsules,
        Kind::Balls,
    ];

    pub fn is_planar(self) -> bool {
        matches!(self, Kind::Rect | Kind::Quad | Kind::Octagon | Kind::Discs | Kind::FlatCapsules)
    }

    /// Whether both shapes have corners only.
    pub fn is_polytopes(self) -> bool {
        matches!(self, Kind::Rect | Kind::Quad | Kind::Octagon | Kind::Cuboid | Kind::Hull(_))
    }

    /// Whether its contacts are asked for.
    pub fn has_contacts(self) -> bool {
        !matches!(self, Kind::Discs | Kind::FlatCapsules | Kind::Balls)
    }

    /// Whether its casts are asked for.
    pub fn has_casts(self) -> bool {
        !matches!(self, Kind::Rect | Kind::Hull(128 | 512) | Kind::BoxBall | Kind::CylinderCone)
    }

    pub fn label(self) -> String {
        match self {
            Kind::Cuboid => "3d box".into(),
            Kind::Hull(n) => format!("3d hull{n}"),
            Kind::Rect => "2d rect".into(),
            Kind::Quad => "2d quad".into(),
            Kind::Octagon => "2d octagon".into(),
            Kind::BoxBall => "3d box-ball".into(),
            Kind::Capsules => "3d capsules".into(),
            Kind::CylinderCone => "3d cyl-cone".into(),
            Kind::Discs => "2d discs".into(),
            Kind::FlatCapsules => "2d capsules".into(),
            Kind::Balls => "3d balls".into(),
        }
    }
}

/// A shape in its own frame, around the origin.
pub enum Shape {
    /// Half extents.
    Cuboid(Vec3),
    /// All vertices of a convex body; counter-clockwise if of the plane.
    Hull(Vec<Vec3>),
    /// Its radius.
    Ball(f64),
    /// Upright along y.
    Capsule(Upright),
    /// Upright along y.
    Cylinder(Upright),
    /// Upright along y: its apex up.
    Cone(Upright),
}

/// What is round about an axis; for a capsule `half_height` is that of the segment.
#[derive(Clone, Copy)]
pub struct Upright {
    pub half_height: f64,
    pub radius: f64,
}

/// A rotation (unit quaternion, `x y z w`), then a translation.
#[derive(Clone, Copy)]
pub struct Pose {
    pub rotation: [f64; 4],
    pub translation: Vec3,
}

impl Pose {
    /// Cosine and sine of the angle of a rotation of the plane.
    pub fn cos_sin(&self) -> [f64; 2] {
        let [_, _, z, w] = self.rotation;
        [w * w - z * z, 2.0 * w * z]
    }
}

/// Indices of two shapes and where they stand.
#[derive(Clone, Copy)]
pub struct Posed {
    pub a: usize,
    pub b: usize,
    pub pose_a: Pose,
    pub pose_b: Pose,
}

impl Posed {
    /// A velocity of B: in a unit of time to beside A's center, by a quarter of its last coordinate.
    pub fn velocity(&self, planar: bool) -> Vec3 {
        let [x, y, z] = neg(self.pose_b.translation);
        [x + if planar { y } else { z } / 4.0, y, z]
    }
}

struct Pair {
    a: usize,
    b: usize,
    rotation_a: [f64; 4],
    rotation_b: [f64; 4],
    /// The offset of B at which the two just touch.
    touching: Vec3,
}

/// The shapes and pairs of one kind, before they are set at a separation.
pub struct Scene {
    pub kind: Kind,
    shapes: Vec<Shape>,
    /// From here on the shapes are those of B; 0 if both are of one kind.
    second: usize,
    pairs: Vec<Pair>,
}

impl Scene {
    pub fn new(kind: Kind, seed: u64) -> Scene {
        let mut random = Random(seed);
        let shapes: Vec<Shape> = match kind {
            Kind::Hull(_) => (0..HULLS).map(|_| random.shape(kind)).collect(),
            Kind::BoxBall | Kind::CylinderCone => {
                let mut shapes = |first| (0..PAIRS).map(|_| random.one_of_two(kind, first)).collect();
                let (mut first, second): (Vec<Shape>, Vec<Shape>) = (shapes(true), shapes(false));
                first.extend(second);
                first
            }
            _ => (0..2 * PAIRS).map(|_| random.shape(kind)).collect(),
        };
        let second = if matches!(kind, Kind::BoxBall | Kind::CylinderCone) { PAIRS } else { 0 };
        let planar = kind.is_planar();
        let pairs = (0..PAIRS)
            .map(|i| {
                let (a, b) = match kind {
                    Kind::Hull(_) => (random.below(HULLS), random.below(HULLS)),
                    _ if second > 0 => (i, i),
                    _ => (2 * i, 2 * i + 1),
                };
                loop {
                    let rotation_a = random.rotation(planar);
                    let rotation_b = random.rotation(planar);
                    let direction = random.direction(planar);
                    let difference = |n: Vec3| {
                        sub(support(&shapes[a], rotation_a, n), support(&shapes[second + b], rotation_b, neg(n)))
                    };
                    let reach = if planar {
                        exit_in_plane(difference, direction)
                    } else {
                        exit_in_space(difference, direction)
                    };
                    // A ray through an edge leaves the search without a face:
                    // draw anew.
                    if let Some(t) = reach {
                        break Pair { a, b, rotation_a, rotation_b, touching: scale(direction, t) };
                    }
                }
            })
            .collect();
        Scene { kind, shapes, second, pairs }
    }

    /// The shapes that A is one of.
    pub fn first(&self) -> &[Shape] {
        &self.shapes[..if self.second > 0 { self.second } else { self.shapes.len() }]
    }

    /// The shapes that B is one of: the same as A's if both are of one kind.
    pub fn second(&self) -> &[Shape] {
        &self.shapes[self.second..]
    }

    /// The pairs with B at `factor` times the offset of touching: apart above
    /// 1, overlapping below.
    pub fn posed(&self, factor: f64) -> impl Iterator<Item = Posed> + '_ {
        self.pairs.iter().map(move |pair| Posed {
            a: pair.a,
            b: pair.b,
            pose_a: Pose { rotation: pair.rotation_a, translation: [0.0; 3] },
            pose_b: Pose { rotation: pair.rotation_b, translation: scale(pair.touching, factor) },
        })
    }

    /// How far two claimed closest points of a pair are from the supporting
    /// planes of its shapes across the unit vector `n`, from A to B. If both are
    /// in those planes, and in their shapes, none are closer.
    pub fn misfit(&self, posed: &Posed, n: Vec3, a: Vec3, b: Vec3) -> f64 {
        let [reach_a, reach_b] = self.reaches(posed, n);
        let miss_a = reach_a - dot(n, a);
        let miss_b = reach_b + dot(n, b);
        miss_a.abs().max(miss_b.abs())
    }

    /// How far B would have to be moved along the unit vector `n` to part a pair: no less than its depth, and for the
    /// right direction the depth itself.
    pub fn reach_of_translation(&self, posed: &Posed, n: Vec3) -> f64 {
        self.reaches(posed, n).iter().sum()
    }

    /// How far A reaches along `n`, and B against it.
    fn reaches(&self, posed: &Posed, n: Vec3) -> [f64; 2] {
        let reach =
            |shape: &Shape, pose: Pose, n: Vec3| dot(n, support(shape, pose.rotation, n)) + dot(n, pose.translation);
        [reach(&self.first()[posed.a], posed.pose_a, n), reach(&self.second()[posed.b], posed.pose_b, neg(n))]
    }
}

/// A vector at length 1.
pub fn unit(v: Vec3) -> Vec3 {
    scale(v, 1.0 / dot(v, v).sqrt())
}

/// The unit vector from one point to another.
pub fn towards(a: Vec3, b: Vec3) -> Vec3 {
    unit(sub(b, a))
}

/// The farthest point of a rotated shape along `n`.
fn support(shape: &Shape, rotation: [f64; 4], n: Vec3) -> Vec3 {
    let [x, y, z, w] = rotation;
    let local = rotate([-x, -y, -z, w], n);
    let point = match shape {
        Shape::Cuboid(half) => [0, 1, 2].map(|i| half[i].copysign(local[i])),
        Shape::Hull(points) => {
            *points.iter().max_by(|p, q| dot(**p, local).total_cmp(&dot(**q, local))).expect("a hull has vertices")
        }
        Shape::Ball(radius) => scale(unit(local), *radius),
        Shape::Capsule(Upright { half_height, radius }) => {
            let [x, y, z] = scale(unit(local), *radius);
            [x, y + half_height.copysign(local[1]), z]
        }
        Shape::Cylinder(Upright { half_height, radius }) => {
            let [x, z] = rim(local, *radius);
            [x, half_height.copysign(local[1]), z]
        }
        Shape::Cone(Upright { half_height, radius }) => {
            let [x, z] = rim(local, *radius);
            let base = [x, -half_height, z];
            let apex = [0.0, *half_height, 0.0];
            if dot(base, local) > dot(apex, local) { base } else { apex }
        }
    };
    rotate(rotation, point)
}

/// Of a disc across the y axis the point farthest along `n`.
fn rim(n: Vec3, radius: f64) -> [f64; 2] {
    let length = n[0].hypot(n[2]);
    if length > 0.0 { [n[0], n[2]].map(|x| x / length * radius) } else { [0.0; 2] }
}

/// Iterations and relative width at which the search for an exit stops.
const STEPS: usize = 1000;
const WIDTH: f64 = 1e-12;

/// Where the ray from the origin along `u` leaves a convex body of space that
/// holds the origin inside, given its support function.
fn exit_in_space(body: impl Fn(Vec3) -> Vec3, u: Vec3) -> Option<f64> {
    // Three points of the body whose cone holds the ray, counter-clockwise as
    // seen from outside.
    let mut p = body(u);
    let mut q = body(cross(p, u));
    if dot(cross(p, q), u) < 0.0 {
        (p, q) = (q, p);
    }
    let mut r = body(cross(p, q));
    for _ in 0..STEPS {
        if dot(cross(q, r), u) < 0.0 {
            p = r;
        } else if dot(cross(r, p), u) < 0.0 {
            q = r;
        } else {
            break;
        }
        r = body(cross(p, q));
    }
    // Push that triangle out along its normal until it lies in a face.
    let mut above = f64::INFINITY;
    for _ in 0..STEPS {
        let n = cross(sub(q, p), sub(r, p));
        let slope = dot(n, u);
        let top = body(n);
        let below = dot(n, p) / slope;
        above = above.min(dot(n, top) / slope);
        if above - below <= WIDTH * above {
            return Some(above);
        }
        let side = |v: Vec3| dot(cross(v, top), u) >= 0.0;
        match (side(p), side(q), side(r)) {
            (false, true, _) => r = top,
            (_, false, true) => p = top,
            (true, _, false) => q = top,
            _ => return None,
        }
    }
    None
}

/// As [`exit_in_space`], for bodies of the plane.
fn exit_in_plane(body: impl Fn(Vec3) -> Vec3, u: Vec3) -> Option<f64> {
    let turn = |a: Vec3, b: Vec3| a[0] * b[1] - a[1] * b[0];
    // Two points of the body with the ray between them, `p` clockwise of it.
    let mut p = body(u);
    let left = turn(p, u) >= 0.0;
    let ahead = |p: Vec3| {
        if left { body([-p[1], p[0], 0.0]) } else { body([p[1], -p[0], 0.0]) }
    };
    let mut q = ahead(p);
    for _ in 0..STEPS {
        if (turn(u, q) >= 0.0) == left {
            break;
        }
        p = q;
        q = ahead(p);
    }
    if !left {
        (p, q) = (q, p);
    }
    let mut above = f64::INFINITY;
    for _ in 0..STEPS {
        let n = [q[1] - p[1], p[0] - q[0], 0.0];
        let slope = dot(n, u);
        let top = body(n);
        let below = dot(n, p) / slope;
        above = above.min(dot(n, top) / slope);
        if above - below <= WIDTH * above {
            return Some(above);
        }
        if turn(top, u) >= 0.0 {
            p = top;
        } else {
            q = top;
        }
    }
    None
}

/// SplitMix64, and the few distributions needed.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.bits() >> 11) as f64 / (1u64 << 53) as f64;
        low + (high - low) * unit
    }

    fn angle(&mut self) -> f64 {
        self.between(0.0, std::f64::consts::TAU)
    }

    fn gaussian(&mut self) -> f64 {
        let radius = (-2.0 * self.between(f64::MIN_POSITIVE, 1.0).ln()).sqrt();
        radius * self.angle().cos()
    }

    fn unit<const N: usize>(&mut self) -> [f64; N] {
        let v = [0.0; N].map(|_: f64| self.gaussian());
        let norm = v.iter().map(|x| x * x).sum::<f64>().sqrt();
        v.map(|x| x / norm)
    }

    fn direction(&mut self, planar: bool) -> Vec3 {
        if planar {
            let [x, y] = self.unit();
            [x, y, 0.0]
        } else {
            self.unit()
        }
    }

    fn rotation(&mut self, planar: bool) -> [f64; 4] {
        if planar {
            let [z, w] = self.unit();
            [0.0, 0.0, z, w]
        } else {
            self.unit()
        }
    }

    fn shape(&mut self, kind: Kind) -> Shape {
        let mut half = || self.between(0.5, 1.5);
        match kind {
            Kind::Cuboid => Shape::Cuboid([half(), half(), half()]),
            Kind::Rect => Shape::Cuboid([half(), half(), 0.0]),
            Kind::Quad => {
                let (x, y) = (half(), half());
                Shape::Hull(vec![[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]])
            }
            Kind::Octagon => {
                let corner = |i: usize| {
                    let step = std::f64::consts::TAU / 8.0;
                    let angle = step * (i as f64 + self.between(-0.3, 0.3));
                    [angle.cos(), angle.sin(), 0.0]
                };
                Shape::Hull((0..8).map(corner).collect())
            }
            Kind::Hull(n) => Shape::Hull((0..n).map(|_| self.unit()).collect()),
            Kind::Capsules | Kind::FlatCapsules => Shape::Capsule(self.upright()),
            Kind::Discs | Kind::Balls => Shape::Ball(half()),
            Kind::BoxBall | Kind::CylinderCone => unreachable!("two kinds of shapes"),
        }
    }

    fn one_of_two(&mut self, kind: Kind, first: bool) -> Shape {
        match (kind, first) {
            (Kind::BoxBall, true) => self.shape(Kind::Cuboid),
            (Kind::BoxBall, false) => Shape::Ball(self.between(0.5, 1.5)),
            (Kind::CylinderCone, true) => Shape::Cylinder(self.upright()),
            (Kind::CylinderCone, false) => Shape::Cone(self.upright()),
            _ => unreachable!("one kind of shapes"),
        }
    }

    fn upright(&mut self) -> Upright {
        Upright { half_height: self.between(0.5, 1.5), radius: self.between(0.3, 1.0) }
    }
}

pub fn dot(a: Vec3, b: Vec3) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Where a point is after some time.
pub fn moved(p: Vec3, velocity: Vec3, time: f64) -> Vec3 {
    [0, 1, 2].map(|i| p[i] + velocity[i] * time)
}

fn cross(a: Vec3, b: Vec3) -> Vec3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn sub(a: Vec3, b: Vec3) -> Vec3 {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn neg(a: Vec3) -> Vec3 {
    a.map(|x| -x)
}

fn scale(a: Vec3, k: f64) -> Vec3 {
    a.map(|x| x * k)
}

fn rotate(q: [f64; 4], v: Vec3) -> Vec3 {
    let (axis, w) = ([q[0], q[1], q[2]], q[3]);
    let t = scale(cross(axis, v), 2.0);
    let s = cross(axis, t);
    [0, 1, 2].map(|i| v[i] + w * t[i] + s[i])
}
