//! Which points of a cloud can be farthest along a direction: a table.
//!
//! Directions are sorted into the cells of a cube map: first by the axis with the largest component and its sign (a face of
//! the cube), then by the ratios of the other components to it (a grid on the face). A direction of a cell is a sum, with
//! factors ≥ 0, of the directions of the cell's corners. So if a point is not ahead of another one at any of the *corners*, it
//! is not ahead of it anywhere in the cell, and can be left out there. The points that are left are the candidates of
//! the cell. They are found once; a query looks up its cell and compares the candidates.
//!
//! Climbing along the edges of a hull would need the hull, and care with flat and coincident facets. This needs neither, and
//! misses nothing: there is always a farthest point among the candidates. Only ring operations are used, so it is
//! right in exact arithmetic, too. If dot products are rounded, the point found is short of the farthest by no more than
//! that rounding.

use crate::scalar::{Scalar, largest, max, times};
use alloc::vec::Vec;
use nalgebra::SVector;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct DirectionIndex<T: Scalar, const D: usize> {
    /// How many cells a face has along each axis.
    resolution: u32,
    /// The positions of the inner grid lines, times `scale`: the integers between −`resolution` and `resolution` in steps of 2.
    lines: Vec<T>,
    /// The resolution as a scalar.
    scale: T,
    /// Where the candidates of each cell begin; one more at the end.
    starts: Vec<u32>,
    /// The candidates of all cells.
    candidates: Vec<u32>,
}

/// With fewer points than this it takes less time to compare them all, several at a time, than to look up a cell.
const fn few<T>() -> usize {
    if size_of::<T>() <= 4 { 64 } else { 32 }
}
/// More cells than this do not pay.
const MOST_CELLS: usize = 2000;
/// A table of so many cells stays in the cache. Only clouds with more points than that get more cells.
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
        // At unit scale: products of very large coordinates with the corners could leave the range.
        let scale = points.iter().map(largest).fold(T::zero(), max).unit_scale();
        let points: Vec<SVector<T, D>> = points.iter().map(|point| point * scale.clone()).collect();
        let resolution = (2..=32).take_while(|&r| cells(r).is_some_and(|cells| cells <= wanted)).last()?;
        let scale = times(resolution, &T::one());
        // Grid line number j is at 2j − resolution.
        let line = |j: u32| times(2 * j, &T::one()) - scale.clone();
        let mut index = Self {
            resolution,
            lines: (1..resolution).map(line).collect(),
            scale: scale.clone(),
            starts: Vec::new(),
            candidates: Vec::new(),
        };
        for axis in 0..D {
            for sign in [T::one(), -T::one()] {
                for cell in 0..resolution.pow(face_dimensions::<D>()) {
                    index.starts.push(u32::try_from(index.candidates.len()).ok()?);
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
                    let candidates = ahead_somewhere(&points, &corners);
                    // They are compared four at a time: repeat the last to fill up the last group.
                    let missing = candidates.len().next_multiple_of(4) - candidates.len();
                    let last = candidates.last().copied();
                    index.candidates.extend(candidates.into_iter().chain(last.into_iter().cycle().take(missing)));
                }
            }
        }
        index.starts.push(u32::try_from(index.candidates.len()).ok()?);
        Some(index)
    }

    /// Points among which there is one farthest along `direction`. Their number is a multiple of four.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn candidates(&self, direction: &SVector<T, D>) -> &[u32] {
        let mut axis = 0;
        let mut most = direction[0].abs();
        for k in 1..D {
            let size = direction[k].abs();
            axis = if size > most { k } else { axis };
            most = if size > most { size } else { most };
        }
        let mut cell = 0;
        for k in (0..D - 1).rev() {
            let component = direction[(axis + 1 + k) % D].clone() * self.scale.clone();
            let column =
                self.lines.iter().map(|line| usize::from(component > line.clone() * most.clone())).sum::<usize>();
            cell = cell * self.resolution as usize + column;
        }
        let face = 2 * axis + usize::from(direction[axis] < T::zero());
        let cell = face * (self.resolution as usize).pow(face_dimensions::<D>()) + cell;
        &self.candidates[self.starts[cell] as usize..self.starts[cell + 1] as usize]
    }
}

/// The points without another point that is at least as far at all corners. (Of points that are level at all corners, one
/// stays.)
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
