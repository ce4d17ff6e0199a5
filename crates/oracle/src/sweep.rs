//! Whether two convex solids that move and turn overlap at any of many times. It tests separating axes at samples, spaced as
//! far as a bound on the speed allows.
//!
//! The solids are lists of points, with the directions that the axes are made of. If no axis separates them at a time, they overlap then.
//! Between two samples only overlaps of less than the least step times the speed are missed.

use super::vector::{add, cross, dot, extent_along, norm, scaled, sub};

/// A constant velocity, and a turn about a center that moves with it.
#[derive(Clone, Copy, Debug)]
pub struct Course<const D: usize> {
    pub linear: [f64; D],
    /// A rotation vector; in the plane along the third axis.
    pub angular: [f64; 3],
    pub center: [f64; D],
}

impl<const D: usize> Course<D> {
    pub fn rest() -> Self {
        Self { linear: [0.0; D], angular: [0.0; 3], center: [0.0; D] }
    }

    /// A direction at a time, by the formula of Rodrigues.
    fn turned(&self, r: &[f64; D], time: f64) -> [f64; D] {
        let speed = norm(&self.angular);
        if speed == 0.0 {
            return *r;
        }
        let axis = scaled(&self.angular, 1.0 / speed);
        let r: [f64; 3] = std::array::from_fn(|k| if k < D { r[k] } else { 0.0 });
        let (sin, cos) = (speed * time).sin_cos();
        let across = cross(&axis, &r);
        let along = scaled(&axis, dot(&axis, &r) * (1.0 - cos));
        let turned = add(&add(&scaled(&r, cos), &scaled(&across, sin)), &along);
        std::array::from_fn(|k| turned[k])
    }

    /// The place of a point of the body at a time.
    pub fn place(&self, p: &[f64; D], time: f64) -> [f64; D] {
        let turned = self.turned(&sub(p, &self.center), time);
        add(&add(&self.center, &turned), &scaled(&self.linear, time))
    }
}

/// A convex polytope on its way.
#[derive(Clone, Debug)]
pub struct Solid<const D: usize> {
    pub points: Vec<[f64; D]>,
    /// Normals of its faces; in the plane, of its edges.
    normals: Vec<[f64; D]>,
    /// In space, its edges.
    edges: Vec<[f64; D]>,
    pub course: Course<D>,
}

impl<const D: usize> Solid<D> {
    /// The hull of a few points in the plane or in space: a line or plane through D of them with nothing on one side has a face
    /// in it.
    pub fn new(points: Vec<[f64; D]>, course: Course<D>) -> Self {
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        let is_face = |normal: &[f64; D], on: &[f64; D]| {
            let (low, high) = extent_along(&points, normal);
            let slack = 1e-9 * (high - low);
            dot(on, normal) < low + slack || dot(on, normal) > high - slack
        };
        let note = |list: &mut Vec<[f64; D]>, v: [f64; D]| {
            let unit = scaled(&v, 1.0 / norm(&v));
            if !list.iter().any(|u| dot(u, &unit).abs() > 1.0 - 1e-12) {
                list.push(unit);
            }
        };
        for (i, p) in points.iter().enumerate() {
            for (j, q) in points[..i].iter().enumerate() {
                let side = sub(q, p);
                if D == 2 {
                    let normal: [f64; D] = std::array::from_fn(|k| if k == 0 { -side[1] } else { side[0] });
                    if is_face(&normal, p) {
                        note(&mut normals, normal);
                    }
                    continue;
                }
                for r in &points[..j] {
                    let (u, v) = (std::array::from_fn(|k| side[k]), std::array::from_fn(|k| r[k] - p[k]));
                    let normal = cross(&u, &v);
                    let normal: [f64; D] = std::array::from_fn(|k| normal[k]);
                    if norm(&normal) > 0.0 && is_face(&normal, p) {
                        note(&mut normals, normal);
                        for edge in [side, sub(r, p), sub(r, q)] {
                            note(&mut edges, edge);
                        }
                    }
                }
            }
        }
        Self { points, normals, edges, course }
    }

    pub fn at(&self, time: f64) -> Vec<[f64; D]> {
        self.points.iter().map(|p| self.course.place(p, time)).collect()
    }

    fn directions(&self, list: &[[f64; D]], time: f64) -> Vec<[f64; D]> {
        list.iter().map(|d| self.course.turned(d, time)).collect()
    }

    /// How fast any of its points may be.
    fn speed(&self) -> f64 {
        let reach = self.points.iter().map(|p| norm(&sub(p, &self.course.center))).fold(0.0, f64::max);
        norm(&self.course.linear) + norm(&self.course.angular) * reach
    }
}

/// The gap along a unit axis, one way or the other.
fn gap<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], axis: &[f64; D]) -> f64 {
    let ((a_low, a_high), (b_low, b_high)) = (extent_along(a, axis), extent_along(b, axis));
    (b_low - a_high).max(a_low - b_high)
}

/// The largest gap at a time, and its axis. The gap is negative where the solids overlap; otherwise it is at most their
/// distance.
pub fn separation<const D: usize>(a: &Solid<D>, b: &Solid<D>, time: f64) -> (f64, [f64; D]) {
    let (points_a, points_b) = (a.at(time), b.at(time));
    let mut best = (f64::NEG_INFINITY, [0.0; D]);
    let mut consider = |axis: [f64; D]| {
        let gap = gap(&points_a, &points_b, &axis);
        if gap > best.0 {
            best = (gap, axis);
        }
    };
    a.directions(&a.normals, time).into_iter().chain(b.directions(&b.normals, time)).for_each(&mut consider);
    if D == 3 {
        let edges_b = b.directions(&b.edges, time);
        for u in a.directions(&a.edges, time) {
            for v in &edges_b {
                let axis = cross(&std::array::from_fn(|k| u[k]), &std::array::from_fn(|k| v[k]));
                let length = norm(&axis);
                if length > 1e-9 {
                    consider(std::array::from_fn(|k| axis[k] / length));
                }
            }
        }
    }
    best
}

/// The first of the samples, from 0 to `until`, at which they overlap by more than `slack`. Steps are at least `least`.
pub fn first_overlap<const D: usize>(a: &Solid<D>, b: &Solid<D>, until: f64, least: f64, slack: f64) -> Option<f64> {
    let speed = a.speed() + b.speed();
    let mut time = 0.0;
    let mut axis = [0.0; D];
    while time < until {
        // The last axis first: most samples need no other.
        let mut apart = gap(&a.at(time), &b.at(time), &axis);
        if apart <= 4.0 * least * speed {
            (apart, axis) = separation(a, b, time);
        }
        if apart < -slack {
            return Some(time);
        }
        time += (apart / speed).max(least);
    }
    None
}
