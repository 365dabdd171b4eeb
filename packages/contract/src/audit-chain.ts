// The audit chain, as anyone can check it: what the hash of a row covers, what a commitment is, and where a chain breaks.
// Pure and without imports, so that the server, the command and a browser run the same lines.

/** Lowercase hex of the SHA-256 of bytes, or of the UTF-8 of a text. */
export type Sha256 = (input: string | Uint8Array) => string;

/** What stands before the first row. */
export const CHAIN_START = '0'.repeat(64);

/** What the hash of a row covers. Values that may be erased are in it by their commitment only. */
export interface ChainRow {
  readonly project_id: string;
  readonly seq: number;
  readonly id: string;
  readonly event: string;
  readonly entity_id: string;
  readonly actor_type: string | null;
  readonly actor_id: string | null;
  readonly channel: string | null;
  /** The facts of the row, parsed. */
  readonly data: unknown;
  readonly commitment: string | null;
  readonly created_at: number;
}

/** In the order of their names, as canonical JSON has them. */
const COVERED = [
  'actor_id',
  'actor_type',
  'channel',
  'commitment',
  'created_at',
  'data',
  'entity_id',
  'event',
  'id',
  'project_id',
  'seq',
] as const satisfies (keyof ChainRow)[];

/** hash(n) = SHA-256(hash(n−1) in hex, then the canonical JSON of row n without the members that are null). */
export function hashOfRow(sha256: Sha256, before: string, row: ChainRow): string {
  let members = '';
  for (const name of COVERED) {
    const value = row[name];
    if (value === null || value === undefined) continue;
    members += `${members && ','}"${name}":${typeof value === 'string' ? JSON.stringify(value) : canonicalJson(value)}`;
  }
  return sha256(`${before}{${members}}`);
}

/** SHA-256(salt in hex, then the canonical JSON of the values). Without the salt nobody can guess what was committed to. */
export function commitmentOf(sha256: Sha256, salt: string, values: unknown): string {
  return sha256(salt + canonicalJson(values));
}

/** RFC 8785, for values as JSON.parse gives them. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

export interface SealedRow extends ChainRow {
  readonly hash: string;
  /** Undefined when there were none, or they were erased. */
  readonly opening?: { readonly salt: string; readonly values: unknown } | undefined;
}

/** How far a chain was followed, and what is wrong with it. */
export interface ChainVerdict {
  readonly ok: boolean;
  /** Rows that hold, from the first one on. */
  readonly rows: number;
  /** The hash of the last of them; null when there is none. */
  readonly head: string | null;
  /** From this row on nothing is vouched for. */
  readonly first_bad_seq?: number;
  readonly why?: string;
}

export interface ChainCheck {
  /** In the order of `seq`, from the first. After the first fault nothing more is looked at. */
  row(row: SealedRow): void;
  /** A checkpoint whose signature was found good; before the row that follows it, or at the end. */
  checkpoint(signed: { readonly project_id: string; readonly seq: number; readonly hash: string }): void;
  /** A checkpoint is wrong, so that what came after the last good one may be, too. */
  distrust(why: string): void;
  /** Something that only the caller can see. The first fault counts. */
  fail(first_bad_seq: number, why: string): void;
  /** Where the next row belongs, and the last one that a checkpoint vouches for. */
  readonly next: number;
  readonly vouched: number;
  verdict(): ChainVerdict;
}

export function openChainCheck(sha256: Sha256): ChainCheck {
  let project: string | undefined;
  let seq = 0;
  let head = CHAIN_START;
  let vouched = 0;
  let fault: { readonly first_bad_seq: number; readonly why: string } | undefined;
  const fail = (first_bad_seq: number, why: string) => {
    fault ??= { first_bad_seq, why };
  };
  const isForeign = (project_id: string) => {
    project ??= project_id;
    return project !== project_id;
  };

  return {
    row(row) {
      if (fault) return;
      if (row.seq !== seq + 1) return fail(seq + 1, `row ${seq + 1} is missing`);
      if (isForeign(row.project_id)) return fail(row.seq, 'the row is of another project');
      if (hashOfRow(sha256, head, row) !== row.hash) return fail(row.seq, 'the row does not have the hash it should');
      const { opening } = row;
      if (opening && commitmentOf(sha256, opening.salt, opening.values) !== row.commitment) {
        return fail(row.seq, 'the values of the row are not those it commits to');
      }
      seq = row.seq;
      head = row.hash;
    },
    checkpoint(signed) {
      if (fault) return;
      if (signed.seq > seq) return fail(seq + 1, `rows up to ${signed.seq} were signed for, and are missing`);
      if (isForeign(signed.project_id) || signed.seq !== seq || signed.hash !== head) {
        return fail(vouched + 1, `the signed checkpoint at ${signed.seq} is of other rows`);
      }
      vouched = seq;
    },
    distrust: (why) => fail(vouched + 1, why),
    fail,
    get next() {
      return seq + 1;
    },
    get vouched() {
      return vouched;
    },
    verdict: () => ({ ok: fault === undefined, rows: seq, head: seq === 0 ? null : head, ...fault }),
  };
}
