//! Every multiple of ε that the library allows for rounding: what it bounds, why it is that large, and who uses it.
//!
//! ε is [`Scalar::epsilon`](crate::Scalar::epsilon), the gap between 1 and the next number; one operation is off by at most
//! ε/2 of its result. L is the size of A − B: no coordinate that a query computes with is larger (`Frame::size`). All other
//! files take their multiples from here by name, and a test of xtask fails if one is written elsewhere.
//!
//! # The budget
//!
//! Distances, depths and witness points of polytopes in two and three dimensions are within [`PROMISED`] ε·L. The error of a **distance**
//! and its points has these parts:
//!
//! | step | ε·L |
//! | --- | --- |
//! | the vertices: two dot products compared, and the differences | [`compared`], D + 1, and [`ONE_SUM`], 1 |
//! | the last step of the search: it gains less | [`LEAST_GAIN`], 4 |
//! | the claim that ends it: it is checked up to twice the least gain | [`CLAIM`], 8 |
//! | the nearest point is farther than the separating plane by at most | [`AGREED`], 16 |
//! | the points are off the plane's normal by at most | [`BESIDE`], 16, or [`AT`], 8, if they need not be found again |
//! | in all, in space | 49 |
//!
//! The rest of the budget is for solving for the weights, and for the pose that turns points and normals back.
//!
//! A **depth** is between the level of a facet and the reach of a support point along its normal. An expansion whose bounds differ
//! by more than [`MET`] times [`GAP`], 64 ε·L, refines the depth. A **cast** that stalls is a hit up to [`STALLED_CAST`] times the
//! least gain, 32 ε·L.
//!
//! The other tolerances do not add to an error. Some are *guards*: they leave thinner, smaller or nearer things to a slower method (the
//! closed forms, the start of an expansion, normals of slivers). Others are *bounds of proofs*: docs/proof.md derives them, and
//! tests/proofs/gappa/check proves them from the values here.
//!
//! Some are multiples of another tolerance, of ρ or of ε²; their comments say so.

#![cfg_attr(not(feature = "exact"), allow(dead_code, reason = "proofs take some of them"))]

// The promise.

/// The error of distances, depths and witness points of polytopes. Users: `closed_form`, half-spaces and times of impact,
/// which count on it; `tests/proofs/assumptions.rs` and all tests that judge answers.
pub(crate) const PROMISED: u32 = 64;

const _: () = assert!(compared(3) + ONE_SUM + LEAST_GAIN + CLAIM * LEAST_GAIN + AGREED + BESIDE <= PROMISED);
const _: () = assert!(MET * GAP <= PROMISED && STALLED_CAST * LEAST_GAIN <= PROMISED && AT <= BESIDE);

// Searches.

/// The last step gains less: the difference of two dot products, each off by about 2 ε. User: `search/state.rs`.
pub(crate) const LEAST_GAIN: u32 = 4;
/// Times the least gain: a claim is right if it is off by no more. By default 8 ε, for two such comparisons. User: `search/doubt.rs`.
pub(crate) const CLAIM: u32 = 2;
/// Times the least gain, 64 ε: a long search ends with the origin so near a feature's plane. User: `search/doubt.rs`.
pub(crate) const IN_PLANE: u32 = 16;
/// As [`IN_PLANE`], 16 times as much, for searches that take very long.
pub(crate) const IN_PLANE_AT_LAST: u32 = 256;
/// Times the least gain: a cast that stalls counts as a hit if it is as near as this. By default 32 ε. User: `search/cast.rs`.
pub(crate) const STALLED_CAST: u32 = 8;
/// If a distance and the bound that its plane proves differ by at most this, that is rounding: each is a dot product, or the root of
/// one, of a mean of D + 1 vertices. Users: `search/witness.rs`, `closed_form`.
pub(crate) const AGREED: u32 = 16;
/// The plane's normal is preferred if the nearest point is off it by at most this. User: `search/witness.rs`.
pub(crate) const BESIDE: u32 = 16;
/// A point, a sum of products with three weights, is where it should be up to this. Users: `search/witness.rs`, `closed_form/boxes`.
pub(crate) const AT: u32 = 8;
/// The origin is on a recalled feature up to this, where rounding loses its direction. User: `search/resume.rs`.
pub(crate) const AT_ORIGIN: u32 = 16;
/// A vertex has to fall short of the origin by this before a direction that was solved for separates: such a direction is
/// off the perpendicular by about ε. User: `SimplexCases::SEPARATION_SLACK` in `simplex/any.rs`.
pub(crate) const SOLVED_AXIS: u32 = 1;

// Simplices.

/// The area of two vertices is off by at most this times the square of their size: two products and a difference, ε/2
/// of 4 in all. Users: `simplex/claims.rs`, `certified/doubt.rs`.
pub(crate) const AREA: u32 = 2;
/// The volume of three vertices is off by at most this times the cube of their size. A component of a cross product is off by 2 ε,
/// and no larger than 2; the dot product with a third vertex adds its own: 15 in all. Users: as of [`AREA`].
pub(crate) const VOLUME: u32 = 16;
/// In ε of the longest coordinate of an edge: if less of the edge is left beside D others, it depends on them: D dot
/// products. User: `simplex/projection.rs`.
pub(crate) const DEPENDENT: u32 = 16;
/// A point lower by at most this is so by rounding: two dot products. User: `simplex/nearest.rs`.
pub(crate) const DROPPED: u32 = 16;
/// A nearest point, a sum of products, with no larger coordinate is at the origin. User: `simplex/any.rs`.
pub(crate) const LOST_DIRECTION: u32 = 4;
/// The sine of the least angle for closed nearest points: 10 bits are lost there. User: `simplex/nearest.rs`.
pub(crate) const LEAST_SINE: u32 = 1024;

// Expansions.

/// A vertex sees a facet if it is farther beyond: two dot products, each off by about 2 ε. User: `epa/expand.rs`.
pub(crate) const VISIBLE: u32 = 4;
/// Nothing is beyond a facet of the boundary by more, four [`VISIBLE`]: less leads to slivers. User: `epa/expand.rs`.
pub(crate) const GAP: u32 = 16;
/// Times [`GAP`]: the bounds of a depth have met if they differ by at most this. User: `epa/depth.rs`.
pub(crate) const MET: u32 = 4;
/// Bounds that are farther apart may belong to a wrong minimum: four times what counts as met. User: `epa/expand.rs`.
pub(crate) const LOOSE: u32 = 256;
/// A triangle is solid if twice its area is more than this times the square of the size. The longest edge is at most 2√2 times
/// the size, so every height is at least 724 ε of the size. (The area is off by about 16 ε.) User: `epa/polygon.rs`.
pub(crate) const SOLID_TRIANGLE: u32 = 1 << 11;
/// A tetrahedron is solid if six times its volume, off by less than 200 ε, is more than this times the cube of the
/// size. That is a height times twice a triangle's area, at most 4√3 times the square of the size: so every height is
/// at least 1182 ε of the size. User: `epa/mesh.rs`.
pub(crate) const SOLID_TETRAHEDRON: u32 = 1 << 13;
/// A vertex adds to the affine hull of others if it is farther from that. A direction of the hull has an error of ε · size /
/// length, where length belongs to the vector it was made of. User: `epa/span.rs`.
pub(crate) const INDEPENDENT: u32 = 256;
/// An edge of a box is in the plane of a facet up to this: one dot product. User: `closed_form/boxes.rs`.
pub(crate) const BOX_EDGE: u32 = 2;
/// The limit of refining: the rounding of a dot product. Users: `epa/refine.rs`, `epa/depth.rs`.
pub(crate) const REFINED: u32 = 2;
/// In ε of a unit normal, which is turned across an edge to find the vertices on its two sides: far more than its rounding. User:
/// `epa/refine.rs`.
pub(crate) const ACROSS_EDGE: u32 = 64;
/// Times [`REFINED`]: two vertices farther apart are the ends of an edge, and not one vertex. User: `epa/refine.rs`.
pub(crate) const TWO_VERTICES: u32 = 64;
/// The least extent of a set that a depth is refined of: rounding hides what is smaller. User: `epa/depth.rs`.
pub(crate) const LEAST_EXTENT: u32 = 1 << 12;

// Closed forms.

/// A verdict is not in doubt if the separation is more than this: contacts are that accurate. User: `closed_form`.
pub(crate) const CLEAR: u32 = PROMISED;
/// A normal fits an edge with ends level to this: two dot products, and its own loss. User: `closed_form/polygons.rs`.
pub(crate) const EDGE_FITS: u32 = 16;
/// Two sides that overlap are beside each other if they miss each other by at most this: four dot products. User: as of [`EDGE_FITS`].
pub(crate) const SPANS_MEET: u32 = 16;
/// The sine of the angle between edges of two boxes below which they have no axis. The faces between their axes are so narrow that the
/// faces beside these give the same depth up to rounding, and no square underflows above it. User: `closed_form/boxes.rs`.
pub(crate) const PARALLEL_EDGES: u32 = 1;
/// Vertices of a polygon are level if their heights, dot products, differ by at most this. User: as of [`EDGE_FITS`].
pub(crate) const LEVEL: u32 = 2;

// Manifolds.

/// A ring or a face has no area if it is at most this times the square of its size. Users: `manifold/reduce.rs`, `outline.rs`.
pub(crate) const FLAT: u32 = 64;
/// A segment is seen as a point if it reaches no farther across the normal, for its rise. User: `manifold/outline.rs`.
pub(crate) const UPRIGHT: u32 = 64;
/// The largest square of the sine between edges that may share a line: to √ε. User: `manifold/clip.rs`.
pub(crate) const SIDE_BY_SIDE: u32 = 64;
/// The largest square of the distance, at unit scale, between a line on a curved side and the contact's point, at which the line counts.
/// Take a side of radius r against an edge at the distance d from the side's axis. A normal that is turned by θ around the edge loses dθ²/2
/// of the separation, and a separation is known to [`PROMISED`] ε·L. So θ² is at most 2 · [`PROMISED`] · ε·L/d, and the line is rθ beside
/// the point. At unit scale L is at most 4, and r²/d at most 2 unless the edge is deep inside. User: `manifold/outline.rs`.
pub(crate) const AIMED: u32 = 1 << 10;
const _: () = assert!(2 * PROMISED * 4 * 2 <= AIMED);
/// The error of places across a normal, at unit scale. Users: `manifold/outline.rs`, `clip.rs`, `reduce.rs`.
pub(crate) const ACROSS: u32 = 16;
/// Times [`ACROSS`]: two lines are one if they are that near each other, as each is off by as much as places are. User: `manifold/clip.rs`.
pub(crate) const AS_ONE: u32 = 2;
/// Times [`ACROSS`]: a line goes through the contact's point if it is that near, and if nothing else is shared, two lines that are as near each other
/// are one. Each goes through a point of its own, and one of these is beside the normal of the other by [`BESIDE`] · ε·L, where L is at most 4
/// at unit scale. User: `manifold/clip.rs`.
pub(crate) const THROUGH: u32 = 4;
const _: () = assert!(4 * BESIDE <= THROUGH * ACROSS);
/// The error of separations, at unit scale, coordinates included. User: `manifold/measure.rs`.
pub(crate) const MEASURED: u32 = 16;
/// Times [`MEASURED`]: a shape does not reach beyond a face's plane by more. User: `manifold/measure.rs`.
pub(crate) const BEYOND_FACE: u32 = 4;
/// A face whose normal has a slope of at most this has the contact's normal. User: `manifold/measure.rs`.
pub(crate) const STRAIGHT: u32 = 16;
/// A rotation that moves a unit normal by at most this does not count. User: `manifold/keep.rs`.
pub(crate) const STILL: u32 = 4;

// Casts and times of impact.

/// In ε of the largest component of a velocity: motion along a surface does not separate if it is slower. User:
/// `cast.rs`.
pub(crate) const ALONG: u32 = 64;
/// The error of a cast's last plane: a sum of D products, and a support point a few ε short. User: `cast.rs`.
pub(crate) const CAST_PLANE: u32 = 16;
/// As [`CAST_PLANE`], of the margins.
pub(crate) const CAST_MARGIN: u32 = 4;
/// The error of a cast's speed towards a plane: a sum of D products and some ε. User: `cast.rs`.
pub(crate) const fn cast_speed(d: u32) -> u32 {
    d + 4
}
/// The error of a speed towards a half-space: D products of twice the digits, and a unit vector. User: `half_space.rs`.
pub(crate) const fn half_space_speed(d: u32) -> u32 {
    4 * d
}
/// In ε of a time: a gap that takes a step this short cannot be resolved. User: `time_of_impact.rs`.
pub(crate) const IN_TIME: u32 = 4;
/// The error that comparing two support points adds to a separation. User: `time_of_impact.rs`.
pub(crate) const SEPARATION: u32 = 8;
/// In ε of a time: a step ends so much earlier, for the sum and the difference that it was computed with. User:
/// `time_of_impact.rs`.
pub(crate) const EARLIER: u32 = 2;
/// The error of a parabola's depth below its chord, of itself and of 1. User: `time_of_impact.rs`.
pub(crate) const DIP: u32 = 32;
/// The error of a parabola's root: a slope, a discriminant, a root, a sum and a quotient. User: `time_of_impact.rs`.
pub(crate) const ROOT: u32 = 8;
/// The support points of a body whose shape has no bound of its own. User: `time_of_impact/body.rs`.
pub(crate) const UNKNOWN_SHAPE: u32 = 8;
/// As [`UNKNOWN_SHAPE`], of the margin.
pub(crate) const UNKNOWN_MARGIN: u32 = 2;
/// Turning a point and a direction: D/2 in each of D coordinates each; and one sum. User: `time_of_impact/body.rs`.
pub(crate) const fn turning(d: u32) -> u32 {
    d * d + 1
}
/// Times ρ: a bound for each coordinate is one for vectors if it is √D times as large. User: `time_of_impact/body.rs`.
pub(crate) const fn as_vector(d: u32) -> u32 {
    d.isqrt() + 1
}
/// The place that a motion has come to: products, and their sum with the center. Users: `motion.rs`, `time_of_impact/body.rs`.
pub(crate) const PLACE: u32 = 1;
/// The error of a rigid motion's speed along a direction, and of its turn. User: `motion.rs`.
pub(crate) const RIGID_SPEED: u32 = 8;
/// In ε of an angle, with the ε of `f64`: a square root of three squares, times a time, is off by less. User:
/// `motion.rs`.
pub(crate) const ANGLE: u32 = 3;
/// In ε of `f64`: the sine, the cosine, the axis and the matrix that is made of them add less. User: `motion.rs`.
pub(crate) const TURNED_MATRIX: u32 = 16;

// Numbers, and what constructors check.

/// The next number, or the one after it. User: `bounds.rs`, where sums are rounded up.
pub(crate) const NEXT: u32 = 1;
/// When a ray meets a side of a box: a difference, a quotient, and what is added for them are rounded. User:
/// `aabb.rs`.
pub(crate) const SLAB: u32 = 2;
/// Times ε²: about the rounding of a sum or a product of twice the digits. User: `scalar/doubled.rs`.
pub(crate) const DOUBLED: u32 = 8;
/// Times ε²: what a volume of twice the digits may be off by. User: `predicates.rs`, which derives it.
pub(crate) const DOUBLED_VOLUME: u32 = 36;
/// The square of a quaternion's length may be off 1 by this: four squares, and sums. User: `pose.rs`.
pub(crate) const UNIT_QUATERNION: u32 = 8;
/// The square of a written normal's length may be off 1 by this. User: `shape/written.rs`.
#[cfg(feature = "serde")]
pub(crate) const UNIT_NORMAL: u32 = 16;
/// Products of a rotation's columns in coarse numbers: rounded entries, a sum of D products, a square. User: `pose.rs`.
pub(crate) const fn rotation(d: u32) -> u32 {
    d + 4
}
/// Corners of split faces are so near one face's plane: faces are made within half of it. User: `shape/convex_hull.rs`.
pub(crate) const ONE_FACE: u32 = 8;
/// The distance of a hull's points from its facets, beside steps of the lattice. User: `shape/lattice.rs`.
pub(crate) const LATTICE: u32 = 4;
/// Times ε/2 of `f64`: the roundings of a height above a facet of integers. User: `shape/quickhull.rs`.
pub(crate) const HULL_FACET: u32 = 6;

// Bounds on support points: docs/proof.md derives them.

/// One sum or product, ε/2 of its result. Users: points, cuboids, balls, clouds; margins; differences of vertices.
pub(crate) const ONE_SUM: u32 = 1;
/// Two dot products are compared, each of D products; and one subtraction. Users: segments, triangles and other points, clouds, hulls.
pub(crate) const fn compared(d: u32) -> u32 {
    d + 1
}
/// As [`compared`], with products with a cell's corners, and comparisons with its border. User: `shape/cloud.rs`.
pub(crate) const fn indexed(d: u32) -> u32 {
    (d * (d + 11)).div_ceil(3) + 1
}
/// Three sums, of the middles and of the extent. User: `shape/sum.rs`.
pub(crate) const SUM: u32 = 2;
/// A round part of a hull: its direction at unit length, the product with its radius, and a sum. User: `shape/hull.rs`.
pub(crate) const fn round_part(d: u32) -> u32 {
    d + 4
}
/// The roundings of a coordinate, whose direction is brought to unit length; and one subtraction. User: `shape/ellipsoid.rs`.
pub(crate) const fn ellipsoid(d: u32) -> u32 {
    d + 2
}
/// As [`ellipsoid`], of a circle. User: `shape/upright.rs`.
pub(crate) const CIRCLE: u32 = 4;
/// The sign that decides between apex and rim belongs to a sum with six roundings. User: `shape/upright.rs`.
pub(crate) const CONE_SIGN: u32 = 5;
/// Direction and point are turned: three times D/2; and half of two sums with the translation. User: `shape/posed.rs`.
pub(crate) const fn turned(d: u32) -> u32 {
    3 * (d + 1) / 2
}
/// The other half: of the extent. User: `shape/posed.rs`.
pub(crate) const TRANSLATED: u32 = 1;
/// Entries of a matrix that was rounded from a quaternion are off by 5 ε; it takes part three times. User: `shape/posed.rs`.
pub(crate) const fn quaternion(d: u32) -> u32 {
    15 * d
}
/// In ε of the square of the scale: rows of `MᵀM`, of D sums of D products, and a difference; twice. User:
/// `shape/posed.rs`.
pub(crate) const fn skew(d: u32) -> u32 {
    d * (d + 2)
}
/// In ε of a bound itself: computing it takes a few sums and products. Users: `shape`, `time_of_impact.rs`.
pub(crate) const RAISED: u32 = 4;
/// As [`RAISED`], for bounds with twice as many operations. Users: `shape/sum.rs`, `shape/posed.rs`, `time_of_impact/body.rs`.
pub(crate) const RAISED_TWICE: u32 = 8;
/// As [`RAISED`], for the bound of a posed shape, with row sums of D numbers. User: `shape/posed.rs`.
pub(crate) const fn raised_turned(d: u32) -> u32 {
    2 * d + 8
}

// Bounds of proofs: docs/proof.md derives them.

/// A term of a dot product. See [`dot`].
pub(crate) const TERM: u32 = 1;
/// A dot product: half for each term, of the vertex that was found and of any other. Users: `certified/doubt.rs`, `certificate.rs`.
pub(crate) const fn dot(terms: u32) -> u32 {
    TERM * terms
}
/// The sum of two margins, and its product with a power of two. User: `certified/filter.rs`.
pub(crate) const MARGINS: u32 = 2;
/// A speed along a direction: D products of rounded differences. The other ε pays for computing the bound. User: `certified/doubt.rs`.
pub(crate) const fn speed(d: u32) -> u32 {
    d + 2
}
/// The winding of a facet: a rounded edge, or a cross product, 4 ε, times a vertex. User: `certified/doubt.rs`.
pub(crate) const fn winding(d: u32) -> u32 {
    if d == 2 { 1 } else { 12 }
}
/// The sum of the absolute components of a cross product: three times [`AREA`]. User: `certified/doubt.rs`.
pub(crate) const CROSS: u32 = 6;
/// A volume, of the sum of its absolute products: six roundings. User: `certified/doubt.rs`.
pub(crate) const TRIPLE: u32 = 3;
/// A gap and margins, compared by squares, where 6 would do in space. User: `certified/filter.rs`.
pub(crate) const SQUARES: u32 = 64;
/// A distance along a direction: a difference, a length and a quotient, D/2 + 3, in any dimension. User: `certified/filter.rs`.
pub(crate) const ALONG_DIRECTION: u32 = 64;
/// At most six sums, products or quotients, ε/2 each. Users: `certified/filter.rs`, `cast.rs`, `distance.rs`.
pub(crate) const FEW_OPERATIONS: u32 = 4;
/// The distance of a point of a simplex, of itself: 3D/4 + 1.5, enough up to 8D. User: `certified/filter.rs`.
pub(crate) const FARTHEST: u32 = 8;
/// Bounds on a depth that differ by more belong to slivers: exact arithmetic measures it. User: `certified/distance.rs`.
pub(crate) const SLIVERS: u32 = 1 << 10;
/// The least error of a vertex: large enough for underflow to be small beside it. User: `certified/certificate.rs`.
pub(crate) const LEAST_ERROR: u32 = 1;
/// A point turned by a quaternion's rounded matrix: [`dot`], and 5 ε for each entry. User: `certified/certificate.rs`.
pub(crate) const fn dot_with_quaternion(d: u32) -> u32 {
    6 * d
}
