// After the first key of two, what the second can be.

import { COMMANDS, keysOf, pendingKey } from './keys.ts';

export function NextKeys() {
  const first = pendingKey.value;
  if (first === undefined) return null;
  const choices = COMMANDS.flatMap((command) =>
    keysOf(command)
      .filter((keys) => keys.startsWith(`${first} `))
      .map((keys) => ({ key: keys.slice(2), says: command.says })),
  );
  return (
    <div class="next-keys" role="status">
      <kbd>{first}</kbd> then
      {choices.map(({ key, says }) => (
        <span key={key}>
          <kbd>{key}</kbd> {says}
        </span>
      ))}
    </div>
  );
}
