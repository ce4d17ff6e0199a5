//! Tests of `src/manifold/clip.rs`.

use super::*;
use crate::vertex::VertexId;
use alloc::vec::Vec;

/// As in the paper: each edge makes a new list.
fn by_lists(subject: &[Corner<f64>], clip: &[Corner<f64>]) -> Vec<(Vector2<f64>, u64)> {
    let mut ring: Vec<(Vector2<f64>, u32)> = subject.iter().map(|corner| (corner.at, corner.edge)).collect();
    for (k, from) in clip.iter().enumerate() {
        let depth = |at| inside(&from.at, &(clip[(k + 1) % clip.len()].at - from.at), at);
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        ring = sides.fold(Vec::new(), |mut next, ((p, edge), (q, _))| {
            let (here, ahead) = (depth(p), depth(q));
            next.extend((here >= 0.0).then_some((*p, *edge)));
            let name = if here >= 0.0 { from.edge } else { *edge };
            next.extend(((here >= 0.0) != (ahead >= 0.0)).then(|| (p + (q - p) * (here / (here - ahead)), name)));
            next
        });
    }
    let before = ring.iter().cycle().skip(ring.len().saturating_sub(1));
    before.zip(&ring).map(|(before, (at, edge))| (*at, meeting([before.1, *edge]))).collect()
}

#[test]
fn clipping_in_place_is_clipping_by_lists() {
    let mut state = 1_u64;
    let mut random = |below: u32| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        u32::try_from(state >> 33).expect("31 bits") % below
    };
    // Corners at whole coordinates, so that many are on an edge. Some polygons are stars, which an edge cuts several times.
    let mut polygon = |side: u32, is_star: bool| -> Vec<Corner<f64>> {
        let (count, [x, y, size]) = (3 + random(4), [random(9), random(9), 2 + random(6)].map(f64::from));
        let corner = |k: u32| {
            let (turn, far) =
                (6.3 * f64::from(k) / f64::from(count), if is_star && k % 2 == 1 { 0.3 * size } else { size });
            let at = Vector2::new(x + far * turn.cos(), y + far * turn.sin()).map(f64::round);
            let id = VertexId(k);
            Corner { at, height: 0.0, id, edge: name(side, id, VertexId((k + 1) % count)) }
        };
        (0..count).map(corner).collect()
    };
    let mut seen = [0; 33];
    for round in 0..20_000 {
        let (subject, clip) = (polygon(1, round % 4 == 0), polygon(0, false));
        let mut corners = array::from_fn::<_, 33, _>(|_| nowhere());
        let ring = clipped(&subject, &clip, &mut corners);
        let found: Vec<_> = ring.iter().flat_map(Ring::iter).map(|corner| (corner.at, meeting(corner.edges))).collect();
        assert_eq!(found, by_lists(&subject, &clip), "round {round}");
        seen[found.len()] += 1;
    }
    assert!(seen[0] > 1000 && seen[3..8].iter().all(|count| *count > 500), "{seen:?}");
}
