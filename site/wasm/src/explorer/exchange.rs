//! Values from the page, as bytes: a tree like JSON's, with numbers in binary. Reading correctly rounded numbers from
//! text would take more code than everything else here.
//!
//! A value begins with its kind; texts, lists and objects go on with their length, in 32 bits.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use gjk_question::json::Value;

/// How deep lists may be nested: as deep as in `serde_json`.
const DEPTH: u32 = 128;

/// Reads a value from bytes.
pub(crate) fn read(mut bytes: &[u8]) -> Option<Value<'_>> {
    value(&mut bytes, DEPTH)
}

fn value<'b>(bytes: &mut &'b [u8], depth: u32) -> Option<Value<'b>> {
    let depth = depth.checked_sub(1)?;
    Some(match bytes.split_off_first()? {
        0 => Value::Null,
        1 => Value::Bool(*bytes.split_off_first()? != 0),
        2 => Value::Number(f64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?)),
        3 => Value::Text(text(bytes)?),
        4 => {
            let mut list = Vec::new();
            for _ in 0..length(bytes)? {
                list.push(value(bytes, depth)?);
            }
            Value::List(list)
        }
        _ => {
            let mut entries = Vec::new();
            for _ in 0..length(bytes)? {
                entries.push((text(bytes)?, value(bytes, depth)?));
            }
            Value::Object(entries)
        }
    })
}

fn length(bytes: &mut &[u8]) -> Option<usize> {
    Some(u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?) as usize)
}

fn text<'b>(bytes: &mut &'b [u8]) -> Option<Cow<'b, str>> {
    let length = length(bytes)?;
    str::from_utf8(bytes.split_off(..length)?).ok().map(Cow::Borrowed)
}
