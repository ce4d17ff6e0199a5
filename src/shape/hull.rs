//! The hull of shapes: its farthest point is the farthest of the shapes' farthest points.
//!
//! Let m be the least margin. Each shape is its core, with a ball of radius mᵢ − m around it, and a ball of radius m
//! around both. For a convex B, hull(A + B, A' + B) = hull(A, A') + B. So the hull's margin is m. Its core is the hull
//! of the cores with the balls that remain; their farthest points are the cores' farthest points plus (mᵢ − m) · d/|d|.

use crate::error::{Error, check_length};
use crate::scalar::{Real, Scalar, at_unit_scale, dimension, halfway, max, min, times, ulps, unit, vanishes};
use crate::shape::sum::{pair, split};
use crate::support::{RoundingBound, Support, SupportOffset, raised};
use crate::{construction::Construction, tolerance, vertex::VertexId};
use alloc::vec::Vec;
use nalgebra::{Point, SVector};

/// The convex hull of shapes, which may be boxed. Complexity: a support point costs a support point of each shape.
///
/// ```
/// use gjk::{distance, nalgebra::Point2, shape::{Ball, Hull}};
/// let p = |x: f64, y| Point2::new(x, y);
/// // A wedge with rounded ends: its side touches both discs, along (3, 4) / 5.
/// let wedge = Hull::round([Ball::at(p(0.0, 0.0), 4.0)?, Ball::at(p(5.0, 0.0), 1.0)?])?;
/// let point = Ball::point(p(8.0, 9.5))?;
/// assert!((distance(&wedge, &point).distance - 8.4).abs() < 1e-6);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Hull<S, T: Scalar, const D: usize> {
    parts: Vec<Part<S, T>>,
    margin: T,
    /// Brings a direction to unit length, for parts with excess margins; needs a scalar with a square root.
    unit: Option<Unit<T, D>>,
    center: Option<Point<T, D>>,
    rounding: Option<RoundingBound<T>>,
}

/// Compares the shapes, in the same order: everything else follows from them.
impl<S: PartialEq, T: Scalar, const D: usize> PartialEq for Hull<S, T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts && self.unit.is_some() == other.unit.is_some()
    }
}

type Unit<T, const D: usize> = fn(&SVector<T, D>) -> SVector<T, D>;

#[derive(Clone, Debug, PartialEq)]
struct Part<S, T> {
    shape: S,
    /// Its margin, less the hull's.
    excess: T,
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Hull<S, T, D> {
    /// The hull of shapes that all have the same margin: polytopes, or balls of one radius.
    ///
    /// # Errors
    /// If there are none, or [`Error::UnequalMargins`].
    pub fn new(shapes: impl IntoIterator<Item = S>) -> Result<Self, Error> {
        let hull = Self::of(shapes, None)?;
        if hull.parts.iter().all(|part| part.excess.is_zero()) { Ok(hull) } else { Err(Error::UnequalMargins) }
    }

    /// The hull of shapes of any margins.
    ///
    /// # Errors
    /// If there are none, or one is too large together with the excess of its margin over the least.
    pub fn round(shapes: impl IntoIterator<Item = S>) -> Result<Self, Error>
    where
        T: Real,
    {
        let mut hull = Self::of(shapes, Some(unit))?;
        if hull.parts.iter().all(|part| part.excess.is_zero()) {
            hull.unit = None;
        }
        Ok(hull)
    }

    fn of(shapes: impl IntoIterator<Item = S>, unit: Option<Unit<T, D>>) -> Result<Self, Error> {
        let mut parts: Vec<_> = shapes.into_iter().map(|shape| Part { excess: shape.margin(), shape }).collect();
        let Some(first) = parts.first() else { return Err(Error::Empty("shapes")) };
        let least = |m: T, part: &Part<S, T>| min(m, part.excess.clone());
        let margin = parts.iter().fold(first.excess.clone(), least);
        for part in &mut parts {
            check_length(&part.excess, "margin")?;
            part.excess -= margin.clone();
        }
        let center = middle(parts.iter().filter_map(|part| part.shape.center()));
        let rounding = rounding::<S, T, D>(&parts, &margin);
        let hull = Self { parts, margin, unit, center, rounding };
        check_length(&hull.extent(&Point::origin()), "extent of the hull")?;
        Ok(hull)
    }

    /// The shapes, in order.
    pub fn shapes(&self) -> impl Iterator<Item = &S> {
        self.parts.iter().map(|part| &part.shape)
    }

    /// The farthest point of shape number `index`, and its reach along `direction`.
    fn candidate(
        &self,
        index: usize,
        direction: &SVector<T, D>,
        outward: Option<&SVector<T, D>>,
        from: &Point<T, D>,
    ) -> (SupportOffset<T, D>, T) {
        let Part { shape, excess } = &self.parts[index];
        let mut extreme = shape.support_from(direction, from);
        extreme.id = match outward {
            Some(outward) if !excess.is_zero() => {
                extreme.offset += outward * excess.clone();
                VertexId::NONE
            }
            _ => pair(u32::try_from(index).unwrap_or(u32::MAX), extreme.id.0),
        };
        let reached = extreme.offset.dot(direction);
        (extreme, reached)
    }
}

/// The rounding of the parts, of two dot products that are compared, and of the excess margins.
///
/// Let mᵢ be the exact margins and m the hull's margin as computed. The exact core is the hull of the cores with balls
/// of radius mᵢ − m, or none for a negative one. The errors of the parts' margins are errors of the core; the largest
/// is the error of the hull's margin. The parts get directions at unit scale, whose products have to be in range.
fn rounding<S: Support<D, Scalar = T>, T: Scalar, const D: usize>(
    parts: &[Part<S, T>],
    margin: &T,
) -> Option<RoundingBound<T>> {
    let d = dimension::<D>();
    let all = parts.iter().try_fold(RoundingBound::units(0), |all: RoundingBound<T>, part| {
        let own = part.shape.rounding()?;
        let size = part.excess.clone() + margin.clone();
        let added = if part.excess.is_zero() { T::zero() } else { ulps(tolerance::round_part(d), &size) };
        let fixed = own.fixed.clone() + added + own.margin.clone();
        let round = max(
            all.round.clone(),
            raised(tolerance::RAISED, own.round.clone() + part.excess.clone() + own.margin.clone()),
        );
        Some(RoundingBound {
            fixed: max(all.fixed.clone(), fixed),
            units: all.units.max(own.units),
            margin: max(all.margin.clone(), own.margin.clone()),
            round,
            ..all.with(&own)
        })
    })?;
    let [least, most] = &all.factors;
    let seen = !vanishes(least) && times(256, most).in_range();
    let fixed = raised(tolerance::RAISED, all.fixed);
    let units = all.units.checked_add(tolerance::compared(d))?;
    if seen { RoundingBound { fixed, units, factors: [T::one(), T::one()], ..all }.nested() } else { None }
}

/// The middle of the least and the largest coordinates of points, if there are any.
fn middle<T: Scalar, const D: usize>(mut points: impl Iterator<Item = Point<T, D>>) -> Option<Point<T, D>> {
    let first = points.next()?.coords;
    let (low, high) = points.fold((first.clone(), first), |(low, high), p| {
        let low = low.zip_map(&p.coords, min);
        (low, high.zip_map(&p.coords, max))
    });
    Some(halfway(&low, &high).into())
}

impl<S: Support<D, Scalar = T>, T: Scalar, const D: usize> Support<D> for Hull<S, T, D> {
    type Scalar = T;

    fn support(&self, direction: &SVector<T, D>) -> Point<T, D> {
        self.support_from(direction, &Point::origin()).offset.into()
    }

    /// The upper half of a vertex id has the number of its shape, the lower one the shape's own id, if both fit.
    fn support_from(&self, direction: &SVector<T, D>, from: &Point<T, D>) -> SupportOffset<T, D> {
        let direction = at_unit_scale(direction);
        let outward = self.unit.map(|unit| unit(&direction));
        let (mut best, mut reached) = self.candidate(0, &direction, outward.as_ref(), from);
        for index in 1..self.parts.len() {
            let (extreme, reach) = self.candidate(index, &direction, outward.as_ref(), from);
            if reach > reached {
                (best, reached) = (extreme, reach);
            }
        }
        best
    }

    fn margin(&self) -> T {
        self.margin.clone()
    }

    fn center(&self) -> Option<Point<T, D>> {
        self.center.clone()
    }

    fn extent(&self, from: &Point<T, D>) -> T {
        self.parts.iter().fold(T::zero(), |m, part| max(m, part.shape.extent(from) + part.excess.clone()))
    }

    fn rounding(&self) -> Option<RoundingBound<T>> {
        self.rounding.clone()
    }

    fn recall(&self, id: VertexId, from: &Point<T, D>) -> Option<SVector<T, D>> {
        let [VertexId(index), own] = split(id)?;
        let Part { shape, excess } = self.parts.get(index as usize)?;
        if excess.is_zero() { shape.recall(own, from) } else { None }
    }

    /// The sum of the parts' hints. None if a part has an excess margin, which makes it round.
    fn vertex_count_hint(&self) -> Option<u32> {
        self.parts.iter().try_fold(0_u32, |sum, Part { shape, excess }| {
            let own = shape.vertex_count_hint().filter(|_| excess.is_zero())?;
            Some(sum.saturating_add(own))
        })
    }

    fn construction(&self) -> Option<Construction<T, D>> {
        Some(Construction::Hull(self.shapes().map(Support::construction).collect::<Option<_>>()?))
    }
}
