// Short messages above the decision bar, read out by screen readers; some can be undone for a few seconds.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { now } from '../clock.ts';
import { t } from '../i18n/translate.ts';
import { Key } from '../keyboard/key.tsx';
import { useFocusHandedOn } from './hand-on-focus.ts';

export interface Toast {
  readonly id: number;
  readonly text: ComponentChildren;
  readonly undo?: () => void;
  readonly button?: { readonly says: string; readonly do: () => void };
  readonly link?: { readonly href: string; readonly says: string };
  /** Unix seconds of the server; without it the toast stays long enough to be read, or to be pressed. */
  readonly until?: number;
}

const toasts = signal<readonly Toast[]>([]);
/** Those that are open, the uppermost last: what is said is said in it, for beneath it nothing can be seen, heard or pressed. */
export const dialogs = signal<readonly object[]>([]);
let last = 0;
const GAP_PX = 16;
const READ_MS = 6000;
const PRESSED_MS = 20_000;

export function say(text: ComponentChildren, more: Omit<Toast, 'id' | 'text'> = {}): number {
  const id = ++last;
  const others = toasts.value.filter((other) => other.undo || other.text !== text); // said again, it is said once
  toasts.value = [...others.slice(-2), { id, text, ...more }];
  setTimeout(() => unsay(id), staysMs(more));
  return id;
}

function staysMs({ until, button, link }: Omit<Toast, 'id' | 'text'>): number {
  if (until !== undefined) return Math.max(1, until - now.value) * 1000;
  return button || link ? PRESSED_MS : READ_MS;
}

export function unsay(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** They cover nothing that has to be read or pressed: what is at the bottom makes room for them. A bar that comes while they
 * are there says so itself. */
export function makeRoom(): void {
  const height = document.querySelector<HTMLElement>('.toasts')?.offsetHeight ?? 0;
  const bars = [...document.querySelectorAll<HTMLElement>('.decision-bar, .place-bar')];
  const { style } = document.documentElement;
  style.setProperty('--toasts', `${height && height + GAP_PX}px`);
  style.setProperty('--under-toasts', `${bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0)}px`);
}

export function Toasts({ of }: { readonly of?: object }) {
  useLayoutEffect(makeRoom, [toasts.value, dialogs.value]);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {dialogs.value.at(-1) === of && toasts.value.map((toast) => <Said key={toast.id} {...toast} />)}
    </div>
  );
}

function Said({ id, text, undo, until, link, button }: Toast) {
  const box = useRef<HTMLDivElement>(null);
  useFocusHandedOn(box);
  return (
    <div class="toast" ref={box}>
      <span class="text">{text}</span>
      {button && (
        <button type="button" class="button small" onClick={button.do}>
          {button.says}
        </button>
      )}
      {link && (
        <a class="button small" href={link.href} onClick={() => unsay(id)}>
          {link.says}
        </a>
      )}
      {undo && (
        <button
          type="button"
          class="button small"
          onClick={() => {
            unsay(id);
            undo();
          }}
        >
          {t('Undo')} {until !== undefined && <span aria-hidden="true">({Math.max(0, until - now.value)})</span>}{' '}
          <Key of="undo" />
        </button>
      )}
    </div>
  );
}
