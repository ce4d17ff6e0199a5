//! Limits on a question. A question beyond a limit is refused by the limit's name, before it takes time or memory.

/// The limits. With the defaults an answer takes about a second at most, and less than 200 MB.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Limits {
    /// The longest line, in bytes
    #[arg(long = "max-bytes", value_name = "BYTES", default_value_t = 1 << 25)]
    pub(crate) bytes: usize,
    /// The most values in a line: numbers, strings, lists and objects
    #[arg(long = "max-values", value_name = "COUNT", default_value_t = gjk_question::Limits::default().values)]
    values: usize,
    /// How deep shapes may be nested in shapes: 1 to 60
    #[arg(long = "max-depth", value_name = "LEVELS", default_value_t = gjk_question::Limits::default().depth, value_parser = depth)]
    depth: usize,
    /// The most steps of arithmetic that an answer may take
    ///
    /// A support evaluation takes one for each shape that the two are made of, and one for each eight points.
    ///
    /// A product of exact numbers takes two, or more if they are long.
    #[arg(long = "max-effort", value_name = "STEPS", default_value_t = 10_000_000)]
    pub(crate) effort: u64,
}

impl Limits {
    /// The limits for reading a question.
    pub(crate) fn of_reading(&self) -> gjk_question::Limits {
        gjk_question::Limits { values: self.values, depth: self.depth }
    }
}

/// A shape within a shape is two levels of JSON; the reader takes 127.
fn depth(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|depth| (1..=60).contains(depth)).ok_or_else(|| "it must be from 1 to 60".into())
}
