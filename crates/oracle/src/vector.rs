//! The few vector operations that the floating-point oracles share, on plain arrays. These textbook
//! formulas may overflow, so the floating-point oracles are meant for coordinates between about
//! 1e-140 and 1e140. (The exact oracle has no such limit.)

/// The dot product.
pub fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = 0.0;
    for k in 0..D {
        sum += a[k] * b[k];
    }
    sum
}

/// `a - b`.
pub fn sub<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|k| a[k] - b[k])
}

/// `a + b`.
pub fn add<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|k| a[k] + b[k])
}

/// `a + t * b`.
pub fn add_scaled<const D: usize>(a: &[f64; D], b: &[f64; D], t: f64) -> [f64; D] {
    std::array::from_fn(|k| a[k] + t * b[k])
}

/// `t * a`.
pub fn scaled<const D: usize>(a: &[f64; D], t: f64) -> [f64; D] {
    a.map(|x| t * x)
}

/// The Euclidean length.
pub fn norm<const D: usize>(a: &[f64; D]) -> f64 {
    dot(a, a).sqrt()
}

/// The squared distance of two points.
pub fn squared_distance<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let d = sub(a, b);
    dot(&d, &d)
}

/// The cross product in space.
pub fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The largest absolute coordinate of a point.
pub fn largest_coordinate<const D: usize>(a: &[f64; D]) -> f64 {
    a.iter().fold(0.0, |m, x| x.abs().max(m))
}

/// The least and the largest `p . axis` over the points.
pub fn extent_along<const D: usize>(points: &[[f64; D]], axis: &[f64; D]) -> (f64, f64) {
    let mut extent = (f64::INFINITY, f64::NEG_INFINITY);
    for p in points {
        let height = dot(p, axis);
        extent = (extent.0.min(height), extent.1.max(height));
    }
    extent
}
