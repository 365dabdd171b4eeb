// One event stream per browser: Web Locks elects the tab that holds it, a BroadcastChannel gives the others what it hears.
// Six streams on one host would stall the seventh request of an HTTP/1.1 browser.

import type { LiveEventName } from '@countersign/contract';
import { signal } from '@preact/signals';

export type LiveState = 'live' | 'reconnecting' | 'offline';

/** What the server said: the name of the event and its members. Two are ours: `opened`, when the stream has begun, and
 *  `reset`, which the server also says, when something may have been missed. */
export interface LiveEvent {
  readonly type: LiveEventName | 'opened';
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
  'watcher.updated',
  'presence',
  'counts',
  'version',
  'reset',
] as const satisfies readonly LiveEventName[];
const TRIES_BEFORE_POLLING = 2;
const RETRY_MS = 3000;
const POLL_MS = 15_000;
const ANSWERS_MS = 5000;
/** The server says something every 15 seconds: after so long it is no longer there, whatever the browser believes. */
const SILENT_MS = 40_000;

export const liveState = signal<LiveState>('reconnecting');

type Listener = (event: LiveEvent) => void;
type Message = { readonly state: LiveState } | { readonly event: LiveEvent } | { readonly ask: true };

const listeners = new Set<Listener>();
const channel = new BroadcastChannel('countersign-live');
let started = false;
let holding = false;
/** Another tab has told how its line is. */
let following = false;

export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Begins to listen; safe to call again. */
export function startLive(): void {
  if (started) return;
  started = true;
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => receive(data));
  addEventListener('offline', () => void checkThere());
  channel.postMessage({ ask: true });
  // Without locks (an old browser, a plain-http address) each tab has its own stream.
  if (navigator.locks) void navigator.locks.request('countersign-live', () => new Promise<void>(hold));
  else hold();
}

const isThere = (): Promise<boolean> =>
  fetch('/healthz', { signal: AbortSignal.timeout(ANSWERS_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** For a browser without a network: the server may be on the same machine. Until the answer the network may be back. */
async function checkThere(): Promise<void> {
  if (!(await isThere()) && !navigator.onLine) setState('offline');
}

function receive(message: Message): void {
  if ('state' in message) {
    following = true;
    liveState.value = message.state;
  } else if ('event' in message) deliver(message.event);
  else if (holding) channel.postMessage({ state: liveState.value });
}

function deliver(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

function announce(event: LiveEvent): void {
  channel.postMessage({ event });
  deliver(event);
}

function setState(state: LiveState): void {
  liveState.value = state;
  if (holding) channel.postMessage({ state });
}

/** This tab is the one that listens to the server, until it is closed. */
function hold(): void {
  holding = true;
  let missed = following; // a tab that is gone was listening, or tried to: what came in between was heard by nobody
  let failures = 0;
  let heardMs = Date.now();
  let stream = open();
  const renew = () => {
    missed = true;
    setState('reconnecting');
    stream.close();
    stream = open();
  };
  addEventListener('online', renew);
  setInterval(() => {
    if (failures >= TRIES_BEFORE_POLLING) return void poll();
    if (Date.now() - heardMs < SILENT_MS) return;
    failures++;
    renew(); // a line that went dead in silence, or a machine that slept
  }, POLL_MS);

  /** No stream comes through, but the server may be there: then it is asked. */
  async function poll(): Promise<void> {
    const there = await isThere();
    if (failures < TRIES_BEFORE_POLLING) return;
    setState(there ? 'reconnecting' : 'offline');
    if (there) announce({ type: 'reset', data: {} });
  }

  function open(): EventSource {
    const opened = new EventSource('/v1/events');
    heardMs = Date.now();
    opened.addEventListener('open', () => {
      announce({ type: missed ? 'reset' : 'opened', data: {} });
      missed = false;
      failures = 0;
      setState('live');
      if (!navigator.onLine) void checkThere(); // it may have come before the network went, and be heard of after that
    });
    for (const type of TYPES)
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => {
        heardMs = Date.now();
        announce({ type, data: JSON.parse(data) });
      });
    opened.addEventListener('error', () => {
      failures++;
      missed = true;
      if (failures < TRIES_BEFORE_POLLING && navigator.onLine) setState('reconnecting');
      else if (failures === TRIES_BEFORE_POLLING || !navigator.onLine) setState('offline');
      if (opened.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      setTimeout(() => {
        if (stream === opened) stream = open();
      }, RETRY_MS);
    });
    return opened;
  }
}
