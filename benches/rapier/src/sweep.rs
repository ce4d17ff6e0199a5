//! Random pairs of each two kinds with both dispatchers, and the library in `f64`. Where they disagree, both answers are judged. A module
//! of `plane` and of `space`.

use super::exact::{RIGHT, Truth, Wide};
use super::parry::math::{Pose, Vector};
use super::parry::query::{DefaultQueryDispatcher, QueryDispatcher};
use super::parry::shape::{Shape, SharedShape};
use super::{D, KINDS, hull, other, rotation};
use crate::cases::Count;
use gjk_parry::Gjk;
use oracle::random::Random;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

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
        kind => other(kind, [half.x, half.y]),
    }
}

/// All kinds, with so many pairs of each two, on all processors.
pub fn count(pairs: u64, gjk: &Gjk) -> Vec<(&'static str, &'static str, Count)> {
    let kinds: Vec<[usize; 2]> =
        (0..KINDS.len()).flat_map(|first| (first..KINDS.len()).map(move |k| [first, k])).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rows = Vec::new();
        while let Some(kinds) = kinds.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = of_kinds(*kinds, pairs, gjk);
            eprintln!("{D}D {} and {}: {count:?}", KINDS[kinds[0]], KINDS[kinds[1]]);
            rows.push((*kinds, count));
        }
        rows
    };
    let mut rows = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    rows.sort_by_key(|(kinds, _)| *kinds);
    rows.into_iter().map(|([first, second], count)| (KINDS[first], KINDS[second], count)).collect()
}

/// The pairs of two kinds.
fn of_kinds(kinds: [usize; 2], pairs: u64, gjk: &Gjk) -> Count {
    let parry = DefaultQueryDispatcher;
    let mut random = Random::new((100 * D + 10 * kinds[0] + kinds[1]) as u64);
    let mut count = Count { pairs, ..Count::default() };
    // As in the other table.
    let near = |a: f64, b: f64| (a - b).abs() <= RIGHT;
    for _ in 0..pairs {
        let [one, two] = kinds.map(|kind| shape(&mut random, kind));
        let place = Vector::from_array(std::array::from_fn(|_| random.uniform(-1.8, 1.8) as f32));
        let pose = Pose::from_parts(place, rotation(std::array::from_fn(|_| random.uniform(-1.0, 1.0) as f32)));
        let shapes = [&*one, &*two];
        let [ours, theirs] = [gjk as &dyn QueryDispatcher, &parry].map(|asked| {
            let distance = asked.distance(&pose, shapes[0], shapes[1]).map_or(f32::NAN, |found| found.distance);
            let contact = asked.contact(&pose, shapes[0], shapes[1], 10.0).ok().flatten();
            let verdict = asked.intersection_test(&pose, shapes[0], shapes[1]).is_ok_and(|found| found.intersecting);
            (f64::from(distance), contact.map_or(f64::NAN, |found| f64::from(found.dist)), verdict)
        });
        let library = Wide::of(&pose, shapes[0], shapes[1]).map(|pair| gjk::contact(&pair.first, &pair.second));
        let agrees = library.is_ok_and(|found| {
            let apart = found.separation;
            near(ours.0, apart.max(0.0)) && near(ours.1, apart) && (ours.2 == found.intersects() || near(apart, 0.0))
        });
        count.unlike += u64::from(!agrees);
        if agrees && near(ours.0, theirs.0) && near(ours.1, theirs.1) && ours.2 == theirs.2 {
            continue;
        }
        count.disagree += 1;
        let truth = Truth::of(&pose, shapes[0], shapes[1]);
        for (k, asked) in [&parry as &dyn QueryDispatcher, gjk].into_iter().enumerate() {
            let verdict = match &truth {
                Ok(truth) => truth.all(asked, &pose, shapes),
                Err(why) => Err(why.to_string()),
            };
            if let Err(why) = verdict {
                count.wrong[k] += 1;
                if k == 1 {
                    let shapes = shapes.map(<dyn Shape>::as_typed_shape);
                    eprintln!("gjk-parry is wrong: {why}: {shapes:?} at {pose:?}");
                }
            }
        }
    }
    count
}
