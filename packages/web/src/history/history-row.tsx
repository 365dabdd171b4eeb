// One line of the history: when, what became of it, who said so, and whether the answer arrived. Opened, its whole story.

import type { HistoryRow } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { leftIn, now } from '../clock.ts';
import { ShownCode, ShownText, ShownTitle } from '../content/shown-text.tsx';
import { clockTime, fullTime } from '../dates.ts';
import { isDemo } from '../first-run/demo.ts';
import { t } from '../i18n/translate.ts';
import { CHIP, Delivery } from '../inbox/delivery.tsx';
import { Timeline } from '../inbox/timeline.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { may } from '../session.ts';
import { STATUSES } from './question.ts';
import { resend } from './resend.ts';

const LOOKS: Readonly<Record<HistoryRow['status'], readonly [sign: IconName, tone: string]>> = {
  approved: ['check', 'go'],
  executed: ['check', 'go'],
  rejected: ['cross', 'stop'],
  execute_failed: ['warn', 'warn'],
  expired: ['clock', ''],
};

/** What becomes of a webhook is told live. */
const wait = () => undefined;

export function Line({ row }: { readonly row: HistoryRow }) {
  const [open, setOpen] = useState(false);
  const [sign, tone] = LOOKS[row.status];
  return (
    <li class="history-row">
      <div class="summary">
        <time class="when" title={fullTime(row.settled_at)}>
          {clockTime(row.settled_at)}
        </time>
        <span class="verdict">
          <span class={`chip ${tone}`}>
            <Icon name={sign} /> {t(STATUSES[row.status])}
          </span>
          {row.edited && (
            <span title={t('Edited before it was approved')}>
              ✎<span class="visually-hidden">{t('edited')}</span>
            </span>
          )}
          {row.signed && <span class="chip accent">{t('signed')}</span>}
        </span>
        <span class="what">
          <button type="button" class="title" aria-expanded={open} onClick={() => setOpen(!open)}>
            <ShownTitle text={row.title} />
          </button>
          <span class="small soft">
            <ShownCode text={row.kind} />
            {isDemo(row.id) && <span class="chip accent">{t('demo')}</span>}
            {row.untrusted && <span class="chip warn">{t('external')}</span>}
            {row.comment && (
              <q class="comment">
                <ShownText text={row.comment} />
              </q>
            )}
          </span>
        </span>
        <By row={row} />
        <Sent row={row} />
      </div>
      {open && (
        <div class="story">
          {row.result?.detail && (
            <p class="small">
              <b>{row.result.status === 'executed' ? t('Executed') : t('Failed')}:</b>{' '}
              <ShownText text={row.result.detail} />
            </p>
          )}
          <Delivery action={row} onResent={wait} />
          <Timeline action={row} of={row.title} />
          <div class="row-of">
            <a class="button small" href={`/a/${row.id}`}>
              {t('Open the action')}
            </a>
            {row.signed && (
              <a class="button small" href={`/v1/actions/${row.id}/proof`} download={`proof-${row.id}.json`}>
                {t('Proof')}
              </a>
            )}
          </div>
        </div>
      )}
    </li>
  );
}

/** Keys are marked, and in red where one decided what it had asked for itself. */
function By({ row: { decided_by: by, channel, self_decided, signed } }: { readonly row: HistoryRow }) {
  if (!by) return <span class="by soft">{t('nobody')}</span>;
  const name = <ShownText text={by.name} />;
  if (by.type === 'key')
    return (
      <span class="by">
        <span
          class={`chip ${self_decided ? 'stop' : 'warn'}`}
          title={self_decided ? t('The key that asked decided it itself') : t('Decided by an API key')}
        >
          ⚠ {t('key')} {name}
        </span>
        {self_decided && <span class="small wrong">{t('decided its own')}</span>}
      </span>
    );
  return (
    <span class="by">
      {by.type === 'rule' ? `${t('rule')} ` : ''}
      {name} {by.type === 'reviewer' && <span class="soft">· {signed ? t('passkey') : channel}</span>}
    </span>
  );
}

function Sent({ row: { id, webhook_delivery: sent } }: { readonly row: HistoryRow }) {
  if (!sent) return <span class="sent small soft">— {t('no callback (polls)')}</span>;
  return (
    <span class="sent">
      <span class={`chip ${CHIP[sent.status]}`}>{inShort(sent)}</span>
      {may('reviewer') && (sent.status === 'dlq' || sent.status === 'retry') && (
        <button type="button" class="button small" onClick={() => void resend(id)}>
          {t('Resend')}
        </button>
      )}
    </span>
  );
}

function inShort(sent: NonNullable<HistoryRow['webhook_delivery']>): string {
  const answer = sent.last_status_code ?? sent.last_error;
  switch (sent.status) {
    case 'pending':
      return `… ${t('being sent')}`;
    case 'delivered':
      return `✓ ${t('delivered')}${answer === undefined ? '' : ` ${answer}`}`;
    case 'retry': {
      const next = sent.next_attempt_at === undefined ? '' : `, ${leftIn(sent.next_attempt_at - now.value)}`;
      return `↻ ${t('retry {attempt} of {most}', { attempt: sent.attempt, most: sent.max_attempts })}${next}`;
    }
    case 'dlq':
      return `✕ ${t('gave up after {attempt}', { attempt: sent.attempt })}`;
    case 'gone':
      return `⊘ ${t('gone')} (410)`;
  }
}
