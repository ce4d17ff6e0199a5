//! The lab: write your own `SimplexCases`. Fill the holes, one after the other.
//!
//! `simplex.vertices()` has the vertices kept, X, Y, Z; `a` is the newest. `w` is a vertex as a vector. Return the nearest feature, by its
//! name, and the direction from there towards the origin, perpendicular to it.

#![allow(unused, clippy::pedantic, reason = "there are holes")]

#[allow(clippy::pedantic, reason = "written to be read by students")]
mod search {
    include!("search.rs");
}

use gjk::nalgebra::{SVector, Vector2, Vector3};
use gjk::simplex::{Cases, Location, Region, Simplex, SimplexCases, SupportPoint, Tests};
use std::io;

/// The number of the point that is farthest along d.
fn support<const D: usize>(points: &[SVector<f64, D>], d: &SVector<f64, D>) -> usize {
    todo!("support")
}

struct Mine;

impl SimplexCases<f64, 2> for Mine {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<f64, 2>, a: &SupportPoint<f64, 2>, _: &mut impl Tests<f64, 2>) -> Location<f64, 2> {
        let ao = -a.w;
        match simplex.vertices() {
            [b] => todo!("Region::WX or Region::W"),
            [b, c] => todo!("Region::WX, Region::WY or Region::W; or Location::Enclosed"),
            _ => Location::Search { region: Region::W, direction: ao },
        }
    }

    /// A vector perpendicular to the vertices. The library calls this where numbers are rounded badly.
    fn perpendicular(vertices: &[SupportPoint<f64, 2>]) -> Vector2<f64> {
        Cases::perpendicular(vertices)
    }
}

impl SimplexCases<f64, 3> for Mine {
    const SEPARATION_SLACK: u32 = 0;

    fn examine(simplex: &Simplex<f64, 3>, a: &SupportPoint<f64, 3>, _: &mut impl Tests<f64, 3>) -> Location<f64, 3> {
        let ao = -a.w;
        match simplex.vertices() {
            [b] => todo!("Region::WX or Region::W; a direction of zero is none"),
            [b, c] => todo!(
                "an edge, or the face: Region::WXY, or Region::WXY.mirrored(), counter-clockwise as seen from the origin"
            ),
            [b, c, d] => todo!("one of the faces WXY, WYZ, WZX, or their edges at W; or Location::Enclosed"),
            _ => Location::Search { region: Region::W, direction: ao },
        }
    }

    fn perpendicular(vertices: &[SupportPoint<f64, 3>]) -> Vector3<f64> {
        Cases::perpendicular(vertices)
    }
}

/// The number k of the edge, from polygon[k] to the next corner, that is nearest the origin; and its outward normal, of any length. The
/// corners are counter-clockwise, and the origin is inside.
fn nearest_edge(polygon: &[Vector2<f64>]) -> (usize, Vector2<f64>) {
    todo!("nearest_edge")
}

fn main() -> io::Result<()> {
    search::run::<Mine>(support, support, nearest_edge)
}
