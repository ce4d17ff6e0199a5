// GJK in the plane and in space. W is the newest vertex, X, Y, Z were kept before it; WX leads from W to X, WO from W to the origin.
// `support(d)` is given: the farthest point of the difference along d. `dim` is 2 or 3.
function gjk(support, dim) {
  const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
  const minus = (p, q) => p.map((x, k) => x - q[k]);
  const negative = (p) => p.map((x) => -x);
  const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
  const sameDirection = (v, ao) => dot(v, ao) > 0;

  // (WX × WO) × WX: perpendicular to WX, towards the origin.
  const tripleProduct = (ab, ao) => ab.map((x, k) => ao[k] * dot(ab, ab) - x * dot(ab, ao));

  function line(a, b) {
    const [ab, ao] = [minus(b, a), negative(a)];
    return sameDirection(ab, ao) ? [[a, b], tripleProduct(ab, ao)] : [[a], ao];
  }

  function triangle(a, b, c) {
    const [ab, ac, ao] = [minus(b, a), minus(c, a), negative(a)];
    if (dim === 2) {
      const [outB, outC] = [negative(tripleProduct(ab, ac)), negative(tripleProduct(ac, ab))];
      if (sameDirection(outB, ao)) return line(a, b);
      if (sameDirection(outC, ao)) return line(a, c);
      return null;
    }
    const abc = cross(ab, ac);
    if (sameDirection(cross(abc, ac), ao)) return line(a, c);
    if (sameDirection(cross(ab, abc), ao)) return line(a, b);
    // Wound so that the origin is in front.
    return sameDirection(abc, ao) ? [[a, b, c], abc] : [[a, c, b], negative(abc)];
  }

  function tetrahedron(a, b, c, d) {
    const [p, ao] = [[b, c, d], negative(a)];
    const normal = (i) => cross(minus(p[i], a), minus(p[(i + 1) % 3], a));
    const seen = [0, 1, 2].map((i) => sameDirection(normal(i), ao));
    if (!seen.includes(true)) return null;
    let i = seen.indexOf(true);
    const first = [0, 1, 2].find((k) => seen[k] && seen[(k + 1) % 3]);
    // Beyond two faces: the edge between them decides.
    if (first !== undefined) {
      const next = (first + 1) % 3;
      i = sameDirection(cross(normal(first), minus(p[next], a)), ao) ? next : first;
    }
    return triangle(a, p[i], p[(i + 1) % 3]);
  }

  let direction = dim === 2 ? [1, 0] : [1, 0, 0];
  let kept = [];
  for (;;) {
    const a = support(direction);
    if (dot(a, direction) < 0) return false;
    if (kept.some((p) => dot(minus(a, p), direction) <= 0)) return true;
    const found = [() => [[a], negative(a)], line, triangle, tetrahedron][kept.length](a, ...kept);
    if (!found) return true;
    [kept, direction] = found;
    if (direction.every((x) => x === 0)) return true;
  }
}
