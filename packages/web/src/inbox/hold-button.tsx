// Approving what a passkey will sign, with a finger: held for a moment, so that no tap does it by accident. A key, or a
// screen reader's press, counts at once; the menu has the same without holding.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/translate.ts';
import { say } from '../parts/toasts.tsx';

const HOLD_MS = 600;

interface Props {
  readonly disabled: boolean;
  readonly onHeld: () => void;
  readonly children: ComponentChildren;
}

export function HoldButton({ disabled, onHeld, children }: Props) {
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const release = () => {
    clearTimeout(timer.current);
    setHolding(false);
  };
  useEffect(() => release, []);
  return (
    <button
      type="button"
      class={`button go hold ${holding ? 'holding' : ''}`}
      disabled={disabled}
      onPointerDown={({ pointerType }) => {
        held.current = pointerType === 'touch';
        if (!held.current) return;
        setHolding(true);
        timer.current = setTimeout(() => {
          release();
          onHeld();
        }, HOLD_MS);
      }}
      onPointerUp={() => {
        if (holding) say(t('Hold the button to approve.'));
        release();
      }}
      onPointerCancel={release}
      onPointerLeave={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        const isPressed = detail === 0; // by a key or a screen reader, whatever a finger did before
        if (isPressed || !held.current) onHeld();
        held.current = false;
      }}
    >
      <span class="fill" aria-hidden="true" />
      {children}
    </button>
  );
}
