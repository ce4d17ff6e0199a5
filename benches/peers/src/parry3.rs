//! parry3d and parry3d-f64, through their support-map (GJK) queries on concrete
//! shape types, as in `parry2.rs`: cuboids as cuboids, hulls as convex
//! polyhedra, whose support point is found by a scan of all vertices.

macro_rules! parry {
    ($module:ident, $parry:ident, $real:ty, $name:literal) => {
        pub mod $module {
            use $parry::math::{Pose, Rotation, Vector};
            use $parry::query::ClosestPoints;
            use $parry::query::details::{
                closest_points_support_map_support_map, intersection_test_support_map_support_map,
            };
            use $parry::shape::{ConvexPolyhedron, Cuboid, SupportMap};

            use crate::engine::{Contender, Engine, Separation};
            use crate::pairs::{self, Scene, Shape};

            pub struct Case {
                a: usize,
                b: usize,
                pose_a: Pose,
                pose_b: Pose,
            }

            struct Parry<G> {
                shapes: Vec<G>,
                cases: Vec<Case>,
            }

            impl<G: SupportMap> Engine for Parry<G> {
                type Case = Case;
                type Separation = Separation<$real, 3>;

                fn name(&self) -> &'static str {
                    $name
                }

                fn cases(&self) -> &[Case] {
                    &self.cases
                }

                #[inline]
                fn intersects(&self, case: &Case) -> bool {
                    let (a, b) = (&self.shapes[case.a], &self.shapes[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    intersection_test_support_map_support_map(&relative, a, b)
                }

                #[inline]
                fn separation(&self, case: &Case) -> Option<Self::Separation> {
                    let (a, b) = (&self.shapes[case.a], &self.shapes[case.b]);
                    let relative = case.pose_a.inv_mul(&case.pose_b);
                    let found =
                        closest_points_support_map_support_map(&relative, a, b, <$real>::MAX);
                    match found.transform_by(&case.pose_a, &case.pose_b) {
                        ClosestPoints::WithinMargin(a, b) => Some(Separation {
                            distance: (b - a).length(),
                            a: a.to_array(),
                            b: b.to_array(),
                        }),
                        ClosestPoints::Intersecting | ClosestPoints::Disjoint => None,
                    }
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
                    })
                    .collect();
                match scene.shapes[0] {
                    Shape::Cuboid(_) => Box::new(Parry {
                        shapes: scene.shapes.iter().map(cuboid).collect(),
                        cases,
                    }),
                    Shape::Hull(_) => Box::new(Parry {
                        shapes: scene.shapes.iter().map(polyhedron).collect(),
                        cases,
                    }),
                }
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
                    Shape::Hull(_) => unreachable!("the shapes of a scene are of one kind"),
                }
            }

            fn polyhedron(shape: &Shape) -> ConvexPolyhedron {
                match shape {
                    Shape::Cuboid(_) => unreachable!("the shapes of a scene are of one kind"),
                    Shape::Hull(points) => {
                        let vertices: Vec<Vector> = points.iter().map(|p| vector(*p)).collect();
                        let hull = ConvexPolyhedron::from_convex_hull(&vertices)
                            .expect("a convex polyhedron");
                        assert_eq!(hull.points().len(), points.len());
                        hull
                    }
                }
            }
        }
    };
}

parry!(single, parry3d, f32, "parry3d");
parry!(double, parry3d_f64, f64, "parry3d-f64");
