// One HTTP exchange with the service: builds the request, reads the answer, throws what went wrong.

import type { ProblemBody } from '@countersign/contract';
import { CountersignProblem, UnexpectedAnswer } from './problem.ts';

export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
}

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export async function exchange<T>(target: Target, request: Exchange): Promise<T> {
  const response = await send(target, request);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export async function send({ baseUrl, apiKey, fetch }: Target, request: Exchange): Promise<Response> {
  const url = `${baseUrl}${request.path}${queryText(request.query)}`;
  const response = await fetch(url, {
    method: request.method,
    headers: {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  if (response.ok) return response;
  throw await failureOf(response, url);
}

async function failureOf(response: Response, url: string): Promise<Error> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) return new UnexpectedAnswer(response.status, url);
  return new CountersignProblem((await response.json()) as ProblemBody);
}

function queryText(query: Readonly<Record<string, unknown>> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** `https://host`, `https://host/` and `https://host/v1/` all mean the same service. */
export function normalBaseUrl(given: string): string {
  return `${given.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}
