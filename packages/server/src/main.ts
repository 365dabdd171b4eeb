// The server's part of the command: `countersign serve` and `countersign admin …`. The rest is packages/cli.

import { EXIT_USAGE, UsageError } from './commands/usage-error.ts';
import { awake } from './world/awake.ts';
import { beginWithSmallYoungHeap } from './world/young-heap.ts';

const USAGE = `Countersign: human approval for AI agents.

  countersign serve              start the server; --no-open opens no browser, --no-demo leaves the demo out
  countersign admin --help       keys, projects, signing keys, the audit log, migrate, backup, restore

Settings come from the environment; docs/configuration.md lists them.`;

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === 'serve') {
    beginWithSmallYoungHeap();
    return (await import('./commands/serve.ts')).serve(rest);
  }
  if (command === 'admin') return awake((await import('./commands/admin.ts')).admin(rest));
  const asked = command === undefined || command === 'help' || command === '--help' || command === '-h';
  (asked ? process.stdout : process.stderr).write(`${asked ? '' : `Unknown command: ${command}\n\n`}${USAGE}\n`);
  process.exitCode = asked ? 0 : EXIT_USAGE;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  // Our own messages are plain Errors, and what the system says of a file needs no more words; anything else is a fault, and
  // its stack says where.
  const expected = error instanceof Error && error.name === 'Error' && (!('code' in error) || 'path' in error);
  process.stderr.write(
    `countersign: ${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
});
