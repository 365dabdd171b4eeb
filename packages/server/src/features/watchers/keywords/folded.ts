// Text as phrases are compared: compatibility forms and case folded away, with the way back to where each character was.

import { normalized } from '../../../base/normalize.ts';
export interface Folded {
  readonly text: string;
  /** For an offset in `text`, the code point of the original that it came from. */
  codePointAt(offset: number): number;
}

export function fold(original: string): Folded {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked
  if (/^[\x00-\x7f]*$/.test(original)) return { text: original.toLowerCase(), codePointAt: (offset) => offset };
  const pieces: string[] = [];
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  let origin = 0;
  for (const cluster of original.match(CLUSTER) ?? []) {
    const folded = foldCluster(cluster);
    pieces.push(folded);
    starts.push(length);
    origins.push(origin);
    length += folded.length;
    origin += countCodePoints(cluster);
  }
  starts.push(length);
  origins.push(origin);
  return { text: pieces.join(''), codePointAt: (offset) => originAt(starts, origins, offset) };
}

/** A character with its marks: what normalisation may put together. The marks of narrow kana are letters to Unicode. */
const CLUSTER = /[\u1100-\u11ff]+|\P{M}?[\p{M}\uff9e\uff9f]+|\P{M}/gu;

/** Upper case: ß and ss, ς and σ meet there, and ẞ by way of ß. NFKC once more, because folding may leave what it began with. */
function foldCluster(text: string): string {
  return normalized(normalized(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase(), 'NFKC');
}

function originAt(starts: readonly number[], origins: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return origins[low] ?? 0;
}

export function countCodePoints(text: string, end = text.length): number {
  let count = 0;
  for (let at = 0; at < end; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}
