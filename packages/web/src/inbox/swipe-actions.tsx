// What a swipe uncovers: put off, or pick. It is about one row and goes when that moves, so that nothing else is ever beneath. It lies beside the list, because nothing in an option of a list can be pressed.

import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { liveState } from '../live/connection.ts';
import { may } from '../session.ts';
import { picking, togglePick } from './selection.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';
import { placeOf, type Swiped } from './swipe.ts';

interface Props {
  readonly of: Swiped;
  readonly onClose: () => void;
}

export function SwipeActions({ of: { row, at, top, height }, onClose: close }: Props) {
  const [later, setLater] = useState(false);
  const hasMoved = placeOf(row) !== at;
  useEffect(() => {
    const list = document.querySelector('.scroller');
    list?.addEventListener('scroll', close, { passive: true });
    return () => list?.removeEventListener('scroll', close);
  }, []);
  useEffect(() => {
    if (hasMoved && !later) close();
  }, [hasMoved, later]);
  if (later) return <SnoozeDialog action={row} onClose={close} onSnoozed={close} />;
  if (hasMoved) return null;
  return (
    <div
      class="swipe-actions"
      role="toolbar"
      aria-label={t('With {title}', { title: row.title })}
      style={{ insetBlockStart: `${top}px`, blockSize: `${height}px` }}
    >
      {may('reviewer') && liveState.value !== 'offline' && (
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
