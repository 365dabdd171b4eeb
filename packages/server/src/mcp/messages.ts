// JSON-RPC as it arrives: read within our bounds, with the arguments of tool calls taken out before the protocol library
// sees them, so that no number of a payload loses a digit and no argument is judged but by our validator.

import { itemsOf, parseMessage } from '../base/json-message.ts';
import { JsonTextError, type ParsedJson } from '../base/json-text.ts';

export type RequestId = string | number;

export interface GivenCall {
  readonly tool: string;
  readonly args: unknown;
  sourceOf: ParsedJson['sourceOf'];
}

export interface Given {
  /** For the protocol library: a message or a batch of them, without arguments. */
  readonly body: unknown;
  readonly calls: ReadonlyMap<RequestId, GivenCall>;
}

/** What JSON-RPC itself forbids. */
export class RpcError extends Error {
  readonly code: -32700 | -32600;

  constructor(code: -32700 | -32600, message: string) {
    super(message);
    this.code = code;
  }
}

const MAX_BATCH = 100;
/** Characters of a message after which others get a turn. */
const LARGE = 10_000;
/** The last revision that knows batches; later ones want a message by itself. */
const BATCHES_UNTIL = '2025-03-26';

/** `turn` lets others have one: a batch may be long. */
export async function readMessages(
  text: string,
  revision: string | undefined,
  turn: () => Promise<void>,
): Promise<Given> {
  try {
    const items = itemsOf(text, MAX_BATCH);
    if (items && revision !== undefined && revision > BATCHES_UNTIL) {
      throw new RpcError(-32600, 'Batches ended with revision 2025-03-26: send each message by itself.');
    }
    const calls = new Map<RequestId, GivenCall>();
    const ids = new Set<unknown>();
    const messages: unknown[] = [];
    for (const item of items ?? [text]) {
      messages.push(takeMessage(parseMessage(item, ['params', 'arguments']), ids, calls));
      if (items && item.length > LARGE) await turn();
    }
    return { body: items ? messages : messages[0], calls };
  } catch (error) {
    if (error instanceof JsonTextError) throw new RpcError(-32700, `Parse error: ${error.message}`);
    throw error;
  }
}

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The message without its arguments, which are kept under its id. What is not well formed is left to the library. */
function takeMessage({ value, sourceOf }: ParsedJson, ids: Set<unknown>, calls: Map<RequestId, GivenCall>): unknown {
  if (!isObject(value) || typeof value.method !== 'string' || !Object.hasOwn(value, 'id')) return value;
  const { id, method, params } = value;
  if (ids.has(id)) throw new RpcError(-32600, 'Two requests of a batch have the same id.');
  ids.add(id);
  if (method !== 'tools/call' || !isObject(params) || typeof params.name !== 'string') return value;
  const { arguments: given, ...rest } = params;
  const args = given ?? {}; // null is how some languages write that there are none
  if (!isObject(args) || (typeof id !== 'string' && typeof id !== 'number')) return value;
  calls.set(id, { tool: params.name, args, sourceOf });
  return { ...value, params: rest };
}
