// How JSON is laid out, by its source text: without a space, or for people and diffs. Shared by the server and the page, so
// that the diff a reviewer sees is the one the agent receives.

export const PAYLOAD_MAX_BYTES = 262_144;

/** The index of the quote that closes the string opened at `start`. */
export function endOfString(text: string, start: number): number {
  const quote = text.indexOf('"', start + 1);
  if (quote === -1) return text.length;
  if (text.charCodeAt(quote - 1) !== 0x5c) return quote;
  // Where one quote is escaped there may be a million: from here on character by character.
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
  return text.length;
}

/** Without the spaces between tokens; so the text holds no line break and can stand in NDJSON and event streams. */
export function compact(text: string): string {
  const trimmed = text.trim();
  if (!/\s/.test(trimmed)) return trimmed;
  // Strings as they are; between them, everything but white space.
  return trimmed.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

const MARGIN = '  ';

/**
 * For people and diffs: two spaces a level, scalars as they were written. As it is when that would be longer than `longest`:
 * deep nesting makes it many times the source.
 */
export function indented(source: string, longest: number): string {
  let written = '';
  let copied = 0;
  let breaks = '\n'; // and the margin of the line that comes
  const breakAt = (at: number) => {
    written += source.slice(copied, at) + breaks;
    copied = at;
  };
  for (let at = 0; at < source.length && written.length <= longest; at++) {
    const code = source.charCodeAt(at);
    if (code === 0x22) {
      at = endOfString(source, at);
    } else if (code === 0x2c) {
      breakAt(at + 1);
    } else if (code === 0x3a) {
      written += `${source.slice(copied, at)}: `;
      copied = at + 1;
    } else if (code === 0x7b || code === 0x5b) {
      const isEmpty = source.charCodeAt(at + 1) === code + 2; // the bracket that closes it
      if (isEmpty) at++;
      else {
        breaks += MARGIN;
        breakAt(at + 1);
      }
    } else if (code === 0x7d || code === 0x5d) {
      breaks = breaks.slice(0, -MARGIN.length);
      breakAt(at);
    }
  }
  written += source.slice(copied);
  return written.length > longest ? source : written;
}

/** One member a line, unless nesting would make it far longer than it is. */
export const readableJson = (source: string) => `${indented(source, 2 * PAYLOAD_MAX_BYTES)}\n`;
