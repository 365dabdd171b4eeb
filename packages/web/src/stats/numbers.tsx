// The few numbers that say how it goes, before any plot.

import type { Stats } from '@countersign/contract';
import { seconds, shareOf } from './words.ts';

export function Numbers({ stats: { totals } }: { readonly stats: Stats }) {
  const { approved, rejected, by_rule, edited, expired, expired_unseen, unread, median_s } = totals;
  const decided = approved + rejected;
  const numbers = [
    [decided.toLocaleString(), by_rule > 0 ? `decided, ${by_rule.toLocaleString()} more by a rule` : 'decided'],
    [shareOf(approved, decided), 'approved'],
    [shareOf(edited, approved), 'of these edited'],
    [seconds(median_s), 'until half were decided'],
    [shareOf(expired_unseen, decided + by_rule + expired), 'expired unseen'],
    [shareOf(unread, approved), 'approved unread'],
  ] as const;
  return (
    <dl class="numbers">
      {numbers.map(([value, says]) => (
        <div key={says}>
          <dt>{says}</dt>
          <dd class="digits">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
