// The parts of a page that change by themselves: clocks, counters, tokens. Masked, two lines that differ only there are one.

export interface Span {
  readonly start: number;
  readonly end: number;
}

const UNIT = '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|yrs?)';
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:\\s?[ap]\\.?m\\b\\.?)?';
const ZONE = '(?:\\s?(?:utc|gmt|z|[ecmp][sd]?t|ces?t|ees?t|bst|ist|jst|msk|[+-]\\d{2}:?\\d{2})\\b)?';

/** None of them repeats without a bound what another could match, so that a long line costs little. */
const NOISE = new RegExp(
  [
    `\\b\\d{4}-\\d{2}-\\d{2}[t ]${CLOCK}${ZONE}`, // 2026-11-02T10:15:00Z
    `\\b(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?\\d{1,2}\\.? ${MONTH},? \\d{4},? (?:at )?${CLOCK}${ZONE}`, // 2 Nov 2026 10:15
    `\\b${MONTH} \\d{1,2},? \\d{4},? (?:at )?${CLOCK}${ZONE}`, // Nov 2, 2026, 10:15 am
    `\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4},? ${CLOCK}${ZONE}`,
    `\\b(?:an?|\\d{1,6}) ${UNIT}(?: ago\\b| from now\\b)`,
    `\\b(?:just now|moments ago)\\b`,
    `\\b${CLOCK}${ZONE}`,
    `(?:©|\\(c\\)|\\bcopyright\\b)\\s?(?:©\\s?)?(?:\\d{4}\\s?[-–]\\s?)?\\d{4}`,
    `\\b\\d[\\d,.]{0,15}[km]? (?:views?|likes?|comments?|stars?|points?|votes?)\\b`,
    `\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b`,
    `[?&](?:v|ver|version|t|ts|cb|nocache)=[\\w.-]{1,64}`,
    `\\bcached\\b.{0,40}?\\b\\d[\\d.]{0,10} ?ms\\b`,
    `\\b(?:ray id|request id|session id|visit id|trace id|incident id|reference)[:# ]{1,3}[\\w.-]{6,64}`,
  ].join('|'),
  'giu',
);

const TOKEN = /(?<![\w+/=-])[\w+/-]{24,256}={0,2}/g;

/** Hexadecimal, or a mixture that no word or path is. */
function isToken(text: string): boolean {
  if (/^[0-9a-f]+$/i.test(text)) return /\d/.test(text);
  if (/[-_/](?=[^\d]{3})/.test(text.replace(/=+$/, '')) && !/[a-z][A-Z]|[A-Z][a-z]{0,2}\d/.test(text)) return false;
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text);
}

/** Where the noise is, in UTF-16 units. */
function noiseIn(line: string): Span[] {
  if (!/\d|just now|moments ago|\ban? /i.test(line)) return [];
  const looked = line.slice(0, MAX_LINE);
  const tokens = [...looked.matchAll(TOKEN)].filter(([text]) => isToken(text));
  const spans = [...looked.matchAll(NOISE), ...tokens].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
  let end = 0;
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter((span) => {
      const apart = span.start >= end;
      if (apart) end = span.end;
      return apart;
    });
}

const MAX_LINE = 20_000;

/** `keeps` says that someone looks for the text in a span: there it is no noise. `around`: with all up to the spans beside it. */
export function masked(line: string, keeps: (span: Span, around: Span) => boolean = () => false): string {
  let text = '';
  let at = 0;
  const spans = noiseIn(line);
  for (const [index, span] of spans.entries()) {
    const around = { start: spans[index - 1]?.end ?? 0, end: spans[index + 1]?.start ?? line.length };
    if (keeps(span, around)) continue;
    text += `${line.slice(at, span.start)}\u0000`;
    at = span.end;
  }
  return text + line.slice(at);
}
