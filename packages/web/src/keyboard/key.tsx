// The key of a command, on the button that does the same; nothing where no key does it.

import { keyWords } from './key-words.ts';
import { COMMANDS, type CommandId, keysNow } from './keys.ts';

export function Key({ of }: { readonly of: CommandId }) {
  const [keys] = COMMANDS.filter(({ id }) => id === of).flatMap(keysNow);
  return keys === undefined ? null : <kbd>{keyWords(keys)}</kbd>;
}
