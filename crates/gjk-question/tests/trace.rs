//! Traces say what happened: the answers are the same as without a trace, every vertex is a difference of points of the shapes, and the
//! excluded half-spaces are empty.

#![allow(clippy::float_cmp, reason = "the same bits are what is wanted")]

use gjk::SupportExt;
use gjk::nalgebra::{Point, Point2, SVector, Vector2};
use gjk::shape::{Ball, Cuboid, Ellipsoid, PointCloud, Triangle};
use gjk::{
    Cache, Difference, Query, Start, Support, distance,
    epa::Expansion,
    exact, intersects,
    minkowski::ConvexSet,
    observe::{Phase, Termination},
    simplex::Cases,
};
use gjk_trace::{self as trace, Excluded, Figure, Recorder, Scene, Step, Trace, Vertex};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn cloud<const D: usize>(random: &mut Pcg64Mcg, at: f64) -> PointCloud<f64, D> {
    let count = random.random_range(1..8);
    let point = |random: &mut Pcg64Mcg| {
        let mut p = SVector::<f64, D>::from_fn(|_, _| f64::from(random.random_range(-8_i32..=8)));
        p[0] += at;
        Point::from(p)
    };
    PointCloud::new((0..count).map(|_| point(random)).collect::<Vec<_>>()).unwrap()
}

fn dot(u: &[f64], v: &[f64]) -> f64 {
    u.iter().zip(v).map(|(u, v)| u * v).sum()
}

/// What must be so of any trace.
/// A direction begins at the origin, or goes on from the foot of the perpendicular to what it was sought from. The origin of a
/// cast was somewhere else before the step.
fn begins_where_it_says(step: &Step, before: Option<&Step>) {
    let origin = |step: Option<&Step>| match step.and_then(|step| step.progress.as_ref()) {
        Some(progress) => progress.point.clone(),
        None => vec![0.0; 8],
    };
    let (origin_before, origin) = (origin(before), origin(Some(step)));
    let minus = |p: &[f64], q: &[f64]| p.iter().zip(q).map(|(p, q)| p - q).collect::<Vec<_>>();
    let size = step.before.iter().flat_map(|vertex| &vertex.w).fold(1.0, |size: f64, x| size.max(x.abs()));
    let level = |from: &[f64], after: &[Vertex], origin: &[f64]| {
        let way = minus(from, origin);
        after.iter().all(|vertex| dot(&minus(&vertex.w, from), &way).abs() <= 1e-6 * size * size)
    };
    assert!(
        step.from.iter().all(|x| *x == 0.0)
            || step.polytope.is_some()
            || level(&step.from, &step.before, &origin_before),
        "{step:?}"
    );
    assert_eq!(step.towards.is_some(), step.towards_from.is_some());
    assert!(step.towards_from.as_ref().is_none_or(|from| level(from, &step.after, &origin)), "{step:?}");
    let tests: Vec<usize> = step.excluded.iter().filter_map(|half_space| half_space.test).collect();
    assert!(tests.iter().all(|test| *test < step.tests.len()) && tests.is_sorted(), "{step:?}");
}

/// Evaluations are numbered in order, and a step that has none looks at the vertex of the one before.
fn counts_evaluations(trace: &Trace) {
    let mut last = 0;
    for (k, step) in trace.steps.iter().enumerate() {
        match step.evaluation {
            Some(number) => {
                assert_eq!(number, last + 1);
                last = number;
            }
            None => assert_eq!(step.newest, trace.steps[k - 1].newest),
        }
        if let Some(first) = step.again {
            assert!(first < k && trace.steps[first].newest.w == step.newest.w);
            assert!(step.why.contains(&format!("that of step {}", first + 1)), "{}", step.why);
        }
    }
    assert!(last <= trace.answer.evaluations);
}

fn check(trace: &Trace, scene: &Scene) {
    for (k, step) in trace.steps.iter().enumerate() {
        assert!(step.why.ends_with('.'), "{step:?}");
        for vertex in step.before.iter().chain(&step.after).chain([&step.newest]) {
            let difference: Vec<f64> = vertex.a.iter().zip(&vertex.b).map(|(a, b)| a - b).collect();
            assert_eq!(vertex.w, difference);
        }
        for half_space in &step.excluded {
            let size = half_space.normal.iter().fold(0.0, |size: f64, x| size.max(x.abs())) * 40.0;
            let level = dot(&half_space.point, &half_space.normal);
            match half_space.of {
                Excluded::Origin => assert!(-level <= 1e-9 * size, "the origin is in {half_space:?} of {step:?}"),
                Excluded::Set => {
                    for point in &scene.difference {
                        assert!(
                            dot(point, &half_space.normal) - level <= 1e-9 * size,
                            "{point:?} is in {half_space:?}"
                        );
                    }
                }
                _ => panic!("unknown"),
            }
        }
        assert_eq!(
            step.region.is_none() && step.polytope.is_none(),
            step.tests.is_empty() && step.towards.is_none() && step.polytope.is_none()
        );
        if let Some(polytope) = &step.polytope {
            assert!(polytope.lower <= polytope.upper + 1e-12 && polytope.facets.len() > trace.dimension);
            // The perpendicular is as long as the lower bound, and the same for all corners of the facet.
            let square = dot(&polytope.foot, &polytope.foot);
            assert!((square.sqrt() - polytope.lower).abs() <= 1e-9, "{step:?}");
            assert!(polytope.facets[0].iter().all(|w| (dot(w, &polytope.foot) - square).abs() <= 1e-8));
        }
        begins_where_it_says(step, k.checked_sub(1).map(|k| &trace.steps[k]));
    }
    counts_evaluations(trace);
    let last = trace.steps.last().unwrap();
    assert!(last.stop.is_some() || last.phase == Phase::Evidence || last.phase == Phase::Completion, "{last:?}");
    let text = serde_json::to_string(trace).unwrap();
    assert_eq!(serde_json::from_str::<Trace>(&text).unwrap(), *trace);
    for step in 0..=trace.steps.len() {
        let figure = Figure::new(trace, scene, step).to_string();
        assert!(figure.starts_with("<svg ") && !figure.contains("NaN") && !figure.contains("inf"));
    }
    assert!(trace.to_string().lines().count() >= 2 * trace.steps.len());
}

fn watch<const D: usize>(seed: u64) -> [u32; 4]
where
    Cases: Expansion<f64, D>,
{
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    let (mut apart, mut expanded, mut enclosed, mut degenerate) = (0, 0, 0, 0);
    for number in 0..400 {
        let at = f64::from(random.random_range(-14_i32..=14));
        let (mut a, mut b) = (cloud::<D>(random, 0.0), cloud::<D>(random, at));
        if number % 20 == 0 {
            // A corner alone, against itself or the cloud it comes from.
            b = PointCloud::new(a.points().take(1)).unwrap();
            if number % 40 == 0 {
                a = b.clone();
            }
        }
        let (a, b): (&dyn Support<D, Scalar = f64>, &dyn Support<D, Scalar = f64>) = (&a, &b);
        let (scene, options) = (Scene::new(a, b), Query::new());
        let verdict = trace::verdict(a, b, &options);
        check(&verdict, &scene);
        assert_eq!(verdict.answer.intersects, intersects(a, b));
        assert_eq!(verdict.parts_from(&verdict), None);
        let found = trace::distance(a, b, &options);
        check(&found, &scene);
        let unwatched = distance(a, b);
        assert_eq!(found.answer.separation.unwrap_or(0.0), unwatched.distance);
        assert_eq!(found.answer.evaluations, unwatched.evaluations);
        let met = trace::contact(a, b, &options);
        check(&met, &scene);
        let unwatched = Query::new().shortcuts(false).contact(a, b);
        assert_eq!(met.answer.separation, Some(unwatched.separation));
        assert_eq!(met.answer.normal.as_deref(), Some(unwatched.normal.as_slice()));

        let stops: Vec<Termination> = met.steps.iter().filter_map(|step| step.stop).collect();
        apart += u32::from(stops.contains(&Termination::Separated));
        enclosed += u32::from(stops.contains(&Termination::Enclosed));
        degenerate += u32::from(stops.contains(&Termination::OnFeature));
        expanded += u32::from(met.steps.iter().any(|step| step.polytope.is_some()));
    }
    [apart, expanded, enclosed, degenerate]
}

/// Cores that are apart, of shapes that overlap by 0.3: a trace says which it means, and names the margins.
#[test]
fn what_is_said_of_cores_is_not_said_of_shapes() {
    let (a, b) = (Ball::at(Point2::new(0.0, 0.0), 0.5).unwrap(), Ball::at(Point2::new(1.0, 0.0), 0.8).unwrap());
    for trace in [trace::contact(&a, &b, &Query::new()), trace::verdict(&a, &b, &Query::new())] {
        assert!(trace.answer.intersects);
        let first = &trace.steps[0];
        assert_eq!(first.stop, Some(Termination::Separated));
        assert!(
            first.why.contains("the cores are apart")
                && first.why.contains("margins, 1.3 together, are added in the end."),
            "{trace}"
        );
        assert!(trace.steps.iter().all(|step| !step.why.contains("the shapes are apart")), "{trace}");
        let beyond = first.excluded.iter().find(|half_space| half_space.of == Excluded::Set).unwrap();
        assert!(beyond.why.ends_with("by more than the margins, 1.3 together"), "{}", beyond.why);
    }
    // The depth of a polytope is the cores' depth.
    let square = |x: f64| {
        Cuboid::new(Vector2::new(1.0, 1.0)).unwrap().swollen(0.25).unwrap().posed(Vector2::new(x, 0.3)).unwrap()
    };
    let trace = trace::contact(&square(0.0), &square(1.5), &Query::new());
    let last = trace.steps.last().unwrap();
    assert!(last.polytope.is_some() && last.why.contains("margins, 0.5 together, are added in the end"), "{trace}");
    // Without margins there is none of this.
    let trace = trace::contact(
        &Cuboid::new(Vector2::new(1.0, 1.0)).unwrap(),
        &Ball::point(Point2::new(3.0, 0.0)).unwrap(),
        &Query::new(),
    );
    assert!(trace.steps[0].why.contains("the shapes are apart") && !trace.to_string().contains("margins"), "{trace}");
}

#[test]
fn traces_of_random_pairs_say_what_happened() {
    for seen in [watch::<2>(1), watch::<3>(2)] {
        println!("{seen:?}");
        assert!(seen[0] > 80 && seen[1] > 80 && seen[2] > 80 && seen[3] >= 10, "{seen:?}");
    }
}

/// Casts: each plane that clips the ray passes through the point that it is clipped at, and the answers equal those from unwatched
/// casts. Some of the shapes are round.
fn watch_casts<const D: usize>(seed: u64) -> [u32; 4]
where
    Cases: Expansion<f64, D>,
{
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    let [mut hits, mut misses, mut at_once, mut clipped] = [0; 4];
    for number in 0..300 {
        let (a, b) = (cloud::<D>(random, 0.0), cloud::<D>(random, 11.0 + f64::from(number % 8)));
        let margin = f64::from(number % 2) * 1.5;
        let (a, b) = (a.swollen(margin).unwrap(), b.posed(SVector::zeros()).unwrap());
        let mut v = SVector::<f64, D>::from_fn(|_, _| f64::from(random.random_range(-4_i32..=4)));
        v[0] = f64::from(random.random_range(-9_i32..=2));
        let velocities =
            gjk::query::Velocities { a: -v, b: v, until: (number % 5 == 0).then_some(0.75), leaves: false };
        let scene = Scene::new(&a, &b);
        let trace = trace::shape_cast_of(&Difference(&a, &b), velocities.clone(), &Query::new()).unwrap();
        let found = Query::new().shape_cast_of(&Difference(&a, &b), velocities.clone()).unwrap();
        check(&trace, &scene);
        let answer = &trace.answer;
        assert_eq!((answer.time, answer.lower), (found.hit.as_ref().map(|hit| hit.time), found.lower));
        assert_eq!(answer.evaluations, found.evaluations);
        assert_eq!(trace.ray.as_ref().unwrap().until, velocities.until);
        let mut lower = 0.0;
        for step in trace.steps.iter().filter(|step| step.progress.is_some()) {
            let progress = step.progress.as_ref().unwrap();
            assert_eq!(step.phase, Phase::Cast);
            assert_eq!(progress.advanced, progress.lower > lower, "{step:?}");
            lower = progress.lower;
            assert!(progress.point.iter().zip(&v).all(|(x, v)| (x - 2.0 * v * lower).abs() < 1e-9), "{step:?}");
            let plane = step.excluded.iter().find(|half_space| half_space.of == Excluded::Set).expect("the plane");
            let height = dot(&progress.point, &plane.normal) - dot(&plane.point, &plane.normal);
            let size = 40.0 * dot(&plane.normal, &plane.normal).sqrt();
            // What does not clip the ray is not passed by it, or, after a miss, too late.
            let missed = step.stop == Some(Termination::Miss);
            assert!(missed || if progress.advanced { height.abs() } else { height } <= 1e-9 * size, "{step:?}");
            clipped += u32::from(progress.advanced);
        }
        let last = trace.steps.last().unwrap().stop;
        match &found.hit {
            Some(hit) if hit.time == 0.0 => at_once += 1,
            Some(hit) => {
                hits += 1;
                assert!(last == Some(Termination::Hit) && (hit.time - lower).abs() < 1e-12);
                assert_eq!(answer.normal.as_deref(), Some(hit.normal.as_slice()));
            }
            None => {
                misses += 1;
                assert_eq!(last, Some(Termination::Miss), "{trace}");
            }
        }
    }
    [hits, misses, at_once, clipped]
}

#[test]
fn traces_of_random_casts_say_what_happened() {
    let seen = [watch_casts::<1>(11), watch_casts::<2>(12), watch_casts::<3>(13), watch_casts::<4>(14)];
    println!("{seen:?}");
    let at_once: u32 = seen.iter().map(|seen| seen[2]).sum();
    assert!(seen.iter().all(|seen| seen[0] > 40 && seen[1] > 60 && seen[3] > 100) && at_once > 60, "{seen:?}");
}

/// A start can give both first directions; then nothing is said of a vertex that was not sought from the first.
#[test]
fn both_directions_of_a_start_exclude_nothing_false() {
    let random = &mut Pcg64Mcg::seed_from_u64(4);
    let [mut first, mut tested, mut sought] = [0; 3];
    for number in 0..600 {
        let at = f64::from(random.random_range(-8_i32..=8));
        let (a, b) = (cloud::<2>(random, 0.0), cloud::<2>(random, at));
        let mut direction = || SVector::from([0.0; 2]).map(|_: f64| f64::from(random.random_range(-5_i32..=5)));
        let start = match number % 2 {
            0 => Start::Pair(direction(), direction()),
            _ => Start::Along(direction()),
        };
        let (scene, query) = (Scene::new(&a, &b), Query::new().start(start));
        let trace = trace::verdict(&a, &b, &query);
        check(&trace, &scene);
        for step in trace.steps.iter().skip(1).take(1).filter(|step| step.region.is_some()) {
            first += u32::from(step.region.as_deref() == Some("vertex X"));
            tested += u32::from(step.excluded.iter().any(|half_space| half_space.why.contains("not sought from X")));
            sought +=
                u32::from(step.excluded.iter().any(|half_space| half_space.why.contains("was sought from vertex X")));
        }
    }
    println!("{first} {tested} {sought}");
    assert!(first > 20 && tested > 20 && sought > 100, "{first} {tested} {sought}");
}

#[test]
fn four_dimensions_are_traced_without_a_picture() {
    let random = &mut Pcg64Mcg::seed_from_u64(3);
    let (a, b) = (cloud::<4>(random, 0.0), cloud::<4>(random, 3.0));
    let trace = trace::distance(&a, &b, &Query::new());
    assert!(trace.dimension == 4 && !trace.steps.is_empty());
    assert_eq!(Scene::new(&a, &b), Scene::default());
}

/// Of clouds with small integers for coordinates `f64` makes no mistake, so the exact walk is the same one, step by step.
/// (Growing polytopes part: among facets that are equally near, rounding chooses.)
fn watch_exactly<const D: usize>(seed: u64, same_cases: bool) -> [u32; 3]
where
    Cases: Expansion<f64, D> + gjk::exact::ExactCases<D>,
{
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    let [mut apart, mut expanded, mut flat] = [0; 3];
    for number in 0..200 {
        let at = f64::from(random.random_range(-14_i32..=14));
        let (mut a, mut b) = (cloud::<D>(random, 0.0), cloud::<D>(random, at));
        if number % 10 == 0 {
            // A segment or a point, and an end of it.
            a = PointCloud::new(a.points().take(2)).unwrap();
            b = PointCloud::new(a.points().take(1)).unwrap();
        }
        let (a, b): (&dyn Support<D, Scalar = f64>, &dyn Support<D, Scalar = f64>) = (&a, &b);
        let (scene, options) = (Scene::new(a, b), Query::new());
        let verdict = trace::exact::verdict(a, b, &options).unwrap();
        check(&verdict, &scene);
        assert_eq!(Some(verdict.answer.intersects), exact::intersects(a, b));
        let found = trace::exact::distance(a, b, &options).unwrap();
        check(&found, &scene);
        let unwatched = exact::distance(a, b).unwrap();
        assert_eq!(found.answer.separation.unwrap_or(0.0), unwatched.distance());
        if same_cases {
            assert_eq!(verdict.parts_from(&trace::verdict(a, b, &options)), None, "{verdict}");
            assert_eq!(found.parts_from(&trace::distance(a, b, &options)), None, "{found}");
        }
        let met = trace::exact::contact(a, b, &options).unwrap();
        check(&met, &scene);
        let unwatched = exact::contact(a, b).unwrap();
        assert_eq!(met.answer.separation, Some(unwatched.separation()));
        if let Some(Step { polytope: Some(polytope), stop, .. }) = met.steps.last() {
            let depth = -unwatched.separation();
            assert_eq!((*stop, polytope.lower, polytope.upper), (Some(Termination::OnBoundary), depth, depth));
            expanded += 1;
        }
        apart += u32::from(!unwatched.intersects());
        flat += u32::from(met.steps.last().is_some_and(|step| step.phase == Phase::Completion));
    }
    [apart, expanded, flat]
}

#[test]
fn exact_arithmetic_takes_the_same_steps() {
    for seen in [watch_exactly::<2>(5, true), watch_exactly::<3>(6, true), watch_exactly::<4>(7, false)] {
        println!("{seen:?}");
        assert!(seen[0] > 40 && seen[1] > 15 && seen[2] > 5, "{seen:?}");
    }
}

/// Beyond three dimensions a step solves for weights, and lists those it looked at: the last ones make the nearest point of what is kept,
/// from which the next direction leads to the origin.
fn weights_lead_on<const D: usize>(seed: u64) -> [u32; 3]
where
    Cases: Expansion<f64, D> + gjk::exact::ExactCases<D>,
{
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    let [mut listed, mut away, mut inside] = [0; 3];
    for _ in 0..60 {
        let at = f64::from(random.random_range(-9_i32..=9));
        let trace = trace::exact::distance(&cloud::<D>(random, 0.0), &cloud::<D>(random, at), &Query::new());
        for step in trace.unwrap().steps.iter().filter(|step| step.region.is_some()) {
            let vertices: Vec<&Vertex> = [&step.newest].into_iter().chain(&step.before).collect();
            let (mut sum, mut nearest, mut members) = (0.0, [0.0; D], Vec::new());
            for test in step.tests.iter().rev().take_while(|test| test.sign > 0) {
                let label = test.name.strip_prefix("weight of ").expect("a weight");
                let vertex = vertices["WXYZVUTSR".find(label).unwrap()];
                sum += test.value;
                nearest.iter_mut().zip(&vertex.w).for_each(|(x, w)| *x += test.value * w);
                members.push(&vertex.w);
                if sum > 1.0 - 1e-12 {
                    break;
                }
            }
            assert!((sum - 1.0).abs() < 1e-12, "{step:?}");
            let square = dot(&nearest, &nearest);
            assert!(members.iter().all(|w| (dot(w, &nearest) - square).abs() < 1e-9), "{step:?}");
            if let Some(towards) = step.towards.as_ref().filter(|_| square > 1e-18) {
                assert_eq!(members.len(), step.after.len());
                assert!(step.after.iter().all(|vertex| members.contains(&&vertex.w)), "{step:?}");
                let along = -dot(towards, &nearest);
                assert!((along * along / square / dot(towards, towards) - 1.0).abs() < 1e-9 && along > 0.0, "{step:?}");
            }
            listed += 1;
            away += u32::from(
                step.tests.iter().any(|test| test.sign < 0 && test.says.starts_with("beyond the face opposite ")),
            );
            inside += u32::from(members.len() > D);
        }
    }
    [listed, away, inside]
}

#[test]
fn exact_traces_list_their_tests_beyond_three_dimensions() {
    let seen = [weights_lead_on::<4>(8), weights_lead_on::<5>(9), weights_lead_on::<8>(10)];
    println!("{seen:?}");
    let [away, inside] = [1, 2].map(|k| seen.iter().map(|seen| seen[k]).sum::<u32>());
    assert!(seen.iter().all(|seen| seen[0] > 150) && away > 10 && inside > 10, "{seen:?}");
}

/// A point beside a line, by less than the products of its coordinates can tell: where rounding decides, the traces part.
#[test]
fn arithmetics_part_where_rounding_decides() {
    let p = |x: f64, y: f64| Point::from([x, y]);
    let triangle = Triangle::new([p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)]).unwrap();
    let mut parted = 0;
    for k in 1..100 {
        let x = 3.0 * f64::from(k) / 100.0;
        for y in [(x / 3.0).next_down(), x / 3.0, (x / 3.0).next_up()] {
            let point = Ball::point(p(x, y)).unwrap();
            let rounded = trace::distance(&triangle, &point, &Query::new());
            let exactly = trace::exact::distance(&triangle, &point, &Query::new()).unwrap();
            assert_eq!(Some(exactly.answer.intersects), exact::intersects(&triangle, &point));
            if let Some(step) = exactly.parts_from(&rounded) {
                parted += 1;
                let before =
                    |trace: &Trace| trace.steps[..step].iter().map(|step| step.region.clone()).collect::<Vec<_>>();
                assert_eq!(before(&exactly), before(&rounded));
            }
        }
    }
    println!("{parted}");
    assert!(parted > 20, "{parted}");
    // Both keep the edge in the second step, but on its two sides: its sign differs there, and what is found in the third.
    let corners = PointCloud::new(vec![p(0.0, 0.0), p(3.0, 1.0), p(0.0, 1.0)]).unwrap();
    let point = Ball::point(p(0.9, 0.3)).unwrap();
    let exactly = trace::exact::distance(&corners, &point, &Query::new()).unwrap();
    let rounded = trace::distance(&corners, &point, &Query::new());
    assert_eq!(exactly.steps[1].region, rounded.steps[1].region);
    assert_eq!((exactly.parts_from(&rounded), rounded.parts_from(&exactly)), (Some(1), Some(1)));
}

#[test]
fn curved_shapes_have_no_exact_trace() {
    let ellipsoid = Ellipsoid::new(SVector::from([2.0, 1.0])).unwrap();
    let point = Ball::point(Point::from([3.0, 1.0])).unwrap();
    assert_eq!(trace::exact::verdict(&ellipsoid, &point, &Query::new()), None);
    let ball = Ball::at(Point::from([0.0, 0.0]), 5.0_f64).unwrap();
    // 3² + 4² = 5², and the point is on the circle.
    let touching = trace::exact::verdict(&ball, &Ball::point(Point::from([3.0, 4.0])).unwrap(), &Query::new());
    assert_eq!(touching.unwrap().answer.verdict, "touching");
}

/// The corners are the library's, up to the rounding of the tangent; what a camera sees is traced; and exact
/// arithmetic, which has no tangents, says so.
#[test]
fn a_frustum_is_that_of_the_library() {
    let read = |far: f64, scalar: &str, at: [f64; 3]| {
        let line = format!(
            r#"{{"dim":3,"query":"distance","scalar":"{scalar}","a":{{"type":"frustum","fov_y":1.2,"aspect":1.5,"near":0.5,"far":{far}}},"b":{{"type":"point","at":{at:?}}}}}"#
        );
        let limits = gjk_question::Limits::default();
        let tree = gjk_question::json::parse(line.as_bytes(), &limits).unwrap();
        gjk_question::read(&tree, gjk_question::Arithmetic::F64, &limits)
    };
    for (far, at) in
        [(20.0, [0.0, 9.0, -3.0]), (20.0, [40.0, 1.0, -30.0]), (0.5, [1.0, 2.0, 3.0]), (20.0, [0.1, 0.2, -9.0])]
    {
        let question = read(far, "f64", at).unwrap();
        let shape = gjk_question::build::<f64, 3>(&question.a, &gjk_question::json::Place::Line).unwrap();
        let view = gjk::shape::Frustum::perspective(1.2, 1.5, 0.5, far).unwrap();
        for corner in view.corners() {
            // Along its own diagonal a corner is farthest.
            let middle = SVector::from([0.0, 0.0, -(0.5 + far) / 2.0]);
            let mut diagonal = corner.coords - middle;
            diagonal.z = diagonal.z.signum() * if far > 0.5 { 20.0 } else { 0.0 };
            assert!(
                (shape.support(&diagonal) - view.support(&diagonal)).norm()
                    <= 4.0 * f64::EPSILON * corner.coords.norm()
            );
        }
        let trace = gjk_question::record::<f64, 3>(&question, &[]).unwrap().trace;
        let wanted = distance(&view, &Point::from(at)).distance;
        let found = trace.answer.separation.unwrap_or_default().max(0.0);
        assert!((found - wanted).abs() <= 64.0 * f64::EPSILON * 50.0, "{found} {wanted}");
        let fault = read(far, "exact", at).err().unwrap().to_string();
        assert_eq!(fault, "`a.type` is `frustum`, whose corners are not exact numbers; give them as `points`");
    }
}

/// A preset of the explorer. At an acute angle between the normals of two faces, to test one of them alone is not enough: WXY would
/// say its edge WY, and the face WYZ is nearer than all of WXY.
#[test]
fn one_face_of_the_acute_tetrahedron_tested_alone_is_wrong() {
    let presets: serde_json::Value = serde_json::from_str(include_str!("../../../site/explorer/presets.json")).unwrap();
    let preset = presets.as_array().unwrap().iter().find(|preset| preset["id"] == "acute").unwrap();
    let points: Vec<[f64; 3]> = serde_json::from_value(preset["a"]["points"].clone()).unwrap();
    let shape = PointCloud::new(points.into_iter().map(Point::from)).unwrap();
    let origin = Point::from([0.0; 3]);
    let trace = trace::verdict(&shape, &Ball::point(origin).unwrap(), &Query::new());
    let step = &trace.steps[usize::try_from(preset["step"].as_u64().unwrap()).unwrap() - 1];
    let sign = |name: &str| step.tests.iter().find(|test| test.name == name).map(|test| test.sign);
    assert_eq!((sign("WXY · WO"), sign("WYZ · WO")), (Some(1), Some(1)), "{step:?}");
    assert_eq!(sign("WY⊥ · WO in WXY"), Some(1), "{step:?}");
    assert_eq!(step.region.as_deref(), Some("face WYZ"));
    let newest = &step.newest;
    let [b, c, d] = [0, 1, 2].map(|k| &step.before[k].w);
    let of = |p: &[f64]| Point::from([p[0], p[1], p[2]]);
    let to = |p: &[f64], q: &[f64]| distance(&Triangle::new([of(&newest.w), of(p), of(q)]).unwrap(), &origin).distance;
    assert!(to(c, d) < to(b, c) - 1e-3 && to(c, d) <= distance(&shape, &origin).distance + 1e-12);
    // The angle between the outward normals.
    let normal = |p: &[f64], q: &[f64]| (of(p) - of(&newest.w)).cross(&(of(q) - of(&newest.w)));
    assert!(normal(b, c).dot(&normal(c, d)) > 0.0);
}

/// Whichever two directions a search starts along, it comes to the nearest points.
fn two_directions_lead_to_the_nearest_points<const D: usize>(seed: u64) -> [u32; 2]
where
    Cases: Expansion<f64, D> + gjk::exact::ExactCases<D>,
{
    let random = &mut Pcg64Mcg::seed_from_u64(seed);
    let [mut apart, mut forgotten] = [0; 2];
    for _ in 0..600 {
        let at = f64::from(random.random_range(8_i32..=14));
        let (a, b) = (cloud::<D>(random, 0.0), cloud::<D>(random, at));
        let mut direction = || SVector::<f64, D>::from_fn(|_, _| f64::from(random.random_range(-2_i32..=2)));
        let mut query = Query::new().start(Start::Pair(direction(), direction()));
        let truth = exact::distance(&a, &b).unwrap().distance();
        let found = query.distance(&a, &b);
        assert!((found.distance - truth).abs() < 1e-13 && found.lower > truth - 1e-13, "{found:?} {truth}");
        let trace = trace::exact::distance(&a, &b, &query).unwrap();
        assert_eq!(trace.answer.separation.unwrap_or(0.0), truth, "{trace}");
        check(&trace, &Scene::new(&a, &b));
        apart += u32::from(truth > 0.0);
        forgotten += u32::from(trace.steps.iter().any(|step| step.why.contains("X is forgotten")));
    }
    [apart, forgotten]
}

#[test]
fn any_two_first_directions_lead_to_the_nearest_points() {
    for seen in [two_directions_lead_to_the_nearest_points::<2>(11), two_directions_lead_to_the_nearest_points::<3>(12)]
    {
        println!("{seen:?}");
        assert!(seen[0] > 100 && seen[1] > 50, "{seen:?}");
    }
}

/// Of two given first directions the second separates the cores, but the first vertex is as far along it, and is not nearest.
#[test]
fn two_first_directions_do_not_end_at_the_first_vertex() {
    use gjk::shape::Cuboid;
    let box_around = Cuboid::new(SVector::from([6.103_515_624_999_981e-5, 0.000_411_987_304_687_5, 6.103_515_625e-5]));
    let a = box_around.unwrap().swollen(0.000_152_587_890_625_f64).unwrap();
    let b = Ball::point(Point::from([-6.103_515_625_000_02e-5, -0.000_473_022_460_937_5, 5.986_355_245_113_373e-5]))
        .unwrap();
    let directions = [[23349.0 / 32768.0, -7.5, -8.5], [24365.0 / 32768.0, -11.25, 0.0]].map(SVector::from);
    let query = Query::new().start(Start::Pair(directions[0], directions[1]));
    let separation = exact::contact(&a, &b).unwrap().separation();
    assert!(separation < 0.0);
    let found = trace::exact::contact(&a, &b, &query).unwrap();
    assert_eq!(found.answer.separation, Some(separation), "{found}");
}

/// Products of large coordinates are beyond the range. A trace of them can be written and read all the same.
#[test]
fn traces_of_large_shapes_are_read_back() {
    use gjk::shape::Tetrahedron;
    let p = |x: f64, y: f64, z: f64| Point::from([x * 1e120, y * 1e120, z * 1e120]);
    let a = Tetrahedron::new([p(1.0, 1.0, 1.0), p(-2.0, 0.0, -1.0), p(0.0, 2.0, -1.0), p(1.0, -2.0, -1.0)]).unwrap();
    let mut beyond = 0;
    for at in [0.1, 0.8, 3.0] {
        let b = Ball::point(p(at, 0.2, 0.1)).unwrap();
        let query = Query::new();
        let exactly =
            [trace::exact::distance(&a, &b, &query), trace::exact::contact(&a, &b, &query)].map(Option::unwrap);
        let traces = [trace::distance(&a, &b, &query), trace::contact(&a, &b, &query)].into_iter().chain(exactly);
        for trace in traces {
            let largest = |step: &Step| step.tests.iter().any(|test| test.value.abs() == f64::MAX);
            beyond += u32::from(trace.steps.iter().any(largest));
            let json = serde_json::to_string(&trace).unwrap();
            assert_eq!(serde_json::from_str::<Trace>(&json).unwrap(), trace);
        }
    }
    assert!(beyond > 3, "{beyond}");
}

/// Contacts in eight dimensions have millions of facets, step for step: not all are listed, and that is said.
#[test]
fn large_polytopes_are_not_listed_whole() {
    use gjk::shape::Cuboid;
    let cube = Cuboid::new(SVector::from([1.0; 8])).unwrap();
    // Turned in seven planes, one after the other.
    let mut matrix = gjk::nalgebra::SMatrix::<f64, 8, 8>::identity();
    for k in 0..7 {
        let (sin, cos) = (0.3 + 0.2 * f64::from(u8::try_from(k).unwrap())).sin_cos();
        let mut turn = gjk::nalgebra::SMatrix::<f64, 8, 8>::identity();
        (turn[(k, k)], turn[(k, k + 1)], turn[(k + 1, k)], turn[(k + 1, k + 1)]) = (cos, -sin, sin, cos);
        matrix *= turn;
    }
    let turned = cube.posed(gjk::Pose::new(matrix, SVector::zeros()).unwrap()).unwrap();
    let trace = trace::contact(&cube, &turned, &Query::new());
    let polytopes: Vec<_> = trace.steps.iter().filter_map(|step| step.polytope.as_ref()).collect();
    let listed: usize = polytopes.iter().map(|polytope| polytope.facets.len()).sum();
    assert!((10_000..100_000).contains(&listed), "{listed}");
    assert!(polytopes.iter().all(|polytope| !polytope.facets.is_empty()));
    assert!(polytopes.iter().any(|polytope| polytope.more) && !polytopes[0].more);
    assert!(trace.steps.iter().any(|step| step.why.contains("Of more than")));
}

/// The first step of a search that starts from a cache says so, and what is retained before it was recalled.
#[test]
fn a_trace_shows_what_an_earlier_query_has_left() {
    let mut random = Pcg64Mcg::seed_from_u64(4);
    let mut rock = || {
        let point = |_| Point::from(SVector::<f64, 3>::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize());
        PointCloud::new((0..40).map(point).collect::<Vec<_>>()).unwrap()
    };
    let (a, b) = (rock(), rock());
    let at = |x: f64| (&b).posed(SVector::from([x, 0.1, 0.2])).unwrap();
    let begin = |far: f64, ask: fn(&mut Cache<f64, 3>, &mut Recorder<f64, 3>, Difference<&_, &_>)| {
        let mut cache = Cache::new();
        let mut steps = [far, far + 0.001].map(|x| {
            let there = at(x);
            let set = Difference(&a, &there);
            let mut recorder = Recorder::new(set.frame());
            ask(&mut cache, &mut recorder, set);
            recorder.into_steps()
        });
        assert!(steps[0].iter().all(|step| !step.recalled));
        assert!(steps[1].len() < steps[0].len());
        assert!(steps[1][1..].iter().all(|step| !step.recalled));
        assert!(steps[1][0].recalled);
        for (k, step) in steps[1].iter().enumerate() {
            begins_where_it_says(step, k.checked_sub(1).map(|before| &steps[1][before]));
        }
        steps[1].remove(0)
    };
    let first = begin(2.5, |cache, recorder, set| {
        Query::new().with_cache(cache).with_observer(recorder).distance_of(&set);
    });
    assert_eq!((first.evaluation, first.before.is_empty()), (Some(1), false));
    assert!(first.why.starts_with("The search starts from "), "{}", first.why);
    let half_space = &first.excluded[0];
    assert!(half_space.of == Excluded::Origin && dot(&half_space.normal, &half_space.point) > 0.0, "{first:?}");

    let first = begin(1.2, |cache, recorder, set| {
        Query::new().with_cache(cache).with_observer(recorder).distance_of(&set);
    });
    assert_eq!((first.evaluation, first.before.len(), first.stop), (None, 3, Some(Termination::Enclosed)));
    assert_eq!((first.after.len(), first.region.as_deref()), (4, Some("inside")));
    assert!(first.why.starts_with("All vertices are those that an earlier query has left"), "{}", first.why);
    assert!(first.excluded.iter().all(|half_space| half_space.test.is_some()), "{first:?}");

    let mut cache = Cache::new();
    for (x, recalled) in [(2.5, false), (2.501, true)] {
        let mut recorder = Recorder::new(Difference(&a, &at(x)).frame());
        assert!(!Query::new().with_cache(&mut cache).with_observer(&mut recorder).intersects(&a, &at(x)));
        let steps = recorder.into_steps();
        assert_eq!(steps[0].recalled, recalled);
        let starts = "The search starts along an axis that an earlier query has left.";
        assert_eq!(steps[0].why.starts_with(starts), recalled, "{}", steps[0].why);
    }

    let mut cache = Cache::new();
    for (x, recalled) in [(2.5, false), (2.501, true)] {
        let there = at(x);
        let set = Difference(&a, &there);
        let mut recorder = Recorder::new(set.frame());
        let found = Query::new()
            .with_cache(&mut cache)
            .with_observer(&mut recorder)
            .shape_cast_of(&set, -SVector::x())
            .unwrap();
        assert!(found.hit.is_some());
        let steps = recorder.into_steps();
        assert_eq!(steps[0].recalled, recalled);
        let of_cast = steps.iter().find(|step| step.phase == Phase::Cast).unwrap();
        assert_eq!((of_cast.recalled, of_cast.before.len() > 1), (recalled, recalled));
        assert_eq!(of_cast.why.starts_with("The vertices retained are those"), recalled, "{}", of_cast.why);
    }
}
