//! Boxes along the axes. Two shapes whose boxes are apart need no further query.

use crate::scalar::{Field, Real, Scalar, is_nan, max, min, norm, times, ulps};
use crate::{coordinates::Coordinates, scalar::doubled::Doubled, tolerance};
use nalgebra::{Point, SVector};

/// A box aligned with the axes, given by its least and its largest coordinates; see [`aabb`](crate::aabb()).
///
/// ```
/// use gjk::{Aabb, nalgebra::Point2};
/// let room = Aabb { min: Point2::new(0.0, 0.0), max: Point2::new(4.0, 2.0) };
/// assert!(room.contains(&Point2::new(4.0, 1.0)));
/// assert!(!room.contains(&Point2::new(4.0, 3.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb<T: Scalar, const D: usize> {
    /// The least coordinate along each axis.
    pub min: Point<T, D>,
    /// The largest coordinate along each axis.
    pub max: Point<T, D>,
}

impl<T: Scalar, const D: usize> Aabb<T, D> {
    /// Returns whether two boxes share a point; touching counts. `true` if a coordinate is NaN, to be on the safe side.
    pub fn intersects(&self, other: &Self) -> bool {
        !(0..D).any(|k| self.max[k] < other.min[k] || other.max[k] < self.min[k])
    }

    /// Returns whether a point is in the box or on its boundary. `true` if a coordinate is NaN, to be on the safe side.
    pub fn contains(&self, point: impl Coordinates<T, D>) -> bool {
        let point = point.vector();
        !(0..D).any(|k| point[k] < self.min[k] || point[k] > self.max[k])
    }

    /// The middle of the box, in the unit of its coordinates, to within ε of the larger bound.
    ///
    /// ```
    /// use gjk::{Aabb, nalgebra::{Point2, Vector2}};
    /// let hall = Aabb { min: Point2::new(0.0, 0.0), max: Point2::new(4.0, 2.0) };
    /// assert_eq!((hall.center(), hall.half_extents()), (Point2::new(2.0, 1.0), Vector2::new(2.0, 1.0)));
    /// ```
    #[must_use]
    pub fn center(&self) -> Point<T, D>
    where
        T: Real,
    {
        let half = T::one() / times(2, &T::one());
        (&self.min.coords * half.clone() + &self.max.coords * half).into()
    }

    /// Half the width, the height and so on, to within ε of the larger bound.
    #[must_use]
    pub fn half_extents(&self) -> SVector<T, D>
    where
        T: Real,
    {
        let half = T::one() / times(2, &T::one());
        &self.max.coords * half.clone() - &self.min.coords * half
    }

    /// The smallest box around both. A NaN coordinate stays NaN.
    ///
    /// ```
    /// use gjk::{Aabb, nalgebra::Point2};
    /// let hall = Aabb { min: Point2::new(0.0, 0.0), max: Point2::new(4.0, 2.0) };
    /// let tower = Aabb { min: Point2::new(3.0, 0.0), max: Point2::new(5.0, 9.0) };
    /// assert_eq!(hall.merged(&tower), Aabb { min: Point2::new(0.0, 0.0), max: Point2::new(5.0, 9.0) });
    /// assert_eq!(hall.overlap(&tower), Some(Aabb { min: Point2::new(3.0, 0.0), max: Point2::new(4.0, 2.0) }));
    /// ```
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        Self { min: least(&self.min, &other.min), max: most(&self.max, &other.max) }
    }

    /// The box that two boxes share, if they intersect. It is flat if they touch.
    #[must_use]
    pub fn overlap(&self, other: &Self) -> Option<Self> {
        self.intersects(other).then(|| Self { min: most(&self.min, &other.min), max: least(&self.max, &other.max) })
    }

    /// The box with each face moved outwards by a margin. A negative margin moves the faces inwards, to the middle at
    /// most. A margin lets shapes move a little before their boxes have to be made again. Rounded outwards.
    ///
    /// ```
    /// use gjk::{Aabb, nalgebra::Point2};
    /// let room = Aabb { min: Point2::new(0.0, 0.0), max: Point2::new(4.0, 2.0) };
    /// assert_eq!(room.grown(0.5), Aabb { min: Point2::new(-0.5, -0.5), max: Point2::new(4.5, 2.5) });
    /// ```
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "a length, often a literal")]
    pub fn grown(&self, margin: T) -> Self {
        let mut grown = Self {
            min: self.min.map(|low| -upwards(-low, margin.clone())),
            max: self.max.map(|high| upwards(high, margin.clone())),
        };
        for k in 0..D {
            if grown.max[k] < grown.min[k] {
                let middle = self.min[k].half() + self.max[k].half();
                // A type need not be able to halve.
                let is_inside = self.min[k] <= middle && middle <= self.max[k];
                let middle = if is_inside { middle } else { self.min[k].clone() };
                grown.min[k] = middle.clone();
                grown.max[k] = middle;
            }
        }
        grown
    }

    /// The box around all places of this one while it moves along a vector, rounded outwards.
    ///
    /// ```
    /// use gjk::{aabb, nalgebra::Point2, shape::Ball};
    /// let path = aabb(&Ball::at(Point2::new(0.0, 0.0), 1.0)?).swept([5.0, -3.0]);
    /// assert_eq!((path.min, path.max), (Point2::new(-1.0, -4.0), Point2::new(6.0, 1.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn swept(&self, motion: impl Coordinates<T, D>) -> Self {
        let (motion, mut swept) = (motion.vector(), self.clone());
        for k in 0..D {
            let step = motion[k].clone();
            if step < T::zero() || is_nan(&step) {
                swept.min[k] = -upwards(-swept.min[k].clone(), -step.clone());
            }
            if step > T::zero() || is_nan(&step) {
                swept.max[k] = upwards(swept.max[k].clone(), step);
            }
        }
        swept
    }

    /// The time t at which a ray enters the box, at `origin` + t · `direction`; 0 if it starts inside. `None` if it
    /// misses the box, and so everything in the box. Touching counts.
    ///
    /// Rounding never turns a hit into a miss, and never makes the time too late: where rounding decides, the answer is
    /// a hit, unless a time underflows. The time is 0 if a coordinate is NaN.
    ///
    /// Complexity: two divisions for each axis.
    ///
    /// ```
    /// use gjk::{Aabb, nalgebra::Point2};
    /// let room = Aabb { min: Point2::new(1.0, 0.0), max: Point2::new(4.0, 2.0) };
    /// let time = room.raycast([0.0, 1.0], [2.0, 0.0]).unwrap();
    /// assert!(time <= 0.5 && time > 0.499_999);
    /// assert_eq!(room.raycast([2.0, 1.0], [0.0, 1.0]), Some(0.0));
    /// assert_eq!(room.raycast([0.0, 1.0], [-2.0, 0.0]), None);
    /// assert_eq!(room.raycast([0.0, 3.0], [2.0, 0.0]), None);
    /// ```
    pub fn raycast(&self, origin: impl Coordinates<T, D>, direction: impl Coordinates<T, D>) -> Option<T>
    where
        T: Field,
    {
        let (origin, direction) = (origin.vector(), direction.vector());
        let (mut enters, mut leaves) = (T::zero(), None::<T>);
        for k in 0..D {
            let (low, high) = (self.min[k].clone() - origin[k].clone(), self.max[k].clone() - origin[k].clone());
            if direction[k].is_zero() {
                if low > T::zero() || high < T::zero() {
                    return None;
                }
                continue;
            }
            // A difference and a quotient are rounded: each time is moved by more than that, the first one back, the
            // second one on.
            let [low, high] = [low, high].map(|way| way / direction[k].clone());
            let (first, last) = if direction[k] < T::zero() { (high, low) } else { (low, high) };
            let [back, on] = [&first, &last].map(|time| ulps(tolerance::SLAB, &time.abs()));
            enters = max(enters, first - back);
            let last = last + on;
            leaves = Some(leaves.map_or_else(|| last.clone(), |leaves| min(leaves, last.clone())));
        }
        let misses = leaves.is_some_and(|leaves| leaves < enters);
        if misses { None } else { Some(enters) }
    }

    /// A box that holds all rotations of this one about a point, to within 2 ε of its size. Together with
    /// [`swept`](Self::swept) it serves a body that moves and turns.
    ///
    /// ```
    /// use gjk::{Aabb, nalgebra::Point2};
    /// let blade = Aabb { min: Point2::new(7.0, 6.0), max: Point2::new(13.0, 8.0) };
    /// let fan = blade.turned_about(&Point2::new(10.0, 4.0));
    /// assert_eq!((fan.min, fan.max), (Point2::new(5.0, -1.0), Point2::new(15.0, 9.0)));
    /// ```
    #[must_use]
    pub fn turned_about(&self, pivot: impl Coordinates<T, D>) -> Self
    where
        T: Real,
    {
        let pivot = pivot.point();
        let (low, high) = (&self.min - &pivot, &self.max - &pivot);
        let farthest: SVector<T, D> = low.zip_map(&high, |low, high| max(low.abs(), high.abs()));
        Self { min: pivot.clone(), max: pivot }.grown(norm(&farthest))
    }
}

/// a + b, rounded up to one of the next two numbers.
fn upwards<T: Scalar>(a: T, b: T) -> T {
    let Doubled { high: sum, low: rest } = Doubled::sum(a, b);
    if rest > T::zero() { sum.clone() + ulps(tolerance::NEXT, &sum.abs()) } else { sum }
}

fn least<T: Scalar, const D: usize>(p: &Point<T, D>, q: &Point<T, D>) -> Point<T, D> {
    p.coords.zip_map(&q.coords, |p, q| if q < p || is_nan(&q) { q } else { p }).into()
}

fn most<T: Scalar, const D: usize>(p: &Point<T, D>, q: &Point<T, D>) -> Point<T, D> {
    p.coords.zip_map(&q.coords, |p, q| if q > p || is_nan(&q) { q } else { p }).into()
}
