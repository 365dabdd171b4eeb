// After a pause the server may be a newer one: the page says so, and never loads it by itself.

import { api } from './api.ts';
import { now } from './clock.ts';
import { t } from './i18n/translate.ts';
import { onLive } from './live/connection.ts';
import { say } from './parts/toasts.tsx';
import { session } from './session.ts';

const SHOWN_S = 600;
let told = '';

onLive(async ({ type }) => {
  if (type !== 'reset') return;
  const { version } = await api.getSession();
  if (version === session.peek()?.version || version === told) return;
  told = version;
  const reload = { says: t('Reload'), do: () => location.reload() };
  say(t('A new version is ready.'), { until: now.peek() + SHOWN_S, button: reload });
});
