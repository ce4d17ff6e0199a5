//! parry2d and parry2d-f64, through their support-map (GJK) queries on concrete
//! shape types: neither the special cases for two cuboids nor the dynamic
//! dispatch in front of them is involved. As the public queries of `parry` do,
//! a call composes the relative pose of the two shapes, and brings the closest
//! points back to the world.

macro_rules! parry {
    ($module:ident, $parry:ident, $real:ty, $name:literal) => {
        pub mod $module {
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::details::{
                cast_shapes_support_map_support_map, closest_points_support_map_support_map,
                contact_support_map_support_map, intersection_test_support_map_support_map,
            };
            use $parry::query::{ClosestPoints, ShapeCastOptions};
            use $parry::shape::{Ball, Capsule, ConvexPolygon, Cuboid, SupportMap};

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

            impl<G: SupportMap, H: SupportMap> Engine for Parry<G, H> {
                type Case = Case;
                type Separation = Separation<$real, 2>;
                type Contact = Contact<$real, 2>;

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
            }

            /// The pairs of a scene at a separation.
            pub fn contender(scene: &Scene, factor: f64) -> Box<dyn Contender> {
                let cases = scene
                    .posed(factor)
                    .map(|p| Case {
                        a: p.a,
                        b: p.b,
                        pose_a: pose(p.pose_a),
                        pose_b: pose(p.pose_b),
                        velocity: vector(p.velocity(true)),
                    })
                    .collect();
                match scene.kind {
                    Kind::Rect => pairs_of(cases, scene, cuboid),
                    Kind::Discs => pairs_of(cases, scene, disc),
                    Kind::FlatCapsules => pairs_of(cases, scene, capsule),
                    _ => pairs_of(cases, scene, polygon),
                }
            }

            fn pairs_of<G: SupportMap + 'static>(
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
                Vector::new(v[0] as $real, v[1] as $real)
            }

            fn pose(pose: pairs::Pose) -> Pose {
                let [cos, sin] = pose.cos_sin();
                let rotation = Rotation::from_cos_sin_unchecked(cos as $real, sin as $real);
                Pose::from_parts(vector(pose.translation), rotation)
            }

            fn cuboid(shape: &Shape) -> Cuboid {
                match shape {
                    Shape::Cuboid(half) => Cuboid::new(vector(*half)),
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn disc(shape: &Shape) -> Ball {
                match shape {
                    Shape::Ball(radius) => Ball::new(*radius as $real),
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn capsule(shape: &Shape) -> Capsule {
                match shape {
                    Shape::Capsule(of) => Capsule::new_y(of.half_height as $real, of.radius as $real),
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn polygon(shape: &Shape) -> ConvexPolygon {
                match shape {
                    Shape::Hull(points) => {
                        let corners = points.iter().map(|p| vector(*p)).collect();
                        let polygon = ConvexPolygon::from_convex_polyline(corners).expect("a convex polygon");
                        assert_eq!(polygon.points().len(), points.len());
                        polygon
                    }
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }
        }
    };
}

parry!(single, parry2d, f32, "parry2d");
parry!(double, parry2d_f64, f64, "parry2d-f64");
