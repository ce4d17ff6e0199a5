//! `max_evaluations`: no query takes more evaluations, by its own count and by the set's.

use gjk::minkowski::ConvexSet;
use gjk::minkowski::Frame;
use gjk::nalgebra::{Isometry3, Point, SVector, Vector3};
use gjk::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, PointCloud, Sum};
use gjk::simplex::{Cases, Searchable, SimplexCases, SupportPoint, VertexId};
use gjk::support::Outline;
use gjk::{Cache, Difference, Query, Real, Start, Support, SupportExt, Within, contact, epa::Expansion, support_fn};
use oracle::random::{Random, campaign};
use oracle::testing::{Float, in_both_precisions, point, rotation, vector};
use std::cell::Cell;

/// A difference that counts how often it is evaluated.
struct Counted<'c, A, B>(Difference<A, B>, &'c Cell<u32>);

impl<A: Support<D, Scalar = T>, B: Support<D, Scalar = T>, T: Real, const D: usize> ConvexSet<D> for Counted<'_, A, B> {
    type Scalar = T;
    fn frame(&self) -> Frame<T, D> {
        self.0.frame()
    }
    fn vertex(&self, frame: &Frame<T, D>, direction: &SVector<T, D>) -> SupportPoint<T, D> {
        self.1.set(self.1.get() + 1);
        self.0.vertex(frame, direction)
    }
    fn margins(&self) -> [T; 2] {
        self.0.margins()
    }
    fn roundness(&self) -> [T; 2] {
        self.0.roundness()
    }
    fn recall_pair(&self, frame: &Frame<T, D>, ids: [VertexId; 2]) -> Option<SupportPoint<T, D>> {
        self.0.recall_pair(frame, ids)
    }
    fn outlines(&self, frame: &Frame<T, D>) -> Option<[Outline<'_, T, D>; 2]> {
        self.0.outlines(frame)
    }
    fn vertex_count_hints(&self) -> Option<[u32; 2]> {
        self.0.vertex_count_hints()
    }
}

impl<A: Support<D, Scalar = T>, B: Support<D, Scalar = T>, T: Real, const D: usize> Searchable<D> for Counted<'_, A, B>
where
    Cases: SimplexCases<T, D>,
{
    type Cases = Cases;
}

type Shape<T, const D: usize> = Box<dyn Support<D, Scalar = T>>;

trait In<T: Float, const D: usize> {
    /// A drum or a cone, where there are any.
    fn round(random: &mut Random, size: f64) -> Shape<T, D>;
}

struct Space;

impl<T: Float> In<T, 3> for Space {
    fn round(random: &mut Random, size: f64) -> Shape<T, 3> {
        let [r, h] = [(); 2].map(|()| T::narrowed(size * random.uniform(0.2, 1.0)));
        if random.coin() {
            Box::new(Cylinder::with_radius(r).half_height(h).unwrap())
        } else {
            Box::new(Cone::with_radius(r).half_height(h).unwrap())
        }
    }
}

macro_rules! no_drums {
    ($($d:literal),*) => { $(
        impl<T: Float> In<T, $d> for Space {
            fn round(random: &mut Random, size: f64) -> Shape<T, $d> {
                Box::new(Cuboid::new(vector::<T, $d>(&[(); $d].map(|()| size * random.uniform(0.2, 1.0)))).unwrap())
            }
        }
    )* };
}
no_drums!(1, 2, 4);

fn random_shape<T: Float, const D: usize>(random: &mut Random) -> Shape<T, D>
where
    Space: In<T, D>,
{
    let size = if random.index(4) == 0 { random.magnitude(-6, 0) } else { 1.0 };
    let place = |random: &mut Random| -> [f64; D] { std::array::from_fn(|_| size * random.uniform(-1.0, 1.0)) };
    let kind = random.index(10);
    let shape: Shape<T, D> = match kind {
        0 => Box::new(Cuboid::new(vector::<T, D>(&[size; D])).unwrap()),
        1 => Box::new(Ball::at(Point::origin(), T::narrowed(size)).unwrap()),
        2 => Box::new(Capsule::new(point(&place(random)), point(&place(random)), T::narrowed(0.3 * size)).unwrap()),
        3 | 4 => {
            let uneven = if random.coin() { random.magnitude(-12, -2) } else { 0.5 };
            let radii: [f64; D] = std::array::from_fn(|_| size * (1.0 + uneven * random.uniform(-1.0, 1.0)));
            Box::new(Ellipsoid::new(vector::<T, D>(&radii)).unwrap())
        }
        5 => Box::new(PointCloud::new((0..20).map(|_| point::<T, D>(&place(random)))).unwrap()),
        6 => {
            let egg = Ellipsoid::new(vector::<T, D>(&[size; D])).unwrap();
            Box::new(Sum::new(egg, Cuboid::new(vector::<T, D>(&[0.1 * size; D])).unwrap()).unwrap())
        }
        // No support mapping at all.
        7 => {
            let calls = Cell::new(random.clone());
            Box::new(support_fn(move |_: &SVector<T, D>| {
                let mut random = calls.replace(Random::new(7));
                let p = point::<T, D>(&std::array::from_fn(|_| random.uniform(-1.0, 1.0)));
                calls.set(random);
                p
            }))
        }
        _ => Space::round(random, size),
    };
    if random.index(4) == 0 { Box::new(shape.swollen(T::narrowed(0.2 * size)).unwrap()) } else { shape }
}

/// How many queries there were, and how many took all that they may.
#[derive(Debug, Default)]
struct Coverage {
    queries: u32,
    full: u32,
    overlaps: u32,
    undecided: u32,
}

fn check<T: Float, const D: usize>(pairs: u64, coverage: &mut Coverage)
where
    Space: In<T, D>,
    Cases: Expansion<T, D>,
{
    for seed in 0..pairs {
        let mut random = Random::new(seed);
        let a = random_shape::<T, D>(&mut random).posed(gjk::Pose::from(SVector::zeros())).unwrap();
        let far = if random.index(3) == 0 { 2.0 } else { 0.3 };
        let place: [f64; D] = std::array::from_fn(|_| far * random.uniform(-1.0, 1.0));
        let pose = gjk::Pose::new(rotation::<T, D>(&random.frame::<D>()), vector(&place)).unwrap();
        let b = random_shape::<T, D>(&mut random).posed(pose).unwrap();
        let count = Cell::new(0);
        let set = Counted(Difference(&a, &b), &count);
        let mut cache = Cache::default();
        let limits = [0, 1, 2, 3, 5, 8]
            .into_iter()
            .chain((0..4).map(|_| u32::try_from(random.index(300)).unwrap()))
            .collect::<Vec<_>>();
        for limit in limits {
            let mut query = Query::new().max_evaluations(limit).shortcuts(random.coin());
            if random.index(3) == 0 {
                query = query.accuracy(T::narrowed(random.magnitude(-9, -1)));
            }
            if random.coin() {
                query = query.start(Start::Along(vector(&random.direction::<D>())));
            }
            let mut keeps = |what: &str, said: u32| {
                let (counted, what) = (count.replace(0), format_args!("{what}, {D}D, {:?}, seed {seed}", T::PRECISION));
                assert!(said <= limit, "{said} of {limit} evaluations, as it says: {what}");
                assert!(counted <= limit, "{counted} of {limit} evaluations, as counted: {what}");
                coverage.queries += 1;
                coverage.full += u32::from(counted == limit);
            };
            keeps("search", query.clone().search(&set).evaluations);
            keeps("distance", query.clone().distance_of(&set).evaluations);
            let near = T::narrowed(random.uniform(-0.5, 0.5));
            let within = query.clone().distance_of_within(near, &set);
            keeps(
                "distance within",
                match within {
                    Within::Near(found) => found.evaluations,
                    Within::Beyond(farther) => farther.evaluations,
                },
            );
            let within = query.clone().contact_of_within(near, &set);
            keeps(
                "contact within",
                match within {
                    Within::Near(found) => found.evaluations,
                    Within::Beyond(farther) => farther.evaluations,
                },
            );
            let velocity = vector::<T, D>(&random.direction::<D>());
            keeps("cast", query.clone().shape_cast_of(&set, velocity).unwrap().evaluations);
            let within = query.clone().shape_cast_of_within(near.abs(), &set, velocity).unwrap();
            keeps("cast within", within.evaluations);
            let mut cached = query.clone().with_cache(&mut cache);
            keeps("search with a cache", cached.search(&set).evaluations);
            keeps("distance with a cache", cached.distance_of(&set).evaluations);
            keeps("contact with a cache", cached.contact_of(&set).evaluations);
            let found = query.clone().contact_of(&set);
            keeps("contact", found.evaluations);
            coverage.overlaps += u32::from(found.separation < T::zero());
            coverage.undecided += u32::from(found.undecided.is_some());
            assert!(found.lower <= found.separation && found.separation <= found.upper, "{found:?}, {D}D, seed {seed}");
            if D == 2 || D == 3 {
                let found = query.clone().manifold(&a, &b, near);
                keeps(
                    "manifold",
                    match found {
                        Within::Near(found) => found.evaluations,
                        Within::Beyond(farther) => farther.evaluations,
                    },
                );
            }
        }
    }
}

#[test]
fn no_query_takes_more_evaluations_than_its_limit() {
    let mut coverage = Coverage::default();
    in_both_precisions! {
        check::<T, 1>(campaign(4), &mut coverage);
        check::<T, 2>(campaign(40), &mut coverage);
        check::<T, 3>(campaign(100), &mut coverage);
        check::<T, 4>(campaign(4), &mut coverage);
    }
    println!("{coverage:?}");
    let Coverage { queries, full, overlaps, undecided } = coverage;
    assert!(full * 10 > queries && overlaps * 50 > queries && undecided * 100 > queries, "{coverage:?}");
}

/// It took 2,728.
#[test]
fn a_contact_of_nearly_round_shapes_keeps_its_limit() {
    let egg = Ellipsoid::new(Vector3::new(1.0_f64, 1.0, 1.0)).unwrap();
    let (w, o) = (0.024_831_331_052_955_704, 0.007_449_399_315_886_711);
    let pose = Isometry3::new(Vector3::new(o, o * 0.5, 0.0), Vector3::new(0.3, 0.2, 0.1));
    let drum = Cylinder::with_radius(w).half_height(w * 0.9).unwrap().posed(pose).unwrap();
    let found = Query::new().max_evaluations(50).contact(&egg, &drum);
    assert!(found.evaluations <= 50 && found.undecided.is_none(), "{found:?}");
    assert!(found.depth() >= contact(&egg, &drum).depth(), "{found:?}");
}
