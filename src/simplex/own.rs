//! Your own simplex cases: how to attach them to a set, and how to give them contacts.

use super::cases::{Searchable, SimplexCases};
use crate::frame::Frame;
use crate::minkowski::{ConvexSet, Difference};
use crate::support::forward_methods;
use crate::vertex::SupportPoint;
use core::marker::PhantomData;
use nalgebra::SVector;

/// Gives your own simplex cases the library's expanding polytopes, for contacts: write `impl OwnCases for Mine {}`.
pub trait OwnCases {}

/// A set that GJK searches with your own simplex cases C. [`Difference::with_cases`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct WithCases<S, C>(S, PhantomData<C>);

impl<S: ConvexSet<D>, C, const D: usize> ConvexSet<D> for WithCases<S, C> {
    type Scalar = S::Scalar;
    forward_methods! { |set| set.0;
        fn frame(&self) -> Frame<S::Scalar, D>;
        fn vertex(&self, frame: &Frame<S::Scalar, D>, direction: &SVector<S::Scalar, D>) -> SupportPoint<S::Scalar, D>;
        fn margins(&self) -> [S::Scalar; 2];
        fn roundness(&self) -> [S::Scalar; 2];
        fn vertex_count_hints(&self) -> Option<[u32; 2]>;
    }
}

impl<S: ConvexSet<D>, C: SimplexCases<S::Scalar, D>, const D: usize> Searchable<D> for WithCases<S, C> {
    type Cases = C;
}

impl<S, C> WithCases<S, C> {
    /// Combines a set with your cases.
    pub fn of(set: S) -> Self {
        Self(set, PhantomData)
    }
}

impl<A, B> Difference<A, B> {
    /// Searches this set with your own [simplex cases](SimplexCases), and never in closed form.
    pub fn with_cases<C>(self) -> WithCases<Self, C> {
        WithCases::<_, C>::of(self)
    }
}
