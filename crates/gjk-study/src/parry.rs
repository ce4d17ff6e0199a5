//! Searches of another library, parry, on the same pairs: its crates for the plane and for space, in single and in double
//! precision. They get the support mappings of our shapes with their margins, and translations as poses, so the points are
//! the same and only the search differs.

use super::arithmetic::{Arithmetic, Set};
use super::truth::built;
use gjk::nalgebra::SVector;
use gjk_question::{Coordinate, Shape, Vector};
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;
use std::time::Instant;

/// What parry says of two shapes.
pub(super) struct Told {
    pub(super) intersects: bool,
    /// 0 if they intersect.
    pub(super) distance: f64,
    /// The depth, negated, of shapes that intersect; `None` if it finds none, or panics.
    pub(super) separation: Option<f64>,
    /// How often each support mapping was evaluated for the distance.
    pub(super) evaluations: u32,
    /// How long that took.
    pub(super) nanoseconds: u64,
}

/// A shape, as parry asks for it.
struct Mapped<'s, T, const D: usize> {
    shape: Set<'s, T, D>,
    evaluations: Cell<u32>,
}

thread_local! {
    /// Whether a panic is none of ours.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// What a closure gives, or `None` if it panics, without a word about that.
fn caught<R>(ask: impl FnOnce() -> R) -> Option<R> {
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !ASKING.get() {
                before(info);
            }
        }));
    });
    ASKING.set(true);
    let told = panic::catch_unwind(AssertUnwindSafe(ask)).ok();
    ASKING.set(false);
    told
}

/// A shape before it is moved, and the translation. A shape that is turned, too, is taken as it lies.
fn local(shape: &Shape) -> (Shape, Vector) {
    match &shape.pose {
        Some(pose) if pose.rotation.is_none() => (Shape { pose: None, ..shape.clone() }, pose.translation),
        _ => (shape.clone(), Vector::default()),
    }
}

macro_rules! parry {
    ($name:ident, $parry:ident, $real:ty, $d:literal) => {
        impl $parry::shape::SupportMap for Mapped<'_, $real, $d> {
            fn local_support_point(&self, direction: $parry::math::Vector) -> $parry::math::Vector {
                self.evaluations.set(self.evaluations.get() + 1);
                let direction = SVector::<$real, $d>::from(direction.to_array());
                let (core, length) = (self.shape.support(&direction).coords, direction.norm());
                let point = if length > 0.0 { core + direction * (self.shape.margin() / length) } else { core };
                $parry::math::Vector::from_array(point.into())
            }
        }

        /// Asks about two shapes; `None` if parry panics.
        fn $name(shapes: [&Shape; 2]) -> Option<Told> {
            use $parry::math::{Pose, Vector};
            use $parry::query::details;
            let [(a, from), (b, to)] = shapes.map(local);
            let [a, b] = built::<$real, $d>([&a, &b]).ok()?;
            let [a, b] = [&a, &b].map(|shape| Mapped { shape, evaluations: Cell::new(0) });
            let nearest = <$real as Coordinate>::rounded;
            let pose =
                Pose::from_translation(Vector::from_array(std::array::from_fn(|k| nearest(to[k]) - nearest(from[k]))));
            let asked = caught(|| {
                let intersects = details::intersection_test_support_map_support_map(&pose, &a, &b);
                for shape in [&a, &b] {
                    shape.evaluations.set(0);
                }
                let begun = Instant::now();
                let distance = details::distance_support_map_support_map(&pose, &a, &b);
                (intersects, distance, u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
            });
            let evaluations = (a.evaluations.get() + b.evaluations.get()) / 2;
            let contact = || details::contact_support_map_support_map(&pose, &a, &b, 0.0);
            asked.map(|(intersects, distance, nanoseconds)| {
                let separation =
                    if intersects { caught(contact).flatten().map(|contact| contact.dist.into()) } else { None };
                Told { intersects, distance: distance.into(), separation, evaluations, nanoseconds }
            })
        }
    };
}
parry!(single_2d, parry2d, f32, 2);
parry!(single_3d, parry3d, f32, 3);
parry!(double_2d, parry2d_f64, f64, 2);
parry!(double_3d, parry3d_f64, f64, 3);

/// Asks parry, in arithmetics and dimensions that it has; `None` of others, or if it panics.
pub(super) fn ask(arithmetic: Arithmetic, dim: usize, shapes: [&Shape; 2]) -> Option<Told> {
    match (arithmetic, dim) {
        (Arithmetic::F32, 2) => single_2d(shapes),
        (Arithmetic::F32, 3) => single_3d(shapes),
        (Arithmetic::F64, 2) => double_2d(shapes),
        (Arithmetic::F64, 3) => double_3d(shapes),
        _ => None,
    }
}
