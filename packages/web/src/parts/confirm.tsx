// Asks before what cannot be undone.

import type { ComponentChildren } from 'preact';
import { t } from '../i18n/translate.ts';
import { Dialog } from './dialog.tsx';

interface Props {
  readonly title: string;
  /** What the button says that does it. */
  readonly yes: string;
  readonly children?: ComponentChildren;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

export function Confirm({ title, yes, children, onYes, onClose }: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <form method="dialog" class="row-of end">
        <button type="submit" class="button">
          {t('Keep it')}
        </button>
        <button
          type="button"
          class="button stop"
          onClick={() => {
            onClose();
            onYes();
          }}
        >
          {yes}
        </button>
      </form>
    </Dialog>
  );
}
