// How to connect an agent, as a page of its own.

import { t } from '../i18n/translate.ts';
import { Page } from '../parts/page.tsx';
import { ConnectAgent } from './connect-agent.tsx';

export function ConnectPage() {
  return (
    <Page title={t('Connect an agent')} needs="admin">
      <ConnectAgent />
    </Page>
  );
}
