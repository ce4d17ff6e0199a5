//! How do I drag a shape with the pointer, so that it stops at others?
//!
//! `cargo run --release -p gjk-scene --example drag`
//!
//! The dragged shape is a mover without gravity, and its velocity leads to the pointer. It slides along the shapes in
//! its way, and never overlaps them. The picture shows the start, the end, and the ways of the pointer (+) and of a
//! dragged shape (o).

use gjk::nalgebra::Point2;
use gjk::shape::{Ball, Capsule, Cuboid, Polygon, Shape2};
use gjk::{Error, SupportExt, contact, contains};
use gjk_scene::{Mover, MoverOptions};

/// A shape about its origin, and where it is.
struct Item {
    shape: Shape2<f32>,
    at: Point2<f32>,
}

struct Drawing {
    items: Vec<Item>,
}

impl Drawing {
    fn placed(&self, k: usize) -> Result<Shape2<f32>, Error> {
        Ok(self.items[k].shape.clone().posed(self.items[k].at)?.into())
    }

    /// What is under the pointer, the last one on top.
    fn pick(&self, pointer: Point2<f32>) -> Option<usize> {
        (0..self.items.len()).rev().find(|k| self.placed(*k).is_ok_and(|shape| contains(&shape, pointer)))
    }

    /// Drags what is under the first place of the pointer along the others. Returns the way that it took.
    fn drag(&mut self, pointer: &[Point2<f32>]) -> Result<Vec<Point2<f32>>, Error> {
        let Some(held) = pointer.first().and_then(|pointer| self.pick(*pointer)) else { return Ok(vec![]) };
        let grip = pointer[0] - self.items[held].at;
        let others =
            (0..self.items.len()).filter(|k| *k != held).map(|k| self.placed(k)).collect::<Result<Vec<_>, _>>()?;
        let mut mover = Mover::new(self.items[held].shape.clone(), self.items[held].at)?;
        mover.options = MoverOptions { gravity: 0.0, ..mover.options };
        let mut way = vec![];
        for pointer in pointer {
            // A step of one second: the velocity is the way that is left.
            mover.velocity = pointer - grip - mover.at();
            mover.advance(&others, 1.0);
            way.push(mover.at());
        }
        self.items[held].at = mover.at();
        Ok(way)
    }

    fn letter(&self, at: Point2<f32>) -> char {
        self.pick(at).map_or(' ', |k| ['#', '=', '%', '@', 'H', 'X'][k % 6])
    }

    fn show(&self, marks: &[(char, &[Point2<f32>])]) {
        for row in (0..13_i16).rev() {
            let letter = |column: i16| {
                let at = Point2::new(f32::from(column) / 4.0, f32::from(row) / 2.0);
                let is_near = |p: &Point2<f32>| (p.x - at.x).abs() <= 0.125 && (p.y - at.y).abs() <= 0.25;
                let mark = marks.iter().find(|(_, way)| way.iter().any(is_near));
                mark.map_or_else(|| self.letter(at), |(letter, _)| *letter)
            };
            println!("{}", (0..80).map(letter).collect::<String>().trim_end());
        }
    }
}

fn main() -> Result<(), Error> {
    let item = |shape: Shape2<f32>, x, y| Item { shape, at: Point2::new(x, y) };
    let hexagon = [[1.0, 0.0], [0.5, 0.9], [-0.5, 0.9], [-1.0, 0.0], [-0.5, -0.9], [0.5, -0.9]].map(Point2::from);
    let mut drawing = Drawing {
        items: vec![
            item(Cuboid::new([0.4, 2.2])?.into(), 7.0, 2.2),
            item(Cuboid::new([0.4, 2.2])?.posed(([0.0, 0.0], 0.3))?.into(), 12.0, 3.6),
            item(Ball::new(1.0)?.into(), 16.5, 2.0),
            item(Capsule::new([-1.0, 0.0], [1.0, 0.0], 0.4)?.into(), 10.0, 0.6),
            item(Polygon::hull(hexagon)?.into(), 2.0, 1.5),
        ],
    };
    drawing.show(&[]);
    // By hand it would be the mouse: straight on through both walls, then up.
    let pointer: Vec<Point2<f32>> = (0..=100_u8)
        .map(|k| f32::from(k) / 100.0)
        .map(|part| Point2::new(2.3 + 16.0 * part, 1.7 + 3.0 * (part * 6.0).sin().max(0.0)))
        .collect();
    let way = drawing.drag(&pointer)?;
    println!("{}", "-".repeat(78));
    drawing.show(&[('+', &pointer), ('o', &way)]);
    let placed = (0..5).map(|k| drawing.placed(k)).collect::<Result<Vec<_>, _>>()?;
    let nearest = placed[..4].iter().map(|shape| contact(shape, &placed[4]).separation).fold(f32::INFINITY, f32::min);
    let longest = way.windows(2).map(|two| (two[1] - two[0]).norm()).fold(0.0, f32::max);
    println!("The hexagon came {:.1} m, and stopped {nearest:.3} m from the nearest shape.", way[100].x - way[0].x);
    assert!(nearest > 0.009 && longest < 4.0 && way.len() == 101 && way[100].x > 4.0);
    Ok(())
}
