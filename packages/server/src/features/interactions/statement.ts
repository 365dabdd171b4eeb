// What a passkey signs: who decides what about which content, once, now.

import { hash } from 'node:crypto';
import type { PublicKey, Statement } from '@countersign/contract';
import { canonicalJson } from '@countersign/contract/audit-chain';
import type { StoredAction } from '../actions/store.ts';

/** How the inbox shows each form of preview; another number when that changes. */
const SHOWN_VERSION = 1;

export function shownAs({ preview_format }: Pick<StoredAction, 'preview_format'>): string {
  return `${preview_format}/${SHOWN_VERSION}`;
}

export function challengeOf(statement: Statement): Buffer {
  return hash('sha256', canonicalJson(statement), 'buffer');
}

/** RFC 7638: what the receipt names the passkey by. */
export function thumbprintOf({ alg: _, ...key }: PublicKey): string {
  return hash('sha256', canonicalJson(key), 'base64url');
}

/** A nonce serves one person for one action. */
export function purposeOf({ reviewer, action_id }: Pick<Statement, 'reviewer' | 'action_id'>): string {
  return `step-up ${reviewer} ${action_id}`;
}
