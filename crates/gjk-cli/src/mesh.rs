//! Mesh files: only their vertices matter, since what is compared are convex hulls.

use gjk::nalgebra::Point3;
use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Encoding, Property, PropertyAccess, PropertyAccessResult, PropertyType, ScalarType};
use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
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
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    parse(format, &mut BufReader::new(file)).map_err(|error| format!("{name}: {error}"))
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
pub(crate) fn parse(format: Format, input: &mut (impl BufRead + Seek)) -> Result<Vec<Point3<f64>>, String> {
    let vertices = match format {
        Format::Obj => obj(input),
        Format::Stl => stl(input),
        Format::Ply => ply(input),
    };
    // A reader may repeat a line of the file, however long that is.
    let vertices = vertices.map_err(|error| shortened(&error, 100, 200))?;
    match vertices.iter().position(|vertex| !vertex.iter().all(|x| x.is_finite())) {
        _ if vertices.is_empty() => Err("the mesh has no vertices".into()),
        Some(bad) => Err(format!("vertex {} has a coordinate that is missing, or not finite", bad + 1)),
        None => Ok(vertices),
    }
}

/// A text, of which only the first and the last characters are left if it has more than both numbers together.
fn shortened(text: &str, first: usize, last: usize) -> String {
    let count = text.chars().count();
    if count <= first + last {
        return text.into();
    }
    text.chars().take(first).chain(" … ".chars()).chain(text.chars().skip(count - last)).collect()
}

/// A word of a file as part of a sentence: escaped, and the beginning of a long one.
fn brief(word: &str) -> String {
    shortened(&word.escape_default().to_string(), 60, 0)
}

/// The vertices of an OBJ file that a face, line or point of it uses, in the order in which they are used first.
pub(crate) fn obj(input: &mut impl BufRead) -> Result<Vec<Point3<f64>>, String> {
    let mut vertices = Vec::new();
    let mut corners = Vec::new();
    for (number, line) in (1..).zip(input.lines()) {
        let refused = |what: &dyn Display| format!("not an OBJ file: line {number}: {what}");
        let line = line.map_err(|error| refused(&error))?;
        let mut words = line.split_whitespace().take_while(|word| !word.starts_with('#'));
        match words.next() {
            Some("v") => {
                let mut vertex = Point3::origin();
                for x in vertex.iter_mut() {
                    let word = words.next().ok_or_else(|| refused(&"a vertex has three coordinates"))?;
                    *x = word.parse().map_err(|_| refused(&format_args!("{} is not a number", brief(word))))?;
                }
                vertices.push(vertex);
            }
            Some("f" | "l" | "p") => {
                for word in words {
                    // The first is 1, the newest −1. Normals and textures follow, after strokes.
                    let place = match word.split('/').next().map(str::parse::<isize>) {
                        Some(Ok(back @ ..0)) => vertices.len().checked_add_signed(back),
                        Some(Ok(index)) => usize::try_from(index).ok().and_then(|index| index.checked_sub(1)),
                        _ => None,
                    };
                    let place = place.ok_or_else(|| refused(&format_args!("{} is no vertex", brief(word))))?;
                    corners.push((place, number));
                }
            }
            _ => {}
        }
    }
    let mut unused: Vec<_> = vertices.into_iter().map(Some).collect();
    let mut used = Vec::new();
    for (place, number) in corners {
        let vertex =
            unused.get_mut(place).ok_or_else(|| format!("not an OBJ file: line {number}: no vertex {}", place + 1))?;
        used.extend(vertex.take());
    }
    Ok(used)
}

/// How many bytes a binary STL file has before its triangles, and for each of them.
const STL_HEAD: u64 = 84;
const STL_TRIANGLE: u8 = 50;

/// The vertices of all triangles, each once. A text begins with the word `solid`. So do some binary files, but their length is that of
/// their triangles, or their head has zeros, which no text has.
fn stl(input: &mut (impl BufRead + Seek)) -> Result<Vec<Point3<f64>>, String> {
    let refused = |error: &dyn Display| format!("not an STL file: {error}");
    let length = length(input)?;
    let mut head = Vec::new();
    input.by_ref().take(STL_HEAD).read_to_end(&mut head).map_err(|error| refused(&error))?;
    let count = head.last_chunk().filter(|_| head.len() as u64 == STL_HEAD).map(|count| u32::from_le_bytes(*count));
    let wanted = count.map(|count| STL_HEAD + u64::from(STL_TRIANGLE) * u64::from(count));
    let mut corners = Vec::new();
    if wanted != Some(length) && head.starts_with(b"solid") && !head.contains(&0) {
        input.rewind().map_err(|error| refused(&error))?;
        stl_text(input, &mut corners).map_err(|error| refused(&error))?;
    } else if let (Some(count), Some(wanted)) = (count, wanted) {
        if wanted != length {
            let says = format!("it says {count} triangles, which take {wanted} bytes, and has {length}");
            return Err(refused(&says));
        }
        let mut triangle = [0; STL_TRIANGLE as usize];
        for _ in 0..count {
            input.read_exact(&mut triangle).map_err(|error| refused(&error))?;
            // After the normal, before two bytes that are anybody's.
            let mut numbers = triangle[12..48].chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]]));
            corners.extend(std::iter::from_fn(|| Some([numbers.next()?, numbers.next()?, numbers.next()?])));
        }
    } else {
        return Err(refused(&"it is neither a text that begins with `solid` nor as long as a head of 84 bytes"));
    }
    let mut met = HashSet::new();
    corners.retain(|corner| met.insert(corner.map(f32::to_bits)));
    Ok(corners.into_iter().map(|corner| Point3::from(corner.map(f64::from))).collect())
}

/// The corners of all solids of a text.
fn stl_text(input: &mut impl BufRead, corners: &mut Vec<[f32; 3]>) -> Result<(), String> {
    // Which line of a facet is next, if one is inside of a solid.
    let mut inside = None;
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.map_err(|error| format!("line {number}: {error}"))?;
        let words: Vec<&str> = line.split_whitespace().collect();
        inside = match (inside, &words[..]) {
            (_, []) => inside,
            (Some(0), ["endsolid", ..]) => None,
            (Some(0), ["facet", "normal", _, _, _]) | (Some(1), ["outer", "loop"]) | (Some(5), ["endloop"]) => {
                inside.map(|next| next + 1)
            }
            (Some(next @ 2..=4), ["vertex", x, y, z]) => {
                let mut corner = [0.0; 3];
                for (x, word) in corner.iter_mut().zip([x, y, z]) {
                    *x = word.parse().map_err(|_| format!("line {number}: {} is not a number", brief(word)))?;
                }
                corners.push(corner);
                Some(next + 1)
            }
            (None, ["solid", ..]) | (Some(6), ["endfacet"]) => Some(0),
            _ => {
                let odd = if inside.is_some() { "is out of order" } else { "stands outside of a solid" };
                return Err(format!("line {number}: {} {odd}", brief(line.trim())));
            }
        };
    }
    if inside.is_some() { Err("it ends within a solid".into()) } else { Ok(()) }
}

/// How many bytes there are. The next one read is the first.
fn length(input: &mut impl Seek) -> Result<u64, String> {
    let length = input.seek(SeekFrom::End(0)).and_then(|end| input.rewind().map(|()| end));
    length.map_err(|error| error.to_string())
}

fn ply(input: &mut (impl BufRead + Seek)) -> Result<Vec<Point3<f64>>, String> {
    let refused = |error: &dyn Display| format!("not a PLY file: {error}");
    let length = length(input)?;
    let (parser, mut reader) = (Parser::<Vertex>::new(), Reader::new(input));
    let header = parser.read_header(&mut reader).map_err(|error| refused(&error))?;
    for element in header.elements.values() {
        let least = least_size(element, header.encoding);
        if least == 0 && element.count > 0 {
            return Err(refused(&format_args!("the element {} has no properties", brief(&element.name))));
        }
        if least.checked_mul(element.count as u64).is_none_or(|least| least > length) {
            let (count, name) = (element.count, brief(&element.name));
            return Err(refused(&format_args!("the file is too short for {count} elements {name}")));
        }
    }
    let mut vertices = Vec::new();
    for (name, element) in &header.elements {
        let all = parser.read_payload_for_element(&mut reader, element, &header).map_err(|error| refused(&error))?;
        if name == "vertex" {
            vertices = all.into_iter().map(|vertex| vertex.0).collect();
        }
    }
    let mut rest = Vec::new();
    reader.get_mut().read_to_end(&mut rest).map_err(|error| refused(&error))?;
    let rest = rest.trim_ascii();
    if !rest.is_empty() {
        return Err(refused(&format_args!("{} bytes follow the last element that it counts", rest.len())));
    }
    Ok(vertices)
}

/// The fewest bytes of an element in a file. A list may be empty; in text a number has at least one digit and a space.
fn least_size(element: &ElementDef, encoding: Encoding) -> u64 {
    let scalar = |scalar: &ScalarType| match (encoding, scalar) {
        (Encoding::Ascii, _) | (_, ScalarType::Char | ScalarType::UChar) => 1,
        (_, ScalarType::Short | ScalarType::UShort) => 2,
        (_, ScalarType::Int | ScalarType::UInt | ScalarType::Float) => 4,
        (_, ScalarType::Double) => 8,
    };
    let sizes = element.properties.values().map(|property| match &property.data_type {
        PropertyType::Scalar(own) | PropertyType::List(own, _) => scalar(own),
    });
    sizes.sum()
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
