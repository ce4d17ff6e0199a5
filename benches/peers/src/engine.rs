//! The questions to an engine, and how it is timed. An [`Engine`] holds the pairs of one cell in
//! its own types; the loop over them is compiled for each engine, so that nothing stands between
//! the clock and the engine's own calls.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Question {
    /// Do the two shapes intersect?
    Verdict,
    /// How far apart are they, and at which two points?
    Distance,
    /// The same, with what the query has left a step before.
    Again,
    /// How deep do they overlap, in which direction is the minimum translation, and where?
    Contact,
    /// The same, and at which points does a solver push?
    Manifold,
    /// When do they touch if B moves, and where?
    Cast,
    /// When and where does the middle of B hit A if it moves?
    Ray,
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
        Witness { distance: found.distance.into(), a: widen(found.a), b: widen(found.b) }
    }
}

/// Depth of two shapes that overlap, the direction in which B leaves A soonest, and a point on each where an engine
/// gives two, in world coordinates.
pub struct Contact<S, const D: usize> {
    pub depth: S,
    pub normal: [S; D],
    pub points: [[S; D]; 2],
}

/// A [`Contact`] as it is checked.
pub struct MinTranslation {
    pub depth: f64,
    pub normal: [f64; 3],
    pub points: [[f64; 3]; 2],
}

impl MinTranslation {
    /// How far the two points are from being the depth apart along the normal. Nothing for an engine that gives one.
    pub fn points_off(&self) -> f64 {
        let [a, b] = self.points;
        if a == b {
            return 0.0;
        }
        (0..3).map(|i| (a[i] - b[i] - self.depth * self.normal[i]).abs()).fold(0.0, f64::max)
    }
}

impl<S: Copy + Into<f64>, const D: usize> From<Contact<S, D>> for MinTranslation {
    fn from(found: Contact<S, D>) -> MinTranslation {
        let widen = |p: [S; D]| [0, 1, 2].map(|i| p.get(i).map_or(0.0, |&x| x.into()));
        MinTranslation { depth: found.depth.into(), normal: widen(found.normal), points: found.points.map(widen) }
    }
}

/// When two shapes touch, or a ray hits, the normal from A to B there, and a point, in world coordinates.
pub struct Impact {
    pub time: f64,
    pub normal: [f64; 3],
    pub point: [f64; 3],
}

impl Impact {
    pub fn new<S: Copy + Into<f64>, const D: usize>(time: S, normal: [S; D], point: [S; D]) -> Impact {
        let widen = |p: [S; D]| [0, 1, 2].map(|i| p.get(i).map_or(0.0, |&x| x.into()));
        Impact { time: time.into(), normal: widen(normal), point: widen(point) }
    }
}

/// One engine with the pairs of one cell.
pub trait Engine {
    /// A pair of shapes with the world pose of each.
    type Case;
    type Separation: Into<Witness>;
    type Contact: Into<MinTranslation>;

    fn name(&self) -> &'static str;

    fn cases(&self) -> &[Self::Case];

    /// Returns whether a pair intersects, from a cold start.
    fn intersects(&self, _case: &Self::Case) -> bool {
        unreachable!("{} is not asked this", self.name())
    }

    /// The separation of a pair, from a cold start; none if it intersects.
    fn separation(&self, _case: &Self::Case) -> Option<Self::Separation> {
        unreachable!("{} is not asked this", self.name())
    }

    /// The separation of a pair, from what the query left when B stood a little beside; none if it intersects.
    fn again(&self, _case: &Self::Case) -> Option<Self::Separation> {
        unreachable!("{} is not asked this", self.name())
    }

    /// The contact of a pair that overlaps, from a cold start; none if none is found.
    fn contact(&self, _case: &Self::Case) -> Option<Self::Contact> {
        unreachable!("{} is not asked this", self.name())
    }

    /// How many points the manifold of a pair has, from a cold start. For an engine whose contacts are of manifolds, that is a contact.
    fn manifold(&self, case: &Self::Case) -> usize {
        black_box(self.contact(case)).map_or(0, |_| 1)
    }

    /// When the two shapes of a pair touch; none if they do not.
    fn cast(&self, _case: &Self::Case) -> Option<Impact> {
        unreachable!("{} is not asked this", self.name())
    }

    /// When the middle of B hits A; none if it passes.
    fn ray(&self, _case: &Self::Case) -> Option<Impact> {
        unreachable!("{} is not asked this", self.name())
    }
}

/// An [`Engine`] whose types are forgotten.
pub trait Contender {
    fn name(&self) -> &'static str;

    /// Passes over all pairs in as many parts as there are in `least`, and lowers each to the time that its part takes.
    fn pass(&self, question: Question, least: &mut [Duration]);

    /// For each pair, whether it was found to intersect.
    fn verdicts(&self) -> Vec<bool>;

    fn separations(&self) -> Vec<Option<Witness>>;

    /// The same, from what was left a step before.
    fn separations_again(&self) -> Vec<Option<Witness>>;

    fn contacts(&self) -> Vec<Option<MinTranslation>>;

    /// For each pair, how many points its manifold has.
    fn manifolds(&self) -> Vec<usize>;

    fn casts(&self) -> Vec<Option<Impact>>;

    fn rays(&self) -> Vec<Option<Impact>>;
}

impl<E: Engine> Contender for E {
    fn name(&self) -> &'static str {
        Engine::name(self)
    }

    fn pass(&self, question: Question, least: &mut [Duration]) {
        let parts = self.cases().chunks(self.cases().len().div_ceil(least.len()));
        for (cases, least) in parts.zip(least) {
            let start = Instant::now();
            match question {
                Question::Verdict => {
                    for case in cases {
                        black_box(self.intersects(black_box(case)));
                    }
                }
                Question::Distance => {
                    for case in cases {
                        black_box(self.separation(black_box(case)));
                    }
                }
                Question::Again => {
                    for case in cases {
                        black_box(self.again(black_box(case)));
                    }
                }
                Question::Contact => {
                    for case in cases {
                        black_box(self.contact(black_box(case)));
                    }
                }
                Question::Manifold => {
                    for case in cases {
                        black_box(self.manifold(black_box(case)));
                    }
                }
                Question::Cast => {
                    for case in cases {
                        black_box(self.cast(black_box(case)));
                    }
                }
                Question::Ray => {
                    for case in cases {
                        black_box(self.ray(black_box(case)));
                    }
                }
            }
            *least = start.elapsed().min(*least);
        }
    }

    fn verdicts(&self) -> Vec<bool> {
        self.cases().iter().map(|c| self.intersects(c)).collect()
    }

    fn separations(&self) -> Vec<Option<Witness>> {
        self.cases().iter().map(|c| self.separation(c).map(Into::into)).collect()
    }

    fn separations_again(&self) -> Vec<Option<Witness>> {
        self.cases().iter().map(|c| self.again(c).map(Into::into)).collect()
    }

    fn contacts(&self) -> Vec<Option<MinTranslation>> {
        self.cases().iter().map(|c| self.contact(c).map(Into::into)).collect()
    }

    fn manifolds(&self) -> Vec<usize> {
        self.cases().iter().map(|c| self.manifold(c)).collect()
    }

    fn casts(&self) -> Vec<Option<Impact>> {
        self.cases().iter().map(|c| self.cast(c)).collect()
    }

    fn rays(&self) -> Vec<Option<Impact>> {
        self.cases().iter().map(|c| self.ray(c)).collect()
    }
}
