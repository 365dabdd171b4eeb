// A message as plain lines, for platforms that show them as they are.

import type { Text } from '../message.ts';

/** Without headline and link. */
export function linesOf({ lines, blocks }: Text): string {
  return [lines.join('\n'), ...blocks.map(({ label, text }) => (label === undefined ? text : `${label}:\n${text}`))]
    .filter((part) => part !== '')
    .join('\n\n');
}
