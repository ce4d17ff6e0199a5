//! parry in two and three dimensions and both precisions, through its support-map (GJK) queries on concrete
//! shape types: neither the special cases for two cuboids nor the dynamic
//! dispatch in front of them is involved. Hulls in space are convex polyhedra, whose support point is found by a scan
//! of all vertices. As the public queries of `parry` do, a call composes the relative pose of the two shapes, and
//! brings the closest points back to the world.

use crate::Scalar;
use crate::engine::Contender;
use crate::pairs::Scene;

/// Functions that make parry's shapes of ours.
macro_rules! shapes {
    ($($name:ident($ours:pat) -> $parrys:ident $made:block)*) => {$(
        fn $name(shape: &Shape) -> $parrys {
            match shape {
                $ours => $made,
                _ => unreachable!("the shapes of a scene are of one kind"),
            }
        }
    )*};
}

/// What there is in the plane alone.
macro_rules! plane {
    ($parry:ident, $real:ty) => {
        use ::$parry::shape::ConvexPolygon;

        /// The pairs of a scene at a separation.
        pub fn contender(scene: &Scene, factor: f64) -> Box<dyn Contender> {
            let cases = cases(scene, factor);
            match scene.kind {
                Kind::Rect => pairs_of(cases, scene, cuboid),
                Kind::Discs => pairs_of(cases, scene, ball),
                Kind::FlatCapsules => pairs_of(cases, scene, capsule),
                _ => pairs_of(cases, scene, polygon),
            }
        }

        fn rotation(pose: &pairs::Pose) -> Rotation {
            let [cos, sin] = pose.cos_sin();
            Rotation::from_cos_sin_unchecked(cos as $real, sin as $real)
        }

        shapes! {
            polygon(Shape::Hull(points)) -> ConvexPolygon {
                let corners = points.iter().map(|p| vector(*p)).collect();
                let polygon = ConvexPolygon::from_convex_polyline(corners).expect("a convex polygon");
                assert_eq!(polygon.points().len(), points.len());
                polygon
            }
        }
    };
}

/// What there is in space alone.
macro_rules! space {
    ($parry:ident, $real:ty) => {
        use ::$parry::shape::{Cone, ConvexPolyhedron, Cylinder};

        /// The pairs of a scene at a separation.
        pub fn contender(scene: &Scene, factor: f64) -> Box<dyn Contender> {
            let cases = cases(scene, factor);
            match scene.kind {
                Kind::Cuboid => pairs_of(cases, scene, cuboid),
                Kind::BoxBall => pairs_of_two(cases, scene, cuboid, ball),
                Kind::Capsules => pairs_of(cases, scene, capsule),
                Kind::Balls => pairs_of(cases, scene, ball),
                Kind::CylinderCone => pairs_of_two(cases, scene, cylinder, cone),
                _ => pairs_of(cases, scene, polyhedron),
            }
        }

        fn pairs_of_two<G: SupportMap + RayCast + 'static, H: SupportMap + 'static>(
            cases: Vec<Case>,
            scene: &Scene,
            first: fn(&Shape) -> G,
            second: fn(&Shape) -> H,
        ) -> Box<dyn Contender> {
            let (first, second) = (all(scene.first(), first), all(scene.second(), second));
            Box::new(Parry { first, second, cases })
        }

        fn rotation(pose: &pairs::Pose) -> Rotation {
            let [x, y, z, w] = pose.rotation.map(|x| x as $real);
            Rotation::from_xyzw(x, y, z, w)
        }

        shapes! {
            polyhedron(Shape::Hull(points)) -> ConvexPolyhedron {
                let vertices: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
                let hull = ConvexPolyhedron::from_convex_hull(&vertices).expect("a convex polyhedron");
                assert_eq!(hull.points().len(), points.len());
                hull
            }
            cylinder(Shape::Cylinder(of)) -> Cylinder { Cylinder::new(of.half_height as $real, of.radius as $real) }
            cone(Shape::Cone(of)) -> Cone { Cone::new(of.half_height as $real, of.radius as $real) }
        }
    };
}

macro_rules! parry {
    ($parry:ident, $name:literal, $real:ty, $d:literal, $space:ident) => {
        mod $parry {
            use ::$parry::math::{Pose, Rotation, Vector};
            use ::$parry::query::details::contact_manifold_pfm_pfm;
            use ::$parry::query::details::{
                cast_shapes_support_map_support_map, closest_points_support_map_support_map,
                contact_support_map_support_map, intersection_test_support_map_support_map,
            };
            use ::$parry::query::{ClosestPoints, ContactManifold, Ray, RayCast, ShapeCastOptions};
            use ::$parry::shape::{Ball, Capsule, Cuboid, SupportMap};
            use std::array;
            use std::hint::black_box;

            use crate::engine::{Contact, Contender, Engine, Impact, Separation};
            use crate::pairs::{self, Kind, Scene, Shape};

            pub struct Case {
                a: usize,
                b: usize,
                pose_a: Pose,
                pose_b: Pose,
                velocity: Vector,
            }

            struct Parry<G: 'static, H: 'static> {
                first: &'static [G],
                second: &'static [H],
                cases: Vec<Case>,
            }

            impl<G: SupportMap + RayCast, H: SupportMap> Engine for Parry<G, H> {
                type Case = Case;
                type Separation = Separation<$real, $d>;
                type Contact = Contact<$real, $d>;

                fn name(&self) -> &'static str {
                    $name
                }

                fn cases(&self) -> &[Case] {
                    &self.cases
                }

                #[inline]
                fn intersects(&self, case: &Case) -> bool {
                    let (a, b) = (&self.first[case.a], &self.second[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    intersection_test_support_map_support_map(&relative, a, b)
                }

                #[inline]
                fn separation(&self, case: &Case) -> Option<Self::Separation> {
                    let (a, b) = (&self.first[case.a], &self.second[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    let found = closest_points_support_map_support_map(&relative, a, b, <$real>::MAX);
                    match found.transform_by(&case.pose_a, &case.pose_b) {
                        ClosestPoints::WithinMargin(a, b) => {
                            Some(Separation { distance: (b - a).length(), a: a.to_array(), b: b.to_array() })
                        }
                        ClosestPoints::Intersecting | ClosestPoints::Disjoint => None,
                    }
                }

                #[inline]
                fn contact(&self, case: &Case) -> Option<Self::Contact> {
                    let (a, b) = (&self.first[case.a], &self.second[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    let mut found = contact_support_map_support_map(&relative, a, b, 0.0)?;
                    found.transform_by_mut(&case.pose_a, &case.pose_b);
                    Some(Contact {
                        depth: -found.dist,
                        normal: found.normal1.to_array(),
                        points: [found.point1.to_array(), found.point2.to_array()],
                    })
                }

                #[inline]
                fn cast(&self, case: &Case) -> Option<Impact> {
                    let (a, b) = (&self.first[case.a], &self.second[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    let velocity = case.pose_a.rotation.inverse() * case.velocity;
                    let options = ShapeCastOptions { max_time_of_impact: 1.0, ..Default::default() };
                    let hit = cast_shapes_support_map_support_map(&relative, velocity, a, b, options)?;
                    let (normal, point) = (case.pose_a.rotation * hit.normal1, case.pose_a * hit.witness1);
                    Some(Impact::new(hit.time_of_impact, normal.to_array(), point.to_array()))
                }

                #[inline]
                fn ray(&self, case: &Case) -> Option<Impact> {
                    let ray = Ray::new(case.pose_b.translation, case.velocity);
                    let until = crate::RAY_UNTIL as $real;
                    let hit = self.first[case.a].cast_ray_and_get_normal(&case.pose_a, &ray, until, true)?;
                    let point = ray.point_at(hit.time_of_impact);
                    Some(Impact::new(hit.time_of_impact, hit.normal.to_array(), point.to_array()))
                }
            }

            /// Boxes, by the way of all shapes with features.
            struct Patches {
                shapes: &'static [Cuboid],
                cases: Vec<Case>,
            }

            impl Engine for Patches {
                type Case = Case;
                type Separation = Separation<$real, $d>;
                type Contact = Contact<$real, $d>;

                fn name(&self) -> &'static str {
                    $name
                }

                fn cases(&self) -> &[Case] {
                    &self.cases
                }

                #[inline]
                fn manifold(&self, case: &Case) -> usize {
                    let (a, b) = (&self.shapes[case.a], &self.shapes[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    let mut found = ContactManifold::<(), ()>::new();
                    let prediction = crate::PREDICTION as $real;
                    contact_manifold_pfm_pfm(&relative, a, 0.0, None, b, 0.0, None, prediction, &mut found);
                    black_box(&found).points.len()
                }
            }

            /// The boxes of a scene at a separation, for manifolds.
            pub fn patches(scene: &Scene, factor: f64) -> Box<dyn Contender> {
                Box::new(Patches { shapes: all(scene.first(), cuboid), cases: cases(scene, factor) })
            }

            fn cases(scene: &Scene, factor: f64) -> Vec<Case> {
                scene
                    .posed(factor)
                    .map(|p| Case {
                        a: p.a,
                        b: p.b,
                        pose_a: pose(p.pose_a),
                        pose_b: pose(p.pose_b),
                        velocity: vector(p.velocity($d == 2)),
                    })
                    .collect()
            }

            fn pairs_of<G: SupportMap + RayCast + 'static>(
                cases: Vec<Case>,
                scene: &Scene,
                convert: fn(&Shape) -> G,
            ) -> Box<dyn Contender> {
                let shapes = all(scene.first(), convert);
                Box::new(Parry { first: shapes, second: shapes, cases })
            }

            /// They live as long as the program, as in `ours.rs`.
            fn all<G>(shapes: &[Shape], convert: fn(&Shape) -> G) -> &'static [G] {
                shapes.iter().map(convert).collect::<Vec<G>>().leak()
            }

            fn vector(v: pairs::Vec3) -> Vector {
                Vector::from_array(array::from_fn(|k| v[k] as $real))
            }

            fn pose(pose: pairs::Pose) -> Pose {
                Pose::from_parts(vector(pose.translation), rotation(&pose))
            }

            shapes! {
                cuboid(Shape::Cuboid(half)) -> Cuboid { Cuboid::new(vector(*half)) }
                ball(Shape::Ball(radius)) -> Ball { Ball::new(*radius as $real) }
                capsule(Shape::Capsule(of)) -> Capsule { Capsule::new_y(of.half_height as $real, of.radius as $real) }
            }

            $space!($parry, $real);
        }
    };
}

parry!(parry2d, "parry2d", f32, 2, plane);
parry!(parry2d_f64, "parry2d-f64", f64, 2, plane);
parry!(parry3d, "parry3d", f32, 3, space);
parry!(parry3d_f64, "parry3d-f64", f64, 3, space);

/// The pairs of a scene at a separation.
pub fn contender(scene: &Scene, factor: f64, scalar: Scalar) -> Box<dyn Contender> {
    match (scene.kind.is_planar(), scalar) {
        (true, Scalar::F32) => parry2d::contender(scene, factor),
        (true, Scalar::F64) => parry2d_f64::contender(scene, factor),
        (false, Scalar::F32) => parry3d::contender(scene, factor),
        (false, Scalar::F64) => parry3d_f64::contender(scene, factor),
    }
}

/// The boxes of a scene at a separation, for manifolds.
pub fn patches(scene: &Scene, factor: f64, scalar: Scalar) -> Box<dyn Contender> {
    match (scene.kind.is_planar(), scalar) {
        (true, Scalar::F32) => parry2d::patches(scene, factor),
        (true, Scalar::F64) => parry2d_f64::patches(scene, factor),
        (false, Scalar::F32) => parry3d::patches(scene, factor),
        (false, Scalar::F64) => parry3d_f64::patches(scene, factor),
    }
}
