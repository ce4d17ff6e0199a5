//! Levels of boxes, and the movers in them.

use super::{Block, Form, Measured, Random, Walker, corners, direction, single};
use gjk::SupportExt;
use gjk::epa::Expansion;
use gjk::nalgebra::{AbstractRotation, Isometry, Point, SVector, Translation};
use gjk::shape::Cuboid;
use gjk::simplex::Cases;

/// A level of boxes, and who is in it.
pub struct Scene<const D: usize>
where
    f32: Measured<D>,
{
    pub shapes: Vec<Block<D>>,
    pub solids: Vec<<f32 as Measured<D>>::Solid>,
    /// Half-spaces, outward normals with points. Of each list the mover's middle has to be in one.
    pub barriers: Vec<Vec<(SVector<f32, D>, SVector<f32, D>)>>,
    pub form: Form<D>,
    pub mover: Walker<D>,
    /// Its number, which is the seed.
    pub number: u32,
}

impl<const D: usize> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    /// A mover in a room with walls of 2 cm, if it flies.
    pub fn new(random: &mut Random, kind: u32, flies: bool) -> Self {
        let form = Form::random(random, kind);
        let far = [0.0, 0.0, 0.0, 100.0][(kind / 4 % 4) as usize];
        let at = Point::from(SVector::from_fn(|_, _| single(random.between(-far, far))));
        let mut scene =
            Self { shapes: vec![], solids: vec![], barriers: vec![], mover: form.mover(at), form, number: kind };
        if flies {
            scene.mover.options.gravity = 0.0;
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
    pub fn block(&mut self, rotation: <f32 as Measured<D>>::Rotation, at: SVector<f32, D>, half: SVector<f32, D>) {
        let pose = Isometry::from_parts(Translation::from(at), rotation);
        self.shapes.push(Cuboid::new(half).unwrap().posed(pose).unwrap());
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
    pub fn wall(&mut self, out: &SVector<f32, D>, distance: f32, thickness: f32) {
        let inner = self.mover.at().coords + out * distance;
        let half = SVector::from_fn(|k, _| if k == 0 { thickness / 2.0 } else { 40.0 });
        self.block(f32::towards(out, None), inner + out * (thickness / 2.0), half);
        self.barriers.push(vec![(*out, inner)]);
    }

    /// The distance to each solid, from a place.
    pub fn distances(&self, at: &SVector<f64, D>) -> Vec<f64> {
        let core: Vec<[f64; D]> = self.form.core.iter().map(|point| (point.map(f64::from) + at).into()).collect();
        let own = f32::solid(&core);
        self.solids.iter().map(|solid| f32::distance(&own, solid) - f64::from(self.form.margin)).collect()
    }

    pub fn nearest(&self, at: &SVector<f64, D>) -> f64 {
        self.distances(at).into_iter().fold(f64::INFINITY, f64::min)
    }

    pub fn at(&self) -> SVector<f64, D> {
        self.mover.at().coords.map(f64::from)
    }

    pub fn skin(&self) -> f64 {
        f64::from(self.mover.options.skin)
    }

    pub fn is_through(&self) -> bool {
        // The origin need not be inside.
        let middle = self.form.core.iter().sum::<SVector<f32, D>>()
            / single(f64::from(u8::try_from(self.form.core.len()).unwrap()));
        let at = self.mover.at().coords + middle;
        self.barriers.iter().any(|sides| sides.iter().all(|(out, point)| (at - point).dot(out) > 0.0))
    }

    /// Returns whether it could have gone on, having wanted some way: along the planes between it and what its skin
    /// touches there is more than the skin free.
    pub fn is_stuck(&self, wanted: &SVector<f64, D>) -> bool {
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

/// The way nearest to a wanted one that crosses no plane: the longest of those that cross none, of the ways nearest to
/// it on each one, and in what two have in common.
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

/// A mover between walls at right angles to each other, with very little room or some.
pub fn corridor<const D: usize>(random: &mut Random, kind: u32) -> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut scene = Scene::new(random, kind, true);
    let axes = f32::towards(&direction(random), None);
    for axis in 1..D {
        let across = axes.transform_vector(&SVector::from_fn(|k, _| if k == axis { 1.0 } else { 0.0 }));
        let room = scene.mover.options.skin * (1.0 + single(10.0_f64.powf(random.between(-1.5, 2.0))));
        for out in [across, -across] {
            let distance = scene.form.reach(&out) + room;
            scene.wall(&out, distance, single(random.between(0.02, 1.0)));
        }
    }
    scene
}

/// A mover between walls in random directions.
pub fn corner<const D: usize>(random: &mut Random, kind: u32) -> Scene<D>
where
    f32: Measured<D>,
    Cases: Expansion<f32, D>,
{
    let mut scene = Scene::new(random, kind, true);
    for _ in 0..2 + kind / 16 % 4 {
        let out = direction(random);
        let distance = scene.form.reach(&out) + scene.mover.options.skin * 1.02 + single(random.between(0.0, 1.0));
        scene.wall(&out, distance, single(random.between(0.02, 1.0)));
    }
    scene
}

/// A mover between two walls that come nearer to each other, and end where there is just room for it.
pub fn funnel<const D: usize>(random: &mut Random, kind: u32) -> Scene<D>
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
    let room = scene.mover.options.skin * (1.0 + single(random.between(-0.5, 1.0)));
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
            let distance = scene.form.reach(&out) + scene.mover.options.skin * single(random.between(1.02, 50.0));
            scene.wall(&out, distance, thickness);
        }
    }
    scene
}

/// A mover on the ground, in front of steps or a slope; and how high that leads.
pub fn ascent<const D: usize>(random: &mut Random, kind: u32, slope: Option<f64>) -> (Scene<D>, f64)
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
