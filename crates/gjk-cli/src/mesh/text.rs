//! Splits bytes into lines and words, and counts the lines.

use std::borrow::Cow;

/// The byte-order mark of UTF-8.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// A text without its byte-order mark, in UTF-8 if it was in UTF-16, up to the mark that DOS puts at the end of a file.
pub(super) fn text(file: &[u8]) -> Cow<'_, [u8]> {
    let read: fn([u8; 2]) -> u16 = match file {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return Cow::Borrowed(without_end(file.strip_prefix(MARK).unwrap_or(file))),
    };
    let units = file[2..].chunks_exact(2).map(|unit| read([unit[0], unit[1]]));
    let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Cow::Owned(without_end(text.as_bytes()).into())
}

/// A text without the white space, zeros and DOS's mark at its end.
pub(super) fn without_end(text: &[u8]) -> &[u8] {
    let last = text.iter().rposition(|byte| !byte.is_ascii_whitespace() && !matches!(byte, 0 | 0x1a));
    &text[..last.map_or(0, |last| last + 1)]
}

/// The lines of a text, without their ends.
pub(super) struct Lines<'t> {
    pub(super) rest: &'t [u8],
    /// The number of the line that was returned last, from 1.
    pub(super) number: usize,
    /// Whether LF after CR is not part of a line's end.
    pub(super) by_return: bool,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self { rest: text, number: 0, by_return: false }
    }

    /// A fault of the present line.
    pub(super) fn fault(&self, what: &str) -> String {
        format!("line {}: {what}", self.number)
    }
}

impl<'t> Iterator for Lines<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at(end);
        self.rest = match rest {
            [b'\r', b'\n', rest @ ..] if !self.by_return => rest,
            [_, rest @ ..] => rest,
            [] => rest,
        };
        Some(line)
    }
}

pub(super) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The words of a text, line by line.
pub(super) struct Words<'t> {
    pub(super) lines: Lines<'t>,
    line: &'t [u8],
}

impl<'t> Words<'t> {
    pub(super) fn new(lines: Lines<'t>) -> Self {
        Self { lines, line: b"" }
    }

    /// Returns whether all words of the present line have been read.
    pub(super) fn at_end_of_line(&self) -> bool {
        self.line.trim_ascii_start().is_empty()
    }

    pub(super) fn next(&mut self) -> Option<&'t [u8]> {
        loop {
            let line = self.line.trim_ascii_start();
            if !line.is_empty() {
                let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
                let (word, rest) = line.split_at(end);
                self.line = rest;
                return Some(word);
            }
            self.line = self.lines.next()?;
        }
    }

    /// The next word, which has to be there.
    pub(super) fn need(&mut self, wanted: &str) -> Result<&'t [u8], String> {
        self.next().ok_or_else(|| format!("it ends too soon, where {wanted} is due: the file is not complete"))
    }

    /// The next word, which has to be a number that is finite.
    pub(super) fn coordinate(&mut self) -> Result<f64, String> {
        coordinate(self.need("a number")?).map_err(|what| self.lines.fault(&what))
    }

    pub(super) fn skip_line(&mut self) {
        self.line = b"";
    }

    /// Goes past a word, in capitals or not.
    pub(super) fn expect(&mut self, wanted: &str) -> Result<(), String> {
        let word = self.need(&format!("`{wanted}`"))?;
        if word.eq_ignore_ascii_case(wanted.as_bytes()) { Ok(()) } else { Err(self.odd(word, wanted)) }
    }

    pub(super) fn odd(&self, word: &[u8], wanted: &str) -> String {
        self.lines.fault(&format!("`{}` stands where `{wanted}` is due", brief(word)))
    }
}

/// A number that is finite.
pub(super) fn coordinate(word: &[u8]) -> Result<f64, String> {
    match str::from_utf8(word).ok().and_then(|word| word.parse().ok()) {
        Some(number) if f64::is_finite(number) => Ok(number),
        Some(_) => Err(format!("a coordinate is {}, which is not finite", brief(word))),
        None if word.contains(&b',') => Err(format!("`{}` is not a number: write a point, not a comma", brief(word))),
        None => Err(format!("`{}` is not a number", brief(word))),
    }
}

/// A word of a file as part of a sentence: its beginning, escaped.
pub(super) fn brief(word: &[u8]) -> String {
    const LONGEST: usize = 60;
    let more = if word.len() > LONGEST { "…" } else { "" };
    format!("{}{more}", word[..word.len().min(LONGEST)].escape_ascii())
}
