// `countersign serve`: starts the server and says where it is. What an operator must copy goes to stdout, a line each.

import { boot, type Running } from '../boot.ts';
import { hasScreen, readConfigWith } from '../config.ts';
import { VERSION } from '../version.ts';
import { awake } from '../world/awake.ts';
import { openBrowser } from '../world/browser.ts';
import { realWorld } from '../world/world.ts';
import { print } from './print.ts';
import { tellMisspelt } from './tell-misspelt.ts';
import { UsageError } from './usage-error.ts';

const FLAGS: Readonly<Record<string, string>> = { '--no-open': 'OPEN_BROWSER', '--no-demo': 'DEMO' };

const HELP = `countersign serve   Starts the server: the API, the tools and the inbox, on one port.

  --no-open    opens no browser on the first start
  --no-demo    leaves the demo agent out

Settings come from the environment (PORT, HOST, DATABASE_URL, PUBLIC_URL, …): docs/configuration.md lists them.`;

export async function serve(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) return print(HELP);
  const unknown = args.find((arg) => !Object.hasOwn(FLAGS, arg));
  if (unknown !== undefined)
    throw new UsageError(`serve does not know ${unknown}; it takes ${Object.keys(FLAGS).join(' and ')}.`);
  const config = readConfigWith(Object.fromEntries(args.map((arg) => [FLAGS[arg] ?? '', '0'])));
  // Whoever reads the log may go, and the disk it is written to be full: both are heard of here, and end no server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const world = realWorld(config.logLevel);
  tellMisspelt(world.log);
  let running: Running | undefined;
  const stop = async (signal: NodeJS.Signals) => {
    running?.app.world.log('info', 'server.stopping', { signal });
    if (running) await awake(running.close()); // connections that are not read at the moment keep no process alive
    process.exit(0);
  };
  // Before it starts, which may take a while: the first process of a container hears nothing that it does not listen for.
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  running = await awake(boot(config, world)); // it may wait for its database, with nothing open yet
  const { url, app, setupUrl } = running;

  // In one piece: whoever has read that it listens has the key, too.
  const opens = setupUrl !== undefined && config.openBrowser && process.stdout.isTTY && hasScreen();
  print([...greeting(running), ...(opens ? ['Opening your browser …  (press Ctrl+C to stop)'] : [])].join('\n'));
  if (opens) openBrowser(setupUrl);
  app.world.log('info', 'server.started', { url, version: VERSION, database: config.databaseUrl.engine });
}

function greeting({ url, setupUrl, firstStart }: Running): string[] {
  const lines = [`Countersign is listening on ${url}  (API ${url}/v1, tools ${url}/mcp, reference ${url}/docs)`];
  if (setupUrl) {
    lines.push('', 'Open this link to make the inbox yours (works once, for 15 minutes):', '', `    ${setupUrl}`);
  }
  if (firstStart) {
    const { project_id, key } = firstStart;
    lines.push(
      '',
      `Project ${project_id}. Admin API key for scripts, shown only now; store it safely:`,
      '',
      `    ${key}`,
    );
  }
  return lines.length > 1 ? [...lines, ''] : lines;
}
