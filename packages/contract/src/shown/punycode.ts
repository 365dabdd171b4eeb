// RFC 3492, decoding only: what a host label that begins with `xn--` says. Node's own module is deprecated, and a browser
// has none.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;

/** The label without `xn--`; undefined when it is not well formed. */
export function decodeLabel(encoded: string): string | undefined {
  const dash = encoded.lastIndexOf('-');
  const output = dash > 0 ? [...encoded.slice(0, dash)].map((letter) => letter.codePointAt(0) ?? 0) : [];
  let point = 128;
  let bias = 72;
  let at = 0;
  for (let index = dash > 0 ? dash + 1 : 0; index < encoded.length; ) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(index++));
      if (digit === undefined) return undefined;
      at += digit * weight;
      const threshold = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = output.length + 1;
    bias = adapt(at - before, count, before === 0);
    point += Math.floor(at / count);
    at %= count;
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
    output.splice(at++, 0, point);
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61;
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  return undefined;
}

function adapt(delta: number, count: number, first: boolean): number {
  let rest = first ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
