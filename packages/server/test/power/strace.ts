// Reads what strace wrote of a server: `-xx`, so that every text is in hexadecimal, and `-y`, so that every file is named.

import type { Step } from './steps.ts';

/** `?`: not every processor has it. */
const CALLS = [
  ...['openat', 'write', 'pwrite64', 'writev', 'pwritev', 'sendto', 'sendmsg', 'ftruncate', 'fallocate'],
  ...['fsync', 'fdatasync', 'unlinkat', 'renameat2', '?open', '?creat', '?unlink', '?rename', '?renameat', '?pwritev2'],
];
const LONGEST_TEXT = 1_000_000;

/** The command before a command: strace stands beside the process, which keeps its number. */
export function traced(into: string): string[] {
  const options = ['-D', '-f', '-qq', '-y', '-xx', '-s', String(LONGEST_TEXT), '--seccomp-bpf'];
  return ['strace', ...options, '-e', `trace=${CALLS.join()}`, '-e', 'signal=none', '-o', into];
}

interface Call {
  readonly name: string;
  readonly words: string;
  readonly result: string;
  readonly began: number;
  readonly ended: number;
}

/** In the order in which they began. Only what happened in the folder, and what was told to sockets. */
export function stepsIn(trace: string, folder: string): Step[] {
  return callsIn(trace)
    .flatMap((call) => stepOf(call))
    .filter((step) => step.did === 'tell' || step.path === folder || step.path.startsWith(`${folder}/`));
}

const LINE = /^(\d+) +(.*)$/;
const WHOLE = /^(\w+)\((.*)\) += (\S+)/;
const UNFINISHED = /^(\w+)\((.*) <unfinished \.\.\.>$/;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)\) += (\S+)/;

/** A call of one thread is in two lines when another's came in between. */
function callsIn(trace: string): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, number>();
  for (const [number, line] of trace.split('\n').entries()) {
    const [, thread = '', said = ''] = LINE.exec(line) ?? [];
    const whole = WHOLE.exec(said);
    const unfinished = UNFINISHED.exec(said);
    const resumed = RESUMED.exec(said);
    if (whole) {
      const [, name = '', words = '', result = ''] = whole;
      calls.push({ name, words, result, began: number, ended: result === '?' ? Infinity : number });
    } else if (unfinished) {
      const [, name = '', words = ''] = unfinished;
      open.set(thread, calls.push({ name, words, result: '?', began: number, ended: Infinity }) - 1);
    } else if (resumed) {
      const at = open.get(thread) ?? -1;
      const begun = calls[at];
      const [, name = '', words = '', result = ''] = resumed;
      if (begun?.name !== name) throw new Error(`Line ${number + 1} goes on with a call that did not begin.`);
      calls[at] = { ...begun, words: begun.words + words, result, ended: result === '?' ? Infinity : number };
    }
  }
  return calls;
}

/** A file's number and name. */
const FILE = /^\d+<((?:\\x[0-9a-f]{2})*)>/;
const TEXT = /"((?:\\x[0-9a-f]{2})*)"/g;
const SOCKET = /^(socket|TCP|TCPv6|UNIX)/;

function stepOf({ name, words, result, began, ended }: Call): Step[] {
  if (result.startsWith('-')) return [];
  const when = { began, ended };
  const path = decoded(FILE.exec(words)?.[1] ?? '').toString();
  const texts = [...words.matchAll(TEXT)].map(([, text = '']) => decoded(text));
  const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = texts;
  const last = Number(/, (\d+)$/.exec(words)?.[1]);
  if (/^(p?write|send)/.test(name) && SOCKET.test(path)) {
    return [{ did: 'tell', text: Buffer.concat(texts).toString(), ...when }];
  }
  switch (name) {
    case 'open':
    case 'openat':
    case 'creat':
      return name === 'creat' || /O_CREAT/.test(words) ? [{ did: 'create', path: `${first}`, ...when }] : [];
    case 'write':
      return [{ did: 'write', path, at: undefined, bytes: first, ...when }];
    case 'pwrite64':
      return [{ did: 'write', path, at: last, bytes: first, ...when }];
    case 'ftruncate':
      return [{ did: 'cut', path, length: last, ...when }];
    case 'fsync':
    case 'fdatasync':
      return [{ did: 'flush', path, ...when }];
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return [{ did: 'move', path: `${first}`, to: `${second}`, ...when }];
    case 'unlink':
    case 'unlinkat':
      return [{ did: 'remove', path: `${first}`, ...when }];
    default:
      throw new Error(`Nobody has said what ${name} does to a disk: ${path}`);
  }
}

function decoded(hexadecimal: string): Buffer {
  return Buffer.from(hexadecimal.replaceAll('\\x', ''), 'hex');
}
