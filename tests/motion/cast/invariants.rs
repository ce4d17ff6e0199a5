//! Properties of every cast, and how many evaluations it takes.

use super::scenes::{Dyn, count};
use gjk::epa::Expansion;
use gjk::nalgebra::{Point, Point3, SVector, Vector3};
use gjk::shape::{Capsule, Cone, Cuboid, Cylinder};
use gjk::{Pose, ShapeCast, Support, SupportExt, distance, intersects, shape_cast, simplex::Cases};
use oracle::random::Random;
use oracle::testing::{BOUND, Float, cloud, in_both_precisions, rotation, vector, wide};
use oracle::vector::{add_scaled, norm, scaled};

/// Casts of shapes on their way to each other, one like another in each dimension: medians of evaluations.
#[test]
fn few_evaluations() {
    fn median<T: Float, const D: usize>(what: &str, most: u32, shape: impl Fn(&mut Random) -> Dyn<T, D>)
    where
        Cases: Expansion<T, D>,
    {
        let mut evaluations = Vec::new();
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let (a, b) = (shape(&mut random), shape(&mut random));
            let from: [f64; D] = scaled(&random.direction(), random.uniform(4.0, 10.0));
            let aim = add_scaled(&scaled(&from, -1.0), &random.direction(), random.uniform(0.0, 1.5));
            let found = shape_cast(&a, b.posed(vector::<T, D>(&from)).unwrap().moving(vector::<T, D>(&aim))).unwrap();
            if found.hit.is_some() {
                evaluations.push(found.evaluations);
            }
        }
        evaluations.sort_unstable();
        let median = evaluations[evaluations.len() / 2];
        println!("{what}: {median} of {}, at most {}", evaluations.len(), evaluations.last().unwrap());
        assert!(evaluations.len() > 200 && median <= most, "{what}: {median} evaluations");
    }
    fn half<T: Float, const D: usize>(random: &mut Random) -> SVector<T, D> {
        SVector::from_fn(|_, _| T::narrowed(random.uniform(0.5, 1.5)))
    }
    fn turned<T: Float>(shape: impl Support<3, Scalar = T> + 'static, random: &mut Random) -> Dyn<T, 3> {
        let pose = Pose::new(rotation(&random.frame()), SVector::zeros()).unwrap();
        Box::new(shape.posed(pose).unwrap())
    }
    in_both_precisions! {
        median::<T, 3>("hulls of 32", 8, |random| {
            let points: Vec<[f64; 3]> = (0..32).map(|_| random.direction::<3>().map(|x| T::PRECISION.round(x))).collect();
            Box::new(cloud::<T, 3>(&points))
        });
        median::<T, 3>("boxes", 6, |random| turned(Cuboid::new(half::<T, 3>(random)).unwrap(), random));
        median::<T, 3>("cylinders and cones", 40, |random| {
            let [radius, height] = [random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)].map(T::narrowed);
            if random.coin() {
                turned(Cylinder::with_radius(radius).half_height(height).unwrap(), random)
            } else {
                turned(Cone::with_radius(radius).half_height(height).unwrap(), random)
            }
        });
        median::<T, 2>("rectangles", 5, |random| Box::new(Cuboid::new(half::<T, 2>(random)).unwrap()));
        median::<T, 2>("octagons", 5, |random| {
            let points: Vec<[f64; 2]> = (0..8).map(|_| random.direction::<2>().map(|x| T::PRECISION.round(x))).collect();
            Box::new(cloud::<T, 2>(&points))
        });
    }
}

/// A shape of either precision, measured in `f64`.
struct Widened<'s, T, const D: usize>(&'s dyn Support<D, Scalar = T>);

impl<T: Float, const D: usize> Support<D> for Widened<'_, T, D> {
    type Scalar = f64;
    fn support(&self, direction: &SVector<f64, D>) -> Point<f64, D> {
        self.0.support(&direction.map(T::narrowed)).map(Float::wide)
    }
    fn margin(&self) -> f64 {
        self.0.margin().wide()
    }
}

/// What holds of every cast, whatever the right time is: `a`, at rest, and `b`, moved by `v`, are apart at times before the
/// lower bound; another unit of time is another number; it is all the same which of the two moves.
fn assert_consistent<T: Float, const D: usize>(
    a: &Dyn<T, D>,
    b: &Dyn<T, D>,
    v: &[f64; D],
    within: f64,
    what: &str,
) -> Option<bool>
where
    Cases: Expansion<T, D> + Expansion<f64, D>,
{
    let velocity = vector::<T, D>(v);
    let found = shape_cast(a, b.moving(velocity)).unwrap();
    let what = format!("{what}: {found:?}");
    let at = |t: f64| b.posed(vector::<T, D>(&scaled(v, t))).unwrap();
    if let Some(hit) = &found.hit {
        let (toi, lower) = (hit.time.wide(), found.lower.unwrap().wide());
        assert!(lower <= toi, "{what}");
        for k in 0..8_u32 {
            assert!(
                toi == 0.0 || !intersects(a, &at(lower * (1.0 - 1e-4) * f64::from(k) / 7.0)),
                "at {k} of 7: {what}"
            );
        }
        let gap = distance(&Widened(a), &Widened(&at(toi))).distance;
        assert!(gap <= within, "{gap:e} apart: {what}");
        assert!((norm(&wide(&hit.normal)) - 1.0).abs() < 8.0 * T::PRECISION.epsilon(), "{what}");
    }
    let time = |found: ShapeCast<T, D>| found.hit.map(|hit| hit.time.wide());
    if found.undecided.is_some() {
        println!("{what}");
        let lower = found.lower.unwrap().wide();
        assert!((0..8_u32).all(|k| !intersects(a, &at(lower * (1.0 - 1e-4) * f64::from(k) / 7.0))), "{what}");
        return None;
    }
    let toi = time(found);
    let thrice = time(shape_cast(a, b.moving(velocity * T::narrowed(4.0))).unwrap());
    assert_eq!(thrice, toi.map(|toi| 0.25 * toi), "{what}");
    let other = shape_cast(a.moving(-velocity), b).unwrap();
    assert_eq!(time(other), toi, "{what}");
    Some(toi.is_some())
}

#[test]
fn what_holds_of_every_cast() {
    in_both_precisions! {
        let (mut hits, mut casts, mut undecided) = (0, 0, 0);
        for seed in 0..count() / 5 {
            let mut random = Random::new(seed);
            let mut shape = |kind: usize| -> Dyn<T, 3> {
                let mut length = || T::narrowed(random.uniform(0.3, 1.5));
                let (x, y, z) = (length(), length(), length());
                let shape: Dyn<T, 3> = match kind {
                    0 => Box::new(Cuboid::new(Vector3::new(x, y, z)).unwrap()),
                    1 => Box::new(Cylinder::with_radius(x).half_height(y).unwrap()),
                    2 => Box::new(Cone::with_radius(x).half_height(y).unwrap()),
                    3 => Box::new(Cuboid::new(Vector3::new(x, y, z)).unwrap().swollen(x).unwrap()),
                    _ => Box::new(Capsule::new(Point3::new(x, y, z), Point3::new(z, -x, y), x).unwrap()),
                };
                let pose = Pose::new(rotation(&random.frame()), SVector::zeros()).unwrap();
                Box::new(shape.posed(pose).unwrap())
            };
            let (kind_a, kind_b) = ((seed % 5) as usize, (seed / 5 % 5) as usize);
            let (a, b) = (shape(kind_a), shape(kind_b));
            let from: [f64; 3] = scaled(&random.direction(), random.uniform(2.0, 9.0));
            let aim = add_scaled(&scaled(&from, -1.0), &random.direction(), random.uniform(0.0, 5.0));
            let v = scaled(&aim, random.magnitude(-3, 3)).map(|x| T::PRECISION.round(x));
            let b: Dyn<T, 3> = Box::new(b.posed(vector::<T, 3>(&from)).unwrap());
            // Poses round coordinates, too: as much again, and twice as much for curved shapes.
            let within = 2.0 * BOUND * T::PRECISION.epsilon() * 12.0;
            match assert_consistent(&a, &b, &v, within, &format!("{kind_a} {kind_b} {seed}")) {
                Some(hit) => hits += u32::from(hit),
                None => undecided += 1,
            }
            casts += 1;
        }
        println!("{hits} hits, {undecided} undecided of {casts}");
        assert!(hits * 10 > casts * 3 && hits * 10 < casts * 9, "{hits} of {casts}");
        // Curved shapes against curved shapes, with a gap of a few dozen ε left.
        assert!(undecided * 200 <= casts, "{undecided} of {casts}");
    }
}

/// Shapes with points given twice, or nearly: up to the smallest number apart. Their features have edges across which nothing
/// can be told, and triangles without a plane.
#[test]
fn edges_may_be_as_short_as_they_like() {
    fn shape<T: Float, const D: usize>(random: &mut Random, smallest: i32) -> Dyn<T, D> {
        // Around the origin tiny steps stay what they are; elsewhere they are a few units in the last place.
        let middle = if random.coin() { [0.0; D] } else { random.direction() };
        let mut points: Vec<[f64; D]> = (0..3).map(|_| add_scaled(&middle, &random.direction(), 0.5)).collect();
        points.push(middle);
        while points.len() < 16 {
            let from = points[random.index(points.len())];
            let size = if random.coin() { -random.integer(18, 60) } else { random.integer(smallest, -40) };
            points.push(add_scaled(&from, &random.direction(), f64::powi(2.0, size)));
        }
        let points: Vec<_> = points.iter().map(|point| point.map(|x| T::PRECISION.round(x))).collect();
        let margin = if random.coin() { 0.0 } else { 0.25 };
        Box::new(cloud::<T, D>(&points).swollen(T::narrowed(margin)).unwrap())
    }
    fn casts<T: Float, const D: usize>(smallest: i32)
    where
        Cases: Expansion<T, D> + Expansion<f64, D>,
    {
        let (mut hits, mut all) = (0, 0);
        for seed in 0..count() / 4 {
            let mut random = Random::new(seed);
            let (a, b) = (shape::<T, D>(&mut random, smallest), shape::<T, D>(&mut random, smallest));
            let from: [f64; D] = scaled(&random.direction(), random.uniform(1.0, 4.0));
            let aim = add_scaled(&scaled(&from, -1.0), &random.direction(), random.uniform(0.0, 0.5));
            let b: Dyn<T, D> = Box::new(b.posed(vector::<T, D>(&from)).unwrap());
            let what = format!("{D}D, {:?}, {seed}", T::PRECISION);
            let within = 2.0 * BOUND * T::PRECISION.epsilon() * 8.0;
            let hit = assert_consistent(&a, &b, &aim.map(|x| T::PRECISION.round(x)), within, &what);
            hits += u32::from(hit.unwrap_or_else(|| panic!("undecided: {what}")));
            all += 1;
        }
        assert!(hits * 10 > all * 3 && hits * 10 < all * 9, "{hits} of {all}");
    }
    casts::<f32, 2>(-149);
    casts::<f32, 3>(-149);
    casts::<f64, 2>(-1074);
    casts::<f64, 3>(-1074);
    casts::<f64, 4>(-1074);
}
