// Passwords: kept as argon2id, with the parameters beside the hash; refused when they are easily guessed.

import { type Argon2Parameters, argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's second choice: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Each takes 19 MiB and a thread of the pool: so few at once, and so many in line. */
const AT_ONCE = 2;
const MOST_WAITING = 32;

export class TooManyPasswords extends Error {}

let busy = 0;
const line: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (busy >= AT_ONCE) {
    if (line.length >= MOST_WAITING) throw new TooManyPasswords();
    await new Promise<void>((resolve) => line.push(resolve));
  } else {
    busy++;
  }
  try {
    return await work();
  } finally {
    const next = line.shift();
    if (next) next();
    else busy--;
  }
}

export async function hashPassword(password: string, salt: Buffer): Promise<string> {
  const tag = await inTurn(() =>
    derive('argon2id', { message: Buffer.from(password.normalize('NFKC')), nonce: salt, ...COST }),
  );
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const SHAPE = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** For a login that nobody has: the same work, and never true. */
const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(Buffer.alloc(16))}$${base64(Buffer.alloc(32))}`;

export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = SHAPE.exec(kept ?? NOBODY) ?? [];
  if (memory === undefined) throw new Error('A kept password is not readable.');
  const expected = Buffer.from(tag, 'base64');
  const found = await inTurn(() =>
    derive('argon2id', {
      message: Buffer.from(password.normalize('NFKC')),
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  );
  return timingSafeEqual(found, expected) && kept !== null;
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const FEWEST_CHARACTERS = 5;

/** Why it would be guessed; undefined when it would not, as far as can be told without asking anyone. */
export async function weaknessOf(password: string, own: readonly string[]): Promise<string | undefined> {
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts');
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < FEWEST_CHARACTERS) return 'has too few different characters';
  const unit = repeatedUnit(text);
  const stem = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const common = [text, unit, stem, repeatedUnit(stem)].some((word) => COMMON_PASSWORDS.has(word));
  if (common || unit.length <= 4) return 'is too common: it is one of those that are tried first';
  const named = own
    .map((word) => word.toLowerCase())
    .some((word) => word.length >= 4 && text.replaceAll(word, '').length <= 5);
  return named ? 'is little more than a name' : undefined;
}

/** `abcabc` is `abc` repeated; what repeats nothing is its own unit. */
function repeatedUnit(text: string): string {
  const at = `${text}${text}`.indexOf(text, 1);
  return at > 0 && at < text.length ? text.slice(0, at) : text;
}
