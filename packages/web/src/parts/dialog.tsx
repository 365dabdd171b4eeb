// A native modal dialog: it keeps the focus inside, and Escape or a click beside it closes it.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hearAgain } from '../keyboard/keys.ts';

interface Props {
  readonly title: string;
  /** To be read from its beginning: the title has the focus, not the first button. */
  readonly reads?: boolean;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, reads = false, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    hearAgain();
  }, []);
  return (
    <dialog
      ref={box}
      aria-label={title}
      onClose={onClose}
      onMouseDown={({ target }) => target === box.current && box.current?.close()}
    >
      <div class="stack">
        <h2 {...(reads && { tabIndex: -1, autofocus: true })}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
