//! The exact time at which two polytopes that move in straight lines meet.
//!
//! Let v be the velocity of B relative to A. The time is the least t ≥ 0 for which t·v is in A − B, that is
//!
//! ```text
//! Σ λₖ wₖ − t·v = 0,    Σ λₖ = 1,    λ, t ≥ 0
//! ```
//!
//! for vertices wₖ of A − B. This is a linear program, which the simplex method solves without a list of the vertices.
//! The support mapping, along the normal of the present basis, finds the next vertex (George Dantzig and Philip Wolfe,
//! Decomposition principle for linear programs, 1960). In the second phase the basis is a simplex of D vertices that
//! the ray passes through. The new vertex is in front of its plane, so the time never grows.
//!
//! A step of a degenerate program may leave the time as it was. The lexicographic rule (Dantzig, Orden and Wolfe, 1955)
//! breaks all ties, so no basis comes twice, and the method ends.

use super::cases::{ExactCases, InIntegers};
use super::contact::{ExactQuery, separate};
use super::distance::{Unit, unit_normal};
use super::integer::{Integer, Number, Vector};
use super::lattice::Pair;
use super::verdict::{options, pair};
use super::{dyadic::Dyadic, dyadic::Float, rounding::nearest};
use crate::error::{Error, check_length};
use crate::moving::{IntoMoving, OneMoves, Pair as Moving, Velocities, pair as moving};
use crate::{simplex::Cases, verdict::Undecided};
use alloc::vec::Vec;
use core::array;
use nalgebra::SVector;
use num_bigint::BigInt;
use num_integer::Integer as _;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

/// The answer of [`shape_cast`]: the exact time at which two polytopes meet.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ExactCast<const D: usize> {
    /// The first time at which they touch; `None` if they do not touch before the motion ends.
    pub time: Option<BigRational>,
    /// A normal of a plane between them at that time, from A towards B and of any length; `None` if they overlap at the
    /// start.
    pub normal: Option<[BigRational; D]>,
    /// The touching points of A and B at that time; at the start the points of the [contact](super::contact()).
    pub points: Option<[[BigRational; D]; 2]>,
    /// The number of support evaluations of A − B.
    pub evaluations: u32,
}

impl<const D: usize> ExactCast<D> {
    /// The time, correctly rounded.
    #[must_use]
    pub fn rounded_time(&self) -> Option<f64> {
        self.time.as_ref().map(nearest)
    }

    /// The time, rounded down: the polytopes do not meet before it.
    #[must_use]
    pub fn lower(&self) -> Option<f64> {
        let exactly = self.time.as_ref()?;
        let rounded = nearest(exactly);
        let later = BigRational::from_float(rounded).is_none_or(|rounded| rounded > *exactly);
        Some(if later { rounded.next_down() } else { rounded })
    }

    /// The normal at unit length, each component correctly rounded.
    #[must_use]
    pub fn unit_normal(&self) -> Option<[f64; D]> {
        self.normal.as_ref().map(unit_normal)
    }

    /// The points, each coordinate correctly rounded.
    #[must_use]
    pub fn rounded_points(&self) -> Option<[[f64; D]; 2]> {
        self.points.as_ref().map(|points| points.each_ref().map(|point| point.each_ref().map(nearest)))
    }
}

/// The exact time at which two polytopes meet if they move without turning. `None` if a shape has
/// no [`Construction`](crate::support::Construction), or has a margin or a skin. A shape that
/// [leaves](crate::Moving::leaving) another one has a hit here.
///
/// # Errors
/// If a velocity is not finite, or the last time or a skin is negative or not finite.
///
/// ```
/// use gjk::{SupportExt, exact, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let other = square.posed(Vector2::new(5.0, 0.5))?;
/// let found = exact::shape_cast(&square, other.moving(Vector2::new(-7.0, 1.0)))?.expect("polytopes");
/// assert_eq!(found.time.unwrap().to_string(), "3/7");
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T: Float, const D: usize>(
    a: A,
    b: B,
) -> Result<Option<ExactCast<D>>, Error>
where
    (A, B): OneMoves,
    Cases: ExactCases<D>,
{
    // Without a limit nothing is undecided.
    Ok(ExactQuery::new().shape_cast(a, b)?.and_then(Result::ok))
}

impl ExactQuery {
    /// The time at which two polytopes meet if they move without turning: see [`shape_cast`].
    ///
    /// # Errors
    /// As [`shape_cast`]. The inner result is [`Undecided::Limit`] if the cast takes more than the effort.
    pub fn shape_cast<A: IntoMoving<T, D>, B: IntoMoving<T, D>, T: Float, const D: usize>(
        &self,
        a: A,
        b: B,
    ) -> Result<Option<Result<ExactCast<D>, Undecided>>, Error>
    where
        (A, B): OneMoves,
        Cases: ExactCases<D>,
    {
        let Moving { a, b, velocities, skin } = moving(a, b);
        velocities.check()?;
        check_length(&skin, "skin")?;
        let exact = pair(&a, &b).filter(|pair| skin.is_zero() && pair.margins.iter().all(Dyadic::is_zero));
        Ok(exact.map(|pair| self.cast(&pair, &velocities)))
    }

    fn cast<T: Float, const D: usize>(
        self,
        pair: &Pair<D>,
        velocities: &Velocities<T, D>,
    ) -> Result<ExactCast<D>, Undecided>
    where
        Cases: ExactCases<D>,
    {
        let Velocities { a: velocity_a, b: velocity_b, until, .. } = velocities;
        let until = until.as_ref().and_then(|until| BigRational::from_float(until.widen()));
        let start = separate(pair, &options(None), &mut (), self.effort).ok_or(Undecided::Limit)?.contact();
        if start.intersects() {
            let normal = start.squared.is_zero().then_some(start.normal);
            let (time, points) = (Some(BigRational::zero()), Some(start.points));
            return Ok(ExactCast { time, normal, points, evaluations: start.evaluations });
        }
        let mut found = ExactCast { time: None, normal: None, points: None, evaluations: start.evaluations };
        let relative: [Dyadic; D] =
            array::from_fn(|k| Dyadic::of(velocity_b[k].widen()).plus(&Dyadic::of(velocity_a[k].widen()).negated()));
        let Some(exponent) = relative.iter().filter_map(Dyadic::lowest).min() else { return Ok(found) };
        let velocity: [BigInt; D] = array::from_fn(|k| relative[k].over(exponent));
        let mut program = Program::new(InIntegers::new(pair), velocity, self.effort);
        let meeting = program.solve()?;
        found.evaluations += program.evaluations;
        if let Some(Meeting { time, normal, point }) = meeting {
            // The unit of time: a unit of length over a unit of velocity.
            let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
            let power = BigRational::from(BigInt::one() << places);
            let unit = Unit::of(pair).rational(&BigInt::one(), &BigInt::one(), 1);
            let time = time * &unit * if exponent > 0 { power.recip() } else { power };
            if until.is_none_or(|until| time <= until) {
                let moved = |k: usize| BigRational::from_float(velocity_a[k].widen()).unwrap_or_default() * &time;
                let point: [_; D] = array::from_fn(|k| &point[k] * &unit + moved(k));
                found.points = Some([point.clone(), point]);
                (found.time, found.normal) = (Some(time), Some(normal));
            }
        }
        Ok(found)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Variable {
    /// The artificial variable of an equation, which has to become zero.
    Artificial,
    /// The time.
    Time,
    /// The weight of a vertex of A − B.
    Vertex,
}

/// A basic variable, its value, and its row of the inverse of the basis. `order` breaks ties: it is the row of a matrix
/// whose columns perturb all values, each column by less than the one before.
struct Row<const D: usize> {
    variable: Variable,
    value: BigRational,
    /// The point of A behind a vertex.
    place: Vector<D>,
    inverse: Vec<BigRational>,
    order: Vec<BigRational>,
}

/// The normal where two polytopes meet, and the point of A where it is at the start.
struct Meeting<const D: usize> {
    time: BigRational,
    normal: [BigRational; D],
    point: [BigRational; D],
}

/// A column that may become basic.
struct Column<const D: usize> {
    entries: Vec<BigRational>,
    variable: Variable,
    place: Vector<D>,
}

/// A linear program in solution, with D + 1 equations.
struct Program<const D: usize> {
    set: InIntegers<D>,
    velocity: [BigInt; D],
    rows: Vec<Row<D>>,
    evaluations: u32,
    /// The remaining steps.
    left: u64,
}

impl<const D: usize> Program<D> {
    fn new(set: InIntegers<D>, velocity: [BigInt; D], effort: u64) -> Self {
        let rows = (0..=D).map(|k| Row {
            variable: Variable::Artificial,
            value: unit(k, D),
            place: Vector::zeros(),
            inverse: identity(k, D),
            order: identity(k, D),
        });
        let step = 4 * (D as u64 + 1) * (D as u64 + 1);
        Self { set, velocity, rows: rows.collect(), evaluations: 0, left: effort / step }
    }

    /// `None` if the polytopes never meet.
    fn solve(&mut self) -> Result<Option<Meeting<D>>, Undecided> {
        for phase in [Variable::Artificial, Variable::Time] {
            loop {
                self.left = self.left.checked_sub(1).ok_or(Undecided::Limit)?;
                let prices = self.prices(phase);
                let Some(column) = self.entering(&prices, phase) else { break };
                if !self.enter(column, phase) {
                    break;
                }
            }
            let lacking = self.rows.iter().any(|row| row.variable == Variable::Artificial && !row.value.is_zero());
            if lacking {
                return Ok(None);
            }
        }
        let time = self.rows.iter().find(|row| row.variable == Variable::Time);
        let time = time.map_or_else(BigRational::zero, |row| row.value.clone());
        let prices = self.prices(Variable::Time);
        let normal = array::from_fn(|k| prices[k].clone());
        let point = array::from_fn(|k| self.rows.iter().map(|row| &row.value * &row.place[k].0).sum());
        Ok(Some(Meeting { time, normal, point }))
    }

    /// The prices of the equations (simplex multipliers), if variables of this kind cost 1, and all others 0.
    fn prices(&self, phase: Variable) -> Vec<BigRational> {
        let costly = self.rows.iter().filter(|row| row.variable == phase);
        costly.fold(zeros(D), |sum, row| sum.iter().zip(&row.inverse).map(|(x, y)| x + y).collect())
    }

    /// A column that lowers the total cost, and its variable, if there is one.
    fn entering(&mut self, prices: &[BigRational], phase: Variable) -> Option<Column<D>> {
        let (normal, level) = (&prices[..D], &prices[D]);
        let against = normal.iter().zip(&self.velocity).map(|(n, v)| n * v).sum::<BigRational>();
        if phase == Variable::Artificial && against.is_negative() {
            let column = self.velocity.iter().map(|v| BigRational::from(-v));
            let entries = column.chain([BigRational::zero()]).collect();
            return Some(Column { entries, variable: Variable::Time, place: Vector::zeros() });
        }
        let common = normal.iter().fold(BigInt::one(), |common, x| common.lcm(x.denom()));
        let mut direction: Vector<D> =
            SVector::from_fn(|k, _| Integer(normal[k].numer() * (&common / normal[k].denom())));
        if direction.iter().all(Integer::is_zero) {
            direction[0] = Number::one();
        }
        let vertex = self.set.support(&direction);
        self.evaluations += 1;
        let gain = normal.iter().zip(&vertex.w).fold(level.clone(), |sum, (n, Integer(w))| sum + n * w);
        gain.is_positive().then(|| {
            let entries = vertex.w.iter().map(|Integer(w)| BigRational::from(w.clone()));
            let entries = entries.chain([BigRational::one()]).collect();
            Column { entries, variable: Variable::Vertex, place: vertex.a }
        })
    }

    /// Makes a column basic, in place of the variable that falls to zero first; false if none falls.
    fn enter(&mut self, column: Column<D>, phase: Variable) -> bool {
        let weights: Vec<BigRational> = self.rows.iter().map(|row| product(&row.inverse, &column.entries)).collect();
        let idle = |k: &usize| self.rows[*k].variable == Variable::Artificial && !weights[*k].is_zero();
        let idle = if phase == Variable::Time { (0..=D).find(idle) } else { None };
        let leaving = if let Some(idle) = idle {
            // In the second phase an artificial variable is zero, and has to stay so: it leaves at once.
            idle
        } else {
            let is_before = |k: usize, other: usize| {
                let [x, y] = [k, other].map(|k| core::iter::once(&self.rows[k].value).chain(&self.rows[k].order));
                x.map(|x| x * &weights[other]).lt(y.map(|y| y * &weights[k]))
            };
            let falling = (0..=D).filter(|k| weights[*k].is_positive());
            let Some(first) = falling.reduce(|first, k| if is_before(k, first) { k } else { first }) else {
                return false;
            };
            first
        };
        let pivot = weights[leaving].recip();
        let row = &mut self.rows[leaving];
        (row.variable, row.place) = (column.variable, column.place);
        for entry in row.entries() {
            *entry *= &pivot;
        }
        let top: Vec<BigRational> = row.entries().map(|entry| entry.clone()).collect();
        for (_, (row, weight)) in self.rows.iter_mut().zip(&weights).enumerate().filter(|(k, _)| *k != leaving) {
            for (entry, above) in row.entries().zip(&top) {
                *entry -= weight * above;
            }
        }
        if idle.is_some() {
            // Not a step of the simplex method: the order for ties begins anew.
            for (k, row) in self.rows.iter_mut().enumerate() {
                row.order = identity(k, D);
            }
        }
        true
    }
}

impl<const D: usize> Row<D> {
    fn entries(&mut self) -> impl Iterator<Item = &mut BigRational> {
        core::iter::once(&mut self.value).chain(&mut self.inverse).chain(&mut self.order)
    }
}

fn identity(k: usize, last: usize) -> Vec<BigRational> {
    (0..=last).map(|column| unit(column, k)).collect()
}

fn unit(k: usize, other: usize) -> BigRational {
    if k == other { BigRational::one() } else { BigRational::zero() }
}

fn zeros(last: usize) -> Vec<BigRational> {
    (0..=last).map(|_| BigRational::zero()).collect()
}

fn product(u: &[BigRational], v: &[BigRational]) -> BigRational {
    u.iter().zip(v).map(|(x, y)| x * y).sum()
}
