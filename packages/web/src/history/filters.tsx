// What of the history is shown: a few common views, and everything that can be asked one by one.

import type { HistoryRow } from '@countersign/contract';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Plain, t } from '../i18n/translate.ts';
import { counts } from '../inbox/counts.ts';
import { byTouch } from '../parts/by-touch.ts';
import { me } from '../session.ts';
import { DELIVERIES, MOST_ASKED, PERIODS, type Question, STATUSES, unreadOnes } from './question.ts';

const PAUSE_MS = 300;

interface Props {
  readonly question: Question;
  readonly rows: readonly HistoryRow[];
  /** How many webhooks gave up, as it is written. */
  readonly gaveUp: string;
  readonly onAsk: (question: Question) => void;
}

export function Filters({ question, rows, gaveUp, onAsk }: Props) {
  const [open, setOpen] = useState(false);
  const count = Object.keys(question).length;
  return (
    <div class="stack tight">
      <Views {...{ question, gaveUp, onAsk }} />
      <div class="row-of">
        <Search question={question} onAsk={onAsk} />
        <button type="button" class="button small filter-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('Filter')}
          {count > 0 ? ` (${count})` : ''}
        </button>
        <div class={`filters ${open ? 'open' : ''}`}>
          <Choice
            label={t('Status')}
            value={question.status}
            options={inWords(STATUSES)}
            {...{ question, onAsk }}
            name="status"
          />
          <Choice
            label={t('Decided by')}
            value={question.decided_by}
            options={deciders(rows, question)}
            {...{ question, onAsk }}
            name="decided_by"
          />
          <Choice
            label={t('Kind')}
            value={question.kind}
            options={kinds(rows, question)}
            {...{ question, onAsk }}
            name="kind"
          />
          <Choice
            label={t('Delivery')}
            value={question.delivery}
            options={inWords(DELIVERIES)}
            {...{ question, onAsk }}
            name="delivery"
          />
          <Choice
            label={t('Period')}
            value={question.days}
            options={inWords(PERIODS)}
            {...{ question, onAsk }}
            name="days"
          />
        </div>
      </div>
    </div>
  );
}

function Views({ question, gaveUp, onAsk }: Omit<Props, 'rows'>) {
  const mine = me.value?.id;
  const views: readonly (readonly [string, Question])[] = [
    [t('All'), {}],
    ...(mine === undefined ? [] : [[t('Mine'), { decided_by: mine }] as const]),
    [t('Gave up'), { delivery: 'dlq' }],
    [t('Unread'), unreadOnes()],
    [t('Failed'), { status: 'execute_failed' }],
    [t('Expired'), { status: 'expired' }],
  ];
  const here = JSON.stringify(question);
  return (
    <nav class="splits" aria-label={t('Views')}>
      {views.map(([says, view]) => (
        <button key={says} type="button" aria-pressed={JSON.stringify(view) === here} onClick={() => onAsk(view)}>
          {says} {view.delivery === 'dlq' && gaveUp !== '' && <span class="digits soft">{gaveUp}</span>}
        </button>
      ))}
    </nav>
  );
}

function Search({ question, onAsk }: Omit<Props, 'rows' | 'gaveUp'>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLInputElement>(null);
  const { q = '', ...rest } = question;
  const asked = useRef(q);
  const ask = (text: string) => {
    clearTimeout(timer.current);
    asked.current = text;
    onAsk(text === '' ? rest : { ...rest, q: text });
  };
  const askNow = useRef(ask); // with the filters of then, not of when it was typed
  askNow.current = ask;
  useEffect(() => () => clearTimeout(timer.current), []); // who has left is not called back
  // The box belongs to who types in it, unless something else was asked than what was typed.
  useEffect(() => {
    if (q === asked.current || !box.current) return;
    clearTimeout(timer.current);
    asked.current = q;
    box.current.value = q;
  }, [q]);
  return (
    <input
      ref={box}
      type="search"
      class="history-search"
      aria-label={t('Search the history')}
      placeholder={t('Search') + (byTouch() ? '' : '  /')}
      maxLength={MOST_ASKED}
      defaultValue={q}
      onInput={({ currentTarget }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => askNow.current(currentTarget.value.trim()), PAUSE_MS);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape' && key !== 'Enter') return;
        if (key === 'Escape') currentTarget.value = '';
        ask(currentTarget.value.trim());
        currentTarget.blur();
      }}
    />
  );
}

interface ChoiceProps extends Omit<Props, 'rows' | 'gaveUp'> {
  readonly label: string;
  readonly name: keyof Question;
  readonly value: string | number | undefined;
  readonly options: Readonly<Record<string, ComponentChildren>>;
}

function Choice({ label, name, value, options, question, onAsk }: ChoiceProps) {
  const { [name]: _, ...rest } = question;
  return (
    <select
      class={value === undefined ? 'narrow' : 'narrow chosen'}
      aria-label={label}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget: { value: chosen } }) =>
        onAsk(chosen === '' ? rest : ({ ...rest, [name]: name === 'days' ? Number(chosen) : chosen } as Question))
      }
    >
      <option value="">{label}</option>
      {Object.entries(options).map(([option, says]) => (
        <option key={option} value={option}>
          {says}
        </option>
      ))}
    </select>
  );
}

function inWords(table: Readonly<Record<string, Plain>>): Record<string, string> {
  return Object.fromEntries(Object.entries(table).map(([option, says]) => [option, t(says)]));
}

/** Whoever is in the list; and me. */
function deciders(rows: readonly HistoryRow[], { decided_by }: Question): Record<string, string> {
  const seen = rows.flatMap(({ decided_by: by }) =>
    by ? [[by.id, by.type === 'reviewer' ? by.name : `${t(by.type)} ${by.name}`] as const] : [],
  );
  return {
    ...(decided_by !== undefined && { [decided_by]: decided_by }),
    ...(me.value && { [me.value.id]: t('{name} (me)', { name: me.value.name }) }),
    ...Object.fromEntries(seen.filter(([id]) => id !== me.value?.id)),
  };
}

function kinds(rows: readonly HistoryRow[], { kind }: Question): Record<string, string> {
  const seen = [...rows.map((row) => row.kind), ...Object.keys(counts.value?.by_kind ?? {}), ...(kind ? [kind] : [])];
  return Object.fromEntries([...new Set(seen)].toSorted().map((one) => [one, one]));
}
