// The pages of settings, side by side.

import { useLocation } from 'preact-iso';
import { t } from '../i18n/translate.ts';
import './settings.css';

const PAGES = [
  ['/settings', 'Project'],
  ['/settings/data', 'Data'],
  ['/settings/billing', 'Billing'],
  ['/settings/about', 'About'],
] as const;

export function SettingsTabs() {
  const { path } = useLocation();
  return (
    <nav class="tabs" aria-label={t('Settings')}>
      {PAGES.map(([to, name]) => (
        <a key={to} href={to} aria-current={path === to ? 'page' : undefined}>
          {t(name)}
        </a>
      ))}
    </nav>
  );
}
