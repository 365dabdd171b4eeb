// Why not: a few common reasons for its kind, and room for one's own words. They reach the agent.

import type { InboxAction } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { ShownTitle } from '../content/shown-text.tsx';
import { number, t } from '../i18n/translate.ts';
import { Dialog } from '../parts/dialog.tsx';
import { reasons } from './draft.ts';
import { reasonsFor } from './reject-reasons.ts';

const MAX_CHARACTERS = 2000;

interface Props {
  readonly action: Pick<InboxAction, 'id' | 'kind' | 'title'>;
  /** Someone else was first, or the clock. */
  readonly over: boolean;
  readonly onClose: () => void;
  readonly onReject: (comment: string) => void;
}

export function RejectDialog({ action: { id, kind, title }, over, onClose, onReject }: Props) {
  const [comment, setComment] = useState(reasons.get(id) ?? '');
  const length = [...comment].length;
  const ready = !over && length <= MAX_CHARACTERS;
  return (
    <Dialog title={t('Reject with a reason')} onClose={onClose}>
      <p class="soft">
        <ShownTitle text={title} />
      </p>
      <div class="reasons">
        {reasonsFor(kind).map((reason) => (
          <button key={reason} type="button" class="button small" onClick={() => setComment(t(reason))}>
            {t(reason)}
          </button>
        ))}
      </div>
      <div class="field">
        <label for="reason">{t('Reason, sent to the agent')}</label>
        <textarea
          id="reason"
          rows={4}
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && ready) onReject(comment.trim());
          }}
        />
        <span class={length > MAX_CHARACTERS ? 'wrong' : 'hint'}>
          {t('{count} of {most} characters', { count: number(length), most: number(MAX_CHARACTERS) })}
        </span>
      </div>
      {over && (
        <p class="notice warn" role="status">
          {t('It is no longer waiting. What you wrote is still here, to be copied.')}
        </p>
      )}
      <form method="dialog" class="row-of end">
        <button type="submit" class="button">
          {t('Cancel')}
        </button>
        <button type="button" class="button stop" disabled={!ready} onClick={() => onReject(comment.trim())}>
          {t('Reject')}
        </button>
      </form>
    </Dialog>
  );
}
