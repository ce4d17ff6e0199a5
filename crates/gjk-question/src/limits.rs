//! Limits on a question. A question beyond a limit is refused by the limit's name.

/// Limits on the size of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most values in a line: numbers, strings, lists and objects.
    pub values: usize,
    /// The deepest nesting of shapes in shapes. (JSON itself is read 127 levels deep; a shape in a shape takes
    /// two.)
    pub depth: usize,
}

impl Default for Limits {
    /// A million values, and 48 levels of shapes.
    fn default() -> Self {
        Self { values: 1_000_000, depth: 48 }
    }
}
