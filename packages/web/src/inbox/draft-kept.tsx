// Said above the text of an action that is over, or in its place where it was removed: a draft outlived it.

import type { InboxAction } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { ago, now } from '../clock.ts';
import { ShownName } from '../content/shown-text.tsx';
import { rich, t } from '../i18n/translate.ts';
import { copy } from './copy.ts';
import { type Draft, forgetDraft } from './draft.ts';

interface Props {
  readonly id: string;
  /** Undefined where it was removed, which is said beside. */
  readonly action?: InboxAction;
  readonly draft: Draft;
}

/** Someone else was first, or the time was up: nothing that was written is thrown away. Who and when is said by the bar, once. */
export function DraftKept({ id, action, draft }: Props) {
  return (
    <div class="notice">
      <span class="grow">
        {action && <b>{whatHappened(action)} </b>}
        <span role="alert">{t('Your draft is still here.')}</span>
      </span>
      <span class="row-of">
        <button
          type="button"
          class="button small"
          onClick={() => void copy(Object.values(draft.values).join('\n\n'), t('Your draft is copied'))}
        >
          {t('Copy')}
        </button>
        <button type="button" class="button small" onClick={() => forgetDraft(id)}>
          {t('Discard')}
        </button>
      </span>
    </div>
  );
}

function whatHappened({ decision }: InboxAction): ComponentChildren {
  if (!decision) return t('This expired before a decision.');
  const name = <ShownName text={decision.decided_by.name} />;
  const facts = { name, when: ago(now.value - decision.decided_at) };
  return decision.verdict === 'approve'
    ? rich('{name} approved this {when}.', facts)
    : rich('{name} rejected this {when}.', facts);
}
