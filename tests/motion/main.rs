//! Casts and times of impact are never late, and games that use them keep their characters.

mod cast;
mod games;
mod time_of_impact;
