// Receipts: what the service signs about a decision. A compact JWS (EdDSA); its keys are at /.well-known/jwks.json.

import { Type } from 'typebox';

export const ReceiptClaims = Type.Object({
  action_id: Type.String(),
  project_id: Type.String(),
  digest: Type.String({ description: 'Of what was proposed' }),
  final_digest: Type.String({ description: 'Of what was approved: after edits' }),
  verdict: Type.Enum(['approve', 'reject'] as const),
  decided_by: Type.Object({ type: Type.String(), id: Type.String(), name: Type.String() }),
  method: Type.String({ description: 'How the decider was known' }),
  passkey: Type.Optional(
    Type.String({ description: 'RFC 7638 thumbprint of the passkey that signed it, when one did' }),
  ),
  decided_at: Type.Integer(),
  audit_id: Type.String({ description: 'The audit row of the decision' }),
});
export type ReceiptClaims = Type.Static<typeof ReceiptClaims>;
