//! The heap. Blocks have sizes that are powers of two, and for each size there is a list of free blocks. The standard
//! heap is larger than everything else in this package.

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;
#[cfg(not(target_arch = "wasm32"))]
use std::alloc::System;

/// The smallest block has 2⁴ bytes. A block of 2¹⁶ bytes or more consists of whole pages.
const SMALLEST: usize = 4;
const PAGE: usize = 16;

struct Heap {
    /// By size: the first free block, which begins with the address of the next.
    free: UnsafeCell<[*mut u8; 32]>,
    /// The rest of the page that small blocks are cut from.
    rest: UnsafeCell<(usize, usize)>,
}

// SAFETY: there is one thread.
unsafe impl Sync for Heap {}

#[global_allocator]
static HEAP: Heap = Heap { free: UnsafeCell::new([null_mut(); 32]), rest: UnsafeCell::new((0, 0)) };

fn class(size: usize, align: usize) -> usize {
    let size = size.max(align).max(1 << SMALLEST);
    (usize::BITS - (size - 1).leading_zeros()) as usize
}

// SAFETY: a block is handed out once until it comes back, is as large as its class, and as aligned: pages are, and what is cut
// from a page in order of size is cut at multiples of that size.
unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let class = class(layout.size(), layout.align());
        unsafe {
            let free = &mut *self.free.get();
            let Some(first) = free.get_mut(class) else { return null_mut() };
            if !first.is_null() {
                let block = *first;
                *first = *block.cast::<*mut u8>();
                return block;
            }
            let size = 1 << class;
            if class >= PAGE {
                return pages(size >> PAGE);
            }
            let (at, end) = &mut *self.rest.get();
            let start = (*at + size - 1) & !(size - 1);
            if start + size <= *end {
                *at = start + size;
                return start as *mut u8;
            }
            let page = pages(1);
            if !page.is_null() {
                (*at, *end) = (page as usize + size, page as usize + (1 << PAGE));
            }
            page
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe {
            if let Some(first) = (*self.free.get()).get_mut(class(layout.size(), layout.align())) {
                *block.cast::<*mut u8>() = *first;
                *first = block;
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if class(layout.size(), layout.align()) == class(size, layout.align()) {
            return block;
        }
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !new.is_null() {
                block.copy_to_nonoverlapping(new, layout.size().min(size));
                self.dealloc(block, layout);
            }
            new
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn pages(count: usize) -> *mut u8 {
    let old = core::arch::wasm32::memory_grow(0, count);
    if old == usize::MAX { null_mut() } else { (old << PAGE) as *mut u8 }
}

/// Elsewhere, where this package is only checked.
#[cfg(not(target_arch = "wasm32"))]
fn pages(count: usize) -> *mut u8 {
    Layout::from_size_align(count << PAGE, 1 << PAGE).map_or(null_mut(), |layout| unsafe { System.alloc(layout) })
}
