/* A text as a QR code: bytes, error correction of level L, versions 1 to 22. Touches no page. */

const CORRECTION =
  "7 1 10 1 15 1 20 1 26 1 18 2 20 2 24 2 30 2 18 4 20 4 24 4 26 4 30 4 22 6 24 6 28 6 30 6 28 7 28 8 28 8 28 9"
    .split(" ")
    .map(Number);
export const LARGEST_QR = 22;

/** Masks: which modules of a row and column change their colour. */
const QR_MASKS = /** @type {((y: number, x: number) => number)[]} */ ([
  (y, x) => (x + y) % 2,
  (y) => y % 2,
  (_, x) => x % 3,
  (y, x) => (x + y) % 3,
  (y, x) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (y, x) => ((x * y) % 2) + ((x * y) % 3),
  (y, x) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (y, x) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]);

/** Return the bytes of a version that hold data and correction.
 *
 * @param {number} version
 */
function bytesInQr(version) {
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const crossed = marks ? (25 * marks - 10) * marks - 55 : 0;
  return (((16 * version + 128) * version + 64 - crossed - (version > 6 ? 36 : 0)) / 8) | 0;
}

/** Return a message with the remainder of its division in the field of 256 elements: `count` bytes of correction.
 *
 * @param {number[]} message
 * @param {number} count
 */
function corrected(message, count) {
  const powers = [1];
  /** @type {number[]} */
  const logs = [];
  for (let at = 0; at < 255; at += 1) {
    logs[powers[at]] = at;
    powers.push((powers[at] << 1) ^ (powers[at] > 127 ? 0x11d : 0));
  }
  /**
   * @param {number} one
   * @param {number} other
   */
  const times = (one, other) => (one && other ? powers[(logs[one] + logs[other]) % 255] : 0);
  let divisor = [1];
  for (let at = 0; at < count; at += 1) {
    divisor = [...divisor, 0].map((each, place) => each ^ times(divisor[place - 1], powers[at]));
  }
  const rest = [...message, ...divisor.slice(1).fill(0)];
  message.forEach((_, at) => {
    const factor = rest[at];
    divisor.forEach((each, place) => {
      rest[at + place] ^= times(each, factor);
    });
  });
  return [...message, ...rest.slice(message.length)];
}

/** Return the bytes of a QR code: the text in blocks, each with its correction, interleaved.
 *
 * @param {number[]} bytes
 * @param {number} version
 */
function qrBytes(bytes, version) {
  const [count, blocks] = CORRECTION.slice(2 * version - 2);
  const all = bytesInQr(version);
  /**
   * @param {number} value
   * @param {number} digits
   */
  const hex = (value, digits) => value.toString(16).padStart(digits, "0");
  const room = 2 * (all - count * blocks);
  const head = `4${hex(bytes.length, version < 10 ? 2 : 4)}`;
  const data = `${head}${bytes.map((each) => hex(each, 2)).join("")}0`.padEnd(room, "ec11").match(/../g) || [];
  const short = Math.floor(all / blocks) - count;
  const parts = Array.from({ length: blocks }, (_, at) => {
    const longer = blocks - (all % blocks); // the first of the blocks that hold one byte more
    const start = at * short + Math.max(0, at - longer);
    const part = data.slice(start, start + short + (at >= longer ? 1 : 0)).map((each) => parseInt(each, 16));
    return { part, correction: corrected(part, count).slice(part.length) };
  });
  /** @param {number[][]} lists */
  const across = (lists) => lists[lists.length - 1].flatMap((_, at) => lists.flatMap((list) => list.slice(at, at + 1)));
  return [...across(parts.map(({ part }) => part)), ...across(parts.map(({ correction }) => correction))];
}

/** Return a number with the remainder of its division by a polynomial, as format and version are written.
 *
 * @param {any} value
 * @param {number} bits
 * @param {number} polynomial
 */
function withRemainder(value, bits, polynomial) {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at -= 1) {
    rest ^= rest & (1 << at) ? polynomial << (at - bits) : 0;
  }
  return (value << bits) | rest;
}

/** Return the fixed modules of a version in rows: 1 dark, 0 light; free ones are undefined.
 *
 * @param {number} version
 * @returns {number[][]}
 */
function qrFrame(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size));
  /**
   * @param {number} y
   * @param {number} x
   * @param {number} reach
   * @param {(far: number) => boolean} isDark
   */
  const square = (y, x, reach, isDark) => {
    for (let down = -reach; down <= reach; down += 1) {
      for (let right = -reach; right <= reach; right += 1) {
        if (rows[y + down] && x + right >= 0 && x + right < size) {
          rows[y + down][x + right] = Number(isDark(Math.max(Math.abs(down), Math.abs(right))));
        }
      }
    }
  };
  for (let at = 0; at < size; at += 1) {
    rows[6][at] = rows[at][6] = 1 - (at % 2);
  }
  [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ].forEach(([y, x]) => {
    square(y, x, 4, (far) => far !== 2 && far !== 4);
  });
  const marks = version > 1 ? Math.floor(version / 7) + 2 : 0;
  const step = 2 * Math.floor((version * 8 + marks * 3 + 5) / (marks * 4 - 4));
  const places = Array.from({ length: marks }, (_, at) => (at ? size - 7 - step * (marks - 1 - at) : 6));
  places.forEach((y) => {
    places.forEach((x) => {
      if (![6 + 6, 6 + size - 7].includes(x + y) || (x !== 6 && y !== 6)) {
        square(y, x, 2, (far) => far !== 1);
      }
    });
  });
  for (let at = 0; version > 6 && at < 18; at += 1) {
    const dark = (withRemainder(version, 12, 0x1f25) >> at) & 1;
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    rows[near][far] = rows[far][near] = dark;
  }
  return rows;
}

/** Write the level and the mask beside the three large squares.
 *
 * @param {number[][]} rows
 * @param {number} mask
 */
function markMask(rows, mask) {
  const size = rows.length;
  const format = withRemainder(8 + mask, 10, 0x537) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = (format >> at) & 1;
    const near = at < 6 ? at : at < 8 ? at + 1 : at === 8 ? 7 : 14 - at;
    const far = at < 8 ? size - 1 - at : size - 15 + at;
    if (at < 8) {
      rows[near][8] = rows[8][far] = dark;
    } else {
      rows[8][near] = rows[far][8] = dark;
    }
  }
  rows[size - 8][8] = 1;
}

/** Return how badly a QR code can be read, by the rules of the standard.
 *
 * @param {number[][]} rows
 */
function qrPenalty(rows) {
  const lines = [rows, rows.map((_, x) => rows.map((row) => row[x]))].flat().map((line) => line.join(""));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) || []);
  const likeMarks = lines.flatMap((line) => line.match(/(?=10111010000|00001011101)/g) || []);
  /**
   * @param {number} y
   * @param {number} x
   */
  const sum = (y, x) => rows[y][x] + rows[y - 1][x] + rows[y][x - 1] + rows[y - 1][x - 1];
  const squares = rows.flatMap((row, y) => row.filter((_, x) => y && x && sum(y, x) % 4 === 0));
  const share = rows.flat().reduce((dark, each) => dark + each, 0) / rows.length ** 2;
  return (
    runs.reduce((points, run) => points + run.length - 2, 0) +
    40 * likeMarks.length +
    3 * squares.length +
    10 * Math.floor(Math.abs(share * 100 - 50) / 5)
  );
}

/** Return the rows of the QR code of a text, 1 for a dark module; null if it needs more than the version `most`.
 *
 * @param {string} text
 * @param {number} [most]
 * @param {number[]} [masks]
 */
export function qrOf(text, most = LARGEST_QR, masks = QR_MASKS.map((_, at) => at)) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CORRECTION.findIndex((count, at) => {
    const [number, blocks] = [at / 2 + 1, CORRECTION[at + 1]];
    return at % 2 === 0 && bytes.length + (number < 10 ? 2 : 3) <= bytesInQr(number) - count * blocks;
  });
  if (version < 0 || version / 2 + 1 > most) {
    return null;
  }
  const number = version / 2 + 1;
  const bits = qrBytes(bytes, number).flatMap((each) => [...each.toString(2).padStart(8, "0")].map(Number));
  const made = masks.map((mask) => {
    const rows = qrFrame(number);
    const size = rows.length;
    markMask(rows, mask);
    let next = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      const column = right > 6 ? right : right - 1; // the sixth column has a fixed pattern
      for (let step = 0; step < size; step += 1) {
        const isUp = ((size - 1 - right) / 2) % 2 === 0;
        const y = isUp ? size - 1 - step : step;
        [column, column - 1].forEach((x) => {
          if (rows[y][x] === undefined) {
            rows[y][x] = (bits[next] || 0) ^ (QR_MASKS[mask](y, x) ? 0 : 1);
            next += 1;
          }
        });
      }
    }
    return rows;
  });
  const penalties = made.map(qrPenalty);
  return made[penalties.indexOf(Math.min(...penalties))];
}
