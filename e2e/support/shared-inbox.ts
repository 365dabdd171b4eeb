// One server and one page for a whole file of tests: before each, nothing waits and the page is at the inbox.

import { after, before, beforeEach } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import type { BrowserContext, Page } from 'playwright-core';
import type { Service } from '../../packages/server/test/support/start-service.ts';
import { closeBrowser } from './browser.ts';
import { givenAgent, type Inbox, type InboxOptions, openInbox, shownTitle } from './inbox.ts';

const BULK = 50;
/** As long as it can be chosen: nothing is decided on its own while a busy machine looks at what is held. */
const UNDO_S = 30;

export interface SharedInbox {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  readonly service: Service;
  /** With the admin key. */
  readonly api: Countersign;
  readonly agent: Countersign;
  readonly errors: readonly string[];
  readonly inbox: Inbox;
  /** An action that waits; its body says `Body of …`, unless told otherwise. */
  ask(
    title: string,
    more?: Partial<Parameters<Countersign['createAction']>[0]>,
  ): ReturnType<Countersign['createAction']>;
  /** Until it is the one on the screen, and long enough for keys to count. */
  current(title: string): Promise<void>;
  /** Whatever is held is decided. */
  letHoldsEnd(): void;
  /** Another page of the same browser, at the same inbox. */
  newPage(): Promise<Page>;
}

export function sharedInbox(options: InboxOptions = {}): SharedInbox {
  let inbox: Inbox;
  let agent: Countersign;
  let page: Page;
  before(async () => {
    inbox = await openInbox({ allowPrivateTargets: true, ...options });
    agent = await givenAgent(inbox);
    page = inbox.page;
    await page.evaluate(chooseUndo, UNDO_S);
  });
  beforeEach(async () => {
    await rejectAll(inbox.api);
    if (page.isClosed()) page = await inbox.context.newPage();
    await page.goto(`${inbox.url}/inbox`);
    await page.getByRole('heading', { name: /^Inbox/ }).waitFor();
    await page.locator('.action-pane').waitFor();
  });
  after(async () => {
    await inbox.stop();
    await closeBrowser();
  });
  return {
    get page() {
      return page;
    },
    get context() {
      return inbox.context;
    },
    get url() {
      return inbox.url;
    },
    get service() {
      return inbox.service;
    },
    get api() {
      return inbox.api;
    },
    get agent() {
      return agent;
    },
    get errors() {
      return inbox.errors;
    },
    get inbox() {
      return inbox;
    },
    ask: (title, more = {}) =>
      agent.createAction({
        kind: 'mail.send',
        title,
        preview: { body: `Body of ${title}` },
        expires_in: 3600,
        ...more,
      }),
    async current(title) {
      await shownTitle(page).getByText(title, { exact: true }).waitFor();
      await page.locator('.written .inside').first().waitFor();
      await page.locator('.decision-bar:not([aria-busy=true])').waitFor();
    },
    letHoldsEnd: () => inbox.service.wind(UNDO_S + 1),
    newPage: async () => {
      const opened = await inbox.context.newPage();
      await opened.goto(`${inbox.url}/inbox`);
      await opened.getByRole('heading', { name: /^Inbox/ }).waitFor();
      return opened;
    },
  };
}

/** In the page, whose session it is of. */
async function chooseUndo(seconds: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/v1/me', { method: 'PATCH', headers, body: JSON.stringify({ undo_s: seconds }) });
  if (!answer.ok) throw new Error(await answer.text());
}

async function rejectAll(api: Countersign): Promise<void> {
  for (;;) {
    const { items } = await api.listActions({ status: 'pending', limit: BULK });
    if (items.length === 0) return;
    await api.bulkDecide({ ids: items.map(({ id }) => id), decision: 'reject' });
  }
}
