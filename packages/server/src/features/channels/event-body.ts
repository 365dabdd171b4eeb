// What a program is told: the event as JSON. Made of what never changes, so that every attempt sends the same.

import type { ChannelSendRow, SendEvent } from '../../storage/channel-rows.ts';
import type { ToldAction } from './above.ts';

/** One thing that happened, of a message that may tell of several. */
export interface Entry {
  readonly event: SendEvent;
  readonly at: number;
  readonly action_id: string | null;
  /** What a watcher told, as JSON. */
  readonly body: string | null;
}

/** What a row tells of. */
export function entriesOf({ event, action_id, body, created_at }: ChannelSendRow): readonly Entry[] {
  return event === 'digest' ? (JSON.parse(body ?? '[]') as Entry[]) : [{ event, at: created_at, action_id, body }];
}

export function eventBody(
  delivery_id: string,
  entries: readonly Entry[],
  actions: ReadonlyMap<string, ToldAction>,
): string {
  const told = entries.map((entry) => toldOf(entry, actions.get(entry.action_id ?? '')));
  const [first] = told;
  if (told.length <= 1) return JSON.stringify({ ...first, delivery_id });
  const event = entries.every((entry) => entry.event === entries[0]?.event) ? entries[0]?.event : 'digest';
  return JSON.stringify({ event, delivery_id, items: told });
}

function toldOf({ event, at, body }: Entry, action: ToldAction | undefined): object {
  if (body !== null) return JSON.parse(body) as object;
  return { event, at, ...(action ? { action: actionOf(event, action), ...decisionOf(event, action) } : {}) };
}

function actionOf(event: SendEvent, action: ToldAction) {
  const { id, kind, title, snippet, created_by, created_at, expires_at, url, digest, untrusted, approvals } = action;
  return {
    id,
    kind,
    title,
    snippet,
    status: event === 'action.decided' ? outcomeOf(action) : 'pending',
    created_by,
    created_at,
    expires_at,
    inbox_url: url,
    digest,
    untrusted,
    approvals_required: approvals.required,
  };
}

/** What was decided, whatever came after. */
function outcomeOf({ decision }: ToldAction): string {
  if (!decision) return 'expired';
  return decision.verdict === 'approve' ? 'approved' : 'rejected';
}

function decisionOf(event: SendEvent, { decision }: ToldAction) {
  if (event !== 'action.decided' || !decision) return {};
  const { verdict, by, channel, comment, decided_at, edited } = decision;
  return { decision: { verdict, decided_by: by, channel, ...(comment ? { comment } : {}), decided_at, edited } };
}
