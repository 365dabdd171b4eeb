// What the page says, in the language of who reads it. English is written where it is used and is the name of its message,
// so it is loaded with nothing; other languages are catalogues that are fetched when they are chosen.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { GERMAN } from './de.ts';
import type { Said, SaidIssue } from './said.ts';

/** Every message there is. One that a catalogue lacks does not compile where it is used. */
export type Message = keyof typeof GERMAN;

/** `{name}` in a message is a place for a value. */
type Places<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Values<M extends string, V> = [Places<M>] extends [never] ? [] : [Readonly<Record<Places<M>, V>>];

/** Those without places, for tables of them. */
export type Plain = { [M in Message]: [Places<M>] extends [never] ? M : never }[Message];

export interface Speech {
  /** For `Intl`: numbers and dates are written in the language of the words. */
  readonly locale: string;
  /** Undefined: in English. */
  readonly say: ((message: string) => Said | undefined) | undefined;
  /** Undefined: as the server says it. */
  readonly issue?: ((path: string, message: string) => SaidIssue | undefined) | undefined;
}

/** A language as the browser's region writes it, where the browser speaks it: 31/12 or 12/31. Some browsers name what `Intl`
 * does not take (`en-US@posix`). */
export function regional(language: string): string {
  return navigator.languages.find((one) => /^\w+(-\w+)*$/.test(one) && one.split('-')[0] === language) ?? language;
}

export const speech = signal<Speech>({ locale: regional('en'), say: undefined });

const PLACE = /\{(\w+)\}/;

export function t<M extends Message>(message: M, ...[values]: Values<M, string | number>): string {
  return filled(formOf(speech.value.say?.(message) ?? message, undefined), values);
}

/** What the server wrote in English, where the catalogue has it; else as it is. */
export function tServer(words: string): string {
  return tCode(words) ?? words;
}

/** What stands for a code of the server; undefined in English, in which the server says it itself. */
export function tCode(code: string): string | undefined {
  const said = speech.value.say?.(code);
  return said && formOf(said, undefined);
}

/** What the server found wrong with a member of a request; undefined where it says that best itself. */
export const tIssue = (path: string, message: string): SaidIssue | undefined => speech.value.issue?.(path, message);

/** One, or several; other languages may have more forms. */
export function tn<M extends Message>(count: number, one: string, message: M): string {
  const said = speech.value.say?.(message) ?? { one, other: message };
  return filled(formOf(said, count), { count: number(count) });
}

/** In the quotation marks of this language; `rich` does it around elements. */
export const quoted = (text: string): string => t('“{text}”', { text });

/** As this language writes it. */
export const number = (value: number, options?: Intl.NumberFormatOptions): string =>
  value.toLocaleString(speech.value.locale, options);

/** With elements in the places: a command, a link. */
export function rich<M extends Message>(message: M, values: Record<Places<M>, ComponentChildren>): ComponentChildren {
  const words = formOf(speech.value.say?.(message) ?? message, undefined);
  return words.split(PLACE).map((part, at) => (at % 2 === 1 ? values[part as Places<M>] : part));
}

function formOf(said: Said, count: number | undefined): string {
  if (typeof said === 'string') return said;
  const rule = count === undefined ? 'other' : new Intl.PluralRules(speech.value.locale).select(count);
  return said[rule] ?? said.other;
}

function filled(words: string, values: Readonly<Record<string, string | number>> | undefined): string {
  return values ? words.replace(new RegExp(PLACE, 'g'), (_, name: string) => String(values[name])) : words;
}
