//! The nearest points of a box and a segment in the plane. With a margin, the segment is a capsule.

use super::nearest::{Nearest, Orthotope, Step, Way, inverse};
use crate::minkowski::Frame;
use crate::scalar::{Scalar, clamp, difference, dot, max, min, negated, scaled, sum};
use crate::support::VertexId;
use core::array;
use nalgebra::SVector;

/// The nearest points of a box in the plane, which is shape B if they are `swapped`, and a segment.
///
/// If the two are apart, one of the nearest points is an end of the segment or a corner of the box: the nearest of six pairs
/// is taken. If they cross, the plane does not prove any of these, and the answer is not taken.
#[cfg_attr(fast, inline(always))]
pub(super) fn nearest<T: Scalar, const D: usize>(
    Orthotope { corner, edges, id }: Orthotope<T, D, D>,
    [start, end]: [SVector<T, D>; 2],
    swapped: bool,
    frame: &Frame<T, D>,
) -> Option<Nearest<T, D>> {
    if const { D != 2 } {
        return None;
    }
    let (zero, one) = (T::zero(), T::one());
    let share = |along: T, per_square: &T| clamp(along * per_square.clone(), T::zero(), T::one());
    let [to_start, to_end] = [difference(&start, &corner), difference(&end, &corner)];
    let along = difference(&end, &start);
    let per_along = inverse(&dot(&along, &along))?;
    let (per_first, per_second) = (inverse(&dot(&edges[0], &edges[0]))?, inverse(&dot(&edges[1], &edges[1]))?);
    // From the corner to a point of the box, and on to a point of the segment: their shares, and the way back.
    let of_end = |toward: &SVector<T, D>, at: T| {
        let shares = [share(dot(toward, &edges[0]), &per_first), share(dot(toward, &edges[1]), &per_second)];
        let there = sum(&scaled(&edges[0], &shares[0]), &scaled(&edges[1], &shares[1]));
        (difference(&there, toward), shares, at)
    };
    let of_corner = |first: &T, second: &T| {
        let there = sum(&scaled(&edges[0], first), &scaled(&edges[1], second));
        let back = difference(&there, &to_start);
        let at = share(dot(&back, &along), &per_along);
        (difference(&back, &scaled(&along, &at)), [first.clone(), second.clone()], at)
    };
    let mut best = of_end(&to_start, zero.clone());
    let mut square = dot(&best.0, &best.0);
    let others = [
        of_end(&to_end, one.clone()),
        of_corner(&zero, &zero),
        of_corner(&one, &zero),
        of_corner(&zero, &one),
        of_corner(&one, &one),
    ];
    for other in others {
        let farther = dot(&other.0, &other.0);
        if farther < square {
            (best, square) = (other, farther);
        }
    }
    let (back, shares, at) = best;
    let w = scaled(&back, &frame.scale);
    let along_edges = min(zero.clone(), dot(&edges[0], &w)) + min(zero.clone(), dot(&edges[1], &w));
    let reach = (along_edges - max(dot(&to_start, &w), dot(&to_end, &w))) * frame.scale.clone();
    let on_box = sum(&corner, &sum(&scaled(&edges[0], &shares[0]), &scaled(&edges[1], &shares[1])));
    // An end of the segment, or a corner of the box; then the way along one edge, or along both of the box.
    let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: swapped, bit: 0 });
    let (block, point, ids);
    if at > zero && at < one {
        let bits = (0..2).filter(|&k| shares[k] > zero).fold(0, |bits, k| bits | 1 << k);
        ids = [VertexId(id.0 ^ bits), VertexId(0)];
        block = (on_box.clone(), on_box);
        point = (start.clone(), sum(&start, &scaled(&along, &at)));
        steps[0] = Step { share: at, edge: along, of_b: !swapped, bit: 1 };
    } else {
        let is_end = at > zero;
        ids = [id, VertexId(u32::from(is_end))];
        let end = if is_end { end } else { start };
        (block, point) = ((corner, on_box), (end.clone(), end));
        let bits = array::from_fn::<_, D, _>(|k| 1 << k);
        for (((step, edge), share), bit) in steps.iter_mut().zip(edges).zip(shares).zip(bits) {
            *step = Step { share, edge, of_b: swapped, bit };
        }
    }
    Some(if swapped {
        let way = Way { corners: [point.0, block.0], ids: [ids[1], ids[0]], steps };
        Nearest::new(negated(&w), reach, [point.1, block.1], way)
    } else {
        let way = Way { corners: [block.0, point.0], ids, steps };
        Nearest::new(w, reach, [block.1, point.1], way)
    })
}
