//! A table that leads from a direction to the points of a cloud that may be farthest along it.
//!
//! Directions are sorted into the cells of a cube map: by the axis with the largest component and its sign (a face of
//! the cube), then by the ratios of the other components to it (a grid on the face). A direction of a cell is a sum,
//! with factors ≥ 0, of the directions of the cell's corners. So a point that is not ahead of another at any *corner*
//! is not ahead of it anywhere in the cell. The points that are left are the cell's candidates.
//!
//! There is always a farthest point among the candidates, also in exact arithmetic, because only ring operations are
//! used. If dot products are rounded, the point found is short of the farthest by at most the rounding. Unlike climbing
//! along the edges of a hull, this needs no hull, and no care with flat facets.

use crate::scalar::{Scalar, largest, max, times};
use alloc::vec::Vec;
use core::array;
use core::hint::select_unpredictable;
use nalgebra::SVector;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct DirectionIndex<T: Scalar, const D: usize> {
    /// The cells of a face along each axis.
    resolution: u32,
    /// The grid lines beyond the middle, times `scale`: the integers below `resolution` in steps of 2, filled up by the
    /// edge of the face. All are compared, so that no branch depends on the direction.
    lines: [T; 4],
    /// The lines after these, of a fine grid.
    fine: Vec<T>,
    /// The resolution as a scalar.
    scale: T,
    cells: Vec<Cell>,
    /// Further groups of candidates of all cells.
    more: Vec<[u32; 4]>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell {
    /// The first four, which a query finds without another access to memory.
    first: [u32; 4],
    /// The range of the others.
    more: [u32; 2],
}

/// The least number of points for a table: with fewer, comparing all points is quicker than looking up a cell.
const fn few<T>() -> usize {
    if size_of::<T>() <= 4 { 64 } else { 32 }
}
/// More cells do not pay.
const MOST_CELLS: usize = 2000;
/// A table of so many cells stays in the processor's cache.
const MANY_CELLS: usize = 600;

#[expect(clippy::cast_possible_truncation, reason = "dimensions are few")]
const fn face_dimensions<const D: usize>() -> u32 {
    D as u32 - 1
}

impl<T: Scalar, const D: usize> DirectionIndex<T, D> {
    /// An index of the points; `None` if it would not pay.
    pub(super) fn new(points: &[SVector<T, D>]) -> Option<Self> {
        if points.len() < few::<T>() {
            return None;
        }
        let cells =
            |resolution: u32| (resolution as usize).checked_pow(face_dimensions::<D>()).map(|face| 2 * D * face);
        let wanted = points.len().clamp(MANY_CELLS, MOST_CELLS).min(3 * points.len());
        // At unit scale products with the corners stay in range.
        let scale = points.iter().map(largest).fold(T::zero(), max).unit_scale();
        let points: Vec<SVector<T, D>> = points.iter().map(|point| point * scale.clone()).collect();
        let resolution = (2..=32).take_while(|&r| cells(r).is_some_and(|cells| cells <= wanted)).last()?;
        let scale = times(resolution, &T::one());
        // Grid line number j is at 2j − resolution.
        let line = |j: u32| times(2 * j, &T::one()) - scale.clone();
        let mut beyond = resolution / 2 + 1..resolution;
        let mut index = Self {
            resolution,
            lines: array::from_fn(|_| line(beyond.next().unwrap_or(resolution))),
            fine: beyond.map(line).collect(),
            scale: scale.clone(),
            cells: Vec::with_capacity(cells(resolution).unwrap_or(0)),
            more: Vec::new(),
        };
        for axis in 0..D {
            for sign in [T::one(), -T::one()] {
                for cell in 0..resolution.pow(face_dimensions::<D>()) {
                    let corners: Vec<SVector<T, D>> = (0..1_u32 << (D - 1))
                        .map(|corner| {
                            let mut rest = cell;
                            let mut direction = SVector::zeros();
                            direction[axis] = sign.clone() * scale.clone();
                            for k in 0..D - 1 {
                                direction[(axis + 1 + k) % D] = line(rest % resolution + (corner >> k & 1));
                                rest /= resolution;
                            }
                            direction
                        })
                        .collect();
                    // They are compared four at a time; the last one fills up.
                    let candidates = ahead_somewhere(&points, &corners);
                    let mut fours = candidates.chunks(4).map(|four| array::from_fn(|i| four[i.min(four.len() - 1)]));
                    let first = fours.next()?;
                    let begin = u32::try_from(index.more.len()).ok()?;
                    index.more.extend(fours);
                    index.cells.push(Cell { first, more: [begin, u32::try_from(index.more.len()).ok()?] });
                }
            }
        }
        Some(index)
    }

    /// Points with a farthest one along `direction` among them: the first four, and the others.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn candidates(&self, direction: &SVector<T, D>) -> ([u32; 4], &[[u32; 4]]) {
        let mut axis = 0;
        let mut most = direction[0].abs();
        for k in 1..D {
            let size = direction[k].abs();
            axis = if size > most { k } else { axis };
            most = max(most, size);
        }
        let resolution = self.resolution as usize;
        let mut cell = 0;
        for k in (0..D - 1).rev() {
            let component = direction[(axis + 1 + k) % D].clone() * self.scale.clone();
            // The lines on both sides of the middle are alike.
            let size = component.abs();
            let is_beyond = |line: &T| usize::from(size > line.clone() * most.clone());
            let [a, b, c, d] = &self.lines;
            let mut beyond = is_beyond(a) + is_beyond(b) + is_beyond(c) + is_beyond(d);
            if !self.fine.is_empty() {
                beyond += self.fine.iter().map(is_beyond).sum::<usize>();
            }
            let [after, before] = [resolution / 2 + beyond, (resolution - 1) / 2 - beyond];
            cell = cell * resolution + select_unpredictable(component > T::zero(), after, before);
        }
        let face = 2 * axis + usize::from(direction[axis] < T::zero());
        let Cell { first, more: [begin, end] } = self.cells[face * resolution.pow(face_dimensions::<D>()) + cell];
        (first, if begin == end { &[] } else { &self.more[begin as usize..end as usize] })
    }
}

/// The points without another point that is at least as far at all corners, or one of several such.
fn ahead_somewhere<T: Scalar, const D: usize>(points: &[SVector<T, D>], corners: &[SVector<T, D>]) -> Vec<u32> {
    let reach = |point: &SVector<T, D>| corners.iter().map(|corner| corner.dot(point)).collect::<Vec<T>>();
    let covers = |by: &[T], point: &SVector<T, D>| by.iter().zip(corners).all(|(by, corner)| *by >= corner.dot(point));
    // The point that is farthest in the middle of the cell rules out most others.
    let middle = corners.iter().fold(SVector::zeros(), |sum: SVector<T, D>, corner| sum + corner);
    let mut best = (0, None);
    for (number, point) in (0..).zip(points) {
        let along = middle.dot(point);
        if best.1.as_ref().is_none_or(|most| along > *most) {
            best = (number, Some(along));
        }
    }
    let (most, _) = best;
    let far = points.get(most).map(reach).unwrap_or_default();
    let mut front: Vec<(u32, Vec<T>)> = Vec::new();
    for (number, point) in points.iter().enumerate() {
        if number != most && covers(&far, point) || front.iter().any(|(_, other)| covers(other, point)) {
            continue;
        }
        let reach = reach(point);
        front.retain(|(_, other)| !reach.iter().zip(other).all(|(by, what)| by >= what));
        front.push((u32::try_from(number).unwrap_or(u32::MAX), reach));
    }
    front.into_iter().map(|(number, _)| number).collect()
}
