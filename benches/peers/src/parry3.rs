//! parry3d and parry3d-f64, through their support-map (GJK) queries on concrete
//! shape types, as in `parry2.rs`: cuboids as cuboids, hulls as convex
//! polyhedra, whose support point is found by a scan of all vertices.

macro_rules! parry {
    ($module:ident, $parry:ident, $real:ty, $name:literal) => {
        pub mod $module {
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::details::{
                cast_shapes_support_map_support_map, closest_points_support_map_support_map,
                contact_support_map_support_map, intersection_test_support_map_support_map,
            };
            use $parry::query::{ClosestPoints, ShapeCastOptions};
            use $parry::shape::{Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, SupportMap};

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
                type Separation = Separation<$real, 3>;
                type Contact = Contact<$real, 3>;

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
                        velocity: vector(p.velocity(false)),
                    })
                    .collect();
                match scene.kind {
                    Kind::Cuboid => pairs_of(cases, scene, cuboid),
                    Kind::BoxBall => pairs_of_two(cases, scene, cuboid, ball),
                    Kind::Capsules => pairs_of(cases, scene, capsule),
                    Kind::Balls => pairs_of(cases, scene, ball),
                    Kind::CylinderCone => pairs_of_two(cases, scene, cylinder, cone),
                    _ => pairs_of(cases, scene, polyhedron),
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

            fn pairs_of_two<G: SupportMap + 'static, H: SupportMap + 'static>(
                cases: Vec<Case>,
                scene: &Scene,
                first: fn(&Shape) -> G,
                second: fn(&Shape) -> H,
            ) -> Box<dyn Contender> {
                let (first, second) = (all(scene.first(), first), all(scene.second(), second));
                Box::new(Parry { first, second, cases })
            }

            /// They live as long as the program, as in `ours.rs`.
            fn all<G>(shapes: &[Shape], convert: fn(&Shape) -> G) -> &'static [G] {
                shapes.iter().map(convert).collect::<Vec<G>>().leak()
            }

            fn vector(v: pairs::Vec3) -> Vector {
                Vector::new(v[0] as $real, v[1] as $real, v[2] as $real)
            }

            fn pose(pose: pairs::Pose) -> Pose {
                let [x, y, z, w] = pose.rotation.map(|x| x as $real);
                Pose::from_parts(vector(pose.translation), Rotation::from_xyzw(x, y, z, w))
            }

            fn cuboid(shape: &Shape) -> Cuboid {
                match shape {
                    Shape::Cuboid(half) => Cuboid::new(vector(*half)),
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn polyhedron(shape: &Shape) -> ConvexPolyhedron {
                match shape {
                    Shape::Hull(points) => {
                        let vertices: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
                        let hull = ConvexPolyhedron::from_convex_hull(&vertices).expect("a convex polyhedron");
                        assert_eq!(hull.points().len(), points.len());
                        hull
                    }
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn ball(shape: &Shape) -> Ball {
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

            fn cylinder(shape: &Shape) -> Cylinder {
                match shape {
                    Shape::Cylinder(of) => Cylinder::new(of.half_height as $real, of.radius as $real),
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn cone(shape: &Shape) -> Cone {
                match shape {
                    Shape::Cone(of) => Cone::new(of.half_height as $real, of.radius as $real),
                    _ => unreachable!("the shapes of a scene are of one kind"),
                }
            }
        }
    };
}

parry!(single, parry3d, f32, "parry3d");
parry!(double, parry3d_f64, f64, "parry3d-f64");
