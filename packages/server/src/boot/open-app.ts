// The app without doors: what the server opens its doors with, and operator commands work with.

import type { App } from '../app.ts';
import type { Config } from '../config.ts';
import { isRevoked } from '../features/keys/authenticate.ts';
import { openCalls } from '../features/live/calls.ts';
import { openHub } from '../features/live/hub.ts';
import { openWaits } from '../features/live/waits.ts';
import { isSignedOut } from '../features/people/recognize.ts';
import { openRulebook } from '../features/rules/rulebook.ts';
import { openSigner } from '../features/signing/open-signer.ts';
import { openSqlite } from '../storage/sqlite.ts';
import type { Endpoint } from '../world/target.ts';
import type { World } from '../world/world.ts';

interface AppOptions {
  readonly exclusive: boolean;
  readonly publicUrl: () => string;
  /** What its door listens on, once it does. */
  readonly sockets?: () => readonly Endpoint[];
}

/** `exclusive` is for the server. */
export async function openApp(
  config: Config,
  world: World,
  { exclusive, publicUrl, sockets = () => [] }: AppOptions,
): Promise<App> {
  const { databaseUrl } = config;
  const storage =
    databaseUrl.engine === 'sqlite'
      ? openSqlite(databaseUrl.file, world, { exclusive })
      : await (await import('../storage/postgres.ts')).openPostgres(databaseUrl.url, world, { listens: exclusive }); // loaded only where it is used
  const signer = await openSigner({ storage, world }).catch(async (error: unknown) => {
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
