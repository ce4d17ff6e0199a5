//! Outlines: cores with few vertices, as lists of vertices. Closed forms work on them.

use crate::pose::{Pose, turn};
use crate::scalar::{Scalar, array_of, column, difference, dot, largest, same, scaled, sum, times};
use crate::vertex::VertexId;
use core::array;
use nalgebra::{SMatrix, SVector};

/// The core of a shape, relative to a point, if it is a point, a segment, a box or a polygon of few vertices: see
/// [`Support::outline`](crate::Support::outline). Pairs of these have answers in closed form.
///
/// ```
/// use gjk::{Support, nalgebra::{Point2, Vector2}, shape::Capsule, support::Outline};
/// let capsule = Capsule::new(Point2::new(1.0, 0.0), Point2::new(3.0, 0.0), 0.5)?;
/// let found = capsule.outline(&Point2::new(0.0, 1.0)).unwrap();
/// assert_eq!(found, Outline::Segment([Vector2::new(1.0, -1.0), Vector2::new(3.0, -1.0)]));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Outline<'s, T, const D: usize> {
    /// A segment: its ends are the vertices 0 and 1. If they are in one place, it is a point, the vertex 0.
    Segment([SVector<T, D>; 2]),
    /// A polygon in the plane.
    Polygon(Corners<'s, T, D>),
    /// A box.
    Box(OrientedBox<T, D>),
}

impl<T: Scalar, const D: usize> Outline<'_, T, D> {
    /// Half of a segment whose middle is where it is measured from.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn half_segment(&self) -> Option<&SVector<T, D>> {
        match self {
            Self::Segment([start, end]) if same(start, &-end) => Some(start),
            _ => None,
        }
    }
}

/// A box in any position: a [`Cuboid`](crate::shape::Cuboid), posed or not, with its vertex ids.
#[derive(Clone, Debug, PartialEq)]
pub struct OrientedBox<T, const D: usize> {
    pub(crate) middle: SVector<T, D>,
    /// Columns that are perpendicular unit vectors, up to rounding.
    pub(crate) axes: SMatrix<T, D, D>,
    /// Whether the axes may differ from the coordinate axes.
    pub(crate) is_turned: bool,
    pub(crate) half_extents: SVector<T, D>,
}

impl<T: Scalar, const D: usize> OrientedBox<T, D> {
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn holds(&self, point: &SVector<T, D>) -> bool {
        let way = difference(point, &self.middle);
        (0..D).all(|k| dot(&column(&self.axes, k), &way).abs() < self.half_extents[k])
    }

    /// The image under a pose, moved. `None` if the box is so far from the origin that its support points lose more
    /// digits than its middle, and verdicts may differ; and if the pose scales and the scalar does not divide.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn posed(self, pose: &Pose<T, D>, shift: &SVector<T, D>) -> Option<Self> {
        let size = self.half_extents.iter().fold(T::zero(), |size, half| size + half.clone());
        if largest(&self.middle) > times(4, &size) {
            return None;
        }
        // Of a box that is posed once, the compiler knows this and the next.
        let mut axes = if self.is_turned { &pose.matrix * self.axes } else { pose.matrix.clone() };
        let is_centered = largest(&self.middle).is_zero();
        let middle = if is_centered { shift.clone() } else { sum(&turn(pose, &self.middle), shift) };
        let mut half_extents = self.half_extents;
        if pose.scale != T::one() {
            let per_scale = T::one().quotient(&pose.scale)?;
            if const { D == 2 } {
                // nalgebra's product would bring the axes through memory in the plane, and this one in space, scaled or not.
                axes.data.0.iter_mut().flatten().for_each(|x| *x *= per_scale.clone());
            } else {
                axes *= per_scale;
            }
            half_extents *= pose.scale.clone();
        }
        Some(Self { middle, axes, is_turned: true, half_extents })
    }
}

/// Up to eight vertices of a convex polygon, counter-clockwise, with the normals, all of one length, of the edges that
/// begin at them. Vertex k has the [`VertexId`](crate::support::VertexId) k. They are turned and moved on demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Corners<'s, T, const D: usize> {
    pub(crate) vertices: &'s [Four<T, D>],
    pub(crate) normals: &'s [Four<T, D>],
    pub(crate) count: usize,
    pub(crate) matrix: Option<SMatrix<T, D, D>>,
    pub(crate) shift: SVector<T, D>,
}

/// Four vectors, coordinate by coordinate. The polygon's first one fills up a group of fewer.
pub(crate) type Four<T, const D: usize> = [[T; 4]; D];

impl<T: Scalar, const D: usize> Corners<'_, T, D> {
    /// The most vertices.
    pub const MOST: usize = 8;

    /// The image under a pose, moved, where that is not less accurate: the matrix is a rotation times a scale to the
    /// last bit, so that turned normals are normals, whose squares stay in range; and the polygon is not farther from
    /// the origin than a few times its size, because far away normals keep more digits than corners.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn posed(self, pose: &Pose<T, D>, shift: &SVector<T, D>) -> Option<Self> {
        let m = &pose.matrix;
        // The scale of the vertices before the shift.
        let scale = self.matrix.as_ref().map_or_else(T::one, |before| before[(0, 0)].abs() + before[(1, 0)].abs());
        let (mut size, mut far) = (T::zero(), T::zero());
        for ([first, _, third, _], shift) in self.vertices.first()?.iter().zip(self.shift.iter()) {
            size += (third.clone() - first.clone()).abs() * scale.clone();
            far += first.abs() * scale.clone() + shift.abs();
        }
        let is_similar = D == 2 && m[(0, 0)] == m[(1, 1)] && m[(0, 1)] == -m[(1, 0)].clone();
        let matrix = self.matrix.map_or_else(|| m.clone(), |before| m * before);
        let [x, y] = [&matrix[(0, 0)], &matrix[(1, 0)]];
        let square = x.clone() * x.clone() + y.clone() * y.clone();
        let in_range = square > T::epsilon() && square * T::epsilon() < T::one();
        let shift = turn(pose, &self.shift) + shift;
        (is_similar && in_range && far <= times(4, &size)).then(|| Self { matrix: Some(matrix), shift, ..self })
    }

    #[cfg_attr(fast, inline(always))]
    pub(crate) fn turned(&self) -> Option<Turned<T, D>> {
        let has_second = self.count > 4;
        // Not in a loop, so that the compiler keeps them in registers.
        let (vertices, normals) = self.group(0)?;
        let second = if has_second { self.group(1)? } else { (vertices.clone(), normals.clone()) };
        let (vertices, normals) = ([vertices, second.0], [normals, second.1]);
        Some(Turned { vertices, normals, has_second, count: self.count, bits: None })
    }

    /// Four vertices and normals.
    #[cfg_attr(fast, inline(always))]
    fn group(&self, group: usize) -> Option<(Four<T, D>, Four<T, D>)> {
        let (mut vertices, mut normals) = (self.vertices.get(group)?.clone(), self.normals.get(group)?.clone());
        if let Some(matrix) = &self.matrix {
            (vertices, normals) = (turned(matrix, &vertices), turned(matrix, &normals));
        }
        for (row, shift) in vertices.iter_mut().zip(self.shift.iter()) {
            for x in row {
                *x += shift.clone();
            }
        }
        Some((vertices, normals))
    }
}

/// M · p for four points at once, in the plane.
#[cfg_attr(fast, inline(always))]
fn turned<T: Scalar, const D: usize>(matrix: &SMatrix<T, D, D>, four: &Four<T, D>) -> Four<T, D> {
    let [x, y] = [&matrix.data.0[0], &matrix.data.0[1]];
    let mut turned = four.clone();
    for (k, row) in turned.iter_mut().enumerate() {
        for (i, sum) in row.iter_mut().enumerate() {
            *sum = x[k].clone() * four[0][i].clone() + y[k].clone() * four[1][i].clone();
        }
    }
    turned
}

/// [`Corners`] where they are, in one or two groups of four.
pub(crate) struct Turned<T, const D: usize> {
    pub(crate) vertices: [Four<T, D>; 2],
    pub(crate) normals: [Four<T, D>; 2],
    pub(crate) has_second: bool,
    pub(crate) count: usize,
    bits: Option<u32>,
}

impl<T: Scalar, const D: usize> Turned<T, D> {
    /// The id of a vertex. The ids of a box' neighboring vertices differ in one bit.
    #[expect(clippy::cast_possible_truncation, reason = "less than eight")]
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn id(&self, vertex: usize) -> VertexId {
        let vertex = vertex as u32;
        VertexId(self.bits.map_or(vertex, |bits| (vertex ^ vertex >> 1) & bits))
    }

    /// The vertex after another.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn after(&self, vertex: usize) -> usize {
        if vertex + 1 == self.count { 0 } else { vertex + 1 }
    }
}

#[cfg_attr(fast, inline(always))]
fn four<T: Scalar, const D: usize>([p, q, r, s]: &[SVector<T, D>; 4]) -> Four<T, D> {
    array::from_fn(|axis| [p[axis].clone(), q[axis].clone(), r[axis].clone(), s[axis].clone()])
}

impl<T: Scalar, const D: usize> Outline<'_, T, D> {
    /// The polygon of a box or a polygon in the plane.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn turned(&self) -> Option<Turned<T, D>> {
        match self {
            Self::Polygon(corners) => corners.turned(),
            Self::Box(OrientedBox { middle, axes, half_extents, .. }) => {
                let axis = |k: usize| column(axes, k);
                let (x, y) = (scaled(&axis(0), &half_extents[0]), scaled(&axis(1), &half_extents[1]));
                let (left, right) = (difference(middle, &x), sum(middle, &x));
                let vertices = [sum(&right, &y), sum(&left, &y), difference(&left, &y), difference(&right, &y)];
                let (vertices, normals) = (four(&vertices), four(&[axis(1), -axis(0), -axis(1), axis(0)]));
                let bits = u32::from(half_extents[0] > T::zero()) | u32::from(half_extents[1] > T::zero()) << 1;
                let (vertices, normals) = ([vertices.clone(), vertices], [normals.clone(), normals]);
                Some(Turned { vertices, normals, has_second: false, count: 4, bits: Some(bits) })
            }
            Self::Segment(_) => None,
        }
    }
}

#[cfg_attr(fast, inline(always))]
pub(crate) fn at<T: Scalar, const D: usize>(fours: &[Four<T, D>; 2], k: usize) -> SVector<T, D> {
    let mut vector = array_of(&SVector::<T, D>::zeros()).clone();
    for (x, four) in vector.iter_mut().zip(&fours[k / 4]) {
        *x = four[k % 4].clone();
    }
    SVector::from(vector)
}
