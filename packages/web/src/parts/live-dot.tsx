// Whether what is on the page is live.

import { t } from '../i18n/translate.ts';
import { liveState } from '../live/connection.ts';

const SAYS = { live: 'Live', reconnecting: 'Reconnecting', offline: 'Offline' } as const;

export function LiveDot() {
  return (
    <span class={`state ${liveState.value}`} role="status">
      {t(SAYS[liveState.value])}
    </span>
  );
}
