// When an action is expired, how it may move, and how long it keeps its slot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTION_STATUSES } from '@countersign/contract';
import type { ActionRow } from '../../storage/schema.ts';
import { holdsSlot, slotOf, statusAt, TRANSITIONS } from './action.ts';

const CREATED = 1_000_000;
const DAY = 86_400;

test('a pending action is expired from its last second on, whether or not anything has noticed', () => {
  for (const [now, expected] of [
    [0, 'pending'],
    [999, 'pending'],
    [1000, 'expired'],
    [1001, 'expired'],
    [10 ** 12, 'expired'],
  ] as const) {
    assert.equal(statusAt({ status: 'pending', expires_at: 1000 }, now), expected, `at ${now}`);
  }
});

test('an action that has left pending keeps its status past its expiry', () => {
  for (const status of ACTION_STATUSES.filter((status) => status !== 'pending')) {
    for (const now of [999, 1000, 10 ** 12]) assert.equal(statusAt({ status, expires_at: 1000 }, now), status);
  }
});

test('an action leaves pending once, by one of three ways, and approved once, by one of two', () => {
  const ways = Object.values(TRANSITIONS).map(({ from, to }) => `${from} to ${to}`);
  assert.deepEqual(ways, [
    'pending to approved',
    'pending to rejected',
    'pending to expired',
    'approved to executed',
    'approved to execute_failed',
  ]);
});

test('an action keeps its slot while it is pending, and with an idempotency key for a day', () => {
  const table: readonly [Pick<ActionRow, 'status' | 'idempotency_key'>, number, number, boolean][] = [
    // the action, its seconds to live, the seconds since it was made, whether it keeps the slot
    [{ status: 'pending', idempotency_key: null }, 300, 0, true],
    [{ status: 'pending', idempotency_key: null }, 300, 299, true],
    [{ status: 'pending', idempotency_key: null }, 300, 300, false],
    [{ status: 'pending', idempotency_key: null }, 30 * DAY, 29 * DAY, true],
    [{ status: 'approved', idempotency_key: null }, 300, 1, false],
    [{ status: 'rejected', idempotency_key: null }, 300, 1, false],
    [{ status: 'pending', idempotency_key: 'k' }, 300, 299, true],
    [{ status: 'pending', idempotency_key: 'k' }, 300, 300, true],
    [{ status: 'pending', idempotency_key: 'k' }, 300, DAY, false],
    [{ status: 'pending', idempotency_key: 'k' }, 30 * DAY, 29 * DAY, true],
    [{ status: 'pending', idempotency_key: 'k' }, 30 * DAY, 30 * DAY, false],
    [{ status: 'approved', idempotency_key: 'k' }, 300, DAY - 1, true],
    [{ status: 'approved', idempotency_key: 'k' }, 300, DAY, false],
    [{ status: 'executed', idempotency_key: '' }, 300, DAY - 1, true],
    [{ status: 'expired', idempotency_key: 'k' }, 300, DAY - 1, true],
    [{ status: 'rejected', idempotency_key: 'k' }, 30 * DAY, DAY, false],
  ];
  for (const [action, seconds, age, expected] of table) {
    const row = { ...action, created_at: CREATED, expires_at: CREATED + seconds } as ActionRow;
    assert.equal(holdsSlot(row, CREATED + age), expected, `${JSON.stringify(action)} of ${seconds} s after ${age} s`);
  }
});

test('a slot is the idempotency key, or else the creator and the content', () => {
  assert.equal(slotOf('key_1', 'k', 'hash'), slotOf('key_2', 'k', 'other'));
  assert.equal(slotOf('key_1', undefined, 'hash'), slotOf('key_1', undefined, 'hash'));
  const slots = [
    slotOf('key_1', undefined, 'hash'),
    slotOf('key_2', undefined, 'hash'),
    slotOf('key_1', undefined, 'other'),
    slotOf('key_1', 'key_1 hash', 'hash'),
    slotOf('key_1', 'same key_1 hash', 'hash'),
    slotOf('key_1', '', 'hash'),
  ];
  assert.equal(new Set(slots).size, slots.length);
});
