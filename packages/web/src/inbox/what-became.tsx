// Below an action: what became of it, and what is rarely needed. It comes a moment after what has to be read.

import type { InboxAction } from '@countersign/contract';
import { useLayoutEffect } from 'preact/hooks';
import { ago, now } from '../clock.ts';
import { Diff } from '../content/diff.tsx';
import { ShownName } from '../content/shown-text.tsx';
import { t } from '../i18n/translate.ts';
import { Icon } from '../parts/icon.tsx';
import { makeRoom } from '../parts/toasts.tsx';
import { Details } from './action-details.tsx';
import { Delivery } from './delivery.tsx';
import { Timeline } from './timeline.tsx';

interface Props {
  readonly action: InboxAction;
  readonly onResent: () => void;
}

export function WhatBecame({ action, onResent }: Props) {
  return (
    <>
      {action.decision?.diff && <Changed diff={action.decision.diff} />}
      <Delivery action={action} onResent={onResent} />
      <Details action={action} />
      <Timeline action={action} />
    </>
  );
}

function Changed({ diff }: { readonly diff: string }) {
  return (
    <section class="written" aria-label={t('What was changed')}>
      <header>
        <span>{t('Changed before it was approved; the agent received this diff.')}</span>
      </header>
      <div class="inside" translate={false}>
        <Diff text={diff} onShown={() => undefined} />
      </div>
    </section>
  );
}

const ICONS = {
  approved: 'check',
  executed: 'check',
  execute_failed: 'warn',
  rejected: 'cross',
  expired: 'clock',
  pending: 'clock',
} as const;

const OUTCOMES = {
  approved: 'Approved',
  executed: 'Executed',
  execute_failed: 'Approved, but it failed',
  rejected: 'Rejected',
  expired: 'Expired before a decision',
  pending: 'Expired before a decision',
} as const;

/** What became of it, in the place where the buttons were; said once, not again with every second that it is ago. */
export function Outcome({ action: { decision, status } }: { readonly action: InboxAction }) {
  useLayoutEffect(makeRoom, []);
  return (
    <footer class="decision-bar">
      <span class="outcome grow">
        <Icon name={ICONS[status]} />
        <span>
          <span role="status">
            {t(OUTCOMES[status])}
            {decision && (
              <>
                {' '}
                · <ShownName text={decision.decided_by.name} />
              </>
            )}
          </span>
          {decision && `, ${ago(now.value - decision.decided_at)}`}
        </span>
      </span>
      {decision?.comment && (
        <q class="soft">
          <ShownName text={decision.comment} />
        </q>
      )}
    </footer>
  );
}
