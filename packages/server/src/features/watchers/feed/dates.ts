// The dates of real feeds: RFC 822 and its misspellings, ISO 8601 in every cut, and the Korean, Greek and Hungarian
// forms that blog hosts write. Unix seconds, or undefined; never a guess from the machine's own clock or zone.

// biome-ignore format: a table reads better in rows
const ZONES: ReadonlyMap<string, number> = new Map(Object.entries({
  ut: 0, gmt: 0, utc: 0, z: 0, wet: 0, west: 60, bst: 60, cet: 60, met: 60, cest: 120, mest: 120, eet: 120, eest: 180, msk: 180,
  ist: 330, sgt: 480, hkt: 480, awst: 480, jst: 540, kst: 540, acst: 570, aest: 600, aedt: 660, nzst: 720, nzdt: 780,
  ast: -240, adt: -180, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360, pst: -480, pdt: -420,
  akst: -540, akdt: -480, hst: -600, at: -240, et: -300, ct: -360, mt: -420, pt: -480,
  a: -60, n: 60, m: -720, y: 720,
}));

const MONTHS = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const MONTH_NAMES = 'janfebmaraprmayjunjulaugsepoctnovdec';

/** Greek and Hungarian month names by their beginnings, in order of the year. */
// biome-ignore format: twelve in a row
const GREEK_MONTHS = ['Ιαν', 'Φεβ', 'Μ[άαώ]ρ', 'Απρ', 'Μ[άαϊΐ][ιϊΐ]?', 'Ιο[ύυ]ν', 'Ιο[ύυ]λ', 'Α[ύυ]γ', 'Σεπ', 'Οκτ', 'Νο[έε]', 'Δεκ'];
// biome-ignore format: twelve in a row
const HUNGARIAN_MONTHS = ['janu', 'febru', 'm[áa]rc', '[áa]pril', 'm[áa][uúj]', 'j[úu]ni', 'j[úu]li', 'augus', 'szept', 'okt', 'nov', 'dec'];

/** Unix seconds. */
export function feedDate(text: string | undefined): number | undefined {
  const said = text?.replace(/\s+/g, ' ').trim();
  if (!said || said.length > 100) return undefined;
  for (const read of READERS) {
    const moment = read(said);
    if (moment !== undefined) return moment;
  }
  return undefined;
}

const READERS = [iso, rfc822, asctime, slashed, korean, greek, hungarian] as const;

function moment(year: number, month: number, day: number, time: readonly number[], offsetMinutes: number) {
  const [hour = 0, minute = 0, second = 0] = time;
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 61) return undefined;
  if (year < 1 || year > 9999) return undefined;
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day); // Date.UTC would read years under 100 as 19xx
  at.setUTCHours(hour, minute, second);
  return Math.floor(at.getTime() / 1000) - offsetMinutes * 60;
}

function offsetOf(zone: string | undefined): number {
  if (!zone) return 0;
  const numeric = /^(?:gmt|utc)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone);
  if (!numeric) return ZONES.get(zone.toLowerCase()) ?? 0;
  const [, sign, hours, minutes] = numeric;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
}

const timeOf = (text: string | undefined) => (text ?? '').split(/[:.]/).slice(0, 3).map(Number);

/** ISO 8601 and W3CDTF: 2003, 2003-12, 20031231, 2003-335 (day of the year), 2003-W52-3, with or without a time. */
function iso(text: string) {
  const match =
    /^([+-]?\d{4})(?:-?(\d{2})(?:-?(\d{2}))?|-?(\d{3})|-?W(\d{2})(?:-?(\d))?)?(?:[T ]+(\d{1,2}:?\d{2}(?::?\d{2})?)(?:[.,]\d+)?(?: ?([+-]\d{1,2}(?::?\d{2})?|Z|[A-Z]{2,4}))?)?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [, yearText, month, day, ordinal, week, weekday, clock, zone] = match;
  const time = (clock ?? '').split(':').flatMap((part) => (part.match(/\d{1,2}/g) ?? []).map(Number));
  const year = Number(yearText);
  const offset = offsetOf(zone);
  if (ordinal) return addDays(moment(year, 1, 1, time, offset), Number(ordinal) - 1);
  if (week)
    return addDays(moment(year, 1, 4, time, offset), (Number(week) - 1) * 7 + Number(weekday ?? 1) - weekdayOf(year));
  return moment(year, Number(month ?? 1), Number(day ?? 1), time, offset);
}

/** The ISO weekday of 4 January, which always lies in week 1. */
function weekdayOf(year: number): number {
  return new Date(Date.UTC(year, 0, 4)).getUTCDay() || 7;
}

function addDays(seconds: number | undefined, days: number): number | undefined {
  return seconds === undefined ? undefined : seconds + days * 86_400;
}

/** "Thu, 01 Jan 2004 19:48:21 GMT", with the parts that real feeds leave out, swap or misspell. */
function rfc822(text: string) {
  const match =
    /^(?:[a-z]+(?:\.?,|[ .]) ?)?(?:(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]+)|([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?),?[ -](\d{2,4})(?:,? (?:at )?(\d{1,2}(?::\d{1,2}){1,2})(?:\.\d+)?(?: ?([ap]m))?)?(?: ?(?:\(?([a-z]{1,5}(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{1,2}(?::?\d{2})?)\)?))?(?: .*)?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [, dayFirst, monthSecond, monthFirst, daySecond, yearText, clock, half, zone] = match;
  const month = monthNumber(monthSecond ?? monthFirst);
  if (month === undefined) return undefined;
  const time = timeOf(clock);
  return moment(fullYear(yearText ?? ''), month, Number(dayFirst ?? daySecond), halved(time, half), offsetOf(zone));
}

function halved(time: number[], half: string | undefined): number[] {
  const [hour = 0, ...rest] = time;
  if (!half) return time;
  return [(hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0), ...rest];
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year + (year < 90 ? 2000 : 1900);
}

function monthNumber(name: string | undefined): number | undefined {
  const known = MONTHS.exec(name ?? '')?.[1];
  return known ? MONTH_NAMES.indexOf(known.toLowerCase()) / 3 + 1 : undefined;
}

/** "Sun Jan  4 16:29:06 2004", with a zone before or after the year. */
function asctime(text: string) {
  const match =
    /^[a-z]{3,9},? ([a-z]{3,9}) (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?) (?:([a-z]{1,5}|[+-]\d{4}) )?(\d{4})(?: ([a-z]{1,5}|[+-]\d{4}))?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [, name, day, clock, before, year, after] = match;
  const month = monthNumber(name);
  return month === undefined
    ? undefined
    : moment(Number(year), month, Number(day), timeOf(clock), offsetOf(before ?? after));
}

/** "Fri, 2006/09/15 08:19:53 EDT" and "2004/07/08 23:56:58": the year first, so that day and month are not a guess. */
function slashed(text: string) {
  const match =
    /^(?:[a-z]{3,9},? )?(\d{4})\/(\d{1,2})\/(\d{1,2})(?: (\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?: ([a-z]{1,5}|[+-]\d{4}))?)?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [, year, month, day, clock, zone] = match;
  return moment(Number(year), Number(month), Number(day), timeOf(clock), offsetOf(zone));
}

/** "2004년 05월 28일 01:31:15" and "2004-05-25 오후 11:23:17", in Korean time. */
function korean(text: string) {
  const match = /^(\d{4})(?:년 ?|-)(\d{1,2})(?:월 ?|-)(\d{1,2})일? ?(오전|오후)? ?(\d{1,2}:\d{2}(?::\d{2})?)?$/.exec(
    text,
  );
  if (!match) return undefined;
  const [, year, month, day, half, clock] = match;
  const time = halved(timeOf(clock), half && (half === '오후' ? 'pm' : 'am'));
  return moment(Number(year), Number(month), Number(day), time, 540);
}

/** "Κυρ, 11 Ιούλ 2004 12:00:00 EST". */
function greek(text: string) {
  const match =
    /^(?:\p{Script=Greek}+,? )?(\d{1,2}) (\p{Script=Greek}+) (\d{4}) (\d{1,2}:\d{2}(?::\d{2})?)(?: ([a-z]{1,5}|[+-]\d{4}))?$/iu.exec(
      text,
    );
  if (!match) return undefined;
  const [, day, name = '', year, clock, zone] = match;
  const month = GREEK_MONTHS.findIndex((start) => new RegExp(`^${start}`, 'i').test(name)) + 1;
  return month === 0 ? undefined : moment(Number(year), month, Number(day), timeOf(clock), offsetOf(zone));
}

/** "2004-július-13T9:15-05:00". */
function hungarian(text: string) {
  const match = /^(\d{4})-([^\d-]+)-(\d{1,2})T?(\d{1,2}:\d{2}(?::\d{2})?)?([+-]\d{1,2}:?\d{2}|Z)?$/i.exec(text);
  if (!match) return undefined;
  const [, year, name = '', day, clock, zone] = match;
  const month = HUNGARIAN_MONTHS.findIndex((start) => new RegExp(`^${start}`, 'i').test(name)) + 1;
  return month === 0 ? undefined : moment(Number(year), month, Number(day), timeOf(clock), offsetOf(zone));
}
