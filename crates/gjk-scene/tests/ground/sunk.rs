//! Bodies of every kind that have sunk into ground, or are just above it: a piece has a contact.

use crate::bodies::{self, Body, Placed};
use crate::{Float, wide};
use gjk::epa::Expansion;
use gjk::nalgebra::{Matrix2, Matrix3, Point2, Point3, Rotation2, Rotation3, SMatrix, SVector, Unit, Vector2, Vector3};
use gjk::simplex::Cases;
use gjk::{Aabb, aabb, intersects};
use gjk_scene::Ground;
use oracle::random::{Random, campaign};
use std::f64::consts::{FRAC_PI_2, PI};

/// What differs between two dimensions and three.
trait Space<const D: usize>: Float {
    const KINDS: usize;
    fn body(kind: usize, random: &mut Random) -> Body<Self, D>;
    /// A body's turn: any, or one that is flush with a plane, or nearly.
    fn turn(random: &mut Random, up: &SVector<f64, D>) -> SMatrix<f64, D, D>;
    /// Ground from −2 to 2 around a place: a slope, plus random heights of up to `rough`.
    fn ground(random: &mut Random, at: f64, slope: &SVector<f64, D>, rough: f64) -> Ground<Self, D>;
}

/// Zero, or of any magnitude down to 10⁻¹⁷.
fn tilt(random: &mut Random) -> f64 {
    if random.coin() { 0.0 } else { random.magnitude(-17, 0) }
}

impl<T: Float> Space<2> for T {
    const KINDS: usize = bodies::KINDS_2D;

    fn body(kind: usize, random: &mut Random) -> Body<T, 2> {
        bodies::in_the_plane(kind, random)
    }

    fn turn(random: &mut Random, up: &Vector2<f64>) -> Matrix2<f64> {
        let flush = (-up.x).atan2(up.y) + FRAC_PI_2 * f64::from(random.integer(0, 3));
        let turn = if random.coin() { random.uniform(-PI, PI) } else { flush + tilt(random) };
        Rotation2::new(turn).into_inner()
    }

    fn ground(random: &mut Random, at: f64, slope: &Vector2<f64>, rough: f64) -> Ground<T, 2> {
        let power = random.integer(0, 4);
        let step = 0.5_f64.powi(power);
        let jitter = if random.coin() { 0.8 * step } else { 0.0 };
        let points = (0..=4_u32 << power).map(|k| {
            let x = T::narrowed(at - 2.0 + step * f64::from(k) + jitter * random.uniform(-0.5, 0.5));
            let y = slope.x * (x.into() - at) + rough * step * random.uniform(-0.5, 0.5);
            Point2::new(x, T::narrowed(y))
        });
        Ground::chain(points.collect::<Vec<_>>()).unwrap()
    }
}

impl<T: Float> Space<3> for T {
    const KINDS: usize = bodies::KINDS_3D;

    fn body(kind: usize, random: &mut Random) -> Body<T, 3> {
        bodies::in_space(kind, random)
    }

    fn turn(random: &mut Random, up: &Vector3<f64>) -> Matrix3<f64> {
        let any = |random: &mut Random, angle: f64| {
            Rotation3::from_axis_angle(&Unit::new_normalize(random.direction::<3>().into()), angle)
        };
        if random.coin() {
            let angle = random.uniform(-PI, PI);
            return any(random, angle).into_inner();
        }
        let spin =
            Rotation3::from_axis_angle(&Vector3::y_axis(), random.uniform(-PI, PI) * f64::from(random.integer(0, 1)));
        let over = Rotation3::from_axis_angle(&Vector3::x_axis(), FRAC_PI_2 * f64::from(random.integer(0, 3)));
        let tilt = tilt(random);
        let flush = Rotation3::rotation_between(&Vector3::y(), up).unwrap();
        (any(random, tilt) * flush * spin * over).into_inner()
    }

    fn ground(random: &mut Random, at: f64, slope: &Vector3<f64>, rough: f64) -> Ground<T, 3> {
        let power = random.integer(0, 2);
        let step = 0.5_f64.powi(power);
        let columns = (4_u32 << power) + 1;
        let jitter = if random.coin() { 0.4 * step } else { 0.0 };
        let points = (0..columns * columns).map(|k| {
            let [x, z] = [k % columns, k / columns]
                .map(|k| T::narrowed(at - 2.0 + step * f64::from(k) + jitter * random.uniform(-0.5, 0.5)));
            let y = slope.x * (x.into() - at) + slope.z * (z.into() - at) + rough * step * random.uniform(-0.5, 0.5);
            Point3::new(x, T::narrowed(y), z)
        });
        let points: Vec<_> = points.collect();
        let cells = (0..columns - 1).flat_map(|row| (0..columns - 1).map(move |column| row * columns + column));
        let triangles = cells.flat_map(|k| {
            let [a, b, c, d] = [k, k + 1, k + columns, k + columns + 1];
            if random.coin() { [[a, d, b], [a, c, d]] } else { [[a, c, b], [b, c, d]] }
        });
        Ground::mesh(points, triangles.collect::<Vec<_>>()).unwrap()
    }
}

/// What has been found.
#[derive(Debug, Default)]
struct Found {
    places: u64,
    contacts: u64,
    /// Places at which no piece has a contact; of level ground, none as deep as the lowest point.
    lost: u64,
    /// Thin and leaning bodies with a lowest point that is under a piece they pass by.
    aside: u64,
    /// Bodies with the middle behind each piece that they overlap.
    pierced: u64,
    /// Contacts of level ground with another normal than the ground's.
    ghosts: u64,
    /// Contacts of what has one lowest point, at another one.
    rims: u64,
    /// Contacts without a manifold, or with one that has no points.
    bare: u64,
    /// The largest error of a depth, of a manifold's depth, and of a normal, in ε L.
    errors: [f64; 3],
}

impl Found {
    /// The contacts of all pieces, and the depth of the deepest one and of the deepest point of a manifold.
    fn look<T: Space<D>, const D: usize>(
        &mut self,
        ground: &Ground<T, D>,
        body: &Placed<T, D>,
        limit: f64,
        mut each: impl FnMut(&mut Self, &SVector<f64, D>, f64),
    ) -> [f64; 2]
    where
        Cases: Expansion<T, D>,
    {
        let (near, limit) = (aabb(&body.shape).grown(T::narrowed(0.05)), T::narrowed(limit));
        let mut deepest = [f64::INFINITY; 2];
        for k in near_pieces(ground, &near) {
            let Some(contact) = ground.contact(k, &body.shape, limit) else { continue };
            self.contacts += 1;
            let separation = contact.separation.into();
            each(self, &wide(&contact.normal), separation);
            deepest[0] = deepest[0].min(separation);
            let manifold = ground.manifold(k, &body.shape, limit, None);
            let least =
                manifold.and_then(|all| all.points().iter().map(|point| point.separation.into()).reduce(f64::min));
            self.bare += u64::from(least.is_none());
            deepest[1] = deepest[1].min(least.unwrap_or(f64::INFINITY));
        }
        self.places += 1;
        deepest
    }

    fn check(&self, name: &str) {
        println!("{name}: {self:?}");
        assert_eq!([self.lost, self.ghosts, self.rims, self.bare], [0; 4], "{name}");
        assert!(
            self.contacts > self.places && self.aside * 20 < self.places && self.pierced * 50 < self.places,
            "{name}"
        );
        assert!(self.errors.iter().all(|error| *error < 64.0), "{name}");
    }
}

fn near_pieces<T: Float, const D: usize>(ground: &Ground<T, D>, near: &Aabb<T, D>) -> Vec<u32> {
    (0..).zip(ground.pieces()).filter(|(_, piece)| aabb(piece).intersects(near)).map(|(k, _)| k).collect()
}

fn vertical<const D: usize>() -> SVector<f64, D> {
    SVector::from_fn(|k, _| if k == 1 { 1.0 } else { 0.0 })
}

/// The largest coordinate of the ground, which is larger than the bodies.
fn size<T: Float, const D: usize>(ground: &Ground<T, D>) -> f64 {
    ground.points().iter().map(|point| wide(&point.coords).amax()).fold(0.0, f64::max)
}

/// The origin, or a place far from it.
fn place(random: &mut Random) -> f64 {
    if random.index(4) == 0 { 16.0 } else { 0.0 }
}

/// A corner of the ground near its middle, or a point of a side, or of a piece.
fn anchor<T: Float, const D: usize>(random: &mut Random, ground: &Ground<T, D>, at: f64) -> SVector<f64, D> {
    loop {
        let piece = random.index(ground.len() as usize) as u32;
        let corners = ground.corners(piece).unwrap().map(|k| wide(&ground.points()[k as usize].coords));
        let mut weights: [f64; D] = std::array::from_fn(|_| random.uniform(0.0, 1.0));
        weights[..random.index(D)].fill(0.0);
        let sum: f64 = weights.iter().sum();
        let weighted = corners.iter().zip(weights).map(|(corner, weight)| corner * (weight / sum));
        let spot: SVector<f64, D> = weighted.sum();
        if (0..D).all(|k| k == 1 || (spot[k] - at).abs() < 0.8) {
            return spot;
        }
    }
}

/// On a plane: how deep a body has sunk in is known by a formula.
fn level<T: Space<D>, const D: usize>(random: &mut Random, found: &mut Found)
where
    Cases: Expansion<T, D>,
{
    let at = place(random);
    let steep = if random.coin() { 0.0 } else { 0.7 };
    let slope: SVector<f64, D> = SVector::from_fn(|k, _| if k == 1 { 0.0 } else { random.uniform(-steep, steep) });
    let up = (vertical() - slope).normalize();
    let ground = T::ground(random, at, &slope, 0.0);
    let unit = T::EPSILON * size(&ground);
    for kind in 0..T::KINDS {
        let turn = T::turn(random, &up);
        let mut body = Placed::new(T::body(kind, random), &turn);
        let spot = anchor(random, &ground, at);
        let low = body.farthest(&-up);
        let middle = (body.farthest(&up) - low).dot(&up) / 2.0;
        let depth = random.uniform(0.002, 0.02);
        let depth = if random.index(4) == 0 || middle < 2.0 * depth { -depth } else { depth };
        // Its lowest point, or its own origin, is over the spot.
        let side = if random.coin() { -low } else { -up * low.dot(&up) };
        body.put(&(spot + side - up * depth));
        let low = body.farthest(&-up);
        let depth = (spot - low).dot(&up);
        let limit = if depth < 0.0 || random.coin() { 0.03 } else { 0.0 };
        let mut least_deep = f64::NEG_INFINITY;
        let deepest = found.look(&ground, &body, limit, |found, normal, separation| {
            let error = (normal - up).norm() / unit;
            found.errors[2] = found.errors[2].max(error);
            found.ghosts += u64::from(error >= 64.0);
            least_deep = least_deep.max(separation);
        });
        let foot = (low + up * depth).map(T::narrowed).into();
        let mut under = near_pieces(&ground, &aabb(&body.shape)).into_iter();
        let is_touched = |k: u32| {
            ground.is_over(k, &foot, T::narrowed(16.0 * unit)) && intersects(&ground.piece(k).unwrap(), &body.shape)
        };
        if depth > 0.0 && !under.any(is_touched) {
            found.aside += 1;
            found.lost += u64::from(deepest[0] >= 0.0 || deepest[0] < -depth - 64.0 * unit);
            continue;
        }
        let errors = deepest.map(|deepest| (deepest + depth).abs() / unit);
        found.lost += u64::from(errors[0] >= 64.0);
        found.errors[0] = found.errors[0].max(errors[0]);
        // With a prediction a manifold may have the normal of a face.
        if limit == 0.0 {
            found.errors[1] = found.errors[1].max(errors[1]);
        }
        // A ball, and an egg.
        found.rims += u64::from(kind < 2 && least_deep > 64.0 * unit - depth);
    }
}

/// How far a point is above the piece that is over or below it.
fn height<const D: usize>(corners: &[SVector<f64, D>; D], point: &SVector<f64, D>) -> Option<f64> {
    let relative = corners.map(|corner| corner - point);
    let weights: Vec<f64> = if D == 2 {
        vec![relative[1][0], -relative[0][0]]
    } else {
        let across = |j: usize, k: usize| relative[j][0] * relative[k][2] - relative[j][2] * relative[k][0];
        vec![across(1, 2), across(2, 0), across(0, 1)]
    };
    let is_over = weights.iter().all(|w| *w >= 0.0) || weights.iter().all(|w| *w <= 0.0);
    let sum: f64 = weights.iter().sum();
    (is_over && sum != 0.0).then(|| -weights.iter().zip(&relative).map(|(w, corner)| w * corner[1]).sum::<f64>() / sum)
}

/// Points of a body: farthest ones more or less downwards, and means of two or three of these.
fn samples<T: Float, const D: usize>(random: &mut Random, body: &Placed<T, D>) -> Vec<SVector<f64, D>> {
    let down = |random: &mut Random| SVector::from(random.direction::<D>()) * random.uniform(0.0, 2.0) - vertical();
    let mut samples: Vec<SVector<f64, D>> = (0..60).map(|_| body.farthest(&down(random))).collect();
    for _ in 0..200 {
        let [a, b, c] = [0; 3].map(|_| samples[random.index(60)]);
        let [s, t] = [0; 2].map(|_| random.uniform(0.0, 1.0) * f64::from(random.integer(0, 1)));
        samples.push(a + (b - a) * s + (c - a) * (t * (1.0 - s)));
    }
    samples
}

/// Bodies on hills, some of them nearly level. One point of each body is known to be below the ground or just above it.
fn rough<T: Space<D>, const D: usize>(random: &mut Random, found: &mut Found)
where
    Cases: Expansion<T, D>,
{
    let at = place(random);
    let slope = SVector::from_fn(|k, _| if k == 1 { 0.0 } else { random.uniform(-0.3, 0.3) });
    let steep = if random.index(4) == 0 { random.magnitude(-16, 0) } else { random.uniform(0.02, 1.0) };
    let ground = T::ground(random, at, &slope, steep);
    let up: SVector<f64, D> = vertical();
    for kind in 0..T::KINDS {
        let turn = T::turn(random, &up);
        let mut body = Placed::new(T::body(kind, random), &turn);
        let middle = (body.farthest(&up) - body.farthest(&-up)).dot(&up) / 2.0;
        let depth = random.uniform(0.002, 0.02);
        let depth = if random.index(4) == 0 || middle < 2.0 * depth { -depth } else { depth };
        let high = anchor(random, &ground, at) + up * 4.0;
        body.put(&high);
        let mut below = aabb(&body.shape);
        below.min[1] = T::narrowed(-9.0);
        let below = near_pieces(&ground, &below).into_iter().map(|k| ground.piece(k).unwrap());
        let below: Vec<_> = below.map(|piece| piece.points().map(|corner| wide(&corner.coords))).collect();
        let samples = samples(random, &body);
        let heights = samples.iter().filter_map(|point| below.iter().find_map(|piece| height(piece, point)));
        body.put(&(high - up * (heights.fold(f64::INFINITY, f64::min) + depth)));
        let limit = if depth < 0.0 { 0.03 } else { 0.0 };
        let [deepest, _] = found.look(&ground, &body, limit, |_, _, _| {});
        if deepest <= limit && (depth < 0.0 || deepest < 0.0) {
            continue;
        }
        let is_in_front = |k: u32| {
            let face = wide(&ground.face(k).unwrap());
            let middle = (body.farthest(&face) + body.farthest(&-face)) / 2.0;
            (middle - wide(&ground.piece(k).unwrap().points()[0].coords)).dot(&face) > 0.0
        };
        let overlapped = near_pieces(&ground, &aabb(&body.shape)).into_iter();
        let mut overlapped = overlapped.filter(|k| intersects(&ground.piece(*k).unwrap(), &body.shape));
        if overlapped.any(is_in_front) || depth < 0.0 {
            found.lost += 1;
        } else {
            found.pierced += 1;
        }
    }
}

/// 500 bodies on level ground and 500 on hills: a contact of each has the right depth and normal.
#[test]
fn what_has_sunk_in_is_held() {
    type Run = fn(&mut Random, &mut Found);
    let runs: [(&str, Run); 8] = [
        ("2D level, f32", level::<f32, 2>),
        ("2D level, f64", level::<f64, 2>),
        ("3D level, f32", level::<f32, 3>),
        ("3D level, f64", level::<f64, 3>),
        ("2D rough, f32", rough::<f32, 2>),
        ("2D rough, f64", rough::<f64, 2>),
        ("3D rough, f32", rough::<f32, 3>),
        ("3D rough, f64", rough::<f64, 3>),
    ];
    let mut random = Random::new(365);
    for (name, run) in runs {
        let mut found = Found::default();
        while found.places < campaign(125) {
            run(&mut random, &mut found);
        }
        found.check(name);
    }
}
