//! The common part of the engines that are called in C.

use crate::engine::{Contact, Separation};

/// `struct found` of native/found.h.
#[repr(C)]
#[derive(Default)]
pub struct Found {
    length: f64,
    points: [[f64; 3]; 2],
    normal: [f64; 3],
}

impl Found {
    /// What a query has found, if it says so.
    #[inline]
    pub fn by(query: impl FnOnce(&mut Found) -> bool) -> Option<Found> {
        let mut found = Found::default();
        query(&mut found).then_some(found)
    }

    #[inline]
    pub fn separation(self) -> Separation<f64, 3> {
        let [a, b] = self.points;
        Separation { distance: self.length, a, b }
    }

    #[inline]
    pub fn contact(self) -> Contact<f64, 3> {
        Contact { depth: self.length, normal: self.normal, points: self.points }
    }
}
