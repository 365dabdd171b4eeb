// What a row warns of, each with a word.

import type { InboxRow } from '@countersign/contract';
import type { Flag } from '@countersign/contract/shown/flags';
import { isDemo } from '../first-run/demo.ts';
import { type Plain, t } from '../i18n/translate.ts';
import { later } from '../parts/later.tsx';
import { drafts } from './draft.ts';
import { isSnoozed } from './splits.ts';

/** Mostly there is nobody. */
export const Others = later(() => import('./others.tsx').then((part) => part.Others), { quiet: true });
export const hasOthers = ({ looking, held_by }: InboxRow) => looking.length > 0 || held_by;

export const FLAG_WORDS = {
  hidden: 'hidden characters',
  bidi: 'reordered text',
  look_alike: 'look-alike',
  link: 'misleading link',
  control: 'control characters',
  padding: 'padded',
  bad_diff: 'broken diff',
  near_duplicate: 'near copy',
} as const satisfies Readonly<Record<Flag, Plain>>;

export function Flags({ row }: { readonly row: InboxRow }) {
  const [first, ...others] = row.flags.map((flag) => t(FLAG_WORDS[flag]));
  return (
    <>
      {isDemo(row.id) && <span class="chip accent">{t('demo')}</span>}
      {row.untrusted && <span class="chip warn">{t('external')}</span>}
      {first && <span class="chip warn">⚠ {first}</span>}
      {others.length > 0 && (
        <span class="chip warn more" title={others.join(', ')}>
          +{others.length} <span class="visually-hidden">{others.join(', ')}</span>
        </span>
      )}
      {drafts.value.has(row.id) && <span class="chip accent">{t('draft')}</span>}
      {isSnoozed(row) ? <span class="chip">{t('snoozed')}</span> : null}
      {row.step_up && <span class="chip">{t('passkey')}</span>}
      {row.must_read && <span class="chip">{t('must read')}</span>}
      {hasOthers(row) && <Others row={row} />}
      {row.editable.length > 0 && row.approvals.required === 1 && (
        <span title={t('Can be edited')}>
          ✎<span class="visually-hidden">{t('editable')}</span>
        </span>
      )}
      {row.approvals.required > 1 && (
        <span class="chip">
          {row.approvals.given}/{row.approvals.required}
        </span>
      )}
    </>
  );
}
