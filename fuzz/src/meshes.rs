//! Mesh files: the first byte says in which format the rest is.

use crate::mesh::{Format, parse};
use gjk::nalgebra::Point3;
use gjk::shape::{ConvexHull, PointCloud};

pub(crate) fn run(data: &[u8]) {
    let Some((format, file)) = data.split_first() else { return };
    let format = ["obj", "stl", "ply"][usize::from(format % 3)];
    let read_of = |file: &[u8]| parse(Format::of(format).expect("a format"), file);
    let read = || read_of(file);
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
    // What is left over is a fault. (In an OBJ file it may be anything, and in UTF-16 it is one letter, perhaps of a name.)
    let is_utf16 = file.starts_with(b"\xff\xfe") || file.starts_with(b"\xfe\xff");
    assert!(format == "obj" || is_utf16 || read_of(&[file, b"\nx"].concat()).is_err());
    if vertices.len() <= 200 && PointCloud::new(vertices.iter().copied()).is_ok() {
        // Flat ones are refused.
        let _ = ConvexHull::new(vertices.iter().copied());
    }
}
