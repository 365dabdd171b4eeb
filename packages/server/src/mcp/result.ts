// What a tool gave → a result of the protocol: as structured content, and as the same JSON in text.

import { PROBLEMS, type Tool } from '@countersign/contract';
import { JsonText, writeJson } from '../base/json-text.ts';
import type { Problem } from '../base/problem.ts';

export interface ToolResult {
  readonly [member: string]: unknown;
  readonly content: [{ type: 'text'; text: string }];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
}

/**
 * JSON that is to stand in an answer to the digit, while the protocol library knows only values: it writes a token, and the
 * text takes the token's place on the way out. Tokens cannot be foreseen, so nothing that was stored before holds one.
 */
export interface Splices {
  keep(source: JsonText): string;
  fill(written: string): string;
}

export function makeSplices(newToken: () => string): Splices {
  const kept = new Map<string, string>();
  return {
    keep(source) {
      const token = newToken();
      kept.set(`"${token}"`, source.text);
      return token;
    },
    fill(written) {
      let filled = written;
      for (const [token, text] of kept) filled = filled.replace(token, () => text);
      return filled;
    },
  };
}

/**
 * In the text, what came from outside stands between marks that carry the nonce: it cannot pretend to end before it does.
 * Everything else stands there as it is, for an agent that reads only the text carries out what it reads.
 */
export function toolResult(tool: Tool, output: object, nonce: string, splices: Splices): ToolResult {
  const mark = (text: string) => `<data-${nonce}>${text}</data-${nonce}>`;
  const paths = tool.quoted.map((path) => path.split('.'));
  return {
    content: [{ type: 'text', text: writeJson(withMarks(output, paths, mark)) }],
    structuredContent: withTokens(output, splices) as Record<string, unknown>,
  };
}

/** No structured content: it would have to be of the tool's output schema. */
export function refusal({ code, facts: { headers, ...facts } }: Problem, request_id: string): ToolResult {
  const { title } = PROBLEMS[code];
  return {
    content: [{ type: 'text', text: JSON.stringify({ error: code, title, ...facts, request_id }) }],
    isError: true,
  };
}

function withMarks(
  value: unknown,
  paths: readonly string[][],
  mark: (text: string) => string,
  isOutside = false,
): unknown {
  if (typeof value === 'string') return isOutside && paths.some((path) => path.length === 0) ? mark(value) : value;
  if (typeof value !== 'object' || value === null || value instanceof JsonText || paths.length === 0) return value;
  const below = (name: string) => paths.filter(([first]) => first === name).map((path) => path.slice(1));
  const within = isOutside || saysOutside(value);
  if (Array.isArray(value)) return value.map((item) => withMarks(item, below('*'), mark, within));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withMarks(member, below(name), mark, within)]),
  );
}

/** Both are the server's own words; what a caller sends is never looked at: a payload is kept by its source text. */
function saysOutside(value: { readonly untrusted?: unknown; readonly _untrusted_content_note?: unknown }): boolean {
  return value.untrusted === true || value._untrusted_content_note !== undefined;
}

function withTokens(value: unknown, splices: Splices): unknown {
  if (value instanceof JsonText) return splices.keep(value);
  if (Array.isArray(value)) return value.map((item) => withTokens(item, splices));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, withTokens(member, splices)]),
  );
}
