//! Shortened scenes, with the limits of the long ones.

use gjk::nalgebra::{Isometry3, SVector, UnitQuaternion, Vector3};
use gjk::shape::Cuboid;
use worlds::ground::forget_neighbours;
use worlds::measure::{bump, is_sound, run, settle, stand};
use worlds::scenes::{Forms, Random, Runner, WALL, bullets, joints, pile, pile_width, pyramid, stack, tiles};
use worlds::{Body, Space, Turning, World, double, num};

fn stacks<T: Forms<D>, const D: usize>() {
    let found = stand(stack::<T, D>(10).unwrap(), stack::<T, D>(10).unwrap(), 15, |_| ());
    assert!(found.is_sound && found.drift < 0.012, "{found:?}");
    assert!(found.asleep.is_some_and(|time| time < 2.0), "{found:?}");
}

#[test]
fn stacks_of_ten_stand() {
    stacks::<f32, 2>();
    stacks::<f64, 2>();
    stacks::<f32, 3>();
    stacks::<f64, 3>();
}

fn pyramids<T: Forms<D>, const D: usize>(limit: f64) {
    let found = stand(pyramid::<T, D>(20).unwrap(), pyramid::<T, D>(20).unwrap(), 4, |_| ());
    assert!(found.is_sound && found.drift < limit, "{found:?}");
    assert!(found.asleep.is_some_and(|time| time < 3.0), "{found:?}");
}

#[test]
fn pyramids_stand() {
    pyramids::<f32, 2>(0.002);
    pyramids::<f64, 2>(0.002);
    pyramids::<f32, 3>(0.025);
    pyramids::<f64, 3>(0.025);
}

#[test]
fn a_stack_of_twenty_stands_if_it_is_stiff() {
    let make = || {
        let mut world = stack::<f32, 2>(20).unwrap();
        world.settings = world.settings.stiff();
        world
    };
    let found = stand(make(), make(), 15, |_| ());
    assert!(found.is_sound && found.drift < 0.1 && found.asleep.is_some(), "{found:?}");
}

/// So drift is seen where there is some.
#[test]
fn a_stack_without_friction_does_not_stand() {
    let mut world = stack::<f32, 2>(10).unwrap();
    world.sleeps = false;
    world.bodies[3].velocity.x = 2.0;
    world.bodies.iter_mut().for_each(|body| body.friction = 0.0);
    let start = worlds::measure::Places::of(&world);
    run(&mut world, 300);
    assert!(start.drift(&world) > 0.5);
}

/// A box that lies on a box that is fixed, half as large along x and z, turned upright and displaced.
#[derive(Debug)]
struct Lying {
    halves: [[f64; 2]; 2],
    turn: f64,
    at: [f64; 2],
}

impl Lying {
    /// A crate on a crate, or boxes of any size.
    fn random(random: &mut Random, is_crate: bool) -> Self {
        let halves = [(); 4].map(|()| if is_crate { 0.5 } else { random.between(0.3, 2.0) });
        let halves = [[halves[0], halves[1]], [halves[2], halves[3]]];
        let at = halves[0].map(|half| random.between(-half, half));
        Self { halves, turn: random.between(-3.0, 3.0), at }
    }

    /// How many corners the overlap has, and how far the upper box's center is inside of it.
    fn overlap(&self) -> (usize, f64) {
        let [low, high] = self.halves.map(|[x, z]| [[x, z], [-x, z], [-x, -z], [x, -z]]);
        let (sin, cos) = self.turn.sin_cos();
        let mut shared = high.map(|[x, z]| [self.at[0] + cos * x + sin * z, self.at[1] - sin * x + cos * z]).to_vec();
        let mut least = f64::INFINITY;
        for (p, q) in low.iter().zip(low.iter().cycle().skip(1)) {
            let way = [q[0] - p[0], q[1] - p[1]];
            let inside = |at: &[f64; 2]| (way[0] * (at[1] - p[1]) - way[1] * (at[0] - p[0])) / way[0].hypot(way[1]);
            least = least.min(inside(&self.at));
            let cut = |(from, to): (&[f64; 2], &[f64; 2])| {
                let [start, end] = [inside(from), inside(to)];
                let share = start / (start - end);
                let crossing = [0, 1].map(|k| from[k] + share * (to[k] - from[k]));
                [(start >= 0.0).then_some(*from), ((start >= 0.0) != (end >= 0.0)).then_some(crossing)]
            };
            shared = shared.iter().zip(shared.iter().cycle().skip(1)).flat_map(cut).flatten().collect();
        }
        (shared.len(), least)
    }

    /// How far it tilts in five seconds, in degrees, and how far it gets.
    fn rest<T: Space<3> + Turning<3, Rotation = UnitQuaternion<T>>>(&self) -> [f64; 2] {
        let mut world = World::<T, 3>::default();
        world.sleeps = false;
        let [low, high] = self.halves.map(|[x, z]| Cuboid::new(Vector3::new(x, 0.5, z).map(num::<T>)).unwrap());
        let start = Vector3::new(self.at[0], 0.499, self.at[1]);
        world.bodies.push(Body::fixed(low, Isometry3::translation(T::zero(), num(-0.5), T::zero())).unwrap());
        world
            .bodies
            .push(Body::new(high, Isometry3::new(start.map(num::<T>), Vector3::y() * num::<T>(self.turn))).unwrap());
        let (mut tilt, mut away) = (0.0_f64, 0.0_f64);
        for _ in 0..300 {
            world.step();
            let body = &world.bodies[1];
            tilt = tilt.max(double(body.rotation.transform_vector(&Vector3::y()).xz().norm()).asin().to_degrees());
            away = away.max((body.center.coords.map(double) - start).norm());
        }
        [tilt, away]
    }
}

/// A box that is supported does not fall, however many corners what it lies on has. Those with at most four corners, which a
/// manifold always kept, show what a solver can do.
#[test]
fn what_is_supported_does_not_fall() {
    fn check<T: Space<3> + Turning<3, Rotation = UnitQuaternion<T>>>(count: u32) {
        let mut random = Random::new(33);
        // Of overlaps of at most four corners, and of others.
        let (mut counts, mut worst) = ([0; 2], [[0.0_f64; 2]; 2]);
        while counts[0] + counts[1] < count {
            let boxes = Lying::random(&mut random, counts[0] % 2 == 0);
            let (corners, inside) = boxes.overlap();
            let [_, [x, z]] = boxes.halves;
            // Half of them with their centers not far inside.
            let limit = if (counts[0] + counts[1]) % 2 == 0 { 0.1 } else { 1.0 };
            if !(0.02..limit).contains(&(inside / x.max(z))) {
                continue;
            }
            let found = boxes.rest::<T>();
            let kind = usize::from(corners > 4);
            counts[kind] += 1;
            assert!(found[1] < 0.3, "{boxes:?}, {inside} inside of {corners} corners, falls: {found:?}");
            worst[kind] = [0, 1].map(|k| worst[kind][k].max(found[k]));
        }
        println!("of at most four corners {}, of more {}; they tilt and move by {worst:?}", counts[0], counts[1]);
        assert!(counts.iter().all(|part| part * 5 > count), "{counts:?}");
        assert!(worst[1][0] < worst[0][0] + 0.1, "{worst:?}");
    }
    // For the long run: WORLDS=20.
    let times = std::env::var("WORLDS").map_or(1, |times| times.parse().expect("a whole number"));
    check::<f32>(250 * times);
    check::<f64>(250 * times);
}

fn piles<T: Forms<D>, const D: usize>(count: u32, columns: u32) {
    let mut world = pile::<T, D>(count, columns).unwrap();
    let found = settle(&mut world, pile_width(columns), 6, |_| ());
    assert!(found.is_sound && found.escaped == 0 && found.deepest < 0.09, "{found:?}");
    assert!(world.manifolds().count() > count as usize, "they lie on each other");
    let fastest = world.bodies.iter().map(|body| double(body.velocity.norm())).fold(0.0, f64::max);
    assert!(fastest < 3.0, "they have come to rest: {fastest}");
}

#[test]
fn piles_settle() {
    piles::<f32, 2>(120, 8);
    piles::<f64, 2>(120, 8);
    piles::<f32, 3>(120, 4);
    piles::<f64, 3>(120, 4);
}

/// How many bullets a step takes through the wall, not past it.
fn step_through<T: Space<D>, const D: usize>(world: &mut World<T, D>, first: usize) -> usize {
    let is_behind = |body: &Body<T, D>| double(body.center[0]) > WALL;
    let before: Vec<bool> = world.bodies[first..].iter().map(is_behind).collect();
    world.step();
    let is_through = |(body, was_behind): &(&Body<T, D>, bool)| {
        !was_behind && is_behind(body) && body.center.iter().skip(1).all(|across| double(*across).abs() < 200.0)
    };
    world.bodies[first..].iter().zip(before).filter(is_through).count()
}

/// With an odd seed the bullets of the scene, which fly straight; with an even one they fly askew, and turn.
fn volley<T: Forms<D>, const D: usize>(seed: u64) -> (World<T, D>, usize) {
    let (mut world, first) = bullets::<T, D>(seed).unwrap();
    if seed.is_multiple_of(2) {
        let mut random = Random::new(seed);
        let mut aside = |most: f64| num::<T>(random.between(-most, most));
        for event in &mut world.events {
            let speed = event.velocity[0];
            event.velocity.iter_mut().skip(1).for_each(|across| *across = speed * aside(0.05));
            let [arm, swing] = [(); 2].map(|()| SVector::from_fn(|_, _| aside(5.0)));
            world.bodies[event.body].spin = T::moment(&arm, &swing);
        }
    }
    (world, first)
}

fn fire<T: Forms<D>, const D: usize>(seeds: std::ops::Range<u64>) {
    let (mut through, mut careless_through, all) = (0, 0, 24 * seeds.clone().count());
    for seed in seeds {
        let (mut world, first) = volley::<T, D>(seed);
        let (mut careless, _) = volley::<T, D>(seed);
        careless.bodies.iter_mut().for_each(|body| body.is_bullet = false);
        for step in 0..300 {
            let some = step_through(&mut world, first);
            if some > 0 {
                println!("seed {seed}, step {step}: {some} in {D}D, {}", std::any::type_name::<T>());
            }
            through += some;
            careless_through += step_through(&mut careless, first);
            assert!(is_sound(&world));
        }
    }
    println!("{D}D, {}: {through} of {all}, careless {careless_through}", std::any::type_name::<T>());
    assert_eq!(through, 0);
    assert!(3 * careless_through > all, "they are fast enough to get through");
}

/// `CAMPAIGN=100` fires a hundred times as many.
#[test]
fn bullets_do_not_tunnel() {
    let campaign = std::env::var("CAMPAIGN").map_or(1, |times| times.parse().expect("a number"));
    let seeds = 11..11 + 10 * campaign;
    fire::<f32, 2>(seeds.clone());
    fire::<f64, 2>(seeds.clone());
    fire::<f32, 3>(seeds.clone());
    fire::<f64, 3>(seeds);
}

fn runs<T: Space<D>, const D: usize>(make: impl Fn() -> Result<World<T, D>, gjk::Error>) -> [f64; 2] {
    let mut careless = make().unwrap();
    let last = careless.bodies.len() - 1;
    forget_neighbours(&mut careless.bodies[..last]);
    let mut world = make().unwrap();
    let found = [bump(&mut world, 11, |_| ()), bump(&mut careless, 3, |_| ())];
    assert!(double(world.bodies[last].center[0]) > 52.0, "it got to the end of a hundred joints");
    assert!(found[0] < 0.01, "{found:?}");
    found
}

#[test]
fn joints_of_ground_are_not_felt() {
    for runner in [Runner::SlidingBox, Runner::RollingBall] {
        let bumps = [
            runs(|| joints::<f32, 2>(runner)),
            runs(|| joints::<f64, 2>(runner)),
            runs(|| tiles::<f32>(runner)),
            runs(|| tiles::<f64>(runner)),
            runs(|| joints::<f32, 3>(runner)),
            runs(|| joints::<f64, 3>(runner)),
        ];
        // A box rests on a face, whose normal a manifold prefers anyway.
        if runner == Runner::RollingBall {
            assert!(bumps.iter().all(|[_, careless]| *careless > 0.1), "there is something to cure: {bumps:?}");
        }
    }
}

#[test]
fn the_same_world_has_the_same_bits_twice() {
    fn bits<T: Forms<D>, const D: usize>() -> [u64; 2] {
        [pile::<T, D>(60, 4).unwrap(), bullets::<T, D>(11).unwrap().0].map(|mut world| {
            run(&mut world, 150);
            world.fingerprint()
        })
    }
    assert_eq!(bits::<f32, 2>(), bits::<f32, 2>());
    assert_eq!(bits::<f32, 3>(), bits::<f32, 3>());
    assert_eq!(bits::<f64, 3>(), bits::<f64, 3>());
    assert_ne!(bits::<f32, 3>(), bits::<f64, 3>());
}
