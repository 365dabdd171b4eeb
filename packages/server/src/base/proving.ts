// The hash and the signature check that the contract's proofs ask of their platform.

import { createPublicKey, hash, verify } from 'node:crypto';
import type { Proving, PublicJwk } from '@countersign/contract/checkpoint';

export const proving: Proving = {
  sha256: (input) => hash('sha256', input, 'hex'),
  verifies: ({ kty, crv, x }: PublicJwk, text, signature) =>
    verify(null, Buffer.from(text), createPublicKey({ key: { kty, crv, x }, format: 'jwk' }), signature),
};
