//! Exact measurements, checked by properties that must hold exactly: turning both shapes changes nothing, certificates
//! can't be forged, radii are compared by squares, and no scale is too small or too large.

#![allow(clippy::float_cmp, reason = "exact")]

use gjk::certified::{self, Enclosure, Proof, Separation};
use gjk::exact::{self, ExactCases, Float};
use gjk::nalgebra::{
    Matrix3, Point, Point2, Point3, Quaternion, SMatrix, SVector, Similarity3, Translation3, UnitQuaternion, Vector2,
    Vector3, Vector4,
};
use gjk::shape::{Ball, Capsule, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Segment, Sum};
use gjk::{
    Difference, Pose, Query, Support, SupportExt,
    epa::Expansion,
    intersects,
    simplex::{Cases, SimplexCases, VertexId},
    support_fn,
};
use num_rational::BigRational;
use oracle::random::Random;
use oracle::rational::scale_by_power_of_two;
use oracle::testing::{erased, nearest};
use oracle::{Kind, Precision, Recipe};

fn cloud<const D: usize>(points: &[[f64; D]]) -> PointCloud<f64, D> {
    PointCloud::new(points.iter().map(|p| Point::from(*p))).unwrap()
}

fn quaternion(random: &mut Random) -> [f64; 4] {
    random.direction()
}

/// R(q) / |q|² is exactly orthogonal: distances and depths of two shapes that are turned by the same quaternion and
/// moved by the same vector are the same numbers, not nearly so.
#[test]
fn turning_both_changes_nothing() {
    let mut random = Random::new(11);
    let (mut apart, mut touching) = (0, 0);
    let kinds = [Kind::Round, Kind::Grid, Kind::Kissing, Kind::Redundant].into_iter().cycle();
    for (seed, kind) in (0..300).zip(kinds) {
        let pair = Recipe::new(kind).pair::<3>(seed);
        let (a, b) = (cloud(&pair.a), cloud(&pair.b));
        let place = Vector3::from(random.direction::<3>());
        let pose = Pose::from_quaternion(quaternion(&mut random), place).unwrap();
        let (c, d) = ((&a).posed(pose).unwrap(), (&b).posed(pose).unwrap());
        let [before, after] =
            [exact::contact(erased(&a), erased(&b)), exact::contact(erased(&c), erased(&d))].map(Option::unwrap);
        assert_eq!((before.overlap, &before.squared), (after.overlap, &after.squared), "seed {seed}");
        let verdict = certified::intersects(erased(&c), erased(&d));
        assert!(verdict.is_proven() && verdict.intersects == before.overlap, "seed {seed}");
        apart += u32::from(!before.overlap);
        touching += u32::from(before.squared == BigRational::from_float(0.0).unwrap());
    }
    assert!((60..240).contains(&apart) && touching > 20, "{apart} {touching}");
}

/// In every dimension depth is what the facets of the whole difference say, to rounding.
#[test]
fn depth_is_that_of_the_nearest_facet() {
    fn agree<const D: usize>(count: u64)
    where
        Cases: ExactCases<D>,
    {
        let mut deep = 0;
        for pair in Recipe::new(Kind::Round).vertices(D + 2, D + 1).pairs::<D>(77, count) {
            let found = exact::contact(erased(&cloud(&pair.a)), erased(&cloud(&pair.b))).unwrap();
            let want = oracle::depth::least_reach(&pair.a, &pair.b);
            assert_eq!(found.overlap, want >= 0.0, "seed {}", pair.seed);
            if found.overlap {
                let depth = -found.separation();
                assert!((depth - want).abs() < 1e-12, "seed {}: {depth} {want}", pair.seed);
                // The normal proves that it is not less, the points that they differ by as much.
                let reach = oracle::depth::reach(&pair.a, &pair.b, &found.unit_normal());
                assert!((reach - depth).abs() < 1e-14, "seed {}: {reach} {depth}", pair.seed);
                let [p, q] = found.rounded_points().map(SVector::from);
                let way = p - q - SVector::from(found.unit_normal()) * depth;
                assert!(way.norm() < 1e-14, "seed {}: {way}", pair.seed);
                deep += 1;
            }
        }
        assert!(deep > count / 3, "{deep}");
    }
    agree::<1>(20);
    agree::<2>(100);
    agree::<3>(60);
    agree::<4>(20);
    agree::<5>(6);
}

#[test]
fn flat_differences_have_no_depth() {
    let p = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let a = Segment::new([p(-1.0, 0.0, 0.0), p(1.0, 0.0, 0.0)]).unwrap();
    let b = Segment::new([p(0.0, -1.0, 0.0), p(0.0, 2.0, 0.0)]).unwrap();
    let found = exact::contact(erased(&a), erased(&b)).unwrap();
    assert_eq!((found.separation(), found.unit_normal().map(f64::abs)), (0.0, [0.0, 0.0, 1.0]));
    let round = exact::contact(erased(&a.swollen(0.25).unwrap()), erased(&b)).unwrap();
    assert_eq!(round.separation(), -0.25);
}

/// A chain of hulls, sums, matrices and margins against the same made by hand.
#[test]
fn combinators_are_exact() {
    let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let pose = Pose::new(quarter, Vector3::new(0.1, 0.2, 0.3)).unwrap();
    let segment = |x: f64| Segment::new([Point3::new(x, 0.0, 0.0), Point3::new(x, 1.0, 0.0)]).unwrap();
    let slab =
        Sum::new(Hull::new([segment(0.0), segment(3.0)]).unwrap(), Cuboid::new(Vector3::new(0.0, 0.0, 0.1)).unwrap());
    let posed = slab.unwrap().posed(pose).unwrap().swollen(0.5).unwrap();
    // x from −1 + 0.1 to 0.1, y from 0.2 to 3 + 0.2, z up to 0.1 + 0.3, exactly.
    let above = |height: f64| Ball::at(Point3::new(-0.5, 1.0, height), 0.5).unwrap();
    let top = BigRational::from_float(0.1).unwrap() + BigRational::from_float(0.3).unwrap();
    let ball = above(1.5);
    let gap = BigRational::from_float(1.5).unwrap() - top;
    let found = exact::distance(erased(&posed), erased(&ball)).unwrap();
    assert_eq!(found.squared, &gap * &gap);
    assert_eq!(found.intersects(), gap <= BigRational::from_float(1.0).unwrap());
    assert_eq!(certified::intersects(erased(&posed), erased(&ball)).intersects, found.intersects());
    assert!(exact::intersects(erased(&posed), erased(&above(1.3))).unwrap());
}

/// Balls whose centers are a Pythagorean triple apart touch exactly; one unit in the last place more and they don't.
#[test]
fn margins_are_compared_by_squares() {
    let mut exactly = 0;
    for (x, y, length) in [(3.0, 4.0, 5.0), (5.0, 12.0, 13.0), (20.0, 21.0, 29.0), (119.0, 120.0, 169.0)] {
        for scale in [1.0, 0.5_f64.powi(60), 2.0_f64.powi(60), 2.0_f64.powi(-500), 2.0_f64.powi(500)] {
            let radius = length * scale * 0.25;
            let capsule = |r: f64| Capsule::new(Point2::origin(), Point2::new(-x * scale, -y * scale), r).unwrap();
            let at = Point2::new(x * scale, y * scale);
            let rest = length * scale - radius;
            for (r, meets) in [(rest, true), (rest.next_up(), true), (rest.next_down(), false)] {
                let found = certified::intersects(erased(&capsule(radius)), erased(&Ball::at(at, r).unwrap()));
                assert!(found.is_proven() && found.intersects == meets, "{x} {scale:e} {r:e} {found:?}");
                exactly += u32::from(found.proof == Proof::Exact);
            }
            for (r, meets) in [(rest * 1.001, true), (rest * 0.999, false)] {
                let found = certified::intersects(erased(&capsule(radius)), erased(&Ball::at(at, r).unwrap()));
                assert!(found.is_proven() && found.intersects == meets);
            }
        }
    }
    assert_eq!(exactly, 60);
}

/// How many certificates were proven by a bound, and how many in exact arithmetic.
#[derive(Debug, Default)]
struct Proven {
    by_bound: u32,
    exactly: u32,
}

impl Proven {
    fn count(&mut self, proof: Proof) -> bool {
        self.by_bound += u32::from(proof == Proof::Bound);
        self.exactly += u32::from(proof == Proof::Exact);
        proof != Proof::None
    }
}

#[test]
fn certificates_hold_and_forged_ones_do_not() {
    let (mut separations, mut enclosures, mut wrong) = (Proven::default(), Proven::default(), 0);
    for kind in [Kind::Round, Kind::Kissing, Kind::Grid] {
        for pair in Recipe::new(kind).pairs::<3>(5, 300) {
            let (a, b) = (cloud(&pair.a), cloud(&pair.b));
            let apart = !exact::intersects(erased(&a), erased(&b)).unwrap();
            let found = Query::new().search(&Difference(&a, &b)).verdict;
            if let Some(separation) = Separation::of(&found) {
                assert!(!separations.count(separation.proof(&a, &b)) || apart, "seed {}", pair.seed);
                assert!(!Separation { axis: -&separation.axis }.verify(&a, &b));
                assert!(!Separation { axis: SVector::zeros() }.verify(&a, &b));
                assert!(!Separation { axis: separation.axis * f64::NAN }.verify(&a, &b));
            }
            if let Some(enclosure) = Enclosure::of(&found) {
                assert!(!enclosures.count(enclosure.proof(&a, &b)) || !apart, "seed {}", pair.seed);
                wrong += u32::from(apart);
                let mut forged = enclosure.clone();
                forged.vertices[0][0].0 = 1000;
                assert!(!forged.verify(&a, &b));
                assert!(!Enclosure { vertices: [].into() }.verify(&a, &b));
            }
        }
    }
    println!("separations {separations:?}, enclosures {enclosures:?}, wrong claims {wrong}");
    assert!(separations.by_bound > 200 && separations.exactly > 10, "{separations:?}");
    assert!(enclosures.by_bound > 150 && enclosures.exactly > 50 && wrong > 0, "{enclosures:?} {wrong}");
}

/// All vertices of a simplex, named, enclose a point exactly if it is in it: points inside by much, by next to nothing,
/// and outside; simplices turned, scaled and far away.
#[test]
fn enclosures_hold_exactly_for_points_inside() {
    fn check<T: Float, const D: usize>(seed: u64, size: f64, pose: impl Fn(&mut Random) -> Pose<T, D>)
    where
        Cases: SimplexCases<T, D> + ExactCases<D>,
    {
        let mut random = Random::new(seed);
        let (mut proven, mut inside) = (Proven::default(), 0);
        for round in 0..1500 {
            let corners: Vec<[f64; D]> = (0..=D).map(|_| random.direction().map(|x| x * size)).collect();
            let narrow = |p: &[f64; D]| Point::from(p.map(nearest::<T>));
            let (pose, aside) = (pose(&mut random), narrow(&random.direction().map(|x| x * size)));
            let moved = |points: &[[f64; D]]| {
                let cloud = PointCloud::new(points.iter().map(narrow)).unwrap().posed(pose.clone()).unwrap();
                Sum::new(cloud, Ball::point(aside.clone()).unwrap()).unwrap()
            };
            let simplex = moved(&corners);
            // A mean of the corners, as they are rounded, with little of the last one.
            let anywhere = SVector::from_element(nearest::<T>(1.0));
            let vertex = |k: usize| moved(&corners[k..=k]).support(&anywhere).coords.map(|x| x.widen());
            let least = [0.0, 1e-17, -1e-17, 1e-8, -1e-8, 1e-15, -1e-15, 1e-2, 0.2][round % 9];
            let (first, rest) =
                (0..D).map(vertex).fold((SVector::<f64, D>::zeros(), 0.0), |(sum, n), v| (sum + v, n + 1.0));
            let mean = first / rest * (1.0 - least) + vertex(D) * least;
            let point = Ball::point(Point::from(mean.map(nearest::<T>))).unwrap();
            let names = (0..=D).map(|k| [VertexId(u32::try_from(k).unwrap() << 16), VertexId(0)]).collect();
            let want = exact::intersects(erased(&simplex), erased(&point)).unwrap();
            let got = proven.count(Enclosure { vertices: names }.proof(&simplex, &point));
            assert_eq!(got, want, "{D}D, round {round}");
            inside += u32::from(want);
        }
        println!("{D}D: {proven:?}, {inside} inside");
        assert!((300..1200).contains(&inside) && proven.by_bound > 250 && proven.exactly > 50, "{proven:?}");
    }
    let place = |random: &mut Random, far: f64| random.direction::<3>().map(|x| x * far);
    check::<f64, 2>(1, 1.0, |random| Vector2::new(place(random, 1e3)[0], 0.1).into());
    check::<f32, 3>(2, 1.0, |random| {
        Pose::from_quaternion(random.direction().map(nearest::<f32>), place(random, 9.0).map(nearest::<f32>)).unwrap()
    });
    check::<f64, 3>(3, 1.0, |random| Pose::from_quaternion(random.direction(), place(random, 1e3)).unwrap());
    check::<f64, 4>(4, 1e-280, |random| Vector4::from(random.direction().map(|x| x * 1e-280)).into());
}

/// Vertices of cuboids, sums, hulls and images are found by their names.
#[test]
fn vertices_have_exact_names() {
    let cube = Cuboid::new(Vector3::new(1.0, 2.0, 3.0)).unwrap();
    let sum = Sum::new(cube, Segment::new([Point3::origin(), Point3::new(1.0, 1.0, 1.0)]).unwrap()).unwrap();
    let pose = Pose::from_quaternion([0.9, 0.1, -0.3, 0.2], Vector3::new(0.1, 0.2, 0.3)).unwrap();
    let hull = Hull::new([sum.posed(pose).unwrap()]).unwrap();
    let found = Query::new().search(&Difference(&hull, &cube)).verdict;
    // Sums within hulls need names of more than 32 bits and have none; the others do.
    assert!(!Enclosure::of(&found).unwrap().verify(&hull, &cube));
    for [a, b] in [[&sum as &dyn Support<3, Scalar = f64>, &cube], [&cube, &sum]] {
        let found = Query::new().search(&Difference(a, b)).verdict;
        assert!(Enclosure::of(&found).unwrap().verify(a, b));
    }
}

/// From the smallest subnormal numbers to the largest that are taken, and both in one shape: right, or refused.
#[test]
fn any_scale() {
    let mut random = Random::new(3);
    let sizes = [5e-324, 1e-320, 1e-300, 1e-160, 1.0, 1e160, 1e300, 1e306];
    let (mut pairs, mut hits, mut plain_wrong) = (0, 0, 0);
    for round in 0..300 {
        let mixed = round % 3 == 0;
        let size = sizes[random.index(sizes.len())];
        let mut point = || -> [f64; 3] {
            std::array::from_fn(|_| {
                let size = if mixed { sizes[random.index(sizes.len())] } else { size };
                f64::from(random.integer(-4, 4)) * 0.25 * size
            })
        };
        let mut a: Vec<[f64; 3]> = (0..6).map(|_| point()).collect();
        if round % 2 == 0 {
            for p in &mut a {
                p[0] = -p[0].abs();
            }
        }
        let mut b: Vec<[f64; 3]> = (0..5).map(|_| point()).collect();
        if round % 2 == 0 {
            // Apart, or nearly so, along the first axis.
            for p in &mut b {
                p[0] = p[0].abs() + size;
            }
        }
        let want = oracle::exact::distance(&a, &b).intersects();
        let (a, b) = (cloud(&a), cloud(&b));
        let found = certified::intersects(erased(&a), erased(&b));
        assert!(found.is_proven() && found.intersects == want, "{size:e} {mixed} {found:?}");
        let bounds = certified::distance(erased(&a), erased(&b)).bounds.unwrap();
        assert!((bounds[0] > 0.0 || bounds[1] > 0.0) != want || want && bounds == [0.0, 0.0], "{bounds:?}");
        (pairs, hits) = (pairs + 1, hits + u32::from(want));
        plain_wrong += u32::from(intersects(&a, &b) != want);
    }
    println!("any scale: {pairs} pairs, {hits} hits, {plain_wrong} plain verdicts wrong");
    assert!((pairs / 5..4 * pairs / 5).contains(&hits), "{hits} of {pairs}");
    assert!(PointCloud::new([Point3::new(1e308, 0.0, 0.0)]).is_err());
    assert!(Ball::at(Point3::origin(), f64::NAN).is_err());
}

/// A shape that is made small, so small that its corners are subnormal numbers, and large again: what rounding did in
/// between is not forgotten.
#[test]
fn scales_within_scales() {
    let mut random = Random::new(5);
    let (mut tally, mut hits, mut plain_wrong) = (Proven::default(), 0, 0);
    for (inner, outer) in [(1e-310, 1e300), (1e-316, 1e305), (1e-300, 1e300), (1e300, 1e-300), (1e-150, 1e150)] {
        for round in 0..120 {
            let mut pose = |scale: f64| {
                let turn = UnitQuaternion::from_quaternion(Quaternion::from(random.direction::<4>()));
                Similarity3::from_parts(Translation3::identity(), turn, scale)
            };
            let (first, second) = (pose(inner), pose(outer));
            let plate = Cuboid::new(Vector3::new(1.0, 0.75, 0.5)).unwrap().posed(first).unwrap().posed(second).unwrap();
            let on = (second * (first * Point3::new(1.0, 0.1, -0.2))).coords;
            let off = [0.0, 1e-15, -1e-15, 1e-12, -1e-12, 1e-8, -1e-8, 1e-4, -1e-4, 0.1][round % 10];
            let point = Ball::point(Point3::from(on * (1.0 + off))).unwrap();
            let want = exact::intersects(erased(&plate), erased(&point)).unwrap();
            let found = certified::intersects(erased(&plate), erased(&point));
            assert!(tally.count(found.proof) && found.intersects == want, "{inner:e} {outer:e} {off:e} {found:?}");
            let [lower, upper] = certified::distance(erased(&plate), erased(&point)).bounds.unwrap();
            let distance = exact::distance(erased(&plate), erased(&point)).unwrap().distance();
            assert!(
                lower <= distance && distance <= upper,
                "{inner:e} {outer:e} {off:e}: {lower:e} {distance:e} {upper:e}"
            );
            let [lower, upper] = certified::contact(erased(&plate), erased(&point)).bounds.unwrap();
            let separation = exact::contact(erased(&plate), erased(&point)).unwrap().separation();
            assert!(
                lower <= separation && separation <= upper,
                "{inner:e} {outer:e} {off:e}: {lower:e} {separation:e} {upper:e}"
            );
            hits += u32::from(want);
            plain_wrong += u32::from(intersects(&plate, &point) != want);
        }
    }
    println!("scales within scales: {tally:?}, {hits} hits, {plain_wrong} plain verdicts wrong");
    assert!(tally.by_bound > 50 && tally.exactly > 50 && (150..450).contains(&hits) && plain_wrong > 0, "{tally:?}");
}

/// Bounds hold the exact distance between them, and are close.
#[test]
fn bounds_are_rigorous() {
    let mut worst = 0.0_f64;
    for kind in Kind::ALL {
        for pair in Recipe::new(kind).offset(10.0).pairs::<3>(900, 150) {
            let (a, b) = (cloud(&pair.a), cloud(&pair.b));
            let want = oracle::exact::distance(&pair.a, &pair.b);
            let found = certified::distance(erased(&a), erased(&b));
            let [lower, upper] = found.bounds.unwrap();
            assert!(want.compare_distance(lower).is_ge(), "{kind:?}, seed {}: {lower:e}", pair.seed);
            assert!(want.compare_distance(upper).is_le(), "{kind:?}, seed {}: {upper:e}", pair.seed);
            assert!(lower <= found.measured.distance && found.measured.distance <= upper);
            worst = worst.max((upper - lower) / (f64::EPSILON * pair.largest_coordinate()));
        }
    }
    println!("bounds are at most {worst:.0} eps L apart");
    assert!(worst < 2000.0, "{worst}");
}

/// Bounds of a contact hold the exact signed separation between them, and are close, of polytopes in two, three and
/// four dimensions: apart, touching, deep in each other, identical, and in one plane; with margins and without.
#[test]
fn bounds_of_contacts_are_rigorous() {
    #[derive(Debug, Default)]
    struct Seen {
        apart: u32,
        touching: u32,
        deep: u32,
        identical: u32,
        flat: u32,
        widest: f64,
    }
    fn check<T: Float, const D: usize>(precision: Precision, count: u64)
    where
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        let mut seen = Seen::default();
        for kind in Kind::ALL {
            for mut pair in Recipe::new(kind).offset(10.0).precision(precision).pairs::<D>(70_000, count) {
                let seed = pair.seed;
                let way = match seed % 5 {
                    0 => {
                        // Moved together to where they are deep in each other.
                        let apart: [f64; D] = std::array::from_fn(|k| pair.a[0][k] - pair.b[0][k]);
                        pair.b.iter_mut().for_each(|p| *p = std::array::from_fn(|k| precision.round(p[k] + apart[k])));
                        "deep"
                    }
                    1 => {
                        pair.b.clone_from(&pair.a);
                        "identical"
                    }
                    2 => {
                        pair.a.iter_mut().chain(&mut pair.b).for_each(|p| p[0] = 0.5);
                        "flat"
                    }
                    _ => "as it is",
                };
                let [a, b] = [&pair.a, &pair.b]
                    .map(|points| PointCloud::new(points.iter().map(|p| Point::from(p.map(nearest::<T>)))).unwrap());
                let [margin_a, margin_b] = if seed % 3 == 0 { [0.3, 0.0] } else { [0.0; 2] }.map(nearest::<T>);
                let (a, b) = (a.swollen(margin_a.clone()).unwrap(), b.swollen(margin_b).unwrap());
                let [a, b]: [&dyn Support<D, Scalar = T>; 2] = [&a, &b];
                let want = exact::contact(a, b).unwrap();
                let found = certified::contact(a, b);
                assert_eq!(found.verdict.intersects, want.intersects(), "{kind:?}, {way}, seed {seed}");
                let ([lower, upper], truth) = (found.bounds.unwrap().map(|x| x.widen()), want.separation());
                let place = format!("{D}D {kind:?}, {way}, seed {seed}: {truth:e} in [{lower:e}, {upper:e}]");
                assert!(lower <= truth && truth <= upper, "{place}");
                assert!((lower..=upper).contains(&found.measured.separation.widen()), "{place}");
                let width = (upper - lower) / (precision.epsilon() * pair.largest_coordinate());
                seen.widest = seen.widest.max(width);
                let is_zero = want.squared == BigRational::from_float(0.0).unwrap();
                seen.apart += u32::from(!want.intersects());
                seen.touching += u32::from(is_zero && way == "as it is");
                seen.deep += u32::from(want.overlap && !is_zero);
                seen.identical += u32::from(way == "identical");
                seen.flat += u32::from(way == "flat" && want.overlap);
            }
        }
        println!("{D}D {precision:?}: {seen:?}");
        let kinds = u32::try_from(count).unwrap();
        assert!(seen.apart > kinds && seen.touching > kinds / 4 && seen.deep > kinds, "{seen:?}");
        assert!(seen.identical > kinds && seen.flat > kinds / 4, "{seen:?}");
        assert!(seen.widest < 1100.0, "{seen:?}");
    }
    check::<f32, 2>(Precision::Single, 100);
    check::<f64, 2>(Precision::Double, 100);
    check::<f32, 3>(Precision::Single, 60);
    check::<f64, 3>(Precision::Double, 60);
    check::<f64, 4>(Precision::Double, 10);
}

/// Of curved shapes, too, an overlap has a bound from both sides: here of balls and cylinders that are not taken for
/// margins, whose depth is a number.
#[test]
fn curved_overlaps_have_bounds() {
    fn holds<T: Float, const D: usize>(
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        depth: f64,
    ) -> f64
    where
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        let found = certified::contact(a, b);
        let [lower, upper] = found.bounds.expect("proven").map(|x| x.widen());
        assert!(found.verdict.proof == Proof::Bound && lower <= -depth && -depth <= upper, "{depth} {lower} {upper}");
        (upper - lower) / depth
    }
    fn round<T: Float, const D: usize>() -> f64
    where
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        let mut widest = 0.0_f64;
        for (radius, scale) in [(1.0, 1.0), (0.5, 1.0), (4.0, 0.25), (1.0, 0.125), (0.75, 1.5)] {
            let ball = |radius: f64| Ellipsoid::new(SVector::from_element(nearest::<T>(radius))).unwrap();
            // (3, 4) is 5 away.
            let place = SVector::from_fn(|k, _| nearest::<T>([0.375, 0.5, 0.0][k] * scale));
            let depth = radius + 1.0 - 0.625 * scale;
            widest = widest.max(holds(&ball(radius), &ball(1.0).posed(place).unwrap(), depth));
        }
        widest
    }
    let widest = [round::<f32, 2>(), round::<f64, 2>(), round::<f32, 3>(), round::<f64, 3>()];
    println!("as parts of the depth: {widest:?}");
    assert!(widest.iter().all(|width| *width < 0.05), "{widest:?}");
    let cylinder = Cylinder::with_radius(1.0).half_height(1.0).unwrap();
    for place in [Vector3::new(0.25, 1.5, 0.25), Vector3::new(-1.5, 0.25, 0.0)] {
        let width = holds(&cylinder, &cylinder.posed(place).unwrap(), 0.5);
        assert!(width < 0.01, "{width}");
    }
}

/// Curved shapes are proven where the bound allows, and say so where it does not; closures never are.
#[test]
fn curved_shapes_are_proven_or_not() {
    let egg = Ellipsoid::new(Vector2::new(1.0, 2.0)).unwrap();
    let at = |x: f64| egg.posed(Vector2::new(x, 0.0)).unwrap();
    let aside = egg.posed(Vector2::new(0.7, 0.3)).unwrap();
    assert!(certified::intersects(erased(&egg), erased(&aside)).is_proven());
    for (x, meets, proven) in [(2.5, false, true), (2.0 + 1e-15, false, false)] {
        let found = certified::intersects(erased(&egg), erased(&at(x)));
        assert_eq!(found.is_proven(), proven, "{x}");
        assert!(!proven || found.intersects == meets, "{x}");
    }
    let disc = |x: f64| support_fn(move |d: &Vector2<f64>| Point2::new(x, 0.0) + d / d.norm());
    assert!(!certified::intersects(erased(&disc(0.0)), erased(&disc(5.0))).is_proven());
    assert!(certified::distance(erased(&disc(0.0)), erased(&disc(5.0))).bounds.is_none());
    assert!(exact::intersects(erased(&disc(0.0)), erased(&disc(5.0))).is_none());
}

/// Enclosures that nobody has found: thin simplices whose inverse is beyond the range, and names drawn by lot. What is proven
/// is so.
#[test]
fn forged_enclosures_prove_nothing_wrong() {
    const D: usize = 4;
    let p2 = |exponent: i32| scale_by_power_of_two(1.0, exponent.into());
    let mut random = Random::new(91);
    let (mut proven, mut apart, mut thin) = (0, 0, 0);
    for round in 0..6000 {
        let (shift, half) =
            if round % 3 == 0 { (-55, -1030) } else { (-random.integer(1, 60), -random.integer(1, 1060)) };
        // The first is one whose inverse is found to be no number.
        let given = [[0.5, 0.875, -0.25], [-0.5, -0.75, 0.375], [-1.0, 0.5, -0.625], [0.25, -0.5, 0.25]];
        let mut eighths = || f64::from(random.integer(-8, 8)) / 8.0;
        let corners = given.map(|p| if round == 0 { p } else { p.map(|_| eighths()) });
        let corners = corners.map(|[x, y, z]| Point::from([1.0, x + 3.0, y, z]));
        let mut matrix = SMatrix::<f64, D, D>::identity();
        matrix[(0, 1)] = p2(shift.min(-20));
        let pose = Pose::new(matrix, SVector::from([-1.0, -3.0, 0.0, 0.0])).unwrap();
        let a = PointCloud::new(corners).unwrap().posed(pose).unwrap();
        let end = |sign: f64| Point::from([sign * p2(half), 0.0, 0.0, 0.0]);
        let b = Segment::new([end(1.0), end(-1.0)]).unwrap();
        let ends = if round == 0 { [0, 1, 0, 0, 1] } else { [(); 5].map(|()| random.index(2)) };
        let names =
            [0, 0, 1, 2, 3].into_iter().zip(ends).map(|(a, b)| [VertexId(a), VertexId(u32::try_from(b).unwrap())]);
        let vertices = names.collect();
        let enclosure = Enclosure { vertices };
        let proof = enclosure.proof(&a, &b);
        let meet = exact::intersects(erased(&a), erased(&b)).unwrap();
        assert!(proof == Proof::None || meet, "{round}: {enclosure:?} {proof:?}");
        proven += u32::from(proof != Proof::None);
        apart += u32::from(!meet);
        thin += u32::from(half < -1000);
    }
    println!("{proven} proven, {apart} apart, {thin} thin");
    assert!(apart > 2000 && thin > 1500, "{apart} {thin}");
}
