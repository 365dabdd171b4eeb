// The tables as the program sees them. TEXT and BIGINT only, the common ground of both engines; JSON is TEXT.

import type { ActionStatus, AttemptError, AuditEvent, Role, RuleAction } from '@countersign/contract';
import type { GeneratedAlways } from 'kysely';
import type { ChannelRow, ChannelSendRow } from './channel-rows.ts';
import type { PushCauseRow, PushNoticeRow, PushSubscriptionRow } from './push-rows.ts';
import type {
  WatcherHostRow,
  WatcherItemRow,
  WatcherLeftoverRow,
  WatcherRow,
  WatcherRunRow,
  WatcherSnapshotRow,
  WatcherSourceRow,
} from './watcher-rows.ts';

/** 0 or 1: the engines share no boolean. */
export type Bit = 0 | 1;

export interface Schema {
  server_facts: ServerFactRow;
  projects: ProjectRow;
  api_keys: KeyRow;
  actions: ActionRow;
  decisions: DecisionRow;
  results: ResultRow;
  deliveries: DeliveryRow;
  delivery_attempts: AttemptRow;
  audit: AuditTableRow & Written;
  audit_values: AuditValueRow;
  audit_heads: AuditHeadRow;
  audit_checkpoints: AuditCheckpointRow;
  search_pending: SearchPendingRow;
  rate_buckets: BucketRow;
  reviewers: ReviewerRow;
  logins: LoginRow;
  sessions: SessionRow;
  links: LinkRow;
  mail_requests: MailRequestRow;
  totps: TotpRow;
  oidc_identities: OidcIdentityRow;
  billing_accounts: BillingAccountRow;
  billing_subscriptions: BillingSubscriptionRow;
  billing_events: BillingEventRow;
  usage_months: UsageMonthRow;
  push_subscriptions: PushSubscriptionRow;
  push_causes: PushCauseRow;
  push_notices: PushNoticeRow;
  stats_cells: StatsCellRow;
  stats_totals: StatsTotalRow;
  stats_heads: StatsHeadRow;
  erasures: ErasureRow;
  holds: HoldRow;
  looks: LookRow;
  snoozes: SnoozeRow;
  passkeys: PasskeyRow;
  recovery_codes: RecoveryCodeRow;
  used_challenges: UsedChallengeRow;
  sign_in_tries: SignInTriesRow;
  demos: DemoRow;
  rules: RuleRow;
  rule_sets: RuleSetRow;
  rule_hits: RuleHitRow;
  approvals: ApprovalRow;
  notification_channels: ChannelRow;
  channel_sends: ChannelSendRow;
  signatures: SignatureRow;
  watchers: WatcherRow;
  watcher_items: WatcherItemRow;
  watcher_runs: WatcherRunRow;
  watcher_snapshots: WatcherSnapshotRow;
  watcher_leftovers: WatcherLeftoverRow;
  watcher_sources: WatcherSourceRow;
  watcher_hosts: WatcherHostRow;
}

/** What is true of the whole installation, once. */
export interface BillingAccountRow {
  project_id: string;
  tier: string;
  status: string;
  customer_id: string | null;
  current_period_end: number | null;
}

export interface BillingSubscriptionRow {
  project_id: string;
  /** The provider's. */
  id: string;
  tier: string;
  status: string;
  current_period_end: number | null;
  /** When the provider made the event that said so, and its rank among those of one second. */
  state_at: number;
  state_rank: number;
}

export interface BillingEventRow {
  id: string;
  /** It is told again no more. */
  expires_at: number;
}

export interface UsageMonthRow {
  project_id: string;
  month_start: number;
  approvals: number;
}

/** What happened in a day or an hour to actions of one kind and creator; decisions also by who made them. */
export interface StatsCellRow {
  project_id: string;
  bucket: 'day' | 'hour';
  start: number;
  kind: string;
  /** Type and id, as `key:key_…`. */
  created_by: string;
  /** The same; empty for what was created or expired. */
  decided_by: string;
  created: number;
  approved: number;
  rejected: number;
  by_rule: number;
  expired: number;
  expired_unseen: number;
  edited: number;
  unread: number;
  /** JSON: how long decisions took, as a histogram. */
  waits: string;
}

export interface StatsTotalRow {
  project_id: string;
  /**
   * A status, or `created:` with the first second of a month: how many were created in it; or `decided:` with the id of a key: how
   * many it decided.
   */
  status: ActionStatus | `created:${number}` | `decided:${string}`;
  count: number;
}

export interface StatsHeadRow {
  project_id: string;
  /** The last row of the audit log that was counted. */
  seq: number;
}

export interface ErasureRow {
  project_id: string;
  id: string;
  /** What was there in this second and before it goes. */
  erased_at: number;
  /** Who wished it. */
  actor_type: string;
  actor_id: string;
  /** How many rows went so far, as JSON; what is not named in it was not begun or not ended. */
  counts: string;
  /** Whoever works on it says so for a while; after that anyone may go on. */
  leased_until: number;
  /** When the last row was gone. */
  finished_at: number | null;
  /** When the search index was written anew without what was in it. */
  forgotten_at: number | null;
}

export interface ServerFactRow {
  name: string;
  value: string;
}

export interface ProjectRow {
  id: string;
  name: string;
  timezone: string;
  /** Null: WEBHOOK_SECRET signs for it. */
  webhook_secret: string | null;
  previous_secret: string | null;
  previous_valid_until: number | null;
  settings: string;
  created_at: number;
}

export interface KeyRow {
  project_id: string;
  id: string;
  prefix: string;
  salt: string;
  hash: string;
  name: string;
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
}

export interface ActionRow {
  project_id: string;
  id: string;
  kind: string;
  title: string;
  preview_format: string;
  preview_body: string;
  /** Source text; null when the agent sent none (a payload of `null` is the text "null"). */
  payload: string | null;
  target_url: string | null;
  callback_url: string | null;
  expires_at: number;
  idempotency_key: string | null;
  editable: string;
  idempotent: Bit | null;
  undo: string | null;
  status: ActionStatus;
  created_at: number;
  updated_at: number;
  color: string | null;
  digest: string;
  untrusted: Bit;
  created_by_type: string;
  created_by_id: string;
  created_by_name: string;
  approvals_required: number;
  approvals_given: number;
  /** A rule asks for a signature with the approval. */
  step_up: Bit;
  rule_id: string | null;
  /** What makes a later create a replay or duplicate of this one; null once it no longer does. */
  slot: string | null;
  create_hash: string;
  claim_id: string | null;
  claim_until: number | null;
  /** JSON array of warnings. */
  flags: string;
  /** 0 when there are any: they sort first. */
  calm: Bit;
  /** The beginning of the preview, as the inbox shows it. */
  snippet: string;
  /** Null when there is no payload. */
  payload_bytes: number | null;
  /** The same for whatever looks the same, and the same only for what is the same; null in actions of older versions. */
  looks: string | null;
  written: string | null;
  /** When it was decided, or found expired: what the history is ordered by. Null while it is pending. */
  settled_at: number | null;
}

export interface DecisionRow {
  project_id: string;
  action_id: string;
  id: string;
  verdict: 'approve' | 'reject';
  decided_at: number;
  channel: string;
  decided_by_type: string;
  decided_by_id: string;
  decided_by_name: string;
  self_decided: Bit;
  /** Approved in the inbox by someone who can hardly have read it. */
  unread: Bit;
  comment: string | null;
  /** JSON array of paths; the final values below are null where the original stands. */
  edited_fields: string;
  final_title: string | null;
  final_format: string | null;
  final_body: string | null;
  final_target_url: string | null;
  final_payload: string | null;
  diff: string | null;
  /** What the server signed about it. */
  receipt: string;
}

/** One approval of several that an action needs. */
export interface ApprovalRow {
  project_id: string;
  action_id: string;
  id: string;
  decider_id: string;
  decider_type: string;
  decider_name: string;
  channel: string;
  comment: string | null;
  given_at: number;
}

/** A passkey's signature over a decision. */
export interface SignatureRow {
  project_id: string;
  action_id: string;
  id: string;
  reviewer_id: string;
  /** JSON. */
  statement: string;
  credential_id: string;
  /** A JWK, as it was then: the passkey may be removed. */
  public_key: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  signed_at: number;
}

export interface RuleRow {
  project_id: string;
  id: string;
  name: string;
  priority: number;
  enabled: Bit;
  kind_pattern: string;
  /** JSON, by its source text. */
  payload_conditions: string;
  /** JSON arrays. */
  target_url_hosts: string;
  created_by: string;
  rule_action: RuleAction;
  outcome_params: string;
  created_at: number;
  updated_at: number;
  hits: number;
  last_hit_at: number | null;
}

/** Another revision with every change of a rule. */
export interface RuleSetRow {
  project_id: string;
  revision: string;
}

/** A hit that is not counted yet. */
export interface RuleHitRow {
  project_id: string;
  id: string;
  rule_id: string;
  hit_at: number;
}

export interface ResultRow {
  project_id: string;
  action_id: string;
  status: 'executed' | 'execute_failed';
  detail: string | null;
  payload: string | null;
  reported_at: number;
  reported_by: string;
}

export interface AuditTableRow {
  project_id: string;
  id: string;
  event: AuditEvent;
  entity_id: string;
  actor_type: string | null;
  actor_id: string | null;
  channel: string | null;
  data: string | null;
  /** SHA-256 of salt and value in audit_values: the chain covers values that erasure may remove. */
  commitment: string | null;
  created_at: number;
  seq: number | null;
  hash: string | null;
  /** The transaction that wrote it; 0 in rows older than the column. */
  txid: number;
}

/** Grows with every insert; SQLite has it by itself. It is not among the columns of `select *` there. */
interface Written {
  rowid: GeneratedAlways<number>;
}

export interface AuditValueRow {
  project_id: string;
  audit_id: string;
  salt: string;
  value: string;
  named_actor: string | null;
}

/** How far the chain of a project is sealed. */
export interface AuditHeadRow {
  project_id: string;
  seq: number;
  hash: string;
  /** Null while the last checkpoint covers every sealed row. */
  checkpoint_due_at: number | null;
}

export interface AuditCheckpointRow {
  project_id: string;
  /** The last row it covers. */
  seq: number;
  created_at: number;
  /** The signed text. */
  note: string;
}

/** An action that the search index has not taken in; `late`: and cannot. */
export interface SearchPendingRow {
  project_id: string;
  action_id: string;
  /** Of a long text, the pieces that are in the index already. */
  pieces_done: number;
  late: Bit;
}

/** What a caller has left of a limit, in millionths of a token, at a moment. */
export interface BucketRow {
  project_id: string;
  caller_id: string;
  name: string;
  level_micro: number;
  at_ms: number;
  lent: number;
  lent_before: number;
  lent_since_ms: number;
}

export interface DeliveryRow {
  project_id: string;
  id: string;
  action_id: string;
  url: string;
  /** Of the url: how many we hold open at once is counted by it. */
  host: string;
  status: 'pending' | 'delivered' | 'retry' | 'dlq' | 'gone';
  /** Attempts made, or taken with the lease; manual ones do not count. */
  attempt: number;
  /** When to look at it next: to send it, or, while leased, because the lease ran out. Null when there is nothing to do. */
  due_at: number | null;
  leased: Bit;
  /** The attempt under way is the second under its number: the first never told how it ended. */
  repeated: Bit;
  /** Grows with every lease; whoever holds an older one may not write. */
  fence: number;
  /** Someone asked for it: that attempt stands outside the schedule, which waits in scheduled_at. See asked.ts. */
  manual: Bit;
  scheduled_at: number | null;
  created_at: number;
  last_attempt_at: number | null;
  last_status_code: number | null;
  last_error: AttemptError | null;
  /** Of the decision it announces; an expiry has none. */
  receipt: string | null;
  /** The bytes that are sent, every time. */
  body: string;
}

export interface AttemptRow {
  project_id: string;
  delivery_id: string;
  id: string;
  attempt: number;
  manual: Bit;
  at: number;
  ms: number;
  status_code: number | null;
  error: AttemptError | null;
  answer: string | null;
}

export interface ReviewerRow {
  project_id: string;
  id: string;
  name: string;
  /** In small letters. Not unique: one person may be in several projects. */
  email: string | null;
  role: Role;
  /** Removed ones stay, for the log names them. */
  status: 'invited' | 'active' | 'removed';
  /** JSON: what differs from the defaults. */
  preferences: string;
  /** The argon2id hash with its parameters. */
  password: string | null;
  created_at: number;
  last_seen_at: number | null;
}

/** Who joined has one login; it belongs to nobody else on the server. */
export interface LoginRow {
  login: string;
  project_id: string;
  reviewer_id: string;
}

export interface SessionRow {
  project_id: string;
  id: string;
  /** SHA-256 of the token in the cookie. */
  hash: string;
  reviewer_id: string;
  created_at: number;
  signed_in_at: number;
  last_seen_at: number;
  user_agent: string;
}

/** A one-time link that has not been used: using it deletes the row. */
export interface LinkRow {
  project_id: string;
  id: string;
  /** SHA-256 of the token in the fragment. */
  hash: string;
  /** `setup` makes a new admin; the others are for a reviewer there is. */
  purpose: 'setup' | 'invite' | 'sign_in' | 'pair' | 'mail';
  reviewer_id: string | null;
  created_at: number;
  expires_at: number;
}

/** Who someone is at the company. One identity is one person here. */
export interface OidcIdentityRow {
  project_id: string;
  id: string;
  reviewer_id: string;
  issuer: string;
  subject: string;
  created_at: number;
  /** Forgotten, or left for another: it signs nobody in, and is nobody else's. */
  ended_at: number | null;
}

/** An authenticator app, set up or about to be. */
export interface TotpRow {
  project_id: string;
  reviewer_id: string;
  /** Base32; null until the first code was shown. */
  secret: string | null;
  pending: string | null;
  /** Codes of this step and before are used up. */
  last_step: number;
  created_at: number;
}

/** Someone asked for a link by mail; gone when it was sent, or soon after. Whether anyone has the address is seen later. */
export interface MailRequestRow {
  id: string;
  email: string;
  created_at: number;
  due_at: number;
  /** The one under way; it is its fence, too. */
  attempt: number;
}

/** A decision that waits a few seconds for second thoughts. */
export interface HoldRow {
  project_id: string;
  action_id: string;
  /** One for each: a second one takes the place of the first. */
  holder_id: string;
  holder_type: 'reviewer' | 'key';
  holder_name: string;
  id: string;
  verdict: 'approve' | 'reject';
  channel: string;
  /** Of what was on the screen. */
  digest: string | null;
  comment: string | null;
  view_ms: number | null;
  view_end: Bit | null;
  created_at: number;
  commits_at: number;
  /** Source text of the map of edits. */
  edited: string | null;
  /** A reminder fell due meanwhile, which browsers are told should the action stay open; and channels. */
  owes_push: Bit;
  owes_channels: Bit;
}

/** Someone has looked at an action. */
export interface LookRow {
  project_id: string;
  action_id: string;
  reviewer_id: string;
  id: string;
  reviewer_name: string;
  first_at: number;
  /** In all. */
  ms: number;
  /** Its end was on their screen. */
  read_end: Bit;
  /** 0 when they have said that they no longer do. */
  looking_until: number;
}

/** Someone does not want to see an action before a moment. */
export interface SnoozeRow {
  project_id: string;
  action_id: string;
  reviewer_id: string;
  until: number;
}

export interface PasskeyRow {
  project_id: string;
  id: string;
  reviewer_id: string;
  /** As the authenticator has it, base64url; unique on the server. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON array. */
  transports: string;
  name: string;
  synced: Bit;
  created_at: number;
  last_used_at: number | null;
}

/** One that has not been used: using it deletes the row. */
export interface RecoveryCodeRow {
  project_id: string;
  reviewer_id: string;
  hash: string;
}

/** A challenge that was answered, for as long as it could be answered again. */
export interface UsedChallengeRow {
  hash: string;
  expires_at: number;
}

/** How often someone has tried to sign in: by login, or from an address. */
export interface SignInTriesRow {
  subject: string;
  tries: number;
  since: number;
  strikes: number;
  blocked_until: number;
}

/** The demo of a project, while it has one. */
export interface DemoRow {
  project_id: string;
  /** The agent's. */
  key_id: string;
  /** JSON array. */
  action_ids: string;
  created_at: number;
}
