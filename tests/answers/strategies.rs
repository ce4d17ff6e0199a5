//! How simplices are reduced: the two strategies of the crate against each other and against exact arithmetic, and
//! custom strategies, made from public functions, in the crate's loop and in another.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "small numbers, and results that are exact"
)]

use gjk::nalgebra::{DMatrix, DVector, SVector, Vector3};
use gjk::{
    Difference, Query, distance, gjk, intersects,
    minkowski::ConvexSet,
    observe::Observer,
    simplex::{ActiveSet, Cases, Location, Region, Simplex, SimplexCases, SupportPoint, Tests, VertexId, WithCases},
};
use oracle::features::nearest;
use oracle::random::Random;
use oracle::testing::{cloud, wide};
use oracle::{Kind, Recipe, exact};
use std::collections::HashMap;

fn vertex<const D: usize>(w: SVector<f64, D>) -> SupportPoint<f64, D> {
    SupportPoint { w, a: w, b: SVector::zeros(), ids: [VertexId(0); 2] }
}

/// A simplex of at most D vertices, built from outside.
fn simplex_of<const D: usize>(vertices: &[SupportPoint<f64, D>]) -> Simplex<f64, D> {
    let mut simplex = Simplex::empty();
    for (present, vertex) in vertices.iter().enumerate() {
        simplex.retain(vertex, Region::first(present + 1));
    }
    assert_eq!(simplex.vertices(), vertices);
    simplex
}

fn labels(region: Region) -> u32 {
    (0..15).filter(|&label| region.has(label)).map(|label| 1 << label).sum()
}

/// Every feature of every simplex is retained as it is named: its vertices, no others, those that stay in their order.
#[test]
fn every_feature_is_retained() {
    fn check<const D: usize>() {
        let vertices: Vec<_> =
            (0..=D).map(|k| vertex(SVector::<f64, D>::from_element(f64::from(k as u32 + 1)))).collect();
        for present in 0..=D {
            for members in 0..1_u32 << (present + 1) {
                let region = (0..=present)
                    .filter(|label| members >> label & 1 == 1)
                    .fold(Region::first(0), gjk::simplex::Region::with);
                assert_eq!((labels(region), region.count()), (members, members.count_ones() as usize));
                if region.count() > D {
                    continue;
                }
                let mut simplex = simplex_of(&vertices[1..=present]);
                simplex.retain(&vertices[0], region);
                // The newest takes the place of the first that goes.
                let mut want: Vec<_> = (1..=present).filter(|&label| region.has(label)).map(|k| vertices[k]).collect();
                if region.has(0) {
                    let place = (1..=present).position(|label| !region.has(label)).unwrap_or(want.len());
                    want.insert(place, vertices[0]);
                }
                assert_eq!(simplex.vertices(), want, "{region} of {present} and the newest");
                let mut mirrored = simplex_of(&vertices[1..=present]);
                mirrored.retain(&vertices[0], region.mirrored());
                if want.len() > 1 {
                    want.swap(0, 1);
                }
                assert_eq!(mirrored.vertices(), want);
                assert!(region.mirrored() == region && region.mirrored().is_mirrored() && !region.is_mirrored());
            }
        }
    }
    check::<1>();
    check::<2>();
    check::<3>();
    check::<4>();
    let named = [Region::X, Region::Y, Region::Z, Region::XY, Region::YZ, Region::ZX, Region::XYZ, Region::WZX];
    assert_eq!(named.map(|region| region.to_string()), ["X", "Y", "Z", "XY", "YZ", "ZX", "XYZ", "WZX"]);
    // No label is out of range.
    assert!(Region::vertex(99) == Region::first(0) && !Region::first(99).has(99) && Region::first(99).count() == 15);
    assert!(!Region::first(99).is_mirrored() && !Region::W.mirrored().has(15));
}

/// The foot of the origin in the affine hull of a few points, by barycentric weights; `None` if they are dependent.
fn foot<const D: usize>(points: &[SVector<f64, D>]) -> Option<(Vec<f64>, SVector<f64, D>)> {
    let edge = |k: usize| points[k + 1] - points[0];
    let count = points.len() - 1;
    let gram = DMatrix::from_fn(count, count, |i, k| edge(i).dot(&edge(k)));
    let right = DVector::from_fn(count, |k, _| -edge(k).dot(&points[0]));
    // The square of a volume, over the square for the box with edges as long.
    let volume = gram.determinant() / gram.diagonal().iter().product::<f64>();
    if count > 0 && (volume.is_nan() || volume < 1e-20) {
        return None;
    }
    let solved = if count == 0 { right } else { gram.lu().solve(&right)? };
    let weights: Vec<f64> = std::iter::once(1.0 - solved.sum()).chain(solved.iter().copied()).collect();
    let point = points.iter().zip(&weights).map(|(p, weight)| p * *weight).sum();
    Some((weights, point))
}

/// The labels of the nearest feature of a simplex, and its nearest point, by trying all features.
fn nearest_of_all<const D: usize>(points: &[SVector<f64, D>]) -> (u32, SVector<f64, D>) {
    let mut best = (1, points[0]);
    for members in 1..1_u32 << points.len() {
        let chosen: Vec<_> = (0..points.len()).filter(|k| members >> k & 1 == 1).map(|k| points[k]).collect();
        let Some((weights, point)) = foot(&chosen) else { continue };
        if weights.iter().all(|weight| *weight >= 0.0) && point.norm_squared() < best.1.norm_squared() {
            best = (members, point);
        }
    }
    best
}

fn region_of(members: u32) -> Region {
    (0..15).filter(|label| members >> label & 1 == 1).fold(Region::first(0), gjk::simplex::Region::with)
}

/// The points of a simplex by their labels.
fn labelled<const D: usize>(simplex: &Simplex<f64, D>, newest: &SupportPoint<f64, D>) -> Vec<SVector<f64, D>> {
    std::iter::once(newest).chain(simplex.vertices()).map(|vertex| vertex.w).collect()
}

/// From a feature towards the origin, or, where that is on it, anywhere perpendicular.
fn towards_origin<const D: usize>(points: &[SVector<f64, D>], members: u32, point: &SVector<f64, D>) -> SVector<f64, D>
where
    Cases: SimplexCases<f64, D>,
{
    let size = points.iter().map(SVector::amax).fold(0.0, f64::max);
    if point.amax() > 4.0 * f64::EPSILON * size || members.is_power_of_two() {
        return -point;
    }
    let feature: Vec<_> = (0..points.len()).filter(|k| members >> k & 1 == 1).map(|k| vertex(points[k])).collect();
    Cases::perpendicular(&feature)
}

/// Tries all features of the simplex, those without the newest vertex too.
struct AllFeatures;

impl<const D: usize> SimplexCases<f64, D> for AllFeatures
where
    Cases: SimplexCases<f64, D>,
{
    const SEPARATION_SLACK: u32 = 1;

    fn examine(
        simplex: &Simplex<f64, D>,
        newest: &SupportPoint<f64, D>,
        _: &mut impl Tests<f64, D>,
    ) -> Location<f64, D> {
        let points = labelled(simplex, newest);
        let (members, point) = nearest_of_all(&points);
        let region = region_of(members);
        if region.count() == D + 1 {
            return Location::Enclosed;
        }
        Location::Search { region, direction: towards_origin(&points, members, &point) }
    }

    fn perpendicular(vertices: &[SupportPoint<f64, D>]) -> SVector<f64, D> {
        Cases::perpendicular(vertices)
    }
}

/// Keeps every vertex while there is room, perpendicular to them all, and asks only then which feature is nearest. Good for
/// verdicts: every vertex that does not pass the origin separates.
struct WhenFull;

impl<const D: usize> SimplexCases<f64, D> for WhenFull
where
    Cases: SimplexCases<f64, D>,
{
    const SEPARATION_SLACK: u32 = 1;

    fn examine(
        simplex: &Simplex<f64, D>,
        newest: &SupportPoint<f64, D>,
        tests: &mut impl Tests<f64, D>,
    ) -> Location<f64, D> {
        let points = labelled(simplex, newest);
        match foot(&points).filter(|_| points.len() <= D) {
            Some((_, point)) => {
                let all = Region::first(points.len());
                Location::Search { region: all, direction: towards_origin(&points, labels(all), &point) }
            }
            None => AllFeatures::examine(simplex, newest, tests),
        }
    }

    fn perpendicular(vertices: &[SupportPoint<f64, D>]) -> SVector<f64, D> {
        Cases::perpendicular(vertices)
    }
}

/// Counts the features that a search keeps.
#[derive(Default)]
struct Kept(HashMap<String, u32>);

impl<const D: usize> Observer<f64, D> for Kept {
    fn reduced(&mut self, _: &Simplex<f64, D>, region: Region, _: &SVector<f64, D>) {
        *self.0.entry(region.to_string()).or_default() += 1;
    }
}

/// How far a set is from the origin, by a walk of one's own that begins with a simplex of any vertices of the set: its
/// nearest feature is not the whole of it, and need not have the next vertex in it.
fn walk<S: SimplexCases<f64, D>, const D: usize>(
    set: &impl ConvexSet<D, Scalar = f64>,
    random: &mut Random,
    kept: &mut Kept,
) -> f64 {
    let frame = set.frame();
    let start: Vec<_> = (0..D).map(|_| set.vertex(&frame, &random.direction().into())).collect();
    let mut simplex = simplex_of(&start);
    let mut direction = SVector::from(random.direction());
    for step in 0..100 {
        let newest = set.vertex(&frame, &direction);
        let gain = simplex.vertices().first().map_or(0.0, |first| (newest.w - first.w).dot(&direction));
        if step > 0 && gain <= 1e-14 * frame.size * direction.norm() {
            break;
        }
        match S::locate(&simplex, &newest) {
            Location::Search { region, direction: next } => {
                simplex.retain(&newest, region);
                Observer::<f64, D>::reduced(kept, &simplex, region, &next);
                direction = next;
            }
            Location::Enclosed => return 0.0,
            Location::Flat => panic!("this strategy finds a feature of any simplex"),
        }
    }
    let points: Vec<_> = simplex.vertices().iter().map(|vertex| vertex.w).collect();
    nearest_of_all(&points).1.norm() / frame.scale
}

/// Verdicts and distances by strategies of one's own equal the crate's, in its loop and in another.
fn strategies_of_ones_own<const D: usize>(without_newest: &[&str])
where
    Cases: SimplexCases<f64, D>,
{
    let mut random = Random::new(40);
    let (mut hits, mut pairs) = (0, 0);
    let [mut in_the_loop, mut on_foot] = [Kept::default(), Kept::default()];
    for kind in [Kind::Round, Kind::Boxes, Kind::Redundant] {
        for pair in Recipe::new(kind).pairs::<D>(1000, 3500) {
            let (a, b) = (cloud::<f64, D>(&pair.a), cloud::<f64, D>(&pair.b));
            let set = Difference(&a, &b);
            let (want, far, what) = (intersects(&a, &b), distance(&a, &b).distance, (kind, pair.seed));
            let all = WithCases::<_, AllFeatures>::of(set);
            assert_eq!(gjk(&all), want, "{what:?}");
            let found = Query::new().distance_of(&all);
            let near = |found: f64| (found - far).abs() <= 1e-9 * pair.largest_coordinate();
            assert!(near(found.distance) && found.intersects() == want, "{what:?}: {} {far}", found.distance);
            let greedy = WithCases::<_, WhenFull>::of(set);
            assert_eq!(gjk(&greedy), want, "{what:?}");
            assert_eq!(Query::new().with_observer(&mut in_the_loop).search(&greedy).intersects(), want, "{what:?}");
            let found = walk::<AllFeatures, D>(&set, &mut random, &mut on_foot);
            assert!(near(found), "{what:?}: {found} {far}");
            hits += u32::from(want);
            pairs += 1;
        }
    }
    println!("{D}Z, in the loop {:?}, on foot {:?}", in_the_loop.0, on_foot.0);
    assert!(pairs > 10_000 && (pairs / 3..pairs * 2 / 3).contains(&hits), "{hits} of {pairs}");
    let some = |Kept(kept): &Kept, region: &str| kept.get(region).is_some_and(|count| *count > 0);
    assert!(without_newest.iter().any(|region| some(&in_the_loop, region)), "{:?}", in_the_loop.0);
    assert!(without_newest.iter().all(|region| some(&on_foot, region)), "{:?}", on_foot.0);
}

#[test]
fn strategies_of_ones_own_in_the_plane() {
    strategies_of_ones_own::<2>(&["X", "Y", "XY"]);
}

#[test]
fn strategies_of_ones_own_in_space() {
    strategies_of_ones_own::<3>(&["X", "Y", "Z", "XY", "YZ", "ZX", "XYZ"]);
}

/// The same simplices, given to both strategies, as a search for the distance grows and cuts them, with each newest
/// vertex anywhere beyond the retained feature. The two may differ only as [`the_exceptions_of_the_tetrahedron`] do. Returns
/// how often each region was chosen.
fn compare_strategies<const D: usize>(seed: u64, searches: u32) -> HashMap<String, u32>
where
    Cases: SimplexCases<f64, D>,
{
    let mut random = Random::new(seed);
    let mut counts = HashMap::new();
    let mut exceptions = 0;
    for _ in 0..searches {
        let mut simplex = Simplex::<f64, D>::empty();
        let mut direction = SVector::<f64, D>::zeros();
        for _ in 0..12 {
            let w = loop {
                let w = SVector::<f64, D>::from_fn(|_, _| random.bell());
                let gain = simplex.vertices().first().map_or(1.0, |b| (w - b.w).dot(&direction));
                if gain > 1e-3 * direction.norm() {
                    break w;
                }
            };
            let newest = SupportPoint { w, a: w, b: SVector::zeros(), ids: [VertexId(0), VertexId(0)] };
            let (by_cases, by_solving) = (Cases::locate(&simplex, &newest), ActiveSet::locate(&simplex, &newest));
            match (&by_cases, &by_solving) {
                (Location::Enclosed, Location::Enclosed) => {
                    *counts.entry("enclosed".to_string()).or_default() += 1;
                    break;
                }
                (
                    Location::Search { region, direction: by_sign },
                    Location::Search { region: solved, direction: nearest },
                ) => {
                    if region != solved {
                        // One of them is wrong: exact arithmetic knows which.
                        let points = labelled(&simplex, &newest).iter().map(wide).collect::<Vec<_>>();
                        let truth = exact::distance(&points, &[[0.0; D]]);
                        let members = truth.pairs.iter().map(|pair| 1 << pair.0).sum::<u32>();
                        let passed = w.dot(&direction) >= 0.0;
                        let what = format_args!("cases {region}, active set {solved}, exact {members:b} of {points:?}");
                        assert_eq!(labels(*solved), members, "{what}");
                        assert!(D == 3 && !passed, "{what}");
                        exceptions += 1;
                    }
                    let cosine = by_sign.dot(nearest) / (by_sign.norm() * nearest.norm());
                    assert!(cosine > 1.0 - 1e-6 || region != solved, "{by_sign} {nearest} of {region}: {cosine}");
                    *counts.entry(region.to_string()).or_default() += 1;
                    let region: Region = *region;
                    simplex.retain(&newest, region);
                    assert_eq!(simplex.vertices().len(), region.dimension() + 1, "{region}");
                    // The direction leads from the feature, perpendicular, towards the origin.
                    for vertex in simplex.vertices() {
                        let edge = vertex.w - simplex.vertices()[0].w;
                        assert!(edge.dot(by_sign).abs() <= 1e-9 * by_sign.norm(), "{region} {by_sign}");
                        assert!(vertex.w.dot(by_sign) <= 0.0, "{region} {by_sign}");
                    }
                    direction = *by_sign;
                }
                _ => panic!("{by_cases:?}, but {by_solving:?}: {simplex:?} {newest:?}"),
            }
        }
    }
    println!("{counts:?}, {exceptions} exceptions");
    assert!(exceptions * 1000 < counts.values().sum::<u32>(), "{exceptions}");
    counts
}

#[test]
fn both_strategies_choose_the_same_region_in_the_plane() {
    let counts = compare_strategies::<2>(20, 20_000);
    for region in ["W", "WX", "WY", "enclosed"] {
        assert!(counts.get(region).is_some_and(|count| *count >= 100), "{region}: {counts:?}");
    }
    assert_eq!(counts.len(), 4, "{counts:?}");
}

#[test]
fn both_strategies_choose_the_same_region_in_space() {
    let counts = compare_strategies::<3>(30, 20_000);
    for region in ["W", "WX", "WY", "WZ", "WXY", "WYZ", "WZX", "enclosed"] {
        assert!(counts.get(region).is_some_and(|count| *count >= 100), "{region}: {counts:?}");
    }
    assert_eq!(counts.len(), 8, "{counts:?}");
}

fn integers(random: &mut Random) -> [i64; 3] {
    std::array::from_fn(|_| random.integer(-16, 16).into())
}

fn float(p: &[i64; 3]) -> Vector3<f64> {
    Vector3::from(p.map(|x| x as f64))
}

/// Tetrahedra of small integers as a search meets them: XYZ is nearest the origin among what is retained, and wound with the
/// origin above it; W is above it, too. Numbers are small enough for `f64` to make no mistake, and the truth is found by
/// trying all features.
///
/// If W passed the origin, that is, if it is not lower, one test is enough where two faces see the origin, and every region is
/// right. Elsewhere there are exceptions, all of one kind: two faces see the origin, the corner at A of the one that is put
/// aside is wider than a right angle, the nearest feature is that one's other edge, and what is chosen is W.
#[test]
fn the_exceptions_of_the_tetrahedron() {
    let random = &mut Random::new(50);
    let [mut passed, mut lower, mut ties, mut exceptions] = [0; 4];
    let mut seen: HashMap<(bool, usize), u32> = HashMap::new();
    while passed < 150_000 || lower < 150_000 {
        let [b, mut c, mut d] = [(); 3].map(|()| integers(random));
        let up = |c: &[i64; 3], d: &[i64; 3]| (float(c) - float(&b)).cross(&(float(d) - float(&b)));
        let height = up(&c, &d).dot(&-float(&b));
        if height == 0.0 {
            continue;
        }
        if height < 0.0 {
            (c, d) = (d, c);
        }
        if nearest(&[b, c, d]).members != 0b111 {
            continue;
        }
        let n = up(&c, &d);
        let a = loop {
            let a = integers(random);
            if (float(&a) - float(&b)).dot(&n) > 0.0 {
                break a;
            }
        };
        let a_passed = float(&a).dot(&n) >= 0.0;
        if a_passed && passed == 150_000 || !a_passed && lower == 150_000 {
            continue;
        }
        *(if a_passed { &mut passed } else { &mut lower }) += 1;

        let base = simplex_of(&[b, c, d].map(|p| vertex(float(&p))));
        let newest = vertex(float(&a));
        let truth = nearest(&[a, b, c, d]);
        let spokes = [b, c, d].map(|p| float(&p) - newest.w);
        let normals = [0, 1, 2].map(|i| spokes[i].cross(&spokes[(i + 1) % 3]));
        let visible: Vec<usize> = (0..3).filter(|&i| normals[i].dot(&-newest.w) > 0.0).collect();
        *seen.entry((a_passed, visible.len())).or_default() += 1;
        let Location::Search { region, direction } = Cases::locate(&base, &newest) else {
            assert!(truth.point == [0; 3] && visible.is_empty(), "{a:?} {b:?} {c:?} {d:?}");
            continue;
        };
        assert!(truth.point != [0; 3]);
        if truth.members & !labels(region) == 0 {
            // The nearest point is in the feature; on its border, if that has more vertices.
            ties += u32::from(truth.members != labels(region));
            let way: [i128; 3] = std::array::from_fn(|k| -direction[k] as i128);
            let cross = |i: usize, k: usize| way[i] * truth.point[k] - way[k] * truth.point[i];
            assert_eq!([cross(0, 1), cross(1, 2), cross(2, 0)], [0; 3], "{a:?} {b:?} {c:?} {d:?}");
            assert!(way.iter().zip(&truth.point).map(|(x, y)| x * y).sum::<i128>() > 0);
            let mut retained = base.clone();
            retained.retain(&newest, region);
            if let [b, c, d] = retained.vertices() {
                // Wound with the origin above it.
                assert!((c.w - b.w).cross(&(d.w - b.w)).dot(&-b.w) > 0.0, "{region}");
            }
            continue;
        }
        let what = format_args!("{region} of {a:?} {b:?} {c:?} {d:?}: {truth:?}");
        assert!(!a_passed, "{what}");
        exceptions += 1;
        // Two faces, i and the next one, that share spoke i + 1.
        let i = match visible[..] {
            [0, 1] => 0,
            [1, 2] => 1,
            [0, 2] => 2,
            _ => panic!("{what}"),
        };
        let [first, shared, last] = [i, (i + 1) % 3, (i + 2) % 3];
        let beyond = normals[i].cross(&spokes[shared]).dot(&-newest.w) > 0.0;
        let far_edge = if beyond { first } else { last };
        assert_eq!(region, Region::W, "{what}");
        assert_eq!(truth.members, 1 | 2 << far_edge, "{what}");
        assert!(spokes[far_edge].dot(&spokes[shared]) < 0.0, "{what}");
        // Another oracle agrees.
        let points = [a, b, c, d].map(|p| p.map(|x| x as f64));
        let mut other: Vec<usize> = exact::distance(&points, &[[0.0; 3]]).pairs.iter().map(|pair| pair.0).collect();
        other.sort_unstable();
        assert_eq!(other, [0, far_edge + 1], "{what}");
    }
    println!("{seen:?}, {ties} ties, {exceptions} exceptions");
    assert_eq!((passed, lower, exceptions), (150_000, 150_000, 7));
    // No face, one, two; and three only where W did not pass the origin.
    for (a_passed, faces) in [(true, 0), (true, 1), (true, 2), (false, 1), (false, 2), (false, 3)] {
        assert!(seen.get(&(a_passed, faces)).is_some_and(|count| *count > 1000), "{seen:?}");
    }
    assert!(!seen.contains_key(&(true, 3)) && ties > 50, "{seen:?} {ties}");
}
