// Every table and column: what of it an export shows, and what an erasure takes. A column that is not listed does not
// compile, and a test holds the list against the live schema of both engines.

import type { Schema } from '../../storage/schema.ts';

/** How a column is exported: as it stands, as the JSON it holds, as yes or no; or left out, for a reason. */
type Shown = 'text' | 'json' | 'bit' | { readonly leftOut: string };

interface Listed<Row> {
  /** Its name in the export; without one it is not part of it, for a reason. */
  readonly section: string | { readonly leftOut: string };
  /** What its rows are read by, in order; it is unique within a project. */
  readonly key: keyof Row & string;
  readonly columns: Readonly<Record<keyof Row, Shown>>;
  /** Whether its rows go when the project's data is erased. */
  readonly erased: boolean;
}

export type Manifest = { readonly [T in Exclude<keyof Schema, Outside>]: Listed<Schema[T]> };

/** Not of a project. */
export const OUTSIDE_PROJECTS = {
  server_facts: 'the installation itself',
  billing_events: 'ids of provider events, to count each once',
  logins: 'how people sign in, which stays',
} as const;
type Outside = keyof typeof OUTSIDE_PROJECTS | 'projects';

const secret = { leftOut: 'secret' };
const internal = { leftOut: 'of no meaning outside' };

export const MANIFEST: Manifest = {
  actions: {
    section: 'actions',
    key: 'id',
    erased: true,
    columns: {
      project_id: internal,
      id: 'text',
      kind: 'text',
      title: 'text',
      preview_format: 'text',
      preview_body: 'text',
      payload: 'json',
      target_url: 'text',
      callback_url: 'text',
      expires_at: 'text',
      idempotency_key: 'text',
      editable: 'json',
      idempotent: 'bit',
      undo: 'text',
      status: 'text',
      created_at: 'text',
      updated_at: 'text',
      color: 'text',
      digest: 'text',
      untrusted: 'bit',
      created_by_type: 'text',
      created_by_id: 'text',
      created_by_name: 'text',
      approvals_required: 'text',
      rule_id: 'text',
      slot: internal,
      create_hash: internal,
      claim_id: 'text',
      claim_until: 'text',
    },
  },
  decisions: {
    section: 'decisions',
    key: 'action_id',
    erased: true,
    columns: {
      project_id: internal,
      action_id: 'text',
      id: 'text',
      verdict: 'text',
      decided_at: 'text',
      channel: 'text',
      decided_by_type: 'text',
      decided_by_id: 'text',
      decided_by_name: 'text',
      self_decided: 'bit',
      comment: 'text',
      edited_fields: 'json',
      final_title: 'text',
      final_format: 'text',
      final_body: 'text',
      final_target_url: 'text',
      final_payload: 'json',
      diff: 'text',
      receipt: 'text',
    },
  },
  results: {
    section: 'results',
    key: 'action_id',
    erased: true,
    columns: {
      project_id: internal,
      action_id: 'text',
      status: 'text',
      detail: 'text',
      payload: 'json',
      reported_at: 'text',
      reported_by: 'text',
    },
  },
  deliveries: {
    section: 'deliveries',
    key: 'id',
    erased: true,
    columns: {
      project_id: internal,
      id: 'text',
      action_id: 'text',
      url: 'text',
      host: internal,
      status: 'text',
      attempt: 'text',
      due_at: 'text',
      leased: internal,
      repeated: internal,
      fence: internal,
      manual: internal,
      scheduled_at: internal,
      created_at: 'text',
      last_attempt_at: 'text',
      last_status_code: 'text',
      last_error: 'text',
      receipt: 'text',
      body: 'json',
    },
  },
  delivery_attempts: {
    section: 'delivery_attempts',
    key: 'id',
    erased: true,
    columns: {
      project_id: internal,
      delivery_id: 'text',
      id: 'text',
      attempt: 'text',
      manual: 'bit',
      at: 'text',
      ms: 'text',
      status_code: 'text',
      error: 'text',
      answer: 'text',
    },
  },
  api_keys: {
    section: 'keys',
    key: 'id',
    erased: false,
    columns: {
      project_id: internal,
      id: 'text',
      prefix: 'text',
      salt: secret,
      hash: secret,
      name: 'text',
      scopes: 'json',
      created_at: 'text',
      last_used_at: 'text',
      revoked_at: 'text',
    },
  },
  reviewers: {
    section: 'reviewers',
    key: 'id',
    erased: false,
    columns: {
      project_id: internal,
      id: 'text',
      name: 'text',
      email: 'text',
      role: 'text',
      status: 'text',
      preferences: 'json',
      password: secret,
      created_at: 'text',
      last_seen_at: 'text',
    },
  },
  sessions: {
    section: { leftOut: 'browsers that are signed in' },
    key: 'id',
    erased: false,
    columns: {
      project_id: internal,
      id: internal,
      hash: secret,
      reviewer_id: internal,
      created_at: internal,
      signed_in_at: internal,
      last_seen_at: internal,
      user_agent: internal,
    },
  },
  links: {
    section: { leftOut: 'invitations under way' },
    key: 'id',
    erased: false,
    columns: {
      project_id: internal,
      id: internal,
      hash: secret,
      purpose: internal,
      reviewer_id: internal,
      created_at: internal,
      expires_at: internal,
    },
  },
  audit: {
    section: 'audit',
    key: 'id',
    erased: false, // facts and commitments only; the values are beside it
    columns: {
      project_id: internal,
      id: 'text',
      event: 'text',
      entity_id: 'text',
      actor_type: 'text',
      actor_id: 'text',
      channel: 'text',
      data: 'json',
      commitment: 'text',
      created_at: 'text',
      seq: 'text',
      hash: 'text',
      txid: internal,
      rowid: internal,
    },
  },
  audit_values: {
    section: 'audit_values',
    key: 'audit_id',
    erased: true,
    columns: { project_id: internal, audit_id: 'text', salt: 'text', value: 'json' },
  },
  audit_heads: {
    section: { leftOut: 'the last row of the audit log says the same' },
    key: 'project_id',
    erased: false,
    columns: { project_id: internal, seq: internal, hash: internal, checkpoint_due_at: internal },
  },
  audit_checkpoints: {
    section: 'audit_checkpoints',
    key: 'seq',
    erased: false,
    columns: { project_id: internal, seq: 'text', created_at: 'text', note: 'text' },
  },
  search_pending: {
    section: { leftOut: 'work of the search index' },
    key: 'action_id',
    erased: true,
    columns: { project_id: internal, action_id: internal, pieces_done: internal, late: internal },
  },
  rate_buckets: {
    section: { leftOut: 'what is left of rate limits' },
    key: 'caller_id',
    erased: false,
    columns: {
      project_id: internal,
      caller_id: internal,
      name: internal,
      level_micro: internal,
      at_ms: internal,
      lent: internal,
      lent_before: internal,
      lent_since_ms: internal,
    },
  },
  billing_accounts: {
    section: 'billing',
    key: 'project_id',
    erased: false, // the contract with the payer goes on
    columns: {
      project_id: internal,
      tier: 'text',
      status: 'text',
      customer_id: 'text',
      current_period_end: 'text',
      state_at: internal,
      state_rank: internal,
    },
  },
  usage_months: {
    section: 'usage_months',
    key: 'month_start',
    erased: false,
    columns: { project_id: internal, month_start: 'text', approvals: 'text' },
  },
};
