//! Contacts of ellipsoids, cylinders and cones, whose depth has no closed form: the normal that comes back proves the depth, by
//! the support functions as formulas, and a search over all directions from many starts finds none that is less deep.
//!
//! Prints its figures: `cargo test --release --test contacts curved_contacts:: -- --nocapture`.

use gjk::contact;
use oracle::Precision;
use oracle::random::{Random, campaign_or};
use oracle::solid::{Form, Solid, axis};
use oracle::testing::{Float, shape, vector, wide};
use oracle::vector::{add_scaled, dot, norm, scaled, sub};

type Vector = [f64; 3];

/// How far `b` has to move along `n` to be clear of `a`.
fn translation(a: &Solid, b: &Solid, n: &Vector) -> f64 {
    a.reach(n) + b.reach(&scaled(n, -1.0))
}

/// The least translation near a direction: steps sideways, in eight directions, as long as one is shorter; then shorter steps.
fn least_near(a: &Solid, b: &Solid, start: Vector) -> (f64, Vector) {
    let mut n = start;
    let mut least = translation(a, b, &n);
    let mut step = 0.25;
    while step > 1e-11 {
        let aside = if n[0].abs() < 0.6 { axis(0, 1.0) } else { axis(1, 1.0) };
        let u = add_scaled(&aside, &n, -dot(&aside, &n));
        let u = scaled(&u, 1.0 / norm(&u));
        let v = [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]];
        let mut improved = false;
        for k in 0..8 {
            let (sin, cos) = (f64::from(k) * std::f64::consts::FRAC_PI_4 + step).sin_cos();
            let moved = add_scaled(&add_scaled(&n, &u, step * cos), &v, step * sin);
            let moved = scaled(&moved, 1.0 / norm(&moved));
            let reach = translation(a, b, &moved);
            if reach < least {
                (n, least, improved) = (moved, reach, true);
                break;
            }
        }
        if !improved {
            step *= 0.5;
        }
    }
    (least, n)
}

/// The least translation that searches from many directions find.
fn least(a: &Solid, b: &Solid, random: &mut Random) -> f64 {
    let mut starts: Vec<(f64, Vector)> =
        (0..200).map(|_| random.direction::<3>()).map(|n| (translation(a, b, &n), n)).collect();
    for solid in [a, b] {
        for n in solid.axes {
            starts.push((translation(a, b, &n), n));
            starts.push((translation(a, b, &scaled(&n, -1.0)), scaled(&n, -1.0)));
        }
    }
    starts.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    starts.iter().take(8).map(|(_, n)| least_near(a, b, *n).0).fold(f64::INFINITY, f64::min)
}

fn random_solid<T: Float>(random: &mut Random, kind: usize) -> Solid {
    let round = |x: f64| T::narrowed(x).wide();
    let mut length = || round(random.uniform(0.2, 1.5));
    let form = match kind {
        0 => Form::Ellipsoid([length(), length(), length()]),
        1 => Form::Cylinder(length(), length()),
        2 => Form::Cone(length(), length()),
        3 => Form::Cuboid([length(), length(), length()]),
        // Nearly a sphere: nearly all directions are as good as one another.
        _ => Form::Ellipsoid([1.0, round(1.0 + 1e-6), round(1.0 - 2e-6)]),
    };
    let axes = random.frame::<3>().map(|axis| axis.map(round));
    let center = std::array::from_fn(|_| round(random.uniform(-0.6, 0.6)));
    Solid { form, axes, center }
}

/// Asserts that a contact is right to within `tolerance · L`, and returns how far off it is, in `L`.
fn judge<T: Float>(a: &Solid, b: &Solid, tolerance: f64, random: &mut Random) -> Option<[f64; 2]> {
    let found = contact(&shape::<T>(a), &shape::<T>(b));
    let what = format_args!("{:?}, {a:?}, {b:?}: {found:?}", T::PRECISION);
    assert_eq!(found.undecided, None, "{what}");
    let (separation, n) = (found.separation.wide(), wide(&found.normal));
    assert!((norm(&n) - 1.0).abs() <= 8.0 * T::PRECISION.epsilon(), "{what}");
    let l = a.size().max(b.size());
    if separation > 0.0 {
        assert!(least(a, b, random) <= tolerance * l, "apart: {what}");
        return None;
    }
    let proven = translation(a, b, &scaled(&n, 1.0 / norm(&n)));
    let unproven = (separation + proven).abs() / l;
    let too_deep = (-separation - least(a, b, random)) / l;
    assert!(unproven <= tolerance, "off by {unproven:e} L from what the normal proves: {what}");
    assert!(too_deep <= tolerance, "too deep by {too_deep:e} L: {what}");
    let [lower, upper] = [found.lower.wide(), found.upper.wide()];
    assert!(lower <= separation && separation <= upper, "{what}");
    assert!(-upper <= least(a, b, random) + 1e-6 * tolerance * l + 64.0 * T::PRECISION.epsilon() * l, "{what}");
    let [p, q] = found.points.each_ref().map(|p| wide(&p.coords));
    let off = norm(&sub(&sub(&q, &p), &scaled(&n, separation))) / l;
    assert!(off <= tolerance.max(64.0 * T::PRECISION.epsilon()), "points are off by {off:e} L: {what}");
    Some([unproven, too_deep])
}

fn survey<T: Float>(tolerance: f64, pairs: u64) {
    let mut random = Random::new(59);
    let (mut overlaps, mut worst) = (0, [0.0_f64; 2]);
    for (number, _) in (0_usize..).zip(0..pairs) {
        let (a, b) = (random_solid::<T>(&mut random, number % 5), random_solid::<T>(&mut random, number / 5 % 5));
        if let Some(off) = judge::<T>(&a, &b, tolerance, &mut random) {
            overlaps += 1;
            worst = [worst[0].max(off[0]), worst[1].max(off[1])];
        }
    }
    println!(
        "{:?}: {pairs} pairs, {overlaps} overlap; normal {:.2e} L, depth {:.2e} L",
        T::PRECISION,
        worst[0],
        worst[1]
    );
    assert!(overlaps * 2 > pairs && overlaps < pairs, "{overlaps} of {pairs} overlap");
}

#[test]
fn no_direction_is_less_deep_in_f64() {
    survey::<f64>(1e-9, campaign_or(100, 50));
}

#[test]
fn no_direction_is_less_deep_in_f32() {
    survey::<f32>(1e-5, campaign_or(100, 50));
}

/// On one axis, one in the other, around one point: all directions around the axis tie, or all there are.
#[test]
fn ties_are_broken_somehow() {
    let mut random = Random::new(60);
    let upright = [axis(0, 1.0), axis(1, 1.0), axis(2, 1.0)];
    let forms = [
        Form::Cylinder(0.5, 4.0),
        Form::Cylinder(2.0, 0.25),
        Form::Cone(0.5, 4.0),
        Form::Ellipsoid([1.0; 3]),
        Form::Ellipsoid([0.5, 3.0, 0.5]),
        Form::Ellipsoid([3.0, 0.5, 3.0]),
    ];
    for form in forms {
        for other in forms {
            for y in [0.0, 0.125, -0.5] {
                let a = Solid { form, axes: upright, center: [0.0; 3] };
                let b = Solid { form: other, axes: upright, center: [0.0, y, 0.0] };
                assert!(judge::<f64>(&a, &b, 1e-9, &mut random).is_some());
                assert!(judge::<f32>(&a, &b, 1e-5, &mut random).is_some());
            }
        }
    }
}

/// Two cylinders on nearly one axis, deep in each other. All directions across the axis are nearly as good; the best belongs to
/// the gap between the axes, and the depth is the radii less the gap.
#[test]
fn cylinders_on_nearly_one_axis_are_as_deep_as_their_formula() {
    let mut random = Random::new(62);
    let mut worst = 0.0_f64;
    for gap in (1..=15).map(|k| 0.1_f64.powi(k)) {
        for _ in 0..20 {
            let axes = random.frame::<3>();
            let [one, other] = [(); 2].map(|()| [random.uniform(0.5, 1.0), random.uniform(0.2, 0.45)]);
            let (sin, cos) = random.uniform(0.0, std::f64::consts::TAU).sin_cos();
            let center = add_scaled(&scaled(&axes[0], gap * cos), &axes[2], gap * sin);
            let center = add_scaled(&center, &axes[1], random.uniform(-0.05, 0.05));
            let a = Solid { form: Form::Cylinder(one[1], one[0]), axes, center: [0.0; 3] };
            let b = Solid { form: Form::Cylinder(other[1], other[0]), axes, center };
            let found = contact(&shape::<f64>(&a), &shape::<f64>(&b));
            let off = (-found.separation - (one[1] + other[1] - gap)).abs() / (a.size().max(b.size()) * f64::EPSILON);
            worst = worst.max(off);
        }
    }
    println!("Cylinders on nearly one axis: depths are off by at most {worst:.1} ε L");
    assert!(worst <= 64.0, "{worst} ε L");
}

/// The least of a function near the best of 32 numbers between two, by golden sections.
fn least_between(from: f64, to: f64, f: &mut impl FnMut(f64) -> f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let mut width = (to - from) / 32.0;
    let mut tried = (0..32).map(|k| from + width * (f64::from(k) + 0.5)).map(|x| (f(x), x));
    let first = tried.next().unwrap();
    let (mut least, mut x) = tried.fold(first, |best, next| if next.0 < best.0 { next } else { best });
    while width > 1e-17 {
        let sides = [x - width, x + width].map(|x| (f(x), x));
        match sides.into_iter().find(|side| side.0 < least) {
            Some(side) => (least, x) = side,
            None => width *= 1.0 - golden,
        }
    }
    least
}

/// The least translation of solids whose axes are nearly one: of each direction across it the least of those that lean to it.
fn least_around(a: &Solid, b: &Solid) -> f64 {
    use std::f64::consts::{FRAC_PI_2, TAU};
    let [x, y, z] = &a.axes;
    least_between(0.0, TAU, &mut |turn| {
        let across = add_scaled(&scaled(x, turn.cos()), z, turn.sin());
        least_between(-FRAC_PI_2, FRAC_PI_2, &mut |lean| {
            let n = add_scaled(&scaled(&across, lean.cos()), y, lean.sin());
            translation(a, b, &scaled(&n, 1.0 / norm(&n)))
        })
    })
}

/// Solids of revolution on nearly one axis, deep in each other. The least directions are nearly a circle around it, as deep everywhere
/// except for a gap between the axes, or an angle. (An expansion ends when its bounds are 64 ε of the size of A − B apart.)
#[test]
fn solids_on_nearly_one_axis_are_as_deep_as_the_best_around_it() {
    let forms = [
        Form::Cone,
        Form::Cylinder,
        Form::Capsule,
        |r, h| Form::Ellipsoid([r, h, r]),
        |r, h| Form::Rounded([r, h, r], 0.1),
    ];
    let mut random = Random::new(63);
    let (mut worst, mut evaluations, mut pairs) = (0.0_f64, 0, 0);
    for (one, other) in forms.iter().enumerate().flat_map(|(k, one)| forms[..=k].iter().map(move |other| (other, one)))
    {
        for (gap, tilt) in
            (1..=15).step_by(2).map(|k| 0.1_f64.powi(k)).flat_map(|small| [(small, 0.0), (0.0, small), (small, small)])
        {
            for turned in [1.0, -1.0] {
                let axes = random.frame::<3>();
                let [a, b] = [one, other].map(|form| form(random.uniform(0.5, 1.0), random.uniform(0.3, 0.6)));
                let (sin, cos) = random.uniform(0.0, std::f64::consts::TAU).sin_cos();
                let center = add_scaled(&scaled(&axes[0], gap * cos), &axes[2], gap * sin);
                let center = add_scaled(&center, &axes[1], random.uniform(-0.2, 0.2));
                let [x, y, z] = random.frame_near(&axes, tilt);
                let a = Solid { form: a, axes, center: [0.0; 3] };
                let b = Solid { form: b, axes: [x, scaled(&y, turned), scaled(&z, turned)], center };
                let found = contact(&shape::<f64>(&a), &shape::<f64>(&b));
                let off = (-found.separation - least_around(&a, &b)) / ((a.size() + b.size()) * f64::EPSILON);
                worst = worst.max(off);
                evaluations += found.evaluations;
                pairs += 1;
            }
        }
    }
    println!(
        "Solids on nearly one axis: depths are off by at most {worst:.1} ε L; {evaluations} evaluations of {pairs} pairs"
    );
    assert!(worst <= 64.0, "{worst} ε L");
    assert!(evaluations <= 600 * pairs, "{evaluations} evaluations of {pairs} pairs");
}

/// The precision of a test depends on its numbers.
#[test]
fn the_formulas_agree_with_the_shapes() {
    let mut random = Random::new(61);
    assert_eq!(<f64 as Float>::PRECISION, Precision::Double);
    for number in 0..1000 {
        let solid = random_solid::<f64>(&mut random, number % 5);
        let n = random.direction::<3>();
        let point = shape::<f64>(&solid).support(&vector(&n));
        assert!((dot(&wide(&point.coords), &n) - solid.reach(&n)).abs() < 1e-12, "{solid:?} {n:?}");
    }
}
