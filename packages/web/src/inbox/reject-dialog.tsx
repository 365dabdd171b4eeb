// Why not: a few common reasons for its kind, and room for one's own words. They reach the agent.

import type { InboxAction } from '@countersign/contract';
import { useRef, useState } from 'preact/hooks';
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
  const box = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => {
    setComment(text);
    reasons.set(id, text); // there again when the dialog is
  };
  const send = () => ready && onReject(comment.trim());
  return (
    <Dialog title={t('Reject with a reason')} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          const { key, ctrlKey, metaKey, altKey } = event;
          if (key === 'Enter' && (ctrlKey || metaKey)) {
            event.preventDefault();
            send();
          } else if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey) box.current?.focus(); // whoever types means it
        }}
      >
        <p class="soft">
          <ShownTitle text={title} />
        </p>
        <div class="reasons">
          {reasonsFor(kind).map((reason) => (
            <button key={reason} type="button" class="button small" onClick={() => write(t(reason))}>
              {t(reason)}
            </button>
          ))}
        </div>
        <div class="field">
          <label for="reason">{t('Reason, sent to the agent')}</label>
          <textarea
            id="reason"
            ref={box}
            rows={4}
            value={comment}
            onInput={({ currentTarget }) => write(currentTarget.value)}
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
        <div class="row-of end">
          <button type="button" class="button" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" class="button stop" disabled={!ready}>
            {t('Reject')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
