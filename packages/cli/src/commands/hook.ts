// `countersign hook claude-code`: stands before the tools of Claude Code. Whatever goes wrong here is a no: the client would
// run a tool whose hook merely failed.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerText,
  type ClaudeCodeAnswer,
  type ClaudeCodeEvent,
  ConnectionFailed,
  type Countersign,
  JsonText,
  RateLimited,
  ServerFault,
  UnexpectedAnswer,
} from '@countersign/sdk';
import { command, type Words } from '../command.ts';
import { clientAt, connect, findConnection } from '../connection.ts';
import { EXIT_BLOCK, explained, Failure, oneOf, UsageError } from '../failure.ts';
import { invocation } from '../invocation.ts';
import { editJsonFile, isObject } from '../json-file.ts';
import { partAt } from '../json-source.ts';
import { print, printed, readInput, tell } from '../terminal.ts';
import { oneLine, secondsOf } from '../text.ts';

/** The client gives a hook up after this; our own wait ends before. */
const HOOK_TIMEOUT_S = 600;
const DEFAULT_WAIT = '9m';
/** One request is held no longer: proxies cut longer ones. */
const POLL_S = 50;
const AGAIN_MS = 1000;
/** What the last answer may be late by: with the longest wait, that is well before the client gives up. */
const LATEST_S = 30;

const UNDECIDED = ['deny', 'ask', 'defer'] as const;
type Undecided = (typeof UNDECIDED)[number];

/** Each runs any command: whoever is refused by one takes another. */
const SHELLS = 'Bash|PowerShell|Monitor';
/** To others, or to where no hook of this machine is asked. */
const OUTWARDS = 'WebFetch|Artifact|RemoteTrigger';
/** What changes something; not our own tools, which are how an agent asks. */
const MATCHER = `${SHELLS}|Write|Edit|MultiEdit|NotebookEdit|${OUTWARDS}|mcp__(?!countersign__).*`;

const OPTIONS = {
  settings: { type: 'boolean', says: 'Print the settings that put this hook before the tools' },
  install: { type: 'boolean', says: 'Put them into the settings of the project in this folder' },
  http: { type: 'boolean', says: 'Settings: call the server itself; the key comes from COUNTERSIGN_API_KEY' },
  matcher: { type: 'string', value: 'REGEX', says: 'Settings: which tools; by default those that change something' },
  wait: { type: 'string', value: 'TIME', says: `How long to wait for a decision, at most 9m, the default` },
  undecided: {
    type: 'string',
    value: 'WHAT',
    says: 'When nobody has decided by then: deny (the default), ask at the terminal, or defer a run without one',
  },
} as const;

type Given = Words<typeof OPTIONS>['values'];

export const hook = command({
  name: 'hook',
  summary: 'Have the tools of Claude Code approved first',
  takes: ['claude-code'],
  about: `Run by Claude Code before a tool: the call is proposed, a person decides, the tool runs as approved or not at all. With
--install or --settings it writes the settings for that. They fail closed: no server, no key or no answer is a no.`,
  options: OPTIONS,
  examples: [
    ['countersign hook claude-code --install', 'For the project in this folder'],
    ['countersign hook claude-code --settings --matcher Bash', 'To look at, or to put elsewhere'],
    ['countersign hook claude-code --install --wait 0 --undecided defer', 'For runs that nobody sits at: claude -p'],
  ],
  async run({ values, positionals: [client = ''] }) {
    if (client !== 'claude-code') throw new UsageError('The hook is for claude-code.');
    const waitS = waitOf(values);
    const undecided = oneOf(UNDECIDED, values.undecided ?? 'deny', '--undecided');
    if (values.settings || values.install) return settle(values, waitS, undecided);
    return answer(values, waitS, undecided).catch((error: unknown) => {
      const says = explained(error) ?? [String(error)];
      tell(`countersign: this tool may not run: ${says.map(oneLine).join(' ')}`);
      return EXIT_BLOCK;
    });
  },
});

function waitOf({ wait = DEFAULT_WAIT }: Given): number {
  const seconds = secondsOf(wait);
  if (seconds === undefined || seconds > HOOK_TIMEOUT_S - 60) throw new UsageError('--wait is a time of up to 9m.');
  return seconds;
}

async function answer(values: Given, waitS: number, undecided: Undecided): Promise<number> {
  const text = await readInput();
  const client = await connect(values);
  const given = JSON.parse(text) as ClaudeCodeEvent;
  // Not every event names its call: what is decided between two of our requests would be asked anew.
  const event = { ...given, tool_use_id: given.tool_use_id || randomUUID(), ...inputOf(text) };
  const endMs = performance.now() + waitS * 1000;
  const signal = inTime(waitS + LATEST_S);
  for (let isKnown = false; ; ) {
    const leftS = Math.max(0, Math.ceil((endMs - performance.now()) / 1000));
    const isLast = leftS <= POLL_S;
    const query = { wait: Math.min(POLL_S, leftS), undecided: isLast ? undecided : ('ask' as const) };
    const said = await ask(client, event, query, signal).catch((error: unknown) => {
      if (isLast || !isAway(error, isKnown)) throw error; // at the end, or when it says no, that is the answer
    });
    isKnown ||= said !== undefined;
    if (!said) await sleep(AGAIN_MS);
    else if (isLast || !isOpen(said)) {
      await printed(answerText(said) ?? '');
      return 0;
    }
  }
}

/** A connection on which nothing comes any more would be tried until the client ends this: it would run the tool then. */
function inTime(seconds: number): AbortSignal {
  const ending = new AbortController();
  const late = new Failure('No answer came in time.', '`countersign doctor` looks at the connection.');
  setTimeout(() => ending.abort(late), seconds * 1000).unref();
  return ending.signal;
}

/**
 * A server that is started anew is waited for: it is away by its own word, or by that of a proxy before it. Where it has answered
 * before (`isKnown`), whatever else answers does so in its place.
 */
function isAway(error: unknown, isKnown: boolean): boolean {
  if (error instanceof UnexpectedAnswer) return isKnown || error.status >= 500 || error.status === 429;
  return [ConnectionFailed, ServerFault, RateLimited].some((passing) => error instanceof passing);
}

/** By its text, so that its digits stay. */
function inputOf(text: string): { tool_input?: Record<string, unknown> } {
  const input = partAt(text, ['tool_input']);
  return input === undefined ? {} : { tool_input: new JsonText(input) as unknown as Record<string, unknown> };
}

async function ask(
  client: Countersign,
  event: ClaudeCodeEvent,
  query: { wait: number; undecided: Undecided },
  signal: AbortSignal,
) {
  const said = await client.askForClaudeCode(event, { query: { ...query, refuse: 'problem' }, signal });
  if (isOfService(said, event, query.undecided)) return said;
  throw new UnexpectedAnswer(200, 'The server');
}

/** What decides nothing is no no to the client: it would run the tool by its own rules. Only where asked for, it may be that. */
function isOfService(
  said: ClaudeCodeAnswer | null,
  { hook_event_name }: ClaudeCodeEvent,
  undecided: Undecided,
): boolean {
  const { permissionDecision, decision } = said?.hookSpecificOutput ?? {};
  if (hook_event_name === 'PreToolUse') return ['allow', 'deny', 'ask', 'defer'].includes(permissionDecision ?? '');
  const isLeftToTerminal = undecided === 'ask' && JSON.stringify(said) === '{}';
  return isLeftToTerminal || ['allow', 'deny'].includes(decision?.behavior ?? '');
}

function isOpen({ hookSpecificOutput: said }: ClaudeCodeAnswer): boolean {
  return said === undefined || said.permissionDecision === 'ask';
}

async function settle(values: Given, waitS: number, undecided: Undecided): Promise<number> {
  const entry = values.http ? await httpHook(values, waitS, undecided) : commandHook(values);
  const group = {
    matcher: values.matcher ?? MATCHER,
    hooks: [{ ...entry, timeout: HOOK_TIMEOUT_S, onFailure: 'block' }],
  };
  if (!values.install) {
    print(JSON.stringify({ hooks: { PreToolUse: [group] } }, undefined, 2));
    return 0;
  }
  // With paths of this machine they are yours alone; without, the project's.
  const file = join('.claude', values.http ? 'settings.json' : 'settings.local.json');
  const edit = (settings: Readonly<Record<string, unknown>>) => {
    const hooks = settings.hooks ?? {};
    const before = isObject(hooks) ? (hooks.PreToolUse ?? []) : undefined;
    if (!isObject(hooks) || !areGroups(before)) return undefined; // the client would read none of it, ours neither
    const others = before.map(withoutOurs).filter((one) => one.hooks.length !== 0);
    return { ...settings, hooks: { ...hooks, PreToolUse: [...others, group] } };
  };
  editJsonFile(file, { edit, shownBy: '--settings' });
  if (values.json) print(JSON.stringify({ file, matcher: group.matcher }));
  else print(`${file}: ${group.matcher} now asks first. It takes effect in the next session of Claude Code.`);
  if (values.http) tell('Claude Code must be started with COUNTERSIGN_API_KEY set.');
  return 0;
}

interface Group {
  readonly hooks: readonly unknown[];
}

function areGroups(given: unknown): given is readonly Group[] {
  return Array.isArray(given) && given.every((one) => isObject(one) && Array.isArray(one.hooks));
}

/** What else stands in one group with an earlier one of ours is not ours to remove. */
function withoutOurs(group: Group): Group {
  return { ...group, hooks: group.hooks.filter((one) => !isOurs(one)) };
}

/** By the words or the address that are written here; a script of somebody's own may be called much the same. */
function isOurs(hook: unknown): boolean {
  const { command, url } = Object(hook) as Readonly<Record<string, unknown>>;
  return / hook claude-code( |$)/.test(String(command)) || /\/v1\/hooks\/claude-code(\?|$)/.test(String(url));
}

function commandHook({ wait, undecided, url }: Given) {
  const words = [
    ...invocation(),
    ...['hook', 'claude-code'],
    ...(wait === undefined ? [] : ['--wait', wait]),
    ...(undecided === undefined ? [] : ['--undecided', undecided]),
    ...(url === undefined ? [] : ['--url', url]),
  ];
  return { type: 'command', command: words.map(quoted).join(' ') };
}

/** For the shell that runs the hook. */
function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

async function httpHook(values: Given, waitS: number, undecided: Undecided) {
  const { url } = await findConnection({ ...(values.url === undefined ? {} : { url: values.url }) });
  clientAt(url, undefined); // refuses what is no address
  const root = url.replace(/\/+$/, '').replace(/\/v1$/, '');
  return {
    type: 'http',
    url: `${root}/v1/hooks/claude-code?wait=${waitS}&undecided=${undecided}`,
    headers: { Authorization: 'Bearer $COUNTERSIGN_API_KEY' },
    allowedEnvVars: ['COUNTERSIGN_API_KEY'],
  };
}
