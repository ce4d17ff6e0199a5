//! Pairs from the scenes of `worlds`. `cargo run --release --bin record` there writes them to `scenes.txt`.
//!
//! A line has a scene, the dimension, and two shapes. A shape is a kind with its numbers, a translation, and the rows of a rotation
//! unless it is not turned. The kinds are `box`, with the half extents, and `hull`, with a margin and points.

use gjk_question::{Kind, Placement, Rotation, Shape, Vector};
use std::sync::OnceLock;

/// The scenes, in the order of their levels.
pub(super) const SCENES: &[&str] = &["stack", "pyramid", "pile", "joints", "bullets"];

/// So many pairs there are of each scene in each dimension.
pub(super) const PAIRS: u64 = 210;

struct Pair {
    scene: &'static str,
    dim: usize,
    shapes: [Shape; 2],
}

/// A pair of a scene, by its number. After the last one comes the first.
pub(super) fn pair(scene: &str, dim: usize, number: u64) -> [Shape; 2] {
    static ALL: OnceLock<Vec<Pair>> = OnceLock::new();
    let all = ALL.get_or_init(|| include_str!("../scenes.txt").lines().filter_map(read).collect());
    let of_scene: Vec<_> = all.iter().filter(|pair| pair.scene == scene && pair.dim == dim).collect();
    of_scene[(number % PAIRS) as usize].shapes.clone()
}

fn read(line: &'static str) -> Option<Pair> {
    let mut parts = line.split(" | ");
    let (scene, dim) = parts.next()?.split_once(' ')?;
    let dim = dim.parse().ok()?;
    let shapes = [shape(parts.next()?, dim)?, shape(parts.next()?, dim)?];
    Some(Pair { scene, dim, shapes })
}

fn shape(text: &str, dim: usize) -> Option<Shape> {
    // Numbers of `f32`, as short as they can be written.
    let numbers =
        |text: &str| text.split(' ').map(|x| Some(f64::from(x.parse::<f32>().ok()?))).collect::<Option<Vec<_>>>();
    let vector = |numbers: &[f64]| {
        let mut vector = Vector::default();
        vector[..dim].copy_from_slice(numbers.get(..dim)?);
        Some(vector)
    };
    let vectors = |numbers: &[f64]| numbers.chunks(dim).map(vector).collect::<Option<Vec<_>>>();
    let mut parts = text.split("; ");
    let (name, lengths) = parts.next()?.split_once(' ')?;
    let (lengths, translation) = (numbers(lengths)?, vector(&numbers(parts.next()?)?)?);
    let rows = parts.next().map(|rows| vectors(&numbers(rows)?)).map_or(Some(None), |rows| rows.map(Some))?;
    let kind = if name == "box" {
        Kind::Cuboid { half_extents: vector(&lengths)? }
    } else {
        let (radius, points) = lengths.split_first()?;
        let points = vectors(points)?;
        match (points.as_slice(), *radius > 0.0) {
            ([center], _) => Kind::Ball { radius: *radius, center: *center },
            ([a, b], true) => Kind::Capsule { ends: [*a, *b], radius: *radius },
            ([a, b], false) => Kind::Segment { ends: [*a, *b] },
            (_, false) => Kind::Points { points },
            (_, true) => return None,
        }
    };
    Some(Shape { kind, pose: Some(Placement { translation, rotation: rows.map(Rotation::Matrix) }), margin: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scene_has_its_pairs_in_both_dimensions() {
        let text = include_str!("../scenes.txt");
        assert!(text.len() <= 500_000 && text.lines().all(|line| read(line).is_some()));
        for dim in [2, 3] {
            for scene in SCENES {
                let count = text.lines().filter(|line| line.starts_with(&format!("{scene} {dim} | "))).count();
                assert_eq!(count as u64, PAIRS, "{scene} {dim}");
            }
        }
    }

    #[test]
    fn a_line_is_read() {
        let pair = read("pile 2 | box 0.5 0.25; 1 2; 0 -1 1 0 | hull 0.125 0 -1 0 1; -3 0.5").unwrap();
        assert_eq!((pair.scene, pair.dim), ("pile", 2));
        let [a, b] = pair.shapes.map(|shape| format!("{shape:?}"));
        for (told, parts) in [
            (
                a,
                [
                    "Cuboid { half_extents: [0.5, 0.25, 0.0",
                    "translation: [1.0, 2.0, 0.0",
                    "Some(Matrix([[0.0, -1.0, 0.0",
                ],
            ),
            (b, ["Capsule { ends: [[0.0, -1.0, 0.0", "radius: 0.125", "translation: [-3.0, 0.5, 0.0"]),
        ] {
            assert!(parts.iter().all(|part| told.contains(part)), "{told}");
        }
        assert!(read("pile 2 | box 0.5; 1 2 | box 1 1; 0 0").is_none() && read("pile 2 | box 1 1; 0 0").is_none());
    }
}
