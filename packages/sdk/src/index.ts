// The client of the Countersign API, and what checks its webhooks and receipts.

export { answerText } from './answers.ts';
export type { CallOptions, Paged } from './calls.ts';
export { Countersign } from './client.ts';
export {
  type Approved,
  type CarriedOut,
  type Decided,
  type Expired,
  type Rejected,
  StillPending,
  type WaitOptions,
} from './decision.ts';
export { digestOf } from './digest.ts';
export {
  Conflict,
  ConnectionFailed,
  ContentDiffers,
  CountersignError,
  CountersignProblem,
  Forbidden,
  InvalidRequest,
  NotEditable,
  NotFound,
  type ProblemCode,
  QuotaExceeded,
  RateLimited,
  ServerFault,
  Unauthenticated,
  UnexpectedAnswer,
} from './errors.ts';
export type { EventOptions, LiveEvent } from './events.ts';
export { type ApprovalOptions, type Description, GateClosed, type GateOptions } from './gate.ts';
export { NotGenuine } from './genuine.ts';
export { JsonText, payloadText } from './json-text.ts';
export type * from './operations.ts';
export type { ClientOptions } from './operations-client.ts';
export { verifyProof } from './proof.ts';
export { type Expected, type Jwk, type Jwks, verifyReceipt } from './receipt.ts';
export {
  type HeadersLike,
  type IncomingWebhook,
  type OutgoingWebhook,
  signWebhook,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookEvent,
} from './webhook.ts';
