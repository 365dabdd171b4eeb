// A browser comes back from the company: whoever it proves to be is signed in, connected, or told why not.

import { hash, timingSafeEqual } from 'node:crypto';
import { type App, nowOf, type Visit } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import { useChallenge } from '../credential-store.ts';
import { isLive } from '../session.ts';
import { findSession } from '../session-store.ts';
import { startSession } from '../start-session.ts';
import { lockReviewer } from '../store.ts';
import { forgive, takeReturn } from '../take-try.ts';
import { hashToken } from '../token.ts';
import { type Flow, openFlow } from './flow.ts';
import { type Claims, OidcUnreachable } from './provider.ts';
import { type Away, callbackUrl, type Oidc } from './start-oidc.ts';
import { connect, NotHere, putOut, recogniseClaims } from './who.ts';

/** Never a problem in JSON: a person looks at what comes of it. */
export async function finishOidc(app: App, oidc: Oidc, visit: Visit, query: string): Promise<Away> {
  const answer = new URL(`${callbackUrl(app)}?${query}`);
  const flow = visit.flow === undefined ? undefined : openFlow(oidc.secret, visit.flow, nowOf(app));
  if (!oidc.provider || !flow || !isSame(flow.state, answer.searchParams.get('state') ?? '')) return failed('expired');
  if (answer.searchParams.get('error') === 'access_denied') return failed('denied'); // by the person, or for them
  try {
    return await enter(app, oidc, visit, { flow, answer });
  } catch (error) {
    if (error instanceof NotHere) return failed(error.why);
    if (error instanceof Problem && error.code === 'rate_limited') return failed('too_often');
    app.world.log('warn', 'oidc.refused', { reason: reasonOf(error) });
    return failed(error instanceof OidcUnreachable ? 'unreachable' : 'invalid');
  }
}

async function enter(
  app: App,
  { provider, above }: Oidc,
  visit: Visit,
  { flow, answer }: { flow: Flow; answer: URL },
): Promise<Away> {
  if (!provider) return failed('expired');
  // Before the company is asked: each journey is asked about once, and each address so often.
  const counted = await takeReturn(app, visit);
  const state = hash('sha256', flow.state, 'hex');
  if (!(await inTransaction(app, (tx) => useChallenge(tx, state, flow.expires_at)))) return failed('expired');
  const no = answer.searchParams.get('error');
  if (no !== null) return saidNo(app, no);
  const claims = await provider.redeem(flow, answer);
  return inTransaction(app, async (tx) => {
    await forgive(tx, counted);
    if (flow.link) {
      if (!(await isStillHere(tx, visit, flow.link))) return failed('expired');
      await connect(tx, flow.link, claims);
      return { location: flow.to };
    }
    const { reviewer, joined } = await recogniseClaims(
      tx,
      { settings: provider.settings, above },
      claims,
      flow.invitation,
    );
    const proved_at = provedAt(claims, flow, tx.now);
    const { token } = await startSession(tx, reviewer, { visit, method: 'oidc', joined, proved_at });
    return { location: flow.to, cookie: visit.cookie(token) };
  }).catch(async (error: unknown) => {
    if (error instanceof NotHere && error.why === 'no_role') await inTransaction(app, (tx) => putOut(tx, claims));
    throw error;
  });
}

/** Whoever was signed out meanwhile connects nothing any more. */
async function isStillHere(tx: Tx, visit: Visit, { project_id, id }: NonNullable<Flow['link']>): Promise<boolean> {
  await lockReviewer(tx, { project_id, id }); // whoever is signing them out now is waited for
  const session = visit.token === undefined ? undefined : await findSession(tx, hashToken(visit.token));
  return session?.project_id === project_id && session.reviewer_id === id && isLive(session, tx.now);
}

/** Codes of OAuth and OpenID Connect. Those of no trouble that passes are for whoever has set it up. */
const PASSING = ['server_error', 'temporarily_unavailable'];
const LASTING = [
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
];

function saidNo(app: App, code: string): Away {
  const isKnown = [...PASSING, ...LASTING].includes(code);
  app.world.log('warn', 'oidc.refused', { reason: isKnown ? code : 'an error of no known code' });
  return failed(PASSING.includes(code) ? 'unreachable' : 'denied');
}

/** By the company's word. Where it says nothing, only a proof that was asked for is one: a session there is none. */
function provedAt({ auth_time }: Claims, { fresh }: Flow, now: number): number {
  if (typeof auth_time === 'number') return Math.floor(auth_time);
  return fresh ? now : 0;
}

type Failure = NotHere['why'] | 'expired' | 'denied' | 'unreachable' | 'invalid' | 'too_often';

function failed(why: Failure): Away {
  return { location: `/signin#oidc=${why}` };
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Said of us when we show what the browser brought. */
const OF_THE_EXCHANGE: readonly unknown[] = [
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'invalid_request',
];

/** Codes that are known, never what the other side wrote. */
function reasonOf(error: unknown): string {
  const { code, name, error: said } = error as { code?: unknown; name?: unknown; error?: unknown };
  return String(OF_THE_EXCHANGE.includes(said) ? said : (code ?? name)).slice(0, 100);
}
