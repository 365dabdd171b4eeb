// What an actor is handed: the service to ask, the generator to choose by, the model to judge with.

import type { App, Caller, Person } from '../../src/app.ts';
import type { Problem } from '../../src/base/problem.ts';
import type { Proposal } from '../../src/features/actions/create-action.ts';
import type { Committed } from './committed.ts';
import type { Posts } from './deliveries.ts';
import type { DiskState, Faults } from './faults.ts';
import type { Life } from './life.ts';
import type { Model, Op } from './model.ts';
import type { Names } from './names.ts';
import type { Random } from './random.ts';
import type { Workers } from './service.ts';
import type { Sites } from './sites.ts';
import type { Time } from './time.ts';

/** One step of an actor: it asks the service for something and judges the answer, or changes the surroundings. */
export type Step = (sim: Sim) => Promise<void>;

/** `lost`: the client will never know. */
export type Answer<T> =
  | { readonly is: 'ok'; readonly op: Op; readonly value: T }
  | { readonly is: 'refused'; readonly op: Op; readonly problem: Problem }
  | { readonly is: 'lost' };

export interface Sim {
  readonly random: Random;
  readonly time: Time;
  readonly model: Model;
  readonly callers: readonly Caller[];
  /** Reviewers of the first project. */
  readonly people: readonly Person[];
  /** What was proposed lately, and by whom, to be proposed again. */
  readonly drafts: { readonly caller: Caller; readonly proposal: Proposal }[];
  readonly disk: { state: DiskState; lastTrouble: number };
  faults(): Faults;
  committed(): Committed;
  /** The instances that run now. */
  lives(): readonly Life[];
  freeze(life: Life): void;
  /** What an instance sends with. */
  workersOf(instance: number): Workers;
  readonly posts: Posts;
  readonly sites: Sites;
  readonly names: Names;
  /** Whether watchers take part. */
  readonly watched: boolean;
  /** Whether projects keep things for a while only. */
  readonly retaining: boolean;
  /** Whether anything goes on by itself. */
  busy(): boolean;
  /** Makes a request of one of the instances. A crash meanwhile means that this never returns. */
  ask<T>(what: string, caller: Caller, work: (app: App, op: Op) => Promise<T>): Promise<Answer<T>>;
  note(line: string): void;
}
