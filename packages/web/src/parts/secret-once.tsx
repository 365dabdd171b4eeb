// Something that is shown only now: the text, and a button that copies it.

import { t } from '../i18n/translate.ts';
import { copyText } from './copy-text.ts';
import { say } from './toasts.tsx';

export function SecretOnce({ text, says }: { readonly text: string; readonly says: string }) {
  return (
    <div class="stack tight">
      <p>{says}</p>
      <code class="secret">{text}</code>
      <div class="row-of">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

export function CopyButton({ text }: { readonly text: string }) {
  return (
    <button
      type="button"
      class="button small"
      onClick={async () =>
        say((await copyText(text)) ? t('Copied') : t('Select it and copy: this browser does not let us.'))
      }
    >
      {t('Copy')}
    </button>
  );
}
