use gjk::*;
use worlds::scenes::*;
fn main() {
    let mut w = pile::<f32, 2>(400, 32).unwrap();
    let mut seen = 0;
    for step in 0..700 {
        let before: Vec<_> = w.bodies.iter().map(|b| (b.center, b.velocity, b.spin)).collect();
        let has: Vec<_> = w.manifolds().filter(|(p, _)| p[0] == 0).map(|(p, m)| (p[1], m.clone())).collect();
        for k in 3..w.bodies.len() {
            let b = &w.bodies[k];
            if b.center.y < 0.1 {
                let c = contact(&w.bodies[0].shape, &b.shape);
                println!("step {step} body {k} kind {} {:?} contact {:?} \n  {:?}", (k - 3) % 4, before[k], c, has.iter().find(|h| h.0 == k));
                println!("within {:?}", Query::new().within(0.02).contact(&w.bodies[0].shape, &b.shape));
                println!("pose {:?}", b.shape.pose());
                seen += 1;
            }
        }
        if seen > 3 { return; }
        w.step();
    }
}
