//! The visible parts of bodies in space: polygons, from back to front.
//!
//! Two convex bodies that do not overlap have a plane between them, and the viewer is on one side of it. So the query for a contact also
//! says which of the two hides the other.

use gjk::nalgebra::{Isometry3, Point3, Quaternion, Translation3, Unit, Vector3};
use gjk::{Support, SupportExt, support::SupportOffset};
use std::rc::Rc;
use worlds::picture::Camera;
use worlds::{Form, Shape, Turning, World};

/// Where light comes from.
const LIGHT: [f64; 3] = [-0.5, 1.0, 0.4];
/// What is nearer to the same body in f64 is drawn right after it.
const SAME: f64 = 0.02;

// What a polygon is.
const GROUND: f64 = 0.0;
const SHADOW: f64 = 1.0;
const SILHOUETTE: f64 = 2.0;
const FACE: f64 = 3.0;
const OUTLINE: f64 = 4.0;

/// The poses of a world's bodies, as the page reads them, and the number of the world.
pub type Poses = (u32, Vec<f64>);

/// A body to be drawn: filled in world 0, as an outline in others.
struct Seen {
    which: u32,
    body: usize,
    shape: Shape<f64, 3>,
    /// The silhouette, as points in space.
    around: Vec<Vector3<f64>>,
    /// The bounds on the picture, and of the depth, which grows towards whoever looks.
    low: Vector3<f64>,
    high: Vector3<f64>,
}

/// Polygons: of each the number of the body, what it is, how light it is from 0 to 1 (of ground seen from below −1, of an outline the number
/// of the world), how many corners follow, and these.
pub struct Picture {
    camera: Camera<f64, 3>,
    is_bowl: bool,
    pub numbers: Vec<f64>,
}

impl Picture {
    pub fn new(from: [f64; 3], is_bowl: bool) -> Self {
        Self { camera: Camera::new(from), is_bowl, numbers: Vec::new() }
    }

    /// Draws the ground, shadows, the bodies of the first world, and the outlines of the others.
    pub fn draw(&mut self, world: &World<f64, 3>, poses: &[Poses]) {
        let mut all: Vec<Seen> = Vec::new();
        let mut ground = Vec::new();
        for (which, poses) in poses {
            for (k, (pose, body)) in poses.chunks_exact(8).zip(&world.bodies).enumerate() {
                let is_ground = body.is_fixed() && matches!(body.form, Some(Form::Hull(_)));
                if pose[7] > 2.0 || body.is_fixed() && !(is_ground && *which == 0) {
                    continue;
                }
                let pose = placed(pose);
                if let (true, Some(Form::Hull(points))) = (is_ground, &body.form) {
                    ground.push((
                        k,
                        points.iter().map(|p| pose * Point3::from(*p)).map(|p| p.coords).collect::<Vec<_>>(),
                    ));
                } else {
                    all.extend(self.see(*which, k, body.shape.shape(), pose));
                }
            }
        }
        let towards = self.camera.towards;
        let nearest = |corners: &[Vector3<f64>]| corners.iter().map(|p| p.dot(&towards)).fold(f64::MIN, f64::max);
        ground.sort_by(|(_, a), (_, b)| nearest(a).total_cmp(&nearest(b)));
        ground.iter().for_each(|(k, corners)| self.piece(*k, corners));
        all.iter().filter(|seen| seen.which == 0).for_each(|seen| self.shadow(seen));
        for k in self.order(&all) {
            let seen = &all[k];
            if seen.which > 0 {
                self.polygon(seen.body, OUTLINE, f64::from(seen.which), &seen.around);
            } else {
                self.polygon(seen.body, SILHOUETTE, 0.5, &seen.around);
                if seen.shape.margin() <= 0.0 {
                    self.faces(seen);
                }
            }
        }
    }

    fn see(
        &self,
        which: u32,
        body: usize,
        shape: &Rc<dyn Support<3, Scalar = f64>>,
        pose: Isometry3<f64>,
    ) -> Option<Seen> {
        let shape = shape.clone().posed(pose).ok()?;
        let farthest = |direction: Vector3<f64>| shape.support(&direction).coords + direction * shape.margin();
        let around: Vec<_> = self.camera.directions().map(farthest).collect();
        let towards = self.camera.towards;
        let (mut low, mut high) = (Vector3::repeat(f64::MAX), Vector3::repeat(f64::MIN));
        for point in around.iter().copied().chain([farthest(towards), farthest(-towards)]) {
            let [x, y] = self.seen(&point);
            let point = Vector3::new(x, y, point.dot(&towards));
            (low, high) = (low.inf(&point), high.sup(&point));
        }
        Some(Seen { which, body, shape, around, low, high })
    }

    /// From back to front: what is behind another is drawn before it. Where bodies hide each other in a circle the one that is farthest away
    /// comes first.
    fn order(&self, all: &[Seen]) -> Vec<usize> {
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
        let mut waits = vec![0; all.len()];
        for (j, a) in all.iter().enumerate() {
            for (k, b) in all.iter().enumerate().skip(j + 1) {
                if let Some(is_behind) = self.is_behind(a, b) {
                    let (first, then) = if is_behind { (j, k) } else { (k, j) };
                    before[first].push(then);
                    waits[then] += 1;
                }
            }
        }
        let mut left: Vec<usize> = (0..all.len()).collect();
        left.sort_by(|&j, &k| all[j].high.z.total_cmp(&all[k].high.z));
        let mut order = Vec::new();
        while !left.is_empty() {
            let next = left.remove(left.iter().position(|k| waits[*k] == 0).unwrap_or(0));
            before[next].iter().for_each(|then| waits[*then] -= 1);
            order.push(next);
        }
        order
    }

    /// Returns whether the first of two is behind the second; nothing if they are beside each other.
    fn is_behind(&self, a: &Seen, b: &Seen) -> Option<bool> {
        if (0..2).any(|axis| a.low[axis] > b.high[axis] || b.low[axis] > a.high[axis]) {
            return None;
        }
        // A body and its outline, which nearly is the same.
        if a.body == b.body && (a.shape.pose().translation() - b.shape.pose().translation()).norm() < SAME {
            return Some(a.which < b.which);
        }
        if a.high.z <= b.low.z || b.high.z <= a.low.z {
            return Some(a.high.z <= b.low.z);
        }
        let contact = f64::contact(&a.shape, &b.shape, None, f64::MAX.sqrt())?;
        Some(contact.normal.dot(&self.camera.towards) > 0.0)
    }

    /// The faces towards whoever looks: those that are farthest along seven directions.
    fn faces(&mut self, seen: &Seen) {
        let Camera { right, up, towards } = self.camera;
        let light = Vector3::from(LIGHT).normalize();
        let center = seen.shape.pose().translation().clone_owned();
        let mut normals: Vec<Vector3<f64>> = Vec::new();
        for (across, above) in [(0.0, 0.0), (0.0, 1.4), (1.2, 0.7), (1.2, -0.7), (0.0, -1.4), (-1.2, -0.7), (-1.2, 0.7)]
        {
            let direction = towards + right * across + up * above;
            let mut corners: Vec<Vector3<f64>> = Vec::new();
            seen.shape.support_face(&direction, &center.into(), &mut |corner: SupportOffset<f64, 3>| {
                corners.push(center + corner.offset);
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
            self.polygon(seen.body, FACE, 0.5 + 0.5 * normal.dot(&light), &corners);
        }
    }

    /// A piece of the ground. Its upper side has a light, its lower side −1.
    fn piece(&mut self, k: usize, corners: &[Vector3<f64>]) {
        let normal = normal(corners);
        let upwards = normal.normalize() * normal.y.signum();
        let is_above = upwards.dot(&self.camera.towards) >= 0.02;
        let light = 0.5 + 0.5 * upwards.dot(&Vector3::from(LIGHT).normalize());
        self.polygon(k, GROUND, if is_above { light } else { -1.0 }, corners);
    }

    /// The shadow on the floor, or in the bowl.
    fn shadow(&mut self, seen: &Seen) {
        let light = Vector3::from(LIGHT);
        let falls = |direction: Vector3<f64>| {
            let from = seen.shape.support(&direction).coords + direction * seen.shape.margin();
            let at = |height: f64| from - light * (from.y - height);
            // In the bowl the light comes from above.
            if !self.is_bowl {
                at(0.0)
            } else if from.x.abs().max(from.z.abs()) <= 6.0 {
                Vector3::new(from.x, (from.x * from.x + from.z * from.z) / 8.0, from.z)
            } else {
                Vector3::new(from.x, -1.0, from.z)
            }
        };
        let from = if self.is_bowl { [1e-3, 1.0, 0.0] } else { LIGHT };
        let corners: Vec<_> = Camera::<f64, 3>::new(from).directions().map(falls).collect();
        self.polygon(seen.body, SHADOW, 0.0, &corners);
    }

    fn seen(&self, place: &Vector3<f64>) -> [f64; 2] {
        [place.dot(&self.camera.right), place.dot(&self.camera.up)]
    }

    fn polygon(&mut self, k: usize, kind: f64, light: f64, corners: &[Vector3<f64>]) {
        self.numbers.extend([k as f64, kind, light, corners.len() as f64]);
        for corner in corners {
            let seen = self.seen(corner);
            self.numbers.extend(seen);
        }
    }
}

/// The pose that a body's numbers stand for.
fn placed(pose: &[f64]) -> Isometry3<f64> {
    let turned = Unit::new_normalize(Quaternion::new(pose[3], pose[4], pose[5], pose[6]));
    Isometry3::from_parts(Translation3::new(pose[0], pose[1], pose[2]), turned)
}

/// Twice the area of a polygon in space, as a vector across it.
fn normal(corners: &[Vector3<f64>]) -> Vector3<f64> {
    let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
    pairs.map(|(p, q)| (p - corners[0]).cross(&(q - corners[0]))).sum()
}
