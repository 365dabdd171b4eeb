// A native modal dialog: it keeps the focus inside, and Escape or a click beside it closes it, unless what it shows is shown
// only once. What is said while it is open is said in it.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { hearAgain } from '../keyboard/keys.ts';
import { focusNext } from './hand-on-focus.ts';
import { dialogs, Toasts } from './toasts.tsx';

interface Props {
  readonly title: string;
  /** To be read from its beginning: the title has the focus, not the first button. */
  readonly reads?: boolean;
  /** It shows something for the only time: nothing but this button closes it. */
  readonly kept?: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, reads = false, kept, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    hearAgain();
  }, []);
  const isLeft = useRef(false);
  useLayoutEffect(() => {
    dialogs.value = [...dialogs.value, box];
    return () => {
      dialogs.value = dialogs.value.filter((one) => one !== box);
      isLeft.current = true;
      if (box.current?.open) box.current.close(); // taken out of the page as it is, it would keep the focus
      queueMicrotask(focusNext); // where what had it before is gone
    };
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={title}
      onClose={() => !isLeft.current && onClose()}
      onMouseDown={(event) => !kept && box.current && isBeside(box.current, event) && box.current.close()}
      onKeyDown={(event) => kept && event.key === 'Escape' && event.preventDefault()} // asked twice, a browser no longer asks `cancel`
      onCancel={(event) => kept && event.preventDefault()} // the gesture of a phone that goes back
    >
      <div class="stack">
        <h2 {...(reads && { tabIndex: -1, autofocus: true })}>{title}</h2>
        {children}
        {kept && (
          <form method="dialog" class="row-of end">
            <button type="submit" class="button main">
              {kept}
            </button>
          </form>
        )}
      </div>
      <Toasts of={box} />
    </dialog>
  );
}

/** Its edge and its scroll bar are no part of what is in it, and yet not beside it: a press there must not take away what is typed. */
function isBeside(box: HTMLElement, { target, clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  return target === box && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
