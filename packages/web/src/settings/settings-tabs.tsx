// The pages of settings, side by side.

import { useEffect, useRef } from 'preact/hooks';
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
  const tabs = useRef<HTMLElement>(null);
  // On a narrow screen they do not all fit: the one that is open is the one to see.
  useEffect(() => tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }), [path]);
  return (
    <nav class="tabs" aria-label={t('Settings')} ref={tabs}>
      {PAGES.map(([to, name]) => (
        <a key={to} href={to} aria-current={path === to ? 'page' : undefined}>
          {t(name)}
        </a>
      ))}
    </nav>
  );
}
