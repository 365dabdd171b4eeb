// One JSON line per event on stderr. Never content, never a secret: callers pass ids, codes and durations.

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Log = (
  level: Exclude<LogLevel, 'silent'>,
  event: string,
  facts?: Readonly<Record<string, string | number | boolean | undefined>>,
) => void;

export function openLog(least: LogLevel, write: (line: string) => void, nowMs: () => number): Log {
  return (level, event, facts) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(least)) return;
    write(`${safe(JSON.stringify({ at: new Date(nowMs()).toISOString(), level, event, ...facts }))}\n`);
  };
}

/**
 * A reason may be another server's words. JSON escapes the old line breaks and control characters; those that came later (a
 * terminal obeys U+009B as it does ESC [, some readers break lines at U+2028) and what hides or reorders text are escaped here.
 */
function safe(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => escaped(character.charCodeAt(unit))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
