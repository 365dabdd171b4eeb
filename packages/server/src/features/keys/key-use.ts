// When each key was last used. Written at its first use and then at most once a minute, never on the request's path.

import { type App, nowOf } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import type { KeyRow } from '../../storage/schema.ts';
import { saveKeyUse } from './store.ts';

const WRITE_EVERY_SECONDS = 60;
const MAX_REMEMBERED = 10_000;

export interface KeyUse {
  note(key: KeyRow): void;
  /** The newest use this instance knows of, written or not. */
  lastUsed(key: KeyRow): number | null;
}

export function trackKeyUse(app: App): KeyUse {
  const uses = new Map<string, { used: number; written: number }>();

  return {
    note(key) {
      const used = nowOf(app);
      const written = uses.get(key.id)?.written ?? key.last_used_at;
      const due = written === null || used - written >= WRITE_EVERY_SECONDS;
      if (uses.size >= MAX_REMEMBERED && !uses.has(key.id)) uses.clear(); // what is forgotten was written within a minute
      uses.set(key.id, { used, written: due ? used : written });
      if (!due) return;
      inTransaction(app, (tx) => saveKeyUse(tx, key.project_id, key.id, used)).catch((error: unknown) => {
        app.world.log('warn', 'keys.use_not_written', { key_id: key.id, reason: String(error) });
      });
    },
    lastUsed(key) {
      const known = uses.get(key.id)?.used ?? null;
      return known === null || (key.last_used_at ?? 0) > known ? key.last_used_at : known;
    },
  };
}
