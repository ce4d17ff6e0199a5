//! One side of a list of pairs: shapes, and poses as NumPy holds them.

use crate::polygons::Polygons;
use crate::shapes::{Dynamic, Entry, Number, Shape, Space, pose_of};
use gjk::shape::{Posed, Shape as AnyShape};
use gjk::{Pose, Support, SupportExt};
use gjk_batch::Bodies;
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;

pyo3::create_exception!(gjk._gjk, Misplaced, PyValueError, "A pose or a motion is refused: (side, flat index, why).");

/// The shapes of one side, and where they are: as many of both as there are pairs, or one.
pub struct Side<'py, T: Number, const D: usize> {
    /// Its name in messages.
    pub name: &'static str,
    /// The shapes, all of this scalar and dimension; none if there are polygons.
    shapes: Vec<Bound<'py, Shape>>,
    polygons: Option<Bound<'py, Polygons>>,
    poses: Option<(PyReadonlyArrayDyn<'py, T>, usize)>,
}

/// Shapes of one side, of known type, and their places: threads share this list.
pub struct List<'s, S> {
    name: &'static str,
    shapes: Vec<&'s S>,
    bodies: usize,
}

impl<'py, T: Space<D>, const D: usize> Side<'py, T, D> {
    /// Reads arrays that Python has brought to the right shape.
    pub fn new(name: &'static str, shapes: &Bound<'py, PyAny>, poses: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let foreign = || PyTypeError::new_err("the shapes differ in dtype or dimension");
        let own = |shape: Bound<'py, PyAny>| {
            let shape = shape.cast_into::<Shape>().map_err(PyErr::from)?;
            T::pick(&shape.get().any).ok_or_else(foreign)?;
            Ok(shape)
        };
        let polygons = shapes.cast::<Polygons>().ok().cloned();
        let listed = if let Some(polygons) = &polygons {
            T::polygons(polygons.get()).ok_or_else(foreign)?;
            Vec::new()
        } else if shapes.is_instance_of::<Shape>() {
            vec![own(shapes.clone())?]
        } else {
            shapes.try_iter()?.map(|shape| own(shape?)).collect::<PyResult<Vec<_>>>()?
        };
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
        let side = Self { name, shapes: listed, polygons, poses };
        let fits = [side.count(), side.poses()].iter().all(|count| *count > 0 && [1, side.len()].contains(count));
        if fits { Ok(side) } else { Err(PyValueError::new_err("shapes and poses differ in number")) }
    }

    fn poses(&self) -> usize {
        self.poses.as_ref().map_or(1, |(array, _)| array.shape()[0])
    }

    fn count(&self) -> usize {
        let polygons = self.polygons.as_ref().and_then(|polygons| T::polygons(polygons.get()));
        polygons.map_or(self.shapes.len(), <[_]>::len)
    }

    /// The shapes, unless they are polygons in one piece.
    pub fn entries(&self) -> impl Iterator<Item = &Entry<T, D>> {
        self.shapes.iter().filter_map(|shape| T::pick(&shape.get().any))
    }

    /// The number of bodies.
    pub fn len(&self) -> usize {
        self.count().max(self.poses())
    }

    /// Returns whether no pose is given.
    pub fn is_bare(&self) -> bool {
        self.poses.is_none()
    }

    /// The numbers of the poses.
    pub fn numbers(&self) -> PyResult<Numbers<'_, T>> {
        let (flat, each) = match &self.poses {
            Some((array, each)) => (array.as_slice()?, *each),
            None => (&[][..], 0),
        };
        Ok(Numbers { flat, each })
    }

    /// The shapes, if none is a half-space.
    pub fn shapes(&self) -> PyResult<List<'_, AnyShape<T, D>>> {
        let shapes = match self.polygons.as_ref().and_then(|polygons| T::shapes(polygons.get())) {
            Some(row) => row.iter().collect(),
            None => self.entries().map(Entry::shape).collect::<PyResult<_>>()?,
        };
        Ok(List { name: self.name, shapes, bodies: self.len() })
    }

    /// The shapes, if all are of the kind that queries are compiled for.
    pub fn quick(&self) -> Option<List<'_, T::Shape>> {
        let shapes = match &self.polygons {
            Some(polygons) => T::polygons(polygons.get())?.iter().collect(),
            None => self.entries().map(T::quick).collect::<Option<_>>()?,
        };
        Some(List { name: self.name, shapes, bodies: self.len() })
    }
}

impl<'s, S> List<'s, S> {
    /// The bodies of some pairs.
    fn indices(&self, range: &Range<usize>) -> Range<usize> {
        if self.bodies == 1 { 0..1 } else { range.clone() }
    }

    /// A body for each of some pairs; one, if all pairs have the same.
    fn each<B, E>(
        &self,
        range: &Range<usize>,
        body: impl Fn(&'s S, usize) -> Result<B, E>,
    ) -> Result<Bodies<B>, Refused>
    where
        gjk::Error: From<E>,
    {
        let range = self.indices(range);
        let mut bodies = Vec::with_capacity(range.len());
        for index in range {
            let shape = self.shapes[if self.shapes.len() == 1 { 0 } else { index }];
            match body(shape, index) {
                Ok(body) => bodies.push(body),
                Err(why) => return Err(Refused { side: self.name, index, why: why.into() }),
            }
        }
        Ok(Bodies::unposed(bodies))
    }

    /// The shapes as they are.
    pub fn bare(&self, range: &Range<usize>) -> Result<Bodies<&'s S>, Refused> {
        self.each(range, |shape, _| Ok::<_, gjk::Error>(shape))
    }

    /// Bodies of known type.
    pub fn posed<T: Number, const D: usize>(
        &self,
        range: &Range<usize>,
        numbers: &Numbers<'_, T>,
    ) -> Result<Bodies<Posed<&'s S, T, D>>, Refused>
    where
        S: Support<D, Scalar = T>,
    {
        // One shape in many places is measured once.
        if let [shape] = self.shapes[..]
            && let Ok(alone) = shape.posed([T::zero(); D])
        {
            let range = self.indices(range);
            let mut bodies = vec![alone; range.len()];
            for (body, index) in bodies.iter_mut().zip(range) {
                let posed = numbers.pose(index).and_then(|pose| body.set_pose(pose));
                posed.map_err(|why| Refused { side: self.name, index, why })?;
            }
            return Ok(Bodies::unposed(bodies));
        }
        self.each(range, |shape, index| shape.posed(numbers.pose(index)?))
    }

    /// Bodies behind pointers; if `as_they_are`, the shapes without poses.
    pub fn dynamic<T: Number, const D: usize>(
        &self,
        range: &Range<usize>,
        numbers: &Numbers<'_, T>,
        as_they_are: bool,
    ) -> Result<Bodies<Dynamic<'s, T, D>>, Refused>
    where
        S: Support<D, Scalar = T> + Send + Sync,
    {
        self.each(range, |shape, index| -> Result<Dynamic<'s, T, D>, gjk::Error> {
            Ok(if as_they_are { Box::new(shape) } else { Box::new(shape.posed(numbers.pose(index)?)?) })
        })
    }
}

/// A pose or a motion that is refused.
pub struct Refused {
    /// The name of the side whose pose is refused, or `motion`.
    pub side: &'static str,
    /// The index in the flat list.
    pub index: usize,
    /// The reason.
    pub why: gjk::Error,
}

impl From<Refused> for PyErr {
    fn from(Refused { side, index, why }: Refused) -> Self {
        Misplaced::new_err((side, index, why.to_string()))
    }
}

/// The numbers of poses, as NumPy holds them: each is read once.
#[derive(Clone, Copy)]
pub struct Numbers<'n, T> {
    flat: &'n [T],
    /// How many numbers each pose has: 0 without poses.
    each: usize,
}

impl<T: Number> Numbers<'_, T> {
    /// The pose of a pair, by its index in the flat list: the identity without poses.
    pub fn pose<const D: usize>(&self, index: usize) -> Result<Pose<T, D>, gjk::Error> {
        let Self { flat, each } = *self;
        if each == 0 {
            return Ok([T::zero(); D].into());
        }
        let first = if flat.len() == each { 0 } else { index * each };
        pose_of(&flat[first..first + each])
    }
}
