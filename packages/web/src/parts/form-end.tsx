// The end of a form in a dialog: what sends it, and beside it the way out, for Escape and the click beside it not everybody knows.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/translate.ts';

export function FormEnd({ children }: { readonly children?: ComponentChildren }) {
  return (
    <div class="row-of end">
      <button type="button" class="button" onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}>
        {t('Cancel')}
      </button>
      {children}
    </div>
  );
}
