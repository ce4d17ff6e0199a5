//! The exact time at which two hulls that move in straight lines first meet: a linear program, solved by the simplex method in integers.
//!
//! B is displaced by t·v at time t. The hulls of the points `a` and `b` meet then if there are weights with
//!
//! ```text
//! Σ λᵢ aᵢ − Σ μⱼ bⱼ = t·v,    Σ λᵢ = 1,    Σ μⱼ = 1,    λ, μ, t ≥ 0
//! ```
//!
//! and the first time is the least such t, if there is one. The method shares nothing with the library: it uses no
//! support mapping, no simplex of A − B and no nearest point.
//!
//! The tableau is kept in integers over one common denominator, which is the last pivot (Jack Edmonds, Systems of distinct
//! representatives and linear algebra, 1967): each step divides without remainder. Bland's rule picks the pivots, so that the
//! degenerate programs of shapes that touch in many ways end, too (New finite pivoting rules for the simplex method, 1977).

use super::rational::{Int, Lattice, Rational};
use std::cmp::Ordering;

/// Whether the time wanted is the first or the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    First,
    Last,
}

/// The first or last time, from 0 on, at which the hulls have a point in common; `None` if there is none, or no last.
pub fn time<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], v: &[f64; D], which: Which) -> Option<Rational> {
    let (points, course) = (Lattice::holding(a.iter().chain(b).flatten()), Lattice::holding(v));
    let velocity = course.point(v);
    let mut columns: Vec<Vec<Int>> = Vec::new();
    let one = || Int::from(1);
    for p in a {
        columns.push(points.point(p).into_iter().chain([one(), Int::ZERO]).collect());
    }
    for p in b {
        columns.push(points.point(p).into_iter().map(|x| -x).chain([Int::ZERO, one()]).collect());
    }
    columns.push(velocity.into_iter().map(|x| -x).chain([Int::ZERO, Int::ZERO]).collect());
    let last = columns.len() - 1;
    let mut program = Program::new(&columns, D);
    if !program.is_feasible() {
        return None;
    }
    let cost = match which {
        Which::First => one(),
        Which::Last => -one(),
    };
    if !program.minimize(last, &cost) {
        return None;
    }
    Some(program.value(last, points.exponent - course.exponent))
}

/// Rows of integers over a common denominator, one for each basic variable; the last column is the right-hand side.
struct Program {
    rows: Vec<Vec<Int>>,
    basis: Vec<usize>,
    /// What all is to be divided by; positive.
    denominator: Int,
    /// How many variables are not artificial.
    variables: usize,
}

impl Program {
    /// The equations Σ columnsₖ · xₖ = (0, …, 0, 1, 1), with as many zeros as `zeros`; each has an artificial variable for its
    /// basis.
    fn new(columns: &[Vec<Int>], zeros: usize) -> Self {
        let (count, variables) = (zeros + 2, columns.len());
        let rows = (0..count).map(|row| {
            let mut entries: Vec<Int> = columns.iter().map(|column| column[row].clone()).collect();
            entries.push(Int::from(i32::from(row >= zeros)));
            entries
        });
        Self {
            rows: rows.collect(),
            basis: (variables..variables + count).collect(),
            denominator: Int::from(1),
            variables,
        }
    }

    /// Makes `column` basic in `row`.
    fn pivot(&mut self, objective: &mut [Int], row: usize, column: usize) {
        if self.rows[row][column] < Int::ZERO {
            // Only where the right-hand side is zero.
            self.rows[row].iter_mut().for_each(|x| *x = -&*x);
        }
        let top = self.rows[row].clone();
        let pivot = &top[column];
        let others = self.rows.iter_mut().enumerate().filter(|(k, _)| *k != row).map(|(_, other)| other.as_mut_slice());
        for other in others.chain([objective]) {
            let factor = other[column].clone();
            for (x, y) in other.iter_mut().zip(&top) {
                *x = (&*x * pivot - &factor * y) / &self.denominator;
            }
        }
        self.denominator.clone_from(pivot);
        self.basis[row] = column;
    }

    /// Lowers the objective (its row of the tableau, reduced) as far as can be; false if it never ends.
    fn lower(&mut self, objective: &mut [Int]) -> bool {
        loop {
            let Some(column) = (0..self.variables).find(|&k| objective[k] < Int::ZERO) else { return true };
            let mut best: Option<usize> = None;
            for row in (0..self.rows.len()).filter(|&row| self.rows[row][column] > Int::ZERO) {
                let is_before = |other: usize| {
                    let [x, y] = [row, other].map(|k| &self.rows[k]);
                    let [left, right] = [&x[self.variables] * &y[column], &y[self.variables] * &x[column]];
                    match left.cmp(&right) {
                        Ordering::Less => true,
                        Ordering::Equal => self.basis[row] < self.basis[other],
                        Ordering::Greater => false,
                    }
                };
                if best.is_none_or(is_before) {
                    best = Some(row);
                }
            }
            let Some(row) = best else { return false };
            self.pivot(objective, row, column);
        }
    }

    /// The first phase: whether the artificial variables can all be zero. Then none is left in the basis.
    fn is_feasible(&mut self) -> bool {
        // The sum of the artificial variables, in terms of the others.
        let mut objective: Vec<Int> =
            (0..=self.variables).map(|k| -self.rows.iter().map(|row| row[k].clone()).sum::<Int>()).collect();
        if !self.lower(&mut objective) || objective[self.variables] != Int::ZERO {
            return false;
        }
        let mut row = 0;
        while row < self.rows.len() {
            if self.basis[row] < self.variables {
                row += 1;
            } else if let Some(column) = (0..self.variables).find(|&k| self.rows[row][k] != Int::ZERO) {
                self.pivot(&mut objective, row, column);
                row += 1;
            } else {
                // It says nothing that the others don't.
                self.rows.swap_remove(row);
                self.basis.swap_remove(row);
            }
        }
        true
    }

    /// The second phase: the least `cost` times one variable; false if it falls without end.
    fn minimize(&mut self, variable: usize, cost: &Int) -> bool {
        let mut objective = vec![Int::ZERO; self.variables + 1];
        objective[variable] = cost * &self.denominator;
        if let Some(row) = self.basis.iter().position(|&basic| basic == variable) {
            for (x, y) in objective.iter_mut().zip(&self.rows[row]) {
                *x -= cost * y;
            }
        }
        self.lower(&mut objective)
    }

    fn value(&self, variable: usize, exponent: i64) -> Rational {
        let row = self.basis.iter().position(|&basic| basic == variable);
        let numerator = row.map_or(Int::ZERO, |row| self.rows[row][self.variables].clone());
        Rational::new(numerator, self.denominator.clone(), exponent)
    }
}
