// The tool interface as it is on the wire: one JSON-RPC message by POST, in the manner of any revision of the protocol.

import assert from 'node:assert/strict';
import { TOOLS_VERSION } from '@countersign/contract';

export const REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

export interface RpcMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly progressToken?: unknown; readonly progress: number; readonly message: string };
  // biome-ignore lint/suspicious/noExplicitAny: a result is of any shape; tests say of which
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** As it came. */
  readonly text: string;
  readonly messages: readonly RpcMessage[];
}

export interface Sending {
  readonly revision?: Revision;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly progressToken?: string | number;
  readonly signal?: AbortSignal;
  readonly id?: number | string;
}

export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the output of any tool
  readonly structured: any;
  readonly text: string;
  /** The code of a refusal. */
  readonly error: string | undefined;
  readonly raw: RpcAnswer;
}

export interface Rpc {
  readonly url: string;
  /** A body that is a string is sent as it stands. */
  post(body: unknown, sending?: Sending): Promise<RpcAnswer>;
  open(body: unknown, sending?: Sending): Promise<Response>;
  request(method: string, params?: object, sending?: Sending): Promise<RpcAnswer>;
  call(tool: string, args: unknown, sending?: Sending): Promise<ToolAnswer>;
  bodyOf(method: string, params: object, sending?: Sending): Record<string, unknown>;
}

export function rpcOf(service: { readonly running: { readonly url: string } }, key: string): Rpc {
  const url = `${service.running.url}/mcp`;

  const bodyOf: Rpc['bodyOf'] = (method, params, { revision = '2025-11-25', progressToken, id = 1 } = {}) => {
    const meta = {
      ...(progressToken === undefined ? {} : { progressToken }),
      ...(revision === '2026-07-28'
        ? {
            'io.modelcontextprotocol/protocolVersion': revision,
            'io.modelcontextprotocol/clientInfo': { name: 'rpc', version: TOOLS_VERSION },
            'io.modelcontextprotocol/clientCapabilities': {},
          }
        : {}),
    };
    return { jsonrpc: '2.0', id, method, params: Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params };
  };

  const open: Rpc['open'] = (body, { revision = '2025-11-25', headers = {}, signal } = {}) => {
    const { method = '', params = {} } = (typeof body === 'object' ? body : {}) as { method?: string; params?: object };
    const name = 'name' in params ? String(params.name) : undefined;
    const all = {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      // The first revision has no such header.
      ...(revision === '2025-03-26' ? {} : { 'mcp-protocol-version': revision }),
      ...(revision === '2026-07-28'
        ? { 'mcp-method': method, ...(name === undefined ? {} : { 'mcp-name': name }) }
        : {}),
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return fetch(url, {
      method: 'POST',
      headers: Object.fromEntries(given),
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
  };

  const post: Rpc['post'] = async (body, sending) => {
    const response = await open(body, sending);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, messages: messagesIn(response, text) };
  };

  const request: Rpc['request'] = (method, params = {}, sending) => post(bodyOf(method, params, sending), sending);

  return {
    url,
    open,
    post,
    request,
    bodyOf,
    async call(tool, args, sending) {
      const raw = await request('tools/call', { name: tool, arguments: args }, sending);
      return toolAnswerOf(raw);
    },
  };
}

function toolAnswerOf(raw: RpcAnswer): ToolAnswer {
  const { result } = raw.messages.findLast(({ id }) => id !== undefined) ?? {};
  assert.ok(result, raw.text);
  const text = String(result.content[0].text);
  const isError = result.isError === true;
  return {
    isError,
    structured: result.structuredContent,
    text,
    error: isError ? JSON.parse(text).error : undefined,
    raw,
  };
}

function messagesIn(response: Response, text: string): RpcMessage[] {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('application/json')) return [JSON.parse(text)];
  return type.startsWith('text/event-stream') ? eventsIn(text) : [];
}

function eventsIn(text: string): RpcMessage[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)));
}

/** The messages of a stream as they come. */
export async function* eventsOf(response: Response): AsyncGenerator<RpcMessage> {
  let rest = '';
  const utf8 = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    rest += utf8.decode(chunk, { stream: true });
    const end = rest.lastIndexOf('\n\n');
    if (end === -1) continue;
    yield* eventsIn(rest.slice(0, end));
    rest = rest.slice(end + 2);
  }
}
