//! How much one question may be: what is beyond is refused by name, before it takes time or memory.

/// The limits, with their defaults: what they let pass is answered in a second or so, in less than 200 MB.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
pub(crate) struct Limits {
    /// The longest line, in bytes
    #[cfg_attr(feature = "cli", arg(long = "max-bytes", value_name = "BYTES", default_value_t = Limits::default().bytes))]
    pub(crate) bytes: usize,
    /// The most values in a line: numbers, strings, lists and objects
    #[cfg_attr(feature = "cli", arg(long = "max-values", value_name = "COUNT", default_value_t = Limits::default().values))]
    pub(crate) values: usize,
    /// How deep shapes may be nested in shapes: 1 to 60
    #[cfg_attr(feature = "cli", arg(long = "max-depth", value_name = "LEVELS", default_value_t = Limits::default().depth, value_parser = depth))]
    pub(crate) depth: usize,
    /// The most steps of arithmetic that an answer may take
    ///
    /// A support evaluation is one for each shape that the two are made of, and one for each eight points.
    ///
    /// A product of exact numbers is two, and more where these are long.
    #[cfg_attr(feature = "cli", arg(long = "max-effort", value_name = "STEPS", default_value_t = Limits::default().effort))]
    pub(crate) effort: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 1 << 25, values: 1_000_000, depth: 48, effort: 10_000_000 }
    }
}

/// A shape within a shape is two levels of JSON, of which the reader takes 127.
#[cfg(feature = "cli")]
fn depth(text: &str) -> Result<usize, alloc::string::String> {
    text.parse().ok().filter(|depth| (1..=60).contains(depth)).ok_or_else(|| "it must be from 1 to 60".into())
}
