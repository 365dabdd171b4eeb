// The orders in which the inbox can be read, each as stretches of an index, and the places in them where a page can end.

import { BANDS_SECONDS } from '@countersign/contract/shown/inbox-order';
import type { Reader } from '../../../storage/database.ts';
import { type InboxFilter, type LightRow, listByExpiry, listById, listByKind } from './inbox-store.ts';

export interface Walk {
  /** Rows after the place, in order, at most `limit`; fewer only at the end of the stretch. */
  read(stretch: number, beyond: LightRow | Place | undefined, limit: number): Promise<LightRow[]>;
  readonly stretches: number;
  /** What a cursor says: where the row stands. */
  placeOf(stretch: number, row: LightRow): string;
}

export type Place = Pick<LightRow, 'kind' | 'calm' | 'expires_at' | 'id'>;

export interface Begin {
  readonly stretch: number;
  readonly beyond: Place | undefined;
}

export type Sort = 'expires_at' | 'newest' | 'oldest' | 'kind';

/** All that a place may be written with. */
export const PLACE = /^[\w-]{1,800}$/;

const BY_EXPIRY = /^(\d{1,12})_(\d)_(\d{1,12})_(act_[0-9a-z]{1,40})$/;
const BY_KIND = /^([01])_(\d{1,12})_(act_[0-9a-z]{1,40})_([\w-]{0,600})$/;

/** Undefined when the place is none of this order. */
export function openWalk(
  reader: Reader,
  filter: InboxFilter,
  sort: Sort,
  place: string | undefined,
): { walk: Walk; begin: Begin } | undefined {
  if (sort === 'expires_at') return byUrgency(reader, filter, place);
  if (sort === 'kind') return byKind(reader, filter, place);
  return byId(reader, filter, sort, place);
}

/** Two stretches a band: with warnings, then without. */
function byUrgency(reader: Reader, filter: InboxFilter, place: string | undefined) {
  const [, at, band, expires_at, id = ''] = BY_EXPIRY.exec(place ?? '') ?? [];
  if (place !== undefined && at === undefined) return undefined;
  const begunAt = at === undefined ? filter.now : Number(at); // what was urgent when the first page was read still counts as that
  const stretches = stretchesAt(begunAt, filter);
  const walk: Walk = {
    stretches: stretches.length,
    read: async (n, beyond, limit) => {
      const stretch = stretches[n];
      return stretch ? listByExpiry(reader, { ...filter, ...stretch }, { beyond, limit }) : [];
    },
    placeOf: (n, row) => `${begunAt}_${n}_${row.expires_at}_${row.id}`,
  };
  const beyond = place === undefined ? undefined : { kind: '', calm: 0 as const, expires_at: Number(expires_at), id };
  return { walk, begin: { stretch: Number(band ?? 0), beyond } };
}

function stretchesAt(begunAt: number, { after = 0, until = Number.MAX_SAFE_INTEGER, calm }: InboxFilter) {
  const edges = [0, ...BANDS_SECONDS.map((seconds) => begunAt + seconds), Number.MAX_SAFE_INTEGER];
  const sides = calm === undefined ? ([0, 1] as const) : [calm];
  return edges.slice(1).flatMap((edge, n) => {
    const from = Math.max(after, edges[n] ?? 0);
    const to = Math.min(until, edge);
    return from < to ? sides.map((side) => ({ calm: side, after: from, until: to })) : [];
  });
}

function byKind(reader: Reader, filter: InboxFilter, place: string | undefined) {
  const [, calm, expires_at, id = '', encoded = ''] = BY_KIND.exec(place ?? '') ?? [];
  const kind = Buffer.from(encoded, 'base64url').toString();
  if (place !== undefined && (calm === undefined || kind.includes('\0'))) return undefined; // no kind has one, nor takes PostgreSQL any
  const walk: Walk = {
    stretches: 1,
    read: (_, beyond, limit) => listByKind(reader, filter, { beyond, limit }),
    placeOf: (_, row) => `${row.calm}_${row.expires_at}_${row.id}_${Buffer.from(row.kind).toString('base64url')}`,
  };
  const beyond: Place | undefined =
    place === undefined
      ? undefined
      : {
          kind,
          calm: calm === '0' ? 0 : 1,
          expires_at: Number(expires_at),
          id,
        };
  return { walk, begin: { stretch: 0, beyond } };
}

function byId(reader: Reader, filter: InboxFilter, sort: 'newest' | 'oldest', place: string | undefined) {
  if (place !== undefined && !/^act_[0-9a-z]{1,40}$/.test(place)) return undefined;
  const order = sort === 'newest' ? 'desc' : 'asc';
  const walk: Walk = {
    stretches: 1,
    read: (_, beyond, limit) => listById(reader, filter, { beyond: beyond?.id, limit, order }),
    placeOf: (_, row) => row.id,
  };
  const beyond = place === undefined ? undefined : { kind: '', calm: 0 as const, expires_at: 0, id: place };
  return { walk, begin: { stretch: 0, beyond } };
}
