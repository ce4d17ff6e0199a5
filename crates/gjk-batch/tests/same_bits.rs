//! Each answer of a batch has the bits of the single query, on any number of threads.

use gjk::certified::{self, Proof};
use gjk::epa::Expansion;
use gjk::exact::{ExactCases, Float};
use gjk::nalgebra::{Isometry2, Isometry3, Point, Point2, Point3, SVector, Vector2, Vector3};
use gjk::query::Velocities;
use gjk::shape::{Ball, Capsule, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointCloud, Polygon, Posed, Segment, Shape};
use gjk::simplex::Cases;
use gjk::{Difference, Pose, Query, Support, SupportExt};
use gjk_batch::rayon::{ThreadPool, ThreadPoolBuilder};
use gjk_batch::{
    Batch, Bodies, Casts, CertifiedCasts, CertifiedContacts, CertifiedDistances, CertifiedVerdicts, Contacts,
    Distances, Pairs, Verdicts, every_two,
};
use oracle::random::Random;

fn pools() -> Vec<Option<ThreadPool>> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    vec![None, Some(pool(1)), Some(pool(2)), Some(pool(3))]
}

fn shapes_in_space(random: &mut Random) -> Vec<Shape<f64, 3>> {
    let points = |random: &mut Random| {
        (0..20).map(|_| Point3::from(random.direction::<3>().map(|x| 1.3 * x))).collect::<Vec<_>>()
    };
    vec![
        Cuboid::new([1.0, 0.5, 0.7]).unwrap().into(),
        Ball::new(0.8).unwrap().into(),
        Capsule::new([0.0, -0.5, 0.0], [0.1, 0.6, 0.0], 0.4).unwrap().into(),
        Cylinder::with_radius(0.6).half_height(0.8).unwrap().into(),
        Ellipsoid::new([1.0, 0.6, 0.4]).unwrap().into(),
        PointCloud::new(points(random)).unwrap().into(),
        ConvexHull::new(points(random)).unwrap().into(),
        Cuboid::new([0.4, 0.4, 0.4]).unwrap().swollen(0.2).unwrap().into(),
    ]
}

fn shapes_in_the_plane(random: &mut Random) -> Vec<Shape<f32, 2>> {
    #[expect(clippy::cast_possible_truncation, reason = "coordinates in f32")]
    let points = (0..12).map(|_| random.direction::<2>().map(|x| x as f32)).collect::<Vec<_>>();
    vec![
        Cuboid::new([1.0, 0.5]).unwrap().into(),
        Ball::new(0.8).unwrap().into(),
        Polygon::hull(points).unwrap().into(),
        Segment::new([[-1.0, 0.0], [1.0, 0.5]]).unwrap().into(),
    ]
}

fn pose_in_space(random: &mut Random) -> Pose<f64, 3> {
    let axis = Vector3::from(random.direction::<3>()) * random.uniform(0.0, 3.0);
    Isometry3::new(Vector3::from(random.direction::<3>()) * random.uniform(0.0, 2.4), axis).into()
}

#[expect(clippy::cast_possible_truncation, reason = "coordinates in f32")]
fn pose_in_the_plane(random: &mut Random) -> Pose<f32, 2> {
    let angle = random.uniform(-3.0, 3.0) as f32;
    let way = Vector2::from(random.direction::<2>()) * random.uniform(0.0, 2.0);
    Isometry2::new(way.map(|x| x as f32), angle).into()
}

/// A number as its bits: so that NaN is equal to itself.
fn bits<T: Into<f64>>(numbers: impl IntoIterator<Item = T>) -> Vec<u64> {
    numbers.into_iter().map(|x| x.into().to_bits()).collect()
}

fn unit_or_nan<T: Float + Copy + Into<f64>, const D: usize>(normal: Option<&SVector<T, D>>) -> Vec<u64> {
    normal.map_or_else(|| vec![f64::NAN.to_bits(); D], |normal| bits(normal.iter().copied()))
}

fn of_points<T: Float + Copy + Into<f64>, const D: usize>(points: &[Point<T, D>; 2]) -> Vec<u64> {
    bits(points.iter().flat_map(|point| point.iter().copied()))
}

/// A shape posed by itself.
type Single<T, const D: usize> = Posed<Shape<T, D>, T, D>;

/// A body of a batch.
type Body<'b, T, const D: usize> = Posed<&'b Shape<T, D>, T, D>;

/// A batch, and its bodies posed one by one.
struct Case<'b, T: Float, const D: usize> {
    batch: Batch<'b, Body<'b, T, D>, Body<'b, T, D>, D>,
    pairs: Vec<[&'b Single<T, D>; 2]>,
}

impl<T: Float + Copy + Into<f64>, const D: usize> Case<'_, T, D>
where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    fn each(&self) -> impl Iterator<Item = (usize, &Single<T, D>, &Single<T, D>)> {
        self.pairs.iter().enumerate().map(|(k, [a, b])| (k, *a, *b))
    }

    /// As many of each as there are pairs.
    fn numbers<N: Copy>(&self, number: N) -> Vec<N> {
        vec![number; self.pairs.len()]
    }

    fn distances(&self) {
        let one = T::one();
        let [mut distance, mut lower] = [self.numbers(one), self.numbers(one)];
        let (mut normal, mut points, mut evaluations) =
            (self.numbers([one; D]), self.numbers([[one; D]; 2]), self.numbers(0));
        let asked = Distances {
            distance: Some(&mut distance),
            lower: Some(&mut lower),
            normal: Some(&mut normal),
            points: Some(&mut points),
            evaluations: Some(&mut evaluations),
            ..Distances::default()
        };
        assert_eq!(self.batch.distance(asked), Ok(0));
        let mut intersects = self.numbers(false);
        let asked = Verdicts { intersects: Some(&mut intersects), ..Verdicts::default() };
        assert_eq!(self.batch.intersects(asked), Ok(0));
        for (k, a, b) in self.each() {
            let found = gjk::distance(a, b);
            assert_eq!(intersects[k], gjk::intersects(a, b));
            assert_eq!(bits([distance[k], lower[k]]), bits([found.distance, found.lower]), "pair {k}");
            assert_eq!(bits(normal[k]), unit_or_nan(found.normal.as_ref()), "pair {k}");
            assert_eq!((bits(points[k].concat()), evaluations[k]), (of_points(&found.points), found.evaluations));
        }
        let met = intersects.iter().filter(|met| **met).count();
        let share = 4 * met > self.pairs.len() && 4 * met < 3 * self.pairs.len();
        assert!(share, "{met} of {} pairs intersect", self.pairs.len());
    }

    fn contacts(&self) {
        let one = T::one();
        let [mut separation, mut lower, mut upper] = [self.numbers(one), self.numbers(one), self.numbers(one)];
        let (mut normal, mut points) = (self.numbers([one; D]), self.numbers([[one; D]; 2]));
        let asked = Contacts {
            separation: Some(&mut separation),
            lower: Some(&mut lower),
            upper: Some(&mut upper),
            normal: Some(&mut normal),
            points: Some(&mut points),
            ..Contacts::default()
        };
        assert_eq!(self.batch.contact(asked), Ok(0));
        for (k, a, b) in self.each() {
            let found = gjk::contact(a, b);
            let measured = bits([found.separation, found.lower, found.upper]);
            assert_eq!(bits([separation[k], lower[k], upper[k]]), measured, "pair {k}");
            assert_eq!(bits(normal[k]), unit_or_nan(Some(&found.normal)), "pair {k}");
            assert_eq!(bits(points[k].concat()), of_points(&found.points), "pair {k}");
        }
    }

    fn casts(&self, motions: &[Velocities<T, D>], skin: T) {
        let one = T::one();
        let [mut time, mut lower] = [self.numbers(one), self.numbers(one)];
        let (mut hit, mut normal, mut points) =
            (self.numbers(false), self.numbers([one; D]), self.numbers([[one; D]; 2]));
        let asked = Casts {
            hit: Some(&mut hit),
            time: Some(&mut time),
            lower: Some(&mut lower),
            normal: Some(&mut normal),
            points: Some(&mut points),
            ..Casts::default()
        };
        assert_eq!(self.batch.shape_cast(asked, motions, skin), Ok(0));
        for (k, a, b) in self.each() {
            let motion = &motions[k % motions.len()];
            let found = Query::new().shape_cast_of_within(skin, &Difference(a, b), motion.clone()).unwrap();
            let known = found.hit.as_ref();
            assert_eq!(hit[k], known.is_some(), "pair {k}");
            let times =
                [known.map_or(f64::INFINITY, |hit| hit.time.into()), found.lower.map_or(f64::INFINITY, Into::into)];
            assert_eq!(bits([time[k], lower[k]]), bits(times), "pair {k}");
            assert_eq!(bits(normal[k]), unit_or_nan(known.map(|hit| &hit.normal)), "pair {k}");
            let points = bits(points[k].concat());
            assert_eq!(points, known.map_or(vec![f64::NAN.to_bits(); 2 * D], |hit| of_points(&hit.points)));
        }
    }

    fn proofs(&self, motion: &Velocities<T, D>) {
        let one = T::one();
        let (mut intersects, mut proof) = (self.numbers(false), self.numbers(Proof::None));
        let [mut separation, mut lower, mut upper] = [self.numbers(one), self.numbers(one), self.numbers(one)];

        let asked = CertifiedVerdicts {
            intersects: Some(&mut intersects),
            proof: Some(&mut proof),
            ..CertifiedVerdicts::default()
        };
        let unproven = self.batch.certified(asked).unwrap();
        assert_eq!(unproven, proof.iter().filter(|proof| **proof == Proof::None).count());
        for (k, a, b) in self.each() {
            let found = certified::intersects(a, b);
            assert_eq!((intersects[k], proof[k]), (found.intersects, found.proof), "pair {k}");
        }

        let asked = CertifiedDistances {
            distance: Some(&mut separation),
            lower: Some(&mut lower),
            upper: Some(&mut upper),
            ..CertifiedDistances::default()
        };
        let unknown = self.batch.certified_distance(asked).unwrap();
        assert_eq!(unknown, lower.iter().filter(|lower| lower.partial_cmp(&&one).is_none()).count());
        for (k, a, b) in self.each() {
            let found = certified::distance(a, b);
            let [low, high] = found.bounds.map_or([f64::NAN; 2], |bounds| bounds.map(Into::into));
            let measured = bits([found.measured.distance.into(), low, high]);
            assert_eq!(bits([separation[k], lower[k], upper[k]]), measured, "pair {k}");
        }

        let asked = CertifiedContacts {
            separation: Some(&mut separation),
            lower: Some(&mut lower),
            upper: Some(&mut upper),
            ..CertifiedContacts::default()
        };
        self.batch.certified_contact(asked).unwrap();
        for (k, a, b) in self.each() {
            let found = certified::contact(a, b);
            let [low, high] = found.bounds.map_or([f64::NAN; 2], |bounds| bounds.map(Into::into));
            let measured = bits([found.measured.separation.into(), low, high]);
            assert_eq!(bits([separation[k], lower[k], upper[k]]), measured, "pair {k}");
        }

        let asked = CertifiedCasts {
            time: Some(&mut separation),
            lower: Some(&mut lower),
            proven: Some(&mut intersects),
            ..CertifiedCasts::default()
        };
        self.batch.certified_shape_cast(asked, std::slice::from_ref(motion), T::zero()).unwrap();
        for (k, a, b) in self.each() {
            let moving = a.moving(motion.a).until(motion.until.unwrap());
            let moving = if motion.leaves { moving.leaving() } else { moving };
            let found = certified::shape_cast(moving, b.moving(motion.b)).unwrap();
            let known = found.measured.hit.map_or(f64::INFINITY, |hit| hit.time.into());
            let measured = bits([known, found.measured.lower.unwrap().into()]);
            assert_eq!((bits([separation[k], lower[k]]), intersects[k]), (measured, found.is_proven), "pair {k}");
        }
    }
}

/// Body k is shape k modulo the number of shapes; B has them in another order, so that all kinds meet.
fn compare<T: Float + Copy + Into<f64>, const D: usize>(
    shapes: &[Shape<T, D>],
    mut pose: impl FnMut() -> Pose<T, D>,
    ask: impl Fn(&Case<'_, T, D>, Pairs<'_>),
) where
    Cases: Expansion<T, D> + ExactCases<D>,
{
    let turned: Vec<_> = shapes[1..].iter().chain(&shapes[..1]).cloned().collect();
    let count = 9 * shapes.len();
    let [poses_a, poses_b] = [0, 1].map(|_| (0..count).map(|_| pose()).collect::<Vec<_>>());
    let posed = |shapes: &[Shape<T, D>], poses: &[Pose<T, D>]| -> Vec<_> {
        let shapes = shapes.iter().cycle().cloned();
        shapes.zip(poses).map(|(shape, pose)| shape.posed(*pose).unwrap()).collect()
    };
    let (single_a, single_b) = (posed(shapes, &poses_a), posed(&turned, &poses_b));
    let n = u32::try_from(count).unwrap();
    let listed: Vec<[u32; 2]> = (0..700).map(|k| [k * 7 % n, (k * 11 + k / n) % n]).collect();
    for pool in &pools() {
        let bodies = |shapes, poses| match pool {
            Some(pool) => Bodies::on(pool, shapes, poses).unwrap(),
            None => Bodies::new(shapes, poses).unwrap(),
        };
        let (a, b) = (bodies(shapes, &poses_a), bodies(&turned, &poses_b));
        for pairs in [Pairs::Each, Pairs::All, Pairs::Listed(&listed)] {
            let numbers: Vec<[usize; 2]> = match pairs {
                Pairs::Each => (0..count).map(|k| [k, k]).collect(),
                Pairs::All => (0..count * count).map(|k| [k / count, k % count]).collect(),
                Pairs::Listed(list) => list.iter().map(|pair| pair.map(|k| k as usize)).collect(),
            };
            let batch = Batch::new(&a, &b, pairs).unwrap();
            let batch = if let Some(pool) = pool { batch.on(pool) } else { batch };
            assert_eq!(batch.len(), numbers.len());
            let case = Case { batch, pairs: numbers.iter().map(|[i, j]| [&single_a[*i], &single_b[*j]]).collect() };
            ask(&case, pairs);
        }
    }
}

#[test]
fn in_space() {
    let mut random = Random::new(57);
    let shapes = shapes_in_space(&mut random);
    let motion = |k: u8| Velocities {
        a: [0.125, 0.0, 0.25].into(),
        b: [0.5, -0.25, -0.75].into(),
        until: Some(f64::from(k) / 16.0),
        leaves: k.is_multiple_of(2),
    };
    compare(
        &shapes,
        || pose_in_space(&mut random),
        |case, pairs| {
            case.distances();
            if pairs != Pairs::All {
                case.contacts();
                let motions: Vec<_> = (0..64).cycle().take(case.pairs.len()).map(motion).collect();
                case.casts(&motions, 0.0);
            }
            if pairs == Pairs::Each {
                case.casts(&[motion(64)], 0.01);
                case.proofs(&motion(64));
            }
        },
    );
}

#[test]
fn in_the_plane() {
    let mut random = Random::new(57);
    let shapes = shapes_in_the_plane(&mut random);
    compare(
        &shapes,
        || pose_in_the_plane(&mut random),
        |case, _| {
            case.distances();
            case.contacts();
        },
    );
}

/// Parts of a batch have the answers of the whole, and a list of known type the answers of any.
#[test]
fn parts_and_known_types() {
    let mut random = Random::new(58);
    let cube = Cuboid::new([1.0, 0.5, 0.7]).unwrap();
    let poses: Vec<_> = (0..40).map(|_| pose_in_space(&mut random)).collect();
    let (known, any) = ([cube], [Shape::from(cube)]);
    let pairs = every_two(40);
    let ask = |parts: usize| {
        let bodies = Bodies::new(&known, &poses).unwrap();
        let batch = Batch::new(&bodies, &bodies, Pairs::Listed(&pairs)).unwrap();
        let mut separation = vec![0.0; pairs.len()];
        for (k, chunk) in separation.chunks_mut(parts).enumerate() {
            let part = batch.part(k * parts..k * parts + chunk.len());
            part.contact(Contacts { separation: Some(chunk), ..Contacts::default() }).unwrap();
        }
        separation
    };
    let bodies = Bodies::new(&any, &poses).unwrap();
    let mut separation = vec![0.0; pairs.len()];
    let batch = Batch::new(&bodies, &bodies, Pairs::Listed(&pairs)).unwrap();
    batch.contact(Contacts { separation: Some(&mut separation), ..Contacts::default() }).unwrap();
    assert!(separation == ask(pairs.len()) && separation == ask(77) && separation == ask(1));
    let half = batch.part(100..1000).part(10..20);
    assert_eq!((half.len(), batch.part(700..900).len(), batch.part(900..1000).is_empty()), (10, 80, true));
    half.contact(Contacts { separation: Some(&mut separation[..10]), ..Contacts::default() }).unwrap();
    assert_eq!(separation[..10], ask(pairs.len())[110..120]);
}

/// A shape that answers with NaN leaves its pairs undecided. They are marked, counted, and taken to intersect.
#[test]
fn undecided_pairs_are_marked() {
    struct Broken;
    impl Support<2> for Broken {
        type Scalar = f64;
        fn support(&self, _: &Vector2<f64>) -> Point2<f64> {
            [f64::NAN, f64::NAN].into()
        }
        fn extent(&self, _: &Point2<f64>) -> f64 {
            1.0
        }
        fn center(&self) -> Option<Point2<f64>> {
            Some([0.0, 0.0].into())
        }
    }
    let shapes = [Shape::new(Broken), Ball::new(1.0).unwrap().into()];
    let bodies = Bodies::new(&shapes, &[[5.0, 0.0].into(), [9.0, 0.0].into()]).unwrap();
    let balls = Bodies::new(&shapes[1..], &[[0.0, 0.0].into(), [0.0, 0.5].into()]).unwrap();
    let batch = Batch::new(&bodies, &balls, Pairs::Each).unwrap();
    let (mut intersects, mut undecided, mut numbers) = ([false; 2], [false; 2], [7.0; 2]);
    let asked = Verdicts { intersects: Some(&mut intersects), undecided: Some(&mut undecided) };
    assert_eq!(batch.intersects(asked), Ok(1));
    assert_eq!((intersects, undecided), ([true, false], [true, false]));
    let asked = Distances { distance: Some(&mut numbers), undecided: Some(&mut undecided), ..Distances::default() };
    assert_eq!(batch.distance(asked), Ok(1));
    assert_eq!((numbers[0], numbers[1] > 6.9, undecided), (0.0, true, [true, false]));
    assert_eq!(batch.contact(Contacts { undecided: Some(&mut undecided), ..Contacts::default() }), Ok(1));
    let asked = Casts { undecided: Some(&mut undecided), ..Casts::default() };
    assert_eq!(batch.shape_cast(asked, &[[-1.0, 0.0].into()], 0.0), Ok(1));
    assert_eq!(undecided, [true, false]);
    assert_eq!(batch.certified(CertifiedVerdicts::default()), Ok(1));
    assert_eq!(batch.certified_distance(CertifiedDistances::default()), Ok(1));
}
