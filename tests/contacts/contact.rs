//! Contacts against an oracle that looks at every facet of the Minkowski difference, and against closed forms for round
//! shapes; and the properties that every contact must have.
//!
//! Each test prints its figures: `cargo test --release --test contacts contact:: -- --nocapture`.

#![allow(clippy::float_cmp, reason = "exact comparisons are the point")]
#![allow(clippy::cast_precision_loss, reason = "dimensions are small")]

use gjk::nalgebra::{Point2, Point3, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid, Cylinder, Ellipsoid, PointCloud, Polygon, Segment, Triangle};
use gjk::{
    Contact, Difference, Pose, Query, Support, SupportExt, contact, distance,
    epa::Expansion,
    intersects,
    minkowski::ConvexSet,
    observe::Observer,
    simplex::{Cases, Simplex},
};
use oracle::random::{Random, campaign, campaign_or};
use oracle::testing::{BOUND, Float, cloud, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add, dot, largest_coordinate, norm, scaled, sub};
use oracle::{Kind, Pair, Precision, Recipe, depth};

/// What was seen of a family of pairs; errors in ε·L.
#[derive(Default)]
struct Tally {
    pairs: u32,
    overlaps: u32,
    unproven: f64,
    too_deep: f64,
    outside: f64,
    apart_from_points: f64,
    swapped: f64,
    flipped: u32,
    loosest: f64,
    /// Of the overlaps those that took more evaluations than it takes to find that they are.
    grown: u32,
    /// Those in which shortcuts saved evaluations, or cost some.
    shortened: u32,
    lengthened: u32,
    /// Evaluations without any.
    plain: u32,
    evaluations: u32,
    most_evaluations: u32,
}

/// How far a point is outside of a hull, as far as a few directions can tell.
fn outside<const D: usize>(points: &[[f64; D]], p: &[f64; D], normal: &[f64; D]) -> f64 {
    let mut directions = vec![*normal, scaled(normal, -1.0)];
    for k in 0..D {
        for sign in [1.0, -1.0] {
            directions.push(std::array::from_fn(|i| if i == k { sign } else { 0.0 }));
            directions
                .push(std::array::from_fn(|i| if i == k { 0.8 * sign } else { 0.6 / ((D - 1).max(1) as f64).sqrt() }));
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
        let least = depth::least_reach(&pair.a, &pair.b);
        self.check(&cloud::<T, D>(&pair.a), &cloud::<T, D>(&pair.b), pair, least, what);
    }

    /// Two shapes, what they are the hulls of, and how deep that is.
    fn check<T: Float, const D: usize>(
        &mut self,
        a: &dyn Support<D, Scalar = T>,
        b: &dyn Support<D, Scalar = T>,
        pair: &Pair<D>,
        least: f64,
        what: &str,
    ) where
        Cases: Expansion<T, D>,
    {
        let found = contact(a, b);
        let what = format_args!("{what}, seed {}: {found:?}", pair.seed);
        assert_eq!(found.undecided, None, "{what}");
        assert_eq!(found.intersects(), intersects(a, b), "{what}");
        let gap = distance(a, b);
        let apart = gap.distance;
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

        let too_deep = (-separation - least) / unit;
        if least >= 0.0 || found.intersects() {
            assert!(too_deep <= BOUND, "too deep by {too_deep} eps L: {what}");
            self.too_deep = self.too_deep.max(too_deep);
            self.overlaps += 1;
        }

        // As it is in the books.
        let plain = Query::new().shortcuts(false).contact(a, b);
        let longer = (plain.separation.wide() - separation).abs() / unit;
        assert!(longer <= BOUND, "without shortcuts, it is {longer} eps L else: {what}\n{plain:?}");
        self.plain += plain.evaluations;
        self.shortened += u32::from(found.evaluations < plain.evaluations);
        self.lengthened += u32::from(found.evaluations > plain.evaluations);

        let swapped: Contact<T, D> = contact(b, a);
        assert_eq!(swapped.undecided, None, "swapped: {what}");
        let differs = (swapped.separation.wide() - separation).abs() / unit;
        assert!(differs <= BOUND, "swapped, it is {differs} eps L else: {what}\n{swapped:?}");

        // The other way round it goes the other way: or there are two ways, and both are as short.
        let back = wide(&swapped.normal);
        let turned = scaled(&back, -1.0 / norm(&back));
        let as_short = (-depth::reach(&pair.a, &pair.b, &turned) - separation).abs() / unit;
        assert!(as_short <= 2.0 * BOUND, "swapped, the normal is {as_short} eps L worse: {what}\n{swapped:?}");
        let flips = norm(&add(&normal, &back)) <= 1e-3;
        self.flipped += u32::from(flips);

        self.pairs += 1;
        self.unproven = self.unproven.max(unproven);
        self.apart_from_points = self.apart_from_points.max(off);
        self.outside = self.outside.max(outside);
        self.swapped = self.swapped.max(differs);
        self.loosest = self.loosest.max((found.upper.wide() - found.lower.wide()) / unit);
        self.grown += u32::from(found.intersects() && found.evaluations > gap.evaluations);
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
            (Kind::Boxes | Kind::NearParallelBoxes | Kind::Kissing, 4) => campaign(1),
            (Kind::Boxes | Kind::NearParallelBoxes | Kind::Kissing, 5..) => continue,
            // They are boxes whatever the number of vertices that is asked for.
            (Kind::Boxes | Kind::NearParallelBoxes | Kind::Kissing, 3) if vertices < 8 => continue,
            _ => share,
        };
        let mut tally = Tally::default();
        // In 6 dimensions a pair takes more than half a second: scales are left to fewer.
        let places = &places[..if D > 5 { 2 } else { 4 }];
        for (place, &(offset, scale)) in (0..).zip(places) {
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
        println!(
            "    the normal flips in {} of them; shortcuts save evaluations in {} and cost some in {}",
            tally.flipped, tally.shortened, tally.lengthened
        );
        // Grids and what touches are full of ties, and plates on a line are points.
        assert!(
            D == 1 || matches!(kind, Kind::Grid | Kind::Kissing) || tally.flipped * 10 >= tally.pairs * 8,
            "{} flip",
            tally.flipped
        );
    }
}

macro_rules! against_all_facets {
    ($($name:ident: $t:ty, $d:literal, $count:literal, $vertices:literal;)*) => { $(
        #[test]
        fn $name() {
            agree::<$t, $d>(3_000_000 * $d, campaign_or($count, $count / 2), $vertices);
        }
    )* };
}
against_all_facets! {
    one_dimension_f32: f32, 1, 1_000, 4;
    one_dimension_f64: f64, 1, 1_000, 4;
    two_dimensions_f32: f32, 2, 8_000, 8;
    two_dimensions_f64: f64, 2, 8_000, 8;
    three_dimensions_f32: f32, 3, 1_600, 8;
    three_dimensions_f64: f64, 3, 1_600, 8;
    small_hulls_f32: f32, 3, 10_000, 5;
    small_hulls_f64: f64, 3, 10_000, 5;
    four_dimensions_f32: f32, 4, 130, 6;
    four_dimensions_f64: f64, 4, 130, 6;
    five_dimensions_f64: f64, 5, 20, 7;
    six_dimensions_f64: f64, 6, 3, 7;
}

/// The volume of a needle is less than the rounding of it. A polytope that begins with its wrong sign is inside out: these
/// were 65 to 85 ε·L too deep.
#[test]
fn polytopes_begin_with_their_right_side_out() {
    for seed in [9_001_766, 20_273_688, 20_305_066] {
        for scale in [0, -40, 40] {
            let recipe = Recipe::new(Kind::Slivers).scale_exponent(scale).precision(Precision::Single);
            let pair: Pair<3> = recipe.pair(seed);
            let mut tally = Tally::default();
            tally.add::<f32, 3>(&pair, &format!("2^{scale}"));
            assert!(tally.grown == 1 && tally.too_deep < 8.0, "{}", tally.too_deep);
        }
    }
}

/// Polytopes with many vertices are grown along biased directions, which change the steps but not where they end.
#[test]
fn biased_directions_find_the_same_depth() {
    fn check<T: Float>(count: u64, compact: bool) {
        let mut tally = Tally::default();
        for seed in 0..count {
            let mut random = Random::new(seed);
            let [a, b] = [0.0, 1.0].map(|share| {
                let points = 17 + random.index(80);
                // Balls; or short and long ones, in the middle of their points or not.
                let axes: [f64; 3] =
                    std::array::from_fn(
                        |_| if compact { 1.0 } else { [1.0, random.uniform(0.1, 3.0)][random.index(2)] },
                    );
                let offset: [f64; 3] = std::array::from_fn(|_| random.uniform(-1.0, 1.0) * share);
                let mut point = || {
                    let direction: [f64; 3] = random.direction();
                    std::array::from_fn(|k| T::narrowed(axes[k] * direction[k] + offset[k]).wide())
                };
                (0..points).map(|_| point()).collect::<Vec<[f64; 3]>>()
            });
            let pair = Pair { a, b, boxes: None, seed };
            let (a, b) = (cloud::<T, 3>(&pair.a), cloud::<T, 3>(&pair.b));
            let plain = Query::new().shortcuts(false);
            let least = -plain.clone().contact(&a, &b).separation.wide();
            tally.check(&a, &b, &pair, least, &format!("{:?}", T::PRECISION));
        }
        let Tally { pairs, overlaps, shortened, lengthened, evaluations, plain, .. } = tally;
        println!(
            "3D {:?}, {}: of {overlaps} overlaps a bias shortens {shortened} and lengthens {lengthened}, to {:.2} from {:.2} \
             evaluations; eps L: normal {:.2}, depth {:.2}, points {:.2}",
            T::PRECISION,
            if compact { "balls" } else { "short and long" },
            f64::from(evaluations) / f64::from(pairs),
            f64::from(plain) / f64::from(pairs),
            tally.unproven,
            tally.too_deep,
            tally.apart_from_points,
        );
        assert!(overlaps * 2 > pairs && (shortened + lengthened) * 2 > overlaps, "{shortened} {lengthened}");
        assert!(if compact { evaluations * 20 < plain * 19 } else { evaluations * 20 < plain * 21 });
    }
    in_both_precisions! {
        check::<T>(campaign(1_000), true);
        check::<T>(campaign(1_000), false);
    }
}

/// Where the middles coincide no direction of the minimum translation is expected, and none is biased.
#[test]
fn concentric_hulls_have_their_depth() {
    for points in [17, 40, 96] {
        let mut random = Random::new(points);
        let half: Vec<[f64; 3]> = (0..points).map(|_| random.direction()).collect();
        // Symmetric, so that its middle is the origin, and the middle of the difference.
        let all: Vec<[f64; 3]> = half.iter().flat_map(|p| [*p, scaled(p, -1.0)]).collect();
        let hull = cloud::<f64, 3>(&all);
        let found = contact(&hull, &hull);
        let plain = Query::new().shortcuts(false).contact(&hull, &hull);
        assert!((found.separation - plain.separation).abs() < 1e-14, "{found:?}\n{plain:?}");
        assert!(found.upper - found.lower < 1e-14, "{found:?}");
    }
}

/// A box, plate, needle, segment or point near the origin, and its corners.
fn parallelotope<T: Float, const D: usize>(
    random: &mut Random,
    kind: usize,
    frame: &[[f64; D]; D],
    scale: f64,
) -> (Box<dyn Support<D, Scalar = T>>, Vec<[f64; D]>) {
    let round = |x: f64| T::narrowed(x).wide();
    let at: [f64; D] = std::array::from_fn(|_| round(scale * random.uniform(-1.0, 1.0)));
    let mut half: [f64; D] = std::array::from_fn(|_| scale * random.uniform(0.2, 2.0));
    let thin = [0.0, 1e-3, 1e-6, 1e-9][random.index(4)];
    match kind {
        0 => {}
        1 => half[random.index(D)] *= thin,
        _ => {
            let long = random.index(D);
            (0..D).filter(|&k| k != long).for_each(|k| half[k] *= thin);
        }
    }
    let half = half.map(round);
    if kind == 3 {
        let end = std::array::from_fn(|k| round(at[k] + scale * random.uniform(-2.0, 2.0)));
        return (Box::new(Segment::new([point(&at), point(&end)]).unwrap()), vec![at, end]);
    }
    if kind == 4 {
        return (Box::new(Ball::point(point::<T, D>(&at)).unwrap()), vec![at]);
    }
    let matrix = rotation::<T, D>(frame);
    let corners = (0..1_u32 << D).map(|signs| {
        std::array::from_fn(|row| {
            (0..D).fold(at[row], |sum, k| {
                let term = matrix[(row, k)].wide() * half[k];
                if signs >> k & 1 == 1 { sum - term } else { sum + term }
            })
        })
    });
    let corners = corners.collect();
    let pose = Pose::new(matrix, vector(&at)).unwrap();
    (Box::new(Cuboid::new(vector::<T, D>(&half)).unwrap().posed(pose).unwrap()), corners)
}

/// Boxes in every position to each other, and what they degenerate to: their facets are known without growing anything.
#[test]
fn boxes_have_closed_forms() {
    fn check<T: Float, const D: usize>(count: u64)
    where
        Cases: Expansion<T, D>,
    {
        let mut tallies: [[Tally; 5]; 5] = Default::default();
        let axes = std::array::from_fn(|i| std::array::from_fn(|k| f64::from(u8::from(i == k))));
        for seed in 0..count {
            let mut random = Random::new(seed);
            let [kind_a, kind_b] = [(); 2].map(|()| [0, 0, 0, 1, 2, 3, 4][random.index(7)]);
            let scale = [1.0, 1e-12, 1e12][random.index(3)];
            let first = if random.coin() { axes } else { random.frame_near(&axes, 1.0) };
            // From parallel through nearly parallel to any.
            let turn = [0.0, random.magnitude(-18, 0), 1.0][random.index(3)];
            let second = if turn == 0.0 { first } else { random.frame_near(&first, turn) };
            let (a, corners_a) = parallelotope::<T, D>(&mut random, kind_a, &first, scale);
            let (b, corners_b) = parallelotope::<T, D>(&mut random, kind_b, &second, scale);
            let pair = Pair { a: corners_a, b: corners_b, boxes: None, seed };
            let least = depth::least_reach(&pair.a, &pair.b);
            let what = format!("{D}D {:?} turned by {turn:e}", T::PRECISION);
            tallies[kind_a][kind_b].check(&*a, &*b, &pair, least, &what);
        }
        let all = || tallies.iter().flatten();
        let sum = |of: fn(&Tally) -> u32| all().map(of).sum::<u32>();
        let most = |of: fn(&Tally) -> f64| all().map(of).fold(0.0, f64::max);
        println!(
            "{D}D {:?}: {} pairs of boxes and the like, {} overlap, {} took a search for their points; \
             eps L: normal {:.2}, depth {:.2}, points {:.2}, outside {:.2}, swapped {:.2}",
            T::PRECISION,
            sum(|of| of.pairs),
            sum(|of| of.overlaps),
            sum(|of| of.grown),
            most(|of| of.unproven),
            most(|of| of.too_deep),
            most(|of| of.apart_from_points),
            most(|of| of.outside),
            most(|of| of.swapped),
        );
        let boxes = &tallies[0][0];
        assert!(boxes.overlaps * 3 > boxes.pairs, "{}", boxes.overlaps);
        assert!(boxes.shortened * 20 > boxes.overlaps * 19 && boxes.lengthened * 50 < boxes.overlaps);
        assert!(tallies.iter().flatten().all(|of| of.pairs > 0));
        assert!(sum(|of| of.grown) * 50 < sum(|of| of.overlaps));
    }
    in_both_precisions! {
        check::<T, 2>(campaign(5_000));
        check::<T, 3>(campaign(2_000));
    }
}

/// Polygons of few vertices: in any position, also with parallel edges, and as needles.
#[test]
fn small_polygons_have_closed_forms() {
    fn check<T: Float>(count: u64)
    where
        Cases: Expansion<T, 2>,
    {
        let round = |x: f64| T::narrowed(x).wide();
        let (mut tally, mut closed, mut sizes) = (Tally::default(), [0; 2], [0; 9]);
        let (mut corners_of_two, mut apart) = (0, 0);
        for seed in 0..count {
            let mut random = Random::new(seed);
            let scale = [1.0, 1e-3, 1e3][random.index(3)];
            let turn = random.uniform(0.0, 7.0);
            let spread = [0.7, 2.0][random.index(2)];
            let polygon = |random: &mut Random, first: bool| {
                let corners = 3 + random.index(6);
                let thin = [1.0, 1.0, 1.0, 1e-2, 1e-4][random.index(5)];
                let regular = random.coin();
                let local: Vec<[f64; 2]> = (0..corners)
                    .map(|k| {
                        let jitter = if regular { 0.0 } else { random.uniform(-0.4, 0.4) };
                        let angle = (k as f64 + jitter) * std::f64::consts::TAU / corners as f64;
                        [round(scale * angle.cos()), round(scale * thin * angle.sin())]
                    })
                    .collect();
                let local = local.iter().map(point::<T, 2>);
                let Ok(polygon) = Polygon::hull(local) else { return None };
                let size = polygon.vertices().len();
                // Parallel to the first, nearly so, or any.
                let turn = turn + if first { 0.0 } else { [0.0, random.magnitude(-18, 0), 1.0][random.index(3)] };
                let [cos, sin] = [round(turn.cos()), round(turn.sin())];
                let at: [f64; 2] = std::array::from_fn(|_| round(scale * random.uniform(-spread, spread)));
                let corners = polygon.vertices().map(|p| wide(&p.coords));
                let corners: Vec<_> =
                    corners.map(|[x, y]| [cos * x - sin * y + at[0], sin * x + cos * y + at[1]]).collect();
                let [cos, sin] = [cos, sin].map(T::narrowed);
                let pose = Pose::new(gjk::nalgebra::Matrix2::new(cos, -sin, sin, cos), vector(&at)).unwrap();
                Some((polygon.posed(pose).unwrap(), corners, size))
            };
            let pair = (polygon(&mut random, true), polygon(&mut random, false));
            let (Some((a, corners_a, size_a)), Some((b, corners_b, size_b))) = pair else { continue };
            let pair = Pair { a: corners_a, b: corners_b, boxes: None, seed };
            let least = depth::least_reach(&pair.a, &pair.b);
            sizes[size_a] += 1;
            sizes[size_b] += 1;
            tally.check(&a, &b, &pair, least, &format!("polygons, {:?}", T::PRECISION));
            let found = contact(&a, &b);
            let gap = distance(&a, &b);
            apart += u32::from(!found.intersects());
            if found.evaluations == 0 {
                closed[usize::from(!found.intersects())] += 1;
                assert!(found.feature.on_a().all(|id| (id.0 as usize) < size_a), "{found:?}");
                assert!(found.feature.on_b().all(|id| (id.0 as usize) < size_b), "{found:?}");
            }
            let sides = [found.feature.on_a().count(), found.feature.on_b().count()];
            if found.evaluations == 0 && found.intersects() {
                assert!(sides.contains(&2), "{found:?}");
            } else if found.evaluations == 0 {
                assert!(sides == [1, 1] || sides == [1, 2] || sides == [2, 1], "{found:?}");
                corners_of_two += u32::from(sides == [1, 1]);
                assert_eq!(gap.evaluations, 0, "{gap:?}");
                assert_eq!((gap.points, gap.feature.ids()), (found.points, found.feature), "{gap:?}");
            }
            // The points are means of vertices. If the polygons overlap they are one.
            let unit = T::PRECISION.epsilon() * pair.largest_coordinate();
            for (side, corners) in [&pair.a, &pair.b].into_iter().enumerate() {
                let mut mean = [0.0; 2];
                for vertex in gap.feature.vertices() {
                    let corner = corners[vertex.ids[side].0 as usize];
                    mean = add(&mean, &scaled(&corner, vertex.weight.wide()));
                }
                let off = largest_coordinate(&sub(&mean, &wide(&gap.points[side].coords))) / unit;
                assert!(off <= BOUND, "a mean of vertices {off} eps L from the point: seed {seed}, {gap:?}");
            }
        }
        let Tally { pairs, overlaps, unproven, too_deep, apart_from_points, outside, .. } = tally;
        let [closed, closed_apart] = closed;
        println!(
            "{:?}: {pairs} pairs of polygons, {overlaps} overlap, {closed} in closed form, {apart} are apart, {closed_apart} in closed \
             form, {corners_of_two} at two corners; eps L: normal {unproven:.2}, depth {too_deep:.2}, points \
             {apart_from_points:.2}, outside {outside:.2}",
            T::PRECISION
        );
        assert!(overlaps * 3 > pairs && closed * 10 > overlaps * 8, "{overlaps} of {pairs}, {closed}");
        assert!(
            apart * 4 > pairs && closed_apart * 10 > apart * 9 && corners_of_two * 5 > apart,
            "{apart}, {closed_apart}"
        );
        assert!(sizes[3..].iter().all(|count| *count > 100), "{sizes:?}");
    }
    in_both_precisions! {
        check::<T>(campaign(5_000));
    }
}

/// Segments with margins, at any distance: in the plane, in space and beyond.
#[test]
fn capsules_have_closed_forms() {
    fn check<T: Float, const D: usize>(count: u64)
    where
        Cases: Expansion<T, D>,
    {
        let round = |x: f64| T::narrowed(x).wide();
        let (mut closed, mut overlaps, mut worst) = (0, 0, [0.0_f64; 4]);
        for seed in 0..count {
            let mut random = Random::new(seed);
            let scale = [1.0, 1e-3, 1e3][random.index(3)];
            let mut corner = || -> [f64; D] { std::array::from_fn(|_| round(scale * random.uniform(-1.0, 1.0))) };
            let (p, q, way) = (corner(), corner(), corner());
            // Of any direction, nearly parallel, parallel, or a point.
            let other = [corner(), add(&way, &scaled(&corner(), 1e-5)), way, [0.0; D]][random.index(4)];
            let ends = |from: &[f64; D], way: &[f64; D]| [*from, add(from, way).map(round)];
            let (a, b) = (ends(&p, &way), ends(&q, &other));
            let [r, s] = [(); 2].map(|()| round(scale * random.uniform(0.0, 1.0)));
            let capsule = |[from, to]: &[[f64; D]; 2], radius: f64| {
                Capsule::new(point::<T, D>(from), point(to), T::narrowed(radius)).unwrap()
            };
            let (one, two) = (capsule(&a, r), capsule(&b, s));
            let (found, plain) = (contact(&one, &two), Query::new().shortcuts(false).contact(&one, &two));
            let what = format_args!("{D}D {:?}, seed {seed}: {found:?}\n{plain:?}", T::PRECISION);
            assert_eq!(found.intersects(), intersects(&one, &two), "{what}");
            let size = a.iter().chain(&b).map(largest_coordinate).fold(r.max(s), f64::max);
            let unit = T::PRECISION.epsilon() * size;
            let (separation, normal) = (found.separation.wide(), wide(&found.normal));
            let points = found.points.each_ref().map(|p| wide(&p.coords));
            // The segments are as far apart as the normal proves, and no farther than the points in them.
            let core = [add(&points[0], &scaled(&normal, -r)), add(&points[1], &scaled(&normal, s))];
            let off = |[from, to]: &[[f64; D]; 2], p: &[f64; D]| {
                let way = sub(to, from);
                let share = (dot(&sub(p, from), &way) / dot(&way, &way).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
                norm(&sub(p, &add(from, &scaled(&way, share))))
            };
            let errors = [
                (separation - plain.separation.wide()).abs(),
                norm(&sub(&sub(&points[1], &points[0]), &scaled(&normal, separation))),
                off(&a, &core[0]).max(off(&b, &core[1])),
                (-depth::reach(&a, &b, &normal) - r - s - separation).abs(),
            ];
            for (worst, error) in worst.iter_mut().zip(errors) {
                // Where the cores overlap, too, the points come from a polytope.
                *worst = worst.max(error / unit);
                assert!(error <= BOUND * unit, "{errors:?}, unit {unit:e}: {what}");
            }
            closed += u32::from(found.evaluations == 0);
            overlaps += u32::from(found.intersects());
        }
        println!(
            "{D}D {:?}: {count} capsules, {overlaps} overlap, {closed} in closed form; eps L: {worst:.2?}",
            T::PRECISION
        );
        assert!(
            u64::from(overlaps) * 3 > count && closed * 10 > overlaps * if D == 2 { 4 } else { 9 },
            "{closed} {overlaps}"
        );
    }
    in_both_precisions! {
        check::<T, 2>(campaign(5_000));
        check::<T, 3>(campaign(5_000));
    }
}

/// Balls and capsules are measured between centers and axes: any depth, in closed form.
#[test]
fn balls_and_capsules_have_closed_forms() {
    fn check<T: Float>(random: &mut Random, overlaps: &mut u32) {
        let eps = T::PRECISION.epsilon();
        let round = |x: f64| T::narrowed(x).wide();
        let mut corner = || -> [f64; 3] { std::array::from_fn(|_| round(random.uniform(-1.0, 1.0))) };
        let (center, ends) = (corner(), [corner(), corner()]);
        let [r, s] = [(); 2].map(|()| round(random.uniform(0.0, 1.0)));
        let ball = Ball::at(point::<T, 3>(&center), T::narrowed(r)).unwrap();
        let capsule = Capsule::new(point::<T, 3>(&ends[0]), point(&ends[1]), T::narrowed(s)).unwrap();
        // The nearest point of the axis.
        let along = sub(&ends[1], &ends[0]);
        let t = (dot(&sub(&center, &ends[0]), &along) / dot(&along, &along)).clamp(0.0, 1.0);
        let offset = sub(&oracle::vector::add_scaled(&ends[0], &along, t), &center);
        let want = norm(&offset) - r - s;
        for (found, sign) in [(contact(&ball, &capsule), 1.0), (contact(&capsule, &ball), -1.0)] {
            let unit = eps * 2.0;
            assert!((found.separation.wide() - want).abs() <= 16.0 * unit, "{want}: {found:?}");
            let [p, q] = found.points.each_ref().map(|p| wide(&p.coords));
            let n = wide(&found.normal);
            assert!(norm(&sub(&sub(&q, &p), &scaled(&n, want))) <= 32.0 * unit, "{want}: {found:?}");
            if norm(&offset) > 0.01 {
                let right = scaled(&offset, sign / norm(&offset));
                assert!(norm(&sub(&n, &right)) <= 64.0 * unit / norm(&offset), "{right:?}: {found:?}");
            }
        }
        *overlaps += u32::from(want < 0.0);
    }
    let (mut random, mut overlaps) = (Random::new(5), 0);
    for _ in 0..20_000 {
        in_both_precisions! { check::<T>(&mut random, &mut overlaps); }
    }
    assert!((12_000..28_000).contains(&overlaps), "{overlaps}");
}

/// The published demonstration: a regular pentagon at rest, and a triangle that swings through it and turns.
#[test]
fn the_pentagon_and_the_triangle_at_any_time() {
    let regular = |n: u32, x: f64, angle: f64| -> Vec<[f64; 2]> {
        let turn = |k: u32| angle + f64::from(k) * std::f64::consts::TAU / f64::from(n);
        (0..n).map(|k| [x + turn(k).cos(), turn(k).sin() - 3.0]).collect()
    };
    let pentagon = regular(5, 0.0, 0.0);
    let (mut tally, mut overlaps) = (Tally::default(), 0);
    for step in 0..5_000 {
        let t = 5.6 + 0.04 * f64::from(step);
        let triangle = regular(3, 2.0 * t.sin(), std::f64::consts::SQRT_2 * t);
        let pair = Pair { a: pentagon.clone(), b: triangle, boxes: None, seed: 0 };
        tally.add::<f64, 2>(&pair, &format!("t = {t}"));
        overlaps += u32::from(depth::least_reach(&pair.a, &pair.b) >= 0.0);
    }
    assert!((2_000..4_500).contains(&overlaps), "{overlaps}");
}

/// A segment through a box is not flat; two crossing segments in space and two triangles in one plane are.
#[test]
fn flat_is_what_has_no_interior() {
    let p = Point3::<f64>::new;
    let cube = Cuboid::new(Vector3::new(1.0, 2.0, 3.0)).unwrap();
    let through = Segment::new([p(-5.0, 0.5, 0.0), p(5.0, 0.5, 0.0)]).unwrap();
    let found = contact(&cube, &through);
    assert_eq!((found.separation, found.normal), (-1.5, Vector3::y()));

    let [x, y] = [[p(-1.0, 0.0, 0.0), p(1.0, 0.0, 0.0)], [p(0.0, -1.0, 0.0), p(0.0, 2.0, 0.0)]]
        .map(|s| Segment::new(s).unwrap());
    let found = contact(&x, &y);
    assert_eq!((found.separation, found.normal.z.abs()), (0.0, 1.0));

    let triangle = Triangle::new([p(0.0, 1.0, 0.0), p(3.0, 1.0, 0.0), p(0.0, 1.0, 3.0)]).unwrap();
    let found = contact(&triangle, &triangle.posed(Vector3::new(0.5, 0.0, 0.5)).unwrap());
    assert_eq!((found.separation, found.normal.y.abs()), (0.0, 1.0));
}

/// Infinitely many shortest ways out: any of them, with honest bounds.
#[test]
fn ties_are_answered() {
    let cylinder = Cylinder::with_radius(0.5_f64).half_height(4.0).unwrap();
    let found = contact(&cylinder, &cylinder);
    assert!((found.depth() - 1.0).abs() < 1e-9 && found.normal.y.abs() < 1e-4, "{found:?}");
    let sphere = Ellipsoid::new(Vector3::new(2.0_f64, 2.0, 2.0)).unwrap();
    let found = contact(&sphere, &sphere);
    assert!((found.depth() - 4.0).abs() < 1e-9 && found.upper >= found.separation, "{found:?}");
    let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0)).unwrap();
    let found = contact(&cube, &cube);
    assert_eq!(found.separation, -2.0);
}

/// What an observer is told of the expansion.
struct Bounds {
    scale: f64,
    lower: f64,
    upper: f64,
    count: u32,
}

impl<const D: usize> Observer<f64, D> for Bounds {
    fn expanded(&mut self, lower: &f64, upper: &f64, square: &f64, facets: &mut dyn Iterator<Item = Simplex<f64, D>>) {
        assert!(lower <= upper && *square == 1.0);
        assert!(facets.next().is_some_and(|nearest| nearest.vertices().len() == D));
        (self.lower, self.upper) = (self.lower.max(lower / self.scale), self.upper.min(upper / self.scale));
        self.count += 1;
    }
}

/// The bounds that an observer is told hold the depth, and close in on it.
#[test]
fn an_observer_sees_bounds_of_the_depth() {
    fn check<const D: usize>(random: &mut Random) -> u32
    where
        Cases: Expansion<f64, D>,
    {
        let points = |random: &mut Random| (0..20).map(|_| random.direction::<D>()).collect::<Vec<_>>();
        let [a, b] = [points(random), points(random)].map(|points| cloud::<f64, D>(&points));
        let set = Difference(&a, &b);
        let scale = ConvexSet::frame(&set).scale;
        let mut bounds = Bounds { scale, lower: 0.0, upper: f64::INFINITY, count: 0 };
        let found = Query::new().shortcuts(false).with_observer(&mut bounds).contact_of(&set);
        assert!(
            bounds.lower <= found.depth() + BOUND * f64::EPSILON
                && found.depth() <= bounds.upper + BOUND * f64::EPSILON
        );
        assert!(bounds.upper - bounds.lower < 1e-9, "{} {}", bounds.lower, bounds.upper);
        bounds.count
    }
    let mut random = Random::new(61);
    let counts = [
        (0..20).map(|_| check::<2>(&mut random)).min(),
        (0..20).map(|_| check::<3>(&mut random)).min(),
        (0..5).map(|_| check::<4>(&mut random)).min(),
    ];
    assert!(counts.iter().all(|count| *count >= Some(1)), "{counts:?}");
}

/// Cut short, the expansion still answers, between bounds that hold the right depth.
#[test]
fn a_budget_leaves_an_answer() {
    let ellipsoid = Ellipsoid::new(Vector3::new(2.0, 1.0, 0.7)).unwrap();
    let other = ellipsoid.posed(Vector3::new(0.4, 0.3, 0.2)).unwrap();
    let best = contact(&ellipsoid, &other);
    for max_evaluations in 6..60 {
        let options = Query::new().max_evaluations(max_evaluations);
        let found = options.clone().contact(&ellipsoid, &other);
        assert!(found.lower <= best.separation + 1e-12 && best.separation <= found.upper + 1e-12, "{found:?}");
    }
}

#[test]
fn a_limit_is_kept() {
    let cloud =
        |x: f64| PointCloud::new([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)].map(|(u, v)| Point2::new(x + u, v))).unwrap();
    for step in 0..40 {
        let x = 0.1 * f64::from(step) - 2.0;
        let found = contact(&cloud(0.0), &cloud(x));
        for limit in [-0.5, -0.1, 0.0, 0.3, 1.0] {
            let within = Query::new().contact_within(limit, &cloud(0.0), &cloud(x)).near();
            assert_eq!(within.is_some(), found.separation <= limit, "{x} {limit} {found:?}");
        }
        assert!(Query::new().contact_within(f64::NAN, &cloud(0.0), &cloud(x)).near().is_none());
    }
}
