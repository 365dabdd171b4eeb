// Whether this browser can tell, does tell, and how it begins and stops to.

import { api } from '../api.ts';
import { session } from '../session.ts';
import { bodyOf, keepOwner, registered } from './register.ts';

export type Ability = 'off' | 'insecure' | 'add_to_home_screen' | 'unsupported' | 'denied' | 'possible';

const APPLE_TOUCH = /iPhone|iPad|iPod/;

export async function abilityHere(): Promise<Ability> {
  const { enabled } = await api.getVapidPublicKey();
  if (!enabled) return 'off';
  if (!isSecureContext) return 'insecure';
  if (!('PushManager' in globalThis) || !('Notification' in globalThis))
    return APPLE_TOUCH.test(navigator.userAgent) ? 'add_to_home_screen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

/** What the server calls this browser: the hash of its endpoint. */
export async function endpointHere(): Promise<string | undefined> {
  const subscription = await (await registered())?.pushManager?.getSubscription();
  if (!subscription) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** False: the person said no. */
export async function subscribeHere(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await registered();
  const { public_key } = await api.getVapidPublicKey();
  if (!registration || public_key === null) throw new Error('This browser cannot be told.');
  // A browser takes the key as base64url, too.
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  });
  await api.subscribePush(bodyOf(subscription));
  keepOwner(session.value?.reviewer?.id);
  return true;
}

export async function unsubscribeHere(): Promise<void> {
  const subscription = await (await registered())?.pushManager?.getSubscription();
  if (!subscription) return;
  await api.unsubscribePush({ endpoint: subscription.endpoint });
  keepOwner(undefined);
  await subscription.unsubscribe();
}
