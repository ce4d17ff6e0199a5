//! Two boxes in space, by fifteen axes: the verdict, the nearest points, and the minimum translation.
//!
//! The difference of two boxes has faces of three kinds: their normals are A's axes, B's axes, and the cross products of an axis of A and
//! one of B. The reach of the boxes along a normal is a sum of absolute values, so a table of fifteen rows decides whether they overlap,
//! and how deep (Stefan Gottschalk, Ming C. Lin, Dinesh Manocha, `OBBTree`: a hierarchical structure for rapid interference detection,
//! SIGGRAPH 1996).
//!
//! The table is computed in A's coordinates. There B's axes are the columns of the rotation R, and B's middle is t. The products of eᵢ × Rⱼ
//! with B's other axes are minors of R. Each minor equals an entry of R, because R's inverse is its transpose. But if the edges are nearly
//! parallel, eᵢ × Rⱼ is short, and the rounding of R is large beside it. Minors keep the error of a row relative to its length.
//!
//! The shortest connection of separate boxes may have another direction than the best of these axes. Then the plane across its points has
//! to prove the distance.

mod again;
mod beside;
mod faces;
mod table;

use super::fours::{first_lowest, less};
use super::nearest::{Way, clear};
use crate::cache::Cache;
use crate::minkowski::Frame;
use crate::scalar::{Real, Scalar, difference, dot, max, min, scaled, sum, times, ulps, unit};
use crate::search::{BoundingPlane, End, Ray, RayCast, Separation};
use crate::support::OrientedBox;
use crate::tolerance;
use core::hint::select_unpredictable;
pub(crate) use faces::{Faces, Limits, faces};
use nalgebra::{SMatrix, SVector};
use table::{Edges, Place, Seen, three, turn_back};

/// The verdict, if it is not in doubt. If an axis of a box separates them, the other nine are not needed.
#[cfg_attr(fast, inline(always))]
pub(super) fn verdict<T: Scalar, const D: usize>(shapes: [&OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Option<End> {
    let (seen, clear) = (Seen::new(shapes, frame), clear(frame));
    let far = frame.margin.clone() + clear.clone();
    let [[a, b, c], [d, e, f]] = seen.face_levels();
    let faces = min(min(min(a, b), min(c, d)), min(e, f));
    if -faces.clone() > far {
        return Some(End::Separated);
    }
    if faces.abs() <= clear {
        return None;
    }
    let Edges { reach, square } = seen.edge_levels();
    let (near, far) = (clear.clone() * clear.clone(), far.clone() * far);
    let (mut is_clear, mut separates) = (faces > clear, false);
    for i in 0..3 {
        for j in 0..3 {
            let (level, square) = (&reach[i][j], &square[i][j]);
            let signed = level.clone() * level.abs();
            separates |= signed < -(far.clone() * square.clone());
            is_clear &= signed >= near.clone() * square.clone();
        }
    }
    if separates {
        Some(End::Separated)
    } else if is_clear {
        Some(End::Enclosed)
    } else {
        None
    }
}

/// The separation of two boxes, or how deep they overlap. `None` if rounding leaves in doubt whether they do; with `overlap` they are known to
/// overlap.
#[cfg_attr(fast, inline(always))]
pub(super) fn contact<T: Real, const D: usize>(
    shapes: [&OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    overlap: bool,
) -> Option<Separation<T, D>> {
    let (seen, clear, slack) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    let (axis, depth) = seen.best(&clear, overlap, &slack)?;
    if depth > clear || overlap && depth >= -clear.clone() {
        let touch = seen.touch(axis, max(T::zero(), depth), &slack, Place::Middle);
        return touch.fits(frame).then(|| touch.separation(End::Enclosed, shapes, frame));
    }
    if overlap || depth >= -clear {
        return None;
    }
    let touch = seen.touch(axis, depth, &slack, Place::Corner);
    if touch.fits(frame) {
        return Some(touch.separation(touch.end(frame)?, shapes, frame));
    }
    touch.beside(&seen, shapes, frame, |nearest| nearest.contact(nearest.verdict(frame)?, frame))
}

/// The separation of two boxes that are apart, and the way to the nearest points. A cache keeps the face of A − B that they are on. If the boxes
/// overlap, it keeps the face of the least depth, because they often leave each other along it.
#[cfg_attr(fast, inline(always))]
pub(super) fn apart<T: Real, const D: usize>(
    shapes: [&OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    mut cache: Option<&mut Cache<T, D>>,
) -> Option<(Separation<T, D>, Way<T, D>)> {
    if let Some(cache) = cache.as_deref_mut()
        && let Some(found) = again::again(shapes, frame, cache)
    {
        cache.set_apart(&found.0.normal);
        return Some(found);
    }
    let (seen, clear, slack) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    if seen.is_deep() {
        return None;
    }
    let (axis, depth) = seen.best(&clear, false, &slack)?;
    let is_apart = depth < -clear;
    if !is_apart && cache.is_none() {
        return None;
    }
    let touch = seen.touch(axis, depth, &slack, Place::Corner);
    if !is_apart {
        if let Some(cache) = cache {
            cache.retain(touch.way(shapes, frame).vertices().into_iter());
        }
        return None;
    }
    let found = if touch.fits(frame) {
        (touch.separation(touch.end(frame)?, shapes, frame), touch.way(shapes, frame))
    } else {
        touch.beside(&seen, shapes, frame, |nearest| {
            let end = nearest.verdict(frame)?;
            nearest.distance(end, frame)
        })?
    };
    if let Some(cache) = cache {
        cache.set_apart(&found.0.normal);
        cache.retain(found.1.vertices().into_iter());
    }
    Some(found)
}

/// The findings of the slabs of a cast so far.
struct Slabs<'r, T> {
    margin: &'r T,
    /// A separation of no more than this is in doubt.
    clear: &'r T,
    /// Whether a slab keeps the boxes apart at the start; whether they overlap in all slabs.
    separates: bool,
    is_clear: bool,
}

impl<T: Real> Slabs<'_, T> {
    /// The negative of the time at which the path enters a slab, or 0. The slab reaches so far, all times a length whose square is given.
    #[cfg_attr(fast, inline(always))]
    fn enter(&mut self, reach: &T, at: &T, speed: &T, square: &T) -> T {
        let (zero, clear) = (T::zero(), self.clear.clone());
        let level = reach.clone() - at.abs();
        let signed = level.clone() * level.abs();
        self.separates |= self.is_beyond(&-signed.clone(), square);
        self.is_clear &= signed >= clear.clone() * clear * square.clone();
        let inner = if self.margin.is_zero() { level } else { level + self.margin.clone() * square.sqrt() };
        let toward = select_unpredictable(*at < zero, speed.clone(), -speed.clone());
        select_unpredictable(toward > zero, inner / toward, zero)
    }

    /// Returns whether the path is clearly outside of a slab at a time.
    #[cfg_attr(fast, inline(always))]
    fn is_outside(&self, time: &T, reach: &T, at: &T, speed: &T, square: &T) -> bool {
        let gap = (at.clone() + speed.clone() * time.clone()).abs() - reach.clone();
        self.is_beyond(&(gap.clone() * gap.abs()), square)
    }

    /// Returns whether a gap is clearly more than the margin. Given is its square, with its sign.
    #[cfg_attr(fast, inline(always))]
    fn is_beyond(&self, gap: &T, square: &T) -> bool {
        let far = self.margin.clone() + self.clear.clone();
        *gap > far.clone() * far * square.clone()
    }
}

/// The cast of B against A. A − B is the intersection of fifteen slabs, which the path enters one after the other. If it is outside of one when
/// it enters the last, it never enters that one. Rounded edges are left to the search, and so are boxes that begin within the margin.
// Inlined into a query, it spills registers.
#[inline(never)]
pub(super) fn cast<T: Real, const D: usize>(
    shapes: [&OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let (mut seen, clear, slack) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    let way = turn_back(&shapes[0].axes, &ray.velocity);
    let (faces, Edges { reach, square }) = (seen.faces(), seen.edges());
    let at = (seen.along_faces(&seen.middle), seen.along_edges(&seen.middle));
    let speed = (seen.along_faces(&way), seen.along_edges(&way));
    let zero = T::zero();
    let one = T::one();
    let mut slabs = Slabs { margin: &ray.margin, clear: &clear, separates: false, is_clear: true };
    let [[a, b, c], [d, e, f]] = [
        three!(|k| slabs.enter(&faces[0][k], &at.0[0][k], &speed.0[0][k], &one)),
        three!(|k| slabs.enter(&faces[1][k], &at.0[1][k], &speed.0[1][k], &one)),
    ];
    let face = less(first_lowest(0, [a, b, c, d]), less((4, e), (5, f)));
    let [[a, b, c], [d, e, f], [g, h, i]] =
        three!(|i| three!(|j| slabs.enter(&reach[i][j], &at.1[i][j], &speed.1[i][j], &square[i][j])));
    let edge = less(less(first_lowest(6, [a, b, c, d]), first_lowest(10, [e, f, g, h])), (14, i));
    let found = |end, time, plane, ends| Some(RayCast { end, time, plane, ends });
    let nowhere = || [SVector::zeros(), SVector::zeros()];
    if !slabs.separates {
        return if slabs.is_clear { found(End::Enclosed, zero, None, nowhere()) } else { None };
    }
    // Two edges that are parallel to a face are across the same axis as the face, up to rounding: then the face is taken.
    let (axis, time) = if edge.1.clone() + slack.clone() < face.1 { edge } else { face };
    let time = -time;
    let mut is_outside = false;
    for (k, faces) in faces.iter().enumerate() {
        for (i, reach) in faces.iter().enumerate() {
            is_outside |= slabs.is_outside(&time, reach, &at.0[k][i], &speed.0[k][i], &one);
        }
    }
    for (i, row) in reach.iter().enumerate() {
        for (j, reach) in row.iter().enumerate() {
            is_outside |= slabs.is_outside(&time, reach, &at.1[i][j], &speed.1[i][j], &square[i][j]);
        }
    }
    if is_outside || !(time > zero && time <= ray.until) {
        return found(End::Separated, zero, None, nowhere());
    }
    let (level, length) = match axis.checked_sub(6) {
        None => (faces[axis / 3][axis % 3].clone() - at.0[axis / 3][axis % 3].abs(), one),
        Some(k) => (reach[k / 3][k % 3].clone() - at.1[k / 3][k % 3].abs(), square[k / 3][k % 3].sqrt()),
    };
    seen.middle = sum(&seen.middle, &scaled(&way, &time));
    let touch = seen.touch(axis, -ray.margin.clone(), &slack, Place::Middle);
    let plane = BoundingPlane { axis: touch.normal(shapes), level: level / length + ray.margin.clone() };
    if touch.fits(frame) { found(End::OnFeature, time, Some(plane), touch.points(shapes, frame)) } else { None }
}

/// A segment as a box without width.
pub(super) fn of_segment<T: Real, const D: usize>([start, end]: &[SVector<T, D>; 2]) -> OrientedBox<T, D> {
    let half_way = difference(start, end) / times(2, &T::one());
    let middle = sum(end, &half_way);
    let mut axes = SMatrix::identity();
    let mut half_extents = SVector::zeros();
    let along = unit(&half_way);
    half_extents[0] = dot(&half_way, &along);
    if half_extents[0] > T::zero() {
        // The coordinate axis that is most across the segment makes the second axis, and both make the third.
        let least = (0..D).fold(0, |least, k| if along[k].abs() < along[least].abs() { k } else { least });
        let mut across = SVector::zeros();
        across[least] = T::one();
        let second = unit(&(&across - &along * along[least].clone()));
        let minor = |k: usize, u: &SVector<T, D>, v: &SVector<T, D>| {
            let (k1, k2) = ((k + 1) % D, (k + 2) % D);
            u[k1].clone() * v[k2].clone() - u[k2].clone() * v[k1].clone()
        };
        axes = SMatrix::from_fn(|row, column| match (D, column) {
            (_, 0) => along[row].clone(),
            (2, _) => {
                if row == 0 {
                    -along[1].clone()
                } else {
                    along[0].clone()
                }
            }
            (_, 1) => second[row].clone(),
            _ => minor(row, &along, &second),
        });
    }
    OrientedBox { middle, axes, is_turned: true, half_extents }
}
