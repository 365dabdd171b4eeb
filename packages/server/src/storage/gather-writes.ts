// What one turn of the event loop has for a connection goes out in one write: to ask the system for each statement by
// itself costs more than to compose them.

import { nextTick } from 'node:process';
import type pg from 'pg';

export function gatherWrites(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: pg.Connection }).connection;
  const query = client.query.bind(client);
  let isHeld = false;
  const release = () => {
    isHeld = false;
    stream.uncork();
  };
  const gathered = (...words: Parameters<typeof query>) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      nextTick(release); // after every promise that is about to go on
    }
    return query(...words);
  };
  client.query = gathered as unknown as typeof client.query;
}
