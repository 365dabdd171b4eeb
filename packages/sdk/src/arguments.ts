// What a call that waits for approval may be given: JSON, so that what is shown is what comes back, and edits of nothing else.

import type { Approved } from './decision.ts';

/** More is none that the service takes. */
const DEEPEST = 64;

/** JSON, but none that can be shown. */
export class TooDeep extends TypeError {}

/** The reviewer sees JSON, and the function gets it back: what JSON would change must not go in. */
export function assertJson(value: unknown, where: string, holders: readonly unknown[] = []): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (holders.includes(value)) throw notJson(`${where} leads back into itself`);
  if (holders.length >= DEEPEST) throw new TooDeep(`${where} is nested too deep.`);
  const within = [...holders, value];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertJson(item, `${where}[${index}]`, within);
    return;
  }
  if (typeof value === 'object' && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)) {
    for (const [key, member] of Object.entries(value)) {
      if (member !== undefined) assertJson(member, `${where}.${key}`, within);
    }
    return;
  }
  throw notJson(`${where} is not`);
}

function notJson(why: string): TypeError {
  return new TypeError(`A gated call can only have JSON in its arguments, and ${why}.`);
}

/**
 * What was approved, to be run. A reviewer may have written a number that no double holds: it would be run with another, which
 * nobody approved.
 */
export function exactPayload({ payload, payloadText = 'null' }: Pick<Approved, 'payload' | 'payloadText'>): unknown {
  const changed = numbersIn(payloadText).find((number) => decimalOf(number) !== decimalOf(String(Number(number))));
  if (changed === undefined) return payload;
  throw new TypeError(
    `What was approved holds ${changed}, of which JavaScript would make ${Number(changed)}: nothing was run.`,
  );
}

/** The same text for all ways to write one number: 35.10 is 351e-1. */
function decimalOf(number: string): string {
  const [, sign, whole = '', part = '', exponent = '0'] = /^(-?)(\d+)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(number) ?? [];
  const digits = whole + part;
  // Not `0+$` for the end: it takes quadratic time on many zeros that are not there.
  const [upTo = '', significant] = /^0*(\d*[1-9])?/.exec(digits) ?? [];
  if (!significant) return whole === '' ? number : '0';
  return `${sign}${significant}e${Number(exponent) - part.length + digits.length - upTo.length}`;
}

/** The numbers of a text, as they are written. `json` is known to be JSON. */
export function numbersIn(json: string): string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? [];
  return tokens.filter((token) => !token.startsWith('"'));
}

/** The call is made with the payload alone: a reviewer who edits anything else would be told yes, and nothing would come of it. */
export function assertOfPayload(editable: readonly string[] = []): void {
  const lost = editable.find((path) => path !== 'payload' && !path.startsWith('payload.'));
  if (lost === undefined) return;
  throw new TypeError(`An edit of ${lost} would be lost: the call is made with the payload. Let payload.… be edited.`);
}
