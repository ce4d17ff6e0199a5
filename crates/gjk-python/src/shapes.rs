//! Shapes of any kind, dimension and scalar, as Python sees them.

use crate::polygons::{Polygons, Row};
use gjk::exact::Float;
use gjk::mass::{MassProperties, Solid};
use gjk::nalgebra::{Point, SVector};
use gjk::shape::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, PointCloud, Polygon, Segment,
    Shape as AnyShape, Sum, Triangle,
};
use gjk::{Error, Pose, Real, Support, SupportExt};
use numpy::Element;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// `f32` and `f64`.
pub trait Number: Float + Real + Copy + Element + Into<f64> {
    /// The polygons, if they are of this scalar.
    fn row(polygons: &Polygons) -> Option<&Row<Self>>;
}

/// A kind of shape for which the queries that are asked most are compiled.
pub trait Quick<const D: usize>: Number {
    /// The kind.
    type Shape: Support<D, Scalar = Self> + Send + Sync;

    /// The shape, if it is of this kind.
    fn quick(_: &Entry<Self, D>) -> Option<&Self::Shape> {
        None
    }

    /// The polygons, if they are of this kind.
    fn polygons(_: &Polygons) -> Option<&[Self::Shape]> {
        None
    }

    /// The polygons as shapes of any kind.
    fn shapes(_: &Polygons) -> Option<&[AnyShape<Self, D>]> {
        None
    }
}

impl<T: Number> Quick<2> for T {
    type Shape = Polygon<T>;

    fn polygons(polygons: &Polygons) -> Option<&[Polygon<T>]> {
        Some(&T::row(polygons)?.polygons)
    }

    fn shapes(polygons: &Polygons) -> Option<&[AnyShape<T, 2>]> {
        Some(T::row(polygons)?.any())
    }
}

impl<T: Number> Quick<3> for T {
    type Shape = Cuboid<T, 3>;

    fn quick(entry: &Entry<T, 3>) -> Option<&Cuboid<T, 3>> {
        entry.cuboid.as_ref()
    }
}

impl<T: Number> Quick<4> for T {
    type Shape = AnyShape<T, 4>;
}

/// Mass properties for a density.
type Mass<T, const D: usize> = Arc<dyn Fn(T) -> Option<MassProperties<T, D>> + Send + Sync>;

/// The plane of a half-space.
#[derive(Clone)]
pub struct Ground<T: Number, const D: usize> {
    /// Its normal, of any length, out of the half-space.
    pub normal: SVector<T, D>,
    /// A point of the plane.
    pub point: Point<T, D>,
}

/// A shape of known dimension and scalar.
#[derive(Clone)]
pub struct Entry<T: Number, const D: usize> {
    /// The shape; none if it is a half-space.
    pub bounded: Option<AnyShape<T, D>>,
    /// The half-space, if it is one.
    pub ground: Option<Ground<T, D>>,
    /// The box, if it is one.
    pub cuboid: Option<Cuboid<T, D>>,
    /// Its mass properties, if they are known.
    pub mass: Option<Mass<T, D>>,
}

impl<T: Number, const D: usize> Entry<T, D> {
    fn new(shape: impl Into<AnyShape<T, D>>) -> Self {
        Self { bounded: Some(shape.into()), ground: None, cuboid: None, mass: None }
    }

    fn solid(shape: impl Solid<D, Scalar = T> + Into<AnyShape<T, D>> + Clone + Send + Sync + 'static) -> Self {
        let own = shape.clone();
        Self { mass: Some(Arc::new(move |density| own.mass_properties(density))), ..Self::new(shape) }
    }

    /// The shape, unless it is a half-space.
    pub fn shape(&self) -> PyResult<&AnyShape<T, D>> {
        let unbounded = || PyTypeError::new_err("a HalfSpace is unbounded: this takes bounded shapes");
        self.bounded.as_ref().ok_or_else(unbounded)
    }
}

/// A scalar and a dimension.
pub trait Space<const D: usize>: Quick<D> {
    /// The shape, if it is of this scalar and dimension.
    fn pick(any: &Any) -> Option<&Entry<Self, D>>;

    /// Shapes that exist in this dimension alone.
    fn special(kind: &str, numbers: &[Self], points: &[Point<Self, D>]) -> Result<Option<Entry<Self, D>>, Error>;
}

macro_rules! spaces {
    ($($name:ident: $t:ty, $d:literal, $dtype:literal, $special:expr;)*) => {
        /// A shape of any scalar and dimension.
        pub enum Any {
            $(
                /// Of these.
                $name(Entry<$t, $d>),
            )*
        }

        impl Any {
            /// The name of the scalar, and the dimension.
            pub fn space(&self) -> (&'static str, usize) {
                match self {
                    $(Self::$name(_) => ($dtype, $d),)*
                }
            }

            fn make(kind: &str, dtype: &str, dim: usize, numbers: &[f64], points: &[Vec<f64>], parts: &[Bound<'_, Shape>]) -> PyResult<Self> {
                match (dtype, dim) {
                    $(($dtype, $d) => make::<$t, $d>(kind, numbers, points, parts).map(Self::$name),)*
                    _ => Err(PyValueError::new_err(format!("there are no shapes in {dim} dimensions with {dtype}"))),
                }
            }
        }

        $(impl Space<$d> for $t {
            fn pick(any: &Any) -> Option<&Entry<Self, $d>> {
                match any {
                    Any::$name(entry) => Some(entry),
                    _ => None,
                }
            }

            fn special(kind: &str, numbers: &[Self], points: &[Point<Self, $d>]) -> Result<Option<Entry<Self, $d>>, Error> {
                #[allow(clippy::redundant_closure_call, reason = "it is one of three")]
                ($special)(kind, numbers, points)
            }
        })*
    };
}

spaces! {
    Plane32: f32, 2, "float32", in_the_plane;
    Plane64: f64, 2, "float64", in_the_plane;
    Space32: f32, 3, "float32", in_space;
    Space64: f64, 3, "float64", in_space;
    Four32: f32, 4, "float32", |_, _: &[f32], _: &[Point<f32, 4>]| Ok(None);
    Four64: f64, 4, "float64", |_, _: &[f64], _: &[Point<f64, 4>]| Ok(None);
}

/// An answer for the scalar `T` and the dimension `D` of a shape, which is named: in two and three dimensions, or with `4`, in four, too.
macro_rules! by_space {
    ($any:expr, $t:ident, $d:ident => $answer:expr) => {
        match $any.space() {
            ("float32", 2) => by_space!(f32, 2, $t, $d => $answer),
            ("float64", 2) => by_space!(f64, 2, $t, $d => $answer),
            ("float32", 3) => by_space!(f32, 3, $t, $d => $answer),
            ("float64", 3) => by_space!(f64, 3, $t, $d => $answer),
            _ => Err(pyo3::exceptions::PyValueError::new_err("this query is for two and three dimensions")),
        }
    };
    (4, $any:expr, $t:ident, $d:ident => $answer:expr) => {
        match $any.space() {
            ("float32", 4) => by_space!(f32, 4, $t, $d => $answer),
            ("float64", 4) => by_space!(f64, 4, $t, $d => $answer),
            _ => by_space!($any, $t, $d => $answer),
        }
    };
    ($scalar:ty, $dimension:literal, $t:ident, $d:ident => $answer:expr) => {{
        type $t = $scalar;
        const $d: usize = $dimension;
        $answer
    }};
}
pub(crate) use by_space;

fn in_the_plane<T: Number>(kind: &str, _: &[T], points: &[Point<T, 2>]) -> Result<Option<Entry<T, 2>>, Error> {
    Ok(Some(match kind {
        "Polygon" => Entry::solid(Polygon::hull(points.iter().copied())?),
        "PointCloud" => Entry::solid(PointCloud::new(points.iter().copied())?),
        _ => return Ok(None),
    }))
}

fn in_space<T: Number>(kind: &str, numbers: &[T], points: &[Point<T, 3>]) -> Result<Option<Entry<T, 3>>, Error> {
    Ok(Some(match (kind, numbers) {
        ("ConvexHull", _) => Entry::solid(ConvexHull::new(points.iter().copied())?),
        ("PointCloud", _) => Entry::solid(PointCloud::new(points.iter().copied())?),
        ("Cylinder", [radius, half]) => Entry::solid(Cylinder::with_radius(*radius).half_height(*half)?),
        ("Cone", [radius, half]) => Entry::solid(Cone::with_radius(*radius).half_height(*half)?),
        _ => return Ok(None),
    }))
}

fn number<T: Number>(x: f64) -> T {
    T::from_double(x).unwrap_or_else(T::zero)
}

/// Makes a shape: Python has checked how many numbers and points it takes.
fn make<T: Space<D>, const D: usize>(
    kind: &str,
    numbers: &[f64],
    points: &[Vec<f64>],
    parts: &[Bound<'_, Shape>],
) -> PyResult<Entry<T, D>> {
    let whole = matches!(kind, "Cuboid" | "Ellipsoid" | "HalfSpace") && numbers.len() != D;
    if whole || points.iter().any(|point| point.len() != D) {
        return Err(PyValueError::new_err(format!("{kind}: {D} coordinates are needed")));
    }
    let numbers: Vec<T> = numbers.iter().copied().map(number).collect();
    let points: Vec<Point<T, D>> =
        points.iter().map(|p| SVector::<T, D>::from_iterator(p.iter().copied().map(number)).into()).collect();
    let refused = |error: Error| PyValueError::new_err(format!("{kind}: {error}"));
    if let Some(entry) = T::special(kind, &numbers, &points).map_err(refused)? {
        return Ok(entry);
    }
    let foreign = || PyTypeError::new_err(format!("{kind}: all shapes must have the same dtype and dimension"));
    let parts: Vec<&Entry<T, D>> =
        parts.iter().map(|part| T::pick(&part.get().any).ok_or_else(foreign)).collect::<PyResult<_>>()?;
    let shapes = || parts.iter().map(|part| part.shape().cloned()).collect::<PyResult<Vec<_>>>();
    let lengths = || SVector::<T, D>::from_iterator(numbers.iter().copied());
    let made = match (kind, &points[..], &numbers[..]) {
        ("Ball", [center], [radius]) => Ball::at(*center, *radius).map(Entry::solid),
        ("Cuboid", ..) => Cuboid::new(lengths()).map(|cuboid| Entry { cuboid: Some(cuboid), ..Entry::solid(cuboid) }),
        ("Ellipsoid", ..) => Ellipsoid::new(lengths()).map(Entry::solid),
        ("Capsule", [a, b], [radius]) => Capsule::new(*a, *b, *radius).map(Entry::solid),
        ("Segment", [a, b], _) => Segment::new([*a, *b]).map(Entry::new),
        ("Triangle", [a, b, c], _) => Triangle::new([*a, *b, *c]).map(Entry::new),
        ("PointCloud", ..) => PointCloud::new(points).map(Entry::new),
        ("HalfSpace", [point], _) => HalfSpace::through(*point, lengths())
            .map(|_| Ground { normal: lengths(), point: *point })
            .map(|ground| Entry { bounded: None, ground: Some(ground), cuboid: None, mass: None }),
        ("Hull", ..) => Hull::round(shapes()?).map(Entry::new),
        ("Sum", ..) => {
            let mut shapes = shapes()?.into_iter();
            let first = shapes.next().ok_or_else(|| PyValueError::new_err("Sum: there are no shapes"))?;
            shapes.try_fold(first, |sum, next| Sum::new(sum, next).map(AnyShape::from)).map(Entry::new)
        }
        ("Rounded", _, [radius]) if parts.len() == 1 => shapes()?.remove(0).swollen(*radius).map(Entry::new),
        ("Posed", ..) if parts.len() == 1 => {
            let pose = pose_of::<T, D>(&numbers).map_err(refused)?;
            let mass = parts[0].mass.clone();
            let inner = shapes()?.remove(0);
            inner.posed(pose).map(|posed| Entry {
                mass: mass.map(|mass| -> Mass<T, D> { Arc::new(move |density| Some(mass(density)?.posed(&pose))) }),
                ..Entry::new(posed)
            })
        }
        _ => {
            return Err(PyValueError::new_err(format!("there is no {kind} in {D} dimensions")));
        }
    };
    made.map_err(refused)
}

/// The pose with these numbers: a matrix of D + 1 rows, row by row, or a translation.
pub fn pose_of<T: Number, const D: usize>(numbers: &[T]) -> Result<Pose<T, D>, Error> {
    if numbers.len() == D {
        let pose = Pose::from(SVector::from_column_slice(numbers));
        return Ok(pose);
    }
    let entry = |row: usize, column: usize| numbers[row * (D + 1) + column];
    let is_last = |column: usize| entry(D, column) == if column == D { T::one() } else { T::zero() };
    if numbers.len() != (D + 1) * (D + 1) || !(0..=D).all(is_last) {
        return Err(Error::Other("the last row of the matrix must be 0, …, 0, 1".into()));
    }
    let rotation = gjk::nalgebra::SMatrix::from_fn(entry);
    Pose::new(rotation, SVector::from_fn(|row, _| entry(row, D)))
}

/// The base class of all shapes. A shape cannot be changed.
#[pyclass(frozen, subclass, module = "gjk._gjk")]
pub struct Shape {
    /// The shape.
    pub any: Any,
    spec: Py<PyTuple>,
}

#[pymethods]
impl Shape {
    #[new]
    #[pyo3(signature = (kind, dtype, dim, numbers, points, parts, spec))]
    fn new(
        kind: &str,
        dtype: &str,
        dim: usize,
        numbers: Vec<f64>,
        points: Vec<Vec<f64>>,
        parts: Vec<Bound<'_, Shape>>,
        spec: Py<PyTuple>,
    ) -> PyResult<Self> {
        Ok(Self { any: Any::make(kind, dtype, dim, &numbers, &points, &parts)?, spec })
    }

    /// The scalar: `"float32"` or `"float64"`.
    #[getter]
    fn dtype(&self) -> &'static str {
        self.any.space().0
    }

    /// The dimension of the space.
    #[getter]
    fn dim(&self) -> usize {
        self.any.space().1
    }

    /// The arguments that the shape was made from.
    #[getter]
    fn _spec(&self, py: Python<'_>) -> Py<PyTuple> {
        self.spec.clone_ref(py)
    }
}

/// A body of any type.
pub type Dynamic<'s, T, const D: usize> = Box<dyn Support<D, Scalar = T> + Send + Sync + 's>;
