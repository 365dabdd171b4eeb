// What a reviewer changes before saying yes: in an editor, or field by field. Values keep their text, so digits stay.

import { isUtf8 } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ActionRead, JsonText, payloadText } from '@countersign/sdk';
import { Failure, UsageError } from './failure.ts';
import { indented, partAt, partsOf } from './json-source.ts';

export type Edits = Record<string, JsonText>;

/** `PATH=VALUE` as given on the command line. */
export function editsFrom(action: ActionRead, set: readonly string[]): Edits {
  return Object.fromEntries(
    set.map((given) => {
      const [, path = '', value = ''] = /^([^=]+)=(.*)$/s.exec(given) ?? [];
      if (path === '') throw new UsageError(`--set takes PATH=VALUE, not ${given}`);
      if (!action.editable.includes(path)) {
        const may = action.editable.length === 0 ? 'nothing' : action.editable.join(', ');
        throw new UsageError(`${path} may not be edited; the agent allows: ${may}.`);
      }
      return [path, editOf(path, value, valueAt(action, path))];
    }),
  );
}

/**
 * Text stays text, though it looks like a number: `0099` and `4711` are accounts. What is something else needs JSON: an amount
 * of `35,00` would be approved as text. Where nothing is, it is JSON or else text.
 */
function editOf(path: string, value: string, before = 'null'): JsonText {
  const isPayload = path === 'payload' || path.startsWith('payload.');
  const isText = !isPayload || before.startsWith('"');
  const json = isPayload ? jsonOf(value) : undefined; // the rest is text and nothing else, quotes and all
  if (json && (!isText || json.text.startsWith('"'))) return json;
  if (isText || before === 'null') return new JsonText(JSON.stringify(value));
  throw new UsageError(
    `${path} is not text, so its value is JSON, which ${value} is not. Text would be '"…"', in quotes.`,
  );
}

function jsonOf(value: string): JsonText | undefined {
  try {
    return new JsonText(value.trim());
  } catch {
    return undefined;
  }
}

/** One text is edited as text; otherwise all fields as one JSON document. Gives what was changed. */
export async function editInEditor(action: ActionRead): Promise<Edits> {
  const before = new Map<string, string>();
  for (const path of action.editable) {
    const value = valueAt(action, path);
    if (value !== undefined) before.set(path, value);
  }
  const [first, ...others] = before;
  if (!first) throw new Failure('The agent allows no edits of this action.', 'Approve or reject it as it is.');
  const [path, json] = first;
  if (others.length === 0 && json.startsWith('"')) {
    const ending = path === 'preview.body' && action.preview.format === 'markdown' ? 'md' : 'txt';
    const text = JSON.parse(json) as string;
    const after = edited(text, ending);
    const kept = text.endsWith('\n') ? after : after.replace(/\n$/, ''); // editors end the last line
    return kept === text ? {} : { [path]: new JsonText(JSON.stringify(kept)) };
  }
  const document = `{${[...before].map(([each, value]) => `${JSON.stringify(each)}:${value}`).join(',')}}`;
  const after = partsOf(checked(edited(`${indented(document)}\n`, 'json'))) ?? new Map<string, string>();
  const unknown = [...after.keys()].filter((each) => !before.has(each));
  if (unknown.length > 0) throw new Failure(`${unknown.join(', ')} may not be edited. Nothing was decided.`);
  return Object.fromEntries(
    [...after]
      .filter(([each, value]) => !isSame(value, before.get(each)))
      .map(([each, value]) => [each, new JsonText(value)]),
  );
}

/** Whether the decision that stands made exactly these edits. */
export function areMade(action: ActionRead, edits: Edits): boolean {
  const isMade = ([path, { text }]: [string, JsonText]) => isSame(text, valueAt(action, path));
  const isWanted = (path: string) => Object.hasOwn(edits, path);
  return Object.entries(edits).every(isMade) && (action.decision?.edited_fields ?? []).every(isWanted);
}

/** As it stands: with the edits of the decision, where there is one. */
function valueAt(action: ActionRead, path: string): string | undefined {
  if (path === 'payload' || path.startsWith('payload.')) {
    const payload = payloadText(action);
    return payload === undefined ? undefined : partAt(payload, path.split('.').slice(1));
  }
  const { final_title, final_target_url, final_preview = action.preview } = action.decision ?? {};
  const texts: Record<string, string | undefined> = {
    title: final_title ?? action.title,
    target_url: final_target_url ?? action.target_url,
    'preview.body': final_preview.body,
    'preview.format': final_preview.format,
  };
  const text = texts[path];
  return text === undefined ? undefined : JSON.stringify(text);
}

function isSame(after: string, before: string | undefined): boolean {
  return before !== undefined && indented(after) === indented(before);
}

function checked(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw new Failure(`What you saved is not JSON: ${(error as Error).message}. Nothing was decided.`);
  }
}

/** In a folder that only the owner can enter. */
function edited(text: string, ending: string): string {
  const isWindows = process.platform === 'win32';
  const editor = process.env.VISUAL || process.env.EDITOR || (isWindows ? 'notepad' : 'vi');
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  try {
    const file = join(folder, `edit.${ending}`);
    writeFileSync(file, text, { mode: 0o600 });
    // By the shell, because $EDITOR may have words of its own: `code --wait`.
    const { status, error } = spawnSync(`${editor} ${isWindows ? '"%COUNTERSIGN_EDITED%"' : '"$COUNTERSIGN_EDITED"'}`, {
      stdio: 'inherit',
      shell: true,
      env: { ...process.env, COUNTERSIGN_EDITED: file },
    });
    if (error || status !== 0) throw new Failure(`${editor} did not end well. Nothing was decided.`, 'Set $EDITOR.');
    const saved = readFileSync(file);
    if (!isUtf8(saved)) throw new Failure('What you saved is not UTF-8. Nothing was decided.');
    return saved.toString('utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
