// Binds the contract's operations to their handlers. The order of checks is the same for all of them:
// route, key or session, scope or role, rate, size and type of the body, its content; what comes after is the use-case's.

import type { LimitName, Operation } from '@countersign/contract';
import type { TObject } from 'typebox';
import type { App, Caller, Visit } from '../app.ts';
import { writeJson } from '../base/json-text.ts';
import { once } from '../base/once.ts';
import { Problem } from '../base/problem.ts';
import { check, checkText } from '../base/validate.ts';
import { admit, type Gate } from './admit.ts';
import type { Answer } from './answer.ts';
import { answerEarly } from './answer-early.ts';
import { MAX_BODY_BYTES, MAX_SMALL_BODY_BYTES, NOTHING, readJson, readRaw } from './body.ts';
import { STRANGERS } from './body-room.ts';
import type { Mount, MountRequest } from './mount.ts';
import { problemOf } from './problem-json.ts';
import { madeNothing, NOTHING_TAKEN, type RateLimiter } from './rate-limit.ts';
import { makeRouter } from './router.ts';
import { type LetIn, letIn } from './still-in.ts';
import { visitOf } from './visit.ts';

const MAX_QUERY_PARAMETERS = 50;
/** To read a longer body took its time, and so will the rest: others get their turn between. */
const LONG_BODY = 65_536;

/** What every handler is, once the door no longer cares which operation it serves. */
type AnyHandler = (
  app: App,
  caller: Caller | undefined,
  input: Record<string, unknown>,
) => Promise<{ status: number; body: unknown; headers?: Readonly<Record<string, string>> }>;

export interface Binding extends Gate {
  readonly operations: Readonly<Record<string, Operation>>;
  readonly handlers: Readonly<Record<string, unknown>>;
  readonly limiter: RateLimiter;
  /** What operations that fail closed say in place of an error, as far as the body was heard. */
  readonly refusals: Readonly<Record<string, (problem: Problem, body: unknown) => unknown>>;
}

export function bindApi(app: App, { operations, handlers, limiter, refusals, ...gate }: Binding): Mount {
  const router = makeRouter(
    Object.entries(operations).map(([name, operation]) => ({
      ...operation,
      name,
      handle: handlers[name] as AnyHandler,
    })),
  );

  const serve = async (request: MountRequest, { target, params }: ReturnType<typeof router.find>, heard: Heard) => {
    const { message } = request;
    const visit = once(() => visitOf(message, app.config));
    const { caller, still } = await letIn(() => admit(app, gate, target, { message, visit }));
    const limit = limitOf(target, request.search);
    const taken = caller && limit ? await limiter.take(limit, caller) : NOTHING_TAKEN;
    try {
      const answer = await perform(app, caller, target, { ...request, params, visit, heard, still });
      return { ...answer, headers: { ...answer.headers, ...taken.headers } };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // A refused request has used its token, too, and may want to know how many are left.
      const headers = madeNothing(limit, error) ? taken.giveBack() : taken.headers;
      throw new Problem(error.code, { ...error.facts, headers: { ...error.facts.headers, ...headers } });
    }
  };

  return {
    async answer(request, named) {
      const found = router.find(request.message.method ?? 'GET', request.path);
      const { name, failsClosed } = found.target;
      named(name);
      const refuse = failsClosed && !isIn(request.search, failsClosed.unless) ? refusals[name] : undefined;
      if (!refuse) return serve(request, found, () => undefined);
      let body: unknown;
      try {
        return await serve(request, found, (value) => {
          body = value;
        });
      } catch (error) {
        if (!(error instanceof Problem)) {
          const { request_id } = request;
          const reason = (error as Error)?.stack ?? String(error);
          app.world.log('error', 'http.failed', { request_id, operation: name, reason });
        }
        const problem = problemOf(error);
        const headers = { 'content-type': 'application/json', ...problem.facts.headers };
        return { status: 200, headers, body: writeJson(refuse(problem, body)) };
      }
    },
  };
}

type Heard = (body: unknown) => void;

function isIn(search: string, word: string): boolean {
  return search.split('&').includes(word);
}

function limitOf({ limit, limitWith }: Operation, search: string): LimitName | undefined {
  return limitWith && isIn(search, limitWith.query) ? limitWith.limit : limit;
}

interface Admitted extends MountRequest, Pick<LetIn<Caller | undefined>, 'still'> {
  readonly params: Readonly<Record<string, string>>;
  visit(): Visit;
  readonly heard: Heard;
}

async function perform(
  app: App,
  admitted: Caller | undefined,
  target: Operation & { readonly handle: AnyHandler },
  { message, search, signal, proceed, params, visit, heard, still }: Admitted,
): Promise<Answer> {
  const maxBytes = target.large ? MAX_BODY_BYTES : MAX_SMALL_BODY_BYTES;
  const who = admitted?.id ?? STRANGERS;
  const bytes = target.raw ? await readRaw(message, { proceed, maxBytes, who }) : undefined;
  const json = bytes
    ? NOTHING
    : await readJson(message, {
        proceed,
        maxBytes,
        who,
        // A form on another page can send a body without a type, never one that says it is JSON.
        typed: admitted?.type === 'reviewer' || target.sameOrigin === true,
      });
  heard(json.value);
  const caller = await still();
  if (json.length > LONG_BODY) await app.world.sleep(0);
  const query = target.openQuery ? openQueryOf(search, target.query) : queryOf(search, target.query);
  if (target.body) check(target.body, json.value);
  else checkEmpty(json.value);
  if (!Object.values(params).every(couldBeId)) throw new Problem('not_found');

  const answering = target.handle(app, caller, {
    params,
    query,
    headers: target.headers ? message.headers : undefined,
    body: json.value,
    sourceOf: json.sourceOf,
    raw: () => bytes,
    signal,
    visit,
  });
  if (target.slow) {
    const early = await answerEarly(app, answering);
    if (early) return early;
  }
  const { status, body, headers } = await answering;
  if (status === 204 || status === 303) return { status, headers: { ...headers } };
  if (target.streams) return { status, headers: { ...headers }, body: body as AsyncIterable<string> };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: writeJson(body) };
}

/** Refused here, so that no odd text reaches a store. */
function couldBeId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,128}$/.test(text);
}

function checkEmpty(value: unknown): void {
  const isEmpty =
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
  if (!isEmpty) throw new Problem('validation_failed', { detail: 'This operation takes no body.' });
}

/** Numbers are written as text in a query, so the schema says which are meant; nothing else is converted. */
function queryOf(search: string, schema: TObject | undefined): Record<string, unknown> {
  if (search === '' && !schema?.required?.length) return {};
  if (!isUtf8(search)) throw new Problem('validation_failed', { detail: 'The query is not UTF-8.' });
  const query: Record<string, unknown> = Object.create(null);
  const parameters = [...new URLSearchParams(`?${search}`)]; // it drops one question mark, which then is none of the name
  if (parameters.length > MAX_QUERY_PARAMETERS)
    throw new Problem('validation_failed', { detail: 'Too many parameters.' });
  for (const [name, text] of parameters) {
    const known =
      schema && Object.hasOwn(schema.properties, name) ? (schema.properties[name] as { type?: string }) : undefined;
    if (!known || name in query) {
      const message = known ? 'is given more than once' : 'is not a known parameter';
      const path = name.slice(0, 100);
      throw new Problem('validation_failed', { detail: `${path}: ${message}`, issues: [{ path, message }] });
    }
    query[name] = known.type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
  }
  checkText(query);
  if (schema) check(schema, query);
  return query;
}

/** What is known of it, and fits; the rest came along. */
function openQueryOf(search: string, schema: TObject | undefined): Record<string, unknown> {
  if (!isUtf8(search)) throw new Problem('validation_failed', { detail: 'The query is not UTF-8.' });
  const known = new URLSearchParams();
  for (const [name, text] of new URLSearchParams(search.slice(0, 8000))) {
    if (schema && Object.hasOwn(schema.properties, name)) known.append(name, text);
  }
  return queryOf(known.toString(), schema);
}

/** What is not would be read as other text. A percent sign that begins no escape stands for itself. */
function isUtf8(search: string): boolean {
  try {
    decodeURIComponent(search.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    return true;
  } catch {
    return false;
  }
}
