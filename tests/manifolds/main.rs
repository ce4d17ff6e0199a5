//! Manifolds hold the bodies that they should, at the right places, by points that keep their names.

mod known_faces;
mod manifold;
mod manifold_names;
mod manifold_points;
mod manifold_regressions;
mod manifold_supports;
