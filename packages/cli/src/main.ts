// `countersign`: finds the command, runs it, and says what went wrong and what to do about it.

import { aligned, type Command, helpOf, parsed } from './command.ts';
import { EXIT_USAGE, exitCodeOf, explained, UsageError } from './failure.ts';
import { safeJson } from './json-source.ts';
import { endQuietlyWhenNobodyReads, paint, print, tell } from './terminal.ts';
import { visible } from './text.ts';
import { VERSION } from './version.ts';

const GROUPS: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  'For agents and scripts': {
    push: async () => (await import('./commands/push.ts')).push,
    await: async () => (await import('./commands/await.ts')).awaitDecision,
    claim: async () => (await import('./commands/claim.ts')).claim,
    result: async () => (await import('./commands/result.ts')).result,
    listen: async () => (await import('./commands/listen.ts')).listen,
    mcp: async () => (await import('./commands/mcp.ts')).mcp,
    hook: async () => (await import('./commands/hook.ts')).hook,
  },
  'For those who decide': {
    inbox: async () => (await import('./commands/inbox.ts')).inbox,
    show: async () => (await import('./commands/show.ts')).show,
    approve: async () => (await import('./commands/approve.ts')).approve,
    reject: async () => (await import('./commands/reject.ts')).reject,
    tail: async () => (await import('./commands/tail.ts')).tail,
  },
  'To set up and look after': {
    init: async () => (await import('./commands/init.ts')).init,
    doctor: async () => (await import('./commands/doctor.ts')).doctor,
    watchers: async () => (await import('./commands/watchers.ts')).watchers,
    presets: async () => (await import('./commands/presets.ts')).presets,
    rules: async () => (await import('./commands/rules.ts')).rules,
    keys: async () => (await import('./commands/keys.ts')).keys,
    verify: async () => (await import('./commands/verify.ts')).verify,
    audit: async () => (await import('./commands/audit.ts')).audit,
  },
};

const NAME_WIDTH = 8;

/** Parse their own words, and say their own help. */
const SERVER = [
  ['serve', 'Start the server (Node 26)'],
  ['admin', 'Keys, projects, backups of the server on this machine (Node 26)'],
] as const;

const COMMANDS = Object.assign({}, ...Object.values(GROUPS)) as Readonly<Record<string, () => Promise<Command>>>;

async function usage(): Promise<string> {
  const groups = await Promise.all(
    Object.entries(GROUPS).map(async ([title, members]) => {
      const rows = await Promise.all(
        Object.values(members).map(async (load) => {
          const { name, summary } = await load();
          return [name, summary] as const;
        }),
      );
      return [title, ...aligned(rows, NAME_WIDTH), ''];
    }),
  );
  return [
    'Countersign: human approval for AI agents.',
    '',
    ...groups.flat(),
    'The server itself',
    ...aligned(SERVER, NAME_WIDTH),
    '',
    '`countersign COMMAND --help` tells more, with examples. Begin with `countersign init`.',
  ].join('\n');
}

async function main([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-V') {
    print(VERSION);
    return 0;
  }
  if (name === undefined || name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    print(await usage());
    return name === undefined ? EXIT_USAGE : 0;
  }
  if (SERVER.some(([server]) => server === name)) return (await import('./commands/serve.ts')).serve();
  const wanted = name === 'help' ? (rest[0] ?? '') : name;
  const load = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
  if (!load) throw new UsageError(`There is no command ${wanted}. \`countersign --help\` lists them.`);
  const command = await load();
  const words = name === 'help' ? undefined : parsed(command, rest);
  if (!words || words.values.help) {
    print(helpOf(command));
    return 0;
  }
  process.exitCode = exitCodeOf(undefined, process.argv.slice(2)); // until its end: a question nobody answers is no yes
  return (await command.run(words)) ?? 0;
}

function failureLines(error: unknown): string[] {
  const [first = '', ...others] = explained(error) ?? [(error as Error).stack ?? String(error)];
  const [name = ''] = process.argv.slice(2);
  const hint =
    error instanceof UsageError && Object.hasOwn(COMMANDS, name) ? [`\`countersign ${name} --help\` shows how.`] : [];
  return [`${paint('red', 'countersign:', process.stderr)} ${shown(first)}`, ...others.map(shown), ...hint];
}

/** A message may hold what others wrote: no line of it begins where ours do. */
function shown(text: string): string {
  return visible(text).text.replaceAll('\n', '\n  ');
}

function failureJson(error: unknown): string {
  const { code = 'failed', requestId } = error as { code?: string; message: string; requestId?: string };
  const [message, advice] = explained(error) ?? [(error as Error).message];
  return safeJson(
    JSON.stringify({ error: error instanceof UsageError ? 'usage' : code, message, advice, request_id: requestId }),
  );
}

endQuietlyWhenNobodyReads();
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (process.argv.includes('--json')) tell(failureJson(error));
    else for (const line of failureLines(error)) tell(line);
    process.exitCode = exitCodeOf(error, process.argv.slice(2));
  },
);
