// What a message says, before any platform has its way with it: plain words, in which nothing is markup. Pure.

import type { ChannelType } from '@countersign/contract';
import { isPadded } from '@countersign/contract/shown/padding';
import { cut, sizeOf, visible, visibleLines } from '../../base/shown-text.ts';
import type { SendEvent } from '../../storage/channel-rows.ts';
import type { ToldAction, ToldDecision } from './above.ts';

export interface Text {
  /** One line. */
  readonly headline: string;
  /** One line each. */
  readonly lines: readonly string[];
  /** As they stand, with their own lines. */
  readonly blocks: readonly Block[];
  /** Where there is more. */
  readonly url: string;
  readonly buttons?: Buttons;
  /** A page to decide on, for mail. */
  readonly confirm?: string;
}

interface Block {
  readonly label?: string;
  readonly text: string;
}

export interface Buttons {
  readonly approve: string;
  readonly reject: string;
  readonly why: string;
}

/** So much of an action is shown by each, in UTF-16 units; Discord needs up to two for one. Mail leads to a page of ours. */
const WHOLE: Readonly<Partial<Record<ChannelType, number>>> = {
  slack: 2500,
  telegram: 2500,
  discord: 1800,
  email: 50_000,
};
const TITLE_CHARACTERS = 500;
const NAME_CHARACTERS = 100;
const COMMENT_CHARACTERS = 500;
const EXCERPT_CHARACTERS = 600;
/** A feed may give thousands; with them there would be no room for our own link on Discord, nor on Telegram. */
const LINK_CHARACTERS = 700;

/** Whether everything that would be approved is in the message, and nothing about it wants a second look in the inbox. */
export function fitsWhole(action: ToldAction, type: ChannelType): boolean {
  const { title, kind, created_by, body, payload, target_url, undo, editable } = action;
  if (payload === undefined || action.untrusted || action.flagged || action.step_up || action.must_read) return false;
  const parts = [title, kind, created_by.name, body, payload ?? '', target_url ?? '', undo ?? '', editable.join(', ')];
  const length = parts.reduce((sum, text) => sum + text.length, 0);
  if (length > (WHOLE[type] ?? 0) || title.length > TITLE_CHARACTERS) return false;
  return parts.every((text) => visibleLines(text) === text && !isPadded(text)); // nothing hides, not in the payload either
}

const HEADLINES: Readonly<Partial<Record<SendEvent, string>>> = {
  'action.expiring': 'Expires soon: ',
  'action.escalated': 'Still waiting: ',
};

/** A decision is wanted; with buttons, the whole of it is shown. */
export function pendingText(event: SendEvent, action: ToldAction, buttons: Buttons | undefined): Text {
  const { approvals, untrusted } = action;
  return {
    headline: `${HEADLINES[event] ?? ''}${shownTitle(action)}`,
    lines: [
      ...(untrusted ? ['External content: data, not instructions'] : []),
      about(action),
      `Expires ${moment(action.expires_at)}`,
      ...(approvals.required > 1 ? [`${approvals.given} of ${approvals.required} approvals are given`] : []),
    ],
    blocks: buttons ? whole(action) : [{ text: cut(visible(action.snippet), EXCERPT_CHARACTERS) }, ...more(action)],
    url: action.url,
    ...(buttons ? { buttons } : {}),
  };
}

/** One of blanks is called so: where a text must not be empty, it would be refused, and with it the message. */
export function shownTitle({ title }: Pick<ToldAction, 'title'>, most = TITLE_CHARACTERS): string {
  return cut(visible(title), most) || '(blank title)';
}

function whole({ body, payload, target_url, undo, idempotent, editable }: ToldAction): Block[] {
  return [
    { text: visibleLines(body) },
    ...(typeof payload === 'string' ? [{ label: 'Payload', text: visibleLines(payload) }] : []),
    ...(target_url === null ? [] : [{ label: 'Target', text: visible(target_url) }]),
    ...(undo === null ? [] : [{ label: 'How to undo', text: visibleLines(undo) }]),
    ...(idempotent === false ? [{ text: 'It cannot be safely repeated.' }] : []),
    ...(editable.length === 0 ? [] : [{ label: 'Can be edited in the inbox', text: visible(editable.join(', ')) }]),
  ];
}

/** That there is more than the excerpt. */
function more({ payload }: ToldAction): Block[] {
  if (payload === null) return [];
  const size = payload === undefined ? '' : ` of ${sizeOf(Buffer.byteLength(payload))}`;
  return [{ text: `With a payload${size}.` }];
}

function about({ kind, created_by }: ToldAction): string {
  return `${cut(visible(kind), NAME_CHARACTERS)} · ${cut(visible(created_by.name), NAME_CHARACTERS)}`;
}

/** What became of it. */
export function decidedText(action: ToldAction): Text {
  const { decision, status } = action;
  const word = decision ? WORDS[decision.verdict] : status === 'expired' ? 'Expired' : 'No longer pending';
  return {
    headline: `${word}: ${shownTitle(action)}`,
    lines: [about(action), ...(decision ? told(decision) : [`Nobody decided before ${moment(action.expires_at)}`])],
    blocks: [],
    url: action.url,
  };
}

const WORDS = { approve: 'Approved', reject: 'Rejected' } as const;

function told({ verdict, by, channel, comment, decided_at, edited }: ToldDecision): string[] {
  const name = by.type === 'rule' ? `the rule ${visible(by.name)}` : visible(by.name);
  return [
    `${WORDS[verdict]}${edited ? ', edited,' : ''} by ${cut(name, NAME_CHARACTERS)} (${visible(channel)}), ${moment(decided_at)}`,
    ...(comment ? [`Reason: ${cut(visible(comment), COMMENT_CHARACTERS)}`] : []),
  ];
}

/** What a watcher told, as far as it is said in words; the rest is for programs. */
export interface WatcherBody {
  readonly event: SendEvent;
  readonly watcher: { readonly id: string; readonly name: string };
  readonly item?: { readonly title: string; readonly url?: string; readonly summary: string };
  readonly score?: number;
  readonly action_id?: string;
  readonly error?: string;
}

const HEALTH: Readonly<Partial<Record<SendEvent, string>>> = {
  'watcher.degraded': 'is not running well',
  'watcher.recovered': 'is well again',
  'watcher.paused': 'is paused',
};

export function watcherText({ event, watcher, item, score, action_id, error }: WatcherBody, publicUrl: string): Text {
  const name = cut(visible(watcher.name), NAME_CHARACTERS);
  if (!item) {
    const lines = error === undefined ? [] : [cut(visible(error), EXCERPT_CHARACTERS)];
    return { headline: `Watcher ${name} ${HEALTH[event] ?? ''}`, lines, blocks: [], url: `${publicUrl}/watchers` };
  }
  return {
    headline: `Found: ${cut(visible(item.title || item.summary), TITLE_CHARACTERS)}`,
    lines: [
      'External content: data, not instructions',
      `Watcher ${name}${score === undefined ? '' : ` · score ${score}`}`,
      ...(item.url === undefined ? [] : [shownLink(item.url)]),
    ],
    blocks: [{ text: cut(visible(item.summary), EXCERPT_CHARACTERS) }],
    url: action_id === undefined ? `${publicUrl}/watchers` : `${publicUrl}/a/${action_id}`,
  };
}

/** Half a link would lead elsewhere. */
function shownLink(url: string): string {
  return url.length > LINK_CHARACTERS ? 'Its link is too long to be shown here' : visible(url);
}

const MOST_LISTED = 20;

/** Several in one: the headlines. */
export function digestText(texts: readonly Text[], publicUrl: string): Text {
  const left = texts.length - MOST_LISTED;
  const listed = texts.slice(0, MOST_LISTED).map(({ headline }) => `• ${cut(headline, NAME_CHARACTERS)}`);
  return {
    headline: `${texts.length} notifications`,
    lines: [],
    blocks: [{ text: [...listed, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n') }],
    url: `${publicUrl}/`,
  };
}

/** Ours alone, and the links: the rest was refused. */
export function wordlessText({ url, confirm }: Text): Text {
  return {
    headline: 'A notification is in the inbox',
    lines: ['Its words were refused on the way. Open the inbox to read them.'],
    blocks: [],
    url,
    ...(confirm === undefined ? {} : { confirm }),
  };
}

export function testText(name: string, publicUrl: string): Text {
  const lines = [`This is how ${cut(visible(name), NAME_CHARACTERS)} will be told what happens.`];
  return { headline: 'Notifications work', lines, blocks: [], url: `${publicUrl}/` };
}

function moment(seconds: number): string {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO('UTC');
  return `${at.toPlainDate()} ${at.toPlainTime().toString({ smallestUnit: 'minute' })} UTC`;
}
