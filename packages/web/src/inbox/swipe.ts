// A row that is swiped aside shows two things that can be done with it: neither decides. Only with a finger, and only along
// the line; what was a swipe is no tap.

import type { InboxRow } from '@countersign/contract';
import { signal } from '@preact/signals';
import { shown } from './store.ts';

export interface Swiped {
  readonly row: InboxRow;
  /** Its place in the list: at another it is no longer beneath. */
  readonly at: number;
  /** Where the row is in the list's pane, in pixels. */
  readonly top: number;
  readonly height: number;
}

export const swiped = signal<Swiped>();

const FROM_PX = 48;
const MOVED_PX = 10;

interface Start {
  readonly x: number;
  readonly y: number;
}

let start: Start | undefined;
let moved = false;

export function beginSwipe({ pointerType, clientX: x, clientY: y }: PointerEvent): void {
  start = pointerType === 'touch' ? { x, y } : undefined;
  moved = false;
}

/** True as soon as the finger has gone anywhere: then it is no long press. */
export function followSwipe(event: PointerEvent, row: InboxRow): boolean {
  if (!start) return true;
  const towards = document.documentElement.dir === 'rtl' ? -1 : 1;
  const along = (event.clientX - start.x) * towards;
  const across = Math.abs(event.clientY - start.y);
  if (Math.abs(along) + across < MOVED_PX) return false;
  moved = true;
  if (along < -FROM_PX && across < -along / 2) reveal(event.currentTarget as HTMLElement, row);
  else if (along > MOVED_PX) closeSwiped();
  return true;
}

export function closeSwiped(): void {
  swiped.value = undefined;
}

/** Whether the tap that ends a swipe is none. */
export function wasSwipe(): boolean {
  const was = moved;
  moved = false;
  return was;
}

export function placeOf({ id }: InboxRow): number {
  return shown.value.findIndex((row) => row.id === id);
}

function reveal(element: HTMLElement, row: InboxRow): void {
  const pane = element.closest('.list-pane');
  if (!pane || swiped.value?.row.id === row.id) return;
  const { top, height } = element.getBoundingClientRect();
  const at = placeOf(row);
  swiped.value = { row, at, top: top - pane.getBoundingClientRect().top, height };
}
