// Covers the delivery of webhooks (3.4, 6.3): what delivers, what is retried and when, and what ends it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide, idsIn, listActions, readAction, report, statusOf } from './action-steps.ts';
import { assertStatus, call, type Json, type JsonObject, text, unhurried } from './client.ts';
import {
  answersTaken,
  bodyOf,
  closeReceivers,
  comesTrue,
  hasDelivery,
  header,
  nthPost,
  type Receiver,
  type Reply,
  showsDelivery,
  startReceiver,
  staysAt,
} from './webhook-steps.ts';

/** The delays in seconds before attempts 2 to 6. */
const delays = [60, 300, 1500, 7200, 43_200] as const;

type Outcome = 'approved' | 'rejected' | 'expired';

interface Course {
  readonly label: string;
  /** The answers to the attempts in turn; the last one also to all that follow. */
  readonly replies: readonly [Reply | 'refused', ...Reply[]];
  /** How many attempts there must be in total. */
  readonly attempts: number;
  readonly delivery: 'delivered' | 'dlq' | 'gone';
  readonly outcome?: Outcome;
  readonly redirects?: true;
}

const courses: readonly Course[] = [
  ...[200, 201, 202, 203, 204, 206, 226, 299].map(
    (status) =>
      ({ label: `3.4, 6.3 rule 1: ${status}`, replies: [status], attempts: 1, delivery: 'delivered' }) as const,
  ),
  ...[300, 304, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 599].map(
    (status) =>
      ({ label: `3.4, 6.3 rule 3: ${status} each time`, replies: [status], attempts: 6, delivery: 'dlq' }) as const,
  ),
  ...[301, 302, 303, 307, 308].map(
    (status) =>
      ({
        label: `3.4: ${status} with a Location each time`,
        replies: [status],
        attempts: 6,
        delivery: 'dlq',
        redirects: true,
      }) as const,
  ),
  { label: '6.3 rule 3: no answer each time', replies: ['hang up'], attempts: 6, delivery: 'dlq' },
  { label: '6.3 rule 3: a refused connection, then 404s', replies: ['refused', 404], attempts: 6, delivery: 'dlq' },
  { label: '6.3 rule 3: a rejection and 500s', replies: [500], attempts: 6, delivery: 'dlq', outcome: 'rejected' },
  { label: '6.3 rule 3: an expiry and 500s', replies: [500], attempts: 6, delivery: 'dlq', outcome: 'expired' },
  { label: '6.3 rule 1: 500, then 200', replies: [500, 200], attempts: 2, delivery: 'delivered' },
  { label: '6.3 rule 1: no answer, then 202', replies: ['hang up', 202], attempts: 2, delivery: 'delivered' },
  { label: '6.3 rule 1: refused, then 200', replies: ['refused', 200], attempts: 2, delivery: 'delivered' },
  { label: '6.3 rule 1: 404, 302, then 200', replies: [404, 302, 200], attempts: 3, delivery: 'delivered' },
  {
    label: '6.3 rule 1: failures of all kinds, then 204 at the sixth attempt',
    replies: [500, 404, 302, 'hang up', 429, 204],
    attempts: 6,
    delivery: 'delivered',
  },
  { label: '3.4, 6.3 rule 2: 410', replies: [410, 200], attempts: 1, delivery: 'gone' },
  {
    label: '3.4, 6.3 rule 2: a rejection and 410',
    replies: [410, 200],
    attempts: 1,
    delivery: 'gone',
    outcome: 'rejected',
  },
  {
    label: '3.4, 6.3 rule 2: an expiry and 410',
    replies: [410, 200],
    attempts: 1,
    delivery: 'gone',
    outcome: 'expired',
  },
  { label: '3.4, 6.3 rule 2: 500, then 410', replies: [500, 410, 200], attempts: 2, delivery: 'gone' },
  {
    label: '3.4, 6.3 rule 2: 410 at the sixth attempt',
    replies: [500, 500, 500, 500, 500, 410],
    attempts: 6,
    delivery: 'gone',
  },
];

/** A course under way, all courses in step on the service's one clock. */
interface Run {
  readonly course: Course;
  readonly receiver: Receiver;
  readonly target: Receiver;
  readonly id: string;
  /** The attempts seen just before each delay was over, and after it. */
  readonly early: number[];
  readonly late: number[];
  /** The attempts seen in total, and the action as read in the end. */
  total: number;
  read: Json;
}

let service: Service;
const runs: Run[] = [];

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
  await runAll();
});

after(async () => {
  await closeReceivers();
  await service.stop();
});

function seen({ course, receiver }: Run): number {
  return receiver.posts.length + (course.replies[0] === 'refused' ? 1 : 0);
}

function reply(course: Course, attempt: number): Reply {
  const answer = course.replies[attempt - 1] ?? course.replies.at(-1);
  return answer === undefined || answer === 'refused' ? assert.fail() : answer;
}

async function begin(course: Course, target: Receiver): Promise<void> {
  const refused = course.replies[0] === 'refused';
  const receiver = await startReceiver(refused ? 200 : reply(course, 1));
  receiver.location = course.redirects ? target.url : undefined;
  const expiry: JsonObject = course.outcome === 'expired' ? { expires_in: 300 } : {};
  const id = await createAction(service, { ...expiry, callback_url: receiver.url });
  if (refused) {
    await receiver.close();
  }
  runs.push({ course, receiver, target, id, early: [], late: [], total: 0, read: null });
}

/** Waits until every course has made its attempt number `attempt`, if it is to make one. */
async function attempted(attempt: number): Promise<void> {
  await comesTrue(() => runs.every((run) => seen(run) >= Math.min(attempt, run.course.attempts)));
  await answersTaken();
}

async function firstAttempts(): Promise<void> {
  service.wind(420);
  for (const { course, id } of runs) {
    if (course.outcome !== 'expired') {
      assertStatus(await decide(service, id, { decision: course.outcome === 'rejected' ? 'reject' : 'approve' }), 200);
    }
  }
  await attempted(1);
  for (const { course, id, receiver } of runs) {
    if (course.replies[0] === 'refused') {
      await showsDelivery(service, id, 'retry');
      await receiver.listen();
    }
  }
}

async function nextAttempts(attempt: number, delay: number): Promise<void> {
  service.wind(delay - 5);
  await sleep(150);
  for (const run of runs) {
    run.early.push(seen(run));
    run.receiver.answer = reply(run.course, attempt);
  }
  service.wind(Math.ceil(delay * 0.15) + 125);
  await attempted(attempt);
  for (const run of runs) {
    run.late.push(seen(run));
  }
}

/** Runs all courses to their end and records what was seen; the tests judge it. */
async function runAll(): Promise<void> {
  for (const course of courses) {
    await begin(course, await startReceiver(200));
  }
  await firstAttempts();
  for (const [index, delay] of delays.entries()) {
    await nextAttempts(index + 2, delay);
  }
  service.wind(100_000);
  await sleep(150);
  for (const run of runs) {
    run.total = seen(run);
    run.read = (await call(service, 'GET', `/actions/${run.id}`)).body;
  }
}

function runOf(course: Course): Run {
  return runs.find((run) => run.course === course) ?? assert.fail();
}

const ends = { delivered: 'it is delivered', dlq: 'it goes to the dead letters', gone: 'it is gone' };

for (const course of courses) {
  const { label, attempts, delivery, outcome = 'approved' } = course;

  test(`${label}: the attempts in total are ${attempts}, each in its time`, () => {
    const { early, late, total } = runOf(course);
    const made = (first: number): number[] => delays.map((_, index) => Math.min(first + index, attempts));
    assert.deepEqual(early, made(1), 'attempts seen 5 s before attempts 2 to 6 are due');
    assert.deepEqual(late, made(2), 'attempts seen after attempts 2 to 6 were due');
    assert.equal(total, attempts, 'attempts seen long after');
  });

  test(`${label}: ${ends[delivery]} and the action is ${outcome}`, async () => {
    const { id, read, receiver, target } = runOf(course);
    assert.ok(hasDelivery(read, delivery), `no delivery status ${delivery} in ${JSON.stringify(read)}`);
    const record = await readAction(service, id);
    assert.equal(record['status'], outcome);
    assert.equal(record['callback_url'] ?? null, delivery === 'gone' ? null : receiver.url);
    assert.equal(target.posts.length, 0, 'no redirect is followed');
  });
}

test('6.3: by their timestamps the attempts keep the delays', () => {
  const run = runs.find(({ course }) => course.label.includes('500 each time')) ?? assert.fail();
  const sent = run.receiver.posts.map((post) => Number(header(post, 'x-service-timestamp')));
  assert.equal(sent.length, 6);
  for (const [index, delay] of delays.entries()) {
    const waited = Number(sent[index + 1]) - Number(sent[index]);
    assert.ok(waited >= delay - 1, `attempt ${index + 2} was sent after ${waited} s, not ${delay}`);
  }
});

test('6.1, 6.3: every attempt is a POST of the same content', () => {
  for (const { receiver } of runs) {
    const [first, ...others] = receiver.posts;
    for (const post of others) {
      assert.equal(post.method, 'POST');
      assert.deepEqual(bodyOf(post), bodyOf(first ?? assert.fail()));
    }
  }
});

async function approved(receiver: Receiver, fields: JsonObject = {}): Promise<string> {
  const id = await createAction(service, { ...fields, callback_url: receiver.url });
  assertStatus(await decide(service, id, { decision: 'approve' }), 200);
  return id;
}

test('3.4, 1 step 3: while retries are due the action is read with retry, listed and reported as ever', async () => {
  const receiver = await startReceiver(500);
  const kind = text(32);
  const id = await approved(receiver, { kind });
  const first = await nthPost(receiver, 1);
  await showsDelivery(service, id, 'retry');
  assert.equal(await statusOf(service, id), 'approved');
  assert.deepEqual(idsIn(await listActions(service, { kind, status: 'approved' })), [id]);
  assertStatus(await decide(service, id, { decision: 'reject' }), 409);
  assertStatus(await report(service, id, { status: 'executed' }), 200);
  service.wind(189);
  const second = await nthPost(receiver, 2);
  assert.deepEqual(bodyOf(second), bodyOf(first), 'the retry still says approved');
  assert.equal(await statusOf(service, id), 'executed');
});

for (const delivery of ['dlq', 'gone'] as const) {
  test(`3.4, 6.3 rule 4: of an action whose delivery is ${delivery} the result can still be reported`, async () => {
    const { course } = runs.find((run) => run.course.delivery === delivery && !run.course.outcome) ?? assert.fail();
    const { id, receiver } = runOf(course);
    assertStatus(await decide(service, id, { decision: 'reject' }), 409);
    assertStatus(await report(service, id, { status: 'executed' }), 200);
    assert.equal(await statusOf(service, id), 'executed');
    await staysAt(receiver, course.attempts);
  });
}

test('6.3 rule 2: a 410 for one action leaves another with the same callback_url as it was', async () => {
  const receiver = await startReceiver(410);
  const other = await createAction(service, { callback_url: receiver.url });
  const id = await approved(receiver);
  await nthPost(receiver, 1);
  await showsDelivery(service, id, 'gone');
  assert.equal((await readAction(service, other))['callback_url'], receiver.url);
  receiver.answer = 200;
  assertStatus(await decide(service, other, { decision: 'approve' }), 200);
  assert.equal(bodyOf(await nthPost(receiver, 2))['action_id'], other);
  await showsDelivery(service, other, 'delivered');
});

test('6.3: the failure of one receiver does not keep the webhook of another from being sent at once', async () => {
  const failing = await startReceiver('hang up');
  await approved(failing);
  await nthPost(failing, 1);
  const receiver = await startReceiver(200);
  const id = await approved(receiver);
  await nthPost(receiver, 1);
  await showsDelivery(service, id, 'delivered');
});
