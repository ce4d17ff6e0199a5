//! Movers in random corridors, corners, funnels and stairs, measured by brute force on features, in double precision: `crates/oracle`,
//! which shares no code with the library.
//!
//! `MOVERS=50` runs fifty times as many scenes: 10⁵.

use gjk::epa::Expansion;
use gjk::nalgebra::{
    self, AbstractRotation, Isometry, Isometry2, Matrix3, Point, Point2, Point3, SVector, Translation, UnitComplex,
    UnitQuaternion, Vector2, Vector3,
};
use gjk::shape::{Ball, Capsule, ConvexHull, Cuboid, Polygon};
use gjk::simplex::Cases;
use oracle::brute::{Polyhedron, polygons, polyhedra};
use worlds::scenes::Random;
use worlds::{Body, Mover, Space, Turning, World};

const STEP: f32 = 1.0 / 60.0;

/// The part of the skin that has to be left: that at which casts stop.
const KEPT: f64 = 15.0 / 16.0;

/// What differs between the plane and space.
trait Measured<const D: usize>: Space<D> + Sized {
    /// A set for distances.
    type Solid;
    /// The hull of points; in space a box, or a few points in general position, or the ends of a segment.
    fn solid(points: &[[f64; D]]) -> Self::Solid;
    /// The distance; 0 if they intersect.
    fn distance(a: &Self::Solid, b: &Self::Solid) -> f64;
    /// The rotation that takes the first axis to a direction, and the second to another, if one is given.
    fn towards(direction: &SVector<f32, D>, second: Option<&SVector<f32, D>>) -> Self::Rotation;
    fn polytope(points: &[Point<Self, D>], at: Point<Self, D>) -> Mover<Self, D>;
}

impl Measured<2> for f32 {
    type Solid = Vec<[f64; 2]>;
    fn solid(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        points.to_vec()
    }
    fn distance(a: &Vec<[f64; 2]>, b: &Vec<[f64; 2]>) -> f64 {
        polygons(a, b).distance
    }
    fn towards(direction: &Vector2<f32>, _: Option<&Vector2<f32>>) -> UnitComplex<f32> {
        UnitComplex::new(direction.y.atan2(direction.x))
    }
    fn polytope(points: &[Point2<f32>], at: Point2<f32>) -> Mover<f32, 2> {
        Mover::new(Polygon::hull(points.iter().copied()).unwrap(), at).unwrap()
    }
}

impl Measured<3> for f32 {
    type Solid = Polyhedron;
    fn solid(points: &[[f64; 3]]) -> Polyhedron {
        match points.len() {
            1 => Polyhedron::new(points, &[[0, 0, 0]], &[]),
            2 => Polyhedron::new(points, &[[0, 1, 1]], &[[0, 1]]),
            8 => Polyhedron::from_box_vertices(points),
            _ => Polyhedron::hull_of(points),
        }
    }
    fn distance(a: &Polyhedron, b: &Polyhedron) -> f64 {
        polyhedra(a, b).distance
    }
    fn towards(direction: &Vector3<f32>, second: Option<&Vector3<f32>>) -> UnitQuaternion<f32> {
        if let Some(second) = second {
            let axes = Matrix3::from_columns(&[*direction, *second, direction.cross(second)]);
            return UnitQuaternion::from_matrix(&axes);
        }
        UnitQuaternion::rotation_between(&Vector3::x(), direction)
            .unwrap_or_else(|| UnitQuaternion::from_axis_angle(&Vector3::z_axis(), std::f32::consts::PI))
    }
    fn polytope(points: &[Point3<f32>], at: Point3<f32>) -> Mover<f32, 3> {
        Mover::new(ConvexHull::new(points.iter().copied()).unwrap(), at).unwrap()
    }
}

/// The shape of a mover: the points of its core, and its margin.
#[derive(Clone, Debug)]
struct Form<const D: usize> {
    core: Vec<SVector<f32, D>>,
    margin: f32,
}

impl<const D: usize> Form<D> {
    fn random(random: &mut Random, kind: u32) -> Self {
        let half = SVector::from_fn(|_, _| single(random.between(0.15, 0.5)));
        let radius = single(random.between(0.15, 0.5));
        match kind % 4 {
            0 => Self { core: vec![SVector::zeros()], margin: radius },
            1 => {
                let end = SVector::from_fn(|k, _| if k == 1 { half[1] } else { 0.0 });
                Self { core: vec![-end, end], margin: radius }
            }
            2 => Self { core: corners(&half), margin: 0.0 },
            // In space one more than a box has, so that it is not taken for one.
            _ => {
                let points = (0..9).map(|_| SVector::from_fn(|_, _| single(random.between(-0.4, 0.4))));
                Self { core: points.collect(), margin: 0.0 }
            }
        }
    }

    fn reach(&self, direction: &SVector<f32, D>) -> f32 {
        self.core.iter().map(|point| point.dot(direction)).fold(f32::MIN, f32::max) + self.margin
    }

    fn mover(&self, at: Point<f32, D>) -> Mover<f32, D>
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        match (&self.core[..], self.margin) {
            ([_], radius) => Mover::new(Ball::at(Point::origin(), radius).unwrap(), at),
            ([a, b], radius) => Mover::new(Capsule::new(a, b, radius).unwrap(), at),
            (core, _) if core.len() == 1 << D => Mover::new(Cuboid::new(core[core.len() - 1]).unwrap(), at),
            (core, _) => Ok(f32::polytope(&core.iter().map(|point| Point::from(*point)).collect::<Vec<_>>(), at)),
        }
        .unwrap()
    }
}

/// The corners of a box: bit k says the side along axis k.
fn corners<T: nalgebra::RealField + Copy, const D: usize>(half: &SVector<T, D>) -> Vec<SVector<T, D>> {
    let corner = |index: usize| SVector::from_fn(|k, _| if index >> k & 1 == 1 { half[k] } else { -half[k] });
    (0..1 << D).map(corner).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "a random number")]
fn single(x: f64) -> f32 {
    x as f32
}

/// A random direction.
fn direction<const D: usize>(random: &mut Random) -> SVector<f32, D> {
    loop {
        let vector = SVector::<f32, D>::from_fn(|_, _| single(random.between(-1.0, 1.0)));
        if (0.1..1.0).contains(&vector.norm()) {
            return vector.normalize();
        }
    }
}

/// A level of boxes, and who is in it.
struct Scene<const D: usize>
where
    f32: Measured<D>,
{
    bodies: Vec<Body<f32, D>>,
    solids: Vec<<f32 as Measured<D>>::Solid>,
    /// Half-spaces, outward normals with points. Of each list the mover's middle has to be in one.
    barriers: Vec<Vec<(SVector<f32, D>, SVector<f32, D>)>>,
    form: Form<D>,
    mover: Mover<f32, D>,
    /// Its number, which is the seed.
    number: u32,
}

impl<const D: usize> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    /// A mover in a room with walls of 2 cm, if it flies.
    fn new(random: &mut Random, kind: u32, flies: bool) -> Self {
        let form = Form::random(random, kind);
        let far = [0.0, 0.0, 0.0, 100.0][(kind / 4 % 4) as usize];
        let at = Point::from(SVector::from_fn(|_, _| single(random.between(-far, far))));
        let mut scene =
            Self { bodies: vec![], solids: vec![], barriers: vec![], mover: form.mover(at), form, number: kind };
        if flies {
            scene.mover.gait.gravity = 0.0;
            for axis in 0..D {
                for side in [-1.0, 1.0] {
                    let normal = SVector::from_fn(|k, _| if k == axis { side } else { 0.0 });
                    scene.wall(&normal, single(random.between(3.0, 9.0)), 0.02);
                }
            }
        }
        scene
    }

    /// A box at a place.
    fn block(&mut self, rotation: <f32 as Turning<D>>::Rotation, at: SVector<f32, D>, half: SVector<f32, D>) {
        let pose = Isometry::from_parts(Translation::from(at), rotation);
        self.bodies.push(Body::fixed(Cuboid::new(half).unwrap(), pose).unwrap());
        // The columns of the rotation, as they are in single precision.
        let axes: Vec<SVector<f64, D>> = (0..D)
            .map(|axis| SVector::from_fn(|k, _| if k == axis { 1.0_f32 } else { 0.0 }))
            .map(|axis| rotation.transform_vector(&axis).map(f64::from))
            .collect();
        let corner = |local: SVector<f64, D>| {
            let turned = axes.iter().zip(local.iter()).fold(SVector::zeros(), |sum, (axis, x)| sum + axis * *x);
            (at.map(f64::from) + turned).into()
        };
        let points: Vec<[f64; D]> = corners(&half.map(f64::from)).into_iter().map(corner).collect();
        self.solids.push(f32::solid(&points));
    }

    /// A wall across the whole room, so far from the mover's origin, that it must not pass.
    fn wall(&mut self, out: &SVector<f32, D>, distance: f32, thickness: f32) {
        let inner = self.mover.at().coords + out * distance;
        let half = SVector::from_fn(|k, _| if k == 0 { thickness / 2.0 } else { 40.0 });
        self.block(f32::towards(out, None), inner + out * (thickness / 2.0), half);
        self.barriers.push(vec![(*out, inner)]);
    }

    /// The distance to each solid, from a place.
    fn distances(&self, at: &SVector<f64, D>) -> Vec<f64> {
        let core: Vec<[f64; D]> = self.form.core.iter().map(|point| (point.map(f64::from) + at).into()).collect();
        let own = f32::solid(&core);
        self.solids.iter().map(|solid| f32::distance(&own, solid) - f64::from(self.form.margin)).collect()
    }

    fn nearest(&self, at: &SVector<f64, D>) -> f64 {
        self.distances(at).into_iter().fold(f64::INFINITY, f64::min)
    }

    fn at(&self) -> SVector<f64, D> {
        self.mover.at().coords.map(f64::from)
    }

    fn skin(&self) -> f64 {
        f64::from(self.mover.gait.skin)
    }

    fn is_through(&self) -> bool {
        // The origin need not be inside.
        let middle = self.form.core.iter().sum::<SVector<f32, D>>()
            / single(f64::from(u8::try_from(self.form.core.len()).unwrap()));
        let at = self.mover.at().coords + middle;
        self.barriers.iter().any(|sides| sides.iter().all(|(out, point)| (at - point).dot(out) > 0.0))
    }

    /// Whether it could have gone on, having wanted some way: along the planes between it and what its skin touches there is more than
    /// the skin free.
    fn is_stuck(&self, wanted: &SVector<f64, D>) -> bool {
        let (at, skin) = (self.at(), self.skin());
        let small = 1e-5;
        let distances = self.distances(&at);
        let touching: Vec<usize> = (0..distances.len()).filter(|k| distances[*k] < 1.02 * skin).collect();
        let mut gradients = vec![SVector::<f64, D>::zeros(); touching.len()];
        for axis in 0..D {
            let shift = SVector::from_fn(|k, _| if k == axis { small } else { 0.0 });
            let (more, less) = (self.distances(&(at + shift)), self.distances(&(at - shift)));
            for (gradient, k) in gradients.iter_mut().zip(&touching) {
                gradient[axis] = (more[*k] - less[*k]) / (2.0 * small);
            }
        }
        let slide = along(wanted, &gradients);
        let way = slide.norm();
        way > skin && (1..=8).all(|k| self.nearest(&(at + slide * (skin * f64::from(k) / 8.0 / way))) > 0.9 * skin)
    }
}

/// The way nearest to a wanted one that crosses no plane: the longest of those that cross none, of the ways nearest to it on each one, and in
/// what two have in common.
fn along<const D: usize>(wanted: &SVector<f64, D>, normals: &[SVector<f64, D>]) -> SVector<f64, D> {
    let mut longest = SVector::<f64, D>::zeros();
    // Directions at right angles to each other, which a way has nothing of.
    let mut bases: Vec<Vec<SVector<f64, D>>> = vec![vec![]];
    while let Some(basis) = bases.pop() {
        let without = |way: &SVector<f64, D>| basis.iter().fold(*way, |way, axis| way - axis * axis.dot(&way));
        let way = without(wanted);
        // Normals are differences of distances, and off by 1e-7.
        if way.norm() > longest.norm() && normals.iter().all(|normal| normal.dot(&way) > -1e-6 * way.norm()) {
            longest = way;
        }
        if basis.len() + 1 < D {
            let more = normals.iter().filter_map(|normal| without(normal).try_normalize(1e-6));
            bases.extend(more.map(|axis| [&basis[..], &[axis]].concat()));
        }
    }
    longest
}

/// What was found in many scenes.
#[derive(Debug, Default)]
struct Found {
    scenes: u32,
    frames: u32,
    /// The least part of the skin that was left.
    skin: f64,
    through: u32,
    blocked: u32,
    stuck: u32,
    /// The farthest that one at rest moved in 100 frames, in skins.
    rest: f64,
}

impl Found {
    fn new() -> Self {
        Self { skin: f64::INFINITY, ..Self::default() }
    }

    /// Runs a scene in which the mover flies, and looks at each frame.
    fn fly<const D: usize>(&mut self, scene: &mut Scene<D>, random: &mut Random, how: How)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        if scene.nearest(&scene.at()) < 1.01 * scene.skin() {
            return;
        }
        self.scenes += 1;
        let mut velocity = SVector::zeros();
        for frame in 0..40 {
            // From 0.6 to 300 metres a second.
            if frame % 10 == 0 {
                velocity = direction::<D>(random) * single(10.0_f64.powf(random.between(-0.2, 2.477)));
            }
            scene.mover.velocity = velocity;
            let before = scene.at();
            match how {
                How::Moved => scene.mover.advance(&mut scene.bodies, STEP),
                How::Jumped => scene.mover.place(scene.mover.at() + velocity * STEP),
                How::Left => (),
            }
            self.frames += 1;
            self.skin = self.skin.min(scene.nearest(&scene.at()) / scene.skin());
            self.through += u32::from(scene.is_through());
            if (scene.at() - before).norm() < 0.1 * scene.skin() {
                self.blocked += 1;
                let stuck = scene.is_stuck(&(velocity * STEP).map(f64::from));
                if stuck && how == How::Moved {
                    println!("stuck in {D}D: scene {}, frame {frame}, {velocity:?} from {before:?}", scene.number);
                    println!("{:?} at {:?}", scene.form, scene.mover.at());
                }
                self.stuck += u32::from(stuck);
            }
        }
    }
}

/// How a mover is moved: by its step, or, so that the test is seen to find it, through everything, or not at all.
#[derive(Clone, Copy, PartialEq)]
enum How {
    Moved,
    Jumped,
    Left,
}

/// A mover between walls at right angles to each other, with very little room or some.
fn corridor<const D: usize>(random: &mut Random, kind: u32) -> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut scene = Scene::new(random, kind, true);
    let axes = f32::towards(&direction(random), None);
    for axis in 1..D {
        let across = axes.transform_vector(&SVector::from_fn(|k, _| if k == axis { 1.0 } else { 0.0 }));
        let room = scene.mover.gait.skin * (1.0 + single(10.0_f64.powf(random.between(-1.5, 2.0))));
        for out in [across, -across] {
            let distance = scene.form.reach(&out) + room;
            scene.wall(&out, distance, single(random.between(0.02, 1.0)));
        }
    }
    scene
}

/// A mover between walls in random directions.
fn corner<const D: usize>(random: &mut Random, kind: u32) -> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut scene = Scene::new(random, kind, true);
    for _ in 0..2 + kind / 16 % 4 {
        let out = direction(random);
        let distance = scene.form.reach(&out) + scene.mover.gait.skin * 1.02 + single(random.between(0.0, 1.0));
        scene.wall(&out, distance, single(random.between(0.02, 1.0)));
    }
    scene
}

/// A mover between two walls that come nearer to each other, and end where there is just room for it.
fn funnel<const D: usize>(random: &mut Random, kind: u32) -> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut scene = Scene::new(random, kind, true);
    let axes = f32::towards(&direction(random), None);
    let axis = |axis: usize| axes.transform_vector(&SVector::from_fn(|k, _| if k == axis { 1.0_f32 } else { 0.0 }));
    let (along, across) = (axis(0), axis(1));
    let start = scene.mover.at().coords;
    let thickness = single(random.between(0.02, 1.0));
    let half = SVector::from_fn(|k, _| if k == 0 { thickness / 2.0 } else { 40.0 });
    let mouth = single(random.between(1.0, 2.5));
    // Some have a gap behind the mouth, where it can go on, with little room or less than none.
    let room = scene.mover.gait.skin * (1.0 + single(random.between(-0.5, 1.0)));
    for side in [across, -across] {
        let slope = single(random.between(0.03, 0.8));
        let edge = start + along * mouth + side * (scene.form.reach(&side) + room);
        // Turned by the slope: inwards where `along` leads.
        let (sin, cos) = (slope.sin(), slope.cos());
        let (out, back) = (side * cos + along * sin, side * sin - along * cos);
        // Both end at the mouth.
        for (out, beside) in [(out, back), (side, along)] {
            let at = edge + out * half[0] + beside * half[1];
            scene.block(f32::towards(&out, Some(&beside)), at, half);
        }
        scene.barriers.push(vec![(out, edge), (side, edge)]);
    }
    if D == 3 {
        for out in [axis(D - 1), -axis(D - 1)] {
            let distance = scene.form.reach(&out) + scene.mover.gait.skin * single(random.between(1.02, 50.0));
            scene.wall(&out, distance, thickness);
        }
    }
    scene
}

/// A mover on the ground, in front of steps or a slope; and how high that leads.
fn ascent<const D: usize>(random: &mut Random, kind: u32, slope: Option<f64>) -> (Scene<D>, f64)
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut scene = Scene::new(random, kind, false);
    let [forwards, up] = [0, 1].map(|axis| SVector::from_fn(|k, _| if k == axis { 1.0_f32 } else { 0.0 }));
    let start = scene.mover.at().coords - up * (scene.form.reach(&-up) + 0.05);
    let level = f32::towards(&forwards, None);
    let half = SVector::from_fn(|k, _| if k == 1 { 1.0 } else { 20.0 });
    scene.block(level, start - up, half);
    let foot = start + forwards * (scene.form.reach(&forwards) + 0.3);
    let height = if let Some(slope) = slope {
        let (sin, cos) = (single(slope.sin()), single(slope.cos()));
        let (along, out) = (forwards * cos + up * sin, up * cos - forwards * sin);
        let half = SVector::from_fn(|k, _| if k == 1 { 1.0 } else { 10.0 });
        scene.block(f32::towards(&along, Some(&out)), foot + along * half[0] - out * half[1], half);
        2.0
    } else {
        let steps = kind / 16 % 8 + 1;
        let mut edge = foot;
        for _ in 0..steps {
            edge += up * single(random.between(0.03, 0.29));
            let half = SVector::from_fn(|k, _| if k == 1 { 2.0 } else { 10.0 });
            scene.block(level, edge + forwards * half[0] - up * half[1], half);
            edge += forwards * single(random.between(0.35, 1.0));
        }
        f64::from((edge - start)[1])
    };
    if D == 3 {
        for side in [-1.0, 1.0] {
            let side = SVector::from_fn(|k, _| if k == 2 { side } else { 0.0 });
            scene.wall(&side, scene.form.reach(&side) + single(random.between(0.1, 2.0)), 0.1);
        }
    }
    (scene, height)
}

impl Found {
    /// Walks forwards, somewhat to the side in space, with pauses. Returns how high it got.
    fn walk<const D: usize>(&mut self, scene: &mut Scene<D>, random: &mut Random, seconds: f64) -> f64
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        self.scenes += 1;
        let (start, speed) = (scene.at(), single(random.between(0.5, 8.0)));
        let (mut way, mut highest) = (0.0, 0.0_f64);
        let mut frame = 0;
        while way < seconds {
            way += f64::from(speed * STEP);
            frame += 1;
            scene.mover.velocity[0] = speed;
            if D == 3 {
                scene.mover.velocity[2] = 0.5 * speed * if frame / 50 % 2 == 0 { 1.0 } else { -1.0 };
            }
            self.frame(scene);
            highest = highest.max(scene.at()[1] - start[1]);
            if frame % 64 == 63 {
                self.pause(scene);
            }
        }
        self.pause(scene);
        highest
    }

    fn frame<const D: usize>(&mut self, scene: &mut Scene<D>)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        scene.mover.advance(&mut scene.bodies, STEP);
        self.frames += 1;
        self.skin = self.skin.min(scene.nearest(&scene.at()) / scene.skin());
        self.through += u32::from(scene.is_through());
    }

    /// Stands still for 100 frames, after some in which it may fall.
    fn pause<const D: usize>(&mut self, scene: &mut Scene<D>)
    where
        f32: Measured<D>,
        Cases: Expansion<f32, D>,
    {
        for _ in 0..30 {
            scene.mover.velocity.iter_mut().step_by(2).for_each(|x| *x = 0.0);
            self.frame(scene);
        }
        if scene.mover.ground.is_none() {
            return;
        }
        self.blocked += 1;
        let place = scene.at();
        for _ in 0..100 {
            scene.mover.advance(&mut scene.bodies, STEP);
            self.rest = self.rest.max((scene.at() - place).norm() / scene.skin());
        }
    }
}

/// 2000 scenes, or as many times that as `MOVERS` says, of six kinds in the plane and in space.
fn scenes() -> u32 {
    2000 / 12 * std::env::var("MOVERS").map_or(1, |times| times.parse::<u32>().expect("a whole number"))
}

fn flights<const D: usize>(make: fn(&mut Random, u32) -> Scene<D>, name: &str)
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let [mut found, mut jumped, mut left] = [(); 3].map(|()| Found::new());
    for kind in 0..2 * scenes() {
        let mut random = Random::new(u64::from(kind));
        found.fly(&mut make(&mut random, kind), &mut random, How::Moved);
        if kind % 16 == 0 {
            jumped.fly(&mut make(&mut random, kind), &mut random, How::Jumped);
            left.fly(&mut make(&mut random, kind / 16), &mut random, How::Left);
        }
    }
    println!("{D}D {name}: {found:?}");
    assert_eq!((found.through, found.stuck), (0, 0));
    assert!(found.skin > KEPT, "{found:?}");
    assert!(2 * found.scenes > scenes() && found.blocked > found.scenes, "{found:?}");
    assert!(jumped.skin <= 0.0 && jumped.through > jumped.scenes, "what goes through is seen: {jumped:?}");
    assert!(4 * left.stuck > left.frames, "what does not move is seen: {left:?}");
}

#[test]
fn movers_in_corridors() {
    flights::<2>(corridor, "corridors");
    flights::<3>(corridor, "corridors");
}

#[test]
fn movers_in_corners() {
    flights::<2>(corner, "corners");
    flights::<3>(corner, "corners");
}

#[test]
fn movers_in_funnels() {
    flights::<2>(funnel, "funnels");
    flights::<3>(funnel, "funnels");
}

fn walks<const D: usize>()
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut found = [(); 3].map(|()| Found::new());
    for kind in 0..2 * scenes() / 3 {
        let mut random = Random::new(u64::from(kind));
        let (mut scene, height) = ascent::<D>(&mut random, kind, None);
        let got = found[0].walk(&mut scene, &mut random, 14.0);
        assert!(
            got > height - 0.06,
            "{D}D stairs {kind}: {got} of {height}, {:?} at {:?}",
            scene.form,
            scene.mover.at()
        );
        let gentle = random.between(0.1, 0.77);
        let (mut scene, height) = ascent::<D>(&mut random, kind, Some(gentle));
        let got = found[1].walk(&mut scene, &mut random, 5.0);
        assert!(got > height.min(4.0 * gentle.sin()) - 0.5, "{D}D slope {kind}: {got} at {gentle}, {:?}", scene.form);
        let steep = random.between(0.82, 1.5);
        let (mut scene, _) = ascent::<D>(&mut random, kind, Some(steep));
        let got = found[2].walk(&mut scene, &mut random, 5.0);
        assert!(got < 0.35, "{D}D slope {kind}: {got} at {steep}, {:?}", scene.form);
    }
    println!("{D}D walks: {found:?}");
    for found in found {
        assert_eq!(found.through, 0);
        assert!(found.skin > KEPT && found.rest < 1e-3, "{found:?}");
        assert!(2 * found.blocked > found.scenes, "{found:?}");
    }
}

#[test]
fn movers_on_stairs_and_slopes() {
    walks::<2>();
    walks::<3>();
}

/// Gaps that leave it 0.95 of its skin on each side. A third plane is in the way first, and on that one rounding left 1e-14 and 1e-12 m
/// too little between the walls: so there was no way at all.
#[test]
fn no_gap_is_closed_by_rounding() {
    for kind in [5842, 8118] {
        let (mut random, mut found) = (Random::new(u64::from(kind)), Found::new());
        found.fly(&mut funnel::<3>(&mut random, kind), &mut random, How::Moved);
        assert!(found.frames == 40 && found.stuck == 0 && found.skin > KEPT, "{kind}: {found:?}");
    }
}

/// A hull that has its lowest point in front of the first step while its slanting side is on the rim.
#[test]
fn a_slanting_side_is_led_up_stairs() {
    let mut random = Random::new(2323);
    let (mut scene, height) = ascent::<3>(&mut random, 2323, None);
    let got = Found::new().walk(&mut scene, &mut random, 14.0);
    assert!(got > height - 0.06, "{got} of {height}");
}

/// A step is counted from the ground before it: 0.29 above the first one is climbed, and 0.32 is not.
#[test]
fn the_second_step_is_counted_from_the_first() {
    let slanting = [(-0.37, -0.36), (0.22, 0.06), (0.28, 0.15), (0.17, 0.24), (-0.09, 0.21)];
    let flat = [(-0.3, -0.36), (0.3, -0.36), (0.3, 0.2), (-0.3, 0.2)];
    for (shape, rise) in [(&slanting[..], 0.29), (&slanting, 0.32), (&flat, 0.29), (&flat, 0.32)] {
        let step =
            |x, top| Body::<f32, 2>::fixed(Cuboid::new(Vector2::new(9.0, 1.0)).unwrap(), Vector2::new(x, top - 1.0));
        let mut bodies = [step(0.0, 0.0), step(9.6, 0.25), step(9.96, 0.25 + rise)].map(Result::unwrap);
        let points = shape.iter().map(|(x, y)| Point2::new(*x, *y));
        let mut mover = Mover::new(Polygon::hull(points).unwrap(), Point2::new(0.0, 0.38)).unwrap();
        for _ in 0..180 {
            mover.velocity.x = 1.5;
            mover.advance(&mut bodies, STEP);
        }
        let got = mover.at().y - 0.37;
        assert_eq!(got > 0.24 + rise, rise < 0.3, "{shape:?}: {got} of {rise}");
        assert!(got > 0.02, "on the rim of the first: {got}");
    }
}

/// Between walls that come nearer to each other by 0.3 millimetres in a metre.
#[test]
fn a_narrow_wedge_is_not_crossed() {
    for k in 0..100_u8 {
        let turn = UnitComplex::new(0.06 * f32::from(k));
        let at = |x, y| Translation::from(turn * Vector2::new(x, y));
        let wall = |y, slope| {
            let pose = Isometry2::from_parts(at(0.0, y), turn * UnitComplex::new(slope));
            Body::<f32, 2>::fixed(Cuboid::new(Vector2::new(40.0, 0.5)).unwrap(), pose).unwrap()
        };
        let mut bodies = [wall(-0.5, 0.0), wall(1.1198, -3e-4)];
        let mut mover = Mover::new(Ball::at(Point2::origin(), 0.3).unwrap(), at(0.0, 0.31).vector.into()).unwrap();
        mover.gait.gravity = 0.0;
        mover.velocity = turn * Vector2::new(250.0, -150.0);
        mover.advance(&mut bodies, STEP);
        for body in &bodies {
            let left = f64::from(gjk::contact(&body.shape, mover.shape()).separation / mover.gait.skin);
            assert!(left > KEPT, "{k}: {left} at {:?}", mover.at());
        }
    }
}

/// Into a gap of just its width it passes an edge, and the normal turns on the way.
#[test]
fn an_edge_is_passed_in_one_step() {
    let wide = 0.6 + 2.0 * 31.0 / 32.0 * 0.01;
    let wall = |x, y| {
        let half = Cuboid::new(Vector2::new(20.0, 1.0)).unwrap();
        Body::<f32, 2>::fixed(half, Vector2::new(x, y)).unwrap()
    };
    let mut bodies = [wall(0.0, -1.0), wall(20.0, wide + 1.0)];
    let mut mover = Mover::new(Ball::at(Point2::origin(), 0.3).unwrap(), Point2::new(-0.009, wide / 2.0)).unwrap();
    mover.gait.gravity = 0.0;
    mover.velocity = Vector2::new(100.0, -100.0);
    mover.advance(&mut bodies, STEP);
    assert!(mover.at().x > 1.6, "{:?}", mover.at());
}

/// How fast a box of a metre is after a second of being pushed, and how much nearer than the skin the mover got.
fn pushed<const D: usize>(strength: f32) -> [f64; 2]
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let [forwards, up] = [0, 1].map(|axis| SVector::from_fn(|k, _| if k == axis { 1.0_f32 } else { 0.0 }));
    let mut world = World::<f32, D>::default();
    let floor = SVector::from_fn(|k, _| if k == 1 { 1.0 } else { 20.0 });
    world.bodies.push(Body::fixed(Cuboid::new(floor).unwrap(), Translation::from(-up)).unwrap());
    world.bodies.push(Body::new(Cuboid::new(SVector::repeat(0.5)).unwrap(), Translation::from(up * 0.5)).unwrap());
    let capsule = Capsule::new(-up * 0.3, up * 0.3, 0.3).unwrap();
    let mut mover = Mover::new(capsule, (up * 0.62 - forwards).into()).unwrap();
    mover.gait.strength = strength;
    let mut deepest = 0.0_f64;
    for _ in 0..60 {
        mover.velocity[0] = 2.0;
        mover.advance(&mut world.bodies, STEP);
        world.step();
        deepest = deepest.max(f64::from(0.01 - gjk::contact(&world.bodies[1].shape, mover.shape()).separation));
    }
    [f64::from(world.bodies[1].velocity[0]), deepest]
}

/// A box weighs 9.81 N, and is held by friction of 5.9 N.
#[test]
fn bodies_are_pushed_by_who_is_strong_enough() {
    for [weak, strong] in [[4.0, 20.0].map(pushed::<2>), [4.0, 20.0].map(pushed::<3>)] {
        assert!(weak[0].abs() < 0.1 && strong[0] > 1.5 && strong[0] < 2.5, "{weak:?}, {strong:?}");
        assert!(weak[1] < 0.01 && strong[1] < 0.01, "{weak:?}, {strong:?}");
    }
}

/// Between two slopes that are too steep for it there is not a way down: it stands, and can jump out.
#[test]
fn a_pit_of_steep_slopes_is_ground() {
    let mut bodies = Vec::new();
    for side in [-1.0_f32, 1.0] {
        let pose = Isometry2::new(Vector2::new(side, 0.0), side * 1.2);
        bodies.push(Body::<f32, 2>::fixed(Cuboid::new(Vector2::new(4.0, 0.5)).unwrap(), pose).unwrap());
    }
    let mut mover = Mover::new(Ball::at(Point2::origin(), 0.3).unwrap(), Point2::new(0.1, 3.0)).unwrap();
    for _ in 0..200 {
        mover.advance(&mut bodies, STEP);
    }
    assert!(mover.ground.is_some() && mover.velocity.norm() < 1e-3, "{:?}, {:?}", mover.velocity, mover.at());
    let height = mover.at().y;
    mover.velocity.y = 5.0;
    for _ in 0..20 {
        mover.advance(&mut bodies, STEP);
    }
    assert!(mover.at().y > height + 0.8);
}

/// What it stands on carries it.
#[test]
fn a_lift_carries() {
    let mut lift = Body::<f32, 2>::fixed(Cuboid::new(Vector2::new(1.0, 0.1)).unwrap(), Vector2::zeros()).unwrap();
    lift.velocity = Vector2::new(0.7, 1.0);
    let mut bodies = [lift];
    let mut mover = Mover::new(Ball::at(Point2::origin(), 0.3).unwrap(), Point2::new(0.2, 0.42)).unwrap();
    for frame in 1..=60_u8 {
        mover.advance(&mut bodies, STEP);
        let at = bodies[0].velocity * STEP * f32::from(frame);
        bodies[0].place(Translation::from(at));
    }
    let at = mover.at() - bodies[0].center;
    assert!(mover.ground.is_some() && (at - Vector2::new(0.2, 0.41)).norm() < 0.03, "{at:?}");
}

/// Numbers that are none move nothing, and nothing panics.
#[test]
fn a_mover_without_numbers_stays() {
    let mut bodies = [Body::<f32, 2>::fixed(Cuboid::new(Vector2::new(1.0, 0.1)).unwrap(), Vector2::zeros()).unwrap()];
    for velocity in [f32::NAN, f32::INFINITY, f32::MAX] {
        let mut mover = Mover::new(Ball::at(Point2::origin(), 0.3).unwrap(), Point2::new(0.0, 0.42)).unwrap();
        for _ in 0..3 {
            mover.velocity = Vector2::new(velocity, -1.0);
            mover.advance(&mut bodies, STEP);
            mover.advance(&mut bodies, velocity);
        }
        assert!(mover.at().coords.iter().all(|x| x.is_finite()));
    }
}
