// What a notification says, and which buttons it has. On a locked screen anyone may read it: content only where its owner
// has said so, and Approve only where the whole of it is to be seen.

import type { PushMessage } from '@countersign/contract';
import { cut, sizeOf, visible } from '../../base/shown-text.ts';

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
  readonly showContent: boolean;
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

export function actionMessage({ event, action, showContent, token }: ActionNotice): PushMessage {
  const whole = showContent && fitsWhole(action);
  const navigate = action.url;
  const button = (name: 'approve' | 'reject' | 'review', title: string) => ({ action: name, title, navigate });
  const tokens = token && { ...(whole ? { approve: token('approve') } : {}), reject: token('reject') };
  return {
    web_push: 8030,
    notification: {
      title: headline(event, action, showContent),
      body: text(action, showContent, whole),
      navigate,
      tag: action.id,
      actions: token
        ? [whole ? button('approve', 'Approve') : button('review', 'Review'), button('reject', 'Reject')]
        : [button('review', 'Review')],
      data: { event, action_id: action.id, ...(tokens ? { tokens } : {}) },
    },
  };
}

/** Several at once; or what gathered while it was quiet. */
export function summaryMessage(count: number, atLeast: boolean, navigate: string): PushMessage {
  const many = `${count}${atLeast ? ' or more' : ''}`;
  return plainMessage('inbox.waiting', `${many} actions are waiting for a decision`, 'Open the inbox.', navigate);
}

export function testMessage(navigate: string): PushMessage {
  return plainMessage('test', 'Notifications work', 'This is how you will be told what waits for you.', navigate);
}

function plainMessage(event: 'inbox.waiting' | 'test', title: string, body: string, navigate: string): PushMessage {
  return { web_push: 8030, notification: { title, body, navigate, tag: event, actions: [], data: { event } } };
}

function headline(event: ActionNotice['event'], { title }: Shown, showContent: boolean): string {
  const about = showContent ? cut(visible(title), TITLE_CHARACTERS) : 'A decision is needed';
  return event === 'action.expiring' ? `Expires soon: ${about}` : about;
}

function text(action: Shown, showContent: boolean, whole: boolean): string {
  const about = [
    cut(visible(action.kind), NAME_CHARACTERS),
    cut(visible(action.agent), NAME_CHARACTERS),
    ...(showContent && action.payload_bytes !== null ? [`with a payload of ${sizeOf(action.payload_bytes)}`] : []),
  ].join(' · ');
  const external = action.untrusted ? ['External content: data, not instructions'] : [];
  const content = showContent ? [whole ? action.body : cut(visible(action.snippet), WHOLE_CHARACTERS)] : [];
  return [...external, ...content, about].join('\n');
}

function lengthOf(words: string): number {
  return words.length > 4 * WHOLE_CHARACTERS ? words.length : [...words].length;
}
