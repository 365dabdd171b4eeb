// The audit log: every change, who made it, and whether the chain still holds.

import type { AuditRow } from '@countersign/contract';
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { fullTime } from '../clock.ts';
import { ShownText } from '../content/shown-text.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { Page } from '../parts/page.tsx';
import { say } from '../parts/toasts.tsx';
import { wordsFor } from '../problem-words.ts';

const GROUPS = ['', 'action.', 'key.', 'reviewer.', 'project.', 'watcher.'] as const;

export function AuditPage() {
  const [type, setType] = useState('');
  const [more, setMore] = useState<readonly AuditRow[]>([]);
  const [cursor, setCursor] = useState<string | null>();
  const first = useLoaded(async () => {
    setMore([]);
    setCursor(undefined);
    return api.listAudit({ limit: 100, ...(type !== '' && { type }) });
  }, [type]);
  const chain = useLoaded(() => api.verifyAudit());
  const next = cursor === undefined ? first.value?.next_cursor : cursor;
  const loadMore = async () => {
    if (!next) return;
    try {
      const page = await api.listAudit({ limit: 100, cursor: next, ...(type !== '' && { type }) });
      setMore([...more, ...page.items]);
      setCursor(page.next_cursor);
    } catch (error) {
      say(wordsFor(error));
    }
  };
  return (
    <Page
      title="Audit"
      needs="admin"
      wrong={first.wrong}
      aside={
        <div class="row-of">
          <a class="button small" href="/v1/audit/export?format=json" download="audit.ndjson">
            NDJSON
          </a>
          <a class="button small" href="/v1/audit/export?format=csv" download="audit.csv">
            CSV
          </a>
        </div>
      }
    >
      <ChainState chain={chain.value} />
      <div class="row-of">
        <label for="audit-type">Show</label>
        <select
          id="audit-type"
          class="narrow"
          value={type}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
        >
          {GROUPS.map((group) => (
            <option key={group} value={group}>
              {group === '' ? 'everything' : group.slice(0, -1)}
            </option>
          ))}
        </select>
      </div>
      <div class="card flush">
        <table class="stacked">
          <thead>
            <tr>
              <th>When</th>
              <th>Who</th>
              <th>What</th>
              <th>Object</th>
              <th>#</th>
            </tr>
          </thead>
          <tbody>
            {[...(first.value?.items ?? []), ...more].map((row) => (
              <tr key={row.id}>
                <td class="digits">{fullTime(row.created_at)}</td>
                <td data-label="Who">
                  {row.actor ? <ShownText text={`${row.actor.type} ${row.actor.name}`} /> : 'system'}
                </td>
                <td data-label="What">
                  <code>{row.event}</code>
                  {row.channel && <span class="soft"> · {row.channel}</span>}
                </td>
                <td data-label="Object">
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
      {next && (
        <button type="button" class="button" onClick={() => void loadMore()}>
          Older
        </button>
      )}
    </Page>
  );
}

function ChainState({ chain }: { readonly chain: Awaited<ReturnType<typeof api.verifyAudit>> | undefined }) {
  if (!chain) return <p class="soft">Checking the chain …</p>;
  if (!chain.ok)
    return (
      <p class="notice stop" role="alert">
        <span class="grow">
          The chain is broken at #{chain.first_bad_seq}. Someone changed, removed or inserted a row in the database.
        </span>
      </p>
    );
  return (
    <p class="row-of">
      <span class="chip go">verified</span> {chain.rows.toLocaleString()} rows, {chain.unsealed} not sealed yet
    </p>
  );
}
