//! Triangles of an outline with holes.
//!
//! A line sweeps from left to right. The inside between the edges on the line is divided into *monotone* parts: each
//! line from below to above cuts such a part in one piece (Michael Garey, David Johnson, Franco Preparata and Robert
//! Tarjan, Triangulating a simple polygon, 1978). Where a part ends towards the right between two others, a diagonal
//! goes on from its last vertex to the next one. The triangles of a part are made while the line moves on. The rest of
//! the part is a chain that bends inwards.

use super::OutlineError;
use super::rings::Rings;
use super::sweep::Edge;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Lower,
    Upper,
}

/// A monotone part as far as the line has come: its vertices that have no triangles beyond them yet. All but the first are on one
/// side, and bend inwards; on the other side an edge begins at the first.
struct Chain {
    vertices: Vec<u32>,
    side: Side,
}

/// The inside between two edges that the line cuts: one part, or two with a last vertex in common.
struct Interval {
    lower: Chain,
    upper: Option<Chain>,
}

struct Sweep<'a> {
    rings: &'a Rings,
    /// Each edge that the line cuts. Those with the inside above them have the number of their interval.
    line: BTreeMap<Edge, Option<u32>>,
    intervals: Vec<Option<Interval>>,
    triangles: Vec<[u32; 3]>,
}

/// The triangles, counter-clockwise, of rings whose edges don't meet, and whose vertices are given from left to right. O(n log n).
pub(super) fn triangulate(rings: &Rings, order: &[u32]) -> Result<Vec<[u32; 3]>, OutlineError> {
    let mut sweep = Sweep { rings, line: BTreeMap::new(), intervals: Vec::new(), triangles: Vec::new() };
    for &k in order {
        // If the edges are right, only a misplaced hole has nothing inside below it.
        sweep.pass(k).ok_or(OutlineError::Outside { ring: rings.ring(k) })?;
    }
    Ok(sweep.triangles)
}

impl Sweep<'_> {
    /// The line passes a vertex.
    fn pass(&mut self, k: u32) -> Option<()> {
        let (before, after) = (self.rings.before(k), self.rings.after(k));
        let [incoming, outgoing] = [before, k].map(|number| Edge::new(self.rings, number));
        let is_corner = self.rings.turn_at(k) > 0.0;
        match [before, after].map(|end| self.rings.plane.is_before(k, end)) {
            [true, true] if is_corner => {
                let interval = self.keep(Interval::new(Chain::new(k)));
                self.line.insert(outgoing, Some(interval));
                self.line.insert(incoming, None);
            }
            [true, true] => {
                let interval = self.below(&outgoing)?;
                let upper = self.split(interval, k)?;
                self.line.insert(incoming, None);
                self.line.insert(outgoing, Some(upper));
            }
            [false, false] if is_corner => {
                let interval = self.line.remove(&incoming)??;
                self.line.remove(&outgoing)?;
                let Interval { lower, upper } = self.take(interval)?;
                self.finish(&lower, k);
                if let Some(upper) = upper {
                    self.finish(&upper, k);
                }
            }
            [false, false] => {
                let above = self.line.remove(&incoming)??;
                let below = self.below(&outgoing)?;
                self.line.remove(&outgoing)?;
                self.add(below, k, Side::Upper)?;
                self.add(above, k, Side::Lower)?;
                let Interval { lower: upper, .. } = self.take(above)?;
                self.intervals.get_mut(below as usize)?.as_mut()?.upper = Some(upper);
            }
            [false, true] => {
                let interval = self.line.remove(&incoming)??;
                self.add(interval, k, Side::Lower)?;
                self.line.insert(outgoing, Some(interval));
            }
            [true, false] => {
                let interval = self.below(&outgoing)?;
                self.line.remove(&outgoing)?;
                self.add(interval, k, Side::Upper)?;
                self.line.insert(incoming, None);
            }
        }
        Some(())
    }

    /// The interval right below an edge, if that is inside.
    fn below(&self, edge: &Edge) -> Option<u32> {
        *self.line.range(..edge).next_back()?.1
    }

    fn keep(&mut self, interval: Interval) -> u32 {
        self.intervals.push(Some(interval));
        u32::try_from(self.intervals.len() - 1).unwrap_or(u32::MAX)
    }

    fn take(&mut self, interval: u32) -> Option<Interval> {
        self.intervals.get_mut(interval as usize)?.take()
    }

    /// An interval goes on with a vertex on one of its sides. If it has two parts, the diagonal to their last vertex closes one.
    fn add(&mut self, interval: u32, k: u32, side: Side) -> Option<()> {
        let Interval { lower, upper } = self.take(interval)?;
        let mut chain = match (upper, side) {
            (None, _) => lower,
            (Some(upper), Side::Upper) => {
                self.finish(&upper, k);
                lower
            }
            (Some(upper), Side::Lower) => {
                self.finish(&lower, k);
                upper
            }
        };
        self.push(&mut chain, k, side);
        *self.intervals.get_mut(interval as usize)? = Some(Interval::new(chain));
        Some(())
    }

    /// Splits an interval at a vertex inside it, by a diagonal to its last vertex. Returns the upper one.
    fn split(&mut self, interval: u32, k: u32) -> Option<u32> {
        let Interval { mut lower, upper } = self.take(interval)?;
        let mut upper = upper.or_else(|| {
            let mut beyond = Chain::new(*lower.vertices.last()?);
            if lower.vertices.len() > 1 && lower.side == Side::Lower {
                core::mem::swap(&mut lower, &mut beyond);
            }
            Some(beyond)
        })?;
        self.push(&mut lower, k, Side::Upper);
        self.push(&mut upper, k, Side::Lower);
        *self.intervals.get_mut(interval as usize)? = Some(Interval::new(lower));
        Some(self.keep(Interval::new(upper)))
    }

    /// A chain goes on with a vertex.
    fn push(&mut self, chain: &mut Chain, k: u32, side: Side) {
        if chain.vertices.len() > 1 && chain.side != side {
            self.finish(chain, k);
            // The edge or diagonal on the other side begins with the last vertex.
            chain.vertices.drain(..chain.vertices.len() - 1);
        }
        chain.side = side;
        while let [.., a, b] = chain.vertices[..] {
            let (a, b) = if side == Side::Lower { (a, b) } else { (b, a) };
            if self.rings.plane.turn(a, b, k) <= 0.0 {
                break;
            }
            self.triangles.push([a, b, k]);
            chain.vertices.pop();
        }
        chain.vertices.push(k);
    }

    /// A vertex is on the other side of a chain, or its last one: it sees all of them.
    fn finish(&mut self, chain: &Chain, k: u32) {
        let triangle = |pair: &[u32]| match chain.side {
            Side::Lower => [pair[0], pair[1], k],
            Side::Upper => [pair[1], pair[0], k],
        };
        self.triangles.extend(chain.vertices.windows(2).map(triangle));
    }
}

impl Chain {
    fn new(k: u32) -> Self {
        Self { vertices: vec![k], side: Side::Lower }
    }
}

impl Interval {
    fn new(lower: Chain) -> Self {
        Self { lower, upper: None }
    }
}
