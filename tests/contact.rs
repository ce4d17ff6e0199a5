//! Contacts against an oracle that looks at every facet of the Minkowski difference, and against closed forms for round
//! shapes; and what every contact has to keep whatever the right answer is.
//!
//! Each test prints its figures: `cargo test --release --test contact -- --nocapture`.

mod common;
mod oracle;

use common::{BOUND, Float, cloud, wide};
use gjk::{Cases, Contact, Expansion, contact, distance, intersects};
use oracle::vector::{dot, largest_coordinate, norm, scaled, sub};
use oracle::{Kind, Pair, Recipe, depth};

/// What was seen of a family of pairs; errors in units of `eps · L`.
#[derive(Default)]
struct Tally {
    pairs: u32,
    overlaps: u32,
    unproven: f64,
    too_deep: f64,
    outside: f64,
    apart_from_points: f64,
    swapped: f64,
    loosest: f64,
    evaluations: u32,
    most_evaluations: u32,
}

/// How far a point is outside of a hull, as far as a few directions can tell.
fn outside<const D: usize>(points: &[[f64; D]], p: &[f64; D], normal: &[f64; D]) -> f64 {
    let mut directions = vec![*normal, scaled(normal, -1.0)];
    for k in 0..D {
        for sign in [1.0, -1.0] {
            directions.push(std::array::from_fn(|i| if i == k { sign } else { 0.0 }));
            directions.push(std::array::from_fn(|i| if i == k { 0.8 * sign } else { 0.6 / ((D - 1).max(1) as f64).sqrt() }));
        }
    }
    let beyond = |d: &[f64; D]| points.iter().map(|q| dot(&sub(p, q), d)).fold(f64::INFINITY, f64::min) / norm(d);
    directions.iter().map(beyond).fold(0.0, f64::max)
}

impl Tally {
    fn add<T: Float, const D: usize>(&mut self, pair: &Pair<D>, what: &str)
    where
        Cases: Expansion<T, D>,
    {
        let (a, b) = (cloud::<T, D>(&pair.a), cloud::<T, D>(&pair.b));
        let found = contact(&a, &b);
        let what = format!("{what}, seed {}: {found:?}", pair.seed);
        assert_eq!(found.undecided, None, "{what}");
        assert_eq!(found.intersects(), intersects(&a, &b), "{what}");
        let apart = distance(&a, &b).distance;
        if found.intersects() {
            assert!(apart.is_zero(), "{what}");
        } else {
            assert_eq!(found.separation, apart, "{what}");
        }
        let unit = T::PRECISION.epsilon() * pair.largest_coordinate().max(f64::MIN_POSITIVE / f64::EPSILON);
        let separation = found.separation.wide();
        let normal = wide(&found.normal);
        assert!((norm(&normal) - 1.0).abs() <= 8.0 * T::PRECISION.epsilon(), "{what}");
        assert!(found.lower <= found.separation && found.separation <= found.upper, "{what}");

        // The answer's own normal, rounded to length 1, proves it.
        let proven = -depth::reach(&pair.a, &pair.b, &scaled(&normal, 1.0 / norm(&normal)));
        let unproven = (proven - separation).abs() / unit;
        assert!(unproven <= BOUND, "{unproven} eps L from what the normal proves: {what}");
        let points = found.points.each_ref().map(|p| wide(&p.coords));
        let off = largest_coordinate(&sub(&sub(&points[1], &points[0]), &scaled(&normal, separation))) / unit;
        assert!(off <= BOUND, "points are off by {off}: {what}");
        let outside = outside(&pair.a, &points[0], &normal).max(outside(&pair.b, &points[1], &normal)) / unit;
        assert!(outside <= BOUND, "points are outside by {outside}: {what}");

        let least = depth::least_reach(&pair.a, &pair.b);
        let too_deep = (-separation - least) / unit;
        if least >= 0.0 || found.intersects() {
            assert!(too_deep <= BOUND, "too deep by {too_deep} eps L: {what}");
            self.too_deep = self.too_deep.max(too_deep);
            self.overlaps += 1;
        }

        let swapped: Contact<T, D> = contact(&b, &a);
        let differs = (swapped.separation.wide() - separation).abs() / unit;
        assert!(differs <= BOUND, "swapped, it is {differs} eps L else: {what}\n{swapped:?}");

        self.pairs += 1;
        self.unproven = self.unproven.max(unproven);
        self.apart_from_points = self.apart_from_points.max(off);
        self.outside = self.outside.max(outside);
        self.swapped = self.swapped.max(differs);
        self.loosest = self.loosest.max((found.upper.wide() - found.lower.wide()) / unit);
        self.evaluations += found.evaluations;
        self.most_evaluations = self.most_evaluations.max(found.evaluations);
    }
}

fn agree<T: Float, const D: usize>(seeds: u64, count: u64, vertices: usize)
where
    Cases: Expansion<T, D>,
{
    let places = [(0.0, 0), (1e3, 0), (0.0, -40), (0.0, 40)];
    let share = count.div_ceil((Kind::ALL.len() * places.len()) as u64);
    for kind in Kind::ALL {
        // Boxes have so many corners that trying all facets takes seconds in 4 dimensions, and hours beyond.
        let share = match (kind, D) {
            (Kind::Boxes | Kind::NearParallelBoxes | Kind::Kissing, 4) => 3,
            (Kind::Boxes | Kind::NearParallelBoxes | Kind::Kissing, 5..) => continue,
            _ => share,
        };
        let mut tally = Tally::default();
        for (place, (offset, scale)) in (0..).zip(places) {
            let mut recipe = Recipe::new(kind).offset(offset).scale_exponent(scale).precision(T::PRECISION);
            recipe.vertices = (vertices, vertices);
            for pair in recipe.pairs::<D>(seeds + place * share, share) {
                let what = format!("{D}D {:?} {kind:?} at {offset:e}, 2^{scale}", T::PRECISION);
                tally.add::<T, D>(&pair, &what);
            }
        }
        println!(
            "{D}D {:?} {kind:?}: {} pairs, {} overlap; eps L: normal {:.2}, depth {:.2}, points {:.2}, outside {:.2}, swapped {:.2}; \
             bounds at most {:.2} apart; evaluations {:.2}, at most {}",
            T::PRECISION,
            tally.pairs,
            tally.overlaps,
            tally.unproven,
            tally.too_deep,
            tally.apart_from_points,
            tally.outside,
            tally.swapped,
            tally.loosest,
            f64::from(tally.evaluations) / f64::from(tally.pairs),
            tally.most_evaluations,
        );
    }
}

macro_rules! against_all_facets {
    ($($name:ident: $t:ty, $d:literal, $count:literal, $vertices:literal;)*) => { $(
        #[test]
        fn $name() {
            agree::<$t, $d>(3_000_000 * $d, $count, $vertices);
        }
    )* };
}
against_all_facets! {
    one_dimension_f32: f32, 1, 10_000, 4;
    one_dimension_f64: f64, 1, 10_000, 4;
    two_dimensions_f32: f32, 2, 100_000, 8;
    two_dimensions_f64: f64, 2, 100_000, 8;
    three_dimensions_f32: f32, 3, 20_000, 8;
    three_dimensions_f64: f64, 3, 20_000, 8;
    four_dimensions_f32: f32, 4, 1_500, 6;
    four_dimensions_f64: f64, 4, 1_500, 6;
    five_dimensions_f64: f64, 5, 200, 7;
    six_dimensions_f64: f64, 6, 100, 8;
}
