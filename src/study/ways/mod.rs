//! Ways to treat the simplex.

use crate::scalar::Real;
use crate::simplex::{Cases, SimplexCases};
use crate::support::Support;
use std::str::FromStr;

/// A way to treat the simplex.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// The library's.
    Ours,
}

/// What a way has found.
pub struct Found<T: crate::Scalar, const D: usize> {
    /// The verdict; `None` if it is undecided.
    pub intersects: Option<bool>,
    /// The distance, if the way measures one.
    pub distance: Option<crate::Distance<T, D>>,
    /// How many times the support mapping of A − B was evaluated.
    pub evaluations: u32,
}

impl Way {
    /// All of them.
    pub const ALL: &'static [Self] = &[Self::Ours];

    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        "ours"
    }

    /// Where it was published.
    #[must_use]
    pub fn source(self) -> &'static str {
        "this library"
    }

    /// Asks it about two shapes.
    pub fn ask<T: Real, A, B, const D: usize>(self, a: &A, b: &B) -> Found<T, D>
    where
        A: Support<D, Scalar = T> + ?Sized,
        B: Support<D, Scalar = T> + ?Sized,
        Cases: SimplexCases<T, D>,
    {
        let found = crate::distance(a, b);
        Found {
            intersects: found.undecided.is_none().then(|| found.intersects()),
            evaluations: found.evaluations,
            distance: Some(found),
        }
    }
}

impl FromStr for Way {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.iter().find(|way| way.name() == text).copied().ok_or_else(|| format!("there is no way {text}"))
    }
}
