// One event stream per browser: Web Locks elects the tab that holds it, a BroadcastChannel gives the others what it hears.
// Six streams on one host would stall the seventh request of an HTTP/1.1 browser.

import { signal } from '@preact/signals';

export type LiveState = 'live' | 'reconnecting' | 'offline';

/** What the server said: the name of the event and its members. */
export interface LiveEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const TYPES = [
  'action.created',
  'action.updated',
  'action.result',
  'hold.started',
  'hold.undone',
  'hold.committed',
  'hold.lost',
  'delivery.updated',
  'counts',
  'version',
  'reset',
] as const;
const TRIES_BEFORE_OFFLINE = 2;
const RETRY_MS = 3000;

export const liveState = signal<LiveState>('reconnecting');

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();
const channel = new BroadcastChannel('countersign-live');
let started = false;

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins to listen; safe to call again. */
export function startLive(): void {
  if (started) return;
  started = true;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  addEventListener('offline', () => setState('offline'));
  addEventListener('online', () => setState('reconnecting'));
  // Without locks (an old browser, a plain-http address) each tab has its own stream.
  if (navigator.locks) void navigator.locks.request('countersign-live', () => new Promise<void>(() => hold()));
  else hold();
  channel.postMessage({ ask: true });
}

type Message = { readonly state: LiveState } | { readonly event: LiveEvent } | { readonly ask: true };

function receive(message: Message): void {
  if ('state' in message) liveState.value = message.state;
  else if ('event' in message) deliver(message.event);
  else if (holding) channel.postMessage({ state: liveState.value });
}

function deliver(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

function setState(state: LiveState): void {
  liveState.value = state;
  if (holding) channel.postMessage({ state });
}

let holding = false;

/** This tab is the one that listens to the server. */
function hold(): void {
  holding = true;
  let failures = 0;
  let lastId = '';
  const open = () => {
    const stream = new EventSource(`/v1/events`);
    stream.addEventListener('open', () => {
      if (failures > 0) announce({ type: 'reset', data: {} }); // what was missed is fetched again
      failures = 0;
      setState('live');
    });
    for (const type of TYPES)
      stream.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        lastId = lastEventId || lastId;
        announce({ type, data: JSON.parse(data) });
      });
    stream.addEventListener('error', () => {
      failures++;
      setState(failures >= TRIES_BEFORE_OFFLINE || !navigator.onLine ? 'offline' : 'reconnecting');
      if (stream.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      setTimeout(open, RETRY_MS);
    });
  };
  open();
}

function announce(event: LiveEvent): void {
  channel.postMessage({ event });
  deliver(event);
}
