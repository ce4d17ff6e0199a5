//! Rays at corners and edges.

use crate::Float;
use gjk::nalgebra::{SVector, Vector2, Vector3};
use gjk::raycast;
use gjk_scene::Ground;
use oracle::random::{Random, campaign};

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
            let is_hit = |piece| raycast(&piece, origin, way).unwrap().is_some();
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
        // Triangles of the cells around.
        let cells =
            (row - 2..row + 2).flat_map(|row| (column - 2..column + 2).map(move |column| row * (COUNT - 1) + column));
        let near = cells.flat_map(|cell| [2 * cell, 2 * cell + 1]);
        rays.add(near.filter_map(|piece| ground.raycast(piece, &origin, &way)).map(Into::into));
        if rays.count.is_multiple_of(100) {
            let is_hit = |piece| raycast(&piece, origin, way).unwrap().is_some();
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
