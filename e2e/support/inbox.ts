// A server of its own for one test, and a page in which somebody has made the inbox theirs.

import { Countersign } from '@countersign/sdk';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { type Service, type ServiceOptions, startService } from '../../packages/server/test/support/start-service.ts';
import { PATIENCE_MS } from '../../packages/server/test/support/until.ts';
import { browser } from './browser.ts';

export interface Inbox {
  readonly service: Service;
  /** Where a browser finds it: `localhost`, because passkeys work nowhere else without https. */
  readonly url: string;
  /** With the admin key. */
  readonly api: Countersign;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page logged as an error, or threw. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

export interface InboxOptions extends ServiceOptions {
  readonly phone?: boolean;
  readonly dark?: boolean;
  /** Leaves the page at the printed link. */
  readonly signedOut?: boolean;
  /** Every file comes from the server, none from what the service worker keeps. */
  readonly noWorker?: boolean;
  /**
   * Tests answer requests in the server's place, now and then. What is on its way while a browser begins or ceases to ask them may never
   * be answered, so it asks from the first request to the last.
   */
  readonly routed?: boolean;
  /** Where the browser is; else where the machine is. */
  readonly timezone?: string;
}

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

export async function openInbox(options: InboxOptions = {}): Promise<Inbox> {
  const service = await startService({
    ...options,
    environment: { HOST: 'localhost', DEMO: '0', ...options.environment },
  });
  const url = service.running.url.replace('127.0.0.1', 'localhost');
  const api = new Countersign({ apiKey: service.adminKey, baseUrl: url });
  const { context, page, errors } = await openPage(options);
  await page.goto(service.running.setupUrl ?? url);
  if (!options.signedOut) await makeItMine(page);
  return {
    service,
    url,
    api,
    context,
    page,
    errors,
    async stop() {
      await context.close();
      await service.stop();
    },
  };
}

/** A fresh profile with an authenticator that says yes to everything. */
export async function openPage({ phone = false, dark = false, noWorker = false, routed, timezone }: InboxOptions = {}) {
  const context = await (await browser()).newContext({
    viewport: phone ? PHONE : DESKTOP,
    hasTouch: phone,
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: phone ? 2 : 1,
    serviceWorkers: noWorker ? 'block' : 'allow',
    ...(timezone !== undefined && { timezoneId: timezone }),
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (routed) await context.route(/^nothing:/, (route) => route.abort());
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await addAuthenticator(page);
  return { context, page, errors };
}

export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

/** From the printed link to the inbox, without a passkey: the shortest way. */
async function makeItMine(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Dana Novak');
  await page.getByRole('button', { name: 'Make it mine' }).click();
  await page.getByRole('checkbox', { name: /^Only people may decide/ }).uncheck(); // keys of the tests decide, too
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
}

/** A client with a key that may ask, as an agent has one. */
export async function givenAgent({ api, url }: Inbox, name = 'billing-agent'): Promise<Countersign> {
  const { key } = await api.createKey({ name, scopes: ['actions'] });
  return new Countersign({ apiKey: key, baseUrl: url, retries: 0 });
}

/** The content as it is in the editor. */
export const draftOf = (page: Page) =>
  page
    .getByLabel('Content')
    .evaluate((box) => [...box.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'));

/** What is shown may be decided: a key meant for the action before it no longer counts. */
export const mayDecide = (page: Page) => page.locator('.decision-bar:not([aria-busy=true])').waitFor();

/** The title of the action that is shown. */
export const shownTitle = (page: Page) => page.locator('.action-head h2');
