//! `gjk` itself. A stub yet: the table runs without it and shows `n/a`.
//!
//! To wire it up:
//!
//! 1. Uncomment the dependency in `Cargo.toml`.
//! 2. For each dimension, and for `f32` and `f64` (generic over the scalar, or
//!    by a macro as in `parry2.rs`), write a struct that holds
//!    - `shapes`: the library's shapes, converted once from `scene.shapes`:
//!      `Shape::Cuboid(half)` to its cuboid, `Shape::Hull(points)` to its convex
//!      polygon (2D, counter-clockwise, `z` dropped) or convex hull (3D); a
//!      struct generic over the shape keeps dispatch out of the timed loop;
//!    - `cases`: per pair the indices of A and B and their poses, converted from
//!      `scene.posed(factor)`: a unit quaternion `[x, y, z, w]` and a
//!      translation in 3D, `Pose::cos_sin()` and the first two coordinates of
//!      the translation in 2D. Posed shapes may be made here, ahead of the
//!      clock, as long as they keep rotation and translation to be applied by
//!      the query, and do not hold vertices already moved.
//! 3. Implement `Engine` for it, as `parry2.rs` and `parry3.rs` do:
//!    - `name`: "ours";
//!    - `intersects(case)`: the verdict query of the pair, from a cold start: no
//!      simplex, direction or cache kept from an earlier call;
//!    - `separation(case)`: the distance query, cold too; `None` for an overlap,
//!      else `Separation { distance, a, b }` with both points in world
//!      coordinates.
//!
//!    Both marked `#[inline]`, and all they need built within the call save the
//!    shapes and poses.
//! 4. Return it from `contender`, by `scene.kind.is_planar()` and `scalar`.

use crate::Scalar;
use crate::engine::Contender;
use crate::pairs::Scene;

/// The pairs of a scene at a separation, in a scalar.
pub fn contender(_scene: &Scene, _factor: f64, _scalar: Scalar) -> Option<Box<dyn Contender>> {
    None
}
