//! Which pieces of a level are near a body, which does a ray hit, and which bodies are near each other? A tree of boxes
//! knows.
//!
//! `cargo run --release -p gjk-scene --example level`
//!
//! The tree is from the crate `obvhs`, which needs only the `bounds` of the pieces. Any other tree will do.

use gjk::SupportExt;
use gjk::nalgebra::{Isometry3, Point3, Vector3};
use gjk::shape::Cuboid;
use gjk_scene::Ground;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::{Bvh2, builder::build_bvh2};
use obvhs::ray::{Ray, RayHit};
use std::time::Duration;

const SIDE: u16 = 72;

/// Ground with a tree of the boxes around its pieces.
struct Level {
    ground: Ground<f32, 3>,
    tree: Bvh2,
}

fn aabb(gjk::Aabb { min, max }: gjk::Aabb<f32, 3>) -> Aabb {
    Aabb::new(<[f32; 3]>::from(min).into(), <[f32; 3]>::from(max).into())
}

impl Level {
    fn new(ground: Ground<f32, 3>) -> Self {
        // A ray that grazes a box must not miss it because of rounding.
        let boxes: Vec<Aabb> = ground.pieces().map(|piece| aabb(gjk::aabb(&piece).grown(1e-4))).collect();
        let tree = build_bvh2(&boxes, BvhBuildParams::medium_build(), &mut Duration::default());
        Self { ground, tree }
    }

    /// The pieces whose boxes meet a box.
    fn near(&self, around: gjk::Aabb<f32, 3>) -> Vec<u32> {
        let mut found = Vec::new();
        self.tree.aabb_traverse(aabb(around), |tree, node| {
            let node = &tree.nodes[node as usize];
            let slots = node.first_index as usize..(node.first_index + node.prim_count) as usize;
            found.extend(&tree.primitive_indices[slots]);
            true
        });
        found
    }

    /// When a ray hits the ground, and which piece.
    fn raycast(&self, from: Point3<f32>, direction: Vector3<f32>) -> Option<(f32, u32)> {
        let mut nearest = RayHit::none();
        let ray = Ray::new_inf(<[f32; 3]>::from(from).into(), <[f32; 3]>::from(direction).into());
        let hit = self.tree.ray_traverse(ray, &mut nearest, |_, slot| {
            self.ground.raycast(self.tree.primitive_indices[slot], &from, &direction).unwrap_or(f32::INFINITY)
        });
        hit.then(|| (nearest.t, self.tree.primitive_indices[nearest.primitive_id as usize]))
    }
}

/// All pairs of boxes that intersect, by their places in the list.
fn pairs(boxes: &[gjk::Aabb<f32, 3>]) -> Vec<[usize; 2]> {
    let boxes: Vec<Aabb> = boxes.iter().copied().map(aabb).collect();
    let tree = build_bvh2(&boxes, BvhBuildParams::fastest_build(), &mut Duration::default());
    let mut pairs = Vec::new();
    for (a, around) in boxes.iter().enumerate() {
        tree.aabb_traverse(*around, |tree, node| {
            let node = &tree.nodes[node as usize];
            let leaf = &tree.primitive_indices[node.first_index as usize..][..node.prim_count as usize];
            let meets = |b: &usize| a < *b && around.intersect_aabb(&boxes[*b]);
            pairs.extend(leaf.iter().map(|b| *b as usize).filter(meets).map(|b| [a, b]));
            true
        });
    }
    pairs
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let height = |k: u16| {
        let [x, z] = [k % SIDE, k / SIDE].map(|n| f32::from(n) * 0.4);
        x.sin() * z.cos() + 0.2 * (3.0 * x).cos()
    };
    let level = Level::new(Ground::<f32, 3>::heights([0.0; 2], [0.5; 2], SIDE.into(), (0..SIDE * SIDE).map(height))?);
    println!("{} triangles", level.ground.len());

    // Boxes on the hills, and the contact points that a solver would push at.
    let (mut asked, mut touched, mut points, mut around_all) = (0, 0, 0, Vec::new());
    for k in 0..400_u16 {
        let (x, z) = (2.0 + 1.6 * f32::from(k % 20), 2.0 + 1.6 * f32::from(k / 20));
        let (time, _) = level.raycast(Point3::new(x, 10.0, z), -Vector3::y()).ok_or("there is ground everywhere")?;
        let at = Isometry3::new(Vector3::new(x, 10.3 - time, z), Vector3::new(0.1, 0.02 * f32::from(k), 0.0));
        let stone = Cuboid::new(Vector3::new(0.5, 0.35, 0.5))?.posed(at)?;
        let near = level.near(gjk::aabb(&stone).grown(0.02));
        let found = near.iter().filter_map(|piece| level.ground.manifold(*piece, &stone, 0.02, None));
        asked += near.len();
        for manifold in found {
            touched += 1;
            points += manifold.points().len();
        }
        // A leaf of the tree may have more pieces than those that meet the box, but none is missing.
        let around = gjk::aabb(&stone).grown(0.02);
        around_all.push(around.grown(0.2));
        let mut all = (0..).zip(level.ground.pieces());
        assert!(
            k % 40 > 0 || all.all(|(piece, shape)| !gjk::aabb(&shape).intersects(&around) || near.contains(&piece))
        );
    }
    println!("400 boxes were asked about {asked} triangles, touch {touched} of them, at {points} points");
    let pairs = pairs(&around_all);
    let all = (0..400).flat_map(|b| (0..b).map(move |a| [a, b]));
    let mut slowly: Vec<_> = all.filter(|[a, b]| around_all[*a].intersects(&around_all[*b])).collect();
    slowly.sort_unstable();
    println!("{} pairs of them are near each other", pairs.len());
    assert!(
        pairs.len() > 300 && pairs.len() == slowly.len() && pairs.iter().all(|pair| slowly.binary_search(pair).is_ok())
    );
    assert!(asked < 400 * 40 && touched > 400 && points > touched);
    Ok(())
}
