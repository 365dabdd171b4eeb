// A tool call of Claude Code as an action, and what became of it in the words of the client. Pure.

import {
  type ActionRead,
  BODY_MAX_CHARACTERS,
  type ClaudeCodeAnswer,
  type ClaudeCodeEvent,
  type WhenUndecided,
} from '@countersign/contract';
import { indented as laidOut } from '@countersign/contract/shown/json-layout';
import { canonical } from '../../base/canonical-json.ts';
import { compareDecimals, readDecimal } from '../../base/decimal.ts';
import type { JsonText } from '../../base/json-text.ts';
import { readTree } from '../../base/json-tree.ts';
import { invalid } from '../../base/problem.ts';
import type { Proposal } from '../actions/create-action.ts';

const KIND_CHARACTERS = 100;
const TITLE_CHARACTERS = 200;
const NUMBER_CHARACTERS = 100;
const EDITABLE_MAX = 200;
/** Half as long as the id of a call is remembered: whoever asks again after it is told so. */
const EXPIRY_SECONDS = 43_200;

/** What names a call best, in this order. */
const TELLING = ['command', 'file_path', 'notebook_path', 'url', 'query', 'pattern', 'description'];

/** `input` is the source text of `tool_input`, so that its digits stay. */
export function proposalOf(event: ClaudeCodeEvent, input: string): Proposal {
  const { tool_name, tool_input, tool_use_id } = event;
  return {
    kind: cut(`claude-code.${tool_name}`, KIND_CHARACTERS),
    title: titleOf(event),
    preview: { format: 'plain', body: previewOf(event, input) },
    payload: input,
    editable: Object.keys(tool_input)
      .filter(isPlainName)
      .slice(0, EDITABLE_MAX)
      .map((name) => `payload.${name}`),
    expires_in: EXPIRY_SECONDS,
    ...(tool_use_id ? { idempotency_key: `claude-code:${tool_use_id}` } : {}),
  };
}

function titleOf({ tool_name, tool_input }: ClaudeCodeEvent): string {
  const telling = TELLING.map((name) => tool_input[name]).find((value) => typeof value === 'string' && value !== '');
  const said = telling === undefined ? '' : `: ${String(telling)}`;
  return cut(`${tool_name}${said}`.replace(/\s+/gu, ' '), TITLE_CHARACTERS);
}

/** All of the input, to the digit: what the reviewer does not see must not be done. */
function previewOf({ cwd }: ClaudeCodeEvent, input: string): string {
  const parts = (readTree(input).entries ?? []).map(({ key: name, value: { source } }) => {
    const text = source.startsWith('"')
      ? (JSON.parse(source) as string)
      : laidOut(canonical(source), BODY_MAX_CHARACTERS);
    return text.includes('\n') ? `${plain(name)}:\n  ${indented(text)}` : `${plain(name)}: ${text}`;
  });
  const body = [...parts, ...(cwd ? [`in ${indented(cwd)}`] : [])].join('\n\n');
  if (body.length > BODY_MAX_CHARACTERS) throw invalid('tool_input', 'is too large to be shown to a reviewer');
  return body;
}

/** So that no line of a value can be taken for another member, or for ours. */
function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}

/** Nor what a member is called for another member and its value. */
function plain(name: string): string {
  return /^[\p{L}\p{N}_.$-]+$/u.test(name) ? name : JSON.stringify(name);
}

/** Edits are named by dot paths. */
function isPlainName(name: string): boolean {
  return name !== '' && !name.includes('.') && !['__proto__', 'constructor', 'prototype'].includes(name);
}

function cut(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters ? text : `${all.slice(0, characters - 1).join('')}…`;
}

interface Verdict {
  readonly says: 'allow' | 'deny' | 'ask' | 'defer';
  readonly why: string;
  readonly updatedInput?: unknown;
}

export function verdictOn(action: ActionRead, undecided: WhenUndecided): Verdict {
  const { status, decision, payload, inbox_url } = action;
  if (status === 'pending') return { says: undecided, why: `Nobody has decided yet. It waits at ${inbox_url}` };
  if (status === 'expired') return { says: 'deny', why: 'Nobody decided in time. Ask again if it still matters.' };
  const by = decision ? `${decision.decided_by.name} ` : '';
  if (status === 'rejected') return { says: 'deny', why: `${by}rejected this${reason(decision?.comment)}` };
  if (status !== 'approved') return { says: 'deny', why: 'It has been carried out already. Ask anew to do it again.' };
  const isEdited = decision?.edited_fields.some((path) => path.startsWith('payload')) ?? false;
  const changed = isEdited ? changedNumber(action) : undefined;
  if (changed !== undefined) {
    const made = `of which this client would make ${Number(changed)}`;
    return {
      says: 'deny',
      why: `What was approved holds ${cut(changed, NUMBER_CHARACTERS)}, ${made}: nothing was run.`,
    };
  }
  const why = `${by}approved this${isEdited ? ', edited' : ''}${reason(decision?.comment)}`;
  return { says: 'allow', why, ...(isEdited ? { updatedInput: payload } : {}) };
}

/**
 * The client reads numbers as doubles. What a reviewer wrote that no double holds would be run as another, which nobody
 * approved; what the client itself had written, it can read.
 */
function changedNumber({ payload, original_payload = payload }: ActionRead): string | undefined {
  const known = new Set(numbersIn(original_payload));
  return numbersIn(payload).find((number) => !known.has(number) && !isHeld(number));
}

/** As they are written. */
function numbersIn(json: unknown): readonly string[] {
  const tokens = (json as JsonText).text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? [];
  return tokens.filter((token) => !token.startsWith('"'));
}

function isHeld(number: string): boolean {
  const [written, read] = [readDecimal(number), readDecimal(String(Number(number)))];
  return written !== undefined && read !== undefined && compareDecimals(written, read) === 0;
}

function reason(comment: string | undefined): string {
  return comment === undefined ? '.' : `: ${comment}`;
}

export function answerOf(hookEventName: ClaudeCodeEvent['hook_event_name'], verdict: Verdict): ClaudeCodeAnswer {
  const { says, why, ...edits } = verdict;
  if (hookEventName === 'PreToolUse') {
    return {
      hookSpecificOutput: { hookEventName, permissionDecision: says, permissionDecisionReason: why, ...edits },
    };
  }
  if (says === 'ask') return {}; // the client then asks at the terminal
  if (says === 'allow') return { hookSpecificOutput: { hookEventName, decision: { behavior: says, ...edits } } };
  return { hookSpecificOutput: { hookEventName, decision: { behavior: 'deny', message: why } } };
}
