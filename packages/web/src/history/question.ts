// What is asked of the history: kept in the address, so that a filtered list can be sent to a colleague.

import type { HistoryRow } from '@countersign/contract';
import { now } from '../clock.ts';
import type { Plain } from '../i18n/translate.ts';
import { may, me } from '../session.ts';

export interface Question {
  readonly status?: HistoryRow['status'];
  readonly decided_by?: string;
  readonly kind?: string;
  readonly delivery?: NonNullable<HistoryRow['webhook_delivery']>['status'];
  /** Approved by someone who can hardly have read it. */
  readonly unread?: 1;
  /** Days back from now. */
  readonly days?: number;
  readonly q?: string;
}

export const STATUSES = {
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
  executed: 'executed',
  execute_failed: 'failed',
} as const satisfies Record<HistoryRow['status'], Plain>;

export const DELIVERIES = {
  delivered: 'delivered',
  pending: 'being sent',
  retry: 'retrying',
  dlq: 'gave up',
  gone: 'gone',
} as const satisfies Record<NonNullable<Question['delivery']>, Plain>;

export const PERIODS = {
  1: 'Last 24 hours',
  7: 'Last 7 days',
  14: 'Last 14 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
} as const;

/** Characters of a search, as many as the server takes. */
export const MOST_ASKED = 200;
const DAY = 86_400;

/** What was approved unread. Only an admin is shown that of others: whoever else asks is told that it is their own. */
export function unreadOnes(): Question {
  const mine = me.value?.id;
  return { unread: 1, ...(may('admin') || mine === undefined ? {} : { decided_by: mine }) };
}

export function readQuestion(query: Readonly<Record<string, string>>): Question {
  const { status = '', delivery = '', days = '', kind = '', decided_by = '', unread = '', q = '' } = query;
  return {
    ...(Object.hasOwn(STATUSES, status) && { status: status as HistoryRow['status'] }),
    ...(Object.hasOwn(DELIVERIES, delivery) && { delivery: delivery as keyof typeof DELIVERIES }),
    ...(unread === '1' && { unread: 1 as const }),
    ...(Object.hasOwn(PERIODS, days) && { days: Number(days) }),
    ...(kind !== '' && { kind: kind.slice(0, 100) }),
    ...(decided_by !== '' && { decided_by: decided_by.slice(0, 128) }),
    ...(q !== '' && { q: q.slice(0, MOST_ASKED) }),
  };
}

export function addressOf(question: Question): string {
  const query = new URLSearchParams(Object.entries(question).map(([name, value]) => [name, String(value)])).toString();
  return `/history${query && `?${query}`}`;
}

/** As the server understands it. */
export function asked({ days, ...question }: Question) {
  return { ...question, ...(days !== undefined && { since: now.peek() - days * DAY }) };
}
