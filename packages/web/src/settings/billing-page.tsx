// The plan: what it allows, what was used of it, and the way to pay. Clear when there is nothing to pay.

import type { Billing, Checkout, Tier } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { fullTime } from '../dates.ts';
import { number, type Plain, rich, t } from '../i18n/translate.ts';
import { Bar } from '../parts/bar.tsx';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';
import { SettingsTabs } from './settings-tabs.tsx';

const PLANS: readonly (readonly [Tier, string, readonly Plain[]])[] = [
  ['free', 'Free', ['3 watchers', '100 approvals a month', 'watched every 15 minutes']],
  ['indie', 'Indie', ['20 watchers', '2,000 approvals a month', 'watched every 5 minutes']],
  ['team', 'Team', ['any number of watchers', 'any number of approvals', 'watched every minute']],
];

const STATES: Readonly<Record<string, Plain>> = {
  none: 'no subscription',
  active: 'active',
  trialing: 'trial',
  past_due: 'payment is late',
  canceled: 'ended',
  unpaid: 'unpaid',
  incomplete: 'payment not finished',
  incomplete_expired: 'payment not finished',
  paused: 'paused',
};

function stateWords(status: string): string {
  const known = STATES[status];
  return known ? t(known) : status.replaceAll('_', ' ');
}

export function BillingPage() {
  const billing = useLoaded(() => api.getBilling());
  const { query } = useLocation();
  return (
    <Page title={t('Billing')} heading={t('Settings')} needs="admin">
      <SettingsTabs />
      {query.paid !== undefined && (
        <p class="notice" role="status">
          <span class="grow">
            {t('Thank you. The plan changes as soon as the payment provider tells us, within a minute.')}
          </span>
          <button type="button" class="button small" onClick={billing.reload}>
            {t('Look again')}
          </button>
        </p>
      )}
      <Fetched of={billing} />
      {billing.value &&
        (billing.value.billing_enabled ? <On billing={billing.value} /> : <Off billing={billing.value} />)}
    </Page>
  );
}

function Off({ billing }: { readonly billing: Billing }) {
  return (
    <section class="card" aria-labelledby="billing-off">
      <h2 id="billing-off">{t('Billing is off')}</h2>
      <p>{t('This server is its owner’s own: every feature is on, nothing is limited, nothing is to be paid.')}</p>
      <Usage billing={billing} />
      <p class="small soft">
        {rich('Whoever runs a server for others turns billing on with {setting}.', {
          setting: <code>STRIPE_SECRET_KEY</code>,
        })}
      </p>
    </section>
  );
}

function On({ billing }: { readonly billing: Billing }) {
  const [period, setPeriod] = useState<NonNullable<Checkout['period']>>('monthly');
  const [busy, setBusy] = useState(false);
  const leave = async (way: () => Promise<{ url: string }>) => {
    setBusy(true);
    try {
      location.assign((await way()).url);
    } catch (error) {
      say(wordsFor(error));
      setBusy(false);
    }
  };
  const { tier, status, current_period_end } = billing;
  const [, name] = PLANS.find(([plan]) => plan === tier) ?? ['', tier];
  return (
    <>
      <section class="card" aria-labelledby="plan">
        <h2 id="plan">
          {name}{' '}
          <span class={`chip ${status === 'past_due' || status === 'unpaid' ? 'stop' : ''}`}>{stateWords(status)}</span>
        </h2>
        {current_period_end !== undefined && (
          <p class="soft">{t('This period ends {time}.', { time: fullTime(current_period_end) })}</p>
        )}
        <Usage billing={billing} />
        {status !== 'none' && (
          <div class="row-of">
            <button
              type="button"
              class="button"
              disabled={busy}
              onClick={() => void leave(() => api.openBillingPortal())}
            >
              {t('Invoices, cards, change or end…')}
            </button>
          </div>
        )}
      </section>
      <section class="card" aria-labelledby="plans">
        <div class="row-of">
          <h2 id="plans" class="grow">
            {t('Plans')}
          </h2>
          <label class="row-of">
            <span>{t('Paid')}</span>
            <select
              class="narrow"
              value={period}
              onChange={({ currentTarget }) => setPeriod(currentTarget.value as typeof period)}
            >
              <option value="monthly">{t('monthly')}</option>
              <option value="yearly">{t('yearly')}</option>
            </select>
          </label>
        </div>
        <ul class="plans">
          {PLANS.map(([plan, title, allows]) => (
            <li key={plan} aria-label={title}>
              <h3>
                <span translate={false}>{title}</span> {plan === tier && <span class="chip accent">{t('yours')}</span>}
              </h3>
              <ul class="small soft">
                {allows.map((line) => (
                  <li key={line}>{t(line)}</li>
                ))}
              </ul>
              {plan !== 'free' && plan !== tier && (
                <button
                  type="button"
                  class="button main"
                  disabled={busy}
                  onClick={() => void leave(() => api.startCheckout({ plan, period }))}
                >
                  {t('Choose {plan}', { plan: title })}
                </button>
              )}
            </li>
          ))}
        </ul>
        <p class="small soft">
          {t('You pay at the provider’s own page. Deciding is never blocked, whatever the plan.')}
        </p>
      </section>
    </>
  );
}

/** Nearly used up is worth a colour. */
const NEAR = 0.8;

function Usage({ billing: { usage } }: { readonly billing: Billing }) {
  const rows = [
    [t('Approvals asked for this month'), usage.approvals],
    [t('Watchers'), usage.watchers],
  ] as const;
  return (
    <dl class="usage">
      {rows.map(([label, { used, limit }]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {limit === null ? (
              <span class="digits">{t('{count}, no limit', { count: number(used) })}</span>
            ) : (
              <Bar
                label={label}
                share={limit === 0 ? 1 : used / limit}
                tone={used >= limit ? 'stop' : used >= limit * NEAR ? 'warn' : ''}
                words={t('{part} of {whole}', { part: number(used), whole: number(limit) })}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
