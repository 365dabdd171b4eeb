// What is asked of the audit log: kept in the address, so that a row, or what somebody did, can be sent to a colleague.

import type { AuditRow } from '@countersign/contract';
import type { Plain } from '../i18n/translate.ts';

/** Events that belong together, by how their names begin. */
export const GROUPS = {
  'action.': 'actions',
  'key.': 'keys',
  'reviewer.': 'reviewers',
  'project.': 'project',
  'watcher.': 'watchers',
} as const satisfies Record<string, Plain>;

export interface AuditQuestion {
  readonly type?: string;
  readonly actor?: string;
  readonly entity_id?: string;
  /** Only the rows of this second. */
  readonly at?: number;
  /** The one among them that is meant: it is open. */
  readonly row?: string;
}

export function readQuestion(query: Readonly<Record<string, string>>): AuditQuestion {
  const { type = '', actor = '', entity_id = '', at = '', row = '' } = query;
  return {
    ...(Object.hasOwn(GROUPS, type) && { type }),
    ...(actor !== '' && { actor }),
    ...(entity_id !== '' && { entity_id }),
    ...(/^\d{1,12}$/.test(at) && { at: Number(at) }),
    ...(row !== '' && { row }),
  };
}

export function addressOf(question: AuditQuestion): string {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)])).toString();
  return `/audit${query && `?${query}`}`;
}

/** A row is found by its second: the log is read by time. */
export const placeOf = ({ id, created_at }: AuditRow): string => addressOf({ at: created_at, row: id });

/** As the server understands it. */
export function asked({ at, row: _, ...filters }: AuditQuestion) {
  return { ...filters, ...(at !== undefined && { since: at, until: at }) };
}
