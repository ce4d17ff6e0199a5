//! parry's `PersistentQueryDispatcher`: contact manifolds that last from frame to frame.

use super::D;
use super::pair::{First, Pair, ask, back, place, vector};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::details::{self, NormalConstraints, NormalConstraintsPair};
use super::parry::query::{
    ContactManifold, ContactManifoldsWorkspace, DefaultQueryDispatcher, PersistentQueryDispatcher, TrackedContact,
    Unsupported,
};
use super::parry::shape::{PackedFeatureId, Shape, ShapeType};
use crate::Gjk;
use gjk::nalgebra::{Point, SVector};
use gjk::{Contact, Manifold, ManifoldOptions, Support};

type Constraints<'c> = (Option<&'c dyn NormalConstraints>, Option<&'c dyn NormalConstraints>);

impl<M, C> PersistentQueryDispatcher<M, C> for Gjk
where
    M: Default + Clone + Send + Sync,
    C: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<M, C>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        use ShapeType::{Ball, HeightField, TriMesh, Voxels};
        let composites = [g1, g2].map(<dyn Shape>::as_composite_shape);
        match (composites, [g1, g2].map(<dyn Shape>::shape_type)) {
            ([Some(first), Some(second)], _) => details::contact_manifolds_composite_shape_composite_shape(
                self, pos12, first, second, prediction, manifolds, workspace,
            ),
            (_, [TriMesh, _] | [_, TriMesh]) => {
                details::contact_manifolds_trimesh_shape_shapes(self, pos12, g1, g2, prediction, manifolds, workspace);
            }
            ([_, Some(second)], [HeightField, _]) => {
                if let Some(field) = g1.as_heightfield() {
                    let pos21 = pos12.inverse();
                    details::contact_manifolds_heightfield_composite_shape(
                        self, pos12, &pos21, field, second, prediction, manifolds, workspace, false,
                    );
                }
            }
            ([Some(first), _], [_, HeightField]) => {
                if let Some(field) = g2.as_heightfield() {
                    let pos21 = pos12.inverse();
                    details::contact_manifolds_heightfield_composite_shape(
                        self, &pos21, pos12, field, first, prediction, manifolds, workspace, true,
                    );
                }
            }
            (_, [HeightField, _] | [_, HeightField]) => details::contact_manifolds_heightfield_shape_shapes(
                self, pos12, g1, g2, prediction, manifolds, workspace,
            ),
            (_, [Voxels, Voxels]) => {
                details::contact_manifolds_voxels_voxels_shapes(self, pos12, g1, g2, prediction, manifolds, workspace);
            }
            (_, [Voxels, Ball] | [Ball, Voxels]) => {
                details::contact_manifolds_voxels_ball_shapes(pos12, g1, g2, prediction, manifolds);
            }
            ([None, None], [Voxels, _] | [_, Voxels]) => {
                details::contact_manifolds_voxels_shape_shapes(self, pos12, g1, g2, prediction, manifolds, workspace);
            }
            (_, [Voxels, _] | [_, Voxels]) => details::contact_manifolds_voxels_composite_shape_shapes(
                self, pos12, g1, g2, prediction, manifolds, workspace,
            ),
            ([Some(first), None], _) => details::contact_manifolds_composite_shape_shape(
                self, pos12, first, g2, prediction, manifolds, workspace, false,
            ),
            ([None, Some(second)], _) => {
                let pos21 = pos12.inverse();
                details::contact_manifolds_composite_shape_shape(
                    self, &pos21, second, g1, prediction, manifolds, workspace, true,
                );
            }
            ([None, None], _) => {
                if manifolds.is_empty() {
                    manifolds.push(ContactManifold::new());
                }
                return self.contact_manifold_convex_convex(pos12, g1, g2, None, None, prediction, &mut manifolds[0]);
            }
        }
        Ok(())
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        normal_constraints1: Option<&dyn NormalConstraints>,
        normal_constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut ContactManifold<M, C>,
    ) -> Result<(), Unsupported> {
        if is_followed(manifold, pos12, [g1, g2], prediction) {
            return Ok(());
        }
        let constraints: Constraints<'_> = (normal_constraints1, normal_constraints2);
        let axis = Some(manifold.local_n1).filter(|normal| *normal != Vector::ZERO);
        let ours = ask(self, pos12, [g1, g2], |pair| {
            // parry constrains no contact with a half-space.
            let is_constrained = matches!(pair.first, First::Convex(_)) && has_any(&constraints);
            let Some(mut contact) = pair.contact(prediction, axis) else { return Ok(Leaf::Apart) };
            self.count_undecided(contact.undecided);
            if contact.undecided.is_some() || is_constrained && !constrain(pair, &constraints, &mut contact) {
                return Ok(Leaf::Apart);
            }
            let found = pair.manifold(&contact, prediction);
            if is_constrained && !is_allowed(pair, &constraints, back(&found.normal)) {
                return Ok(Leaf::Forbidden);
            }
            pair.fill(&found, manifold);
            Ok(Leaf::Found)
        });
        match ours {
            Ok(Some(Leaf::Found)) => Ok(()),
            Ok(Some(Leaf::Apart)) => {
                manifold.clear();
                Ok(())
            }
            Ok(Some(Leaf::Forbidden) | None) => DefaultQueryDispatcher.contact_manifold_convex_convex(
                pos12,
                g1,
                g2,
                normal_constraints1,
                normal_constraints2,
                prediction,
                manifold,
            ),
            Err(Unsupported) => {
                manifold.clear();
                Err(Unsupported)
            }
        }
    }
}

/// The outcome of a leaf.
enum Leaf {
    Found,
    Apart,
    /// The manifold's normal is a face's that the constraints forbid.
    Forbidden,
}

fn has_any((first, second): &Constraints<'_>) -> bool {
    first.is_some() || second.is_some()
}

/// The normal that the constraints allow instead of a normal.
fn projected(pair: &Pair<'_>, constraints: &Constraints<'_>, normal: Vector) -> Option<Vector> {
    let (mut first, mut second) = (normal, pair.turned_back(-normal));
    constraints.project_local_normals(&pair.pose, &mut first, &mut second).then_some(first)
}

fn is_allowed(pair: &Pair<'_>, constraints: &Constraints<'_>, normal: Vector) -> bool {
    projected(pair, constraints, normal).is_some_and(|allowed| allowed.dot(normal) > COS_1_DEGREE)
}

/// Gives a contact the normal that the constraints allow. False if they allow none.
///
/// Along another normal the shapes may overlap much deeper, far from the contact. As in parry no more than five times its depth counts.
fn constrain(pair: &Pair<'_>, constraints: &Constraints<'_>, contact: &mut Contact<Real, D>) -> bool {
    let normal = back(&contact.normal);
    let Some(allowed) = projected(pair, constraints, normal) else { return false };
    if allowed == normal {
        return true;
    }
    let gap = pair.gap(&vector(allowed), &contact.points[0]);
    contact.normal = vector(allowed);
    contact.separation = if contact.separation < 0.0 { gap.max(5.0 * contact.separation) } else { gap };
    contact.separation.is_finite()
}

const COS_1_DEGREE: Real = 0.999_847_7;

/// Returns whether the points of the last frame still stand for the contact. Then their distances are brought up
/// to date.
///
/// The shapes may tilt by so little that no point of the smaller one moves by more than the prediction: then a point that was too far to
/// be in the manifold is still not inside. As in parry no point may change its sign, or slide far.
fn is_followed<M, C: Default + Copy>(
    manifold: &mut ContactManifold<M, C>,
    pos12: &Pose,
    shapes: [&dyn Shape; 2],
    prediction: Real,
) -> bool {
    // One point does not tell how the shapes turn.
    if manifold.points.len() < 2 {
        return false;
    }
    let smaller = |reach: Real, shape: &&dyn Shape| reach.min(shape.compute_local_bounding_sphere().radius);
    let reach = shapes.iter().fold(Real::MAX, smaller);
    let slack = (prediction / 2.0).min(reach / 500.0);
    let tilt = (manifold.local_n1 + pos12.rotation * manifold.local_n2).length();
    let stays = |point: &TrackedContact<C>| {
        let way = pos12.transform_point(point.local_p2) - point.local_p1;
        let distance = way.dot(manifold.local_n1);
        let sideways = (way - manifold.local_n1 * distance).length();
        sideways <= slack && (distance - point.dist).abs() <= slack && distance * point.dist >= 0.0
    };
    let is_followed = tilt * (2.0 * reach) <= prediction && manifold.points.iter().all(stays);
    if is_followed {
        manifold.update_separations(pos12);
    }
    is_followed
}

impl Pair<'_> {
    /// The gap between the shapes along a direction.
    fn gap(&self, normal: &SVector<Real, D>, from: &Point<Real, D>) -> Real {
        let First::Convex(first) = &self.first else { return 0.0 };
        let along = |shape: &dyn Support<D, Scalar = Real>, direction: &SVector<Real, D>| {
            shape.support_from(direction, from).offset.dot(direction) + shape.margin()
        };
        -along(&self.second, &-normal) - along(*first, normal)
    }

    /// As in parry all corners of sharp shapes are points if one is within the prediction: rapier takes those that a body gets to in the next step.
    fn manifold(&self, contact: &Contact<Real, D>, prediction: Real) -> Manifold<Real, D> {
        let margin = if let First::Convex(first) = &self.first { first.margin() } else { 0.0 };
        // Far from the contact a round face may be below its surface.
        let is_sharp = margin + self.second.margin() == 0.0;
        let options = ManifoldOptions { farthest: if is_sharp { Real::MAX } else { prediction }, ..prediction.into() };
        match &self.first {
            First::Convex(first) => Manifold::of(*first, &self.second, contact, options, None),
            First::Ground(_) => Manifold::of_half_space(&self.second, contact, options, None),
        }
    }

    /// Brings a manifold to parry's, with the data of points that were there before.
    fn fill<M, C: Default + Copy>(&self, found: &Manifold<Real, D>, manifold: &mut ContactManifold<M, C>) {
        let normal = back(&found.normal);
        let normals = [normal, self.turned_back(-normal)];
        [manifold.local_n1, manifold.local_n2] = if self.is_swapped { [normals[1], normals[0]] } else { normals };
        let old = core::mem::take(&mut manifold.points);
        for point in found.points() {
            let [first, second] = point.local_points.each_ref().map(place);
            let [fid1, fid2] = ids(point.id);
            let contact = TrackedContact::flipped(first, second, fid1, fid2, point.separation, self.is_swapped);
            manifold.points.push(contact);
        }
        manifold.match_contacts(&old);
        // The only point of a ball is the same one wherever it is.
        if let ([new], [old]) = (&mut manifold.points[..], &old[..]) {
            new.data = old.data;
        }
    }
}

/// A name below 2⁵³ in parry's two numbers of 30 bits. They do not number features: together they name a point.
fn ids(id: u64) -> [PackedFeatureId; 2] {
    const LOW: u64 = (1 << 30) - 1;
    #[expect(clippy::cast_possible_truncation, reason = "30 bits")]
    [id >> 30 & LOW, id & LOW].map(|part| PackedFeatureId::face(part as u32))
}
