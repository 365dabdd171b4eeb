// A decision of mine that does not count yet, wherever I made it: on a notification, on another device, here before the page was
// loaded anew. It can be taken back here.

import type { InboxAction } from '@countersign/contract';
import { useRef, useState } from 'preact/hooks';
import { now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { Key } from '../keyboard/key.tsx';
import { useKeys } from '../keyboard/keys.ts';
import { useFocusHandedOn } from '../parts/hand-on-focus.ts';
import { undoOne } from './holds.ts';

const SAID = {
  approve: 'You approved it; that does not count yet.',
  reject: 'You rejected it; that does not count yet.',
} as const;

type Held = NonNullable<InboxAction['held_by']>;

const LONGEST_S = 30;

/** What is sure of it: the end is rounded up to a whole second, and the clock of a page may be a second late. */
export const secondsLeft = ({ commits_at }: Held): number =>
  Math.max(0, Math.min(LONGEST_S, commits_at - 1 - now.value));

export function HeldByMe({ id, hold }: { readonly id: string; readonly hold: Held }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusHandedOn(box);
  const [isAsked, setAsked] = useState(false);
  const takeBack = () => {
    setAsked(true);
    void undoOne(id);
  };
  // Pressed once more, the key is about the decision before this one, whether or not the page knows already that this one is over.
  useKeys(isAsked ? {} : { undo: takeBack }, [id, isAsked]);
  return (
    <div class="row-of held" ref={box}>
      <span class="grow" role="status">
        {t(SAID[hold.decision])}
      </span>
      <button type="button" class="button" onClick={takeBack}>
        {t('Undo')} <span aria-hidden="true">({secondsLeft(hold)})</span> <Key of="undo" />
      </button>
    </div>
  );
}
