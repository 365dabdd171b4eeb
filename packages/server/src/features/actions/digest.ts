// The digest of what a reviewer approves: SHA-256 over the canonical JSON of exactly the members below.

import { hash } from 'node:crypto';
import type { Preview } from '@countersign/contract';
import { canonical } from '../../base/canonical-json.ts';
import { JsonText, writeJson } from '../../base/json-text.ts';

export interface Approvable {
  readonly kind: string;
  readonly title: string;
  readonly preview: Preview;
  /** Source text. */
  readonly payload?: string | undefined;
  readonly target_url?: string | undefined;
  readonly editable: readonly string[];
  readonly undo?: string | undefined;
  readonly idempotent?: boolean | undefined;
}

export function digestOf({ preview, payload, ...rest }: Approvable): string {
  // Members in the order of their names, as RFC 8785 wants; writeJson leaves out what is undefined.
  const text = writeJson({
    editable: rest.editable,
    idempotent: rest.idempotent,
    kind: rest.kind,
    payload: payload === undefined ? undefined : new JsonText(canonical(payload)),
    preview: { body: preview.body, format: preview.format },
    target_url: rest.target_url,
    title: rest.title,
    undo: rest.undo,
  });
  return hash('sha256', text, 'hex');
}

/** Two creates are equal when this is. Everything of the body is in it but the idempotency key. */
export function createHashOf(digest: string, callback_url: string | undefined, expires_in: number): string {
  return hash('sha256', JSON.stringify([digest, callback_url ?? null, expires_in]), 'hex');
}
