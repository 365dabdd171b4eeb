// A match as a card that explains itself: what was found, where, and why. Plain text, for its words are not ours.

import { PAYLOAD_MAX_BYTES } from '@countersign/contract';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import type { Proposal } from '../../actions/create-action.ts';
import { cleanLine, cutTo } from '../clean-text.ts';
import { KINDS } from '../kinds/kinds.ts';
import type { Found } from './match.ts';

export const CARD_KIND = 'watcher.triage';
const CARD_SECONDS = 604_800;

const EXCERPT_CHARACTERS = 600;
const TITLE_CHARACTERS = 500;
const SHORT_TITLE_CHARACTERS = 12;
const TITLE_FROM_BODY_CHARACTERS = 80;
const DIGEST_LINES = 50;
const DIGEST_CHARACTERS = 65_536;

export interface About {
  readonly watcher: Pick<WatcherRow, 'id' | 'name' | 'kind' | 'min_score'>;
  /** The title of the feed, if it has one. */
  readonly feedTitle: string;
  /** Where the source is: for a page, where the card leads. */
  readonly sourceUrl: string;
  readonly zone: string;
  /** Unknown of what was found long ago. */
  readonly run_id?: string;
}

export function cardOf(found: Found, about: About): Proposal {
  const target = found.page ? about.sourceUrl : found.url;
  return {
    kind: CARD_KIND,
    title: cutTo(titleOf(found, about), TITLE_CHARACTERS, '…'),
    preview: found.page
      ? { format: 'diff', body: diffBody(found) }
      : { format: 'plain', body: plainBody(found, about) },
    ...(target === undefined ? {} : { target_url: target }),
    expires_in: CARD_SECONDS,
    editable: [],
    payload: JSON.stringify(payloadOf(found, about)),
  };
}

function titleOf(found: Found, { feedTitle, sourceUrl, watcher }: About): string {
  if (found.page) return pageTitle(found, sourceUrl);
  const title = found.title || cutTo(cleanLine(found.body), TITLE_FROM_BODY_CHARACTERS, '…') || 'Untitled';
  const place = KINDS[watcher.kind].placeOf?.(found);
  if (place) return `${place}: ${title}`;
  const says = [...title].length >= SHORT_TITLE_CHARACTERS && !/^v?\d+(\.\d+)+\S*$/i.test(title);
  return says ? title : `${feedTitle || new URL(sourceUrl).host}: ${title}`;
}

function pageTitle({ title, page }: Found, sourceUrl: string): string {
  const { host, pathname } = new URL(sourceUrl);
  const name = title || cleanLine(`${host}${pathname}`);
  if (page?.flapping) return `Changed: ${name} (keeps changing back and forth; quiet for a day)`;
  return `Changed: ${name} (+${page?.added ?? 0} −${page?.removed ?? 0} lines)`;
}

function diffBody({ page }: Found): string {
  if (page?.binary) return `${page.diff}The file is not text: only its size and hash can be compared.\n`;
  return page?.diff ?? '';
}

function plainBody(found: Found, about: About): string {
  const { watcher, zone } = about;
  const source = [sourceName(found, about), found.author, published(found.published_at, zone)]
    .filter(Boolean)
    .join(' · ');
  return [
    excerptOf(found),
    '',
    `Source: ${source}`,
    `Why: ${whyOf(found, watcher.min_score)}`,
    ...(found.url === undefined ? [] : [`Link: ${found.url}`]),
    `Watcher: ${cleanLine(watcher.name)}`,
  ].join('\n');
}

function sourceName(found: Found, { watcher, feedTitle, sourceUrl }: About): string {
  return KINDS[watcher.kind].placeOf?.(found) || feedTitle || new URL(sourceUrl).host;
}

/** By the wall clock of the project. */
function published(at: number | undefined, zone: string): string {
  if (at === undefined || Math.abs(at) > 8_640_000_000_000) return '';
  const local = Temporal.Instant.fromEpochMilliseconds(at * 1000).toZonedDateTimeISO(zone);
  return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: 'minute' })} ${zone}`;
}

function whyOf({ score, matches, updated }: Pick<Found, 'score' | 'matches' | 'updated'>, min_score: number): string {
  const parts = matches.map(({ pattern, points, field }) => `"${cleanLine(pattern)}" +${points} (${field})`);
  const all = `every new item (${score > 0 ? 'no keywords' : 'the threshold is 0'})`;
  const sum = parts.length === 0 ? all : `${parts.join(', ')} = ${score} ≥ ${min_score}`;
  return updated ? `${sum}; changed since it was first seen` : sum;
}

/** Around the first hit in the text, on one line: nothing in it can look like the lines below. */
function excerptOf({ title, body, matches }: Found): string {
  const points = [...body];
  if (points.length === 0) return title || '(no text)';
  const hits = matches.filter(({ field }) => field === 'body').toSorted((a, b) => a.start - b.start);
  const first = hits[0];
  const lead = Math.floor(EXCERPT_CHARACTERS / 3);
  const from = first ? Math.max(0, Math.min(first.start - lead, points.length - EXCERPT_CHARACTERS)) : 0;
  const to = Math.min(points.length, from + EXCERPT_CHARACTERS);
  let text = '';
  let at = from;
  for (const { start, end } of hits) {
    if (start < at || end > to) continue;
    text += `${points.slice(at, start).join('')}«${points.slice(start, end).join('')}»`;
    at = end;
  }
  text += points.slice(at, to).join('');
  return `${from > 0 ? '…' : ''}${text.replaceAll('\n', ' ').trim()}${to < points.length ? '…' : ''}`;
}

function payloadOf(found: Found, { watcher, feedTitle, sourceUrl, run_id }: About) {
  const { key, title, author, tags, published_at, updated, score, matches, page } = found;
  return {
    ...base(watcher),
    url: page ? sourceUrl : found.url,
    score,
    min_score: watcher.min_score,
    matched_keywords: matches.map(({ pattern }) => pattern),
    matches,
    item: { key, title, author, tags, published_at, updated, feed_title: feedTitle },
    ...KINDS[watcher.kind].factsOf?.(found),
    ...(page ? { added: page.added, removed: page.removed, snapshot_id: page.snapshot } : {}),
    run_id,
    untrusted: true,
  };
}

function base({ id, name, kind }: About['watcher']) {
  return { watcher_id: id, watcher_name: name, watcher_kind: kind };
}

/** What is too much to be told one by one, as one. */
export function digestOf(found: readonly Found[], about: About): Proposal {
  const { watcher, sourceUrl, run_id } = about;
  const lines = digestLines(found);
  const left = found.length - lines.length;
  const payload = { ...base(watcher), run_id, untrusted: true, count: found.length };
  return {
    kind: CARD_KIND,
    title: cutTo(
      `${cleanLine(watcher.name)}: ${found.length} more match${found.length === 1 ? '' : 'es'}`,
      TITLE_CHARACTERS,
      '…',
    ),
    preview: { format: 'plain', body: [...lines, ...(left > 0 ? [`… ${left} more`] : [])].join('\n') },
    target_url: sourceUrl,
    expires_in: CARD_SECONDS,
    editable: [],
    payload: withItems(payload, found),
  };
}

/** As many as are read, and as a preview may hold: links may be very long. */
function digestLines(found: readonly Found[]): string[] {
  const lines: string[] = [];
  let room = DIGEST_CHARACTERS;
  for (const { score, title, body, url } of found.slice(0, DIGEST_LINES)) {
    const said = title || cutTo(cleanLine(body), TITLE_FROM_BODY_CHARACTERS, '…') || 'Untitled';
    const line = `${score}  ${said}${url === undefined ? '' : ` — ${url}`}`;
    room -= line.length;
    if (room < 0) break;
    lines.push(line);
  }
  return lines;
}

/** As many items as the payload may hold. */
function withItems(payload: object, found: readonly Found[]): string {
  const head = JSON.stringify(payload).slice(0, -1);
  let room = PAYLOAD_MAX_BYTES - Buffer.byteLength(head) - ',"items":[]}'.length;
  const items: string[] = [];
  for (const { key, title, url, score } of found) {
    const text = JSON.stringify({ key, title, url, score });
    room -= Buffer.byteLength(text) + 1;
    if (room < 0) break;
    items.push(text);
  }
  return `${head},"items":[${items.join(',')}]}`;
}
