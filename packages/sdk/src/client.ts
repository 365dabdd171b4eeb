// The typed client: one method per operation of the service.

import type { Operations } from '@countersign/contract';
import type { Static, TSchema } from 'typebox';
import { type Exchange, exchange, normalBaseUrl, send, type Target } from './transport.ts';

type Body<O> = O extends { readonly body: infer S extends TSchema } ? Static<S> : never;
type Query<O> = O extends { readonly query: infer S extends TSchema } ? Static<S> : never;
type Replies<O> = O extends { readonly replies: infer R } ? R[keyof R] : never;
type Answer<O> = Replies<O> extends infer S extends TSchema ? Static<S> : never;

export interface ClientOptions {
  /** Without one, `COUNTERSIGN_API_KEY` of the environment, where there is an environment. */
  readonly apiKey?: string;
  /** With or without `/v1`. Without one, `COUNTERSIGN_URL`, else the address of a server on this machine. */
  readonly baseUrl?: string;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

const LOCAL = 'http://localhost:8484';

export class Countersign {
  readonly #target: Target;

  constructor(options: ClientOptions = {}) {
    this.#target = {
      apiKey: options.apiKey ?? environment('COUNTERSIGN_API_KEY'),
      baseUrl: normalBaseUrl(options.baseUrl ?? environment('COUNTERSIGN_URL') ?? LOCAL),
      fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    };
  }

  createAction(body: Body<Operations['createAction']>, options?: CallOptions) {
    return this.#call<'createAction'>({ method: 'POST', path: '/actions', body, ...options });
  }

  listActions(query: Query<Operations['listActions']> = {}, options?: CallOptions) {
    return this.#call<'listActions'>({ method: 'GET', path: '/actions', query, ...options });
  }

  /** Every action that matches, newest first, page by page. */
  eachAction(query: Query<Operations['listActions']> = {}, options?: CallOptions) {
    return eachOf((cursor) => this.listActions({ ...query, ...cursor }, options));
  }

  /** With `wait`, a pending action is answered at its decision or expiry, or after so many seconds. */
  getAction(id: string, query: Query<Operations['getAction']> = {}, options?: CallOptions) {
    return this.#call<'getAction'>({ method: 'GET', path: `/actions/${encodeURIComponent(id)}`, query, ...options });
  }

  /** `digest` binds the decision to what the decider saw: of another content it is refused. */
  decideAction(
    id: string,
    body: Body<Operations['decideAction']>,
    { digest, ...options }: CallOptions & { readonly digest?: string } = {},
  ) {
    const headers = digest === undefined ? undefined : { 'if-match': `"${digest}"` };
    const path = `/actions/${encodeURIComponent(id)}/decision`;
    return this.#call<'decideAction'>({ method: 'POST', path, headers, body, ...options });
  }

  bulkDecide(body: Body<Operations['bulkDecide']>, options?: CallOptions) {
    return this.#call<'bulkDecide'>({ method: 'POST', path: '/actions/bulk-decision', body, ...options });
  }

  reportResult(id: string, body: Body<Operations['reportResult']>, options?: CallOptions) {
    const path = `/actions/${encodeURIComponent(id)}/result`;
    return this.#call<'reportResult'>({ method: 'POST', path, body, ...options });
  }

  claimAction(id: string, body: Body<Operations['claimAction']> = {}, options?: CallOptions) {
    const path = `/actions/${encodeURIComponent(id)}/claim`;
    return this.#call<'claimAction'>({ method: 'POST', path, body, ...options });
  }

  listDeliveries(id: string, options?: CallOptions) {
    const path = `/actions/${encodeURIComponent(id)}/deliveries`;
    return this.#call<'listDeliveries'>({ method: 'GET', path, ...options });
  }

  redeliverAction(id: string, body: Body<Operations['redeliverAction']> = {}, options?: CallOptions) {
    const path = `/actions/${encodeURIComponent(id)}/redeliver`;
    return this.#call<'redeliverAction'>({ method: 'POST', path, body, ...options });
  }

  createKey(body: Body<Operations['createKey']>, options?: CallOptions) {
    return this.#call<'createKey'>({ method: 'POST', path: '/keys', body, ...options });
  }

  listKeys(options?: CallOptions) {
    return this.#call<'listKeys'>({ method: 'GET', path: '/keys', ...options });
  }

  async revokeKey(id: string, options?: CallOptions): Promise<void> {
    await this.#call<'revokeKey'>({ method: 'DELETE', path: `/keys/${encodeURIComponent(id)}`, ...options });
  }

  getProject(options?: CallOptions) {
    return this.#call<'getProject'>({ method: 'GET', path: '/project', ...options });
  }

  updateProject(body: Body<Operations['updateProject']>, options?: CallOptions) {
    return this.#call<'updateProject'>({ method: 'PATCH', path: '/project', body, ...options });
  }

  rotateWebhookSecret(options?: CallOptions) {
    return this.#call<'rotateWebhookSecret'>({ method: 'POST', path: '/project/rotate-webhook-secret', ...options });
  }

  listAudit(query: Query<Operations['listAudit']> = {}, options?: CallOptions) {
    return this.#call<'listAudit'>({ method: 'GET', path: '/audit', query, ...options });
  }

  /** Every audit row that matches, newest first, page by page. */
  eachAuditRow(query: Query<Operations['listAudit']> = {}, options?: CallOptions) {
    return eachOf((cursor) => this.listAudit({ ...query, ...cursor }, options));
  }

  /** The text as it arrives: NDJSON or CSV, oldest row first. */
  async *exportAudit(query: Query<Operations['exportAudit']> = {}, options?: CallOptions): AsyncGenerator<string> {
    const response = await send(this.#target, { method: 'GET', path: '/audit/export', query, ...options });
    if (!response.body) return;
    yield* response.body.pipeThrough(new TextDecoderStream());
  }

  getOpenApi(options?: CallOptions) {
    return this.#call<'getOpenApi'>({ method: 'GET', path: '/openapi.json', ...options });
  }

  #call<Name extends keyof Operations>(request: Exchange): Promise<Answer<Operations[Name]>> {
    return exchange(this.#target, request);
  }
}

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

async function* eachOf<T>(pageAt: (cursor: { cursor?: string }) => Promise<PageOf<T>>): AsyncGenerator<T> {
  for (let cursor: { cursor?: string } | undefined = {}; cursor; ) {
    const page: PageOf<T> = await pageAt(cursor);
    yield* page.items;
    cursor = page.next_cursor === null ? undefined : { cursor: page.next_cursor };
  }
}

function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
