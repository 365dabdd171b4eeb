// The one place where everything meets: opens storage, hands each room what it needs, opens the doors.

import { namedSchemas, openapi, operations, tools } from '@countersign/contract';
import { type App, type Handlers, sweepTopic, type ToolHandlers } from './app.ts';
import { JsonText } from './base/json-text.ts';
import { once } from './base/once.ts';
import { type Config, oidcSettings } from './config.ts';
import { actionsForChannels, isUntouchedLocked } from './features/actions/actions-for-channels.ts';
import { expireActions } from './features/actions/expire-actions.ts';
import { historyRoutes } from './features/actions/history/history-routes.ts';
import { makeHoldSweep } from './features/actions/holding/commit-holds.ts';
import { holdEvents } from './features/actions/holding/hold-events.ts';
import { leaveReminder } from './features/actions/holding/owed-reminders.ts';
import { bulkRoutes } from './features/actions/inbox/bulk-routes.ts';
import { inboxRoutes } from './features/actions/inbox/inbox-routes.ts';
import { liveAsides } from './features/actions/inbox/live-asides.ts';
import { actionEvents } from './features/actions/live-events.ts';
import { pendingForPush } from './features/actions/pending-for-push.ts';
import { actionRoutes } from './features/actions/routes.ts';
import { indexActions } from './features/actions/searching/index-actions.ts';
import { nextExpiryAt, pendingAmong, saveCallback, takeExpiring } from './features/actions/store.ts';
import { actionToolHandlers } from './features/actions/tools.ts';
import { withdrawApprovals } from './features/actions/withdraw-approvals.ts';
import { auditRoutes } from './features/audit/routes.ts';
import { sealAudit } from './features/audit/seal-audit.ts';
import { makeVerifier } from './features/audit/verify-audit.ts';
import { isBillingOn } from './features/billing/quota.ts';
import { billingRoutes } from './features/billing/routes.ts';
import { takesInstead, tellOfWatcher } from './features/channels/enqueue.ts';
import { eraseChannels, isChannel } from './features/channels/manage-channels.ts';
import { channelRoutes } from './features/channels/routes.ts';
import { makeChannelSender } from './features/channels/send-due.ts';
import { openSenders } from './features/channels/senders/senders.ts';
import { isMailed, turnOffMailTo } from './features/channels/turn-off.ts';
import { makeDeliverer } from './features/deliveries/deliver-due.ts';
import { demoRoutes } from './features/demo/routes.ts';
import { makeDemoSweep } from './features/demo/run-demo.ts';
import { refuseTool } from './features/hooks/ask-for-tool.ts';
import { hookRoutes } from './features/hooks/routes.ts';
import { chatRoutes } from './features/interactions/chat-routes.ts';
import { interactionRoutes } from './features/interactions/routes.ts';
import { signedRoutes } from './features/interactions/signed-routes.ts';
import { authenticate, isRevoked } from './features/keys/authenticate.ts';
import { decidingKey, wishesOfKey } from './features/keys/deciding-key.ts';
import { type FirstStart, firstStart } from './features/keys/first-start.ts';
import { trackKeyUse } from './features/keys/key-use.ts';
import { keyRoutes } from './features/keys/routes.ts';
import { leaseTokens } from './features/limits/lease-tokens.ts';
import { openCalls } from './features/live/calls.ts';
import { erasure } from './features/live/erasure.ts';
import { openFeeds } from './features/live/feeds.ts';
import { openHub } from './features/live/hub.ts';
import { liveRoutes } from './features/live/routes.ts';
import { openWaits } from './features/live/waits.ts';
import type { Above as AbovePeople } from './features/people/above.ts';
import { keepSecret } from './features/people/credential-store.ts';
import { decidingPerson } from './features/people/deciding-person.ts';
import { noteAddress } from './features/people/known-address.ts';
import { pageBase } from './features/people/make-link.ts';
import { openOidc } from './features/people/oidc/provider.ts';
import { callbackUrl } from './features/people/oidc/start-oidc.ts';
import { isSignedOut, recognize } from './features/people/recognize.ts';
import { credentialRoutes, meRoutes, reviewerRoutes, sessionRoutes } from './features/people/routes.ts';
import { sendMailLinks } from './features/people/send-mail-links.ts';
import { setupLink } from './features/people/setup-link.ts';
import { findReviewer } from './features/people/store.ts';
import { wishesForPush } from './features/people/wishes-for-push.ts';
import type { Erasing } from './features/project/erase-project.ts';
import { checkFallbackSecret } from './features/project/fallback-secret.ts';
import { makeErasureSweep, passOpenWishes } from './features/project/resume-erasures.ts';
import { applyRetention } from './features/project/retain.ts';
import { projectRoutes } from './features/project/routes.ts';
import { eraseSubscriptions } from './features/push/manage-subscriptions.ts';
import { openPush } from './features/push/open-push.ts';
import { pushRoutes } from './features/push/routes.ts';
import { makePusher } from './features/push/send-due.ts';
import { countHits } from './features/rules/count-hits.ts';
import { eraseRules, escalatingTo } from './features/rules/manage-rules.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { openRulebook } from './features/rules/rulebook.ts';
import { openSigner } from './features/signing/open-signer.ts';
import { takeUpNewKeys } from './features/signing/rotate-keys.ts';
import { countAudit, eraseCells } from './features/stats/count-audit.ts';
import { createdInMonth } from './features/stats/read-usage.ts';
import { statsRoutes } from './features/stats/routes.ts';
import { watcherLiveEvents } from './features/watchers/live-events.ts';
import { countWatcherItems, eraseWatchers } from './features/watchers/managing/delete-watcher.ts';
import { replanWindows, restBeyondPlan } from './features/watchers/managing/replan.ts';
import { watcherRoutes } from './features/watchers/routes.ts';
import { makeRunner } from './features/watchers/running/run-due.ts';
import { watchersHealth } from './features/watchers/running/watchers-health.ts';
import { countRunning } from './features/watchers/stores/store.ts';
import { bringIntoInbox } from './features/watchers/telling/bring-into-inbox.ts';
import type { WatcherEvents } from './features/watchers/telling/events.ts';
import { watcherToolHandlers } from './features/watchers/tools.ts';
import { bindApi } from './http/bind.ts';
import { makeRateLimiter } from './http/rate-limit.ts';
import { type Listening, listen } from './http/server.ts';
import { bindTools } from './mcp/endpoint.ts';
import { inTransaction } from './storage/database.ts';
import { openSqlite } from './storage/sqlite.ts';
import { runSweeps, type Sweep, type Sweeps } from './sweeps/run-sweeps.ts';
import { surveyStorage } from './sweeps/survey-storage.ts';
import { VERSION } from './version.ts';
import type { Endpoint } from './world/target.ts';
import { realWorld, type World } from './world/world.ts';

export interface Running {
  readonly app: App;
  readonly url: string;
  /** Only on the first start ever. */
  readonly firstStart: FirstStart | undefined;
  /** While nobody has made the inbox theirs: the link that does, for a quarter of an hour. */
  readonly setupUrl: string | undefined;
  close(): Promise<void>;
}

/** What of the log is told live. */
const LIVE_SOURCES = [actionEvents, holdEvents, watcherLiveEvents, erasure];

/** What the rooms above the project take out when its data is erased. */
export const ERASING: Erasing = {
  erasers: {
    watcher_items: countWatcherItems,
    watchers: eraseWatchers,
    rules: eraseRules,
    notification_channels: eraseChannels,
    push_subscriptions: eraseSubscriptions,
  },
  erased: eraseCells,
};

/** What the rooms above people do when someone leaves an address, or may no longer decide. */
export const ABOVE_PEOPLE: AbovePeople = { isMailed, addressLeft: turnOffMailTo, withdrawApprovals };

export async function boot(config: Config, world: World = realWorld(config.logLevel)): Promise<Running> {
  let port = config.port;
  let sockets: readonly Endpoint[] = [];
  const publicUrl = () => config.publicUrl ?? localUrl(config.host, port);
  const app: App = {
    ...(await openApp(config, world, { exclusive: true, publicUrl, sockets: () => sockets })),
    wake(sweep) {
      sweeps?.wake(sweep);
      app.storage.tellOthers(sweepTopic(sweep)); // so that its work goes on when this instance does not
    },
  };
  let sweeps: Sweeps | undefined;
  let door: Listening | undefined;
  try {
    await checkFallbackSecret(app);
    await passOpenWishes(app); // before anything is made here
    const stopping = new AbortController();
    const erasing = { ...ERASING, stopping: stopping.signal };
    const keyUse = trackKeyUse(app);
    const watcherEvents: WatcherEvents = {
      takesInstead,
      matched: tellOfWatcher,
      health: (tx, project_id, event) => tellOfWatcher(tx, project_id, [event]),
    };
    const vapid = await openPush(app);
    const secret = await inTransaction(app, keepSecret);
    const senders = openSenders(secret);
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
    const handlers: Handlers<typeof operations> = {
      ...actionRoutes,
      ...keyRoutes(keyUse),
      ...projectRoutes({
        erasing,
        zoneChanged: replanWindows,
      }),
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
        onPlan: (tx, of, project_id) => restBeyondPlan(tx, of, watcherEvents, project_id),
      }),
      ...pushRoutes(vapid),
      ...statsRoutes,
      ...interactionRoutes(secret),
      ...chatRoutes(secret),
      ...sessionRoutes(about, oidc),
      ...hookRoutes,
      ...demoRoutes,
      ...credentialRoutes(about, oidc),
      ...signedRoutes(secret),
      ...inboxRoutes,
      ...historyRoutes,
      ...bulkRoutes,
      ...meRoutes(ABOVE_PEOPLE),
      ...reviewerRoutes(ABOVE_PEOPLE),
      ...liveRoutes(openFeeds(app, { logged: LIVE_SOURCES, aside: liveAsides(app, VERSION) })),
      getAbout: async () => ({
        status: 200,
        body: { version: VERSION, started_at, database: await app.storage.describe() },
      }),
      getOpenApi: async () => ({ status: 200, body: described() }), // written once, served as it stands
    };
    const toolHandlers: ToolHandlers<typeof tools> = { ...actionToolHandlers, ...watcherToolHandlers };
    const gate = {
      authenticate: (authorization: string | undefined) => authenticate(app, keyUse, authorization),
      recognize: (token: string) => recognize(app, token),
      limiter: makeRateLimiter(config, world.nowMs, (caller, name, request) => leaseTokens(app, caller, name, request)),
    };
    const deliverer = makeDeliverer({
      onGone: (tx, { project_id, action_id }) => saveCallback(tx, project_id, action_id, null),
      onFree: () => sweeps?.wake('deliveries'), // of no concern to other instances
    });
    const watchers = makeRunner(watcherEvents, () => sweeps?.wake('watchers'));
    const pusher = makePusher(
      { vapid, tokens: secret },
      {
        wishesOf: (reader, owner, now) =>
          (owner.owner_type === 'key' ? wishesOfKey : wishesForPush)(reader, owner, now),
        pending: pendingForPush,
        pendingAmong,
        expiring: takeExpiring,
        nextExpiry: nextExpiryAt,
        leaveToHolds: leaveReminder,
      },
      () => sweeps?.wake('push'),
    );
    const teller = makeChannelSender(
      { senders, secret },
      {
        look: actionsForChannels,
        expiring: takeExpiring,
        nextExpiry: nextExpiryAt,
        leaveToHolds: leaveReminder,
        isUntouchedLocked,
        intoInbox: bringIntoInbox,
      },
      () => sweeps?.wake('channels'),
    );
    const table: Readonly<Record<string, Sweep>> = {
      search: { run: indexActions, gatherMs: 1000 },
      expiry: { run: expireActions },
      deliveries: deliverer,
      demo: { run: makeDemoSweep() },
      holds: {
        run: makeHoldSweep((reader, { holder_type, project_id, holder_id }) =>
          (holder_type === 'key' ? decidingKey : decidingPerson)(reader, project_id, holder_id),
        ),
      },
      watchers,
      rules: { run: countHits, gatherMs: 1000 },
      ...(config.pushEnabled ? { push: pusher } : {}),
      channels: teller,
      seal: { run: sealAudit },
      stats: { run: countAudit },
      ...(config.mailServer ? { mail: { run: sendMailLinks } } : {}),
      retention: { run: applyRetention },
      erasures: { run: makeErasureSweep(erasing) },
      signing: { run: takeUpNewKeys },
      ...(app.storage.survey ? { survey: { run: surveyStorage } } : {}),
    };
    const reports = { metrics: watchers.counts.render, warnings: () => watchersHealth(app, watchers.counts) };
    const opened = await listen(
      app,
      {
        v1: bindApi(app, { operations, handlers, refusals: { askForClaudeCode: refuseTool }, ...gate }),
        mcp: bindTools(app, { tools, handlers: toolHandlers, ...gate }),
      },
      { reports },
    );
    door = opened;
    ({ port, sockets } = opened);
    // After the port is ours, and all or nothing: a start that fails must not use up the key.
    const { first, setupUrl } = await inTransaction(app, async (tx) => {
      const base = pageBase(app);
      const told = { first: await firstStart(tx), setupUrl: await setupLink(tx, base) };
      await noteAddress(tx, base);
      return told;
    });
    sweeps = runSweeps(app, table); // now that we know our own address, which nothing may be sent to
    for (const name of Object.keys(table)) app.hub.listen(sweepTopic(name), () => sweeps?.wake(name));
    return {
      app,
      url: localUrl(config.host, port),
      firstStart: first,
      setupUrl,
      async close() {
        stopping.abort();
        await Promise.all([opened.close(), sweeps?.stop()]);
        await app.storage.close();
      },
    };
  } catch (error) {
    await door?.close(); // or the process would live on by its sockets, and nobody would start another
    await app.storage.close();
    throw error;
  }
}

interface AppOptions {
  readonly exclusive: boolean;
  readonly publicUrl: () => string;
  /** What its door listens on, once it does. */
  readonly sockets?: () => readonly Endpoint[];
}

/** The app without doors: what operator commands work with. `exclusive` is for the server. */
export async function openApp(
  config: Config,
  world: World,
  { exclusive, publicUrl, sockets = () => [] }: AppOptions,
): Promise<App> {
  const { databaseUrl } = config;
  const storage =
    databaseUrl.engine === 'sqlite'
      ? openSqlite(databaseUrl.file, world, { exclusive })
      : await (await import('./storage/postgres.ts')).openPostgres(databaseUrl.url, world, { listens: exclusive }); // loaded only where it is used
  const signer = await openSigner({ storage }).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  const hub = openHub();
  storage.hear((topics) => {
    if (topics) for (const topic of topics) hub.wake(topic);
    else hub.wakeAll();
  });
  const { reader } = storage;
  const waits = openWaits(world, hub);
  const calls = openCalls({ config, world, hub }, (caller) =>
    caller.type === 'key' ? isRevoked(reader, caller) : isSignedOut({ reader, storage }, caller),
  );
  const ourselves = () => ({ publicUrl: publicUrl(), sockets: sockets() });
  const { mailServer: server, mailFrom: from } = config;
  return {
    config,
    world: {
      ...world,
      request: (outgoing) => world.request({ ...outgoing, ourselves: ourselves() }),
      sendMail: (mail) => world.sendMail(server && from ? { ...mail, via: { server, from } } : mail),
    },
    storage,
    reader,
    hub,
    waits,
    calls,
    signer,
    rulebook: openRulebook(),
    wake: () => undefined,
    publicUrl,
    ourselves,
  };
}

function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
