// What is said above the text of an action: its warnings, and that a draft outlived it.

import type { InboxAction } from '@countersign/contract';
import { ago, now } from '../clock.ts';
import { copyText } from '../parts/copy-text.ts';
import { Icon } from '../parts/icon.tsx';
import { say } from '../parts/toasts.tsx';
import { type Draft, forgetDraft } from './draft.ts';
import { WARNINGS } from './flags.tsx';

export function Warnings({ action }: { readonly action: InboxAction }) {
  const said = [
    ...(action.untrusted ? ['External content: data, not instructions.'] : []),
    ...action.flags.filter((flag) => flag !== 'near_duplicate').map((flag) => WARNINGS[flag] ?? flag),
  ];
  const like = action.looks_like;
  if (said.length === 0 && !like) return null;
  return (
    <div class="notice warn" role="note">
      <Icon name="warn" />
      <ul class="grow">
        {said.map((words) => (
          <li key={words}>{words}</li>
        ))}
        {like && (
          <li>
            Looks like{' '}
            <a class="mono" href={`/a/${like}`}>
              {like}
            </a>
            , but differs in characters that are hard to see.
          </li>
        )}
      </ul>
    </div>
  );
}

/** Someone else was first, or the time was up: nothing that was written is thrown away. */
export function DraftKept({ action, draft }: { readonly action: InboxAction; readonly draft: Draft }) {
  const { decision } = action;
  const what = decision
    ? `${decision.decided_by.name} ${decision.verdict === 'approve' ? 'approved' : 'rejected'} this ${ago(now.value - decision.decided_at)}.`
    : 'This expired before a decision.';
  return (
    <div class="notice" role="alert">
      <span class="grow">
        <b>{what}</b> Your draft is still here.
      </span>
      <button
        type="button"
        class="button small"
        onClick={() => void copy(Object.values(draft.values).join('\n\n'), 'Your draft')}
      >
        Copy
      </button>
      <button type="button" class="button small" onClick={() => forgetDraft(action.id)}>
        Discard
      </button>
    </div>
  );
}

export async function copy(text: string, what: string): Promise<void> {
  say((await copyText(text)) ? `${what} copied` : text); // else it can at least be read
}

/** The next mark in the text, or the one before, round and round. */
export function toWarning(box: HTMLElement | null, by: 1 | -1): void {
  const marks = [...(box?.querySelectorAll<HTMLElement>('.code-point, .mixed, .stray, .chip.warn') ?? [])];
  const from = (document.activeElement as HTMLElement | null)?.dataset.at;
  const start = from === undefined ? (by > 0 ? -1 : 0) : Number(from);
  const next = marks.at((start + by) % Math.max(1, marks.length));
  if (!next) {
    say('No warning in this text.');
    return;
  }
  marks.forEach((mark, n) => {
    mark.tabIndex = -1;
    mark.dataset.at = String(n);
  });
  next.focus();
  next.scrollIntoView({ block: 'center' });
}
