// The same question of several who come in one turn of the event loop, asked once: when all of them have come, so that
// each answer is of a later moment than its question.

import type { Reader } from './database.ts';

export function askOnce<Row>(
  find: (reader: Reader, key: string) => Promise<Row>,
): (reader: Reader, key: string) => Promise<Row> {
  const turns = new WeakMap<Reader, Map<string, Promise<Row>>>();
  return (reader, key) => {
    const turn = turns.get(reader) ?? new Map<string, Promise<Row>>();
    turns.set(reader, turn);
    const asked = turn.get(key) ?? whenAllHaveCome(() => turns.delete(reader)).then(() => find(reader, key));
    turn.set(key, asked);
    return asked;
  };
}

/** After what the network brought at once; `closed` before anyone else can come. */
function whenAllHaveCome(closed: () => void): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      closed();
      resolve();
    });
  });
}
