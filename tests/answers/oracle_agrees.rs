//! The oracles against each other. They judge the library in all the other tests, so here they
//! judge one another, on inputs whose coverage is asserted too.

#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "dimensions and counts are small")]

use oracle::directions::{Disc, least_reach};
use oracle::generate::{Kind, Pair, Precision, Recipe};
use oracle::random::Random;
use oracle::rational::{Rational, scale_by_power_of_two};
use oracle::solid::{Form, Solid};
use oracle::vector::{add, add_scaled, largest_coordinate, norm, scaled, sub};
use oracle::{Brute, OrientedBox, Polyhedron, brute, certificate, clamp, error_in_eps_l, exact};
use oracle::{depth, guess, sat};

const EPS: f64 = f64::EPSILON;

/// Counts of verdicts, to assert what a test has covered.
#[derive(Default)]
struct Coverage {
    pairs: u32,
    hits: u32,
    worst: f64,
}

impl Coverage {
    fn note(&mut self, hit: bool, error: f64) {
        self.pairs += 1;
        self.hits += u32::from(hit);
        self.worst = self.worst.max(error);
    }

    fn assert_balanced(&self, what: &str) {
        let rate = f64::from(self.hits) / f64::from(self.pairs);
        assert!((0.3..=0.7).contains(&rate), "{what}: hit rate {rate}");
    }
}

/// Recipes of one kind: both precisions, near and far, small and large.
fn recipes(kind: Kind) -> impl Iterator<Item = Recipe> {
    let places = [(0.0, 0), (0.0, 40), (0.0, -40), (10.0, 0), (1e5, 0)];
    let precisions = [Precision::Double, Precision::Single];
    places.into_iter().flat_map(move |(offset, exponent)| {
        precisions.map(|precision| Recipe::new(kind).precision(precision).offset(offset).scale_exponent(exponent))
    })
}

/// The exact answer, once it has passed the check from the definitions.
fn checked<const D: usize>(pair: &Pair<D>) -> exact::Exact<D> {
    let answer = exact::distance(&pair.a, &pair.b);
    assert!(certificate::verifies(&pair.a, &pair.b, &answer), "{pair:?}\n{answer:?}");
    answer
}

/// Asserts that brute force is within `bound` ε·L of the truth, and right about the
/// verdict wherever the truth is that far from touching.
fn compare<const D: usize>(
    pair: &Pair<D>,
    answer: &exact::Exact<D>,
    brute: Brute,
    (bound, eps): (f64, f64),
    coverage: &mut Coverage,
) {
    let l = pair.largest_coordinate();
    let distance = answer.distance();
    let error = error_in_eps_l(brute.distance, distance, l, eps);
    assert!(error <= bound, "{brute:?} {distance:e}, {error:.1} eps L\n{pair:?}");
    if distance > bound * eps * l {
        assert!(!brute.intersects, "{pair:?}");
    }
    coverage.note(answer.intersects(), error);
}

#[test]
fn plane_exact_brute_and_sat() {
    for kind in Kind::ALL {
        let mut coverage = Coverage::default();
        for (seed, recipe) in (1000..).step_by(100).zip(recipes(kind)) {
            for pair in recipe.pairs::<2>(seed, 100) {
                let answer = checked(&pair);
                let brute = brute::polygons(&pair.a, &pair.b);
                compare(&pair, &answer, brute, (4.0, EPS), &mut coverage);
                let signed = sat::polygons(&pair.a, &pair.b);
                let slack = 8.0 * EPS * pair.largest_coordinate();
                let hit = answer.intersects();
                assert!(if hit { signed <= slack } else { signed >= -slack }, "{signed:e} {hit} {pair:?}");
                assert!(signed <= answer.distance() + slack, "{pair:?}");
            }
        }
        println!("{kind:?}: worst {:.2} eps L", coverage.worst);
        if kind.is_balanced() {
            coverage.assert_balanced(&format!("{kind:?}"));
        }
    }
}

#[test]
fn space_boxes_exact_brute_and_sat() {
    for kind in [Kind::Boxes, Kind::NearParallelBoxes] {
        let mut coverage = Coverage::default();
        for (seed, recipe) in (2000..).step_by(100).zip(recipes(kind)) {
            for pair in recipe.pairs::<3>(seed, 100) {
                let answer = checked(&pair);
                let [a, b] = [&pair.a, &pair.b].map(|v| Polyhedron::from_box_vertices(v));
                let l = pair.largest_coordinate();
                // The vertices make a box up to rounding to the precision in use.
                let eps = recipe.precision.epsilon();
                compare(&pair, &answer, brute::polyhedra(&a, &b), (4.0, eps), &mut coverage);
                let [a, b] = pair.boxes.expect("boxes");
                let signed = sat::oriented_boxes(&a, &b);
                let slack = 4.0 * eps * l;
                let hit = answer.intersects();
                assert!(if hit { signed <= slack } else { signed >= -slack }, "{signed:e} {hit} {pair:?}");
                assert!(signed <= answer.distance() + slack, "{pair:?}");
            }
        }
        println!("{kind:?}: worst {:.2} eps L", coverage.worst);
        coverage.assert_balanced(&format!("{kind:?}"));
    }
}

#[test]
fn space_hulls_exact_and_brute() {
    let mut coverage = Coverage::default();
    for (n, m) in [(4, 4), (5, 7), (8, 8)] {
        for offset in [0.0, 10.0] {
            let recipe = Recipe::new(Kind::Round).vertices(n, m).offset(offset);
            for pair in recipe.pairs::<3>(3000, 500) {
                let answer = checked(&pair);
                let [a, b] = [&pair.a, &pair.b].map(|v| Polyhedron::hull_of(v));
                compare(&pair, &answer, brute::polyhedra(&a, &b), (16.0, EPS), &mut coverage);
            }
        }
    }
    println!("worst {:.2} eps L", coverage.worst);
    coverage.assert_balanced("round");
}

/// All kinds verified from the definitions, with the hit rates; on grids and kissing pairs a
/// share must touch, which is to say: meet, but part under the least push along some axis.
fn verify_all<const D: usize>(count: u64) {
    for kind in Kind::ALL {
        let mut coverage = Coverage::default();
        let mut touching = 0;
        for (seed, recipe) in (4000..).step_by(100).zip(recipes(kind)) {
            for pair in recipe.vertices(D + 2, D + 3).pairs::<D>(seed, count) {
                let answer = checked(&pair);
                coverage.note(answer.intersects(), 0.0);
                let coordinate_axes =
                    (0..2 * D).map(|k| std::array::from_fn(|i| if i == k / 2 { [1.0, -1.0][k % 2] } else { 0.0 }));
                let mut axes: Vec<[f64; D]> = coordinate_axes.collect();
                if kind == Kind::Grid {
                    let mut random = Random::new(pair.seed);
                    let axis = |r: &mut Random| std::array::from_fn(|_| f64::from(r.integer(-3, 3)));
                    axes.extend((0..20).map(|_| axis(&mut random)));
                }
                let touches = |axis| certificate::gap(&pair.a, &pair.b, axis).is_zero();
                axes.retain(|axis| axis.iter().any(|x| *x != 0.0));
                touching += u32::from(answer.intersects() && axes.iter().any(touches));
            }
        }
        if kind.is_balanced() {
            coverage.assert_balanced(&format!("{kind:?} in {D}D"));
        } else {
            println!("{kind:?} in {D}D: {} hits, {touching} known to touch, of {}", coverage.hits, coverage.pairs);
            assert!(touching > 0 && coverage.hits < coverage.pairs);
        }
    }
}

#[test]
fn all_kinds_verify_in_low_dimensions() {
    verify_all::<1>(30);
    verify_all::<2>(60);
    verify_all::<3>(60);
    verify_all::<4>(30);
}

#[test]
fn all_kinds_verify_in_high_dimensions() {
    verify_all::<5>(12);
    verify_all::<6>(6);
    verify_all::<7>(2);
    verify_all::<8>(2);
}

/// Aligned boxes with short coordinates: only the norm of the closed form is rounded.
fn aligned_boxes<const D: usize>(count: u64) {
    let mut coverage = Coverage::default();
    let mut touching = 0;
    for seed in 0..count {
        let mut random = Random::new(5000 + seed);
        let mut shape = |reach: i32| {
            OrientedBox::aligned(
                std::array::from_fn(|_| f64::from(random.integer(-reach, reach)) / 8.0),
                std::array::from_fn(|_| f64::from(random.integer(0, 8)) / 8.0),
            )
        };
        let (a, b) = (shape(0), shape((18 - 2 * D as i32).max(8)));
        let corners = |s: &OrientedBox<D>| (sub(&s.center, &s.half), add(&s.center, &s.half));
        let ((min_a, max_a), (min_b, max_b)) = (corners(&a), corners(&b));
        let want = clamp::boxes(&min_a, &max_a, &min_b, &max_b);
        let answer = exact::distance(&a.vertices(), &b.vertices());
        let tie = (0..D).any(|k| min_a[k] == max_b[k] || max_a[k] == min_b[k]);
        touching += u32::from(want == 0.0 && tie);
        assert_eq!(answer.intersects(), want == 0.0, "{a:?} {b:?}");
        assert!((answer.distance() - want).abs() <= EPS * want, "{a:?} {b:?}");
        // And a vertex of one against the other box.
        let to_point = exact::distance(&[b.center], &a.vertices()).distance();
        let want_point = clamp::point_box(&b.center, &min_a, &max_a);
        assert!((to_point - want_point).abs() <= EPS * want_point);
        coverage.note(want == 0.0, 0.0);
    }
    println!("{D}D: {} of {} hit", coverage.hits, coverage.pairs);
    assert!(coverage.hits > 0 && coverage.hits < coverage.pairs && touching > 0);
}

#[test]
fn aligned_boxes_exact_and_clamp() {
    aligned_boxes::<1>(500);
    aligned_boxes::<2>(500);
    aligned_boxes::<3>(500);
    aligned_boxes::<4>(500);
    aligned_boxes::<5>(500);
    aligned_boxes::<6>(200);
    aligned_boxes::<7>(200);
    aligned_boxes::<8>(200);
}

/// Segments of all relative positions, nearly parallel ones among them.
fn segments<const D: usize>() {
    let mut worst = 0.0_f64;
    for seed in 0..400 {
        let mut random = Random::new(6000 + seed);
        let u: [f64; D] = random.direction();
        let turn = random.magnitude(-15, 1);
        let v: [f64; D] = add_scaled(&u, &random.direction(), turn);
        let start = scaled(&random.direction(), random.magnitude(-8, 1));
        let start: [f64; D] = add_scaled(&start, &u, random.uniform(-1.0, 1.0));
        let s = [[0.0; D], u];
        let t = [start, add(&start, &v)];
        let l = t.iter().map(largest_coordinate).fold(1.0, f64::max);
        let answer = exact::distance(&s, &t).distance();
        let error = error_in_eps_l(clamp::segments(&s, &t), answer, l, EPS);
        worst = worst.max(error);
        assert!(error < 8.0, "{error} {s:?} {t:?}");
        let answer = exact::distance(&[start], &s).distance();
        let error = error_in_eps_l(clamp::point_segment(&start, &s), answer, l, EPS);
        assert!(error < 8.0, "{error} {s:?} {start:?}");
        let capsules = clamp::capsules(&s, 0.25, &t, 0.5);
        assert_eq!(capsules, (clamp::segments(&s, &t) - 0.75).max(0.0));
    }
    println!("{D}D: worst {worst:.2} eps L");
}

#[test]
fn segments_exact_and_clamp() {
    segments::<1>();
    segments::<2>();
    segments::<3>();
    segments::<5>();
}

/// Degenerate inputs with known answers.
#[test]
fn known_distances() {
    let check = |a: &[[f64; 2]], b: &[[f64; 2]], squared: f64| {
        let answer = exact::distance(a, b);
        assert_eq!(answer.squared, Rational::from_f64(squared), "{a:?} {b:?}");
        assert!(certificate::verifies(a, b, &answer));
        assert_eq!(brute::polygons(a, b).distance, squared.sqrt());
        assert_eq!(sat::polygons(a, b) > 0.0, squared > 0.0);
    };
    check(&[[1.0, 2.0]], &[[1.0, 2.0]], 0.0);
    check(&[[1.0, 2.0]], &[[4.0, 6.0]], 25.0);
    check(&[[0.0, 0.0], [2.0, 0.0]], &[[2.0, 0.0], [5.0, 0.0]], 0.0);
    check(&[[0.0, 0.0], [2.0, 0.0]], &[[3.0, 0.0], [5.0, 0.0]], 1.0);
    check(&[[0.0, 0.0], [2.0, 2.0]], &[[0.0, 2.0], [2.0, 0.0]], 0.0);
    check(&[[0.0, 0.0]; 5], &[[3.0, -1.0], [3.0, 1.0], [3.0, 0.0]], 9.0);
    check(&[[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]], &[[1.0, 1.0]], 0.0);
    // By one unit in the last place.
    let below = 1.0_f64.next_down();
    check(&[[0.0, -1.0], [0.0, 1.0]], &[[1.0 - below, 0.0]], (1.0 - below).powi(2));
    check(&[[0.0, 0.0], [1.0, 0.0]], &[[1.0, 0.0], [2.0, 0.0]], 0.0);
}

/// The ends of the range of `f64`, where the squares of distances are far outside it.
#[test]
fn extreme_exponents() {
    for exponent in [-1070, -600, 0, 600, 1020] {
        let unit = scale_by_power_of_two(1.0, exponent);
        let a = [[0.0, 0.0, unit], [0.0, 0.0, -unit]];
        let b = [[3.0 * unit, 4.0 * unit, 0.0]];
        let answer = exact::distance(&a, &b);
        assert_eq!(answer.distance(), 5.0 * unit);
        assert_eq!(answer.rounded().2, [3.0 * unit, 4.0 * unit, 0.0]);
        assert!(answer.compare_distance(5.0 * unit).is_eq());
        assert!(answer.compare_distance((5.0 * unit).next_up()).is_lt());
        assert!(answer.compare_distance((5.0 * unit).next_down()).is_gt());
        assert!(certificate::verifies(&a, &b, &answer));
    }
    let far = exact::distance(&[[f64::MAX, -f64::MAX]], &[[-f64::MAX, f64::MAX]]);
    assert_eq!(far.distance(), f64::INFINITY);
    let wide = exact::distance(&[[1e300, 1e-300]], &[[1e300, 3e-300], [-1e300, 3e-300]]);
    assert!((wide.distance() - 2e-300).abs() <= 1e-315);
}

/// Roots and quotients round to nearest.
#[test]
fn rationals_round_to_nearest() {
    let mut random = Random::new(7000);
    for _ in 0..2000 {
        let x = random.uniform(0.0, 1.0) * random.magnitude(-12, 12);
        let exact = Rational::from_f64(x);
        assert_eq!(exact.to_f64(), x);
        assert_eq!(exact.sqrt_to_f64(), x.sqrt());
        assert_eq!(exact.squared().sqrt_to_f64(), x);
        let y = random.uniform(1.0, 2.0);
        let (p, q) = (exact, Rational::from_f64(y));
        let quotient =
            Rational::new(&p.numerator * &q.denominator, &q.numerator * &p.denominator, p.exponent - q.exponent);
        assert_eq!(quotient.to_f64(), x / y);
        assert_eq!(quotient.squared().sqrt_to_f64(), x / y);
    }
}

/// Any start leads to the same distance.
#[test]
fn hints_have_no_part_in_the_answer() {
    for kind in Kind::ALL {
        for pair in Recipe::new(kind).vertices(6, 6).pairs::<3>(8000, 20) {
            let answer = exact::distance(&pair.a, &pair.b);
            let mut random = Random::new(pair.seed);
            let hint: Vec<_> =
                (0..random.index(8)).map(|_| (random.index(pair.a.len()), random.index(pair.b.len()))).collect();
            let other = exact::distance_from(&pair.a, &pair.b, &hint);
            assert_eq!(answer.squared, other.squared);
            assert_eq!(answer.separation, other.separation);
            assert!(guess::guess(&pair.a, &pair.b).len() <= 4);
        }
    }
}

/// A search of all directions finds the distances and depths that features, facets and formulas give.
#[test]
fn all_directions_are_looked_along() {
    fn points<const D: usize>(of: &[[f64; D]]) -> Vec<Disc<D>> {
        of.iter().map(|point| Disc::point(*point)).collect()
    }
    fn check<const D: usize>(a: &[Disc<D>], b: &[Disc<D>], guess: &[f64; D], want: f64) {
        const TOLERANCE: f64 = 1e-3;
        let over = least_reach(a, b, guess, TOLERANCE) - want;
        assert!((-1e-12..=TOLERANCE).contains(&over), "{over} {want} {a:?} {b:?}");
    }
    fn polytopes<const D: usize>() {
        let mut hits = 0;
        for pair in Recipe::new(Kind::Round).vertices(6, 6).pairs::<D>(9500, 60) {
            let apart = exact::distance(&pair.a, &pair.b).distance();
            let want = if apart > 0.0 { -apart } else { depth::least_reach(&pair.a, &pair.b) };
            hits += u32::from(apart == 0.0);
            check(&points(&pair.a), &points(&pair.b), &[0.0; D], want);
        }
        assert!((18..=42).contains(&hits), "{hits} of 60 overlap");
    }
    polytopes::<2>();
    polytopes::<3>();
    let mut random = Random::new(9600);
    for _ in 0..60 {
        let [radius, half] = [(); 2].map(|()| random.uniform(0.2, 1.5));
        let axes = random.frame();
        let disc = |y: f64, radius: f64| Disc {
            center: scaled(&axes[1], y),
            radii: [scaled(&axes[0], radius), scaled(&axes[2], radius)],
        };
        let cylinder = (Form::Cylinder(radius, half), [disc(half, radius), disc(-half, radius)]);
        let cone = (Form::Cone(radius, half), [disc(half, 0.0), disc(-half, radius)]);
        for (form, discs) in [cylinder, cone] {
            // Inside, the formula is how far the next plane, or the side, is.
            let point = random.direction::<3>().map(|x| 0.2 * radius.min(half) * x);
            let outside = Solid { form, axes, center: [0.0; 3] }.outside(&point);
            assert!(outside < 0.0);
            // Along the axis, too, where every point of a disc is as far.
            for guess in [random.direction(), axes[1]] {
                check(&discs, &[Disc::point(point)], &guess, -outside);
            }
            // On the axis above, and on the same axis.
            check(&discs, &[disc(half + 0.5, 0.0)], &[0.0; 3], -0.5);
            check(&discs, &[disc(half - 0.1, 0.1), disc(half + 0.5, 0.1)], &[0.0; 3], 0.1_f64.min(radius + 0.1));
        }
    }
}

/// A tampered answer does not verify, and axes and points bound the distance from both sides.
#[test]
fn certificates() {
    let recipe = Recipe::new(Kind::Round);
    let (mut separated, mut proven) = (0, 0);
    for pair in recipe.pairs::<3>(9000, 100) {
        let answer = checked(&pair);
        let (_, _, axis) = answer.rounded();
        let mut tampered = answer.clone();
        tampered.squared = Rational::from_f64(answer.squared.to_f64() * 1.5 + 1.0);
        assert!(!certificate::verifies(&pair.a, &pair.b, &tampered));
        let mut tampered = answer.clone();
        tampered.total += 1;
        assert!(!certificate::verifies(&pair.a, &pair.b, &tampered));
        let lower = certificate::squared_lower_bound(&pair.a, &pair.b, &axis);
        let upper = certificate::squared_distance_of_points(&pair.a[0], &pair.b[0]);
        assert!(lower <= answer.squared && answer.squared <= upper);
        if answer.distance() > 1e-12 {
            separated += 1;
            proven += u32::from(certificate::separates(&pair.a, &pair.b, &axis));
        }
        if norm(&axis) > 1e-12 {
            let ratio = lower.sqrt_to_f64() / answer.distance();
            assert!(ratio > 1.0 - 1e-3, "{ratio}");
        }
    }
    assert!(separated > 30 && proven == separated);
}
