//! STL files.

use super::text::{self, Lines, Words, brief, words};
use gjk::nalgebra::Point3;
use std::borrow::Cow;
use std::collections::HashSet;

/// How many bytes a binary STL file has before its triangles, and for each of them.
const HEAD: usize = 84;
const TRIANGLE: u8 = 50;

/// Reads the vertices of all triangles, each once.
///
/// A text file begins with the word `solid`, and so do some binary files. A file is binary if its length fits its number of triangles,
/// or if its head has zeros, which text never has.
pub(super) fn read(file: &[u8]) -> Result<Vec<Point3<f64>>, String> {
    let head = &file[..file.len().min(HEAD)];
    let count = head.last_chunk().filter(|_| head.len() == HEAD).map(|count| u32::from_le_bytes(*count));
    let wanted = count.map(|count| HEAD as u64 + u64::from(TRIANGLE) * u64::from(count));
    let text = text::text(file);
    let first = words(&text).next().unwrap_or_default();
    let is_text = first.eq_ignore_ascii_case(b"solid") && (matches!(text, Cow::Owned(_)) || !head.contains(&0));
    let mut corners = Vec::new();
    if wanted == Some(file.len() as u64) {
        for triangle in file[HEAD..].chunks_exact(TRIANGLE.into()) {
            // After the normal, before two bytes that are anybody's.
            let numbers = triangle[12..48].chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]]));
            let numbers: Vec<_> = numbers.map(f64::from).collect();
            corners.extend(numbers.chunks_exact(3).map(|corner| [corner[0], corner[1], corner[2]]));
        }
        if let Some(bad) = corners.iter().position(|corner| !corner.iter().all(|x| x.is_finite())) {
            return Err(format!("triangle {}: a coordinate is not finite: remove the triangle", bad / 3 + 1));
        }
    } else if is_text {
        read_text(&text, &mut corners)?;
    } else if let (Some(count), Some(wanted)) = (count, wanted) {
        let length = file.len();
        let says = format!("it says {count} triangles, which take {wanted} bytes, and has {length}");
        return Err(format!("not an STL file: {says}: export it again"));
    } else {
        return Err(
            "not an STL file: it is neither a text that begins with `solid` nor as long as a head of 84 bytes".into()
        );
    }
    let mut met = HashSet::new();
    corners.retain(|corner| met.insert(corner.map(f64::to_bits)));
    Ok(corners.into_iter().map(Point3::from).collect())
}

/// The corners of all solids of a text.
fn read_text(text: &[u8], corners: &mut Vec<[f64; 3]>) -> Result<(), String> {
    let mut words = Words::new(Lines::new(text));
    while let Some(word) = words.next() {
        if !word.eq_ignore_ascii_case(b"solid") {
            let what = format!("`{}` stands outside of a solid, which goes from `solid` to `endsolid`", brief(word));
            return Err(words.lines.fault(&what));
        }
        words.skip_line();
        loop {
            let word = words.need("`endsolid`")?;
            if word.eq_ignore_ascii_case(b"endsolid") {
                words.skip_line();
                break;
            } else if !word.eq_ignore_ascii_case(b"facet") {
                return Err(words.odd(word, "facet"));
            }
            words.expect("normal")?;
            for _ in 0..3 {
                words.need("a normal")?;
            }
            words.expect("outer")?;
            words.expect("loop")?;
            for _ in 0..3 {
                words.expect("vertex")?;
                let mut corner = [0.0; 3];
                for x in &mut corner {
                    *x = words.coordinate()?;
                }
                corners.push(corner);
            }
            words.expect("endloop")?;
            words.expect("endfacet")?;
        }
    }
    Ok(())
}
