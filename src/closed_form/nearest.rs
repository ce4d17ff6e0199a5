//! The nearest points of two cores with few edges, and what they prove.
//!
//! Let w be the point that was found. It is a point of A − B even if its shares were rounded, since they are from 0 to 1. So the
//! cores are at most |w| apart. A plane perpendicular to w that all of A − B is behind proves that they are at least as far
//! apart as it is from the origin. So the answer proves itself, however its shares were found: a verdict is
//! taken if it is not in doubt by rounding, and a distance if both bounds agree.

use crate::minkowski::Frame;
use crate::scalar::{Real, Scalar, dot, max, min, norm, ulps};
use crate::search::{End, Separation, Witness};
use crate::simplex::FeatureIds;
use crate::support::VertexId;
use crate::tolerance;
use crate::vertex::first_axis;
use nalgebra::SVector;

/// The nearest points of two cores.
pub(crate) struct Nearest<T, const D: usize> {
    /// The point of A − B nearest the origin, at the frame's scale.
    pub(super) w: SVector<T, D>,
    /// |w|².
    square: T,
    /// All of A − B is at least this far along w, times |w|.
    reach: T,
    /// The nearest point of A and that of B.
    pub(super) points: [SVector<T, D>; 2],
    pub(super) way: Way<T, D>,
}

/// The way to the nearest points: from a corner of each core, along edges.
pub(super) struct Way<T, const D: usize> {
    pub(super) corners: [SVector<T, D>; 2],
    /// Which vertices the corners are.
    pub(super) ids: [VertexId; 2],
    pub(super) steps: [Step<T, D>; D],
}

/// A way along a part of an edge.
#[derive(Clone)]
pub(super) struct Step<T, const D: usize> {
    /// How much of the edge it is, from 0 to 1.
    pub(super) share: T,
    pub(super) edge: SVector<T, D>,
    /// Whether it is an edge of B.
    pub(super) of_b: bool,
    /// The numbers of the edge's two ends differ in this bit.
    pub(super) bit: u32,
}

impl<T: Scalar, const D: usize> Way<T, D> {
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
        // A NaN is no proof.
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
        let clear = proven[0] > ulps(tolerance::CLEAR, &max(frame.size.clone(), frame.margin.clone()));
        if clear { Some(self.separation(end, proven)) } else { None }
    }

    /// The separation of the cores for a distance, whose vertices have to fit into a feature. If the margins meet, it need not be
    /// proven.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn distance(&self, end: End, frame: &Frame<T, D>) -> Option<Separation<T, D>> {
        let bounds = match end {
            End::Separated => self.proven(frame)?,
            _ => [norm(&self.w), T::zero()],
        };
        if self.fits(end.intersects()) { Some(self.separation(end, bounds)) } else { None }
    }

    #[cfg_attr(fast, inline(always))]
    fn separation(&self, end: End, [separation, bound]: [T; 2]) -> Separation<T, D> {
        let normal = if separation.is_zero() { first_axis() } else { -&self.w / separation.clone() };
        let [taken, free] = self.way.taken_and_free();
        let ids = FeatureIds::corners(self.way.ids, taken, free);
        let [a, b] = self.points.clone();
        Separation { end, normal, separation, bound, witness: Witness { w: self.w.clone(), a, b, ids }, evaluations: 0 }
    }
}

/// 1 / x; 0 if x is not positive: then the edge has no length. `None` for a scalar that does not divide.
#[cfg_attr(fast, inline(always))]
pub(super) fn inverse<T: Scalar>(x: &T) -> Option<T> {
    if *x > T::zero() { T::one().quotient(x) } else { Some(T::zero()) }
}
