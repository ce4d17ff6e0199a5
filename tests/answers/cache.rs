//! A cache changes the cost of the next query, and nothing else. It may be a frame old, out of date, from other shapes, or from shapes that
//! contradict themselves.
//!
//! `CAMPAIGN=1000 cargo test --release --test answers cache::` tries a thousand times as many pairs.

#![allow(clippy::float_cmp, reason = "the same bits are what is wanted")]
#![allow(clippy::cast_possible_truncation, reason = "rounding to f32 is what is wanted")]

use gjk::nalgebra::{Isometry3, Point, Point3, SVector, Vector2, Vector3};
use gjk::observe::Observer;
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, PointCloud, Polygon, Segment, Sum, Triangle};
use gjk::support::SupportOffset;
use gjk::{
    Cache, Contact, Distance, Pose, Query, ShapeCast, Support, SupportExt, contact, distance,
    epa::Expansion,
    intersects, shape_cast,
    simplex::{Cases, SupportPoint, VertexId},
    support_fn,
};
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Coverage, Float, Shape, cloud, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::norm;
use oracle::{Kind, Recipe};
use std::cell::RefCell;

/// A cloud that does not say how many points it has, so that a cache is used however few they are; with a margin.
#[derive(Clone)]
struct Uncounted<T: Float, const D: usize>(PointCloud<T, D>, T);

impl<T: Float, const D: usize> Support<D> for Uncounted<T, D> {
    type Scalar = T;
    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.0.support(direction)
    }
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        self.0.support_from(direction, from)
    }
    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        self.0.recall(id, from)
    }
    fn margin(&self) -> T {
        self.1
    }
    fn center(&self) -> Option<Point<T, D>> {
        self.0.center()
    }
    fn extent(&self, from: &Point<T, D>) -> T {
        self.0.extent(from)
    }
}

/// The answers to all questions about a pair.
struct Answers<T: Float, const D: usize> {
    intersects: bool,
    distance: Distance<T, D>,
    contact: Contact<T, D>,
    cast: ShapeCast<T, D>,
}

fn cold<T: Float, const D: usize>(a: &Shape<T, D>, b: &Shape<T, D>, velocity: SVector<T, D>) -> Answers<T, D>
where
    Cases: Expansion<T, D>,
{
    Answers {
        intersects: intersects(a, b),
        distance: distance(a, b),
        contact: contact(a, b),
        cast: shape_cast(a, b.moving(velocity)).unwrap(),
    }
}

/// The same, each starting from a copy of the cache; and what that is made of it in the end.
fn warm<T: Float, const D: usize>(
    a: &Shape<T, D>,
    b: &Shape<T, D>,
    velocity: SVector<T, D>,
    cache: &Cache<T, D>,
) -> (Answers<T, D>, [Cache<T, D>; 4])
where
    Cases: Expansion<T, D>,
{
    let mut caches = [*cache; 4];
    let [first, second, third, fourth] = &mut caches;
    let answers = Answers {
        intersects: Query::new().with_cache(first).intersects(a, b),
        distance: Query::new().with_cache(second).distance(a, b),
        contact: Query::new().with_cache(third).contact(a, b),
        cast: Query::new().with_cache(fourth).shape_cast(a, b.moving(velocity)).unwrap(),
    };
    (answers, caches)
}

impl<T: Float, const D: usize> Answers<T, D> {
    /// Asserts that the answers are as good as these, which are right to within the `bound`. The separation along the way
    /// is asked for where one cast hits and the other does not.
    fn assert_as_good(
        &self,
        want: &Self,
        velocity: &SVector<T, D>,
        bound: f64,
        what: &str,
        along: impl Fn(f64) -> f64,
    ) {
        let separation = want.contact.separation.wide();
        if separation.abs() > bound {
            assert_eq!(self.intersects, want.intersects, "{separation:e}: {what}");
            assert_eq!(self.distance.intersects(), want.intersects, "{separation:e}: {what}");
            assert_eq!(self.contact.intersects(), want.intersects, "{separation:e}: {what}");
        }
        let near = |got: T, want: T, what: &str| {
            let (got, want) = (got.wide(), want.wide());
            assert!((got - want).abs() <= bound, "{got:e}, not {want:e}: {:.1} bounds: {what}", (got - want) / bound);
        };
        near(self.distance.distance, want.distance.distance, &format!("distance, {what}"));
        near(self.contact.separation, want.contact.separation, &format!("separation, {what}"));
        assert!(self.distance.undecided.is_none() && self.contact.undecided.is_none(), "{what}");
        let [first, second] = &self.contact.points;
        let length = norm(&wide(&(second - first - self.contact.normal * self.contact.separation)));
        assert!(length <= bound, "the points are off by {length:e}: {what}");
        assert!(self.cast.undecided.is_none(), "{:?}: {what}", self.cast);
        match (&self.cast.hit, &want.cast.hit) {
            (None, None) => {}
            (Some(got), Some(want)) => {
                let gap = (got.time - want.time).wide() * velocity.dot(&got.normal).wide();
                assert!(gap.abs() <= 2.0 * bound, "hit at {:?}, not {:?}: {what}", got.time, want.time);
            }
            (Some(hit), None) | (None, Some(hit)) => {
                // They graze: nowhere on the way are they deeper than the bound.
                let from = hit.time.wide();
                let deepest = (0..64).map(|k| along(from + f64::from(k) / 32.0)).fold(f64::INFINITY, f64::min);
                assert!(deepest >= -bound, "only one cast hits, and the depth is {deepest:e}: {what}");
            }
        }
    }
}

/// Pairs of all kinds, each asked with a cache that is out of date and with one that another pair has left.
fn old_and_foreign<T: Float, const D: usize>(count: u64)
where
    Cases: Expansion<T, D>,
{
    let (mut coverage, mut saved) = (Coverage::default(), 0);
    let mut random = Random::new(7);
    let mut foreign = [Cache::<T, D>::new(); 4];
    for seed in 0..campaign(count) {
        for kind in Kind::ALL {
            let pair = Recipe::new(kind).precision(T::PRECISION).vertices(9, 7).pair::<D>(seed + 40_000);
            let margin = if seed % 4 == 3 { 0.125 } else { 0.0 };
            let [a, b] = [&pair.a, &pair.b].map(|points| Uncounted(cloud::<T, D>(points), T::narrowed(margin)));
            let velocity: SVector<T, D> = vector(&random.direction::<D>());
            let bound = BOUND * T::PRECISION.epsilon() * (pair.largest_coordinate() + margin);
            let want = cold::<T, D>(&a, &b, velocity);
            let along = |t: f64| {
                let there = (&b).posed(Pose::from(velocity * T::narrowed(t))).unwrap();
                contact::<_, _, T, D>(&a, &there).separation.wide()
            };

            // B was somewhere else a moment ago, and turned.
            let frame = random.frame::<D>();
            let place = random.direction::<D>().map(|x| x * random.uniform(0.0, 2.0));
            let before = b.clone().posed(Pose::new(rotation(&frame), vector(&place)).unwrap()).unwrap();
            let (_, old) = warm::<T, D>(&a, &before, velocity, &Cache::new());
            for (caches, age) in [(&old, "old"), (&foreign, "foreign")] {
                for (k, cache) in caches.iter().enumerate() {
                    let what = format!("{age} cache of question {k}, {kind:?}, {D}D, {:?}, seed {seed}", T::PRECISION);
                    let (got, _) = warm::<T, D>(&a, &b, velocity, cache);
                    got.assert_as_good(&want, &velocity, bound, &what, along);
                }
            }
            let (got, now) = warm::<T, D>(&a, &b, velocity, &foreign[1]);
            let (again, _) = warm::<T, D>(&a, &b, velocity, &now[1]);
            again.assert_as_good(&want, &velocity, bound, &format!("again, {kind:?}, {D}D, seed {seed}"), along);
            saved += u32::from(again.distance.evaluations < want.distance.evaluations);
            foreign = now;
            coverage.note(got.intersects);
        }
    }
    coverage.assert_balanced(&format!("{D}D"));
    assert!(3 * saved > coverage.pairs, "the names were used: {saved} of {}", coverage.pairs);
}

#[test]
fn old_and_foreign_caches_change_no_answer() {
    in_both_precisions! {
        old_and_foreign::<T, 2>(40);
        old_and_foreign::<T, 3>(40);
    }
    old_and_foreign::<f64, 4>(8);
}

#[test]
fn a_cache_is_small_and_plain() {
    fn plain<T: Copy + std::fmt::Debug + PartialEq + Default + Send + Sync + 'static>() {}
    assert!(size_of::<Cache<f64, 3>>() <= 64);
    plain::<Cache<f64, 3>>();
    plain::<Cache<f32, 8>>();
}

/// Every vertex that a shape names is found again by its name, bit for bit; other names are not known.
/// Its axis is left by the first verdict, and kept as it is as long as it separates the shapes at once.
#[test]
fn a_verdict_that_takes_one_evaluation_leaves_its_axis() {
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let mut cache = Cache::new();
    for (at, written) in [(5.0, true), (6.0, false), (7.0, false)] {
        let before = cache;
        let other = cube.posed(Vector3::new(at, 1.0, 0.5)).unwrap();
        let query = Query::new().shortcuts(false).max_evaluations(1);
        assert!(!query.with_cache(&mut cache).intersects(&cube, &other));
        assert_eq!(cache != before, written, "{at}: {cache:?}");
    }
}

#[test]
fn vertices_are_found_again_by_their_names() {
    let mut random = Random::new(11);
    let points: Vec<Point3<f64>> = (0..40).map(|_| point(&random.direction())).collect();
    let rock = PointCloud::new(points.clone()).unwrap();
    let cube = Cuboid::new(Vector3::new(1.0, 0.5, 0.25)).unwrap();
    let triangle = Triangle::new([points[0], points[1], points[2]]).unwrap();
    let way = Segment::new([points[3], points[4]]).unwrap();
    let pose = Isometry3::new(Vector3::new(1e3, 2.0, -3.0), Vector3::new(0.3, 0.2, 0.1));
    let hull = Hull::new([rock.clone(), PointCloud::new(points[5..9].to_vec()).unwrap()]).unwrap();
    let shapes: Vec<(Box<Shape<f64, 3>>, usize)> = vec![
        (Box::new(points[0]), 1),
        (Box::new(Ball::at(points[0], 1.0).unwrap()), 1),
        (Box::new(Capsule::new(points[0], points[1], 1.0).unwrap()), 2),
        (Box::new(triangle), 3),
        (Box::new(cube), 8),
        (Box::new(cube.posed(pose).unwrap().swollen(0.5).unwrap().posed(pose).unwrap()), 8),
        (Box::new(rock.clone().posed(pose).unwrap()), 20),
        (Box::new(rock.clone().indexed()), 20),
        (Box::new(gjk::shape::ConvexHull::new(points.clone()).unwrap()), 20),
        (Box::new(Sum::new(cube.posed(pose).unwrap(), way).unwrap()), 10),
        (Box::new(hull.posed(pose).unwrap()), 20),
        (Box::new(std::sync::Arc::new(cube)), 8),
        (Box::new(Cone::with_radius(1.0).half_height(1.0).unwrap()), 1),
        (Box::new(Cylinder::with_radius(1.0).half_height(1.0).unwrap()), 0),
        (Box::new(Hull::round([Ball::at(points[0], 1.0).unwrap(), Ball::at(points[1], 2.0).unwrap()]).unwrap()), 1),
    ];
    for (k, (shape, least)) in shapes.iter().enumerate() {
        let from = point(&random.direction());
        let mut names = std::collections::BTreeSet::new();
        for _ in 0..400 {
            let found = shape.support_from(&vector(&random.direction()), &from);
            let known = found.id != VertexId::NONE;
            assert_eq!(shape.recall(found.id, &from), known.then_some(found.offset), "shape {k}");
            if known {
                names.insert(found.id.0);
            }
        }
        assert!(names.len() >= *least, "shape {k} has {} vertices", names.len());
        // Names that it may never have given: what it knows is a point of it.
        let any: Vec<u32> = (0..1000).map(|_| random.index(1 << 32) as u32).collect();
        let few = (0..80).chain((0..16).map(|bit| 1 << bit << 16)).chain([u32::MAX, u32::MAX - 1, u32::MAX >> 16]);
        for id in any.into_iter().chain(few) {
            if let Some(offset) = shape.recall(VertexId(id), &from) {
                let n = Vector3::from(random.direction());
                assert!(offset.dot(&n) <= shape.support_from(&n, &from).offset.dot(&n) + 1e-12, "shape {k}, {id}");
            }
        }
        assert_eq!(shape.recall(VertexId::NONE, &from), None);
    }
}

/// Shapes with a curved side, half of them with a margin.
fn round_shape<T: Float>(random: &mut Random) -> Box<Shape<T, 3>> {
    let [x, y, z] = [0; 3].map(|_| T::narrowed(random.uniform(0.5, 1.5)));
    let margin = T::narrowed(if random.index(2) == 0 { 0.0 } else { 0.2 });
    match random.index(4) {
        0 => Box::new(Cylinder::with_radius(x).half_height(y).unwrap().swollen(margin).unwrap()),
        1 => Box::new(Cone::with_radius(x).half_height(y).unwrap().swollen(margin).unwrap()),
        2 => Box::new(Ellipsoid::new(Vector3::new(x, y, z)).unwrap().swollen(margin).unwrap()),
        _ => Box::new(Ellipsoid::new(Vector3::new(x, y, T::narrowed(0.0))).unwrap().swollen(margin).unwrap()),
    }
}

/// Pairs of round shapes that slide around each other at a part of the distance at which they touch, and turn: from frame to frame by a
/// hundredth. The answers keep the accuracy that was asked for. Each path starts from the cache that the one before has left.
/// Returns evaluations, cold and warm: of verdicts, distances, contacts.
fn slides<T: Float>(nearness: f64, accuracy: f64, coverage: &mut Coverage) -> [[u32; 2]; 3]
where
    Cases: Expansion<T, 3>,
{
    let mut random = Random::new(31);
    let mut counts = [[0; 2]; 3];
    let mut caches = [Cache::<T, 3>::new(); 3];
    for k in 0..campaign(12) {
        let [a, b] = [0; 2].map(|_| round_shape::<T>(&mut random));
        let [way, across, spin_a, spin_b] = [0; 4].map(|_| Vector3::from(random.direction()));
        for step in 0..8 {
            let so_far = 0.01 * f64::from(step);
            let turned = |spin: Vector3<f64>| {
                let turn = Isometry3::new(Vector3::zeros(), spin * (2.0 + so_far)).rotation.to_rotation_matrix();
                turn.into_inner().map(T::narrowed)
            };
            let way = (way + across * so_far).normalize();
            let at = |far: f64| Pose::new(turned(spin_b), (way * far).map(T::narrowed)).unwrap();
            let a = (&a).posed(Pose::new(turned(spin_a), Vector3::zeros()).unwrap()).unwrap();
            let (mut touching, mut apart) = (0.0, 8.0);
            for _ in 0..40 {
                let middle = f64::midpoint(touching, apart);
                let meets = intersects(&a, &(&b).posed(at(middle)).unwrap());
                *(if meets { &mut touching } else { &mut apart }) = middle;
            }
            let b = (&b).posed(at(touching * nearness)).unwrap();
            let what = format!("pair {k}, step {step}, {nearness}, {accuracy:e}, {:?}", T::PRECISION);
            let query = || Query::new().accuracy(T::narrowed(accuracy));
            // Three times how far the shapes reach is more than the size.
            let rounding = 64.0 * T::PRECISION.epsilon();
            let slack = 3.0 * (1.7 + 1.7 + touching) * (accuracy + rounding);
            let want = distance(&a, &b);
            coverage.note(want.intersects());

            let told = query().with_cache(&mut caches[0]).intersects(&a, &b);
            assert_eq!(told, want.intersects(), "{what}");
            let cold = query().distance(&a, &b);
            let found = query().with_cache(&mut caches[1]).distance(&a, &b);
            let over = (found.distance - want.distance).wide();
            assert!(over <= slack && over >= -3.0 * 8.0 * rounding, "{over:e}: {what}");
            let gap = (found.distance - found.lower).wide();
            assert!(gap <= slack, "the bounds are {gap:e} apart: {what}");
            let cold_contact = query().contact(&a, &b);
            let met = query().with_cache(&mut caches[2]).contact(&a, &b);
            let [over, under] = [met.lower - cold_contact.upper, cold_contact.lower - met.upper].map(Float::wide);
            assert!(
                over <= 24.0 * rounding && under <= 24.0 * rounding,
                "the bounds exclude each other: {over:e} {under:e}: {what}"
            );
            let ids = [met.feature.on_a().count(), met.feature.on_b().count()];
            assert!(ids.iter().all(|count| *count <= 1), "only an apex has a name: {ids:?}");
            if step > 0 {
                let add = |counts: &mut [u32; 2], cold: u32, warm: u32| {
                    counts[0] += cold;
                    counts[1] += warm;
                };
                add(&mut counts[1], cold.evaluations, found.evaluations);
                add(&mut counts[2], cold_contact.evaluations, met.evaluations);
            }
        }
    }
    counts
}

#[test]
fn round_shapes_go_on_from_where_they_were() {
    let mut coverage = Coverage::default();
    // With the axis as it was the first two would be 1.14 and 1.42.
    for (nearness, accuracy, question, least) in [
        (1.1, 0.0, 1, 1.25),
        (1.1, 1e-6, 1, 1.7),
        (1.1, 1e-3, 1, 1.5),
        (1.0001, 1e-6, 1, 1.05),
        (0.95, 1e-6, 2, 1.05),
        (0.95, 1e-3, 2, 1.05),
    ] {
        let counts = slides::<f64>(nearness, accuracy, &mut coverage)[question].map(f64::from);
        println!("{nearness} {accuracy:e} {question}: {counts:?} {:.2}", counts[0] / counts[1]);
        assert!(counts[0] > least * counts[1], "{nearness} {accuracy:e}: {counts:?}");
        if accuracy > 0.0 {
            slides::<f32>(nearness.max(1.01), accuracy.max(1e-5), &mut Coverage::default());
        }
    }
    coverage.assert_balanced("round");
}

/// Counts evaluations, also of a verdict.
#[derive(Default)]
struct Count(u32);

impl Observer<f64, 3> for Count {
    fn support(&mut self, _: &Vector3<f64>, _: &SupportPoint<f64, 3>) {
        self.0 += 1;
    }
}

fn median(mut counts: Vec<u32>) -> u32 {
    counts.sort_unstable();
    counts[counts.len() / 2]
}

/// Frame after frame the shapes move by 1 %, and turn by 0.01 radians.
#[test]
fn from_frame_to_frame_a_query_hardly_searches() {
    for count in [32, 128] {
        let mut random = Random::new(count);
        let mut rock = || {
            let points = (0..count).map(|_| point::<f64, 3>(&random.direction()));
            PointCloud::new(points.collect::<Vec<_>>()).unwrap().indexed()
        };
        let rocks: Vec<_> = (0..8).map(|_| rock()).collect();
        // Cold and warm, of verdicts when apart, distances, contacts.
        let mut counts: [[Vec<u32>; 2]; 3] = Default::default();
        for k in 0..24 {
            let (a, b) = (&rocks[k % 8], &rocks[(3 * k + 1) % 8]);
            let (way, across, axis) = (
                Vector3::from(random.direction()),
                Vector3::from(random.direction()),
                Vector3::from(random.direction()),
            );
            let mut there = b.posed(Vector3::zeros()).unwrap();
            let (mut touching, mut apart) = (0.0, 2.0);
            for _ in 0..30 {
                let middle = f64::midpoint(touching, apart);
                there.set_pose(way * middle).unwrap();
                *(if intersects(a, &there) { &mut touching } else { &mut apart }) = middle;
            }
            for (nearness, overlap) in [(1.05, false), (0.98, true)] {
                let mut caches = [Cache::new(); 3];
                for step in 0..10 {
                    let so_far = 0.01 * f64::from(step);
                    let place = (way + across * so_far).normalize() * (touching * nearness);
                    there.set_pose(Isometry3::new(place, axis * so_far)).unwrap();
                    if intersects(a, &there) != overlap {
                        break;
                    }
                    let mut seen = [Count::default(), Count::default()];
                    Query::new().with_observer(&mut seen[0]).intersects(a, &there);
                    let told =
                        Query::new().with_observer(&mut seen[1]).with_cache(&mut caches[0]).intersects(a, &there);
                    assert_eq!(told, overlap);
                    let found = Query::new().with_cache(&mut caches[1]).distance(a, &there);
                    assert!((found.distance - distance(a, &there).distance).abs() < 1e-14);
                    let met = Query::new().with_cache(&mut caches[2]).contact(a, &there);
                    assert!((met.separation - contact(a, &there).separation).abs() < 1e-14);
                    if step > 0 && overlap {
                        counts[2][0].push(contact(a, &there).evaluations);
                        counts[2][1].push(met.evaluations);
                    } else if step > 0 {
                        counts[0][0].push(seen[0].0);
                        counts[0][1].push(seen[1].0);
                        counts[1][0].push(distance(a, &there).evaluations);
                        counts[1][1].push(found.evaluations);
                    }
                }
            }
        }
        assert!(counts.iter().flatten().all(|counts| counts.len() > 60), "few pairs: {count}");
        let [[_, verdict], [far, distance], [deep, contact]] = counts.map(|both| both.map(median));
        assert_eq!((verdict, distance), (1, 1), "of {far}");
        assert!(far >= 6 && deep >= 9 && contact <= 3, "{far}, {deep} {contact}");
    }
}

/// One cache serves all questions, with limits and other starts, in any order.
#[test]
fn questions_share_a_cache() {
    let mut random = Random::new(5);
    let points: Vec<Point3<f64>> = (0..60).map(|_| point(&random.direction())).collect();
    let rock = PointCloud::new(points).unwrap();
    let mut there = (&rock).posed(Vector3::zeros()).unwrap();
    let mut cache = Cache::new();
    let mut coverage = Coverage::default();
    for step in 0..400 {
        let place = Vector3::from(random.direction()) * random.uniform(1.5, 2.3);
        there.set_pose(place).unwrap();
        let want = contact(&rock, &there);
        coverage.note(want.intersects());
        let velocity = Vector3::from(random.direction());
        let query = || Query::new().start(gjk::Start::Pair(Vector3::x(), Vector3::y()));
        let near = |got: f64| assert!((got - want.separation).abs() < 1e-14, "{step}");
        for _ in 0..3 {
            match random.index(6) {
                0 => assert_eq!(query().with_cache(&mut cache).intersects(&rock, &there), want.intersects()),
                1 => near(query().with_cache(&mut cache).distance(&rock, &there).distance - want.depth()),
                2 => near(query().with_cache(&mut cache).contact(&rock, &there).separation),
                3 => {
                    let got = query().with_cache(&mut cache).contact_within(0.05, &rock, &there);
                    assert_eq!(got.is_near(), want.separation <= 0.05);
                }
                4 => {
                    let got = Query::new().with_cache(&mut cache).distance_within(0.05, &rock, &there);
                    assert_eq!(got.is_near(), want.separation <= 0.05);
                }
                _ => {
                    let got = query().with_cache(&mut cache).shape_cast(&rock, there.moving(velocity)).unwrap();
                    let cold = shape_cast(&rock, there.moving(velocity)).unwrap();
                    assert_eq!(got.hit.is_some(), cold.hit.is_some());
                    if let (Some(got), Some(cold)) = (got.hit, cold.hit) {
                        assert!((got.time - cold.time).abs() < 1e-9, "{step}: {} {}", got.time, cold.time);
                    }
                }
            }
        }
    }
    coverage.assert_balanced("shared");
}

/// An overlap leaves the edge that the polygons overlap along least. They may leave each other by that edge, by another one,
/// past a corner, or not at all.
#[test]
fn polygons_leave_each_other_by_any_edge() {
    in_both_precisions! {
        leave::<T>();
    }
}

fn leave<T: Float>() {
    let mut random = Random::new(6);
    let round = |count: u32| {
        let turn = |k: u32| f64::from(k) * core::f64::consts::TAU / f64::from(count) + 0.3;
        Polygon::new((0..count).map(|k| point::<T, 2>(&[turn(k).cos(), turn(k).sin()]))).unwrap()
    };
    let flat = Cuboid::new(vector::<T, 2>(&[1.0, 0.5])).unwrap();
    let shapes: [Box<Shape<T, 2>>; 4] = [Box::new(round(3)), Box::new(round(4)), Box::new(round(8)), Box::new(flat)];
    let (mut by_edge, mut still) = (0, 0);
    for a in &shapes {
        for b in &shapes {
            for _ in 0..100 {
                let [inside, there] = [(0.1, 0.3), (0.3, 3.0)].map(|(least, most)| {
                    let length = random.uniform(least, most);
                    (&**b).posed(vector(&random.direction::<2>().map(|x| x * length))).unwrap()
                });
                let mut cache = Cache::new();
                assert!(Query::new().with_cache(&mut cache).distance(&**a, &inside).intersects());
                let got = Query::new().with_cache(&mut cache).distance(&**a, &there);
                let want = distance(&**a, &there);
                assert_eq!(got.intersects(), want.intersects());
                assert!((got.distance.wide() - want.distance.wide()).abs() <= 64.0 * T::epsilon().wide() * 4.0);
                by_edge += u32::from(got.evaluations == 1);
                still += u32::from(got.intersects());
            }
        }
    }
    assert!(by_edge > 100 && still > 100, "{by_edge} {still}");
}

/// The cores touch in a vertex, but rounding makes an axis seem to separate them. From there the search comes to a vertex of
/// the difference that is the origin.
#[test]
fn touching_in_a_vertex_is_found_along_any_axis() {
    let leaf = support_fn(|d: &Vector2<f64>| if d.y > 0.0 { Point::from([3.0, 1.0]) } else { Point::from([0.0, 0.0]) });
    let round = leaf.swollen(0.25).unwrap();
    let axis = Vector2::new(-1.0, 3.0 - 1e-12);
    assert!(Query::new().start(gjk::Start::Along(axis)).intersects(&round, &Point::from([0.0, 0.0])));
}

/// Gives any points, and knows any name.
struct Liar<T>(RefCell<Random>, Vec<T>);

impl<T: Float> Liar<T> {
    fn any(&self) -> T {
        let mut random = self.0.borrow_mut();
        if random.index(8) == 0 { self.1[random.index(self.1.len())] } else { T::narrowed(random.uniform(-1.0, 1.0)) }
    }
}

impl<T: Float> Support<3> for Liar<T> {
    type Scalar = T;
    fn support(&self, _: &SVector<T, 3>) -> Point<T, 3> {
        Point::from(SVector::from_fn(|_, _| self.any()))
    }
    fn support_from(&self, direction: &SVector<T, 3>, _: &Point<T, 3>) -> SupportOffset<T, 3> {
        let id = VertexId(self.0.borrow_mut().index(50) as u32);
        SupportOffset { offset: self.support(direction).coords, id }
    }
    fn recall(&self, _: VertexId, _: &Point<T, 3>) -> Option<SVector<T, 3>> {
        let offset = SVector::from_fn(|_, _| self.any());
        (self.0.borrow_mut().index(20) > 0).then_some(offset)
    }
}

/// Shapes that contradict themselves get answers. What they leave behind does no harm to others.
#[test]
fn liars_end_and_leave_nothing_that_misleads() {
    in_both_precisions! {
        let mut random = Random::new(3);
        let points = (0..50).map(|_| point::<T, 3>(&random.direction()));
        let rock = PointCloud::new(points.collect::<Vec<_>>()).unwrap();
        let mut cache = Cache::<T, 3>::new();
        let odd = vec![T::NAN, T::INFINITY, T::MAX, T::MIN_POSITIVE, 0.0, -1.0];
        for turn in 0..2000 {
            let honest = turn % 3 == 0;
            let values = if honest { vec![0.0] } else { odd.clone() };
            let liar = Liar(RefCell::new(Random::new(turn)), values);
            let liar: &Shape<T, 3> = &liar;
            let place = Vector3::from(random.direction().map(T::narrowed)) * T::narrowed(random.uniform(1.6, 2.2));
            let there = rock.clone().posed(place).unwrap();
            let _ = Query::new().with_cache(&mut cache).intersects(liar, &there);
            let _ = Query::new().with_cache(&mut cache).distance(&there, liar);
            let _ = Query::new().with_cache(&mut cache).contact(liar, liar);
            let _ = Query::new().with_cache(&mut cache).shape_cast(liar, there.moving(place));
            let there: &Shape<T, 3> = &there;
            let want = contact::<Shape<T, 3>, _, T, 3>(&rock, there).separation;
            let got = Query::new().with_cache(&mut cache.clone()).contact::<Shape<T, 3>, _>(&rock, there).separation;
            assert!((got - want).abs() <= BOUND as T * T::EPSILON * 4.0, "{turn}: {got}, not {want}");
            let found = Query::new().with_cache(&mut cache).distance::<Shape<T, 3>, _>(&rock, there).distance;
            assert!((found - want.max(0.0)).abs() <= BOUND as T * T::EPSILON * 4.0, "{turn}: {found}, not {want}");
        }
    }
}
