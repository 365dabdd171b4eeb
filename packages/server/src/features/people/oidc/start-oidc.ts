// Sends a browser to the company to sign in, or to connect an account; what must fit on its return goes along in a cookie.

import { type App, nowOf, type Person, type Visit } from '../../../app.ts';
import { Problem, unauthenticated } from '../../../base/problem.ts';
import type { Above } from '../above.ts';
import { findLink } from '../link-store.ts';
import { pageBase } from '../make-link.ts';
import { hashToken } from '../token.ts';
import { FLOW_SECONDS, type Flow, ownPath, sealFlow } from './flow.ts';
import type { OidcProvider } from './provider.ts';

export interface Oidc {
  readonly provider: OidcProvider | undefined;
  /** Seals what lies in cookies. */
  readonly secret: Buffer;
  readonly above: Pick<Above, 'withdrawApprovals'>;
}

export interface Away {
  readonly location: string;
  readonly cookie?: string;
}

const START = '/v1/session/oidc/start';

export function callbackUrl(app: App): string {
  return `${pageBase(app)}/v1/session/oidc/callback`;
}

/** Who comes under another name of ours is sent to the one that the company knows, for the cookie must lie there. */
export async function startOidc(
  app: App,
  oidc: Oidc,
  visit: Visit,
  { return_to, fresh }: { return_to?: string | undefined; fresh?: string | undefined },
): Promise<Away> {
  const provider = demandProvider(oidc);
  const base = pageBase(app);
  const to = ownPath(return_to, base);
  if (new URL(base).origin !== visit.origin) {
    return { location: `${base}${START}?${new URLSearchParams({ return_to: to, ...(fresh ? { fresh } : {}) })}` };
  }
  try {
    return await begin(app, oidc, visit, { flow: { ...newFlow(app, to), fresh: fresh === '1' }, provider });
  } catch (error) {
    app.world.log('warn', 'oidc.unreachable', { reason: String(error).slice(0, 200) });
    return { location: '/signin#oidc=unreachable' };
  }
}

/** Only from a page of ours, and from someone who has just signed in: else a stranger's account could be slipped in. */
export async function linkOidc(app: App, oidc: Oidc, person: Person, visit: Visit): Promise<Away> {
  const provider = demandProvider(oidc);
  const flow = { ...newFlow(app, '/me'), link: { project_id: person.project_id, id: person.id } };
  return begin(app, oidc, visit, { flow, provider }).catch(cannotReach(app));
}

/** The invitation says which project is meant; the company, who it is. Nothing is used up before it has. */
export async function joinByOidc(app: App, oidc: Oidc, visit: Visit, token: string): Promise<Away> {
  const provider = demandProvider(oidc);
  const invitation = hashToken(token);
  const link = await findLink(app.reader, invitation);
  // Who is invited may have asked for theirs by mail; whoever is in already joins by none.
  const leadsHere = link?.purpose === 'invite' || link?.purpose === 'mail';
  if (!leadsHere || link.expires_at <= nowOf(app)) throw unauthenticated();
  return begin(app, oidc, visit, { flow: { ...newFlow(app, '/inbox'), invitation }, provider }).catch(cannotReach(app));
}

function cannotReach(app: App) {
  return (error: unknown): never => {
    app.world.log('warn', 'oidc.unreachable', { reason: String(error).slice(0, 200) });
    throw new Problem('not_found', { detail: 'The company sign-in cannot be reached.' });
  };
}

function demandProvider({ provider }: Oidc): OidcProvider {
  if (provider) return provider;
  throw new Problem('not_found', { detail: 'This server has no company sign-in.' });
}

interface Beginning {
  readonly flow: Flow;
  readonly provider: OidcProvider;
}

async function begin(app: App, { secret }: Oidc, visit: Visit, { flow, provider }: Beginning): Promise<Away> {
  const location = await provider.authorizationUrl(flow);
  return { location, cookie: visit.flowCookie(sealFlow(secret, flow, app.world.randomBytes(12))) };
}

function newFlow(app: App, to: string): Flow {
  const word = () => app.world.randomBytes(32).toString('base64url');
  return { state: word(), nonce: word(), verifier: word(), to, expires_at: nowOf(app) + FLOW_SECONDS };
}
