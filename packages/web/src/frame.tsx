// The rail on the left, the bar at the bottom of a phone, and what is the same on every page: theme, help, places.

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from './api.ts';
import { loadDemo } from './first-run/demo.ts';
import { number, t } from './i18n/translate.ts';
import './inbox/follow.ts';
import { waiting } from './inbox/counts.ts';
import { loadCounts } from './inbox/load.ts';
import { pendingKey, useKeys } from './keyboard/keys.ts';
import { askedToOpen, stay } from './parts/ask-to-open.ts';
import { Icon } from './parts/icon.tsx';
import { later } from './parts/later.tsx';
import { settled } from './parts/settled.ts';
import { say } from './parts/toasts.tsx';
import { ME, type Place, SET_UP, WORK } from './places.ts';
import { wordsFor } from './problem-words.ts';
import { may, me, session, setTheme, takeMe } from './session.ts';

const Checklist = later(() => import('./first-run/checklist.tsx').then((part) => part.Checklist), { quiet: true });

/** What is seldom asked for is fetched when it is. */
const KeyHelp = later(() => import('./keyboard/help.tsx').then((part) => part.KeyHelp));
const NextKeys = later(() => import('./keyboard/next-keys.tsx').then((part) => part.NextKeys), { quiet: true });
const MorePlaces = later(() => import('./more-places.tsx').then((part) => part.MorePlaces));
const Palette = later(() => import('./keyboard/palette.tsx').then((part) => part.Palette));
const OpenAddress = later(() => import('./parts/open-address.tsx').then((part) => part.OpenAddress));

const isRailNarrow = () => localStorage.getItem('rail') === 'narrow';

export function Frame({ children }: { readonly children: ComponentChildren }) {
  const { path, route } = useLocation();
  useEffect(() => {
    void loadCounts();
    void loadDemo();
  }, []);
  const [help, setHelp] = useState(false);
  const [palette, setPalette] = useState(false);
  const [more, setMore] = useState(false);
  const [narrow, setNarrow] = useState(isRailNarrow);
  const turnRail = () => {
    dispatchEvent(new Event('rail')); // theme.js turns it, which drew it at the first paint
    setNarrow(isRailNarrow());
  };
  const turnsRail = t(narrow ? 'Expand the rail' : 'Collapse the rail');
  useKeys(
    {
      help: () => setHelp(true),
      palette: () => setPalette(true),
      theme: turnTheme,
      rail: turnRail,
      go_inbox: () => route('/inbox'),
      go_history: () => route('/history'),
      go_watchers: () => route('/watchers'),
      go_insights: () => route('/insights'),
      go_rules: () => route('/rules'),
      go_channels: () => route('/channels'),
      go_keys: () => route('/keys'),
      go_people: () => route('/reviewers'),
      go_audit: () => route('/audit'),
      go_settings: () => route('/settings'),
    },
    [],
  );
  const here = path.startsWith('/a/') ? '/inbox' : path.replace(/^(\/\w+)\/.*$/, '$1');
  const setUp = SET_UP.filter(({ admin }) => !admin || may('admin'));
  return (
    <div class={`frame ${path.startsWith('/a/') ? 'deciding' : ''}`}>
      <nav class="rail" aria-label={t('Places')}>
        <button type="button" class="button main skip" onClick={skip}>
          {t('To the content')}
        </button>
        <a class="brand" href="/inbox" title="Countersign">
          <img src="/icon.svg" alt="" />
          <span>Countersign</span>
        </a>
        {WORK.map((place) => (
          <PlaceLink key={place.path} {...place} here={here} />
        ))}
        {setUp.length > 0 && <hr />}
        {setUp.map((place) => (
          <PlaceLink key={place.path} {...place} here={here} />
        ))}
        <div class="foot">
          {settled.value && may('admin') && <Checklist />}
          <PlaceLink {...ME} called={session.value?.reviewer?.name} here={here} />
          <button type="button" class="button plain small" title={t('Shortcuts')} onClick={() => setHelp(true)}>
            <kbd>?</kbd> <span class="label">{t('Shortcuts')}</span>
          </button>
          <button
            type="button"
            class="button plain small turn-rail"
            aria-label={turnsRail}
            title={turnsRail}
            onClick={turnRail}
          >
            <Icon name="back" /> <span class="label">{t('Collapse')}</span>
          </button>
        </div>
      </nav>
      {children}
      <nav class="place-bar" aria-label={t('Places')}>
        <a href="/inbox" aria-current={here === '/inbox' ? 'page' : undefined}>
          <Icon name="inbox" />
          {t('Inbox')}
          {waiting.value ? ` ${number(waiting.value.pending)}` : ''}
        </a>
        <a href="/history" aria-current={here === '/history' ? 'page' : undefined}>
          <Icon name="history" />
          {t('History')}
        </a>
        <button type="button" onClick={() => setMore(true)}>
          <Icon name="more" />
          {t('More')}
        </button>
      </nav>
      {pendingKey.value !== undefined && <NextKeys first={pendingKey.value} />}
      {askedToOpen.value && <OpenAddress onClose={stay} />}
      {palette && <Palette onClose={() => setPalette(false)} />}
      {help && <KeyHelp onClose={() => setHelp(false)} />}
      {more && <MorePlaces onClose={() => setMore(false)} />}
    </div>
  );
}

function PlaceLink({
  path,
  name,
  icon,
  here,
  called = t(name),
}: Place & { readonly here: string; readonly called?: string | undefined }) {
  const pending = path === '/inbox' ? waiting.value?.pending : undefined;
  return (
    <a class="place" href={path} aria-current={here === path ? 'page' : undefined} title={called}>
      <Icon name={icon} />
      <span class="label">{called}</span>
      {pending !== undefined && pending > 0 && <span class="count digits">{number(pending)}</span>}
    </a>
  );
}

/** Past all the places: to what waits, or to whatever this page shows. */
function skip(): void {
  const content = document.querySelector<HTMLElement>('[role=listbox]') ?? document.querySelector('main');
  if (content && content.tabIndex < 0) content.tabIndex = -1;
  content?.focus();
}

function turnTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = (document.documentElement.dataset.theme ?? (dark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
  setTheme(theme);
  if (me.value) void api.updateMe({ theme }).then(takeMe, (error) => say(wordsFor(error)));
}
