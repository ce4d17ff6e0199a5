//! Casts in exact arithmetic, and casts with a proof.

use super::scenes::{Scene, WAYS, Way, count, scene};
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{Ball, Cuboid};
use gjk::{SupportExt, certified, exact, shape_cast, simplex::Cases};
use oracle::passage::{self, Which};
use oracle::rational::scale_by_power_of_two;
use oracle::testing::{Float, cloud, in_both_precisions, vector};
use oracle::vector::{dot, largest_coordinate, norm, sub};
use oracle::{Kind, Precision, Rational, certificate};

/// The exact time, bracketed by two numbers beside each other.
#[test]
fn exact_casts_are_exact() {
    fn check<const D: usize>()
    where
        Cases: Expansion<f64, D> + exact::ExactCases<D>,
    {
        let (mut hits, mut misses, mut touching) = (0, 0, 0);
        // Evaluations until it is known that the shapes are apart, and those that the times take besides.
        let (mut before, mut besides) = (0, 0);
        for seed in 0..count() / 5 {
            let way = WAYS[(seed % 4) as usize];
            let kind = Kind::ALL[(seed / 4 % 9) as usize];
            let Scene { a, b, v } = scene::<f64, D>(way, kind, seed);
            let want = passage::time(&a, &b, &v, Which::First);
            let (shape_a, shape_b) = (cloud::<f64, D>(&a), cloud::<f64, D>(&b));
            let found = exact::shape_cast(&shape_a, shape_b.moving(vector::<f64, D>(&v))).unwrap().unwrap();
            let still = exact::shape_cast(&shape_a, shape_b.moving(SVector::<f64, D>::zeros())).unwrap().unwrap();
            before += still.evaluations;
            besides += found.evaluations - still.evaluations;
            let what =
                format!("{D} {way:?} {kind:?} {seed}: {found:?}, exactly {:?}", want.as_ref().map(Rational::to_f64));
            match (found.lower(), want) {
                (Some(lower), Some(want)) => {
                    hits += 1;
                    let above = lower.next_up();
                    assert!(Rational::from_f64(lower) <= want && want <= Rational::from_f64(above), "{what}");
                    let toi = found.rounded_time().unwrap();
                    assert!(toi == lower || toi == above, "{what}");
                    if let Some(normal) = found.unit_normal() {
                        assert!((norm(&normal) - 1.0).abs() < 1e-14, "{what}");
                        let plane = certificate::gap(&a, &b, &normal).to_f64() + toi * dot(&v, &normal);
                        let l =
                            a.iter().flat_map(|p| b.iter().map(|q| largest_coordinate(&sub(p, q)))).fold(0.0, f64::max);
                        assert!(
                            plane.abs() <= 64.0 * l * f64::EPSILON && (toi == 0.0 || dot(&v, &normal) < 0.0),
                            "{what}"
                        );
                        touching += 1;
                    } else {
                        assert!(toi == 0.0, "{what}");
                    }
                }
                (None, None) => misses += 1,
                _ => panic!("{what}"),
            }
        }
        println!("{D}D: {hits} hits, {misses} misses, {before} and {besides} evaluations");
        assert!(besides > before / 4 && besides < 2 * before, "{before} {besides}");
        assert!(hits > misses / 4 && misses > hits / 8 && touching > hits / 4, "{hits} {misses} {touching}");
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<4>();
}

/// Proven bounds: not later than the exact time, and, except for grazes, misses are proven.
#[test]
fn certified_casts_are_proven() {
    fn check<T: Float + exact::Float, const D: usize>()
    where
        Cases: Expansion<T, D>,
    {
        let (mut hits, mut misses, mut unproven, mut clear) = (0, 0, 0, 0);
        for seed in 0..count() / 2 {
            let way = WAYS[(seed % 4) as usize];
            let kind = Kind::ALL[(seed / 4 % 9) as usize];
            let Scene { a, b, v } = scene::<T, D>(way, kind, seed);
            let found =
                certified::shape_cast(&cloud::<T, D>(&a), cloud::<T, D>(&b).moving(vector::<T, D>(&v))).unwrap();
            let plain = shape_cast(&cloud::<T, D>(&a), cloud::<T, D>(&b).moving(vector::<T, D>(&v))).unwrap();
            assert_eq!(found.measured.hit, plain.hit);
            let want = passage::time(&a, &b, &v, Which::First);
            let what = format_args!("{D} {way:?} {seed}: {found:?}, exactly {:?}", want.as_ref().map(Rational::to_f64));
            match (&found.measured.lower, &want) {
                (Some(lower), Some(want)) => assert!(Rational::from_f64(lower.wide()) <= *want, "late: {what}"),
                (None, Some(_)) => assert!(!found.is_proven, "a miss: {what}"),
                _ => {}
            }
            hits += u32::from(found.measured.hit.is_some());
            if found.measured.hit.is_none() {
                misses += 1;
                unproven += u32::from(!found.is_proven);
                // Where nothing is made to touch, gaps are 1e-6 or more: clear of rounding in f64, not in f32.
                clear += u32::from(!found.is_proven && !matches!(kind, Kind::Kissing | Kind::Grid));
            }
        }
        println!(
            "{D}D: {hits} hits, {misses} misses, of which {unproven} are not proven, {clear} of them not made to touch"
        );
        assert!(hits > misses / 4 && misses > hits / 8, "{hits} {misses}");
        let most = if T::PRECISION == Precision::Double { 100 } else { 5 };
        assert!(clear * most <= misses, "{clear} of {misses} are not proven");
    }
    in_both_precisions! {
        check::<T, 1>();
        check::<T, 2>();
        check::<T, 3>();
        check::<T, 4>();
    }
}

/// Small and fast: the times are below the normal numbers, where each is rounded.
#[test]
fn the_shortest_times_are_not_late() {
    fn check<T: Float + exact::Float, const D: usize>([fastest, normal]: [i32; 2])
    where
        Cases: Expansion<T, D>,
    {
        let mut below = 0;
        for seed in 0..count() / 4 {
            let Scene { a, b, v } = scene::<T, D>(Way::Into, Kind::ALL[(seed % 9) as usize], seed);
            let fast = f64::powi(2.0, fastest - (seed % 8) as i32);
            let speed = f64::powi(2.0, largest_coordinate(&v).log2() as i32);
            let small = |points: &[[f64; D]]| points.iter().map(|p| p.map(|x| x / 16384.0)).collect::<Vec<_>>();
            let (a, b, v) = (small(&a), small(&b), v.map(|x| x / speed * fast));
            let found =
                certified::shape_cast(&cloud::<T, D>(&a), cloud::<T, D>(&b).moving(vector::<T, D>(&v))).unwrap();
            let want = passage::time(&a, &b, &v, Which::First);
            let what = format_args!("{D}D, {seed}: {found:?}, exactly {:?}", want.as_ref().map(Rational::to_f64));
            match (&found.measured.lower, &want) {
                (Some(lower), Some(want)) => {
                    assert!(Rational::from_f64(lower.wide()) <= *want, "late: {what}");
                    below += u64::from(*lower > T::zero() && lower.wide() < f64::powi(2.0, normal));
                }
                (None, Some(_)) => assert!(!found.is_proven, "a miss: {what}"),
                _ => {}
            }
        }
        assert!(below * 8 > count() / 4, "{below} times below the normal numbers");
    }
    check::<f32, 2>([119, -126]);
    check::<f32, 3>([119, -126]);
    check::<f64, 2>([1015, -1022]);
    check::<f64, 3>([1015, -1022]);
}

/// Large shapes, nearly in touch, and slow: the time is a number, but the time in which the shape moves by its size is not.
#[test]
fn times_beside_the_end_of_the_range() {
    fn check<T: Float + exact::Float, const D: usize>(last: i32)
    where
        Cases: Expansion<T, D>,
    {
        let power = |exponent: i32| scale_by_power_of_two(1.0, exponent.into());
        let (mut beyond, mut cases, mut proven) = (0, 0, 0);
        for size in (-last / 4..last - 8).step_by(3) {
            for time in [last - 40, last - 14, last - 9] {
                // How near, in parts of the size.
                for near in [-4, -9, -16] {
                    let speed = size + near - time;
                    if speed < -last - 20 || size + near < -last {
                        continue;
                    }
                    let cuboid = Cuboid::new(SVector::repeat(T::narrowed(power(size)))).unwrap();
                    let mut at = Point::origin();
                    at.coords[0] = T::narrowed(power(size) * (1.0 + power(near)));
                    let point = Ball::point(at).unwrap();
                    let mut velocity = SVector::zeros();
                    velocity[0] = T::narrowed(-power(speed));
                    beyond += u32::from(size - speed > last);
                    for until in [None, Some(time - 1), Some(time), Some(time + 1)] {
                        let moving = point.moving(velocity);
                        let moving = until.map_or(moving, |time| moving.until(T::narrowed(power(time))));
                        let plain = shape_cast(&cuboid, moving).unwrap();
                        let found = certified::shape_cast(&cuboid, moving).unwrap();
                        let what = format_args!("{D}D, {size} {near} {time}, until {until:?}: {found:?}");
                        assert_eq!(plain.hit, found.measured.hit, "{what}");
                        assert!(found.measured.undecided.is_none(), "{what}");
                        let hit = until.is_none_or(|until| until >= time);
                        assert_eq!(plain.hit.map(|hit| hit.time.wide()), hit.then(|| power(time)), "{what}");
                        assert!(!hit || found.measured.lower.unwrap().wide() <= power(time), "{what}");
                        assert!(!hit || found.measured.lower.unwrap().wide() >= power(time - 1), "{what}");
                        cases += 1;
                        proven += u32::from(found.is_proven);
                    }
                }
            }
        }
        // Nothing is proven of the largest shapes.
        assert!(beyond > 20 && proven * 4 > cases * 3, "{beyond}, {proven} of {cases}");
    }
    check::<f32, 2>(127);
    check::<f32, 3>(127);
    check::<f64, 2>(1023);
    check::<f64, 3>(1023);
}
