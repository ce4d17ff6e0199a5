//! The rim of a disc, as a polygon.

use crate::scalar::Real;
use crate::support::SupportOffset;
use crate::vertex::VertexId;
use core::array;
use nalgebra::{Point3, Vector3};

/// How many points stand for a rim: with twelve their coordinates need no more than √3.
pub(super) const RIM: u32 = 12;

/// The points every 30 degrees on the circle at height `y` around the second axis, counter-clockwise as seen from above if `y`
/// is positive, else as seen from below; with the names from `first` on.
pub(super) fn rim<T: Real>(radius: &T, y: &T, first: u32, from: &Point3<T>, each: &mut dyn FnMut(SupportOffset<T, 3>)) {
    let one = T::one();
    let two = one.clone() + one.clone();
    let (half, root) = (one.clone() / two.clone(), (two.clone() + one.clone()).sqrt() / two);
    // The cosines of 0, 30, 60 and 90 degrees; all others are these or minus these.
    let quarter = [one, root, half, T::zero()];
    let cosines: [T; 12] = array::from_fn(|k| match k {
        0..=3 => quarter[k].clone(),
        4..=6 => -quarter[6 - k].clone(),
        7..=9 => -quarter[k - 6].clone(),
        _ => quarter[12 - k].clone(),
    });
    for k in 0..12 {
        // From the third axis to the first, seen from above, it turns counter-clockwise.
        let k = if *y < T::zero() { 11 - k } else { k };
        let [cosine, sine] = [cosines[k].clone(), cosines[(k + 9) % 12].clone()];
        let point = Vector3::new(radius.clone() * sine, y.clone(), radius.clone() * cosine);
        let number = u32::try_from(k).unwrap_or(0);
        each(SupportOffset { offset: point - &from.coords, id: VertexId(first + number) });
    }
}
