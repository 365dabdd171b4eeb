// What a row warns of, each with a word.

import type { InboxRow } from '@countersign/contract';
import { isDemo } from '../first-run/demo.ts';
import { drafts } from './draft.ts';

const SAYS: Readonly<Record<string, string>> = {
  hidden: 'hidden characters',
  bidi: 'reordered text',
  look_alike: 'look-alike',
  link: 'misleading link',
  control: 'control characters',
  padding: 'padded',
  bad_diff: 'broken diff',
  near_duplicate: 'near copy',
};

export function Flags({ row }: { readonly row: InboxRow }) {
  return (
    <>
      {isDemo(row.id) && <span class="chip accent">demo</span>}
      {row.untrusted && <span class="chip warn">external</span>}
      {row.flags.map((flag) => (
        <span key={flag} class="chip warn">
          ⚠ {SAYS[flag] ?? flag}
        </span>
      ))}
      {drafts.value.has(row.id) && <span class="chip accent">draft</span>}
      {row.snoozed_until ? <span class="chip">snoozed</span> : null}
      {row.step_up && <span class="chip">passkey</span>}
      {row.must_read && <span class="chip">must read</span>}
      {row.looking.map(({ id, name }) => (
        <span key={id} class="chip">
          {name} is looking
        </span>
      ))}
      {row.held_by && <span class="chip accent">{row.held_by.name} is deciding</span>}
      {row.editable.length > 0 && (
        <span title="Can be edited">
          ✎<span class="visually-hidden">editable</span>
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
