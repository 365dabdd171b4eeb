// The audit log: every change, who made it, and whether the chain still holds.

import type { AuditRow, AuditVerification } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ShownText } from '../content/shown-text.tsx';
import { exactTime } from '../dates.ts';
import { number, type Plain, t } from '../i18n/translate.ts';
import { Failed, Fetched } from '../parts/fetched.tsx';
import { type Loaded, useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pages.ts';
import './settings.css';

const GROUPS = ['', 'action.', 'key.', 'reviewer.', 'project.', 'watcher.'] as const;
const GROUP_WORDS = {
  'action.': 'actions',
  'key.': 'keys',
  'reviewer.': 'reviewers',
  'project.': 'project',
  'watcher.': 'watchers',
} as const;

export function AuditPage() {
  const [type, setType] = useState('');
  const { first, items, more } = usePages(
    (cursor) => api.listAudit({ limit: 100, ...(cursor && { cursor }), ...(type !== '' && { type }) }),
    [type],
  );
  const chain = useLoaded(() => api.verifyAudit());
  return (
    <Page
      title={t('Audit')}
      needs="admin"
      aside={
        <div class="row-of" translate={false}>
          <a class="button small" href="/v1/audit/export?format=json" download="audit.ndjson">
            NDJSON
          </a>
          <a class="button small" href="/v1/audit/export?format=csv" download="audit.csv">
            CSV
          </a>
        </div>
      }
    >
      <ChainState chain={chain} />
      <div class="row-of">
        <label for="audit-type">{t('Show')}</label>
        <select
          id="audit-type"
          class="narrow"
          value={type}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
        >
          {GROUPS.map((group) => (
            <option key={group} value={group}>
              {t(group === '' ? 'everything' : GROUP_WORDS[group])}
            </option>
          ))}
        </select>
      </div>
      <Fetched of={first} />
      {items.length > 0 && <Rows rows={items} />}
      {first.value && items.length === 0 && <p class="empty card">{t('Nothing of this kind is in the log.')}</p>}
      {more && (
        <button type="button" class="button" onClick={() => void more()}>
          {t('Older')}
        </button>
      )}
    </Page>
  );
}

function Rows({ rows }: { readonly rows: readonly AuditRow[] }) {
  return (
    <div class="card flush">
      <table class="stacked">
        <thead>
          <tr>
            <th>{t('When')}</th>
            <th>{t('Who')}</th>
            <th>{t('What')}</th>
            <th>{t('Object')}</th>
            <th>#</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td class="digits one-line">{exactTime(row.created_at)}</td>
              <td data-label={t('Who')}>{row.actor ? <Actor {...row.actor} /> : t('system')}</td>
              <td data-label={t('What')}>
                <code>{row.event}</code>
                {row.channel && <code class="soft"> · {row.channel}</code>}
              </td>
              <td data-label={t('Object')}>
                {row.action_id ? (
                  <a class="mono" href={`/a/${row.action_id}`}>
                    {row.action_id}
                  </a>
                ) : (
                  <code>{row.entity_id}</code>
                )}
              </td>
              <td class="soft digits" data-label="#">
                {row.seq ?? '…'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ChainState({ chain: read }: { readonly chain: Loaded<AuditVerification> }) {
  const { value: chain, wrong, busy, reload } = read;
  if (wrong !== undefined) return <Failed wrong={wrong} busy={busy} onRetry={reload} />;
  if (!chain) return <p class="soft">{t('Checking the chain …')}</p>;
  if (!chain.ok)
    return (
      <p class="notice stop" role="alert">
        <span class="grow">
          {t('The chain is broken at #{seq}. Someone changed, removed or inserted a row in the database.', {
            seq: chain.first_bad_seq ?? '?',
          })}
        </span>
      </p>
    );
  return (
    <p class="row-of">
      <span class="chip go">{t('verified')}</span>{' '}
      {t('{rows} rows, {unsealed} not sealed yet', { rows: number(chain.rows), unsealed: chain.unsealed })}
    </p>
  );
}

const ACTORS: Readonly<Record<string, Plain>> = {
  key: 'key',
  reviewer: 'reviewer',
  rule: 'rule',
  watcher: 'watcher',
  system: 'system',
  operator: 'operator',
  visitor: 'visitor',
  external: 'external',
};

const SHORT_ID = 12;

/** Whoever has no name of their own is called by an id, of which the beginning is enough here. */
function Actor({ type, id, name }: NonNullable<AuditRow['actor']>) {
  if (id === type) return <>{actorWord(type)}</>; // an operator is nobody in particular; a key may be called “key”
  if (name !== id || id.length <= SHORT_ID) return <ShownText text={`${actorWord(type)} ${name}`} />;
  return (
    <span title={id}>
      {actorWord(type)} <code>{id.slice(0, SHORT_ID)}…</code>
    </span>
  );
}

function actorWord(type: string): string {
  const known = ACTORS[type];
  return known ? t(known) : type;
}
