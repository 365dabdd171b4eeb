// Sends what the sheet was agreed to, fifty at a time, and says what became of it; one undo takes all of it back.

import type { BulkHeld, InboxRow } from '@countersign/contract';
import { type Signal, signal } from '@preact/signals';
import { api } from '../api.ts';
import { now } from '../clock.ts';
import { type Message, number, t } from '../i18n/translate.ts';
import { say, unsay } from '../parts/toasts.tsx';
import { wordsForDecision } from '../problem-words.ts';
import { me } from '../session.ts';
import { reasons } from './draft.ts';
import { forgetHeld, keepHeld, sending, takeBack } from './holds.ts';
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

/** Answers in less are waited for; what takes more calls than one is told at once. */
const SOON_MS = 3000;
const STAYS_S = 3600;

export async function sendBulk(
  decision: 'approve' | 'reject',
  rows: readonly InboxRow[],
  comment: string,
): Promise<void> {
  const seconds = Math.max(LEAST_UNDO_S, me.value?.undo_s ?? 0);
  const ids = rows.map(({ id }) => id);
  const keepReason = () => {
    for (const id of comment === '' ? [] : ids) reasons.set(id, comment);
  };
  keepReason();
  sending.value = new Set([...sending.value, ...ids]);
  const held: string[] = [];
  const left: BulkHeld['left_out'][number]['why'][] = [];
  const answered = signal(0);
  let stopped = false;
  let until = 0;
  let wrong: string | undefined;
  /** There from the beginning, and undone as it stands: the first of thousands count before the last are sent. */
  const one = {
    ids: held,
    toast: 0,
    onUndo: () => {
      stopped = true;
      clearTimeout(soon);
      keepReason();
    },
  };
  keepHeld(one);
  const tell = () => {
    const words = <OnTheirWay answered={answered} all={ids.length} />;
    one.toast = say(words, { until: now.value + STAYS_S, button: { says: t('Undo'), do: () => void takeBack(one) } });
  };
  const soon = setTimeout(tell, rows.length > AT_ONCE ? 0 : SOON_MS);
  for (let at = 0; at < rows.length && wrong === undefined && !stopped; at += AT_ONCE) {
    const items = rows.slice(at, at + AT_ONCE).map(({ id, digest }) => ({ id, digest }));
    try {
      const answer = await api.holdBulk({ items, decision, seconds, ...(comment !== '' && { comment }) });
      answered.value += items.length;
      noLongerSending(items.map(({ id }) => id));
      leaveAll(answer.held);
      if (stopped) {
        await takeBack({ ids: answer.held, toast: 0 });
        break;
      }
      held.push(...answer.held);
      for (const id of answer.held) reasons.delete(id);
      left.push(...answer.left_out.map(({ why }) => why));
      until = Math.max(until, answer.commits_at);
      unpick(items.map(({ id }) => id)); // what is not answered stays picked, to be sent once more
    } catch (error) {
      wrong = wordsForDecision(error);
    }
  }
  clearTimeout(soon);
  noLongerSending(ids);
  if (stopped) return wrong === undefined ? undefined : void say(wrong);
  unsay(one.toast);
  const count = number(held.length);
  const done = decision === 'approve' ? t('{count} approved', { count }) : t('{count} rejected', { count });
  const others = [...Map.groupBy(left, (why) => why)].map(([why, all]) => t(LEFT[why], { count: number(all.length) }));
  const text = [done, ...others, ...(wrong === undefined ? [] : [wrong])].join(', ');
  if (held.length > 0) one.toast = say(text, { until, undo: () => void takeBack(one) });
  else {
    forgetHeld(one);
    say(text);
  }
}

/** Read out once, not with every answer. */
function OnTheirWay({ answered, all }: { readonly answered: Signal<number>; readonly all: number }) {
  return (
    <>
      <span class="visually-hidden">{t('Being sent')}</span>
      <span aria-hidden="true">
        {t('Being sent')} · {t('{at} of {all}', { at: number(answered.value), all: number(all) })}
      </span>
    </>
  );
}

function noLongerSending(ids: readonly string[]): void {
  const answered = new Set(ids);
  sending.value = new Set([...sending.value].filter((id) => !answered.has(id)));
}

function unpick(ids: readonly string[]): void {
  const others = new Set(picked.value);
  for (const id of ids) others.delete(id);
  picked.value = others;
}
