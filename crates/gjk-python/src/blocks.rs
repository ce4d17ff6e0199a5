//! Long work in blocks, so that Ctrl-C is heard.

use gjk_batch::rayon::{ThreadPool, ThreadPoolBuilder};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::time::Instant;

/// The most pairs of a block: their bodies should fit into a cache.
const MOST: usize = 4096;
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
