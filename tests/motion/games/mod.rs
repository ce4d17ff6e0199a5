//! Two small games, as they would be written with this library, played by machine: who plays them must not fall through
//! the floor. Each is a file, and small.

mod pile;
mod platformer;
