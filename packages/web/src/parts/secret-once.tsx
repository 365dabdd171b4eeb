// Something that is shown only now: the text, and a button that copies it.

import { say } from './toasts.tsx';

export function SecretOnce({ text, says }: { readonly text: string; readonly says: string }) {
  return (
    <div class="stack tight">
      <p>{says}</p>
      <code class="secret">{text}</code>
      <div class="row-of">
        <button
          type="button"
          class="button small"
          onClick={() =>
            navigator.clipboard
              ? void navigator.clipboard.writeText(text).then(() => say('Copied'))
              : say('Select it and copy: this address has no clipboard.')
          }
        >
          Copy
        </button>
      </div>
    </div>
  );
}
