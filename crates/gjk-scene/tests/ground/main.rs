//! Bodies slide over joints without stumbling, bodies that have sunk in are held, and no ray slips through.
//!
//! `CAMPAIGN=100 cargo test --release -p gjk-scene --test ground -- --nocapture` takes 10⁷ rays, 10⁴ joints and 10⁵ bodies.

#![allow(unreachable_pub, reason = "the modules share parts")]
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "rounding to f32, and small numbers")]

mod bodies;
mod normals;
mod rays;
mod rest;
mod slides;
mod sunk;

use gjk::nalgebra::{Point, Point2, Point3, SVector, Vector3};
use gjk::shape::Ball;
use gjk_scene::{Ground, GroundError};
use oracle::random::Random;

/// A number type, rounded to from doubles.
trait Float: gjk::Real + Copy + Into<f64> + 'static {
    const EPSILON: f64;
    fn narrowed(x: f64) -> Self;
}
impl Float for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    fn narrowed(x: f64) -> Self {
        x as f32
    }
}
impl Float for f64 {
    const EPSILON: f64 = f64::EPSILON;
    fn narrowed(x: f64) -> Self {
        x
    }
}

fn wide<T: Float, const D: usize>(v: &SVector<T, D>) -> SVector<f64, D> {
    v.map(Into::into)
}

/// Of the pieces that have neighbours all around, a point is over the one triangle of its cell that has it, however high it is.
#[test]
fn a_point_is_over_one_piece() {
    let level = Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], 9, [0.0; 81]).unwrap();
    let mut random = Random::new(36);
    let (mut halves, mut near) = ([0; 2], 0);
    for _ in 0..10_000 {
        let [x, z] = [0; 2].map(|_| random.uniform(1.0, 7.0));
        let [column, row] = [x, z].map(|way| (0..8).find(|k| f64::from(k + 1) > way).unwrap());
        let [u, v] = [x.fract(), z.fract()];
        let from_joint = [u, v, 1.0 - u, 1.0 - v, (u - v).abs()].into_iter().fold(1.0, f64::min);
        if from_joint < 1e-4 {
            continue;
        }
        let point = Point3::new(x as f32, random.uniform(-2.0, 2.0) as f32, z as f32);
        let inner = |k: &u32| level.neighbours(*k).is_some_and(|beyond| beyond.iter().all(Option::is_some));
        let over = |slack: f32| {
            (0..level.len()).filter(inner).filter(|k| level.is_over(*k, &point, slack)).collect::<Vec<_>>()
        };
        let half = u32::from(v > u);
        halves[half as usize] += 1;
        assert_eq!(over(0.0), [2 * (8 * row + column) + half], "{point}");
        // As far as the slack goes it is over the neighbours, too.
        let count = over(0.01).len();
        near += usize::from(count > 1);
        assert_eq!(
            count > 1,
            [u, v, 1.0 - u, 1.0 - v, (u - v).abs() * 0.5_f64.sqrt()].iter().any(|way| *way < 0.01),
            "{point}"
        );
    }
    assert!(halves.iter().all(|count| *count > 4000) && near > 500, "{halves:?}, {near}");
}

#[test]
fn refusals() {
    let p = |x: f32, y: f32| Point2::new(x, y);
    assert_eq!(Ground::chain([p(0.0, 0.0)]), Err(GroundError::TooFew));
    assert_eq!(Ground::<f32, 2>::chain([]), Err(GroundError::TooFew));
    assert_eq!(Ground::chain([p(0.0, 0.0), p(1.0, 0.0), p(1.0, 0.0)]), Err(GroundError::Flat(1)));
    assert_eq!(Ground::chain([p(0.0, 0.0), p(1.0, f32::NAN)]), Err(GroundError::OutOfRange(1)));
    for step in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(Ground::<f32, 2>::heights(0.0, step, [0.0; 3]).is_err());
        assert!(Ground::<f32, 3>::heights([0.0; 2], [1.0, step], 2, [0.0; 4]).is_err());
    }
    for (columns, count) in [(0, 4), (1, 4), (2, 2), (2, 3), (2, 0), (3, 4)] {
        let heights = vec![0.0; count];
        assert_eq!(Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], columns, heights), Err(GroundError::TooFew));
    }
    let q = |x: f64, y: f64, z: f64| Point3::new(x, y, z);
    let points =
        [q(0.0, 0.0, 0.0), q(0.0, 0.0, 1.0), q(1.0, 0.0, 0.0), q(1.0, 0.0, 1.0), q(0.1, 0.1, 0.1), q(0.3, 0.3, 0.3)];
    let mesh = |triangles: &[[u32; 3]]| Ground::mesh(points, triangles.iter().copied()).map(|ground| ground.len());
    assert_eq!(mesh(&[]), Ok(0));
    assert_eq!(mesh(&[[0, 1, 2], [2, 1, 3]]), Ok(2));
    assert_eq!(mesh(&[[0, 1, 2], [1, 2, 3]]), Err(GroundError::Unjoined([0, 1])));
    assert_eq!(mesh(&[[0, 1, 2], [2, 1, 3], [1, 2, 4]]), Err(GroundError::Unjoined([0, 2])));
    assert_eq!(
        mesh(&[[0, 1, 2], [2, 1, 3], [2, 1, 4]]),
        Err(GroundError::Unjoined([0, 1])).or(mesh(&[[0, 1, 2], [2, 1, 3], [2, 1, 4]]))
    );
    assert_eq!(mesh(&[[0, 1, 2], [2, 1, 6]]), Err(GroundError::NoSuchPoint(1)));
    assert_eq!(mesh(&[[0, 1, 1]]), Err(GroundError::Flat(0)));
    assert_eq!(mesh(&[[0, 4, 5]]), Err(GroundError::Flat(0)), "on a line, up to rounding");
    // Questions about pieces that are not there.
    let floor = Ground::mesh(points, [[0, 1, 2]]).unwrap();
    let ball = Ball::at(Point::origin(), 1.0).unwrap();
    assert!(floor.piece(1).is_none() && floor.corners(1).is_none() && floor.face(1).is_none());
    assert!(floor.neighbours(1).is_none() && floor.normal(1, &Vector3::y()).is_none());
    assert!(floor.contact(1, &ball, 0.0).is_none() && floor.raycast(1, &Point3::origin(), &Vector3::y()).is_none());
    // Rays that are none.
    for bad in [0.0, f64::NAN, f64::INFINITY] {
        assert_eq!(floor.raycast(0, &q(0.2, 1.0, 0.2), &Vector3::repeat(bad)), None);
        assert_eq!(floor.raycast(0, &q(bad, bad, bad), &Vector3::zeros()), None);
    }
}
