//! A box and a segment in the plane have a closed form, with margins or without.

#![allow(clippy::float_cmp, reason = "a contact that is apart is as far as a distance, to the last bit")]

use gjk::nalgebra::{Isometry2, Point2, Vector2};
use gjk::shape::{Capsule, Cuboid, Segment};
use gjk::{Query, Support, SupportExt, contact, distance, intersects};

/// The closed form of a box and a segment in the plane assumes that they are apart, that the segment has a length and the box
/// a width, and that one end or one corner is nearest. Here all of these fail, too: parallel, touching, crossing, flat, a point.
#[test]
fn segments_and_boxes_in_the_plane_are_as_far_apart_as_the_search_says() {
    let grid = [-3.0_f64, -2.0, -1.5, -1.0, -0.25, 0.0, 1.0, 2.0, 2.5];
    let origin = Point2::origin();
    let (mut apart, mut closed, mut pairs) = (0, 0, 0);
    for half in [[2.0_f64, 1.0], [2.0, 0.0], [0.0, 0.0]] {
        for angle in [0.0, 0.5, 1.25] {
            let pose = Isometry2::new(Vector2::new(0.25, -0.5), angle);
            let block = Cuboid::new(half).unwrap().posed(pose).unwrap();
            for (x, y) in grid.iter().flat_map(|x| grid.map(|y| (*x, y))) {
                for end in [[x, y], [x + 1.0, y], [x, y - 4.0], [x - 3.0, y + 0.75], [x + 1e-9, y]] {
                    // Parallel to the box, and not.
                    for turn in [pose, Isometry2::identity()] {
                        let ends = [turn * Point2::new(x, y), turn * Point2::from(end)];
                        let segment = Segment::new(ends).unwrap();
                        let capsule = Capsule::new(ends[0], ends[1], 0.5).unwrap();
                        let wanted = Query::new().shortcuts(false).contact(&block, &segment);
                        let allowed = 64.0 * f64::EPSILON * 8.0;
                        let pairs_of: [[&dyn Support<2, Scalar = f64>; 2]; 4] =
                            [[&block, &segment], [&segment, &block], [&block, &capsule], [&capsule, &block]];
                        for [a, b] in pairs_of {
                            let (found, wanted) = (contact(a, b), Query::new().shortcuts(false).contact(a, b));
                            let off = (found.separation - wanted.separation).abs();
                            assert!(off <= allowed, "{half:?} {ends:?}: {found:?} {wanted:?}");
                            assert_eq!(found.intersects(), wanted.intersects(), "{half:?} {ends:?}");
                            let [p, q] = found.points;
                            assert!((q - p - found.normal * found.separation).norm() <= allowed, "{found:?}");
                            closed += usize::from(found.evaluations == 0);
                            pairs += 1;
                        }
                        let far = distance(&block, &segment);
                        assert!((far.distance - wanted.separation.max(0.0)).abs() <= allowed, "{far:?} {wanted:?}");
                        assert_eq!(intersects(&block, &segment), wanted.intersects());
                        if wanted.separation > 0.0 {
                            assert_eq!(far.distance, contact(&block, &segment).separation);
                            let mut on_a = Vector2::zeros();
                            for vertex in far.feature.vertices() {
                                on_a += vertex.points[0].coords * vertex.weight;
                                let named =
                                    [block.recall(vertex.ids[0], &origin), segment.recall(vertex.ids[1], &origin)];
                                for (named, point) in named.into_iter().zip(vertex.points) {
                                    assert!((named.expect("a vertex") - point.coords).norm() <= allowed, "{far:?}");
                                }
                            }
                            assert!((on_a - far.points[0].coords).norm() <= allowed, "{far:?}");
                            apart += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(apart > 2000 && 2 * closed > pairs, "{apart} {closed} {pairs}");
}
