// What a swipe uncovers: put off, or pick. It lies beside the list, because nothing in an option of a list can be pressed.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { may } from '../session.ts';
import { picking, togglePick } from './selection.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { type Swiped, swiped } from './swipe.ts';

export function SwipeActions({ of: { row, top, height } }: { readonly of: Swiped }) {
  const [later, setLater] = useState(false);
  const close = () => {
    swiped.value = undefined;
  };
  useEffect(() => {
    const list = document.querySelector('.scroller');
    list?.addEventListener('scroll', close, { passive: true });
    return () => list?.removeEventListener('scroll', close);
  }, []);
  if (later) return <SnoozeDialog action={row} onClose={close} onSnoozed={close} />;
  return (
    <div
      class="swipe-actions"
      role="toolbar"
      aria-label={t('With {title}', { title: row.title })}
      style={{ insetBlockStart: `${top}px`, blockSize: `${height}px` }}
    >
      {may('reviewer') && (
        <button type="button" onClick={() => setLater(true)}>
          {t('Snooze')}
        </button>
      )}
      <button
        type="button"
        onClick={() => {
          picking.value = true;
          togglePick(row.id);
          close();
        }}
      >
        {t('Select')}
      </button>
    </div>
  );
}
