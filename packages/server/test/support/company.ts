// A company's sign-in on this machine that says what it is told, right or wrong. A faithful one is in oidc.test.ts; this one
// can lie in every way that must be noticed.

import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface Wrongs {
  /** Members of the ID token in place of the right ones. */
  readonly token?: Readonly<Record<string, unknown>>;
  /** Signed with a key that is in no list. */
  readonly foreignKey?: boolean;
  /** Not signed at all. */
  readonly unsigned?: boolean;
  /** What the browser brings back in place of the right parameters. */
  readonly answer?: Readonly<Record<string, string>>;
}

export interface Company {
  readonly issuer: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Who the next visitor is, and what is wrong with what is said of them. */
  says(claims: Readonly<Record<string, unknown>>, wrongs?: Wrongs): void;
  rotateKeys(): Promise<void>;
  /** Answers nothing but 503 while it is so. */
  isDown(down: boolean): void;
  /** How often anything was asked of it. */
  requests(): number;
  /** What was asked for at the last visit. */
  asked(): URLSearchParams;
  stop(): void;
}

interface Grant {
  readonly params: URLSearchParams;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly wrongs: Wrongs;
}

const SECRET = 'company-secret';

/** `told`: what it says when it is asked about someone once more (userinfo); else there is no asking. */
export async function startCompany(told?: () => Readonly<Record<string, unknown>>): Promise<Company> {
  const grants = new Map<string, Grant>();
  let claims: Grant['claims'] = {};
  let wrongs: Wrongs = {};
  let asked = new URLSearchParams();
  let down = false;
  let requests = 0;
  let keys = await newKeys();
  const foreign = await newKeys();

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', issuer());
    requests++;
    if (down) return void response.writeHead(503).end();
    if (url.pathname === '/.well-known/openid-configuration') return json(response, metadata());
    if (url.pathname === '/jwks') return json(response, { keys: [keys.jwk] });
    if (url.pathname === '/authorize') return authorize(url, response);
    if (url.pathname === '/token') return token(request, response);
    if (url.pathname === '/userinfo' && told) return json(response, told());
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const metadata = () => ({
    issuer: issuer(),
    authorization_endpoint: `${issuer()}/authorize`,
    token_endpoint: `${issuer()}/token`,
    jwks_uri: `${issuer()}/jwks`,
    ...(told ? { userinfo_endpoint: `${issuer()}/userinfo` } : {}),
    response_types_supported: ['code'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  });

  const authorize = (url: URL, response: ServerResponse) => {
    asked = url.searchParams;
    const code = randomBytes(16).toString('hex');
    grants.set(code, { params: url.searchParams, claims, wrongs });
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const answer = {
      code,
      state: url.searchParams.get('state') ?? '',
      iss: issuer(),
      session_state: 'x',
      ...wrongs.answer,
    };
    for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value);
    response.writeHead(303, { location: back.href }).end();
  };

  const token = async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const form = new URLSearchParams(body);
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('client_secret') !== SECRET) return json(response, { error: 'invalid_client' }, 401);
    const fits =
      grant?.params.get('code_challenge') === challenge &&
      grant.params.get('code_challenge_method') === 'S256' &&
      grant.params.get('redirect_uri') === form.get('redirect_uri');
    if (!grant || !fits) return json(response, { error: 'invalid_grant' }, 400);
    json(response, { access_token: 'access', token_type: 'Bearer', id_token: await idToken(grant) });
  };

  const idToken = async ({ params, claims: said, wrongs: wrong }: Grant) => {
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: issuer(),
      aud: 'countersign',
      iat: now,
      exp: now + 300,
      nonce: params.get('nonce'),
      ...said,
    };
    const content = { ...right, ...wrong.token };
    if (wrong.unsigned) return `${part({ alg: 'none' })}.${part(content)}.`;
    const { key, jwk } = wrong.foreignKey ? foreign : keys;
    return new SignJWT(content).setProtectedHeader({ alg: 'RS256', kid: String(jwk.kid) }).sign(key);
  };

  return {
    get issuer() {
      return issuer();
    },
    get environment() {
      return { OIDC_ISSUER: issuer(), OIDC_CLIENT_ID: 'countersign', OIDC_CLIENT_SECRET: SECRET };
    },
    says(next, wrong = {}) {
      claims = next;
      wrongs = wrong;
    },
    async rotateKeys() {
      keys = await newKeys();
    },
    isDown: (next) => {
      down = next;
    },
    requests: () => requests,
    asked: () => asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function newKeys() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(6).toString('hex');
  return { key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
