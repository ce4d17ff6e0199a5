//! Where a query starts, and its limits.

use crate::scalar::dimension;
use nalgebra::SVector;

/// Where the search starts.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Start<T, const D: usize> {
    /// Along the line between the centers, where the shapes have them and they differ; else the first axis.
    #[default]
    Centers,
    /// Along this direction: for example the axis that separated the same shapes a moment ago, which, if it still
    /// does, ends the query after one support evaluation.
    Along(SVector<T, D>),
    /// The first two vertices are sought along these two directions, whatever the first one finds.
    Pair(SVector<T, D>, SVector<T, D>),
}

/// Limits and tolerances of a query. All have good defaults.
///
/// ```
/// use gjk::{Difference, Options, Start, gjk_with, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let point = Ball::point(Point2::new(3.0, 0.0))?;
/// let set = Difference(&square, &point);
/// let options = Options { start: Start::Along(Vector2::new(1.0, 0.0)), ..Options::default() };
/// assert_eq!(gjk_with(&set, &options, &mut ()).evaluations, 1);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Options<T, const D: usize> {
    /// Where the search starts.
    pub start: Start<T, D>,
    /// The largest number of support evaluations. The default, 64 + 32·D, is far from what polytopes need (4 to 20):
    /// it is there for support mappings that contradict themselves.
    pub max_evaluations: u32,
    /// A step that gains no more than this many units of roundoff of the largest coordinate of A − B is the last.
    /// Smaller than 1 costs accuracy: rounding is then taken for progress.
    pub tolerance: u32,
    /// How many steps in a row may fail to get nearer (they are due to rounding) before the best one is the answer.
    pub patience: u32,
    /// Whether the way out of an overlap may be found sooner than by the expanding polytope as it is in the books: in
    /// closed form where there is one (see [`Parallelotope`](crate::Parallelotope)), and by looking beyond facets not
    /// straight ahead, but leaning towards where the way out is expected. The answer is the same up to rounding. Traces
    /// and proofs do without, and so does `--cfg gjk_small`.
    pub shortcuts: bool,
}

impl<T, const D: usize> Default for Options<T, D> {
    fn default() -> Self {
        Self {
            start: Start::Centers,
            max_evaluations: 64 + 32 * dimension::<D>(),
            tolerance: 4,
            patience: 4,
            shortcuts: true,
        }
    }
}
