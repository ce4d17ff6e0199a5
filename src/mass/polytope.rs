//! Mass properties of polytopes: sums over the simplices between a point inside and the facets.

use super::{MassProperties, Solid, whole};
use crate::construction::Construction;
use crate::predicates::{cross, triple};
use crate::scalar::doubled::Doubled;
use crate::scalar::{Real, dimension, largest, max};
use crate::shape::{ConvexHull, Frustum, Hull, PointCloud, Polygon, Sum, Vertices};
use crate::support::Support;
use alloc::vec::Vec;
use core::array;
use nalgebra::{Point, SMatrix, SVector};

impl<T: Real> Solid<2> for Polygon<T> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, 2>> {
        let vertices: Vec<_> = self.vertices().collect();
        let ends = vertices.iter().zip(vertices.iter().cycle().skip(1)).map(|(from, to)| [from, to]);
        integral(&vertices, ends, &density, |[u, _], [along, _]| cross(u, along))
    }
}

impl<T: Real> Solid<3> for ConvexHull<T> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, 3>> {
        let vertices: Vec<_> = self.vertices().collect();
        let at = |corner: usize| &vertices[corner];
        let triangles = self.faces().flat_map(|face| {
            let fan = face.corners()[1..].windows(2);
            fan.map(move |ends| [face.corners()[0], ends[0], ends[1]].map(|corner| corner.0 as usize))
        });
        // The shortest side is one of the two that are multiplied first. In a thin triangle the two long sides are nearly
        // parallel, and most digits of their product cancel.
        let shortest_first = |corners: [usize; 3]| {
            let [a, b, c] = corners.map(at);
            let [ab, bc, ca] = [b - a, c - b, a - c].map(|side| largest(&side));
            if ab <= bc && ab <= ca {
                [a, b, c]
            } else if bc <= ca {
                [b, c, a]
            } else {
                [c, a, b]
            }
        };
        integral(&vertices, triangles.map(shortest_first), &density, |[u, ..], [ab, bc, _]| triple(ab, bc, u))
    }
}

/// Numbers with twice the digits.
type Precise<T, const D: usize> = SVector<Doubled<T>, D>;

/// The sums over the simplices between the mean of the vertices and the facets. The determinant is computed from the vectors to the
/// corners of a facet, and those from each corner to the next.
fn integral<'p, T: Real, const D: usize>(
    vertices: &'p [Point<T, D>],
    facets: impl Iterator<Item = [&'p Point<T, D>; D]>,
    density: &T,
    determinant: impl Fn([&Precise<T, D>; D], [&Precise<T, D>; D]) -> Doubled<T>,
) -> Option<MassProperties<T, D>> {
    let d = dimension::<D>();
    let first = vertices.first()?;
    let sum = vertices.iter().fold(SVector::zeros(), |sum, vertex| sum + (vertex - first));
    let inside: Point<T, D> = first + sum / whole::<T>(u32::try_from(vertices.len()).ok()?);
    let scale = vertices.iter().map(|vertex| largest(&(vertex - &inside))).fold(T::zero(), max).unit_scale();
    let doubled = |p: &Point<T, D>| p.coords.map(|x| Doubled::from(x));
    let precise = |from: &Point<T, D>, to: &Point<T, D>| (doubled(to) - doubled(from)) * Doubled::from(scale.clone());
    let (mut volume, mut shift, mut moments) = (T::zero(), SVector::<T, D>::zeros(), SMatrix::<T, D, D>::zeros());
    for facet in facets {
        let ways = facet.map(|vertex| precise(&inside, vertex));
        let sides: [_; D] = array::from_fn(|k| precise(facet[k], facet[(k + 1) % D]));
        let size = determinant(ways.each_ref(), sides.each_ref()).rounded();
        let ways = ways.map(|way| way.map(Doubled::rounded));
        let sum = ways.iter().fold(SVector::zeros(), |sum: SVector<T, D>, way| sum + way);
        let spread = ways.iter().fold(&sum * sum.transpose(), |all, way| all + way * way.transpose());
        moments += spread * size.clone();
        shift += sum * size.clone();
        volume += size;
    }
    let shift = shift / (volume.clone() * whole(d + 1));
    // D! times the moments about the center.
    let moments = moments / whole::<T>((d + 1) * (d + 2)) - &shift * shift.transpose() * volume.clone();
    let parts = whole::<T>((1..=d).product());
    let center = inside + shift / scale.clone();
    MassProperties::of_unit(&(volume / parts.clone()), &(moments / parts), &scale, center, density)
}

/// The most points that are made of a sum of polytopes.
const MOST: usize = 1 << 16;

/// The points that a polytope is the hull of; `None` for other sets, and if they are too many.
fn corners<T: Real, const D: usize>(construction: &Construction<T, D>, depth: usize) -> Option<Vec<Point<T, D>>> {
    let inner = |construction| corners(construction, depth.checked_sub(1)?);
    let corners: Vec<Point<T, D>> = match construction {
        Construction::Points(points) => points.clone(),
        Construction::Cuboid(half) => {
            let sign = |corner: usize, k: usize| if corner >> k & 1 == 0 { T::one() } else { -T::one() };
            (0..1_usize << D)
                .map(|corner| Point::from(SVector::from_fn(|k, _| half[k].clone() * sign(corner, k))))
                .collect()
        }
        Construction::Sum(summands) => {
            let [a, b] = [inner(&summands[0])?, inner(&summands[1])?];
            if a.len().saturating_mul(b.len()) > MOST {
                return None;
            }
            a.iter().flat_map(|p| b.iter().map(move |q| p + &q.coords)).collect()
        }
        Construction::Hull(parts) => parts.iter().map(inner).collect::<Option<Vec<_>>>()?.concat(),
        Construction::Posed(shape, pose) => {
            inner(shape)?.iter().map(|p| (&pose.matrix * &p.coords + &pose.translation).into()).collect()
        }
        Construction::Swollen(..) => return None,
    };
    (corners.len() <= MOST).then_some(corners)
}

/// Shapes with the mass properties of a polytope.
macro_rules! polytopes {
    ($d:literal, $make:path) => {
        polytopes!($d, [T: Real] PointCloud<T, $d>, |cloud| $make(cloud.points()).ok());
        polytopes!($d, [T: Real, const N: usize] Vertices<T, $d, N>, |shape| $make(shape.points().iter().cloned()).ok());
        polytopes!($d, [S: Support<$d, Scalar = T>, T: Real] Hull<S, T, $d>, |hull| polytope_of(hull, $make));
        polytopes!($d, [A: Support<$d, Scalar = T>, B: Support<$d, Scalar = T>, T: Real] Sum<A, B, T, $d>, |sum| polytope_of(sum, $make));
    };
    ($d:literal, [$($generics:tt)*] $shape:ty, |$this:ident| $polytope:expr) => {
        impl<$($generics)*> Solid<$d> for $shape {
            fn mass_properties(&self, density: T) -> Option<MassProperties<T, $d>> {
                let $this = self;
                $polytope?.mass_properties(density)
            }
        }
    };
}
polytopes!(2, Polygon::hull);
polytopes!(3, ConvexHull::new);
polytopes!(3, [T: Real] Frustum<T>, |frustum| ConvexHull::new(frustum.corners().iter().cloned()).ok());

/// The polytope that equals a shape made of other shapes.
fn polytope_of<S: Support<D, Scalar = T>, T: Real, P, E, const D: usize>(
    shape: &S,
    new: impl Fn(Vec<Point<T, D>>) -> Result<P, E>,
) -> Option<P> {
    new(corners(&shape.construction()?, Construction::<T, D>::MAX_DEPTH)?).ok()
}
