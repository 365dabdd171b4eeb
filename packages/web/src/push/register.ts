// Starts the service worker, and keeps the server's knowledge of this browser fresh.

import { effect, signal } from '@preact/signals';
import { api } from '../api.ts';
import { speech } from '../i18n/translate.ts';
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
  try {
    const registration = await navigator.serviceWorker.register(trustedScript('/worker.js'), { scope: '/' });
    effect(() => void keepLanguage(speech.value.locale).catch(() => undefined)); // it has its own language then
    return registration;
  } catch {
    return undefined; // the inbox works without it
  }
}

/** For the worker, which sees nothing else of what the page keeps. It must stay one file, so nothing of it is imported here. */
async function keepLanguage(locale: string): Promise<void> {
  await (await caches.open('language')).put('/language', new Response(locale));
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
  const language = speech.peek().locale;
  return { endpoint, expirationTime, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, language };
}
