import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { feedDate } from './dates.ts';

const utc = (text: string) => Date.parse(text) / 1000;

test('the dates that feeds write', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21Z'],
    ['01 Jan 2004 19:48 +0100', '2004-01-01T18:48:00Z'],
    ['Thu, 1 Jan 04 19:48:21 EST', '2004-01-02T00:48:21Z'],
    ['Thu, 31 Dec 1998 19:48:21 PDT', '1999-01-01T02:48:21Z'],
    ['Thursday, 01 January 2004 19:48:21 UT', '2004-01-01T19:48:21Z'],
    ['Jan 5, 2020', '2020-01-05T00:00:00Z'],
    ['January 5th, 2020 at 3:04 PM', '2020-01-05T15:04:00Z'],
    ['Mon, 26 January 2004 16:31:00 ET', '2004-01-26T21:31:00Z'],
    ['Sun Jan  4 16:29:06 PST 2004', '2004-01-05T00:29:06Z'],
    ['2004-01-04 9:05:06', '2004-01-04T09:05:06Z'],
    ['2004-01-04T9:05+01:00', '2004-01-04T08:05:00Z'],
    ['Sun Jan  4 16:29:06 2004', '2004-01-04T16:29:06Z'],
    ['2003-12-31T10:14:55Z', '2003-12-31T10:14:55Z'],
    ['2003-12-31T10:14:55-08:00', '2003-12-31T18:14:55Z'],
    ['2003-12-31T10:14:55.123456+0130', '2003-12-31T08:44:55Z'],
    ['2003-12-31 10:14', '2003-12-31T10:14:00Z'],
    ['2003-12-31', '2003-12-31T00:00:00Z'],
    ['20031231', '2003-12-31T00:00:00Z'],
    ['2003-12', '2003-12-01T00:00:00Z'],
    ['2003', '2003-01-01T00:00:00Z'],
    ['2003-335', '2003-12-01T00:00:00Z'],
    ['2004-W01-1', '2003-12-29T00:00:00Z'],
    ['2004/07/08 23:56:58', '2004-07-08T23:56:58Z'],
    ['Fri, 2006/09/15 08:19:53 EDT', '2006-09-15T12:19:53Z'],
    ['2004년 05월 28일  01:31:15', '2004-05-27T16:31:15Z'],
    ['2004-05-25 오후 11:23:17', '2004-05-25T14:23:17Z'],
    ['Κυρ, 11 Ιούλ 2004 12:00:00 EST', '2004-07-11T17:00:00Z'],
    ['2004-július-13T9:15-05:00', '2004-07-13T14:15:00Z'],
  ];
  for (const [text, moment] of cases) assert.equal(feedDate(text), utc(moment), text);
});

test('what is no date is none', () => {
  for (const text of ['', ' ', 'soon', '2004-13-01', '32 Foo 2004', '99:99', '0000-00-00', 'x'.repeat(1000)])
    assert.equal(feedDate(text), undefined, text);
});

test('a moment written as ISO 8601 is read back', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0100-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }), (date) => {
      assert.equal(feedDate(date.toISOString()), Math.floor(date.getTime() / 1000));
      assert.equal(feedDate(date.toUTCString()), Math.floor(date.getTime() / 1000));
    }),
  );
});
