//! Manifolds of shapes whose faces follow from the axis along which they touch: polygons in the plane, and boxes in space.

use super::clip::{clipped, nowhere};
use super::face::{Basis, Spot, is_upright, meeting, name};
use super::measure::ManifoldOptions;
use super::outline::Corner;
use super::reduce::{Chosen, POINTS, Spots};
use crate::closed_form::{self, Edges, Limits, in_order};
use crate::minkowski::{ConvexSet, Difference, Frame};
use crate::predicates::cross;
use crate::query::BeyondLimit;
use crate::scalar::{Real, clamp, difference, dot, largest, max, min, scaled};
use crate::support::Support;
use crate::vertex::VertexId;
use core::array;
use core::hint::select_unpredictable;
use nalgebra::{Point, SVector, Vector2};

/// Two shapes without margins, and what is asked.
pub(super) struct Asked<'q, A: ?Sized, B: ?Sized, T: Real, const D: usize> {
    pub(super) a: &'q A,
    pub(super) b: &'q B,
    pub(super) wanted: &'q ManifoldOptions<T, D>,
    /// The ids of the points some time before.
    pub(super) names: &'q [u64],
}

impl<A, B, T: Real, const D: usize> Asked<'_, A, B, T, D>
where
    A: Support<D, Scalar = T> + ?Sized,
    B: Support<D, Scalar = T> + ?Sized,
{
    /// The manifold of two polygons; or an axis along which they are farther apart than is wanted. `None` if rounding leaves
    /// that in doubt, or if the nearest points are not on the two edges that are opposite each other.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn edges(&self) -> Option<Result<Ends<T, D>, BeyondLimit<T, D>>> {
        let (set, frame) = self.sharp()?;
        let edges = closed_form::edges(&set, &frame)?;
        let sign = select_unpredictable(edges.of_b, -T::one(), T::one());
        let normal = scaled(&edges.outward, &sign);
        let apart = -edges.reach.clone();
        let is_within = apart <= self.wanted.prediction;
        if !is_within {
            return Some(Err(BeyondLimit { axis: normal, lower: apart, evaluations: 0 }));
        }
        let limits = self.wanted.limits(&size(&frame), &T::one());
        let spots = ends(&edges, &sign)?;
        let is_deep = min(spots[0].apart.clone(), spots[1].apart.clone()) - apart <= limits.rounding;
        let are_near = spots.each_ref().map(|spot| spot.apart <= limits.farthest);
        if !is_deep || !(are_near[0] | are_near[1]) {
            return None;
        }
        let count = usize::from(are_near[0]) + usize::from(are_near[1]);
        Some(Ok(Ends { from: frame.reference, normal, spots, first: usize::from(!are_near[0]), count }))
    }

    /// The difference of two shapes that have few vertices and no margins.
    #[cfg_attr(fast, inline(always))]
    fn sharp(&self) -> Option<(Difference<&A, &B>, Frame<T, D>)> {
        let set = Difference(self.a, self.b);
        if !closed_form::are_few(&set) {
            return None;
        }
        let frame = set.frame();
        frame.margin.is_zero().then_some((set, frame))
    }

    /// Hands the points of the manifold of two boxes in space to `take`, measured from a point and scaled; or returns an axis along
    /// which the boxes are farther apart than is wanted. `None` as for [`edges`](Self::edges).
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::option_option, reason = "no answer, no axis, an axis")]
    pub(super) fn faces(
        &self,
        take: impl FnOnce(&Chosen<'_, T>, &Basis<T, D>, (&Point<T, D>, &T)),
    ) -> Option<Option<BeyondLimit<T, D>>> {
        if const { D != 3 } {
            return None;
        }
        let (set, frame) = self.sharp()?;
        let limits = self.wanted.limits(&size(&frame), &frame.scale);
        match closed_form::faces(&set, &frame, &limits)? {
            Ok(faces) => {
                self.of_boxes(&faces, &frame, &limits, take)?;
                Some(None)
            }
            Err((axis, lower)) => Some(Some(BeyondLimit { axis, lower: lower / frame.scale, evaluations: 0 })),
        }
    }

    #[cfg_attr(fast, inline(always))]
    fn of_boxes(
        &self,
        faces: &closed_form::Faces<T, D>,
        frame: &Frame<T, D>,
        limits: &Limits<T>,
        take: impl FnOnce(&Chosen<'_, T>, &Basis<T, D>, (&Point<T, D>, &T)),
    ) -> Option<()> {
        let closed_form::Faces { of_b, normal, face, corners, .. } = faces;
        let outline = |[p, q, r, s]: &[(SVector<T, 3>, VertexId); 4], of_b: bool| {
            let corner = |(at, id): &(SVector<T, 3>, VertexId), next: &(SVector<T, 3>, VertexId)| {
                let edge = name(u32::from(of_b), *id, next.1);
                Corner { at: Vector2::new(at.x.clone(), at.y.clone()), height: at.z.clone(), id: *id, edge }
            };
            [corner(p, q), corner(q, r), corner(r, s), corner(s, p)]
        };
        let (own, other) = (outline(&corners[0], *of_b), outline(&corners[1], !of_b));
        let mut memory: [_; 9] = array::from_fn(|_| nowhere());
        let shared = clipped(&other, &own, &mut memory).filter(|ring| !ring.is_thin())?;
        // How far the other face is ahead, but not beyond its corners.
        let [p, q, r, s] = &other;
        let (along, aside) = (&q.at - &p.at, &s.at - &p.at);
        let per_area = T::one() / cross(&along, &aside);
        let low = min(min(p.height.clone(), q.height.clone()), min(r.height.clone(), s.height.clone()));
        let high = max(max(p.height.clone(), q.height.clone()), max(r.height.clone(), s.height.clone()));
        let slope = |end: &Corner<T>| (end.height.clone() - p.height.clone()) * per_area.clone();
        let (rise, climb) = (slope(q), slope(s));
        let mut memory: [_; 9] = array::from_fn(|_| Spot::new(Vector2::zeros(), [T::zero(), T::zero()], 0));
        let mut spots = Spots::new(&mut memory);
        for corner in shared.iter() {
            let way = &corner.at - &p.at;
            let ahead = cross(&way, &aside) * rise.clone() + cross(&along, &way) * climb.clone();
            let gap = max(faces.least.clone(), clamp(p.height.clone() + ahead, low.clone(), high.clone()));
            let heights = if *of_b { [-gap.clone(), T::zero()] } else { [T::zero(), gap.clone()] };
            if gap <= limits.farthest {
                spots.push(Spot::new(corner.at.clone(), heights, meeting(corner.edges)));
            }
        }
        if spots.deepest()?.apart > faces.enough {
            return None;
        }
        let from = &frame.reference + &faces.middle;
        // Along the normal to the plane.
        let steep = T::one() / normal.dot(face);
        let seen = |center: Point<T, D>| {
            let way = (center - &from) * frame.scale.clone();
            let way = &way - normal * (way.dot(face) * steep.clone());
            Vector2::new(faces.across[0].dot(&way), faces.across[1].dot(&way))
        };
        let centers = || {
            let is_a_smaller = self.a.extent(&from) < self.b.extent(&from);
            let centers = match &self.wanted.center {
                Some(center) => [Some(center.clone()), None],
                None if is_a_smaller => [self.a.center(), self.b.center()],
                None => [self.b.center(), self.a.center()],
            };
            centers.map(|center| center.map(seen))
        };
        let most = self.wanted.max_points.clamp(4, POINTS);
        let enough = |deepest: &T| limits.deep_enough(if *deepest < faces.contact { deepest } else { &faces.contact });
        let chosen = spots.chosen(most, self.names, &enough, &centers);
        let basis = Basis { across: faces.across.clone(), up: normal.clone() };
        take(&chosen, &basis, (&from, &frame.scale));
        Some(())
    }
}

/// The size of two shapes and their distance from the coordinate origin.
#[cfg_attr(fast, inline(always))]
fn size<T: Real, const D: usize>(frame: &Frame<T, D>) -> T {
    frame.size.clone() / frame.scale.clone() + largest(&frame.reference.coords)
}

/// The ends of the part that two edges share, in the shapes' own units.
pub(super) struct Ends<T: Real, const D: usize> {
    /// The point that they are measured from.
    pub(super) from: Point<T, D>,
    /// The normal, from A to B.
    pub(super) normal: SVector<T, D>,
    pub(super) spots: [Spot<T>; 2],
    /// The first that is near enough, and how many are.
    pub(super) first: usize,
    pub(super) count: usize,
}

/// The ends of what two edges share, in the shapes' own units. `None` if they share nothing.
#[cfg_attr(fast, inline(always))]
fn ends<T: Real, const D: usize>(edges: &Edges<T, D>, sign: &T) -> Option<[Spot<T>; 2]> {
    let Edges { of_b, outward, own, other, .. } = edges;
    let [low, high] =
        [max(own.span[0].clone(), other.span[0].clone()), min(own.span[1].clone(), other.span[1].clone())];
    let run = other.span[1].clone() - other.span[0].clone();
    let [start, end] = &other.ends;
    let line = [dot(start, outward), dot(&difference(end, start), outward)];
    if low > high || is_upright(&(run.clone() * run), line[1].clone()) {
        return None;
    }
    let bottom = min(line[0].clone(), dot(end, outward));
    let names = [name(u32::from(*of_b), own.ids[0], own.ids[1]), name(u32::from(!of_b), other.ids[0], other.ids[1])];
    let (low, high) = (
        end_at::<_, _, 0>(edges, low, &line, &bottom, sign, names),
        end_at::<_, _, 1>(edges, high, &line, &bottom, sign, names),
    );
    Some([low, high])
}

/// The end K of what two edges share. The other edge is on a line, given by its height at its start and how far it rises. (A
/// closure would not be inlined.)
#[cfg_attr(fast, inline(always))]
fn end_at<T: Real, const D: usize, const K: usize>(
    edges: &Edges<T, D>,
    at: T,
    [start, rise]: &[T; 2],
    bottom: &T,
    sign: &T,
    names: [u32; 2],
) -> Spot<T> {
    let Edges { of_b, top, own, other, .. } = edges;
    let level = max(bottom.clone(), start.clone() + rise.clone() * other.share(at.clone()));
    // A processor could not predict whose end it is. At one place the end of B's edge gives the name.
    let is_own = select_unpredictable(*of_b, at == own.span[K], at != other.span[K]);
    let vertex = select_unpredictable(is_own, own.ids[K], other.ids[K]);
    let edge = select_unpredictable(is_own, names[1], names[0]);
    let id = meeting([name(u32::from(is_own == *of_b), vertex, vertex), edge]);
    let heights = in_order(*of_b, top.clone() * sign.clone(), level * sign.clone());
    Spot::new(Vector2::new(-at * sign.clone(), T::zero()), heights, id)
}
