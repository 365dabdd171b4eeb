// The rows of the audit log: who did what to which object, and behind each all that was recorded of it.

import type { AuditRow } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ShownText } from '../content/shown-text.tsx';
import { exactTime } from '../dates.ts';
import { type Plain, t } from '../i18n/translate.ts';
import { CopyButton } from '../parts/secret-once.tsx';
import { addressOf, placeOf } from './audit-question.ts';

interface Props {
  readonly rows: readonly AuditRow[];
  /** The id of the one that was asked for. */
  readonly meant: string | undefined;
}

export function AuditRows({ rows, meant }: Props) {
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
            <Row key={row.id} row={row} isMeant={row.id === meant} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, isMeant }: { readonly row: AuditRow; readonly isMeant: boolean }) {
  const [open, setOpen] = useState(isMeant);
  const line = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (!isMeant) return;
    setOpen(true);
    line.current?.scrollIntoView({ block: 'center' });
  }, [isMeant]);
  return (
    <>
      <tr ref={line}>
        <td class="digits one-line">{exactTime(row.created_at)}</td>
        <td class="by" data-label={t('Who')}>
          {row.actor ? <Actor {...row.actor} /> : t('system')}
        </td>
        <td data-label={t('What')}>
          <span>
            <button type="button" class="link-button opens" aria-expanded={open} onClick={() => setOpen(!open)}>
              <code>{row.event}</code>
            </button>
            {row.channel && <code class="soft"> · {row.channel}</code>}
          </span>
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
      {open && <Detail row={row} />}
    </>
  );
}

function Detail({ row }: { readonly row: AuditRow }) {
  const { actor, data = {}, entity_id, hash, id } = row;
  return (
    <tr class="audit-detail">
      <td colSpan={5}>
        <dl class="facts-list">
          {Object.entries(data).map(([name, value]) => (
            <Fact key={name} name={<code>{name}</code>} value={value} />
          ))}
          {actor && actor.id !== actor.type && <Fact name={t('Who')} value={actor.id} />}
          <Fact name={t('Row')} value={id} />
          {hash && <Fact name={t('Hash')} value={hash} />}
        </dl>
        <div class="row-of">
          <a class="button small" href={placeOf(row)}>
            {t('Link to this row')}
          </a>
          <CopyButton text={new URL(placeOf(row), location.origin).href} />
          {actor && (
            <a class="button small" href={addressOf({ actor: actor.id })}>
              {t('All of the same author')}
            </a>
          )}
          <a class="button small" href={addressOf({ entity_id })}>
            {t('All about the same object')}
          </a>
        </div>
      </td>
    </tr>
  );
}

function Fact({ name, value }: { readonly name: ComponentChildren; readonly value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <bdi translate={false}>
          <ShownText text={typeof value === 'string' ? value : JSON.stringify(value)} />
        </bdi>
      </dd>
    </>
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
