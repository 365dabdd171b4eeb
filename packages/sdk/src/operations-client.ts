// One method per operation of the service, made from the table. What our own pages stand on, which do not ask for approval.

import { toHex } from './bytes.ts';
import { type CallOptions, type PageOf, paged } from './calls.ts';
import { Conflict, ContentDiffers } from './errors.ts';
import { type EventOptions, follow, type LiveEvent } from './events.ts';
import {
  type ActionCreate,
  type ActionCreated,
  OPERATIONS,
  type OperationMethods,
  type OperationRow,
} from './operations.ts';
import type { Jwks } from './receipt.ts';
import {
  type Credentials,
  type Exchange,
  exchange,
  type OnRetry,
  stream,
  type Target,
  type ToCaller,
} from './transport.ts';

export interface ClientOptions {
  /** Without one, `COUNTERSIGN_API_KEY` of the environment, where there is an environment. */
  readonly apiKey?: string | undefined;
  /** With or without `/v1`. Without one, `COUNTERSIGN_URL`, else the address of a server on this machine. */
  readonly baseUrl?: string | undefined;
  /** In a browser, instead of a key: the reviewer's session cookie, with `same-origin` or `include`. */
  readonly credentials?: Credentials | undefined;
  /** How often a request is tried again after a passing failure: 2. */
  readonly retries?: number | undefined;
  /**
   * Told before a request is tried again: what went wrong, and after how many milliseconds. What it promises is waited for;
   * what it throws ends the call.
   */
  readonly onRetry?: OnRetry | undefined;
  readonly fetch?: typeof fetch | undefined;
}

type Reported = ReturnType<OperationMethods['reportResult']>;

const LOCAL = 'http://localhost:8484';

export interface OperationsClient extends OperationMethods {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the static block defines every method of the interface
export class OperationsClient {
  readonly #target: Target;

  static {
    for (const [name, row] of Object.entries(OPERATIONS)) {
      if (Object.hasOwn(OperationsClient.prototype, name)) continue; // written out below
      Object.defineProperty(OperationsClient.prototype, name, {
        configurable: true,
        writable: true,
        value(this: OperationsClient, ...given: unknown[]) {
          return this.#call(row, given);
        },
      });
    }
  }

  constructor(options: ClientOptions = {}, toCaller?: ToCaller) {
    this.#target = {
      apiKey:
        options.credentials === undefined ? keyOf(options.apiKey ?? environment('COUNTERSIGN_API_KEY')) : undefined,
      baseUrl: normalBaseUrl(options.baseUrl ?? environment('COUNTERSIGN_URL') ?? LOCAL),
      credentials: options.credentials,
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
      retries: options.retries ?? 2,
      onRetry: options.onRetry,
      toCaller,
    };
  }

  /**
   * Propose an action for approval. Scope: actions.
   * A call that may be tried again carries an idempotency key, its own or a fresh one, so that one call makes one action.
   */
  async createAction(body: ActionCreate, options?: CallOptions): Promise<ActionCreated> {
    // An empty one is none to the service.
    const idempotency_key = body.idempotency_key || (this.#target.retries > 0 ? freshKey() : undefined);
    const keyed = { ...body, idempotency_key };
    const created = (await this.#call(OPERATIONS.createAction, [keyed, options])) as ActionCreated;
    if (created.content_differs) throw new ContentDiffers(created);
    return created;
  }

  /**
   * Take an approved action, so that no other worker runs it. Scope: actions.
   * A call that may be tried again carries an id for the claim, so that one whose answer was lost is not someone else's.
   */
  claimAction(...[id, body = {}, options]: Parameters<OperationMethods['claimAction']>) {
    const { claim_id = this.#target.retries > 0 ? freshKey() : undefined } = body;
    return this.#call(OPERATIONS.claimAction, [id, { ...body, claim_id }, options]) as ReturnType<
      OperationMethods['claimAction']
    >;
  }

  /**
   * Report what came of an approved action. Scope: actions.
   * Of a report whose answer was lost, the next attempt is refused, for it is known: then it is given as it stands.
   */
  async reportResult(...[id, body, options]: Parameters<OperationMethods['reportResult']>): Reported {
    let isAgain = false;
    const onRetry: OnRetry = (...told) => {
      isAgain = true;
      return this.#target.onRetry?.(...told);
    };
    try {
      return await (this.#call(OPERATIONS.reportResult, [id, body, options], { ...this.#target, onRetry }) as Reported);
    } catch (failure) {
      if (!isAgain || !(failure instanceof Conflict && failure.problem.reported_by_you)) throw failure;
      const { payload, ...said } = body;
      const { updated_at } = await this.getAction(id, {}, options);
      return { id, ...said, updated_at };
    }
  }

  /**
   * What happens to the actions of the project, as it happens: `for await (const { event, data } of client.events()) …`.
   * Lost connections are opened again, and nothing is missed in between. Rarely an event is told twice, with the same
   * `event_id`.
   */
  events({ lastEventId, signal }: EventOptions = {}): AsyncGenerator<LiveEvent> {
    const open = (position: string | undefined, ending: AbortSignal) =>
      stream(this.#target, {
        method: 'GET',
        path: '/events',
        repeatable: true,
        signal: ending,
        ...(position ? { headers: { 'last-event-id': position } } : {}),
      });
    return follow(open, { lastEventId, signal });
  }

  /** The public keys that receipts are signed with, for `verifyReceipt`. */
  getJwks(options?: CallOptions): Promise<Jwks> {
    const path = `${this.#target.baseUrl.replace(/\/v1$/, '')}/.well-known/jwks.json`;
    return exchange(this.#target, { method: 'GET', path, repeatable: true, holds: 'keys', ...options });
  }

  #call([method, path, takes, special]: OperationRow, given: unknown[], target = this.#target): unknown {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, given.shift()));
    const input = takes ? given.shift() : undefined;
    const { digest, ...options } = (given[0] ?? {}) as CallOptions & { readonly digest?: string };
    const request: Exchange = {
      method,
      path: filled,
      // To erase once more takes what came since.
      repeatable: special === 'slow' ? method === 'GET' : method !== 'POST' || special === 'repeatable',
      slow: special === 'slow',
      holds: holdsOf(method, path, special),
      ...(takes === 'query' ? { query: { ...(input as Exchange['query']) } } : { body: input }),
      ...(digest === undefined ? {} : { headers: { 'if-match': `"${digest}"` } }),
      ...options,
    };
    if (special === 'streamed') return stream(target, request);
    if (special !== 'paged') return exchange(target, request);
    const pageAt = (cursor: object) =>
      exchange<PageOf<unknown>>(target, { ...request, query: { ...request.query, ...cursor } });
    return paged(pageAt);
  }
}

/** Of what is acted on, or is asked of a server for the first time: what the answer holds. */
const HOLDS: Readonly<Record<string, string>> = {
  '/actions': 'id',
  '/keys': 'id',
  '/rules': 'id',
  '/watchers': 'id',
  '/notification-channels': 'id',
  '/watcher-presets': 'presets',
  '/actions/{id}': 'expires_at',
  '/actions/{id}/decision': 'id',
  '/actions/{id}/result': 'id',
  '/actions/{id}/claim': 'claim_id',
  '/project': 'timezone',
  '/rules/backtest': 'matched',
};

/** What is deleted by its id leaves nothing to hold; of a list of those with an id it is the items. */
function holdsOf(method: string, path: string, special: OperationRow[3]): string | undefined {
  if (path.endsWith('}')) return method === 'DELETE' ? '' : (HOLDS[path] ?? 'id');
  return special === 'paged' || (method === 'GET' && HOLDS[path] === 'id') ? 'items' : HOLDS[path];
}

/** Without an id the path is that of the list, and dots lead to another: what was meant is neither. */
function segmentOf(name: string, given: unknown): string {
  if (typeof given !== 'string' || /^\.{0,2}$/.test(given))
    throw new TypeError(`${name} is ${JSON.stringify(given) ?? 'missing'}, which is none.`);
  return encodeURIComponent(given);
}

function freshKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}

/** Refused here, because the platform would repeat the key in its own message. */
function keyOf(given: string | undefined): string | undefined {
  const key = given?.trim();
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('apiKey is not a key: csk_ and 49 characters.');
  return key;
}

/** `https://host`, `https://host/` and `https://host/v1/` all mean the same service. */
function normalBaseUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search + url.hash !== '') {
    const shown = url?.password ? 'one with a password' : given;
    throw new TypeError(`baseUrl must be an http or https address, such as ${LOCAL}; not ${shown}`);
  }
  return `${given.trim().replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}
