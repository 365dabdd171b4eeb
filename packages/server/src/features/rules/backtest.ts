// What a rule would have done to the actions of the last days, and where people decided otherwise. Nothing is changed.

import type { BacktestOutcome, RuleAction, RuleCreate } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../app.ts';
import { pick, wantedPaths } from '../../base/json-pick.ts';
import { textOf } from './manage-rules.ts';
import { parseRule, ruleSet, whichApply } from './rule.ts';
import { listPast, type PastAction } from './store.ts';

const DAYS = 7;
/** So few that nobody waits for a page of the largest payloads. */
const PAGE = 20;
const MOST_ACTIONS = 10_000;
/** Of payloads; a page more may be read. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_EXAMPLES = 20;

export interface Question {
  readonly rule: RuleCreate;
  readonly since?: number | undefined;
  /** The source text of `rule`. */
  readonly source: string | undefined;
}

export async function backtestRule(
  app: App,
  { project_id }: Caller,
  { rule, since = nowOf(app) - DAYS * 86_400, source }: Question,
): Promise<BacktestOutcome> {
  const conditions = pick(source ?? '{}', wantedPaths(['payload_conditions'])).get('payload_conditions');
  const text = textOf({ ...rule, conditions });
  const draft = parseRule({ ...text, ...UNSAVED, project_id });
  const set = ruleSet([draft]);

  const found: PastAction[] = [];
  const examined = { actions: 0, bytes: 0 };
  let complete = false;
  for (let before: string | undefined; !complete; ) {
    const page = await listPast(app.reader, project_id, { since, before, limit: PAGE });
    for (const action of page) {
      const subject = { ...action, creator_id: action.created_by_id, untrusted: action.untrusted === 1 };
      if (whichApply(set, subject)[draft.action]) found.push(withoutPayload(action));
      examined.actions++;
      examined.bytes += action.payload?.length ?? 0;
    }
    await app.world.sleep(0); // others have their turn
    complete = page.length < PAGE;
    before = page.at(-1)?.id;
    if (examined.actions >= MOST_ACTIONS || examined.bytes >= MOST_BYTES) break;
  }

  const otherwise = found.filter((action) => isOtherwise(draft.action, action));
  return {
    since,
    examined: examined.actions,
    complete,
    matched: found.length,
    by_status: countBy(found, nowOf(app)),
    edited: found.filter(({ verdict, edited_fields }) => verdict === 'approve' && edited_fields !== '[]').length,
    decided_otherwise: otherwise.length,
    examples: otherwise.slice(0, MOST_EXAMPLES).map(example),
  };
}

/** What a draft does not have, and no match looks at. */
const UNSAVED = { id: 'draft', created_at: 0, updated_at: 0, hits: 0, last_hit_at: null };

/** Thousands may match, and the payload is of no further use. */
const withoutPayload = (action: PastAction): PastAction => ({ ...action, payload: null });

const OPPOSITE: Partial<Record<RuleAction, 'approve' | 'reject'>> = { auto_approve: 'reject', auto_reject: 'approve' };

/** Decided by a person, the other way round. What another rule decided says nothing. */
function isOtherwise(action: RuleAction, { verdict, decided_by_type }: PastAction): boolean {
  return verdict !== null && verdict === OPPOSITE[action] && decided_by_type !== 'rule';
}

function countBy(actions: readonly PastAction[], now: number): BacktestOutcome['by_status'] {
  const counts = new Map<string, number>();
  for (const { status, expires_at } of actions) {
    const shown = status === 'pending' && expires_at <= now ? 'expired' : status;
    counts.set(shown, (counts.get(shown) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

type Example = BacktestOutcome['examples'][number];

function example(action: PastAction): Example {
  return {
    id: action.id,
    kind: action.kind,
    title: action.title,
    created_at: action.created_at,
    verdict: action.verdict ?? 'reject',
    decided_by: {
      type: (action.decided_by_type ?? 'key') as Example['decided_by']['type'],
      id: action.decided_by_id ?? '',
      name: action.decided_by_name ?? '',
    },
  };
}
