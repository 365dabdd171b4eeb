// `countersign await`: waits for a decision and says it by its exit code, for scripts.

import {
  type ActionCreated,
  type ActionRead,
  type Approved,
  type Countersign,
  type Decided,
  StillPending,
} from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { oneOf, UsageError } from '../failure.ts';
import { decisionOf, paintStatus, printJson } from '../output.ts';
import { isTerminal, print, tell, tellInBetween, withProgress } from '../terminal.ts';
import { duration, secondsOf, visible } from '../text.ts';

export const EXITS: Readonly<Record<Decided['status'] | 'pending', number>> = {
  approved: 0,
  rejected: 2,
  expired: 3,
  pending: 4,
  executed: 5,
  execute_failed: 6,
};

const PRINTS = ['body', 'payload', 'title', 'receipt'] as const;

export const WAIT_OPTIONS = {
  timeout: {
    type: 'string',
    value: 'TIME',
    says: 'How long to wait: seconds, or 5m, 2h; without it, until it expires',
  },
  print: { type: 'string', value: 'WHAT', says: `When approved, print only its ${PRINTS.join(', ')}, as approved` },
} as const;

interface Given {
  readonly timeout?: string;
  readonly print?: string;
  readonly json?: boolean;
}

export interface Wait {
  /** Seconds; undefined: until it expires. */
  readonly timeout: number | undefined;
  readonly prints: (typeof PRINTS)[number] | undefined;
  readonly json: boolean;
}

/** Read before anything is done: what is proposed by a command that is given wrongly, nobody would wait for. */
export function waitOf({ timeout, print: what, json = false }: Given): Wait {
  const seconds = timeout === undefined ? undefined : secondsOf(timeout);
  if (timeout !== undefined && seconds === undefined) throw new UsageError('--timeout is a time such as 90, 5m or 2h.');
  return { timeout: seconds, prints: what === undefined ? undefined : oneOf(PRINTS, what, '--print'), json };
}

export const awaitDecision = command({
  name: 'await',
  summary: 'Wait for the decision on an action; the exit code tells it',
  takes: ['ID'],
  about: `Exit codes: 0 approved, 2 rejected, 3 expired, 4 still pending when the timeout ended, 5 carried out already, 6 tried
already and failed, 1 something failed, 64 the command was given wrongly.`,
  options: WAIT_OPTIONS,
  examples: [
    ['countersign await act_… && ./deploy', 'Go on only when approved'],
    ['countersign await act_… --timeout 10m --print body > approved.txt', 'Get what was approved, edits included'],
    ['countersign await act_… --json | jq .decision.comment', 'Everything there is to know'],
  ],
  async run({ values, positionals: [id = ''] }) {
    const wait = waitOf(values);
    const client = await connect(values);
    if (!isSilent(wait)) tellWhere(await seen(client, id, wait), wait);
    return awaited(client.waitForDecision(id, { timeout: wait.timeout }), wait);
  },
});

/** As it is now. Where there is a timeout, a connection on which nothing comes is not given longer than by a wait of none. */
async function seen(client: Countersign, id: string, { timeout }: Wait): Promise<ActionRead> {
  if (timeout === undefined) return client.getAction(id);
  return client.waitForDecision(id, { timeout: 0 }).then(
    ({ action }) => action,
    (error: unknown) => {
      if (!(error instanceof StillPending)) throw error;
      return error.action;
    },
  );
}

export async function awaited(decision: Promise<Decided>, { prints, json }: Wait): Promise<number> {
  const waiting = (seconds: number) => `… ${duration(seconds)}`;
  try {
    const decided = await withProgress(waiting, decision);
    if (json) printJson(decided.action);
    else if (prints !== undefined) printPart(decided, prints);
    else printDecided(decided);
    return EXITS[decided.status];
  } catch (error) {
    if (!(error instanceof StillPending)) throw error;
    if (json) printJson(error.action);
    else tell(error.message);
    return EXITS.pending;
  }
}

/** Who only looks needs no words about waiting; nor does a program. */
function isSilent({ json, timeout }: Wait): boolean {
  return json || timeout === 0;
}

/** One line when a wait begins: a log shows what the script stands at, and who reads it can go and decide. */
export function tellWhere(
  { id, status, inbox_url }: Pick<ActionCreated, 'id' | 'status' | 'inbox_url'>,
  wait: Wait,
): void {
  if (status !== 'pending' || isSilent(wait)) return;
  const line = `Waiting for a decision on ${id}: ${inbox_url}`;
  if (process.stderr.isTTY) tellInBetween(line);
  else tell(line);
}

/** Only what was approved may be used: of anything else nothing is printed. */
function printPart(decided: Decided, what: (typeof PRINTS)[number]): void {
  if (decided.status !== 'approved') {
    tell(`${decided.id} is ${decided.status}.`);
    return;
  }
  const text = partOf(decided, what);
  process.stdout.write(isTerminal ? visible(text).text : text); // exactly, to a program; a terminal would obey it
}

function partOf(approved: Approved, what: (typeof PRINTS)[number]): string {
  if (what === 'body') return approved.preview.body;
  return `${what === 'payload' ? (approved.payloadText ?? 'null') : approved[what]}\n`;
}

function printDecided({ id, status, action }: Decided): void {
  const { decision, result } = action;
  if (decision) print(`${id} ${decisionOf(decision)}`);
  if (!decision || result) print(`${id} is ${paintStatus(status)}.`);
}
