// A message as plain lines, for platforms that show them as they are.

import type { Text } from '../message.ts';

/** With our own link behind them: where there is too much, words of others give way. Half a link would lead elsewhere. */
export function withLink(words: string, url: string, most: number): string {
  const link = `\n\nOpen in the inbox: ${url}`;
  return `${words.slice(0, Math.max(0, most - link.length)).toWellFormed()}${link}`;
}

/** Without headline and link. */
export function linesOf({ lines, blocks }: Text): string {
  return [lines.join('\n'), ...blocks.map(({ label, text }) => (label === undefined ? text : `${label}:\n${text}`))]
    .filter((part) => part !== '')
    .join('\n\n');
}
