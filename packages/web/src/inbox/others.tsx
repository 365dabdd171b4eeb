// Who else is at an action: looks at it, or is about to decide it, and how soon that counts.

import type { InboxRow } from '@countersign/contract';
import { ShownName } from '../content/shown-text.tsx';
import { rich } from '../i18n/translate.ts';
import { isMe } from '../session.ts';
import { secondsLeft } from './held-by-me.tsx';

const IS_DECIDING = {
  approve: '{name} is approving, {seconds} s',
  reject: '{name} is rejecting, {seconds} s',
} as const;

interface Props {
  readonly row: InboxRow;
  /** Beside the title, where the bar tells of what I decided myself. */
  readonly isOpen?: boolean;
}

export function Others({ row: { looking, held_by: hold }, isOpen = false }: Props) {
  return (
    <>
      {isOpen ? (
        <AlsoLooking names={looking.map(({ name }) => name)} />
      ) : (
        looking.map((one) => <Looking key={one.id} {...one} />)
      )}
      {hold && !(isOpen && isMe(hold)) && (
        <span class="chip accent">
          <span>
            {rich(IS_DECIDING[hold.decision], { name: <ShownName text={hold.name} />, seconds: secondsLeft(hold) })}
          </span>
        </span>
      )}
    </>
  );
}

function Looking({ name }: InboxRow['looking'][number]) {
  return (
    <span class="chip">
      <span>{rich('{name} is looking', { name: <ShownName text={name} /> })}</span>
    </span>
  );
}

function AlsoLooking({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const all = names.map((name, n) => (
    <span key={name}>
      {n > 0 && ', '}
      <ShownName text={name} />
    </span>
  ));
  return (
    <span class="chip accent">
      <span>
        {names.length === 1
          ? rich('{name} is also looking', { name: all })
          : rich('{names} are also looking', { names: all })}
      </span>
    </span>
  );
}
