//! What is done with the repository as a whole.

fn main() {}
