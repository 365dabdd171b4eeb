// Passkeys as browsers speak of them.

import { Type } from 'typebox';
import { Name } from './person-fields.ts';

const Encoded = Type.String({ maxLength: 65_536, pattern: '^[A-Za-z0-9_-]*$', description: 'base64url' });
/** What browsers add to their answers is ignored. */
const CredentialId = Type.String({ minLength: 1, maxLength: 1400, pattern: '^[A-Za-z0-9_-]*$' });

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get`. */
export const PasskeyAssertion = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Type.Optional(Encoded),
  }),
});
export type PasskeyAssertion = Type.Static<typeof PasskeyAssertion>;

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.create`, and what to call it. */
export const PasskeyAttestation = Type.Object({
  name: Type.Optional(Name),
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type PasskeyAttestation = Type.Static<typeof PasskeyAttestation>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequest = Type.Object({
  challenge: Encoded,
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.String(),
});

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreation = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'PublicKeyCredentialCreationOptionsJSON',
});

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Type.Integer(),
  last_used_at: Type.Optional(Type.Integer()),
  synced: Type.Boolean({ description: 'Kept in a vault, and so on several devices' }),
});
export type Passkey = Type.Static<typeof Passkey>;
