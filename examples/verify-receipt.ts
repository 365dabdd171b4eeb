// Check a receipt before acting on it. Needs only `jose`, and the address of the service you trust.

import { createRemoteJWKSet, jwtVerify } from 'jose';

const service = process.env.COUNTERSIGN_URL ?? 'http://localhost:8484';
const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', service));

/** Throws unless the service has signed that this action was approved, with exactly this content. */
export async function requireApproval(receipt: string, action: { id: string; digest: string }) {
  const { payload } = await jwtVerify(receipt, keys, { algorithms: ['EdDSA'], typ: 'countersign-receipt+jwt' });
  if (payload.action_id !== action.id) throw new Error('The receipt is of another action.');
  if (payload.verdict !== 'approve') throw new Error('The action was rejected.');
  if (payload.final_digest !== action.digest) throw new Error('Something else was approved.');
  return payload; // decided_by, decided_at, audit_id …
}
