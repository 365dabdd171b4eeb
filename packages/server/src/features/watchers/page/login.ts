// Whether a redirect led to a door instead of the page behind it.

const LOGIN = /\/(log-?in|sign-?in|auth|sso|account\/login|session\/new|users\/sign_in|consent)(\/|$|\.|\?)/i;

export function leadsToLogin(asked: string, final: string): boolean {
  const [from, to] = [new URL(asked), new URL(final)];
  if (from.href === to.href) return false;
  return LOGIN.test(to.pathname) && !LOGIN.test(from.pathname);
}
