//! Bodies of several shapes slide over joints.

use gjk::epa::Expansion;
use gjk::nalgebra::{Isometry2, Isometry3, Point2, Point3, SVector, UnitQuaternion, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid};
use gjk::simplex::Cases;
use gjk::{Support, SupportExt, aabb, contact};
use gjk_scene::Ground;
use oracle::random::{Random, campaign};

/// What bodies have met on plane ground.
#[derive(Debug, Default)]
struct Slides {
    places: u32,
    contacts: u32,
    /// Contacts that have another normal than the plane where neighbours are not known.
    ghosts: u32,
    /// The largest error of a normal, and of a depth.
    worst: f64,
    depth: f64,
    /// Places at which no contact has the right depth.
    lost: u32,
}

impl Slides {
    /// Places a body that has sunk into a plane by a given depth.
    fn place<B, const D: usize>(&mut self, ground: &Ground<f32, D>, plane: &SVector<f64, D>, body: &B, depth: f64)
    where
        B: Support<D, Scalar = f32>,
        Cases: Expansion<f32, D>,
    {
        self.places += 1;
        let mut deepest = f64::INFINITY;
        for (k, piece) in (0..).zip(ground.pieces()) {
            if !aabb(&piece).intersects(&aabb(body)) {
                continue;
            }
            let alone = contact(&piece, body);
            if alone.intersects() && (alone.normal.map(f64::from) - plane).norm() > 0.01 {
                self.ghosts += 1;
            }
            if let Some(found) = ground.contact(k, body, 0.0) {
                self.contacts += 1;
                self.worst = self.worst.max((found.normal.map(f64::from) - plane).norm());
                deepest = deepest.min(f64::from(found.separation));
                let way = found.points[1] - found.points[0];
                assert!((way - found.normal * found.separation).norm() < 1e-4, "{found:?}");
            }
        }
        let error = (deepest + depth).abs();
        if error < 1e-3 {
            self.depth = self.depth.max(error);
        } else {
            self.lost += 1;
        }
    }

    fn check(&self, count: u64, name: &str) {
        println!("{name}: {self:?}");
        assert!(u64::from(self.places) >= count && self.contacts >= self.places);
        assert_eq!(self.lost, 0, "{name}: no contact has the depth");
        assert!(self.worst < 1e-4, "{name}: a normal is wrong");
        assert!(self.ghosts * 20 > self.places, "{name}: there are joints to stumble over");
    }
}

/// How far a body is above its lowest point, along a direction.
fn above<B: Support<D, Scalar = f32>, const D: usize>(body: &B, up: &SVector<f64, D>) -> f64 {
    let up = up.map(|x| x as f32);
    f64::from(body.margin() - body.support(&-up).coords.dot(&up))
}

/// In the plane: a chain with joints at random, on a slope.
fn slide_2d(random: &mut Random, slides: &mut Slides, slope: f64) {
    let mut x = -8.0;
    let mut points = Vec::new();
    while points.len() < 40 {
        x += random.uniform(0.02, 0.8);
        points.push(Point2::new(x as f32, (slope * x) as f32));
    }
    let ground = Ground::chain(points.clone()).unwrap();
    let plane = Vector2::new(-slope, 1.0).normalize();
    let joint = points[16 + random.index(8)].coords.map(f64::from);
    let turned = slope.atan() as f32;
    let halves = Vector2::new(random.uniform(0.1, 0.6) as f32, 0.3);
    let radius = 0.2_f32;
    let depth = random.uniform(0.001, 0.02);
    for step in 0..5 {
        let along = Vector2::new(1.0, slope).normalize() * (random.uniform(-0.1, 0.1) + 0.3 * f64::from(step - 2));
        let put = |up: f64| (joint + along + plane * (up - depth)).map(|x| x as f32);
        let cuboid = Cuboid::new(halves).unwrap();
        let body = cuboid.posed(Isometry2::new(put(f64::from(halves.y)), turned)).unwrap();
        slides.place(&ground, &plane, &body, depth);
        let body = cuboid.posed(Isometry2::new(Vector2::zeros(), turned + random.uniform(-0.5, 0.5) as f32)).unwrap();
        let up = above(&body, &plane);
        let tilted = *body.pose();
        let mut body = cuboid.posed(tilted).unwrap();
        body.set_pose(gjk::Pose::new(*tilted.matrix(), put(up)).unwrap()).unwrap();
        slides.place(&ground, &plane, &body, depth);
        slides.place(&ground, &plane, &Ball::at(put(radius.into()), radius).unwrap(), depth);
        let upright = Capsule::new(Point2::origin(), Point2::new(0.0, 0.5), radius).unwrap();
        slides.place(&ground, &plane, &upright.posed(put(radius.into())).unwrap(), depth);
    }
}

/// A plane in space as a mesh, with points anywhere and edges of all directions, or as a field of heights.
fn plane_mesh(random: &mut Random, slope: [f64; 2]) -> Ground<f32, 3> {
    const COUNT: u32 = 13;
    let height = |x: f64, z: f64| (slope[0] * x + slope[1] * z) as f32;
    let mut points = Vec::new();
    let jitter = if random.coin() { 0.3 } else { 0.0 };
    for k in 0..COUNT * COUNT {
        let [x, z] = [k % COUNT, k / COUNT].map(|n| f64::from(n) * 0.5 - 3.0 + jitter * random.uniform(-0.5, 0.5));
        points.push(Point3::new(x as f32, height(x, z), z as f32));
    }
    if jitter == 0.0 && random.coin() {
        return Ground::<f32, 3>::heights([-3.0; 2], [0.5; 2], COUNT, points.iter().map(|point| point.y)).unwrap();
    }
    let cells = (0..COUNT - 1).flat_map(|row| (0..COUNT - 1).map(move |column| row * COUNT + column));
    let triangles: Vec<[u32; 3]> = cells
        .flat_map(|k| {
            let [a, b, c, d] = [k, k + 1, k + COUNT, k + COUNT + 1];
            if random.coin() { [[a, d, b], [a, c, d]] } else { [[a, c, b], [b, c, d]] }
        })
        .collect();
    Ground::mesh(points, triangles).unwrap()
}

fn slide_3d(random: &mut Random, slides: &mut Slides, slope: [f64; 2]) {
    let ground = plane_mesh(random, slope);
    let plane = Vector3::new(-slope[0], 1.0, -slope[1]).normalize();
    let [row, column] = [0, 1].map(|_| 4 + random.index(4) as u32);
    let corners = ground.corners(2 * (12 * row + column)).unwrap().map(|k| ground.points()[k as usize]);
    let weight = random.uniform(0.0, 1.0) as f32 * random.integer(0, 1) as f32;
    let joint = (corners[0] + (corners[1] - corners[0]) * weight).coords.map(f64::from);
    let flush = UnitQuaternion::rotation_between(&Vector3::y(), &plane).unwrap()
        * UnitQuaternion::from_axis_angle(&Vector3::y_axis(), random.uniform(0.0, 6.0));
    let halves = Vector3::new(random.uniform(0.1, 0.5), 0.3, random.uniform(0.1, 0.5)).map(|x| x as f32);
    let radius = 0.2_f32;
    let depth = random.uniform(0.001, 0.02);
    let toward = flush * Vector3::x();
    for step in 0..3 {
        let along = toward * (random.uniform(-0.1, 0.1) + 0.25 * f64::from(step - 1));
        let put = |up: f64| (joint + along + plane * (up - depth)).map(|x| x as f32);
        let cuboid = Cuboid::new(halves).unwrap();
        let turned = Isometry3::from_parts(put(f64::from(halves.y)).into(), flush.cast::<f32>());
        slides.place(&ground, &plane, &cuboid.posed(turned).unwrap(), depth);
        let tilt = UnitQuaternion::from_scaled_axis(Vector3::from(random.direction::<3>()) * random.uniform(0.05, 0.6));
        let mut turned = Isometry3::from_parts(Vector3::zeros().into(), (tilt * flush).cast::<f32>());
        let up = above(&cuboid.posed(turned).unwrap(), &plane);
        turned.translation = put(up).into();
        slides.place(&ground, &plane, &cuboid.posed(turned).unwrap(), depth);
        slides.place(&ground, &plane, &Ball::at(put(radius.into()), radius).unwrap(), depth);
        let lying = Capsule::new(Point3::origin(), toward.map(|x| (0.5 * x) as f32), radius).unwrap();
        slides.place(&ground, &plane, &lying.posed(put(radius.into())).unwrap(), depth);
        let standing = Capsule::new(Point3::origin(), Point3::new(0.0, 0.5, 0.0), radius).unwrap();
        slides.place(&ground, &plane, &standing.posed(put(radius.into())).unwrap(), depth);
    }
}

/// Bodies of several shapes slide over a hundred joints. They have sunk in by up to a tenth of their size: on plane ground all
/// normals are its.
#[test]
fn on_plane_ground_nobody_stumbles() {
    let count = campaign(30);
    let mut random = Random::new(361);
    for slope in [0.0, 0.7, -0.2] {
        let mut slides = Slides::default();
        (0..count).for_each(|_| slide_2d(&mut random, &mut slides, slope));
        slides.check(20 * count, &format!("2D, slope {slope}"));
    }
    for slope in [[0.0; 2], [0.5, 0.2], [-0.3, 0.6]] {
        let mut slides = Slides::default();
        (0..count / 5).for_each(|_| slide_3d(&mut random, &mut slides, slope));
        slides.check(15 * (count / 5), &format!("3D, slope {slope:?}"));
    }
}

/// What rolls over joints is touched at its lowest points and nowhere else: its rim, which comes down, would stop it.
#[test]
fn what_rolls_is_touched_at_its_lowest_points() {
    let ground = Ground::<f32, 3>::heights([0.0, -2.0], [0.5, 0.5], 81, vec![0.0; 81 * 9]).unwrap();
    let mut random = Random::new(36);
    let radius = 0.3_f32;
    let (mut places, mut left_to_neighbours) = (0, 0);
    for _ in 0..2000 {
        let [x, z, turn] = [(2.0, 30.0), (-1.5, 1.5), (0.0, 3.0)].map(|(low, high)| random.uniform(low, high) as f32);
        let at = Vector3::new(x, radius - 1e-4, z);
        let ball = Ball::at(at, radius).unwrap();
        let lying = Capsule::new(Point3::new(-0.4, 0.0, 0.0), Point3::new(0.4, 0.0, 0.0), radius).unwrap();
        let lying = lying.posed(Isometry3::new(at, Vector3::new(0.0, turn, 0.0))).unwrap();
        for body in [&ball as &dyn Support<3, Scalar = f32>, &lying] {
            let near = (0..).zip(ground.pieces()).filter(|(_, piece)| aabb(piece).grown(0.02).intersects(&aabb(body)));
            let (near, mut touched) = (near.map(|(k, _)| k), 0);
            for found in near.filter_map(|k| {
                let found = ground.contact(k, body, 0.02);
                left_to_neighbours += u32::from(found.is_none());
                found
            }) {
                touched += 1;
                assert!(
                    (found.normal - Vector3::y()).norm() < 1e-5 && (found.separation + 1e-4).abs() < 1e-5,
                    "{found:?}"
                );
                assert!(found.points[1].y < 0.0, "{found:?}");
            }
            assert!(touched > 0, "{at}");
            places += 1;
        }
    }
    assert!(left_to_neighbours > places, "{left_to_neighbours}");
}
