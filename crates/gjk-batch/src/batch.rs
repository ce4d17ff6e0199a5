//! Pairs of bodies, and the queries about them.

use crate::bodies::Bodies;
use crate::error::Error;
use crate::fields::{
    Casts, CertifiedCasts, CertifiedContacts, CertifiedDistances, CertifiedVerdicts, Contacts, Distances, Fields,
    Verdicts,
};
use gjk::epa::Expansion;
use gjk::exact::{ExactCases, Float};
use gjk::query::Velocities;
use gjk::simplex::{Cases, SimplexCases};
use gjk::{Difference, Query, Support, SupportExt, certified};
use rayon::ThreadPool;
use std::ops::Range;

/// The pairs to ask about: each has a body of A and a body of B.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairs<'p> {
    /// Body k of A with body k of B.
    Each,
    /// Every body of A with every body of B. Pair i · n + j is of bodies i and j, where B has n bodies.
    All,
    /// The listed pairs: each has a body of A and a body of B.
    Listed(&'p [[u32; 2]]),
}

/// All pairs of two bodies of one list, the first body before the second, for [`Pairs::Listed`].
///
/// ```
/// assert_eq!(gjk_batch::every_two(3), [[0, 1], [0, 2], [1, 2]]);
/// ```
#[must_use]
pub fn every_two(bodies: u32) -> Vec<[u32; 2]> {
    (0..bodies).flat_map(|i| (i + 1..bodies).map(move |j| [i, j])).collect()
}

/// Pairs of bodies to ask about.
///
/// Each query writes answer k into element k of the slices that it is given, and returns how many pairs are undecided (unproven, for
/// proofs). These are marked in a field of their own, and count as intersecting.
pub struct Batch<'b, A, B, const D: usize> {
    a: &'b [A],
    b: &'b [B],
    pairs: Pairs<'b>,
    part: Range<usize>,
    pool: Option<&'b ThreadPool>,
}

/// The most pairs that one thread takes at a time.
const GRAIN: usize = 256;

impl<'b, A, B, T: Float, const D: usize> Batch<'b, A, B, D>
where
    A: Support<D, Scalar = T> + Sync,
    B: Support<D, Scalar = T> + Sync,
{
    /// Checks which bodies are asked for. Complexity: O(pairs) for a list, else O(1).
    ///
    /// # Errors
    /// [`Error::Pair`] for the first pair with a body that is not there, [`Error::Each`] if the lists differ in length.
    pub fn new(a: &'b Bodies<A>, b: &'b Bodies<B>, pairs: Pairs<'b>) -> Result<Self, Error> {
        let bodies = [a.len(), b.len()];
        let count = match pairs {
            Pairs::Each if bodies[0] != bodies[1] => return Err(Error::Each { bodies }),
            Pairs::Each => bodies[0],
            Pairs::All => bodies[0].saturating_mul(bodies[1]),
            Pairs::Listed(list) => {
                for (index, pair) in list.iter().enumerate() {
                    for side in 0..2 {
                        let body = pair[side] as usize;
                        if body >= bodies[side] {
                            return Err(Error::Pair { index, side, body, bodies: bodies[side] });
                        }
                    }
                }
                list.len()
            }
        };
        Ok(Self { a: &a.0, b: &b.0, pairs, part: 0..count, pool: None })
    }

    /// The batch, computed by the threads of a pool.
    #[must_use]
    pub fn on(self, pool: &'b ThreadPool) -> Self {
        Self { pool: Some(pool), ..self }
    }

    /// A range of these pairs, without the part beyond their end.
    ///
    /// A caller who wants to be able to stop asks about one part after the other.
    #[must_use]
    pub fn part(&self, range: Range<usize>) -> Self {
        let end = self.part.end.min(self.part.start.saturating_add(range.end));
        let start = end.min(self.part.start.saturating_add(range.start));
        Self { part: start..end, ..*self }
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.part.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.part.is_empty()
    }

    /// The bodies of a pair.
    fn pair(&self, k: usize) -> (&'b A, &'b B) {
        let k = self.part.start + k;
        let [i, j] = match self.pairs {
            Pairs::Each => [k, k],
            Pairs::All => [k / self.b.len(), k % self.b.len()],
            Pairs::Listed(list) => list[k].map(|body| body as usize),
        };
        (&self.a[i], &self.b[j])
    }

    /// Asks about each pair.
    fn ask<F: Fields>(
        &self,
        mut fields: F,
        query: impl Fn(usize, &A, &B) -> Result<F::Answer, Error> + Sync,
    ) -> Result<usize, Error> {
        fields.check(self.len())?;
        let query = |k| {
            let (a, b) = self.pair(k);
            query(k, a, b)
        };
        match self.pool {
            None => one_by_one(&mut fields, 0..self.len(), &query),
            Some(pool) => pool.install(|| by_halves(fields, 0..self.len(), &query)),
        }
    }

    /// Returns whether two bodies have a point in common: [`gjk::intersects`].
    ///
    /// # Errors
    /// [`Error::Length`] if the length of a slice is not the number of pairs.
    pub fn intersects(&self, verdicts: Verdicts<'_>) -> Result<usize, Error>
    where
        Cases: SimplexCases<T, D>,
    {
        self.ask(verdicts, |_, a, b| Ok(Query::new().decide(a, b)))
    }

    /// The distance between two bodies: [`gjk::distance`](gjk::distance()).
    ///
    /// # Errors
    /// As [`intersects`](Self::intersects).
    pub fn distance(&self, distances: Distances<'_, T, D>) -> Result<usize, Error>
    where
        Cases: SimplexCases<T, D>,
    {
        self.ask(distances, |_, a, b| Ok(gjk::distance(a, b)))
    }

    /// The contact of two bodies: [`gjk::contact`](gjk::contact()).
    ///
    /// # Errors
    /// As [`intersects`](Self::intersects).
    pub fn contact(&self, contacts: Contacts<'_, T, D>) -> Result<usize, Error>
    where
        Cases: Expansion<T, D>,
    {
        self.ask(contacts, |_, a, b| Ok(gjk::contact(a, b)))
    }

    /// The time at which two bodies that move in straight lines meet, or come within `skin`: [`gjk::shape_cast`](gjk::shape_cast()). There
    /// are velocities for each pair, or one for all.
    ///
    /// # Errors
    /// As [`intersects`](Self::intersects); [`Error::Motion`] for the first pair whose velocities are not finite or whose end is negative,
    /// and for a skin that is negative or not finite.
    ///
    /// ```
    /// use gjk::shape::{Ball, Shape2};
    /// use gjk_batch::{Batch, Bodies, Casts, Pairs};
    /// let ball: Vec<Shape2<f64>> = vec![Ball::new(1.0)?.into()];
    /// let wall = Bodies::new(&ball, &[[0.0, 0.0].into()])?;
    /// let thrown = Bodies::new(&ball, &[[5.0, 0.0].into(), [9.0, 0.0].into()])?;
    /// let mut time = [0.0; 2];
    /// let casts = Casts { time: Some(&mut time), ..Casts::default() };
    /// Batch::new(&wall, &thrown, Pairs::All)?.shape_cast(casts, &[[-2.0, 0.0].into()], 0.0)?;
    /// assert_eq!(time, [1.5, 3.5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "a length, often a literal")]
    pub fn shape_cast(&self, casts: Casts<'_, T, D>, velocities: &[Velocities<T, D>], skin: T) -> Result<usize, Error>
    where
        Cases: Expansion<T, D>,
    {
        self.check_motions(velocities, &skin)?;
        self.ask(casts, |k, a, b| {
            let motion = motion_of(velocities, k).clone();
            let found = Query::new().shape_cast_of_within(skin.clone(), &Difference(a, b), motion);
            found.map_err(|why| Error::Motion { index: k, why })
        })
    }

    /// Returns whether two bodies have a point in common, with a proof: [`certified::intersects`].
    ///
    /// # Errors
    /// As [`intersects`](Self::intersects).
    pub fn certified(&self, verdicts: CertifiedVerdicts<'_>) -> Result<usize, Error>
    where
        Cases: SimplexCases<T, D> + ExactCases<D>,
    {
        self.ask(verdicts, |_, a, b| Ok(certified::intersects(a, b)))
    }

    /// The distance with proven bounds: [`certified::distance`](certified::distance()).
    ///
    /// # Errors
    /// As [`intersects`](Self::intersects).
    pub fn certified_distance(&self, distances: CertifiedDistances<'_, T, D>) -> Result<usize, Error>
    where
        Cases: SimplexCases<T, D> + ExactCases<D>,
    {
        self.ask(distances, |_, a, b| Ok(certified::distance(a, b)))
    }

    /// The contact with proven bounds: [`certified::contact`](certified::contact()).
    ///
    /// # Errors
    /// As [`intersects`](Self::intersects).
    pub fn certified_contact(&self, contacts: CertifiedContacts<'_, T, D>) -> Result<usize, Error>
    where
        Cases: Expansion<T, D> + ExactCases<D>,
    {
        self.ask(contacts, |_, a, b| Ok(certified::contact(a, b)))
    }

    /// The cast with a proven time before which the bodies do not meet: [`certified::shape_cast`](certified::shape_cast()).
    ///
    /// # Errors
    /// As [`shape_cast`](Self::shape_cast).
    #[expect(clippy::needless_pass_by_value, reason = "a length, often a literal")]
    pub fn certified_shape_cast(
        &self,
        casts: CertifiedCasts<'_, T, D>,
        velocities: &[Velocities<T, D>],
        skin: T,
    ) -> Result<usize, Error>
    where
        Cases: Expansion<T, D>,
    {
        self.check_motions(velocities, &skin)?;
        self.ask(casts, |k, a, b| {
            let motion = motion_of(velocities, k);
            let mut moving = a.moving(motion.a.clone()).with_skin(skin.clone());
            if let Some(until) = &motion.until {
                moving = moving.until(until.clone());
            }
            if motion.leaves {
                moving = moving.leaving();
            }
            let found = certified::shape_cast(moving, b.moving(motion.b.clone()));
            found.map_err(|why| Error::Motion { index: k, why })
        })
    }

    fn check_motions(&self, velocities: &[Velocities<T, D>], skin: &T) -> Result<(), Error> {
        if !matches!(velocities.len(), 1) && velocities.len() != self.len() {
            return Err(Error::Length { field: "velocities", length: velocities.len(), pairs: self.len() });
        }
        let length = |length: &T, what| {
            if !length.in_range() {
                Err(gjk::Error::OutOfRange(what))
            } else if *length < T::zero() {
                Err(gjk::Error::Negative(what))
            } else {
                Ok(())
            }
        };
        length(skin, "skin").map_err(|why| Error::Motion { index: 0, why })?;
        for (index, motion) in velocities.iter().enumerate() {
            let each = [(&motion.a, "velocity of A"), (&motion.b, "velocity of B")];
            let unfit = each.into_iter().find(|(velocity, _)| !velocity.iter().all(T::in_range));
            let refused = unfit.map_or(Ok(()), |(_, what)| Err(gjk::Error::OutOfRange(what)));
            let until = motion.until.as_ref().map_or(Ok(()), |until| length(until, "last time"));
            refused.and(until).map_err(|why| Error::Motion { index, why })?;
        }
        Ok(())
    }
}

fn motion_of<T: Float, const D: usize>(velocities: &[Velocities<T, D>], k: usize) -> &Velocities<T, D> {
    if let [all] = velocities { all } else { &velocities[k] }
}

/// Writes the answers from the first of a range on to the fields' beginning, and counts those that are undecided.
fn one_by_one<F: Fields>(
    fields: &mut F,
    range: Range<usize>,
    query: &(impl Fn(usize) -> Result<F::Answer, Error> + Sync),
) -> Result<usize, Error> {
    let mut undecided = 0;
    for (slot, k) in range.enumerate() {
        undecided += usize::from(fields.put(slot, query(k)?));
    }
    Ok(undecided)
}

fn by_halves<F: Fields>(
    mut fields: F,
    range: Range<usize>,
    query: &(impl Fn(usize) -> Result<F::Answer, Error> + Sync),
) -> Result<usize, Error> {
    if range.len() <= GRAIN {
        return one_by_one(&mut fields, range, query);
    }
    let half = range.len() / 2;
    let middle = range.start + half;
    let (first, second) = fields.split_at(half);
    let (first, second) =
        rayon::join(|| by_halves(first, range.start..middle, query), || by_halves(second, middle..range.end, query));
    Ok(first? + second?)
}
