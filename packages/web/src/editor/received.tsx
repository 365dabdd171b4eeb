// The very diff that the agent will receive, how many words it changes, and what in it cannot be seen.

import { unifiedDiff } from '@countersign/contract/shown/edit-diff';
import { marksIn } from '@countersign/contract/shown/marks';
import { type WordCounts, wordCounts } from '@countersign/contract/shown/word-counts';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Diff } from '../content/diff.tsx';
import { t } from '../i18n/translate.ts';
import type { Draft } from '../inbox/draft.ts';
import { type Field, shownOf } from './fields.ts';

/** A diff of large texts takes a while: it waits for a pause. */
const PAUSE_MS = 120;

interface Props {
  readonly fields: readonly Field[];
  readonly draft: Draft;
}

export function HiddenIn({ fields, draft }: Props) {
  const hidden = useMemo(
    () =>
      fields.reduce((sum, { path, before, type }) => {
        const text = draft.values[path] ?? before;
        return type === 'text' || type === 'line' || type === 'json' ? sum + marksIn(text).length : sum;
      }, 0),
    [draft],
  );
  if (hidden === 0) return null;
  return (
    <p class="notice warn" role="note">
      <span class="grow">{t('Hidden characters in your version: {count}, shown as codes.', { count: hidden })}</span>
    </p>
  );
}

export function Received({ fields, draft, over }: Props & { readonly over: boolean }) {
  const [diff, setDiff] = useState(() => diffOf(fields, draft));
  useEffect(() => {
    const timer = setTimeout(() => setDiff(diffOf(fields, draft)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <section class="written" aria-label={t('Your changes')}>
      <header>
        <span>{over ? t('Your changes') : t('The agent will receive your version and this diff.')}</span>
        <ChangedWords fields={fields} draft={draft} />
      </header>
      <div class="inside" translate={false}>
        {draft.wrong !== undefined && <p class="wrong">{draft.wrong}</p>}
        {diff === '' ? <p class="soft">{t('Nothing changed yet.')}</p> : <Diff text={diff} onShown={() => undefined} />}
      </div>
    </section>
  );
}

function ChangedWords(props: Props) {
  const counts = useChangedWords(props);
  if (!counts || counts.added + counts.removed === 0) return null;
  return <span class="digits">{t('+{added} −{removed} words', { ...counts })}</span>;
}

/** Of all fields together; undefined when it would take too long to find. */
export function useChangedWords({ fields, draft }: Props): WordCounts | undefined {
  const [counts, setCounts] = useState<WordCounts>();
  useEffect(() => {
    const timer = setTimeout(() => setCounts(countAll(fields, draft)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return counts;
}

function countAll(fields: readonly Field[], { values }: Draft): WordCounts | undefined {
  let all: WordCounts | undefined = { added: 0, removed: 0 };
  for (const { path, before } of fields) {
    const now = values[path];
    if (now === undefined) continue;
    const one = wordCounts(before, now);
    all = one && all && { added: all.added + one.added, removed: all.removed + one.removed };
  }
  return all;
}

/** In the order in which they are sent, which is the server's. */
function diffOf(fields: readonly Field[], { edited, values }: Draft): string {
  return Object.keys(edited)
    .flatMap((path) => {
      const field = fields.find((one) => one.path === path);
      return field ? [unifiedDiff(path, field.shownBefore, shownOf(field, values[path] ?? ''))] : [];
    })
    .join('');
}
