//! What the page shares with the program.

#[path = "../../../../src/cli/json.rs"]
pub(crate) mod json;
#[path = "../../../../src/cli/limits.rs"]
pub(crate) mod limits;
#[path = "../../../../src/cli/number.rs"]
pub(crate) mod number;
#[path = "../../../../src/cli/protocol.rs"]
pub(crate) mod protocol;
#[path = "../../../../src/cli/record.rs"]
pub(crate) mod record;
#[path = "../../../../src/cli/shapes.rs"]
pub(crate) mod shapes;
