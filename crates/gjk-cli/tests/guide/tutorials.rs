//! docs/guide/tutorials.md: the names in it exist, the mistakes in it happen, and the library is right about the same pairs.
//!
//! Each function of the module `described` does what the page says about a text, in code of our own.

#![allow(clippy::float_cmp, reason = "integers are exact")]
#![allow(clippy::cast_possible_truncation, reason = "rounding to `f32` is what is wanted")]

use gjk::certified;
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{Ball, Cuboid, PointCloud};
use gjk::{SupportExt, contact};
use oracle::{clamp, depth, exact};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn page() -> String {
    fs::read_to_string(format!("{ROOT}/docs/guide/tutorials.md")).unwrap()
}

fn presets() -> Vec<Value> {
    serde_json::from_str(include_str!("../../../../site/explorer/presets.json")).unwrap()
}

fn preset(id: &str) -> Value {
    presets().into_iter().find(|preset| preset["id"] == id).unwrap_or_else(|| panic!("no example {id}"))
}

fn numbers<const D: usize>(value: &Value) -> [f64; D] {
    std::array::from_fn(|k| value[k].as_f64().unwrap())
}

/// The points of a shape in the plane or in space.
fn points<const D: usize>(shape: &Value) -> Vec<[f64; D]> {
    let translation =
        shape["pose"]["translation"].as_array().map_or([0.0; D], |_| numbers(&shape["pose"]["translation"]));
    match shape["type"].as_str().unwrap() {
        "points" => shape["points"].as_array().unwrap().iter().map(numbers).collect(),
        "point" => vec![numbers(&shape["at"])],
        "cuboid" => {
            let half: [f64; D] = numbers(&shape["half_extents"]);
            let corner = |bits: usize| std::array::from_fn(|k| translation[k] + half[k] * [-1.0, 1.0][bits >> k & 1]);
            // Around, in the plane.
            [0, 1, 3, 2].into_iter().chain(4..8).take(1 << D).map(corner).collect()
        }
        other => panic!("{other}"),
    }
}

fn pair<const D: usize>(id: &str) -> [Vec<[f64; D]>; 2] {
    let preset = preset(id);
    ["a", "b"].map(|name| points(&preset[name]))
}

/// Equal in the plane, and one long in both directions of a third axis.
fn raised(points: &[[f64; 2]]) -> Vec<[f64; 3]> {
    points.iter().flat_map(|[x, y]| [[*x, *y, -1.0], [*x, *y, 1.0]]).collect()
}

fn cloud<const D: usize>(points: &[[f64; D]]) -> PointCloud<f64, D> {
    PointCloud::new(points.iter().map(|p| Point::from(*p))).unwrap()
}

/// Code as the page describes it.
mod described {
    use num_traits::Float;

    pub(super) type Set<'s, T, const D: usize> = &'s dyn Fn([T; D]) -> [T; D];

    pub(super) fn dot<T: Float, const D: usize>(p: [T; D], q: [T; D]) -> T {
        (1..D).fold(p[0] * q[0], |sum, k| sum + p[k] * q[k])
    }
    pub(super) fn minus<T: Float, const D: usize>(p: [T; D], q: [T; D]) -> [T; D] {
        std::array::from_fn(|k| p[k] - q[k])
    }
    pub(super) fn negative<T: Float, const D: usize>(p: [T; D]) -> [T; D] {
        p.map(|x| -x)
    }
    pub(super) fn cross<T: Float>([a, b, c]: [T; 3], [d, e, f]: [T; 3]) -> [T; 3] {
        [b * f - c * e, c * d - a * f, a * e - b * d]
    }
    fn triple<T: Float>(u: [T; 3], v: [T; 3]) -> [T; 3] {
        cross(cross(u, v), u)
    }
    fn turned<T: Float>([x, y]: [T; 2]) -> [T; 2] {
        [-y, x]
    }

    /// The farthest point of a difference; of several the first.
    pub(super) fn support<T: Float, const D: usize>(a: &[[T; D]], b: &[[T; D]], d: [T; D]) -> [T; D] {
        let farthest = |points: &[[T; D]], d| {
            points.iter().copied().reduce(|best, p| if dot(p, d) > dot(best, d) { p } else { best }).unwrap()
        };
        minus(farthest(a, d), farthest(b, negative(d)))
    }

    /// A verdict, if there is one, and each evaluation: its vertex, and what was kept after it, the newest first.
    pub(super) struct Told<T, const D: usize> {
        pub(super) intersect: Option<bool>,
        pub(super) steps: Vec<([T; D], Vec<[T; D]>)>,
    }

    /// In space: one face tested alone, and touching is apart.
    pub(super) fn first_face<T: Float>(set: Set<'_, T, 3>, most: usize) -> Told<T, 3> {
        fn line<T: Float>(a: [T; 3], b: [T; 3]) -> (Vec<[T; 3]>, [T; 3]) {
            let (ab, ao) = (minus(b, a), negative(a));
            if dot(ab, ao) > T::zero() { (vec![a, b], triple(ab, ao)) } else { (vec![a], ao) }
        }
        fn triangle<T: Float>(a: [T; 3], b: [T; 3], c: [T; 3]) -> (Vec<[T; 3]>, [T; 3]) {
            let (ab, ac, ao) = (minus(b, a), minus(c, a), negative(a));
            let n = cross(ab, ac);
            if dot(cross(n, ac), ao) > T::zero() {
                if dot(ac, ao) > T::zero() { (vec![a, c], triple(ac, ao)) } else { line(a, b) }
            } else if dot(cross(ab, n), ao) > T::zero() {
                line(a, b)
            } else if dot(n, ao) > T::zero() {
                (vec![a, b, c], n)
            } else {
                (vec![a, c, b], negative(n))
            }
        }
        let first = set([T::one(), T::zero(), T::zero()]);
        let (mut kept, mut direction) = (vec![first], negative(first));
        let mut steps = vec![(first, kept.clone())];
        while steps.len() < most {
            let a = set(direction);
            if dot(a, direction) <= T::zero() {
                steps.push((a, Vec::new()));
                return Told { intersect: Some(false), steps };
            }
            (kept, direction) = match kept[..] {
                [b] => line(a, b),
                [b, c] => triangle(a, b, c),
                [b, c, d] => {
                    let faces = [[b, c], [c, d], [d, b]];
                    let seen = faces
                        .into_iter()
                        .find(|[p, q]| dot(cross(minus(*p, a), minus(*q, a)), negative(a)) > T::zero());
                    let Some([p, q]) = seen else {
                        steps.push((a, vec![a, b, c, d]));
                        return Told { intersect: Some(true), steps };
                    };
                    triangle(a, p, q)
                }
                _ => unreachable!(),
            };
            steps.push((a, kept.clone()));
        }
        Told { intersect: None, steps }
    }

    /// In space: both faces are looked at, by a mask of three signs. After a number of turns the answer is that they intersect.
    pub(super) fn capped<T: Float>(set: Set<'_, T, 3>, most: usize) -> Told<T, 3> {
        let zero = T::zero();
        let first = set([T::one(), zero, zero]);
        let second = set(negative(first));
        let (mut kept, mut direction) = (vec![second, first], triple(minus(first, second), negative(second)));
        let mut steps = vec![(first, vec![first]), (second, kept.clone())];
        for _ in 0..most {
            let a = set(direction);
            if dot(a, direction) < zero {
                steps.push((a, Vec::new()));
                return Told { intersect: Some(false), steps };
            }
            let ao = negative(a);
            let ahead = |v| dot(v, ao) > zero;
            let edge = |p| (vec![a, p], triple(minus(p, a), ao));
            let face = |p, q, with_second: bool| {
                let (ap, aq) = (minus(p, a), minus(q, a));
                let n = cross(ap, aq);
                if with_second && ahead(cross(n, aq)) {
                    edge(q)
                } else if ahead(cross(ap, n)) {
                    edge(p)
                } else {
                    (vec![a, p, q], n)
                }
            };
            (kept, direction) = match kept[..] {
                [b, c] => {
                    let (ab, ac) = (minus(b, a), minus(c, a));
                    let n = cross(ab, ac);
                    if ahead(cross(ab, n)) {
                        edge(b)
                    } else if ahead(cross(n, ac)) {
                        edge(c)
                    } else if ahead(n) {
                        (vec![a, b, c], n)
                    } else {
                        (vec![a, c, b], negative(n))
                    }
                }
                [b, c, d] => {
                    let p = [b, c, d];
                    let spoke = |i: usize| minus(p[i % 3], a);
                    let normal = |i: usize| cross(spoke(i), spoke(i + 1));
                    let mask: Vec<_> = (0..3).filter(|i| ahead(normal(*i))).collect();
                    match mask[..] {
                        [i] => face(p[i], p[(i + 1) % 3], true),
                        [i, j] => {
                            // The one whose next is in front, too.
                            let (i, next) = if j == (i + 1) % 3 { (i, j) } else { (j, i) };
                            if ahead(cross(normal(i), spoke(next))) {
                                face(p[next], p[(next + 1) % 3], true)
                            } else {
                                face(p[i], p[next], false)
                            }
                        }
                        _ => {
                            steps.push((a, vec![a, b, c, d]));
                            return Told { intersect: Some(true), steps };
                        }
                    }
                }
                _ => unreachable!(),
            };
            steps.push((a, kept.clone()));
        }
        Told { intersect: Some(true), steps }
    }

    /// In the plane, from a direction and its opposite: perpendiculars by the triple product, and touching is apart.
    pub(super) fn by_triple_products(set: Set<'_, f64, 2>, start: [f64; 2], most: usize) -> Told<f64, 2> {
        let product = |a, b, c| {
            let (ac, bc) = (dot::<f64, 2>(a, c), dot(b, c));
            std::array::from_fn(|k| b[k] * ac - a[k] * bc)
        };
        let first = set(start);
        let (mut kept, mut direction) = (vec![first], negative(start));
        let mut steps = vec![(first, kept.clone())];
        while steps.len() < most {
            let a = set(direction);
            if dot(a, direction) <= 0.0 {
                steps.push((a, Vec::new()));
                return Told { intersect: Some(false), steps };
            }
            let ao = negative(a);
            (kept, direction) = match kept[..] {
                [b] => (vec![a, b], product(minus(b, a), ao, minus(b, a))),
                [b, c] => {
                    let (ab, ac) = (minus(b, a), minus(c, a));
                    let (out_ab, out_ac) = (product(ac, ab, ab), product(ab, ac, ac));
                    if dot(out_ab, ao) > 0.0 {
                        (vec![a, b], out_ab)
                    } else if dot(out_ac, ao) > 0.0 {
                        (vec![a, c], out_ac)
                    } else {
                        steps.push((a, vec![a, b, c]));
                        return Told { intersect: Some(true), steps };
                    }
                }
                _ => unreachable!(),
            };
            steps.push((a, kept.clone()));
        }
        Told { intersect: None, steps }
    }

    /// In the plane: the edge is kept with the origin on its left. Returns the triangle that is accepted.
    pub(super) fn left_of_edge(set: Set<'_, f64, 2>, most: usize) -> Told<f64, 2> {
        let first = set([1.0, 0.0]);
        let second = set(negative(first));
        let mut steps = vec![(first, vec![first]), (second, vec![second, first])];
        if dot(first, second) > 0.0 {
            return Told { intersect: Some(false), steps };
        }
        let normal = turned(minus(second, first));
        let is_ahead = dot(first, normal) < 0.0;
        let mut direction = if is_ahead { normal } else { negative(normal) };
        let mut edge = if is_ahead { [first, second] } else { [second, first] };
        while steps.len() < most {
            let ([a, b], c) = (edge, set(direction));
            if dot(c, direction) < 0.0 {
                steps.push((c, Vec::new()));
                return Told { intersect: Some(false), steps };
            }
            let (out_ac, out_bc) = (turned(minus(c, a)), turned(minus(b, c)));
            if dot(c, out_ac) < 0.0 {
                (edge, direction) = ([a, c], out_ac);
            } else if dot(c, out_bc) < 0.0 {
                (edge, direction) = ([c, b], out_bc);
            } else {
                steps.push((c, vec![a, b, c]));
                return Told { intersect: Some(true), steps };
            }
            steps.push((c, edge.to_vec()));
        }
        Told { intersect: None, steps }
    }

    /// The polygon that is grown until a vertex is nearer to its edge than an absolute number: the depth, if that comes.
    pub(super) fn expanded_polygon(
        set: Set<'_, f64, 2>,
        triangle: &[[f64; 2]],
        least: f64,
        most: usize,
    ) -> Option<f64> {
        let edge = |p: [f64; 2], q: [f64; 2]| {
            let n = turned(minus(p, q));
            let n = n.map(|x| x / dot(n, n).sqrt());
            (p, q, n, dot(q, n))
        };
        let mut edges: Vec<_> = (0..3).map(|k| edge(triangle[k], triangle[(k + 1) % 3])).collect();
        for _ in 0..most {
            let nearest = (1..edges.len()).fold(0, |best, k| if edges[k].3 < edges[best].3 { k } else { best });
            let (p, q, n, level) = edges[nearest];
            let found = set(n);
            if dot(found, n) - level < least {
                return Some(level);
            }
            edges[nearest] = edge(p, found);
            edges.push(edge(found, q));
        }
        None
    }

    /// The same in space. What is left at the end, if it does not come: how far the last vertex was from its face, and how many vertices
    /// there were, and how many different ones.
    pub(super) fn expanded_mesh<T: Float>(
        set: Set<'_, T, 3>,
        first: &[[T; 3]],
        least: T,
        most: usize,
    ) -> Result<T, (T, usize, usize)> {
        let mut vertices = first.to_vec();
        let plane = |vertices: &[[T; 3]], [a, b, c]: [usize; 3]| {
            let n = cross(minus(vertices[b], vertices[a]), minus(vertices[c], vertices[a]));
            let length = dot(n, n).sqrt();
            let n = n.map(|x| x / length);
            let level = dot(n, vertices[a]);
            if level < T::zero() { ([a, c, b], negative(n), -level) } else { ([a, b, c], n, level) }
        };
        let mut faces: Vec<_> =
            [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]].into_iter().map(|f| plane(&vertices, f)).collect();
        let mut gap = T::zero();
        for _ in 0..most {
            let (_, n, level) =
                faces.iter().copied().reduce(|best, face| if face.2 < best.2 { face } else { best }).unwrap();
            let found = set(n);
            gap = dot(found, n) - level;
            if gap.abs() <= least {
                return Ok(level);
            }
            let is_seen = |face: &([usize; 3], [T; 3], T)| dot(face.1, minus(found, vertices[face.0[0]])) > T::zero();
            let (seen, rest): (Vec<_>, Vec<_>) = faces.into_iter().partition(is_seen);
            let mut border: Vec<[usize; 2]> = Vec::new();
            for (corners, ..) in seen {
                for k in 0..3 {
                    let side = [corners[k], corners[(k + 1) % 3]];
                    match border.iter().position(|other| *other == [side[1], side[0]]) {
                        Some(other) => drop(border.swap_remove(other)),
                        None => border.push(side),
                    }
                }
            }
            faces = rest;
            vertices.push(found);
            let last = vertices.len() - 1;
            faces.extend(border.into_iter().map(|[p, q]| plane(&vertices, [p, q, last])));
        }
        let different = (0..vertices.len()).filter(|k| !vertices[..*k].contains(&vertices[*k])).count();
        Err((gap, vertices.len(), different))
    }
}
use described::{
    by_triple_products, capped, expanded_mesh, expanded_polygon, first_face, left_of_edge, minus, support,
};

/// The page says it.
fn says(sentence: &str) {
    assert!(page().contains(sentence), "the page does not say: {sentence}");
}

#[test]
fn one_face_tested_alone_keeps_another_feature() {
    let [a, b] = pair::<3>("acute");
    let told = first_face(&|d| support(&a, &b, d), 60);
    let (newest, kept) = &told.steps[3];
    let before = &told.steps[2].1;
    assert_eq!((before.len(), kept.len()), (3, 2));
    let simplex: Vec<_> = [*newest].into_iter().chain(before.iter().copied()).collect();
    let far = |points: &[[f64; 3]]| exact::distance(points, &[[0.0; 3]]).squared;
    assert!(far(kept) > far(&simplex));
    says("Evaluation 4: in front of WXY and WYZ. WXY alone keeps the edge WY; the face WYZ is nearer");
    assert_eq!(kept[1], before[1], "the edge WY");
    assert_eq!(far(&[simplex[0], simplex[2], simplex[3]]), far(&simplex), "the face WYZ");
}

#[test]
fn one_face_tested_alone_goes_in_circles() {
    let [a, b] = pair::<3>("circles");
    let told = first_face(&|d| support(&a, &b, d), 1000);
    assert_eq!(told.intersect, None);
    assert_eq!(told.steps[4].1, told.steps[0].1, "the vertex with which it began");
    for k in 4..1000 {
        assert!(told.steps[k] == told.steps[k - 4]);
    }
    says(
        "Evaluation 5 keeps W alone, which is the vertex of evaluation 1. Every four evaluations the same steps return",
    );
    assert!(!exact::distance(&a, &b).intersects());
    assert!(!gjk::intersects(&cloud(&a), &cloud(&b)));
    // Both faces looked at, nothing is wrong.
    assert_eq!(capped(&|d| support(&a, &b, d), 32).intersect, Some(false));
}

fn from_centers(id: &str) -> described::Told<f64, 2> {
    let [a, b] = pair::<2>(id);
    let center = |points: &[[f64; 2]]| {
        let count = f64::from(u32::try_from(points.len()).unwrap());
        [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / count)
    };
    let told = by_triple_products(&|d| support(&a, &b, d), minus(center(&b), center(&a)), 60);
    // The library, and the truth.
    assert!(exact::distance(&a, &b).intersects(), "{id}");
    assert!(gjk::intersects(&cloud(&a), &cloud(&b)), "{id}");
    told
}

#[test]
fn touching_is_left_to_chance() {
    let [edges, corners] = ["touching", "corner"].map(from_centers);
    assert_eq!([edges.intersect, corners.intersect], [Some(true), Some(false)]);
    says(&format!(
        "*collision* of the first, in evaluation {}, and *apart* of the second, in evaluation {}.",
        edges.steps.len(),
        corners.steps.len()
    ));
    for id in ["touching", "corner"] {
        let [a, b] = pair::<2>(id);
        assert_eq!(depth::least_reach(&a, &b), 0.0);
        assert_eq!(contact(&cloud(&a), &cloud(&b)).separation, 0.0);
    }
}

#[test]
fn a_zero_direction_says_apart() {
    let told = from_centers("same");
    assert_eq!(told.intersect, Some(false));
    says(&format!("d is zero at once, and evaluation {} says *apart*.", told.steps.len()));
    let [a, b] = pair::<2>("same");
    let [cube, other] = [raised(&a), raised(&b)];
    let told = first_face(&|d| support(&cube, &other, d), 60);
    assert_eq!(told.intersect, Some(false));
    says(&format!("WX leads through the origin, and evaluation {} says *apart*. They are 2 deep", told.steps.len()));
    assert_eq!([depth::least_reach(&a, &b), depth::least_reach(&cube, &other)], [2.0; 2]);
    assert_eq!([contact(&cloud(&a), &cloud(&b)).depth(), contact(&cloud(&cube), &cloud(&other)).depth()], [2.0; 2]);
}

#[test]
fn a_cap_says_intersecting() {
    let [a, b] = pair::<3>("sliver");
    let [single_a, single_b] = [&a, &b].map(|points| points.iter().map(|p| p.map(|x| x as f32)).collect::<Vec<_>>());
    assert!(a.iter().zip(&single_a).all(|(p, q)| *p == q.map(f64::from)), "numbers that `f32` has");
    let told = capped(&|d| support(&single_a, &single_b, d), 32);
    assert_eq!(told.intersect, Some(true));
    let again = (1..told.steps.len()).find(|k| told.steps[..*k].iter().any(|(w, _)| *w == told.steps[*k].0)).unwrap();
    says(&format!(
        "from evaluation {} on it finds the same vertices again, and after {} evaluations",
        again + 1,
        told.steps.len()
    ));
    let truth = exact::distance(&a, &b);
    assert_eq!(format!("{:.1e}", truth.distance()), "1.1e-6");
    says("apart by 1.1·10⁻⁶");
    let [cloud_a, cloud_b] = [cloud(&a), cloud(&b)];
    assert!(!gjk::intersects(&cloud_a, &cloud_b));
    let proven = certified::intersects(&cloud_a, &cloud_b);
    assert!(!proven.intersects && proven.is_proven(), "{proven:?}");
    assert_eq!(capped(&|d| support(&a, &b, d), 32).intersect, Some(false), "in f64");
}

#[test]
fn an_expansion_of_a_sphere_does_not_end() {
    let preset = preset("planet");
    let radius = preset["a"]["radius"].as_f64().unwrap();
    let (half, center): ([f64; 3], [f64; 3]) =
        (numbers(&preset["b"]["half_extents"]), numbers(&preset["b"]["pose"]["translation"]));
    let (single, at) = (radius as f32, center.map(|x| x as f32));
    let set = |d: [f32; 3]| {
        let length = described::dot(d, d).sqrt();
        let on_ball = d.map(|x| single * (x / length));
        let on_box = [0, 1, 2].map(|k| at[k] + if -d[k] < 0.0 { -1.0 } else { 1.0 });
        minus(on_ball, on_box)
    };
    let told = first_face(&set, 60);
    assert_eq!(told.intersect, Some(true));
    let (gap, vertices, different) = expanded_mesh(&set, &told.steps.last().unwrap().1, 0.001, 1000).unwrap_err();
    assert!(different < 100 && vertices > 1000, "{different} of {vertices}");
    assert_eq!(format!("{:.3}", gap.abs()), "0.013");
    says("stay 0.013 apart, by rounding: the same vertex is added in more than 900 of the first 1,000 turns");
    let truth = radius - clamp::ball_box(&[0.0; 3], 0.0, &minus(center, half), &[0, 1, 2].map(|k| center[k] + half[k]));
    let (ball, stone) = (Ball::new(radius).unwrap(), Cuboid::new(half).unwrap().posed(SVector::from(center)).unwrap());
    let found = contact(&ball, &stone).depth();
    assert!((found - truth).abs() <= 64.0 * f64::EPSILON * radius, "{found} {truth}");
    let (ball, stone) =
        (Ball::new(single).unwrap(), Cuboid::<f32, 3>::new([1.0; 3]).unwrap().posed(SVector::from(at)).unwrap());
    let found = f64::from(contact(&ball, &stone).depth());
    assert!((found - truth).abs() <= 64.0 * f64::from(f32::EPSILON) * radius, "{found} {truth}");
}

#[test]
fn an_expansion_from_a_point_does_not_end() {
    let [a, b] = pair::<2>("tips");
    let set = |d| support(&a, &b, d);
    let told = left_of_edge(&set, 60);
    assert_eq!((told.intersect, told.steps.len()), (Some(true), 3));
    assert!(told.steps.iter().all(|(w, _)| *w == [0.0; 2]));
    says("evaluations 1 to 3 all find the origin itself");
    assert_eq!(expanded_polygon(&set, &told.steps[2].1, 1e-5, 2000), None);
    assert_eq!(depth::least_reach(&a, &b), 0.0);
    let found = contact(&cloud(&a), &cloud(&b));
    assert_eq!((found.separation, found.intersects()), (0.0, true));
    // From a triangle that is one, it ends.
    let [a, b] = pair::<2>("worked");
    let set = |d| support(&a, &b, d);
    let told = left_of_edge(&set, 60);
    let found = expanded_polygon(&set, &told.steps.last().unwrap().1, 1e-5, 100).unwrap();
    assert!((found - depth::least_reach(&a, &b)).abs() < 1e-12);
}

/// The links of a text.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).map(|rest| rest.split_once(')').unwrap().0).collect()
}

#[test]
fn every_file_chapter_and_example_is_there() {
    let text = page();
    let examples: BTreeMap<_, _> =
        presets().into_iter().map(|preset| (preset["id"].as_str().unwrap().to_owned(), preset)).collect();
    let (mut files, mut chapters, mut steps) = (0, 0, 0);
    for link in links(&text) {
        let (path, hash) = link.split_once('#').unwrap_or((link, ""));
        if path.is_empty() {
            assert!(text.to_lowercase().contains(&format!("## {}", hash.replace('-', " "))), "{link}");
            continue;
        }
        let file = Path::new(ROOT).join("docs/guide").join(path);
        assert!(file.exists(), "{link} leads nowhere");
        if path.ends_with("site/explorer/") {
            let parts: BTreeMap<_, _> = hash.split('&').map(|part| part.split_once('=').unwrap()).collect();
            assert!(examples.contains_key(parts["preset"]), "{link}");
            steps += 1;
        } else if !path.contains('/') {
            chapters += 1;
            let chapter = fs::read_to_string(&file).unwrap();
            let heading = |line: &str| line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-") == hash;
            assert!(hash.is_empty() || chapter.lines().any(|line| line.starts_with('#') && heading(line)), "{link}");
        } else {
            files += 1;
        }
    }
    assert!(files > 60 && chapters > 60 && steps > 10, "{files} files, {chapters} chapters, {steps} examples");
    // What stands in code in the second column is in the file of the third.
    let mut names = 0;
    for row in text.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<_> = row.trim_matches('|').split(" | ").collect();
        let [_, here, at, _] = cells[..] else { continue };
        let sources: String = links(at)
            .iter()
            .map(|path| fs::read_to_string(Path::new(ROOT).join("docs/guide").join(path)).unwrap_or_default())
            .collect();
        for name in here.split('`').skip(1).step_by(2) {
            // The last word of a path or a call.
            let name = name
                .split('(')
                .next()
                .unwrap()
                .split("::")
                .filter(|part| part.starts_with(char::is_alphabetic))
                .last()
                .unwrap();
            assert!(sources.contains(name), "{name} is not in {at}");
            names += 1;
        }
    }
    assert!(names > 60, "{names}");
}

/// By section: the functions, regions and figures of each text.
const NAMES: &[(&str, &str)] = &[
    (
        "Implementing GJK, 2025",
        "class gjk|intersect(support)|intersect(support_a, support_b)|S_G|support_mapping|frustum|outer loop|seven steps|*F*|update(a)|n == 0|n == 1|n == 2|n == 3|where A must never be|where the origin can never be|green|red|blue|cross_aba|`ao`|`ab`|`ac`|`abc`|`abp`|`acp`|Q-tips|prism|plane_tests|over_abc|over_acd|over_adb|rotate ACD|check_one_face`|check_one_face_part_2|check_two_faces|default|monstrously|32|2D|winding|first figure|second figure|Voronoi|collapses",
    ),
    (
        "Implementing GJK, with readers' comments",
        "two points|three points|teal|yellow|red|green|degenerate|Riv|saadne|Kourosh",
    ),
    (
        "GJK (Gilbert–Johnson–Keerthi), 2010",
        "Minkowski sum|Minkowski difference|convexity|figures 1 and 2|figures 3 and 4|figure 5|figures 6a and 6b|figure 7|figure 8|figure 9|support(shape1, shape2, d)|getFarthestPointInDirection|`add`|getLast|getB|getC|remove|contains(ORIGIN)|getDirection|containsOrigin|tripleProduct|negate|*perp*|abPerp|acPerp|R1|R2|R3|R4|R5|white regions|iteration 1|iteration 2|iteration 3|last separation vector|curved|SAT|EPA|zero vector|center to center",
    ),
    (
        "GJK: collision detection in 2D and 3D, 2020",
        "Collider|FindFurthestPoint|MeshCollider|m_vertices|maxPoint|maxDistance|Support(colliderA, colliderB, direction)|push_front|`size`|`GJK`|NextSimplex|SameDirection|`Line`|`Triangle`|`Tetrahedron`|red, green and blue|yellow, red and purple|{ a, c, b }|demo|Alioune Diouf|Samu|emekoi|JR|matan|sDistance|minDistance|M3832|iteration by iteration",
    ),
    (
        "GJK and EPA in the plane",
        "`vec`|`dot`|`neg`|`add`|`sub`|`mul`|`norm`|rot90|regularPolygon|`triangle`|`pentagon`|support(vertices, d)|minkowskiSupport|position|gjk(support)|forward|acNorm|bcNorm|separating axis|epa(support, initial)|polytope|minFace|makeFace|1e-5|`qp`|`t`|`sep`|cyan|yellow|`trace`|`tick`|`rate`|updateTimer|arrow keys|click|concave|`collision`",
    ),
];

#[test]
fn every_name_of_the_five_is_in_its_table() {
    let text = page();
    for (title, names) in NAMES {
        let section = text.split(&format!("\n## {title}\n")).nth(1).unwrap_or_else(|| panic!("no section {title}"));
        let section = section.split("\n## ").next().unwrap();
        // In the first column.
        let first: String = section
            .lines()
            .filter_map(|row| row.strip_prefix("| ")?.split(" | ").next())
            .collect::<Vec<_>>()
            .join("\n");
        for name in names.split('|') {
            assert!(first.contains(name) || (name == "winding" && section.contains(name)), "{title}: {name}");
        }
    }
}
