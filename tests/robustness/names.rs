//! Shapes in every kind of contact: each verdict has the right name.

use gjk::SupportExt;
use gjk::shape::{Ball, Capsule, Cuboid};
use gjk::{
    Verdict,
    simplex::{Cases, SimplexCases},
};
use oracle::OrientedBox;
use oracle::testing::{Float, ask, cloud, gap, in_both_precisions, point, vector, wide};

/// What a verdict is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    Separated,
    Enclosed,
    Touching,
    Flat,
    OnFeature,
    WithinMargins,
    Undecided,
}

pub fn name<T: Float, const D: usize>(verdict: &Verdict<T, D>) -> Name {
    match verdict {
        Verdict::Separated { .. } => Name::Separated,
        Verdict::Enclosed { .. } => Name::Enclosed,
        Verdict::Touching { .. } => Name::Touching,
        Verdict::Flat { .. } => Name::Flat,
        Verdict::OnFeature { .. } => Name::OnFeature,
        Verdict::WithinMargins { .. } => Name::WithinMargins,
        Verdict::Undecided { .. } => Name::Undecided,
        _ => unreachable!("every name is known"),
    }
}

/// Asserts the name of the verdict on two hulls, in both orders and precisions, at several scales; and that an axis is
/// one: nothing of the difference lies beyond the origin along the axis of what touches, nothing of a flat one off it.
fn named<const D: usize>(want: Name, what: &str, a: &[[f64; D]], b: &[[f64; D]])
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    for exponent in [0, -13, 13, -60, 60] {
        let scaled = |points: &[[f64; D]]| -> Vec<[f64; D]> {
            points.iter().map(|p| p.map(|x| x * 2.0_f64.powi(exponent))).collect()
        };
        let (a, b) = (scaled(a), scaled(b));
        for (first, second) in [(&a, &b), (&b, &a)] {
            in_both_precisions! {
                let what = format!("{D}D, {:?}, {what}, 2^{exponent}", <T as Float>::PRECISION);
                let (outcome, _) = ask(&cloud::<T, D>(first), &cloud(second), &what);
                let got = name(&outcome.verdict);
                // In the middle of a set of many dimensions a simplex may be flat up to rounding.
                let inside = D > 3 && [got, want] == [Name::OnFeature, Name::Enclosed];
                assert!(got == want || inside, "{got:?}, not {want:?}: {what}: {outcome:?}");
                if let Verdict::Touching { axis, .. } | Verdict::Separated { axis } = &outcome.verdict {
                    assert!(gap(first, second, &wide(axis)) >= 0.0, "{what}: {axis}");
                }
                if let Verdict::Flat { axis, .. } = &outcome.verdict {
                    let gaps = [gap(first, second, &wide(axis)), gap(first, second, &wide(&-axis))];
                    assert_eq!(gaps, [0.0; 2], "{what}: {axis}");
                }
            }
        }
    }
}

pub fn aligned<const D: usize>(half: f64, at: [f64; D]) -> Vec<[f64; D]> {
    OrientedBox::aligned(at, [half; D]).vertices()
}

/// The cube in the middle and one displaced by this much along some axes.
fn cubes<const D: usize>(want: Name, steps: &[f64])
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    let at = std::array::from_fn(|k| steps.get(k).copied().unwrap_or(0.0));
    named::<D>(want, &format!("cubes at {at:?}"), &aligned(1.0, [0.0; D]), &aligned(1.0, at));
    // Each axis in turn the first.
    let at = std::array::from_fn(|k| -at[(k + 1) % D]);
    named::<D>(want, &format!("cubes at {at:?}"), &aligned(1.0, [0.0; D]), &aligned(1.0, at));
}

fn cubes_in_contact<const D: usize>()
where
    Cases: SimplexCases<f32, D> + SimplexCases<f64, D>,
{
    cubes::<D>(Name::Enclosed, &[0.0]);
    cubes::<D>(Name::Enclosed, &[1.0]);
    cubes::<D>(Name::Enclosed, &[1.875, -1.875]);
    cubes::<D>(Name::Touching, &[2.0]);
    cubes::<D>(Name::Touching, &[2.0, 0.5]);
    cubes::<D>(Name::Touching, &[2.0, 2.0]);
    cubes::<D>(Name::Touching, &[2.0; D]);
    // By one unit in the last place of `f32`; where nearest points are solved for, by some more.
    cubes::<D>(Name::Separated, &[if D > 3 { 2.000_015_258_789_062_5 } else { 2.000_000_238_418_579 }]);
    cubes::<D>(Name::Separated, &[2.25, 2.25]);
    cubes::<D>(Name::Separated, &[3.0; D]);

    let cube = aligned(1.0, [0.0; D]);
    let at = |x: f64| -> [f64; D] { std::array::from_fn(|k| if k == 0 { x } else { 0.0 }) };
    named(Name::Enclosed, "a point in the middle of a cube", &cube, &[[0.0; D]]);
    named(Name::Enclosed, "a point in a cube", &cube, &[[0.5; D]]);
    named(Name::Touching, "a point on a facet", &cube, &[at(1.0)]);
    named(Name::Touching, "a point on a corner", &cube, &[[1.0; D]]);
    named(Name::Separated, "a point beside a cube", &cube, &[at(1.5)]);
    named(Name::Enclosed, "a segment through a cube", &cube, &[at(-3.0), at(3.0)]);
    named(Name::Enclosed, "a segment into a cube", &cube, &[at(0.5), at(3.0)]);
    named(Name::Touching, "a segment to a facet", &cube, &[at(1.0), at(3.0)]);
    named(Name::Enclosed, "a small cube in a cube", &cube, &aligned(0.25, [0.0; D]));
    named(Name::Enclosed, "a small cube inside on a facet", &cube, &aligned(0.25, at(0.75)));
    named(Name::Touching, "a small cube on a facet", &cube, &aligned(0.25, at(1.25)));

    named(Name::Flat, "two points in one place", &[[1.0; D]], &[[1.0; D]]);
    named(Name::Separated, "two points", &[[1.0; D]], &[[2.0; D]]);
}

#[test]
fn cubes_in_contact_have_their_names() {
    cubes_in_contact::<2>();
    cubes_in_contact::<3>();
    cubes_in_contact::<4>();
    cubes_in_contact::<5>();
}

#[test]
fn plane_contacts_have_their_names() {
    let cross = [[-1.0, 0.0], [1.0, 0.0]];
    named(Name::Enclosed, "segments that cross", &cross, &[[0.0, -1.0], [0.25, 2.0]]);
    named(Name::Touching, "a segment that ends on another", &cross, &[[0.0, 0.0], [0.5, 2.0]]);
    named(Name::Touching, "segments that share an end", &cross, &[[1.0, 0.0], [0.5, 2.0]]);
    named(Name::Flat, "segments that overlap", &cross, &[[0.0, 0.0], [2.0, 0.0]]);
    named(Name::Flat, "a segment and itself", &cross, &cross);
    named(Name::Flat, "a point on a segment", &cross, &[[0.5, 0.0]]);
    named(Name::Separated, "segments on one line", &cross, &[[1.25, 0.0], [2.0, 0.0]]);
    named(Name::Separated, "parallel segments", &cross, &[[-1.0, 0.25], [1.0, 0.25]]);
    let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
    named(Name::Enclosed, "a triangle and itself", &triangle, &triangle);
    named(Name::Touching, "a corner on a side", &triangle, &[[2.0, 2.0], [4.0, 3.0], [3.0, 4.0]]);
    named(Name::Touching, "side on side", &triangle, &[[1.0, 3.0], [3.0, 1.0], [3.0, 3.0]]);
    named(Name::Enclosed, "a corner past a side", &triangle, &[[1.5, 1.5], [4.0, 3.0], [3.0, 4.0]]);
}

#[test]
fn contacts_in_space_have_their_names() {
    let cross = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    named(Name::Flat, "segments that cross", &cross, &[[0.0, -1.0, 0.0], [0.25, 2.0, 0.0]]);
    named(Name::Flat, "skew segments that meet", &cross, &[[0.25, -1.0, -2.0], [0.25, 1.0, 2.0]]);
    named(Name::Flat, "segments that overlap", &cross, &[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]]);
    named(Name::Flat, "a segment and itself", &cross, &cross);
    named(Name::Flat, "a point on a segment", &cross, &[[0.5, 0.0, 0.0]]);
    named(Name::Separated, "skew segments", &cross, &[[0.0, -1.0, 0.25], [0.0, 1.0, 0.25]]);
    let triangle = [[0.0, 0.0, 1.0], [4.0, 0.0, 1.0], [0.0, 4.0, 1.0]];
    let beside = triangle.map(|[x, y, z]| [x + 1.0, y + 1.0, z]);
    let above = triangle.map(|[x, y, z]| [x, y, z + 0.25]);
    named(Name::Flat, "triangles in one plane", &triangle, &beside);
    named(Name::Flat, "a triangle and itself", &triangle, &triangle);
    named(Name::Flat, "a point in a triangle", &triangle, &[[1.0, 1.0, 1.0]]);
    named(Name::Separated, "parallel triangles", &triangle, &above);
    let pin = |z: f64| [[1.0, 1.0, z], [1.5, 1.0, 3.0]];
    named(Name::Enclosed, "a segment through a triangle", &triangle, &pin(-1.0));
    named(Name::Touching, "a segment that ends on a triangle", &triangle, &pin(1.0));
    named(Name::Separated, "a segment above a triangle", &triangle, &pin(1.25));
    let tetrahedron = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    named(Name::Enclosed, "a tetrahedron and itself", &tetrahedron, &tetrahedron);
    let tip = [[1.0, 1.0, 2.0], [3.0, 3.0, 3.0], [2.0, 3.0, 4.0], [3.0, 2.0, 4.0]];
    named(Name::Touching, "a corner on a face", &tetrahedron, &tip);
    let octahedron = |x: f64| -> Vec<[f64; 3]> {
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        axes.iter().flat_map(|p| [*p, p.map(|x| -x)]).map(|[a, b, c]| [a + x, b, c]).collect()
    };
    named(Name::Touching, "octahedra tip to tip", &octahedron(0.0), &octahedron(2.0));
    named(Name::Enclosed, "octahedra around one point", &octahedron(0.0), &octahedron(0.0));
}

/// The origin is then on an edge of A − B, or inside a facet, but in no facet of the simplex around it.
#[test]
fn edges_that_touch_across_have_their_name() {
    let tetrahedron = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    let edge = [[2.0, 2.0, -1.0], [2.0, 2.0, 1.0], [5.0, 5.0, 0.0]];
    named(Name::Touching, "an edge across an edge", &tetrahedron, &edge);
}

#[test]
fn margins_have_their_names() {
    in_both_precisions! {
        let ball = |x: f64, y: f64, r: T| Ball::at(point::<T, 2>(&[x, y]), r).unwrap();
        let ask_name = |a: &Ball<T, 2>, b: &Ball<T, 2>| name(&ask(a, b, "balls").0.verdict);
        assert_eq!(ask_name(&ball(0.0, 0.0, 2.0), &ball(3.0, 4.0, 3.0)), Name::Touching);
        assert_eq!(ask_name(&ball(0.0, 0.0, 2.0), &ball(3.0, 4.0, 4.0)), Name::WithinMargins);
        assert_eq!(ask_name(&ball(0.0, 0.0, 2.0), &ball(3.0, 4.0, 2.75)), Name::Separated);
        assert_eq!(ask_name(&ball(1.0, 2.0, 0.0), &ball(1.0, 2.0, 0.0)), Name::Flat);
    }
}

/// The cores touch, or are flat, but the sets overlap: that is neither touching nor flat.
#[test]
fn margins_that_overlap_neither_touch_nor_are_flat() {
    in_both_precisions! {
        let ball = |x: f64, y: f64, r: T| Ball::at(point::<T, 2>(&[x, y]), r).unwrap();
        let ask_name = |a: &Ball<T, 2>, b: &Ball<T, 2>| name(&ask(a, b, "balls").0.verdict);
        let deep = |name: Name| assert!(!matches!(name, Name::Touching | Name::Flat | Name::Separated), "{name:?}");
        deep(ask_name(&ball(1.0, 2.0, 2.0), &ball(1.0, 2.0, 1.0)));
        let square = Cuboid::new(vector::<T, 2>(&[1.0, 1.0])).unwrap().swollen(0.5).unwrap();
        deep(name(&ask(&square, &square.posed(vector(&[2.0, 0.5])).unwrap(), "squares").0.verdict));
        let capsule = |a: [f64; 3], b: [f64; 3]| Capsule::<T, 3>::new(point(&a), point(&b), 0.5).unwrap();
        let crossing = [capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), capsule([0.0, -1.0, 0.0], [0.0, 1.0, 0.0])];
        deep(name(&ask(&crossing[0], &crossing[1], "capsules").0.verdict));
    }
}
