// One sentence above the decision bar, for each action of the demo: what to press, and what it shows.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { rich, t } from '../i18n/translate.ts';
import { Key, keyOf } from '../keyboard/key.tsx';
import type { CommandId } from '../keyboard/keys.ts';
import { byTouch } from '../parts/by-touch.ts';
import { may } from '../session.ts';
import { demoIds } from './demo.ts';
import { removeDemo } from './run-demo.ts';

interface Step {
  /** Which it names. */
  readonly keys: readonly CommandId[];
  withKeys(): ComponentChildren;
  /** For a thumb; and for whoever has no keys for it. */
  byHand(): string;
}

const STEPS: readonly Step[] = [
  {
    keys: ['approve', 'undo'],
    withKeys: () =>
      rich('Press {a} to approve. For five seconds {z} takes it back.', {
        a: <Key of="approve" />,
        z: <Key of="undo" />,
      }),
    byHand: () => t('Tap Approve. For five seconds you can take it back.'),
  },
  {
    keys: ['edit'],
    withKeys: () =>
      rich('Press {e}, change the amount, then {enter}. The agent gets your version and the diff.', {
        e: <Key of="edit" />,
        enter: <kbd>{t('Ctrl')} ↵</kbd>,
      }),
    byHand: () => t('Tap Edit, change the amount, then approve. The agent gets your version and the diff.'),
  },
  {
    keys: ['reject_because'],
    withKeys: () =>
      rich('The warning shows letters that only look Latin. Press {r} and choose “Wrong payee”.', {
        r: <Key of="reject_because" />,
      }),
    byHand: () => t('The warning shows letters that only look Latin. Tap “Reject because…” and choose “Wrong payee”.'),
  },
];

export function Coach({ id }: { readonly id: string }) {
  const [touch] = useState(byTouch);
  const step = demoIds.value.indexOf(id);
  const says = STEPS[step];
  if (!says) return null;
  const hasKeys = !touch && says.keys.every((command) => keyOf(command) !== '');
  return (
    <aside class="coach" aria-label={t('How it works')}>
      <span class="chip accent">{t('demo {step} of {all}', { step: step + 1, all: STEPS.length })}</span>
      <span class="grow">{hasKeys ? says.withKeys() : says.byHand()}</span>
      {may('admin') && (
        <button type="button" class="link-button" onClick={() => void removeDemo()}>
          {t('Remove the demo')}
        </button>
      )}
    </aside>
  );
}
