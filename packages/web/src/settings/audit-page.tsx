// The audit log: every change, who made it, and whether the chain still holds.

import type { AuditRow, AuditVerification } from '@countersign/contract';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { api } from '../api.ts';
import { exactTime } from '../dates.ts';
import { number, rich, t } from '../i18n/translate.ts';
import { Failed, Fetched } from '../parts/fetched.tsx';
import { type Loaded, useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { usePages } from '../parts/pages.ts';
import { type AuditQuestion, addressOf, asked, GROUPS, readQuestion } from './audit-question.ts';
import { AuditRows } from './audit-rows.tsx';
import './settings.css';

export function AuditPage() {
  const { query, route, url } = useLocation();
  const question = useMemo(() => readQuestion(query), [url]);
  const ask = (next: AuditQuestion) => route(addressOf(next), true);
  const { first, items, more } = usePages(
    (cursor) => api.listAudit({ limit: 100, ...(cursor && { cursor }), ...asked(question) }),
    [question],
  );
  const { at, row } = question;
  const isElsewhere = at !== undefined && row !== undefined && items.length > 0 && !items.some(({ id }) => id === row);
  useEffect(() => {
    if (isElsewhere) void more?.(); // its second has more of them than a page
  }, [isElsewhere, items.length]);
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
      <Filters question={question} rows={items} onAsk={ask} />
      <Fetched of={first} />
      {items.length > 0 && <AuditRows rows={items} meant={question.row} />}
      {first.value && items.length === 0 && <p class="empty card">{t('Nothing of this kind is in the log.')}</p>}
      {more && (
        <button type="button" class="button" onClick={() => void more()}>
          {t('Older')}
        </button>
      )}
    </Page>
  );
}

interface FiltersProps {
  readonly question: AuditQuestion;
  readonly rows: readonly AuditRow[];
  readonly onAsk: (question: AuditQuestion) => void;
}

function Filters({ question, rows, onAsk }: FiltersProps) {
  const { at, entity_id, type = '', actor = '' } = question;
  if (at !== undefined || entity_id !== undefined)
    return (
      <p class="row-of">
        <span>
          {at === undefined
            ? rich('Only of {object}', { object: <code>{entity_id}</code> })
            : rich('Only of {time}', { time: exactTime(at) })}
        </span>
        <button type="button" class="button small" onClick={() => onAsk({})}>
          {t('Clear filter')}
        </button>
      </p>
    );
  const by = actor === '' ? {} : { actor };
  const of = type === '' ? {} : { type };
  return (
    <div class="row-of">
      <label class="row-of">
        <span>{t('Show')}</span>
        <select
          class="narrow"
          value={type}
          onChange={({ currentTarget: { value } }) => onAsk({ ...by, ...(value !== '' && { type: value }) })}
        >
          <option value="">{t('everything')}</option>
          {Object.entries(GROUPS).map(([group, says]) => (
            <option key={group} value={group}>
              {t(says)}
            </option>
          ))}
        </select>
      </label>
      <label class="row-of">
        <span>{t('Who')}</span>
        <select
          class="narrow"
          value={actor}
          onChange={({ currentTarget: { value } }) => onAsk({ ...of, ...(value !== '' && { actor: value }) })}
        >
          <option value="">{t('everyone')}</option>
          <Authors chosen={actor} rows={rows} />
        </select>
      </label>
    </div>
  );
}

/** Those who are here; and the chosen one, who may be gone, or no person and no key. */
function Authors({ chosen, rows }: { readonly chosen: string; readonly rows: readonly AuditRow[] }) {
  const { value: known } = useLoaded(async () => {
    const [people, keys] = await Promise.all([api.listReviewers(), api.listKeys()]);
    return { people: people.items.filter(({ status }) => status === 'active'), keys: keys.items };
  });
  const isKnown = [...(known?.people ?? []), ...(known?.keys ?? [])].some(({ id }) => id === chosen);
  return (
    <>
      {chosen !== '' && !isKnown && (
        <option value={chosen}>{rows.find(({ actor }) => actor?.id === chosen)?.actor?.name ?? chosen}</option>
      )}
      <Group says={t('Reviewers')} all={known?.people ?? []} />
      <Group says={t('Keys')} all={known?.keys ?? []} />
    </>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function Group({ says, all }: { readonly says: string; readonly all: readonly Named[] }) {
  if (all.length === 0) return null;
  return (
    <optgroup label={says}>
      {all.map(({ id, name }) => (
        <option key={id} value={id} translate={false}>
          {name}
        </option>
      ))}
    </optgroup>
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
