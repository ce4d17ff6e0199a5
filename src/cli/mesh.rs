//! Mesh files: only their vertices matter, since what is compared are convex hulls.

use gjk::nalgebra::Point3;
use ply_rs_bw::parser::Parser;
use ply_rs_bw::ply::{Property, PropertyAccess, PropertyAccessResult};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;

/// The vertices of an OBJ, STL or PLY file, told apart by the end of its name.
///
/// The error is a sentence that names the file.
pub(crate) fn read(path: &Path) -> Result<Vec<Point3<f64>>, String> {
    let name = path.display();
    let extension = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    let parse = match extension.as_deref() {
        Some("obj") => obj,
        Some("stl") => stl,
        Some("ply") => ply,
        _ => return Err(format!("{name}: not a mesh that can be read; the name must end in .obj, .stl or .ply")),
    };
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let vertices = parse(&mut BufReader::new(file)).map_err(|error| format!("{name}: {error}"))?;
    match vertices.iter().position(|vertex| !vertex.iter().all(|x| x.is_finite())) {
        _ if vertices.is_empty() => Err(format!("{name}: the mesh has no vertices")),
        Some(bad) => Err(format!("{name}: vertex {} has a coordinate that is missing, or not finite", bad + 1)),
        None => Ok(vertices),
    }
}

/// The vertices of an OBJ file that a face, line or point of it uses.
pub(crate) fn obj(input: &mut impl BufRead) -> Result<Vec<Point3<f64>>, String> {
    // Materials look after themselves.
    let no_material = |_: &Path| Err(tobj::LoadError::OpenFileFailed);
    let (models, _) = tobj::load_obj_buf(input, &tobj::LoadOptions::default(), no_material)
        .map_err(|error| format!("not an OBJ file: {error}"))?;
    let coordinates = models.iter().flat_map(|model| model.mesh.positions.chunks_exact(3));
    Ok(coordinates.map(Point3::from_slice).collect())
}

fn stl(input: &mut (impl Read + Seek)) -> Result<Vec<Point3<f64>>, String> {
    let mesh = stl_io::read_stl(input).map_err(|error| format!("not an STL file: {error}"))?;
    Ok(mesh.vertices.iter().map(|vertex| Point3::from(vertex.0.map(f64::from))).collect())
}

fn ply(input: &mut impl Read) -> Result<Vec<Point3<f64>>, String> {
    let parser = Parser::<Vertex>::new();
    let mut contents = parser.read_ply(input).map_err(|error| format!("not a PLY file: {error}"))?;
    let vertices = contents.payload.swap_remove("vertex").unwrap_or_default();
    Ok(vertices.into_iter().map(|vertex| vertex.0).collect())
}

/// An element of a PLY file; a coordinate that is not given is NaN.
struct Vertex(Point3<f64>);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self(Point3::from([f64::NAN; 3]))
    }

    fn set_property(&mut self, name: &str, property: Property) -> PropertyAccessResult {
        let Some(axis) = ["x", "y", "z"].iter().position(|axis| *axis == name) else {
            return PropertyAccessResult::Ignored;
        };
        self.0[axis] = match property {
            Property::Char(x) => x.into(),
            Property::UChar(x) => x.into(),
            Property::Short(x) => x.into(),
            Property::UShort(x) => x.into(),
            Property::Int(x) => x.into(),
            Property::UInt(x) => x.into(),
            Property::Float(x) => x.into(),
            Property::Double(x) => x,
            _ => return PropertyAccessResult::UnsupportedType,
        };
        PropertyAccessResult::Set
    }
}
