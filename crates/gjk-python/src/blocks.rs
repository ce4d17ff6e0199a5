//! Cuts long work into blocks, between which Ctrl-C is heard, and each block into parts that threads share.

use gjk_batch::rayon::prelude::*;
use gjk_batch::rayon::{ThreadPool, ThreadPoolBuilder};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::time::Instant;

/// The most pairs of a part: their bodies should fit into a cache.
const PART: usize = 256;
/// The most pairs of a block.
const MOST: usize = 128 * PART;
/// How long a block should take, in seconds.
const AIM: f64 = 0.01;

/// Does the work for each range, and hears signals in between.
pub fn in_blocks(py: Python<'_>, count: usize, mut work: impl FnMut(Range<usize>) -> PyResult<()>) -> PyResult<()> {
    let (mut start, mut size) = (0, 64);
    while start < count {
        let (end, begun) = (count.min(start + size), Instant::now());
        work(start..end)?;
        py.check_signals()?;
        let took = begun.elapsed().as_secs_f64();
        size = if took > AIM { (size / 2).max(1) } else { MOST.min(if 2.0 * took < AIM { 2 * size } else { size }) };
        start = end;
    }
    Ok(())
}

/// A pool of so many threads; none for one, which is the caller's.
pub fn pool(threads: usize) -> PyResult<Option<ThreadPool>> {
    match threads {
        0 => Err(PyValueError::new_err("threads is 0: at least one is needed")),
        1 => Ok(None),
        _ => {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.map(Some).map_err(|error| PyRuntimeError::new_err(error.to_string()))
        }
    }
}

/// The number of pairs in each part of a block. Each thread has several parts.
pub fn part_of(pool: Option<&ThreadPool>, block: &Range<usize>) -> usize {
    pool.map_or(PART, |pool| block.len().div_ceil(4 * pool.current_num_threads()).clamp(1, PART))
}

/// Does the work for each part of a block, on the threads of a pool if there is one. All parts but the last have the same number of pairs.
/// If parts fail, the first of them gives the error.
pub fn in_parts<P: Send, R: Send, E: Send>(
    pool: Option<&ThreadPool>,
    block: &Range<usize>,
    each: usize,
    parts: Vec<P>,
    work: impl Fn(Range<usize>, P) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let work = |(k, part)| {
        let start = block.start + k * each;
        work(start..block.end.min(start + each), part)
    };
    match pool {
        None => parts.into_iter().enumerate().map(work).collect(),
        Some(pool) => {
            let done: Vec<_> = pool.install(|| parts.into_par_iter().enumerate().map(work).collect());
            done.into_iter().collect()
        }
    }
}

/// Does the work for each part of a block, and gathers the results.
pub fn gathered<R: Send, E: Send>(
    pool: Option<&ThreadPool>,
    block: &Range<usize>,
    work: impl Fn(Range<usize>) -> Result<R, E> + Sync,
) -> Result<Vec<R>, E> {
    let each = part_of(pool, block);
    in_parts(pool, block, each, vec![(); block.len().div_ceil(each)], |range, ()| work(range))
}
