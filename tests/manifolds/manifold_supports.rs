//! Manifolds keep the points that hold a body up, whatever the sizes: what is supported is held, and a line of contact has both its ends.
//! The faces and the lines are known from how the pairs are made; what they share is measured here.

#![allow(clippy::cast_precision_loss, reason = "small numbers")]

use gjk::nalgebra::{SMatrix, SVector};
use gjk::shape::{Capsule, Cone, ConvexHull, Cuboid, Cylinder, Tetrahedron, Triangle};
use gjk::{Manifold, ManifoldOptions, ManifoldPoint, Pose, Support, SupportExt, manifold};
use oracle::brute;
use oracle::random::{Random, campaign};
use oracle::testing::{BOUND, Float, in_both_precisions, point, rotation, vector, wide};
use oracle::vector::{add, add_scaled, dot, norm, scaled, sub};

type Plane = [f64; 2];
type Space = [f64; 3];

fn sides(polygon: &[Plane]) -> impl Iterator<Item = (&Plane, &Plane)> {
    polygon.iter().zip(polygon.iter().cycle().skip(1))
}

/// How far a point is inside of a convex polygon, counter-clockwise.
fn inside(polygon: &[Plane], at: &Plane) -> f64 {
    let left = |(from, to): (&Plane, &Plane)| {
        let (way, there) = (sub(to, from), sub(at, from));
        (way[0] * there[1] - way[1] * there[0]) / norm(&way)
    };
    sides(polygon).map(left).fold(f64::INFINITY, f64::min)
}

/// What two convex polygons share, both counter-clockwise.
fn overlap(a: &[Plane], b: &[Plane]) -> Vec<Plane> {
    let mut shared = b.to_vec();
    for (p, q) in sides(a) {
        let depth = |at: &Plane| {
            let (way, there) = (sub(q, p), sub(at, p));
            way[0] * there[1] - way[1] * there[0]
        };
        let cut = |(from, to): (&Plane, &Plane)| {
            let [start, end] = [from, to].map(depth);
            let crossing = add_scaled(from, &sub(to, from), start / (start - end));
            [(start >= 0.0).then_some(*from), ((start >= 0.0) != (end >= 0.0)).then_some(crossing)]
        };
        shared = sides(&shared).flat_map(cut).flatten().collect();
    }
    shared
}

/// A shape and its flat face, across the second axis: coordinates x and −z, counter-clockwise.
struct Piece<T> {
    shape: Box<dyn Support<3, Scalar = T>>,
    outline: Vec<Plane>,
    /// If the face is a disc.
    radius: Option<f64>,
    /// How far the face is above the shape's origin.
    height: f64,
    center: Space,
}

const BODIES: usize = 7;

/// A shape of about the size 1 times `size`; the first three kinds have a face on top and below, the others stand on theirs.
fn piece<T: Float>(random: &mut Random, kind: usize, size: f64, thin: f64, up: f64) -> Piece<T> {
    let mut number = |low: f64, high: f64| T::narrowed(random.uniform(low, high) * size).wide();
    let [x, h, z] = [number(0.4, 1.0), number(0.1, 1.0), T::narrowed(number(0.4, 1.0) * thin).wide()];
    let t = T::narrowed;
    let rectangle = vec![[x, z], [-x, z], [-x, -z], [x, -z]];
    let disc =
        || (0..64).map(|k| std::f64::consts::TAU * f64::from(k) / 64.0).map(|turn| [x * turn.cos(), x * turn.sin()]);
    let height = up * h;
    let corner = |[x, z]: &Plane, y: f64| point::<T, 3>(&[*x, y, -*z]);
    let plain = |shape: Box<dyn Support<3, Scalar = T>>, outline: Vec<Plane>| {
        let center = shape.center().map_or([0.0; 3], |center| wide(&center.coords));
        Piece { shape, outline, radius: None, height, center }
    };
    match kind {
        0 => plain(Box::new(Cuboid::new(vector::<T, 3>(&[x, h, z])).unwrap()), rectangle),
        1 => {
            let count = 3 + random.index(28);
            let points: Vec<Plane> = (0..count)
                .map(|_| random.direction::<2>())
                .map(|[u, v]| [T::narrowed(x * u).wide(), T::narrowed(z * v).wide()])
                .collect();
            let outline = brute::hull(&points);
            let corners = [h, -h].into_iter().flat_map(|y| outline.iter().map(move |at| corner(at, y)));
            match ConvexHull::new(corners.collect::<Vec<_>>()) {
                Ok(hull) => plain(Box::new(hull), outline),
                Err(_) => piece(random, 0, size, thin, up),
            }
        }
        2 => {
            let points = [[x, z], [-x, z], [number(-0.5, 0.5), -z]].map(|at| at.map(|x| T::narrowed(x).wide()));
            let shape = Triangle::new(points.each_ref().map(|at| corner(at, 0.0))).unwrap();
            Piece { height: 0.0, ..plain(Box::new(shape), points.to_vec()) }
        }
        3 | 4 => {
            let shape: Box<dyn Support<3, Scalar = T>> = if kind == 3 {
                Box::new(Cylinder::new(t(x), t(h)).unwrap())
            } else {
                Box::new(Cone::new(t(x), t(h)).unwrap())
            };
            Piece { radius: Some(x), ..plain(shape, disc().collect()) }
        }
        5 => {
            let margin = number(0.01, 0.5);
            let shape = Cuboid::new(vector::<T, 3>(&[x, h, z])).unwrap().swollen(t(margin)).unwrap();
            Piece { height: up * (h + margin), ..plain(Box::new(shape), rectangle) }
        }
        _ => {
            let points = [[x, z], [-x, z], [number(-0.5, 0.5), -z]].map(|at| at.map(|x| T::narrowed(x).wide()));
            let [p, q, r] = points.each_ref().map(|at| corner(at, up * h));
            let shape = Tetrahedron::new([p, q, r, corner(&[0.0, 0.0], -up * h)]).unwrap();
            plain(Box::new(shape), points.to_vec())
        }
    }
}

impl<T> Piece<T> {
    fn depth(&self, at: &Plane) -> f64 {
        self.radius.map_or_else(|| inside(&self.outline, at), |radius| radius - norm(at))
    }
}

/// Where a piece is, with its numbers as they are rounded.
struct Place<T: Float> {
    pose: Pose<T, 3>,
    axes: [Space; 3],
    at: Space,
}

impl<T: Float> Place<T> {
    fn new(axes: &[Space; 3], at: &Space) -> Self {
        let matrix: SMatrix<T, 3, 3> = rotation::<T, 3>(axes);
        let translation: SVector<T, 3> = vector(at);
        let axes = std::array::from_fn(|k| wide(&matrix.column(k).into_owned()));
        Self { pose: Pose::new(matrix, translation).unwrap(), axes, at: wide(&translation) }
    }

    fn out(&self, own: &Space) -> Space {
        (0..3).fold(self.at, |at, k| add_scaled(&at, &self.axes[k], own[k]))
    }

    /// A place in the plane of a face, as coordinates x and −z.
    fn seen(&self, world: &Space) -> Plane {
        let there = sub(world, &self.at);
        [0, 2].map(|k| dot(&there, &self.axes[k]) * if k == 2 { -1.0 } else { 1.0 })
    }
}

/// Axes that are turned, and turned around the second of them besides.
fn turned(axes: &[Space; 3], turn: f64) -> [Space; 3] {
    let (sine, cosine) = turn.sin_cos();
    let [x, y, z] = axes;
    [add(&scaled(x, cosine), &scaled(z, -sine)), *y, add(&scaled(z, cosine), &scaled(x, sine))]
}

fn plain_axes() -> [Space; 3] {
    [0, 1, 2].map(|k| oracle::solid::axis(k, 1.0))
}

/// A right-handed frame in any position, or along the axes.
fn scene(random: &mut Random) -> [Space; 3] {
    if random.coin() {
        return plain_axes();
    }
    let mut axes: [Space; 3] = random.frame();
    if dot(&oracle::vector::cross(&axes[0], &axes[1]), &axes[2]) < 0.0 {
        axes[0] = scaled(&axes[0], -1.0);
    }
    axes
}

#[derive(Debug, Default)]
struct Held {
    own: u64,
    given: u64,
    rims: u64,
    large: u64,
    dropped: u64,
    kinds: [[u64; BODIES]; 3],
}

fn stands<T: Float>(random: &mut Random, k: u64, held: &mut Held)
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let (base, body) = (random.index(3), random.index(BODIES));
    let ratio = if random.coin() { random.magnitude(-4, 0) } else { 1.0 / random.magnitude(-4, 0) };
    let thin = |random: &mut Random| if random.index(3) == 0 { random.magnitude(-3, 0) } else { 1.0 };
    let (thin_low, thin_high) = (thin(random), thin(random));
    let mut twin = random.clone();
    let low = piece::<T>(random, base, 1.0 / ratio, thin_low, 1.0);
    let high = piece::<T>(random, body, 1.0, thin_high, -1.0);
    let (unit, size) = ((1.0 / ratio).min(1.0), (1.0 / ratio).max(1.0));
    let axes = scene(random);
    let far = if random.coin() { 0.0 } else { size };
    let ground = Place::<T>::new(&axes, &scaled(&random.direction(), far));
    let at = |random: &mut Random, outline: &[Plane]| random.inner_point(outline, 0.0);
    let (on_low, on_high) = (at(random, &low.outline), at(random, &high.outline));
    let turn = if random.index(4) == 0 { 0.0 } else { random.uniform(-3.0, 3.0) };
    let upper = turned(&axes, turn);
    let share = random.uniform(0.0, 0.02);
    let way = [on_high[0], high.height, -on_high[1]];
    // Both outlines as the lower shape has them, and where the upper one is if it has sunk in.
    let seen_at = |sunk: f64| {
        let meet = ground.out(&[on_low[0], low.height - sunk, -on_low[1]]);
        let there = (0..3).fold(meet, |there, k| add_scaled(&there, &upper[k], -way[k]));
        let above = Place::<T>::new(&upper, &there);
        let lifted = |place: &Place<T>, piece: &Piece<T>| -> Vec<Plane> {
            piece.outline.iter().map(|[x, z]| ground.seen(&place.out(&[*x, piece.height, -*z]))).collect()
        };
        let outlines = [lifted(&ground, &low), lifted(&above, &high)];
        let shared = overlap(&outlines[0], &outlines[1]);
        let round: f64 = sides(&shared).map(|(p, q)| norm(&sub(p, q))).sum();
        // Of no corners, or of one that is there twice, that is no number.
        let width = (2.0 * oracle::patch::area(&shared) / round).max(0.0);
        (above, outlines, shared, width)
    };
    // By less than what they share is wide: else the shortest way out would be sideways.
    let (_, _, _, width) = seen_at(0.0);
    let (above, [outline_low, _], shared, width) = seen_at(share * width);
    let least = 0.01 * width;
    if least <= ROUNDING * T::epsilon().wide() * size {
        held.dropped += 1;
        return;
    }
    // Where a hundredth of the width is nearly as little as rounding, what is held may be off by that.
    let round = ROUNDING * T::epsilon().wide() * size;
    let tolerance = if least > 4.0 * round { 0.0 } else { round };
    let depth = |at: &Plane| {
        let world = ground.out(&[at[0], low.height, -at[1]]);
        inside(&outline_low, at).min(high.depth(&above.seen(&world)))
    };
    let a = low.shape.as_ref().posed(ground.pose).unwrap();
    let b = high.shape.as_ref().posed(above.pose).unwrap();
    let prediction = T::narrowed(0.02 * unit);
    // In the own coordinates of the smaller shape, which are rounded less.
    let (small, side) = if ratio > 1.0 { (&ground, 0) } else { (&above, 1) };
    let holds = |found: &Manifold<T, 3>, at: &Plane| {
        let center = small.seen(&ground.out(&[at[0], low.height, -at[1]]));
        let points: Vec<Plane> =
            found.points().iter().map(|p| [p.points[side].x.wide(), -p.points[side].z.wide()]).collect();
        let hull = brute::hull(&points);
        hull.len() > 2 && inside(&hull, &center) >= -tolerance
    };
    let what =
        format!("{k}: base {base}, body {body}, ratio {ratio:e}, widths {thin_low:e} {thin_high:e}, turn {turn}");
    // The shapes' own centers.
    let found = manifold(&a, &b, prediction).expect("they overlap");
    let centers = [ground.seen(&above.out(&high.center)), ground.seen(&ground.out(&low.center))];
    for at in centers.iter().filter(|at| depth(at) >= least) {
        assert!(holds(&found, at), "{what}: {at:?} {found:?}");
        held.own += 1;
        held.large += u64::from(!(1e-3..=1e3).contains(&ratio));
    }
    // One that is given, near a corner or anywhere.
    let middle = outline_mean(&shared);
    let corner = shared[random.index(shared.len())];
    let toward = if random.coin() { random.inner_point(&shared, 0.0) } else { corner };
    let mut share = 1.0;
    while share > 0.01 && depth(&add_scaled(&middle, &sub(&toward, &middle), share)) < least {
        share -= 0.01;
    }
    let at = add_scaled(&middle, &sub(&toward, &middle), share);
    if depth(&at) < least {
        held.dropped += 1;
        return;
    }
    let center = ground.out(&[at[0], low.height + unit * random.uniform(-2.0, 2.0), -at[1]]);
    let options = ManifoldOptions { center: Some(point(&center)), ..ManifoldOptions::from(prediction) };
    let found = manifold(&a, &b, options).expect("they overlap");
    assert!(holds(&found, &at), "{what}: given {at:?} {found:?}");
    held.given += 1;
    held.kinds[base][body] += 1;
    // All 2²⁰ times as large, or as small: not a bit changes.
    let factor = if k.is_multiple_of(2) { 1_048_576.0 } else { 1.0 / 1_048_576.0 };
    let (low, high) = (
        piece::<T>(&mut twin, base, factor / ratio, thin_low, 1.0),
        piece::<T>(&mut twin, body, factor, thin_high, -1.0),
    );
    let factor = T::narrowed(factor);
    let larger = |place: &Place<T>| Pose::new(*place.pose.matrix(), place.pose.translation() * factor).unwrap();
    let a = low.shape.as_ref().posed(larger(&ground)).unwrap();
    let b = high.shape.as_ref().posed(larger(&above)).unwrap();
    let options =
        ManifoldOptions { center: Some(point::<T, 3>(&center) * factor), ..ManifoldOptions::from(prediction * factor) };
    let other = manifold(&a, &b, options).expect("they overlap");
    let same = |(p, q): (&ManifoldPoint<T, 3>, &ManifoldPoint<T, 3>)| {
        (0..2).all(|k| p.points[k] * factor == q.points[k]) && p.separation * factor == q.separation && p.id == q.id
    };
    assert!(found.points().len() == other.points().len(), "{what}: {found:?} {other:?}");
    assert!(found.points().iter().zip(other.points()).all(same), "{what}: {found:?} {other:?}");
    held.rims += u64::from(high.radius.is_some_and(|radius| norm(&above.seen(&center)) > 0.97 * radius));
}

/// In ε·L: the border of what two faces share may be off by as much, so a hundredth of its width has to be more.
const ROUNDING: f64 = 4.0;

fn outline_mean(outline: &[Plane]) -> Plane {
    let count = outline.len() as f64;
    outline.iter().fold([0.0; 2], |sum, at| add_scaled(&sum, at, 1.0 / count))
}

/// Bodies of all kinds on boxes, prisms and triangles from a ten-thousandth to ten thousand times their size, with faces up to a thousand
/// times as long as wide.
#[test]
fn what_is_supported_is_held() {
    in_both_precisions! {
        let mut random = Random::new(71);
        let mut held = Held::default();
        for k in 0..campaign(200) {
            stands::<T>(&mut random, k, &mut held);
        }
        println!("{} {held:?}", std::any::type_name::<T>());
        let all = campaign(200);
        assert!(2 * held.given > all && 5 * held.own > all && 20 * held.rims > all && 50 * held.large > all, "{held:?}");
        assert!(held.kinds.iter().flatten().all(|count| 500 * count > all), "{held:?}");
    }
}

#[derive(Debug, Default)]
struct Lines {
    found: [[u64; 3]; 3],
    dropped: u64,
    two: u64,
    worst: f64,
}

/// A body that touches along a line: its ends are at −h and h on its second axis.
fn line<T: Float>(random: &mut Random, k: u64, lines: &mut Lines)
where
    gjk::simplex::Cases: gjk::epa::Expansion<T, 3>,
{
    let t = T::narrowed;
    let (base, body) = (random.index(3), random.index(3));
    let ratio = if random.coin() { random.magnitude(-3, 0) } else { 1.0 / random.magnitude(-3, 0) };
    let low = piece::<T>(random, base, 1.0 / ratio, 1.0, 1.0);
    let (unit, size) = ((1.0 / ratio).min(1.0), (1.0 / ratio).max(1.0));
    let axes = scene(random);
    let far = if random.coin() { 0.0 } else { size };
    let ground = Place::<T>::new(&axes, &scaled(&random.direction(), far));
    let [r, h, w] = [0, 1, 2].map(|_| t(random.uniform(0.2, 1.0)).wide());
    let corner = |at: &Plane| ground.out(&[at[0], low.height, -at[1]]);
    let unit_of = |v: &Space| scaled(v, 1.0 / norm(v));
    let up = unit_of(&ground.axes[1]);
    let turned = |way: &Plane| unit_of(&add(&scaled(&ground.axes[0], way[0]), &scaled(&ground.axes[2], -way[1])));
    let count = low.outline.len();
    let side = random.index(count);
    let [p, q] = [side, (side + 1) % count].map(|k| low.outline[k]);
    let length = norm(&sub(&q, &p));
    let kind = random.index(3);
    // Where the line is, its direction, the normal, and what is shared along it.
    let (at, along, normal, ends, sine) = if kind == 0 {
        let along = turned(&sub(&q, &p));
        let outward = oracle::vector::cross(&along, &up);
        let lean: f64 = random.uniform(0.1, if base == 2 { 3.0 } else { 1.45 });
        let normal = unit_of(&add(&scaled(&up, lean.cos()), &scaled(&outward, lean.sin())));
        let start = random.uniform(-h, length + h);
        let at = add_scaled(&corner(&p), &along, start);
        (at, along, normal, [(-h).max(-start), h.min(length - start)], 1.0)
    } else {
        let place = random.inner_point(&low.outline, 0.01);
        let way = random.direction::<2>();
        let crossings = || {
            sides(&low.outline).map(|(p, q)| {
                let edge = scaled(&sub(q, p), 1.0 / norm(&sub(q, p)));
                let there = sub(&place, p);
                let gain = edge[0] * way[1] - edge[1] * way[0];
                (gain, -(edge[0] * there[1] - edge[1] * there[0]) / gain)
            })
        };
        let low_end = crossings().filter(|(gain, _)| *gain > 0.0).fold(-h, |end, (_, limit)| end.max(limit));
        let high_end = crossings().filter(|(gain, _)| *gain < 0.0).fold(h, |end, (_, limit)| end.min(limit));
        let ends = [low_end, high_end];
        // Of the edges that are crossed at an end, or near it.
        let is_near = |limit: f64| ends.iter().any(|end| (limit - end).abs() < 0.01 * unit);
        let near = crossings().filter(|(_, limit)| is_near(*limit));
        let sine = near.fold(1.0_f64, |sine, (gain, _)| sine.min(gain.abs()));
        (corner(&place), turned(&way), up, ends, sine)
    };
    if ends[1] - ends[0] < 0.2 * unit || sine < 0.05 {
        lines.dropped += 1;
        return;
    }
    // Turned around the line.
    let aside = oracle::vector::cross(&normal, &along);
    let (sin, cos) = random.uniform(0.1, 1.47).sin_cos();
    let x = add(&scaled(&normal, cos), &scaled(&aside, -sin));
    let z = add(&scaled(&normal, sin), &scaled(&aside, cos));
    let touch = unit * random.uniform(if body == 2 { 0.001 } else { -0.02 }, 0.02) * r.min(w);
    let reach = if body == 2 { add(&scaled(&x, r), &scaled(&z, w)) } else { scaled(&normal, r) };
    let center = add_scaled(&add(&at, &reach), &normal, touch);
    let above = Place::<T>::new(&[x, along, z], &center);
    let shape: Box<dyn Support<3, Scalar = T>> = match body {
        0 => Box::new(Capsule::new(point::<T, 3>(&[0.0, -h, 0.0]), point(&[0.0, h, 0.0]), t(r)).unwrap()),
        1 => Box::new(Cylinder::new(t(r), t(h)).unwrap()),
        _ => Box::new(Cuboid::new(vector::<T, 3>(&[r, h, w])).unwrap()),
    };
    let a = low.shape.as_ref().posed(ground.pose).unwrap();
    let b = shape.as_ref().posed(above.pose).unwrap();
    let prediction = if random.coin() && touch <= 0.0 { 0.0 } else { 0.021 * unit };
    let side = random.index(2);
    let found = if side == 1 { manifold(&a, &b, t(prediction)) } else { manifold(&b, &a, t(prediction)) };
    let found = found.expect("they are near");
    let points: Vec<f64> = found.points().iter().map(|p| p.points[side].y.wide()).collect();
    let [low, high] = [f64::min, f64::max].map(|better| points.iter().copied().reduce(better).unwrap_or(f64::NAN));
    // With a prediction there may be points beyond.
    let off = [low - ends[0], ends[1] - high].map(|off| if prediction > 0.0 { off } else { off.abs() });
    let large = 2.0 * size + ground.at.iter().chain(&above.at).fold(0.0_f64, |large, x| large.max(x.abs()));
    // Where the axis crosses an edge, a curved side is off sideways, by as much as a contact's point may be.
    let is_askew = body == 1 && kind > 0;
    let ulps = BOUND * T::epsilon().wide() + if is_askew { 8.0 * T::epsilon().wide().sqrt() } else { 0.0 };
    let worst = off[0].max(off[1]) * sine / (ulps * large + prediction);
    assert!(
        worst <= 1.0,
        "{k}: base {base}, body {body}, kind {kind}, ratio {ratio:e}: {ends:?} {points:?}, {worst} {touch:e} {prediction:e}"
    );
    lines.worst = lines.worst.max(worst);
    lines.two += u64::from(points.len() == 2);
    lines.found[kind][body] += 1;
}

/// Capsules, cylinders and edges of boxes along the edges of boxes, prisms and triangles, within faces and across their edges.
#[test]
fn both_ends_of_a_line_of_contact_are_found() {
    in_both_precisions! {
        let mut random = Random::new(72);
        let mut lines = Lines::default();
        for k in 0..campaign(200) {
            line::<T>(&mut random, k, &mut lines);
        }
        println!("{} {lines:?}", std::any::type_name::<T>());
        assert!(lines.found.iter().flatten().all(|count| 25 * count > campaign(200)), "{lines:?}");
    }
}
