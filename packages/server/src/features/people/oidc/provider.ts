// The company's sign-in (OpenID Connect): discovery, the way there, and what its answer says. The one file that knows the
// library, which is loaded with the first use. Everything it sends goes through the world.

import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import type { App } from '../../../app.ts';
import type { OidcSettings } from '../../../config.ts';
import { isLoopback } from '../../../world/mail-server.ts';
import type { Flow } from './flow.ts';

const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

const DEADLINE_MS = 10_000;
const MAX_BYTES = 1_000_000;
/** What discovery said is believed for so long. Keys are asked for anew at every sign-in. */
const METADATA_SECONDS = 300;
/** And that it could not be reached, for so long: anyone may ask to sign in, and all of them wait for one answer. */
const FAILED_SECONDS = 2;

/** Who someone is there, as far as we look at it. */
export interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly [name: string]: unknown;
}

export interface OidcProvider {
  readonly settings: OidcSettings;
  /** Where to send the browser. Throws when the company cannot be reached. */
  authorizationUrl(flow: Flow): Promise<string>;
  /** What the answer in this address proves. Throws at whatever does not fit. */
  redeem(flow: Flow, answer: URL): Promise<Claims>;
}

export function openOidc(app: App, settings: OidcSettings, redirectUri: () => string): OidcProvider {
  let known: { readonly metadata: Promise<ServerMetadata>; readonly untilMs: number } | undefined;

  const configured = async (client: Library): Promise<Configuration> => {
    const { clientId, clientSecret } = settings;
    const secret = clientSecret === '' ? undefined : clientSecret;
    const options = {
      [client.customFetch]: fetchThrough(app),
      execute: [client.enableNonRepudiationChecks, ...(isPlain(settings.issuer) ? [client.allowInsecureRequests] : [])],
      timeout: DEADLINE_MS / 1000,
    };
    const nowMs = app.world.nowMs();
    if (!known || known.untilMs <= nowMs) {
      const found = client.discovery(new URL(settings.issuer), clientId, secret, undefined, options);
      const asked = { metadata: found.then((one) => one.serverMetadata()), untilMs: nowMs + METADATA_SECONDS * 1000 };
      known = asked;
      asked.metadata.catch(() => {
        if (known === asked) known = { ...asked, untilMs: app.world.nowMs() + FAILED_SECONDS * 1000 };
      });
    }
    const metadata = await known.metadata;
    const config = new client.Configuration(metadata, clientId, secret, proofOf(client, secret, metadata));
    config[client.customFetch] = options[client.customFetch];
    config.timeout = options.timeout;
    for (const change of options.execute) change(config);
    return config;
  };

  return {
    settings,
    async authorizationUrl(flow) {
      const client = await library();
      return client.buildAuthorizationUrl(await configured(client), {
        redirect_uri: redirectUri(),
        scope: settings.scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(flow.fresh ? { prompt: 'login', max_age: '300' } : {}),
      }).href;
    },
    async redeem(flow, answer) {
      const client = await library();
      const config = await configured(client);
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('There is no ID token.');
      const told = config.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
      return { ...told, ...claims, ...addressIn(told, claims), issuer: claims.iss, subject: claims.sub };
    },
  };
}

/** In the body where the issuer says that it takes the secret there; by HTTP Basic every issuer does, also one that says nothing. */
function proofOf(client: Library, secret: string | undefined, metadata: ServerMetadata): ClientAuth {
  if (secret === undefined) return client.None();
  const takesInBody = metadata.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true;
  return takesInBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret);
}

/** An address and whether it is verified are one statement: of two that name different addresses, neither speaks for the other's. */
function addressIn(told: Said, claims: Said): Said {
  const [of, beside] = claims['email'] === undefined ? [told, claims] : [claims, told];
  const email_verified =
    of['email_verified'] ?? (beside['email'] === of['email'] ? beside['email_verified'] : undefined);
  return { email: of['email'], email_verified };
}

type Said = Readonly<Record<string, unknown>>;

/** A server for trying things out, on this machine. Anywhere else it is https. */
function isPlain(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** The issuer is the operator's own word, and may well be inside the company; nothing leads back to us all the same. */
function fetchThrough(app: App) {
  return async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ) => {
    const incoming = await app.world.request({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
      allowPrivate: true,
    });
    if ('error' in incoming) throw new OidcUnreachable(incoming.error);
    if (!incoming.whole) throw new OidcUnreachable('cut');
    const told = Object.entries(incoming.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    const isEmpty = incoming.status === 204 || incoming.status === 304;
    return new Response(isEmpty ? null : incoming.body, { status: incoming.status, headers: told });
  };
}

export class OidcUnreachable extends Error {}
