// `countersign mcp`: the agent tools over standard input and output, for clients that start a command instead of calling an
// address. Messages pass as they are written, so that no digit of a payload changes on the way.

import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionFailed, CountersignError, UnexpectedAnswer } from '@countersign/sdk';
import { command } from '../command.ts';
import { type Connection, clientAt, findConnection } from '../connection.ts';
import { Failure, UsageError } from '../failure.ts';
import { linesOf } from '../lines.ts';
import { tell } from '../terminal.ts';
import { CLIENT_NAMES, installMcp } from './mcp-install.ts';
import { isPassing, Refused, type Wait, waitIn } from './mcp-wait.ts';

export const mcp = command({
  name: 'mcp',
  summary: 'Serve the agent tools over standard input and output (MCP), or tell a client of them',
  takes: ['[install]', '[CLIENT]'],
  about: `For agents whose client starts a command: each line in is a JSON-RPC message, sent to the server's /mcp; each line out is
one of its answers. The key comes from COUNTERSIGN_API_KEY or the config file. \`mcp install\` writes this command
into the configuration of a client: ${CLIENT_NAMES.join(', ')}.`,
  options: {
    print: { type: 'boolean', says: 'install: print the lines instead of writing them' },
    file: { type: 'string', value: 'FILE', says: 'install: write them there' },
  },
  examples: [
    ['countersign mcp install cursor', 'After `countersign init`'],
    ['countersign mcp', 'As the command of an MCP server, in the configuration of the client'],
    [`echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | countersign mcp`, 'By hand'],
  ],
  async run({ values, positionals: [verb, client] }) {
    if (verb === 'install') return installMcp(client ?? '', values);
    if (verb !== undefined) throw new UsageError('Say `mcp`, or `mcp install CLIENT`.');
    if (values['key-stdin'])
      throw new Failure('Standard input is for messages here.', 'Use COUNTERSIGN_API_KEY or `countersign init`.');
    const connection = await findConnection(values);
    if (!connection.key)
      throw new Failure(
        `There is no API key for ${connection.url}.`,
        'Set COUNTERSIGN_API_KEY, or run `countersign init`.',
      );
    clientAt(connection.url, connection.key); // refuses what is no key, which the platform would repeat to the agent
    const bridge = openBridge(connection);
    for await (const line of linesOf(process.stdin.setEncoding('utf8'))) if (line.trim() !== '') bridge.take(line);
    await bridge.drained();
    return 0;
  },
});

type Id = string | number;

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: Id | null;
  readonly method?: string;
  readonly params?: {
    readonly protocolVersion?: string;
    readonly requestId?: Id;
    readonly name?: unknown;
    readonly uri?: unknown;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

interface Asked {
  /** Whose answers are still to come. */
  readonly waiting: Set<Id>;
  readonly wait: Wait | undefined;
  readonly signal: AbortSignal;
}

const GRACE_MS = 5000;
const REVISION = 'io.modelcontextprotocol/protocolVersion';

function openBridge({ url, key }: Connection) {
  const endpoint = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/mcp`;
  /** What is under way, so that it can be cancelled, and waited for at the end. */
  const open = new Map<Id | symbol, { readonly ending: AbortController; readonly done: Promise<void> }>();
  let revision: string | undefined;
  /** Whether the server has answered anything: until then, one that does not is none. */
  let isKnown = false;

  /** Asks again for a decision whose wait was cut. Anything else that is cut may have been done. */
  const exchange = async (line: string, message: Message, waiting: Set<Id>, signal: AbortSignal): Promise<void> => {
    const wait = waiting.size === 1 ? waitIn(line) : undefined;
    for (let next = line; ; ) {
      try {
        await attempt(next, message, { waiting, wait, signal });
        return;
      } catch (error) {
        if (!wait || !isKnown || !isPassing(error) || signal.aborted) throw error;
        await sleep(wait.pauseMs(), undefined, { signal });
        const again = wait.again(); // after the pause: it says what is left
        if (again === undefined) throw error;
        next = again;
      }
    }
  };

  const attempt = async (line: string, message: Message, { waiting, wait, signal: given }: Asked): Promise<void> => {
    const { signal, alive } = untilSilence(given, wait?.silenceMs);
    const asked = message.params?._meta?.[REVISION];
    const version = typeof asked === 'string' ? asked : message.method === 'initialize' ? undefined : revision;
    const response = await fetch(endpoint, {
      method: 'POST',
      body: line,
      redirect: 'manual',
      signal,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
        ...(typeof asked === 'string' ? standardHeaders(message) : {}),
      },
    }).catch((error: unknown) => {
      throw new ConnectionFailed(endpoint, error);
    });
    alive();
    const type = response.headers.get('content-type') ?? '';
    if (waiting.size === 0 && (response.status === 202 || response.status === 204)) return;
    if (!response.ok && !type.startsWith('application/json')) throw await refusalOf(response, endpoint);
    const answers = type.startsWith('text/event-stream') ? eventsOf(response) : whole(response);
    for await (const answer of answers) {
      alive();
      const said = messagesIn(answer);
      if (!said?.every(({ jsonrpc }) => jsonrpc === '2.0')) throw new UnexpectedAnswer(response.status, endpoint);
      isKnown = true;
      if (wait?.isEarly(answer)) throw new Error('the wait ended before its time');
      if (message.method === 'initialize') revision = revisionOf(answer) ?? revision;
      for (const { id, method } of said) if (method === undefined && id != null) waiting.delete(id); // progress has one
      const refusal = said.find(({ id, error }) => id == null && error)?.error;
      // Refused before an id was read. Here it is known, and without it nobody would take this for an answer.
      if (refusal && waiting.size > 0)
        answerAll(waiting, refusal.code ?? REFUSED, refusal.message ?? 'It was refused.');
      else process.stdout.write(`${wait?.heard(answer) ?? answer}\n`);
    }
    if (waiting.size > 0) throw new Error('the connection ended before the answer came');
  };

  return {
    take(line: string): void {
      const messages = messagesIn(line);
      const message = messages?.length === 1 ? messages[0] : {};
      if (!messages || !message) {
        answerError(null, -32700, 'The line is not a JSON-RPC message.');
        return;
      }
      // The end of the connection is the cancellation; the note itself is for transports that have none.
      if (message.method === 'notifications/cancelled') {
        open.get(message.params?.requestId ?? '')?.ending.abort();
        return;
      }
      const ending = new AbortController();
      const name = message.id ?? Symbol('notification');
      const waiting = new Set(messages.flatMap((one) => (isRequest(one) ? [one.id] : [])));
      const done = exchange(line, message, waiting, ending.signal)
        .catch((error: Error) => {
          if (ending.signal.aborted) return;
          const reason = error instanceof CountersignError ? error.message : `${endpoint}: ${causeOf(error).message}`;
          if (waiting.size === 0) tell(`countersign: ${reason}`);
          else answerAll(waiting, REFUSED, reason);
        })
        .finally(() => open.delete(name));
      open.set(name, { ending, done });
    },
    /** The client is gone: what is under way may finish soon, and then ends. */
    async drained(): Promise<void> {
      const timer = setTimeout(() => {
        for (const { ending } of open.values()) ending.abort();
      }, GRACE_MS);
      await Promise.all([...open.values()].map(({ done }) => done));
      clearTimeout(timer);
    },
  };
}

/** A connection on which nothing comes for so long is dead; `alive` is called when something has come. */
function untilSilence(given: AbortSignal, ms: number | undefined): { signal: AbortSignal; alive(): void } {
  if (ms === undefined) return { signal: given, alive: () => undefined };
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(new Error('the connection fell silent')), ms).unref();
  return { signal: AbortSignal.any([given, ending.signal]), alive: () => void timer.refresh() };
}

/** What `Mcp-Name` repeats, by method. */
const NAMED: Readonly<Record<string, 'name' | 'uri'>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/** From the revision of 2026-07-28 on, method and name are told in headers too. */
function standardHeaders({ method = '', params }: Message): Record<string, string> {
  const member = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const name = member === undefined ? undefined : params?.[member];
  const isPlain = typeof name === 'string' && /^[\x20-\x7e]*$/.test(name); // another would be no header
  return { 'mcp-method': method, ...(isPlain ? { 'mcp-name': name } : {}) };
}

/** One, or those of a batch; undefined when there is none. */
function messagesIn(line: string): readonly Message[] | undefined {
  try {
    const all = [JSON.parse(line) as unknown].flat() as (Message | null)[];
    return all.length > 0 && all.every((one) => typeof one === 'object' && one !== null)
      ? (all as Message[])
      : undefined;
  } catch {
    return undefined;
  }
}

/** Not a note, and not an answer to the server: something will be waited for. */
function isRequest(message: Message): message is Message & { readonly id: Id } {
  return message.id != null && message.result === undefined && message.error === undefined;
}

function revisionOf(answer: string): string | undefined {
  const [{ result }] = messagesIn(answer) as [Message];
  return (result as { protocolVersion?: string } | undefined)?.protocolVersion;
}

async function* whole(response: Response): AsyncGenerator<string> {
  yield (await response.text()).trim();
}

/** The data of server-sent events: one message each. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body ?? []) {
    const frames = (text + decoder.decode(bytes as Uint8Array, { stream: true })).split(/\r?\n\r?\n/);
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const lines = frame.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      const data = lines.map((line) => line.replace(/^data: ?/, '')).join('\n');
      if (data !== '') yield data;
    }
  }
}

function causeOf(error: Error): Error {
  return (error.cause ?? error) as Error;
}

async function refusalOf(response: Response, endpoint: string): Promise<Error> {
  if (response.status === 401) return new Refused(WRONG_KEY);
  const { title, detail = title } = (await response.json().catch(() => ({}))) as { title?: string; detail?: string };
  if (detail === undefined) return new UnexpectedAnswer(response.status, endpoint);
  return response.status >= 500 ? new Error(detail) : new Refused(detail);
}

const WRONG_KEY =
  'the server does not accept this key: it is mistyped or revoked. `countersign init` saves another; COUNTERSIGN_API_KEY goes before it.';

/** The code of what went wrong on the way. */
const REFUSED = -32000;

function answerAll(waiting: Set<Id>, code: number, message: string): void {
  for (const id of waiting) answerError(id, code, message);
  waiting.clear();
}

function answerError(id: Id | null, code: number, message: string): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
}
