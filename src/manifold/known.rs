//! Manifolds of shapes whose faces follow from the axis along which they touch: polygons in the plane, and boxes in space.

use super::clip::{clipped, nowhere};
use super::face::{Basis, Spot, is_upright, meeting, name};
use super::measure::ManifoldOptions;
use super::outline::Corner;
use super::reduce::{Chosen, POINTS, Spots};
use crate::closed_form::{self, Facing, Limits, Side};
use crate::minkowski::{ConvexSet, Difference, Frame};
use crate::observe::Observer;
use crate::predicates::cross;
use crate::query::{BeyondLimit, Options};
use crate::scalar::{Real, clamp, difference, dot, largest, max, min, negated};
use crate::support::Support;
use crate::vertex::VertexId;
use core::array;
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
    /// Hands the points of the manifold to `take`, measured from a point and scaled; or returns an axis along which the
    /// shapes are farther apart than is wanted. `None` if rounding leaves that in doubt, or if the nearest points are not
    /// on the two faces that are opposite each other.
    #[cfg_attr(fast, inline(always))]
    #[expect(clippy::option_option, reason = "no answer, no axis, an axis")]
    pub(super) fn answer(
        &self,
        options: &Options<T, D>,
        observer: &impl Observer<T, D>,
        take: impl FnOnce(&Chosen<'_, T>, &Basis<T, D>, (&Point<T, D>, &T)),
    ) -> Option<Option<BeyondLimit<T, D>>> {
        let set = Difference(self.a, self.b);
        if const { D != 2 && D != 3 } || !closed_form::are_few(&set) {
            return None;
        }
        let frame = set.frame();
        if !frame.margin.is_zero() {
            return None;
        }
        let (one, size) = (T::one(), frame.size.clone() / frame.scale.clone() + largest(&frame.reference.coords));
        let limits = self.wanted.limits(&size, if D == 2 { &one } else { &frame.scale });
        let beyond = if D == 2 {
            let (facing, opposite) = closed_form::facing(&set, &frame, options, observer)?;
            let [top, bottom] = &facing.levels;
            let apart = bottom.clone() - top.clone();
            let normal = if facing.of_b { negated(&facing.outward) } else { facing.outward.clone() };
            let is_within = apart <= self.wanted.prediction;
            if is_within {
                let spots = ends(&facing, &opposite, &frame)?;
                let is_deep = min(spots[0].apart.clone(), spots[1].apart.clone()) - apart <= limits.rounding;
                if !is_deep {
                    return None;
                }
                let near = spots.iter().filter(|spot| spot.apart <= limits.farthest);
                take(&near.fold(Chosen::none(), Chosen::with), &Basis::new(normal), (&frame.reference, &one));
                return Some(None);
            }
            (normal, apart)
        } else {
            match closed_form::faces(&set, &frame, options, observer, &limits)? {
                Ok(faces) => {
                    self.of_boxes(&faces, &frame, &limits, take)?;
                    return Some(None);
                }
                Err((axis, lower)) => (axis, lower / frame.scale),
            }
        };
        Some(Some(BeyondLimit { axis: beyond.0, lower: beyond.1, evaluations: 0 }))
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

/// The ends of what the edges of two polygons share, in the shapes' own units. `None` if the nearest vertex is not beside the edge, or the edges
/// share nothing.
#[cfg_attr(fast, inline(always))]
fn ends<T: Real, const D: usize>(
    facing: &Facing<T, D>,
    opposite: &Side<T, D>,
    frame: &Frame<T, D>,
) -> Option<[Spot<T>; 2]> {
    let Facing { of_b, outward, levels: [top, bottom], own, other, .. } = facing;
    facing.shared(&other.span, frame)?;
    let [low, high] = facing.shared(&opposite.span, frame)?;
    let run = opposite.span[1].clone() - opposite.span[0].clone();
    let [start, end] = &opposite.ends;
    let (start, rise) = (dot(start, outward), dot(&difference(end, start), outward));
    if low > high || is_upright(&(run.clone() * run), rise.clone()) {
        return None;
    }
    let [own_side, other_side] = [u32::from(*of_b), u32::from(!of_b)];
    let edges = [name(own_side, own.ids[0], own.ids[1]), name(other_side, opposite.ids[0], opposite.ids[1])];
    let spot = |k: usize, at: T| {
        let level = max(bottom.clone(), start.clone() + rise.clone() * opposite.share(at.clone()));
        // At one place the end of B's edge gives the name.
        let is_own = if *of_b { at == own.span[k] } else { at != opposite.span[k] };
        let id = if is_own {
            meeting([name(own_side, own.ids[k], own.ids[k]), edges[1]])
        } else {
            meeting([name(other_side, opposite.ids[k], opposite.ids[k]), edges[0]])
        };
        let (at, heights) = if *of_b { (at, [-level, -top.clone()]) } else { (-at, [top.clone(), level]) };
        Spot::new(Vector2::new(at, T::zero()), heights, id)
    };
    Some([spot(0, low), spot(1, high)])
}
