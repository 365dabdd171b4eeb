// Connecting my account with the company's, or forgetting it.

import { api } from '../api.ts';
import { t } from '../i18n/translate.ts';
import { me, session } from '../session.ts';
import { done, withFresh } from './fresh.tsx';

export function CompanyAccount({ onChange }: { readonly onChange: () => Promise<void> }) {
  const name = session.value?.oidc_name;
  if (!me.value?.methods.includes('oidc'))
    return (
      <button
        type="button"
        class="button"
        onClick={async () => {
          const away = await withFresh(() => api.linkOidc());
          if (away) location.assign(away.url);
        }}
      >
        {t('Connect {name}', { name: name ?? '' })}
      </button>
    );
  return (
    <button
      type="button"
      class="button stop"
      onClick={async () => {
        if (await withFresh(() => done(api.unlinkOidc()))) await onChange();
      }}
    >
      {t('Forget {name}', { name: name ?? '' })}
    </button>
  );
}
