// Operations on billing.

import type { billingOperations } from '@countersign/contract';
import { type App, type Handlers, nowOf } from '../../app.ts';
import type { Reader } from '../../storage/database.ts';
import { openPortal, startCheckout } from './checkout.ts';
import { type OnPlan, receiveEvent } from './provider-event.ts';
import { isBillingOn, planOf } from './quota.ts';
import { approvalsIn, findAccount } from './store.ts';
import { monthOf } from './tier.ts';

/** What lies above and is counted here, or hears of another plan. */
export interface Counted {
  readonly onPlan: OnPlan;
  actions(reader: Reader, project_id: string, since: number): Promise<number>;
  watchers(reader: Reader, project_id: string): Promise<number>;
}

export function billingRoutes(count: Counted): Handlers<typeof billingOperations> {
  /** Where nothing is limited no counter is kept, so the actions themselves are counted. */
  const approvalsUsed = (app: App, project_id: string, limit: number | null) => {
    const { start } = monthOf(nowOf(app));
    return limit === null ? count.actions(app.reader, project_id, start) : approvalsIn(app.reader, project_id, start);
  };

  return {
    getBilling: async (app, { project_id }) => {
      const on = isBillingOn(app.config);
      const account = on ? await findAccount(app.reader, project_id) : undefined;
      const { tier, allows } = await planOf(app.reader, app.config, project_id);
      return {
        status: 200,
        body: {
          tier,
          status: on ? (account?.status ?? 'none') : 'self_host',
          ...(account?.current_period_end && { current_period_end: account.current_period_end }),
          usage: {
            watchers: { used: await count.watchers(app.reader, project_id), limit: allows.watchers },
            approvals: { used: await approvalsUsed(app, project_id, allows.approvals), limit: allows.approvals },
          },
          billing_enabled: on,
        },
      };
    },
    startCheckout: async (app, caller, { body }) => ({
      status: 200,
      body: { url: await startCheckout(app, caller, body) },
    }),
    openBillingPortal: async (app, caller) => ({ status: 200, body: { url: await openPortal(app, caller) } }),
    receiveBillingEvent: async (app, _caller, { raw, headers }) => {
      await receiveEvent(app, raw(), headers['stripe-signature'], count.onPlan);
      return { status: 200, body: { received: true } };
    },
  };
}
