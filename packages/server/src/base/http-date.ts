// Moments as HTTP writes them, and how long an answer asks us to stay away.

/** Unix seconds. Only the forms that HTTP knows: Date.parse reads much that is no date. */
export function httpDate(text: string): number | undefined {
  if (!/^[A-Za-z]{3,9},? [\w :-]+( GMT| UTC| [+-]\d{4})?$/.test(text.trim())) return undefined;
  const ms = Date.parse(/GMT|UTC|[+-]\d{4}$/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Seconds, by `Retry-After`: a number, or a moment by the clock of whoever answers. Undefined when it says neither. */
export function askedWait({ 'retry-after': asked, date }: Headers): number | undefined {
  const seconds = Number(asked);
  if (Number.isFinite(seconds)) return seconds > 0 ? seconds : undefined;
  const [until, now] = [asked, date].map((text) => httpDate(String(text)));
  return until !== undefined && now !== undefined && until > now ? until - now : undefined;
}
