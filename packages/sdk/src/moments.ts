// When it is how late at the service, by what its answers say: the clock of this machine may be minutes off, or be set right
// while something is waited for. What is measured here is measured on the steady clock, `performance.now()`.

interface Heard {
  readonly thereMs: number;
  readonly hereMs: number;
}

const heard = new WeakMap<object, Heard>();

/** Where the header is missing, or a browser does not show it, the clock here has to do. */
export function rememberMoment(answer: object, date: string | null): void {
  const thereMs = Date.parse(date ?? '');
  if (!Number.isNaN(thereMs)) heard.set(answer, { thereMs, hereMs: performance.now() });
}

/** The moment that `answer` names in Unix seconds, on the steady clock. */
export function momentMs(answer: object, seconds: number): number {
  const { thereMs, hereMs } = heard.get(answer) ?? { thereMs: Date.now(), hereMs: performance.now() };
  return hereMs + seconds * 1000 - thereMs;
}
