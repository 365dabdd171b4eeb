// What the rule would have done to the actions of the last seven days, kept in step with the form.

import type { BacktestOutcome, RuleCreate } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ago, now } from '../clock.ts';
import { ShownTitle } from '../content/shown-text.tsx';
import { number, t } from '../i18n/translate.ts';
import { wordsFor } from '../problem-words.ts';

const REST_MS = 500;

export interface DryRun {
  /** Undefined while the draft is another than the one that was tried. */
  readonly value: BacktestOutcome | undefined;
  readonly wrong: string | undefined;
}

export function useDryRun(rule: RuleCreate, whole: boolean): DryRun {
  const [tried, setTried] = useState<{ readonly of: string } & DryRun>();
  const text = JSON.stringify({ ...rule, name: 'draft' });
  useEffect(() => {
    if (!whole) return;
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const value = await api.backtestRule({ rule: { ...rule, name: 'draft' } }, { signal: ending.signal });
        setTried({ of: text, value, wrong: undefined });
      } catch (error) {
        if (!ending.signal.aborted) setTried({ of: text, value: undefined, wrong: wordsFor(error) });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [text, whole]);
  return whole && tried?.of === text ? tried : { value: undefined, wrong: undefined };
}

/** Of so many actions. */
function wouldHave(action: RuleCreate['rule_action'], matched: string): string {
  if (action === 'auto_approve') return t('In the last 7 days it would have approved {count}', { count: matched });
  if (action === 'auto_reject') return t('In the last 7 days it would have rejected {count}', { count: matched });
  return t('In the last 7 days it would have applied to {count}', { count: matched });
}

export function DryRunResult({ run, action }: { readonly run: DryRun; readonly action: RuleCreate['rule_action'] }) {
  if (run.wrong) return <p class="notice stop">{run.wrong}</p>;
  if (!run.value)
    return (
      <p class="soft" role="status">
        {t('Trying it on the last 7 days…')}
      </p>
    );
  const { matched, examined, decided_otherwise: otherwise, edited, examples, complete } = run.value;
  const decides = action === 'auto_approve' || action === 'auto_reject';
  const people = { count: number(otherwise) };
  return (
    <div class="dry-run" role="status">
      <p>
        <b>{wouldHave(action, number(matched))}</b>{' '}
        {complete
          ? t('of {count} actions.', { count: number(examined) })
          : t('of {count} actions (the newest ones).', { count: number(examined) })}{' '}
        {decides &&
          (action === 'auto_approve'
            ? t('People rejected {count} of those.', people)
            : t('People approved {count} of those.', people))}{' '}
        {action === 'auto_approve' &&
          edited > 0 &&
          t('{count} were edited before they were approved.', { count: number(edited) })}
      </p>
      {examples.length > 0 && (
        <ul class="plain-list">
          {examples.slice(0, 5).map(({ id, title, decided_by, created_at }) => (
            <li key={id}>
              <a href={`/a/${id}`}>
                <ShownTitle text={title} />
              </a>{' '}
              <span class="soft small">
                {action === 'auto_approve'
                  ? t('rejected by {who}, {ago}', { who: decided_by.name, ago: ago(now.value - created_at) })
                  : t('approved by {who}, {ago}', { who: decided_by.name, ago: ago(now.value - created_at) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
