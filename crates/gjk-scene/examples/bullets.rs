//! How do I stop fast bodies that turn from passing through thin walls?
//!
//! `cargo run --release -p gjk-scene --example bullets`
//!
//! Darts are thrown at a fence of two centimetres, at up to 500 metres a second. Each step asks for the time of impact
//! along the way that the dart takes while it turns, and goes no farther. Below, the same darts in plain steps: most of
//! them are on the other side without ever having touched it.

use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Capsule, Cuboid, Posed};
use gjk::{Error, ImpactOptions, RigidMotion, SupportExt, contains, intersects, time_of_impact};

const DT: f64 = 1.0 / 60.0;
/// A dart that is so near to the fence sticks.
const NEAR: f64 = 0.002;

type Shape<S> = Posed<S, f64, 2>;

#[derive(Clone)]
struct Dart {
    shape: Shape<Capsule<f64, 2>>,
    at: Vector2<f64>,
    angle: f64,
    velocity: Vector2<f64>,
    spin: f64,
    sticks: bool,
}

impl Dart {
    fn new(k: u8) -> Result<Self, Error> {
        let part = |factor: u8| f64::from(k.wrapping_mul(factor)) / 256.0;
        let at = Vector2::new(-3.0 - 3.0 * part(37), 0.3 + 0.15 * f64::from(k));
        let (velocity, spin) = (Vector2::new(20.0 + 480.0 * part(91), 4.0 * part(53) - 2.0), 240.0 * part(29) - 120.0);
        let shape = Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.03)?.posed(at)?;
        Ok(Self { shape, at, angle: 0.0, velocity, spin, sticks: false })
    }

    /// Goes as far as it gets in a step.
    fn fly(&mut self, fence: &[Shape<Cuboid<f64, 2>>]) -> Result<(), Error> {
        let way = RigidMotion::moving(self.velocity).turning(self.spin, self.at);
        let mut time = DT;
        for post in fence {
            let aim = ImpactOptions { target: NEAR, ..ImpactOptions::from(time) };
            let found = time_of_impact(&self.shape, &way, post, &RigidMotion::rest(), aim)?;
            // Only after a clear miss it may go on: what is undecided is none.
            if found.hit.is_some() || found.undecided.is_some() {
                (time, self.sticks) = (found.lower, true);
            }
        }
        self.go(time)
    }

    /// Goes on along the path that was asked about.
    fn go(&mut self, time: f64) -> Result<(), Error> {
        self.at += self.velocity * time;
        self.angle += self.spin * time;
        self.shape.set_pose(Isometry2::new(self.at, self.angle))
    }
}

fn main() -> Result<(), Error> {
    // Posts with gaps that are narrower than a dart is long.
    let post = |k: u8| Cuboid::new([0.01, 0.25])?.posed([0.0, 0.3 + 0.75 * f64::from(k)]);
    let fence = (0..14).map(post).collect::<Result<Vec<_>, Error>>()?;
    let darts = (0..64).map(Dart::new).collect::<Result<Vec<_>, _>>()?;
    let overlaps = |dart: &Dart| fence.iter().any(|post| intersects(post, &dart.shape));

    let mut flown = darts.clone();
    for _ in 0..60 {
        for dart in flown.iter_mut().filter(|dart| !dart.sticks) {
            dart.fly(&fence)?;
            assert!(!overlaps(dart));
        }
    }
    let mut stepped = darts;
    for _ in 0..60 {
        for dart in &mut stepped {
            if !overlaps(dart) {
                dart.go(DT)?;
            }
        }
    }

    // A letter is an eighth of a metre wide and a third high.
    for row in (0..30).rev().map(|row| 0.3 + f64::from(row) / 3.0) {
        let letter = |column: i8| {
            let corner = Point2::new(f64::from(column) / 8.0, row);
            let inside = |shape: &dyn Fn([f64; 2]) -> bool| {
                (0..16_u8).any(|k| shape([corner.x + f64::from(k % 4) / 32.0, corner.y + f64::from(k / 4) / 12.0]))
            };
            match () {
                () if inside(&|p| flown.iter().any(|dart| contains(&dart.shape, p))) => '*',
                () if column == 0 && inside(&|[_, y]| fence.iter().any(|post| contains(post, [0.0, y]))) => '|',
                () => ' ',
            }
        };
        println!("{}", (-8..40).map(letter).collect::<String>().trim_end());
    }
    let [stuck, missed] = [true, false].map(|sticks| flown.iter().filter(|dart| dart.sticks == sticks).count());
    let through = stepped.iter().zip(&flown).filter(|(stepped, flown)| flown.sticks && !overlaps(stepped)).count();
    println!("{stuck} of 64 darts stick in the fence, {missed} pass through its gaps.");
    println!("In plain steps {through} of those {stuck} pass through the posts without having touched them.");
    assert!(stuck > 30 && missed > 0 && through > stuck / 2);
    assert!(flown.iter().all(|dart| !dart.sticks || dart.at.x.abs() < 0.4));
    Ok(())
}
