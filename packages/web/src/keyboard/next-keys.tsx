// After the first key of two, what the second can be.

import { rich, t } from '../i18n/translate.ts';
import { COMMAND_WORDS } from './command-words.ts';
import { COMMANDS, keysOf } from './keys.ts';

export function NextKeys({ first }: { readonly first: string }) {
  const choices = COMMANDS.flatMap((command) =>
    keysOf(command)
      .filter((keys) => keys.startsWith(`${first} `))
      .map((keys) => ({ key: keys.slice(2), says: COMMAND_WORDS[command.id].says })),
  );
  return (
    <div class="next-keys" role="status">
      {rich('{key} then', { key: <kbd>{first}</kbd> })}
      {choices.map(({ key, says }) => (
        <span key={key}>
          <kbd>{key}</kbd> {t(says)}
        </span>
      ))}
    </div>
  );
}
