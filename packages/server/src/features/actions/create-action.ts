// An agent proposes. One request, one action: a repeated request finds the first one.

import { type ActionCreate, PAYLOAD_MAX_BYTES } from '@countersign/contract';
import { FLAGS, type Flag, flagsOf } from '@countersign/contract/shown/flags';
import type { App, AppliedRules, Caller } from '../../app.ts';
import { invalid } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { Bit } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { takeApproval } from '../billing/quota.ts';
import { tellOfAction } from '../channels/enqueue.ts';
import { checkTarget } from '../deliveries/check-target.ts';
import { pushPending } from '../push/enqueue.ts';
import { DEFAULT_EXPIRY_SECONDS, holdsSlot, slotOf, statusAt } from './action.ts';
import { applyRules, ruled } from './apply-rules.ts';
import { lookAround } from './around-store.ts';
import { createHashOf, digestOf } from './digest.ts';
import { noticeExpiry } from './expire-actions.ts';
import { type Looks, looksOf } from './looks.ts';
import { snippetOf } from './snippet.ts';
import { findBySlot, insertAction, type NewAction, releaseSlot, type StoredAction } from './store.ts';

/** The create body; `payload` by its source text. */
export type Proposal = Omit<ActionCreate, 'payload'> & { readonly payload: string | undefined };

export interface Created {
  readonly action: StoredAction;
  readonly is: 'new' | 'replay' | 'changed_replay' | 'duplicate';
  /** The moment of which that is true. */
  readonly at: number;
}

/** To read so much took a while, and to write it will, too. */
const LARGE = 65_536;

/** `isFree`: it is ours, and takes nothing of what the plan allows. */
export async function createAction(
  app: App,
  caller: Caller,
  given: Proposal,
  { isFree = false } = {},
): Promise<Created> {
  const { idempotency_key, ...rest } = given;
  const proposal: Proposal = idempotency_key ? { ...rest, idempotency_key } : rest; // an empty key is none
  checkPayload(proposal.payload);
  checkEditable(proposal.editable ?? []);
  if (proposal.callback_url !== undefined) await checkTarget(app, 'callback_url', proposal.callback_url);
  const isLarge = proposal.preview.body.length + (proposal.payload?.length ?? 0) > LARGE;
  const othersTurn = async () => void (isLarge && (await app.world.sleep(0)));
  const flags = flagsIn(proposal);
  await othersTurn();
  const looks = looksIn(caller, proposal);
  await othersTurn();
  const content = contentOf(proposal, flags, looks);
  await othersTurn();
  const slot = slotOf(caller.id, content.idempotency_key ?? undefined, content.create_hash);
  const origin: Origin = { creator: caller, slot, untrusted: false, color: null, isFree };
  const { sends, ...created } = await inTransaction(app, (tx) => insertOnce(tx, app, origin, content));
  if (created.is === 'new') app.wake('search');
  if (sends) app.wake('deliveries');
  return created;
}

/** What a create needs of the app. */
type Making = Pick<App, 'config' | 'signer' | 'rulebook'>;

/** Who proposes, when it is not a caller: the service itself, with what it read elsewhere. */
export interface Origin {
  readonly creator: Pick<Caller, 'project_id' | 'id' | 'name'> & { readonly type: Caller['type'] | 'watcher' };
  /** What makes a later proposal the same as this one; those of callers begin with `key` or `same`. */
  readonly slot: string;
  /** The content came from outside. Only this says so, nothing in the content. */
  readonly untrusted: boolean;
  readonly color: string | null;
  readonly isFree?: boolean;
}

/** The same as a create, as part of something greater. The sweep `search` is to be woken after the commit. */
export async function createInside(tx: Tx, app: Making, origin: Origin, proposal: Proposal): Promise<Created> {
  return insertOnce(tx, app, origin, contentOf(proposal, flagsIn(proposal), looksIn(origin.creator, proposal)));
}

interface Inserted extends Created {
  /** A rule decided it; or the time of whoever had the slot was over, and nobody had noticed. */
  readonly sends: boolean;
}

async function insertOnce(tx: Tx, app: Making, origin: Origin, content: Content): Promise<Inserted> {
  const { creator, slot, untrusted } = origin;
  const { project_id } = creator;
  await tx.inTurn(content.looks); // of two that look alike, one sees the other
  const around = await lookAround(tx, { project_id, ...content });
  const proposed = { ...content, creator_id: creator.id, untrusted };
  const applied = await app.rulebook.ask(tx, project_id, proposed, around);
  const row = newRow(tx, origin, around.like ? withFlag(content, 'near_duplicate') : content, applied);
  if (!(await insertAction(tx, row))) {
    const first = await findBySlot(tx, project_id, slot);
    // Whoever notices makes it so. Were the clock set back, there would be two that wait for a decision; and whoever is told that
    // it expired proposes it anew, and must not hear of an approval afterwards.
    const isOver = first !== undefined && statusAt(first, tx.now) !== first.status;
    const noticed = isOver && (await noticeExpiry(tx, first));
    if (first && !isOver) {
      if (holdsSlot(first, tx.now)) return { action: first, is: likeness(first, content), at: tx.now, sends: false };
      await releaseSlot(tx, first);
    }
    const inserted = await insertOnce(tx, app, origin, content);
    return { ...inserted, sends: noticed || inserted.sends };
  }
  if (!origin.isFree) await takeApproval(tx, app.config, project_id);
  await recordAudit(tx, creator, { event: 'action.created', entity_id: row.id });
  const action = { ...row, claim_id: null, claim_until: null, settled_at: null, final_payload: null };
  const decided = await applyRules(tx, app, action, { applied, channels: around.channels });
  if (!decided) {
    if (around.browsers) await pushPending(tx, row);
    if (around.channels) await tellOfAction(tx, 'action.pending', row);
  }
  return { action: decided?.action ?? action, is: 'new', at: tx.now, sends: decided !== undefined };
}

function likeness(first: StoredAction, { create_hash }: Content): Created['is'] {
  if (first.idempotency_key === null) return 'duplicate';
  return first.create_hash === create_hash ? 'replay' : 'changed_replay';
}

function checkPayload(payload: string | undefined): void {
  if (payload !== undefined && Buffer.byteLength(payload) > PAYLOAD_MAX_BYTES) {
    throw invalid('payload', `must not have more than ${PAYLOAD_MAX_BYTES} bytes`);
  }
}

function checkEditable(paths: readonly string[]): void {
  const unsafe = paths.findIndex((path) => path.split('.').some((part) => UNSAFE_SEGMENTS.includes(part)));
  if (unsafe !== -1) throw invalid(`editable.${unsafe}`, 'must not lead through a prototype');
}

const UNSAFE_SEGMENTS = ['__proto__', 'constructor', 'prototype'];

type Content = ReturnType<typeof contentOf>;

function flagsIn(proposal: Proposal): Flag[] {
  return flagsOf({ ...proposal, preview: previewOf(proposal) });
}

function looksIn({ project_id }: { readonly project_id: string }, { kind, title, ...proposal }: Proposal): Looks {
  return looksOf({ project_id, kind, title, preview: previewOf(proposal) });
}

function previewOf({ preview: { format = 'plain', body } }: Pick<Proposal, 'preview'>) {
  return { format, body } as const;
}

function contentOf(proposal: Proposal, flags: readonly Flag[], looks: Looks) {
  const { kind, title, payload, target_url, callback_url, undo, idempotent, editable = [] } = proposal;
  const preview = previewOf(proposal);
  const expires_in = proposal.expires_in ?? DEFAULT_EXPIRY_SECONDS;
  const digest = digestOf({ kind, title, preview, payload, target_url, editable, undo, idempotent });
  return {
    kind,
    title,
    preview_format: preview.format,
    preview_body: preview.body,
    payload: payload ?? null,
    target_url: target_url ?? null,
    callback_url: callback_url ?? null,
    idempotency_key: proposal.idempotency_key ?? null,
    editable: JSON.stringify(editable),
    idempotent: idempotent === undefined ? null : idempotent ? (1 as const) : (0 as const),
    undo: undo ?? null,
    flags: JSON.stringify(flags),
    calm: (flags.length === 0 ? 1 : 0) as Bit,
    ...looks,
    snippet: snippetOf(preview),
    payload_bytes: payload === undefined ? null : Buffer.byteLength(payload),
    expires_in,
    digest,
    create_hash: createHashOf(digest, callback_url, expires_in),
  };
}

function withFlag(content: Content, flag: Flag): Content {
  const flags = new Set([...(JSON.parse(content.flags) as Flag[]), flag]);
  return { ...content, flags: JSON.stringify(FLAGS.filter((one) => flags.has(one))), calm: 0 };
}

function newRow(
  tx: Tx,
  { creator, slot, untrusted, color }: Origin,
  { expires_in, ...content }: Content,
  applied: AppliedRules,
): NewAction {
  return {
    ...content,
    slot,
    project_id: creator.project_id,
    id: tx.newId('act'),
    status: 'pending',
    created_at: tx.now,
    updated_at: tx.now,
    color,
    untrusted: untrusted ? 1 : 0,
    created_by_type: creator.type,
    created_by_id: creator.id,
    created_by_name: creator.name,
    approvals_given: 0,
    ...ruled(applied, tx.now, expires_in),
  };
}
