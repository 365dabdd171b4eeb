// The one Trusted Types policy: it lets through our own scripts, by address, and nothing else.

interface Policy {
  createScriptURL(address: string): unknown;
}
interface Factory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
}

const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;

const policy = factory?.createPolicy('app', {
  createScriptURL(address) {
    const url = new URL(address, location.origin);
    const ours =
      url.origin === location.origin && /^\/(assets\/markdown-worker-[\w-]+\.js|worker\.js)$/.test(url.pathname);
    if (!ours) throw new TypeError(`Not a script of this app: ${address}`);
    return url.href;
  },
});

/** For `new Worker` and `serviceWorker.register`. */
export function trustedScript(address: string): string {
  return (policy?.createScriptURL(address) ?? address) as string;
}
