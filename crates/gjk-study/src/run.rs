//! Runs a study: the samples in blocks, on as many threads as there are jobs. Counts add up to the same in any order.

use super::arithmetic::Arithmetic;
use super::cell::{Cells, Key};
use super::measure::{Asked, Judged};
use super::plan::{Block, Plan, Shard};
use super::published::Way;
use super::rows;
use super::samples::{self, Sample};
use super::sweeps::{SWEEPS, Sweep};
use super::table::{self, Column, Field, Type};
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

/// What was measured.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) cells: Cells,
    pub(super) times: Times,
    /// A row for each pair, arithmetic and way, by the block that it is in; nothing if they are not asked for.
    rows: BTreeMap<usize, String>,
}

impl Measured {
    pub(super) fn rows(&self) -> String {
        self.rows.values().map(String::as_str).collect()
    }
}

/// The columns of a row for each pair.
pub(super) fn columns() -> Vec<Column> {
    let column = |name: &str, kind, holds: &str| (name.to_string(), kind, holds.to_string());
    let own = [
        column("sweep", Type::Text, "what is varied"),
        column("level", Type::Text, "the step of the sweep, as it is called"),
        column("value", Type::Real, "the step as a number, in the unit of the sweep; for kinds their number"),
        column("index", Type::Whole, "the number of the sample"),
    ];
    own.into_iter().chain(samples::columns()).collect()
}

/// Measures a part of a study. A row for each pair takes memory, so who wants them asks for them.
pub(super) fn run(plan: &Plan, shard: Shard, jobs: NonZeroUsize, with_rows: bool) -> Result<Measured, String> {
    let blocks = plan.blocks(shard);
    let bar = ProgressBar::new(blocks.len() as u64).with_style(
        ProgressStyle::with_template("{msg:12} {wide_bar} {percent} %, {eta} left")
            .map_err(|error| error.to_string())?,
    );
    let next = AtomicUsize::new(0);
    let work = || {
        let mut measured = Measured::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(block) = blocks.get(number) else { break };
            bar.set_message(SWEEPS[block.sweep].name);
            let mut rows = with_rows.then(String::new);
            measure(plan, block, &mut measured, rows.as_mut());
            measured.rows.extend(rows.map(|rows| (number, rows)));
            bar.inc(1);
        }
        measured
    };
    let parts = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let threads = (0..jobs.get()).map(spawn).collect::<Result<Vec<_>, _>>();
        let threads = threads.map_err(|error| format!("--jobs {jobs}: {error}"))?;
        let joined = threads.into_iter().map(|thread| thread.join().map_err(|_| "a thread has failed".to_string()));
        joined.collect::<Result<Vec<_>, String>>()
    })?;
    bar.finish_and_clear();
    let mut all = Measured::default();
    for Measured { cells, times, rows } in parts {
        all.cells.merge(&cells);
        for (key, (sum, count)) in times {
            let own = all.times.entry(key).or_default();
            *own = (own.0 + sum, own.1 + count);
        }
        all.rows.extend(rows);
    }
    Ok(all)
}

fn measure(plan: &Plan, block: &Block, measured: &mut Measured, mut lines: Option<&mut String>) {
    let Measured { cells, times, .. } = measured;
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
            let dimension = Sweep::dimension(dim, &levels[level]);
            let shapes = arithmetic.held(dimension, [&sample.a, &sample.b]);
            let shapes = [&shapes[0], &shapes[1]];
            // The same for all arithmetics.
            let unmoved = unmoved
                .get_or_insert_with(|| sample.near.as_ref().and_then(|[a, b]| Truth::of(dimension, [a, b]).ok()));
            let found = Truth::of(dimension, shapes).and_then(|truth| {
                if truth.judge == Judge::Double && arithmetic == Arithmetic::Double {
                    return Err(Refused::Judge("double-double arithmetic does not judge itself".into()));
                }
                let (start, size) = (sample.start.as_ref(), truth.size);
                let job = Asked { shapes, on: shapes, truth: &truth, size, start, ways: &ways, arithmetic };
                // The plan has only what there is code for.
                arithmetic.run(dimension, job).unwrap_or_else(|| Err(Refused::Shape(String::new())))
            });
            match found {
                Ok((judged, answers)) => {
                    for answer in answers {
                        if let Some(lines) = &mut lines {
                            let step = &levels[level];
                            let name = Field::Text(rows::step(number, step));
                            let own = [sweep.name.into(), name, Field::Real(step.value), Field::Whole(index)];
                            let (way, Judged { judge, intersects, .. }) = (answer.way, judged);
                            let answer = Some((&judged, &answer));
                            let sample = Sample { dim: dimension, arithmetic, way, judge, intersects, answer };
                            **lines += &table::line(own.into_iter().chain(sample.fields()));
                        }
                        let cell = cells.at(key(answer.way));
                        cell.add(index, &judged, &answer);
                        if let Some(unmoved) = unmoved {
                            cell.add_moved(index, unmoved, &answer);
                        }
                        let time = times.entry((number, dimension, arithmetic, answer.way)).or_default();
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
