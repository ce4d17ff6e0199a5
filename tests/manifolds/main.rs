//! Manifolds hold what they should, where they should, by points that keep their names.

mod known_faces;
mod manifold;
mod manifold_names;
mod manifold_points;
mod manifold_regressions;
mod manifold_supports;
