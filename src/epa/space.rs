//! Three dimensions: a mesh of triangles, in arrays as large as it needs.
//!
//! Most polytopes are small. To clear the arrays for a large one would take longer than to grow a small one. So they
//! begin in small arrays, and move to larger ones when these are full.

use super::expand::{Bias, Expanding};
use super::expansion::{Exit, Expansion, Seed, Surroundings};
use super::mesh::{LIMIT, Mesh, facets, is_large};
use crate::options::usual;
use crate::predicates::orient3d;
use crate::scalar::Real;
use crate::simplex::{Cases, Simplex};
use crate::vertex::SupportPoint;

/// Enough vertices for typical hulls, of a hundred points.
const TYPICAL: usize = 28;
/// Enough vertices for larger hulls, and for most curved shapes.
const LARGE: usize = 64;

impl<T: Real> Expansion<T, 3> for Cases {
    const EVALUATIONS: u32 = usual::<3>();

    #[cfg_attr(fast, inline(always))]
    fn expand(
        Seed { newest, simplex, size, accuracy, bias }: Seed<'_, T, 3>,
        surroundings: &mut impl Surroundings<T, 3>,
    ) -> Option<Exit<T, 3>> {
        let [b, c, d] = simplex.vertices() else { return None };
        let mut mesh = Mesh::<T, TYPICAL, { facets(TYPICAL) }>::empty(size);
        mesh.begin_with(size, [newest, b, c, d]);
        let mut expanding = Expanding::new(size, bias.map(Bias::toward), accuracy);
        match expanding.expand(&mut mesh, surroundings) {
            Some(lower) => expanding.exit(&mesh, lower, surroundings),
            None => expand_on(&mesh, expanding, size, surroundings),
        }
    }

    /// If the volume is large enough all heights are: see `tolerance::SOLID_TETRAHEDRON`.
    #[cfg_attr(fast, inline(always))]
    fn is_solid(newest: &SupportPoint<T, 3>, simplex: &Simplex<T, 3>, size: &T) -> bool {
        let [b, c, d] = simplex.vertices() else { return false };
        is_large(&orient3d(&newest.w, &b.w, &c.w, &d.w), size)
    }
}

/// Goes on in larger arrays.
#[cold]
#[inline(never)]
fn expand_on<T: Real>(
    typical: &Mesh<T, TYPICAL, { facets(TYPICAL) }>,
    mut expanding: Expanding<T, 3>,
    size: &T,
    surroundings: &mut dyn Surroundings<T, 3>,
) -> Option<Exit<T, 3>> {
    let mut large = Mesh::<T, LARGE, { facets(LARGE) }>::empty(size);
    large.take_over(typical);
    if let Some(lower) = expanding.expand(&mut large, surroundings) {
        return expanding.exit(&large, lower, surroundings);
    }
    let mut largest = Mesh::<T, LIMIT, { facets(LIMIT) }>::empty(size);
    largest.take_over(&large);
    let lower = expanding.expand(&mut largest, surroundings)?;
    expanding.exit(&largest, lower, surroundings)
}
