// Who may pass: a key with the scope, or someone signed in with the role, on a page of ours. Anyone else is told why not.

import type { IncomingMessage } from 'node:http';
import { covers, grants, type Operation, roleOf } from '@countersign/contract';
import { type App, type Caller, demandFresh, type KeyCaller, type Person, type Visit } from '../app.ts';
import { Problem, unauthenticated } from '../base/problem.ts';
import { foreignHost, isOwnHost } from './visit.ts';

export interface Gate {
  authenticate(authorization: string | undefined): Promise<KeyCaller>;
  /** Who has the session with this token; undefined when it is over, or never was. */
  recognize(token: string): Promise<Person | undefined>;
}

export interface Arrival {
  readonly message: IncomingMessage;
  visit(): Visit;
}

/** A bearer key counts alone: the cookie beside it is not looked at. */
export async function admit(
  app: App,
  { authenticate, recognize }: Gate,
  operation: Operation,
  arrival: Arrival,
): Promise<Caller | undefined> {
  if (operation.scope === 'public') {
    if (operation.sameOrigin) checkOrigin(app, arrival);
    return undefined;
  }
  const { authorization } = arrival.message.headers;
  const token = /^bearer /i.test(authorization ?? '') ? undefined : arrival.visit().token;
  if (token === undefined) return withScope(await authenticate(authorization), operation.scope);
  checkOrigin(app, arrival);
  const person = await recognize(token);
  if (!person || !isMeant(person, arrival)) throw unauthenticated();
  const needed = roleOf(operation);
  if (!covers(person.role, needed)) {
    throw new Problem('insufficient_scope', { detail: `Your role is ${person.role}; this needs ${needed}.` });
  }
  if (operation.fresh) demandFresh(app, person);
  return person;
}

/**
 * All tabs of a browser share its cookie. A page that was made for somebody else says whom, so that nothing which was begun there
 * is done in the name of who signed in beside it.
 */
function isMeant({ id }: Person, { message }: Arrival): boolean {
  const meant = message.headers['x-service-reviewer'];
  return meant === undefined || meant === id;
}

function withScope(key: KeyCaller, scope: Exclude<Operation['scope'], 'public'>): KeyCaller {
  if (scope === 'person') {
    throw new Problem('insufficient_scope', { detail: 'This is for people who are signed in, not for keys.' });
  }
  if (grants(key.scopes, scope)) return key;
  throw new Problem('insufficient_scope', { detail: `This needs a key with the scope ${scope}.` });
}

/**
 * A cookie is sent by whatever page the browser shows, so a change must come from a page of ours. `same-site` is not
 * enough: another port of this machine is that. Without a cookie and without a word of where it comes from, it is no
 * browser, and nobody's session is at risk.
 */
function checkOrigin(app: App, { message, visit }: Arrival): void {
  const { 'sec-fetch-site': site, origin, host } = message.headers;
  if (!isOwnHost(host, app.config.publicUrl)) throw foreignHost(app.config.publicUrl);
  if (message.method === 'GET' || message.method === 'HEAD') return;
  const isOurs = site === undefined ? originIsOurs(origin, visit()) : site === 'same-origin';
  if (!isOurs) throw new Problem('cross_site', { detail: 'This can only be done from a page of the inbox itself.' });
}

function originIsOurs(origin: string | undefined, visit: Visit): boolean {
  return origin === undefined ? visit.token === undefined : origin === visit.origin;
}
