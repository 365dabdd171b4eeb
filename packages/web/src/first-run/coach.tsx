// One sentence above the decision bar, for each action of the demo: what to press, and what it shows.

import { useState } from 'preact/hooks';
import { may } from '../session.ts';
import { demoIds, removeDemo } from './demo.ts';

/** With keys, and for a thumb. */
const STEPS = [
  [
    <>
      Press <kbd>A</kbd> to approve. For five seconds <kbd>Z</kbd> takes it back.
    </>,
    <>Tap Approve. For five seconds you can take it back.</>,
  ],
  [
    <>
      Press <kbd>E</kbd>, change the amount, then <kbd>Ctrl ↵</kbd>. The agent gets your version and the diff.
    </>,
    <>Tap Edit, change the amount, then approve. The agent gets your version and the diff.</>,
  ],
  [
    <>
      The warning shows letters that only look Latin. Press <kbd>Shift</kbd> <kbd>R</kbd> and choose “Wrong payee”.
    </>,
    <>The warning shows letters that only look Latin. Tap “Reject because…” and choose “Wrong payee”.</>,
  ],
] as const;

export function Coach({ id }: { readonly id: string }) {
  const [touch] = useState(() => matchMedia('(pointer: coarse)').matches);
  const step = demoIds.value.indexOf(id);
  const says = STEPS[step]?.[touch ? 1 : 0];
  if (!says) return null;
  return (
    <aside class="coach" aria-label="How it works">
      <span class="chip accent">
        demo {step + 1} of {STEPS.length}
      </span>
      <span class="grow">{says}</span>
      {may('admin') && (
        <button type="button" class="link-button" onClick={() => void removeDemo()}>
          Remove the demo
        </button>
      )}
    </aside>
  );
}
