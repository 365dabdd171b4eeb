// The one place where everything meets: opens storage, hands each room what it needs, opens the doors. Its tables are in `boot/`.

import { operations, tools } from '@countersign/contract';
import { type App, sweepTopic } from './app.ts';
import { WATCHER_EVENTS } from './boot/handed-down.ts';
import { restHandlers, toolHandlers } from './boot/handlers.ts';
import { openApp } from './boot/open-app.ts';
import { openShared } from './boot/shared.ts';
import { sweepTable } from './boot/sweeps.ts';
import type { Config } from './config.ts';
import { freeLeases } from './features/channels/send-store.ts';
import { refuseTool } from './features/hooks/ask-for-tool.ts';
import { authenticate } from './features/keys/authenticate.ts';
import { type FirstStart, firstStart } from './features/keys/first-start.ts';
import { makeLeases } from './features/limits/lease-tokens.ts';
import { forgetNumbersToCome } from './features/live/forget-numbers.ts';
import { noteAddress } from './features/people/known-address.ts';
import { pageBase } from './features/people/make-link.ts';
import { recognize } from './features/people/recognize.ts';
import { setupLink } from './features/people/setup-link.ts';
import { checkFallbackSecret } from './features/project/fallback-secret.ts';
import { passOpenWishes } from './features/project/resume-erasures.ts';
import { makeRunner } from './features/watchers/running/run-due.ts';
import { watchersHealth } from './features/watchers/running/watchers-health.ts';
import { bindApi } from './http/bind.ts';
import { makeRateLimiter } from './http/rate-limit.ts';
import { type Listening, listen } from './http/server.ts';
import { bindTools } from './mcp/endpoint.ts';
import { inTransaction } from './storage/database.ts';
import { runSweeps, type Sweeps } from './sweeps/run-sweeps.ts';
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
    await forgetNumbersToCome(app); // before anyone follows
    const stopping = new AbortController();
    const shared = await openShared(app, stopping.signal);
    const wakeHere = (sweep: string) => sweeps?.wake(sweep);
    const watchers = makeRunner(WATCHER_EVENTS, () => wakeHere('watchers'));
    const table = sweepTable(app, { ...shared, watchers }, wakeHere);
    const gate = {
      authenticate: (authorization: string | undefined) => authenticate(app, shared.keyUse, authorization),
      recognize: (token: string) => recognize(app, token),
      limiter: makeRateLimiter(config, world.nowMs, makeLeases(app)),
    };
    const reports = { metrics: watchers.counts.render, warnings: () => watchersHealth(app, watchers.counts) };
    const opened = await listen(
      app,
      {
        v1: bindApi(app, {
          operations,
          handlers: restHandlers(app, shared),
          refusals: { askForClaudeCode: refuseTool },
          ...gate,
        }),
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
      if (config.databaseUrl.engine === 'sqlite') await freeLeases(tx); // the lock of the file is ours
      return told;
    });
    sweeps = runSweeps(app, table); // now that we know our own address, which nothing may be sent to
    for (const name of Object.keys(table)) app.hub.listen(sweepTopic(name), () => wakeHere(name));
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

function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
