//! `gjk` without the standard library, see `Cargo.toml`.
#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr;
use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::{Cuboid, PointCloud};
use gjk::{SupportExt, distance};

/// How far a tetrahedron and a turned box are apart; negative if the numbers don't make shapes.
#[unsafe(no_mangle)]
pub extern "C" fn gjk_apart(size: f64, offset: f32) -> f64 {
    let tetrahedron =
        PointCloud::new([[0.0; 3], [size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]].map(Point3::from));
    let cube = Cuboid::new(Vector3::new(size, size, size));
    let pose = Isometry3::new(Vector3::new(f64::from(offset), 0.0, 0.0), Vector3::new(0.1, 0.2, 0.3));
    let (Ok(tetrahedron), Ok(cube)) = (tetrahedron, cube.and_then(|cube| cube.posed(pose))) else { return -1.0 };
    distance(&tetrahedron.indexed(), &cube).distance
}

/// No memory to give.
struct Nothing;

// SAFETY: a null pointer says that the allocation failed, so there is never anything to take back.
unsafe impl GlobalAlloc for Nothing {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        ptr::null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static ALLOCATOR: Nothing = Nothing;

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}
