// The steps the law suite takes with the agent tool interface: JSON-RPC by POST, answered in JSON or in an event stream.
import assert from 'node:assert/strict';
import type { Service } from '../support/start-service.ts';
import { asObject, isObject, type Json, type JsonObject } from './client.ts';

/** The tools by the part of their names that follows the brand word. */
export const tools = [
  'push_action',
  'await_decision',
  'report_result',
  'inbox_status',
  'create_watcher',
  'list_watchers',
  'list_watcher_presets',
  'create_watcher_from_preset',
] as const;

export type Tool = (typeof tools)[number];

export interface RpcAnswer {
  readonly status: number;
  readonly session: string | null;
  readonly text: string;
  /** The JSON-RPC response, if there is one. */
  readonly message: JsonObject | undefined;
}

export interface RpcOptions {
  readonly key?: string | null | undefined;
  readonly session?: string | null | undefined;
}

const protocol = '2025-06-18';
let sent = 0;

/** The response among the messages of an event stream: the one with an id that is no request. */
function responseIn(text: string): JsonObject | undefined {
  const messages = text.trimStart().startsWith('{')
    ? [text]
    : text
        .split(/\r?\n\r?\n/)
        .map((event) =>
          event
            .split(/\r?\n/)
            .filter((line) => line.startsWith('data:'))
            .map((line) => line.slice(5).trimStart())
            .join('\n'),
        )
        .filter((data) => data !== '');
  return messages
    .map((each) => JSON.parse(each) as Json)
    .filter(isObject)
    .find((each) => Object.hasOwn(each, 'id') && !Object.hasOwn(each, 'method'));
}

async function post(service: Service, body: JsonObject, options: RpcOptions): Promise<RpcAnswer> {
  const headers = new Headers({
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': protocol,
  });
  const key = options.key === undefined ? service.adminKey : options.key;
  if (key !== null) {
    headers.set('authorization', `Bearer ${key}`);
  }
  if (options.session) {
    headers.set('mcp-session-id', options.session);
  }
  const url = new URL('/mcp', service.baseUrl);
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await response.text();
  const message = response.ok ? responseIn(text) : undefined;
  return { status: response.status, session: response.headers.get('mcp-session-id'), text, message };
}

export async function rpc(
  service: Service,
  method: string,
  params: JsonObject,
  options: RpcOptions = {},
): Promise<RpcAnswer> {
  sent += 1;
  return post(service, { jsonrpc: '2.0', id: sent, method, params }, options);
}

export async function initialize(service: Service, key?: string | null): Promise<RpcAnswer> {
  const clientInfo = { name: 'law', version: '1' };
  return rpc(service, 'initialize', { protocolVersion: protocol, capabilities: {}, clientInfo }, { key });
}

export interface ToolAnswer {
  /** Whether the call was refused, as a tool error or as a JSON-RPC error. */
  readonly refused: boolean;
  readonly output: Json;
  readonly text: string;
}

export interface Agent {
  /** The names of the tools, as listed. */
  names(): Promise<readonly string[]>;
  /** Calls a tool; `meta` is for the _meta of the request. */
  try(tool: Tool, input?: JsonObject, meta?: JsonObject): Promise<ToolAnswer>;
  /** The output of a call that must not be refused. */
  use(tool: Tool, input?: JsonObject, meta?: JsonObject): Promise<JsonObject>;
}

function resultOf(answer: RpcAnswer): JsonObject {
  assert.equal(answer.status, 200, answer.text);
  return asObject(answer.message?.['result']);
}

/** The object a tool answers with: its structured content, or the JSON of its text. */
function outputOf(result: JsonObject): Json {
  if (isObject(result['structuredContent'])) {
    return result['structuredContent'];
  }
  const [first] = (result['content'] ?? []) as readonly JsonObject[];
  try {
    return JSON.parse(String(first?.['text'])) as Json;
  } catch {
    return null;
  }
}

/** Opens the tool interface as a client does, with the bootstrap admin key unless told. */
export async function connect(service: Service, key?: string): Promise<Agent> {
  const opened = await initialize(service, key);
  resultOf(opened);
  const options = { key, session: opened.session };
  const ready = await post(service, { jsonrpc: '2.0', method: 'notifications/initialized' }, options);
  assert.ok(ready.status < 300, ready.text);

  const names = async (): Promise<readonly string[]> => {
    const result = resultOf(await rpc(service, 'tools/list', {}, options));
    const listed = result['tools'];
    assert.ok(Array.isArray(listed));
    return listed.map((each: Json) => String(asObject(each)['name']));
  };

  const attempt = async (tool: Tool, input: JsonObject = {}, meta: JsonObject = {}): Promise<ToolAnswer> => {
    const name = (await names()).find((each) => each.endsWith(`_${tool}`)) ?? assert.fail(`no tool ${tool}`);
    const answer = await rpc(service, 'tools/call', { name, arguments: input, _meta: meta }, options);
    if (answer.message === undefined || Object.hasOwn(answer.message, 'error')) {
      return { refused: true, output: null, text: answer.text };
    }
    const result = resultOf(answer);
    return { refused: result['isError'] === true, output: outputOf(result), text: answer.text };
  };

  return {
    names,
    try: attempt,
    async use(tool, input, meta) {
      const { refused, output, text } = await attempt(tool, input, meta);
      assert.ok(!refused, `${tool} was refused: ${text}`);
      return asObject(output);
    },
  };
}
