// Text that others wrote, made fit for a terminal: nothing in it may move the cursor, hide, or look like our own lines.

import { codePoint, marksIn } from '@countersign/contract/shown/marks';

/** Several lines. What a reader would not see is shown by its code, and counted. */
export function visible(text: string): { readonly text: string; readonly marks: number } {
  const marks = marksIn(text);
  let shown = '';
  let from = 0;
  for (const { at, length } of marks) {
    shown += `${text.slice(from, at)}⟨${codePoint(text.slice(at, at + length))}⟩`;
    from = at + length;
  }
  return { text: `${shown}${text.slice(from)}`.replaceAll('\r\n', '\n'), marks: marks.length };
}

export function oneLine(text: string): string {
  return visible(text).text.replace(/[\n\t]+/g, ' ');
}

/** Cut to so many columns, with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const character of text) {
    width += widthOf(character);
    if (width > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

const MARGIN = '│';
/** However narrow the terminal says it is. */
const LEAST_WIDTH = 20;

/** Behind a margin, each line and each piece that the terminal would break off: none of it can be taken for a line of ours. */
export function quoted(text: string, columns?: number): string {
  const width = columns === undefined ? undefined : columns - MARGIN.length - 1;
  const lines = text.replace(/\n$/, '').split('\n');
  return lines
    .flatMap((line) => pieces(line, width))
    .map((piece) => `${MARGIN} ${piece}`.trimEnd())
    .join('\n');
}

/** One line behind its name; what the terminal would break off goes on below its beginning, not at the margin. */
export function hanging(name: string, text: string, columns?: number): string {
  const width = columns === undefined ? undefined : columns - NAME_WIDTH;
  return `${name.padEnd(NAME_WIDTH)}${pieces(text, width).join(`\n${' '.repeat(NAME_WIDTH)}`)}`;
}

const NAME_WIDTH = 12;

/** Of at most so many columns each. */
function pieces(line: string, columns: number | undefined): string[] {
  if (columns === undefined) return [line];
  const width = Math.max(LEAST_WIDTH, columns);
  const all = [''];
  let used = 0;
  for (const character of line.replaceAll('\t', '    ')) {
    const more = widthOf(character);
    if (used + more > width) {
      all.push('');
      used = 0;
    }
    all[all.length - 1] += character;
    used += more;
  }
  return all;
}

/** Columns on a terminal: East Asian characters and pictures take two, combining marks none. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/^(?:[\p{Mn}\p{Me}]|\u200d)$/u.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\p{Emoji_Presentation}]$/u;

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** `3 d`, `5 h`, `12 m`, `40 s`. */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['s', 1];
  return `${Math.floor(seconds / size)} ${unit}`;
}

/** `2 d 23 h`, for what is still to come. */
export function longDuration(seconds: number): string {
  const [, size = 1] = UNITS.find(([, each]) => seconds >= each) ?? [];
  const rest = size > 60 ? seconds % size : 0;
  return rest < 60 ? duration(seconds) : `${duration(seconds)} ${duration(rest)}`;
}

export function ago(at: number, now: number): string {
  return `${duration(Math.max(0, now - at))} ago`;
}

export function moment(at: number): string {
  return new Date(at * 1000).toISOString().replace('.000Z', 'Z');
}

/** `90`, `90s`, `5m`, `2h`, `3d` → seconds. */
export function secondsOf(text: string): number | undefined {
  const [, digits, unit = 's'] = /^(\d{1,9})\s*([smhd])?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  return Number(digits) * (UNITS.find(([name]) => name === unit)?.[1] ?? 1);
}
