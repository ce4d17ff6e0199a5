//! Two boxes in space, by fifteen axes: the verdict, the nearest points, and the minimum translation.
//!
//! The difference of two boxes has faces of three kinds: their normals are A's axes, B's axes, and the cross products of an axis of A
//! and one of B. Along each normal the boxes reach as far as a sum of absolute values says, so a table of fifteen rows decides
//! whether they overlap, and how deep (Stefan Gottschalk, Ming C. Lin, Dinesh Manocha, `OBBTree`: a hierarchical structure for rapid
//! interference detection, SIGGRAPH 1996).
//!
//! The table is computed in A's coordinates. B's axes are the columns of the rotation R there, and B's middle is t. Of eᵢ × Rⱼ the
//! products with B's other axes are minors of R. They could be read from R, since its inverse is its transpose. But if the edges are
//! nearly parallel, eᵢ × Rⱼ is short, and the rounding of R is large beside it. Minors keep the error of a row relative to its length.
//!
//! Boxes that are apart may be nearest elsewhere than along the best of these axes: then the plane across the points that were found has
//! to prove the distance.

use super::nearest::{Nearest, Step, Way};
use super::polygons::{clear, first_lowest, less};
use crate::minkowski::Frame;
use crate::scalar::{Real, Scalar, clamp, difference, dot, max, min, negated, scaled, sum, times, ulps, unit};
use crate::search::{BoundingPlane, End, Ray, RayCast, Separation, Witness};
use crate::simplex::{FeatureIds, VertexId};
use crate::support::OrientedBox;
use crate::tolerance;
use core::array;
use core::hint::select_unpredictable;
use nalgebra::{SMatrix, SVector};

type Vector<T> = SVector<T, 3>;

/// Two boxes in the coordinates of one of them, the own box, whose middle is the origin; at the frame's scale.
struct Seen<T> {
    /// The half extents of the own box and of the other one.
    half: [Vector<T>; 2],
    /// The other box' axes, the columns of R.
    axes: [Vector<T>; 3],
    /// The other box' middle.
    middle: Vector<T>,
    /// The middle before any motion, which says on which side of the own box the other one is.
    toward: Vector<T>,
}

/// How far the boxes reach along the axes eᵢ × Rⱼ, by i and then j, times the length of these; and the squares of the lengths.
struct Edges<T> {
    reach: [[T; 3]; 3],
    square: [[T; 3]; 3],
}

/// Three values, by the axis that they are of. A closure would not be inlined.
macro_rules! three {
    (|$k:ident| $value:expr) => {
        [
            {
                let $k = 0;
                $value
            },
            {
                let $k = 1;
                $value
            },
            {
                let $k = 2;
                $value
            },
        ]
    };
}

impl<T: Scalar> Seen<T> {
    /// B as A sees it.
    #[cfg_attr(fast, inline(always))]
    fn new<const D: usize>([a, b]: &[OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Self {
        let half = [half_extents(a, frame), half_extents(b, frame)];
        let axes = three!(|k| turn_back(&a.axes, &b.axes.column(k).into_owned()));
        let middle = turn_back(&a.axes, &scaled(&difference(&b.middle, &a.middle), &frame.scale));
        Self { half, axes, toward: middle.clone(), middle }
    }

    /// A as B sees it.
    #[cfg_attr(fast, inline(always))]
    fn swapped(&self) -> Self {
        let [a, b] = &self.half;
        let axes = three!(|k| Vector::from(three!(|j| self.axes[j][k].clone())));
        let middle = Vector::from(three!(|j| -dot(&self.axes[j], &self.middle)));
        let toward = Vector::from(three!(|j| -dot(&self.axes[j], &self.toward)));
        Self { half: [b.clone(), a.clone()], axes, middle, toward }
    }

    /// How far the boxes reach along the axes of the own box, and along those of the other one.
    #[cfg_attr(fast, inline(always))]
    fn faces(&self) -> [[T; 3]; 2] {
        let ([own, other], r) = (&self.half, three!(|j| three!(|i| self.axes[j][i].abs())));
        let product = |x: &T, y: &T| x.clone() * y.clone();
        [
            three!(|i| own[i].clone()
                + (product(&other[0], &r[0][i]) + product(&other[1], &r[1][i]) + product(&other[2], &r[2][i]))),
            three!(|j| other[j].clone()
                + (product(&own[0], &r[j][0]) + product(&own[1], &r[j][1]) + product(&own[2], &r[j][2]))),
        ]
    }

    #[cfg_attr(fast, inline(always))]
    fn edges(&self) -> Edges<T> {
        let ([own, other], r) = (&self.half, &self.axes);
        let product = |x: &T, y: &T| x.clone() * y.clone();
        let minors = three!(|j| three!(|i| {
            let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
            (product(&r[j1][i1], &r[j2][i2]) - product(&r[j2][i1], &r[j1][i2])).abs()
        }));
        let reach = three!(|i| three!(|j| {
            let (i1, i2, j1, j2) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3);
            (product(&own[i1], &r[j][i2].abs()) + product(&own[i2], &r[j][i1].abs()))
                + (product(&other[j1], &minors[j2][i]) + product(&other[j2], &minors[j1][i]))
        }));
        let square = three!(|i| three!(|j| {
            let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
            product(&r[j][i1], &r[j][i1]) + product(&r[j][i2], &r[j][i2])
        }));
        Edges { reach, square }
    }

    /// How far along the axes of both boxes a vector is.
    #[cfg_attr(fast, inline(always))]
    fn along_faces(&self, v: &Vector<T>) -> [[T; 3]; 2] {
        [three!(|k| v[k].clone()), three!(|k| dot(&self.axes[k], v))]
    }

    /// How far along the axes eᵢ × Rⱼ a vector is, times their lengths.
    #[cfg_attr(fast, inline(always))]
    fn along_edges(&self, v: &Vector<T>) -> [[T; 3]; 3] {
        three!(|i| three!(|j| {
            let (i1, i2, axis) = ((i + 1) % 3, (i + 2) % 3, &self.axes[j]);
            v[i2].clone() * axis[i1].clone() - v[i1].clone() * axis[i2].clone()
        }))
    }

    /// How deep the boxes overlap along the axes of both.
    #[cfg_attr(fast, inline(always))]
    fn face_levels(&self) -> [[T; 3]; 2] {
        let ([own, other], [at_own, at_other]) = (self.faces(), self.along_faces(&self.middle));
        [three!(|k| own[k].clone() - at_own[k].abs()), three!(|k| other[k].clone() - at_other[k].abs())]
    }

    /// How deep the boxes overlap along the axes eᵢ × Rⱼ, times their lengths, and the squares of these.
    #[cfg_attr(fast, inline(always))]
    fn edge_levels(&self) -> Edges<T> {
        let (Edges { reach, square }, along) = (self.edges(), self.along_edges(&self.middle));
        Edges { reach: three!(|i| three!(|j| reach[i][j].clone() - along[i][j].abs())), square }
    }
}

/// The half extents of a box, at the frame's scale.
#[cfg_attr(fast, inline(always))]
fn half_extents<T: Scalar, const D: usize>(of: &OrientedBox<T, D>, frame: &Frame<T, D>) -> Vector<T> {
    Vector::from(three!(|k| of.half_extents[k].clone() * frame.scale.clone()))
}

/// Mᵀ · v, for a matrix of the world.
#[cfg_attr(fast, inline(always))]
fn turn_back<T: Scalar, const D: usize>(axes: &SMatrix<T, D, D>, v: &SVector<T, D>) -> Vector<T> {
    Vector::from(three!(|k| dot(&axes.column(k).into_owned(), v)))
}

/// The verdict, if it is not in doubt. If an axis of a box separates them, the other nine are not needed.
#[cfg_attr(fast, inline(always))]
pub(super) fn verdict<T: Scalar, const D: usize>(shapes: &[OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Option<End> {
    let (seen, clear) = (Seen::new(shapes, frame), clear(frame));
    let far = frame.margin.clone() + clear.clone();
    let [[a, b, c], [d, e, f]] = seen.face_levels();
    let faces = min(min(min(a, b), min(c, d)), min(e, f));
    if -faces.clone() > far {
        return Some(End::Separated);
    }
    if faces.abs() <= clear {
        return None;
    }
    let Edges { reach, square } = seen.edge_levels();
    let (near, far) = (clear.clone() * clear.clone(), far.clone() * far);
    let (mut is_clear, mut separates) = (faces > clear, false);
    for i in 0..3 {
        for j in 0..3 {
            let (level, square) = (&reach[i][j], &square[i][j]);
            let signed = level.clone() * level.abs();
            separates |= signed < -(far.clone() * square.clone());
            is_clear &= signed >= near.clone() * square.clone();
        }
    }
    if separates {
        Some(End::Separated)
    } else if is_clear {
        Some(End::Enclosed)
    } else {
        None
    }
}

/// The axis along which two boxes overlap least, or are farthest apart, and the points there.
pub(super) struct Touch<T> {
    /// Whether the own box is B.
    of_b: bool,
    /// Outwards of the own box, in its coordinates; of length 1.
    normal: Vector<T>,
    /// How deep they overlap, negative if they are apart.
    depth: T,
    /// The points of the own box and of the other one, each in the coordinates of its box.
    points: [Vector<T>; 2],
    /// The point of the other box in the own box' coordinates.
    other: Vector<T>,
    /// How far beside the normal the points are.
    off: T,
    /// The edges of the own box and of the other one that are in the plane across the normal, a bit for each.
    free: [u32; 2],
    /// The edges that the points are inside of: which box, and which axis.
    ways: [(usize, usize); 2],
}

/// Where a point of the other box is sought, if some of its edges are parallel to the own face.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In the middle of what the faces share.
    Middle,
    /// At a corner: a distance comes from D vertices at most.
    Corner,
}

/// −1 for negative numbers, else 1.
#[cfg_attr(fast, inline(always))]
fn sign<T: Scalar>(x: &T) -> T {
    select_unpredictable(*x < T::zero(), -T::one(), T::one())
}

impl<T: Real> Seen<T> {
    /// The number of the best axis, and how deep the boxes overlap along it. An axis across edges has to be better by more than rounding.
    /// `None` if the faces alone leave in doubt whether the boxes overlap, unless they are known to.
    #[cfg_attr(fast, inline(always))]
    fn best(&self, clear: &T, overlap: bool, slack: &T) -> Option<(usize, T)> {
        let [[a, b, c], [d, e, f]] = self.face_levels();
        let (face, face_depth) = less(first_lowest(0, [a, b, c, d]), less((4, e), (5, f)));
        if !overlap && face_depth.abs() <= *clear {
            return None;
        }
        let Edges { reach, square } = self.edge_levels();
        let far = times(4, &max(face_depth.abs(), T::one()));
        let sine = ulps(tolerance::PARALLEL_EDGES, &T::one());
        let least = sine.clone() * sine.clone();
        let [[a, b, c], [d, e, f], [g, h, i]] = three!(|i| three!(|j| {
            let (level, square) = (reach[i][j].clone(), square[i][j].clone());
            let depth = level.clone() * level.abs() / square.clone();
            select_unpredictable(square > least, depth, far.clone() * far.clone())
        }));
        let (edge, _) = less(less(first_lowest(0, [a, b, c, d]), first_lowest(4, [e, f, g, h])), (8, i));
        let (level, length) = (reach[edge / 3][edge % 3].clone(), square[edge / 3][edge % 3].sqrt());
        let edge_depth = select_unpredictable(length > sine, level / length.clone(), far);
        Some(if edge_depth.clone() + slack.clone() < face_depth { (6 + edge, edge_depth) } else { (face, face_depth) })
    }

    /// The points where the boxes touch along an axis.
    #[cfg_attr(fast, inline(always))]
    fn touch(&self, axis: usize, depth: T, slack: &T, place: Place) -> Touch<T> {
        match axis {
            0..3 => self.at_face(axis, depth, slack, place),
            3..6 => Touch { of_b: true, ..self.swapped().at_face(axis - 3, depth, slack, place) },
            _ => self.at_edges((axis - 6) / 3, axis % 3, depth),
        }
    }

    /// The points on a face across an axis of the own box, and on the part of the other box opposite to it.
    #[cfg_attr(fast, inline(always))]
    fn at_face(&self, i: usize, depth: T, slack: &T, place: Place) -> Touch<T> {
        let ([own_half, other_half], zero) = (&self.half, T::zero());
        let up = sign(&self.toward[i]);
        let slopes = three!(|k| self.axes[k][i].clone() * up.clone());
        let is_level = |k: usize| slopes[k].abs() * other_half[k].clone() <= *slack;
        let mut corner = Vector::from(three!(|k| -(sign(&slopes[k]) * other_half[k].clone())));
        let [p, q, r] = three!(|k| u32::from(is_level(k) && other_half[k] > zero) << k);
        let level = p | q | r;
        if level != 0 {
            self.choose(&mut corner, [(i + 1) % 3, (i + 2) % 3], level, slack, place);
        }
        let other = sum(&self.middle, &turn(&self.axes, &corner));
        let mut own = Vector::from(three!(|k| clamp(other[k].clone(), -own_half[k].clone(), own_half[k].clone())));
        own[i] = own_half[i].clone() * up.clone();
        let [x, y] = [(i + 1) % 3, (i + 2) % 3];
        let off = max((other[x].clone() - own[x].clone()).abs(), (other[y].clone() - own[y].clone()).abs());
        let mut normal = Vector::zeros();
        normal[i] = up;
        let [p, q, r] = three!(|k| u32::from(k != i && own_half[k] > zero) << k);
        let face = p | q | r;
        Touch {
            of_b: false,
            normal,
            depth,
            points: [own, corner],
            other,
            off,
            free: [face, level],
            ways: [(0, x), (0, y)],
        }
    }

    /// Moves a corner along those of its box' edges that are parallel to a face of the own box, across the axes x and y.
    #[cold]
    #[inline(never)]
    fn choose(&self, corner: &mut Vector<T>, [x, y]: [usize; 2], level: u32, slack: &T, place: Place) {
        let zero = T::zero();
        let is_level = |k: &usize| level >> k & 1 == 1;
        let [hx, hy] = [&self.half[0][x], &self.half[0][y]];
        let edge = |k: usize| [x, y].map(|axis| self.axes[k][axis].clone() * self.half[1][k].clone());
        let cross = |[a, b]: &[T; 2], [c, d]: &[T; 2]| a.clone() * d.clone() - b.clone() * c.clone();
        for k in (0..3).filter(is_level) {
            corner[k] = zero.clone();
        }
        let middle = sum(&self.middle, &turn(&self.axes, corner));
        let mut rest = [middle[x].clone(), middle[y].clone()];
        for k in (0..3).filter(is_level) {
            let way = edge(k);
            let share = if place == Place::Corner {
                -sign(&(way[0].clone() * rest[0].clone() + way[1].clone() * rest[1].clone()))
            } else {
                // The places on the edge from which the edges that follow can reach the face: between two planes for each direction.
                let following = || (k + 1..3).filter(is_level).map(edge);
                let (mut low, mut high) = (-T::one(), T::one());
                let mut narrow = |slope: T, at: T, room: T| {
                    if slope.abs() > *slack {
                        let ends = [(-room.clone() - at.clone()) / slope.clone(), (room - at) / slope];
                        low = max(low.clone(), min(ends[0].clone(), ends[1].clone()));
                        high = min(high.clone(), max(ends[0].clone(), ends[1].clone()));
                    }
                };
                for (axis, half) in [hx, hy].into_iter().enumerate() {
                    let room = following().fold(half.clone(), |room, edge| room + edge[axis].abs());
                    narrow(way[axis].clone(), rest[axis].clone(), room);
                }
                for wall in following() {
                    let room = following()
                        .fold(wall[1].abs() * hx.clone() + wall[0].abs() * hy.clone(), |room, edge| {
                            room + cross(&wall, &edge).abs()
                        });
                    narrow(cross(&wall, &way), cross(&wall, &rest), room);
                }
                clamp((low + high) / times(2, &T::one()), -T::one(), T::one())
            };
            corner[k] = share.clone() * self.half[1][k].clone();
            rest = array::from_fn(|axis| rest[axis].clone() + way[axis].clone() * share.clone());
        }
    }

    /// The points on edge i of the own box and edge j of the other one: where their lines are nearest, then where the edges are.
    #[cfg_attr(fast, inline(always))]
    fn at_edges(&self, i: usize, j: usize, depth: T) -> Touch<T> {
        let [own_half, other_half] = &self.half;
        let (i1, i2, axis) = ((i + 1) % 3, (i + 2) % 3, &self.axes[j]);
        let [u, v] = [&axis[i1], &axis[i2]];
        let square = u.clone() * u.clone() + v.clone() * v.clone();
        let mut normal = Vector::zeros();
        (normal[i1], normal[i2]) = (-v.clone(), u.clone());
        let normal = scaled(&normal, &(sign(&dot(&normal, &self.toward)) / square.sqrt()));
        let mut own = Vector::from(three!(|k| sign(&normal[k]) * own_half[k].clone()));
        own[i] = T::zero();
        let mut corner = Vector::from(three!(|k| -(sign(&dot(&self.axes[k], &normal)) * other_half[k].clone())));
        corner[j] = T::zero();
        let base = sum(&self.middle, &turn(&self.axes, &corner));
        let on = |half: &T, at: T| clamp(at, -half.clone(), half.clone());
        let wanted = {
            let across = |k: usize| own[k].clone() - normal[k].clone() * depth.clone() - base[k].clone();
            (across(i1) * u.clone() + across(i2) * v.clone()) / square
        };
        corner[j] = on(&other_half[j], wanted.clone());
        let lies = base[i].clone() + axis[i].clone() * corner[j].clone();
        own[i] = on(&own_half[i], lies.clone());
        let off = max((corner[j].clone() - wanted).abs(), (lies - own[i].clone()).abs());
        let other = sum(&base, &scaled(axis, &corner[j]));
        Touch {
            of_b: false,
            normal,
            depth,
            points: [own, corner],
            other,
            off,
            free: [1 << i, 1 << j],
            ways: [(0, i), (1, j)],
        }
    }
}

/// M · v, for the columns of a matrix.
#[cfg_attr(fast, inline(always))]
fn turn<T: Scalar>(columns: &[Vector<T>; 3], v: &Vector<T>) -> Vector<T> {
    let [x, y, z] = columns.each_ref();
    sum(&sum(&scaled(x, &v[0]), &scaled(y, &v[1])), &scaled(z, &v[2]))
}

/// M · v, for a matrix of the world.
#[cfg_attr(fast, inline(always))]
fn in_world<T: Scalar, const D: usize>(axes: &SMatrix<T, D, D>, v: &Vector<T>) -> SVector<T, D> {
    SVector::from_fn(|row, _| {
        let term = |k: usize| axes[(row, k)].clone() * v[k].clone();
        term(0) + term(1) + term(2)
    })
}

/// The separation of two boxes, or how deep they overlap. `None` if rounding leaves in doubt whether they do; with `overlap` they are known to
/// overlap.
#[cfg_attr(fast, inline(always))]
pub(super) fn contact<T: Real, const D: usize>(
    shapes: &[OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    overlap: bool,
) -> Option<Separation<T, D>> {
    let (seen, clear, slack) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    let (axis, depth) = seen.best(&clear, overlap, &slack)?;
    if depth > clear || overlap && depth >= -clear.clone() {
        let touch = seen.touch(axis, max(T::zero(), depth), &slack, Place::Middle);
        return touch.fits(frame).then(|| touch.separation(End::Enclosed, shapes, frame));
    }
    if overlap || depth >= -clear {
        return None;
    }
    let touch = seen.touch(axis, depth, &slack, Place::Corner);
    if touch.fits(frame) {
        return Some(touch.separation(touch.end(frame)?, shapes, frame));
    }
    let nearest = touch.nearest(&seen, shapes, frame);
    nearest.contact(nearest.verdict(frame)?, frame)
}

/// The separation of two boxes that are apart, and the way to the nearest points.
#[cfg_attr(fast, inline(always))]
pub(super) fn apart<T: Real, const D: usize>(
    shapes: &[OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
) -> Option<(Separation<T, D>, Way<T, D>)> {
    let (seen, clear, slack) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    let (axis, depth) = seen.best(&clear, false, &slack)?;
    if depth >= -clear {
        return None;
    }
    let touch = seen.touch(axis, depth, &slack, Place::Corner);
    if touch.fits(frame) {
        return Some((touch.separation(touch.end(frame)?, shapes, frame), touch.way(shapes, frame)));
    }
    let nearest = touch.nearest(&seen, shapes, frame);
    let end = nearest.verdict(frame)?;
    nearest.distance(end, frame)
}

/// What the slabs of a cast say so far.
struct Slabs<'r, T, const D: usize> {
    ray: &'r Ray<T, D>,
    /// A separation of no more than this is in doubt.
    clear: &'r T,
    /// Whether a slab keeps the boxes apart at the start; whether they overlap in all slabs.
    separates: bool,
    is_clear: bool,
    /// When the path leaves the first slab.
    leave: T,
}

impl<T: Real, const D: usize> Slabs<'_, T, D> {
    /// The negative of the time at which the path enters a slab, which reaches so far, all times a length whose square is given.
    #[cfg_attr(fast, inline(always))]
    fn enter(&mut self, reach: &T, at: &T, speed: &T, square: &T) -> T {
        let (zero, clear) = (T::zero(), self.clear.clone());
        let far = self.ray.margin.clone() + clear.clone();
        let level = reach.clone() - at.abs();
        let signed = level.clone() * level.abs();
        self.separates |= signed < -(far.clone() * far * square.clone());
        self.is_clear &= signed >= clear.clone() * clear * square.clone();
        let margin = if self.ray.margin.is_zero() { zero.clone() } else { self.ray.margin.clone() * square.sqrt() };
        let reach = reach.clone() + margin;
        let per_speed = T::one() / speed.clone();
        let first = (-reach.clone() - at.clone()) * per_speed.clone();
        let last = (reach.clone() - at.clone()) * per_speed.clone();
        // Along the slab all of the path is in it, or none. Parallel edges have no slab.
        let [begin, end] = [
            zero.clone(),
            select_unpredictable(square.is_zero() || at.abs() <= reach, self.ray.until.clone(), -T::one()),
        ];
        let moves = per_speed.in_range();
        let enter = select_unpredictable(moves, min(first.clone(), last.clone()), begin);
        self.leave = min(self.leave.clone(), select_unpredictable(moves, max(first, last), end));
        -enter
    }
}

/// The cast of B against A: the part of the path within the margin of all fifteen slabs that A − B is the intersection of. Rounded
/// edges are left to the search, and so are boxes that begin within the margin.
#[cfg_attr(fast, inline(always))]
pub(super) fn cast<T: Real, const D: usize>(
    shapes: &[OrientedBox<T, D>; 2],
    frame: &Frame<T, D>,
    ray: &Ray<T, D>,
) -> Option<RayCast<T, D>> {
    let (mut seen, clear, slack) = (Seen::new(shapes, frame), clear(frame), ulps(tolerance::BOX_EDGE, &frame.size));
    let way = turn_back(&shapes[0].axes, &ray.velocity);
    let (faces, Edges { reach, square }) = (seen.faces(), seen.edges());
    let at = (seen.along_faces(&seen.middle), seen.along_edges(&seen.middle));
    let speed = (seen.along_faces(&way), seen.along_edges(&way));
    let zero = T::zero();
    let one = T::one();
    let mut slabs = Slabs { ray, clear: &clear, separates: false, is_clear: true, leave: ray.until.clone() };
    let [[a, b, c], [d, e, f]] = [
        three!(|k| slabs.enter(&faces[0][k], &at.0[0][k], &speed.0[0][k], &one)),
        three!(|k| slabs.enter(&faces[1][k], &at.0[1][k], &speed.0[1][k], &one)),
    ];
    let face = less(first_lowest(0, [a, b, c, d]), less((4, e), (5, f)));
    let [[a, b, c], [d, e, f], [g, h, i]] =
        three!(|i| three!(|j| slabs.enter(&reach[i][j], &at.1[i][j], &speed.1[i][j], &square[i][j])));
    let edge = less(less(first_lowest(6, [a, b, c, d]), first_lowest(10, [e, f, g, h])), (14, i));
    let Slabs { separates, is_clear, leave, .. } = slabs;
    let found = |end, time, plane, ends| Some(RayCast { end, time, plane, ends });
    let nowhere = || [SVector::zeros(), SVector::zeros()];
    if !separates {
        return if is_clear { found(End::Enclosed, zero, None, nowhere()) } else { None };
    }
    // If edges are parallel to a face, their axis is that of the face.
    let (axis, time) = if edge.1.clone() + slack.clone() < face.1 { edge } else { face };
    let time = -time;
    if !(time > zero && time <= leave) {
        return found(End::Separated, zero, None, nowhere());
    }
    let (level, length) = match axis.checked_sub(6) {
        None => (faces[axis / 3][axis % 3].clone() - at.0[axis / 3][axis % 3].abs(), one),
        Some(k) => (reach[k / 3][k % 3].clone() - at.1[k / 3][k % 3].abs(), square[k / 3][k % 3].sqrt()),
    };
    seen.middle = sum(&seen.middle, &scaled(&way, &time));
    let touch = seen.touch(axis, -ray.margin.clone(), &slack, Place::Middle);
    let plane = BoundingPlane { axis: touch.normal(shapes), level: level / length + ray.margin.clone() };
    if touch.fits(frame) { found(End::OnFeature, time, Some(plane), touch.points(shapes, frame)) } else { None }
}

impl<T: Real> Touch<T> {
    /// The normal from A to B, in the world.
    #[cfg_attr(fast, inline(always))]
    fn normal<const D: usize>(&self, shapes: &[OrientedBox<T, D>; 2]) -> SVector<T, D> {
        let normal = in_world(&shapes[usize::from(self.of_b)].axes, &self.normal);
        if self.of_b { negated(&normal) } else { normal }
    }

    /// The points of A and B, in the world.
    #[cfg_attr(fast, inline(always))]
    fn points<const D: usize>(&self, shapes: &[OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> [SVector<T, D>; 2] {
        let per_scale = T::one() / frame.scale.clone();
        let point =
            |of: &OrientedBox<T, D>, at: &Vector<T>| sum(&of.middle, &in_world(&of.axes, &scaled(at, &per_scale)));
        let [a, b] = self.in_order(self.points.each_ref());
        [point(&shapes[0], a), point(&shapes[1], b)]
    }

    /// What is of A, and what is of B.
    #[cfg_attr(fast, inline(always))]
    fn in_order<X>(&self, [own, other]: [X; 2]) -> [X; 2] {
        if self.of_b { [other, own] } else { [own, other] }
    }

    /// The corners of both boxes that are on the negative side of the free edges.
    #[cfg_attr(fast, inline(always))]
    fn corners(&self, free: [u32; 2]) -> [VertexId; 2] {
        let name = |side: usize| {
            let [x, y, z] = three!(|k| u32::from(self.points[side][k] < T::zero()) << k);
            VertexId(x | y | z | free[side])
        };
        [name(0), name(1)]
    }

    /// The separation along the axis.
    #[cfg_attr(fast, inline(always))]
    fn separation<const D: usize>(
        &self,
        end: End,
        shapes: &[OrientedBox<T, D>; 2],
        frame: &Frame<T, D>,
    ) -> Separation<T, D> {
        let (normal, [a, b]) = (self.normal(shapes), self.points(shapes, frame));
        let corners = self.in_order(self.corners(self.free));
        let ids = FeatureIds::corners(corners, [0; 2], self.in_order(self.free));
        let (w, distance) = (scaled(&normal, &self.depth), -self.depth.clone());
        Separation { end, normal, bound: distance.clone(), distance, witness: Witness { w, a, b, ids }, evaluations: 0 }
    }

    /// Whether the points are where the normal says that they are.
    #[cfg_attr(fast, inline(always))]
    fn fits<const D: usize>(&self, frame: &Frame<T, D>) -> bool {
        self.off <= ulps(tolerance::AT, &frame.size)
    }

    /// Whether the margins of boxes that are apart meet, if that is not in doubt.
    #[cfg_attr(fast, inline(always))]
    fn end<const D: usize>(&self, frame: &Frame<T, D>) -> Option<End> {
        let (apart, clear) = (-self.depth.clone(), clear(frame));
        if apart.clone() - clear.clone() > frame.margin {
            Some(End::Separated)
        } else if apart + clear < frame.margin {
            Some(End::WithinMargins)
        } else {
            None
        }
    }

    /// The points with the plane across them, to be proven.
    #[cfg_attr(fast, inline(always))]
    fn nearest<const D: usize>(
        &self,
        seen: &Seen<T>,
        shapes: &[OrientedBox<T, D>; 2],
        frame: &Frame<T, D>,
    ) -> Nearest<T, D> {
        let swapped;
        let seen = if self.of_b {
            swapped = seen.swapped();
            &swapped
        } else {
            seen
        };
        let w = difference(&self.points[0], &self.other);
        let far = |k: usize| {
            let [own, other] = &seen.half;
            own[k].clone() * w[k].abs() + other[k].clone() * dot(&seen.axes[k], &w).abs()
        };
        let reach = -(dot(&seen.middle, &w) + (far(0) + far(1) + far(2)));
        let w = in_world(&shapes[usize::from(self.of_b)].axes, &w);
        let w = if self.of_b { negated(&w) } else { w };
        Nearest::new(w, reach, self.points(shapes, frame), self.way(shapes, frame))
    }

    /// The way to the points, from corners of the boxes along their edges.
    #[cfg_attr(fast, inline(always))]
    fn way<const D: usize>(&self, shapes: &[OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Way<T, D> {
        let per_scale = T::one() / frame.scale.clone();
        let shape = |side: usize| &shapes[side ^ usize::from(self.of_b)];
        let [first, second] = &self.ways;
        let bits = |side: usize| u32::from(first.0 == side) << first.1 | u32::from(second.0 == side) << second.1;
        let free = [bits(0), bits(1)];
        let corner = |side: usize| {
            let place = Vector::from(three!(|k| {
                let (end, point) = (-shape(side).half_extents[k].clone(), self.points[side][k].clone());
                select_unpredictable(free[side] >> k & 1 == 1, end, point * per_scale.clone())
            }));
            sum(&shape(side).middle, &in_world(&shape(side).axes, &place))
        };
        let mut steps = array::from_fn(|_| Step { share: T::zero(), edge: SVector::zeros(), of_b: false, bit: 0 });
        for (step, &(side, k)) in steps.iter_mut().zip(&self.ways) {
            let length = times(2, &shape(side).half_extents[k]);
            let at = self.points[side][k].clone() * per_scale.clone() + shape(side).half_extents[k].clone();
            let share = select_unpredictable(length > T::zero(), at / length.clone(), T::zero());
            let edge = scaled(&shape(side).axes.column(k).into_owned(), &length);
            *step = Step { share, edge, of_b: (side == 1) != self.of_b, bit: 1 << k };
        }
        Way { corners: self.in_order([corner(0), corner(1)]), ids: self.in_order(self.corners(free)), steps }
    }
}

/// A segment as a box without width.
pub(super) fn of_segment<T: Real, const D: usize>([start, end]: &[SVector<T, D>; 2]) -> OrientedBox<T, D> {
    let half_way = difference(start, end) / times(2, &T::one());
    let middle = sum(end, &half_way);
    let mut axes = SMatrix::identity();
    let mut half_extents = SVector::zeros();
    let along = unit(&half_way);
    half_extents[0] = dot(&half_way, &along);
    if half_extents[0] > T::zero() {
        // The coordinate axis that is most across the segment makes the second axis, and both make the third.
        let least = (0..D).fold(0, |least, k| if along[k].abs() < along[least].abs() { k } else { least });
        let mut across = SVector::zeros();
        across[least] = T::one();
        let second = unit(&(&across - &along * along[least].clone()));
        let minor = |k: usize, u: &SVector<T, D>, v: &SVector<T, D>| {
            let (k1, k2) = ((k + 1) % D, (k + 2) % D);
            u[k1].clone() * v[k2].clone() - u[k2].clone() * v[k1].clone()
        };
        axes = SMatrix::from_fn(|row, column| match (D, column) {
            (_, 0) => along[row].clone(),
            (2, _) => {
                if row == 0 {
                    -along[1].clone()
                } else {
                    along[0].clone()
                }
            }
            (_, 1) => second[row].clone(),
            _ => minor(row, &along, &second),
        });
    }
    OrientedBox { middle, axes, is_turned: true, half_extents }
}
