//! How bodies are told and drawn: what differs between the plane and space.

use super::D;
use gjk::nalgebra::SVector;
use gjk::{Support, support::SupportOffset};
use worlds::picture::Camera;
use worlds::{Body, Form, Forms, World, double, num};

/// A body whose pose can be told in numbers.
pub trait Look {
    /// Where the shape's origin is, from a place, and how it is turned: by the cosine and sine, or the quaternion (w, x, y, z).
    fn pose(&self, from: &SVector<f64, D>) -> Vec<f64>;
}

macro_rules! looks {
    ($($number:ty)*) => { $(
        impl Look for Body<$number, D> {
            fn pose(&self, from: &SVector<f64, D>) -> Vec<f64> {
                let (place, rotation) = (self.shape.pose().translation(), self.rotation);
                let place = place.map(double) - from;
                #[cfg(not(feature = "space"))]
                let turned = [rotation.re, rotation.im];
                #[cfg(feature = "space")]
                let turned = [rotation.w, rotation.i, rotation.j, rotation.k];
                place.iter().copied().chain(turned.map(double)).collect()
            }
        }
    )* };
}
looks! { f32 f64 }

/// Polygons: of each the number of the body, how it is shaded, how many corners follow, and these. The shade is 0 to 1 for ground, 2 for a
/// silhouette, and 3 to 4 for a face on top of that.
pub struct Picture<T: Forms<D>> {
    camera: Camera<T, D>,
    /// The scene's own origin.
    origin: SVector<f64, D>,
    pub numbers: Vec<f64>,
}

impl<T: Forms<D>> Picture<T> {
    pub fn new(from: [f64; 3], origin: &SVector<T, D>) -> Self {
        Self { camera: Camera::new(from), origin: origin.map(double), numbers: Vec::new() }
    }

    /// Silhouettes, and on them the faces that are seen, from back to front, the ground first.
    pub fn draw(&mut self, world: &World<T, D>) {
        // A floor comes first, then other ground, high walls, and what can move.
        let class = |k: usize| match (&world.bodies[k], k) {
            (body, _) if !body.is_fixed() => 3,
            (body, _) if is_wall(body) => 2,
            (_, k) => usize::from(k > 0),
        };
        let depth = |k: usize| self.place(&world.bodies[k]).dot(&self.camera.towards.map(double));
        let mut order: Vec<usize> = (0..world.bodies.len()).collect();
        order.sort_by(|&j, &k| class(j).cmp(&class(k)).then(depth(j).total_cmp(&depth(k))).then(j.cmp(&k)));
        for k in order {
            let body = &world.bodies[k];
            if is_wall(body) {
                self.cut(k, body);
            } else {
                if !body.is_fixed() {
                    self.outline(k, body);
                }
                self.faces(k, body);
            }
        }
    }

    /// A silhouette.
    pub fn outline(&mut self, k: usize, body: &Body<T, D>) {
        // By support points from the body's center: a place far from the origin has fewer digits than a picture needs.
        let center = self.place(body);
        let seen: Vec<[f64; 2]> = self
            .camera
            .directions()
            .map(|direction| {
                let offset = body.shape.support_from(&direction, &body.center).offset + direction * body.shape.margin();
                self.seen(&(center + offset.map(double)))
            })
            .collect();
        self.polygon(k, 2.0, &seen);
    }

    /// The faces towards whoever looks, of a body that is not rounded: those that are farthest along seven directions.
    fn faces(&mut self, k: usize, body: &Body<T, D>) {
        if D == 2 || body.shape.margin() > T::zero() {
            return;
        }
        let center = self.place(body);
        let (right, up, towards) =
            (self.camera.right.map(double), self.camera.up.map(double), self.camera.towards.map(double));
        let light = up * 0.8 + towards * 0.5 - right * 0.33;
        let mut normals: Vec<SVector<f64, D>> = Vec::new();
        for (across, above) in [(0.0, 0.0), (0.0, 1.4), (1.2, 0.7), (1.2, -0.7), (0.0, -1.4), (-1.2, -0.7), (-1.2, 0.7)]
        {
            let direction = towards + right * across + up * above;
            let mut corners: Vec<SVector<f64, D>> = Vec::new();
            body.shape.support_face(&direction.map(num::<T>), &body.center, &mut |corner: SupportOffset<T, D>| {
                corners.push(corner.offset.map(double));
            });
            let normal = normal(&corners);
            let length = normal.norm();
            if length < 1e-6 {
                continue;
            }
            let normal = if normal.dot(&direction) < 0.0 { normal / -length } else { normal / length };
            if normal.dot(&towards) < 0.02 || normals.iter().any(|other| other.dot(&normal) > 0.999) {
                continue;
            }
            normals.push(normal);
            let seen: Vec<[f64; 2]> = corners.iter().map(|corner| self.seen(&(center + corner))).collect();
            let shade = 0.5 + 0.5 * normal.dot(&light).clamp(-1.0, 1.0);
            self.polygon(k, if body.is_fixed() { shade } else { 3.0 + shade }, &seen);
        }
    }

    /// Where a high wall cuts the plane of the first two axes, up to ten metres.
    fn cut(&mut self, k: usize, body: &Body<T, D>) {
        let Some(Form::Cuboid(half)) = body.form else { return };
        let center = self.place(body);
        if D == 3 && center[2].abs() > half[2] {
            return;
        }
        // What is thinner than a line is drawn as a plane across.
        let across = if half[0] < 0.1 { 5.0 } else { 0.0 };
        let corner = |x: f64, y: f64| self.seen(&SVector::from_fn(|k, _| [center[0] + x * half[0], y, x * across][k]));
        let seen = [corner(-1.0, 0.0), corner(1.0, 0.0), corner(1.0, 10.0), corner(-1.0, 10.0)];
        self.polygon(k, 0.3, &seen);
    }

    fn place(&self, body: &Body<T, D>) -> SVector<f64, D> {
        body.center.coords.map(double) - self.origin
    }

    fn seen(&self, place: &SVector<f64, D>) -> [f64; 2] {
        [place.dot(&self.camera.right.map(double)), place.dot(&self.camera.up.map(double))]
    }

    fn polygon(&mut self, k: usize, shade: f64, corners: &[[f64; 2]]) {
        self.numbers.extend([k as f64, shade, corners.len() as f64]);
        self.numbers.extend(corners.as_flattened());
    }
}

/// Whether it would hide all that is behind it.
fn is_wall<T: Forms<D>>(body: &Body<T, D>) -> bool {
    matches!(body.form, Some(Form::Cuboid([_, height, _])) if height > 50.0)
}

/// Twice the area of a polygon in space, as a vector across it.
fn normal(corners: &[SVector<f64, D>]) -> SVector<f64, D> {
    let mut sum = SVector::zeros();
    for (p, q) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let (p, q) = (p - corners[0], q - corners[0]);
        let cross = |j: usize, k: usize| p[j % D] * q[k % D] - p[k % D] * q[j % D];
        sum += SVector::from_fn(|k, _| cross(k + 1, k + 2));
    }
    sum
}
