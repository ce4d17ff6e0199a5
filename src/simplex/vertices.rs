//! The vertices that GJK keeps ([`Simplex`]), and the names of the features that they span ([`Region`]).

use crate::scalar::{Scalar, same};
use crate::vertex::SupportPoint;
use core::{array, fmt, iter};
use nalgebra::SVector;

/// A feature (vertex, edge, face, …) of a simplex, by the labels of its vertices: W, number 0, is the newest one.
///
/// Every feature can be named, with the newest vertex or without it:
///
/// ```
/// use gjk::simplex::Region;
/// assert_eq!(Region::WXY.to_string(), "WXY");
/// assert_eq!(Region::WY.dimension(), 1);
/// assert_eq!(Region::WYZ, Region::WY.with(3));
/// assert_eq!(Region::XYZ, Region::first(4).without(0));
/// assert!(!Region::XYZ.has(0) && Region::XYZ.count() == 3);
/// assert_eq!(Region::vertex(4).to_string(), "V"); // four dimensions have one more
/// ```
///
/// Labels go up to 14: a simplex has at most 15 vertices. A label beyond that belongs to no feature.
#[derive(Clone, Copy, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "Voronoi")]
pub struct Region(u16);

#[allow(missing_docs, reason = "the names say it")]
impl Region {
    pub const W: Self = Self::vertex(0);
    pub const X: Self = Self::vertex(1);
    pub const Y: Self = Self::vertex(2);
    pub const Z: Self = Self::vertex(3);
    pub const WX: Self = Self::W.with(1);
    pub const WY: Self = Self::W.with(2);
    pub const WZ: Self = Self::W.with(3);
    pub const XY: Self = Self::X.with(2);
    pub const YZ: Self = Self::Y.with(3);
    pub const ZX: Self = Self::Z.with(1);
    pub const WXY: Self = Self::WX.with(2);
    pub const WYZ: Self = Self::WY.with(3);
    pub const WZX: Self = Self::WZ.with(1);
    pub const XYZ: Self = Self::XY.with(3);

    /// Marks a feature whose first two vertices are exchanged when it is retained: its winding tells the origin's side.
    const MIRRORED: u16 = 1 << Self::LABELS;

    const LABELS: usize = 15;

    const fn bit(label: usize) -> u16 {
        if label < Self::LABELS { 1 << label } else { 0 }
    }

    /// A single vertex.
    #[must_use]
    pub const fn vertex(label: usize) -> Self {
        Self(Self::bit(label))
    }

    /// The first `count` vertices.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        Self(if count < Self::LABELS { Self::bit(count) - 1 } else { Self::MIRRORED - 1 })
    }

    /// The feature with one more vertex.
    #[must_use]
    pub const fn with(self, label: usize) -> Self {
        Self(self.0 | Self::bit(label))
    }

    /// The feature without one of its vertices.
    #[must_use]
    pub const fn without(self, label: usize) -> Self {
        Self(self.0 & !Self::bit(label))
    }

    /// The feature with the origin on its other side: retaining it exchanges the first two vertices that stay.
    ///
    /// The [default cases](crate::simplex::Cases) rely on the order of the retained vertices, which tells where the origin is.
    /// In the plane it is to the left of an edge from its first vertex to its second. In space it is on the side from which
    /// the vertices of a triangle turn counter-clockwise. A strategy that does not rely on the order need not mirror.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 | Self::MIRRORED)
    }

    /// Returns whether the first two vertices are exchanged when the feature is retained.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.0 & Self::MIRRORED != 0
    }

    /// The number of vertices.
    #[must_use]
    pub const fn count(self) -> usize {
        (self.0 & !Self::MIRRORED).count_ones() as usize
    }

    /// Returns whether vertex number `label` (0 is W) belongs to the feature.
    #[must_use]
    pub const fn has(self, label: usize) -> bool {
        self.0 & Self::bit(label) != 0
    }

    /// The labels of its vertices, the lowest first.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn labels(self) -> impl Iterator<Item = usize> {
        let without_lowest = |left: &u16| Some(left & left.checked_sub(1)?);
        let left = iter::successors(Some(self.0 & !Self::MIRRORED), without_lowest);
        left.take_while(|left| *left != 0).map(|left| left.trailing_zeros() as usize)
    }

    /// All its features, itself included, each after its own features.
    pub(crate) fn features(self) -> impl Iterator<Item = Self> {
        (1..=self.0).filter(move |part| part & !self.0 == 0).map(Self)
    }

    /// 0 for a vertex, 1 for an edge, 2 for a triangle, …
    #[must_use]
    pub const fn dimension(self) -> usize {
        self.count().saturating_sub(1)
    }
}

impl PartialEq for Region {
    /// Returns whether the vertices are the same, whichever side the origin is on.
    fn eq(&self, other: &Self) -> bool {
        (self.0 ^ other.0) & !Self::MIRRORED == 0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // These two are named in the order in which the faces of the tetrahedron wind.
        if *self == Self::WZX {
            return f.pad("WZX");
        }
        if *self == Self::ZX {
            return f.pad("ZX");
        }
        // The newest is W in any dimension; in more than three, letters go on downwards.
        let names = "WXYZVUTSRQPONML".chars().enumerate();
        names.filter(|(label, _)| self.has(*label)).try_for_each(|(_, name)| write!(f, "{name}"))
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The vertices that GJK retains, at most `D`: they span the feature nearest the origin.
///
/// To build one, start with [`empty`](Self::empty) and add a vertex at a time by [`retain`](Self::retain).
#[derive(Debug)]
pub struct Simplex<T: Scalar, const D: usize> {
    retained: [SupportPoint<T, D>; D],
    len: usize,
}

impl<T: Scalar, const D: usize> Clone for Simplex<T, D> {
    #[cfg_attr(fast, inline(always))]
    fn clone(&self) -> Self {
        let mut simplex = Self::empty();
        simplex.clone_from(self);
        simplex
    }

    /// Copies only the vertices that are in use. (The derived clone copies all D, several times over.)
    #[cfg_attr(fast, inline(always))]
    fn clone_from(&mut self, source: &Self) {
        for (slot, vertex) in self.retained.iter_mut().zip(source.vertices()) {
            slot.copy_from(vertex);
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
    #[must_use]
    pub fn empty() -> Self {
        Self { retained: array::from_fn(|_| SupportPoint::nothing()), len: 0 }
    }

    pub(crate) fn of_one(vertex: SupportPoint<T, D>) -> Self {
        let mut simplex = Self::empty();
        simplex.push(vertex);
        simplex
    }

    /// One vertex, or two. Copies both in any case, to avoid a branch.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn of_two(first: SupportPoint<T, D>, second: SupportPoint<T, D>, both: bool) -> Self {
        let mut simplex = Self::empty();
        if let [slot, other, ..] = &mut simplex.retained[..] {
            (*slot, *other) = (first, second);
        }
        simplex.len = 1 + usize::from(both);
        simplex
    }

    /// The retained vertices.
    #[must_use]
    pub fn vertices(&self) -> &[SupportPoint<T, D>] {
        &self.retained[..self.len]
    }

    /// Cuts the simplex of the newest vertex and the present ones down to a feature.
    ///
    /// If the newest vertex belongs to the feature, it takes the place of the first vertex that is dropped, or comes last if
    /// none is. If it does not, it is dropped itself. The vertices that stay keep their order.
    ///
    /// This keeps the winding: if the newest vertex is above the base and replaces one of its vertices, the new base turns the
    /// same way. Where the first winding has to be chosen, or a feature without the newest vertex has the origin on its other
    /// side now, a [mirrored](Region::mirrored) region exchanges the first two vertices.
    ///
    /// ```
    /// use gjk::{nalgebra::Vector3, simplex::{Region, Simplex, SupportPoint, VertexId}};
    /// let vertex = |x, y, z| SupportPoint { w: Vector3::new(x, y, z), a: Vector3::zeros(), b: Vector3::zeros(), ids: [VertexId(0); 2] };
    /// let [a, b, c, d] = [vertex(0.0, 0.0, 2.0), vertex(1.0, 0.0, 0.0), vertex(0.0, 1.0, 0.0), vertex(-1.0, -1.0, 0.0)];
    /// let mut base = Simplex::empty();
    /// for (newest, region) in [(&b, Region::W), (&c, Region::WX), (&d, Region::WXY)] {
    ///     base.retain(newest, region);
    /// }
    /// let retained = |region| {
    ///     let mut simplex = base.clone();
    ///     simplex.retain(&a, region);
    ///     simplex.vertices().to_vec()
    /// };
    /// assert_eq!(retained(Region::WZX), [b.clone(), a.clone(), d.clone()]); // W for Y
    /// assert_eq!(retained(Region::WZ), [a, d.clone()]);
    /// assert_eq!(retained(Region::ZX), [b, d]);
    /// ```
    #[cfg_attr(fast, inline(always))]
    pub fn retain(&mut self, newest: &SupportPoint<T, D>, region: Region) {
        let mut len = 0;
        let mut to_place = region.has(0);
        for k in 0..self.len {
            if region.has(k + 1) {
                if len < k {
                    self.retained[len] = self.retained[k].clone();
                }
                len += 1;
            } else if to_place {
                self.retained[len].copy_from(newest);
                to_place = false;
                len += 1;
            }
        }
        if to_place && len < D {
            self.retained[len].copy_from(newest);
            len += 1;
        }
        self.len = len;
        if region.is_mirrored() {
            self.mirror();
        }
    }

    /// Exchanges the first two vertices, if there are two.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn mirror(&mut self) {
        if self.len > 1 {
            self.retained.swap(0, 1);
        }
    }

    /// A vertex of a feature of the simplex of the newest vertex and the present ones: the newest, if it belongs to it.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn vertex_of<'s>(&'s self, newest: &'s SupportPoint<T, D>, region: Region) -> &'s SupportPoint<T, D> {
        if region.has(0) {
            newest
        } else {
            self.vertices().iter().zip(1..).find_map(|(v, label)| region.has(label).then_some(v)).unwrap_or(newest)
        }
    }

    pub(crate) fn has(&self, w: &SVector<T, D>) -> bool {
        self.vertices().iter().any(|vertex| same(&vertex.w, w))
    }

    /// This simplex in another scalar. Maps all D vertices, to avoid a loop.
    #[cfg_attr(fast, inline(always))]
    pub(crate) fn mapped<U: Scalar>(&self, map: impl Fn(&SupportPoint<T, D>) -> SupportPoint<U, D>) -> Simplex<U, D> {
        Simplex { retained: array::from_fn(|k| map(&self.retained[k])), len: self.len }
    }

    pub(crate) fn push(&mut self, vertex: SupportPoint<T, D>) {
        if self.len < D {
            self.retained[self.len] = vertex;
            self.len += 1;
        }
    }

    pub(crate) fn pop(&mut self) -> Option<SupportPoint<T, D>> {
        self.len = self.len.checked_sub(1)?;
        Some(self.retained[self.len].clone())
    }

    pub(crate) fn with(&self, index: usize, vertex: &SupportPoint<T, D>) -> Self {
        let mut simplex = self.clone();
        simplex.retained[index].copy_from(vertex);
        simplex
    }
}
