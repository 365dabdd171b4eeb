// Starts the service worker, follows its clicks to their page, and keeps the server's knowledge of this browser fresh.

import { signal } from '@preact/signals';
import { api } from '../api.ts';
import { trustedScript } from '../trusted.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** The browser offers to install the app. */
export const installable = signal<InstallPrompt>();

let started: Promise<ServiceWorkerRegistration | undefined> | undefined;

/** Undefined where there are no service workers: plain http, or a private window. */
export function registered(): Promise<ServiceWorkerRegistration | undefined> {
  started ??= start();
  return started;
}

async function start(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<{ go?: unknown }>) => {
    if (typeof data?.go === 'string' && data.go.startsWith('/')) go(data.go);
  });
  try {
    return await navigator.serviceWorker.register(trustedScript('/worker.js'), { scope: '/' });
  } catch {
    return undefined; // the inbox works without it
  }
}

/** As if a link to it had been followed: what the tab has in memory stays. */
function go(path: string): void {
  if (path === location.pathname) return;
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  installable.value = event as InstallPrompt;
});
addEventListener('appinstalled', () => {
  installable.value = undefined;
});

const OWNER = 'push-for';

/** Who turned it on in this browser. */
export function keepOwner(id: string | undefined): void {
  if (id === undefined) localStorage.removeItem(OWNER);
  else localStorage.setItem(OWNER, id);
}

/** The server forgets a browser with its session: told again when the same person is back, and ended for another. */
export async function refreshSubscription(reviewerId: string): Promise<void> {
  const subscription = await (await registered())?.pushManager?.getSubscription();
  if (!subscription) return;
  if (localStorage.getItem(OWNER) === reviewerId) {
    await api.subscribePush(bodyOf(subscription)).catch(() => undefined);
    return;
  }
  keepOwner(undefined);
  await subscription.unsubscribe();
}

export function bodyOf(subscription: PushSubscription) {
  const { endpoint = '', expirationTime = null, keys = {} } = subscription.toJSON();
  return { endpoint, expirationTime, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
}
