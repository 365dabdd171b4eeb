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
    // JSON escapes line breaks and control characters, so one event stays one line.
    write(`${JSON.stringify({ at: new Date(nowMs()).toISOString(), level, event, ...facts })}\n`);
  };
}
