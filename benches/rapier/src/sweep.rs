//! Random pairs of each two kinds with both dispatchers. Where they disagree, exact arithmetic says which of them is right. A module of
//! `plane` and of `space`.

use super::exact::Truth;
use super::parry::math::{Pose, Vector};
use super::parry::query::{DefaultQueryDispatcher, QueryDispatcher};
use super::parry::shape::{RoundShape, SharedShape};
use super::{D, KINDS, hull, other, rotation};
use crate::cases::Count;
use gjk_parry::Gjk;
use oracle::random::Random;

fn shape(random: &mut Random, kind: usize) -> SharedShape {
    let half = Vector::from_array(std::array::from_fn(|_| random.uniform(0.2, 1.5) as f32));
    let mut point = || Vector::from_array(std::array::from_fn(|_| random.uniform(-1.5, 1.5) as f32));
    let [a, b, c] = [point(), point(), point()];
    let radius = half.x / 3.0;
    match kind {
        0 => SharedShape::ball(half.x),
        1 => SharedShape::new(super::parry::shape::Cuboid::new(half)),
        2 => SharedShape::capsule(a, b, radius),
        3 => SharedShape::segment(a, b),
        4 => SharedShape::triangle(a, b, c),
        5 => loop {
            let points: Vec<Vector> = (0..12).map(|_| point()).collect();
            if let Some(shape) = hull(&points) {
                break shape;
            }
        },
        kind => other(kind, [half.x, half.y]).unwrap_or_else(|| {
            let inner_shape = super::parry::shape::Cuboid::new(half);
            SharedShape::new(RoundShape { inner_shape, border_radius: radius })
        }),
    }
}

/// All kinds, with so many pairs of each two.
pub fn count(pairs: u64) -> Vec<(&'static str, &'static str, Count)> {
    let (gjk, parry) = (Gjk::default(), DefaultQueryDispatcher);
    let mut random = Random::new(D as u64);
    let mut found = Vec::new();
    for (first, name) in KINDS.iter().enumerate() {
        for (second, other) in KINDS.iter().enumerate().skip(first) {
            let mut count = Count { pairs, ..Count::default() };
            for _ in 0..pairs {
                let (one, two) = (shape(&mut random, first), shape(&mut random, second));
                let place = Vector::from_array(std::array::from_fn(|_| random.uniform(-1.8, 1.8) as f32));
                let pose = Pose::from_parts(place, rotation(std::array::from_fn(|_| random.uniform(-1.0, 1.0) as f32)));
                let shapes = [&*one, &*two];
                let answers = [&gjk as &dyn QueryDispatcher, &parry].map(|asked| {
                    let distance = asked.distance(&pose, shapes[0], shapes[1]).map_or(f32::NAN, |found| found.distance);
                    let contact = asked.contact(&pose, shapes[0], shapes[1], 10.0).ok().flatten();
                    let verdict =
                        asked.intersection_test(&pose, shapes[0], shapes[1]).is_ok_and(|found| found.intersecting);
                    (distance, contact.map_or(f32::NAN, |found| found.dist), verdict)
                });
                // As in the other table.
                let near = |a: f32, b: f32| (a - b).abs() <= 1e-4;
                let [ours, theirs] = answers;
                if near(ours.0, theirs.0) && near(ours.1, theirs.1) && ours.2 == theirs.2 {
                    continue;
                }
                let Ok(truth) = Truth::of(&pose, shapes[0], shapes[1]) else { continue };
                count.disagree += 1;
                for (k, asked) in [&parry as &dyn QueryDispatcher, &gjk].into_iter().enumerate() {
                    count.wrong[k] += u64::from(truth.all(asked, &pose, shapes).is_err());
                }
            }
            found.push((*name, *other, count));
        }
    }
    found
}
