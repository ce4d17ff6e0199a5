//! A line of JSON as a tree in which every value knows its place, so that an error can name the key.
//!
//! serde's derived readers name a field that is missing or unknown, but not a field with a wrong value. They also report the first fault in
//! the text, not the most important one. So a line is read into a tree, which borrows its strings, and the question is read from the tree.

use super::limits::Limits;
use super::suggest::meant;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A sentence that says which key is wrong, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault(pub String);

impl core::error::Error for Fault {}

impl From<Fault> for gjk::Error {
    fn from(fault: Fault) -> Self {
        Self::Other(fault.0.into())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Any JSON value; numbers are the nearest `f64`.
#[derive(Debug)]
pub enum Value<'j> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// A string.
    Text(Cow<'j, str>),
    /// A list.
    List(Vec<Value<'j>>),
    /// An object: keys and values, in the order of the text.
    Object(Vec<(Cow<'j, str>, Value<'j>)>),
}

impl Value<'_> {
    /// Its kind, as part of a sentence.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }
}

/// The place of a value: `a.shapes[1].radius`.
#[derive(Clone, Copy, Debug)]
pub enum Place<'p> {
    /// The line itself.
    Line,
    /// A key of an object.
    Key(&'p Place<'p>, &'p str),
    /// An entry of a list.
    Item(&'p Place<'p>, usize),
}

impl<'p> Place<'p> {
    /// The place of a key of this object.
    #[must_use]
    pub fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The place of an entry of this list, counted from 0.
    #[must_use]
    pub fn item(&'p self, index: usize) -> Self {
        Self::Item(self, index)
    }

    /// "`a.radius` is negative", for `problem` = "is negative".
    pub fn fault(&self, problem: impl fmt::Display) -> Fault {
        match self {
            Self::Line => Fault(format!("the line {problem}")),
            _ => Fault(format!("`{}` {problem}", ends(self.to_string()))),
        }
    }
}

/// A text as part of a sentence: of a long one both ends.
fn ends(text: String) -> String {
    const FIRST: usize = 100;
    const LAST: usize = 200;
    match (text.char_indices().nth(FIRST), text.char_indices().nth_back(LAST - 1)) {
        (Some((first, _)), Some((last, _))) if first < last => format!("{} … {}", &text[..first], &text[last..]),
        _ => text,
    }
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line => Ok(()),
            Self::Key(Self::Line, key) => write!(f, "{}", Brief(key)),
            Self::Key(parent, key) => write!(f, "{parent}.{}", Brief(key)),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// A string from the input as part of a sentence: its first 60 characters, escaped.
pub(crate) struct Brief<'t>(pub(crate) &'t str);

impl fmt::Display for Brief<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 60;
        match self.0.char_indices().nth(LONGEST) {
            Some((end, _)) => write!(f, "{}…", self.0[..end].escape_default()),
            None => write!(f, "{}", self.0.escape_default()),
        }
    }
}

/// An object and where it is.
#[derive(Clone, Copy)]
pub struct Fields<'v, 'j> {
    /// Its place.
    pub place: &'v Place<'v>,
    entries: &'v [(Cow<'j, str>, Value<'j>)],
}

impl<'v, 'j> Fields<'v, 'j> {
    /// The fields of an object.
    ///
    /// # Errors
    /// If the value is not an object.
    pub fn of(value: &'v Value<'j>, place: &'v Place<'v>) -> Result<Self, Fault> {
        let Value::Object(entries) = value else {
            let kind = value.kind();
            return Err(match place {
                Place::Line => Fault(format!("the line is not a JSON object, but {kind}")),
                _ => place.fault(format_args!("is {kind}; it must be an object")),
            });
        };
        Ok(Self { place, entries })
    }

    /// The value of a key; `null` is the same as absent.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'v Value<'j>> {
        self.entries.iter().find(|(name, _)| name == key).map(|(_, value)| value).filter(|v| !matches!(v, Value::Null))
    }

    /// The value of a key that must be there.
    ///
    /// # Errors
    /// If it is not there, or `null`.
    pub fn need(&self, key: &str) -> Result<&'v Value<'j>, Fault> {
        self.get(key).ok_or_else(|| {
            let meant =
                self.entries.iter().find(|(given, _)| given != key && meant(given, [key].into_iter()).is_some());
            match meant {
                Some((given, _)) => {
                    self.place.key(key).fault(format_args!("is missing (`{}` is not its name)", Brief(given)))
                }
                None => self.place.key(key).fault("is missing"),
            }
        })
    }

    /// Refuses keys that are not `allowed`, or given twice. A key that is `known` elsewhere may be null.
    ///
    /// The search for repeated keys is short: it ends at the first key that is not allowed, and a dozen are.
    pub(super) fn check_keys(&self, whose: fmt::Arguments<'_>, allowed: &[&str], known: &[&str]) -> Result<(), Fault> {
        for (k, (key, value)) in self.entries.iter().enumerate() {
            let key = key.as_ref();
            if self.entries[..k].iter().any(|(given, _)| given == key) {
                return Err(self.place.key(key).fault("is given twice"));
            }
            let absent = matches!(value, Value::Null) && known.contains(&key);
            if !allowed.contains(&key) && !absent {
                let (hint, allowed) = (hint(key, allowed.iter().copied()), list(allowed));
                return Err(self
                    .place
                    .key(key)
                    .fault(format_args!("is not a key of {whose}{hint}, which has {allowed}")));
            }
        }
        Ok(())
    }
}

/// `a`, `b` and `c`.
pub(super) fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// A question whether one of these names is meant, if one is like it.
pub(super) fn hint<'k>(name: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    meant(name, known).map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

/// A number as JSON.
pub(super) fn shown(number: f64) -> String {
    let text = serde_json::to_string(&number).unwrap_or_default();
    text.strip_suffix(".0").map_or_else(|| text.clone(), String::from)
}

/// The line without white space around it, and without a byte-order mark.
#[must_use]
pub fn trimmed(line: &[u8]) -> &[u8] {
    line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line).trim_ascii()
}

/// Reads a line. Complexity: its length.
///
/// # Errors
/// If it is not JSON, has more values than the limits allow, or is nested more than 127 deep; or if a number is beyond the
/// range of `f64` (the fault names its key).
pub fn parse<'j>(line: &'j [u8], limits: &Limits) -> Result<Value<'j>, Fault> {
    let text = str::from_utf8(trimmed(line)).map_err(|_| Fault("the line is not JSON: it is not UTF-8".into()))?;
    let mut trail = Trail { path: Vec::new(), left: Some(limits.values) };
    let mut reader = serde_json::Deserializer::from_str(text);
    let tree = Tree(&mut trail).deserialize(&mut reader).and_then(|tree| reader.end().map(|()| tree));
    tree.map_err(|error| {
        if trail.left.is_none() {
            return Fault(format!("the line has more than {} values, the limit --max-values", limits.values));
        }
        let place = trail.place();
        let error = error.to_string();
        // The line is always 1: of the text that the reader was given.
        let (what, column) = error.split_once(" at line 1 column ").unwrap_or((&error, ""));
        match what {
            "recursion limit exceeded" => Fault(format!(
                "the line is nested more than 127 lists and objects deep; shapes may be nested {} deep, the limit --max-depth",
                limits.depth
            )),
            "number out of range" => Fault(format!("{place} is not finite: the number is too large for an f64")),
            _ if column.is_empty() => Fault(format!("the line is not JSON: {what}")),
            _ => Fault(format!("the line is not JSON: {what}, in {place} at column {column}")),
        }
    })
}

/// The `id` of a line that could not be read, or was not read to its end. It can be found if it comes before the mistake, or
/// if the line is JSON.
#[must_use]
pub fn salvage_id(line: &[u8]) -> Option<String> {
    struct Search<'s>(&'s mut Option<String>);
    impl<'de> Visitor<'de> for Search<'_> {
        type Value = ();
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            while let Some(Name(key)) = map.next_key()? {
                if key == "id" {
                    *self.0 = map.next_value()?;
                    break;
                }
                map.next_value::<IgnoredAny>()?;
            }
            Ok(())
        }
    }
    let mut id = None;
    // The text is broken somewhere, so it does end in an error.
    let _ = serde_json::Deserializer::from_slice(trimmed(line)).deserialize_map(Search(&mut id));
    id
}

/// Notes on the way through a line.
struct Trail {
    /// The keys and indices from the inside out, collected while an error travels outwards.
    path: Vec<String>,
    /// The number of further values allowed; `None` if there were too many.
    left: Option<usize>,
}

impl Trail {
    /// Counts a value, or fails.
    fn count<E: Error>(&mut self) -> Result<(), E> {
        self.left = self.left.and_then(|left| left.checked_sub(1));
        // This text is not shown.
        if self.left.is_some() { Ok(()) } else { Err(E::custom("too many values")) }
    }

    fn place(&self) -> String {
        let path: String = self.path.iter().rev().map(String::as_str).collect();
        match path.strip_prefix('.') {
            Some(path) => format!("`{}`", ends(path.into())),
            None => "the line".into(),
        }
    }
}

/// Makes the tree.
struct Tree<'t>(&'t mut Trail);

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value<'de>;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        self.0.count()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }
    fn visit_bool<E>(self, flag: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(flag))
    }
    #[expect(clippy::cast_precision_loss, reason = "to the nearest, as the protocol has it")]
    fn visit_u64<E>(self, number: u64) -> Result<Value<'de>, E> {
        Ok(Value::Number(number as f64))
    }
    #[expect(clippy::cast_precision_loss, reason = "to the nearest, as the protocol has it")]
    fn visit_i64<E>(self, number: i64) -> Result<Value<'de>, E> {
        Ok(Value::Number(number as f64))
    }
    fn visit_f64<E>(self, number: f64) -> Result<Value<'de>, E> {
        Ok(Value::Number(number))
    }
    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.into())))
    }
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        loop {
            match items.next_element_seed(Tree(self.0)) {
                Ok(Some(item)) => list.push(item),
                Ok(None) => {
                    list.shrink_to_fit();
                    return Ok(Value::List(list));
                }
                Err(error) => {
                    self.0.path.push(format!("[{}]", list.len()));
                    return Err(error);
                }
            }
        }
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        let mut entries = Vec::new();
        while let Some(Name(key)) = map.next_key()? {
            match map.next_value_seed(Tree(self.0)) {
                Ok(value) => entries.push((key, value)),
                Err(error) => {
                    self.0.path.push(format!(".{}", Brief(&key)));
                    return Err(error);
                }
            }
        }
        entries.shrink_to_fit();
        Ok(Value::Object(entries))
    }
}

/// A key, borrowed if it has no escapes.
struct Name<'j>(Cow<'j, str>);

impl<'de> Deserialize<'de> for Name<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Borrow;
        impl<'de> Visitor<'de> for Borrow {
            type Value = Name<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }
            fn visit_str<E>(self, key: &str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Owned(key.into())))
            }
            fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Name<'de>, E> {
                Ok(Name(Cow::Borrowed(key)))
            }
        }
        deserializer.deserialize_str(Borrow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_nearest() {
        for literal in [
            "0.1",
            "-0",
            "-0.0",
            "1e-400",
            "5e-324",
            "2.4703282292062327208e-324",
            "2.4703282292062328e-324",
            "2.2250738585072011e-308",
            "2.2250738585072012e-308",
            "1.7976931348623158e308",
            "9007199254740993",
            "9007199254740993.00000000000000000000000000000001",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775809",
            "123456789012345678901234567890",
            "6.02214076e23",
            "1e23",
            "8.5e22",
            "0e999999999999",
            "0.000000000000000000000000000000000000000000000000000000000000000000001e69",
            "1e-99999999999999999999",
            "1.00000005960464477539062500000000000000000000000000001",
            "7.2057594037927933e16",
            "3.518437208883201171875e13",
            "100000000000000016777215",
            "100000000000000016777216",
        ] {
            let Ok(Value::Number(read)) = parse(literal.as_bytes(), &Limits::default()) else { panic!("{literal}") };
            assert_eq!(read.to_bits(), literal.parse::<f64>().unwrap().to_bits(), "{literal}");
        }
    }

    #[test]
    fn a_number_too_large_is_named() {
        let fault = parse(br#"{"a": {"points": [[0, 1], [2, 1e400]]}}"#, &Limits::default()).unwrap_err();
        assert_eq!(fault.0, "`a.points[1][1]` is not finite: the number is too large for an f64");
        assert_eq!(salvage_id(br#"{"id": "x", "a": [1e400]}"#).as_deref(), Some("x"));
    }
}
