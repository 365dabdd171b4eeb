// Takes away the items of deleted watchers, a few at a time.

import type { App } from '../../../app.ts';
import { inTransaction } from '../../../storage/database.ts';
import { deleteSomeItems } from '../stores/item-store.ts';
import { deleteLeftover, someLeftover } from '../stores/run-store.ts';

const A_STEP = 200;

export async function clearLeftovers(app: App): Promise<void> {
  for (let of = await someLeftover(app.reader); of; of = await someLeftover(app.reader)) {
    const left = of;
    await inTransaction(app, async (tx) => {
      if (!(await deleteSomeItems(tx, left, A_STEP))) await deleteLeftover(tx, left);
    });
  }
}
