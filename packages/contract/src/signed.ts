// Decisions signed with a passkey: a statement of what is decided, a signature over it, and the proof anyone can check.

import { Type } from 'typebox';
import { DECISION_PROBLEMS, DecisionRecorded, FreeMap } from './actions.ts';
import { COMMENT_MAX_CHARACTERS, Viewed } from './inbox.ts';
import { ById, type Operation } from './operation.ts';
import { PasskeyAssertion, PasskeyRequest } from './passkeys.ts';

const closed = { additionalProperties: false } as const;

const Verdict = Type.Enum(['approve', 'reject'] as const);
const Id = Type.String({ maxLength: 100 });
const Digest = Type.String({ maxLength: 100 });

export const Statement = Type.Object(
  {
    v: Type.Literal(1),
    project_id: Id,
    action_id: Id,
    digest: Digest,
    final_digest: Digest,
    verdict: Verdict,
    reviewer: Id,
    shown_as: Type.String({
      maxLength: 40,
      description: 'The form of the preview, and the version of how it is shown',
    }),
    nonce: Type.String({ maxLength: 200 }),
    issued_at: Type.Integer(),
  },
  { ...closed, description: 'What is signed: the WebAuthn challenge is the SHA-256 of its RFC 8785 form' },
);
export type Statement = Type.Static<typeof Statement>;

export const ToSign = Type.Object({ statement: Statement, options: PasskeyRequest });
export type ToSign = Type.Static<typeof ToSign>;

export const PublicKey = Type.Object({
  kty: Type.String(),
  alg: Type.String(),
  crv: Type.Optional(Type.String()),
  x: Type.Optional(Type.String()),
  y: Type.Optional(Type.String()),
  n: Type.Optional(Type.String()),
  e: Type.Optional(Type.String()),
});
export type PublicKey = Type.Static<typeof PublicKey>;

export const Proof = Type.Object({
  statement: Statement,
  assertion: Type.Object({
    id: Type.String(),
    clientDataJSON: Type.String(),
    authenticatorData: Type.String(),
    signature: Type.String(),
  }),
  public_key: PublicKey,
  receipt: Type.String({ description: 'What the server signed about the same decision' }),
});
export type Proof = Type.Static<typeof Proof>;

export const signedOperations = {
  stepUp: {
    method: 'POST',
    path: '/actions/{id}/step-up',
    tag: 'Signed decisions',
    scope: 'person',
    role: 'reviewer',
    summary: 'Ask for the statement that a passkey is to sign',
    params: ById,
    body: Type.Object({ decision: Verdict, edited: Type.Optional(FreeMap) }, closed),
    large: true,
    limit: 'decide',
    replies: { 200: ToSign },
    problems: DECISION_PROBLEMS,
  },
  signDecision: {
    method: 'POST',
    path: '/actions/{id}/signed-decision',
    tag: 'Signed decisions',
    scope: 'person',
    role: 'reviewer',
    summary: 'Decide with the signature of a passkey over the statement',
    params: ById,
    body: Type.Object(
      {
        statement: Statement,
        assertion: PasskeyAssertion,
        edited: Type.Optional(FreeMap),
        comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_CHARACTERS })),
        view: Type.Optional(Viewed),
      },
      closed,
    ),
    large: true,
    limit: 'decide',
    replies: { 200: DecisionRecorded },
    problems: DECISION_PROBLEMS,
  },
  getProof: {
    method: 'GET',
    path: '/actions/{id}/proof',
    tag: 'Signed decisions',
    scope: 'actions',
    summary: 'Read the signature of whoever decided, with all that is needed to check it',
    params: ById,
    replies: { 200: Proof },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
