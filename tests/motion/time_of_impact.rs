//! Times of impact against dense samples: boxes, hulls and rods that turn by up to ten radians on their way.
//!
//! `PAIRS=100000 cargo test --release --test motion time_of_impact:: -- --nocapture` tries this many pairs for each kind and scalar, and
//! prints the figures.

#![allow(clippy::cast_precision_loss, reason = "counts, and figures to print")]
#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]

use gjk::epa::Expansion;
use oracle::testing::{Float, cloud, in_both_precisions, point, vector};

use gjk::nalgebra::{Point2, Point3, Similarity2, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid};
use gjk::simplex::Cases;
use gjk::{
    Error, ImpactOptions, Motion, Pose, RigidMotion, Support, SupportExt, TimeOfImpact, Undecided, shape_cast,
    time_of_impact,
};
use oracle::exact;
use oracle::random::{Random, campaign};
use oracle::sweep::{Course, Solid, first_overlap};
use oracle::vector::{add, norm, scaled, sub};

/// How many pairs a kind and scalar.
fn count() -> u64 {
    std::env::var("PAIRS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000)
}

/// Motions of one dimension.
trait Spin<T: Float, const D: usize>: Motion<T, D> {
    fn of(course: &Course<D>) -> Self;
}
impl<T: Float> Spin<T, 2> for RigidMotion<T, 2>
where
    Self: Motion<T, 2>,
{
    fn of(course: &Course<2>) -> Self {
        Self::moving(vector(&course.linear)).turning(T::narrowed(course.angular[2]), point(&course.center))
    }
}
impl<T: Float> Spin<T, 3> for RigidMotion<T, 3>
where
    Self: Motion<T, 3>,
{
    fn of(course: &Course<3>) -> Self {
        Self::moving(vector(&course.linear)).turning(vector(&course.angular), point(&course.center))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Box,
    Rod,
    Hull,
}

/// A shape about the origin.
fn form<const D: usize>(random: &mut Random, form: Form) -> Vec<[f64; D]> {
    let half: [f64; D] = match form {
        Form::Box => std::array::from_fn(|_| random.uniform(0.5, 1.5)),
        Form::Rod => std::array::from_fn(|k| if k == 0 { 2.0 } else { 0.005 }),
        Form::Hull => return (0..8).map(|_| scaled(&random.direction(), random.uniform(0.7, 1.3))).collect(),
    };
    let axes = random.frame::<D>();
    oracle::OrientedBox { center: [0.0; D], half, axes }.vertices()
}

/// Two that are on their way to each other, more or less, and turn: they would meet about the middle of the time from 0 to 1.
fn scene<T: Float, const D: usize>(seed: u64, forms: [Form; 2]) -> [Solid<D>; 2] {
    let mut random = Random::new(seed);
    let round = |x: f64| T::PRECISION.round(x);
    let mut solids = forms.map(|kind| {
        let center: [f64; D] = std::array::from_fn(|_| round(random.uniform(-4.0, 4.0)));
        let points = form(&mut random, kind).iter().map(|p| add(p, &center).map(round)).collect();
        let axis: [f64; 3] = if D == 2 { [0.0, 0.0, 1.0] } else { random.direction() };
        let angular = scaled(&axis, random.uniform(-10.0, 10.0)).map(round);
        (points, center, angular)
    });
    let between = sub(&solids[1].1, &solids[0].1);
    let aside: [f64; D] = scaled(&random.direction(), random.uniform(0.0, 8.0));
    let linear = scaled(&add(&between, &aside), random.uniform(1.0, 2.5)).map(round);
    let shared: [f64; D] = scaled(&random.direction(), random.uniform(0.0, 1.0)).map(round);
    let linears = [add(&linear, &shared).map(round), shared];
    let mut linears = linears.into_iter();
    solids.each_mut().map(|(points, center, angular)| {
        Solid::new(
            std::mem::take(points),
            Course { linear: linears.next().unwrap(), angular: *angular, center: *center },
        )
    })
}

fn ask<T: Float, const D: usize>([a, b]: &[Solid<D>; 2], aim: impl Into<ImpactOptions<T>>) -> TimeOfImpact<T, D>
where
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: Spin<T, D>,
{
    let motions = [a, b].map(|solid| RigidMotion::<T, D>::of(&solid.course));
    time_of_impact(&cloud::<T, D>(&a.points), &motions[0], &cloud::<T, D>(&b.points), &motions[1], aim).unwrap()
}

fn nothing_tunnels<T: Float, const D: usize>(what: &str, forms: [Form; 2], [most, most_of_hits]: [u32; 2])
where
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: Spin<T, D>,
{
    let (mut hits, mut misses, mut at_once, mut undecided, mut late) = (0, 0, 0, 0, 0);
    let (mut all, mut rounds, mut evaluations, mut worst) = (Vec::new(), Vec::new(), Vec::new(), 0.0_f64);
    for seed in 0..count() {
        let solids = scene::<T, D>(seed, forms);
        let tolerance = if T::PRECISION.epsilon() > 1e-10 { 64.0 * 16.0 * T::PRECISION.epsilon() } else { 1e-6 * 8.0 };
        let found = ask(
            &solids,
            ImpactOptions { tolerance: Some(T::narrowed(tolerance)), ..ImpactOptions::from(T::narrowed(1.0)) },
        );
        let what = format_args!("{what} {seed}: {found:?}");
        let [a, b] = &solids;
        let lower = found.lower.wide();
        // Rounding in the oracle itself; it does not depend on the scalar.
        if let Some(time) = first_overlap(a, b, lower, 1e-5, 1e-11) {
            late += 1;
            println!("late, they overlap at {time}: {what}");
        }
        if found.undecided.is_some() {
            undecided += 1;
            println!("{what}");
            continue;
        }
        all.push(found.rounds);
        if let Some(hit) = &found.hit {
            let toi = hit.time.wide();
            hits += 1;
            if toi == 0.0 {
                at_once += 1;
            } else {
                rounds.push(found.rounds);
                evaluations.push(found.evaluations);
            }
            assert_eq!(toi, lower, "{what}");
            let apart = exact::distance(&a.at(toi), &b.at(toi)).distance();
            worst = worst.max(apart / tolerance);
            assert!(apart <= tolerance * (1.0 + 1e-6), "{apart}: {what}");
        } else {
            misses += 1;
            assert_eq!(lower, 1.0, "{what}");
        }
    }
    all.sort_unstable();
    // Of those that hit, but not at once.
    rounds.sort_unstable();
    evaluations.sort_unstable();
    let middle = |list: &[u32]| [list[list.len() / 2], *list.last().unwrap()];
    println!(
        "{what}: {hits} hits ({at_once} at 0), {misses} misses, {undecided} undecided, {late} late; distances {:?}, of hits {:?}, evaluations {:?}, {worst:.3} of the tolerance",
        middle(&all),
        middle(&rounds),
        middle(&evaluations)
    );
    assert_eq!(late, 0, "{what}");
    // Rods that glide along each other at little more than the tolerance may take more rounds than there are.
    assert!(undecided * 10_000 <= count(), "{what}: {undecided} undecided");
    assert!(hits * 10 > count() * 2 && misses * 10 > count(), "{what}: {hits} {misses}");
    assert!(middle(&all)[0] <= most && middle(&rounds)[0] <= most_of_hits, "{what}");
}

#[test]
fn nothing_tunnels_in_the_plane() {
    in_both_precisions! {
        nothing_tunnels::<T, 2>("2D boxes", [Form::Box; 2], [6, 8]);
        nothing_tunnels::<T, 2>("2D rod and box", [Form::Rod, Form::Box], [6, 8]);
        nothing_tunnels::<T, 2>("2D rods", [Form::Rod; 2], [6, 8]);
    }
}

#[test]
fn nothing_tunnels_in_space() {
    in_both_precisions! {
        nothing_tunnels::<T, 3>("3D boxes", [Form::Box; 2], [6, 8]);
        nothing_tunnels::<T, 3>("3D hulls", [Form::Hull; 2], [6, 8]);
        nothing_tunnels::<T, 3>("3D rod and box", [Form::Rod, Form::Box], [6, 8]);
        nothing_tunnels::<T, 3>("3D rods", [Form::Rod; 2], [6, 9]);
    }
}

#[test]
fn a_target_is_kept_until_the_hit() {
    in_both_precisions! {
        let (target, tolerance) = (0.375, 1e-3);
        let mut hits = 0;
        for seed in 0..count() / 10 {
            let solids @ [a, b] = &scene::<T, 3>(seed, [Form::Box, Form::Hull]);
            let aim = ImpactOptions { target: T::narrowed(target), tolerance: Some(T::narrowed(tolerance)), ..ImpactOptions::from(T::narrowed(1.0)) };
            let found = ask(solids, aim);
            let apart = |time: f64| exact::distance(&a.at(time), &b.at(time)).distance();
            let before = (0..20).map(|k| apart(found.lower.wide() * f64::from(k) / 20.0)).fold(f64::INFINITY, f64::min);
            let Some(hit) = &found.hit else {
                assert!(before > target, "{before}: {seed} {found:?}");
                continue;
            };
            let [toi, separation] = [hit.time, found.separation.unwrap()].map(Float::wide);
            assert!(toi == 0.0 || before > target, "{before}: {seed} {found:?}");
            let there = apart(toi);
            assert!(there <= target + tolerance, "{there}: {seed} {found:?}");
            let slack = 64.0 * 8.0 * T::PRECISION.epsilon();
            assert!((there - separation.max(0.0)).abs() <= slack, "{there}: {seed} {found:?}");
            // The normal and the points say the same.
            let along = (hit.points[1] - hit.points[0]).dot(&hit.normal);
            assert!((along - found.separation.unwrap()).wide().abs() <= slack, "{found:?}");
            hits += u32::from(toi > 0.0);
        }
        assert!(u64::from(hits) * 50 > count(), "{hits}");
    }
}

/// Without a turn: the time that a cast says, up to the tolerance.
#[test]
fn a_spin_of_zero_is_the_cast() {
    in_both_precisions! {
        let (mut hits, mut misses, mut alike) = (0, 0, 0);
        for seed in 0..count() {
            let mut solids = scene::<T, 3>(seed, [Form::Hull, Form::Box]);
            for solid in &mut solids {
                solid.course.angular = [0.0; 3];
            }
            let tolerance = 1024.0 * T::PRECISION.epsilon();
            let found = ask(&solids, ImpactOptions { tolerance: Some(T::narrowed(tolerance)), ..ImpactOptions::from(T::narrowed(1.0)) });
            let [a, b] = &solids;
            let [moving_a, moving_b] = [a, b].map(|body| (cloud::<T, 3>(&body.points), vector::<T, 3>(&body.course.linear)));
            let cast = shape_cast(moving_a.0.moving(moving_a.1).until(T::narrowed(1.0)), moving_b.0.moving(moving_b.1)).unwrap();
            let apart = |time: T| exact::distance(&a.at(time.wide()), &b.at(time.wide())).distance();
            match (&found.hit, &cast.hit) {
                (Some(hit), Some(meeting)) => {
                    hits += 1;
                    let v = sub(&b.course.linear, &a.course.linear);
                    let late = hit.time.wide() - meeting.time.wide();
                    assert!(late * norm(&v) <= tolerance, "late by {late}: {seed} {found:?} {cast:?}");
                    assert!(apart(hit.time) <= tolerance, "{seed} {found:?} {cast:?}");
                    // Not so where they meet corner to corner.
                    alike += u64::from(hit.normal.dot(&meeting.normal).wide() > 0.999);
                }
                (None, None) => misses += 1,
                // Past each other within the tolerance.
                (Some(hit), None) => assert!(apart(hit.time) <= tolerance, "{seed} {found:?} {cast:?}"),
                (None, Some(meeting)) => panic!("{seed} {found:?} {meeting:?}"),
            }
        }
        assert!(hits * 5 > count() && misses * 5 > count(), "{hits} {misses}");
        assert!(alike * 10 > hits * 6, "{alike} of {hits}");
    }
}

/// A ball on an arm about the origin, and a post in its way: by the law of cosines.
#[test]
fn an_arm_turns_until_it_touches() {
    in_both_precisions! {
        for k in 1..100_u8 {
            let (arm, radius, post) = (2.0, 0.25, 1.8 + 0.004 * f64::from(k));
            let spin = 0.1 * f64::from(k);
            // Where the ball is at a distance of its radius from the post, seen from the pivot.
            let between: f64 = ((arm * arm + post * post - radius * radius) / (2.0 * arm * post)).acos();
            let exactly = (std::f64::consts::FRAC_PI_2 - between) / spin;
            let [r, one, zero] = [radius, 1.0, 0.0].map(T::narrowed);
            let ball = Ball::at(Point2::new(T::narrowed(arm), zero), r).unwrap();
            let stick = Ball::point(Point2::new(zero, T::narrowed(post))).unwrap();
            let swing = RigidMotion::moving(Vector2::zeros()).turning(T::narrowed(spin), Point2::origin());
            let found = time_of_impact(&ball, &swing, &stick, &RigidMotion::rest(), T::narrowed(20.0)).unwrap();
            let toi = found.hit.as_ref().expect("in its way").time.wide();
            let tolerance = f64::max(1e-6, 64.0 * T::PRECISION.epsilon()) * 8.0;
            // How far off the velocity is from the way to the post.
            let speed = spin * post * between.sin() * arm / radius;
            assert!(toi <= exactly && (exactly - toi) * speed < tolerance * 1.5, "{k}: {exactly} {found:?}");
            // In space, about an axis.
            let [ball, stick] = [(arm, 0.0, radius), (0.0, post, 0.0)]
                .map(|(x, y, r)| Ball::at(point::<T, 3>(&[x, y, 5.0]), T::narrowed(r)).unwrap());
            let axis = Vector3::new(zero, zero, T::narrowed(spin));
            let swing = RigidMotion::moving(Vector3::zeros()).turning(axis, Point3::new(zero, zero, one));
            let found = time_of_impact(&ball, &swing, &stick, &RigidMotion::rest(), T::narrowed(20.0)).unwrap();
            let toi = found.hit.as_ref().expect("in its way").time.wide();
            assert!(toi <= exactly && (exactly - toi) * speed < tolerance * 5.0, "{k}: {exactly} {found:?}");
        }
    }
}

#[test]
fn when_they_touch_at_first_it_is_a_hit_at_once() {
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let spin = RigidMotion::moving(Vector2::zeros()).turning(3.0, Point2::new(2.0, 0.0));
    for (x, separation) in [(2.0, 0.0), (1.5, -0.5)] {
        let other = square.posed(Vector2::new(x, 0.25)).unwrap();
        let found = time_of_impact(&square, &RigidMotion::rest(), &other, &spin, 1.0).unwrap();
        assert_eq!((found.separation, found.lower, found.rounds), (Some(separation), 0.0, 1));
        let hit = found.hit.unwrap();
        assert_eq!((hit.time, hit.normal), (0.0, Vector2::x()));
    }
    // Near is near enough.
    let other = square.posed(Vector2::new(2.5, 0.25)).unwrap();
    let aim = ImpactOptions { target: 0.5, ..ImpactOptions::from(1.0) };
    let found = time_of_impact(&square, &RigidMotion::rest(), &other, &spin, aim).unwrap();
    assert_eq!((found.hit.unwrap().time, found.separation), (0.0, Some(0.5)));
}

#[test]
fn limits_are_kept() {
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let other = square.posed(Vector2::new(6.0, 0.5)).unwrap();
    let (rest, roll) =
        (RigidMotion::rest(), RigidMotion::moving(Vector2::new(-3.0, 0.1)).turning(5.0, Point2::new(6.0, 0.5)));
    let whole = time_of_impact(&square, &rest, &other, &roll, 10.0).unwrap();
    let toi = whole.hit.unwrap().time;
    assert!(toi > 1.0 && toi < 2.0 && whole.rounds > 2, "{toi}");
    for rounds in 0..whole.rounds {
        let found =
            time_of_impact(&square, &rest, &other, &roll, ImpactOptions { rounds, ..ImpactOptions::from(10.0) })
                .unwrap();
        assert!(found.hit.is_none() && found.undecided == Some(Undecided::Limit) && found.lower <= toi, "{found:?}");
        assert_eq!(found.rounds, rounds);
    }
    for until in [0.0, 0.5, toi - 1e-3] {
        let found = time_of_impact(&square, &rest, &other, &roll, until).unwrap();
        assert!(found.hit.is_none() && found.undecided.is_none() && found.lower == until, "{found:?}");
    }
    // What rounding leaves of a tolerance of 0 may not be enough to call it a hit; then nothing is claimed.
    let found = time_of_impact(
        &square,
        &rest,
        &other,
        &roll,
        ImpactOptions { tolerance: Some(0.0), ..ImpactOptions::from(10.0) },
    )
    .unwrap();
    assert!(found.lower <= toi + 1e-5 && found.lower > toi - 1e-5, "{found:?}");
    assert!(found.hit.is_some() != (found.undecided == Some(Undecided::Stalled)), "{found:?}");
}

/// A body of any kind, and how it moves: sizes and places of about 1, or as `hard` says.
fn wanderer<T: Float, const D: usize>(
    random: &mut Random,
    spin: f64,
    far: f64,
) -> (Box<dyn Support<D, Scalar = T>>, RigidMotion<T, D>)
where
    RigidMotion<T, D>: Spin<T, D>,
{
    let mut anywhere = |reach: f64| -> [f64; D] { std::array::from_fn(|_| random.uniform(-reach, reach)) };
    let (place, other, linear, center) = (anywhere(4.0), anywhere(4.0), anywhere(6.0), anywhere(far));
    let axis: [f64; 3] = if D == 2 { [0.0, 0.0, 1.0] } else { random.direction() };
    let course = Course { linear, angular: scaled(&axis, random.uniform(-spin, spin)), center };
    let radius = T::narrowed([0.01, 0.3, 1.0][random.index(3)]);
    let placed = |form: Form, random: &mut Random| -> Vec<[f64; D]> {
        self::form(random, form).iter().map(|p| add(p, &place)).collect()
    };
    let shape: Box<dyn Support<D, Scalar = T>> = match random.index(6) {
        0 => Box::new(Ball::at(point(&place), radius).unwrap()),
        1 => Box::new(Capsule::new(point(&place), point(&other), radius).unwrap()),
        2 => Box::new(cloud::<T, D>(&placed(Form::Hull, random)).swollen(radius).unwrap()),
        kind => Box::new(cloud::<T, D>(&placed([Form::Box, Form::Rod, Form::Hull][kind - 3], random))),
    };
    (shape, RigidMotion::of(&course))
}

/// How many of so many pairs hit, miss and are undecided; and what is said of those.
fn wander<T: Float, const D: usize>(what: &str, pairs: u64, spin: f64, far: f64) -> [u64; 3]
where
    Cases: Expansion<T, D>,
    RigidMotion<T, D>: Spin<T, D>,
{
    let (mut counts, mut limits, mut most) = ([0; 3], 0, 0.0_f64);
    for seed in 0..pairs {
        let mut random = Random::new(seed);
        let [(a, move_a), (b, move_b)] = [(), ()].map(|()| wanderer::<T, D>(&mut random, spin, far));
        let found = time_of_impact(&*a, &move_a, &*b, &move_b, T::narrowed(1.0)).unwrap();
        let separation = found.separation.map_or(0.0, Float::wide);
        assert!(separation <= found.tolerance.wide() * 1.000_001, "{what} {seed}: {found:?}");
        counts[if found.undecided.is_some() { 2 } else { usize::from(found.hit.is_none()) }] += 1;
        limits += u64::from(found.undecided == Some(Undecided::Limit));
        most = most.max(found.tolerance.wide());
        if found.undecided.is_some() {
            println!("{what} {seed}: {found:?}");
        }
    }
    let [hits, misses, undecided] = counts;
    assert_eq!(limits, undecided, "{what}: all of them by the limit on rounds");
    println!(
        "{what}: {hits} hits, {misses} misses, {undecided} undecided, {limits} of them by the limit on rounds; tolerance up to {most:e}"
    );
    counts
}

/// `CAMPAIGN=1000` asks a million pairs a scalar and dimension.
#[test]
fn ordinary_motions_are_decided() {
    let pairs = campaign(1000);
    in_both_precisions! {
        let name = std::any::type_name::<T>();
        for [hits, misses, undecided] in [
            wander::<T, 2>(&format!("ordinary, plane, {name}"), pairs, 10.0, 4.0),
            wander::<T, 3>(&format!("ordinary, space, {name}"), pairs, 10.0, 4.0),
        ] {
            assert!(undecided == 0 && hits * 10 > pairs && misses * 10 > pairs, "{name}: {undecided}");
        }
    }
}

/// Spins of up to 10⁴ radians, and centers up to 10³ away: what is undecided has reached the limit on rounds.
#[test]
fn hard_motions_say_why() {
    let pairs = campaign(20);
    in_both_precisions! {
        let name = std::any::type_name::<T>();
        for (what, spin, far) in [("spins", 1e4, 4.0), ("far centers", 10.0, 1e3), ("both", 1e4, 1e3)] {
            wander::<T, 2>(&format!("{what}, plane, {name}"), pairs, spin, far);
            wander::<T, 3>(&format!("{what}, space, {name}"), pairs, spin, far);
        }
    }
}

/// In `f32`, with 64 ε of the size as tolerance: rounding alone was more.
#[test]
fn a_capsule_that_turns_is_decided_in_single_precision() {
    let ends = [Point2::new(2.033_222, -3.272_173_6), Point2::new(-2.069_107_5, 0.871_666_85)];
    let capsule = Capsule::new(ends[0], ends[1], 1.0_f32).unwrap();
    let ball = Ball::at(Point2::new(-2.253_757, -3.243_180_5), 0.01).unwrap();
    let way = RigidMotion::moving(Vector2::new(-5.192_204_5, 0.0)).turning(0.0, Point2::new(0.0, 3.793_800_8));
    let turn =
        RigidMotion::moving(Vector2::new(-0.067_702_89, 0.0)).turning(-1.0, Point2::new(1.901_390_3, -3.243_180_5));
    let found = time_of_impact(&capsule, &way, &ball, &turn, 1.0).unwrap();
    assert!(found.undecided.is_none() && found.hit.is_some(), "{found:?}");
    // One that is given is never enlarged.
    let aim = ImpactOptions { tolerance: Some(1e-6), ..ImpactOptions::from(1.0) };
    let found = time_of_impact(&capsule, &way, &ball, &turn, aim).unwrap();
    assert!(found.undecided == Some(Undecided::Stalled) && found.tolerance == 1e-6, "{found:?}");
}

/// Balls that go far together, and towards each other slowly: the difference of two long ways is what rounds.
#[test]
fn bodies_that_go_far_together_meet_no_later() {
    /// Its poses are exact, so it states no rounding.
    struct Exactly {
        center: Point2<f32>,
        linear: Vector2<f32>,
    }
    impl Motion<f32, 2> for Exactly {
        fn center(&self) -> Point2<f32> {
            self.center
        }
        fn pose(&self, time: &f32) -> Result<Pose<f32, 2>, Error> {
            Ok((self.linear * *time).into())
        }
        fn speed(&self, direction: &Vector2<f32>, _: &f32) -> f32 {
            self.linear.dot(direction) + self.linear.norm() * 1e-6
        }
        fn change(&self, _: &Vector2<f32>, _: &f32) -> f32 {
            0.0
        }
        fn rounding(&self, _: &f32, _: &f32) -> f32 {
            0.0
        }
    }
    let mut random = Random::new(9);
    let mut hits = [0; 2];
    for _ in 0..campaign(2000) {
        let whole = 2.0_f32.powi(random.integer(0, 23));
        let narrow = |x: f64| f32::narrowed(x);
        let far = if random.coin() { 0.0 } else { narrow(random.uniform(-1e6, 1e6)) };
        let center = Point2::new(far + narrow(random.uniform(-2.0, 2.0)), far + narrow(random.uniform(3.0, 6.0)));
        // Products of a power of two and a time are exact.
        let [shared, down] = [Vector2::new(whole, 0.0), Vector2::new(whole, -8.0)];
        let (ball, other) = (Ball::at(Point2::new(far, far), 1.0).unwrap(), Ball::point(center).unwrap());
        let [x, y] = [center.x, center.y].map(|c| f64::from(c) - f64::from(far));
        let truth = (x.abs() <= 1.0).then(|| (y - (1.0 - x * x).sqrt()) / 8.0).filter(|t| *t >= 0.0).unwrap_or(2.0);
        let [a, b] =
            [(Point2::new(far, far), shared), (center, down)].map(|(center, linear)| Exactly { center, linear });
        let exactly = time_of_impact(&ball, &a, &other, &b, 2.0).unwrap();
        let rest = Point2::origin();
        let [a, b] = [shared, down].map(|linear| RigidMotion::moving(linear).turning(0.0, rest));
        let rigid = time_of_impact(&ball, &a, &other, &b, 2.0).unwrap();
        for (found, hits) in [exactly, rigid].iter().zip(&mut hits) {
            assert!(found.lower.wide() <= truth + 1e-9, "{truth}: {whole} {far} {center} {found:?}");
            *hits += u64::from(found.hit.is_some());
        }
    }
    assert!(hits.iter().all(|hits| *hits * 4 > campaign(2000)), "{hits:?}");
}

/// Lengths and times in other units: the same bits.
#[test]
fn units_are_free() {
    let ask = |length: f32, time: f32| {
        let half = Vector2::new(1.0, 0.25) * length;
        let square = Cuboid::new(half).unwrap();
        let other = square.posed(Vector2::new(5.0, 1.0) * length).unwrap();
        let roll = RigidMotion::moving(Vector2::new(-1.0, 0.0) * (length / time))
            .turning(3.0 / time, Point2::new(5.0 * length, length));
        time_of_impact(&square, &RigidMotion::rest(), &other, &roll, 10.0 * time).unwrap()
    };
    let found = ask(1.0, 1.0);
    let toi = found.hit.as_ref().unwrap().time;
    for exponent in [-60, -20, 13, 60] {
        let power = f32::powi(2.0, exponent);
        assert_eq!(ask(power, 1.0).hit.unwrap().time, toi, "{exponent}");
        assert_eq!(ask(1.0, power).hit.unwrap().time, toi * power, "{exponent}");
    }
}

/// What is computed of sines and cosines comes out alike on every machine: these are the bits.
#[test]
fn the_bits_are_the_same_everywhere() {
    let spin = RigidMotion::moving(Vector3::new(0.1, 0.2, 0.3)).turning(Vector3::new(1.0, -2.0, 3.0), Point3::origin());
    let pose = Motion::<f64, 3>::pose(&spin, &0.7).unwrap();
    assert_eq!(
        pose.matrix().map(f64::to_bits).as_slice(),
        [
            0xbfe7_7705_255b_0556_u64,
            0x3fc1_1405_3fc1_f8c6,
            0x3fe5_55ad_41be_ab3e,
            0xbfe5_55ef_340c_7fd6,
            0xbfd5_54a5_748c_0834,
            0xbfe5_54e7_6ad5_2d76,
            0x3fc1_0ede_51ad_5ce2,
            0xbfed_dde2_417e_d778,
            0x3fd5_55ad_45b9_fbe6
        ]
    );
    let spin = RigidMotion::moving(Vector2::new(0.1_f32, 0.2)).turning(-100.0, Point2::origin());
    let pose = Motion::<f32, 2>::pose(&spin, &0.7).unwrap();
    assert_eq!(pose.matrix().map(f32::to_bits).as_slice(), [0x3f22_2145, 0xbf46_1da6, 0x3f46_1da6, 0x3f22_2145]);
}

#[test]
fn what_is_no_motion_is_refused() {
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let other = square.posed(Vector2::new(6.0, 0.5)).unwrap();
    let rest = RigidMotion::rest();
    let ask = |motion: &RigidMotion<f64, 2>, aim: ImpactOptions<f64>| {
        time_of_impact(&square, &rest, &other, motion, aim).unwrap_err()
    };
    for bad in [f64::NAN, f64::INFINITY, f64::MAX] {
        let still = Point2::new(6.0, 0.5);
        assert_eq!(ask(&RigidMotion::moving(Vector2::new(bad, 0.0)), 1.0.into()), Error::OutOfRange("linear velocity"));
        assert_eq!(ask(&rest.turning(bad, still), 1.0.into()), Error::OutOfRange("angular velocity"));
        assert_eq!(ask(&rest.turning(1.0, Point2::new(bad, 0.0)), 1.0.into()), Error::OutOfRange("center"));
        assert_eq!(ask(&rest, bad.into()), Error::OutOfRange("last time"));
        assert_eq!(ask(&rest, ImpactOptions { target: bad, ..1.0.into() }), Error::OutOfRange("separation to stop at"));
        assert_eq!(ask(&rest, ImpactOptions { tolerance: Some(bad), ..1.0.into() }), Error::OutOfRange("tolerance"));
    }
    assert_eq!(ask(&rest, (-1.0).into()), Error::Negative("last time"));
    assert_eq!(ask(&rest, ImpactOptions { target: -1.0, ..1.0.into() }), Error::Negative("separation to stop at"));
    assert_eq!(ask(&rest, ImpactOptions { tolerance: Some(-1.0), ..1.0.into() }), Error::Negative("tolerance"));
    assert_eq!(ask(&RigidMotion::moving(Vector2::new(1e300, 0.0)), 1e300.into()), Error::OutOfRange("displacement"));
}

/// Motions of another hand may say anything: it ends, without a panic.
#[test]
fn motions_may_lie() {
    #[derive(Clone, Copy)]
    struct Liar {
        speed: f64,
        change: f64,
        rounding: f64,
        grows: bool,
        lost_from: f64,
    }
    impl Motion<f64, 2> for Liar {
        fn center(&self) -> Point2<f64> {
            Point2::new(6.0, 0.5)
        }
        fn pose(&self, time: &f64) -> Result<Pose<f64, 2>, Error> {
            let lost = *time > self.lost_from && *time < 10.0;
            let scale = if self.grows { 1.0 + time } else { 1.0 };
            Ok(Similarity2::new(Vector2::new(if lost { f64::NAN } else { -time }, 0.0), 0.1 * time, scale).into())
        }
        fn speed(&self, _: &Vector2<f64>, _: &f64) -> f64 {
            self.speed
        }
        fn change(&self, _: &Vector2<f64>, _: &f64) -> f64 {
            self.change
        }
        fn rounding(&self, _: &f64, _: &f64) -> f64 {
            self.rounding
        }
    }
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let other = square.posed(Vector2::new(6.0, 0.5)).unwrap();
    let ask = |motion: &Liar| time_of_impact(&square, &RigidMotion::rest(), &other, motion, 10.0);
    let honest = Liar { speed: 1.2, change: 0.1, rounding: 1e-14, grows: false, lost_from: 20.0 };
    assert!(ask(&honest).unwrap().hit.is_some());
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 1e-300, 1e300, f64::MAX] {
        for liar in [Liar { speed: bad, ..honest }, Liar { change: bad, ..honest }, Liar { rounding: bad, ..honest }] {
            let found = ask(&liar).unwrap();
            assert!(found.rounds <= 1000 && found.evaluations < 100_000, "{found:?}");
        }
    }
    // A bound that is too large costs rounds only; even without end the speed leads there.
    let found = ask(&Liar { change: f64::INFINITY, ..honest }).unwrap();
    assert!((found.hit.unwrap().time - ask(&honest).unwrap().hit.unwrap().time).abs() < 1e-4);
    assert_eq!(ask(&Liar { grows: true, ..honest }), Err(Error::NotARotation));
    let found = ask(&Liar { lost_from: 1.0, ..honest }).unwrap();
    assert!(found.hit.is_none() && found.undecided.is_some() && found.lower <= 1.0, "{found:?}");
}
