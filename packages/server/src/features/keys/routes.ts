// Operations on keys.

import type { keyOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import type { KeyUse } from './key-use.ts';
import { createKey, listKeys, revokeKey } from './manage-keys.ts';

export const keyRoutes = (keyUse: KeyUse) =>
  ({
    createKey: async (app, caller, { body }) => ({
      status: 201,
      body: await inTransaction(app, (tx) => createKey(tx, caller, body)),
    }),
    listKeys: async (app, caller) => ({ status: 200, body: { items: await listKeys(app, keyUse, caller.project_id) } }),
    revokeKey: async (app, caller, { params }) => {
      await revokeKey(app, caller, params.id);
      return { status: 204, body: null };
    },
  }) satisfies Handlers<typeof keyOperations>;
