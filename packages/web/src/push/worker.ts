// The service worker: shows notifications, decides from their buttons, and keeps the empty shell of the app for when the
// server cannot be reached. No answer of the API is ever kept: content stays off the device.

import type { PushMessage } from '@countersign/contract';
import type { Clicked, FetchAsked, PushCame, SubscriptionChanged, WorkerScope } from './worker-scope.ts';
import { type WorkerMessage, words } from './worker-words.ts';

const worker = self as unknown as WorkerScope;
const SHELL = 'shell';
const PAGE = '/inbox';
/** Of what is fetched as it stands: files that never change under their name. */
const FILES = /^\/assets\/[\w.-]+$/;
/** Of what the server answers without the app: no script of ours runs there. */
const NOT_THE_APP = /^\/(v1|mcp|docs|metrics|healthz|readyz|\.well-known)\b/;

type Notice = PushMessage['notification'];
type Kept = Pick<Notice, 'navigate'> & Partial<Notice['data']>;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', onFetch);
worker.addEventListener('push', onPush);
worker.addEventListener('notificationclick', onClick);
worker.addEventListener('pushsubscriptionchange', onChange);

function onFetch(event: FetchAsked): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin || request.method !== 'GET') return;
  if (FILES.test(pathname)) event.respondWith(keptFile(request));
  else if (request.mode === 'navigate' && !NOT_THE_APP.test(pathname)) event.respondWith(page(event));
}

async function keptFile(request: Request): Promise<Response> {
  const shell = await caches.open(SHELL);
  const kept = await shell.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await shell.put(request, answer.clone());
  return answer;
}

/** The server's page while it answers; else the shell as it last was, which then says that it is offline. */
async function page(event: FetchAsked): Promise<Response> {
  const shell = await caches.open(SHELL);
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.type === 'basic') event.waitUntil(keepPage(shell, answer.clone()));
    return answer;
  } catch (error) {
    const kept = await shell.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

/** A new version of the app takes the place of the old one, and its files go. */
async function keepPage(shell: Cache, answer: Response): Promise<void> {
  const before = await (await shell.match(PAGE))?.text();
  const now = await answer.clone().text();
  if (before === now) return;
  if (before !== undefined) for (const old of await shell.keys()) await shell.delete(old);
  await shell.put(PAGE, answer);
  const named = [...now.matchAll(/(?:src|href)="(\/[\w./-]+)"/g)].map(([, path = '']) => path);
  await Promise.all(
    named.map(async (path) => {
      const file = await fetch(path);
      if (file.ok) await shell.put(path, file);
    }),
  );
}

async function waiting(): Promise<Notice> {
  const say = await words();
  return {
    title: say('Something is waiting'),
    body: say('Open the inbox.'),
    navigate: PAGE,
    tag: 'inbox.waiting',
    actions: [],
    data: { event: 'inbox.waiting' },
  };
}

function onPush(event: PushCame): void {
  event.waitUntil(read(event).then(show));
}

/** A browser takes the permission away from those who show nothing, so something is always shown. */
async function read({ data }: PushCame): Promise<Notice> {
  try {
    const { notification } = (data?.json() ?? {}) as Partial<PushMessage>;
    if (typeof notification?.title === 'string') return notification;
  } catch {
    // Not ours, or of a version that this worker does not know.
  }
  return waiting();
}

function show({ title, body, tag, actions, navigate, data }: Notice): Promise<void> {
  const kept: Kept = { ...data, navigate };
  return worker.registration.showNotification(title, {
    body,
    tag,
    renotify: true,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    actions: actions.map(({ action, title: words }) => ({ action, title: words })),
    data: kept,
  });
}

function onClick(event: Clicked): void {
  const { action, notification } = event;
  const kept = notification.data as Kept;
  notification.close();
  const token = action === 'approve' || action === 'reject' ? kept.tokens?.[action] : undefined;
  if (token && kept.action_id && (action === 'approve' || action === 'reject'))
    event.waitUntil(decide(action, token, { ...kept, action_id: kept.action_id }));
  else event.waitUntil(open(kept.navigate));
}

/** The session's cookie says who decides, the token that it was this notification; either alone decides nothing. */
async function decide(
  decision: 'approve' | 'reject',
  token: string,
  kept: Kept & { readonly action_id: string },
): Promise<void> {
  const said = await ask('/v1/push/decide', { action_id: kept.action_id, decision, token });
  const seconds = typeof said === 'string' ? 0 : await undoSecondsIn(said);
  const done = seconds > 0 ? CAN_BE_UNDONE[decision] : DONE[decision];
  const say = await words();
  const title = say(typeof said !== 'string' ? done : said === UNKNOWN ? 'No answer came' : 'Nothing was decided');
  await worker.registration.showNotification(title.replace('{seconds}', String(seconds)), {
    body: [...(typeof said === 'string' ? [say(said)] : []), say('Tap to open it.')].join(' '),
    tag: kept.action_id,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    silent: true,
    data: { navigate: kept.navigate } satisfies Kept,
  });
}

/** None when it was so late that it was decided at once; nor is any promised when the rest of the answer was lost. */
async function undoSecondsIn(answer: Response): Promise<number> {
  const { undo_s } = (await answer.json().catch(() => ({ undo_s: 0 }))) as { readonly undo_s: number };
  return undo_s;
}

const DONE = { approve: 'Approved', reject: 'Rejected' } as const;

const CAN_BE_UNDONE = {
  approve: 'Approved. Undo in the app, {seconds} s',
  reject: 'Rejected. Undo in the app, {seconds} s',
} as const;

/** Not to be called a no: what was asked for may have been done, and only the answer to it lost. */
const UNKNOWN = 'It may be decided, or not.';

/** The answer; if there is none that says yes, why not. */
async function ask(path: string, body: object): Promise<Response | WorkerMessage> {
  try {
    const answer = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.ok) return answer;
    return answer.status >= 500 ? UNKNOWN : (WHY[answer.status] ?? 'The server refused.');
  } catch {
    return UNKNOWN;
  }
}

const WHY: Readonly<Record<number, WorkerMessage>> = {
  401: 'You are signed out.',
  403: 'It must be decided in the inbox.',
  404: 'It is not there any more.',
  409: 'It was decided already, or has expired.',
  412: 'It has changed since.',
  429: 'That was too fast.',
};

/** In the tab that is open already, without loading it anew: somebody may be writing there. */
async function open(navigate: string): Promise<void> {
  const { pathname } = new URL(navigate, worker.location.origin);
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = windows.filter(({ url }) => !NOT_THE_APP.test(new URL(url).pathname));
  const shown = pages.find(({ focused }) => focused) ?? pages[0];
  if (!shown) return void (await worker.clients.openWindow(pathname));
  shown.postMessage({ go: pathname });
  await shown.focus().catch(() => undefined); // some systems do not let us
}

/** The push service gave the browser another address. */
function onChange(event: SubscriptionChanged): void {
  event.waitUntil(
    (async () => {
      const options = event.oldSubscription?.options;
      const fresh = event.newSubscription ?? (options && (await worker.registration.pushManager.subscribe(options)));
      if (fresh) await ask('/v1/push/subscribe', fresh.toJSON());
    })(),
  );
}
