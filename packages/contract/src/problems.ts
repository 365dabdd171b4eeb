// Every error the service can answer: its stable code, status and title. The list is closed.

import { Type } from 'typebox';

export const PROBLEMS = {
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_json: { status: 400, title: 'The body is not acceptable JSON' },
  invalid_timezone: { status: 400, title: 'Not a time zone' },
  invalid_cursor: { status: 400, title: 'Not a cursor of this list' },
  private_target: { status: 400, title: 'The address is not public' },
  billing_disabled: { status: 400, title: 'Billing is off' },
  plan_not_configured: { status: 400, title: 'The plan is not configured' },
  no_customer: { status: 400, title: 'The project has no customer yet' },
  push_disabled: { status: 400, title: 'Push is off' },
  bad_signature: { status: 400, title: 'The signature does not match' },
  unauthenticated: { status: 401, title: 'No valid key or session' },
  quota_exceeded: { status: 402, title: 'The quota is used up' },
  schedule_too_frequent: { status: 402, title: 'The schedule is too frequent for the plan' },
  insufficient_scope: { status: 403, title: 'The key or role does not reach this far' },
  self_decision_forbidden: { status: 403, title: 'The creator may not decide' },
  people_only: { status: 403, title: 'Only people may decide' },
  step_up_required: { status: 403, title: 'A fresh proof of presence is needed' },
  cross_site: { status: 403, title: 'The request came from another site' },
  not_found: { status: 404, title: 'Not found' },
  preset_not_found: { status: 404, title: 'No such preset' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  timeout: { status: 408, title: 'The request took too long to arrive' },
  already_decided: { status: 409, title: 'Already decided' },
  expired: { status: 409, title: 'Expired' },
  not_approved: { status: 409, title: 'Not in the approved state' },
  stale_digest: { status: 409, title: 'Not the content that was shown' },
  already_claimed: { status: 409, title: 'Already claimed' },
  rule_limit: { status: 409, title: 'Too many rules' },
  channel_limit: { status: 409, title: 'Too many notification channels' },
  channel_in_use: { status: 409, title: 'A rule escalates to this channel' },
  too_large: { status: 413, title: 'The body is too large' },
  uri_too_long: { status: 414, title: 'The address is too long' },
  unsupported_media_type: { status: 415, title: 'Only JSON is read here' },
  not_editable: { status: 422, title: 'Not an edit the action allows' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something went wrong on our side' },
  unavailable: { status: 503, title: 'Storage cannot commit; nothing was changed' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[];

/** RFC 9457. Members after `request_id` come with some codes only. */
export const ProblemBody = Type.Object({
  type: Type.String({ description: 'Where the code is explained' }),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  error: Type.Enum(PROBLEM_CODES as readonly [ProblemCode, ...ProblemCode[]], { description: 'The stable code' }),
  request_id: Type.String(),
  issues: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  current_status: Type.Optional(Type.String()),
  decided_by_you: Type.Optional(
    Type.Boolean({ description: 'already_decided: it was you, with the same verdict; an answer of yours may be lost' }),
  ),
  reported_by_you: Type.Optional(
    Type.Boolean({ description: 'not_approved: you reported this very result; an answer of yours may be lost' }),
  ),
  invalid_keys: Type.Optional(Type.Array(Type.String())),
  editable: Type.Optional(Type.Array(Type.String())),
  limit: Type.Optional(Type.Integer()),
  tier: Type.Optional(Type.String()),
  min_interval_sec: Type.Optional(Type.Integer()),
});
export type ProblemBody = Type.Static<typeof ProblemBody>;
