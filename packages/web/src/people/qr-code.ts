// A QR code of a short text (byte mode, error correction M, versions 1 to 10: at most 213 bytes), after ISO/IEC 18004.

/** For each version at level M: how many blocks of how many data words, and the check words of each block. */
const LEVEL_M: readonly (readonly [check: number, ...blocks: (readonly [count: number, words: number])[]])[] = [
  [10, [1, 16]],
  [16, [1, 28]],
  [26, [1, 44]],
  [18, [2, 32]],
  [24, [2, 43]],
  [16, [4, 27]],
  [18, [4, 31]],
  [22, [2, 38], [2, 39]],
  [22, [3, 36], [2, 37]],
  [26, [4, 43], [1, 44]],
];
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/** Rows of squares: true is dark. Undefined when the text is too long. */
export function qrCode(text: string): readonly (readonly boolean[])[] | undefined {
  const bytes = new TextEncoder().encode(text);
  const version = LEVEL_M.findIndex((_, n) => bytes.length + (n < 9 ? 2 : 3) <= dataWords(n)) + 1;
  if (version === 0) return undefined;
  const words = interleaved(dataOf(bytes, version), version);
  const grids = MASKS.map((mask, n) => drawn(words, version, mask, n));
  return grids.reduce((best, grid) => (penaltyOf(grid) < penaltyOf(best) ? grid : best));
}

function dataWords(n: number): number {
  const [, ...blocks] = LEVEL_M[n] ?? [0];
  return blocks.reduce((sum, [count, words]) => sum + count * words, 0);
}

/** Mode, length, bytes, terminator, padding. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let n = length - 1; n >= 0; n--) bits.push((value >> n) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const room = dataWords(version - 1) * 8;
  put(0, Math.min(4, room - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8) words.push(bits.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let n = 0; words.length < room / 8; n++) words.push(n % 2 === 0 ? 0xec : 0x11);
  return words;
}

function interleaved(data: readonly number[], version: number): number[] {
  const [check, ...sizes] = LEVEL_M[version - 1] ?? [0];
  const blocks: number[][] = [];
  let at = 0;
  for (const [count, words] of sizes)
    for (let n = 0; n < count; n++, at += words) blocks.push(data.slice(at, at + words));
  const checks = blocks.map((block) => checkWords(block, check));
  return [...columns(blocks), ...columns(checks)];
}

function columns(blocks: readonly (readonly number[])[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, n) => blocks.flatMap((block) => block[n] ?? [])).flat();
}

/** Powers of 2 in the field of 256 elements, twice over, and their logarithms. */
const POWERS: number[] = [];
const LOGS: number[] = [];
for (let n = 0, value = 1; n < 510; n++) {
  POWERS.push(value);
  if (n < 255) LOGS[value] = n;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (POWERS[(LOGS[a] ?? 0) + (LOGS[b] ?? 0)] ?? 0);

/** Reed–Solomon: what is left of the data divided by the generator. */
function checkWords(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let n = 0; n < length; n++) {
    const root = POWERS[n] ?? 0;
    generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, root));
  }
  const rest = [...data, ...Array<number>(length).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const factor = rest[at] ?? 0;
    generator.forEach((value, n) => {
      rest[at + n] = (rest[at + n] ?? 0) ^ times(value, factor);
    });
  }
  return rest.slice(data.length);
}

type Mask = (row: number, column: number) => boolean;

const MASKS: readonly Mask[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function drawn(words: readonly number[], version: number, mask: Mask, maskNumber: number): boolean[][] {
  const size = version * 4 + 17;
  const grid: (boolean | undefined)[][] = Array.from({ length: size }, () => Array(size).fill(undefined));
  const set = (row: number, column: number, dark: boolean) => {
    const line = grid[row];
    if (line && column >= 0 && column < size) line[column] = dark;
  };
  drawPatterns(set, grid, version, size);
  drawFormat(set, size, maskNumber);
  let bit = 0;
  const next = () => (((words[bit >> 3] ?? 0) >> (7 - (bit++ & 7))) & 1) === 1;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the timing column
    for (let n = 0; n < size; n++) {
      const row = up ? size - 1 - n : n;
      for (const column of [right, right - 1])
        if (grid[row]?.[column] === undefined) set(row, column, next() !== mask(row, column));
    }
  }
  return grid as boolean[][];
}

type SetSquare = (row: number, column: number, dark: boolean) => void;

function drawPatterns(set: SetSquare, grid: (boolean | undefined)[][], version: number, size: number): void {
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        set(top + r, left + c, ring !== 2 && ring !== 4);
      }
  const centres = ALIGNED[version - 1] ?? [];
  for (const row of centres)
    for (const column of centres) {
      if (grid[row]?.[column] !== undefined) continue; // a corner has it
      for (let r = -2; r <= 2; r++)
        for (let c = -2; c <= 2; c++) set(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
  for (let n = 8; n < size - 8; n++) {
    if (grid[6]?.[n] === undefined) set(6, n, n % 2 === 0);
    if (grid[n]?.[6] === undefined) set(n, 6, n % 2 === 0);
  }
  if (version >= 7) {
    const bits = withCheck(version, 0x1f25, 12);
    for (let n = 0; n < 18; n++) {
      const dark = ((bits >> n) & 1) === 1;
      set(Math.floor(n / 3), size - 11 + (n % 3), dark);
      set(size - 11 + (n % 3), Math.floor(n / 3), dark);
    }
  }
}

/** Level M and the mask, twice; and the one square that is always dark. */
function drawFormat(set: SetSquare, size: number, maskNumber: number): void {
  const bits = withCheck(maskNumber, 0x537, 10) ^ 0x5412;
  for (let n = 0; n < 15; n++) {
    const dark = ((bits >> n) & 1) === 1;
    if (n < 6) set(n, 8, dark);
    else if (n < 8) set(n + 1, 8, dark);
    else if (n === 8) set(8, 7, dark);
    else set(8, 14 - n, dark);
    if (n < 8) set(8, size - 1 - n, dark);
    else set(size - 15 + n, 8, dark);
  }
  set(size - 8, 8, true);
}

/** The value, and behind it what is left of it after division by the polynomial. */
function withCheck(value: number, polynomial: number, length: number): number {
  let rest = value << length;
  for (let n = 31 - Math.clz32(rest); n >= length; n--) if ((rest >> n) & 1) rest ^= polynomial << (n - length);
  return (value << length) | rest;
}

/** How hard it is to read: long runs, squares of one colour, what looks like a corner, too much of one colour. */
function penaltyOf(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const turned = grid.map((_, n) => grid.map((row) => row[n] ?? false));
  let penalty = 0;
  for (const line of [...grid, ...turned]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    penalty += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length;
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++) {
      const one = grid[r]?.[c];
      if (one === grid[r - 1]?.[c] && one === grid[r]?.[c - 1] && one === grid[r - 1]?.[c - 1]) penalty += 3;
    }
  const dark = grid.flat().filter(Boolean).length;
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
