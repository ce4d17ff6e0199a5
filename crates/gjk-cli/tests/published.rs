//! The ways to treat a simplex, against the exact answer. On small integers nothing is rounded, and each way that claims to be right is
//! right. Where a way is known to fail, it fails.

#![allow(clippy::cast_possible_truncation, reason = "rounding to `f32` is what is wanted")]

use clap::Parser;
use gjk::nalgebra::{Isometry3, Point, Vector3};
use gjk::shape::{Capsule, Cuboid, PointCloud};
use gjk::simplex::Cases;
use gjk::{Real, Scalar, Start, SupportExt};
use gjk_study::Quad;
use gjk_study::diverge::{self, DivergeArgs};
use gjk_study::published::{Found, Way, Ways};
use gjk_study::small::Small;
use half::f16;
use num_rational::BigRational;
use num_traits::FromPrimitive;
use oracle::random::Random;
use oracle::{Exact, Kind, Pair, Precision, Recipe, exact};
use std::io::Write;
use std::process::{Command, Stdio};

/// Those that make no mistake if nothing is rounded.
fn are_right() -> impl Iterator<Item = Way> {
    Way::ALL.iter().copied().filter(|way| !matches!(way, Way::FirstFace | Way::Tutorial))
}

fn cloud<T: Scalar, const D: usize>(points: &[[f64; D]], number: impl Fn(f64) -> T) -> PointCloud<T, D> {
    PointCloud::new(points.iter().map(|p| Point::from(p.map(&number)))).expect("points in range")
}

fn asked<T: Real, const D: usize>(way: Way, pair: &Pair<D>, number: impl Fn(f64) -> T) -> Found<T, D>
where
    Cases: Ways<T, D>,
{
    way.ask(&cloud(&pair.a, &number), &cloud(&pair.b, &number))
}

/// Pairs of small integers with what is true of them. Many touch, many are flat.
fn on_grid<const D: usize>(seed: u64, count: u64) -> Vec<(Pair<D>, Exact<D>)> {
    let pairs: Vec<_> = Recipe::new(Kind::Grid)
        .pairs::<D>(seed, count)
        .map(|pair| {
            let truth = exact::distance(&pair.a, &pair.b);
            (pair, truth)
        })
        .collect();
    let hits = pairs.iter().filter(|(_, truth)| truth.intersects()).count() as u64;
    assert!((count / 5..count * 4 / 5).contains(&hits), "{hits} of {count} intersect");
    pairs
}

/// What a family of numbers makes of the grid: no way has a wrong verdict or an undecided one, and distances are near.
fn right_on_grid<T: Real, const D: usize>(
    pairs: &[(Pair<D>, Exact<D>)],
    number: impl Fn(f64) -> T + Copy,
    wide: impl Fn(T) -> f64,
    tolerance: f64,
) where
    Cases: Ways<T, D>,
{
    for way in are_right() {
        for (pair, truth) in pairs {
            let found = asked(way, pair, number);
            assert_eq!(found.intersects, Some(truth.intersects()), "{way}, seed {}", pair.seed);
            if let Some(distance) = found.distance {
                let off = (wide(distance.distance) - truth.distance()).abs();
                assert!(off <= tolerance * pair.largest_coordinate(), "{way}, seed {}: off by {off:e}", pair.seed);
            }
            assert_eq!(way.measures(), asked(way, pair, number).distance.is_some());
        }
    }
}

#[test]
fn right_on_small_integers_in_the_plane() {
    let pairs = on_grid::<2>(1, 300);
    right_on_grid::<f64, 2>(&pairs, |x| x, |x| x, 1e-14);
    right_on_grid::<Quad, 2>(&pairs, Quad::from, |x| x.parts()[0], 1e-14);
}

#[test]
fn right_on_small_integers_in_space() {
    let pairs = on_grid::<3>(1, 300);
    right_on_grid::<f64, 3>(&pairs, |x| x, |x| x, 1e-14);
    right_on_grid::<Quad, 3>(&pairs, Quad::from, |x| x.parts()[0], 1e-14);
}

/// In rational numbers, where nothing rounds whatever the numbers are.
#[test]
fn right_in_exact_arithmetic() {
    fn check<const D: usize>(pairs: &[(Pair<D>, Exact<D>)])
    where
        Cases: Ways<BigRational, D>,
    {
        let number = |x| BigRational::from_f64(x).expect("finite");
        for way in are_right() {
            for (pair, truth) in pairs {
                let found = way.decide(&cloud(&pair.a, number), &cloud(&pair.b, number));
                assert_eq!(found.is_some(), way.takes_rings(), "{way}");
                let Some(found) = found else { break };
                assert_eq!(found.intersects, Some(truth.intersects()), "{way}, seed {}", pair.seed);
                assert!(found.distance.is_none() && found.evaluations > 0);
            }
        }
    }
    check(&on_grid::<2>(1000, 60));
    check(&on_grid::<3>(1000, 60));
}

/// Ours and the same without certification are one search, wherever nothing is in doubt: with the same evaluations, and the same bits.
#[test]
fn uncertified_is_ours_where_nothing_is_in_doubt() {
    fn check<const D: usize>()
    where
        Cases: Ways<f64, D>,
    {
        let (mut same, mut hits) = (0, 0);
        for pair in Recipe::new(Kind::Round).pairs::<D>(7, 400) {
            let [ours, other] = [Way::Ours, Way::Uncertified].map(|way| asked(way, &pair, |x| x));
            assert_eq!(ours.intersects, other.intersects, "seed {}", pair.seed);
            let [p, q] = [&ours, &other].map(|found| found.distance.as_ref().expect("both measure"));
            same += u32::from(ours.evaluations == other.evaluations && p == q);
            hits += u32::from(ours.intersects == Some(true));
        }
        println!("{D}Z: {same} of 400 the same, {hits} intersect");
        assert!(same >= 398 && (120..280).contains(&hits), "{same} the same, {hits} intersect");
    }
    check::<2>();
    check::<3>();
}

/// In numbers of few digits: the verdicts, which need products of small integers only.
#[test]
fn right_in_few_digits() {
    let pairs = on_grid::<3>(2000, 60);
    for way in are_right() {
        for (pair, truth) in &pairs {
            let all = [
                asked(way, pair, |x| x as f32).intersects,
                asked(way, pair, f16::from_f64).intersects,
                asked(way, pair, Small::new).intersects,
            ];
            assert_eq!(all, [Some(truth.intersects()); 3], "{way}, seed {}", pair.seed);
        }
    }
}

/// Seen from the last vertex, two faces of the tetrahedron have the origin in front of them, at an acute angle. The first one
/// leads away, and some steps later back.
#[test]
fn the_first_face_leads_in_circles() {
    const POINTS: [[f64; 3]; 5] =
        [[-10.0, 21.0, 4.0], [-29.0, 60.0, -6.0], [1.0, -2.0, 2.0], [0.0, 1.0, -2.0], [-16.0, 32.0, 0.0]];
    assert!(!exact::distance(&POINTS, &[[0.0; 3]]).intersects());
    for scale in [1.0, 1.0 / 1_048_576.0, 3.0, 1024.0] {
        for place in [[0.0; 3], [5.0, -7.0, 64.0]] {
            let at = |p: &[f64; 3]| std::array::from_fn(|k| (p[k] + place[k]) * scale);
            let (a, b) = (cloud(&POINTS.map(|p| at(&p)), |x| x), cloud(&[at(&[0.0; 3])], |x| x));
            let ask = |way: Way| way.ask_from(&a, &b, Start::Along(Vector3::new(-10.0, -9.0, -2.0)), &mut ());
            assert_eq!(ask(Way::FirstFace).intersects, None, "{scale} {place:?}");
            for way in are_right() {
                let found = ask(way);
                assert!(found.intersects == Some(false) && found.evaluations < 20, "{way} {scale} {place:?}");
            }
        }
    }
    // The file of the exercise in docs/precision.md is this pair.
    let kept = include_str!("first-face.json");
    assert!(kept.contains(&format!("{:?}", POINTS.map(|p| p.map(|x| x as i32).to_vec())).replace(' ', "")), "{kept}");
    let told = diverge(kept, &["--cases", "muratori,first-face", "--scalars", "f64", "--start=-10,-9,-2"]).unwrap();
    println!("{told}");
    assert!(told.starts_with("muratori and first-face part at step "), "{told}");
    assert!(told.contains("first-face: undecided") && told.contains("muratori:   apart"), "{told}");
    assert!(told.contains("exactly:    apart") && !told.contains("wrong"), "{told}");
}

/// How many verdicts of a way about these pairs are wrong, and how many undecided.
fn faults<T: Real, const D: usize>(
    way: Way,
    pairs: &[(Pair<D>, Exact<D>)],
    number: impl Fn(f64) -> T + Copy,
) -> [usize; 2]
where
    Cases: Ways<T, D>,
{
    let found: Vec<_> =
        pairs.iter().map(|(pair, truth)| (asked(way, pair, number).intersects, truth.intersects())).collect();
    let wrong = found.iter().filter(|(found, truth)| *found == Some(!truth)).count();
    [wrong, found.iter().filter(|(found, _)| found.is_none()).count()]
}

fn judged<const D: usize>(recipe: Recipe, count: u64) -> Vec<(Pair<D>, Exact<D>)> {
    let pairs = recipe.precision(Precision::Single).pairs::<D>(9, count);
    pairs.map(|pair| (exact::distance(&pair.a, &pair.b), pair)).map(|(truth, pair)| (pair, truth)).collect()
}

/// With an absolute tolerance, what is small enough intersects, and what is large enough is never near enough.
#[test]
fn an_absolute_tolerance_holds_at_one_scale() {
    let at = |exponent| judged::<3>(Recipe::new(Kind::Round).scale_exponent(exponent), 100);
    let [tiny, usual, huge] = [-40, 0, 60].map(at);
    let apart = tiny.iter().filter(|(_, truth)| !truth.intersects()).count();
    assert!((30..70).contains(&apart));
    assert_eq!(faults(Way::Tutorial, &tiny, |x| x), [apart, 0]);
    assert_eq!(faults(Way::Tutorial, &usual, |x| x), [0, 0]);
    let [wrong, undecided] = faults(Way::Tutorial, &huge, |x| x);
    assert!(wrong + undecided > 20, "{wrong} wrong, {undecided} undecided");
    for pairs in [tiny, usual, huge] {
        for way in [Way::Ours, Way::Uncertified] {
            assert_eq!(faults(way, &pairs, |x| x), [0, 0], "{way}");
        }
    }
}

/// Each rule, on pairs for which it is needed.
#[test]
fn without_a_rule_it_fails_where_the_rule_is_needed() {
    let huge = judged::<3>(Recipe::new(Kind::Round).scale_exponent(100), 100);
    let [wrong, undecided] = faults(Way::Unscaled, &huge, |x| x as f32);
    assert!(wrong + undecided > 50, "unscaled: {wrong} wrong, {undecided} undecided");
    assert_eq!(faults(Way::Uncertified, &huge, |x| x as f32), [0, 0]);

    let parallel = judged::<3>(Recipe::new(Kind::NearParallelBoxes), 200);
    let [wrong, _] = faults(Way::PointDirections, &parallel, |x| x as f32);
    assert!(wrong > 5, "point-directions: {wrong} wrong");
    assert_eq!(faults(Way::Uncertified, &parallel, |x| x as f32), [0, 0]);

    // Two boxes next to each other, far away.
    let mut random = Random::new(6);
    let mut vector = |length: f64| Vector3::from(random.direction::<3>()).map(|x| (x * length) as f32);
    let [mut local, mut world] = [0.0_f64; 2];
    for _ in 0..50 {
        let [place, gap, turn, other] = [1e4, 2.6, 1.5, 2.5].map(&mut vector);
        let poses = [Isometry3::new(place, turn), Isometry3::new(place + gap, other)];
        let half = [1.0, 0.75, 0.5];
        let narrow = poses.map(|pose| Cuboid::new(Vector3::from(half.map(|x| x as f32))).unwrap().posed(pose).unwrap());
        let wide = poses.map(|pose| Cuboid::new(Vector3::from(half)).unwrap().posed(pose.cast::<f64>()).unwrap());
        let distance = |way: Way| f64::from(way.ask(&narrow[0], &narrow[1]).distance.expect("measured").distance);
        let truth = gjk::distance(&wide[0], &wide[1]).distance;
        local = local.max((distance(Way::Uncertified) - truth).abs());
        world = world.max((distance(Way::WorldFrame) - truth).abs());
    }
    assert!(local < 1e-6 && world > 1e-4, "off by {local:e} in local coordinates, {world:e} in the world's");
}

/// Ways that know of no margins are given vertices that include them.
#[test]
fn round_shapes() {
    let capsule = |from: [f64; 3], to: [f64; 3]| Capsule::new(Point::from(from), Point::from(to), 0.5).unwrap();
    let fixed = capsule([0.0; 3], [0.0, 0.0, 2.0]);
    for (height, gap) in [(0.25, -0.75_f64), (0.875, -0.125), (1.125, 0.125), (3.0, 2.0)] {
        let other = capsule([-1.0, height, 1.0], [1.0, height, 1.5]);
        for way in Way::ALL {
            let found = way.ask(&fixed, &other);
            assert_eq!(found.intersects, Some(gap <= 0.0), "{way} {gap}");
            assert!(found.distance.is_none_or(|found| (found.distance - gap.max(0.0)).abs() < 1e-5), "{way} {gap}");
        }
    }
}

#[test]
fn names() {
    for way in Way::ALL {
        assert_eq!(way.name().parse(), Ok(*way));
        assert_eq!(way.to_string(), way.name());
        assert_eq!(
            Way::ALL.iter().filter(|other| other.name() == way.name() || other.source() == way.source()).count(),
            1
        );
    }
    assert!("gauss".parse::<Way>().unwrap_err().contains("ours, uncertified, "));
    // Four dimensions have ours only.
    let at = |x| cloud(&[[x; 4], [x + 1.0; 4]], |x| x);
    for way in Way::ALL {
        let found = way.ask(&at(0.0), &at(3.0));
        assert_eq!(found.intersects, way.knows(4).then_some(false), "{way}");
        assert_eq!(way.knows(4), *way == Way::Ours);
    }
}

/// `gjk precision diverge`, as the program would call it.
#[derive(clap::Parser)]
struct Diverge {
    #[command(flatten)]
    arguments: DivergeArgs,
}

fn diverge(question: &str, options: &[&str]) -> Result<String, String> {
    let name: String = std::iter::once(&question)
        .chain(options)
        .flat_map(|text| text.chars())
        .filter(char::is_ascii_alphanumeric)
        .collect();
    let hash = name.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    let file = std::env::temp_dir().join(format!("gjk-diverge-{}-{hash:x}.json", std::process::id()));
    std::fs::write(&file, question).unwrap();
    let words = ["diverge", file.to_str().unwrap()].into_iter().chain(options.iter().copied());
    let done = Diverge::try_parse_from(words).map_err(|error| error.to_string()).and_then(|Diverge { arguments }| {
        let mut text = Vec::new();
        diverge::run(&arguments, &mut text).unwrap().map(|()| String::from_utf8(text).unwrap())
    });
    std::fs::remove_file(&file).unwrap();
    done
}

fn question<const D: usize>(query: &str, a: &[[f64; D]], b: &[[f64; D]]) -> String {
    let points = |points: &[[f64; D]]| {
        format!("{{\"type\":\"points\",\"points\":{:?}}}", points.iter().map(|p| p.to_vec()).collect::<Vec<_>>())
    };
    format!("{{\"dim\":{D},\"query\":\"{query}\",\"a\":{},\"b\":{}}}", points(a), points(b))
}

/// In single precision the point is on the square.
#[test]
fn single_and_double_precision_part() {
    let square = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let asked = question("intersect", &square, &[[1.000_000_01, 0.5]]);
    let told = diverge(&asked, &[]).unwrap();
    println!("{told}");
    let first = "Before the first step f32 rounds the question: 1.00000001 becomes 1.\nf32 and f64 part at step ";
    assert!(told.starts_with(first) && !told.contains("tie"), "{told}");
    assert!(told.contains("W · d") && told.contains("exactly ") && !told.contains("wrong"), "{told}");
    assert!(told.contains("site/explorer/serve") && !told.contains("OnFeature"), "{told}");
    assert!(told.contains("http://localhost:8000/#preset=worked&query=intersect&scalar=f32&step="), "{told}");
    let verdicts: Vec<_> =
        told.lines().filter(|line| line.contains("intersecting") || line.contains("apart")).collect();
    assert!(verdicts[0].starts_with("f32: ") && verdicts[0].ends_with("intersecting"), "{told}");
    assert!(verdicts[1].starts_with("f64: ") && verdicts[2].starts_with("exactly: "), "{told}");
    assert!(verdicts[2].ends_with("apart, distance 1e-8"), "{told}");
    let same = diverge(&asked, &["--scalars", "f64,exact"]).unwrap();
    assert!(same.starts_with("f64 and exact do not part: "), "{same}");
    let ways = diverge(&asked, &["--cases", "ours,uncertified", "--scalars", "f64"]).unwrap();
    assert!(ways.starts_with("ours and uncertified do not part: "), "{ways}");
}

/// Both keep the same edge in step 2, but go on from there to other sides of it; and the features differ in step 3 only.
#[test]
fn arithmetics_part_at_the_first_sign() {
    let asked = question("distance", &[[0.0, 0.0], [3.0, 1.0], [0.0, 1.0]], &[[0.9, 0.3]]);
    for scalars in ["f64,exact", "exact,f64"] {
        let told = diverge(&asked, &["--scalars", scalars]).unwrap();
        println!("{told}");
        assert!(told.lines().next().unwrap().ends_with(" part at step 2."), "{told}");
        assert!(told.contains("\nf64: WX⊥ · WO = -1.110223e-16, exactly -6.938894e-18\n"), "{told}");
        assert!(told.contains("\nexact: WX⊥ · WO = 1.80144e16, exactly 1.80144e16\n"), "{told}");
    }
    let single = diverge(&asked, &["--scalars", "f32,exact"]).unwrap();
    assert!(
        single
            .starts_with("Before the first step f32 rounds the question: 0.9 becomes 0.8999999761581421, and one more"),
        "{single}"
    );
    assert!(single.contains("f32 and exact part at step 2."), "{single}");
}

/// A parallelogram of whole numbers, and a point in it. From one edge the search goes to the opposite one, whose vertices are level.
#[test]
fn a_tie_is_said_to_be_one() {
    let corners = [[-9602.0, -20127.0], [18972.0, -9018.0], [-47617.0, -51735.0], [-19043.0, -40626.0]];
    let told = diverge(&question("intersect", &corners, &[[-14441.0, -30188.0]]), &["--scalars", "f32,exact"]).unwrap();
    println!("{told}");
    assert!(told.starts_with("f32 and exact part at step 3, by a tie.\n") && !told.contains("wrong"), "{told}");
    assert!(told.contains("along the direction of exact both vertices are equally far. It is a tie"), "{told}");
    // A hair nearer, and it is none.
    let aside = [[-9602.0, -20127.0], [18972.0, -9018.0], [-47617.0, -51735.0], [-19043.0, -40627.0]];
    let told = diverge(&question("intersect", &aside, &[[-14441.0, -30188.0]]), &["--scalars", "f32,exact"]).unwrap();
    assert!(!told.contains("tie"), "{told}");
}

/// The first pair of [`what_certification_and_progress_between_vertices_are_for`]: double precision is wrong, and double-double is not.
#[test]
fn any_two_arithmetics_part() {
    let a = [[2e-10, 1.000_000_000_2, -0.5], [0.5, 1e-10, 1e-10], [1e-10, -0.5, -1.0]];
    let b = [
        [2e-10, 1.000_000_000_1, -0.499_999_999_7],
        [0.5, 0.0, 0.999_999_999_9],
        [1.0, -1.0, 0.5],
        [-1.0, 0.0, 0.999_999_999_9],
    ];
    let asked = question("intersect", &a, &b);
    let uncertified = |scalars| diverge(&asked, &["--cases", "uncertified", "--scalars", scalars]).unwrap();
    for (scalars, names) in [("f64,dd", "f64 and dd"), ("p8,exact", "p8 and exact"), ("p20e127,p53", "p20e127 and p53")]
    {
        let told = uncertified(scalars);
        println!("{told}");
        assert!(told.contains(&format!("{names} part at step ")), "{told}");
        assert_eq!(told.starts_with("Before the first step p"), scalars != "f64,dd", "{told}");
        assert!(told.contains("intersecting") && told.contains("exactly "), "{told}");
    }
    assert!(!uncertified("dd,exact").contains("wrong") && uncertified("f64,dd").contains("the sign is wrong"));
}

/// Exact arithmetic has no wrong sign, and its numbers are the exact ones. Of arithmetic that rounds, wrong ones are found.
#[test]
fn signs_are_wrong_by_rounding_only() {
    let (mut parted, mut wrong) = (0, 0);
    for kind in [Kind::NearParallelBoxes, Kind::Kissing] {
        for pair in Recipe::new(kind).precision(Precision::Single).pairs::<3>(3, 60) {
            let told =
                diverge(&question("distance", &pair.a, &pair.b), &["--scalars", "f32,exact", "--cases", "ericson"])
                    .unwrap();
            for line in told.lines().filter(|line| line.starts_with("exact: ")) {
                assert!(!line.contains("wrong"), "{told}");
            }
            parted += u32::from(told.contains(" part at step "));
            wrong +=
                u32::from(told.lines().any(|line| line.starts_with("f32: ") && line.contains("the sign is wrong")));
        }
    }
    println!("{parted} of 120 part, {wrong} with a wrong sign");
    assert!((10..120).contains(&parted) && wrong > 3, "{parted} part, {wrong} by a wrong sign");
}

/// Where the first face is taken and the second is nearest.
#[test]
fn two_ways_part() {
    let mut parted = None;
    for pair in Recipe::new(Kind::Grid).pairs::<3>(1, 400) {
        let asked = question("intersect", &pair.a, &pair.b);
        let told = diverge(&asked, &["--cases", "muratori,first-face", "--scalars", "f64"]).unwrap();
        if told.contains(" part at step ") {
            parted = Some(told);
            break;
        }
    }
    let told = parted.expect("one of 400");
    println!("{told}");
    assert!(told.starts_with("muratori and first-face part at step "), "{told}");
    assert!(told.contains("WXY · WO = ") && told.contains(", exactly ") && !told.contains("wrong"), "{told}");
    assert!(told.contains("The explorer shows `ours`") && !told.contains("#preset"), "{told}");
}

/// Two boxes from `MuJoCo`'s tests. In half precision other vertices are found than in double precision, and exact arithmetic finds
/// the double-precision ones, by the same names.
#[test]
fn vertices_of_exact_arithmetic_have_names() {
    let asked = r#"{"dim":3,"query":"contact","a":{"type":"cuboid","half_extents":[0.5,0.5,0.5],"pose":{"translation":[1.88941314e-07,-1.95227585e-07,0.497281551361084],"rotation":[0.9999999999999939,7.132845898513196e-08,8.415749152033783e-08,2.8513899717580893e-10]}},"b":{"type":"cuboid","half_extents":[0.5,0.5,0.5],"pose":{"translation":[9.53407323e-07,-9.23845278e-07,1.493984460830688],"rotation":[0.9999999999995045,5.873193344892905e-07,8.037874295168477e-07,2.977592010180089e-11]}}}"#;
    let first = |told: &str| told.lines().find(|line| line.contains(" part at step ")).unwrap().to_string();
    let [double, half, both] =
        ["f64,exact", "f16,exact", "f16,f64"].map(|scalars| diverge(asked, &["--scalars", scalars]).unwrap());
    println!("{half}");
    assert!(double.starts_with("f64 and exact do not part: "), "{double}");
    assert!(double.contains("a `contact`; it is asked as `distance`"), "{double}");
    assert_eq!(first(&half).replace("exact", "f64"), first(&both));
    assert!(half.contains("− b") && half.contains("is vertex 2 of shape A less vertex 6 of shape B"), "{half}");
    // Two vertices may be nearer each other than half precision can tell, and are two all the same.
    let near = question("distance", &[[1.0, 0.5], [1.000_001, 0.500_001], [0.0, 0.0]], &[[3.0, 1.0]]);
    let told = diverge(&near, &["--scalars", "f16,exact"]).unwrap();
    assert!(told.contains("part at step 2") && told.contains("each found another vertex"), "{told}");
    assert!(told.contains("a0 − b0 (") && told.contains("a1 − b0 ("), "{told}");
    assert!(diverge(&near, &["--scalars", "f64,exact"]).unwrap().contains("do not part"));
}

/// Where all steps are the same, the distance of the cores is compared with the margins.
#[test]
fn the_last_comparison_is_told() {
    let ball = |center: [f64; 3], radius: f64| format!(r#"{{"type":"ball","radius":{radius},"center":{center:?}}}"#);
    let [a, b] = [ball([0.0; 3], 1.0), ball([2.0, 2.0, 1.000_000_1], 2.0)];
    let asked = format!(r#"{{"dim":3,"query":"distance","a":{a},"b":{b}}}"#);
    let told = diverge(&asked, &["--scalars", "f32,exact"]).unwrap();
    println!("{told}");
    assert!(told.contains("\nf32 and exact do not part: "), "{told}");
    assert!(told.contains("The steps are the same; the last comparison decides"), "{told}");
    assert!(told.contains("Exactly: core distance 3.0000000333333") && told.contains("margins 3,"), "{told}");
    assert!(told.contains("With the coordinates of f32: core distance 3.00000003973"), "{told}");
    // Nothing is to be explained where all are right.
    assert!(!diverge(&asked, &["--scalars", "f64,exact"]).unwrap().contains("last comparison"));
}

/// Pairs with which programs failed that treat the simplex in one of these ways. What failed was the rest of the program: all ways are
/// right in this loop, from any start.
#[test]
fn pairs_that_were_published_as_counterexamples() {
    let flat = |points: &[[f64; 2]]| points.iter().map(|[x, y]| [*x, *y, 0.0]).collect::<Vec<_>>();
    let near = |a: [[f64; 2]; 3], b: [[f64; 2]; 3]| (flat(&a), flat(&b));
    let pairs = [
        // Signed volumes: github.com/MattiaMontanari/openGJK, issue 3, 2019. Its distance was 0.508965.
        (
            flat(&[
                [0.795_121, -0.727_851],
                [-0.178_424, -0.989_183],
                [-0.412_644, -0.770_664],
                [0.566_564, 0.548_772],
            ]),
            flat(&[[-0.211_223, -0.511_346], [-0.347_973, 0.458_72], [0.277_308, 0.969_689]]),
        ),
        // Cases after Muratori, in the plane: github.com/kroitor/gjk.c, pull request 5 and issue 6, 2017. Said to be apart.
        near(
            [[4.000_009, 11.000_008], [5.000_006, 4.999_989], [9.000_001, 8.999_997]],
            [[4.000_003, 11.000_010], [4.999_989, 4.999_999], [8.999_997, 8.999_998]],
        ),
        near(
            [[4.000_010, 11.000_005], [4.999_991, 4.999_999], [8.999_989, 8.999_995]],
            [[3.999_999, 10.999_990], [5.000_005, 4.999_998], [9.000_001, 8.999_989]],
        ),
        near(
            [[3.999_993, 11.000_011], [4.999_998, 5.000_003], [8.999_994, 9.000_011]],
            [[3.999_994, 10.999_999], [5.000_001, 4.999_989], [9.000_001, 9.000_003]],
        ),
        // Voronoi regions: github.com/dimforge/parry, issue 76, 2022. Of this degenerate triangle the distance was 0.
        (
            vec![[1.100_000_02, -7.900_000_1, 16.587_999_3]],
            vec![
                [2.276_999_95, -7.900_000_1, 16.318_000_8],
                [-0.569_999_993, -8.100_000_38, 16.607_000_4],
                [-0.569_999_993, -8.100_000_38, 16.607_000_4],
            ],
        ),
        // github.com/FEniCS/dolfinx, issue 3653, 2025. The search did not end.
        (
            vec![[44.2919, 39.7508, 18.8208]],
            vec![
                [46.0659, 38.6251, 16.3637],
                [44.2764, 42.3867, 18.239],
                [50.0397, 38.4649, 19.9843],
                [47.1963, 40.4563, 19.1057],
                [48.0266, 38.5593, 18.2475],
                [45.1735, 40.495, 17.3336],
                [48.0415, 40.4456, 18.1963],
            ],
        ),
    ];
    let mut failed = Vec::new();
    for (number, (a, b)) in pairs.iter().enumerate() {
        let single = |points: &[[f64; 3]]| points.iter().map(|p| p.map(|x| f64::from(x as f32))).collect::<Vec<_>>();
        let truth = exact::distance(a, b);
        let in_single = exact::distance(&single(a), &single(b));
        let axes = (0..6)
            .map(|k| Some([0, 1, 2].map(|axis| f64::from(i32::from(axis == k % 3) * if k < 3 { 1 } else { -1 }))));
        let ways = Way::ALL.iter().flat_map(|way| axes.clone().chain([None]).map(move |start| (*way, start)));
        for (way, start) in ways {
            let along = start.map(Vector3::from);
            let double = along.map_or(Start::Centers, Start::Along);
            let double = way.ask_from(&cloud(a, |x| x), &cloud(b, |x| x), double, &mut ());
            let short = along.map_or(Start::Centers, |along| Start::Along(along.map(|x| x as f32)));
            let short = way.ask_from(&cloud(a, |x| x as f32), &cloud(b, |x| x as f32), short, &mut ());
            let right = |found: Option<bool>, truth: &Exact<3>, off: Option<f64>| {
                found == Some(truth.intersects()) && off.is_none_or(|off| off < 1e-4)
            };
            let off = double.distance.map(|found| (found.distance - truth.distance()).abs());
            if !right(double.intersects, &truth, off) {
                failed.push(format!("{number} f64 {way} {start:?}"));
            }
            let off = short.distance.map(|found| (f64::from(found.distance) - in_single.distance()).abs());
            if !right(short.intersects, &in_single, off) {
                failed.push(format!("{number} f32 {way} {start:?}"));
            }
        }
    }
    println!("{failed:?}");
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn what_cannot_be_compared_is_refused_in_a_sentence() {
    let flat = question("distance", &[[0.0, 0.0]], &[[1.0, 1.0]]);
    for (asked, options, said) in [
        (flat.as_str(), &["--scalars", "f32"][..], "nothing to compare"),
        (&flat, &["--scalars", "f16,f32,f64"], "one or two"),
        (&flat, &["--cases", "gauss"], "there is no way"),
        (&flat, &["--scalars", "f7"], "invalid value"),
        (&flat, &["--scalars", "faulty,f64"], "not recorded"),
        (&flat, &["--scalars", "f64,exact", "--cases", "tutorial"], "quotients"),
        ("", &[], "there is no question"),
        ("{", &[], "not JSON"),
        (
            r#"{"dim":2,"query":"raycast","a":{"type":"ball","radius":1},"ray":{"origin":[3,0],"direction":[-1,0]}}"#,
            &[],
            "has to be `intersect`, `distance`",
        ),
        (&flat, &["--line", "2"], "not so many lines"),
        (&flat, &["--start", "1,2,3"], "2 finite numbers"),
        (&question("distance", &[[0.0; 4]], &[[1.0; 4]]), &[], "has to be 2 or 3"),
    ] {
        let fault = diverge(asked, options).unwrap_err();
        assert!(fault.contains(said), "{options:?}: {fault}");
    }
}

/// The program traces any way.
#[test]
fn traces_by_any_way() {
    let asked = question("distance", &[[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]], &[[3.0, 3.0], [4.0, 5.0]]);
    for way in Way::ALL {
        let mut program = Command::new(env!("CARGO_BIN_EXE_gjk"))
            .args(["trace", "--cases", way.name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        program.stdin.take().unwrap().write_all(asked.as_bytes()).unwrap();
        let output = program.wait_with_output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && told.contains("apart"), "{way}: {told}");
        assert_eq!(told.contains("2.828"), way.measures(), "{way}: {told}");
        // A test has one name, and one value, in a step.
        for step in told.split("retained") {
            let mut names: Vec<_> =
                step.lines().filter_map(|line| line.trim_start().strip_prefix("weight of ")).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all, "{way}: {step}");
        }
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_gjk"))
        .args(["trace", "--cases", "johnson"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let solid = question("contact", &[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]], &[[1.0; 3]]);
    program.stdin.take().unwrap().write_all(solid.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    println!("{told}");
    assert!(told.contains("weight of W in WX ") && !told.contains("opposite"), "{told}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("`contact` is asked as `distance`"));
}

/// Ordinary numbers, as in `tests/answers/accuracy`, on which ours is right, and without a rule it is not: the shapes are apart by more
/// than 200 ε L, or overlap by a million.
#[test]
fn what_certification_and_progress_between_vertices_are_for() {
    fn ask<T: Real>(way: Way, [a, b]: &[&[[f64; 3]]; 2], number: fn(f64) -> T) -> Found<T, 3>
    where
        Cases: Ways<T, 3>,
    {
        way.ask(&cloud(a, number), &cloud(b, number))
    }
    fn apart_by<T: Real>(pair: &[&[[f64; 3]]; 2], number: fn(f64) -> T, wide: fn(T) -> f64) -> f64 {
        let [a, b] = pair.map(|points| points.iter().map(|p| p.map(|x| wide(number(x)))).collect::<Vec<_>>());
        exact::distance(&a, &b).distance()
    }
    let [p, q, r] = [1e-9, 1e-10, 1e-4];
    let single = |x: f64| x as f32;

    // The simplex holds the origin by rounded signs, and does not.
    let pair: [&[[f64; 3]]; 2] = [
        &[[2.0 * q, 1.0 + 2.0 * q, -0.5], [0.5, q, q], [q, -0.5, -1.0]],
        &[[2.0 * q, 1.0 + q, -0.5 + 3.0 * q], [0.5, 0.0, 1.0 - q], [1.0, -1.0, 0.5], [-1.0, 0.0, 1.0 - q]],
    ];
    assert!(apart_by(&pair, |x| x, |x| x) > 1e5 * f64::EPSILON);
    assert_eq!(ask(Way::Ours, &pair, |x| x).intersects, Some(false));
    for way in [Way::Uncertified, Way::Muratori, Way::Johnson, Way::Ericson, Way::SignedVolumes] {
        assert_eq!(ask(way, &pair, |x| x).intersects, Some(true), "{way}");
    }

    // The same in single precision.
    let pair: [&[[f64; 3]]; 2] = [
        &[[2.0 * r, -0.5, -0.5], [1.0, -0.5, 1.0], [3.0 * r, r, 0.0], [1.0 + r, 3.0 * r, -1.0]],
        &[[1.0 + 2.0 * r, 0.0, -1.0], [-1.0, -1.0, 0.0], [2.0 * r, -1.0, -0.5], [-0.5, 3.0 * r, -1.0]],
    ];
    assert!(apart_by(&pair, single, f64::from) > 200.0 * f64::from(f32::EPSILON));
    assert_eq!(ask(Way::Ours, &pair, single).intersects, Some(false));
    for way in [Way::Uncertified, Way::Muratori, Way::Johnson, Way::Ericson, Way::SignedVolumes] {
        assert_eq!(ask(way, &pair, single).intersects, Some(true), "{way}");
    }

    // The search goes from sliver to sliver, until its limit.
    let pair: [&[[f64; 3]]; 2] = [
        &[[-p, -0.5, -0.5], [1.0, -0.5 - 2.0 * p, 1.0], [3.0 * p, p, 0.0], [1.0 + p, 3.0 * p, -1.0]],
        &[[1.0 - p, 3.0 * p, -1.0], [-1.0, -1.0, 0.0], [2.0 * p, -1.0, -0.5], [-0.5, 3.0 * p, -1.0]],
    ];
    assert!(apart_by(&pair, |x| x, |x| x) == 0.0);
    assert_eq!(ask(Way::Ours, &pair, |x| x).intersects, Some(true));
    assert_eq!(ask(Way::Uncertified, &pair, |x| x).intersects, None);

    // A nearest point that is only rounding says that a vertex is not nearer.
    let pair: [&[[f64; 3]]; 2] = [
        &[[p, -3.0 * p, 0.5], [p, 1.0 - p, 2.0 * p], [0.0, 0.5, -0.5], [-2.0 * p, -1.0, 1.0 + p]],
        &[[-0.5, -3.0 * p, 1.0], [0.0, -3.0 * p, p - 1.0], [-2.0 * p, 1.0 - p, -3.0 * p]],
    ];
    assert!(apart_by(&pair, |x| x, |x| x) > 1e6 * f64::EPSILON);
    for (way, verdict) in [(Way::Ours, false), (Way::Uncertified, false), (Way::PointProgress, true)] {
        assert_eq!(ask(way, &pair, |x| x).intersects, Some(verdict), "{way}");
    }
}
