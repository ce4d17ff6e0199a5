//! The questions of the batch protocol: turns JSON into a [`Question`], and checks every number.
//!
//! Most mistakes are found here, where the key is known.

use super::json::{Brief, Fault, Fields, Place, Value, hint, list, shown};
use super::limits::Limits;
use super::number::Arithmetic;
use alloc::vec::Vec;
use gjk::exact::Float;
use gjk::scalar::Scalar;

/// The largest dimension.
pub const MAX_DIM: usize = 8;

/// A coordinate vector; the first `dim` components count.
pub type Vector = [f64; MAX_DIM];

/// A line of input.
#[derive(Clone, Debug)]
pub struct Question {
    /// The dimension, 1 to 8.
    pub dim: usize,
    /// The arithmetic to compute in.
    pub arithmetic: Arithmetic,
    /// The part of the size by which a distance or a depth may be too long: see [`Query::accuracy`](gjk::Query::accuracy).
    /// With 0 it is as accurate as rounding allows.
    pub accuracy: f64,
    /// The first shape.
    pub a: Shape,
    /// The query.
    pub query: Task,
}

/// A query about `a`, with the second shape or the ray.
#[derive(Clone, Debug)]
pub enum Task {
    /// Whether the two intersect.
    Intersect {
        /// The second shape.
        b: Shape,
    },
    /// The distance.
    Distance {
        /// The second shape.
        b: Shape,
    },
    /// The signed separation, and where.
    Contact {
        /// The second shape.
        b: Shape,
    },
    /// The points where they touch, or nearly touch: in 2 and 3 dimensions, not in exact arithmetic.
    Manifold {
        /// The second shape.
        b: Shape,
        /// The largest separation of a listed point; not negative.
        prediction: f64,
    },
    /// The hit of a ray.
    Raycast {
        /// The ray's origin.
        origin: Vector,
        /// The ray's direction, which is not zero; its length is the speed.
        direction: Vector,
        /// The latest time that counts; `None` if all times do.
        max_toi: Option<f64>,
        /// Whether a hit does not count if they move apart from it.
        unless_separating: bool,
    },
    /// The time at which two shapes that move without turning meet.
    Shapecast {
        /// The second shape.
        b: Shape,
        /// The velocities of A and of B, in units of length per unit of time; `None` if at rest.
        velocities: [Option<Vector>; 2],
        /// The latest time that counts; `None` if all times do.
        max_toi: Option<f64>,
        /// Whether a hit does not count if they move apart from it.
        unless_separating: bool,
    },
    /// The time at which two shapes that move and turn come near each other: in 2 and 3 dimensions, not in exact arithmetic.
    Toi {
        /// The second shape.
        b: Shape,
        /// The motions of A and of B.
        motions: [Movement; 2],
        /// The last time looked at, positive.
        until: f64,
        /// The excess over the target that counts as a hit, positive; by default the query's.
        tolerance: Option<f64>,
        /// The separation aimed at.
        target: f64,
    },
}

/// The motion of a shape: constant velocities, by default zero.
#[derive(Clone, Copy, Debug)]
pub struct Movement {
    /// The linear velocity, in units of length per unit of time.
    pub linear: Vector,
    /// A rotation vector, in radians per unit of time; in the plane along the third axis.
    pub angular: [f64; 3],
    /// The center of the rotation.
    pub center: Vector,
}

impl Task {
    /// The shape that `a` is compared with, if the question has one.
    #[must_use]
    pub fn other(&self) -> Option<&Shape> {
        match self {
            Self::Intersect { b }
            | Self::Distance { b }
            | Self::Contact { b }
            | Self::Manifold { b, .. }
            | Self::Shapecast { b, .. }
            | Self::Toi { b, .. } => Some(b),
            Self::Raycast { .. } => None,
        }
    }
}

/// A shape with its pose and margin.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Its kind.
    pub kind: Kind,
    /// Its pose, if it is moved.
    pub pose: Option<Placement>,
    /// The margin added to the posed shape; not negative.
    pub margin: Option<f64>,
}

/// The kinds of shapes of [`shape`](gjk::shape), with the numbers that make them.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are the parameters of the shapes' constructors, by the same names")]
pub enum Kind {
    /// A [`Ball`](gjk::shape::Ball) without radius.
    Point { at: Vector },
    /// A [`Segment`](gjk::shape::Segment).
    Segment { ends: [Vector; 2] },
    /// A [`PointCloud`](gjk::shape::PointCloud); three points are a [`Triangle`](gjk::shape::Triangle), too.
    Points { points: Vec<Vector> },
    /// A [`Ball`](gjk::shape::Ball).
    Ball { radius: f64, center: Vector },
    /// A [`Cuboid`](gjk::shape::Cuboid).
    Cuboid { half_extents: Vector },
    /// A [`Capsule`](gjk::shape::Capsule).
    Capsule { ends: [Vector; 2], radius: f64 },
    /// An [`Ellipsoid`](gjk::shape::Ellipsoid).
    Ellipsoid { radii: Vector },
    /// A [`Cylinder`](gjk::shape::Cylinder).
    Cylinder { radius: f64, half_height: f64 },
    /// A [`Cone`](gjk::shape::Cone).
    Cone { radius: f64, half_height: f64 },
    /// A [`Frustum`](gjk::shape::Frustum), as [`perspective`](gjk::shape::Frustum::perspective) makes it.
    Frustum { fov_y: f64, aspect: f64, near: f64, far: f64 },
    /// A [`Hull`](gjk::shape::Hull).
    Hull { shapes: Vec<Shape> },
    /// A [`Sum`](gjk::shape::Sum).
    Sum { shapes: Vec<Shape> },
}

/// The pose of a shape: a rotation, then a translation.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The translation.
    pub translation: Vector,
    /// The rotation, which comes before the translation.
    pub rotation: Option<Rotation>,
}

/// A rotation as written. A quaternion has been checked; a matrix is checked when the shape is built.
#[derive(Clone, Debug)]
pub enum Rotation {
    /// The rows, each of `dim` components.
    Matrix(Vec<Vector>),
    /// (w, x, y, z), of length 1 within 1e-5.
    Quaternion([f64; 4]),
    /// An angle in radians, counter-clockwise.
    Angle(f64),
}

const QUESTION_KEYS: [&str; 18] = [
    "id",
    "dim",
    "query",
    "scalar",
    "a",
    "b",
    "ray",
    "velocity_a",
    "velocity_b",
    "max_toi",
    "motion_a",
    "motion_b",
    "until",
    "tolerance",
    "target",
    "prediction",
    "accuracy",
    "unless_separating",
];
/// The keys of each query.
const QUERIES: [(&str, &[&str]); 7] = [
    ("intersect", &["id", "dim", "query", "scalar", "a", "b"]),
    ("distance", &["id", "dim", "query", "scalar", "a", "b", "accuracy"]),
    ("contact", &["id", "dim", "query", "scalar", "a", "b", "accuracy"]),
    ("manifold", &["id", "dim", "query", "scalar", "a", "b", "prediction"]),
    ("raycast", &["id", "dim", "query", "scalar", "a", "ray", "unless_separating"]),
    (
        "shapecast",
        &["id", "dim", "query", "scalar", "a", "b", "velocity_a", "velocity_b", "max_toi", "unless_separating"],
    ),
    ("toi", &["id", "dim", "query", "scalar", "a", "b", "motion_a", "motion_b", "until", "tolerance", "target"]),
];

/// The keys of all shapes.
const SHAPE_KEYS: [&str; 18] = [
    "type",
    "pose",
    "margin",
    "at",
    "a",
    "b",
    "c",
    "points",
    "radius",
    "center",
    "half_extents",
    "radii",
    "half_height",
    "fov_y",
    "aspect",
    "near",
    "far",
    "shapes",
];
/// The keys of each type of shape.
const TYPES: [(&str, &[&str]); 13] = [
    ("point", &["type", "pose", "margin", "at"]),
    ("segment", &["type", "pose", "margin", "a", "b"]),
    ("triangle", &["type", "pose", "margin", "a", "b", "c"]),
    ("points", &["type", "pose", "margin", "points"]),
    ("ball", &["type", "pose", "margin", "radius", "center"]),
    ("cuboid", &["type", "pose", "margin", "half_extents"]),
    ("capsule", &["type", "pose", "margin", "a", "b", "radius"]),
    ("ellipsoid", &["type", "pose", "margin", "radii"]),
    ("cylinder", &["type", "pose", "margin", "radius", "half_height"]),
    ("cone", &["type", "pose", "margin", "radius", "half_height"]),
    ("frustum", &["type", "pose", "margin", "fov_y", "aspect", "near", "far"]),
    ("hull", &["type", "pose", "margin", "shapes"]),
    ("sum", &["type", "pose", "margin", "shapes"]),
];

/// The `id` of a line, whatever else is wrong with it.
#[must_use]
pub fn id<'v>(line: &'v Value<'_>) -> Option<&'v str> {
    let Value::Object(entries) = line else { return None };
    entries.iter().find_map(|(key, value)| match value {
        Value::Text(id) if key == "id" => Some(id.as_ref()),
        _ => None,
    })
}

/// Reads a question. `arithmetic` is for lines that do not name one.
///
/// # Errors
/// If a key is missing, unknown or given twice, or if its value is not allowed: the fault names the key.
pub fn read(line: &Value<'_>, arithmetic: Arithmetic, limits: &Limits) -> Result<Question, Fault> {
    let fields = Fields::of(line, &Place::Line)?;
    let [query_place, dim_place] = ["query", "dim"].map(|key| Place::Line.key(key));
    let (name, allowed) = one_of(fields.need("query")?, &query_place, &QUERIES)?;
    fields.check_keys(format_args!("a `{name}` question"), allowed, &QUESTION_KEYS)?;
    if let Some(id) = fields.get("id") {
        text(id, &Place::Line.key("id"))?;
    }
    let arithmetic = match fields.get("scalar") {
        None => arithmetic,
        Some(scalar) => one_of(scalar, &Place::Line.key("scalar"), &SCALARS)?.1,
    };
    let dim = dimension(fields.need("dim")?, &dim_place)?;
    let reader = Reader { dim, arithmetic, depth: limits.depth, level: 0 };
    let a = reader.shape_of(&fields, "a")?;
    let b = || reader.shape_of(&fields, "b");
    let query = match name {
        "intersect" => Task::Intersect { b: b()? },
        "distance" => Task::Distance { b: b()? },
        "contact" => Task::Contact { b: b()? },
        "manifold" => {
            reader.flat_or_solid_and_rounded(name)?;
            Task::Manifold { b: b()?, prediction: reader.optional_length(&fields, "prediction")?.unwrap_or_default() }
        }
        "raycast" => reader.ray(fields.need("ray")?, flag(&fields, "unless_separating")?)?,
        "toi" => reader.toi(&fields, &a)?,
        _ => Task::Shapecast {
            b: b()?,
            velocities: [
                reader.optional_vector(&fields, "velocity_a")?,
                reader.optional_vector(&fields, "velocity_b")?,
            ],
            max_toi: reader.optional_length(&fields, "max_toi")?,
            unless_separating: flag(&fields, "unless_separating")?,
        },
    };
    let accuracy = reader.optional_length(&fields, "accuracy")?.unwrap_or_default();
    Ok(Question { dim, arithmetic, accuracy, a, query })
}

const SCALARS: [(&str, Arithmetic); 3] =
    [("f32", Arithmetic::F32), ("f64", Arithmetic::F64), ("exact", Arithmetic::Exact)];

fn text<'v>(value: &'v Value<'_>, place: &Place<'_>) -> Result<&'v str, Fault> {
    match value {
        Value::Text(text) => Ok(text),
        _ => Err(place.fault(format_args!("is {}; it must be a string", value.kind()))),
    }
}

/// `true` or `false`, which it is if it is absent.
fn flag(fields: &Fields<'_, '_>, key: &str) -> Result<bool, Fault> {
    match fields.get(key) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(*flag),
        Some(value) => Err(fields.place.key(key).fault(format_args!("is {}; it must be true or false", value.kind()))),
    }
}

/// The entry of a table that a string names.
fn one_of<T: Copy>(
    value: &Value<'_>,
    place: &Place<'_>,
    table: &[(&'static str, T)],
) -> Result<(&'static str, T), Fault> {
    let name = text(value, place)?;
    table.iter().find(|(known, _)| *known == name).copied().ok_or_else(|| {
        let known = table.iter().map(|(known, _)| *known);
        let (hint, known) = (hint(name, known.clone()), list(&known.collect::<Vec<_>>()));
        place.fault(format_args!("is \"{}\", which is unknown{hint}; there are {known}", Brief(name)))
    })
}

fn dimension(value: &Value<'_>, place: &Place<'_>) -> Result<usize, Fault> {
    const WANTED: &str = "it must be a whole number from 1 to 8";
    match *value {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a small whole number")]
        Value::Number(number) if number % 1.0 == 0.0 && (1.0..=8.0).contains(&number) => Ok(number as usize),
        Value::Number(number) => Err(place.fault(format_args!("is {}; {WANTED}", shown(number)))),
        _ => Err(place.fault(format_args!("is {}; {WANTED}", value.kind()))),
    }
}

/// The settings for reading a line.
#[derive(Clone, Copy)]
struct Reader {
    dim: usize,
    arithmetic: Arithmetic,
    /// The deepest nesting of shapes.
    depth: usize,
    /// The depth of the present shape.
    level: usize,
}

impl Reader {
    /// A number, rounded to the arithmetic's. Finite, and small enough to compute with.
    fn number(self, value: &Value<'_>, place: &Place<'_>) -> Result<f64, Fault> {
        let Value::Number(number) = *value else {
            return Err(place.fault(format_args!("is {}; it must be a number", value.kind())));
        };
        let (rounded, in_range, name) = match self.arithmetic {
            Arithmetic::F32 => {
                let single = f32::from_double(number).unwrap();
                (single.widen(), single.in_range(), "f32")
            }
            Arithmetic::F64 | Arithmetic::Exact => (number, number.in_range(), "f64"),
        };
        if in_range {
            Ok(rounded)
        } else if rounded.is_finite() {
            Err(place.fault(format_args!("is too large to compute with in {name}: sums of such numbers overflow")))
        } else {
            Err(place.fault(format_args!("is not finite: the number is too large for an {name}")))
        }
    }

    /// A radius, a margin, a half extent.
    fn length(self, value: &Value<'_>, place: &Place<'_>) -> Result<f64, Fault> {
        let length = self.number(value, place)?;
        if length < 0.0 { Err(place.fault("is negative")) } else { Ok(length) }
    }

    fn vector_by(
        self,
        value: &Value<'_>,
        place: &Place<'_>,
        component: impl Fn(Self, &Value<'_>, &Place<'_>) -> Result<f64, Fault>,
    ) -> Result<Vector, Fault> {
        let dim = self.dim;
        let Value::List(items) = value else {
            return Err(place.fault(format_args!("is {}; it must be a list of {dim} numbers", value.kind())));
        };
        if items.len() != dim {
            let len = items.len();
            let s = if len == 1 { "" } else { "s" };
            return Err(place.fault(format_args!("has {len} coordinate{s}; `dim` is {dim}")));
        }
        let mut vector = [0.0; MAX_DIM];
        for (k, (slot, item)) in vector.iter_mut().zip(items).enumerate() {
            *slot = component(self, item, &place.item(k))?;
        }
        Ok(vector)
    }

    fn vector(self, value: &Value<'_>, place: &Place<'_>) -> Result<Vector, Fault> {
        self.vector_by(value, place, Self::number)
    }

    fn vector_of(self, fields: &Fields<'_, '_>, key: &str) -> Result<Vector, Fault> {
        self.vector(fields.need(key)?, &fields.place.key(key))
    }

    fn optional_vector(self, fields: &Fields<'_, '_>, key: &str) -> Result<Option<Vector>, Fault> {
        fields.get(key).map(|value| self.vector(value, &fields.place.key(key))).transpose()
    }

    fn optional_length(self, fields: &Fields<'_, '_>, key: &str) -> Result<Option<f64>, Fault> {
        fields.get(key).map(|value| self.length(value, &fields.place.key(key))).transpose()
    }

    /// A length or a time that is not zero.
    fn positive(self, value: &Value<'_>, place: &Place<'_>) -> Result<f64, Fault> {
        let length = self.length(value, place)?;
        if length > 0.0 { Ok(length) } else { Err(place.fault("is zero")) }
    }

    fn lengths_of(self, fields: &Fields<'_, '_>, key: &str) -> Result<Vector, Fault> {
        self.vector_by(fields.need(key)?, &fields.place.key(key), Self::length)
    }

    fn length_of(self, fields: &Fields<'_, '_>, key: &str) -> Result<f64, Fault> {
        self.length(fields.need(key)?, &fields.place.key(key))
    }

    /// A list that is not empty.
    fn list_of<T>(
        fields: &Fields<'_, '_>,
        key: &str,
        mut item: impl FnMut(&Value<'_>, &Place<'_>) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let (value, place) = (fields.need(key)?, fields.place.key(key));
        match value {
            Value::List(items) if items.is_empty() => Err(place.fault("is empty; it must have at least one entry")),
            Value::List(items) => items.iter().enumerate().map(|(k, value)| item(value, &place.item(k))).collect(),
            _ => Err(place.fault(format_args!("is {}; it must be a list", value.kind()))),
        }
    }

    fn shape_of(self, fields: &Fields<'_, '_>, key: &str) -> Result<Shape, Fault> {
        self.shape(fields.need(key)?, &fields.place.key(key))
    }

    fn shape(self, value: &Value<'_>, place: &Place<'_>) -> Result<Shape, Fault> {
        let fields = Fields::of(value, place)?;
        let type_place = place.key("type");
        let (name, allowed) = one_of(fields.need("type")?, &type_place, &TYPES)?;
        fields.check_keys(format_args!("a shape of type `{name}`"), allowed, &SHAPE_KEYS)?;
        let smooth = matches!(name, "ellipsoid" | "cylinder" | "cone");
        if smooth && self.arithmetic == Arithmetic::Exact {
            return Err(type_place.fault(format_args!("is `{name}`, which exact arithmetic cannot measure")));
        }
        if matches!(name, "cylinder" | "cone" | "frustum") && self.dim != 3 {
            return Err(type_place.fault(format_args!("is `{name}`, which is for 3 dimensions; `dim` is {}", self.dim)));
        }
        if name == "frustum" && self.arithmetic == Arithmetic::Exact {
            return Err(type_place.fault("is `frustum`, whose corners are not exact numbers; give them as `points`"));
        }
        let kind = match name {
            "point" => Kind::Point { at: self.vector_of(&fields, "at")? },
            "segment" => Kind::Segment { ends: self.ends_of(&fields)? },
            "triangle" => {
                let [a, b] = self.ends_of(&fields)?;
                Kind::Points { points: [a, b, self.vector_of(&fields, "c")?].into() }
            }
            "points" => {
                Kind::Points { points: Self::list_of(&fields, "points", |point, place| self.vector(point, place))? }
            }
            "ball" => Kind::Ball {
                radius: self.length_of(&fields, "radius")?,
                center: self.optional_vector(&fields, "center")?.unwrap_or_default(),
            },
            "cuboid" => Kind::Cuboid { half_extents: self.lengths_of(&fields, "half_extents")? },
            "capsule" => Kind::Capsule { ends: self.ends_of(&fields)?, radius: self.length_of(&fields, "radius")? },
            "ellipsoid" => Kind::Ellipsoid { radii: self.lengths_of(&fields, "radii")? },
            "cylinder" => Kind::Cylinder {
                radius: self.length_of(&fields, "radius")?,
                half_height: self.length_of(&fields, "half_height")?,
            },
            "cone" => Kind::Cone {
                radius: self.length_of(&fields, "radius")?,
                half_height: self.length_of(&fields, "half_height")?,
            },
            "frustum" => self.frustum(&fields)?,
            "hull" => Kind::Hull { shapes: self.shapes_of(&fields)? },
            _ => Kind::Sum { shapes: self.shapes_of(&fields)? },
        };
        Ok(Shape {
            kind,
            pose: fields.get("pose").map(|pose| self.pose(pose, &place.key("pose"))).transpose()?,
            margin: fields.get("margin").map(|margin| self.length(margin, &place.key("margin"))).transpose()?,
        })
    }

    fn frustum(self, fields: &Fields<'_, '_>) -> Result<Kind, Fault> {
        let positive = |key: &str| self.positive(fields.need(key)?, &fields.place.key(key));
        let (fov_y, aspect) = (positive("fov_y")?, positive("aspect")?);
        let (near, far) = (self.length_of(fields, "near")?, self.length_of(fields, "far")?);
        if fov_y >= core::f64::consts::PI {
            return Err(fields.place.key("fov_y").fault("is an angle of π or more"));
        }
        if far < near {
            return Err(fields.place.key("far").fault("is less than `near`"));
        }
        Ok(Kind::Frustum { fov_y, aspect, near, far })
    }

    fn ends_of(self, fields: &Fields<'_, '_>) -> Result<[Vector; 2], Fault> {
        Ok([self.vector_of(fields, "a")?, self.vector_of(fields, "b")?])
    }

    fn shapes_of(self, fields: &Fields<'_, '_>) -> Result<Vec<Shape>, Fault> {
        if self.level == self.depth {
            let depth = self.depth;
            return Err(fields.place.fault(format_args!("is nested {depth} deep already, the limit --max-depth")));
        }
        let within = Self { level: self.level + 1, ..self };
        Self::list_of(fields, "shapes", |shape, place| within.shape(shape, place))
    }

    fn pose(self, value: &Value<'_>, place: &Place<'_>) -> Result<Placement, Fault> {
        let keys = ["translation", "rotation"];
        let fields = Fields::of(value, place)?;
        fields.check_keys(format_args!("a pose"), &keys, &keys)?;
        Ok(Placement {
            translation: self.optional_vector(&fields, "translation")?.unwrap_or_default(),
            rotation: fields.get("rotation").map(|r| self.rotation(r, &place.key("rotation"))).transpose()?,
        })
    }

    fn rotation(self, value: &Value<'_>, place: &Place<'_>) -> Result<Rotation, Fault> {
        match value {
            Value::Number(_) if self.dim == 2 && self.arithmetic == Arithmetic::Exact => {
                Err(place.fault("is an angle, whose sine and cosine are not exact numbers; give a matrix"))
            }
            Value::Number(_) if self.dim == 2 => Ok(Rotation::Angle(self.number(value, place)?)),
            Value::List(items) if self.dim == 3 && matches!(items[..], [Value::Number(_), ..]) => {
                self.quaternion(items, place)
            }
            Value::List(rows) if rows.len() == self.dim => {
                let rows = rows.iter().enumerate().map(|(k, row)| self.vector(row, &place.item(k)));
                Ok(Rotation::Matrix(rows.collect::<Result<_, _>>()?))
            }
            Value::List(rows) => {
                Err(place.fault(format_args!("has {} rows; a matrix needs as many as `dim`, {}", rows.len(), self.dim)))
            }
            _ => {
                let kind = value.kind();
                let or = match self.dim {
                    2 => ", or an angle",
                    3 => ", or a quaternion [w, x, y, z]",
                    _ => "",
                };
                Err(place.fault(format_args!("is {kind}; in dimension {} it must be a matrix{or}", self.dim)))
            }
        }
    }

    fn quaternion(self, items: &[Value<'_>], place: &Place<'_>) -> Result<Rotation, Fault> {
        let [w, x, y, z] = items else {
            return Err(place.fault(format_args!("has {} components; a quaternion has 4: w, x, y, z", items.len())));
        };
        let mut q = [0.0; 4];
        for (k, (slot, item)) in q.iter_mut().zip([w, x, y, z]).enumerate() {
            *slot = self.number(item, &place.item(k))?;
        }
        let length = libm::sqrt(q.iter().map(|x| x * x).sum());
        if (length - 1.0).abs() <= 1e-5 {
            Ok(Rotation::Quaternion(q))
        } else {
            Err(place.fault(format_args!(
                "is not a rotation: the quaternion's length is {}, not 1 within 1e-5",
                shown(length)
            )))
        }
    }

    fn ray(self, value: &Value<'_>, unless_separating: bool) -> Result<Task, Fault> {
        let place = Place::Line.key("ray");
        let keys = ["origin", "direction", "max_toi"];
        let fields = Fields::of(value, &place)?;
        fields.check_keys(format_args!("a ray"), &keys, &keys)?;
        let direction = self.vector_of(&fields, "direction")?;
        if direction.iter().all(|x| *x == 0.0) {
            return Err(place.key("direction").fault("is zero"));
        }
        Ok(Task::Raycast {
            origin: self.vector_of(&fields, "origin")?,
            direction,
            max_toi: self.optional_length(&fields, "max_toi")?,
            unless_separating,
        })
    }

    /// Refuses what is for two and three dimensions in floating point only.
    fn flat_or_solid_and_rounded(self, query: &str) -> Result<(), Fault> {
        if !matches!(self.dim, 2 | 3) {
            let sentence = format_args!("is {}; `{query}` is for 2 and 3 dimensions", self.dim);
            return Err(Place::Line.key("dim").fault(sentence));
        }
        if self.arithmetic == Arithmetic::Exact {
            let sentence = format_args!("is `exact`; `{query}` takes `f32` and `f64`");
            return Err(Place::Line.key("scalar").fault(sentence));
        }
        Ok(())
    }

    fn toi(self, fields: &Fields<'_, '_>, a: &Shape) -> Result<Task, Fault> {
        self.flat_or_solid_and_rounded("toi")?;
        let b = self.shape_of(fields, "b")?;
        let motions = [self.motion(fields, "motion_a", a)?, self.motion(fields, "motion_b", &b)?];
        let tolerance = fields.get("tolerance").map(|value| self.positive(value, &Place::Line.key("tolerance")));
        Ok(Task::Toi {
            b,
            motions,
            until: self.positive(fields.need("until")?, &Place::Line.key("until"))?,
            tolerance: tolerance.transpose()?,
            target: self.optional_length(fields, "target")?.unwrap_or_default(),
        })
    }

    /// A motion. A value that is not given is 0, except for the center, which is then where the shape's pose has put
    /// it.
    fn motion(self, fields: &Fields<'_, '_>, key: &str, shape: &Shape) -> Result<Movement, Fault> {
        let center = shape.pose.as_ref().map(|pose| pose.translation).unwrap_or_default();
        let Some(value) = fields.get(key) else {
            return Ok(Movement { linear: Vector::default(), angular: [0.0; 3], center });
        };
        let place = Place::Line.key(key);
        let keys = ["linear", "angular", "center"];
        let fields = Fields::of(value, &place)?;
        fields.check_keys(format_args!("a motion"), &keys, &keys)?;
        let angular_place = place.key("angular");
        let angular = match fields.get("angular") {
            None => [0.0; 3],
            Some(value) if self.dim == 2 => [0.0, 0.0, self.number(value, &angular_place)?],
            Some(value) => {
                let [x, y, z, ..] = self.vector(value, &angular_place)?;
                [x, y, z]
            }
        };
        Ok(Movement {
            linear: self.optional_vector(&fields, "linear")?.unwrap_or_default(),
            angular,
            center: self.optional_vector(&fields, "center")?.unwrap_or(center),
        })
    }
}
