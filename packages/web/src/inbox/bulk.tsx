// Many at once: the bar that says how many are picked, and the sheet that says what will be decided and what is left out.

import type { InboxRow } from '@countersign/contract';
import { type LeftOut, leftOut } from '@countersign/contract/shown/bulk-guard';
import { useRef, useState } from 'preact/hooks';
import { ShownCode, ShownText, ShownTitle } from '../content/shown-text.tsx';
import { number, type Plain, rich, t, tn } from '../i18n/translate.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import { may } from '../session.ts';
import './bulk.css';
import { drafts, isChanged, reasons } from './draft.ts';
import { opened } from './looking.ts';
import { bulkVerdict, clearPicks, picked, pickKind } from './selection.ts';
import { sendBulk } from './send-bulk.tsx';
import { isOver, shown } from './store.ts';

/** Approving more than this asks to type the number. */
const TYPED_FROM = 10;
const MOST_APPROVED = 50;
const COMMENT_MAX = 2000;

type Why = LeftOut | 'edited';

const WHY: Readonly<Record<Why, Plain>> = {
  warning: 'has a warning',
  external: 'holds content from outside',
  step_up: 'needs a passkey',
  must_read: 'must be read to its end',
  unopened: 'can be edited, or is more than its line tells, and you have not opened it',
  edited: 'you have edited it',
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
  const bar = useRef<HTMLDivElement>(null);
  useFocusHandedOn(bar, '[role=listbox]');
  const ask = (verdict: 'approve' | 'reject') => () => {
    bulkVerdict.value = verdict;
  };
  return (
    <div class="selection-bar" role="toolbar" aria-label={t('Picked actions')} ref={bar}>
      <span class="grow">{rich('{count} picked', { count: <b class="digits">{number(picked.value.size)}</b> })}</span>
      <button type="button" class="button small" onClick={() => pickKind(kindOfLast())}>
        {t('All of this kind')}
      </button>
      <button type="button" class="button small plain" aria-label={t('Pick none')} onClick={clearPicks}>
        ✕
      </button>
      <LeftBefore />
      {may('reviewer') && (
        <>
          <button type="button" class="button small stop" onClick={ask('reject')}>
            {t('Reject…')}
          </button>
          <button type="button" class="button small go" onClick={ask('approve')}>
            {t('Approve…')}
          </button>
        </>
      )}
    </div>
  );
}

/** Of what was picked last: with a finger, another may be the current one. */
function kindOfLast(): string | undefined {
  const last = [...picked.value].at(-1);
  return shown.value.find(({ id }) => id === last)?.kind;
}

const stillPicked = () => shown.value.filter((row) => picked.value.has(row.id) && !isOver(row));

/** Together with others it would be approved as the agent wrote it: not what whoever has edited it means. */
function whyLeft({ id, ...row }: InboxRow): Why | undefined {
  const draft = drafts.value.get(id);
  return draft && isChanged(draft) ? 'edited' : leftOut(row, opened.has(id));
}

/** How many of the picked an approval would leave out: said before the sheet is asked for. */
function LeftBefore() {
  const left = stillPicked().filter(whyLeft).length;
  if (left === 0) return null;
  return <span class="soft small left-before">{tn(left, '{count} only by itself', '{count} only by themselves')}</span>;
}

function Sheet({ verdict }: { readonly verdict: 'approve' | 'reject' }) {
  const rows = stillPicked();
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)].toSorted(([, a], [, b]) => b.length - a.length);
  /** Whatever others decide meanwhile, it is no other kind of a sudden: what is pressed next is about the one on the screen. */
  const [kind, setKind] = useState(kinds[0]?.[0]);
  const [isMixed] = useState(kinds.length > 1);
  const [comment, setComment] = useState(() => reasonOf(rows));
  const [typed, setTyped] = useState('');
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
  const isYes = verdict === 'approve';
  const title =
    now.length === 0
      ? isYes
        ? t('Nothing to approve at once')
        : t('Nothing to reject at once')
      : isYes
        ? tn(now.length, 'Approve {count} action', 'Approve {count} actions')
        : tn(now.length, 'Reject {count} action', 'Reject {count} actions');
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
        {isMixed && <Kinds kinds={kinds} kind={kind ?? ''} onChoose={setKind} />}
        <Lines rows={now} />
        {fine.length > now.length && (
          <p class="small soft">{t('The first {some} of {all}.', { some: MOST_APPROVED, all: number(fine.length) })}</p>
        )}
        <Left left={left} gone={gone} />
        {verdict === 'reject' && (
          <div class="field">
            <label for="bulk-reason">{t('Reason, sent to the agents')}</label>
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
            <label for="bulk-number">{t('Type {count} to approve so many', { count: now.length })}</label>
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
            {t('Cancel')}
          </button>
          <button type="submit" class={`button ${verdict === 'approve' ? 'go' : 'stop'}`} disabled={!ready}>
            {isYes ? t('Approve') : t('Reject')} {number(now.length)} <kbd>{t('Ctrl')} ↵</kbd>
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What was written for all of them before, if that was the same. */
function reasonOf(rows: readonly InboxRow[]): string {
  const [written = '', ...others] = new Set(rows.map(({ id }) => reasons.get(id)));
  return others.length === 0 ? written : '';
}

interface Sorted {
  readonly fine: readonly InboxRow[];
  readonly left: readonly (readonly [Why, InboxRow])[];
}

/** What is rejected need not have been looked at. */
function sorted(rows: readonly InboxRow[], verdict: 'approve' | 'reject'): Sorted {
  if (verdict === 'reject') return { fine: rows, left: [] };
  const judged = rows.map((row) => [whyLeft(row), row] as const);
  return {
    fine: judged.filter(([why]) => why === undefined).map(([, row]) => row),
    left: judged.filter((one): one is [Why, InboxRow] => one[0] !== undefined),
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
      <legend>{t('One kind at a time')}</legend>
      <div class="row-of">
        {kinds.map(([name, rows]) => (
          <label class="check" key={name}>
            <input type="radio" name="bulk-kind" checked={name === kind} onChange={() => onChoose(name)} />
            <span>
              <ShownCode text={name} /> <span class="soft digits">{number(rows.length)}</span>
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
        <section key={agent} aria-label={t('Asked by {name}', { name: agent })}>
          <h3 class="small soft">
            {rich('asked by {name}', {
              name: (
                <bdi>
                  <ShownText text={agent} />
                </bdi>
              ),
            })}{' '}
            · {number(asked.length)}
          </h3>
          {asked.slice(0, MOST_APPROVED).map((row) => (
            <details key={row.id}>
              <summary>
                <span class="title">
                  <ShownTitle text={row.title} />
                </span>
                <Countdown until={row.expires_at} short />
              </summary>
              <p class="small" translate={false}>
                <ShownText text={row.snippet} />
              </p>
            </details>
          ))}
          {asked.length > MOST_APPROVED && (
            <p class="small soft">{t('and {count} more', { count: number(asked.length - MOST_APPROVED) })}</p>
          )}
        </section>
      ))}
    </div>
  );
}

function Left({ left, gone }: { readonly left: Sorted['left']; readonly gone: number }) {
  const reasons = [...Map.groupBy(left, ([why]) => why)];
  if (left.length + gone === 0) return null;
  return (
    <div class="notice warn" role="note">
      <div class="grow stack tight">
        {left.length > 0 && (
          <b>
            {tn(
              left.length,
              '{count} left out, to be looked at by itself:',
              '{count} left out, to be looked at by themselves:',
            )}
          </b>
        )}
        <ul>
          {reasons.flatMap(([why, some]) =>
            some.slice(0, 5).map(([, row]) => (
              <li key={row.id}>
                <b>
                  <ShownTitle text={row.title} />
                </b>{' '}
                {t(WHY[why])}
                {some.length > 5 && row === some[4]?.[1] && `, ${t('and {count} more', { count: some.length - 5 })}`}
              </li>
            )),
          )}
          {gone > 0 && <li>{tn(gone, '{count} is no longer waiting', '{count} are no longer waiting')}</li>}
        </ul>
      </div>
    </div>
  );
}
