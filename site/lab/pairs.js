// Seeded pairs: shapes of one to eight points with small whole numbers for coordinates, so that many touch or are flat, and each tenth again at
// another size.

/** Random numbers from a seed: Mulberry32. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = state;
    x = Math.imul(x ^ (x >>> 15), x | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** So many pairs. Coordinates are whole numbers, `size` the power of two to multiply them with. */
export function pairs(count, seed, dims) {
  const next = generator(seed);
  const between = (low, high) => low + Math.floor(next() * (high - low + 1));
  const made = [];
  while (made.length < count) {
    const dim = dims[between(0, dims.length - 1)];
    const reach = [2, 3, 8][between(0, 2)];
    const point = () => Array.from({ length: dim }, () => between(-reach, reach));
    const shift = point();
    const shape = () => Array.from({ length: between(1, 8) }, point);
    const [a, b] = [shape(), shape().map((p) => p.map((x, k) => x + shift[k]))];
    made.push({ id: `${made.length + 1}`, dim, a, b, size: 0 });
    if (made.length % 10 === 9) {
      const size = [-40, -20, 20][between(0, 2)];
      made.push({ id: `${made.length} at 2^${size}`, dim, a, b, size, twin: made.length - 1 });
    }
  }
  return made.slice(0, count);
}
