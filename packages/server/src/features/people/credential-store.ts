// Passkeys and recovery codes, in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import type { PasskeyRow, ReviewerRow } from '../../storage/schema.ts';
import { lockReviewer } from './store.ts';

type Who = Pick<ReviewerRow, 'project_id' | 'id'>;

const SECRET = 'people_secret';

/** One for all instances, made at the first start. */
export async function keepSecret(tx: Tx): Promise<Buffer> {
  await tx.q
    .insertInto('server_facts')
    .values({ name: SECRET, value: tx.randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const kept = await tx.q
    .selectFrom('server_facts')
    .select('value')
    .where('name', '=', SECRET)
    .executeTakeFirstOrThrow();
  return Buffer.from(kept.value, 'hex');
}

export async function listPasskeyRows(reader: Reader, { project_id, id }: Who): Promise<PasskeyRow[]> {
  return reader.q
    .selectFrom('passkeys')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .orderBy('id')
    .execute();
}

export async function findPasskey(reader: Reader, credential_id: string): Promise<PasskeyRow | undefined> {
  return reader.q.selectFrom('passkeys').selectAll().where('credential_id', '=', credential_id).executeTakeFirst();
}

/** False when the passkey is known already, whoever has it. */
export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const saved = await tx.q
    .insertInto('passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Only from the counter it was read with: of two uses at once one is a copy. */
export async function savePasskeyUse(tx: Tx, { project_id, id, counter }: PasskeyRow, next: number): Promise<boolean> {
  const saved = await tx.q
    .updateTable('passkeys')
    .set({ counter: next, last_used_at: tx.now })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** One of theirs, or all. How many there were. */
export async function deletePasskeys(tx: Tx, { project_id, id }: Who, only?: string): Promise<number> {
  const theirs = tx.q.deleteFrom('passkeys').where('project_id', '=', project_id).where('reviewer_id', '=', id);
  return (await (only === undefined ? theirs : theirs.where('id', '=', only)).returning('id').execute()).length;
}

/** Longer than it is open, so that a clock that is ahead for a while makes nothing forgotten that is open by the right one. */
const REMEMBERED_SECONDS = 43_200;

/** False when it was answered before; and when its time is over by now, for then nobody remembers whether it was. */
export async function useChallenge(tx: Tx, hash: string, expires_at: number): Promise<boolean> {
  if (expires_at <= tx.now) return false;
  await tx.q
    .deleteFrom('used_challenges')
    .where('expires_at', '<=', tx.now - REMEMBERED_SECONDS)
    .execute();
  const used = await tx.q
    .insertInto('used_challenges')
    .values({ hash, expires_at })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Whoever asks for new ones in the same moment waits: each would take away what was there, and both lists would count. */
export async function replaceCodes(tx: Tx, who: Who, hashes: readonly string[]): Promise<void> {
  await lockReviewer(tx, who);
  const { project_id, id } = who;
  await tx.q.deleteFrom('recovery_codes').where('project_id', '=', project_id).where('reviewer_id', '=', id).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => ({ project_id, reviewer_id: id, hash }));
  await tx.q.insertInto('recovery_codes').values(rows).execute();
}

export async function takeCode(tx: Tx, { project_id, id }: Who, hash: string): Promise<boolean> {
  const taken = await tx.q
    .deleteFrom('recovery_codes')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return taken !== undefined;
}

/** Their hashes. */
export async function listCodes(reader: Reader, { project_id, id }: Who): Promise<string[]> {
  const rows = await reader.q
    .selectFrom('recovery_codes')
    .select('hash')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .execute();
  return rows.map(({ hash }) => hash);
}

export async function countCodes(reader: Reader, { project_id, id }: Who): Promise<number> {
  const found = await reader.q
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .executeTakeFirst();
  return found?.count ?? 0;
}

export interface MethodOwners {
  readonly passkey: ReadonlySet<string>;
  readonly recovery_code: ReadonlySet<string>;
  readonly oidc: ReadonlySet<string>;
}

/** Whose of a project have passkeys, recovery codes and an account at the company. */
export async function listMethodOwners(reader: Reader, project_id: string): Promise<MethodOwners> {
  const passkeys = reader.q.selectFrom('passkeys').select('reviewer_id').where('project_id', '=', project_id);
  const codes = reader.q.selectFrom('recovery_codes').select('reviewer_id').where('project_id', '=', project_id);
  const identities = reader.q
    .selectFrom('oidc_identities')
    .select('reviewer_id')
    .where('project_id', '=', project_id)
    .where('ended_at', 'is', null);
  const [one, other, third] = await Promise.all(
    [passkeys, codes, identities].map((query) => query.distinct().execute()),
  );
  const owners = (rows: readonly { reviewer_id: string }[] = []) => new Set(rows.map(({ reviewer_id }) => reviewer_id));
  return { passkey: owners(one), recovery_code: owners(other), oidc: owners(third) };
}
