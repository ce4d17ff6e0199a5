//! Tests of `src/scalar/doubled.rs`.

use super::*;

/// In `f64`, sums and products of numbers of 24 bits are exact, and quotients have more digits than are tested.
#[test]
fn as_long_as_two() {
    let mut state = 1_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        #[expect(clippy::cast_precision_loss, reason = "any number will do")]
        return (state as f32 - 2e9) * 1e-9;
    };
    let value = |x: &Doubled<f32>| f64::from(x.high) + f64::from(x.low);
    let unit = 2.0_f64.powi(-43);
    for _ in 0..10_000 {
        let [a, b] = [(); 2].map(|()| Doubled::sum(random(), 1e-8 * random()));
        let [x, y] = [&a, &b].map(value);
        for (got, want) in [
            (a.clone() + b.clone(), x + y),
            (a.clone() - b.clone(), x - y),
            (a.clone() * b.clone(), x * y),
            (a.clone() / b.clone(), x / y),
        ] {
            assert!((value(&got) - want).abs() <= unit * want.abs() + 1e-30, "{a:?} {b:?} {got:?} {want}");
        }
        assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y));
    }
}
