// The key of a command, on the button that does the same; nothing where no key does it.

import { keyWords } from './key-words.ts';
import { COMMANDS, type CommandId, keysNow } from './keys.ts';

export function Key({ of }: { readonly of: CommandId }) {
  const words = keyOf(of);
  return words === '' ? null : <kbd>{words}</kbd>;
}

/** In words; empty where no key does it. */
export function keyOf(command: CommandId): string {
  const [keys] = COMMANDS.filter(({ id }) => id === command).flatMap(keysNow);
  return keys === undefined ? '' : keyWords(keys);
}
