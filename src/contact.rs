//! The contact: one signed answer for shapes that are apart, touch, or overlap. A shape is a core with a margin:
//!
//! | cores | shapes | the answer comes from |
//! | --- | --- | --- |
//! | apart | apart | the nearest points of the cores, less the margins |
//! | apart | overlapping in their margins | the same: the separation comes out negative |
//! | overlapping | overlapping | the [expanding polytope](crate::epa::Expansion) of the cores, or a closed form, plus the margins |
//!
//! All begin with the search of [`distance`](crate::distance()), which decides the sign of the separation.

use crate::cache::{Cache, Caches};
use crate::minkowski::{ConvexSet, Erased, Frame};
use crate::query::{BeyondLimit, Options, Query, Within};
use crate::scalar::{Real, max, min};
use crate::search::{
    Approach, End, Goal, Recall, Search, Separation, in_closed_form, not_inlined, with_pair, with_search,
};
use crate::simplex::{Cases, FeatureIds, Searchable};
use crate::{closed_form, epa::Expansion, observe::Observer, support::Support, verdict::Undecided, vertex::first_axis};
use nalgebra::{Point, SVector};

/// The answer of [`contact`]: signed separation (negative: the depth), normal and points, in the sets' own units.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Contact<T: Real, const D: usize> {
    /// The signed separation: the distance if the sets are apart, else minus the penetration depth. The depth is the
    /// least distance by which one of them has to move until they only touch. Positive exactly when the sets are apart.
    pub separation: T,
    /// A unit vector from A towards B: moving B along it by minus the separation makes them touch.
    pub normal: SVector<T, D>,
    /// A point of A and a point of B. The vector from the first to the second is `separation` times `normal`.
    pub points: [Point<T, D>; 2],
    /// A lower bound on the separation, as computed, which the normal proves.
    pub lower: T,
    /// An upper bound on the separation, as computed.
    pub upper: T,
    /// The reason if the answer is unknown. Then the separation is 0, and the normal means nothing.
    pub undecided: Option<Undecided>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
    /// The ids of the vertices of the features that the points are on.
    pub feature: FeatureIds<D>,
}

impl<T: Real, const D: usize> Contact<T, D> {
    /// Returns whether the sets share a point, as [`intersects`](crate::intersects); `true` if that is undecided.
    pub fn intersects(&self) -> bool {
        self.separation <= T::zero()
    }

    /// The penetration depth: 0 if the sets touch or are apart.
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
            feature: FeatureIds::default(),
        }
    }
}

/// The contact of two shapes: how deep they overlap, or how far apart they are; in which direction, and where.
///
/// Every pair has an answer. Some cases:
///
/// - *Touching*: the separation is 0 up to 64 ε of the largest coordinate, and the normal is the normal of a separating
///   plane.
/// - *One inside the other*, or *identical shapes*: the depth is the length of a minimum translation.
/// - *Flat* differences, such as the difference of two crossing segments: the depth is 0, and the normal is
///   perpendicular to A − B.
/// - *Balls and capsules* are measured between centers and axes. For equal centers the normal is arbitrary.
/// - *Cylinders, cones, ellipsoids* that overlap deeply are approximated by polytopes with a limited number of facets;
///   the bounds say how well. If nearly all directions around an axis are minimum translations (coaxial cylinders), the
///   separation is right but the upper bound is loose. Nearly round ellipsoids use [`Support::roundness`].
/// - *Needles*, *scale*, *distance from the origin*: rounding is relative to the shapes' largest coordinate.
///
/// Complexity: as for [`distance`](crate::distance()); if the cores overlap, one more support evaluation for each
/// vertex of the polytope, about 5 to 30. Boxes, segments and points ([`Outline`](crate::support::Outline)) need none
/// of these in two and three dimensions, swollen or not. No allocation in one, two and three dimensions.
///
/// From four dimensions on a polytope has at most 2¹⁵ facets, which boxes exceed from about six dimensions on. The
/// answer is then the best one found, and `lower` and `upper` say how good it is.
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
/// let ball = Ball::at(Point3::new(3.0, 1.5, 0.0), 1.0)?;
/// let rests = contact(&floor, &ball);
/// assert_eq!(rests.depth(), 0.5);
/// assert!((rests.points[0] - Point3::new(3.0, 1.0, 0.0)).norm() < 1e-14);
/// assert_eq!(rests.points[1], Point3::new(3.0, 0.5, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[doc(alias = "EPA")]
#[doc(alias = "penetration")]
pub fn contact<A, B, T: Real, const D: usize>(a: &A, b: &B) -> Contact<T, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
    Cases: Expansion<T, D>,
{
    Query::new().contact(a, b)
}

/// The contact of a set for a query that seldom asks for one. Compiled once for all sets.
#[cold]
pub(crate) fn contact_once<T: Real, K: Expansion<T, D>, const D: usize>(
    set: &dyn ConvexSet<D, Scalar = T>,
    options: Options<T, D>,
) -> Contact<T, D> {
    let unwatched: &mut dyn Observer<T, D> = &mut ();
    Query { options, observer: unwatched, cache: () }.contact_of(&Erased::<_, K, D>::new(set))
}

impl<T: Real, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// The contact of two shapes: see [`contact`].
    ///
    /// An expansion takes 64 + 32·D evaluations at most. If its bounds have not met by then, the best direction is
    /// refined to a local minimum. If this may be far from the least, other directions are refined, too.
    /// [`max_evaluations`](Self::max_evaluations) limits all of this.
    ///
    /// ```
    /// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let other = square.posed(Vector2::new(1.5, 0.5))?;
    /// assert_eq!(Query::new().shortcuts(false).contact(&square, &other).separation, -0.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn contact<A, B>(&mut self, a: &A, b: &B) -> Contact<T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Expansion<T, D>,
    {
        with_pair!(A, B, a, b, |set| self.contact_of(set))
    }

    /// The contact of a convex set with the origin; for a [`Difference`](crate::Difference), the contact of two shapes.
    pub fn contact_of<C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>>(&mut self, set: &C) -> Contact<T, D> {
        let (Self { options, observer, cache }, frame) = (self, set.frame());
        if let Some(found) = known(set, &frame, options.allow_closed_forms(observer)) {
            return found;
        }
        not_inlined(|| {
            with_search!(C, set, &frame, options, observer, |search| {
                let mut cache = cache.worthwhile(set);
                let approach = search.measure_from(cache.as_deref_mut(), &Goal::Nearest, recall::<D>());
                search.contact(approach, cache)
            })
        })
    }

    /// The contact of two shapes if their separation is at most the limit; otherwise a proof that it is larger, which
    /// takes fewer steps. A limit below 0 accepts only shapes that overlap at least as deep as the limit says; NaN
    /// accepts no shapes.
    ///
    /// ```
    /// use gjk::{Query, SupportExt, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let other = square.posed(Vector2::new(2.25, 0.5))?;
    /// let farther = Query::new().contact_within(0.1, &square, &other).beyond().unwrap();
    /// assert_eq!((farther.axis, farther.lower), (Vector2::x(), 0.25));
    /// assert_eq!(Query::new().contact_within(0.3, &square, &other).near().unwrap().separation, 0.25);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    ///
    /// An undecided contact is never beyond the limit.
    pub fn contact_within<A, B>(&mut self, limit: T, a: &A, b: &B) -> Within<Contact<T, D>, T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: Expansion<T, D>,
    {
        with_pair!(A, B, a, b, |set| self.contact_of_within(limit, set))
    }

    /// The contact of a convex set with the origin, if the separation is at most the limit.
    #[expect(clippy::needless_pass_by_value, reason = "a limit is a number, which callers write where they ask")]
    pub fn contact_of_within<C>(&mut self, limit: T, set: &C) -> Within<Contact<T, D>, T, D>
    where
        C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
    {
        let (Self { options, observer, cache }, frame) = (self, set.frame());
        let found = match known(set, &frame, options.allow_closed_forms(observer)) {
            Some(found) => found,
            None => match not_inlined(|| {
                with_search!(C, set, &frame, options, observer, |search| {
                    let mut cache = cache.worthwhile(set);
                    let goal = Goal::within(&limit, &frame);
                    let approach = search.measure_from(cache.as_deref_mut(), &goal, recall::<D>());
                    if approach.beyond {
                        Err(search.beyond_limit(&approach))
                    } else {
                        Ok(search.contact(approach, cache))
                    }
                })
            }) {
                Ok(found) => found,
                Err(farther) => return Within::Beyond(farther),
            },
        };
        if found.separation <= limit || found.undecided.is_some() {
            Within::Near(found)
        } else {
            Within::Beyond(found.into())
        }
    }
}

impl<T: Real, const D: usize> From<Contact<T, D>> for BeyondLimit<T, D> {
    fn from(found: Contact<T, D>) -> Self {
        Self { axis: found.normal, lower: found.lower, evaluations: found.evaluations }
    }
}

/// The contact in closed form.
#[cfg_attr(fast, inline(always))]
fn known<T: Real, C: Searchable<D, Scalar = T>, const D: usize>(
    set: &C,
    frame: &Frame<T, D>,
    allowed: bool,
) -> Option<Contact<T, D>> {
    if !allowed {
        return None;
    }
    let cores = in_closed_form!(C, closed_form::contact(set, frame))?;
    Some(Contact::new(frame, set.margins(), cores))
}

/// An expansion grows from any points of A − B, but a polygon needs corners, which recalled points may not be.
const fn recall<const D: usize>() -> Recall {
    if D > 2 { Recall::Vertices } else { Recall::Axis }
}

impl<const D: usize, T: Real, C, O: Observer<T, D>> Search<'_, C, O, D>
where
    C: Searchable<D, Scalar = T, Cases: Expansion<T, D>>,
{
    fn known_depth(&self) -> Option<Separation<T, D>> {
        if self.options.shortcuts { in_closed_form!(C, closed_form::depth(self.set, self.frame)) } else { None }
    }

    /// The contact, from the end of the search. After an overlap the next query starts from the facet where the minimum
    /// translation ends, and a vertex on the other side.
    fn contact(&mut self, approach: Approach<T, D>, cache: Option<&mut Cache<T, D>>) -> Contact<T, D> {
        let (set, frame) = (self.set, self.frame);
        let expands = approach.plane.is_none();
        let found = match approach.end {
            End::Undecided(why) => Err(why),
            end if expands => match self.known_depth() {
                Some(cores) => Ok(Separation { evaluations: self.evaluations, ..cores }),
                None => self.depth(end == End::Enclosed),
            },
            _ => self.separation(approach).ok_or(Undecided::NotANumber),
        };
        let found = match found {
            Ok(cores) => Contact::new(frame, set.margins(), cores),
            Err(why) => Contact::undecided(frame, self.evaluations, why),
        };
        if expands
            && D > 2
            && let Some(cache) = cache
            && let Some([first, second, rest @ ..]) = found.feature.pairs().map(<[_; D]>::as_slice)
        {
            // A polytope's facets are seen from outside, and turn the other way than the search's.
            cache.retain([second, first].into_iter().chain(rest).copied());
        }
        found
    }
}

impl<T: Real, const D: usize> Contact<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn new(frame: &Frame<T, D>, [margin_a, margin_b]: [T; 2], cores: Separation<T, D>) -> Self {
        let is_loose = cores.is_loose(frame);
        let Separation { end, normal, distance, bound, witness, evaluations } = cores;
        let unscaled = |length: T| length / frame.scale.clone();
        let [bound, found] = [bound - frame.margin.clone(), distance - frame.margin.clone()];
        let [lower, separation, upper] = match end {
            End::Separated => {
                // As in `distance`: positive, and not less than is proven.
                let least = max(T::zero(), bound.clone());
                let separation = max(T::smallest(), unscaled(max(least, found)));
                [min(separation.clone(), unscaled(bound)), separation.clone(), separation]
            }
            End::WithinMargins => {
                // The depth along the normal. With an accuracy the points may be less deep, and give the upper bound.
                let deep = if is_loose { bound.clone() } else { found.clone() };
                let [separation, upper] =
                    [deep, found].map(|length| if length < T::zero() { unscaled(length) } else { T::zero() });
                [min(separation.clone(), unscaled(bound)), separation, upper]
            }
            _ => {
                let [least, most] = [found, bound].map(|length| T::zero() - unscaled(-length));
                [least.clone(), least, most]
            }
        };
        Self {
            separation,
            points: [
                &frame.reference + (witness.a + &normal * margin_a),
                &frame.reference + (witness.b - &normal * margin_b),
            ],
            normal,
            lower,
            upper,
            undecided: None,
            evaluations,
            feature: witness.ids,
        }
    }
}
