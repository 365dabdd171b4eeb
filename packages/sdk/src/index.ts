// The client of the Countersign API.

export type {
  Action,
  ActionCreate,
  ActionCreated,
  ActionPage,
  ActionRead,
  ActionStatus,
  AuditRow,
  BulkOutcome,
  Decision,
  Key,
  KeyCreated,
  Preview,
  ProblemBody,
  ProblemCode,
  Project,
  Settings,
} from '@countersign/contract';
export { type CallOptions, type ClientOptions, Countersign } from './client.ts';
export { CountersignProblem, UnexpectedAnswer } from './problem.ts';
