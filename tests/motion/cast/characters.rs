//! Questions of characters: how far apart are shapes along a direction, and which starts are hits?

use super::scenes::{Scene, WAYS, Way, count, scene};
use gjk::epa::Expansion;
use gjk::nalgebra::{Matrix2, Point2, SVector, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, HalfSpace, PointCloud};
use gjk::{Error, Pose, ShapeCast, SupportExt, contact, depth_along, distance, exact, shape_cast, simplex::Cases};
use oracle::passage::{self, Which};
use oracle::random::Random;
use oracle::testing::{BOUND, Float, cloud, in_both_precisions, vector, wide};
use oracle::vector::{add_scaled, dot, largest_coordinate, norm, scaled, sub};
use oracle::{Kind, certificate, depth, error_in_eps_l};

fn time<T: Float, const D: usize>(found: &ShapeCast<T, D>) -> Option<f64> {
    found.hit.as_ref().map(|hit| hit.time.wide())
}

/// Hulls that overlap, or not, against the last time at which they meet, by linear programming in integers.
fn along<T: Float, const D: usize>()
where
    Cases: Expansion<T, D>,
{
    let (mut hits, mut apart, mut grazed, mut worst) = (0, 0, 0, 0.0_f64);
    let count = count() / if D < 4 { 4 } else { 40 };
    for seed in 0..count {
        let way = if seed % 3 == 0 { WAYS[(seed / 3 % 4) as usize] } else { Way::Inside };
        let kind = Kind::ALL[(seed % 9) as usize];
        let Scene { a, b, v } = scene::<T, D>(way, kind, seed);
        if largest_coordinate(&v) == 0.0 {
            continue;
        }
        let of = |factor: f64, points: &[[f64; D]]| -> PointCloud<T, D> {
            cloud(&points.iter().map(|p| scaled(p, factor)).collect::<Vec<_>>())
        };
        let ask = |factor: f64, faster: f64| {
            depth_along(&of(factor, &a), &of(factor, &b), vector::<T, D>(&scaled(&v, faster))).unwrap()
        };
        let found = ask(1.0, 1.0);
        let what = format_args!("{D} {way:?} {kind:?} {seed}: {found:?}");
        assert_eq!(found.undecided, None, "{what}");
        // Other units of length and of the direction are other numbers, and nothing else.
        for (factor, faster) in [(4.0, 1.0), (1.0, 0.125), (0.0625, 8.0)] {
            let other = ask(factor, faster);
            assert_eq!(time(&other).map(|t| t * faster / factor), time(&found), "{what}, {other:?}");
            let normal = |found: &ShapeCast<T, D>| found.hit.as_ref().map(|hit| hit.normal);
            assert_eq!(normal(&other), normal(&found), "{what}");
        }
        let l = a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
        let unit = T::PRECISION.epsilon() * l;
        let first = passage::time(&a, &b, &v, Which::First);
        let overlap = depth::least_reach(&a, &b);
        let Some(hit) = &found.hit else {
            apart += 1;
            assert!(first.is_none_or(|first| !first.is_zero()) || overlap <= BOUND * unit, "{overlap:e} {what}");
            continue;
        };
        let (n, toi) = (wide(&hit.normal), hit.time.wide());
        assert!(toi >= 0.0 && (norm(&n) - 1.0).abs() < 8.0 * T::PRECISION.epsilon(), "{what}");
        if first.is_none_or(|first| !first.is_zero()) || overlap <= BOUND * unit {
            grazed += 1;
            continue;
        }
        hits += 1;
        let want = passage::time(&a, &b, &v, Which::Last).unwrap().to_f64();
        let error = error_in_eps_l(toi * dot(&v, &n), want * dot(&v, &n), l, T::PRECISION.epsilon());
        worst = worst.max(error);
        // A plane between them, then and there; and the points are in one place.
        let gap = (certificate::gap(&a, &b, &n).to_f64() + toi * dot(&v, &n)) / unit;
        let points = hit.points.each_ref().map(|p| wide(&p.coords));
        let off = norm(&sub(&points[0], &points[1])) / unit;
        assert!(error <= BOUND && gap.abs() <= BOUND && off <= BOUND, "{error} {gap} {off} {what}");
    }
    println!("{D}D {:?}: {hits} hits, {apart} apart, {grazed} grazed, errors up to {worst:.1} ε L", T::PRECISION);
    assert!(hits * 3 > count && apart * 20 > count && grazed * 2 < hits, "{hits} {apart} {grazed}");
}

#[test]
fn the_depth_along_a_direction_is_the_last_time() {
    in_both_precisions! {
        along::<T, 1>();
        along::<T, 2>();
        along::<T, 3>();
        along::<T, 4>();
    }
}

/// Turned by a quarter and moved, seen from the other shape, and in exact arithmetic: a cast back from afar.
#[test]
fn the_depth_along_a_direction_has_no_place_and_no_sides() {
    let mut hits = 0;
    for seed in 0..count() / 8 {
        let Scene { a, b, v } = scene::<f64, 2>(Way::Inside, Kind::ALL[(seed % 9) as usize], seed);
        let (shape_a, shape_b, way) = (cloud::<f64, 2>(&a), cloud::<f64, 2>(&b), vector::<f64, 2>(&v));
        let there = time(&depth_along(&shape_a, &shape_b, way).unwrap());
        let l = a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
        let Some(there) = there.filter(|_| depth::least_reach(&a, &b) > BOUND * f64::EPSILON * l) else { continue };
        hits += 1;
        let near = |other: Option<f64>, what: &str| {
            let other = other.unwrap_or_else(|| panic!("{what} {seed}"));
            // A direction along a face has a depth with a large error.
            let normal = contact(&shape_a, &(&shape_b).posed(way * there).unwrap()).normal;
            let off = ((other - there) * way.dot(&normal)).abs() / (f64::EPSILON * l);
            assert!(off <= 2.0 * BOUND, "{what} {seed}: {other:e} {there:e} {off}");
        };
        near(time(&depth_along(&shape_b, &shape_a, -way).unwrap()), "swapped");
        let quarter = Matrix2::new(0.0, -1.0, 1.0, 0.0);
        let pose = Pose::new(quarter, Vector2::new(0.5, -0.25) * l).unwrap();
        let [turned_a, turned_b] = [&shape_a, &shape_b].map(|shape| shape.posed(pose).unwrap());
        near(time(&depth_along(&turned_a, &turned_b, quarter * way).unwrap()), "turned");
        let far = (4.0 * l / largest_coordinate(&v)).log2().ceil().exp2();
        let beyond = cloud::<f64, 2>(&b.iter().map(|p| add_scaled(p, &v, far)).collect::<Vec<_>>());
        let exactly = exact::shape_cast(&shape_a, beyond.moving(-way)).unwrap().unwrap().rounded_time();
        near(exactly.map(|back| far - back), "exact");
    }
    assert!(hits * 2 > count() / 8, "{hits}");
}

/// Where a formula says how deep: balls along any direction, boxes along an axis, all with a margin or none.
#[test]
fn the_depth_of_balls_and_boxes_along_a_direction() {
    in_both_precisions! {
        let n = T::narrowed;
        for seed in 0..count() / 4 {
            let mut random = Random::new(seed);
            let (center, way): ([f64; 2], [f64; 2]) = (scaled(&random.direction(), random.uniform(0.0, 1.5)), random.direction());
            let (center, radius) = (center.map(|x| n(x).wide()), n(random.uniform(0.1, 2.0)).wide());
            let way = scaled(&way, f64::powi(2.0, random.integer(-20, 20))).map(|x| n(x).wide());
            let a = Ball::at(Point2::new(n(0.5), n(0.0)), n(1.0)).unwrap();
            let b = Ball::at(Point2::from(center.map(n)), n(radius)).unwrap();
            let found = depth_along(&a, &b, vector::<T, 2>(&way)).unwrap();
            // |c + t v| = r, the later time.
            let (c, r) = (sub(&center, &[0.5, 0.0]), 1.0 + radius);
            let (square, half, rest) = (dot(&way, &way), dot(&c, &way), dot(&c, &c) - r * r);
            if rest.abs() < 1e-5 {
                continue;
            }
            let want = (rest < 0.0).then(|| (-half + (half * half - square * rest).sqrt()) / square);
            let off = time(&found).zip(want).map(|(t, want)| (t - want).abs() * square.sqrt());
            assert_eq!(found.hit.is_some(), want.is_some(), "{seed} {found:?}");
            // A grazing one is an error of the time, and not along the normal: the ball's depth is at least 1e-5.
            let steep = found.hit.as_ref().map_or(1.0, |hit| dot(&wide(&hit.normal), &way) / square.sqrt());
            assert!(off.is_none_or(|off| off * steep <= BOUND * 4.0 * T::PRECISION.epsilon()), "{seed} {off:?} {found:?}");
        }
        // Far from the coordinate origin, and a direction of any length.
        let far = Vector3::new(n(4096.0), n(-8192.0), n(512.0));
        for exponent in [-100, -20, 0, 20, 100] {
            let up = Vector3::y() * n(f64::powi(2.0, exponent));
            let floor = Cuboid::new(Vector3::new(n(4.0), n(0.25), n(4.0))).unwrap().posed(far).unwrap();
            let foot = Cuboid::new(Vector3::new(n(0.5), n(1.0), n(0.5))).unwrap();
            for (height, want) in [(1.0, Some(0.25)), (-0.5, Some(1.75)), (1.25, Some(0.0)), (1.5, None), (-1.5, None)] {
                let foot = foot.posed(far + Vector3::new(n(3.0), n(height), n(0.0))).unwrap();
                let found = depth_along(&floor, &foot, up).unwrap();
                let off = time(&found).zip(want).map(|(t, want)| (t * f64::powi(2.0, exponent) - want).abs());
                let near = off.is_none_or(|off| off <= BOUND * T::PRECISION.epsilon() * 4.5);
                assert!(near && found.hit.is_some() == want.is_some(), "{height} {found:?}");
                assert!(found.hit.is_none_or(|hit| hit.normal == Vector3::y()));
            }
        }
    }
}

#[test]
fn a_depth_along_no_direction_is_refused() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    assert_eq!(depth_along(&cube, &cube, Vector3::zeros()), Err(Error::Zero("direction")));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(depth_along(&cube, &cube, Vector3::new(0.0, bad, 1.0)), Err(Error::OutOfRange("direction")));
    }
    // So large that twice as far is not a coordinate.
    let large = Cuboid::new(Vector3::new(1.0, 1.0, 1.0) * (f64::MAX / 128.0)).unwrap();
    assert!(depth_along(&large, &large, Vector3::x()).is_err());
    let small = Cuboid::new(Vector3::new(1.0, 1.0, 1.0) * f64::MIN_POSITIVE).unwrap();
    assert_eq!(time(&depth_along(&small, &small, Vector3::x()).unwrap()), Some(2.0 * f64::MIN_POSITIVE));
}

/// A start within a skin is a hit if the motion leads nearer, and none if it leads away: their distance is a convex function of
/// time, and their depth a concave one.
fn skins<T: Float, const D: usize>()
where
    Cases: Expansion<T, D>,
{
    let (mut kept, mut dropped, mut deep) = (0_u64, 0, 0);
    for seed in 0..count() / 4 {
        let kind = Kind::ALL[(seed % 9) as usize];
        let Scene { a, b, v } = scene::<T, D>(if seed % 4 == 0 { Way::Into } else { Way::Inside }, kind, seed);
        let (shape_a, shape_b) = (cloud::<T, D>(&a), cloud::<T, D>(&b));
        let start = contact(&shape_a, &shape_b);
        let skin = start.separation.wide().max(0.0) * 1.5;
        let moving = shape_b.moving(vector::<T, D>(&v)).until(T::narrowed(3.0)).with_skin(T::narrowed(skin));
        let found = shape_cast(&shape_a, moving).unwrap();
        let what = format_args!("{D} {kind:?} {seed}: {start:?} {found:?}");
        let hit = found.hit.clone().unwrap_or_else(|| panic!("{what}"));
        assert!(hit.time.wide() == 0.0 && hit.normal == start.normal, "{what}");
        let speed = dot(&v, &wide(&start.normal));
        let answer = found.clone().unless_separating();
        let slack = 64.0 * T::PRECISION.epsilon() * largest_coordinate(&v);
        if answer.hit.is_some() {
            kept += 1;
            assert!(speed < -slack * 0.5 && answer == found, "{what}");
        } else {
            dropped += 1;
            assert!(speed >= -slack * 2.0 && answer.lower == Some(T::narrowed(3.0)), "{what}");
            // No nearer, no deeper, as far as it goes.
            let l = a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
            for later in [0.1, 1.0, 3.0] {
                let moved: Vec<[f64; D]> = b.iter().map(|p| add_scaled(p, &v, later)).collect();
                let closer = depth::reach(&a, &moved, &wide(&start.normal)) + start.separation.wide();
                assert!(closer <= BOUND * T::PRECISION.epsilon() * l + slack * later * 2.0, "{closer:e} {what}");
            }
        }
        deep += u64::from(start.separation.wide() < 0.0);
    }
    println!("{D}D {:?}: {kept} kept, {dropped} dropped, {deep} of them deep", T::PRECISION);
    assert!(kept * 5 > count() / 4 && dropped * 10 > count() / 4 && deep * 3 > count() / 4, "{kept} {dropped} {deep}");
}

#[test]
fn a_start_that_separates_is_no_hit_on_request() {
    in_both_precisions! {
        skins::<T, 2>();
        skins::<T, 3>();
        // On the ground, where a step along a slope is perpendicular to its normal up to rounding.
        let mut along = 0_u64;
        for seed in 0..count() {
            let mut random = Random::new(seed);
            let angle = random.uniform(-0.7, 0.7);
            let normal = vector::<T, 2>(&[angle.sin(), angle.cos()]);
            let slope = HalfSpace::new(normal, T::narrowed(0.0)).unwrap();
            let pill = Capsule::new(Point2::new(T::narrowed(0.0), T::narrowed(-0.5)), Point2::new(T::narrowed(0.0), T::narrowed(0.5)), T::narrowed(0.4));
            // In the slope, or up to a fifth of its size above.
            let pill = pill.unwrap().posed(normal * T::narrowed(random.uniform(0.7, 1.0))).unwrap();
            let step = Vector2::new(normal.y, -normal.x) * T::narrowed(random.uniform(-1.0, 1.0));
            let step: SVector<T, 2> = step - normal * step.dot(&normal);
            let along_it = pill.moving(step * T::narrowed(300.0));
            along += u64::from(slope.shape_cast(along_it).unwrap().hit.is_some());
            assert!(slope.shape_cast(along_it).unwrap().unless_separating().hit.is_none(), "{seed}");
            let landing = slope.shape_cast(pill.moving(step * T::narrowed(300.0) - normal)).unwrap();
            assert_eq!(landing.clone().unless_separating(), landing, "{seed}");
        }
        assert!(along * 10 > count(), "{along}");
        // What does not move is not a hit either.
        let square = Cuboid::new(vector::<T, 2>(&[1.0, 1.0])).unwrap();
        let still = shape_cast(&square, square.moving(Vector2::zeros())).unwrap();
        assert!(still.unless_separating().hit.is_none());
    }
}

/// A character walks into a wall, stops a skin before it, and slides along it and away from it: at any angle, near and far.
#[test]
fn a_step_stops_a_skin_before_a_wall_and_slides_along_it() {
    in_both_precisions! {
        let n = T::narrowed;
        for seed in 0..count() {
            let mut random = Random::new(seed);
            let (angle, skin) = (random.uniform(-3.0, 3.0), [0.25, 0.01, 0.001][random.index(3)]);
            let out = vector::<T, 2>(&[angle.cos(), angle.sin()]);
            let along = Vector2::new(-out.y, out.x);
            let center = Vector2::new(n(random.uniform(-50.0, 50.0)), n(random.uniform(-50.0, 50.0)));
            let pose = Pose::from(([center.x, center.y], n(angle)));
            let wall = Cuboid::new([n(1.0), n(20.0)]).unwrap().posed(pose).unwrap();
            let player = Capsule::new([n(0.0), n(-0.5)], [n(0.0), n(0.5)], n(0.4)).unwrap();
            let mut at = center + out * n(random.uniform(4.0, 6.0)) + along * n(random.uniform(-5.0, 5.0));
            let mut walk = |step: Vector2<T>| {
                let found = shape_cast(player.posed(at).unwrap().stepping(step, n(skin)), &wall).unwrap();
                let part = found.hit.map_or(n(1.0), |hit| hit.time);
                at += step * part;
                let gap = distance(&player.posed(at).unwrap(), &wall).distance.wide();
                assert!(gap >= skin * 0.999 - 1e4 * T::PRECISION.epsilon(), "{seed}: {gap:e} of {skin:e}");
                (part.wide(), gap)
            };
            let (part, gap) = walk(-out * n(8.0));
            let rounding = 1e4 * T::PRECISION.epsilon();
            assert!(part < 1.0 && gap <= skin + rounding, "{seed}: {gap:e} of {skin:e}");
            // No farther; along it as far as it will, and off.
            assert!(walk(-out * n(1.0)).0 <= rounding, "{seed}");
            for step in [along * n(2.0), -along * n(3.0), out * n(0.5)] {
                assert_eq!(walk(step).0, 1.0, "{seed}");
            }
        }
    }
}
