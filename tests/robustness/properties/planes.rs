//! A normal and its bound come from one plane: along the normal of any answer, A and B are at least `lower` apart; along the normal of a
//! cast's hit they are not past each other at its `lower`.
//!
//! `CAMPAIGN=100 cargo test --release --test robustness planes -- --nocapture` tries a hundred times as many pairs.

use gjk::epa::Expansion;
use gjk::nalgebra::{Isometry3, Point3, SVector, Vector3};
use gjk::shape::{Ball, Cone, Cuboid, Cylinder, Ellipsoid, PointCloud, Segment};
use gjk::simplex::Cases;
use gjk::{Cache, Contact, Pose, Query, ShapeCast, SupportExt, Within, contact, distance};
use oracle::random::{Random, campaign};
use oracle::testing::{Float, Shape, point, rotation, vector, wide};
use oracle::vector::{dot, norm};

/// An answer may be off by this many ε·L.
const SLACK: f64 = 64.0;

/// Two shapes, and ε·L of them.
struct Asked<'s, T: Float, const D: usize> {
    a: &'s Shape<T, D>,
    b: &'s Shape<T, D>,
    unit: f64,
    what: String,
}

/// How many answers were compared, and the most that a bound claims beyond its normal, in ε·L.
#[derive(Default)]
struct Seen {
    answers: u64,
    beyond: u64,
    overlaps: u64,
    hits: u64,
    worst: f64,
}

impl<T: Float, const D: usize> Asked<'_, T, D> {
    /// How far apart the sets are along a vector, by a support point of each.
    fn along(&self, normal: &SVector<T, D>) -> f64 {
        let n = wide(normal);
        let [p, q] = [self.a.support(normal), self.b.support(&-normal)].map(|p| wide(&p.coords));
        (dot(&q, &n) - dot(&p, &n)) / norm(&n) - self.a.margin().wide() - self.b.margin().wide()
    }

    fn prove(&self, seen: &mut Seen, normal: &SVector<T, D>, lower: T) {
        let excess = (lower.wide() - self.along(normal)) / self.unit;
        assert!(excess <= SLACK, "lower {lower:?} is {excess:.1} ε L more than the normal proves: {}", self.what);
        seen.worst = seen.worst.max(excess);
        seen.answers += 1;
    }

    fn contact(&self, seen: &mut Seen, found: &Contact<T, D>) {
        if found.undecided.is_some() {
            return;
        }
        assert!(found.lower <= found.separation && found.separation <= found.upper, "{found:?}: {}", self.what);
        self.prove(seen, &found.normal, found.lower);
        if found.intersects() {
            let off = (found.separation.wide() - self.along(&found.normal)).abs() / self.unit;
            assert!(off <= SLACK, "the depth is not that of its normal, by {off:.1} ε L: {}\n{found:?}", self.what);
            seen.overlaps += 1;
        }
    }

    /// When the sets come as near as `target`, the normal of that hit still proves that they are not nearer at `lower`.
    fn cast(&self, seen: &mut Seen, found: &ShapeCast<T, D>, target: T, way: &SVector<T, D>) {
        let Some((hit, lower)) = found.hit.as_ref().zip(found.lower) else { return };
        if hit.time <= T::zero() {
            return;
        }
        let normal = hit.normal;
        assert!(lower <= hit.time, "{found:?}: {}", self.what);
        let moved = wide(way).map(|x| x * lower.wide());
        let (n, unit) = (wide(&normal), self.unit * (1.0 + norm(&moved) / self.unit * T::PRECISION.epsilon()));
        let apart = self.along(&normal) + dot(&moved, &n) / norm(&n);
        let excess = (target.wide() - apart) / unit;
        assert!(excess <= 2.0 * SLACK, "at `lower` the normal proves {excess:.1} ε L less: {}\n{found:?}", self.what);
        seen.worst = seen.worst.max(excess);
        seen.hits += 1;
    }

    /// Asks all queries that leave a bound.
    fn ask(
        &self,
        seen: &mut Seen,
        query: &Query<T, D>,
        cache: &mut Cache<T, D>,
        limits: &[f64],
        (way, skin): (&SVector<T, D>, T),
    ) where
        Cases: Expansion<T, D>,
    {
        let mut query = query.clone().with_cache(cache);
        for target in [T::zero(), skin] {
            let found = query.shape_cast(self.a, self.b.moving(*way).with_skin(target)).unwrap();
            self.cast(seen, &found, target, way);
        }
        self.contact(seen, &query.contact(self.a, self.b));
        let found = query.distance(self.a, self.b);
        if let Some(normal) = &found.normal {
            self.prove(seen, normal, found.lower);
        }
        for limit in limits.iter().copied().map(T::narrowed) {
            match query.contact_within(limit, self.a, self.b) {
                Within::Near(found) => self.contact(seen, &found),
                Within::Beyond(beyond) => {
                    self.prove(seen, &beyond.axis, beyond.lower);
                    seen.beyond += 1;
                }
            }
            match query.distance_within(limit, self.a, self.b) {
                Within::Near(found) => found.normal.iter().for_each(|normal| self.prove(seen, normal, found.lower)),
                // No distance is below 0: for shapes that intersect it claims nothing.
                Within::Beyond(_) if limit < T::zero() => {}
                Within::Beyond(beyond) => {
                    self.prove(seen, &beyond.axis, beyond.lower);
                    seen.beyond += 1;
                }
            }
        }
    }
}

/// A shape about the origin. The last two kinds are of space alone.
fn core<T: Float, const D: usize>(
    random: &mut Random,
    only_here: fn(&[f64; 3]) -> Option<Box<Shape<T, D>>>,
) -> Box<Shape<T, D>> {
    let half: [f64; 3] = std::array::from_fn(|_| T::PRECISION.round(random.uniform(0.01, 1.0)));
    let sides = SVector::<T, D>::from_fn(|k, _| T::narrowed(half[k]));
    match random.index(6) {
        0 => Box::new(PointCloud::new((0..4 * D).map(|_| point(&random.direction::<D>()))).unwrap()),
        1 => Box::new(Segment::new([-sides, sides]).unwrap()),
        2 => Box::new(Cuboid::new(sides).unwrap()),
        3 => Box::new(Ball::at(sides, T::zero()).unwrap()),
        4 => only_here(&half).unwrap_or_else(|| Box::new(Ellipsoid::new(sides).unwrap())),
        _ => Box::new(Ellipsoid::new(sides).unwrap()),
    }
}

fn bounds_are_of_their_normals<T: Float, const D: usize>(
    only_here: fn(&[f64; 3]) -> Option<Box<Shape<T, D>>>,
    count: u64,
) where
    Cases: Expansion<T, D>,
{
    let random = &mut Random::new(71 + D as u64);
    let mut seen: [Seen; 4] = Default::default();
    let smallest = if T::PRECISION.epsilon() > 1e-10 { -5 } else { -13 };
    for number in 0..count * campaign(1) {
        let mut place = |far: f64| -> Pose<T, D> {
            let at = std::array::from_fn(|_| random.uniform(-far, far));
            Pose::new(rotation(&random.frame()), vector::<T, D>(&at)).unwrap()
        };
        let far = [0.5, 1.5, 3.0][number as usize % 3];
        let poses = [place(0.0), place(far)];
        let a = core::<T, D>(random, only_here).posed(poses[0]).unwrap();
        let b = core::<T, D>(random, only_here).posed(poses[1]).unwrap();
        // Half of those that are apart are brought near each other.
        let apart = contact(&a, &b);
        let gap = if random.coin() { T::narrowed(random.magnitude(smallest, 0)) } else { apart.separation };
        let step = if apart.intersects() { SVector::zeros() } else { apart.normal * (gap - apart.separation) };
        let b = b.posed(step).unwrap();
        // A third have margins that they just overlap in, or do not.
        let both = distance(&a, &b).distance.wide() * [0.0, random.uniform(0.5, 1.5), 1.0][random.index(3)]
            + [0.0, 0.0, random.uniform(0.0, 0.3)][random.index(3)];
        let share = [0.0, 0.3, 1.0][random.index(3)];
        let margins = [both * share, both * (1.0 - share)].map(T::narrowed);
        let (a, b) = (a.swollen(margins[0]).unwrap(), b.swollen(margins[1]).unwrap());
        let truth = contact(&a, &b).separation.wide();
        let asked = Asked {
            a: &a,
            b: &b,
            unit: T::PRECISION.epsilon() * (2.0 + far + both),
            what: format!("{D}D, {:?}, number {number}, margins {margins:?}", T::PRECISION),
        };
        let limits = [0.0, truth, truth * random.uniform(0.5, 1.2), truth - random.uniform(0.0, 0.1)];
        let part = T::narrowed([1e-6, 1e-3, 1e-2, 0.1][random.index(4)]);
        let budget = 1 + random.index(12) as u32;
        // Towards each other, and a little aside.
        let toward = if apart.intersects() { SVector::zeros() } else { -apart.normal };
        let way =
            toward * T::narrowed(random.uniform(0.5, 2.0)) + vector::<T, D>(&random.direction::<D>().map(|x| 0.3 * x));
        let casts = (&way, T::narrowed(random.uniform(0.0, 0.1)));
        let query = Query::<T, D>::new;
        let fresh = Cache::new;
        asked.ask(&mut seen[0], &query(), &mut fresh(), &limits, casts);
        asked.ask(&mut seen[1], &query().accuracy(part), &mut fresh(), &limits, casts);
        asked.ask(&mut seen[2], &query().max_evaluations(budget), &mut fresh(), &limits, casts);
        // What a pair in another place has left.
        let mut warm = fresh();
        let moved = (&b).posed(vector::<T, D>(&std::array::from_fn(|_| random.uniform(-0.05, 0.05)))).unwrap();
        query().with_cache(&mut warm).contact(&a, &moved);
        asked.ask(&mut seen[3], &query().accuracy(part).shortcuts(random.coin()), &mut warm, &limits, casts);
    }
    for (name, Seen { answers, beyond, overlaps, hits, worst }) in
        ["plain", "accuracy", "few evaluations", "cache"].iter().zip(seen)
    {
        println!(
            "{D}D {:?} {name}: {answers} bounds, {beyond} beyond a limit, {overlaps} overlaps, {hits} hits: {worst:.1} ε L",
            T::PRECISION
        );
        assert!(
            4 * beyond > count && 2 * overlaps > count && 10 * hits > count,
            "{name}: {answers} {beyond} {overlaps} {hits}"
        );
    }
}

#[expect(clippy::unnecessary_wraps, reason = "in the plane there is none")]
fn in_space<T: Float>([x, y, z]: &[f64; 3]) -> Option<Box<Shape<T, 3>>> {
    let [radius, half] = [*x, *y].map(T::narrowed);
    Some(if z > y {
        Box::new(Cylinder::with_radius(radius).half_height(half).unwrap())
    } else {
        Box::new(Cone::with_radius(radius).half_height(half).unwrap())
    })
}

#[test]
fn a_normal_proves_its_bound() {
    bounds_are_of_their_normals::<f32, 2>(|_| None, 300);
    bounds_are_of_their_normals::<f64, 2>(|_| None, 300);
    bounds_are_of_their_normals::<f32, 3>(in_space, 300);
    bounds_are_of_their_normals::<f64, 3>(in_space, 300);
}

/// The bound came from an earlier plane, and the axis from the points.
#[test]
fn the_axis_of_a_limit_proves_it() {
    let egg = Ellipsoid::new(Vector3::new(0.5_f64, 1.0, 0.5)).unwrap();
    let other = Ellipsoid::new(Vector3::new(1.0, 0.7, 0.5)).unwrap();
    let mut beyond = 0;
    for k in 0..200 {
        let t = f64::from(k);
        let turn = Vector3::new(0.1 * t, 0.2, 0.05 * t);
        let other = other.posed(Isometry3::new(Vector3::new(1.7, 0.5 + 0.003 * t, 0.4), turn)).unwrap();
        let exact = distance(&egg, &other).distance;
        let asked = Asked { a: &egg, b: &other, unit: f64::EPSILON * 3.0, what: format!("{k}") };
        if let Some(found) = Query::new().accuracy(1e-3).distance_within(exact, &egg, &other).beyond() {
            asked.prove(&mut Seen::default(), &found.axis, found.lower);
            beyond += 1;
        }
    }
    assert!(beyond > 50, "{beyond}");
}

#[test]
fn the_normal_of_a_contact_proves_its_bound() {
    let egg = Ellipsoid::new(Vector3::new(1.0_f64, 0.7, 0.5)).unwrap();
    let other = egg.posed(Vector3::new(1.2, 1.1, 0.9)).unwrap();
    let found = Query::new().accuracy(1e-3).contact(&egg, &other);
    let asked = Asked { a: &egg, b: &other, unit: f64::EPSILON * 3.0, what: String::new() };
    asked.contact(&mut Seen::default(), &found);
}

/// The depth was measured between the points, which are too near each other by the accuracy.
#[test]
fn a_depth_in_the_margins_is_not_too_short() {
    let egg = Ellipsoid::new(Vector3::new(1.0_f64, 0.7, 0.5)).unwrap().posed(Vector3::new(0.9, 0.7, 0.5)).unwrap();
    let ball = Ball::at(Point3::origin(), 0.5).unwrap();
    // The ellipsoid is nearest the origin where its gradient points there: by bisection of Lagrange's multiplier.
    let (radii, center) = ([1.0_f64, 0.7, 0.5], [0.9, 0.7, 0.5]);
    let nearest = |t: f64| -> [f64; 3] { std::array::from_fn(|k| center[k] * t / (radii[k] * radii[k] + t)) };
    let outside = |t: f64| (0..3).map(|k| ((nearest(t)[k] - center[k]) / radii[k]).powi(2)).sum::<f64>() > 1.0;
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if outside(middle) { low = middle } else { high = middle }
    }
    let depth = 0.5 - norm(&nearest(low));
    let found = Query::new().accuracy(0.01).contact(&ball, &egg);
    assert!(found.depth() >= depth - 1e-14, "{} instead of {depth}", found.depth());
    assert!(found.depth() <= depth + 0.01 * 5.0 && found.upper.abs() <= depth + 1e-14, "{found:?}");
    let asked = Asked { a: &ball, b: &egg, unit: f64::EPSILON * 2.0, what: String::new() };
    asked.contact(&mut Seen::default(), &found);
    assert!((contact(&ball, &egg).depth() - depth).abs() < 1e-14);
}

/// An answer that is not known says so, also where the limit is below 0: it was beyond it, by an axis that proved nothing.
#[test]
fn what_is_undecided_is_not_beyond_a_limit() {
    let cube = Cuboid::new(Vector3::new(1.0_f64, 1.0, 1.0)).unwrap();
    let egg = Ellipsoid::new(Vector3::new(1.0, 0.7, 0.5)).unwrap().posed(Vector3::new(0.9, 0.7, 0.5)).unwrap();
    let found = Query::new().max_evaluations(2).contact_within(-0.1, &cube, &egg);
    assert!(found.near().is_some_and(|found| found.undecided.is_some()));
}
