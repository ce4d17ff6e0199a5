//! The features of a simplex, by the labels of their vertices.

use core::fmt;

/// A feature (vertex, edge, face, …) of a simplex, by the labels of its vertices. A, number 0, is the newest vertex; B, C,
/// D, … are the retained ones in their order.
///
/// Every feature can be named, with the newest vertex or without it:
///
/// ```
/// use gjk::simplex::Region;
/// assert_eq!(Region::ABC.to_string(), "ABC");
/// assert_eq!(Region::AC.dimension(), 1);
/// assert_eq!(Region::ACD, Region::AC.with(3));
/// assert_eq!(Region::BCD, Region::first(4).without(0));
/// assert!(!Region::BCD.has(0) && Region::BCD.count() == 3);
/// assert_eq!(Region::vertex(4).to_string(), "E"); // four dimensions have one more
/// ```
///
/// Labels go up to 14: a simplex has at most 15 vertices. A label beyond that belongs to no feature.
#[derive(Clone, Copy, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Region(u16);

#[allow(missing_docs, reason = "the names say it")]
impl Region {
    pub const A: Self = Self::vertex(0);
    pub const B: Self = Self::vertex(1);
    pub const C: Self = Self::vertex(2);
    pub const D: Self = Self::vertex(3);
    pub const AB: Self = Self::A.with(1);
    pub const AC: Self = Self::A.with(2);
    pub const AD: Self = Self::A.with(3);
    pub const BC: Self = Self::B.with(2);
    pub const CD: Self = Self::C.with(3);
    pub const DB: Self = Self::D.with(1);
    pub const ABC: Self = Self::AB.with(2);
    pub const ACD: Self = Self::AC.with(3);
    pub const ADB: Self = Self::AD.with(1);
    pub const BCD: Self = Self::BC.with(3);

    /// Marks a feature whose first two vertices are exchanged when it is retained, so that its winding tells on which side
    /// the origin is.
    const MIRRORED: u16 = 1 << Self::LABELS;

    /// How many labels there are.
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

    /// The feature with the origin on its other side: the first two vertices that stay are exchanged when it is
    /// [retained](crate::simplex::Simplex::retain).
    ///
    /// The [default cases](crate::simplex::Cases) rely on the order of the retained vertices, which tells where the origin is.
    /// In the plane it is to the left of an edge from its first vertex to its second. In space it is on the side from which
    /// the vertices of a triangle turn counter-clockwise. A strategy that does not rely on the order need not mirror.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self(self.0 | Self::MIRRORED)
    }

    /// Whether the first two vertices are exchanged when the feature is retained.
    #[must_use]
    pub const fn is_mirrored(self) -> bool {
        self.0 & Self::MIRRORED != 0
    }

    /// How many vertices the feature has.
    #[must_use]
    pub const fn count(self) -> usize {
        (self.0 & !Self::MIRRORED).count_ones() as usize
    }

    /// Whether vertex number `label` (0 is A) belongs to the feature.
    #[must_use]
    pub const fn has(self, label: usize) -> bool {
        self.0 & Self::bit(label) != 0
    }

    /// 0 for a vertex, 1 for an edge, 2 for a triangle, …
    #[must_use]
    pub const fn dimension(self) -> usize {
        self.count().saturating_sub(1)
    }
}

impl PartialEq for Region {
    /// Whether the vertices are the same, whichever side the origin is on.
    fn eq(&self, other: &Self) -> bool {
        (self.0 ^ other.0) & !Self::MIRRORED == 0
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // These two are named in the order in which the faces of the tetrahedron wind.
        if *self == Self::ADB {
            return f.pad("ADB");
        }
        if *self == Self::DB {
            return f.pad("DB");
        }
        ('A'..='O').enumerate().filter(|(label, _)| self.has(*label)).try_for_each(|(_, name)| write!(f, "{name}"))
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
