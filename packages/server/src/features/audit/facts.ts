// The facts and values of audit rows, which are kept as JSON text.

/** Text that no longer parses was changed by someone: it is shown as it is, and is not what was sealed. */
export function readFacts(text: string | null): Record<string, unknown> {
  if (text === null) return {};
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}
