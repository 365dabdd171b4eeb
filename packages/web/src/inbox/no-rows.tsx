// The list when nothing is in it, or nothing of what is asked for.

import { useRef } from 'preact/hooks';
import { rich, t } from '../i18n/translate.ts';
import { liveState } from '../live/connection.ts';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import { clearFilter, tabsNow } from './list-head.tsx';
import { search, split } from './store.ts';

export function NoRows() {
  if (search.value === '' && split.value === 'all')
    return <p class="empty">{liveState.value === 'offline' ? t('Offline') : t('Nothing is waiting')}</p>;
  return <NoneMatches />;
}

function NoneMatches() {
  const box = useRef<HTMLDivElement>(null);
  useFocusHandedOn(box, '[role=listbox]');
  return (
    <div class="empty" ref={box}>
      <p>
        {rich('No action matches {filter}.', {
          filter: (
            <b translate={search.value === '' && !/^(kind|mine):/.test(split.value)}>{search.value || splitName()}</b>
          ),
        })}
      </p>
      <button type="button" class="button small" onClick={clearFilter}>
        {t('Clear filter')}
      </button>
    </div>
  );
}

/** As it stands on its button. */
function splitName(): string {
  const [, says] = tabsNow().find(([name]) => name === split.value) ?? [];
  return says ?? (split.value === 'snoozed' ? t('Snoozed') : split.value.replace(/^(kind|mine):/, ''));
}
