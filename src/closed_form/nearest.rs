//! The nearest points of two cores with few edges, and the bounds that they prove.
//!
//! Let w be the point that was found. The shares of w are from 0 to 1. So w is a point of A − B even if the shares are rounded, and the
//! cores are at most |w| apart. If all of A − B is behind a plane perpendicular to w, the cores are at least as far apart as this plane is
//! from the origin. So the answer proves itself, whatever method found the shares: a verdict is taken if rounding leaves no doubt, and a
//! distance if both bounds agree.

use super::round::Chord;
use crate::minkowski::Frame;
use crate::scalar::{
    Real, Scalar, clamp, column, difference, dimension, dot, largest, max, min, negated, norm, scaled, sum, ulps,
};
use crate::search::{BoundingPlane, End, Ray, RayCast, Separation, Witness};
use crate::simplex::{Feature, FeatureIds};
use crate::support::{OrientedBox, VertexId};
use crate::tolerance;
use crate::vertex::{SupportPoint, first_axis};
use core::array;
use nalgebra::SVector;

/// The nearest points of two cores.
pub(crate) struct Nearest<T, const D: usize> {
    /// The point of A − B nearest the origin, at the frame's scale.
    pub(super) w: SVector<T, D>,
    /// |w|².
    square: T,
    /// All of A − B is at least this far along w, times |w|.
    reach: T,
    /// The nearest points of A and of B.
    pub(super) points: [SVector<T, D>; 2],
    pub(super) way: Way<T, D>,
}

/// The way to the nearest points: from a corner of each core, along edges.
pub(crate) struct Way<T, const D: usize> {
    pub(super) corners: [SVector<T, D>; 2],
    /// The ids of the corners.
    pub(super) ids: [VertexId; 2],
    pub(super) steps: [Step<T, D>; D],
}

/// A way along a part of an edge.
#[derive(Clone)]
pub(super) struct Step<T, const D: usize> {
    /// The part of the edge, from 0 to 1.
    pub(super) share: T,
    pub(super) edge: SVector<T, D>,
    /// Whether it is an edge of B.
    pub(super) of_b: bool,
    /// The numbers of the edge's two ends differ in this bit.
    pub(super) bit: u32,
}

impl<T: Scalar, const D: usize> Way<T, D> {
    /// The vertices of A − B between the first two edges, or the first three.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn vertices(&self) -> [[VertexId; 2]; D] {
        let mut ids = self.ids;
        array::from_fn(|k| {
            let vertex = ids;
            let Step { of_b, bit, .. } = &self.steps[k];
            ids[usize::from(*of_b)].0 ^= bit;
            vertex
        })
    }

    /// The vertices that the nearest points are between.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn names(&self) -> FeatureIds<D> {
        let [taken, free] = self.taken_and_free();
        FeatureIds::corners(self.ids, taken, free)
    }

    /// The edges of each core whose other end is reached, and those on which the point is inside, a bit for each edge.
    #[cfg_attr(fast, inline(always))]
    fn taken_and_free(&self) -> [[u32; 2]; 2] {
        let ([mut taken_a, mut taken_b], [mut free_a, mut free_b]) = ([0; 2], [0; 2]);
        for step in &self.steps {
            let (begun, ended) = (step.share > T::zero(), step.share >= T::one());
            let taken = if ended { step.bit } else { 0 };
            let free = if begun && !ended { step.bit } else { 0 };
            // Without an index, which would keep the bits in memory.
            if step.of_b {
                (taken_b, free_b) = (taken_b | taken, free_b | free);
            } else {
                (taken_a, free_a) = (taken_a | taken, free_a | free);
            }
        }
        [[taken_a, taken_b], [free_a, free_b]]
    }
}

impl<T: Scalar, const D: usize> Nearest<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn new(w: SVector<T, D>, reach: T, points: [SVector<T, D>; 2], way: Way<T, D>) -> Self {
        Self { square: dot(&w, &w), w, reach, points, way }
    }

    /// The direction in which A − B comes nearest the origin.
    #[cold]
    pub(super) fn away(&self) -> SVector<T, D> {
        -&self.w
    }

    /// These nearest points, with the plane moved so that this point of A − B is behind it, too.
    #[cold]
    pub(super) fn behind(self, point: &SVector<T, D>) -> Self {
        let along = point.dot(&self.w);
        // A NaN proves nothing.
        let reach = if along >= self.reach { self.reach } else { along };
        Self { reach, ..self }
    }

    /// The verdict, if it is not in doubt.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn verdict(&self, frame: &Frame<T, D>) -> Option<End> {
        let clear = ulps(tolerance::CLEAR, &max(frame.size.clone(), frame.margin.clone()));
        let (far, near) = (frame.margin.clone() + clear.clone(), frame.margin.clone() - clear);
        let zero = T::zero();
        if near > zero && self.square < near.clone() * near {
            Some(End::WithinMargins)
        } else if self.reach > zero && self.reach.clone() * self.reach.clone() > far.clone() * far * self.square.clone()
        {
            Some(End::Separated)
        } else {
            None
        }
    }
}

impl<T: Real, const D: usize> Nearest<T, D> {
    /// The distance of the cores, and a bound on it, if the points and the plane agree.
    #[cfg_attr(fast, inline(always))]
    fn proven(&self, frame: &Frame<T, D>) -> Option<[T; 2]> {
        // Where the square underflows, the points are so near that no caller takes the answer.
        let distance = self.square.sqrt();
        let lower = self.reach.clone() / distance.clone();
        let agree = distance.clone() - lower.clone() <= ulps(tolerance::AGREED, &frame.size);
        let lower = min(distance.clone(), lower);
        agree.then_some([distance, lower])
    }

    /// The separation of the cores for a contact, which needs a proven one, and more than rounding: else the normal is not known.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn contact(&self, end: End, frame: &Frame<T, D>) -> Option<Separation<T, D>> {
        let proven = self.proven(frame)?;
        // The verdict has found that cores which are apart by more than the margins are so clearly.
        let is_clear = end == End::Separated || proven[0] > clear(frame);
        if is_clear { Some(self.separation(end, proven)) } else { None }
    }

    /// The separation of the cores for a distance, whose vertices have to fit into a feature. If the margins meet, it need not be
    /// proven.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn distance(self, end: End, frame: &Frame<T, D>) -> Option<(Separation<T, D>, Way<T, D>)> {
        let bounds = match end {
            End::Separated => self.proven(frame)?,
            _ => [norm(&self.w), T::zero()],
        };
        if self.way.fits(end.intersects()) { Some((self.separation(end, bounds), self.way)) } else { None }
    }

    #[cfg_attr(fast, inline(always))]
    fn separation(&self, end: End, [distance, bound]: [T; 2]) -> Separation<T, D> {
        let normal = if distance.is_zero() { first_axis() } else { -&self.w / distance.clone() };
        let ([a, b], ids) = (self.points.clone(), self.way.names());
        Separation { end, normal, distance, bound, witness: Witness { w: self.w.clone(), a, b, ids }, evaluations: 0 }
    }
}

/// 1 / x; 0 if x is not positive: then the edge has no length. `None` for a scalar that does not divide.
#[cfg_attr(fast, inline(always))]
pub(super) fn inverse<T: Scalar>(x: &T) -> Option<T> {
    if *x > T::zero() { T::one().quotient(x) } else { Some(T::zero()) }
}

impl<T: Scalar, const D: usize> Way<T, D> {
    /// Returns whether the feature has D vertices at most, or, if the shapes intersect, D + 1.
    #[cfg_attr(fast, inline(always))]
    fn fits(&self, intersects: bool) -> bool {
        let inside = |step: &&Step<T, D>| step.share > T::zero() && step.share < T::one();
        self.steps.iter().filter(inside).count() < D + usize::from(intersects)
    }

    /// Adds the vertices of A − B that the points are on to a feature that has none, with their weights.
    ///
    /// From the corners follow the edges to their ends, one after the other, in the order of decreasing shares t₁ ≥ t₂ ≥ …. That way
    /// passes vertices of A − B, and their weights are 1 − t₁, t₁ − t₂, and so on. So the vertices after an edge of share t weigh t
    /// together, and their mean is the point. (Hans Freudenthal, Simplizialzerlegungen von beschränkter Flachheit, Annals of
    /// Mathematics 43, 1942, divides a cube in this way.)
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn add_to(self, feature: &mut Feature<T, D>, frame: &Frame<T, D>) {
        let Self { corners: [a, b], ids, mut steps } = self;
        for i in 0..D {
            for k in i + 1..D {
                if steps[i].share < steps[k].share {
                    steps.swap(i, k);
                }
            }
        }
        let mut vertex = SupportPoint { w: SVector::zeros(), a, b, ids };
        let mut left = T::one();
        for Step { share, edge, of_b, bit } in steps {
            if share < left {
                feature.add(&mut vertex, left - share.clone(), &frame.scale);
                left = share;
            }
            if left.is_zero() {
                return;
            }
            if of_b {
                vertex.b += edge;
            } else {
                vertex.a += edge;
            }
            let id = &mut vertex.ids[usize::from(of_b)];
            if *id != VertexId::NONE {
                id.0 ^= bit;
            }
        }
        feature.add(&mut vertex, left, &frame.scale);
    }
}

/// A box, a segment or a point: one of its corners, and the edges from there.
pub(super) struct Orthotope<T, const D: usize, const N: usize> {
    pub(super) corner: SVector<T, D>,
    pub(super) edges: [SVector<T, D>; N],
    pub(super) id: VertexId,
}

impl<T: Scalar, const D: usize> Orthotope<T, D, 0> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn point(at: SVector<T, D>) -> Self {
        Self { corner: at, edges: [], id: VertexId(0) }
    }
}

impl<T: Scalar, const D: usize> Orthotope<T, D, 1> {
    #[cfg_attr(fast, inline(always))]
    pub(super) fn segment([start, end]: [SVector<T, D>; 2]) -> Self {
        Self { edges: [difference(&end, &start)], corner: start, id: VertexId(0) }
    }
}

impl<T: Scalar, const D: usize> From<OrientedBox<T, D>> for Orthotope<T, D, D> {
    /// From the corner on the negative sides.
    #[cfg_attr(fast, inline(always))]
    fn from(OrientedBox { middle: mut corner, axes, half_extents, .. }: OrientedBox<T, D>) -> Self {
        let edges = array::from_fn(|k| {
            let half = scaled(&column(&axes, k), &half_extents[k]);
            corner = difference(&corner, &half);
            sum(&half, &half)
        });
        Self { corner, edges, id: VertexId((1 << dimension::<D>()) - 1) }
    }
}

/// The nearest points of a box, which is shape B if they are `swapped`, and a point.
///
/// Let c + Σ tₖ·eₖ with 0 ≤ tₖ ≤ 1 be the points of the box. Its edges eₖ are perpendicular to each other, so each share is
/// independent of the others: project the point on the edge, and clamp (Christer Ericson, Real-Time Collision Detection, 2005,
/// sections 5.1.2 and 5.1.4).
///
/// If the edges are not perpendicular, the shares belong to another point of the parallelotope, and the check of the plane
/// through that point fails. That check is made in any case, with all corners: along each edge the nearer end counts.
#[cfg_attr(fast, inline(always))]
pub(super) fn of_point<T: Scalar, const D: usize, const N: usize>(
    Orthotope { corner, edges, id }: Orthotope<T, D, N>,
    point: SVector<T, D>,
    swapped: bool,
    frame: &Frame<T, D>,
) -> Option<Nearest<T, D>> {
    let toward = difference(&point, &corner);
    let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: swapped, bit: 0 });
    // From the corner to the nearest point.
    let mut along: SVector<T, D> = SVector::zeros();
    let mut bit = 1;
    for (step, edge) in steps.iter_mut().zip(edges) {
        step.share = clamp(dot(&toward, &edge) * inverse(&dot(&edge, &edge))?, T::zero(), T::one());
        along += scaled(&edge, &step.share);
        (step.edge, step.bit) = (edge, bit);
        bit <<= 1;
    }
    let w = scaled(&difference(&along, &toward), &frame.scale);
    // From the point to the corner of the box that is least far along w.
    let reach = steps.iter().take(N).fold(-dot(&toward, &w), |reach, step| {
        let more = dot(&step.edge, &w);
        if more < T::zero() { reach + more } else { reach }
    }) * frame.scale.clone();
    let nearest = sum(&corner, &along);
    // A point has one name.
    let first = VertexId(0);
    Some(if swapped {
        let way = Way { corners: [point.clone(), corner], ids: [first, id], steps };
        Nearest::new(negated(&w), reach, [point, nearest], way)
    } else {
        let way = Way { corners: [corner, point.clone()], ids: [id, first], steps };
        Nearest::new(w, reach, [nearest, point], way)
    })
}

/// The depth of a point inside a box, which is shape B if they are `swapped`: the way out is by the nearest face. `None` if the point is
/// not inside by more than rounding.
#[cfg_attr(fast, inline(always))]
pub(super) fn inside<T: Real, const D: usize>(
    block: &OrientedBox<T, D>,
    point: SVector<T, D>,
    swapped: bool,
    frame: &Frame<T, D>,
) -> Option<Separation<T, D>> {
    let toward = difference(&point, &block.middle);
    let local: SVector<T, D> = SVector::from_fn(|k, _| dot(&column(&block.axes, k), &toward));
    let depth = |k: usize| block.half_extents[k].clone() - local[k].abs();
    let (mut face, mut least) = (0, depth(0));
    for k in 1..D {
        let deep = depth(k);
        if deep < least {
            (face, least) = (k, deep);
        }
    }
    let reach = least.clone() * frame.scale.clone();
    let is_clear = reach > ulps(tolerance::CLEAR, &max(frame.size.clone(), frame.margin.clone()));
    if !is_clear {
        return None;
    }
    let up = if local[face] < T::zero() { -T::one() } else { T::one() };
    let outward = scaled(&column(&block.axes, face), &up);
    let on_face = sum(&point, &scaled(&outward, &least));
    // A face has the bits of all axes but its own.
    let free = (0..D).filter(|&k| k != face && block.half_extents[k] > T::zero()).fold(0, |free, k| free | 1 << k);
    let corner = VertexId(free | u32::from(up < T::zero()) << face);
    let (normal, [a, b], corners, free) = if swapped {
        (negated(&outward), [point, on_face], [VertexId(0), corner], [0, free])
    } else {
        (outward, [on_face, point], [corner, VertexId(0)], [free, 0])
    };
    let witness = Witness { w: scaled(&normal, &reach), a, b, ids: FeatureIds::corners(corners, [0; 2], free) };
    Some(Separation::overlap(witness, normal, [reach.clone(), reach], 0))
}

/// When two points meet that move in straight lines, with margins: where the path enters a ball around a point of A − B.
#[cfg_attr(fast, inline(always))]
pub(super) fn cast_points<T: Real, const D: usize>(
    points: [SVector<T, D>; 2],
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let (middle, radius) = (scaled(&difference(&points[0], &points[1]), &frame.scale), ray.margin.clone());
    let far = radius.clone() + clear(frame);
    let is_clear = radius > T::zero() && dot(&middle, &middle) > far.clone() * far && !largest(&ray.velocity).is_zero();
    if !is_clear {
        return None;
    }
    let chord = Chord::new(&middle, &radius, &ray.velocity);
    let before = chord.before.clone().unwrap_or_else(T::zero);
    let time = chord.nearest.clone() - before.clone();
    if !(chord.before.is_some() && time > T::zero() && time <= ray.until) {
        return Some(RayCast { end: End::Separated, time: T::zero(), plane: None, ends: points });
    }
    let axis = chord.outward(&before, &ray.velocity);
    let level = dot(&axis, &middle) + radius * norm(&axis);
    Some(RayCast { end: End::OnFeature, time, plane: Some(BoundingPlane { axis, level }), ends: points })
}

/// When two segments meet that move in straight lines, with margins.
///
/// Their nearest points at some time are on a corner, an edge or a face of A − B. Put balls around this corner, around the line of this
/// edge, or around the plane of this face. The time at which the path meets the balls is the next guess; if the path passes them by, it is
/// the time at which the path is nearest to them. Only the end is proven: a hit by a plane that the path crosses there, with all of A − B
/// on the other side; a miss by a plane that the whole path stays away from.
#[cfg_attr(fast, inline(always))]
pub(super) fn cast_segments<T: Real, const D: usize>(
    [a, b]: [[SVector<T, D>; 2]; 2],
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let (zero, velocity, size) = (T::zero(), &ray.velocity, max(frame.size.clone(), ray.margin.clone()));
    let far = ray.margin.clone() + ulps(tolerance::CLEAR, &size);
    let agreed = ulps(tolerance::AGREED, &size);
    let (mut time, mut is_begun) = (zero.clone(), false);
    for _ in 0..CAST_STEPS {
        let moved = scaled(velocity, &(time.clone() / frame.scale.clone()));
        let there = b.each_ref().map(|end| sum(end, &moved));
        let Nearest { w, square, reach, points, way } = of_segments(a.clone(), there, frame)?;
        let (distance, speed) = (square.sqrt(), dot(&w, velocity));
        let (lower, toward) = (reach.clone() / distance.clone(), speed.clone() / distance.clone());
        // The part of the path that is nearest to the plane is one of its ends.
        let nearer = max(toward.clone() * (ray.until.clone() - time.clone()), -toward.clone() * time.clone());
        if lower.clone() - nearer > far {
            let nowhere = [SVector::zeros(), SVector::zeros()];
            return Some(RayCast { end: End::Separated, time: zero, plane: None, ends: nowhere });
        }
        let is_begun_apart = is_begun || lower > far;
        if !is_begun_apart {
            return None;
        }
        let is_hit = (distance.clone() - ray.margin.clone()).abs() <= agreed && distance.clone() - lower <= agreed;
        if is_hit && is_begun && toward > zero {
            let level = ray.margin.clone() * distance - (reach + time.clone() * speed);
            let plane = Some(BoundingPlane { axis: negated(&w), level });
            let [on_a, on_b] = points;
            return Some(RayCast { end: End::OnFeature, time, plane, ends: [on_a, difference(&on_b, &moved)] });
        }
        is_begun = true;
        // The velocity across the edges that the points are inside of.
        let mut across = velocity.clone();
        let mut free = 0;
        for Step { edge, share, .. } in &way.steps {
            if *share > zero && *share < T::one() {
                across = difference(velocity, &scaled(edge, &(dot(edge, velocity) / dot(edge, edge))));
                free += 1;
            }
        }
        if free + 1 >= D {
            across = scaled(&w, &(speed.clone() / square));
        }
        let per_square = T::one() / dot(&across, &across);
        let nearest = speed * per_square.clone();
        let foot = difference(&w, &scaled(&across, &nearest));
        let room = ray.margin.clone() * ray.margin.clone() - dot(&foot, &foot);
        let before = if room > zero { (room * per_square).sqrt() } else { zero.clone() };
        time = clamp(time + nearest - before, zero.clone(), ray.until.clone());
    }
    None
}

/// The number of guesses that a cast makes.
const CAST_STEPS: u32 = 8;

/// The nearest points of two segments, in any dimension.
///
/// Let p + s·u be the points of A with 0 ≤ s ≤ 1, and q + t·v the points of B. The square of their distance is a quadratic function
/// of s and t. Its minimum on the square is found by one coordinate after the other: where the lines are nearest, clamped; then
/// the nearest point of B to A's, clamped; and back (Vladimir J. Lumelsky, On fast computation of distance between line
/// segments, Information Processing Letters 21, 1985; Christer Ericson, Real-Time Collision Detection, 2005, section 5.1.9).
/// It has no branch, and two of the three divisions do not wait for another result.
///
/// If the segments are nearly parallel, s is inaccurate, and so are the points, but the distance hardly suffers. The plane through the
/// points, perpendicular to their difference, is checked with all four ends.
#[cfg_attr(fast, inline(always))]
pub(super) fn of_segments<T: Scalar, const D: usize>(
    [p, p_end]: [SVector<T, D>; 2],
    [q, q_end]: [SVector<T, D>; 2],
    frame: &Frame<T, D>,
) -> Option<Nearest<T, D>> {
    let scale = &frame.scale;
    let (along_a, along_b) = (p_end - &p, q_end - &q);
    let (u, v, r) = (scaled(&along_a, scale), scaled(&along_b, scale), scaled(&(&p - &q), scale));
    let (uu, uv, vv) = (dot(&u, &u), dot(&u, &v), dot(&v, &v));
    let (ur, vr) = (dot(&u, &r), dot(&v, &r));
    let (per_uu, per_vv) = (inverse(&uu)?, inverse(&vv)?);
    let across = uu * vv.clone() - uv.clone() * uv.clone();
    let share = |x: T| clamp(x, T::zero(), T::one());
    let s = share((uv.clone() * vr.clone() - ur.clone() * vv) * inverse(&across)?);
    let t = share((uv.clone() * s + vr) * per_vv);
    let s = share((uv * t.clone() - ur) * per_uu);

    let w = &r + scaled(&u, &s) - scaled(&v, &t);
    let zero = T::zero();
    let (toward_a, toward_b) = (dot(&u, &w), dot(&v, &w));
    // Of A the end that is less far along w, of B the one that is farther.
    let reach = dot(&r, &w) + min(zero.clone(), toward_a) - max(zero, toward_b);
    let points = [sum(&p, &scaled(&along_a, &s)), sum(&q, &scaled(&along_b, &t))];
    let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: false, bit: 1 });
    // In one dimension there is room for one step only.
    if let [first, second, ..] = &mut steps[..] {
        *first = Step { share: s, edge: along_a, of_b: false, bit: 1 };
        *second = Step { share: t, edge: along_b, of_b: true, bit: 1 };
    }
    Some(Nearest::new(w, reach, points, Way { corners: [p, q], ids: [VertexId(0); 2], steps }))
}

/// A verdict is not in doubt by more than this.
#[cfg_attr(fast, inline(always))]
pub(super) fn clear<T: Scalar, const D: usize>(frame: &Frame<T, D>) -> T {
    ulps(tolerance::CLEAR, &max(frame.size.clone(), frame.margin.clone()))
}

/// Returns whether the margins of shapes that are apart meet, if that is not in doubt: for a lower and an upper bound on how far the
/// cores are.
#[cfg_attr(fast, inline(always))]
pub(super) fn ends_apart<T: Scalar, const D: usize>(lower: &T, upper: &T, frame: &Frame<T, D>) -> Option<End> {
    let clear = clear(frame);
    if lower.clone() - clear.clone() > frame.margin {
        Some(End::Separated)
    } else if upper.clone() + clear < frame.margin {
        Some(End::WithinMargins)
    } else {
        None
    }
}
