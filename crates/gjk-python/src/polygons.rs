//! Many polygons in one piece.

use crate::blocks::in_blocks;
use crate::bodies::Refused;
use crate::shapes::Number;
use gjk::Error;
use gjk::shape::{Polygon, Shape2};
use numpy::{PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::OnceLock;

/// Polygons side by side in memory.
pub struct Row<T: Number> {
    /// The polygons.
    pub polygons: Vec<Polygon<T>>,
    any: OnceLock<Vec<Shape2<T>>>,
}

impl<T: Number> Row<T> {
    /// The polygons as shapes of any kind, which are made once.
    pub fn any(&self) -> &[Shape2<T>] {
        self.any.get_or_init(|| self.polygons.iter().cloned().map(Shape2::from).collect())
    }

    fn new(py: Python<'_>, points: &Bound<'_, PyArray3<T>>) -> PyResult<Self> {
        let points = points.try_readonly()?;
        let (corners, numbers) = (points.as_slice()?.as_chunks::<2>().0, points.shape());
        let [count, each, 2] = *numbers else {
            return Err(PyValueError::new_err("points must have two coordinates"));
        };
        let mut polygons = Vec::with_capacity(count);
        in_blocks(py, count, |block| {
            for index in block {
                let made = Polygon::hull(corners[index * each..][..each].iter().copied());
                polygons.push(made.map_err(|why: Error| Refused { side: "points", index, why })?);
            }
            Ok(())
        })?;
        Ok(Self { polygons, any: OnceLock::new() })
    }
}

/// Polygons of one dtype.
pub enum Held {
    /// Polygons with `float32`.
    Single(Row<f32>),
    /// Polygons with `float64`.
    Double(Row<f64>),
}

impl Number for f32 {
    fn row(polygons: &Polygons) -> Option<&Row<f32>> {
        if let Held::Single(row) = &polygons.held { Some(row) } else { None }
    }
}

impl Number for f64 {
    fn row(polygons: &Polygons) -> Option<&Row<f64>> {
        if let Held::Double(row) = &polygons.held { Some(row) } else { None }
    }
}

/// Polygons that have equally many points each, which are given as an array.
#[pyclass(frozen, subclass, module = "gjk._gjk")]
pub struct Polygons {
    /// The polygons.
    pub held: Held,
    points: Py<PyAny>,
}

#[pymethods]
impl Polygons {
    #[new]
    fn new(py: Python<'_>, points: Bound<'_, PyAny>) -> PyResult<Self> {
        let held = match points.cast::<PyArray3<f32>>() {
            Ok(points) => Held::Single(Row::new(py, points)?),
            Err(_) => Held::Double(Row::new(py, points.cast::<PyArray3<f64>>().map_err(PyErr::from)?)?),
        };
        Ok(Self { held, points: points.unbind() })
    }

    /// The points, of shape (polygons, points, 2), which cannot be written to.
    #[getter]
    fn points(&self, py: Python<'_>) -> Py<PyAny> {
        self.points.clone_ref(py)
    }

    /// The number of polygons.
    fn __len__(&self) -> usize {
        match &self.held {
            Held::Single(row) => row.polygons.len(),
            Held::Double(row) => row.polygons.len(),
        }
    }
}
