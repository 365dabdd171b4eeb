// Who else is at an action: looks at it, or is about to decide it, and how soon that counts.

import type { InboxRow } from '@countersign/contract';
import { t } from '../i18n/translate.ts';
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
          {t(IS_DECIDING[hold.decision], { name: hold.name, seconds: secondsLeft(hold) })}
        </span>
      )}
    </>
  );
}

function Looking({ name }: InboxRow['looking'][number]) {
  return <span class="chip">{t('{name} is looking', { name })}</span>;
}

function AlsoLooking({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <span class="chip accent">
      {names.length === 1
        ? t('{name} is also looking', { name: names[0] ?? '' })
        : t('{names} are also looking', { names: names.join(', ') })}
    </span>
  );
}
