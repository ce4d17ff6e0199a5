//! The contact: one signed answer for shapes that are apart, touch, or overlap.
//!
//! A shape is a core and a margin around it, so that three cases cover everything:
//!
//! | cores | shapes | the answer comes from |
//! | --- | --- | --- |
//! | apart | apart | the nearest points of the cores, less the margins |
//! | apart | overlapping in their margins | the same: the separation comes out negative |
//! | overlapping | overlapping | the [expanding polytope](crate::Expansion) of the cores, and the margins on top; for boxes, segments and points a closed form |
//!
//! All three begin with the search that [`distance`](crate::distance()) and [`intersects`](crate::intersects) make, so the
//! sign of the separation is the verdict.

use crate::epa::{self, Depth, Expansion};
use crate::minkowski::{Composite, Difference, Frame, OutOfScale};
use crate::observe::Observer;
use crate::options::Options;
use crate::scalar::{Real, max};
use crate::search::{Approach, Between, End, Mean, Search, Until};
use crate::simplex::{Cases, Searchable};
use crate::support::Support;
use crate::verdict::Undecided;
use crate::vertex::first_axis;
use nalgebra::{Point, SVector};

/// How two sets meet, or how far apart they are.
///
/// In the sets' own units and coordinates.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact<T: Real, const D: usize> {
    /// The signed separation: the distance, positive exactly when the sets are apart; or minus the penetration depth, which
    /// is the least distance by which one of them has to be moved to part them (but for touching).
    pub separation: T,
    /// A unit vector from A towards B: moving B along it by minus the separation makes them touch.
    pub normal: SVector<T, D>,
    /// A point of A and a point of B. Their difference, the second less the first, is `separation` times `normal`.
    pub points: [Point<T, D>; 2],
    /// A lower bound on the separation, as computed: what the normal proves.
    pub lower: T,
    /// An upper bound on the separation, as computed.
    pub upper: T,
    /// Why the answer is not known, if it is not; then the separation is 0 and the normal any unit vector.
    pub undecided: Option<Undecided>,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
}

impl<T: Real, const D: usize> Contact<T, D> {
    /// Whether the sets have a point in common; `true`, to be on the safe side, where that is undecided.
    ///
    /// Always the same as [`intersects`](crate::intersects) says.
    pub fn intersects(&self) -> bool {
        self.separation <= T::zero()
    }

    /// How deep the sets overlap: 0 if they touch or are apart.
    pub fn depth(&self) -> T {
        max(T::zero(), T::zero() - self.separation.clone())
    }

    fn undecided(frame: &Frame<T, D>, evaluations: u32, why: Undecided) -> Self {
        Self {
            separation: T::zero(),
            normal: first_axis(),
            points: [frame.reference.clone(), frame.reference.clone()],
            lower: T::zero(),
            upper: T::zero(),
            undecided: Some(why),
            evaluations,
        }
    }
}

/// The contact of two shapes: how deep they overlap, or how far apart they are; in which direction, and where.
///
/// There is an answer for every pair. Some are worth a sentence:
///
/// - *Touching*: the separation is 0 and the normal that of a plane between the shapes. Shapes that touch within
///   rounding may be found to be apart or not; the separation is within 64 units of roundoff of the largest coordinate.
/// - *One inside the other*, or *identical shapes*: the depth is that of the shortest way out. Where several directions are
///   equally short, one of them is taken.
/// - *Flat*: if A − B has no interior, as for two segments that cross in space or two polygons in one plane, the depth is 0 and
///   the normal perpendicular to it. A segment through a box is not that: A − B has an interior, and the segment its depth.
/// - *Balls and capsules* are measured between centers and axes, however deep they overlap. Those of concentric balls differ
///   in no direction, and some unit vector is the normal.
/// - *Cylinders, cones, ellipsoids* in deep overlap are approached by polytopes with a limited number of facets. The bounds
///   say what was reached: where there are infinitely many shortest ways out (coaxial cylinders, spheres given as
///   ellipsoids) the separation is right and the upper bound is loose.
/// - *Needles*, *scale*, *distance from the coordinate origin*: rounding is relative to the largest coordinate of the shapes,
///   whatever it is.
///
/// Complexity: that of [`distance`](crate::distance()), and, if the cores overlap, one more support evaluation for each
/// vertex of the polytope: about 5 to 30. In two and three dimensions none for pairs of boxes, segments and points
/// ([`Parallelotope`](crate::Parallelotope)), swollen or not: their difference has 15 pairs of facets at most. No allocation
/// in one, two and three dimensions; in more, see [`contact_in`].
///
/// ```
/// use gjk::{SupportExt, contact, nalgebra::{Point3, Vector3}, shape::{Ball, Cuboid}};
/// let floor = Cuboid::new(Vector3::new(10.0, 1.0, 10.0))?;
/// let crate_ = Cuboid::new(Vector3::new(0.5, 0.5, 0.5))?;
///
/// let sunk = contact(&floor, &crate_.clone().posed(Vector3::new(3.0, 1.25, 0.0))?);
/// assert_eq!((sunk.separation, sunk.normal), (-0.25, Vector3::y()));
/// let above = contact(&floor, &crate_.posed(Vector3::new(3.0, 2.0, 0.0))?);
/// assert_eq!((above.separation, above.normal), (0.5, Vector3::y()));
///
/// let ball = Ball::new(Point3::new(3.0, 1.5, 0.0), 1.0)?;
/// let rests = contact(&floor, &ball);
/// assert_eq!(rests.depth(), 0.5);
/// assert!((rests.points[0] - Point3::new(3.0, 1.0, 0.0)).norm() < 1e-14);
/// assert_eq!(rests.points[1], Point3::new(3.0, 0.5, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact<A, B, T: Real, const D: usize>(a: &A, b: &B) -> Contact<T, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    contact_with(&Difference(a, b), &Options::default(), &mut ())
}

/// The contact of two shapes if their separation is at most `limit`, else `None`: which takes fewer steps to find out.
///
/// A limit that is NaN, no separation is within; a negative one only overlaps that are deeper.
///
/// ```
/// use gjk::{SupportExt, contact_within, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.clone().posed(Vector2::new(2.25, 0.5))?;
/// assert!(contact_within(&square, &other, 0.1).is_none());
/// assert_eq!(contact_within(&square, &other, 0.3).unwrap().separation, 0.25);
/// # Ok::<(), gjk::Error>(())
/// ```
#[expect(clippy::needless_pass_by_value, reason = "a limit is a number, mostly a literal")]
pub fn contact_within<A, B, T: Real, const D: usize>(a: &A, b: &B, limit: T) -> Option<Contact<T, D>>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    let set = Difference(a, b);
    let frame = set.frame();
    let between_cores = max(T::zero(), limit.clone() * frame.zoom.clone() + frame.margin.clone());
    let (options, until) = (Options::default(), Until::Beyond(between_cores));
    let found = if frame.is_ordinary() {
        walk(Search::new(&set, &frame, &options, &mut ()), &until, &mut <_>::default())
    } else {
        walk(Search::new(&OutOfScale::<_, Cases, D>::new(&set), &frame, &options, &mut ()), &until, &mut <_>::default())
    };
    found.filter(|found| found.separation <= limit)
}

/// The contact of a convex set with the origin, that is, for a [`Difference`], of two shapes; with options, and watched by an
/// observer.
///
/// [`Options::max_evaluations`] limits the search and, for as many again, the expansion. If that is cut short the best way
/// out that was found is walked to the least near it, which may take some more; the bounds say how good the answer is.
///
/// ```
/// use gjk::{Difference, Options, SupportExt, contact_with, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.clone().posed(Vector2::new(1.5, 0.5))?;
/// let found = contact_with(&Difference(&square, &other), &Options::default(), &mut ());
/// assert_eq!(found.separation, -0.5);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact_with<T, C, const D: usize>(
    set: &C,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
) -> Contact<T, D>
where
    T: Real,
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
{
    contact_in(set, options, observer, &mut <_>::default())
}

/// Where contacts of four and more dimensions keep their polytopes; nothing in fewer. See [`contact_in`].
pub type Workspace<T, const D: usize> = <Cases as Expansion<T, D>>::Workspace;

/// As [`contact_with`], in a workspace that the caller keeps: once it has grown to what the queries need, they allocate nothing.
///
/// It makes a difference from four dimensions on, where a polytope may have thousands of facets; in one, two and three it is `()`.
///
/// ```
/// use gjk::{Difference, Options, SupportExt, Workspace, contact_in, nalgebra::Vector4, shape::Cuboid};
/// let a = Cuboid::new(Vector4::new(1.0, 1.0, 1.0, 1.0))?;
/// let mut workspace = Workspace::<f64, 4>::default();
/// for step in 0..10 {
///     let b = a.clone().posed(Vector4::new(1.75, 0.1 * f64::from(step), 0.3, 0.2))?;
///     let found = contact_in(&Difference(&a, &b), &Options::default(), &mut (), &mut workspace);
///     assert!((found.depth() - 0.25).abs() < 1e-15);
/// }
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact_in<T, C, const D: usize>(
    set: &C,
    options: &Options<T, D>,
    observer: &mut impl Observer<T, D>,
    workspace: &mut <C::Cases as Expansion<T, D>>::Workspace,
) -> Contact<T, D>
where
    T: Real,
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
{
    let frame = set.frame();
    let found = if frame.is_ordinary() {
        walk(Search::new(set, &frame, options, observer), &Until::Nearest, workspace)
    } else {
        walk(
            Search::new(&OutOfScale::<_, C::Cases, D>::new(set), &frame, options, observer),
            &Until::Nearest,
            workspace,
        )
    };
    // Nothing is beyond `Nearest`.
    found.unwrap_or_else(|| Contact::undecided(&frame, 0, Undecided::Limit))
}

/// Walks to the contact; `None` if the sets are farther apart than was asked for.
fn walk<T, C, O, const D: usize>(
    mut search: Search<'_, C, O, D>,
    until: &Until<T>,
    workspace: &mut <C::Cases as Expansion<T, D>>::Workspace,
) -> Option<Contact<T, D>>
where
    T: Real,
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    O: Observer<T, D>,
{
    let approach = search.measure(until);
    if approach.beyond { None } else { Some(finish(&mut search, approach, workspace)) }
}

/// The contact, from where the search ended.
#[inline]
fn finish<T, C, O, const D: usize>(
    search: &mut Search<'_, C, O, D>,
    approach: Approach<T, D>,
    workspace: &mut <C::Cases as Expansion<T, D>>::Workspace,
) -> Contact<T, D>
where
    T: Real,
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    O: Observer<T, D>,
{
    let (frame, margins, evaluations) = (search.frame, search.set.margins(), search.evaluations);
    if let End::Undecided(why) = approach.end {
        return Contact::undecided(frame, evaluations, why);
    }
    let Approach { end, plane, around, .. } = approach;
    let Some(plane) = plane else {
        return match epa::depth(search, end == End::Enclosed, workspace) {
            Some(depth) => overlapping(frame, margins, depth),
            None => Contact::undecided(frame, evaluations, Undecided::NotANumber),
        };
    };
    let mut nearest = Mean::nearest(around.then_some(&search.newest), &search.simplex);
    if around {
        // As in `distance`: a plane separates what a simplex says intersects, and the gap is that of the plane.
        nearest.w.fill(T::zero());
    }
    let between = Between::cores(nearest, &plane, search.set, frame, search.options);
    apart(frame, margins, end, between, evaluations)
}

/// The contact of shapes whose cores are apart.
fn apart<T: Real, const D: usize>(
    frame: &Frame<T, D>,
    [margin_a, margin_b]: [T; 2],
    end: End,
    between: Between<T, D>,
    evaluations: u32,
) -> Contact<T, D> {
    let Between { normal, distance, lower, ends, evaluations: more } = between;
    let (proven, zero) = (lower - frame.margin.clone(), T::zero());
    let found = distance - frame.margin.clone();
    let separation = match end {
        // As in `distance`: positive, and not below what is proven.
        End::Separated => max(T::smallest(), max(max(zero, proven.clone()), found) / frame.zoom.clone()),
        _ if found < zero => found / frame.zoom.clone(),
        _ => zero,
    };
    let lower = proven / frame.zoom.clone();
    Contact {
        lower: if lower < separation { lower } else { separation.clone() },
        upper: separation.clone(),
        points: [&frame.reference + (ends.a + &normal * margin_a), &frame.reference + (ends.b - &normal * margin_b)],
        separation,
        normal,
        undecided: None,
        evaluations: evaluations + more,
    }
}

/// The contact of shapes whose cores overlap.
fn overlapping<T: Real, const D: usize>(
    frame: &Frame<T, D>,
    [margin_a, margin_b]: [T; 2],
    depth: Depth<T, D>,
) -> Contact<T, D> {
    let Depth { normal, lower, upper, a, b, evaluations } = depth;
    let separation = |depth: T| T::zero() - (depth + frame.margin.clone()) / frame.zoom.clone();
    let least = separation(upper);
    Contact {
        separation: least.clone(),
        lower: least,
        upper: separation(lower),
        points: [&frame.reference + (a + &normal * margin_a), &frame.reference + (b - &normal * margin_b)],
        normal,
        undecided: None,
        evaluations,
    }
}
