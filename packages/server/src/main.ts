// The server's part of the command: `countersign serve` and `countersign admin …`. The rest is packages/cli.

import { EXIT_USAGE, UsageError } from './commands/usage-error.ts';
import { awake } from './world/awake.ts';
import { beginWithSmallYoungHeap } from './world/young-heap.ts';

const USAGE = `Countersign: human approval for AI agents.

  countersign serve              start the server; --no-open opens no browser, --no-demo leaves the demo out
  countersign admin --help       keys, projects, signing keys, the audit log, migrate, backup, restore

Settings come from the environment; docs/configuration.md lists them.`;

/** What storage knows of it was a reason for its own log, or is not known. */
const UNAVAILABLE = 'The database takes nothing just now: it is full, gone, or has no connection left. Try again.';

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
  process.stderr.write(`countersign: ${wordsOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
});

/** Our own messages are plain Errors, and what the system says of a file needs no more words; a fault says by its stack where. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, code } = error as NodeJS.ErrnoException;
  if (name === 'Problem' && code === 'unavailable') return UNAVAILABLE;
  return name === 'Error' && (code === undefined || 'path' in error) ? message : (stack ?? message);
}
