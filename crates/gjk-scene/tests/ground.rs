//! Bodies slide over joints without stumbling, and rays slip through none.
//!
//! `CAMPAIGN=100 cargo test --release -p gjk-scene --test ground -- --nocapture` takes 10⁷ rays and 10⁴ joints.

#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "rounding to f32, and small numbers")]

use gjk::epa::Expansion;
use gjk::nalgebra::{Isometry2, Isometry3, Point, Point2, Point3, SVector, UnitQuaternion, Vector2, Vector3};
use gjk::shape::{Ball, Capsule, Cuboid};
use gjk::simplex::Cases;
use gjk::{Support, SupportExt, bounds, contact, raycast};
use gjk_scene::{Ground, GroundError};
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
    /// A body that has sunk into a plane, of which it is given how deep.
    fn place<B, const D: usize>(&mut self, ground: &Ground<f32, D>, plane: &SVector<f64, D>, body: &B, depth: f64)
    where
        B: Support<D, Scalar = f32>,
        Cases: Expansion<f32, D>,
    {
        self.places += 1;
        let mut deepest = f64::INFINITY;
        for (k, piece) in (0..).zip(ground.pieces()) {
            if !bounds(&piece).intersects(&bounds(body)) {
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
        slides.place(&ground, &plane, &Ball::new(put(radius.into()).into(), radius).unwrap(), depth);
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
        slides.place(&ground, &plane, &Ball::new(put(radius.into()).into(), radius).unwrap(), depth);
        let lying = Capsule::new(Point3::origin(), toward.map(|x| (0.5 * x) as f32).into(), radius).unwrap();
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
        let ball = Ball::new(at.into(), radius).unwrap();
        let lying = Capsule::new(Point3::new(-0.4, 0.0, 0.0), Point3::new(0.4, 0.0, 0.0), radius).unwrap();
        let lying = lying.posed(Isometry3::new(at, Vector3::new(0.0, turn, 0.0))).unwrap();
        for body in [&ball as &dyn Support<3, Scalar = f32>, &lying] {
            let near =
                (0..).zip(ground.pieces()).filter(|(_, piece)| bounds(piece).grown(&0.02).intersects(&bounds(body)));
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

/// Whether a direction is between a piece's normal and those of its neighbours, by what is known from outside.
fn lean_too_far(ground: &Ground<f32, 3>, piece: u32, normal: &Vector3<f32>) -> f64 {
    let normal = normal.map(f64::from);
    let face = |k| ground.face(k).unwrap().map(f64::from);
    let corners = ground.corners(piece).unwrap().map(|k| ground.points()[k as usize].coords.map(f64::from));
    let mut worst = -normal.dot(&face(piece));
    for (k, beyond) in ground.neighbours(piece).unwrap().into_iter().enumerate() {
        let Some(beyond) = beyond else { continue };
        let (from, to) = (corners[(k + 1) % 3], corners[(k + 2) % 3]);
        let out = (to - from).cross(&face(piece)).normalize();
        assert!(out.dot(&(corners[k] - from)) < 0.0);
        // The angle by which the surface bends back, and that by which the normal leans out.
        let [bend, lean] = [face(beyond), normal].map(|v| v.dot(&out).atan2(v.dot(&face(piece))));
        let is_seen = normal.dot(&out).hypot(normal.dot(&face(piece))) > 1e-2;
        worst = worst.max(if is_seen { lean - bend.max(0.0) } else { 0.0 });
    }
    worst
}

/// Of directions between the given one and the found one, and beside these, none that is allowed is nearer to the given one. They are
/// compared in a plane above the face, so a given one that points along the face or behind it is not asked about. How many are allowed.
fn is_nearest(
    ground: &Ground<f32, 3>,
    piece: u32,
    given: &Vector3<f32>,
    found: &Vector3<f32>,
    random: &mut Random,
) -> usize {
    let face = ground.face(piece).unwrap().map(f64::from);
    let [given, found] = [given, found].map(|v| v.map(f64::from));
    if given.dot(&face) < 0.1 || found.dot(&face) < 0.1 {
        return 0;
    }
    let [given, found] = [given, found].map(|v| v / v.dot(&face));
    let least = (given - found).norm();
    let mut allowed = 0;
    for _ in 0..100 {
        let aside = Vector3::from(random.direction::<3>()) * least * random.uniform(0.0, 0.5);
        let tried = found + (given - found) * random.uniform(0.0, 1.0) + aside - face * aside.dot(&face);
        let unit = tried.normalize().map(|x| x as f32);
        if ground.normal(piece, &unit) == Some(unit) {
            allowed += 1;
            assert!((given - tried).norm() > least - 1e-4 * (1.0 + least), "{given}: {found}, {tried} is nearer");
        }
    }
    allowed
}

/// Whatever direction is given, what comes back is a normal of the surface there, the nearest one, and is not changed any more.
#[test]
fn normals_are_those_of_the_surface() {
    let mut random = Random::new(364);
    let (mut changed, mut slanted, mut nearer_asked, mut worst) = (0, 0, 0, 0.0_f64);
    for _ in 0..campaign(50) {
        let heights: Vec<f32> = (0..16).map(|_| random.uniform(-0.7, 0.7) as f32).collect();
        let ground = Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], 4, heights).unwrap();
        for piece in 0..ground.len() {
            let given = Vector3::from(random.direction::<3>()).map(|x| x as f32);
            let found = ground.normal(piece, &given).unwrap();
            assert!((found.norm() - 1.0).abs() < 1e-6);
            worst = worst.max(lean_too_far(&ground, piece, &found));
            assert!((ground.normal(piece, &found).unwrap() - found).norm() < 1e-4, "{given}: {found}");
            if found == given {
                assert!(lean_too_far(&ground, piece, &given) < 1e-3);
            } else {
                changed += 1;
                slanted += u32::from(found != ground.face(piece).unwrap());
                nearer_asked += is_nearest(&ground, piece, &given, &found, &mut random);
            }
        }
    }
    println!(
        "{changed} changed, {slanted} of them to another one than the face's; {nearer_asked} allowed ones tried; they lean too far by {worst:e}"
    );
    assert!(changed > slanted && slanted > 100 && nearer_asked > 500 && worst < 1e-3);
    // Against an end where nothing follows, in the direction of a neighbour: rounding may not turn it around.
    let floor = Ground::<f32, 2>::heights(0.0, 1.0, [0.0; 3]).unwrap();
    for given in [Vector2::new(-1.0, 0.0), Vector2::new(-1.0, 1e-8), Vector2::new(-0.6, -0.8)] {
        assert_eq!(floor.normal(1, &given), Some(Vector2::y()));
    }
    assert_eq!(floor.normal(1, &Vector2::x()), Some(Vector2::x()), "the end of the floor is a corner");
}

/// The point of a triangle nearest to another, by clamping: inside, or on one of its sides.
fn nearest([a, b, c]: [Vector3<f64>; 3], p: Vector3<f64>) -> Vector3<f64> {
    let normal = (b - a).cross(&(c - a));
    let sides = [(a, b), (b, c), (c, a)];
    if sides.iter().all(|(from, to)| normal.cross(&(to - from)).dot(&(p - from)) >= 0.0) {
        return p - normal * (p - a).dot(&normal) / normal.norm_squared();
    }
    let on = |(from, to): &(Vector3<f64>, Vector3<f64>)| {
        let way = to - from;
        from + way * ((p - from).dot(&way) / way.norm_squared()).clamp(0.0, 1.0)
    };
    sides.iter().map(on).min_by(|u, v| (u - p).norm().total_cmp(&(v - p).norm())).unwrap()
}

/// Hills: the nearest contact of a ball is the one with the whole surface, and its normal is not changed.
#[test]
fn on_hills_right_normals_are_kept() {
    let mut random = Random::new(362);
    let (mut worst, mut on_edges, mut count) = (0.0_f64, 0, 0);
    for _ in 0..campaign(4) {
        let steep = random.uniform(0.05, 0.6);
        let heights: Vec<f32> = (0..36).map(|_| random.uniform(-steep, steep) as f32).collect();
        let ground = Ground::<f32, 3>::heights([0.0; 2], [1.0; 2], 6, heights).unwrap();
        let triangles: Vec<[Vector3<f64>; 3]> =
            ground.pieces().map(|piece| piece.points().map(|point| point.coords.map(f64::from))).collect();
        for _ in 0..40 {
            let [x, z] = [0, 1].map(|_| random.uniform(1.0, 4.0));
            let radius = random.uniform(0.1, 0.5);
            let place = |y: f64| Vector3::new(x, y, z).map(|x| f64::from(x as f32));
            let away = |y: f64| {
                let spots = triangles.iter().map(|triangle| nearest(*triangle, place(y)));
                spots.min_by(|u, v| (u - place(y)).norm().total_cmp(&(v - place(y)).norm())).unwrap()
            };
            // Down until the ball has sunk in a little.
            let mut high = 3.0;
            for _ in 0..200 {
                high -= ((away(high) - place(high)).norm() - 0.97 * radius).max(0.0);
            }
            let (center, spot) = (place(high), away(high));
            let wanted = (center - spot).normalize();
            if (center - spot).norm() < 0.9 * radius {
                continue;
            }
            let ball = Ball::new(center.map(|x| x as f32).into(), radius as f32).unwrap();
            let depth = (center - spot).norm() - radius;
            let found: Vec<_> = (0..ground.len()).filter_map(|piece| ground.contact(piece, &ball, 0.0)).collect();
            let deepest = found.iter().map(|found| f64::from(found.separation)).fold(0.0, f64::min);
            assert!(deepest > 2.0 * depth, "{found:?} instead of {depth}");
            let errors = found
                .iter()
                .filter(|found| (f64::from(found.separation) - depth).abs() < 1e-5)
                .map(|found| (found.normal.map(f64::from) - wanted).norm());
            worst = worst.max(errors.min_by(f64::total_cmp).unwrap_or(1.0));
            count += 1;
            on_edges += u32::from(
                (0..ground.len()).all(|piece| (ground.face(piece).unwrap().map(f64::from) - wanted).norm() > 1e-3),
            );
        }
    }
    println!("{count} balls, {on_edges} on edges and corners: normals are off by {worst:e}");
    assert!(worst < 1e-4);
    assert!(count > campaign(4) * 20 && on_edges > count as u32 / 10);
}

trait Float: gjk::Real + Copy + Into<f64> {
    fn narrowed(x: f64) -> Self;
}
impl Float for f32 {
    fn narrowed(x: f64) -> Self {
        x as f32
    }
}
impl Float for f64 {
    fn narrowed(x: f64) -> Self {
        x
    }
}

/// What rays found.
#[derive(Debug, Default)]
struct Rays {
    count: u64,
    slipped: u64,
    /// Through the pieces as shapes that know nothing of each other, of a hundredth of the rays.
    slipped_alone: u64,
    worst: f64,
}

impl Rays {
    fn add(&mut self, times: impl Iterator<Item = f64>) {
        self.count += 1;
        match times.map(|time| (time - 1.0).abs()).min_by(f64::total_cmp) {
            Some(error) => self.worst = self.worst.max(error),
            None => self.slipped += 1,
        }
    }

    fn check(&self, name: &str) {
        println!("{name}: {self:?}");
        assert_eq!(self.slipped, 0, "{name}");
    }
}

/// A ray's direction: as it is, or with a few last places changed.
fn nudged<T: Float, const D: usize>(random: &mut Random, way: SVector<T, D>) -> SVector<T, D> {
    if random.coin() {
        return way;
    }
    way.map(|x| x + x * T::epsilon() * T::narrowed(random.integer(-3, 3).into()))
}

fn rays_2d<T: Float>(random: &mut Random, rays: &mut Rays) {
    let power = f64::from(random.integer(-20, 20)).exp2();
    let at = random.uniform(-1.0, 1.0) * f64::from(random.integer(0, 1)) * 1e3 * power;
    let heights: Vec<T> = (0..12).map(|_| T::narrowed(random.uniform(0.0, 1.0) * power)).collect();
    let ground = Ground::<T, 2>::heights(T::narrowed(at), T::narrowed(0.7 * power), heights).unwrap();
    for _ in 0..20 {
        let k = 3 + random.index(6);
        let target = ground.points()[k];
        let way = Vector2::new(random.uniform(-1.0, 1.0), -random.uniform(1.5, 3.0)).map(|x| T::narrowed(x * power));
        let origin = target - way;
        let way = nudged(random, target - origin);
        let near = (k as u32).saturating_sub(2)..k as u32 + 2;
        rays.add(near.filter_map(|piece| ground.raycast(piece, &origin, &way)).map(Into::into));
        if rays.count.is_multiple_of(100) {
            let is_hit = |piece| raycast(&piece, &origin, &way).unwrap().hit.is_some();
            rays.slipped_alone += u64::from(!ground.pieces().any(is_hit));
        }
    }
}

fn rays_3d<T: Float>(random: &mut Random, rays: &mut Rays) {
    const COUNT: u32 = 8;
    let power = f64::from(random.integer(-20, 20)).exp2();
    let at = random.uniform(-1.0, 1.0) * f64::from(random.integer(0, 1)) * 1e3 * power;
    let heights: Vec<T> = (0..COUNT * COUNT).map(|_| T::narrowed(random.uniform(0.0, 1.0) * power)).collect();
    let [first, step] = [at, 0.7 * power].map(T::narrowed);
    let ground = Ground::<T, 3>::heights([first; 2], [step; 2], COUNT, heights).unwrap();
    for _ in 0..40 {
        // A corner, or a point of an edge as near as the numbers allow.
        let [row, column] = [0, 1].map(|_| 3 + random.index(2) as u32);
        let k = row * COUNT + column;
        let end = k + [1, COUNT, COUNT + 1][random.index(3)];
        let [from, to] = [k, end].map(|k| ground.points()[k as usize]);
        let part = T::narrowed(random.uniform(0.0, 1.0) * f64::from(random.integer(0, 1)));
        let target = from + (to - from) * part;
        let mut aside = || random.uniform(-0.5, 0.5);
        let way = Vector3::new(aside(), -2.0 + aside(), aside()).map(|x| T::narrowed(x * power));
        let origin = target - way;
        let way = nudged(random, target - origin);
        // Those of the cells around.
        let cells =
            (row - 2..row + 2).flat_map(|row| (column - 2..column + 2).map(move |column| row * (COUNT - 1) + column));
        let near = cells.flat_map(|cell| [2 * cell, 2 * cell + 1]);
        rays.add(near.filter_map(|piece| ground.raycast(piece, &origin, &way)).map(Into::into));
        if rays.count.is_multiple_of(100) {
            let is_hit = |piece| raycast(&piece, &origin, &way).unwrap().hit.is_some();
            rays.slipped_alone += u64::from(!ground.pieces().any(is_hit));
        }
    }
}

/// 10⁵ rays at corners and edges of hills, and none comes through.
#[test]
fn rays_slip_through_nothing() {
    let mut random = Random::new(363);
    let count = campaign(100_000);
    let mut all = 0;
    for (name, part, run) in [
        ("2D, f32", 10, rays_2d::<f32> as fn(&mut Random, &mut Rays)),
        ("2D, f64", 10, rays_2d::<f64>),
        ("3D, f32", 50, rays_3d::<f32>),
        ("3D, f64", 30, rays_3d::<f64>),
    ] {
        let mut rays = Rays::default();
        while rays.count < count * part / 100 {
            run(&mut random, &mut rays);
        }
        all += rays.count;
        rays.check(name);
        // The ray's own places are rounded relative to where it is.
        let bound = if name.ends_with("f32") { 1e-2 } else { 1e-11 };
        assert!(rays.worst < bound, "{name}: it hits somewhere else, {}", rays.worst);
    }
    assert!(all >= count);
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
    let ball = Ball::new(Point::origin(), 1.0).unwrap();
    assert!(floor.piece(1).is_none() && floor.corners(1).is_none() && floor.face(1).is_none());
    assert!(floor.neighbours(1).is_none() && floor.normal(1, &Vector3::y()).is_none());
    assert!(floor.contact(1, &ball, 0.0).is_none() && floor.raycast(1, &Point3::origin(), &Vector3::y()).is_none());
    // Rays that are none.
    for bad in [0.0, f64::NAN, f64::INFINITY] {
        assert_eq!(floor.raycast(0, &q(0.2, 1.0, 0.2), &Vector3::repeat(bad)), None);
        assert_eq!(floor.raycast(0, &q(bad, bad, bad), &Vector3::zeros()), None);
    }
}
