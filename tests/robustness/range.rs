//! At both ends of the range of numbers, and for needles of any width, answers are right and are numbers.

use super::names::aligned;
use super::numbers::Extreme;
use gjk::epa::Expansion;
use gjk::nalgebra::{Point3, Vector3};
use gjk::shape::{Ball, HalfSpace};
use gjk::simplex::{Cases, SimplexCases};
use gjk::{SupportExt, contact, distance};
use oracle::exact;
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Coverage, ask, assert_consistent, cloud};
use oracle::vector::norm;

/// A square of nine points, or their like in other dimensions, and where a point is seen from it.
pub fn grid_questions<T: Extreme, const D: usize>(unit: f64)
where
    Cases: SimplexCases<T, D>,
{
    let cube = cloud::<T, D>(&aligned(2.0 * unit, [0.0; D]));
    let (mut inside, mut outside) = (0, 0);
    for number in 0..9_usize.pow(D as u32) {
        let p: [f64; D] = std::array::from_fn(|k| (number / 9_usize.pow(k as u32) % 9) as f64 - 4.0);
        let beyond = p.map(|x| (x.abs() - 2.0).max(0.0));
        let want = norm(&beyond);
        let at = cloud::<T, D>(&[p.map(|x| x * unit)]);
        let what = format!("{D}D, {:?}, {p:?} times {unit:e}", T::PRECISION);
        let (_, found) = ask(&cube, &at, &what);
        assert_eq!(found.intersects(), want <= 0.0, "{found:?}: {what}");
        // Subnormal numbers are multiples of the least one: half of it is rounding.
        let slack = (BOUND * T::PRECISION.epsilon() * 4.0 * unit).max(2.0 * T::smallest().wide());
        assert!((found.distance.wide() - want * unit).abs() <= slack, "{:e}: {what}", found.distance.wide());
        *if want > 0.0 { &mut outside } else { &mut inside } += 1;
    }
    assert!(inside > 0 && outside > inside);
}

#[test]
fn the_verdict_is_right_at_both_ends_of_the_range() {
    for exponent in [-149, -148, -140, -130, -127, -126, -125, -120, -110, -100, -80, -60, 0, 60, 80, 100, 110, 118] {
        grid_questions::<f32, 2>(2.0_f64.powi(exponent));
        grid_questions::<f32, 3>(2.0_f64.powi(exponent));
        grid_questions::<f32, 4>(2.0_f64.powi(exponent));
    }
    for exponent in [-1074, -1073, -1060, -1024, -1022, -1020, -1000, -700, -500, 500, 700, 1000, 1013] {
        grid_questions::<f64, 2>(oracle::rational::scale_by_power_of_two(1.0, exponent));
        grid_questions::<f64, 3>(oracle::rational::scale_by_power_of_two(1.0, exponent));
    }
}

/// Widths at which simplices are flat up to rounding, and whose squares are too small for the type.
#[test]
fn needles_of_any_width_have_answers_in_numbers() {
    fn check<T: Extreme, const D: usize>(exponents: impl Iterator<Item = i32>)
    where
        Cases: SimplexCases<T, D>,
    {
        let mut coverage = Coverage::default();
        for exponent in exponents {
            let width = oracle::rational::scale_by_power_of_two(1.0, exponent.into());
            // A simplex from −1 to 1 along the first axis that is `width` wide, and points about as far from it.
            let mut needle = vec![[0.0; D]; D + 1];
            needle[0][0] = -1.0;
            needle[1][0] = 1.0;
            (2..=D).for_each(|k| needle[k][k - 1] = width);
            for number in 0..4_usize.pow(D as u32) {
                let steps = |k: usize| (number / 4_usize.pow(k as u32) % 4) as f64 - 1.0;
                let p: [f64; D] =
                    std::array::from_fn(|k| if k == 0 { steps(0) * 0.75 } else { steps(k) * width * 0.25 });
                let other = [p, p.map(|x| x + width), p.map(|x| -x)];
                for other in [&other[..1], &other[..2], &other[..3]] {
                    let what = format!("{D}D, {:?}, 2^{exponent}, {other:?}", T::PRECISION);
                    let want = exact::distance(&needle, other).distance();
                    let slack = BOUND * T::PRECISION.epsilon() * 2.25;
                    let (outcome, found) = ask(&cloud::<T, D>(&needle), &cloud(other), &what);
                    assert!(
                        (found.distance.wide() - want).abs() <= slack,
                        "{:e} not {want:e}: {what}",
                        found.distance.wide()
                    );
                    assert!(want <= slack || !found.intersects(), "{outcome:?}: {what}");
                    assert_consistent(&found, [0.0; 2], 2.25, &what);
                    coverage.note(want <= 0.0);
                }
            }
        }
        coverage.assert_balanced("needles");
    }
    // Every width about the rounding of 1, where it is a question whether a simplex is flat; and smaller ones.
    let single = || (-149..=-31).step_by(7).chain(-30..=-1);
    let double = || (-1074..=-71).step_by(31).chain(-70..=-41).chain((-40..=-1).step_by(5));
    check::<f32, 2>(single());
    check::<f32, 3>(single());
    check::<f32, 4>(single().step_by(3));
    check::<f64, 2>(double());
    check::<f64, 3>(double());
    check::<f64, 4>(double().step_by(3));
}

/// A plane is the same whatever the length of its normal, also where that is below the normal numbers.
#[test]
fn a_half_space_has_a_normal_of_any_length() {
    fn check<T: Extreme>(least: i64, most: i64, step: usize) {
        let power = |exponent| T::narrowed(oracle::rational::scale_by_power_of_two(1.0, exponent));
        let normal = Vector3::new(1.0, -3.0, 8.0).map(T::narrowed);
        let ball = Ball::at(Point3::new(4.0, 2.0, 1.0).map(T::narrowed), T::narrowed(0.5)).unwrap();
        let (mut taken, mut refused) = (0, 0);
        for exponent in (least..most).step_by(step) {
            let normal = normal * power(exponent);
            // Planes at distances from 2⁻¹⁰ to beyond all that is taken.
            for far in -10..most {
                if exponent + far < least {
                    continue;
                }
                let offset = power(exponent + far);
                let (Ok(half), same) =
                    (HalfSpace::new(normal, offset), HalfSpace::new(normal / power(exponent), power(far)))
                else {
                    refused += 1;
                    continue;
                };
                assert_eq!(half, same.unwrap(), "2^{exponent}, 2^{far}");
                let found = half.contact(&ball);
                let numbers = found.points.iter().flat_map(|point| point.iter()).chain([&found.separation]);
                assert!(numbers.copied().all(|x| x.wide().is_finite()), "2^{exponent}, 2^{far}: {found:?}");
                taken += 1;
            }
        }
        assert!(taken > 2 * refused && refused > 1000, "{taken} {refused}");
    }
    check::<f32>(-149, 120, 1);
    check::<f64>(-1074, 1016, 13);
}

/// Beside a large margin the core is tiny, and products of its coordinates fall below the range.
#[test]
fn beside_a_large_margin_a_core_may_have_any_size() {
    fn check<T: Extreme, const D: usize>(exponents: std::ops::Range<i64>, seed: u64)
    where
        Cases: Expansion<T, D>,
    {
        let random = &mut Random::new(seed);
        for exponent in exponents {
            for _ in 0..40 * campaign(1) {
                let size = oracle::rational::scale_by_power_of_two(1.0, exponent);
                let mut corners = |count: usize| -> Vec<[f64; D]> {
                    let mut number = |_| T::narrowed(random.uniform(-1.0, 1.0) * size).wide();
                    (0..count).map(|_| std::array::from_fn(&mut number)).collect()
                };
                let margin = T::one();
                let [a, b] = [cloud::<T, D>(&corners(2)), cloud(&corners(4))];
                let a = a.swollen(margin).unwrap();
                let found = contact(&a, &b);
                // The deepest is as deep as the margin, except for the core.
                assert!((found.depth().wide() - 1.0).abs() <= 4.0 * size + 64.0 * T::PRECISION.epsilon(), "{found:?}");
                assert!(distance(&a, &b).intersects() && found.undecided.is_none(), "{found:?}");
                let length = found.normal.dot(&found.normal).wide();
                assert!((length - 1.0).abs() <= 8.0 * T::PRECISION.epsilon(), "{found:?}");
            }
        }
    }
    check::<f32, 2>(-149..-1, 21);
    check::<f32, 3>(-149..-1, 22);
    check::<f64, 2>(-1074..-1, 23);
    check::<f64, 3>(-1074..-1, 24);
}
