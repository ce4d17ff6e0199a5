//! Mesh files. Only their vertices matter, because queries see convex hulls.
//!
//! Files are read as bytes, so that names and comments may be in any encoding. A line ends with LF, CR LF or CR.

mod obj;
mod ply;
mod stl;
mod text;

use gjk::nalgebra::Point3;
use std::path::Path;

/// The vertices of an OBJ, STL or PLY file. The end of its name says which it is.
///
/// The error is a sentence that names the file.
pub(crate) fn read(path: &Path) -> Result<Vec<Point3<f64>>, String> {
    let name = path.display();
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let Some(format) = extension.as_deref().and_then(Format::of) else {
        let instead = match extension.as_deref() {
            Some("dae") => "a scene, whose parts have places and units; `assimp export` writes it as .obj",
            Some("msh") => "`meshio convert` writes those of Gmsh as .ply; those of MuJoCo were made of .stl or .obj",
            _ => "the name must end in .obj, .stl or .ply",
        };
        return Err(format!("{name}: not a mesh that can be read: {instead}"));
    };
    let file = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    parse(format, &file).map_err(|error| format!("{name}: {error}"))
}

/// The formats that are read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Format {
    Obj,
    Stl,
    Ply,
}

impl Format {
    /// By the end of a file's name.
    pub(crate) fn of(extension: &str) -> Option<Self> {
        [("obj", Self::Obj), ("stl", Self::Stl), ("ply", Self::Ply)]
            .into_iter()
            .find(|(end, _)| *end == extension)
            .map(|(_, format)| format)
    }
}

/// The vertices of a mesh, one or more; all are finite.
pub(crate) fn parse(format: Format, file: &[u8]) -> Result<Vec<Point3<f64>>, String> {
    if file.is_empty() {
        return Err("the file is empty".into());
    }
    let vertices = match format {
        Format::Obj => obj::read(&text::text(file)),
        Format::Stl => stl::read(file),
        Format::Ply => ply::read(file),
    }?;
    if vertices.is_empty() { Err("the mesh has no vertices".into()) } else { Ok(vertices) }
}
