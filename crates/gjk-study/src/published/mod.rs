//! Ways to treat the simplex: this library's, the literature's, and ours with a rule switched off.
//!
//! | way | is | file |
//! | --- | --- | --- |
//! | `ours` | the library's own search | src/search |
//! | `uncertified` | the same as textbooks would have it: its claims are not checked, and nothing is done again | walk.rs |
//! | `unscaled` | … and neither coordinates nor directions are brought to unit scale | walk.rs |
//! | `world-frame` | … and coordinates are not relative to a point of A | walk.rs |
//! | `point-directions` | … and directions lead from the nearest point, instead of being products of edges | `by_point.rs` |
//! | `point-progress` | … and progress is measured from the nearest point, instead of between two vertices | walk.rs |
//! | `first-face` | a mistake: the first face of the tetrahedron in front of the origin is taken | `first_face.rs` |
//! | `wrong-sign` | a mistake that is planted: one sign of the tetrahedron is wrong; not in [`Way::ALL`] | `wrong_sign.rs` |
//! | `muratori`, `johnson`, `ericson`, `signed-volumes` | published ways | a file each |
//! | `tutorial` | a published way, with an absolute tolerance | tutorial.rs |
//!
//! So `ours` and `uncertified` differ in certification alone, and each of the next four ways differs from `uncertified` in one rule. The
//! published ways run in the same loop as `uncertified`, with all its rules, and differ only in the treatment of the simplex. Only
//! `tutorial` has a loop of its own, and none of the rules. `muratori` and `first-face` find verdicts, no distances. These two and
//! `tutorial` do not know margins, so they get shapes whose vertices include the margins.
//!
//! Counterexamples: `first-face` has one (tests/published.rs), and `tutorial` is wrong by its tolerance. For `johnson`, `ericson`,
//! `muratori` and `signed-volumes` none is published that is due to the treatment of the simplex. On pairs in the issues of openGJK (signed
//! volumes), gjk.c (after Muratori), parry and `DOLFINx` these programs fail by their first guess or the end of their loop; in the loop
//! here all ways are right about them. Pairs on which these four and `uncertified` are wrong are in tests/published.rs.
//!
//! Directions come from weights that are not divided by their sum, because a direction may have any length. So all ways but `tutorial` and
//! `point-progress` decide about integers, too: [`Way::decide`].
//!
//! ```
//! use gjk::{nalgebra::Vector3, shape::Cuboid, SupportExt};
//! use gjk_study::published::Way;
//! let cube = Cuboid::new(Vector3::new(1.0_f64, 1.0, 1.0))?;
//! let other = (&cube).posed(Vector3::new(3.0, 0.5, 0.25))?;
//! for way in Way::ALL {
//!     let found = way.ask(&cube, &other);
//!     assert_eq!(found.intersects, Some(false), "{way}");
//!     assert!(found.distance.is_none_or(|found| (found.distance - 1.0).abs() < 1e-15));
//! }
//! # Ok::<(), gjk::Error>(())
//! ```

mod by_point;
mod ericson;
mod first_face;
mod johnson;
mod muratori;
mod nearest;
mod signed_volumes;
mod tutorial;
mod walk;
mod wrong_sign;

use by_point::ByPoint;
use ericson::Ericson;
use first_face::FirstFace;
use gjk::Distance;
use gjk::Support;
use gjk::internals::{End, Options, Search};
use gjk::minkowski::Frame;
use gjk::minkowski::{ConvexSet, Difference, Erased};
use gjk::nalgebra::SVector;
use gjk::observe::Observer;
use gjk::query::{Query, Start};
use gjk::scalar::{Field, Real, Scalar};
use gjk::simplex::SupportPoint;
use gjk::simplex::{Cases, Searchable, Simplex, SimplexCases, Test, Tests};
use gjk_trace::{Answer, Recorder, Ruler, Trace};
use johnson::Johnson;
use muratori::Muratori;
use signed_volumes::SignedVolumes;
use std::fmt;
use std::str::FromStr;
use walk::{Locate, Rules, Solve, Swollen, Walk, Walked, frame, nearest_point};
use wrong_sign::WrongSign;

/// A way to treat the simplex: [this module](self) lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// The library's own search.
    Ours,
    /// Without certification.
    Uncertified,
    /// Without certification and unit scale.
    Unscaled,
    /// Without certification and local frame.
    WorldFrame,
    /// Without certification and normals as directions.
    PointDirections,
    /// Without certification and progress by differences.
    PointProgress,
    /// The first face in front, a mistake.
    FirstFace,
    /// Muratori's cases.
    Muratori,
    /// An absolute tolerance.
    Tutorial,
    /// Johnson's subalgorithm.
    Johnson,
    /// Voronoi regions.
    Ericson,
    /// Signed volumes.
    SignedVolumes,
    /// A sign that is wrong on purpose.
    WrongSign,
    /// Another library, parry. It is not a way to treat the simplex, so it [knows](Self::knows) no dimension: `gjk precision` asks
    /// it in `f32` and `f64`, and nothing else does.
    #[cfg(feature = "parry")]
    Parry,
}

/// The findings of a way.
#[derive(Clone, Debug)]
pub struct Found<T: Scalar, const D: usize> {
    /// The verdict; `None` if it is undecided.
    pub intersects: Option<bool>,
    /// The distance, if the way measures one.
    pub distance: Option<Distance<T, D>>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

impl<T: Scalar, const D: usize> Found<T, D> {
    /// Of a way that does not know this dimension.
    fn nothing() -> Self {
        Self { intersects: None, distance: None, evaluations: 0 }
    }

    /// The verdict of our own search.
    fn decided<C: Searchable<D, Scalar = T>, O: Observer<T, D>>(search: &mut Search<'_, C, O, D>) -> Self {
        let end = search.decide(None);
        let intersects = (!matches!(end, End::Undecided(_))).then(|| end.intersects());
        Self { intersects, distance: None, evaluations: search.evaluations }
    }
}

/// The type of a way's cases.
macro_rules! with_cases {
    ($way:expr, $cases:ident => $done:expr) => {
        match $way {
            Way::Ours | Way::Uncertified | Way::Unscaled | Way::WorldFrame | Way::PointProgress => {
                type $cases = Cases;
                $done
            }
            Way::PointDirections => {
                type $cases = ByPoint;
                $done
            }
            Way::FirstFace => {
                type $cases = FirstFace;
                $done
            }
            Way::WrongSign => {
                type $cases = WrongSign;
                $done
            }
            #[cfg(feature = "parry")]
            Way::Parry => {
                type $cases = Cases;
                $done
            }
            Way::Muratori => {
                type $cases = Muratori;
                $done
            }
            Way::Johnson => {
                type $cases = Johnson;
                $done
            }
            Way::Ericson | Way::Tutorial => {
                type $cases = Ericson;
                $done
            }
            Way::SignedVolumes => {
                type $cases = SignedVolumes;
                $done
            }
        }
    };
}

impl Way {
    /// All of them but the planted one.
    pub const ALL: &'static [Self] = &[
        Self::Ours,
        Self::Uncertified,
        Self::Unscaled,
        Self::WorldFrame,
        Self::PointDirections,
        Self::PointProgress,
        Self::FirstFace,
        Self::Muratori,
        Self::Tutorial,
        Self::Johnson,
        Self::Ericson,
        Self::SignedVolumes,
    ];

    /// All ways that a study asks by default. (Parry panics on some pairs, so only a program that unwinds can ask it.)
    #[must_use]
    pub fn asked() -> Vec<Self> {
        #[cfg(all(feature = "parry", panic = "unwind"))]
        return [Self::ALL, &[Self::Parry]].concat();
        #[cfg(not(all(feature = "parry", panic = "unwind")))]
        Self::ALL.to_vec()
    }

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "ours",
            Self::Uncertified => "uncertified",
            Self::Unscaled => "unscaled",
            Self::WorldFrame => "world-frame",
            Self::PointDirections => "point-directions",
            Self::PointProgress => "point-progress",
            Self::FirstFace => "first-face",
            Self::Muratori => "muratori",
            Self::Tutorial => "tutorial",
            Self::Johnson => "johnson",
            Self::Ericson => "ericson",
            Self::SignedVolumes => "signed-volumes",
            Self::WrongSign => "wrong-sign",
            #[cfg(feature = "parry")]
            Self::Parry => "parry",
        }
    }

    /// Its source: author, title, year. For a way of our own, the rule that is switched off.
    #[must_use]
    pub fn source(self) -> &'static str {
        match self {
            Self::Ours => "this library",
            Self::Uncertified => "this library, claims not certified",
            Self::Unscaled => "this library, not certified, not at unit scale",
            Self::WorldFrame => "this library, not certified, in world coordinates",
            Self::PointDirections => "this library, not certified, directions from the nearest point",
            Self::PointProgress => "this library, not certified, progress from the nearest point",
            Self::WrongSign => "a mistake that is planted",
            #[cfg(feature = "parry")]
            Self::Parry => "another library, parry 0.31",
            Self::FirstFace => "a mistake in early versions of code after Casey Muratori, Implementing GJK, 2006",
            Self::Muratori => "Casey Muratori, Implementing GJK, 2006, corrected",
            Self::Tutorial => "after William Bittle, GJK – Distance & Closest Points, 2010",
            Self::Johnson => {
                "Gilbert, Johnson and Keerthi, A fast procedure for computing the distance between complex objects in \
                 three-dimensional space, 1988"
            }
            Self::Ericson => "Christer Ericson, Real-Time Collision Detection, 2004",
            Self::SignedVolumes => {
                "Montanari, Petrinic and Barbieri, Improving the GJK algorithm for faster and more reliable distance \
                 queries between convex objects, 2017"
            }
        }
    }

    /// Returns whether it measures distances; if not, it finds verdicts only.
    #[must_use]
    pub fn measures(self) -> bool {
        !matches!(self, Self::FirstFace | Self::Muratori | Self::WrongSign)
    }

    /// Returns whether it knows sets of this dimension. Ours knows all, the others the plane and space.
    #[must_use]
    pub fn knows(self, dimension: usize) -> bool {
        #[cfg(feature = "parry")]
        if self == Self::Parry {
            return false;
        }
        self == Self::Ours || dimension == 2 || dimension == 3
    }

    /// Returns whether it neither divides nor takes roots for a verdict, so that any ring will do: see
    /// [`decide`](Self::decide).
    #[must_use]
    pub fn takes_rings(self) -> bool {
        self.knows(2) && !matches!(self, Self::Tutorial | Self::PointProgress)
    }

    pub(super) fn takes_margins(self) -> bool {
        self.measures() && self != Self::Tutorial
    }

    fn is_scaled(self) -> bool {
        !matches!(self, Self::Unscaled | Self::Tutorial)
    }

    fn is_local(self) -> bool {
        !matches!(self, Self::WorldFrame | Self::Tutorial)
    }

    /// Asks about two shapes. The verdict is undecided in a dimension that the way does not [know](Self::knows).
    pub fn ask<T: Real, A, B, const D: usize>(self, a: &A, b: &B) -> Found<T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Ways<T, D>,
    {
        self.ask_from(a, b, Start::Centers, &mut ())
    }

    /// The same from any start, and with an observer. (Of a [`Start::Pair`] only ours takes both directions.)
    ///
    /// ```
    /// use gjk::{Start, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
    /// use gjk_study::published::Way;
    /// let (square, point) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::point(Point2::new(4.0, 0.5))?);
    /// let found = Way::Ericson.ask_from(&square, &point, Start::Along(Vector2::new(0.0, 1.0)), &mut ());
    /// assert_eq!(found.distance.map(|found| found.distance), Some(3.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn ask_from<T: Real, A, B, const D: usize>(
        self,
        a: &A,
        b: &B,
        start: Start<T, D>,
        observer: &mut dyn Observer<T, D>,
    ) -> Found<T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Ways<T, D>,
    {
        self.ask_about([&a, &b], start, self.measures(), observer)
    }

    /// The same about any shapes, and for the verdict alone if it need not measure.
    pub(super) fn ask_about<T: Real, const D: usize>(
        self,
        shapes: [&dyn Support<D, Scalar = T>; 2],
        start: Start<T, D>,
        measures: bool,
        observer: &mut dyn Observer<T, D>,
    ) -> Found<T, D>
    where
        Cases: Ways<T, D>,
    {
        let difference = Difference(shapes[0], shapes[1]);
        let frame = self.frame(shapes);
        let options = Options { start, ..Options::default() };
        let mut observer: &mut dyn Observer<T, D> = observer;
        if self == Self::Ours {
            let set = Erased::<T, Cases, D>::new(&difference);
            return if measures {
                let mut query = Query::new().start(options.start).with_observer(observer);
                let found = query.distance_of(&set);
                let intersects = found.undecided.is_none().then(|| found.intersects());
                Found { intersects, evaluations: found.evaluations, distance: Some(found) }
            } else {
                Found::decided(&mut Search::new(&set, &frame, &options, &mut observer))
            };
        }
        let Some(locate) = Cases::locate_by(self) else { return Found::nothing() };
        let swollen = Swollen(&difference);
        let set: &dyn ConvexSet<D, Scalar = T> = if self.takes_margins() { &difference } else { &swollen };
        let nearest: Solve<T, D> = nearest_point;
        let rules = Rules {
            locate,
            unit_scale: self.is_scaled(),
            nearest: (self == Self::PointProgress).then_some(nearest),
            measures,
        };
        let set = Erased::new(set);
        let mut walk = Walk::new(&set, &frame, &options, &mut observer, rules);
        let walked = if self == Self::Tutorial { walk.run_as_in_tutorials() } else { walk.run() };
        Found {
            intersects: walked.intersects,
            evaluations: walked.evaluations,
            distance: measures.then(|| walk.measured(&walked.approach)),
        }
    }

    /// The coordinates that it computes in.
    pub(super) fn frame<T: Real, const D: usize>(self, shapes: [&dyn Support<D, Scalar = T>; 2]) -> Frame<T, D> {
        let frame = frame(shapes, self.is_scaled(), self.is_local());
        if self.takes_margins() { frame } else { Swollen::frame_from(frame) }
    }

    /// The verdict alone, for numbers that need not divide. `None` if the way does; or if the sets have margins, and the way
    /// knows of none. It has no [distance](Found::distance).
    ///
    /// ```
    /// use gjk::{nalgebra::Point2, shape::Triangle};
    /// use gjk_study::published::Way;
    /// use num_rational::BigRational;
    /// let p = |x: i64, y: i64| Point2::new(x, y).map(|x| BigRational::from_integer(x.into()));
    /// let a = Triangle::new([p(4, 5), p(4, 11), p(9, 9)])?;
    /// let b = Triangle::new([p(5, 7), p(12, 7), p(10, 2)])?;
    /// assert_eq!(Way::Johnson.decide(&a, &b).unwrap().intersects, Some(true));
    /// assert!(Way::Tutorial.decide(&a, &b).is_none());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn decide<T: Scalar, A, B, const D: usize>(self, a: &A, b: &B) -> Option<Found<T, D>>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Ways<T, D>,
    {
        let (a, b): (&dyn Support<D, Scalar = T>, &dyn Support<D, Scalar = T>) = (&a, &b);
        let difference = Difference(a, b);
        let set = Erased::<T, Cases, D>::new(&difference);
        let frame = frame([a, b], self.is_scaled(), self.is_local());
        if !self.takes_rings() || !self.takes_margins() && !frame.margin.is_zero() {
            return None;
        }
        let options = Options::default();
        if self == Self::Ours {
            let mut observer: &mut dyn Observer<T, D> = &mut ();
            return Some(Found::decided(&mut Search::new(&set, &frame, &options, &mut observer)));
        }
        let walked = self.walk(&difference, &frame, &options, &mut (), false);
        Some(walked.map_or_else(Found::nothing, |Walked { intersects, evaluations, .. }| Found {
            intersects,
            distance: None,
            evaluations,
        }))
    }

    /// The loop, with numbers of any ring. If the way `measures`, it goes on to the nearest points of what is apart. `None` if the way
    /// does not know this dimension.
    pub(super) fn walk<T: Scalar, const D: usize>(
        self,
        set: &dyn ConvexSet<D, Scalar = T>,
        frame: &Frame<T, D>,
        options: &Options<T, D>,
        observer: &mut dyn Observer<T, D>,
        measures: bool,
    ) -> Option<Walked<T, D>>
    where
        Cases: Ways<T, D>,
    {
        let rules = Rules { locate: Cases::locate_by(self)?, unit_scale: self.is_scaled(), nearest: None, measures };
        let (set, mut observer): (_, &mut dyn Observer<T, D>) = (Erased::new(set), observer);
        Some(Walk::new(&set, frame, options, &mut observer, rules).run())
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Way {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = Self::asked();
        all.iter().chain(&[Self::WrongSign]).find(|way| way.name() == text).copied().ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|way| way.name()).collect();
            format!("there is no way `{text}` to treat the simplex; there are {}", names.join(", "))
        })
    }
}

/// A dimension in which the ways can be asked, 1 to 8. A function that is generic over the dimension needs this bound on
/// [`Cases`] to ask them.
#[expect(private_bounds, reason = "the ways are no one else's, so nor are the dimensions")]
pub trait Ways<T: Scalar, const D: usize>: Treated<T, D> {}

impl<T: Scalar, const D: usize> Ways<T, D> for Cases where Self: Treated<T, D> {}

/// Asks with an observer.
type Asking<'a, T, const D: usize> = &'a mut dyn FnMut(&mut dyn Observer<T, D>) -> Answer;

/// What the ways do with a simplex.
pub(crate) trait Treated<T: Scalar, const D: usize>: SimplexCases<T, D> {
    /// Finds the nearest feature; `None` if the way does not know this dimension.
    fn locate_by(way: Way) -> Option<Locate<T, D>>;

    /// The tests by which it finds it.
    fn tests_by(way: Way, simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) -> Vec<(Test, T)>;

    /// Records what is asked with an observer.
    fn trace_by<R: Ruler<T, D>>(way: Way, ruler: R, margin: f64, ask: Asking<'_, T, D>) -> Trace;
}

/// Lists the tests.
struct List<T>(Vec<(Test, T)>);

impl<T: Scalar, const D: usize> Tests<T, D> for List<T> {
    fn test(&mut self, test: Test, _: &SVector<T, D>, value: &T) {
        self.0.push((test, value.clone()));
    }
}

/// What `ask` asks, recorded with the tests of `S`.
fn traced<T: Scalar, const D: usize, S: SimplexCases<T, D>, R: Ruler<T, D>>(
    ruler: R,
    margin: f64,
    ask: Asking<'_, T, D>,
) -> Trace {
    let mut recorder = Recorder::<T, D, S, R>::empty(ruler, margin);
    let answer = ask(&mut recorder);
    recorder.into_trace(answer)
}

macro_rules! treated {
    ($($d:literal),*) => { $(
        impl<T: Scalar> Treated<T, $d> for Cases {
            fn locate_by(way: Way) -> Option<Locate<T, $d>> {
                way.knows($d).then_some(with_cases!(way, By => <By as SimplexCases<T, $d>>::locate))
            }

            fn tests_by(way: Way, simplex: &Simplex<T, $d>, newest: &SupportPoint<T, $d>) -> Vec<(Test, T)> {
                let mut list = List(Vec::new());
                let _same_as_before = with_cases!(way, By => By::examine(simplex, newest, &mut list));
                list.0
            }

            fn trace_by<R: Ruler<T, $d>>(way: Way, ruler: R, margin: f64, ask: Asking<'_, T, $d>) -> Trace {
                with_cases!(way, By => traced::<T, $d, By, R>(ruler, margin, ask))
            }
        }
    )* };
}
treated!(2, 3);

macro_rules! only_ours {
    ($($d:literal),*) => { $(
        impl<T: Field> Treated<T, $d> for Cases {
            fn locate_by(way: Way) -> Option<Locate<T, $d>> {
                (way == Way::Ours).then_some(<Cases as SimplexCases<T, $d>>::locate)
            }

            fn tests_by(_: Way, simplex: &Simplex<T, $d>, newest: &SupportPoint<T, $d>) -> Vec<(Test, T)> {
                let mut list = List(Vec::new());
                let _same_as_before = Cases::examine(simplex, newest, &mut list);
                list.0
            }

            fn trace_by<R: Ruler<T, $d>>(_: Way, ruler: R, margin: f64, ask: Asking<'_, T, $d>) -> Trace {
                traced::<T, $d, Cases, R>(ruler, margin, ask)
            }
        }
    )* };
}
only_ours!(1, 4, 5, 6, 7, 8);
