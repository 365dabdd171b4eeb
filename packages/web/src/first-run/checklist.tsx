// What is left to do after the first minute, in the rail, until it is done or dismissed.

import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { type Plain, t } from '../i18n/translate.ts';
import { onLive } from '../live/connection.ts';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { session } from '../session.ts';
import { isDemo } from './demo.ts';

const DISMISSED = 'first-steps';

interface Step {
  readonly says: Plain;
  readonly href: string;
  readonly done: boolean;
}

export function Checklist() {
  const { path } = useLocation();
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null);
  const [turn, setTurn] = useState(0);
  const steps = useLoaded(loadSteps, [path, turn]);
  const asked = steps.value?.[0]?.done ?? true;
  useEffect(() => onLive(({ type }) => type === 'action.created' && !asked && setTurn((n) => n + 1)), [asked]);
  const dismiss = () => {
    localStorage.setItem(DISMISSED, 'dismissed');
    setDismissed(true);
  };
  const allDone = steps.value?.every(({ done }) => done) ?? false;
  useEffect(() => {
    if (allDone) dismiss();
  }, [allDone]);
  if (dismissed || !steps.value) return null;
  return (
    <section class="checklist" aria-label={t('First steps')}>
      <div class="row-of">
        <b class="grow">{t('First steps')}</b>
        <button type="button" class="button plain small" aria-label={t('Dismiss the first steps')} onClick={dismiss}>
          <Icon name="cross" />
        </button>
      </div>
      <ul>
        {steps.value.map(({ says, href, done }) => (
          <li key={says} class={done ? 'done' : ''}>
            <a href={href}>{t(says)}</a>
            {done && <span class="visually-hidden"> ({t('done')})</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

async function loadSteps(): Promise<readonly Step[]> {
  const [{ items: actions }, { items: sessions }, { items: people }, { items: devices }] = await Promise.all([
    api.listActions({ limit: 10 }),
    api.listMySessions(),
    api.listReviewers(),
    api.listMyDevices(),
  ]);
  return [
    { says: 'Connect an agent', href: '/connect', done: actions.some(({ id }) => !isDemo(id)) },
    { says: 'Add your phone', href: '/me', done: sessions.length > 1 },
    ...(session.value?.features.push
      ? [{ says: 'Get notifications' as const, href: '/me', done: devices.length > 0 }]
      : []),
    { says: 'Invite a colleague', href: '/reviewers', done: people.length > 1 },
  ];
}
