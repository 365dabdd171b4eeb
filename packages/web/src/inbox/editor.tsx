// Title and body, where the agent left them open, and beneath them the very diff that the agent will receive.

import type { InboxAction } from '@countersign/contract';
import { unifiedDiff } from '@countersign/contract/shown/edit-diff';
import { marksIn } from '@countersign/contract/shown/marks';
import { useMemo } from 'preact/hooks';
import { Lines } from '../content/lines.tsx';
import { type Draft, editedOf } from './draft.ts';

const BODY_MAX = 262_144;
const TITLE_MAX = 500;

interface Props {
  readonly action: InboxAction;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

export function Editor({ action, draft, onChange }: Props) {
  const diff = useMemo(() => diffOf(action, draft), [action, draft]);
  const hidden = useMemo(() => marksIn(draft.title).length + marksIn(draft.body).length, [draft]);
  const tooLong = [...draft.body].length > BODY_MAX;
  return (
    <div class="edit-fields">
      {action.editable.includes('title') && (
        <div class="field">
          <label for="edit-title">Title</label>
          <input
            id="edit-title"
            maxLength={TITLE_MAX}
            value={draft.title}
            onInput={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value.replace(/[\r\n]/g, ' ') })}
          />
        </div>
      )}
      {action.editable.includes('preview.body') && (
        <div class="field">
          <label for="edit-body">Content</label>
          <textarea
            id="edit-body"
            value={draft.body}
            spellcheck
            onInput={({ currentTarget }) => onChange({ ...draft, body: currentTarget.value })}
          />
          {tooLong && <span class="wrong">At most {BODY_MAX.toLocaleString()} characters.</span>}
        </div>
      )}
      {hidden > 0 && (
        <p class="notice warn" role="note">
          <span class="grow">
            Hidden characters in your version: {hidden.toLocaleString()}. The diff below shows where you touched them.
          </span>
        </p>
      )}
      <section class="written" aria-label="Your changes">
        <header>
          <span>The agent will receive your version and this diff.</span>
        </header>
        <div class="inside">
          {diff === '' ? (
            <p class="soft">Nothing changed yet.</p>
          ) : (
            <Lines text={diff} diff onShown={() => undefined} />
          )}
        </div>
      </section>
    </div>
  );
}

function diffOf(action: InboxAction, draft: Draft): string {
  return Object.entries(editedOf(action, draft))
    .map(([path, value]) => unifiedDiff(path, path === 'title' ? action.title : action.preview.body, value))
    .join('');
}
