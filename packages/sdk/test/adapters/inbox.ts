// What every adapter's test needs: a server, a tool that remembers how it was called, and someone who decides.

import { after, before } from 'node:test';
import { type ActionRead, Countersign, JsonText } from '@countersign/sdk';
import { clientOf } from '../../../server/test/support/given.ts';
import { type Service, startService } from '../../../server/test/support/start-service.ts';
import { until } from '../../../server/test/support/until.ts';

export interface Inbox {
  /** A client as an agent has it; each like that of another process. */
  agent(): Countersign;
  /** One whose reports do not come through. */
  muteAgent(): Countersign;
  /** One whose waits are seen, as they begin, each by the signal that ends it. */
  watchedAgent(): { readonly client: Countersign; readonly waits: readonly AbortSignal[] };
  pending(): Promise<ActionRead>;
  approve(edited?: Record<string, unknown>): Promise<string>;
  reject(comment: string): Promise<string>;
  /** Nobody decides. */
  expire(): Promise<string>;
  statusOf(id: string): Promise<string>;
  resultOf(id: string): Promise<ActionRead['result']>;
  wind(seconds: number): void;
}

/** One server for the whole file. */
export function openInbox(): Inbox {
  let service: Service;
  let admin: Countersign;
  before(async () => {
    service = await startService();
    admin = clientOf(service, service.adminKey);
  });
  after(() => service.stop());

  const pending = async () => {
    const { id } = await until(
      async () => (await admin.listActions({ status: 'pending' })).items[0],
      'something is pending',
    );
    return admin.getAction(id);
  };
  return {
    agent: () => new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey }),
    muteAgent: () =>
      new Countersign({
        baseUrl: service.baseUrl,
        apiKey: service.adminKey,
        retries: 0,
        fetch: (to, init) => (/\/result$/.test(String(to)) ? Promise.reject(new Error('cut off')) : fetch(to, init)),
      }),
    watchedAgent() {
      const waits: AbortSignal[] = [];
      const watched: typeof fetch = (to, init) => {
        if (init?.signal && /[?&]wait=[1-9]/.test(String(to))) waits.push(init.signal);
        return fetch(to, init);
      };
      return { client: new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey, fetch: watched }), waits };
    },
    pending,
    async approve(edited) {
      const { id } = await pending();
      await admin.decideAction(id, { decision: 'approve', ...(edited ? { edited } : {}) });
      return id;
    },
    async reject(comment) {
      const { id } = await pending();
      await admin.holdDecision(id, { decision: 'reject', comment, seconds: 0 });
      return id;
    },
    async expire() {
      const { id } = await pending();
      service.wind(300);
      return id;
    },
    wind: (seconds) => service.wind(seconds),
    statusOf: async (id) => (await admin.getAction(id)).status,
    resultOf: async (id) => (await admin.getAction(id)).result,
  };
}

/** An edit that JavaScript would read as 35. */
export const UNHELD = { 'payload.amount': new JsonText('35.00000000000000001') };

/** Long enough for the test that waits, short enough for the one that winds the clock. */
export const shown = (input: { amount: number }) => ({
  title: `Refund ${input.amount} EUR`,
  expires_in: 300,
});

/** What the model said is part of it, and it said too much. */
export const unshowable = ({ amount }: { amount: number }) => ({ title: String(amount).repeat(300) });

/** JSON, but deeper than the service takes. */
export const DEEP = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) as unknown[];

/** The first call waits for a decision; then nobody can be asked about the second. */
export function describedOnce(waits: readonly AbortSignal[]) {
  return async ({ amount }: { amount: number }) => {
    if (amount === 40) return shown({ amount });
    await until(() => waits.length > 0, 'the other one waits');
    throw new Error('no words');
  };
}

export function refundTool() {
  const paid: number[] = [];
  return {
    paid,
    pay({ amount }: { amount: number }): string {
      if (amount > 1000) throw new Error('the account is empty');
      paid.push(amount);
      return `Refunded ${amount} EUR`;
    },
  };
}
