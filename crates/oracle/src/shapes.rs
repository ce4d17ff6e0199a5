//! The shapes of [`generate`](super::generate), each about the origin and one to two in size. Two
//! kinds of pairs are exact, so they come with their places: pairs on the integer grid, and pairs
//! that kiss.

use super::boxes::OrientedBox;
use super::generate::{Kind, Pair, Precision, Recipe, support};
use super::random::Random;
use super::vector::{add, add_scaled, scaled, sub};

/// Two shapes about the origin, not yet placed.
pub fn shapes<const D: usize>(recipe: Recipe, random: &mut Random) -> Pair<D> {
    let boxes = match recipe.kind {
        Kind::Boxes => Some([random_box(random, None), random_box(random, None)]),
        Kind::NearParallelBoxes => {
            let a = random_box(random, None);
            let turn = random.magnitude(-12, -1);
            Some([a, random_box(random, Some((&a.axes, turn)))])
        }
        _ => None,
    };
    let (a, b) = match &boxes {
        Some([a, b]) => (a.vertices(), b.vertices()),
        None => (cloud(recipe.kind, recipe.vertices.0, random), cloud(recipe.kind, recipe.vertices.1, random)),
    };
    Pair { a, b, boxes, seed: 0 }
}

/// A box of half extents 0.2 to 1, turned at random or by `turn` from the given axes.
fn random_box<const D: usize>(random: &mut Random, near: Option<(&[[f64; D]; D], f64)>) -> OrientedBox<D> {
    OrientedBox {
        center: [0.0; D],
        half: std::array::from_fn(|_| random.uniform(0.2, 1.0)),
        axes: match near {
            None => random.frame(),
            Some((axes, turn)) => random.frame_near(axes, turn),
        },
    }
}

/// The vertices of one shape that is not a box.
fn cloud<const D: usize>(kind: Kind, count: usize, random: &mut Random) -> Vec<[f64; D]> {
    let ball = |random: &mut Random| -> [f64; D] { scaled(&random.direction(), random.uniform(0.6, 1.0)) };
    match kind {
        Kind::Needles => {
            let (axis, width) = (random.direction(), random.magnitude(-6, -1));
            let point = |random: &mut Random| {
                let aside = scaled(&random.direction(), width);
                add_scaled(&aside, &axis, random.uniform(-1.0, 1.0))
            };
            (0..count).map(|_| point(random)).collect()
        }
        Kind::Slivers => {
            let extents = std::array::from_fn(|_| random.magnitude(-6, 0));
            let points: Vec<_> = (0..=D).map(|_| ball(random)).collect();
            stretched(&points, &random.frame(), &extents)
        }
        Kind::Plates => {
            let axes = if random.coin() { OrientedBox::aligned([0.0; D], [0.0; D]).axes } else { random.frame() };
            let mut extents = [1.0; D];
            extents[random.index(D)] = 0.0;
            let points: Vec<_> = (0..count).map(|_| ball(random)).collect();
            stretched(&points, &axes, &extents)
        }
        Kind::Redundant => {
            let mut points: Vec<_> = (0..count).map(|_| ball(random)).collect();
            for _ in 0..count {
                let extra = random.combination(&points, 4);
                let place = random.index(points.len());
                points.insert(place, extra);
            }
            points
        }
        _ => (0..count).map(|_| ball(random)).collect(),
    }
}

/// Points whose coordinates are multiplied by extents and laid along other axes.
fn stretched<const D: usize>(points: &[[f64; D]], axes: &[[f64; D]; D], extents: &[f64; D]) -> Vec<[f64; D]> {
    let image = |p: &[f64; D]| (0..D).fold([0.0; D], |sum, k| add_scaled(&sum, &axes[k], p[k] * extents[k]));
    points.iter().map(image).collect()
}

/// Points with integer coordinates of size up to 3. A third of the pairs (by the seed) share a
/// vertex; a third are laid against each other along an integer normal and touch in a vertex at
/// least; a third are one step apart along that normal.
pub fn grid<const D: usize>(recipe: Recipe, random: &mut Random, away: &[f64; D], seed: u64) -> Pair<D> {
    let point = |random: &mut Random| std::array::from_fn(|_| f64::from(random.integer(-3, 3)));
    let a: Vec<[f64; D]> = (0..recipe.vertices.0).map(|_| point(random)).collect();
    let b: Vec<[f64; D]> = (0..recipe.vertices.1).map(|_| point(random)).collect();
    let normal: [f64; D] = point(random);
    let axis = random.index(D);
    let shift = match seed % 3 {
        0 => sub(&a[random.index(a.len())], &b[random.index(b.len())]),
        choice => {
            let mut shift = sub(&support(&a, &normal), &support(&b, &scaled(&normal, -1.0)));
            if choice == 2 {
                shift[axis] += if normal[axis] < 0.0 { -1.0 } else { 1.0 };
            }
            shift
        }
    };
    moved(a, b, away, &shift)
}

/// Round shapes on the lattice of 64ths that touch in a vertex of each, or aligned boxes on it
/// that touch along a face; then the touching coordinate of `B` moved by at most one unit in
/// the last place, along the axis that parts them (for the round: most nearly parts them).
///
/// The lattice leaves offsets up to 1e5 exact in 24 bits: 17 before the point, 6 behind it.
pub fn kissing<const D: usize>(recipe: Recipe, random: &mut Random, away: &[f64; D]) -> Pair<D> {
    let lattice = |x: f64| (x * 64.0).round() / 64.0;
    let steps = random.integer(-1, 1);
    if random.coin() {
        let axis = random.index(D);
        let mut boxes = [(); 2].map(|()| {
            let half = std::array::from_fn(|_| lattice(random.uniform(0.2, 1.0)));
            OrientedBox::aligned([0.0; D], half)
        });
        let mut shift: [f64; D] = std::array::from_fn(|_| lattice(random.uniform(-1.0, 1.0)));
        shift[axis] = boxes[0].half[axis] + boxes[1].half[axis];
        let face = -boxes[1].half[axis] + shift[axis] + away[axis];
        boxes[0].center = *away;
        boxes[1].center = add(away, &shift);
        let mut pair = moved(boxes[0].vertices(), boxes[1].vertices(), &[0.0; D], &[0.0; D]);
        nudge(&mut pair.b, axis, |p| p[axis] == face, recipe.precision, steps);
        return pair;
    }
    let [a, b] = [recipe.vertices.0, recipe.vertices.1].map(|count| -> Vec<[f64; D]> {
        let cloud = cloud::<D>(Kind::Round, count, random);
        cloud.iter().map(|p| p.map(lattice)).collect()
    });
    let normal: [f64; D] = random.direction();
    let (top, bottom) = (support(&a, &normal), support(&b, &scaled(&normal, -1.0)));
    let mut pair = moved(a, b, away, &sub(&top, &bottom));
    let touch = add(&top, away);
    let steepest = |i: &usize, j: &usize| normal[*i].abs().total_cmp(&normal[*j].abs());
    let axis = (0..D).max_by(steepest).expect("a dimension");
    let steps = if normal[axis] < 0.0 { -steps } else { steps };
    nudge(&mut pair.b, axis, |p| *p == touch, recipe.precision, steps);
    pair
}

/// Moves one coordinate of the chosen points by units in the last place.
fn nudge<const D: usize>(
    points: &mut [[f64; D]],
    axis: usize,
    chosen: impl Fn(&[f64; D]) -> bool,
    precision: Precision,
    steps: i32,
) {
    for p in points.iter_mut().filter(|p| chosen(p)) {
        p[axis] = precision.step(p[axis], steps);
    }
}

/// Both lists moved by `away`, and the second by `shift` as well.
fn moved<const D: usize>(mut a: Vec<[f64; D]>, mut b: Vec<[f64; D]>, away: &[f64; D], shift: &[f64; D]) -> Pair<D> {
    for p in &mut a {
        *p = add(p, away);
    }
    for p in &mut b {
        *p = add(&add(p, shift), away);
    }
    Pair { a, b, boxes: None, seed: 0 }
}
