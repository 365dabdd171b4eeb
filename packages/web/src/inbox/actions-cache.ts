// The bodies of a few actions: the one on screen, the one before, and the next, fetched ahead.

import type { InboxAction } from '@countersign/contract';
import { api } from '../api.ts';
import { onLive } from '../live/connection.ts';

const KEPT = 8;
const kept = new Map<string, Promise<InboxAction>>();

export function loadAction(id: string): Promise<InboxAction> {
  const known = kept.get(id);
  if (known) return known;
  const loading = api.getInboxAction(id);
  kept.set(id, loading);
  loading.catch(() => kept.delete(id)); // the next look tries again
  const oldest = kept.keys().next().value;
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return loading;
}

/** Something about it changed: the next look fetches it again. */
export function forgetAction(id: string): void {
  kept.delete(id);
}

onLive(({ type, data }) => {
  if (type === 'reset') kept.clear();
  else if (typeof data.id === 'string' && type !== 'presence') kept.delete(data.id);
});
