// What is remembered of an answer for as long as it is in use: its text, and when it came.

interface Known {
  readonly text: string;
  /** By the service's clock, as the header has it. */
  readonly date: string | null;
  /** On the steady clock, `performance.now()`: the clock of this machine may be minutes off, or be set right meanwhile. */
  readonly hereMs: number;
}

const answers = new WeakMap<object, Known>();

/** Parses an answer. */
export function readAnswer(text: string, date: string | null = null): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'object' && value !== null) answers.set(value, { text, date, hereMs: performance.now() });
  return value;
}

/** The JSON of an answer as it came. `answer` must be what the client returned, not a copy of it; undefined otherwise. */
export function answerText(answer: object): string | undefined {
  return answers.get(answer)?.text;
}

/**
 * The moment that an answer names in Unix seconds, on the steady clock. Where the header is missing, or a browser does not show
 * it, the clock here has to do.
 */
export function momentMs(answer: object, seconds: number): number {
  const { date, hereMs = 0 } = answers.get(answer) ?? {};
  const thereMs = Date.parse(date ?? '');
  return seconds * 1000 + (Number.isNaN(thereMs) ? performance.now() - Date.now() : hereMs - thereMs);
}
