//! Runs a study: the samples in blocks, on as many threads as there are jobs. Counts add up to the same in any order.

use super::arithmetic::Arithmetic;
use super::body::changed;
use super::cell::{Cells, Key};
use super::measure::Asked;
use super::plan::{Block, Plan, Shard};
use super::published::Way;
use super::sweeps::{SWEEPS, Sweep};
use super::truth::{Judge, Refused, Truth};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How long queries took: nanoseconds and their number, for a sweep, dimension, arithmetic and way.
pub(super) type Times = BTreeMap<(usize, usize, Arithmetic, Way), (u64, u64)>;

/// The stack of a thread: shapes and exact arithmetic need more than a small one.
pub(super) const STACK: usize = 1 << 23;

/// Measures a part of a study.
pub(super) fn run(plan: &Plan, shard: Shard, jobs: NonZeroUsize) -> Result<(Cells, Times), String> {
    let blocks = plan.blocks(shard);
    let bar = ProgressBar::new(blocks.len() as u64).with_style(
        ProgressStyle::with_template("{msg:12} {wide_bar} {percent} %, {eta} left")
            .map_err(|error| error.to_string())?,
    );
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut cells, mut times) = (Cells::default(), Times::new());
        while let Some(block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            bar.set_message(SWEEPS[block.sweep].name);
            measure(plan, block, &mut cells, &mut times);
            bar.inc(1);
        }
        (cells, times)
    };
    let parts = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads = (0..jobs.get()).map(spawn).collect::<Result<Vec<_>, _>>();
        let threads = threads.map_err(|error| format!("--jobs {jobs}: {error}"))?;
        let joined = threads.into_iter().map(|thread| thread.join().map_err(|_| "a thread has failed".to_string()));
        joined.collect::<Result<Vec<_>, String>>()
    })?;
    bar.finish_and_clear();
    let (mut cells, mut times) = (Cells::default(), Times::new());
    for (other, durations) in parts {
        cells.merge(&other);
        for (key, (sum, count)) in durations {
            let own = times.entry(key).or_default();
            *own = (own.0 + sum, own.1 + count);
        }
    }
    Ok((cells, times))
}

fn measure(plan: &Plan, block: &Block, cells: &mut Cells, times: &mut Times) {
    let &Block { sweep: number, dim, ref samples } = block;
    let sweep = &SWEEPS[number];
    let levels = (sweep.levels)();
    for index in samples.clone() {
        let level = Sweep::level(index, levels.len());
        let asked = plan.asked(sweep, dim, &levels[level]);
        if asked.is_empty() {
            continue;
        }
        let (mut kept, mut unmoved) = (None, None);
        for (arithmetic, ways) in asked {
            let make = || sweep.sample(plan.seed, dim, index, &levels, arithmetic);
            if levels[level].in_ulps {
                kept = None;
            }
            let sample = kept.get_or_insert_with(make);
            let key = |way| Key { sweep: number, dim, level, arithmetic, way };
            let nearest = |x| arithmetic.nearest(x);
            let shapes = [changed(&sample.a, &nearest), changed(&sample.b, &nearest)];
            let shapes = [&shapes[0], &shapes[1]];
            let dimension = Sweep::dimension(dim, &levels[level]);
            // The same for all arithmetics.
            let unmoved = unmoved
                .get_or_insert_with(|| sample.near.as_ref().and_then(|[a, b]| Truth::of(dimension, [a, b]).ok()));
            let found = Truth::of(dimension, shapes).and_then(|truth| {
                if truth.judge == Judge::Double && arithmetic == Arithmetic::Double {
                    return Err(Refused::Judge("double-double arithmetic does not judge itself".into()));
                }
                let job = Asked { shapes, truth: &truth, start: sample.start.as_ref(), ways: &ways, arithmetic };
                // The plan has only what there is code for.
                arithmetic.run(dimension, job).unwrap_or_else(|| Err(Refused::Shape(String::new())))
            });
            match found {
                Ok((judged, answers)) => {
                    for answer in answers {
                        let cell = cells.at(key(answer.way));
                        cell.add(index, &judged, &answer);
                        if let Some(unmoved) = unmoved {
                            cell.add_moved(index, unmoved, &answer);
                        }
                        let time = times.entry((number, dim, arithmetic, answer.way)).or_default();
                        *time = (time.0 + answer.nanoseconds, time.1 + 1);
                    }
                }
                Err(refused) => {
                    for way in ways {
                        let cell = cells.at(key(way));
                        cell.asked += 1;
                        match refused {
                            Refused::Shape(_) => cell.refused += 1,
                            Refused::Judge(_) => cell.unjudged += 1,
                        }
                    }
                }
            }
        }
    }
}
