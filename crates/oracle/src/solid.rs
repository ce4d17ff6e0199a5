//! Curved solids in space as formulas: how far each reaches along a direction, and how far a point is outside.

use super::vector::{dot, norm, sub};

type Vector = [f64; 3];

#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// Semi-axes.
    Ellipsoid(Vector),
    /// Radius and half height, along y.
    Cylinder(f64, f64),
    Cone(f64, f64),
    Ball(f64),
    Capsule(f64, f64),
    /// Half extents.
    Cuboid(Vector),
    /// Half extents, and a margin.
    Rounded(Vector, f64),
}

/// A form in a place.
#[derive(Clone, Copy, Debug)]
pub struct Solid {
    pub form: Form,
    /// The images of the axes.
    pub axes: [Vector; 3],
    pub center: Vector,
}

impl Solid {
    /// The support function: how far the solid reaches along a unit vector.
    pub fn reach(&self, n: &Vector) -> f64 {
        let [x, y, z] = self.axes.map(|axis| dot(&axis, n));
        let around = x.hypot(z);
        let local = match self.form {
            Form::Ellipsoid([a, b, c]) => norm(&[a * x, b * y, c * z]),
            Form::Cylinder(radius, half) => radius * around + half * y.abs(),
            Form::Cone(radius, half) => (half * y).max(radius * around - half * y),
            Form::Ball(radius) => radius,
            Form::Capsule(radius, half) => radius + half * y.abs(),
            Form::Cuboid([a, b, c]) => a * x.abs() + b * y.abs() + c * z.abs(),
            Form::Rounded([a, b, c], margin) => a * x.abs() + b * y.abs() + c * z.abs() + margin,
        };
        dot(&self.center, n) + local
    }

    /// How far a point is outside, or less.
    pub fn outside(&self, point: &Vector) -> f64 {
        let from = sub(point, &self.center);
        let [x, y, z] = self.axes.map(|axis| dot(&axis, &from));
        let around = x.hypot(z);
        let beyond = |half: Vector| norm(&[0, 1, 2].map(|k| ([x, y, z][k].abs() - half[k]).max(0.0)));
        match self.form {
            Form::Ellipsoid([a, b, c]) => (norm(&[x / a, y / b, z / c]) - 1.0) * a.min(b).min(c),
            Form::Cylinder(radius, half) => (around - radius).max(y.abs() - half),
            Form::Cone(radius, half) => {
                // Below the base; or off the side, whose normal is (2 h, r) in (around, y).
                let side = (2.0 * half * around + radius * (y - half)) / (2.0 * half).hypot(radius);
                side.max(-half - y)
            }
            Form::Ball(radius) => norm(&from) - radius,
            Form::Capsule(radius, half) => around.hypot((y.abs() - half).max(0.0)) - radius,
            Form::Cuboid(half) => beyond(half),
            Form::Rounded(half, margin) => beyond(half) - margin,
        }
    }

    /// The largest coordinate, or a little more.
    pub fn size(&self) -> f64 {
        (0..3).flat_map(|k| [1.0, -1.0].map(|sign| self.reach(&axis(k, sign)))).fold(0.0, f64::max)
    }
}

/// The unit vector of an axis, or its opposite.
pub fn axis(k: usize, sign: f64) -> Vector {
    std::array::from_fn(|i| if i == k { sign } else { 0.0 })
}
