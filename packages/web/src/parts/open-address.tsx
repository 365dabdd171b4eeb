// Before a link from outside is followed, its whole address is shown: only then does it open, in a tab of its own.

import { askedToOpen } from './ask-to-open.ts';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';
import { say } from './toasts.tsx';

export function OpenAddress() {
  if (!askedToOpen.value) return null;
  const { href, shown } = askedToOpen.value;
  const close = () => {
    askedToOpen.value = undefined;
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
