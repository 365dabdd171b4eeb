// Deciding: the row leaves, the next is shown, and the server holds the decision for a few seconds in which it can be
// taken back.

import type { DecisionRecorded, InboxAction } from '@countersign/contract';
import { withoutMarks } from '@countersign/contract/shown/marks';
import { CountersignProblem, RateLimited } from '@countersign/sdk';
import { signal } from '@preact/signals';
import { api } from '../api.ts';
import { now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { say, unsay } from '../parts/toasts.tsx';
import { codeOf, wordsFor, wordsForDecision } from '../problem-words.ts';
import { isMe, me } from '../session.ts';
import { forgetAction } from './actions-cache.ts';
import { drafts } from './draft.ts';
import { comeBack, leaveAll, waitAgain } from './store.ts';

export interface Verdict {
  readonly decision: 'approve' | 'reject';
  readonly comment?: string;
  readonly edited?: Readonly<Record<string, unknown>>;
  readonly view: { readonly ms: number; readonly end: boolean };
}

/** One, or all that were decided together. */
interface Held {
  readonly ids: readonly string[];
  readonly toast: number;
  /** Answered, in whatever way: before, the server knows of nothing that could be taken back. */
  readonly sent?: Promise<unknown>;
  /** Those that are still to be sent are not. */
  readonly onUndo?: () => void;
  /** Brings back what was written for it. */
  readonly onUndone?: (() => void) | undefined;
}

/** The newest first. */
const held = signal<readonly Held[]>([]);
export const heldNow = () => held.peek();
/** Sent and not answered yet: the bar is off for these. */
export const sending = signal<ReadonlySet<string>>(new Set());
/** The row has left, and yet the server may know nothing of it: whoever closes the page now is asked first. */
addEventListener('beforeunload', (event) => {
  if (sending.value.size > 0) event.preventDefault();
});

const DONE = {
  approve: 'Approved “{title}”',
  edited: 'Approved with edits: “{title}”',
  reject: 'Rejected “{title}”',
} as const;

const TITLE_MAX = 60;

/** Cut off without a sign, an amount at its end would be another. */
const inShort = (title: string): string =>
  title.length > TITLE_MAX ? `${title.slice(0, TITLE_MAX).replace(/[\ud800-\udbff]$/, '')}…` : title;

/** One approval of several is not yet the decision. */
function doneWords(
  { approvals: { given, required }, ...action }: InboxAction,
  { decision, edited }: Verdict,
  answer: DecisionRecorded | { readonly commits_at: number },
): string {
  const title = inShort(withoutMarks(action.title)); // in a sentence of ours, which it must not turn round
  const counted = 'commits_at' in answer ? { given: given + 1, required } : answer.approvals;
  if (decision === 'reject' || !counted || counted.given >= counted.required)
    return t(DONE[edited ? 'edited' : decision], { title });
  return t('Your approval is given: {given} of {required} for “{title}”', { ...counted, title });
}

interface Then {
  /** It was taken in. */
  readonly onDone: () => void;
  readonly onUndone: () => void;
}

/** What offers to send a decision once more: not beside another one. */
let offer = 0;
/** Nor when something else is written by now than what it would send. */
drafts.subscribe(() => unsay(offer));

export async function decide(action: InboxAction, verdict: Verdict, then: Then): Promise<boolean> {
  const { id, digest } = action;
  if (sending.value.has(id)) return false;
  unsay(offer);
  sending.value = new Set([...sending.value, id]);
  const signed = action.step_up && verdict.decision === 'approve';
  if (!signed) leaveAll([id]);
  const seconds = me.value?.undo_s ?? 5;
  const sent = signed
    ? import('./sign.ts').then(({ sign }) => sign(action, verdict))
    : api.holdDecision(id, { ...verdict, digest, seconds });
  let isUndone = false;
  /** There before it is answered, or an undo would take back the decision before it. */
  const going: Held = {
    ids: [id],
    toast: 0,
    sent: sent.catch(() => undefined),
    onUndo: () => {
      isUndone = true;
    },
    onUndone: then.onUndone,
  };
  if (!signed) keepHeld(going);
  try {
    const answer = await sent;
    if (signed) leaveAll([id]);
    then.onDone();
    const text = doneWords(action, verdict, answer);
    if ('commits_at' in answer) {
      if (isUndone) return true;
      const until = Math.min(answer.commits_at, now.value + seconds); // both clocks are whole seconds: never count from 7
      const one = { ids: [id], toast: say(text, { until, undo: () => void undo(id) }), onUndone: then.onUndone };
      held.value = held.value.map((other) => (other === going ? one : other));
    } else {
      forgetHeld(going);
      say(text);
    }
    return true;
  } catch (error) {
    forgetHeld(going);
    if (isUndone) {
      waitAgain(id); // what became of it is found out by the undo
      return false;
    }
    comeBack(id);
    const again = () => void decide(action, verdict, then);
    const slow = error instanceof RateLimited && (await import('./slow-down.tsx').catch(() => undefined));
    const more = codeOf(error) === 'unavailable' ? { button: { says: t('Try again'), do: again } } : {}; // nothing was changed
    offer = slow ? slow.saySlowDown(error, again) : say(wordsForDecision(error), more);
    return false;
  } finally {
    sending.value = new Set([...sending.value].filter((other) => other !== id));
  }
}

const MOST_HELD = 20;

export function keepHeld(one: Held): void {
  held.value = [one, ...held.value].slice(0, MOST_HELD);
}

export function forgetHeld(one: Held): void {
  held.value = held.value.filter((other) => other !== one);
  unsay(one.toast);
}

/** By a decision of its own. */
const heldAlone = (id: string) => held.value.find(({ ids }) => ids.length === 1 && ids[0] === id);

/** It is held no more, and yet not decided by it: there is nothing to undo here, and what was written for it is needed again. */
export function letGo(id: string): void {
  const over = heldAlone(id);
  if (!over || sending.value.has(id)) return; // what is on its way is answered
  forgetHeld(over);
  over.onUndone?.();
}

/** The one that is looked at, also when it was decided with others. */
export function undoOne(id: string): Promise<void> {
  return takeBack(heldAlone(id) ?? { ids: [id], toast: 0 }); // made elsewhere, or before the page was loaded: the server knows
}

/** The last decision that is still held, or a certain one; with it go those that were made with it. */
export async function undo(id?: string): Promise<void> {
  const found = held.value.find(({ ids }) => id === undefined || ids[0] === id);
  if (found) await takeBack(found);
}

export async function takeBack(found: Held): Promise<void> {
  forgetHeld(found);
  found.onUndo?.();
  await found.sent;
  const left = [...found.ids];
  const [id = ''] = left;
  try {
    if (left.length !== 1) return await (await import('./undo-bulk.ts')).undoAll(left);
    await api.undoDecision(id).catch((error) => checkWaits(id, error));
    forgetAction(id);
    found.onUndone?.();
    comeBack(id);
    say(t('Taken back. Nothing was sent.'));
  } catch (error) {
    if (!mayStillArrive(error)) return void say(wordsFor(error));
    const again = { says: t('Try again'), do: () => void undo(left[0]) };
    keepHeld({ ...found, ids: left, toast: say(wordsFor(error), { button: again }) });
  }
}

/** Where the answer was lost, and it is asked once more, nothing of mine is held any more: it was taken back, if it still waits. */
async function checkWaits(id: string, error: unknown): Promise<void> {
  const action = codeOf(error) === 'not_found' ? await api.getInboxAction(id) : undefined;
  if (action?.status !== 'pending' || action.approved_by_me || isMe(action.held_by)) throw error;
}

/** The server did not refuse, it did not answer: whoever wants it taken back must be able to say so again. */
function mayStillArrive(error: unknown): boolean {
  return !(error instanceof CountersignProblem) || error instanceof RateLimited || error.status >= 500;
}
