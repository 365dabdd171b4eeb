// People in tests: someone joins by a real link and then calls as a browser on a page of ours would.

import assert from 'node:assert/strict';
import type { OneTimeLink, Role, Session } from '@countersign/contract';
import type { Visit } from '../../src/app.ts';
import type { Service } from './start-service.ts';
import { type Answer, call } from './wire.ts';

export interface Browser {
  /** What the browser would send as `Cookie`; empty when signed out. */
  readonly cookie: string;
  readonly id: string;
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends, insists on success, and gives the body. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** A browser that nobody has signed in with yet. It knows us as `localhost`, where passkeys work. */
export function newBrowser(service: Pick<Service, 'baseUrl'>): Browser {
  const base = service.baseUrl.replace('127.0.0.1', 'localhost');
  let cookie = '';
  let id = '';
  const send: Browser['send'] = async (method, path, body, headers = {}) => {
    const answer = await call(method, `${base}${path}`, {
      headers: { 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = answer.headers.get('set-cookie');
    if (set !== null && /^(sid_|__Host-sid)/.test(set)) {
      cookie = /=;/.test(set) ? '' : (set.split(';')[0] ?? '');
      id = cookie === '' ? '' : ((JSON.parse(answer.text) as Session).reviewer?.id ?? '');
    }
    return answer;
  };
  return {
    get cookie() {
      return cookie;
    },
    get id() {
      return id;
    },
    send,
    async ask<T>(method: string, path: string, body?: unknown) {
      const answer = await send(method, path, body);
      assert.ok(answer.status < 300, answer.text);
      return (answer.text === '' ? undefined : JSON.parse(answer.text)) as T;
    },
  };
}

export function tokenIn(url: string): string {
  return /#t=([A-Za-z0-9_-]{43})$/.exec(url)?.[1] ?? assert.fail(url);
}

/** Someone of this role, signed in, in the project of the key. */
export async function givenPerson(
  service: Pick<Service, 'baseUrl' | 'adminKey'>,
  role: Role,
  { key = service.adminKey, name = `A ${role}` } = {},
): Promise<Browser> {
  const invited = await call('POST', `${service.baseUrl}/reviewers`, { key, body: JSON.stringify({ role, name }) });
  const { url } = JSON.parse(invited.text) as OneTimeLink;
  const browser = newBrowser(service);
  await browser.ask('POST', '/session/link', { token: tokenIn(url) });
  return browser;
}

/** From nowhere in particular. */
export const NO_VISIT: Visit = {
  origin: 'http://localhost',
  address: '127.0.0.1',
  user_agent: '',
  token: undefined,
  cookie: () => '',
  flow: undefined,
  flowCookie: () => '',
};
