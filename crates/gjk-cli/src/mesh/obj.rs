//! OBJ files.

use super::text::{Lines, MARK, brief, coordinate, words};
use gjk::nalgebra::Point3;

/// The vertices of an OBJ file that a face, line or point of it uses, in the order in which they are used first. If it has none
/// of these, all vertices.
pub(super) fn read(text: &[u8]) -> Result<Vec<Point3<f64>>, String> {
    let mut lines = Lines::new(text);
    let mut vertices = Vec::new();
    let mut corners = Vec::new();
    let mut statement = Vec::new();
    while let Some(line) = lines.next() {
        statement.clear();
        let mut goes_on = add_words(&mut statement, line);
        let Some(keyword) = statement.first().copied() else { continue };
        let fault = |what: &str| format!("line {}: {what}", lines.number);
        match keyword {
            b"v" | b"f" | b"l" | b"p" => {}
            b"curv" | b"surf" | b"bsp" | b"bzp" | b"cdc" | b"cdp" => {
                return Err(fault("curves and curved surfaces are not read: export the model as polygons"));
            }
            b"call" => return Err(fault("other files are not read: write the contents here in place of `call`")),
            _ => match misspelt(keyword) {
                Some(meant) => {
                    return Err(fault(&format!("`{}` is unknown: write `{meant}`", brief(keyword))));
                }
                None => continue,
            },
        }
        let number = lines.number;
        // A line that is not read is not continued, either: a name may end in a backslash.
        while goes_on && let Some(line) = lines.next() {
            goes_on = add_words(&mut statement, line);
        }
        let fault = |what: &str| format!("line {number}: {what}");
        if keyword == b"v" {
            let [_, x, y, z, ..] = statement[..] else {
                return Err(fault("a vertex needs three coordinates, as in `v 0 0 1`"));
            };
            // It matters only if it is used.
            vertices.push((number, [x, y, z].map(coordinate)));
            continue;
        }
        for word in &statement[1..] {
            // The first is 1, the newest −1. Normals and textures follow, after strokes.
            let place = word.split(|byte| *byte == b'/').next().and_then(|word| str::from_utf8(word).ok());
            let place = match place.map(str::parse::<isize>) {
                Some(Ok(back @ ..0)) => vertices.len().checked_add_signed(back),
                Some(Ok(index)) => usize::try_from(index).ok().and_then(|index| index.checked_sub(1)),
                _ => None,
            };
            let why = "names no vertex: they are numbered from 1 up, or backwards from -1 down";
            corners.push((number, place.ok_or_else(|| fault(&format!("`{}` {why}", brief(word))))?));
        }
    }
    if corners.is_empty() {
        corners.extend(vertices.iter().enumerate().map(|(k, (number, _))| (*number, k)));
    }
    let count = vertices.len();
    let mut unused: Vec<_> = vertices.into_iter().map(Some).collect();
    let mut used = Vec::new();
    for (number, place) in corners {
        let vertex = unused.get_mut(place).ok_or_else(|| {
            format!("line {number}: there is no vertex {}: the file has {count} (is it complete?)", place + 1)
        })?;
        if let Some((number, vertex)) = vertex.take() {
            let [x, y, z] = vertex.map(|x| x.map_err(|what| format!("line {number}: {what}")));
            used.push(Point3::new(x?, y?, z?));
        }
    }
    Ok(used)
}

/// Adds the words of a line up to a comment. Returns whether the next line continues it.
fn add_words<'t>(statement: &mut Vec<&'t [u8]>, line: &'t [u8]) -> bool {
    // Files that were put together may have such a mark at the start of any line.
    let line = line.strip_prefix(MARK).unwrap_or(line);
    let said = line.split(|byte| *byte == b'#').next().unwrap_or(line).trim_ascii_end();
    let kept = said.strip_suffix(b"\\").filter(|_| !line.contains(&b'#'));
    statement.extend(words(kept.unwrap_or(said)));
    kept.is_some()
}

/// The statement that a word of an OBJ file is meant for, if that is one that matters: `V`, or `v` with a letter that cannot be seen.
fn misspelt(keyword: &[u8]) -> Option<char> {
    let mut letters = keyword.iter().filter(|byte| byte.is_ascii_alphabetic());
    let (letter, None) = (char::from(letters.next()?.to_ascii_lowercase()), letters.next()) else { return None };
    // A line of numbers continues one that is not read.
    let is_number = matches!(keyword[0], b'0'..=b'9' | b'+' | b'-' | b'.');
    ("vflp".contains(letter) && !is_number).then_some(letter)
}
