// Pages and their cursors: where a page ends, and that a cursor is good only where it came from.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../base/problem.ts';
import { cursorAt, pageOf, readCursor } from './page.ts';

const LIST = 'actions prj_1';
const ID = 'act_01k2j3h4g5f6d7s8a9q0w1e2r3';

/** Every UTF-16 code unit, halves of pairs too. */
const anyText = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

function assertInvalid(cursor: string, list = LIST): void {
  assert.throws(
    () => readCursor(cursor, list),
    (error) => error instanceof Problem && error.code === 'invalid_cursor',
    cursor,
  );
}

test('a cursor leads back to its row', () => {
  assert.equal(readCursor(cursorAt(ID, LIST), LIST), ID);
  assert.equal(readCursor(undefined, LIST), undefined);
});

test('a cursor can stand in a query as it is', () => {
  assert.match(cursorAt(ID, LIST), /^[A-Za-z0-9_-]+$/);
});

test('a cursor of another project or another list is invalid', () => {
  const cursor = cursorAt(ID, LIST);
  for (const list of ['actions prj_2', 'audit prj_1', 'actions prj_', '', 'actions prj_1 ', 'Actions prj_1']) {
    assertInvalid(cursor, list);
  }
});

test('a cursor with any one character changed, left out or put in is invalid', () => {
  const cursor = cursorAt(ID, LIST);
  for (let at = 0; at <= cursor.length; at++) {
    for (const character of 'AaZz09-_+/=. \n') {
      if (cursor[at] !== character) assertInvalid(cursor.slice(0, at) + character + cursor.slice(at + 1));
      assertInvalid(cursor.slice(0, at) + character + cursor.slice(at));
    }
    if (at < cursor.length) assertInvalid(cursor.slice(0, at) + cursor.slice(at + 1));
  }
});

test('what was never a cursor is invalid', () => {
  for (const text of ['', ' ', ID, '0', 'null', '../..', '%00', "' OR 1=1 --", Buffer.from(ID).toString('base64url')]) {
    assertInvalid(text);
  }
  fc.assert(fc.property(anyText, (text) => assertInvalid(text)));
  fc.assert(fc.property(fc.uint8Array(), (bytes) => assertInvalid(Buffer.from(bytes).toString('base64url'))));
});

test('a cursor cannot be made for something that is no id', () => {
  for (const id of ['', 'act', "act_1' --", 'act_1.x', 'ACT_1', `act_${'1'.repeat(41)}`])
    assertInvalid(cursorAt(id, LIST));
});

test('a page has as many rows as asked for, and a cursor only when there are more', () => {
  const rows = ['act_3', 'act_2', 'act_1'].map((id) => ({ id }));
  assert.deepEqual(pageOf(rows, 2, LIST), {
    items: rows.slice(0, 2),
    has_more: true,
    next_cursor: cursorAt('act_2', LIST),
  });
  assert.deepEqual(pageOf(rows, 3, LIST), { items: rows, has_more: false, next_cursor: null });
  assert.deepEqual(pageOf([], 3, LIST), { items: [], has_more: false, next_cursor: null });
});
