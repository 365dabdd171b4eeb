// What a service worker sees around itself: the few members we use. (The types that come with TypeScript cannot stand beside
// those of a page.)

export interface Waits extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchAsked extends Waits {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface PushCame extends Waits {
  readonly data: { json(): unknown } | null;
}
export interface Clicked extends Waits {
  readonly action: string;
  readonly notification: Notification;
}
export interface SubscriptionChanged extends Waits {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

export interface Shown extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
  readonly renotify?: boolean;
  readonly timestamp?: number;
}

interface OpenPage {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface Events {
  readonly install: Waits;
  readonly activate: Waits;
  readonly fetch: FetchAsked;
  readonly push: PushCame;
  readonly notificationclick: Clicked;
  readonly pushsubscriptionchange: SubscriptionChanged;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: Omit<ServiceWorkerRegistration, 'showNotification'> & {
    showNotification(title: string, shown: Shown): Promise<void>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}
