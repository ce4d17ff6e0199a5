// An address as a QR code (ISO/IEC 18004), for phones that look at a screen: bytes, at the lowest level of correction, which a screen needs.

/** Of each version from 1 on: how many bytes of data there are, how many of correction in a block, how many blocks, and where alignment patterns are. */
const VERSIONS = [
  [19, 7, 1, []], [34, 10, 1, [6, 18]], [55, 15, 1, [6, 22]], [80, 20, 1, [6, 26]], [108, 26, 1, [6, 30]], [136, 18, 2, [6, 34]], [156, 20, 2, [6, 22, 38]],
  [194, 24, 2, [6, 24, 42]], [232, 30, 2, [6, 26, 46]], [274, 18, 4, [6, 28, 50]],
];

/** Powers of 2 in the field of 256 elements, and their logarithms. */
const POWERS = [1];
while (POWERS.length < 255) {
  const next = POWERS.at(-1) << 1;
  POWERS.push(next > 255 ? next ^ 0x11d : next);
}
const times = (a, b) => (a && b ? POWERS[(POWERS.indexOf(a) + POWERS.indexOf(b)) % 255] : 0);

/** The remainder of the data by the product of all x − 2^k: so many bytes. */
function correction(data, count) {
  let divisor = [1];
  for (let k = 0; k < count; k += 1) divisor = [...divisor, 0].map((x, i) => x ^ times(divisor[i - 1] ?? 0, POWERS[k]));
  const rest = [...data, ...Array(count).fill(0)];
  data.forEach((_, k) => {
    const lead = rest[k];
    divisor.forEach((x, i) => { rest[k + i] ^= times(x, lead); });
  });
  return rest.slice(data.length);
}

/** The bits of a number, and behind them its remainder by a polynomial over two elements. */
function checked(number, length, polynomial) {
  let rest = number << length;
  for (let k = 31 - Math.clz32(rest); k >= length; k -= 1) if ((rest >> k) & 1) rest ^= polynomial << (k - length);
  return (number << length) | rest;
}

/** The bytes in the order in which they are placed. */
function coded(bytes, version) {
  const [room, count, blocks] = VERSIONS[version - 1];
  const bits = [4, bytes.length, ...bytes].map((x, k) => x.toString(2).padStart(k === 0 ? 4 : k === 1 && version > 9 ? 16 : 8, "0")).join("");
  const data = `${bits}0000`.slice(0, 8 * room).replace(/.{1,8}/g, (byte) => `${byte.padEnd(8, "0")} `).trim().split(" ").map((byte) => parseInt(byte, 2));
  for (let k = 0; data.length < room; k += 1) data.push(k % 2 ? 0x11 : 0xec);
  const short = Math.floor(room / blocks);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, k) => data.slice(at, (at += short + (k >= blocks - (room % blocks) ? 1 : 0))));
  const mixed = (lists) => Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, k) => lists.flatMap((list) => (k < list.length ? [list[k]] : []))).flat();
  return [...mixed(parts), ...mixed(parts.map((part) => correction(part, count)))];
}

/** The rows of the code, of true for dark; nothing if the text is too long. */
export function qr(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([room], k) => bytes.length + (k > 8 ? 3 : 2) <= room) + 1;
  if (!version) return null;
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const put = (x, y, dark) => { if (x >= 0 && y >= 0 && x < size && y < size) rows[y][x] = dark; };
  const square = (cx, cy, rings) => {
    for (let y = -rings.length + 1; y < rings.length; y += 1) for (let x = -rings.length + 1; x < rings.length; x += 1) put(cx + x, cy + y, rings[Math.max(Math.abs(x), Math.abs(y))]);
  };
  for (let k = 0; k < size; k += 1) {
    put(k, 6, k % 2 === 0);
    put(6, k, k % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) square(x, y, [true, true, false, true, false]);
  const places = VERSIONS[version - 1][3];
  // Not where the three large squares are.
  const isFree = (x, y) => Math.max(x, y) !== 6 && (Math.min(x, y) !== 6 || Math.max(x, y) !== places.at(-1));
  for (const x of places) for (const y of places) if (isFree(x, y)) square(x, y, [true, false, true]);
  // The level of correction and the mask, twice; and from 7 on the version, twice.
  const format = checked(0b01000, 10, 0x537) ^ 0x5412;
  for (let k = 0; k < 15; k += 1) {
    const dark = Boolean((format >> k) & 1);
    put(8, k < 6 ? k : k < 8 ? k + 1 : size - 15 + k, dark);
    put(k < 8 ? size - 1 - k : k < 9 ? 15 - k : 14 - k, 8, dark);
  }
  put(8, size - 8, true);
  if (version > 6) {
    const told = checked(version, 12, 0x1f25);
    for (let k = 0; k < 18; k += 1) {
      const [i, j] = [Math.floor(k / 3), size - 11 + (k % 3)];
      put(i, j, Boolean((told >> k) & 1));
      put(j, i, Boolean((told >> k) & 1));
    }
  }
  // The bits, in pairs of columns, up and down from the right, with a mask of squares.
  const stream = coded(bytes, version).flatMap((byte) => Array.from({ length: 8 }, (_, k) => (byte >> (7 - k)) & 1));
  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let k = 0; k < size; k += 1) {
      const y = up ? size - 1 - k : k;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        rows[y][x] = Boolean((stream[next] ?? 0) ^ Number((x + y) % 2 === 0));
        next += 1;
      }
    }
  }
  return rows;
}

/** The same as a picture, with the white margin that it needs. */
export function picture(rows) {
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return `<svg viewBox="-4 -4 ${size + 8} ${size + 8}" role="img" aria-label="The address as a QR code" shape-rendering="crispEdges"><path fill="#fff" d="M-4 -4h${size + 8}v${size + 8}h-${size + 8}z"/><path fill="#000" d="${dark}"/></svg>`;
}
