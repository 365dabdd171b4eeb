// What must hold after a crash, and at the end of all of them. Each finding is a line; none is the aim.

import type { TestDatabase } from '../support/databases.ts';
import { runSql } from '../support/sql.ts';
import type { Acknowledged } from './load.ts';
import { MANNERS, type Posted, type Receivers } from './receivers.ts';

const RANK = ['pending', 'expired', 'approved', 'rejected', 'executed'];

interface ActionLine {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly verdict: string | null;
  readonly trail: number;
  readonly deliveries: number;
}

const ACTIONS = `
  SELECT a.id, a.kind, a.status, d.verdict,
    (SELECT count(*) FROM audit u WHERE u.project_id = a.project_id AND u.entity_id = a.id) AS trail,
    (SELECT count(*) FROM deliveries v WHERE v.project_id = a.project_id AND v.action_id = a.id) AS deliveries
  FROM actions a LEFT JOIN decisions d ON d.project_id = a.project_id AND d.action_id = a.id`;

/**
 * Everything acknowledged is there, or something later; a change of state is whole, or not there at all. Looks at the
 * actions with greater ids than `after`.
 */
export async function wrongActions(database: TestDatabase, acknowledged: Acknowledged, after = ''): Promise<string[]> {
  const lines = await runSql<ActionLine>(database, `${ACTIONS} WHERE a.id > '${after}'`);
  const found = new Map(lines.map((action) => [action.id, action]));
  const lost = [...acknowledged].flatMap(([id, wanted]) => {
    const status = found.get(id)?.status;
    const kept = status !== undefined && RANK.indexOf(status) >= RANK.indexOf(wanted);
    return kept ? [] : [`${id}: ${wanted} was acknowledged, found ${status}`];
  });
  const torn = [...found.values()].filter((action) => !isWhole(action)).map((action) => JSON.stringify(action));
  return [...lost, ...torn];
}

/** The decision, the audit rows and the webhook came with the status. */
function isWhole({ kind, status, verdict, trail, deliveries }: ActionLine): boolean {
  const moves = { pending: 0, expired: 1, approved: 1, rejected: 1, executed: 2 }[status] ?? Number.NaN;
  const decided = status === 'approved' || status === 'rejected' || status === 'executed';
  const announced = kind in MANNERS && status !== 'pending' ? 1 : 0;
  return (verdict !== null) === decided && Number(trail) === 1 + moves && Number(deliveries) === announced;
}

export interface DeliveryLine {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly body: string;
}

const DELIVERIES = `
  SELECT d.id, a.kind, d.status, d.body FROM deliveries d
  JOIN actions a ON a.project_id = d.project_id AND a.id = d.action_id`;

export const deliveriesIn = (database: TestDatabase) => runSql<DeliveryLine>(database, DELIVERIES);

const OPEN = `SELECT count(*) AS open FROM deliveries WHERE status IN ('pending', 'retry')`;

export async function openDeliveries(database: TestDatabase): Promise<number> {
  const [line] = await runSql<{ open: number | string }>(database, OPEN);
  return Number(line?.open); // PostgreSQL counts in text
}

/**
 * Every webhook came to its end, with the same bytes each time; no server posted it twice, and it was posted once more than
 * it had to be only for a server that crashed over it. Lives up to `crashes` ended in a crash.
 */
export function wrongDeliveries(
  deliveries: readonly DeliveryLine[],
  { posted }: Pick<Receivers, 'posted'>,
  crashes: number,
): string[] {
  const known = new Set(deliveries.map(({ id }) => id));
  const strange = [...posted.keys()].filter((id) => !known.has(id)).map((id) => `${id} is in no database`);
  const wrong = deliveries.flatMap((delivery) => {
    const posts = posted.get(delivery.id) ?? [];
    const reason = faultOf(delivery, posts, crashes);
    return reason ? [`${delivery.id} (${delivery.kind}) ${reason}: ${JSON.stringify(posts)}`] : [];
  });
  return [...strange, ...wrong];
}

function faultOf({ kind, status, body }: DeliveryLine, posts: readonly Posted[], crashes: number): string | undefined {
  const manner = MANNERS[kind];
  if (!manner) return 'should not be there';
  if (status !== manner.ends) return `is ${status}, not ${manner.ends}`;
  if (posts.length < manner.posts) return 'was posted too few times';
  if (posts.some((post) => post.body !== body)) return 'was posted with other bytes';
  const lives = new Set(posts.map(({ life }) => life));
  if (lives.size < posts.length) return 'was posted twice by one server';
  const crashed = [...lives].filter((life) => life <= crashes).length;
  return extraPosts(kind, posts) > crashed ? 'was posted again without a crash' : undefined;
}

export function extraPosts(kind: string, posts: readonly Posted[]): number {
  return Math.max(0, posts.length - (MANNERS[kind]?.posts ?? 0));
}

/** Where several servers live at once and time is not ours: to its end, the same bytes, at most one post too many. */
export function wrongRepeats(deliveries: readonly DeliveryLine[], { posted }: Pick<Receivers, 'posted'>): string[] {
  return deliveries
    .filter(({ id, kind, status, body }) => {
      const posts = posted.get(id) ?? [];
      const sameBytes = posts.every((post) => post.body === body);
      return status !== MANNERS[kind]?.ends || !sameBytes || extraPosts(kind, posts) > 1;
    })
    .map((delivery) => JSON.stringify({ ...delivery, posts: posted.get(delivery.id) }));
}
