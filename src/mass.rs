//! Mass properties: the mass of a shape, its center of mass, and its moments of inertia.
//!
//! A polytope is cut into simplices between a point inside and the triangles of its faces. With one corner of a simplex
//! at the origin, v₁ … `v_D` the others, s their sum and d their determinant, in any dimension
//!
//! ```text
//!    ∫ dV = d / D!        ∫ p dV = s · d / (D + 1)!        ∫ p pᵀ dV = (s sᵀ + Σ vᵢ vᵢᵀ) · d / (D + 2)!
//! ```
//!
//! Because the point is inside, no d is negative, so nothing cancels between simplices. Within a simplex of a thin
//! shape much cancels, so d is computed with twice the digits, from a short edge. Everything is computed at unit scale
//! and for density 1; density and scale come last, in an order in which nothing leaves the range.

use crate::predicates::{cross, triple};
use crate::scalar::{Field, Real, Scalar, dimension, largest, max, norm, whole};
use crate::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Faceted, Frustum, Hull, PointCloud, Polygon, Posed,
    Sum, Swollen, Vertices,
};
use crate::{construction::Construction, pose::Pose, scalar::doubled::Doubled, support::Support};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::{array, iter};
use nalgebra::{Matrix3, Point, SMatrix, SVector};

/// Mass, center of mass and moments of a shape; see [`Solid`].
///
/// In the plane the mass is an area times a density. The moments are the second moments, in any dimension;
/// [`inertia`](MassProperties::inertia) turns them into the moment of inertia in the plane, and into the tensor in
/// space.
///
/// ```
/// use gjk::{mass::Solid, nalgebra::{Point3, Vector3}, shape::Cuboid};
/// let brick = Cuboid::new(Vector3::new(1.0, 0.5, 2.0))?.mass_properties(3.0).unwrap();
/// assert_eq!((brick.mass, brick.center), (24.0, Point3::origin()));
/// // About z: m (a² + b²) / 3 with half extents a and b.
/// assert_eq!(brick.inertia()[(2, 2)], 10.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MassProperties<T: Scalar, const D: usize> {
    /// The volume (in 2D the area) times the density.
    pub mass: T,
    /// The center of mass.
    pub center: Point<T, D>,
    /// ∫ (p − center) (p − center)ᵀ dm: the spread of the mass along the axes.
    pub moments: SMatrix<T, D, D>,
}

impl<T: Field, const D: usize> MassProperties<T, D> {
    /// The mass properties of both together, as two parts of one body. A negative mass stands for a part that is cut
    /// out. If no mass is left, the center is the first one's, and the moments are about it.
    ///
    /// ```
    /// use gjk::{mass::Solid, nalgebra::Point2, shape::Ball};
    /// let ball = |x: f64| Ball::at(Point2::new(x, 0.0), 1.0).map(|ball| ball.mass_properties(1.0).unwrap());
    /// let dumbbell = ball(-2.0)?.joined(&ball(2.0)?);
    /// assert_eq!(dumbbell.center, Point2::origin());
    /// assert!((dumbbell.inertia() / dumbbell.mass - 4.5).abs() < 1e-14);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let mass = self.mass.clone() + other.mass.clone();
        let way = &other.center - &self.center;
        if mass.is_zero() {
            let spread = &way * way.transpose() * other.mass.clone();
            return Self { mass, center: self.center.clone(), moments: &self.moments + &other.moments + spread };
        }
        let share = other.mass.clone() / mass.clone();
        let spread = &way * way.transpose() * (self.mass.clone() * share.clone());
        Self { mass, center: &self.center + way * share, moments: &self.moments + &other.moments + spread }
    }

    /// The mass properties of the shape moved, with the same density.
    #[must_use]
    pub fn posed(&self, pose: &Pose<T, D>) -> Self {
        let unit = pose.scale.unit_scale();
        let turn = &pose.matrix * unit.clone();
        let turned = &turn * &self.moments * turn.transpose();
        let back = T::one() / unit;
        Self {
            mass: product(&[(&self.mass, 1), (&pose.scale, D)]),
            center: (&pose.matrix * &self.center.coords + &pose.translation).into(),
            moments: turned.map(|entry| product(&[(&entry, 1), (&back, 2), (&pose.scale, D)])),
        }
    }

    /// The mass properties of a shape, from its mass and moments for density 1, after its lengths were multiplied by
    /// `unit`, a power of two. `None` unless the mass is positive and all numbers are in range.
    fn of_unit(mass: &T, moments: &SMatrix<T, D, D>, unit: &T, center: Point<T, D>, density: &T) -> Option<Self> {
        let length = T::one() / unit.clone();
        let times = |x: &T, lengths: usize| product(&[(x, 1), (density, 1), (&length, lengths)]);
        Self { mass: times(mass, D), center, moments: moments.map(|entry| times(&entry, D + 2)) }.checked()
    }

    fn checked(self) -> Option<Self> {
        let in_range = self.mass.in_range() && self.center.iter().chain(self.moments.iter()).all(Scalar::in_range);
        // Numbers near the smallest lose digits, or vanish.
        let is_tiny = |x: &T| !T::epsilon().is_zero() && (x.clone() * T::epsilon()).is_zero();
        let spread = (0..D).fold(T::zero(), |sum, k| sum + self.moments[(k, k)].clone());
        (self.mass > T::zero() && in_range && !is_tiny(&self.mass) && !is_tiny(&spread)).then_some(self)
    }

    /// The mass properties of a shape, from its second moments along the axes, for each unit of mass, at unit scale.
    fn along_axes(mass: &T, spread: impl Fn(usize) -> T, unit: &T, center: Point<T, D>, density: &T) -> Option<Self> {
        let moments = SMatrix::from_fn(|i, j| if i == j { mass.clone() * spread(i) } else { T::zero() });
        Self::of_unit(mass, &moments, unit, center, density)
    }
}

/// A product of powers of numbers of any size: in range if the result is.
fn product<T: Field>(powers: &[(&T, usize)]) -> T {
    let factors = powers.iter().flat_map(|&(x, times)| iter::repeat_n(x, times));
    let scale = |x: &T| if x.is_zero() { T::one() } else { x.unit_scale() };
    let mut product = factors.clone().fold(T::one(), |product, x| product * (x.clone() * scale(x)));
    // The powers of two that make it smaller, and those that make it larger, in turn.
    let mut down = factors.clone().map(scale).filter(|scale| *scale > T::one());
    let mut up = factors.map(scale).filter(|scale| *scale < T::one());
    loop {
        let next = if product.abs() < T::one() {
            up.next().or_else(|| down.next())
        } else {
            down.next().or_else(|| up.next())
        };
        let Some(scale) = next else { return product };
        product /= scale;
    }
}

impl<T: Scalar> MassProperties<T, 2> {
    /// The moment of inertia about the center of mass.
    pub fn inertia(&self) -> T {
        self.moments[(0, 0)].clone() + self.moments[(1, 1)].clone()
    }
}

impl<T: Scalar> MassProperties<T, 3> {
    /// The tensor of inertia about the center of mass.
    pub fn inertia(&self) -> Matrix3<T> {
        let m = |i: usize, j: usize| self.moments[(i, j)].clone();
        Matrix3::from_fn(
            |i, j| if i == j { m((i + 1) % 3, (i + 1) % 3) + m((i + 2) % 3, (i + 2) % 3) } else { -m(i, j) },
        )
    }
}

/// A shape with mass properties.
///
/// Boxes, balls, capsules and ellipsoids in any dimension, cylinders and cones have closed forms. Polytopes in two and
/// three dimensions, hulls and sums of them included, are integrated over their faces. All of these may be posed.
///
/// The mass is right to a few ε, the center to a few ε of the largest coordinate, and the moments to a few ε of the
/// mass times the square of the largest distance from the center, also for thin shapes, with three exceptions:
///
/// - The least moment of a turned pole is lost in rounding if the square of its width is below that error.
/// - Faces of a [`ConvexHull`] are flat to 4 ε L, so the mass of a sheet of thickness t is right to 16 ε L / t.
/// - A scalar of your own has these bounds only if its [`two_product`](Scalar::two_product) says how it rounds.
///
/// ```
/// use gjk::{SupportExt, mass::Solid, nalgebra::{Isometry3, Point3, Vector3}, shape::{Cone, ConvexHull}};
/// let p = |x: f64, y, z| Point3::new(x, y, z);
/// let wedge = ConvexHull::new([
///     p(0.0, 0.0, 0.0), p(3.0, 0.0, 0.0), p(0.0, 3.0, 0.0), p(0.0, 0.0, 4.0), p(3.0, 0.0, 4.0), p(0.0, 3.0, 4.0),
/// ])?;
/// let found = wedge.mass_properties(0.5).unwrap();
/// assert!((found.mass - 9.0).abs() < 1e-14);
/// assert!((found.center - p(1.0, 1.0, 2.0)).norm() < 1e-14);
///
/// let cone = Cone::with_radius(1.0).half_height(2.0)?.posed(Isometry3::translation(5.0, 0.0, 0.0))?;
/// assert_eq!(cone.mass_properties(1.0).unwrap().center, p(5.0, -1.0, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait Solid<const D: usize>: Support<D> {
    /// Mass, center and moments for a density.
    ///
    /// `None` for shapes without interior, for rounded ones other than balls and capsules, and for other shapes without
    /// a closed form; for hulls of more than 65,536 points, and sums with more pairs of them; if the density is not
    /// positive; and if an answer is out of range, or so near zero that it has lost digits.
    ///
    /// Complexity: constant for closed forms; for polytopes with unknown faces, as for
    /// [`ConvexHull::new`](crate::shape::ConvexHull::new).
    fn mass_properties(&self, density: Self::Scalar) -> Option<MassProperties<Self::Scalar, D>>;
}

macro_rules! forward {
    ($($pointer:ty),*) => { $(
        impl<S: Solid<D> + ?Sized, const D: usize> Solid<D> for $pointer {
            fn mass_properties(&self, density: S::Scalar) -> Option<MassProperties<S::Scalar, D>> {
                (**self).mass_properties(density)
            }
        }
    )* };
}
forward!(&S, Box<S>);

/// π, from its digits to base 256.
fn pi<T: Field>() -> T {
    const DIGITS: [u32; 16] =
        [0x24, 0x3f, 0x6a, 0x88, 0x85, 0xa3, 0x08, 0xd3, 0x13, 0x19, 0x8a, 0x2e, 0x03, 0x70, 0x73, 0x44];
    let base: T = whole(256);
    let fraction = DIGITS.iter().rev().fold(T::zero(), |sum, digit| (sum + whole(*digit)) / base.clone());
    fraction + whole(3)
}

/// The volume of a ball of radius 1: 2π/D times the volume in two dimensions less.
fn unit_ball<T: Field>(dimension: u32) -> T {
    match dimension {
        0 => T::one(),
        1 => whole(2),
        _ => unit_ball::<T>(dimension - 2) * (pi::<T>() + pi()) / whole(dimension),
    }
}

fn power<T: Scalar>(x: &T, n: usize) -> T {
    (0..n).fold(T::one(), |product, _| product * x.clone())
}

fn square<T: Scalar>(x: &T) -> T {
    x.clone() * x.clone()
}

/// Lengths at unit scale, and the power of two that brought them there.
fn at_unit<T: Scalar, const N: usize>(lengths: [&T; N]) -> ([T; N], T) {
    let unit = lengths.iter().fold(T::zero(), |most, length| max(most, (*length).clone())).unit_scale();
    (lengths.map(|length| length.clone() * unit.clone()), unit)
}

impl<T: Real, const D: usize> Solid<D> for Cuboid<T, D> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, D>> {
        let unit = largest(self.half_extents()).unit_scale();
        let half = self.half_extents() * unit.clone();
        let mass = half.iter().fold(T::one(), |product, half| product * (half.clone() + half.clone()));
        MassProperties::along_axes(&mass, |k| square(&half[k]) / whole(3), &unit, Point::origin(), &density)
    }
}

impl<T: Real, const D: usize> Solid<D> for Ball<T, D> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, D>> {
        let d = dimension::<D>();
        let ([radius], unit) = at_unit([&self.radius()]);
        let mass = unit_ball::<T>(d) * power(&radius, D);
        MassProperties::along_axes(&mass, |_| square(&radius) / whole(d + 2), &unit, self.center()?, &density)
    }
}

impl<T: Real, const D: usize> Solid<D> for Ellipsoid<T, D> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, D>> {
        let d = dimension::<D>();
        let unit = largest(self.radii()).unit_scale();
        let radii = self.radii() * unit.clone();
        let mass = radii.iter().fold(unit_ball::<T>(d), |product, radius| product * radius.clone());
        MassProperties::along_axes(&mass, |k| square(&radii[k]) / whole(d + 2), &unit, Point::origin(), &density)
    }
}

impl<T: Real> Solid<3> for Cylinder<T> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, 3>> {
        let ([radius, half], unit) = at_unit([&self.radius(), &self.half_height()]);
        let mass = pi::<T>() * square(&radius) * (half.clone() + half.clone());
        let spread = |k| if k == 1 { square(&half) / whole(3) } else { square(&radius) / whole(4) };
        MassProperties::along_axes(&mass, spread, &unit, Point::origin(), &density)
    }
}

/// The center is a quarter of the height above the base.
impl<T: Real> Solid<3> for Cone<T> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, 3>> {
        let ([radius, half], unit) = at_unit([&self.radius(), &self.half_height()]);
        let mass = pi::<T>() * square(&radius) * (half.clone() + half.clone()) / whole(3);
        let spread = |k| square(if k == 1 { &half } else { &radius }) * whole(3) / whole(20);
        let center = Point::from([T::zero(), -(self.half_height().clone() / whole(2)), T::zero()]);
        MassProperties::along_axes(&mass, spread, &unit, center, &density)
    }
}

/// A cylinder of length 2a, and two half balls. A half's center is 2 V(D−1) / ((D + 1) V(D)) radii above its base.
impl<T: Real, const D: usize> Solid<D> for Capsule<T, D> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, D>> {
        let d = dimension::<D>();
        let [from, to] = self.segment().points();
        let way = to - from;
        let ([length, radius], unit) = at_unit([&norm(&way), &self.radius()]);
        let half = length.clone() / whole(2);
        let (disc, ball) = (unit_ball::<T>(d - 1), unit_ball::<T>(d));
        let cylinder = disc.clone() * power(&radius, D - 1) * length.clone();
        let ends = ball.clone() * power(&radius, D);
        let rise = radius.clone() * whole(2) * disc / (ball * whole(d + 1));
        let round = square(&radius) / whole(d + 2);
        let across = ends.clone() * round.clone() + cylinder.clone() * square(&radius) / whole(d + 1);
        let farther = round + rise * length.clone() + square(&half);
        let along = ends.clone() * farther + cylinder.clone() * square(&half) / whole(3);
        let way = way * unit.clone();
        let axis = if length.is_zero() { way } else { way / length };
        let more = along - across.clone();
        let moments = SMatrix::from_fn(|i, j| {
            let own = if i == j { across.clone() } else { T::zero() };
            own + more.clone() * axis[i].clone() * axis[j].clone()
        });
        MassProperties::of_unit(&(cylinder + ends), &moments, &unit, self.center()?, &density)
    }
}

impl<S: Solid<D, Scalar = T>, T: Real, const D: usize> Solid<D> for Posed<S, T, D> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, D>> {
        self.shape().mass_properties(density)?.posed(self.pose()).checked()
    }
}

/// `None`: a point has no interior.
impl<T: Scalar, const D: usize> Solid<D> for Point<T, D> {
    fn mass_properties(&self, _: T) -> Option<MassProperties<T, D>> {
        None
    }
}

impl<S: Solid<D, Scalar = T>, T: Real, const D: usize> Solid<D> for Faceted<S, T, D> {
    fn mass_properties(&self, density: T) -> Option<MassProperties<T, D>> {
        self.shape().mass_properties(density)
    }
}

/// `None`: what the margin adds depends on the core's edges and corners.
impl<S: Support<D, Scalar = T>, T: Real, const D: usize> Solid<D> for Swollen<S, T, D> {
    fn mass_properties(&self, _: T) -> Option<MassProperties<T, D>> {
        None
    }
}

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
        // Begins with the shortest side: the product of a thin triangle's long sides loses most digits.
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

type Precise<T, const D: usize> = SVector<Doubled<T>, D>;

/// Sums over the simplices between the mean of the vertices and the facets, from a facet's corners and its edges.
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

/// The largest number of points for a sum of polytopes.
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
