//! Tests of `src/epa/mesh.rs`.

use super::*;
use alloc::collections::BTreeMap;

type Small = Mesh<f64, 28, { facets(28) }>;

fn vertex(x: f64, y: f64, z: f64) -> SupportPoint<f64, 3> {
    SupportPoint { w: Vector3::new(x, y, z), ..SupportPoint::nothing() }
}

fn octahedron() -> Small {
    let mut mesh = Small::empty(&1.0);
    mesh.begin_with(&1.0, [&vertex(1., 0., 0.), &vertex(0., 1., 0.), &vertex(0., 0., 1.), &vertex(-1., 0., 0.)]);
    for newest in [vertex(0., -1., 0.), vertex(0., 0., -1.)] {
        let above = |id: &usize| mesh.planes[*id].is_visible_from(&newest.w, &1e-9);
        let id = (0..mesh.used).find(above).expect("it is outside");
        assert!(mesh.grow(id, &newest, &Slack::of(&1.0)));
    }
    assert_eq!((mesh.used, mesh.dead_count, mesh.count), (8, 0, 6));
    mesh
}

/// Returns whether the facets of a set that are reached from one of them, over edges, are bounded by one simple loop.
fn is_disc(mesh: &Small, seen: u32, start: usize) -> bool {
    let has = |set: u32, id: usize| set >> id & 1 == 1;
    let mut reached = 1_u32 << start;
    for _ in 0..8 {
        let before = reached;
        for id in (0..8).filter(|&id| has(before, id)) {
            let around = mesh.facets[id].neighbors.map(|side| 1 << side.facet());
            reached |= around.iter().fold(0, |all, one| all | one) & seen;
        }
    }
    let mut border = BTreeMap::new();
    let mut edges = 0;
    for id in (0..8).filter(|&id| has(reached, id)) {
        let Facet { corners, neighbors, .. } = mesh.facets[id];
        for side in (0..3).filter(|&side| !has(reached, neighbors[side].facet())) {
            border.insert(corners[side], corners[next(side)]);
            edges += 1;
        }
    }
    let Some((&first, _)) = border.first_key_value() else { return false };
    let mut at = first;
    let length = (1..=edges).find(|_| {
        at = border[&at];
        at == first
    });
    border.len() == edges && length == Some(edges)
}

#[test]
fn what_is_no_disc_is_not_followed() {
    let newest = vertex(5., 6., 7.);
    let (mut grown, mut refused) = (0, 0);
    for seen in 1..1_u32 << 8 {
        for start in (0..8).filter(|start| seen >> start & 1 == 1) {
            // Wrong planes on purpose, so that exactly these facets are visible.
            let mut mesh = octahedron();
            for (id, plane) in mesh.planes[..8].iter_mut().enumerate() {
                plane.level = if seen >> id & 1 == 1 { -100.0 } else { 100.0 };
            }
            let before = mesh.facets;
            let disc = is_disc(&mesh, seen, start);
            assert_eq!(mesh.grow(start, &newest, &Slack::of(&1.0)), disc, "{seen:b} from {start}");
            if disc {
                grown += 1;
                // Still closed: the neighbor at an edge has this edge, too, in the opposite direction.
                for id in (0..mesh.used).filter(|id| !mesh.dead[..mesh.dead_count].contains(&index(*id))) {
                    for side in 0..3 {
                        let other = mesh.facets[id].neighbors[side];
                        let ends =
                            |id: usize, side: usize| [side, next(side)].map(|corner| mesh.facets[id].corners[corner]);
                        let [from, to] = ends(other.facet(), other.number());
                        assert_eq!(ends(id, side), [to, from], "{seen:b} from {start}");
                    }
                }
            } else {
                refused += 1;
                assert_eq!((mesh.count, mesh.dead_count), (6, 0));
                let same = |(a, b): (&Facet, &Facet)| a.corners == b.corners && !a.visible && !b.visible;
                assert!(mesh.facets.iter().zip(&before).all(same));
            }
        }
    }
    assert!(grown > 500 && refused > 100, "{grown} {refused}");
}
