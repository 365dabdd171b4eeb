// The key check, no more: one look-up, one SHA-256, one comparison.

import { hash, timingSafeEqual } from 'node:crypto';
import type { KeyRow } from '../../packages/server/src/storage/schema.ts';
import type { FloorStorage } from './storage.ts';

const SELECT_KEY = 'SELECT * FROM api_keys WHERE prefix = ?';
const PREFIX_LENGTH = 16;

export async function callerOf(storage: FloorStorage, authorization = ''): Promise<KeyRow> {
  const rawKey = authorization.slice('Bearer '.length);
  const [key] = await storage.read<KeyRow>({ sql: SELECT_KEY, values: [rawKey.slice(0, PREFIX_LENGTH)] });
  if (!key) throw new Error('No such key.');
  const given = hash('sha256', Buffer.concat([Buffer.from(key.salt, 'hex'), Buffer.from(rawKey)]), 'buffer');
  if (!timingSafeEqual(given, Buffer.from(key.hash, 'hex'))) throw new Error('Wrong key.');
  return key;
}
