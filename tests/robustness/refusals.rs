//! An invalid shape is refused with an error that says why; a valid shape is never misread.

use super::numbers::Extreme;
use gjk::SupportExt;
use gjk::nalgebra::{Point2, SMatrix, Vector2, Vector3};
use gjk::shape::{Ball, Cuboid, Cylinder, Frustum, HalfSpace, Hull, PointCloud, Segment};
use gjk::{Error, Pose, distance, intersects};
use oracle::testing::{ask, in_both_precisions};

#[test]
fn coordinates_are_accepted_or_refused_but_never_misread() {
    in_both_precisions! {
        let (mut accepted, mut refused) = (0, 0);
        for divisor in [1.0, 2.0, 32.0, 63.0, 64.0, 65.0, 128.0, 256.0, 1e3, 1e6] {
            let far = T::LARGEST / divisor;
            let cube = |half: T, x: T| Cuboid::new(Vector3::new(half, half, half))?.posed(Vector3::new(x, 0.0, 0.0));
            for (half, x, apart) in [(far, 0.0, false), (far * 0.25, far, true), (far * 0.5, far * 0.75, false), (1.0, far, true)] {
                let (Ok(a), Ok(b), Ok(c)) = (cube(half, 0.0), cube(half, x), cube(half, -x)) else {
                    refused += 1;
                    continue;
                };
                accepted += 1;
                assert_eq!(intersects(&a, &b), !apart, "{half:e} at {x:e}");
                assert_eq!(ask(&b, &a, "cubes far away").1.intersects(), !apart, "{half:e} at {x:e}");
                assert_eq!(intersects(&b, &c), x < half || x == 0.0, "{half:e} at ±{x:e}");
                let want = x - 2.0 * half;
                assert!(!apart || (distance(&a, &b).distance / want - 1.0).abs() < 1e-6, "{half:e} at {x:e}");
            }
            for coordinates in [[far, 0.0], [far, -far], [0.0, -far]] {
                let [x, y] = coordinates;
                let (Ok(a), Ok(b)) = (Ball::point(Point2::new(x, y)), Ball::point(Point2::new(-x, -y))) else { continue };
                assert!(!intersects(&a, &b) && !distance(&a, &b).intersects(), "{x:e} {y:e}");
                assert!(distance(&a, &b).distance.is_finite());
            }
        }
        assert!(accepted >= 8 && refused >= 8, "{accepted} accepted, {refused} refused");
    }
}

#[test]
fn every_error_is_met() {
    let nan = f64::NAN;
    let far = Vector2::new(f64::MAX, 0.0);
    let square = Cuboid::new(Vector2::new(1.0, 1.0)).unwrap();
    let ball = |r: f64| Ball::at(Point2::new(0.0, 0.0), r);
    let cases: [(Error, Error); 17] = [
        (ball(nan).unwrap_err(), Error::OutOfRange("radius")),
        (Ball::point(Point2::new(nan, 0.0)).unwrap_err(), Error::OutOfRange("point")),
        (Segment::new([Point2::new(0.0, f64::INFINITY), Point2::origin()]).unwrap_err(), Error::OutOfRange("point")),
        (Cuboid::new(Vector2::new(1.0, f64::MAX)).unwrap_err(), Error::OutOfRange("half extent")),
        (square.posed(far).unwrap_err(), Error::OutOfRange("translation")),
        (PointCloud::new([Point2::new(0.0, nan)]).unwrap_err(), Error::PointOutOfRange(0)),
        (ball(-1.0).unwrap_err(), Error::Negative("radius")),
        (Cylinder::with_radius(1.0).half_height(-1.0).unwrap_err(), Error::Negative("half height")),
        (square.swollen(-1.0).unwrap_err(), Error::Negative("margin")),
        (HalfSpace::new(Vector2::new(0.0, 0.0), 1.0).unwrap_err(), Error::Zero("normal")),
        (PointCloud::<f64, 2>::new([[0.0; 2]; 0]).unwrap_err(), Error::Empty("points")),
        (Hull::<Ball<f64, 2>, f64, 2>::new([]).unwrap_err(), Error::Empty("shapes")),
        (Pose::new(SMatrix::<f64, 2, 2>::new(1.0, 0.0, 0.0, -1.0), Vector2::zeros()).unwrap_err(), Error::NotARotation),
        (Pose::new(SMatrix::<f64, 2, 2>::new(1.0, 0.1, 0.0, 1.0), Vector2::zeros()).unwrap_err(), Error::NotARotation),
        (
            square
                .posed(Pose::new(SMatrix::identity(), Vector2::new(0.0, nan)).unwrap_or_else(|_| far.into()))
                .unwrap_err(),
            Error::OutOfRange("translation"),
        ),
        (
            Frustum::from_planes(&std::array::from_fn(|_| HalfSpace::new(Vector3::new(1.0, 0.0, 0.0), 1.0).unwrap()))
                .unwrap_err(),
            Error::Unbounded,
        ),
        (Hull::new([ball(1.0).unwrap(), ball(2.0).unwrap()]).unwrap_err(), Error::UnequalMargins),
    ];
    let mut messages = std::collections::HashSet::new();
    for (got, want) in cases {
        assert_eq!(got, want);
        let message: String = got.to_string();
        assert!(message.len() > 10 && std::error::Error::source(&got).is_none());
        messages.insert(message);
    }
    assert!(messages.len() >= 10, "{messages:?}");
    // Whether a pose was checked does not count when poses are compared.
    assert_eq!(Pose::new(SMatrix::<f64, 2, 2>::identity(), Vector2::zeros()), Ok([0.0; 2].into()));
}

/// Turned signed permutations of the axes, whose determinant is their parity; and such matrices nearly and not at all orthogonal.
#[test]
fn matrices_that_mirror_are_refused() {
    fn check<const D: usize>(orders: &[[usize; D]]) {
        let mut turn = SMatrix::<f64, D, D>::identity();
        let (mut accepted, mut refused) = (0, 0);
        for order in orders {
            let inversions = (0..D).flat_map(|i| (0..i).map(move |j| (j, i))).filter(|&(j, i)| order[j] > order[i]);
            let inversions = inversions.count();
            for signs in 0..1_usize << D {
                // One more turn in a plane.
                let (i, j) = (signs % D, (signs + 1) % D);
                let mut plane = SMatrix::<f64, D, D>::identity();
                let (sine, cosine) = (0.7 + 1.3 * turn[(0, 1)]).sin_cos();
                (plane[(i, i)], plane[(j, j)], plane[(i, j)], plane[(j, i)]) = (cosine, cosine, -sine, sine);
                turn = plane * turn;
                let sign = |k: usize| if signs >> k & 1 == 1 { -1.0 } else { 1.0 };
                let swapped = turn * SMatrix::from_fn(|row, k| if order[k] == row { sign(k) } else { 0.0 });
                let rotates = (inversions + usize::try_from(signs.count_ones()).unwrap()).is_multiple_of(2);
                let refused_by = |matrix: SMatrix<f64, D, D>| Pose::new(matrix, [0.0; D]).err();
                assert_eq!(refused_by(swapped), (!rotates).then_some(Error::NotARotation), "{swapped}");
                assert_eq!(refused_by(swapped * 1.000_004), (!rotates).then_some(Error::NotARotation), "{swapped}");
                for bad in [0.0, 1e-200, 0.999_99, 1.000_01, 2.0, 1e200] {
                    assert_eq!(refused_by(swapped * bad), Some(Error::NotARotation), "{bad}: {swapped}");
                }
                accepted += usize::from(rotates);
                refused += usize::from(!rotates);
            }
        }
        assert!(accepted == refused && accepted > 0);
    }
    check(&[[0, 1], [1, 0]]);
    check(&[[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    check(&[[0, 1, 2, 3], [3, 0, 1, 2], [1, 0, 3, 2], [0, 1, 3, 2]]);
}
