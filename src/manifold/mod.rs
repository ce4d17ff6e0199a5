//! The manifold of a contact: the few points that a physics solver pushes at, with ids that last from frame to frame.
//!
//! A contact has one pair of points, but a resting box touches along a whole face. So both shapes give their faces
//! along the contact's normal. The corners of the faces' overlap are candidates, and the few that hold the upper body
//! are kept.
//!
//! [`recipe`] has the steps from top to bottom. They work relative to the contact and at unit scale, so places and
//! sizes do not matter.

mod clip;
mod face;
mod fill;
mod keep;
mod known;
mod measure;
mod outline;
mod placed;
mod plane;
mod reduce;
mod relative;
mod surface;

pub use measure::ManifoldOptions;

use crate::cache::Caches;
use crate::contact::Contact;
use crate::epa::Expansion;
use crate::observe::Observer;
use crate::pose::Pose;
use crate::query::{Query, Start, Within};
use crate::scalar::{Real, dimension, min, whole};
use crate::search::asked;
use crate::simplex::Cases;
use crate::support::Support;
use crate::verdict::Undecided;
use core::array;
use face::{Basis, Overlap, Spot, is_flat_or_solid};
use measure::{Measure, Shapes};
use nalgebra::{Point, SVector, Vector2};
use outline::{LIMIT, Outline, SPARE};
use plane::Edge;
use reduce::{Chosen, POINTS, Spots};
use relative::Relative;

/// The answer of [`manifold`]: a normal, and the contact points of two bodies: at most two in the plane and four in
/// space, or up to eight if [`ManifoldOptions`] ask for them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "T: Real + serde::Serialize", deserialize = "T: Real + serde::Deserialize<'de>"))
)]
#[non_exhaustive]
pub struct Manifold<T: Real, const D: usize> {
    /// A unit vector from A towards B, in the coordinates that both are posed in.
    pub normal: SVector<T, D>,
    /// The reason if the contact is unknown. Then it has no points, and the normal means nothing.
    pub undecided: Option<Undecided>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
    points: [ManifoldPoint<T, D>; POINTS],
    count: usize,
    /// The separations when it was found.
    separations: [T; POINTS],
    /// The normal in A's own directions.
    own_normal: SVector<T, D>,
    /// B's pose, seen from A.
    relative: Relative<T, D>,
    /// A bound on the distance of the smaller shape's points from the contact.
    reach: T,
}

/// A point of a [`Manifold`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ManifoldPoint<T: Real, const D: usize> {
    /// A point of A and a point of B, in the coordinates that both shapes are posed in.
    pub points: [Point<T, D>; 2],
    /// Both points in their shapes' own coordinates, before posing: so they move with their bodies.
    pub local_points: [Point<T, D>; 2],
    /// The distance by which B's point is ahead of A's along the normal; negative where the shapes overlap.
    pub separation: T,
    /// The point's id: an integer below 2⁵³, unique among the points. It lasts as long as the same two edges meet
    /// there.
    pub id: u64,
}

/// Contact points for a physics solver, with persistent ids: the manifold of two shapes within `prediction` of each
/// other, or [`Within::Beyond`] if they are farther apart. (A negative prediction accepts only shapes that overlap at
/// least as deep as it says; NaN accepts no shapes.)
///
/// All points have one normal: the [`contact`](crate::contact())'s, or a face's if the two are nearly the same, so a
/// box that rests on a floor is pushed straight up. The points come from the two faces farthest along the normal: they
/// are the corners of the faces' overlap, as seen along the normal. Corners farther apart than `prediction` are left
/// out. If no corner is as deep as the contact, the contact's points are in the list. If there are more points than a
/// solver needs, four are kept: of all sets of four that *hold* the shapes, the set with the largest area. A set holds
/// a shape if the shape's [center](Support::center) is between the four, as seen along the normal; only a center inside
/// the overlap counts. So a supported body does not fall. [`ManifoldOptions`] in place of the prediction set the
/// center, up to eight points, and how much farther apart than the prediction other corners may be.
///
/// The prediction is how far ahead of a collision a point is of use: for a game, about as far as things move in a frame. All points are
/// on the shapes' surfaces, and the least separation is the contact's, up to a *slack*: a quarter of the prediction, and at least a few
/// ε of the largest coordinate. With the contact's normal no separation is below the contact's, up to rounding; with a face's normal,
/// no separation is below it by more than the slack. With the bodies swapped the answer is mirrored, up to rounding.
///
/// Boxes, segments, triangles, tetrahedra, [`Polygon`](crate::shape::Polygon)s,
/// [`ConvexHull`](crate::shape::ConvexHull)s, capsules, cylinders and cones have faces ([`Support::support_face`]).
/// Other shapes, such as a [`PointCloud`](crate::shape::PointCloud), and two faces that are single points, have the
/// contact as the only point. In one dimension, and in four or more, all shapes have.
///
/// In the next frame [`Manifold::match_points`] tells which point is which, [`Manifold::follow`] saves the query while
/// nothing moves, and [`Manifold::update`] chooses the same points as before.
///
/// Complexity: a [`contact`](crate::contact()) and two faces, with at most 32 vertices each. Boxes, and polygons
/// of up to eight vertices, have their faces at hand and need no search. No allocation.
///
/// Sources: Erin Catto, Contact Manifolds, 2007, and Dirk Gregorius, Robust Contact Creation for Physics Simulations,
/// 2015, which clip one face by the sides of the other; here both are clipped as seen along the normal.
///
/// ```
/// use gjk::{SupportExt, manifold, nalgebra::{Point3, Vector3}, shape::Cuboid};
/// let floor = Cuboid::<f64, 3>::new(Vector3::new(10.0, 1.0, 10.0))?.posed(Vector3::new(0.0, -1.0, 0.0))?;
/// let stone = Cuboid::new(Vector3::new(0.5, 0.25, 0.5))?.posed(Vector3::new(3.0, 0.24, 4.0))?;
///
/// let touch = manifold(&floor, &stone, 0.02).near().expect("it has sunk in a little");
/// assert_eq!(touch.normal, Vector3::y());
/// assert_eq!(touch.points().len(), 4);
/// for point in touch.points() {
///     assert!((point.separation + 0.01).abs() < 1e-15);
///     // It is on top of the floor, and in the stone's own coordinates a corner.
///     assert!(point.points[0].y.abs() < 1e-15);
///     assert!((point.local_points[1].coords.abs() - Vector3::new(0.5, 0.25, 0.5)).norm() < 1e-14);
/// }
///
/// let farther = manifold(&floor, &stone.shape().posed(Vector3::new(3.0, 0.5, 4.0))?, 0.02).beyond().unwrap();
/// assert_eq!(farther.lower, 0.25);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn manifold<T: Real, const D: usize>(
    a: &(impl Support<D, Scalar = T> + ?Sized),
    b: &(impl Support<D, Scalar = T> + ?Sized),
    options: impl Into<ManifoldOptions<T, D>>,
) -> Within<Manifold<T, D>, T, D>
where
    Cases: Expansion<T, D>,
{
    Query::new().manifold(a, b, options)
}

impl<T: Real, const D: usize, O: Observer<T, D>, M: Caches<T, D>> Query<T, D, O, M> {
    /// The manifold of two shapes within the prediction, else [`Within::Beyond`]: see [`manifold`].
    ///
    /// ```
    /// use gjk::{Query, Start, SupportExt, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let (low, high) = (square.posed(Vector2::new(0.0, 0.0))?, square.posed(Vector2::new(0.5, 2.0))?);
    /// let found = Query::new().start(Start::Along(Vector2::y())).manifold(&low, &high, 0.1).near().expect("they touch");
    /// assert_eq!(found.points().len(), 2);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    ///
    /// [`Within::Beyond`], if the shapes are farther apart than the prediction.
    #[cfg_attr(fast, inline(always))]
    pub fn manifold(
        &mut self,
        a: &(impl Support<D, Scalar = T> + ?Sized),
        b: &(impl Support<D, Scalar = T> + ?Sized),
        options: impl Into<ManifoldOptions<T, D>>,
    ) -> Within<Manifold<T, D>, T, D>
    where
        Cases: Expansion<T, D>,
    {
        self.next_manifold(asked(&a), asked(&b), &options.into(), None)
    }

    /// The manifold of two shapes some time after another one.
    #[cfg_attr(fast, inline(always))]
    fn next_manifold(
        &mut self,
        a: &(impl Support<D, Scalar = T> + ?Sized),
        b: &(impl Support<D, Scalar = T> + ?Sized),
        options: &ManifoldOptions<T, D>,
        before: Option<&Manifold<T, D>>,
    ) -> Within<Manifold<T, D>, T, D>
    where
        Cases: Expansion<T, D>,
    {
        let still = Pose::from(SVector::zeros());
        let poses = [a.pose().unwrap_or(&still), b.pose().unwrap_or(&still)];
        let reach =
            |touched: &Point<T, D>| whole::<T>(dimension::<D>()).sqrt() * min(a.extent(touched), b.extent(touched));
        if !self.options.allow_closed_forms(&self.observer) {
            return self.searched_manifold(a, b, options, before);
        }
        if const { D == 2 } {
            return match (known::Asked { a, b, wanted: options, names: &[] }).edges() {
                Some(Ok(ends)) => {
                    let mut near = Within::Near(Manifold::without_points(&ends.normal, None, 0));
                    if let Within::Near(found) = &mut near {
                        found.take(&ends, poses, reach);
                    }
                    near
                }
                Some(Err(beyond)) => Within::Beyond(beyond),
                None => self.searched_manifold(a, b, options, before),
            };
        }
        let names = before.map(Manifold::names);
        let names = names.as_ref().map_or(&[][..], |names| &names[..]);
        // In place: a manifold is large.
        let mut near = Within::Near(Manifold::without_points(&SVector::zeros(), None, 0));
        let Within::Near(found) = &mut near else { return near };
        let take = |chosen: &Chosen<'_, T>, basis: &Basis<T, D>, scaled: (&Point<T, D>, &T)| {
            found.relative = Relative::of(poses);
            found.fill(chosen, poses, basis, scaled);
            found.reach = reach(&found.points[0].points[0]);
        };
        match (known::Asked { a, b, wanted: options, names }).faces(take) {
            Some(None) => near,
            Some(Some(beyond)) => Within::Beyond(beyond),
            None => self.searched_manifold(a, b, options, before),
        }
    }

    /// The manifold of a contact that is searched for.
    fn searched_manifold(
        &mut self,
        a: &(impl Support<D, Scalar = T> + ?Sized),
        b: &(impl Support<D, Scalar = T> + ?Sized),
        options: &ManifoldOptions<T, D>,
        before: Option<&Manifold<T, D>>,
    ) -> Within<Manifold<T, D>, T, D>
    where
        Cases: Expansion<T, D>,
    {
        let contact = self.contact_within(options.prediction.clone(), a, b);
        contact.map(|contact| Manifold::of(a, b, &contact, options.clone(), before))
    }
}

impl<T: Real, const D: usize> Manifold<T, D> {
    /// The points, in no particular order; none if the contact is undecided.
    pub fn points(&self) -> &[ManifoldPoint<T, D>] {
        // A manifold read from a file may claim more.
        &self.points[..self.count.min(POINTS)]
    }

    /// The manifold of the same two bodies, some time later, else [`Within::Beyond`]: see [`manifold`]. The search
    /// starts along the normal of this one, whose points are preferred.
    ///
    /// ```
    /// use gjk::{SupportExt, manifold, nalgebra::{Isometry3, Vector3}, shape::{Cuboid, Cylinder}};
    /// let table = Cuboid::new(Vector3::new(5.0, 1.0, 5.0))?.posed(Vector3::new(0.0, -1.0, 0.0))?;
    /// let mut drum = Cylinder::with_radius(1.0).half_height(0.5)?.posed(Vector3::new(0.0, 0.5, 0.0))?;
    /// let mut touch = manifold(&table, &drum, 0.01).near().expect("it stands");
    /// for step in 1..=10 {
    ///     drum.set_pose(Isometry3::new(Vector3::new(0.0, 0.5, 0.0), Vector3::y() * 0.01 * f64::from(step)))?;
    ///     let next = touch.update(&table, &drum, 0.01).near().expect("it turns");
    ///     // The rim is a polygon of twelve corners; the same four are kept.
    ///     assert!(next.points().iter().zip(touch.points()).all(|(new, old)| new.id == old.id));
    ///     touch = next;
    /// }
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn update(
        &self,
        a: &(impl Support<D, Scalar = T> + ?Sized),
        b: &(impl Support<D, Scalar = T> + ?Sized),
        options: impl Into<ManifoldOptions<T, D>>,
    ) -> Within<Self, T, D>
    where
        Cases: Expansion<T, D>,
    {
        let start = Start::Along(self.normal.clone());
        Query::new().start(start).next_manifold(asked(&a), asked(&b), &options.into(), Some(self))
    }

    /// The manifold of two shapes with a known contact, at any time after `before`: see [`manifold`]. It has no points
    /// if the contact's separation is more than the prediction.
    ///
    /// ```
    /// use gjk::{Manifold, SupportExt, contact, nalgebra::Vector2, shape::Cuboid};
    /// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
    /// let (low, high) = (square.posed(Vector2::new(0.0, 0.0))?, square.posed(Vector2::new(0.5, 1.75))?);
    /// let found = Manifold::of(&low, &high, &contact(&low, &high), 0.01, None);
    /// let mut on_low = [0, 1].map(|k| found.points()[k].local_points[0].x);
    /// on_low.sort_by(f64::total_cmp);
    /// assert_eq!(on_low, [-0.5, 1.0]);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn of(
        a: &(impl Support<D, Scalar = T> + ?Sized),
        b: &(impl Support<D, Scalar = T> + ?Sized),
        contact: &Contact<T, D>,
        options: impl Into<ManifoldOptions<T, D>>,
        before: Option<&Self>,
    ) -> Self {
        let mut found = Self::without_points(&contact.normal, contact.undecided, contact.evaluations);
        recipe(&mut found, (Some(&a), &b), contact, &options.into(), before);
        found
    }

    /// The manifold of a half-space and a shape with a known contact.
    ///
    /// ```
    /// use gjk::{Manifold, SupportExt, nalgebra::Vector2, shape::{Cuboid, HalfSpace}};
    /// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 0.0)?;
    /// let stone = Cuboid::new(Vector2::new(1.0, 0.5))?.posed(Vector2::new(3.0, 0.5))?;
    /// let touch = ground.manifold(&stone, 0.01).near().expect("it rests");
    /// assert_eq!(Manifold::of_half_space(&stone, &ground.contact(&stone), 0.01, Some(&touch)), touch);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn of_half_space(
        b: &(impl Support<D, Scalar = T> + ?Sized),
        contact: &Contact<T, D>,
        options: impl Into<ManifoldOptions<T, D>>,
        before: Option<&Self>,
    ) -> Self {
        let mut found = Self::without_points(&contact.normal, contact.undecided, contact.evaluations);
        recipe(&mut found, (None, &b), contact, &options.into(), before);
        found
    }
}

/// Makes a manifold of a contact in place; without an `a` for a half-space. Compiled once for each type.
fn recipe<T: Real, const D: usize>(
    found: &mut Manifold<T, D>,
    shapes: Shapes<'_, T, D>,
    contact: &Contact<T, D>,
    options: &ManifoldOptions<T, D>,
    before: Option<&Manifold<T, D>>,
) {
    let still = Pose::from(SVector::zeros());
    let poses = [shapes.0, Some(shapes.1)].map(|shape| shape.and_then(Support::pose).unwrap_or(&still));
    found.relative = Relative::of(poses);
    if contact.undecided.is_some() {
        return;
    }
    let measure = Measure::of(shapes, contact, options);
    let names = before.map(Manifold::names);
    let names = names.as_ref().map_or(&[][..], |names| &names[..]);
    found.reach = measure.reach.clone();
    if !is_flat_or_solid::<D>() {
        found.touches_once(poses, &measure, contact);
        return;
    }
    // Only one of the two is compiled in each dimension.
    if const { D == 2 } {
        found.touches::<Edge<T, D>, 3>(shapes, poses, &measure, contact, names);
        return;
    }
    // Most faces have up to four corners, rims twelve: clearing memory for more would cost more than the rest.
    if !found.touches::<Outline<T, D, 4>, 9>(shapes, poses, &measure, contact, names)
        && !found.touches::<Outline<T, D, 14>, 29>(shapes, poses, &measure, contact, names)
    {
        found.touches::<Outline<T, D, { LIMIT + SPARE }>, 69>(shapes, poses, &measure, contact, names);
    }
}

impl<T: Real, const D: usize> Manifold<T, D> {
    /// Finds the normal, and the few points where the shapes touch. False if a face has too many vertices.
    fn touches<F: Overlap<T, D, SPOTS>, const SPOTS: usize>(
        &mut self,
        (a, b): Shapes<'_, T, D>,
        poses: [&Pose<T, D>; 2],
        measure: &Measure<'_, T, D>,
        contact: &Contact<T, D>,
        names: &[u64],
    ) -> bool {
        let mut basis = Basis::new(contact.normal.clone());
        let least = contact.separation.clone() * measure.scale.clone();
        let deep_enough = measure.limits.deep_enough(&least);
        let mut corners: [_; SPOTS] = array::from_fn(|_| Spot::new(Vector2::zeros(), [T::zero(), T::zero()], 0));
        let mut spots = Spots::new(&mut corners);
        // 1. The faces along the normal.
        let (mut on_a, mut on_b) = (F::new(0), F::new(1));
        let (from_a, from_b) = (a.map(|a| measure.source(a)), measure.source(b));
        if !from_a.as_ref().is_none_or(|a| on_a.take(a, &basis.up)) || !on_b.take(&from_b, &-&basis.up) {
            return false;
        }
        let widen = |[on_a, on_b]: [&mut F; 2], basis: &Basis<T, D>, centers: &[Option<Vector2<T>>; 2]| {
            let is_wider = from_a.as_ref().is_some_and(|a| on_a.widen(a, basis, centers));
            on_b.widen(&from_b, basis, centers) || is_wider
        };
        on_a.see(&basis);
        on_b.see(&basis);
        // 2. If a face's normal is as good as the contact's, it is taken: a box at rest is then pushed straight up.
        // 3. The corners of the overlap, as seen along the normal, with the heights of both faces.
        let mut tops = [T::zero(), least.clone()];
        let mut is_kept = true;
        if let Some((normal, tops_there)) = a.and_then(|a| measure.snapped([a, b], [&on_a, &on_b], &basis, &least)) {
            let kept = core::mem::replace(&mut basis, Basis::new(normal));
            on_a.see(&basis);
            on_b.see(&basis);
            measure.collect((a, b), [&on_a, &on_b], &basis, &tops_there, &mut spots);
            // If the contact's own points are needed, so is its normal: along another they are not on both surfaces.
            let near_enough = measure.limits.near_enough(&least);
            let is_missing = |spots: &Spots<'_, T>| spots.deepest().is_none_or(|spot| spot.apart > near_enough);
            if is_missing(&spots) && widen([&mut on_a, &mut on_b], &basis, &measure.centers((a, b), &basis)) {
                spots.clear();
                measure.collect((a, b), [&on_a, &on_b], &basis, &tops_there, &mut spots);
            }
            is_kept = is_missing(&spots);
            if is_kept {
                spots.clear();
                basis = kept;
                on_a.see(&basis);
                on_b.see(&basis);
            } else {
                tops = tops_there;
            }
        }
        if is_kept {
            if F::may_share_a_line(&on_a, &on_b) {
                if let Some(a) = &from_a {
                    on_a.aim(a, &basis);
                }
                on_b.aim(&from_b, &basis);
            }
            measure.collect((a, b), [&on_a, &on_b], &basis, &tops, &mut spots);
        }
        // 4. The contact itself, if it is deeper than all of these.
        // 5. The points that hold the shapes.
        let centers = || measure.centers((a, b), &basis);
        let complete = |spots: &mut Spots<'_, T>| {
            if least <= measure.limits.near() && spots.deepest().is_none_or(|spot| spot.apart > deep_enough) {
                spots.push(measure.witness(contact, &basis));
            }
        };
        complete(&mut spots);
        // The slack counts once: from the contact's depth, even if no candidate is as deep.
        let enough = |deepest: &T| measure.limits.deep_enough(if *deepest < least { deepest } else { &least });
        let mut chosen = spots.chosen(measure.most, names, &enough, &centers);
        // A center that is not held may be between a rim and its polygon.
        if !chosen.holds_all && (on_a.may_be_rim() || on_b.may_be_rim()) {
            let centers = centers();
            if !chosen.hold(&centers) && widen([&mut on_a, &mut on_b], &basis, &centers) {
                spots.clear();
                measure.collect((a, b), [&on_a, &on_b], &basis, &tops, &mut spots);
                complete(&mut spots);
                chosen = spots.chosen(measure.most, names, &enough, &|| centers.clone());
            }
        }
        self.fill(&chosen, poses, &basis, (&measure.from, &measure.scale));
        true
    }

    /// Takes the contact as the only point, where faces are not clipped.
    fn touches_once(&mut self, poses: [&Pose<T, D>; 2], measure: &Measure<'_, T, D>, contact: &Contact<T, D>) {
        let basis = Basis::new(contact.normal.clone());
        let mut corners = [Spot::new(Vector2::zeros(), [T::zero(), T::zero()], 0)];
        let mut spots = Spots::new(&mut corners);
        if contact.separation.clone() * measure.scale.clone() <= measure.limits.near() {
            spots.push(measure.witness(contact, &basis));
        }
        let chosen = spots.chosen(measure.most, &[], &|deepest| measure.limits.deep_enough(deepest), &|| [None, None]);
        self.fill(&chosen, poses, &basis, (&measure.from, &measure.scale));
    }
}
