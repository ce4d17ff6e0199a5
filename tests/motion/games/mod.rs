//! Two small games, as a user of this library would write them, played by machine: the player must not fall through the
//! floor. Each game is one small file.

mod pile;
mod platformer;
