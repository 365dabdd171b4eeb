// One sentence above the decision bar, for each action of the demo: what to press, and what it shows.

import { useState } from 'preact/hooks';
import { rich, t } from '../i18n/translate.ts';
import { byTouch } from '../parts/by-touch.ts';
import { may } from '../session.ts';
import { demoIds, removeDemo } from './demo.ts';

/** With keys, and for a thumb. */
const STEPS = [
  [
    () => rich('Press {a} to approve. For five seconds {z} takes it back.', { a: <kbd>A</kbd>, z: <kbd>Z</kbd> }),
    () => t('Tap Approve. For five seconds you can take it back.'),
  ],
  [
    () =>
      rich('Press {e}, change the amount, then {enter}. The agent gets your version and the diff.', {
        e: <kbd>E</kbd>,
        enter: <kbd>{t('Ctrl')} ↵</kbd>,
      }),
    () => t('Tap Edit, change the amount, then approve. The agent gets your version and the diff.'),
  ],
  [
    () =>
      rich('The warning shows letters that only look Latin. Press {shift} {r} and choose “Wrong payee”.', {
        shift: <kbd>{t('Shift')}</kbd>,
        r: <kbd>R</kbd>,
      }),
    () => t('The warning shows letters that only look Latin. Tap “Reject because…” and choose “Wrong payee”.'),
  ],
] as const;

export function Coach({ id }: { readonly id: string }) {
  const [touch] = useState(byTouch);
  const step = demoIds.value.indexOf(id);
  const says = STEPS[step]?.[touch ? 1 : 0];
  if (!says) return null;
  return (
    <aside class="coach" aria-label={t('How it works')}>
      <span class="chip accent">{t('demo {step} of {all}', { step: step + 1, all: STEPS.length })}</span>
      <span class="grow">{says()}</span>
      {may('admin') && (
        <button type="button" class="link-button" onClick={() => void removeDemo()}>
          {t('Remove the demo')}
        </button>
      )}
    </aside>
  );
}
