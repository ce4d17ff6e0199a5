//! Queries of the library [`gjk`] about many pairs in one call.
//!
//! A list of shapes and a list of poses make [`Bodies`], which check and prepare each pose once. A [`Batch`] is a list of pairs of bodies.
//! It has a method for each query. The method writes its answers into slices of the caller, one slice for each field that is asked for.
//! Each answer has the bits of the single query about the pair, on any number of threads.
//!
//! ```
//! use gjk::shape::{Ball, Cuboid, Shape3};
//! use gjk_batch::{Batch, Bodies, Distances, Pairs};
//!
//! let crates: Vec<Shape3<f64>> = vec![Cuboid::new([1.0, 1.0, 1.0])?.into()];
//! let balls: Vec<Shape3<f64>> = vec![Ball::new(0.5)?.into(), Ball::new(1.0)?.into()];
//! // One crate in two places, and two balls.
//! let a = Bodies::new(&crates, &[[0.0, 0.0, 0.0].into(), [0.0, 5.0, 0.0].into()])?;
//! let b = Bodies::new(&balls, &[[4.0, 0.0, 0.0].into(), [0.0, 1.5, 0.0].into()])?;
//!
//! // Every body of A with every body of B: (0, 0), (0, 1), (1, 0), (1, 1).
//! let mut distance = [0.0; 4];
//! let undecided = Batch::new(&a, &b, Pairs::All)?
//!     .distance(Distances { distance: Some(&mut distance), ..Distances::default() })?;
//! assert_eq!((distance[0], distance[1], distance[3], undecided), (2.5, 0.0, 1.5, 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Threads
//!
//! A batch runs on the caller's thread. [`Batch::on`] and [`Bodies::on`] take a pool of [`rayon`]'s instead.
//!
//! ```
//! use gjk::shape::{Cuboid, Shape2};
//! use gjk_batch::{Batch, Bodies, Pairs, Verdicts, every_two, rayon::ThreadPoolBuilder};
//!
//! let tiles: Vec<Shape2<f32>> = vec![Cuboid::new([0.5, 0.5])?.into()];
//! let poses: Vec<_> = (0..100_u8).map(|k| [f32::from(k % 10), 1.5 * f32::from(k / 10)].into()).collect();
//! let (pool, pairs) = (ThreadPoolBuilder::new().num_threads(2).build()?, every_two(100));
//! let bodies = Bodies::on(&pool, &tiles, &poses)?;
//! let mut touch = vec![false; pairs.len()];
//! Batch::new(&bodies, &bodies, Pairs::Listed(&pairs))?
//!     .on(&pool)
//!     .intersects(Verdicts { intersects: Some(&mut touch), ..Verdicts::default() })?;
//! assert_eq!(touch.iter().filter(|touch| **touch).count(), 90); // neighbors in ten rows of ten
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What shapes to pass
//!
//! [`Shape2`](gjk::shape::Shape2) and [`Shape3`](gjk::shape::Shape3) are shapes of any kind. If all shapes of a list have one type, pass
//! that type: a slice of [`Cuboid`](gjk::shape::Cuboid) saves a call through a pointer in every step of a search.

#![forbid(unsafe_code)]

mod batch;
mod bodies;
mod error;
mod fields;

pub use batch::{Batch, Pairs, every_two};
pub use bodies::Bodies;
pub use error::Error;
pub use fields::{
    Casts, CertifiedCasts, CertifiedContacts, CertifiedDistances, CertifiedVerdicts, Contacts, Distances, Verdicts,
};
pub use rayon;
