// In the inbox, for admins: channels that turned themselves off. Nobody is told there any more, and nobody else would notice.

import { api } from '../api.ts';
import { quoted, t } from '../i18n/translate.ts';
import { useLoaded } from '../parts/loaded.ts';

export function OffNotice() {
  const channels = useLoaded(() => api.listChannels());
  const off = channels.value?.items.filter(({ disabled_at }) => disabled_at !== undefined) ?? [];
  if (off.length === 0) return null;
  return (
    <p class="notice stop" role="status">
      <span class="grow">
        {t('{names} turned off: nobody is told there.', { names: off.map(({ name }) => quoted(name)).join(', ') })}
      </span>
      <a class="button small" href="/channels">
        {t('Channels')}
      </a>
    </p>
  );
}
