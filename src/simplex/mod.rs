//! The simplex that GJK keeps, and the question it asks of it: where is the origin?
//!
//! A simplex of A − B is grown by one vertex a step and cut down at once to the *feature* (vertex, edge,
//! face, …) whose Voronoi region holds the origin. The newest vertex is always called A; the retained
//! ones B, C, D. After every cut at most `D` vertices are left, so A is handed around beside
//! them and no array of `D + 1` is needed.
//!
//! # Why every surviving feature contains A
//!
//! Let F be the retained feature, q its point nearest the origin, and n = −q (or F's normal on the origin's
//! side where q is lost in rounding), the direction A was found in. A is farther along n than F, or the loop
//! had ended. Moving from q towards A therefore gets nearer to the origin at once, and no point of F can be
//! the nearest of the grown simplex. So only features with A in them are tested.
//!
//! # When A alone is excluded too
//!
//! If moreover A *passed the origin*, a·n ≥ 0, then (q − a)·(0 − a) = |a|² − q·a ≥ |a|²: seen from A, the
//! point q lies towards the origin, and since q is between the other vertices one of the edges at A does. The
//! nearest feature is then more than A itself. Only when A did not pass the origin, that is when the
//! sets are known to be apart and the distance is wanted, can A's own region be the one.

mod any;
pub(crate) mod completion;
mod three;
mod two;

pub use any::ActiveSet;
pub(crate) use any::{Weights, nearest_weights};

use crate::difference::SupportPoint;
use crate::scalar::{Scalar, largest, same, times};
use core::array;
use core::fmt;
use nalgebra::SVector;

/// The at most `D` vertices that GJK retains.
#[derive(Debug)]
pub struct Simplex<T: Scalar, const D: usize> {
    retained: [SupportPoint<T, D>; D],
    len: usize,
}

impl<T: Scalar, const D: usize> Clone for Simplex<T, D> {
    #[inline]
    fn clone(&self) -> Self {
        let mut simplex = Self::empty();
        simplex.clone_from(self);
        simplex
    }

    /// Copies the vertices that there are. (The derived clone copies all D, several times over.)
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        for (slot, vertex) in self.retained.iter_mut().zip(source.vertices()) {
            *slot = vertex.clone();
        }
        self.len = source.len;
    }
}

impl<T: Scalar, const D: usize> PartialEq for Simplex<T, D> {
    fn eq(&self, other: &Self) -> bool {
        self.vertices() == other.vertices()
    }
}

impl<T: Scalar, const D: usize> Default for Simplex<T, D> {
    fn default() -> Self {
        Self::empty()
    }
}

impl<T: Scalar, const D: usize> Simplex<T, D> {
    /// No vertices yet.
    #[inline]
    #[must_use]
    pub fn empty() -> Self {
        Self { retained: array::from_fn(|_| SupportPoint::nothing()), len: 0 }
    }

    /// The retained vertices.
    #[inline]
    #[must_use]
    pub fn vertices(&self) -> &[SupportPoint<T, D>] {
        &self.retained[..self.len]
    }

    /// Retains the newest vertex and those of the present ones that the region names: the newest takes the place of
    /// the first that goes, or comes last if all stay.
    ///
    /// Taking a place keeps the winding: seen from the newest vertex, above the base, the base with one of its vertices
    /// replaced by the newest turns the same way. Where a first side has to be chosen, a mirrored region exchanges the
    /// first two vertices.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    pub fn retain(&mut self, newest: &SupportPoint<T, D>, region: Region) {
        let mut len = 0;
        let mut placed = false;
        for k in 0..self.len {
            if region.has(k + 1) {
                if len < k {
                    self.retained[len] = self.retained[k].clone();
                }
                len += 1;
            } else if !placed {
                self.retained[len].copy_from(newest);
                placed = true;
                len += 1;
            }
        }
        if !placed && len < D {
            self.retained[len].copy_from(newest);
            len += 1;
        }
        self.len = len;
        if region.is_mirrored() {
            self.retained.swap(0, 1);
        }
    }

    /// Whether this point of A − B is one of the vertices.
    #[inline]
    pub(crate) fn has(&self, w: &SVector<T, D>) -> bool {
        self.vertices().iter().any(|vertex| same(&vertex.w, w))
    }

    /// Retains all the present vertices, if there are less than D, and one more.
    #[inline]
    pub(crate) fn push(&mut self, vertex: SupportPoint<T, D>) {
        if self.len < D {
            self.retained[self.len] = vertex;
            self.len += 1;
        }
    }

    /// Removes the last vertex.
    pub(crate) fn pop(&mut self) -> Option<SupportPoint<T, D>> {
        self.len = self.len.checked_sub(1)?;
        Some(self.retained[self.len].clone())
    }

    /// The same with another vertex in place of the one at `index`.
    pub(crate) fn with(&self, index: usize, vertex: &SupportPoint<T, D>) -> Self {
        let mut simplex = self.clone();
        simplex.retained[index].copy_from(vertex);
        simplex
    }
}

/// The feature nearest the origin, by the labels of its vertices: A the newest, then B, C, D, … in the order
/// in which they were retained.
///
/// ```
/// use gjk::Region;
/// assert_eq!(Region::ABC.to_string(), "ABC");
/// assert_eq!(Region::AC.dimension(), 1);
/// ```
#[derive(Clone, Copy, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Region(u16);

#[allow(missing_docs, reason = "the names say it")]
impl Region {
    pub const A: Self = Self(0b0001);
    pub const B: Self = Self(0b0010);
    pub const AB: Self = Self(0b0011);
    pub const AC: Self = Self(0b0101);
    pub const AD: Self = Self(0b1001);
    pub const ABC: Self = Self(0b0111);
    pub const ACD: Self = Self(0b1101);
    pub const ADB: Self = Self(0b1011);

    /// Marks a feature whose first two vertices are exchanged when it is retained, so that the origin comes to lie on the
    /// side that the winding says.
    const MIRRORED: u16 = 1 << 15;

    /// A single vertex.
    pub(crate) const fn vertex(label: usize) -> Self {
        Self(1 << label)
    }

    /// The first `count` vertices.
    pub(crate) const fn first(count: usize) -> Self {
        Self((1 << count) - 1)
    }

    /// The feature with one more vertex.
    #[must_use]
    pub(crate) const fn with(self, label: usize) -> Self {
        Self(self.0 | 1 << label)
    }

    /// The feature without one of its vertices.
    #[must_use]
    pub(crate) const fn without(self, label: usize) -> Self {
        Self(self.0 & !(1 << label))
    }

    /// The same feature with the origin on its other side.
    #[must_use]
    pub(crate) const fn mirrored(self) -> Self {
        Self(self.0 | Self::MIRRORED)
    }

    const fn is_mirrored(self) -> bool {
        self.0 & Self::MIRRORED != 0
    }

    /// How many vertices the feature has.
    pub(crate) const fn count(self) -> usize {
        (self.0 & !Self::MIRRORED).count_ones() as usize
    }

    /// Whether vertex number `label` (0 is A) belongs to the feature.
    #[must_use]
    pub fn has(self, label: usize) -> bool {
        self.0 >> label & 1 == 1
    }

    /// 0 for a vertex, 1 for an edge, 2 for a triangle, …
    #[must_use]
    pub fn dimension(self) -> usize {
        self.count().saturating_sub(1)
    }
}

impl PartialEq for Region {
    /// The same vertices, whichever side the origin is on.
    fn eq(&self, other: &Self) -> bool {
        (self.0 ^ other.0) & !Self::MIRRORED == 0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The triangle ADB is named in the winding order of the tetrahedron's faces.
        if *self == Self::ADB {
            return f.pad("ADB");
        }
        ('A'..='O').enumerate().filter(|(label, _)| self.has(*label)).try_for_each(|(_, name)| write!(f, "{name}"))
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Where the origin is, in [`SimplexCases::locate`].
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Step<T, const D: usize> {
    /// In the simplex of all D + 1 vertices, the newest and those retained.
    Enclosed,
    /// Outside, or on a feature.
    Search {
        /// The nearest feature.
        region: Region,
        /// From that feature towards the origin, perpendicular to it.
        direction: SVector<T, D>,
    },
    /// The newest vertex is, up to rounding, in the affine hull of the retained ones: it adds nothing.
    Flat,
}

/// How the feature of a simplex that is nearest the origin is found, in dimension `D`.
///
/// Implemented for the strategies [`Cases`] (2D and 3D as the literature tells them, other dimensions
/// forwarded) and [`ActiveSet`] (any dimension).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no simplex cases for dimension {D} with scalar `{T}`",
    note = "dimensions 2 and 3 need a `Scalar`; 1 and 4 to 8 need a `Field`, a scalar that divides"
)]
pub trait SimplexCases<T: Scalar, const D: usize> {
    /// By how many units of roundoff of the largest coordinate a vertex has to miss the origin before its direction
    /// counts as a separating axis. 0 where directions are products of coordinates, whose rounding has never been seen to
    /// separate what intersects; more where they are solved for.
    const DOUBT: u32;

    /// Finds the feature of the simplex and its newest vertex that is nearest the origin, and where to look from there.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn locate(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>) -> Step<T, D> {
        Self::examine(simplex, newest, &mut ())
    }

    /// The same, telling what is tested on the way.
    ///
    /// The newest vertex lies beyond the retained feature in the direction of the last step; what that excludes is argued
    /// at the head of `src/simplex/mod.rs`. Retaining the feature is the caller's: [`Simplex::retain`].
    fn examine(simplex: &Simplex<T, D>, newest: &SupportPoint<T, D>, tests: &mut impl Tests<T, D>) -> Step<T, D>;

    /// A vector perpendicular to the affine hull of at most `D` vertices, of any length; zero where they are dependent.
    fn perpendicular(vertices: &[SupportPoint<T, D>]) -> SVector<T, D>;
}

/// Something whose sign is tested to find the region that the origin is in. AO is the way from A to the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Test {
    /// AB · AO: positive if the origin is, along this edge, on the far side of A.
    Along(Region),
    /// AB⊥ · AO, in the plane: positive if the origin is beyond this edge; to its left where an edge is all there is.
    Beyond(Region),
    /// The same in the plane of a face, in space: positive if the origin is beyond the edge, as seen from the face.
    Across {
        /// The edge.
        edge: Region,
        /// The face.
        face: Region,
    },
    /// ABC · AO, with ABC short for the face's normal AB × AC: positive if the origin is in front of this face.
    Front(Region),
    /// The barycentric weight of this vertex (0 is A) in the projection of the origin on the affine hull of several:
    /// negative if the origin's projection is across from it.
    Weight(usize),
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Along(edge) => write!(f, "{edge} · AO"),
            Self::Beyond(edge) => write!(f, "{edge}⊥ · AO"),
            Self::Across { edge, face } => write!(f, "{edge}⊥ · AO in {face}"),
            Self::Front(face) => write!(f, "{face} · AO"),
            Self::Weight(label) => write!(f, "weight of {}", Region::vertex(*label)),
        }
    }
}

/// Hears of the tests by which a strategy finds the region. The empty default costs nothing.
///
/// ```
/// use gjk::{Cases, Region, Simplex, SimplexCases, SupportPoint, Test, Tests, VertexId, nalgebra::Vector2};
/// struct List(Vec<String>);
/// impl Tests<f64, 2> for List {
///     fn test(&mut self, test: Test, _: &Vector2<f64>, value: &f64) { self.0.push(format!("{test} = {value}")); }
/// }
/// let vertex = |x, y| SupportPoint { w: Vector2::new(x, y), a: Vector2::zeros(), b: Vector2::zeros(), ids: [VertexId(0); 2] };
/// let mut simplex = Simplex::empty();
/// simplex.retain(&vertex(2.0, 1.0), Region::A);
/// let mut list = List(Vec::new());
/// let _ = Cases::examine(&simplex, &vertex(-1.0, 1.0), &mut list);
/// assert_eq!(list.0, ["AB · AO = 3", "AB⊥ · AO = -3"]); // the origin is below the edge
/// ```
pub trait Tests<T, const D: usize> {
    /// A sign was looked at: that of `value`. Where it is a product `normal` · AO, the origin is on that side of the plane
    /// through A with this normal; for a [`Test::Weight`] the normal is zero.
    #[cfg_attr(not(any(debug_assertions, feature = "small")), inline(always))]
    fn test(&mut self, test: Test, normal: &SVector<T, D>, value: &T) {
        let _ = (test, normal, value);
    }
}

impl<T, const D: usize> Tests<T, D> for () {}

/// The default strategy: Voronoi cases in two and three dimensions, the active set in all others.
#[derive(Clone, Copy, Debug)]
pub struct Cases;

/// What the debug assertions ask of a region that an argument excludes: that `value`, a product of `degree`
/// coordinates of the vertices, is not negative by more than rounding. True for NaN, which ends the loop elsewhere.
pub(crate) fn not_negative<T: Scalar, const D: usize>(value: &T, degree: u32, vertices: &[SupportPoint<T, D>]) -> bool {
    let size = vertices.iter().map(|vertex| largest(&vertex.w)).fold(T::zero(), crate::scalar::max);
    let slack = (0..degree).fold(times(64, &T::epsilon()), |product, _| product * size.clone());
    #[expect(clippy::neg_cmp_op_on_partial_ord, reason = "a NaN must pass")]
    !(*value < -slack)
}
