//! What an engine has to answer, and how it is timed. An [`Engine`] holds the
//! pairs of one cell in its own types; the loop over them is compiled for each
//! engine, so that nothing stands between the clock and the engine's own calls.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Do the two shapes intersect?
    Verdict,
    /// How far apart are they, and at which two points?
    Distance,
}

/// Distance of two shapes that are apart, and the closest point on each, in
/// world coordinates; `D` of them, in the scalar of the engine.
pub struct Separation<S, const D: usize> {
    pub distance: S,
    pub a: [S; D],
    pub b: [S; D],
}

/// A [`Separation`] as it is checked.
pub struct Witness {
    pub distance: f64,
    pub a: [f64; 3],
    pub b: [f64; 3],
}

impl<S: Copy + Into<f64>, const D: usize> From<Separation<S, D>> for Witness {
    fn from(found: Separation<S, D>) -> Witness {
        let widen = |p: [S; D]| [0, 1, 2].map(|i| p.get(i).map_or(0.0, |&x| x.into()));
        Witness {
            distance: found.distance.into(),
            a: widen(found.a),
            b: widen(found.b),
        }
    }
}

/// One engine with the pairs of one cell.
pub trait Engine {
    /// A pair of shapes with the world pose of each.
    type Case;
    type Separation: Into<Witness>;

    fn name(&self) -> &'static str;

    fn cases(&self) -> &[Self::Case];

    /// Whether a pair intersects, from a cold start.
    fn intersects(&self, case: &Self::Case) -> bool;

    /// The separation of a pair, from a cold start; none if it intersects.
    fn separation(&self, case: &Self::Case) -> Option<Self::Separation>;
}

/// An [`Engine`] whose types are forgotten.
pub trait Contender {
    fn name(&self) -> &'static str;

    /// The time one pass over all pairs takes.
    fn pass(&self, question: Question) -> Duration;

    /// For each pair, whether it was found to intersect.
    fn verdicts(&self) -> Vec<bool>;

    fn separations(&self) -> Vec<Option<Witness>>;
}

impl<E: Engine> Contender for E {
    fn name(&self) -> &'static str {
        Engine::name(self)
    }

    fn pass(&self, question: Question) -> Duration {
        let start = Instant::now();
        match question {
            Question::Verdict => {
                for case in self.cases() {
                    black_box(self.intersects(black_box(case)));
                }
            }
            Question::Distance => {
                for case in self.cases() {
                    black_box(self.separation(black_box(case)));
                }
            }
        }
        start.elapsed()
    }

    fn verdicts(&self) -> Vec<bool> {
        self.cases().iter().map(|c| self.intersects(c)).collect()
    }

    fn separations(&self) -> Vec<Option<Witness>> {
        self.cases()
            .iter()
            .map(|c| self.separation(c).map(Into::into))
            .collect()
    }
}
