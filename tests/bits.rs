//! Every bit of the answers in one, two and three dimensions, hashed over a seeded mix of pairs. The other tests check whether an answer is
//! right. This test checks whether it is the same as before: a change of structure has to leave every hash as it is.
//!
//! There is a hash for each scalar, dimension, family of shapes and query, so a hash that differs says where to look. A
//! change that is meant to change answers renews the hashes: a failing test prints its whole new table, to be pasted
//! over the one below. (The inputs come from integers by + − × ÷ √ alone, so the hashes hold on every platform.)

#![allow(clippy::cast_possible_truncation, reason = "small numbers, and rounding to f32 is what is wanted")]

use gjk::nalgebra::{Matrix4, Point, RealField, Rotation, SMatrix, SVector, Similarity, Translation};
use gjk::shape::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Frustum, Hull, PointCloud, Segment, Sum, Tetrahedron, Triangle,
};
use gjk::{
    Contact, Difference, Distance, Outcome, Pose, Query, Start, Support, SupportExt, Undecided, Verdict, aabb, contact,
    distance,
    epa::Expansion,
    intersects,
    simplex::{Cases, Simplex, SimplexCases, SupportPoint, VertexId},
    support_fn,
};
use oracle::random::Random;
use oracle::testing::{Float, Shape, vector};
use std::array;
use std::collections::BTreeMap;

/// What is asked about each pair.
const QUERIES: [&str; 6] = ["intersects", "verdict", "evidence", "distance", "contact", "options"];

/// What both shapes of a pair are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Family {
    /// Boxes, segments and points: a closed form for the depth.
    Boxes,
    /// Triangles, tetrahedra, frustums and clouds of few points.
    Polytopes,
    /// Clouds of many points, indexed and not.
    Clouds,
    /// Balls, capsules, ellipsoids, cylinders and cones.
    Round,
    /// Hulls and sums of the above.
    Composed,
    /// Closures, including some that give NaN.
    Closures,
    /// Integer coordinates and quarter turns: nothing is rounded, and many things tie.
    Grid,
    /// Any of these.
    Mixed,
}
use Family::{Boxes, Closures, Clouds, Composed, Grid, Mixed, Polytopes, Round};

const FAMILIES: [Family; 8] = [Boxes, Polytopes, Clouds, Round, Composed, Closures, Grid, Mixed];

/// A row for each family, a column for each query.
type Table = [[u64; QUERIES.len()]; FAMILIES.len()];

/// Of numbers, one after the other.
#[derive(Clone, Copy, Default)]
struct Hash(u64);

impl Hash {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Widening is exact, and zeros keep their sign. Which bits a NaN has is up to the processor.
    fn number<T: Float>(&mut self, x: T) {
        let wide = x.wide();
        self.word(if wide.is_nan() { f64::NAN.to_bits() } else { wide.to_bits() });
    }

    fn numbers<'a, T: Float>(&mut self, numbers: impl IntoIterator<Item = &'a T>) {
        numbers.into_iter().for_each(|x| self.number(*x));
    }

    fn ids(&mut self, ids: [VertexId; 2]) {
        for id in ids {
            self.word(id.0.into());
        }
    }

    fn undecided(&mut self, why: Option<Undecided>) {
        self.word(match why {
            None => 0,
            Some(Undecided::Limit) => 1,
            Some(_) => 2,
        });
    }

    fn vertex<T: Float, const D: usize>(&mut self, vertex: &SupportPoint<T, D>) {
        for place in [&vertex.w, &vertex.a, &vertex.b] {
            self.numbers(place);
        }
        self.ids(vertex.ids);
    }

    fn simplex<T: Float, const D: usize>(&mut self, simplex: &Simplex<T, D>) {
        self.word(simplex.vertices().len() as u64);
        for vertex in simplex.vertices() {
            self.vertex(vertex);
        }
    }

    fn evidence<T: Float, const D: usize>(&mut self, verdict: &Verdict<T, D>) {
        match verdict {
            Verdict::Separated { axis } => self.numbers(axis),
            Verdict::Enclosed { newest, simplex } => {
                self.vertex(newest);
                self.simplex(simplex);
            }
            Verdict::Touching { axis, simplex } | Verdict::Flat { axis, simplex } => {
                self.numbers(axis);
                self.simplex(simplex);
            }
            Verdict::OnFeature { simplex } | Verdict::WithinMargins { simplex } => self.simplex(simplex),
            _ => {}
        }
    }

    fn outcome<T: Float, const D: usize>(&mut self, outcome: &Outcome<T, D>) {
        self.word(kind(&outcome.verdict) as u64);
        self.word(outcome.evaluations.into());
    }

    fn distance<T: Float, const D: usize>(&mut self, found: &Distance<T, D>) {
        self.numbers([&found.distance, &found.lower]);
        for p in &found.points {
            self.numbers(&p.coords);
        }
        self.undecided(found.undecided);
        self.word(found.evaluations.into());
        for vertex in found.feature.vertices() {
            for p in &vertex.points {
                self.numbers(&p.coords);
            }
            self.ids(vertex.ids);
            self.number(vertex.weight);
        }
    }

    fn contact<T: Float, const D: usize>(&mut self, found: &Contact<T, D>) {
        self.numbers([&found.separation, &found.lower, &found.upper]);
        self.numbers(&found.normal);
        for p in &found.points {
            self.numbers(&p.coords);
        }
        self.undecided(found.undecided);
        self.word(found.evaluations.into());
    }
}

const KINDS: [&str; 8] = [
    "separated",
    "enclosed",
    "touching",
    "flat",
    "on a feature",
    "within margins",
    "undecided: limit",
    "undecided: not a number",
];

/// The number of a verdict's kind.
fn kind<T: Float, const D: usize>(verdict: &Verdict<T, D>) -> usize {
    match verdict {
        Verdict::Separated { .. } => 0,
        Verdict::Enclosed { .. } => 1,
        Verdict::Touching { .. } => 2,
        Verdict::Flat { .. } => 3,
        Verdict::OnFeature { .. } => 4,
        Verdict::WithinMargins { .. } => 5,
        Verdict::Undecided { why: Undecided::Limit } => 6,
        Verdict::Undecided { .. } => 7,
        _ => panic!("a verdict this test has no name for: {verdict:?}"),
    }
}

/// `f32` or `f64`, as nalgebra's similarities want it too.
trait Number: Float + RealField {}
impl Number for f32 {}
impl Number for f64 {}

type Set<T, const D: usize> = Box<Shape<T, D>>;

/// A rotation matrix, row by row.
type Rows<const D: usize> = [[f64; D]; D];

/// What is different from one dimension to the next.
trait Space<T: Number, const D: usize>: Sized {
    /// Of rational numbers; on the grid, of integers.
    fn rotation(random: &mut Random, grid: bool) -> Rows<D>;
    /// Shapes that there are in space alone: `which` is 0 or 1 for polytopes, 2 or 3 for round ones.
    fn solid(maker: &mut Maker<T, D>, which: usize) -> Option<Set<T, D>>;
    /// A pose that keeps its quaternion.
    fn quaternion(random: &mut Random) -> Option<Pose<T, D>>;
}

struct In<const D: usize>;

impl<T: Number> Space<T, 1> for In<1> {
    fn rotation(_: &mut Random, _: bool) -> Rows<1> {
        [[1.0]]
    }
    fn solid(_: &mut Maker<T, 1>, _: usize) -> Option<Set<T, 1>> {
        None
    }
    fn quaternion(_: &mut Random) -> Option<Pose<T, 1>> {
        None
    }
}

impl<T: Number> Space<T, 2> for In<2> {
    /// Twice the angle of an integer vector.
    fn rotation(random: &mut Random, grid: bool) -> Rows<2> {
        let [p, q] = if grid {
            [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, -1.0]][random.index(4)]
        } else {
            [f64::from(random.integer(1, 9)), f64::from(random.integer(-9, 9))]
        };
        let [c, s] = [p * p - q * q, 2.0 * p * q].map(|x| x / (p * p + q * q));
        [[c, -s], [s, c]]
    }
    fn solid(_: &mut Maker<T, 2>, _: usize) -> Option<Set<T, 2>> {
        None
    }
    fn quaternion(_: &mut Random) -> Option<Pose<T, 2>> {
        None
    }
}

fn integer_quaternion(random: &mut Random) -> [f64; 4] {
    [random.integer(1, 5), random.integer(-5, 5), random.integer(-5, 5), random.integer(-5, 5)].map(f64::from)
}

impl<T: Number> Space<T, 3> for In<3> {
    fn rotation(random: &mut Random, grid: bool) -> Rows<3> {
        /// Turns by a quarter, a third and a half.
        const QUARTERS: [[f64; 4]; 8] = [
            [1.0, 0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0, 0.0],
            [1.0, 0.0, 1.0, 0.0],
            [1.0, 0.0, 0.0, -1.0],
            [1.0, 1.0, 1.0, 1.0],
            [1.0, -1.0, 1.0, 1.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 1.0, 1.0, 0.0],
        ];
        let [w, x, y, z] = if grid { QUARTERS[random.index(8)] } else { integer_quaternion(random) };
        let square = w * w + x * x + y * y + z * z;
        [
            [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
        .map(|row| row.map(|x| x / square))
    }

    fn solid(maker: &mut Maker<T, 3>, which: usize) -> Option<Set<T, 3>> {
        let [radius, height] = [maker.length(0.1, 1.0), maker.length(0.1, 1.0)];
        Some(match which {
            0 | 1 => {
                let frustum = maker.frustum();
                maker.used("frustum", frustum)
            }
            2 => maker.used("cylinder", Cylinder::with_radius(radius).half_height(height).unwrap()),
            _ => maker.used("cone", Cone::with_radius(radius).half_height(height).unwrap()),
        })
    }

    fn quaternion(random: &mut Random) -> Option<Pose<T, 3>> {
        Some(Pose::from_quaternion(integer_quaternion(random).map(T::narrowed), SVector::zeros()).unwrap())
    }
}

/// A seeded source of shapes, which counts what it has made.
struct Maker<T: Number, const D: usize> {
    random: Random,
    /// A power of two that lengths are multiplied by.
    scale: f64,
    used: BTreeMap<&'static str, u32>,
    /// Clouds with an index, and their scale. One takes longer to make than all queries about it, so it is used again.
    indexed: Vec<(f64, PointCloud<T, D>)>,
}

impl<T: Number, const D: usize> Maker<T, D> {
    fn narrowed(&self, length: f64) -> T {
        T::narrowed(length * self.scale)
    }

    fn length(&mut self, low: f64, high: f64) -> T {
        let length = self.random.uniform(low, high);
        self.narrowed(length)
    }

    /// One time in four.
    fn rarely(&mut self) -> bool {
        self.random.index(4) == 0
    }

    /// Counts the shape.
    fn used(&mut self, name: &'static str, shape: impl Support<D, Scalar = T> + 'static) -> Set<T, D> {
        *self.used.entry(name).or_default() += 1;
        Box::new(shape)
    }

    fn points<const N: usize>(&mut self) -> [Point<T, D>; N] {
        array::from_fn(|_| Point::from(array::from_fn(|_| self.length(-1.0, 1.0))))
    }

    /// Lengths of axes: about equal, or of a needle or a plate.
    fn axes(&mut self) -> SVector<T, D> {
        let thin = self.rarely();
        SVector::from_fn(|_, _| {
            let squeezed = thin && self.random.coin();
            self.length(0.2, 1.0) * T::narrowed(if squeezed { 0.001 } else { 1.0 })
        })
    }

    /// Points on a ball or in it, stretched.
    fn cloud(&mut self, count: usize) -> PointCloud<T, D> {
        let (axes, round) = (self.axes(), self.random.coin());
        let points = (0..count).map(|_| {
            let direction = self.random.direction::<D>();
            let reach = if round { 1.0 } else { self.random.uniform(0.5, 1.0) };
            Point::from(SVector::from_fn(|k, _| T::narrowed(direction[k] * reach) * axes[k]))
        });
        PointCloud::new(points.collect::<Vec<_>>()).unwrap()
    }

    fn large_cloud(&mut self) -> PointCloud<T, D> {
        let count = 33 + self.random.index(100);
        self.cloud(count)
    }

    /// A new one, or an earlier one of this scale.
    fn indexed_cloud(&mut self) -> PointCloud<T, D> {
        let kept: Vec<_> = self.indexed.iter().filter(|(scale, _)| scale.to_bits() == self.scale.to_bits()).collect();
        if !kept.is_empty() && self.random.index(16) > 0 {
            return kept[self.random.index(kept.len())].1.clone();
        }
        let cloud = self.large_cloud().indexed();
        self.indexed.push((self.scale, cloud.clone()));
        cloud
    }
}

impl<T: Number> Maker<T, 3> {
    /// What a camera sees, whose matrix is rational: between two depths, so far to the right and up at depth 1.
    fn frustum(&mut self) -> Frustum<T> {
        let near = self.random.uniform(0.1, 0.5);
        let far = near + self.random.uniform(0.3, 1.5);
        let [right, up] = [self.random.uniform(0.3, 1.2), self.random.uniform(0.3, 1.2)];
        let depth = [(far + near) / (near - far), 2.0 * far * near / (near - far) * self.scale];
        let mut clip = Matrix4::zeros();
        for (row, column, x) in
            [(0, 0, 1.0 / right), (1, 1, 1.0 / up), (2, 2, depth[0]), (2, 3, depth[1]), (3, 2, -1.0)]
        {
            clip[(row, column)] = T::narrowed(x);
        }
        Frustum::from_matrix(&clip).unwrap()
    }
}

impl<T: Number, const D: usize> Maker<T, D>
where
    In<D>: Space<T, D>,
{
    /// A shape about the origin, of a family, turned or not.
    fn shape(&mut self, family: Family) -> Set<T, D> {
        match family {
            Boxes => {
                let shape = match self.random.index(4) {
                    0 => {
                        let [at] = self.points();
                        self.used("point", Ball::point(at).unwrap())
                    }
                    1 => {
                        let ends = self.points();
                        self.used("segment", Segment::new(ends).unwrap())
                    }
                    _ => {
                        let axes = self.axes();
                        self.used("cuboid", Cuboid::new(axes).unwrap())
                    }
                };
                self.turned(shape)
            }
            Polytopes => {
                let shape = match self.random.index(5) {
                    0 => {
                        let corners = self.points();
                        self.used("triangle", Triangle::new(corners).unwrap())
                    }
                    1 => {
                        let corners = self.points();
                        self.used("tetrahedron", Tetrahedron::new(corners).unwrap())
                    }
                    2 if D == 3 => In::<D>::solid(self, 0).unwrap(),
                    _ => {
                        let count = 1 + self.random.index(12);
                        let cloud = self.cloud(count);
                        self.used("small cloud", cloud)
                    }
                };
                self.turned(shape)
            }
            Clouds => {
                let shape = if self.random.coin() {
                    let cloud = self.indexed_cloud();
                    self.used("indexed cloud", cloud)
                } else {
                    let cloud = self.large_cloud();
                    self.used("large cloud", cloud)
                };
                self.turned(shape)
            }
            Round => {
                let shape = match self.random.index(6) {
                    0 => {
                        let ([at], radius) = (self.points(), self.length(0.05, 1.0));
                        self.used("ball", Ball::at(at, radius).unwrap())
                    }
                    1 => {
                        let ([a, b], radius) = (self.points(), self.length(0.05, 0.8));
                        self.used("capsule", Capsule::new(a, b, radius).unwrap())
                    }
                    which @ (2 | 3) if D == 3 => In::<D>::solid(self, which).unwrap(),
                    _ => {
                        let radii = self.axes();
                        self.used("ellipsoid", Ellipsoid::new(radii).unwrap())
                    }
                };
                self.turned(shape)
            }
            Composed => {
                let part = |maker: &mut Self| {
                    let family = [Boxes, Polytopes, Round][maker.random.index(3)];
                    maker.shape(family)
                };
                let shape = match self.random.index(3) {
                    0 => {
                        let [a, b] = [part(self), part(self)];
                        self.used("sum", Sum::new(a, b).unwrap())
                    }
                    1 => {
                        let parts = [self.sharp_polytope(), self.sharp_polytope()];
                        self.used("hull", Hull::new(parts).unwrap())
                    }
                    _ => {
                        let parts = [part(self), part(self), part(self)];
                        self.used("round hull", Hull::round(parts).unwrap())
                    }
                };
                self.turned(shape)
            }
            Closures => self.closure(),
            Grid => self.on_grid(),
            Mixed => {
                let family = FAMILIES[self.random.index(7)];
                self.shape(family)
            }
        }
    }

    /// One that is not swollen.
    fn sharp_polytope(&mut self) -> Set<T, D> {
        loop {
            let shape = self.shape(Polytopes);
            if shape.margin().wide() == 0.0 {
                return shape;
            }
        }
    }

    /// The shape under a pose of some kind, or none; sometimes swollen before or after that.
    fn turned(&mut self, shape: Set<T, D>) -> Set<T, D> {
        let [swollen_before, swollen_after] = [self.random.index(8) == 0, self.random.index(8) == 0];
        let shape = if swollen_before { self.swollen(shape) } else { shape };
        let rotation = In::<D>::rotation(&mut self.random, false);
        let rotation = SMatrix::from_fn(|row, column| T::narrowed(rotation[row][column]));
        let shape = match self.random.index(4) {
            0 => shape,
            1 => {
                let scale = T::narrowed(self.random.uniform(0.5, 1.5));
                let rotation = Rotation::from_matrix_unchecked(rotation);
                let pose = Similarity::from_parts(Translation::from(SVector::zeros()), rotation, scale);
                self.used("posed and scaled", shape.posed(pose).unwrap())
            }
            2 if D == 3 => {
                let pose = In::<D>::quaternion(&mut self.random).unwrap();
                self.used("posed by a quaternion", shape.posed(pose).unwrap())
            }
            _ => {
                let pose = Pose::new(rotation, SVector::zeros()).unwrap();
                self.used("posed by a matrix", shape.posed(pose).unwrap())
            }
        };
        if swollen_after { self.swollen(shape) } else { shape }
    }

    fn swollen(&mut self, shape: Set<T, D>) -> Set<T, D> {
        let margin = self.length(0.01, 0.3);
        self.used("swollen", shape.swollen(margin).unwrap())
    }

    /// A function of the direction: the farthest of some points, or what is not a number for some directions.
    fn closure(&mut self) -> Set<T, D> {
        let points: [Point<T, D>; 6] = self.points();
        let lies = self.random.index(8) == 0;
        let support = move |direction: &SVector<T, D>| {
            if lies && direction[0] < direction[D - 1].half() {
                return Point::from([T::narrowed(f64::NAN); D]);
            }
            let reach = |p: &Point<T, D>| p.coords.dot(direction);
            let farther = |best, p| if reach(&p) > reach(&best) { p } else { best };
            points.into_iter().reduce(farther).unwrap()
        };
        self.used(if lies { "closure of what is no number" } else { "closure" }, support_fn(support))
    }

    /// A shape whose coordinates are small integers (times the scale), a quarter turned.
    fn on_grid(&mut self) -> Set<T, D> {
        let scale = self.scale;
        let integer =
            |random: &mut Random, low: i32, high: i32| T::narrowed(f64::from(random.integer(low, high)) * scale);
        let corner = |random: &mut Random| Point::from(array::from_fn(|_| integer(random, -3, 3)));
        let random = &mut self.random;
        let (name, shape): (_, Set<T, D>) = match random.index(8) {
            0 => ("point", Box::new(Ball::point(corner(random)).unwrap())),
            1 => ("segment", Box::new(Segment::new(array::from_fn(|_| corner(random))).unwrap())),
            2 => ("triangle", Box::new(Triangle::new(array::from_fn(|_| corner(random))).unwrap())),
            3 => ("tetrahedron", Box::new(Tetrahedron::new(array::from_fn(|_| corner(random))).unwrap())),
            4 => ("small cloud", Box::new(PointCloud::new([(); 8].map(|()| corner(random))).unwrap())),
            5 => ("ball", Box::new(Ball::at(corner(random), integer(random, 0, 3)).unwrap())),
            6 => {
                let (a, b) = (corner(random), corner(random));
                ("capsule", Box::new(Capsule::new(a, b, integer(random, 0, 2)).unwrap()))
            }
            _ => ("cuboid", Box::new(Cuboid::new(SVector::from_fn(|_, _| integer(random, 0, 2))).unwrap())),
        };
        let rotation = In::<D>::rotation(random, true);
        let rotation = SMatrix::from_fn(|row, column| T::narrowed(rotation[row][column]));
        let translation = SVector::from_fn(|_, _| integer(random, -2, 2));
        let posed = random.coin();
        let shape = self.used(name, shape);
        if posed {
            self.used("posed by a matrix", shape.posed(Pose::new(rotation, translation).unwrap()).unwrap())
        } else {
            shape
        }
    }

    /// Where B has to be for a point of it farthest along -d and a point of A farthest along d to be `gap` apart: so it
    /// touches A, or is as much as that beyond or inside it.
    fn place(&mut self, a: &Shape<T, D>, b: &Shape<T, D>) -> SVector<T, D> {
        let d = self.random.direction::<D>();
        let along: SVector<T, D> = vector(&d);
        let gap = match self.random.index(8) {
            0 => 0.0,
            1 => self.random.uniform(-4.0, 4.0) * T::PRECISION.epsilon(),
            2 => self.random.uniform(-1e-3, 1e-3),
            3 | 4 => self.random.uniform(-0.2, 0.2),
            5 => self.random.uniform(-0.8, 0.0),
            6 => self.random.uniform(0.0, 2.0),
            _ => -4.0,
        };
        let margins = a.margin() + b.margin() + self.narrowed(gap);
        let place = a.support(&along) - b.support(&-along) + along * margins;
        // Both about the same place; as is a liar.
        let concentric = gap < -3.0 || !place.iter().all(|x| x.wide().is_finite());
        if concentric { SVector::zeros() } else { place }
    }
}

/// What a test has met.
#[derive(Debug, Default)]
struct Coverage {
    pairs: u32,
    hits: u32,
    kinds: [u32; KINDS.len()],
}

fn hashes<T: Number, const D: usize>(pairs: u32) -> (Table, Coverage, BTreeMap<&'static str, u32>)
where
    In<D>: Space<T, D>,
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    let mut coverage = Coverage::default();
    let mut maker = Maker::<T, D> { random: Random::new(0), scale: 1.0, used: BTreeMap::new(), indexed: Vec::new() };
    let table = FAMILIES.map(|family| {
        let mut row = [Hash::default(); QUERIES.len()];
        for seed in 0..u64::from(pairs) / FAMILIES.len() as u64 {
            maker.random = Random::new(1_000_000 * (family as u64 + 1) + seed);
            // Some are too small or too large for their coordinates to be used as they are.
            maker.scale = match maker.random.index(8) {
                0 => 2.0_f64.powi(-40),
                1 => 2.0_f64.powi(40),
                _ => 1.0,
            };
            let a = maker.shape(family);
            if maker.random.index(16) == 0 {
                ask(&*a, &*a, &mut maker.random, &mut row, &mut coverage);
                continue;
            }
            let b = maker.shape(family);
            // Those on the grid, and a few more, stay where they are.
            if family == Grid || maker.random.index(8) == 0 {
                ask(&*a, &*b, &mut maker.random, &mut row, &mut coverage);
                continue;
            }
            let place = maker.place(&*a, &*b);
            // Some are far from the coordinate origin.
            if maker.random.index(8) == 0 {
                let far = SVector::from_fn(|_, _| maker.length(-1000.0, 1000.0));
                let (a, b) = (a.posed(far).unwrap(), b.posed(place + far).unwrap());
                ask(&a, &b, &mut maker.random, &mut row, &mut coverage);
            } else {
                ask(&*a, &b.posed(place).unwrap(), &mut maker.random, &mut row, &mut coverage);
            }
        }
        row.map(|hash| hash.0)
    });
    (table, coverage, maker.used)
}

/// Every query about a pair.
fn ask<T: Number, const D: usize>(
    a: &Shape<T, D>,
    b: &Shape<T, D>,
    random: &mut Random,
    row: &mut [Hash; QUERIES.len()],
    coverage: &mut Coverage,
) where
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    let [plain, verdict, evidence, distances, contacts, others] = row;
    let set = Difference(a, b);
    let hit = intersects(a, b);
    plain.word(hit.into());
    let outcome = Query::new().search(&set);
    verdict.outcome(&outcome);
    evidence.evidence(&outcome.verdict);
    distances.distance(&distance(a, b));
    contacts.contact(&contact(a, b));

    let [first, second] = [random.direction::<D>(), random.direction::<D>()].map(|d| vector(&d));
    let options = Query::new()
        .start(match random.index(3) {
            0 => Start::Centers,
            1 => Start::Along(first),
            _ => Start::Pair(first, second),
        })
        .max_evaluations(if random.coin() { 32 * (64 + 32 * D as u32) } else { random.index(12) as u32 })
        .shortcuts(random.coin());
    let limited = options.clone().search(&set);
    others.outcome(&limited);
    others.evidence(&limited.verdict);
    others.distance(&options.clone().distance_of(&set));
    others.contact(&options.clone().contact_of(&set));
    let limit = T::narrowed(random.uniform(0.0, 0.5));
    match Query::new().distance_within(limit, a, b).near() {
        Some(found) => others.distance(&found),
        None => others.word(1),
    }
    match Query::new().contact_within(limit, a, b).near() {
        Some(found) => others.contact(&found),
        None => others.word(1),
    }
    let around = aabb(a);
    others.numbers(&around.min.coords);
    others.numbers(&around.max.coords);

    coverage.pairs += 1;
    coverage.hits += u32::from(hit);
    coverage.kinds[kind(&outcome.verdict)] += 1;
    coverage.kinds[kind(&limited.verdict)] += 1;
}

/// Asserts that the mix is one, and that every hash is as it was.
fn check<T: Number, const D: usize>(name: &str, pairs: u32, kept: &Table)
where
    In<D>: Space<T, D>,
    Cases: SimplexCases<T, D> + Expansion<T, D>,
{
    let (table, coverage, used) = hashes::<T, D>(pairs);
    println!("{coverage:?} {used:?}");
    assert!((30 * coverage.pairs..=70 * coverage.pairs).contains(&(100 * coverage.hits)), "{coverage:?}");
    for (met, kind) in coverage.kinds.iter().zip(KINDS) {
        assert!(*met >= 20, "{kind}: {met}");
    }
    let in_space = ["frustum", "cylinder", "cone", "posed by a quaternion"];
    let everywhere = [
        "point",
        "segment",
        "triangle",
        "tetrahedron",
        "cuboid",
        "small cloud",
        "large cloud",
        "indexed cloud",
        "ball",
        "capsule",
        "ellipsoid",
        "sum",
        "hull",
        "round hull",
        "closure",
        "closure of what is no number",
        "swollen",
        "posed by a matrix",
        "posed and scaled",
    ];
    for shape in everywhere.iter().chain(in_space.iter().filter(|_| D == 3)) {
        let met = used.get(shape).copied().unwrap_or(0);
        assert!(met >= 100, "{shape}: {met}");
    }

    let mut differ = Vec::new();
    let mut source = format!("const {name}: Table = [\n");
    for ((family, row), wanted) in FAMILIES.iter().zip(&table).zip(kept) {
        for ((query, hash), wanted) in QUERIES.iter().zip(row).zip(*wanted) {
            if *hash != wanted {
                differ.push(format!("{family:?}: {query}"));
            }
        }
        let columns = row.map(|hash| {
            let [a, b, c, d] = [48, 32, 16, 0].map(|shift| hash >> shift & 0xffff);
            format!("0x{a:04x}_{b:04x}_{c:04x}_{d:04x}")
        });
        source += "    [";
        source += &columns.join(", ");
        source += "],\n";
    }
    assert!(differ.is_empty(), "these differ: {differ:#?}\nIf they are meant to, this is the table now:\n{source}];");
}

macro_rules! tests {
    ($($name:ident: $t:ty, $d:literal, $pairs:literal, $table:ident;)*) => {
        /// All of them by name, for other platforms: see tests/platforms.
        #[allow(dead_code, reason = "here each is a test")]
        pub(crate) const CHECKS: [(&str, fn()); 6] =
            [$((stringify!($name), || check::<$t, $d>(stringify!($table), $pairs, &$table))),*];
        $(
            #[test]
            fn $name() {
                check::<$t, $d>(stringify!($table), $pairs, &$table);
            }
        )*
    };
}
tests! {
    one_dimension_f32: f32, 1, 16_000, ONE_F32;
    one_dimension_f64: f64, 1, 16_000, ONE_F64;
    two_dimensions_f32: f32, 2, 40_000, TWO_F32;
    two_dimensions_f64: f64, 2, 40_000, TWO_F64;
    three_dimensions_f32: f32, 3, 44_000, THREE_F32;
    three_dimensions_f64: f64, 3, 44_000, THREE_F64;
}

// Columns: intersects, verdict, evidence, distance, contact, options. Rows: boxes, polytopes, clouds, round, composed,
// closures, grid, mixed.
#[rustfmt::skip]
const ONE_F32: Table = [
    [0xd2c6_6a11_a966_776e, 0x3f49_21de_6157_f448, 0x30a6_6bad_aaa1_fb95, 0x1b1e_e4b8_1f3b_33b7, 0x8cdc_512d_1799_da2c, 0x95bc_2052_f68b_a933],
    [0x7689_e8e4_1b56_7d11, 0x75d8_7c5e_8520_abba, 0xe4ba_6655_8b53_d82a, 0xa618_a718_00bc_5011, 0x0342_e4c7_e6c1_a0c8, 0x7d88_dc51_faed_7413],
    [0x3ef8_11f2_0039_6ee6, 0xd3c0_22e7_4bbf_f3d9, 0x1163_813b_fc2c_f492, 0x56bf_cdd0_1f0d_4001, 0xabea_04fe_ca5a_50f1, 0xc2fa_536d_52c3_3a6c],
    [0x62fe_4fa3_ad5a_ac3d, 0x9142_1cd5_bff0_9208, 0x5ecb_b63c_76ce_ace7, 0x8a67_5e31_2cb5_1cb0, 0x98e5_9540_b9be_fb83, 0x0b25_315b_3af5_2860],
    [0xa8a0_b8ae_589f_7500, 0xc3a0_0af8_8bab_2e7b, 0xccce_a91d_a952_2e6a, 0x712b_3cbe_6a9a_07e9, 0xed5d_3560_dfbe_7d30, 0x01de_84f4_850c_f98a],
    [0x3985_0500_c734_2f77, 0xa330_fc35_4387_cb51, 0x612f_7886_81e0_4499, 0x79d0_f526_76cb_9778, 0xe494_6428_d4ab_b1f2, 0x0101_5dcd_4532_881d],
    [0xd86a_1452_d15f_031d, 0x914b_7082_7fde_b628, 0xc7c1_fcda_5cf3_c49d, 0x4172_3d55_eb03_437d, 0x607e_e643_afa9_ece9, 0xebde_3a38_48d9_67d9],
    [0x0651_9e89_8aad_d386, 0x57c0_68cb_365e_1078, 0xcbf1_7032_8aa5_5b8b, 0xb2aa_38a7_73be_3a4c, 0xab43_0b89_9ade_90c1, 0x1718_4d8b_e3be_5d05],
];
#[rustfmt::skip]
const ONE_F64: Table = [
    [0x8db9_0032_01e9_efd5, 0x18ed_c167_bd7b_c071, 0x17bf_3568_67b3_b85c, 0x9d63_0acf_a166_ca31, 0xbef6_b97b_25a6_ac9f, 0x2695_1188_23eb_c312],
    [0x54b4_5e55_3cf3_b205, 0x381e_c4d7_5e5b_f5fb, 0x37c6_02c6_8dad_986b, 0x8234_b3f7_3977_9418, 0xff93_f67c_7b29_7b62, 0x421d_d5f3_c72a_c74a],
    [0x7b8a_8f57_0874_5a1c, 0x7a06_4927_1778_4672, 0x8200_610d_89a5_bb51, 0xc438_7e2b_6c6f_38e8, 0xe98d_a1c4_7a70_f10a, 0xe800_255d_632c_bb4a],
    [0x8776_09fa_4e96_9d04, 0x4ae9_1959_f13d_0101, 0x2227_5bc8_dbfb_4874, 0x4e14_b675_a8fa_e2c4, 0x4e58_bcf5_e0d1_a9c2, 0x1c33_d37d_760d_a9ac],
    [0x41f6_6c3e_8e92_12d3, 0xb701_9129_8766_5751, 0x1b88_dc24_3828_e2e2, 0xfcf0_c6ca_6bf2_22f0, 0x3a73_2568_a4bf_2c71, 0xc4dd_8417_b215_d5dd],
    [0x493d_babd_2aff_c9c0, 0x0a8f_988e_040e_dfb6, 0x8c18_1683_428b_017f, 0x450b_ee93_f652_a5ab, 0x5741_98f0_a196_9131, 0x4931_cc77_bab7_efe5],
    [0xd86a_1452_d15f_031d, 0x914b_7082_7fde_b628, 0xc7c1_fcda_5cf3_c49d, 0xbb86_0973_0bad_73ee, 0x607e_e643_afa9_ece9, 0x7393_7743_dba6_3330],
    [0x505d_237b_f180_c7a2, 0x22a5_0237_d4bc_f014, 0xf9e8_ec0d_eecb_8c7a, 0x6a04_d241_20b6_8015, 0x9a8c_fb43_60ef_e2cc, 0x5381_8416_3043_f496],
];
#[rustfmt::skip]
const TWO_F32: Table = [
    [0x4e46_1d23_f297_adfd, 0x1b53_ac95_36f4_8090, 0x4f26_8f5b_f681_1289, 0xd60c_3c3a_9366_721f, 0x3f82_28fd_0921_78d2, 0xdec1_60b7_c838_b599],
    [0xb329_489c_ef1e_07cb, 0x2ea8_d89b_6959_445b, 0x9217_14aa_add4_b519, 0x5fc0_67f0_1c66_2d7b, 0x861b_a018_f962_93c8, 0x8640_a49e_ad1e_9abf],
    [0x5080_bf46_b87c_ad0f, 0xc3fb_b96e_0cf6_6083, 0x4b2d_f045_d51c_c7b4, 0x3b5f_6e4a_ef98_a430, 0xb4e0_dbf3_c901_7d38, 0x7a1b_98c4_9157_71ef],
    [0x9138_37f9_3a33_0c9f, 0x2f5a_5501_1f6c_23fc, 0x692e_546c_85f0_8a22, 0x5982_2f4a_3693_4854, 0x6139_c1ae_dfe3_f48b, 0x3acd_a7f5_3b02_0776],
    [0x5424_b310_12ff_e186, 0xe523_0708_6eb5_f970, 0x25b6_6503_57d4_3a62, 0xf6ec_c7d8_859b_5b9c, 0x435e_c32a_0a49_826f, 0x6277_30b3_d2e5_645e],
    [0xab11_46c1_9545_1c12, 0x44a8_2dd4_a639_de5b, 0x4cba_4ca7_6446_6ff6, 0x4c31_5086_1f45_81a3, 0xeb4c_78e9_e4d4_d0b7, 0xa2bc_9648_e0ba_b15e],
    [0x7fb5_5fbb_df1a_a5e5, 0xc1cc_0519_fb89_4873, 0xbf88_ef15_aff0_3a7c, 0xf4f3_02b3_596e_02b8, 0x5cf6_d49a_b88c_1272, 0xf21e_7b42_6793_c57a],
    [0x5ae6_310b_20cc_1f9b, 0xc467_f303_074a_5fb1, 0xd324_4a8e_620c_8923, 0x5538_7290_391d_f37f, 0x62b7_bd01_faf0_3f4b, 0x7716_20b3_f955_3cb3],
];
#[rustfmt::skip]
const TWO_F64: Table = [
    [0x9099_5f88_7c42_cea9, 0xf34d_d4a3_cb89_957d, 0x91c6_f5ca_f1c4_67ca, 0xf0a7_6f81_6ab4_5a6b, 0x6f86_da7c_0672_bdc6, 0x4d49_798f_d30b_039e],
    [0xf8ac_c4dd_ea54_c12c, 0xd294_2e66_592d_0e0c, 0xfed6_7a8c_7b8a_99f0, 0x99bb_fa14_4533_95c7, 0xaa27_b4d5_148a_a923, 0x1da8_2911_6f85_8f77],
    [0xb798_b888_4c35_8842, 0xab2d_23af_a280_16bc, 0x2f37_2ab0_9b52_78b9, 0xc45d_ad23_0b59_3dbb, 0x4231_d473_0fd6_f5b1, 0xe9be_25cb_b7ad_de21],
    [0xdab9_0845_3b9e_2fe3, 0x39e6_fb17_5138_59e8, 0x8ed1_b11e_6c7a_40ec, 0xb3e9_1ce2_e4de_3471, 0xd043_ba20_3c8e_26d5, 0x603f_27fb_1a54_c8c9],
    [0xac1f_d809_2f7b_97bb, 0xf570_3d0c_85db_89d6, 0x2307_66c3_4d19_f66c, 0x00b2_8dad_13ca_bcc3, 0x2d9d_39a1_47f8_482f, 0xdc2c_e10f_5f21_53d8],
    [0x009f_0ffe_2df5_ddb2, 0x4420_4024_93fd_0c24, 0xa3f8_d8eb_8815_c7ab, 0xb14b_da91_1af1_c84b, 0x7f37_b600_c356_e4c7, 0xda14_2bab_8d39_c694],
    [0x7fb5_5fbb_df1a_a5e5, 0xc1cc_0519_fb89_4873, 0xbf88_ef15_aff0_3a7c, 0xb467_4570_36df_10ef, 0x9261_ab99_4576_1660, 0xcb20_246a_7d03_6952],
    [0xd9c5_6616_b624_9ec0, 0x915f_541e_455b_3f5f, 0xc54d_3c66_ad79_3dd7, 0x6175_bca6_ecd8_399f, 0x36d7_44a7_2616_e4ce, 0x4447_4f55_aa1b_81fa],
];
#[rustfmt::skip]
const THREE_F32: Table = [
    [0x7b13_a4ec_850b_6b07, 0x3fe6_fb12_d466_1b26, 0x50fc_fe1a_cc5e_4ea1, 0x39f2_3a8b_f49f_f92a, 0xbd59_38d9_7846_6488, 0x57be_6721_077a_ac26],
    [0xa2cd_90d9_2bb9_0aa2, 0xda68_fff1_cc7c_d21b, 0x7241_bba2_18d1_60c0, 0x4562_017f_ae97_403f, 0xae86_0ca3_38e0_cd4a, 0xfc29_f59f_3683_fc88],
    [0xbca3_ef92_c18b_bd57, 0xaee4_5bb7_433d_a4b3, 0xdc81_dc28_a48a_83fa, 0xd955_e9a7_14c3_de5b, 0xc815_0ef2_bc59_6246, 0x4242_1895_e09f_afb6],
    [0x780a_624d_2376_f0e2, 0xc7be_c3c0_ff13_29b7, 0x1ae1_5c2f_dfe3_bb98, 0x8737_9a8d_21a7_e638, 0x0ab9_731b_e778_b6f2, 0xf8ba_c3b4_4c22_8f3f],
    [0x00ea_4b0c_c96b_7d08, 0x02dd_0513_80cb_fc7e, 0xb27d_3659_1b70_bb96, 0xdc24_e5a5_13c6_f619, 0x7500_3e3a_1711_6d67, 0xa405_c510_8479_749d],
    [0x687b_c962_02aa_4821, 0x150c_b929_d198_fa70, 0x3e9d_d963_482e_7195, 0x71c9_b0a6_42e8_4894, 0x098f_fe13_53b3_6285, 0xbf72_22bc_f8cf_b11e],
    [0x6c4a_e6c6_64f8_f92d, 0x5b41_2bde_0953_ca7b, 0xa115_395b_4d2f_ffda, 0x9019_083c_6a87_a457, 0xe6af_e920_4371_0393, 0x70e9_cd89_7623_a72c],
    [0x0828_a6f1_8cfd_9902, 0x44df_db08_a368_6023, 0x9f93_983f_bff5_2f45, 0x1489_aa19_787b_6dd0, 0xbde4_a07b_8037_028e, 0x591f_3fcd_4e1f_587b],
];
#[rustfmt::skip]
const THREE_F64: Table = [
    [0x6a7f_fcdf_c722_3b54, 0x2c3a_2415_1924_0065, 0xcec7_c47e_1687_c5af, 0x4458_a79d_4c0c_afd7, 0xf926_338e_3e31_e4b4, 0xa371_a831_8d62_c7fb],
    [0x5f47_f448_afce_49e7, 0xbacb_6454_9a13_0be0, 0x6258_6172_288b_a04c, 0x3d46_8c33_492f_760f, 0xc8b5_3f68_5dae_5df6, 0xcc3b_e6a6_0a37_0450],
    [0xe5f8_ef09_907d_03e1, 0x4652_bf0b_22eb_5cf0, 0x6619_4491_2d7c_f7f3, 0x13b1_8165_d672_8e18, 0x00e0_9f9a_6119_ab88, 0xd725_ea25_0e4f_ccd7],
    [0x1e59_a394_368a_fe43, 0x9d1e_2076_f824_36b5, 0x1fd4_e104_5099_d85a, 0xa584_5f36_4ea9_2f79, 0x2d57_1df7_be01_1c41, 0x6391_0349_5da1_a512],
    [0xe479_6552_a335_ac3e, 0x2cb9_c486_55cb_c83e, 0x6715_741e_13b5_f5ad, 0x6786_a2fc_1a32_594b, 0x5cce_9461_b560_53c5, 0x589d_8876_abeb_3524],
    [0x6010_530e_9965_fab6, 0x7770_8dc0_be3d_5d9f, 0x2d5a_f3ea_0414_6403, 0x1309_cfd4_48e8_5910, 0x8a22_52a7_8c02_e3c8, 0x5a80_e4bf_77ef_7fa4],
    [0x6c4a_e6c6_64f8_f92d, 0x5b41_2bde_0953_ca7b, 0xa115_395b_4d2f_ffda, 0x8eaa_d43b_9601_ca1d, 0x9a11_2a4a_4224_9bd3, 0xdec7_4066_2396_686c],
    [0x2cdd_f746_2ce4_9254, 0x0126_1871_01e2_ed5a, 0xd042_d9f3_8b56_8d81, 0xd973_617e_ce36_6de0, 0x2dd4_7d2c_7ff5_87bb, 0x5b89_5ae0_4607_986a],
];
