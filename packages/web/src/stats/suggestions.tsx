// What could be changed: kinds that are always approved, approvals that came too fast to have been read.

import type { Stats } from '@countersign/contract';
import { api } from '../api.ts';
import { ShownText } from '../content/shown-text.tsx';
import { addressOf, type Question, unreadOnes } from '../history/question.ts';
import { t } from '../i18n/translate.ts';
import { Fetched } from '../parts/fetched.tsx';
import { useLoaded } from '../parts/loaded.ts';
import { isMe, may } from '../session.ts';
import { shareOf } from './words.ts';

const ENOUGH = 10;
const MUCH = 0.2;

interface Props {
  readonly stats: Stats;
  /** What of the history these figures are of; undefined where that cannot be asked for there. */
  readonly history: Question | undefined;
}

export function Suggestions({ stats, history }: Props) {
  const rules = useLoaded(async () => (may('admin') ? (await api.listSuggestions()).items : []));
  const { approved, unread } = stats.totals;
  const hurried = approved >= ENOUGH && unread / approved >= MUCH;
  const mine = stats.reviewers.filter((one) => may('admin') || isMe(one));
  return (
    <section class="card" aria-labelledby="suggestions">
      <h2 id="suggestions">{t('Suggestions')}</h2>
      <Fetched of={rules} />
      {rules.value?.map(({ kind, approved: count, rule }) => (
        <p class="notice" key={kind}>
          <span class="grow">
            <code>
              <ShownText text={kind} />
            </code>
            : {t('{count} of {count} approved, none edited. A rule could approve it.', { count })}
          </span>
          <a class="button small" href={`/rules?approve=${encodeURIComponent(rule.kind_pattern)}`}>
            {t('Make a rule…')}
          </a>
        </p>
      ))}
      {hurried && (
        <p class="notice warn">
          <span class="grow">
            {t('{share} of approvals took under 2 s or were not read to the end.', {
              share: shareOf(unread, approved),
            })}
          </span>
          {history && may('reviewer') && (
            <a class="button small" href={addressOf({ ...history, ...unreadOnes() })}>
              {t('Which ones?')}
            </a>
          )}
        </p>
      )}
      {!hurried && rules.value?.length === 0 && <p class="soft">{t('Nothing to suggest in this time.')}</p>}
      {mine.length > 0 && (
        <table>
          <caption class="visually-hidden">{t('By person')}</caption>
          <thead>
            <tr>
              <th>{t('Who')}</th>
              <th>{t('Decided')}</th>
              <th>{t('Edited')}</th>
              <th>{t('Unread')}</th>
            </tr>
          </thead>
          <tbody>
            {mine.map((person) => (
              <tr key={person.id}>
                <td>
                  <ShownText text={person.name} />
                </td>
                <td class="digits">{person.approved + person.rejected}</td>
                <td class="digits">{person.edited}</td>
                <td class="digits">{shareOf(person.unread, person.approved)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
