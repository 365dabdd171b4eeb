// On a phone, everything that has no place in the bar.

import { t } from './i18n/translate.ts';
import { Dialog } from './parts/dialog.tsx';
import { Icon } from './parts/icon.tsx';
import { ME, SET_UP, WORK } from './places.ts';
import { may } from './session.ts';

/** Those before it are in the bar. */
const IN_THE_BAR = 2;

export function MorePlaces({ onClose }: { readonly onClose: () => void }) {
  const places = [...WORK.slice(IN_THE_BAR), ...SET_UP.filter(({ admin }) => !admin || may('admin')), ME];
  return (
    <Dialog title={t('More')} onClose={onClose}>
      <nav class="more-list" aria-label={t('More places')}>
        {places.map(({ path, name, icon }) => (
          <a key={path} href={path} onClick={onClose}>
            <Icon name={icon} /> {t(name)}
          </a>
        ))}
        <a href="/docs" target="_blank" rel="noopener">
          <Icon name="audit" /> {t('API documentation')}
        </a>
      </nav>
    </Dialog>
  );
}
