// A form that is sent once: pressed again while it is on its way, on a slow line, it would make a second key, rule or invitation.

import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Props {
  readonly onSend: () => Promise<unknown>;
  readonly children: ComponentChildren;
}

export function Form({ onSend, children }: Props) {
  const [busy, setBusy] = useState(false);
  const isOnItsWay = useRef(false); // a second press comes before the page is drawn with it
  const send = async () => {
    if (isOnItsWay.current) return;
    isOnItsWay.current = true;
    setBusy(true);
    try {
      await onSend();
    } finally {
      isOnItsWay.current = false;
      setBusy(false);
    }
  };
  return (
    <form
      class="stack"
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
    </form>
  );
}
