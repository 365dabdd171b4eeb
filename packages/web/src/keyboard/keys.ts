// One table of commands and their keys; what they are called is in command-words.ts. A key that is held decides once; after
// `g` the page waits for the second key.

import { signal } from '@preact/signals';
import { type Inputs, useLayoutEffect } from 'preact/hooks';
import { me } from '../session.ts';

export interface Command {
  readonly id: string;
  readonly keys: readonly string[];
  /** Not while the key repeats. */
  readonly once?: true;
  /** A dialog, to be typed into: until it is there, what is typed means nothing. */
  readonly opens?: true;
}

/** In the form of `nameOf`: modifiers, then the key; a blank between the keys of a sequence. */
export const COMMANDS = [
  { id: 'next', keys: ['j', 'ArrowDown'] },
  { id: 'previous', keys: ['k', 'ArrowUp'] },
  { id: 'first', keys: ['g g'] },
  { id: 'last', keys: ['G'] },
  { id: 'open', keys: ['Enter', 'o'] },
  { id: 'page_down', keys: [' '] },
  { id: 'page_up', keys: ['Shift+ '] },
  { id: 'pick', keys: ['x'], once: true },
  { id: 'pick_down', keys: ['J'] },
  { id: 'pick_up', keys: ['K'] },
  { id: 'pick_kind', keys: ['* a'], once: true },
  { id: 'approve', keys: ['a'], once: true },
  { id: 'approve_anyway', keys: ['A'], once: true },
  { id: 'reject', keys: ['r'], once: true },
  { id: 'reject_because', keys: ['R'], once: true, opens: true },
  { id: 'edit', keys: ['e'], once: true },
  { id: 'undo', keys: ['z', 'Ctrl+z', 'Meta+z'], once: true },
  { id: 'payload', keys: ['p'], once: true },
  { id: 'source', keys: ['v'], once: true },
  { id: 'sides', keys: ['d'], once: true },
  { id: 'wrap', keys: ['w'], once: true },
  { id: 'next_warning', keys: ['n'] },
  { id: 'previous_warning', keys: ['N'] },
  { id: 'open_target', keys: ['l'], once: true },
  { id: 'copy_link', keys: ['y'], once: true },
  { id: 'copy_id', keys: ['c'], once: true },
  { id: 'snooze', keys: ['h'], once: true, opens: true },
  { id: 'palette', keys: ['Ctrl+k', 'Meta+k'], once: true, opens: true },
  { id: 'search', keys: ['/'], once: true },
  { id: 'theme', keys: ['t'], once: true },
  { id: 'rail', keys: ['b'], once: true },
  { id: 'help', keys: ['?'], once: true, opens: true },
  { id: 'back', keys: ['Escape'] },
  { id: 'split_1', keys: ['1'] },
  { id: 'split_2', keys: ['2'] },
  { id: 'split_3', keys: ['3'] },
  { id: 'split_4', keys: ['4'] },
  { id: 'split_5', keys: ['5'] },
  { id: 'go_inbox', keys: ['g i'] },
  { id: 'go_history', keys: ['g h'] },
  { id: 'go_watchers', keys: ['g w'] },
  { id: 'go_insights', keys: ['g s'] },
  { id: 'go_rules', keys: ['g u'] },
  { id: 'go_channels', keys: ['g c'] },
  { id: 'go_keys', keys: ['g k'] },
  { id: 'go_people', keys: ['g p'] },
  { id: 'go_audit', keys: ['g a'] },
  { id: 'go_settings', keys: ['g ,'] },
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

/**
 * What is bound later is asked first. Bound with what is drawn, not a moment after it: until then a key would decide the action that was
 * left, and one that follows a dialog would not be heard.
 */
export function useKeys(bindings: Bindings, inputs?: Inputs): void {
  useLayoutEffect(() => {
    layers.push(bindings);
    return () => {
      const at = layers.indexOf(bindings);
      if (at >= 0) layers.splice(at, 1);
    };
  }, inputs);
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

/** A letter of another script than the keys are named in: Cyrillic, Greek, Hebrew … */
const FOREIGN = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * Shift is read from the letter it makes, so that Caps Lock changes nothing. A layout without Latin letters has the keys where they
 * are printed, unless its own letter was chosen for a command.
 */
export function nameOf({ key, code, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  const name = (key: string): string => {
    const letter = /^[a-z]$/i.test(key);
    const plain = letter ? (shiftKey ? key.toUpperCase() : key.toLowerCase()) : key;
    const shift = shiftKey && (key.length > 1 || key === ' ') ? 'Shift+' : '';
    return `${ctrlKey ? 'Ctrl+' : ''}${metaKey ? 'Meta+' : ''}${altKey ? 'Alt+' : ''}${shift}${plain}`;
  };
  const own = Object.values(me.value?.keys ?? {}).includes(name(key));
  return name(FOREIGN.test(key) && /^Key/.test(code) && !own ? code.slice(3) : key);
}

const SINGLE = /^.$|^. .$/;

/** Whether single letters are keys at all. */
export const lettersCount = (): boolean => me.value?.single_keys ?? true;

const counts = (keys: string): boolean => lettersCount() || !SINGLE.test(keys) || keys === '?';

/** The keys that give a command now: none where it has only a letter, and letters are turned off. */
export const keysNow = (command: Command): readonly string[] => keysOf(command).filter(counts);

function commandFor(pressed: string): Command | undefined {
  return COMMANDS.find((command) => keysNow(command).includes(pressed));
}

function startsSequence(pressed: string): boolean {
  return COMMANDS.some((command) => keysOf(command).some((keys) => keys.startsWith(`${pressed} `)));
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/**
 * Whoever types goes on typing when the field is gone of a sudden, because a colleague was first or the time was up: until they pause,
 * leave it by a key, or press something, none of that is a command.
 */
const PAUSE_MS = 1000;
let typedMs = Number.NEGATIVE_INFINITY;

function typesOn(pressed: string, inText: boolean): boolean {
  const nowMs = performance.now();
  const isLetter = pressed.length === 1;
  const goesOn = isLetter && nowMs - typedMs < PAUSE_MS;
  typedMs = isLetter && (inText || goesOn) ? nowMs : Number.NEGATIVE_INFINITY;
  return goesOn && !inText;
}

export function listenToKeys(): void {
  addEventListener('pointerdown', () => typesOn('', false), true);
  addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (/^(Shift|Control|Alt|Meta|CapsLock)$/.test(event.key)) return;
    const pressed = nameOf(event);
    const inText = isTyping(event.composedPath()[0] ?? null);
    if (typesOn(pressed, inText) || event.defaultPrevented) return;
    if (inText && !/^(Escape|(Ctrl|Meta)\+k)$/.test(pressed)) return; // in a shadow root, too
    if (document.querySelector('dialog[open]')) return; // a dialog has its own keys
    if (performance.now() < deafUntilMs) return event.preventDefault();
    const first = pendingKey.value;
    pendingKey.value = undefined;
    const command = commandFor(first === undefined ? pressed : `${first} ${pressed}`);
    if (command === undefined) {
      if (first === undefined && startsSequence(pressed) && lettersCount()) pendingKey.value = pressed;
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
