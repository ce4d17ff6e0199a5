//! Concave ground: the pieces of a [`Ground`] of gjk-scene, which know their neighbours, as bodies that never move. (gjk-scene explains
//! what goes wrong without neighbours: ghost collisions.)

use crate::body::Body;
use crate::form::Form;
use crate::space::{Space, double};
use gjk::Error;
use gjk::nalgebra::Translation;
use gjk_scene::{Ground, GroundError};
use std::rc::Rc;

/// The pieces of ground as bodies.
///
/// # Errors
/// If there is none.
pub fn pieces<T: Space<D>, const D: usize>(
    ground: Result<Ground<T, D>, GroundError>,
) -> Result<Vec<Body<T, D>>, Error> {
    let ground = Rc::new(ground.map_err(|_| Error::OutOfRange("ground"))?);
    let piece = |(k, shape): (u32, gjk::shape::Vertices<T, D, D>)| {
        let corner =
            |k: usize| std::array::from_fn(|axis| if axis < D { double(shape.points()[k][axis]) } else { 0.0 });
        let form = Form::Hull((0..D).map(corner).collect());
        let mut body = Body::fixed(shape, Translation::identity())?;
        (body.form, body.ground) = (Some(form), Some((Rc::clone(&ground), k)));
        Ok(body)
    };
    (0..).zip(ground.pieces()).map(piece).collect()
}

/// Makes pieces of ground forget their neighbours, to see what goes wrong then.
pub fn forget_neighbours<T: Space<D>, const D: usize>(bodies: &mut [Body<T, D>]) {
    for body in bodies {
        body.ground = None;
    }
}
