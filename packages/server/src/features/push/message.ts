// What a notification says, and which buttons it has. On a locked screen anyone may read it: content only where its owner
// has said so, and Approve only where the whole of it is to be seen.

import type { PushMessage } from '@countersign/contract';
import type { Language } from '../../base/language.ts';
import { cut, sizeOf, visible } from '../../base/shown-text.ts';
import { WORDS } from './words.ts';

/** A pending action, as far as a notification is concerned. */
export interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly agent: string;
  readonly format: string;
  readonly body: string;
  readonly snippet: string;
  readonly payload_bytes: number | null;
  /** Has a target or a way to undo, or cannot be safely repeated, which a notification does not say. */
  readonly more: boolean;
  readonly untrusted: boolean;
  readonly flagged: boolean;
  readonly editable: boolean;
  readonly step_up: boolean;
  readonly must_read: boolean;
  readonly digest: string;
  readonly expires_at: number;
  readonly url: string;
}

export interface ActionNotice {
  readonly event: 'action.pending' | 'action.expiring';
  readonly action: Shown;
  /** All of it, only its kind and who asks, or just that something waits. */
  readonly shows: 'content' | 'names' | 'nothing';
  readonly language: Language;
  /** The token of a button; undefined where there is nobody to decide. */
  token?(decision: 'approve' | 'reject'): string;
}

const WHOLE_CHARACTERS = 180;
/** What comes below is out of sight until someone pulls the notification open, and on some systems for ever. */
const WHOLE_LINES = 4;
/** A title beyond this is cut by the systems that show it. */
const TITLE_CHARACTERS = 100;
const NAME_CHARACTERS = 60;

/** Whether everything that would be approved is in the notification. */
export function fitsWhole(action: Shown): boolean {
  return (
    action.format === 'plain' &&
    action.payload_bytes === null && // its values are not shown
    !action.more &&
    lengthOf(action.body) <= WHOLE_CHARACTERS &&
    action.body.split(/\r\n?|\n/).length <= WHOLE_LINES &&
    lengthOf(action.title) <= TITLE_CHARACTERS &&
    lengthOf(action.kind) <= NAME_CHARACTERS &&
    !action.untrusted &&
    !action.flagged &&
    !action.editable &&
    !action.step_up &&
    !action.must_read
  );
}

export function actionMessage(notice: ActionNotice): PushMessage {
  const { event, action, shows, language, token } = notice;
  const whole = shows === 'content' && fitsWhole(action);
  const navigate = action.url;
  const button = (name: 'approve' | 'reject' | 'review') => ({ action: name, title: WORDS[language][name], navigate });
  const tokens = token && { ...(whole ? { approve: token('approve') } : {}), reject: token('reject') };
  return {
    web_push: 8030,
    notification: {
      title: headline(notice),
      body: text(notice, whole),
      navigate,
      tag: action.id,
      actions: token ? [whole ? button('approve') : button('review'), button('reject')] : [button('review')],
      data: { event, action_id: action.id, ...(tokens ? { tokens } : {}) },
    },
  };
}

/** Several at once; or what gathered while it was quiet. */
export function summaryMessage(count: number, atLeast: boolean, navigate: string, language: Language): PushMessage {
  const words = WORDS[language];
  return plainMessage('inbox.waiting', words.waiting(count, atLeast), words.open, navigate);
}

/** In the place of the notification that said it was decided. */
export function lostMessage(action_id: string, navigate: string, language: Language): PushMessage {
  const { lost: title, look: body } = WORDS[language];
  const data = { event: 'decision.lost', action_id } as const;
  return { web_push: 8030, notification: { title, body, navigate, tag: action_id, actions: [], data } };
}

export function testMessage(navigate: string, language: Language): PushMessage {
  const words = WORDS[language];
  return plainMessage('test', words.works, words.thisIsHow, navigate);
}

function plainMessage(event: 'inbox.waiting' | 'test', title: string, body: string, navigate: string): PushMessage {
  return { web_push: 8030, notification: { title, body, navigate, tag: event, actions: [], data: { event } } };
}

function headline({ event, action, shows, language }: ActionNotice): string {
  const words = WORDS[language];
  const about = shows === 'content' ? cut(visible(action.title), TITLE_CHARACTERS) : words.needed;
  return event === 'action.expiring' ? words.expiring(about) : about;
}

function text({ action, shows, language }: ActionNotice, whole: boolean): string {
  const words = WORDS[language];
  if (shows === 'nothing') return words.open;
  const showContent = shows === 'content';
  const about = [
    cut(visible(action.kind), NAME_CHARACTERS),
    cut(visible(action.agent), NAME_CHARACTERS),
    ...(showContent && action.payload_bytes !== null ? [words.payload(sizeOf(action.payload_bytes))] : []),
  ].join(' · ');
  const external = action.untrusted ? [words.external] : [];
  const content = showContent ? [whole ? action.body : cut(visible(action.snippet), WHOLE_CHARACTERS)] : [];
  return [...external, ...content, about].join('\n');
}

function lengthOf(words: string): number {
  return words.length > 4 * WHOLE_CHARACTERS ? words.length : [...words].length;
}
