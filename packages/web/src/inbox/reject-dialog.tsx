// Why not: a few common reasons, and room for one's own words. They reach the agent.

import { useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';

const COMMON = ['Wrong payee', 'Wrong amount', 'Not now', 'Needs more detail', 'Not allowed'] as const;
const MAX_CHARACTERS = 2000;

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  readonly onReject: (comment: string) => void;
}

export function RejectDialog({ title, onClose, onReject }: Props) {
  const [comment, setComment] = useState('');
  const length = [...comment].length;
  return (
    <Dialog title="Reject with a reason" onClose={onClose}>
      <p class="soft">{title.slice(0, 120)}</p>
      <div class="reasons">
        {COMMON.map((reason) => (
          <button key={reason} type="button" class="button small" onClick={() => setComment(reason)}>
            {reason}
          </button>
        ))}
      </div>
      <div class="field">
        <label for="reason">Reason, sent to the agent</label>
        <textarea
          id="reason"
          rows={4}
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && length <= MAX_CHARACTERS)
              onReject(comment.trim());
          }}
        />
        <span class={length > MAX_CHARACTERS ? 'wrong' : 'hint'}>
          {length.toLocaleString()} of {MAX_CHARACTERS.toLocaleString()} characters
        </span>
      </div>
      <form method="dialog" class="row-of end">
        <button type="submit" class="button">
          Cancel
        </button>
        <button
          type="button"
          class="button stop"
          disabled={length > MAX_CHARACTERS}
          onClick={() => onReject(comment.trim())}
        >
          Reject
        </button>
      </form>
    </Dialog>
  );
}
