//! Tests of `src/predicates.rs`.

use super::*;

#[test]
fn signs_are_as_drawn() {
    let (x, y) = (Vector2::<f64>::x(), Vector2::y());
    assert_eq!(left(&x), y);
    assert!(cross(&x, &y) > 0.0 && cross(&y, &x) < 0.0 && orient2d(&x, &(x + y), &y) > 0.0);
    let [i, j, k] = [Vector3::<f64>::x(), Vector3::y(), Vector3::z()];
    assert!(triple(&i, &j, &k) > 0.0 && triple(&j, &i, &k) < 0.0);
    // Counter-clockwise as seen from (1, 1, 1), with the origin below.
    assert!(orient3d(&i, &j, &k, &Vector3::zeros()) < 0.0);
}

/// Four corners of a parallelogram, or four points on a line, each moved a little. All coordinates are integers of 24 bits,
/// and the truth is computed with integers.
#[test]
fn whatever_the_rounding() {
    let mut state = 1_u64;
    let mut random = |below: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap_or(0) % below
    };
    let (mut flat, mut misled) = ([0; 2], [0; 2]);
    for number in 0..10_000 {
        let mut point = |most: i64| [0; 3].map(|_: i64| random(2 * most) - most);
        let [a, u, v] = [point(1 << 21), point(1 << 20), point(1 << 20)];
        let needle = number % 2;
        let at = |[s, t]: [i64; 2]| [0, 1, 2].map(|k| a[k] + s * u[k] + t * v[k]);
        let corners = [[[0, 0], [1, 0], [0, 1], [1, 1]], [[0, 0], [3, 0], [1, 0], [2, 0]]][needle].map(at);
        let corners = corners.map(|p| p.map(|x| x + random(5) / 2 - 1));
        let [u, v, w] = [1, 2, 3].map(|n| [0, 1, 2].map(|k| i128::from(corners[n][k] - corners[0][k])));
        let minor = |j: usize, k: usize| u[j] * v[k] - u[k] * v[j];
        let volume = minor(1, 2) * w[0] + minor(2, 0) * w[1] + minor(0, 1) * w[2];
        #[expect(clippy::cast_precision_loss, reason = "they have few digits")]
        let [a, b, c, d] = corners.map(|p| Vector3::from(p.map(|x| x as f32)));
        flat[needle] += u32::from(volume == 0);
        misled[needle] += u32::from((orient3d(&a, &b, &c, &d) > 0.0) != (volume > 0));
        assert_eq!(is_above(&a, &b, &c, &d), volume > 0, "{a} {b} {c} {d}");
        assert_eq!(is_above(&a, &c, &b, &d), volume < 0, "{a} {b} {c} {d}");
    }
    assert!(flat.iter().chain(&misled).all(|count| *count > 50), "{flat:?} {misled:?}");
}

#[test]
fn weights_sum_to_the_origin() {
    let flat = [Vector2::new(3.0, 1.0), Vector2::new(-2.0, 4.0), Vector2::new(-1.0, -5.0)];
    let [c, a, b] = weights2d(flat.each_ref());
    assert_eq!(flat[0] * a + flat[1] * b + flat[2] * c, Vector2::zeros());
    assert!(a > 0.0 && b > 0.0 && c > 0.0);
    let solid = [
        Vector3::new(3.0, 1.0, 1.0),
        Vector3::new(-2.0, 4.0, 0.0),
        Vector3::new(-1.0, -5.0, 2.0),
        Vector3::new(0.0, 1.0, -7.0),
    ];
    let weights = weights3d(solid.each_ref());
    let sum = solid.iter().zip(&weights).fold(Vector3::zeros(), |sum, (v, weight)| sum + v * *weight);
    assert_eq!(sum, Vector3::zeros());
    assert!(weights.iter().all(|weight| *weight > 0.0) || weights.iter().all(|weight| *weight < 0.0));
}
