//! Lines to draw, in world coordinates: outlines and wireframes of shapes, contacts, manifolds, casts and simplices.
//!
//! Shapes give only their support mappings. To find the corners of a polytope's core, take the hull of the corners so
//! far, and ask for support points along its normals, until nothing is beyond a face. The lines are its edges, with the
//! arcs of the margin around them. Other shapes have rings of support points, along the directions of a cone around
//! each axis. These rings show the rims and sides of cylinders and cones.

use alloc::vec::Vec;
use gjk::nalgebra::{Point, RealField, SVector, Vector2, convert};
use gjk::shape::{ConvexHull, HalfSpace, Polygon};
use gjk::simplex::SupportPoint;
use gjk::{Contact, Hit, Manifold, Real, Scalar, Support};

/// A line from one point to another.
pub type Line<T, const D: usize> = [Point<T, D>; 2];

/// More corners than these are not looked for.
const MOST: usize = 4096;
/// A full turn has from 3 to so many parts.
const FINEST: u32 = 4096;

/// The outline of a shape in the plane, once around it.
///
/// A curve is drawn by lines that turn by at most 1 / `around` of a full turn (from 3 to 4096). All ends are on the
/// surface; a line of length l is inside by at most l · sin(π / `around`), an edge only by rounding. It has at most
/// 4096 corners.
///
/// ```
/// use gjk::{SupportExt, nalgebra::Vector2, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?.posed(Vector2::new(5.0, 0.0))?;
/// assert_eq!(gjk_scene::outline(&square, 32).count(), 4);
/// // A quarter of a circle around each corner.
/// assert_eq!(gjk_scene::outline(&square.swollen(0.5)?, 32).count(), 4 + 4 * 8);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn outline<T: Real + RealField + Copy>(
    shape: &dyn Support<2, Scalar = T>,
    around: u32,
) -> impl Iterator<Item = Line<T, 2>> + use<T> {
    let (mut pen, margin) = (Pen::new(around), shape.margin());
    let sides = |polygon: &Polygon<T>| polygon.normals().iter().copied().zip(polygon.vertices()).collect();
    match hull(shape, |points| Polygon::hull(points).ok(), sides) {
        Ok(polygon) => {
            let (corners, normals): (Vec<_>, _) = (polygon.vertices().collect(), polygon.normals());
            let next = |k: usize| if k + 1 == normals.len() { 0 } else { k + 1 };
            for (k, normal) in normals.iter().enumerate() {
                let (from, to) = (corners[k], corners[next(k)]);
                pen.lines.push([from + normal * margin, to + normal * margin]);
                pen.arc(&to, &[*normal, normals[next(k)]], &Vector2::new(-normal.y, normal.x), margin);
            }
        }
        Err(flat) => pen.ring(shape, flat.axes, &Vector2::zeros()),
    }
    pen.lines.into_iter()
}

/// The wireframe of a shape in space: its edges if it is a polytope, rounded or not; else rings around it, as good as
/// an [`outline`]. Rings go around the coordinate axes: to show the rims of a turned cylinder or cone, draw [its
/// shape](gjk::shape::Posed::shape) and [apply the pose](gjk::Pose::transform_point) to the points.
///
/// ```
/// use gjk::{SupportExt, nalgebra::{Isometry3, Vector3}, shape::{Cuboid, Cylinder}};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?.posed(Isometry3::rotation(Vector3::new(0.3, 0.2, 0.1)))?;
/// assert_eq!(gjk_scene::wireframe(&cube, 32).count(), 12);
///
/// let drum = Cylinder::with_radius(1.0).half_height(0.5)?.posed(Isometry3::rotation(Vector3::new(0.3, 0.2, 0.1)))?;
/// for [from, to] in gjk_scene::wireframe(drum.shape(), 32).map(|line| line.map(|p| drum.pose().transform_point(&p))) {
///     assert!((to - from).norm() <= 1.0 + 1e-15); // the longest are on its side
/// }
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn wireframe<T: Real + RealField + Copy>(
    shape: &dyn Support<3, Scalar = T>,
    around: u32,
) -> impl Iterator<Item = Line<T, 3>> + use<T> {
    let (mut pen, margin) = (Pen::new(around), shape.margin());
    let sides =
        |hull: &ConvexHull<T>| hull.faces().filter_map(|face| Some((*face.normal(), face.points().next()?))).collect();
    match hull(shape, |points| ConvexHull::new(points).ok(), sides) {
        Ok(hull) => {
            let corners: Vec<_> = hull.vertices().collect();
            for face in hull.faces() {
                for (ids, other) in
                    face.edges().zip(face.neighbors()).filter(|(_, other)| other.number() > face.number())
                {
                    let ends = ids.map(|id| corners[id.0 as usize]);
                    let normals = [*face.normal(), *other.normal()];
                    pen.lines.push(ends.map(|end| end + normals[0] * margin));
                    if margin.is_zero() {
                        continue;
                    }
                    pen.lines.push(ends.map(|end| end + normals[1] * margin));
                    let along = ends[1] - ends[0];
                    let across = (along * along.amax().unit_scale()).cross(&normals[0]).normalize();
                    for end in &ends {
                        pen.arc(end, &normals, &across, margin);
                    }
                }
            }
        }
        Err(Flat { axes, rank }) => {
            // One ring is enough around a flat shape without a margin.
            let is_flat = rank < 3 && margin.is_zero();
            for axis in if is_flat { 2..3 } else { 0..3 } {
                let around = [1, 2].map(|k| axes[(axis + k) % 3]);
                for side in &[0.577_350_269, -0.577_350_269][usize::from(is_flat)..] {
                    pen.ring(shape, around, &(axes[axis] * convert::<f64, T>(*side)));
                }
            }
        }
    }
    pen.lines.into_iter()
}

/// Draws curves as lines.
struct Pen<T: Scalar, const D: usize> {
    /// The number of lines in a full turn.
    around: u32,
    lines: Vec<Line<T, D>>,
}

impl<T: Real + RealField + Copy, const D: usize> Pen<T, D> {
    fn new(around: u32) -> Self {
        Self { around: around.clamp(3, FINEST), lines: Vec::new() }
    }

    /// Support points along the directions u cos φ + v sin φ + lift, for φ once around.
    fn ring(&mut self, shape: &dyn Support<D, Scalar = T>, [u, v]: [SVector<T, D>; 2], lift: &SVector<T, D>) {
        let margin = shape.margin();
        let place = |k: u32| {
            // Half a step off the axes, along which many shapes have more than one support point.
            let angle = T::two_pi() * convert((f64::from(k) + 0.5) / f64::from(self.around));
            let (sin, cos) = angle.sin_cos();
            let direction = (u * cos + v * sin + lift).normalize();
            shape.support(&direction) + direction * margin
        };
        let first = place(0);
        let mut last = first;
        for k in 1..=self.around {
            let next = if k == self.around { first } else { place(k) };
            // Two directions may have one support point, which rounding tells apart.
            if (next - last).amax() > next.coords.amax() * <T as Scalar>::epsilon() * convert(8.0) {
                self.lines.push([last, next]);
                last = next;
            }
        }
    }

    /// The part of a circle around a point, from one unit vector towards `across` to the next.
    fn arc(&mut self, center: &Point<T, D>, [from, to]: &[SVector<T, D>; 2], across: &SVector<T, D>, radius: T) {
        let angle = to.dot(across).atan2(to.dot(from));
        if radius.is_zero() || angle <= T::zero() {
            return;
        }
        // A quarter of a turn up to rounding needs no further part.
        let step = T::two_pi() * convert(1.000_01 / f64::from(self.around));
        let parts = (1..self.around).find(|&parts| step * convert(f64::from(parts)) >= angle).unwrap_or(self.around);
        let mut last = center + from * radius;
        for k in 1..=parts {
            let (sin, cos) = (angle * convert(f64::from(k) / f64::from(parts))).sin_cos();
            let direction = if k == parts { *to } else { (from * cos + across * sin).normalize() };
            let next = center + direction * radius;
            self.lines.push([last, next]);
            last = next;
        }
    }
}

/// A set without an inside, or not a polytope: axes for its rings; the last ones are perpendicular to flat sides.
struct Flat<T: Scalar, const D: usize> {
    axes: [SVector<T, D>; D],
    /// Its dimension.
    rank: usize,
}

impl<T: Real + RealField + Copy, const D: usize> Flat<T, D> {
    /// Axes from a point to the one farthest off the axes so far; then any.
    fn of(points: &[Point<T, D>], slack: T) -> Self {
        let (mut axes, mut rank) = ([SVector::zeros(); D], 0);
        // At unit scale, so that no square leaves the range.
        let unit = points.iter().map(|p| (p - points[0]).amax()).fold(T::zero(), RealField::max).unit_scale();
        let off = |v: SVector<T, D>, axes: &[SVector<T, D>]| axes.iter().fold(v, |v, axis| v - axis * axis.dot(&v));
        let longest = |list: &mut dyn Iterator<Item = SVector<T, D>>| {
            list.fold(SVector::zeros(), |best: SVector<T, D>, v| if v.norm() > best.norm() { v } else { best })
        };
        for k in 0..D {
            let mut ways = points.iter().map(|p| off((p - points[0]) * unit, &axes[..k]));
            let mut axis = if rank == k { longest(&mut ways) } else { SVector::zeros() };
            if axis.norm() > slack * unit {
                rank += 1;
            } else {
                axis = longest(
                    &mut (0..D).map(|j| off(SVector::from_fn(|i, _| convert(f64::from(u8::from(i == j)))), &axes[..k])),
                );
            }
            axes[k] = off(axis.normalize(), &axes[..k]).normalize();
        }
        Self { axes, rank }
    }
}

/// The hull of a core that is a polytope. Its sides are pairs of a normal and a corner.
fn hull<H, T: Real + RealField + Copy, const D: usize>(
    shape: &dyn Support<D, Scalar = T>,
    make: impl Fn(Vec<Point<T, D>>) -> Option<H>,
    sides: impl Fn(&H) -> Vec<(SVector<T, D>, Point<T, D>)>,
) -> Result<H, Flat<T, D>> {
    if shape.vertex_count_hint().is_none() {
        return Err(Flat { axes: Flat::of(&[Point::origin()], T::zero()).axes, rank: D });
    }
    // Along all directions with components −1, 0 and 1.
    let digit = |number: usize, k: usize| number / 3_usize.pow(u32::try_from(k).unwrap_or(0)) % 3;
    let directions = (1..3_usize.pow(u32::try_from(D).unwrap_or(0)))
        .map(|number| SVector::from_fn(|k, _| convert([0.0, 1.0, -1.0][digit(number, k)])));
    let mut points: Vec<Point<T, D>> = directions.map(|direction| shape.support(&direction)).collect();
    loop {
        let size = points.iter().fold(T::zero(), |size, p| p.iter().fold(size, |size, x| size.max(Scalar::abs(x))));
        let slack = size * <T as Scalar>::epsilon() * convert(64.0);
        let (made, seen) = (make(points.clone()), points.len());
        let around = if let Some(hull) = &made {
            sides(hull)
        } else {
            let Flat { axes, rank } = Flat::of(&points, slack);
            axes[rank..].iter().flat_map(|axis| [(*axis, points[0]), (-axis, points[0])]).collect()
        };
        for (normal, corner) in around {
            let found = shape.support(&normal);
            if normal.dot(&(found - corner)) > slack {
                points.push(found);
            }
        }
        if points.len() == seen || points.len() > MOST {
            return made.ok_or_else(|| Flat::of(&points, slack));
        }
    }
}

/// The boundary of a half-space near a point: in the plane a line, in space a grid of 18 lines, each as long as `size`.
///
/// ```
/// use gjk::{nalgebra::{Point2, Vector2}, shape::HalfSpace};
/// let ground = HalfSpace::new(Vector2::new(0.0, 1.0), 2.0)?;
/// let lines: Vec<_> = gjk_scene::ground_lines(&ground, &Point2::new(5.0, 0.0), 8.0).collect();
/// assert_eq!(lines.concat().iter().map(|end| end.y).collect::<Vec<f64>>(), [2.0, 2.0]);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn ground_lines<T: Real + RealField + Copy, const D: usize>(
    ground: &HalfSpace<T, D>,
    near: &Point<T, D>,
    size: T,
) -> impl Iterator<Item = Line<T, D>> + use<T, D> {
    let normal = ground.normal();
    let middle = ground.contact(near).points[0];
    // The axes except the first, which is the normal.
    let axes = Flat::of(&[Point::origin(), normal.into()], T::zero()).axes;
    let steps: &[f64] = if D == 2 { &[0.0] } else { &[-0.5, -0.375, -0.25, -0.125, 0.0, 0.125, 0.25, 0.375, 0.5] };
    let mut lines = Vec::new();
    for k in 1..D {
        let half = axes[k] * (size * convert(0.5));
        for step in steps {
            // In space the other of the two.
            let beside = if D == 2 { SVector::zeros() } else { axes[D - k] * (size * convert(*step)) };
            lines.push([middle - half + beside, middle + half + beside]);
        }
    }
    lines.into_iter()
}

/// A contact: the line between its points, and its normal, `arrow` long, at the point of A.
///
/// ```
/// use gjk::{contact, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// let hit = contact(&Cuboid::new(Vector2::new(1.0, 1.0))?, &Ball::at(Point2::new(4.0, 0.0), 1.0)?);
/// let [between, normal] = gjk_scene::contact_lines(&hit, 0.5);
/// assert_eq!(between, [Point2::new(1.0, 0.0), Point2::new(3.0, 0.0)]);
/// assert_eq!(normal, [Point2::new(1.0, 0.0), Point2::new(1.5, 0.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn contact_lines<T: Real + Copy, const D: usize>(contact: &Contact<T, D>, arrow: T) -> [Line<T, D>; 2] {
    let [a, b] = contact.points;
    [[a, b], [a, a + contact.normal * arrow]]
}

/// A manifold of shapes with these poses: as a [contact](contact_lines), for each of its points.
///
/// ```
/// use gjk::{SupportExt, manifold, nalgebra::{Point2, Vector2}, shape::Cuboid};
/// let square = Cuboid::new(Vector2::new(1.0, 1.0))?;
/// let (low, high) = (square.posed(Vector2::new(0.0, 0.0))?, square.posed(Vector2::new(0.5, 1.75))?);
/// let touch = manifold(&low, &high, 0.0).near().expect("they overlap");
/// let lines: Vec<_> = gjk_scene::manifold_lines(&touch, 1.0).collect();
/// assert!(lines.len() == 4 && lines.contains(&[Point2::new(1.0, 1.0), Point2::new(1.0, 0.75)]));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn manifold_lines<T: Real + Copy, const D: usize>(
    manifold: &Manifold<T, D>,
    arrow: T,
) -> impl Iterator<Item = Line<T, D>> {
    let normal = manifold.normal * arrow;
    manifold.points().iter().flat_map(move |point| {
        let [a, b] = point.points;
        [[a, b], [a, a + normal]]
    })
}

/// The hit of a cast of two shapes with these velocities: the ways of the touching points, from the start of the
/// motion, and the normal there, `arrow` long.
///
/// ```
/// use gjk::{SupportExt, shape_cast, nalgebra::{Point2, Vector2}, shape::{Ball, Cuboid}};
/// let (wall, ball) = (Cuboid::new(Vector2::new(1.0, 1.0))?, Ball::at(Point2::new(4.0, 0.0), 1.0)?);
/// let velocity = Vector2::new(-2.0, 0.0);
/// let hit = shape_cast(&wall, ball.moving(velocity))?.hit.expect("on its way");
/// let lines: Vec<_> = gjk_scene::hit_lines(&hit, [Vector2::zeros(), velocity], 0.5).collect();
/// assert_eq!(lines[1], [Point2::new(3.0, 0.0), Point2::new(1.0, 0.0)]);
/// assert_eq!(lines[2], [Point2::new(1.0, 0.0), Point2::new(1.5, 0.0)]);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn hit_lines<T: Real + Copy, const D: usize>(
    hit: &Hit<T, D>,
    velocities: [SVector<T, D>; 2],
    arrow: T,
) -> impl Iterator<Item = Line<T, D>> + use<T, D> {
    let [a, b] = hit.points;
    let start = |p: Point<T, D>, velocity: SVector<T, D>| p - velocity * hit.time;
    [[start(a, velocities[0]), a], [start(b, velocities[1]), b], [a, a + hit.normal * arrow]].into_iter()
}

/// The edges of a simplex of a search, in the coordinates of A − B. `scale` is the search frame's.
///
/// ```
/// use gjk::{Difference, Query, Verdict, minkowski::ConvexSet, nalgebra::Vector3, shape::Cuboid};
/// let cube = Cuboid::new(Vector3::new(1.0, 1.0, 1.0))?;
/// let set = Difference(&cube, &cube);
/// let Verdict::Enclosed { newest, simplex } = Query::new().search(&set).verdict else { panic!("one is the other") };
/// let vertices = [&[newest][..], simplex.vertices()].concat();
/// assert_eq!(gjk_scene::simplex_lines(&vertices, set.frame().scale).count(), 6);
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn simplex_lines<T: Real + Copy, const D: usize>(
    vertices: &[SupportPoint<T, D>],
    scale: T,
) -> impl Iterator<Item = Line<T, D>> {
    let place = move |k: usize| Point::from(vertices[k].w * (T::one() / scale));
    (1..vertices.len()).flat_map(move |k| (0..k).map(move |j| [place(j), place(k)]))
}
