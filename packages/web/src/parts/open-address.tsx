// Before a link from outside is followed, its whole address is shown: only then does it open, in a tab of its own.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';
import { say } from './toasts.tsx';

interface Asked {
  readonly href: string;
  /** The address with everything that would not be seen. */
  readonly shown: ComponentChildren;
}

const asked = signal<Asked>();

export function askToOpen(href: string, shown: ComponentChildren): void {
  asked.value = { href, shown };
}

export function OpenAddress() {
  if (!asked.value) return null;
  const { href, shown } = asked.value;
  const close = () => {
    asked.value = undefined;
  };
  return (
    <Dialog title="Leave the inbox?" onClose={close}>
      <p>This link leads to</p>
      <code class="secret">{shown}</code>
      <div class="row-of end">
        <button
          type="button"
          class="button"
          onClick={async () => say((await copyText(href)) ? 'Address copied' : 'Select it and copy.')}
        >
          Copy
        </button>
        <button type="button" class="button" onClick={close}>
          Stay
        </button>
        <a class="button main" href={href} target="_blank" rel="noopener noreferrer nofollow" onClick={close}>
          Open in a new tab
        </a>
      </div>
    </Dialog>
  );
}
