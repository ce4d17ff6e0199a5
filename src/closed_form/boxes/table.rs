//! The table of fifteen axes of two boxes, and the points where the boxes touch along one of them.

use super::super::fours::{first_lowest, less};
use super::super::nearest::{Step, Way, ends_apart};
use crate::minkowski::Frame;
use crate::scalar::{Real, Scalar, clamp, column, difference, dot, max, min, negated, scaled, sum, times, ulps};
use crate::search::{End, Separation, Witness};
use crate::simplex::{FeatureIds, VertexId};
use crate::support::OrientedBox;
use crate::tolerance;
use core::array;
use core::hint::select_unpredictable;
use nalgebra::{SMatrix, SVector};

type Vector<T> = SVector<T, 3>;

/// Two boxes in the coordinates of one of them, the own box, whose middle is the origin; at the frame's scale.
pub(super) struct Seen<T> {
    /// The half extents of the own box and of the other one.
    pub(super) half: [Vector<T>; 2],
    /// The other box' axes, the columns of R.
    pub(super) axes: [Vector<T>; 3],
    /// The other box' middle.
    pub(super) middle: Vector<T>,
    /// The middle before any motion, which says on which side of the own box the other one is.
    toward: Vector<T>,
}

/// The reach of the boxes along the axes eᵢ × Rⱼ, by i and then j, times the length of these; and the squares of the lengths.
pub(super) struct Edges<T> {
    pub(super) reach: [[T; 3]; 3],
    pub(super) square: [[T; 3]; 3],
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

pub(super) use three;

impl<T: Scalar> Seen<T> {
    /// B as A sees it.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn new<const D: usize>([a, b]: [&OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Self {
        let half = [half_extents(a, frame), half_extents(b, frame)];
        let axes = three!(|k| turn_back(&a.axes, &column(&b.axes, k)));
        let middle = turn_back(&a.axes, &scaled(&difference(&b.middle, &a.middle), &frame.scale));
        Self { half, axes, toward: middle.clone(), middle }
    }

    /// A as B sees it.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn swapped(&self) -> Self {
        let [a, b] = &self.half;
        let axes = three!(|k| Vector::from(three!(|j| self.axes[j][k].clone())));
        let middle = Vector::from(three!(|j| -dot(&self.axes[j], &self.middle)));
        let toward = Vector::from(three!(|j| -dot(&self.axes[j], &self.toward)));
        Self { half: [b.clone(), a.clone()], axes, middle, toward }
    }

    /// The reach of both boxes together along the axes of the own box, and along the axes of the other one.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn faces(&self) -> [[T; 3]; 2] {
        let ([own, other], r) = (&self.half, three!(|j| three!(|i| self.axes[j][i].abs())));
        let product = |x: &T, y: &T| x.clone() * y.clone();
        [
            three!(|i| own[i].clone()
                + (product(&other[0], &r[0][i]) + product(&other[1], &r[1][i]) + product(&other[2], &r[2][i]))),
            three!(|j| other[j].clone()
                + (product(&own[0], &r[j][0]) + product(&own[1], &r[j][1]) + product(&own[2], &r[j][2]))),
        ]
    }

    /// Returns whether one of the boxes holds the middle of the other.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn is_deep(&self) -> bool {
        let [at_own, at_other] = self.along_faces(&self.middle);
        let [own, other] = [(&self.half[0], at_own), (&self.half[1], at_other)]
            .map(|(half, at)| at[0].abs() < half[0] && at[1].abs() < half[1] && at[2].abs() < half[2]);
        own || other
    }

    #[cfg_attr(fast, inline(always))]
    pub(super) fn edges(&self) -> Edges<T> {
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

    /// The components of a vector along the axes of both boxes.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn along_faces(&self, v: &Vector<T>) -> [[T; 3]; 2] {
        [three!(|k| v[k].clone()), three!(|k| dot(&self.axes[k], v))]
    }

    /// The components of a vector along the axes eᵢ × Rⱼ, times their lengths.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn along_edges(&self, v: &Vector<T>) -> [[T; 3]; 3] {
        three!(|i| three!(|j| {
            let (i1, i2, axis) = ((i + 1) % 3, (i + 2) % 3, &self.axes[j]);
            v[i2].clone() * axis[i1].clone() - v[i1].clone() * axis[i2].clone()
        }))
    }

    /// The depths of the overlap along the axes of both boxes.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn face_levels(&self) -> [[T; 3]; 2] {
        let ([own, other], [at_own, at_other]) = (self.faces(), self.along_faces(&self.middle));
        [three!(|k| own[k].clone() - at_own[k].abs()), three!(|k| other[k].clone() - at_other[k].abs())]
    }

    /// The depths of the overlap along the axes eᵢ × Rⱼ, times their lengths, and the squares of the lengths.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn edge_levels(&self) -> Edges<T> {
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
pub(super) fn turn_back<T: Scalar, const D: usize>(axes: &SMatrix<T, D, D>, v: &SVector<T, D>) -> Vector<T> {
    Vector::from(three!(|k| dot(&column(axes, k), v)))
}

/// The axis along which two boxes overlap least, or are farthest apart, and the points there.
pub(super) struct Touch<T> {
    /// Whether the own box is B.
    pub(super) of_b: bool,
    /// Outwards of the own box, in its coordinates; of length 1.
    normal: Vector<T>,
    /// The depth of the overlap, negative if the boxes are apart.
    depth: T,
    /// The points of the own box and of the other one, each in the coordinates of its box.
    pub(super) points: [Vector<T>; 2],
    /// The point of the other box in the own box' coordinates.
    pub(super) other: Vector<T>,
    /// The distance of the points beside the normal.
    off: T,
    /// The edges of the own box and of the other one that are in the plane across the normal, a bit for each.
    free: [u32; 2],
    /// The edges that the points are inside of: which box, and which axis.
    pub(super) ways: [(usize, usize); 2],
}

/// The place where a point of the other box is sought, if some of its edges are parallel to the own face.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// In the middle of the faces' overlap.
    Middle,
    /// At a corner: a distance comes from D vertices at most.
    Corner,
}

/// −1 for negative numbers, else 1.
#[cfg_attr(fast, inline(always))]
pub(super) fn sign<T: Scalar>(x: &T) -> T {
    select_unpredictable(*x < T::zero(), -T::one(), T::one())
}

impl<T: Real> Seen<T> {
    /// The number of the best axis, and how deep the boxes overlap along it. An axis across edges has to be better by more than rounding.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn best(&self, clear: &T, overlap: bool, slack: &T) -> Option<(usize, T)> {
        let (face, (edge, depth)) = self.least(clear, overlap)?;
        Some(if depth.clone() + slack.clone() < face.1 { (6 + edge, depth) } else { face })
    }

    /// The best axis of a box and the best one across edges, and how deep the boxes overlap along them. `None` if the faces alone leave in doubt
    /// whether the boxes overlap, unless they are known to.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn least(&self, clear: &T, overlap: bool) -> Option<((usize, T), (usize, T))> {
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
        Some(((face, face_depth), (edge, edge_depth)))
    }

    /// The unit vector along an axis of a box, away from the own box. Axes 3 to 5 are the other box's.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn across_face(&self, face: usize) -> Vector<T> {
        let axis = if face < 3 {
            Vector::from(three!(|k| if k == face { T::one() } else { T::zero() }))
        } else {
            self.axes[face - 3].clone()
        };
        scaled(&axis, &sign(&dot(&axis, &self.toward)))
    }

    /// The unit vector across edge i of the own box and edge j of the other one, away from the own box.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn across_edges(&self, i: usize, j: usize) -> Vector<T> {
        let (i1, i2, axis) = ((i + 1) % 3, (i + 2) % 3, &self.axes[j]);
        let mut normal = Vector::zeros();
        (normal[i1], normal[i2]) = (-axis[i2].clone(), axis[i1].clone());
        scaled(&normal, &(sign(&dot(&normal, &self.toward)) / dot(&normal, &normal).sqrt()))
    }

    /// The points where the boxes touch along an axis.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn touch(&self, axis: usize, depth: T, slack: &T, place: Place) -> Touch<T> {
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
        let (points, free, ways) = ([own, corner], [face, level], [(0, x), (0, y)]);
        Touch { of_b: false, normal, depth, points, other, off, free, ways }
    }

    /// Moves a corner of the other box along its edges of the given bits, which are parallel to the face of the own box that spans the axes x and y.
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
        let (u, v) = (&axis[i1], &axis[i2]);
        let square = u.clone() * u.clone() + v.clone() * v.clone();
        let normal = self.across_edges(i, j);
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
        let (points, free, ways) = ([own, corner], [1 << i, 1 << j], [(0, i), (1, j)]);
        Touch { of_b: false, normal, depth, points, other, off, free, ways }
    }
}

/// M · v, for the columns of a matrix.
#[cfg_attr(fast, inline(always))]
pub(super) fn turn<T: Scalar>(columns: &[Vector<T>; 3], v: &Vector<T>) -> Vector<T> {
    let [x, y, z] = columns.each_ref();
    sum(&sum(&scaled(x, &v[0]), &scaled(y, &v[1])), &scaled(z, &v[2]))
}

/// M · v, for a matrix of the world.
#[cfg_attr(fast, inline(always))]
pub(super) fn in_world<T: Scalar, const D: usize>(axes: &SMatrix<T, D, D>, v: &Vector<T>) -> SVector<T, D> {
    SVector::from_fn(|row, _| {
        let term = |k: usize| axes[(row, k)].clone() * v[k].clone();
        term(0) + term(1) + term(2)
    })
}

impl<T: Real> Touch<T> {
    /// The normal from A to B, in the world.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn normal<const D: usize>(&self, shapes: [&OrientedBox<T, D>; 2]) -> SVector<T, D> {
        let normal = in_world(&shapes[usize::from(self.of_b)].axes, &self.normal);
        if self.of_b { negated(&normal) } else { normal }
    }

    /// The points of A and B, in the world.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn points<const D: usize>(
        &self,
        shapes: [&OrientedBox<T, D>; 2],
        frame: &Frame<T, D>,
    ) -> [SVector<T, D>; 2] {
        let per_scale = T::one() / frame.scale.clone();
        let point =
            |of: &OrientedBox<T, D>, at: &Vector<T>| sum(&of.middle, &in_world(&of.axes, &scaled(at, &per_scale)));
        let [a, b] = self.in_order(self.points.each_ref());
        [point(shapes[0], a), point(shapes[1], b)]
    }

    /// The part of A, and the part of B.
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
    pub(super) fn separation<const D: usize>(
        &self,
        end: End,
        shapes: [&OrientedBox<T, D>; 2],
        frame: &Frame<T, D>,
    ) -> Separation<T, D> {
        let (normal, [a, b]) = (self.normal(shapes), self.points(shapes, frame));
        let corners = self.in_order(self.corners(self.free));
        let ids = FeatureIds::corners(corners, [0; 2], self.in_order(self.free));
        let (w, distance) = (scaled(&normal, &self.depth), -self.depth.clone());
        Separation { end, normal, bound: distance.clone(), distance, witness: Witness { w, a, b, ids }, evaluations: 0 }
    }

    /// Returns whether the points are where the normal says that they are.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn fits<const D: usize>(&self, frame: &Frame<T, D>) -> bool {
        self.off <= ulps(tolerance::AT, &frame.size)
    }

    /// Returns whether the margins of boxes that are apart meet, if that is not in doubt.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn end<const D: usize>(&self, frame: &Frame<T, D>) -> Option<End> {
        let apart = -self.depth.clone();
        ends_apart(&apart, &apart, frame)
    }

    /// The way to the points, from corners of the boxes along their edges.
    #[cfg_attr(fast, inline(always))]
    pub(super) fn way<const D: usize>(&self, shapes: [&OrientedBox<T, D>; 2], frame: &Frame<T, D>) -> Way<T, D> {
        let per_scale = T::one() / frame.scale.clone();
        let shape = |side: usize| shapes[side ^ usize::from(self.of_b)];
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
            let edge = scaled(&column(&shape(side).axes, k), &length);
            *step = Step { share, edge, of_b: (side == 1) != self.of_b, bit: 1 << k };
        }
        Way { corners: self.in_order([corner(0), corner(1)]), ids: self.in_order(self.corners(free)), steps }
    }
}
