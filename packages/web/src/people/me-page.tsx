// Me: how I sign in, where I am signed in, and how the inbox behaves for me.

import { useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { KeysCard } from '../keyboard/keys-card.tsx';
import { Page } from '../parts/page.tsx';
import { NotificationsCard } from '../push/notifications-card.tsx';
import { me } from '../session.ts';
import { PreferencesCard } from './preferences-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInCard } from './sign-in-card.tsx';

export function MePage() {
  const [paired, setPaired] = useState(0);
  return (
    <Page title={t('Me')} needs="viewer">
      {me.value && <PreferencesCard key={me.value.id} mine={me.value} />}
      <KeysCard />
      <NotificationsCard />
      <SignInCard onPaired={() => setPaired(paired + 1)} />
      <SessionsCard key={paired} />
    </Page>
  );
}
