// The digest of what was approved, computed from the action itself, so that an executor need not believe anyone.

import { toHex, utf8 } from './bytes.ts';
import { payloadText } from './json-text.ts';
import type { ActionRead } from './operations.ts';

/**
 * SHA-256 over the canonical JSON of what a reviewer approves, after edits. Equal to `final_digest` of the receipt.
 * `action` must be what `getAction` returned, not a copy: the payload enters by its source text.
 */
export async function digestOf(action: ActionRead): Promise<string> {
  const payload = payloadText(action);
  if ('payload' in action && payload === undefined) {
    throw new TypeError('digestOf needs the action as getAction returned it, not a copy of it.');
  }
  const { decision } = action;
  const { format, body } = decision?.final_preview ?? action.preview;
  const content = {
    editable: action.editable,
    idempotent: action.idempotent,
    kind: action.kind,
    preview: { body, format },
    target_url: decision?.final_target_url ?? action.target_url,
    title: decision?.final_title ?? action.title,
    undo: action.undo,
  };
  const text = JSON.stringify(content);
  const whole = payload === undefined ? text : `{"payload":${payload},${text.slice(1)}`;
  return toHex(await crypto.subtle.digest('SHA-256', utf8(canonical(whole))));
}

/** RFC 8785, but numbers by their source text. `json` is known to be JSON. */
function canonical(json: string): string {
  const mark = `number:${Math.random()}:`; // no string of the action's holds it
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
  const marked = json.replace(tokens, (token) => (token.startsWith('"') ? token : `"${mark}${token}"`));
  return write(JSON.parse(marked), mark);
}

function write(value: unknown, mark: string): string {
  if (typeof value === 'string') return value.startsWith(mark) ? value.slice(mark.length) : JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item, mark)).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${write(member, mark)}`).join(',')}}`;
}
