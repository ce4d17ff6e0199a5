//! One query, put to a thousand fixed pairs: a load whose instructions `run` counts. `instructions NAME` runs one; without a name
//! it lists them.

use gjk::epa::Expansion;
use gjk::nalgebra::{Point, SMatrix, SVector};
use gjk::shape::{Ball, Capsule, ConvexHull, Cuboid, Cylinder, Ellipsoid, PointCloud, Polygon, Posed};
use gjk::simplex::Cases;
use gjk::{
    Cache, Pose, Query, Support, SupportExt, certified, contact, distance, exact, intersects, manifold, shape_cast,
};
#[cfg(feature = "precompiled")]
use gjk_precompiled::{self as precompiled, Placed};
use std::hint::black_box;

const PAIRS: u32 = 1000;

/// Numbers between 0 and 1 that wander without repeating.
fn wander(k: u32, rate: f64) -> f64 {
    (f64::from(k) * rate).fract()
}

/// A rotation by a rational matrix: what a sine or a cosine would be may differ in its last bit from one system to the
/// next. In four dimensions and more the first three axes turn.
fn rotation<const D: usize>(k: u32) -> SMatrix<f64, D, D> {
    let [w, x, y, z] = [0.618, 0.414, 0.732, 0.236].map(|rate| wander(k, rate) - 0.5);
    let [w, x, y, z] = if D == 2 { [w, 0.0, 0.0, z] } else { [w, x, y, z] };
    let square = w * w + x * x + y * y + z * z;
    let rows = [
        [w * w + x * x - y * y - z * z, 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), w * w - x * x - y * y + z * z],
    ];
    SMatrix::from_fn(|i, j| if i < 3 && j < 3 { rows[i][j] / square } else { f64::from(u8::from(i == j)) })
}

/// A shape and where its copies are: in questions of contact nearer, so that most overlap.
fn copies<S: Support<D, Scalar = f64>, const D: usize>(shape: &S, far: f64) -> Vec<Posed<&S, f64, D>> {
    let copy = |k: u32| {
        let place = SVector::from_fn(|axis, _| match axis {
            0 => far * (0.7 + 0.6 * wander(k, 0.618)),
            1 => 0.3 * wander(k, 0.27),
            _ => 0.4 * wander(k, 0.31),
        });
        shape.posed(Pose::new(rotation(k), place).expect("a rotation")).expect("it is near")
    };
    (0..PAIRS).map(copy).collect()
}

fn cuboid<const D: usize>() -> Cuboid<f64, D> {
    Cuboid::new(SVector::from_fn(|axis, _| [1.0, 0.7, 0.8, 0.9][axis])).expect("a box")
}

fn egg() -> Ellipsoid<f64, 3> {
    Ellipsoid::new(SVector::from([1.0, 0.6, 0.8])).expect("an egg")
}

/// Points all over the unit ball's surface, by the inverse of the stereographic projection.
fn hull<const D: usize>(points: u32) -> PointCloud<f64, D> {
    let point = |k: u32| {
        let flat: [f64; D] = std::array::from_fn(|axis| 4.0 * wander(k + 1, [0.618, 0.414, 0.0][axis]) - 2.0);
        let square = flat[..D - 1].iter().map(|x| x * x).sum::<f64>();
        Point::from(SVector::from_fn(|axis, _| {
            if axis == D - 1 { (1.0 - square) / (1.0 + square) } else { 2.0 * flat[axis] / (1.0 + square) }
        }))
    };
    PointCloud::new((0..points).map(point)).expect("points").indexed()
}

fn polygon(points: u32) -> Polygon<f64> {
    Polygon::hull(hull(points).points()).expect("a polygon").indexed()
}

fn convex_hull(points: u32) -> ConvexHull<f64> {
    ConvexHull::new(hull(points).points()).expect("a hull").indexed()
}

/// A regular prism, except for where its corners are.
fn prism(corners: u32) -> ConvexHull<f64> {
    let ends = |p: Point<f64, 2>| [-0.5, 0.5].map(|z| Point::from([p.x, p.y, z]));
    ConvexHull::new(hull(corners / 2).points().flat_map(ends)).expect("a prism")
}

fn capsule() -> Capsule<f64, 3> {
    Capsule::new(Point::from([-0.8, 0.0, 0.0]), Point::from([0.8, 0.1, 0.0]), 0.4).expect("a capsule")
}

fn ball() -> Ball<f64, 2> {
    Ball::at(Point::from([0.1, 0.0]), 0.9).expect("a disc")
}

/// A polygon or polyhedron of whole coordinates.
fn grid<const D: usize>() -> PointCloud<f64, D> {
    let point =
        |k: u32| Point::from(SVector::from_fn(|axis, _| (4.0 * wander(k + 1, [0.618, 0.414, 0.732][axis])).floor()));
    PointCloud::new((0..6).map(point)).expect("points")
}

/// A box two units wide, so that copies at whole coordinates touch it.
fn unit_cube() -> Cuboid<f64, 3> {
    Cuboid::new(SVector::from([1.0; 3])).expect("a box")
}

/// A shape and where its copies are: at whole coordinates, unturned.
fn neighbours<S: Support<D, Scalar = f64>, const D: usize>(shape: &S) -> Vec<Posed<&S, f64, D>> {
    let place = |k: u32| SVector::from_fn(|axis, _| (5.0 * wander(k + 1, [0.732, 0.618, 0.414][axis]) - 2.0).floor());
    (0..PAIRS).map(|k| shape.posed(place(k)).expect("it is near")).collect()
}

/// A shape and where its copies are, from frame to frame: a hundredth farther around, and turned by a hundredth of a
/// radian at most. The rotations and the way around a circle are rational.
fn frames<S: Support<3, Scalar = f64>>(shape: &S, far: f64) -> Vec<Posed<&S, f64, 3>> {
    let frame = |k: u32| {
        let t = 0.005 * f64::from(k);
        let square = 1.0 + t * t;
        let (cos, sin) = ((1.0 - t * t) / square, 2.0 * t / square);
        let turn = SMatrix::from([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]);
        let place = SVector::from([0.8 * cos, 0.6, 0.8 * sin]) * far;
        shape.posed(Pose::new(turn, place).expect("a rotation")).expect("it is near")
    };
    (0..PAIRS).map(frame).collect()
}

/// A shape and where its copies are: on top of it, turned about the second axis, up to a hundredth deep or apart.
fn stacked<S: Support<D, Scalar = f64>, const D: usize>(shape: &S, high: f64) -> Vec<Posed<&S, f64, D>> {
    let copy = |k: u32| {
        let t = 2.0 * wander(k, 0.618) - 1.0;
        let (cos, sin) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
        let turn = SMatrix::from_fn(|i, j| match (D, i, j) {
            (3, 0, 2) => sin,
            (3, 2, 0) => -sin,
            (3, 0, 0) | (3, 2, 2) => cos,
            _ => f64::from(u8::from(i == j)),
        });
        let mut place = SVector::from_fn(|axis, _| 1.2 * wander(k, [0.414, 0.27, 0.31][axis]) - 0.6);
        place[1] = high + 0.02 * wander(k, 0.732) - 0.01;
        shape.posed(Pose::new(turn, place).expect("a rotation")).expect("it is near")
    };
    (0..PAIRS).map(copy).collect()
}

/// The second shape moves to beside the first one's center.
fn moving<A, B, const D: usize>(a: &A, b: &B) -> impl Sized
where
    A: Support<D, Scalar = f64>,
    B: Support<D, Scalar = f64>,
    Cases: Expansion<f64, D>,
{
    let mut velocity = match (a.center(), b.center()) {
        (Some(a), Some(b)) => a - b,
        _ => SVector::zeros(),
    };
    velocity[1] += 0.25 * velocity[0];
    shape_cast(a, b.moving(velocity))
}

/// A query for each of the shapes. Instructions are counted in here only.
#[inline(never)]
fn a_thousand<S>(others: &[S], mut query: impl FnMut(&S)) {
    for other in others {
        query(other);
    }
}

fn main() {
    let wanted = std::env::args().nth(1);
    let mut list = Vec::new();
    macro_rules! queries {
        ($($name:literal: $query:path, $shape:expr, $far:literal;)*) => { $({
            list.push($name);
            if wanted.as_deref() == Some($name) {
                let shape = black_box($shape);
                a_thousand(&copies(&shape, $far), |other| _ = black_box($query(&shape, other)));
            }
        })* };
    }
    queries! {
        "verdict-2d-boxes": intersects, cuboid::<2>(), 2.1;
        "verdict-3d-boxes": intersects, cuboid::<3>(), 2.1;
        "verdict-3d-hulls": intersects, hull::<3>(128), 2.0;
        "distance-2d-boxes": distance, cuboid::<2>(), 2.6;
        "distance-2d-hulls": distance, hull::<2>(32), 2.6;
        "distance-3d-boxes": distance, cuboid::<3>(), 2.6;
        "distance-3d-hulls": distance, hull::<3>(128), 2.6;
        "distance-3d-capsules": distance, capsule(), 2.6;
        "distance-4d-boxes": distance, cuboid::<4>(), 2.6;
        // Of the same pairs as the contacts.
        "distance-2d-overlaps": distance, cuboid::<2>(), 0.8;
        "distance-3d-overlaps": distance, cuboid::<3>(), 0.8;
        "contact-2d-boxes": contact, cuboid::<2>(), 0.8;
        "contact-2d-hulls": contact, hull::<2>(32), 0.8;
        "contact-2d-balls": contact, ball(), 1.6;
        "contact-3d-boxes": contact, cuboid::<3>(), 0.8;
        "contact-3d-hulls": contact, hull::<3>(32), 0.8;
        "contact-3d-capsules": contact, capsule(), 0.8;
        // The same points as polytopes that know their faces, beside the hulls above.
        "distance-2d-polygons": distance, polygon(32), 2.6;
        "contact-2d-polygons": contact, polygon(32), 0.8;
        "contact-3d-convex-hulls": contact, convex_hull(32), 0.8;
        "contact-2d-octagons": contact, polygon(8), 0.8;
        "cast-2d-hulls": moving, hull::<2>(32), 4.0;
        "cast-3d-boxes": moving, cuboid::<3>(), 4.0;
        "cast-3d-hulls": moving, hull::<3>(32), 4.0;
        "cast-3d-capsules": moving, capsule(), 4.0;
        "cast-4d-boxes": moving, cuboid::<4>(), 4.0;
        "certified-3d-boxes": certified::intersects, cuboid::<3>(), 2.1;
        "exact-3d-boxes": exact::intersects, cuboid::<3>(), 2.1;
    }
    macro_rules! ties {
        ($($name:literal: $query:path, $shape:expr;)*) => { $({
            list.push($name);
            if wanted.as_deref() == Some($name) {
                let shape = black_box($shape);
                a_thousand(&neighbours(&shape), |other| _ = black_box($query(&shape, other)));
            }
        })* };
    }
    ties! {
        "verdict-2d-ties": intersects, grid::<2>();
        "verdict-3d-ties": intersects, unit_cube();
        "distance-2d-ties": distance, grid::<2>();
        "distance-3d-ties": distance, unit_cube();
        "contact-2d-ties": contact, grid::<2>();
        "contact-3d-ties": contact, unit_cube();
    }
    // A shape and itself: each step finds the origin on the boundary of the simplex.
    macro_rules! itself {
        ($($name:literal: $query:path, $shape:expr;)*) => { $({
            list.push($name);
            if wanted.as_deref() == Some($name) {
                let shape = black_box($shape);
                a_thousand(&copies(&shape, 2.0), |one| _ = black_box($query(one, one)));
            }
        })* };
    }
    itself! {
        "verdict-3d-itself": intersects, cuboid::<3>();
        "contact-3d-itself": contact, cuboid::<3>();
        "verdict-3d-prism-itself": intersects, prism(48);
        "contact-3d-prism-itself": contact, prism(48);
    }
    macro_rules! manifolds {
        ($($name:literal: $shape:expr, $others:ident, $far:literal;)*) => { $({
            list.push($name);
            if wanted.as_deref() == Some($name) {
                let shape = black_box($shape);
                let still = black_box(shape.clone().posed(SVector::zeros()).expect("a pose"));
                a_thousand(&$others(&shape, $far), |other| _ = black_box(&manifold(&still, other, 0.02)));
            }
        })* };
    }
    manifolds! {
        "manifold-2d-resting": cuboid::<2>(), stacked, 1.4;
        "manifold-3d-resting": cuboid::<3>(), stacked, 1.4;
        "manifold-3d-boxes": cuboid::<3>(), copies, 1.6;
        "manifold-3d-drums": Cylinder::with_radius(1.0).half_height(0.7).expect("a drum"), stacked, 1.4;
        "manifold-3d-capsules": capsule(), copies, 0.8;
    }
    // The same contacts by the function that is compiled here, and by the one that is compiled once.
    macro_rules! compiled {
        ($($own:literal, $library:literal: $shape:expr, $far:literal;)*) => { $({
            list.push($own);
            let shape = black_box($shape);
            let pairs = copies(&shape, $far);
            let still = black_box(shape.clone().posed(SVector::zeros()).expect("a pose"));
            if wanted.as_deref() == Some($own) {
                a_thousand(&pairs, |other| _ = black_box(contact(&still, other)));
            }
            #[cfg(feature = "precompiled")]
            {
                list.push($library);
                let placed = |pose| Placed::new(shape.clone(), pose).expect("a pose");
                let still = black_box(placed(*still.pose()));
                let pairs: Vec<Placed<f64, 3>> = pairs.iter().map(|other| placed(*other.pose())).collect();
                if wanted.as_deref() == Some($library) {
                    a_thousand(&pairs, |other| _ = black_box(precompiled::contact(&still, other)));
                }
            }
        })* };
    }
    compiled! {
        "compiled-3d-boxes", "precompiled-3d-boxes": cuboid::<3>(), 0.8;
        "compiled-3d-hulls", "precompiled-3d-hulls": hull::<3>(32), 0.8;
        "compiled-3d-capsules", "precompiled-3d-capsules": capsule(), 0.8;
    }
    macro_rules! frames {
        ($($cold:literal, $warm:literal: $query:ident, $accuracy:literal, $shape:expr, $far:literal;)*) => { $({
            let shape = black_box($shape);
            let others = frames(&shape, $far);
            list.push($cold);
            if wanted.as_deref() == Some($cold) {
                a_thousand(&others, |other| _ = black_box(Query::new().accuracy($accuracy).$query(&shape, other)));
            }
            list.push($warm);
            if wanted.as_deref() == Some($warm) {
                let (mut cache, accuracy) = (Cache::new(), $accuracy);
                a_thousand(&others, |other| {
                    _ = black_box(Query::new().accuracy(accuracy).with_cache(&mut cache).$query(&shape, other));
                });
            }
        })* };
    }
    frames! {
        "verdict-3d-cold", "verdict-3d-warm": intersects, 0.0, hull::<3>(128), 1.85;
        "distance-3d-cold", "distance-3d-warm": distance, 0.0, hull::<3>(128), 2.05;
        "contact-3d-cold", "contact-3d-warm": contact, 0.0, hull::<3>(128), 1.85;
        "distance-3d-eggs-cold", "distance-3d-eggs-warm": distance, 1e-6, egg(), 2.1;
    }
    if wanted.is_none() {
        println!("{}", list.join("\n"));
    }
}
