// `countersign serve`: starts the server and says where it is. What an operator must copy goes to stdout, a line each.

import { boot, type Running } from '../boot.ts';
import { readConfig } from '../config.ts';
import { print } from './print.ts';

export async function serve(): Promise<void> {
  const running = await boot(readConfig());
  const { url, app } = running;
  const stop = async (signal: NodeJS.Signals) => {
    app.world.log('info', 'server.stopping', { signal });
    await running.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  // In one piece: whoever has read that it listens has the key, too.
  print(greeting(running).join('\n'));
  app.world.log('info', 'server.started', { url });
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
