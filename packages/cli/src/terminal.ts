// Standard input, output and error, and what a person sees of them: colour, width, questions, progress.

import { createInterface } from 'node:readline/promises';
import { Failure } from './failure.ts';
import { textOf } from './utf8.ts';

const COLOURS = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;
export type Colour = keyof typeof COLOURS;

/** A person sits before it, who can be asked. */
export const isInteractive = Boolean(process.stdin.isTTY && process.stderr.isTTY);
export const isTerminal = Boolean(process.stdout.isTTY);

/** Undefined where output goes to a file or a pipe, and nothing should be cut. */
export function columns(): number | undefined {
  return isTerminal ? process.stdout.columns || 80 : undefined;
}

export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** For people, beside the output: what happens, what to do next. */
export function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** To a person, in the place of a line of progress, which comes again below it; nothing where nobody looks. */
export function tellInBetween(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}\n`);
}

export function paint(colour: Colour, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  const { NO_COLOR, TERM } = process.env;
  if (!stream.isTTY || NO_COLOR || TERM === 'dumb') return text;
  return `\u001b[${COLOURS[colour]}m${text}\u001b[0m`;
}

export async function ask(question: string, fallback = ''): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(`${question}${fallback && ` [${fallback}]`}: `)).trim() || fallback;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ABORT_ERR' ? new Failure('Given up.') : error; // Ctrl-D
  } finally {
    lines.close();
  }
}

/** The same without showing what is typed. */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(`${question}: `);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.resume();
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

function typedLine(input: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = '';
    const take = (text: string) => {
      for (const character of text) {
        if (character === '\r' || character === '\n') resolve(typed.trim());
        else if (character === '\u0003' || character === '\u0004') reject(new Failure('Given up.'));
        else typed = character === '\u007f' ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on('data', take);
  });
}

/** Everything that is piped in. */
export async function readInput(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array);
  return textOf(Buffer.concat(chunks), 'Standard input');
}

/** A line that changes while something takes its time; nothing where nobody looks. */
export async function withProgress<T>(line: (seconds: number) => string, work: Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work;
  const startMs = Date.now();
  const draw = () => {
    const text = line(Math.floor((Date.now() - startMs) / 1000));
    process.stderr.write(`\r\u001b[K${text.slice(0, (process.stderr.columns || 80) - 1)}`);
  };
  const timer = setInterval(draw, 1000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    process.stderr.write('\r\u001b[K');
  }
}

/**
 * A reader that has seen enough (`countersign inbox | head`) is no failure. But whatever the exit code says, it says it to
 * whoever asks: a rejection that nobody reads must not end like an approval. What is said beside the output may be lost, and
 * nothing else with it.
 */
export function endQuietlyWhenNobodyReads(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') process.exit(process.exitCode || 1);
    setImmediate(() => process.exit()); // a command that has printed its last line comes to its end first
  });
}

/** Rejects when it cannot be written: for an answer that is none unless it is read. */
export function printed(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

/** From here on there is only output: whoever stops reading has had it. */
export function flowsUntilNobodyReads(): void {
  process.exitCode = 0;
}
