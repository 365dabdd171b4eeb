// Words of others, as they are shown where there is no page of ours: nothing hides, and nothing is longer than it may be.

import { marksIn } from '@countersign/contract/shown/marks';

/** What hides, reorders or controls is shown as its code, as on the page; on one line. */
export function visible(words: string): string {
  return visibleLines(words).replace(/\s+/g, ' ').trim();
}

/** The same, with its lines. */
export function visibleLines(words: string): string {
  let shown = '';
  let from = 0;
  for (const { at, length } of marksIn(words)) {
    const code = words.codePointAt(at) ?? 0;
    shown += `${words.slice(from, at)}[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    from = at + length;
  }
  return shown + words.slice(from);
}

export function cut(words: string, most: number): string {
  const characters = [...words];
  return characters.length <= most ? words : `${characters.slice(0, most - 1).join('')}…`;
}

export function sizeOf(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} KB`;
}
