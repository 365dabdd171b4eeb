// The few numbers that say how it goes, before any plot.

import type { Stats } from '@countersign/contract';
import { number, t } from '../i18n/translate.ts';
import { seconds, shareOf } from './words.ts';

export function Numbers({ stats: { totals } }: { readonly stats: Stats }) {
  const { approved, rejected, by_rule, edited, expired, expired_unseen, unread, median_s } = totals;
  const decided = approved + rejected;
  const numbers = [
    [number(decided), by_rule > 0 ? t('decided, {count} more by a rule', { count: number(by_rule) }) : t('decided')],
    [shareOf(approved, decided), t('approved')],
    [shareOf(edited, approved), t('of these edited')],
    [seconds(median_s), t('until half were decided')],
    [shareOf(expired_unseen, decided + by_rule + expired), t('expired unseen')],
    [shareOf(unread, approved), t('approved unread'), t('not read to the end, or in under 2\u00a0s')],
  ] as const;
  return (
    <dl class="numbers">
      {numbers.map(([value, says, means]) => (
        <div key={says}>
          <dt>{says}</dt>
          <dd class="digits">{value}</dd>
          {means && <dd class="means">{means}</dd>}
        </div>
      ))}
    </dl>
  );
}
