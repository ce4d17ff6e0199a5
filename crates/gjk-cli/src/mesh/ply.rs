//! PLY files.

use super::text::{Lines, MARK, Words, brief, without_end, words};
use gjk::nalgebra::Point3;

/// An element of a PLY file.
struct Element<'t> {
    name: &'t [u8],
    count: u64,
    properties: Vec<Property<'t>>,
}

struct Property<'t> {
    name: &'t [u8],
    number: Number,
    /// The type of its length, if it is a list.
    list: Option<Number>,
}

/// A type of numbers, and its length in bytes.
#[derive(Clone, Copy)]
enum Number {
    Signed(usize),
    Unsigned(usize),
    Float(usize),
}

impl Number {
    fn of(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"char" | b"int8" => Self::Signed(1),
            b"short" | b"int16" => Self::Signed(2),
            b"int" | b"int32" => Self::Signed(4),
            b"uchar" | b"uint8" => Self::Unsigned(1),
            b"ushort" | b"uint16" => Self::Unsigned(2),
            b"uint" | b"uint32" => Self::Unsigned(4),
            b"float" | b"float32" => Self::Float(4),
            b"double" | b"float64" => Self::Float(8),
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        let (Self::Signed(bytes) | Self::Unsigned(bytes) | Self::Float(bytes)) = self;
        bytes
    }

    /// The number with these bytes, the highest first.
    fn read(self, bytes: impl Iterator<Item = u8>) -> f64 {
        let raw = bytes.fold(0, |raw: u64, byte| raw << 8 | u64::from(byte));
        #[expect(clippy::cast_possible_truncation, reason = "less than 2³², but of doubles, which are all of it")]
        let low = raw as u32;
        match self {
            Self::Float(4) => f32::from_bits(low).into(),
            Self::Float(_) => f64::from_bits(raw),
            Self::Unsigned(_) => low.into(),
            Self::Signed(bytes) => {
                let unused = 32 - 8 * bytes;
                ((low << unused).cast_signed() >> unused).into()
            }
        }
    }
}

/// What follows the head of a PLY file.
enum Body<'t> {
    Text(Words<'t>),
    Binary { rest: &'t [u8], lowest_first: bool },
}

impl Body<'_> {
    /// The next number, which has to be finite.
    fn number(&mut self, number: Number) -> Result<f64, String> {
        match self {
            Self::Text(words) => {
                let read = words.coordinate()?;
                #[expect(clippy::cast_possible_truncation, reason = "as its head says")]
                Ok(if let Number::Float(4) = number { (read as f32).into() } else { read })
            }
            Self::Binary { rest, lowest_first } => {
                let (bytes, after) = rest.split_at_checked(number.bytes()).ok_or(CUT)?;
                *rest = after;
                let bytes = bytes.iter().copied();
                let read = if *lowest_first { number.read(bytes.rev()) } else { number.read(bytes) };
                if read.is_finite() { Ok(read) } else { Err("a coordinate is not finite".into()) }
            }
        }
    }

    /// With the line, where there are lines.
    fn fault(&self, what: &str) -> String {
        match self {
            Self::Text(words) => words.lines.fault(what),
            Self::Binary { .. } => what.into(),
        }
    }

    /// Goes past so many numbers, whatever they are.
    fn skip(&mut self, number: Number, count: f64) -> Result<(), String> {
        if count < 0.0 || count.fract() != 0.0 {
            return Err(self.fault(&format!("a list cannot have {count} numbers: do its properties fit its head?")));
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a whole number, or too many")]
        let count = count as usize;
        match self {
            Self::Text(words) => (0..count).try_for_each(|_| words.need("a number").map(|_| ())),
            Self::Binary { rest, .. } => {
                let bytes = count.checked_mul(number.bytes());
                *rest = bytes.and_then(|bytes| rest.get(bytes..)).ok_or(CUT)?;
                Ok(())
            }
        }
    }

    /// Goes past an element, and returns the numbers that are x, y and z.
    fn element(&mut self, element: &Element<'_>) -> Result<[f64; 3], String> {
        let mut vertex = [0.0; 3];
        for Property { name, number, list } in &element.properties {
            match (axis(name).filter(|_| element.name == b"vertex"), list) {
                (_, Some(length)) => {
                    let length = self.number(*length)?;
                    self.skip(*number, length)?;
                }
                (Some(axis), None) => vertex[axis] = self.number(*number)?,
                (None, None) => self.skip(*number, 1.0)?,
            }
        }
        if let Self::Text(words) = self
            && !words.at_end_of_line()
        {
            let name = brief(element.name);
            return Err(self.fault(&format!("it has more numbers than its head gives the element `{name}`")));
        }
        Ok(vertex)
    }
}

/// What is wrong with a file that is too short.
const CUT: &str = "it ends too soon: the file is not complete";

fn axis(name: &[u8]) -> Option<usize> {
    [b"x", b"y", b"z"].iter().position(|axis| *axis == name)
}

pub(super) fn read(file: &[u8]) -> Result<Vec<Point3<f64>>, String> {
    let (elements, mut body) = read_head(file)?;
    let mut vertices = Vec::new();
    // Those without properties have no numbers, however many there are.
    for element in elements.iter().filter(|element| !element.properties.is_empty()) {
        let has =
            |k| element.properties.iter().any(|property| property.list.is_none() && axis(property.name) == Some(k));
        let is_vertex = element.name == b"vertex";
        if let Some(lacks) = (0..3).find(|k| is_vertex && !has(*k)) {
            return Err(format!("its head gives the element `vertex` no property `{}`", ["x", "y", "z"][lacks]));
        }
        for number in 1..=element.count {
            let vertex = body.element(element).map_err(|what| match &body {
                Body::Text(_) => what,
                Body::Binary { .. } => {
                    format!("element `{}` {number} of {}: {what}", brief(element.name), element.count)
                }
            })?;
            if is_vertex {
                vertices.push(vertex.into());
            }
        }
    }
    let left = "follow the last element that its head counts";
    match body {
        Body::Text(mut words) => match words.next() {
            Some(word) => Err(words.lines.fault(&format!("`{}` and perhaps more {left}", brief(word)))),
            None => Ok(vertices),
        },
        Body::Binary { rest, .. } if without_end(rest).is_empty() => Ok(vertices),
        Body::Binary { rest, .. } => Err(format!("{} bytes {left}", rest.len())),
    }
}

/// Reads the head, which is a text, up to the line `end_header`.
fn read_head(file: &[u8]) -> Result<(Vec<Element<'_>>, Body<'_>), String> {
    let file = file.strip_prefix(MARK).unwrap_or(file);
    let mut lines = Lines::new(file);
    if lines.next().map(<[u8]>::trim_ascii) != Some(b"ply") {
        return Err("not a PLY file: its first line is not `ply`".into());
    }
    // So that the first byte of numbers may be an LF.
    lines.by_return = file[..file.len() - lines.rest.len()].ends_with(b"\r");
    let mut elements: Vec<Element<'_>> = Vec::new();
    let mut format: &[u8] = b"";
    loop {
        let line = lines.next().ok_or("its head has no end, a line `end_header`: the file is not complete")?;
        let line: Vec<_> = words(line).collect();
        let property = match line[..] {
            [] | [b"comment" | b"obj_info", ..] => continue,
            [b"end_header"] => break,
            [b"format", name @ (b"ascii" | b"binary_little_endian" | b"binary_big_endian"), _] => {
                format = name;
                continue;
            }
            [b"element", name, count] => {
                let count = str::from_utf8(count).ok().and_then(|count| count.parse().ok());
                let count = count.ok_or_else(|| lines.fault("the number of elements is not a whole number"))?;
                elements.push(Element { name, count, properties: Vec::new() });
                continue;
            }
            [b"property", b"list", length, number, name] => [Some(length), Some(number), Some(name)],
            [b"property", number, name] => [None, Some(number), Some(name)],
            _ => [None; 3],
        };
        let [length, number, name] = property;
        let list = length.map(Number::of);
        if let (Some(element), None | Some(Some(_)), Some(number), Some(name)) =
            (elements.last_mut(), list, number.and_then(Number::of), name)
        {
            element.properties.push(Property { name, number, list: list.flatten() });
        } else {
            let said = brief(&line.join(&b' '));
            return Err(lines.fault(&format!("`{said}` is not a line of a head; a remark begins with `comment`")));
        }
    }
    let body = match format {
        b"" => return Err("its head has no line `format`, as in `format ascii 1.0`".into()),
        b"ascii" => Body::Text(Words::new(Lines { rest: without_end(lines.rest), ..lines })),
        _ => Body::Binary { rest: lines.rest, lowest_first: format == b"binary_little_endian" },
    };
    Ok((elements, body))
}
