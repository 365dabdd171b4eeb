// The door of the agent tools, /mcp. Binds a table of tools to their handlers and knows nothing of what is behind them.
// The order of checks: site, key, query, size and type of the body, JSON; then, call by call, scope, rate and arguments.

import { grants, type LimitName, type Tool } from '@countersign/contract';
import type { App, Caller } from '../app.ts';
import { onOneLine } from '../base/json-text.ts';
import { Problem } from '../base/problem.ts';
import { check, checkText } from '../base/validate.ts';
import type { Answer } from '../http/answer.ts';
import { MAX_BODY_BYTES, readText } from '../http/body.ts';
import type { Mount, MountRequest } from '../http/mount.ts';
import { type LimitHeaders, madeNothing, type RateLimiter, type Taken } from '../http/rate-limit.ts';
import { letIn } from '../http/still-in.ts';
import { type Given, type GivenCall, RpcError, readMessages } from './messages.ts';
import type { OpenProtocol, Performing, Protocol } from './protocol.ts';
import { makeSplices, refusal, type Splices, type ToolResult, toolResult } from './result.ts';
import { checkSite } from './site.ts';

/** What every handler is, once the door no longer cares which tool it serves. */
type AnyHandler = (app: App, caller: Caller, call: Record<string, unknown>) => Promise<object>;

export interface ToolBinding {
  readonly tools: Readonly<Record<string, Tool>>;
  readonly handlers: Readonly<Record<string, unknown>>;
  authenticate(authorization: string | undefined): Promise<Caller>;
  readonly limiter: RateLimiter;
}

/** The token of each call that is limited. */
type Tokens = ReadonlyMap<GivenCall, Taken>;

/** What the calls of one request have in common. */
interface Answering {
  readonly caller: Caller;
  readonly request: MountRequest;
  readonly splices: Splices;
  readonly tokens: Tokens;
}

function headersOf(tokens: Tokens): LimitHeaders {
  return Object.assign({}, ...[...tokens.values()].map(({ headers }) => headers)) as LimitHeaders;
}

/** Loaded when it is first needed. */
const ours = async (): Promise<OpenProtocol> => (await import('./protocol.ts')).openProtocol;

export function bindTools(app: App, binding: ToolBinding, load = ours): Mount {
  const { tools, handlers, authenticate, limiter } = binding;
  const report = (error: Error) => app.world.log('debug', 'mcp.refused', { reason: error.message });
  let protocol: Promise<Protocol> | undefined;
  const openedProtocol = () => {
    protocol ??= load().then(
      (open) => open(tools, report),
      (error: unknown) => {
        protocol = undefined; // what could not be read may be there the next time
        throw error;
      },
    );
    return protocol;
  };
  const toolOf = (name: string) => (Object.hasOwn(tools, name) ? tools[name] : undefined);

  /** A tool the key may not call costs no token: it will be told so. */
  const limitOf = (caller: Caller, call: GivenCall): LimitName | undefined => {
    const tool = toolOf(call.tool);
    return tool && grants(caller.scopes, tool.scope) ? tool.limit : undefined;
  };

  /** For all calls of a batch, or for none of them: what is refused as a whole has used nothing. */
  const takeTokens = async (caller: Caller, calls: Iterable<GivenCall>): Promise<Tokens> => {
    const tokens = new Map<GivenCall, Taken>();
    try {
      for (const [limit, limited] of Map.groupBy(calls, (call) => limitOf(caller, call))) {
        if (limit === undefined) continue;
        const taken = await limiter.take(limit, caller, limited.length);
        for (const call of limited) tokens.set(call, taken);
      }
    } catch (error) {
      for (const taken of tokens.values()) taken.giveBack();
      throw error;
    }
    return tokens;
  };

  const perform = async (
    call: GivenCall,
    tool: Tool,
    { caller, request, splices, tokens }: Answering,
    { signal, progress }: Performing,
  ): Promise<ToolResult> => {
    const { request_id } = request;
    try {
      if (!grants(caller.scopes, tool.scope)) {
        throw new Problem('insufficient_scope', { detail: `This needs a key with the scope ${tool.scope}.` });
      }
      checkText(call.args);
      check(tool.input, call.args);
      const output = await (handlers[call.tool] as AnyHandler)(app, caller, {
        args: call.args,
        sourceOf: call.sourceOf,
        signal: () => AbortSignal.any([request.signal(), signal]),
        progress,
      });
      return toolResult(tool, output, nonceOf(app), splices);
    } catch (error) {
      if (error instanceof Problem) {
        if (madeNothing(tool.limit, error)) tokens.get(call)?.giveBack();
        return refusal(error, request_id);
      }
      const reason = (error as Error)?.stack ?? String(error);
      app.world.log('error', 'mcp.failed', { request_id, tool: call.tool, reason });
      return refusal(new Problem('internal'), request_id);
    }
  };

  return {
    async answer(request, named) {
      const { message, path, search } = request;
      if (path.replaceAll('/', '') !== '') throw new Problem('not_found');
      named('mcp');
      checkSite(app.config, message.headers);
      const { caller: admitted, still } = await letIn(() => authenticate(message.headers.authorization));
      if (search !== '') {
        throw new Problem('validation_failed', {
          detail: 'No parameters here; a key belongs in the Authorization header.',
        });
      }
      try {
        const given = await readGiven(app, admitted, request);
        const caller = await still();
        const [only] = given.calls.values();
        if (given.calls.size === 1 && only && toolOf(only.tool)) named(`mcp.${only.tool}`);
        const tokens = await takeTokens(caller, given.calls.values());
        const splices = makeSplices(() => nonceOf(app));
        const serve = await openedProtocol();
        const begun = new Set<GivenCall>();
        const response = await serve({
          request: webRequest(request),
          body: given.body,
          calls: given.calls,
          perform(call, performing) {
            begun.add(call);
            const tool = toolOf(call.tool);
            return tool && perform(call, tool, { caller, request, splices, tokens }, performing);
          },
        });
        if (response.status >= 400) for (const [call, taken] of tokens) if (!begun.has(call)) taken.giveBack();
        if (response.status >= 500)
          app.world.log('error', 'mcp.failed', { request_id: request.request_id, status: response.status });
        const answer = await answerOf(response, splices);
        return { ...answer, headers: { ...answer.headers, ...headersOf(tokens) } };
      } catch (error) {
        if (error instanceof RpcError) return rpcRefusal(error);
        throw error;
      }
    },
  };
}

async function readGiven(app: App, { id: who }: Caller, { message, proceed }: MountRequest): Promise<Given> {
  if (message.method !== 'POST') return { body: undefined, calls: new Map() };
  const revision = message.headers['mcp-protocol-version'];
  try {
    const text = await readText(message, { proceed, maxBytes: MAX_BODY_BYTES, who, typed: false });
    return await readMessages(text, revision === undefined ? undefined : String(revision), () => app.world.sleep(0));
  } catch (error) {
    if (error instanceof Problem && error.code === 'malformed_json') throw new RpcError(-32700, error.message);
    throw error;
  }
}

/** What the protocol library may know of a request: no key, and a body of which it sees what we hand it. */
function webRequest({ message, gone }: MountRequest): Request {
  const headers = Object.entries(message.headers).filter(([name]) => name.startsWith('mcp-'));
  return new Request('http://mcp.invalid/mcp', {
    method: message.method === 'POST' ? 'POST' : 'GET', // others are refused as that is; of TRACE there is no Request
    headers: {
      ...Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
      accept: widened(message.headers.accept),
      'content-type': 'application/json', // another one is refused before
    },
    signal: gone(), // what is under way when the server closes may finish
  });
}

const ACCEPTED = ['application/json', 'text/event-stream'];

/** A client that takes anything takes both; one that says nothing, too. The library asks for them by name. */
function widened(accept = '*/*'): string {
  const ranges = accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase() ?? '');
  const takes = (type: string) => [type, type.replace(/\/.*/, '/*'), '*/*'].some((range) => ranges.includes(range));
  return ACCEPTED.every(takes) ? ACCEPTED.join(', ') : accept;
}

const KEPT_HEADERS = ['content-type', 'allow'];

async function answerOf(response: Response, splices: Splices): Promise<Answer> {
  const { status, headers, body } = response;
  const kept = Object.fromEntries(
    KEPT_HEADERS.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? '']] : [])),
  );
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
    return { status, headers: kept, body: await response.text() };
  }
  const streamed = { ...kept, 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };
  return { status, headers: streamed, body: framesOf(body, splices) };
}

/** The library writes an event as one piece, so a token is never in two of them. */
async function* framesOf(body: ReadableStream<Uint8Array>, splices: Splices): AsyncGenerator<string> {
  const utf8 = new TextDecoder();
  for await (const frame of body) yield onOneLine(splices.fill(utf8.decode(frame, { stream: true })));
}

function rpcRefusal({ code, message }: RpcError): Answer {
  const body = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  return { status: 400, headers: { 'content-type': 'application/json' }, body };
}

function nonceOf(app: App): string {
  return app.world.randomBytes(16).toString('hex');
}
