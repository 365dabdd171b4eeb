// Who answers which operation and which tool: the tables that the doors bind.

import { namedSchemas, openapi, operations, type tools } from '@countersign/contract';
import type { App, Handlers, ToolHandlers } from '../app.ts';
import { JsonText } from '../base/json-text.ts';
import { once } from '../base/once.ts';
import { oidcSettings } from '../config.ts';
import { historyRoutes } from '../features/actions/history/history-routes.ts';
import { holdEvents } from '../features/actions/holding/hold-events.ts';
import { bulkRoutes } from '../features/actions/inbox/bulk-routes.ts';
import { inboxRoutes } from '../features/actions/inbox/inbox-routes.ts';
import { liveAsides } from '../features/actions/inbox/live-asides.ts';
import { actionEvents } from '../features/actions/live-events.ts';
import { actionRoutes } from '../features/actions/routes.ts';
import { actionToolHandlers } from '../features/actions/tools.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { makeVerifier } from '../features/audit/verify-audit.ts';
import { isBillingOn } from '../features/billing/quota.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { isChannel } from '../features/channels/manage-channels.ts';
import { channelRoutes } from '../features/channels/routes.ts';
import { demoRoutes } from '../features/demo/routes.ts';
import { hookRoutes } from '../features/hooks/routes.ts';
import { chatRoutes } from '../features/interactions/chat-routes.ts';
import { interactionRoutes } from '../features/interactions/routes.ts';
import { signedRoutes } from '../features/interactions/signed-routes.ts';
import { keyRoutes } from '../features/keys/routes.ts';
import { erasure } from '../features/live/erasure.ts';
import { openFeeds } from '../features/live/feeds.ts';
import { liveRoutes } from '../features/live/routes.ts';
import { openOidc } from '../features/people/oidc/provider.ts';
import { callbackUrl } from '../features/people/oidc/start-oidc.ts';
import { demandStillIn } from '../features/people/recognize.ts';
import { preferencesOf } from '../features/people/reviewer.ts';
import { credentialRoutes, meRoutes, reviewerRoutes, sessionRoutes } from '../features/people/routes.ts';
import { findReviewer } from '../features/people/store.ts';
import { projectRoutes } from '../features/project/routes.ts';
import { pushRoutes } from '../features/push/routes.ts';
import { escalatingTo } from '../features/rules/manage-rules.ts';
import { ruleRoutes } from '../features/rules/routes.ts';
import { createdInMonth } from '../features/stats/read-usage.ts';
import { statsRoutes } from '../features/stats/routes.ts';
import { watcherLiveEvents } from '../features/watchers/live-events.ts';
import { replanWindows, restBeyondPlan } from '../features/watchers/managing/replan.ts';
import { watcherRoutes } from '../features/watchers/routes.ts';
import { countRunning } from '../features/watchers/stores/store.ts';
import { watcherToolHandlers } from '../features/watchers/tools.ts';
import { VERSION } from '../version.ts';
import { ABOVE_PEOPLE, findDecider, WATCHER_EVENTS } from './handed-down.ts';
import type { Shared } from './shared.ts';

/** What of the log is told live. */
const LIVE_SOURCES = [actionEvents, holdEvents, watcherLiveEvents, erasure];

export const toolHandlers: ToolHandlers<typeof tools> = { ...actionToolHandlers, ...watcherToolHandlers };

export function restHandlers(app: App, shared: Shared): Handlers<typeof operations> {
  const { config, world } = app;
  const { keyUse, vapid, secret, senders, erasing } = shared;
  const company = oidcSettings(config);
  const provider = company && openOidc(app, company, () => callbackUrl(app));
  const oidc = { secret, provider, above: ABOVE_PEOPLE };
  const described = once(
    () => new JsonText(JSON.stringify(openapi({ operations, schemas: namedSchemas, version: VERSION }))),
  );
  const started_at = Math.floor(world.nowMs() / 1000);
  const about = {
    version: VERSION,
    features: {
      oidc: config.oidcIssuer !== undefined,
      smtp: config.mailServer !== undefined,
      push: config.pushEnabled,
      billing: isBillingOn(config),
      demo: config.demo,
    },
  };
  return {
    ...actionRoutes(findDecider),
    ...keyRoutes(keyUse),
    ...projectRoutes({ erasing, zoneChanged: replanWindows }),
    ...watcherRoutes,
    ...ruleRoutes(isChannel),
    ...channelRoutes(senders, {
      isReviewer: async (reader, project_id, id) => (await findReviewer(reader, project_id, id)) !== undefined,
      escalatingTo,
    }),
    ...auditRoutes(makeVerifier()),
    ...billingRoutes({
      actions: createdInMonth,
      watchers: countRunning,
      onPlan: (tx, of, project_id) => restBeyondPlan(tx, of, WATCHER_EVENTS, project_id),
    }),
    ...pushRoutes(vapid, demandStillIn),
    ...statsRoutes,
    ...interactionRoutes(secret),
    ...chatRoutes(secret),
    ...sessionRoutes(about, oidc),
    ...hookRoutes,
    ...demoRoutes,
    ...credentialRoutes(about, oidc),
    ...signedRoutes(secret),
    ...inboxRoutes(findDecider, async ({ reader }, { project_id, id }) => {
      const reviewer = await findReviewer(reader, project_id, id);
      return reviewer ? preferencesOf(reviewer).splits : [];
    }),
    ...historyRoutes,
    ...bulkRoutes(findDecider),
    ...meRoutes(ABOVE_PEOPLE),
    ...reviewerRoutes(ABOVE_PEOPLE),
    ...liveRoutes(openFeeds(app, { logged: LIVE_SOURCES, aside: liveAsides(app, VERSION) })),
    getAbout: async () => ({
      status: 200,
      body: { version: VERSION, started_at, database: await app.storage.describe() },
    }),
    getOpenApi: async () => ({ status: 200, body: described() }), // written once, served as it stands
  };
}
