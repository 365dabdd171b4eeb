// `countersign serve`: starts the server and says where it is. What an operator must copy goes to stdout, a line each.

import { boot } from '../boot.ts';
import { readConfig } from '../config.ts';
import { print } from './print.ts';

export async function serve(): Promise<void> {
  const running = await boot(readConfig());
  const { firstStart, url, app } = running;
  const stop = async (signal: NodeJS.Signals) => {
    app.world.log('info', 'server.stopping', { signal });
    await running.close();
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  if (firstStart) {
    print('Countersign: first start. The key below is shown only now; store it safely.');
    print('');
    print(`  Project    ${firstStart.project_id}`);
    print(`  Admin key  ${firstStart.key}`);
    print('');
  }
  print(`Countersign is listening on ${url}  (API ${url}/v1, reference ${url}/docs)`);
  app.world.log('info', 'server.started', { url });
}
