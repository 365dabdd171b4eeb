// One table of commands and their keys. A key that is held decides once; after `g` the page waits for the second key.

import { signal } from '@preact/signals';
import { me } from '../session.ts';

export interface Command {
  readonly id: string;
  readonly keys: readonly string[];
  readonly says: string;
  readonly group: 'Move' | 'Decide' | 'Look' | 'Go';
  /** Not while the key repeats. */
  readonly once?: true;
  /** A dialog, to be typed into: until it is there, what is typed means nothing. */
  readonly opens?: true;
}

/** In the form of `nameOf`: modifiers, then the key; a blank between the keys of a sequence. */
export const COMMANDS = [
  { id: 'next', keys: ['j', 'ArrowDown'], says: 'Next action', group: 'Move' },
  { id: 'previous', keys: ['k', 'ArrowUp'], says: 'Previous action', group: 'Move' },
  { id: 'first', keys: ['g g'], says: 'First action', group: 'Move' },
  { id: 'last', keys: ['G'], says: 'Last action', group: 'Move' },
  { id: 'open', keys: ['Enter', 'o'], says: 'Into the preview', group: 'Move' },
  { id: 'page_down', keys: [' '], says: 'Read on', group: 'Move' },
  { id: 'page_up', keys: ['Shift+ '], says: 'Read back', group: 'Move' },
  { id: 'pick', keys: ['x'], says: 'Pick, to decide several', group: 'Move', once: true },
  { id: 'pick_down', keys: ['J'], says: 'Pick this and the next', group: 'Move' },
  { id: 'pick_up', keys: ['K'], says: 'Pick this and the previous', group: 'Move' },
  { id: 'pick_kind', keys: ['* a'], says: 'Pick all of this kind', group: 'Move', once: true },
  { id: 'approve', keys: ['a'], says: 'Approve', group: 'Decide', once: true },
  {
    id: 'approve_anyway',
    keys: ['A'],
    says: 'Approve although the end was not on screen',
    group: 'Decide',
    once: true,
  },
  { id: 'reject', keys: ['r'], says: 'Reject', group: 'Decide', once: true },
  { id: 'reject_because', keys: ['R'], says: 'Reject with a reason', group: 'Decide', once: true, opens: true },
  { id: 'edit', keys: ['e'], says: 'Edit', group: 'Decide', once: true },
  { id: 'undo', keys: ['z', 'Ctrl+z', 'Meta+z'], says: 'Undo the last decision', group: 'Decide', once: true },
  { id: 'payload', keys: ['p'], says: 'Show or hide the payload', group: 'Look', once: true },
  { id: 'source', keys: ['v'], says: 'Rendered or source', group: 'Look', once: true },
  { id: 'sides', keys: ['d'], says: 'Changes unified or side by side', group: 'Look', once: true },
  { id: 'wrap', keys: ['w'], says: 'Wrap lines in the editor', group: 'Look', once: true },
  { id: 'next_warning', keys: ['n'], says: 'Next warning in the text', group: 'Look' },
  { id: 'previous_warning', keys: ['N'], says: 'Previous warning in the text', group: 'Look' },
  { id: 'open_target', keys: ['l'], says: 'Open the target link', group: 'Look', once: true },
  { id: 'copy_link', keys: ['y'], says: 'Copy the permalink', group: 'Look', once: true },
  { id: 'copy_id', keys: ['c'], says: 'Copy the action id', group: 'Look', once: true },
  { id: 'snooze', keys: ['h'], says: 'Not now: show it later', group: 'Decide', once: true, opens: true },
  { id: 'palette', keys: ['Ctrl+k', 'Meta+k'], says: 'Find a command', group: 'Look', once: true, opens: true },
  { id: 'search', keys: ['/'], says: 'Search', group: 'Look', once: true },
  { id: 'theme', keys: ['t'], says: 'Light or dark', group: 'Look', once: true },
  { id: 'help', keys: ['?'], says: 'These keys', group: 'Look', once: true, opens: true },
  { id: 'back', keys: ['Escape'], says: 'Close, back', group: 'Look' },
  { id: 'split_1', keys: ['1'], says: 'All', group: 'Go' },
  { id: 'split_2', keys: ['2'], says: 'Urgent', group: 'Go' },
  { id: 'split_3', keys: ['3'], says: 'Warnings', group: 'Go' },
  { id: 'split_4', keys: ['4'], says: 'External', group: 'Go' },
  { id: 'go_inbox', keys: ['g i'], says: 'Inbox', group: 'Go' },
  { id: 'go_history', keys: ['g h'], says: 'History', group: 'Go' },
  { id: 'go_watchers', keys: ['g w'], says: 'Watchers', group: 'Go' },
  { id: 'go_insights', keys: ['g s'], says: 'Insights', group: 'Go' },
  { id: 'go_rules', keys: ['g u'], says: 'Rules', group: 'Go' },
  { id: 'go_channels', keys: ['g c'], says: 'Channels', group: 'Go' },
  { id: 'go_keys', keys: ['g k'], says: 'Keys', group: 'Go' },
  { id: 'go_people', keys: ['g p'], says: 'People', group: 'Go' },
  { id: 'go_audit', keys: ['g a'], says: 'Audit', group: 'Go' },
  { id: 'go_settings', keys: ['g ,'], says: 'Settings', group: 'Go' },
] as const satisfies readonly Command[];

export type CommandId = (typeof COMMANDS)[number]['id'];
export type Bindings = Partial<Record<CommandId, () => void>>;

/** It is fetched the first time: so long at most. */
const DEAF_MS = 1500;
let deafUntilMs = 0;

/** The dialog is there, or there will be none. */
export function hearAgain(): void {
  deafUntilMs = 0;
}

/** The first key of a sequence that is under way. */
export const pendingKey = signal<string>();

const layers: Bindings[] = [];

/** What is bound later is asked first. */
export function bindKeys(bindings: Bindings): () => void {
  layers.push(bindings);
  return () => {
    const at = layers.indexOf(bindings);
    if (at >= 0) layers.splice(at, 1);
  };
}

const actOf = (id: CommandId) => layers.findLast((bindings) => bindings[id] !== undefined)?.[id];

export const canRun = (id: CommandId): boolean => actOf(id) !== undefined;

export function run(id: CommandId): void {
  actOf(id)?.();
}

export function keysOf(command: Command): readonly string[] {
  const own = me.value?.keys[command.id];
  return own === undefined ? command.keys : [own];
}

/** Shift is read from the letter it makes, so that Caps Lock changes nothing. */
export function nameOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const letter = /^[a-z]$/i.test(key);
  const plain = letter ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
  const shift = shiftKey && !letter && key.length > 1 ? 'Shift+' : shiftKey && key === ' ' ? 'Shift+' : '';
  return `${ctrlKey ? 'Ctrl+' : ''}${metaKey ? 'Meta+' : ''}${altKey ? 'Alt+' : ''}${shift}${plain}`;
}

const SINGLE = /^.$|^. .$/;

function commandFor(pressed: string): Command | undefined {
  const letters = me.value?.single_keys ?? true;
  return COMMANDS.find((command) =>
    keysOf(command).some((keys) => keys === pressed && (letters || !SINGLE.test(keys) || keys === '?')),
  );
}

function startsSequence(pressed: string): boolean {
  return COMMANDS.some((command) => keysOf(command).some((keys) => keys.startsWith(`${pressed} `)));
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (/^(Shift|Control|Alt|Meta|CapsLock)$/.test(event.key)) return;
    const pressed = nameOf(event);
    const inText = isTyping(event.composedPath()[0] ?? null);
    if (inText && !/^(Escape|(Ctrl|Meta)\+k)$/.test(pressed)) return; // in a shadow root, too
    if (document.querySelector('dialog[open]')) return; // a dialog has its own keys
    if (performance.now() < deafUntilMs) return event.preventDefault();
    const first = pendingKey.value;
    pendingKey.value = undefined;
    const command = commandFor(first === undefined ? pressed : `${first} ${pressed}`);
    if (command === undefined) {
      if (first === undefined && startsSequence(pressed) && (me.value?.single_keys ?? true)) pendingKey.value = pressed;
      return;
    }
    if (event.repeat && command.once) return;
    // Enter and Space on a button or link are its own.
    if (/^(Enter| )$/.test(pressed) && event.target instanceof Element && event.target.closest('a, button, summary'))
      return;
    if (!canRun(command.id as CommandId)) return;
    event.preventDefault();
    if (command.opens) deafUntilMs = performance.now() + DEAF_MS;
    run(command.id as CommandId);
  });
}
