//! The module `gjk._gjk`: shapes, and queries about flat lists of pairs. Users call the module `gjk` in `python/gjk`.

mod answers;
mod ask;
mod blocks;
mod bodies;
mod exact;
mod ground;
mod one;
mod polygons;
mod rows;
mod shapes;
mod trace;

use pyo3::prelude::*;

/// The compiled part of the package `gjk`.
#[pymodule(gil_used = true)]
mod _gjk {
    #[pymodule_export]
    use crate::ask::ask;
    #[pymodule_export]
    use crate::bodies::Misplaced;
    #[pymodule_export]
    use crate::exact::exact;
    #[pymodule_export]
    use crate::ground::ground;
    #[pymodule_export]
    use crate::one::one;
    #[pymodule_export]
    use crate::polygons::Polygons;
    #[pymodule_export]
    use crate::rows::{aabb, manifold, mass_properties, time_of_impact};
    #[pymodule_export]
    use crate::shapes::Shape;
    #[pymodule_export]
    use crate::trace::{Trace, outline, trace};
}
