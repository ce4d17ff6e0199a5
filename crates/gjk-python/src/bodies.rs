//! One side of a list of pairs: shapes, and poses as NumPy holds them.

use crate::shapes::{Dynamic, Entry, Number, Shape, Space, pose_of};
use gjk::shape::{Cuboid, Posed, Shape as AnyShape};
use gjk::{Pose, Support, SupportExt};
use gjk_batch::rayon::ThreadPool;
use gjk_batch::rayon::prelude::*;
use gjk_batch::{Bodies, Error};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;

pyo3::create_exception!(gjk._gjk, Misplaced, PyValueError, "A pose or a motion is refused: (side, flat index, why).");

/// The shapes of one side, and where they are: as many of both as there are pairs, or one.
pub struct Side<'py, T: Number, const D: usize> {
    /// Its name in messages.
    pub name: &'static str,
    /// The shapes, all of this scalar and dimension.
    shapes: Vec<Bound<'py, Shape>>,
    poses: Option<(PyReadonlyArrayDyn<'py, T>, usize)>,
}

/// Shapes of one side, of known type: what threads share.
pub struct List<S> {
    name: &'static str,
    shapes: Vec<S>,
}

impl<'py, T: Space<D>, const D: usize> Side<'py, T, D> {
    /// Reads what Python has brought to the right shape.
    pub fn new(name: &'static str, shapes: &Bound<'py, PyAny>, poses: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let foreign = || PyTypeError::new_err("the shapes differ in dtype or dimension");
        let listed = match shapes.cast::<Shape>() {
            Ok(shape) => vec![shape.clone()],
            Err(_) => shapes
                .try_iter()?
                .map(|shape| shape?.cast_into::<Shape>().map_err(PyErr::from))
                .collect::<PyResult<Vec<_>>>()?,
        };
        if listed.is_empty() || !listed.iter().all(|shape| T::pick(&shape.get().any).is_some()) {
            return Err(foreign());
        }
        let poses = poses
            .map(|poses| {
                let array = poses.cast::<PyArrayDyn<T>>().map_err(PyErr::from)?.try_readonly()?;
                let each = array.shape().iter().skip(1).product::<usize>();
                let count = array.shape().first().copied().unwrap_or(0);
                array.as_slice()?;
                if count == 0 || !(each == D || each == (D + 1) * (D + 1)) {
                    return Err(PyValueError::new_err("poses have another shape"));
                }
                Ok((array, each))
            })
            .transpose()?;
        let side = Self { name, shapes: listed, poses };
        let fits = [side.shapes.len(), side.poses()].iter().all(|count| [1, side.len()].contains(count));
        if fits { Ok(side) } else { Err(PyValueError::new_err("shapes and poses differ in number")) }
    }

    fn poses(&self) -> usize {
        self.poses.as_ref().map_or(1, |(array, _)| array.shape()[0])
    }

    /// The shapes.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<T, D>> {
        self.shapes.iter().filter_map(|shape| T::pick(&shape.get().any))
    }

    /// How many bodies there are.
    pub fn len(&self) -> usize {
        self.shapes.len().max(self.poses())
    }

    /// Whether no pose is given.
    pub fn is_bare(&self) -> bool {
        self.poses.is_none()
    }

    /// The numbers of the poses of some bodies. They are copied, so another thread may change the array afterwards.
    pub fn numbers(&self, range: &Range<usize>) -> PyResult<Numbers<T>> {
        let Some((array, each)) = &self.poses else {
            return Ok(Numbers { numbers: Vec::new(), each: 0 });
        };
        let all = array.as_slice()?;
        let part = if self.poses() == 1 { all } else { &all[range.start * each..range.end * each] };
        Ok(Numbers { numbers: part.to_vec(), each: *each })
    }

    /// The shapes, if none is a half-space.
    pub fn shapes(&self) -> PyResult<List<AnyShape<T, D>>> {
        let shapes = self.entries().map(|entry| entry.shape().cloned()).collect::<PyResult<_>>()?;
        Ok(List { name: self.name, shapes })
    }

    /// The shapes, if all are boxes.
    pub fn cuboids(&self) -> Option<List<Cuboid<T, D>>> {
        let shapes = self.entries().map(|entry| entry.cuboid).collect::<Option<_>>()?;
        Some(List { name: self.name, shapes })
    }
}

impl<S> List<S> {
    /// The shapes of some pairs, if there is one for each, or the one that all have.
    fn part(&self, range: &Range<usize>) -> &[S] {
        if self.shapes.len() == 1 { &self.shapes } else { &self.shapes[range.clone()] }
    }

    /// Bodies of known type.
    pub fn posed<T: Number, const D: usize>(
        &self,
        range: &Range<usize>,
        numbers: &Numbers<T>,
        pool: Option<&ThreadPool>,
    ) -> Result<Bodies<Posed<&S, T, D>>, Refused>
    where
        S: Support<D, Scalar = T> + Sync,
    {
        let refused = |index: usize, why: gjk::Error| Refused { side: self.name, index: range.start + index, why };
        let mut poses = numbers.poses::<D>(pool).map_err(|(index, why)| refused(index, why))?;
        let shapes = self.part(range);
        if poses.len() == 1 && shapes.len() > 1 {
            poses = vec![poses[0]; shapes.len()];
        }
        let bodies = match pool {
            Some(pool) => Bodies::on(pool, shapes, &poses),
            None => Bodies::new(shapes, &poses),
        };
        bodies.map_err(|error| match error {
            Error::Pose { index, why } => refused(index, why),
            other => refused(0, gjk::Error::Other(other.to_string().into())),
        })
    }
}

impl<T: Number, const D: usize> List<AnyShape<T, D>> {
    /// Bodies behind pointers. Without poses the shapes are taken as they are.
    pub fn dynamic(
        &self,
        range: &Range<usize>,
        numbers: &Numbers<T>,
        as_they_are: bool,
    ) -> Result<Bodies<Dynamic<'_, T, D>>, Refused> {
        let part = self.part(range);
        if as_they_are {
            return Ok(Bodies::unposed(part.iter().map(|shape| -> Dynamic<'_, T, D> { Box::new(shape) })));
        }
        let refused = |index: usize, why: gjk::Error| Refused { side: self.name, index: range.start + index, why };
        let poses = numbers.poses::<D>(None).map_err(|(index, why)| refused(index, why))?;
        let body = |k: usize| -> Result<Dynamic<'_, T, D>, Refused> {
            let posed = (&part[k % part.len()]).posed(poses[k % poses.len()]);
            Ok(Box::new(posed.map_err(|why| refused(k, why))?))
        };
        let bodies = (0..part.len().max(poses.len())).map(body).collect::<Result<Vec<_>, _>>()?;
        Ok(Bodies::unposed(bodies))
    }
}

/// A pose that is refused.
pub struct Refused {
    /// Whose pose.
    pub side: &'static str,
    /// Which, of the flat list.
    pub index: usize,
    /// Why.
    pub why: gjk::Error,
}

impl From<Refused> for PyErr {
    fn from(Refused { side, index, why }: Refused) -> Self {
        Misplaced::new_err((side, index, why.to_string()))
    }
}

/// Poses as numbers.
pub struct Numbers<T> {
    numbers: Vec<T>,
    each: usize,
}

impl<T: Number> Numbers<T> {
    /// The poses; the identity if there are none. An error has the index of the first that is refused.
    pub fn poses<const D: usize>(&self, pool: Option<&ThreadPool>) -> Result<Vec<Pose<T, D>>, (usize, gjk::Error)> {
        let Self { numbers, each } = self;
        if *each == 0 {
            return Ok(vec![[T::zero(); D].into()]);
        }
        let made: Vec<_> = match pool {
            Some(pool) => pool.install(|| numbers.par_chunks(*each).map(pose_of).collect()),
            None => {
                return numbers
                    .chunks(*each)
                    .enumerate()
                    .map(|(k, pose)| pose_of(pose).map_err(|why| (k, why)))
                    .collect();
            }
        };
        made.into_iter().enumerate().map(|(k, pose)| pose.map_err(|why| (k, why))).collect()
    }
}
