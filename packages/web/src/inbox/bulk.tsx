// Many at once: the bar that says how many are picked, and the sheet that says what will be decided and what is left out.

import type { InboxRow } from '@countersign/contract';
import { type LeftOut, leftOut } from '@countersign/contract/shown/bulk-guard';
import { useMemo, useState } from 'preact/hooks';
import { ShownText, ShownTitle } from '../content/shown-text.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { may } from '../session.ts';
import './bulk.css';
import { opened } from './looking.ts';
import { bulkVerdict, clearPicks, picked, pickKind } from './selection.ts';
import { sendBulk } from './send-bulk.ts';
import { shown } from './store.ts';

/** Approving more than this asks to type the number. */
const TYPED_FROM = 10;
const MOST_APPROVED = 50;
const COMMENT_MAX = 2000;

const WHY: Readonly<Record<LeftOut | 'gone', string>> = {
  warning: 'has a warning',
  external: 'holds content from outside',
  step_up: 'needs a passkey',
  must_read: 'must be read to its end',
  unopened: 'can be edited, or is longer than its line, and you have not opened it',
  gone: 'is no longer waiting',
};

export function Bulk() {
  const verdict = bulkVerdict.value;
  return (
    <>
      <SelectionBar />
      {verdict && <Sheet key={verdict} verdict={verdict} />}
    </>
  );
}

function SelectionBar() {
  const ask = (verdict: 'approve' | 'reject') => () => {
    bulkVerdict.value = verdict;
  };
  return (
    <div class="selection-bar" role="toolbar" aria-label="Picked actions">
      <span class="grow">
        <b class="digits">{picked.value.size.toLocaleString()}</b> picked
      </span>
      <button type="button" class="button small" onClick={pickKind}>
        All of this kind
      </button>
      <button type="button" class="button small plain" aria-label="Pick none" onClick={clearPicks}>
        ✕
      </button>
      {may('reviewer') && (
        <>
          <button type="button" class="button small stop" onClick={ask('reject')}>
            Reject…
          </button>
          <button type="button" class="button small go" onClick={ask('approve')}>
            Approve…
          </button>
        </>
      )}
    </div>
  );
}

function Sheet({ verdict }: { readonly verdict: 'approve' | 'reject' }) {
  const rows = useMemo(() => shown.value.filter(({ id }) => picked.value.has(id)), [shown.value, picked.value]);
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  const [wanted, setKind] = useState<string>();
  const [comment, setComment] = useState('');
  const [typed, setTyped] = useState('');
  const kind = wanted ?? kinds[0]?.[0];
  const gone = picked.value.size - rows.length;
  const { fine, left } = sorted(kinds.find(([name]) => name === kind)?.[1] ?? [], verdict);
  const now = verdict === 'approve' ? fine.slice(0, MOST_APPROVED) : fine;
  const asksNumber = verdict === 'approve' && now.length > TYPED_FROM;
  const ready =
    now.length > 0 && [...comment].length <= COMMENT_MAX && (!asksNumber || typed.trim() === `${now.length}`);
  const close = () => {
    bulkVerdict.value = undefined;
  };
  const send = () => {
    if (!ready) return;
    close();
    void sendBulk(verdict, now, comment.trim());
  };
  const word = verdict === 'approve' ? 'Approve' : 'Reject';
  const title =
    now.length === 0
      ? `Nothing to ${verdict} at once`
      : `${word} ${now.length.toLocaleString()} ${now.length === 1 ? 'action' : 'actions'}`;
  return (
    <Dialog title={title} onClose={close}>
      <form
        class="bulk stack"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          send();
        }}
      >
        {kinds.length > 1 && <Kinds kinds={kinds} kind={kind ?? ''} onChoose={setKind} />}
        <Lines rows={now} />
        {fine.length > now.length && (
          <p class="small soft">
            The first {MOST_APPROVED} of {fine.length.toLocaleString()}.
          </p>
        )}
        <Left left={left} gone={gone} />
        {verdict === 'reject' && (
          <div class="field">
            <label for="bulk-reason">Reason, sent to the agents</label>
            <textarea
              id="bulk-reason"
              rows={2}
              value={comment}
              onInput={({ currentTarget }) => setComment(currentTarget.value)}
            />
          </div>
        )}
        {asksNumber && (
          <div class="field">
            <label for="bulk-number">Type {now.length} to approve so many</label>
            <input
              id="bulk-number"
              inputMode="numeric"
              autocomplete="off"
              value={typed}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </div>
        )}
        <div class="row-of end">
          <button type="button" class="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" class={`button ${verdict === 'approve' ? 'go' : 'stop'}`} disabled={!ready}>
            {word} {now.length.toLocaleString()} <kbd>Ctrl ↵</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface Sorted {
  readonly fine: readonly InboxRow[];
  readonly left: readonly (readonly [LeftOut, InboxRow])[];
}

/** What is rejected need not have been looked at. */
function sorted(rows: readonly InboxRow[], verdict: 'approve' | 'reject'): Sorted {
  if (verdict === 'reject') return { fine: rows, left: [] };
  const judged = rows.map((row) => [leftOut(row, opened.has(row.id)), row] as const);
  return {
    fine: judged.filter(([why]) => why === undefined).map(([, row]) => row),
    left: judged.filter((one): one is [LeftOut, InboxRow] => one[0] !== undefined),
  };
}

interface KindsProps {
  readonly kinds: readonly (readonly [string, readonly InboxRow[]])[];
  readonly kind: string;
  readonly onChoose: (kind: string) => void;
}

function Kinds({ kinds, kind, onChoose }: KindsProps) {
  return (
    <fieldset class="plain-set">
      <legend>One kind at a time</legend>
      <div class="row-of">
        {kinds.map(([name, rows]) => (
          <label class="check" key={name}>
            <input type="radio" name="bulk-kind" checked={name === kind} onChange={() => onChoose(name)} />
            <span>
              <code>{name}</code> <span class="soft digits">{rows.length.toLocaleString()}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** By agent; each line opens. */
function Lines({ rows }: { readonly rows: readonly InboxRow[] }) {
  const agents = [...Map.groupBy(rows, ({ created_by }) => created_by.name)];
  return (
    <div class="bulk-lines">
      {agents.map(([agent, asked]) => (
        <section key={agent} aria-label={`Asked by ${agent}`}>
          <h3 class="small soft">
            asked by <ShownText text={agent} /> · {asked.length.toLocaleString()}
          </h3>
          {asked.slice(0, MOST_APPROVED).map((row) => (
            <details key={row.id}>
              <summary>
                <span class="title">
                  <ShownTitle text={row.title} />
                </span>
                <Countdown until={row.expires_at} short />
              </summary>
              <p class="small">
                <ShownText text={row.snippet} />
              </p>
            </details>
          ))}
          {asked.length > MOST_APPROVED && (
            <p class="small soft">and {(asked.length - MOST_APPROVED).toLocaleString()} more</p>
          )}
        </section>
      ))}
    </div>
  );
}

function Left({ left, gone }: { readonly left: Sorted['left']; readonly gone: number }) {
  const reasons = [...Map.groupBy(left, ([why]) => why)];
  const count = left.length + gone;
  if (count === 0) return null;
  return (
    <div class="notice warn" role="note">
      <div class="grow stack tight">
        <b>
          {count.toLocaleString()} left out, to be looked at by {count === 1 ? 'itself' : 'themselves'}:
        </b>
        <ul>
          {reasons.flatMap(([why, some]) =>
            some.slice(0, 5).map(([, row]) => (
              <li key={row.id}>
                <b>
                  <ShownTitle text={row.title} />
                </b>{' '}
                {WHY[why]}
                {some.length > 5 && row === some[4]?.[1] && `, and ${some.length - 5} more`}
              </li>
            )),
          )}
          {gone > 0 && (
            <li>
              {gone.toLocaleString()} {WHY.gone}
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
