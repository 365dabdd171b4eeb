// Sends what the sheet was agreed to, fifty at a time, and says what became of it; one undo takes all of it back.

import type { BulkHeld, InboxRow } from '@countersign/contract';
import { api } from '../api.ts';
import { type Message, number, t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';
import { wordsForDecision } from '../problem-words.ts';
import { me } from '../session.ts';
import { keepHeld, sending, undo } from './holds.ts';
import { picked } from './selection.ts';
import { leaveAll } from './store.ts';
import './undo-bulk.ts'; // there when it is wanted: an undo has few seconds

const AT_ONCE = 50;
const LEAST_UNDO_S = 10;

const LEFT = {
  warning: '{count} with a warning',
  external: '{count} with content from outside',
  step_up: '{count} for a passkey',
  must_read: '{count} to be read',
  unopened: '{count} not opened',
  already_decided: '{count} decided meanwhile',
  expired: '{count} expired',
  not_found: '{count} gone',
  self_decision_forbidden: '{count} your own',
  stale_digest: '{count} changed',
  unavailable: '{count} not reached',
} as const satisfies Readonly<Record<BulkHeld['left_out'][number]['why'], Message>>;

export async function sendBulk(
  decision: 'approve' | 'reject',
  rows: readonly InboxRow[],
  comment: string,
): Promise<void> {
  const seconds = Math.max(LEAST_UNDO_S, me.value?.undo_s ?? 0);
  const ids = rows.map(({ id }) => id);
  sending.value = new Set([...sending.value, ...ids]);
  const held: string[] = [];
  const left: BulkHeld['left_out'][number]['why'][] = [];
  let until = 0;
  let wrong: string | undefined;
  for (let at = 0; at < rows.length && wrong === undefined; at += AT_ONCE) {
    const items = rows.slice(at, at + AT_ONCE).map(({ id, digest }) => ({ id, digest }));
    try {
      const answer = await api.holdBulk({ items, decision, seconds, ...(comment !== '' && { comment }) });
      held.push(...answer.held);
      left.push(...answer.left_out.map(({ why }) => why));
      until = Math.max(until, answer.commits_at);
      leaveAll(answer.held);
      unpick(items.map(({ id }) => id)); // what is not answered stays picked, to be sent once more
    } catch (error) {
      wrong = wordsForDecision(error);
    }
  }
  const sent = new Set(ids);
  sending.value = new Set([...sending.value].filter((id) => !sent.has(id)));
  const count = number(held.length);
  const done = decision === 'approve' ? t('{count} approved', { count }) : t('{count} rejected', { count });
  const others = [...Map.groupBy(left, (why) => why)].map(([why, all]) => t(LEFT[why], { count: number(all.length) }));
  const text = [done, ...others, ...(wrong === undefined ? [] : [wrong])].join(', ');
  if (held.length === 0) return void say(text);
  const [first = ''] = held;
  keepHeld({ ids: held, toast: say(text, { until, undo: () => void undo(first) }) });
}

function unpick(ids: readonly string[]): void {
  const others = new Set(picked.value);
  for (const id of ids) others.delete(id);
  picked.value = others;
}
