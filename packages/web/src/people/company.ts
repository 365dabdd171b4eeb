// Signing in at the company: the way there, and in words what came of it.

import { type Plain, t } from '../i18n/translate.ts';

const FAILED = {
  expired: 'That took too long, or began in another browser. Try again.',
  denied: 'The company sign-in said no.',
  unreachable: 'The company sign-in cannot be reached.',
  invalid: 'The answer of the company sign-in could not be trusted. Try again, or tell an admin.',
  unknown: 'The company knows you, but nobody here does. Open the link of your invitation, or ask an admin for one.',
  no_role: 'None of your groups at the company has a role here. Ask an admin.',
  too_often: 'Too many tries. Wait a minute, then try again.',
  other_address: 'The invitation is for another address than the one the company knows you by. Ask an admin.',
  in_already:
    'Someone here has your address. If that is you, sign in as before and connect your account under Me; else ask an admin.',
  taken: 'That account at the company already belongs to someone else here.',
} as const satisfies Record<string, Plain>;

/** Undefined when nobody comes back from there in vain. */
export function companyFailure(): string | undefined {
  const why = /[#&]oidc=([a-z_]+)/.exec(location.hash)?.[1];
  if (why === undefined) return undefined;
  return t(Object.hasOwn(FAILED, why) ? FAILED[why as keyof typeof FAILED] : FAILED.invalid);
}

export function companyStart(to: string): string {
  return `/v1/session/oidc/start?return_to=${encodeURIComponent(to)}`;
}

const LOOK_MS = 700;
const PATIENCE_MS = 600_000;

/** In a tab of its own, so that the page stays as it is. (It tells us nothing: our policy cuts what joins the two.) */
export async function signInAside(isFresh: () => Promise<boolean>): Promise<boolean> {
  window.open('/v1/session/oidc/start?fresh=1&return_to=/me', '_blank', 'noopener');
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (await isFresh().catch(() => false)) return true;
  }
  return false;
}
