// Before a link from outside is followed, its whole address is shown: only then does it open, in a tab of its own.

import { t } from '../i18n/translate.ts';
import { askedToOpen } from './ask-to-open.ts';
import { copiedWords, copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';
import { say } from './toasts.tsx';

export function OpenAddress({ onClose: close }: { readonly onClose: () => void }) {
  if (!askedToOpen.value) return null;
  const { href, shown } = askedToOpen.value;
  return (
    <Dialog title={t('Leave the inbox?')} onClose={close}>
      <p>{t('This link leads to')}</p>
      <code class="secret">{shown}</code>
      <div class="row-of end">
        <button
          type="button"
          class="button"
          onClick={async () =>
            say(
              (await copyText(href))
                ? copiedWords(href, t('Copied'))
                : t('Select it and copy: this browser does not let us.'),
            )
          }
        >
          {t('Copy')}
        </button>
        <button type="button" class="button" onClick={close}>
          {t('Stay')}
        </button>
        <a class="button main" href={href} target="_blank" rel="noopener noreferrer nofollow" onClick={close}>
          {t('Open in a new tab')}
        </a>
      </div>
    </Dialog>
  );
}
