//! Mesh files: the first byte says in which format the rest is.

use crate::mesh::{Format, parse};
use gjk::nalgebra::Point3;
use gjk::shape::{ConvexHull, PointCloud};
use std::io::Cursor;

pub(crate) fn run(data: &[u8]) {
    let Some((format, file)) = data.split_first() else { return };
    let format = ["obj", "stl", "ply"][usize::from(format % 3)];
    let read = || parse(Format::of(format).expect("a format"), &mut Cursor::new(file));
    let vertices = match read() {
        Ok(vertices) => vertices,
        Err(error) => {
            assert!(!error.is_empty() && error.len() < 1_500, "{} bytes of error", error.len());
            return;
        }
    };
    assert!(!vertices.is_empty() && vertices.iter().flat_map(Point3::iter).all(|x| x.is_finite()));
    assert!(vertices.len() <= file.len(), "{} vertices of {} bytes", vertices.len(), file.len());
    assert_eq!(read().as_ref(), Ok(&vertices));
    if vertices.len() <= 200 && PointCloud::new(vertices.iter().copied()).is_ok() {
        // Flat ones are refused.
        let _ = ConvexHull::new(vertices.iter().copied());
    }
}
