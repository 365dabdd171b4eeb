// What every use-case is handed, and the shape a door expects of its handlers.

import type { Operation, OutcomeParams, ReceiptClaims, Role, RuleAction, Scope, Tool } from '@countersign/contract';
import type { Checkpoint, PublicJwk } from '@countersign/contract/checkpoint';
import type { Static, TSchema } from 'typebox';
import { Problem } from './base/problem.ts';
import type { Config } from './config.ts';
import type { Reader, Storage, Tx } from './storage/database.ts';
import type { Ourselves } from './world/target.ts';
import type { World } from './world/world.ts';

export interface App {
  readonly config: Config;
  readonly world: World;
  readonly storage: Storage;
  /** Committed state only. */
  readonly reader: Reader;
  readonly hub: Hub;
  readonly waits: Waits;
  readonly calls: Calls;
  readonly signer: Signer;
  readonly rulebook: Rulebook;
  /** Tells a sweep that there is work for it. */
  wake(sweep: string): void;
  /** Where people and agents reach this server; no trailing slash. */
  readonly publicUrl: () => string;
  /** All the ways to reach this server; nothing it sends may go there. */
  readonly ourselves: () => Ourselves;
}

/**
 * Who listens for which change: the id of whatever changed, or of the project it belongs to. Waking nobody is fine. What
 * follows a space is a note for those who listen to what stands before it.
 */
export interface Hub {
  wake(topic: string): void;
  wakeAll(): void;
  /** Calls back, and promises to be quick about it. Returns what ends it. */
  listen(topic: string, heard: (note?: string) => void): () => void;
}

/** Waits of many for a few things: those who wait for the same share every look at it. */
export interface Waits {
  /** What `read` gives once it is settled or the seconds are over; undefined when the signal was given before. */
  until<T>(
    awaited: WaitedFor<T>,
    end: { readonly seconds: number; readonly signal: AbortSignal },
  ): Promise<T | undefined>;
}

export interface WaitedFor<T> {
  /** The same for everyone who waits for the same and may read it. */
  readonly key: string;
  readonly topic: string;
  /** When it will be settled by itself, Unix milliseconds of our own clock; past when it is. Cheap: it is asked often. */
  settlesAtMs(): Promise<number>;
  read(): Promise<T>;
}

export const CALL_KINDS = ['stream', 'wait', 'export'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** Calls that stay open for long. */
export interface Calls {
  /** Counts it until `gone` is given or it ends. Throws `rate_limited` when the caller has too many. */
  begin(caller: Caller, kind: CallKind, gone: AbortSignal): Call;
  /** The text of an export; it breaks off, as with a lost connection, when the caller may no longer call. Throws as `begin`. */
  exporting(
    caller: Caller,
    gone: AbortSignal,
    begin: () => Promise<AsyncIterable<string>>,
  ): Promise<AsyncGenerator<string>>;
  count(kind: CallKind): number;
}

export interface Call {
  /** Given when the other side is gone, and when the caller may no longer call. */
  readonly signal: AbortSignal;
  isShutOut(): boolean;
  end(): void;
}

/** What admins decided beforehand. */
export interface Rulebook {
  /** What applies to something new; by the rules as they are in this transaction. `known`: their revision, if it was read. */
  ask(tx: Tx, project_id: string, proposed: Proposed, known?: { revision: string | null }): Promise<AppliedRules>;
}

/** What a rule may look at. */
export interface Proposed {
  readonly kind: string;
  readonly target_url: string | null;
  /** Source text. */
  readonly payload: string | null;
  readonly creator_id: string;
  /** Came from outside. */
  readonly untrusted: boolean;
}

export interface AppliedRule {
  readonly id: string;
  readonly name: string;
  readonly params: OutcomeParams;
}

/** The first of each kind that applies, in their order; absent where none does. */
export type AppliedRules = { readonly [A in RuleAction]?: AppliedRule };

/** The server's signature. */
export interface Signer {
  /** A compact JWS, worked out beside the event loop. */
  receipt(claims: ReceiptClaims): Promise<string>;
  /** A signed note that says how far a chain of the audit log reaches; at once, for it is made inside a transaction. */
  checkpoint(checkpoint: Checkpoint): string;
  /** Every key that ever signed, as they are in storage now. */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /** Looks in storage whether there is a newer key to sign with. */
  reload(): Promise<void>;
}

/** Who makes the request, as far as the service is concerned. */
export type Caller = KeyCaller | Person;

export interface KeyCaller {
  readonly type: 'key';
  readonly id: string;
  readonly name: string;
  readonly project_id: string;
  readonly scopes: readonly Scope[];
}

/** Someone signed in. */
export interface Person {
  readonly type: 'reviewer';
  readonly id: string;
  readonly name: string;
  readonly project_id: string;
  readonly role: Role;
  /** What the role stands for, in the words of keys. */
  readonly scopes: readonly Scope[];
  readonly session_id: string;
  /** Until then the sign-in is recent enough for what is sensitive. */
  readonly fresh_until: number;
}

/** As much of them as a decision keeps; `external` is someone in a chat or behind a mailbox who is no reviewer. */
export interface Decider extends Pick<Caller, 'id' | 'name' | 'project_id'> {
  readonly type: Caller['type'] | 'external';
}

/** Where a request comes from, as a browser and the network have it. */
export interface Visit {
  /** Scheme, host and port under which the browser sees us. */
  readonly origin: string;
  readonly address: string;
  readonly user_agent: string;
  /** What the session cookie holds, if there is one. */
  readonly token: string | undefined;
  /** The header that gives the browser a token, or takes it away. */
  cookie(token: string | undefined): string;
  /** What the browser keeps of a sign-in that is under way elsewhere. */
  readonly flow: string | undefined;
  flowCookie(sealed: string): string;
}

type StaticOr<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;

type Member<O, K extends string> = O extends { readonly [P in K]: infer S } ? S : undefined;

export interface Input<O extends Operation> {
  readonly params: StaticOr<Member<O, 'params'>, undefined>;
  readonly query: StaticOr<Member<O, 'query'>, undefined>;
  readonly headers: StaticOr<Member<O, 'headers'>, undefined>;
  readonly body: StaticOr<Member<O, 'body'>, undefined>;
  /** The source text of a member of the body, for values that must survive to the digit. */
  sourceOf(member: string): string | undefined;
  /** The body as it came, where the operation says so. */
  raw(): O extends { readonly raw: true } ? Uint8Array : undefined;
  /** Given when the other side is gone. */
  signal(): AbortSignal;
  visit(): Visit;
}

export type Reply<O extends Operation> = {
  [S in keyof O['replies'] & number]: {
    readonly status: S;
    readonly body: Static<O['replies'][S]>;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof O['replies'] & number];

export type Handler<O extends Operation> = (
  app: App,
  caller: O['scope'] extends 'public' ? undefined : O['scope'] extends 'person' ? Person : Caller,
  input: Input<O>,
) => Promise<Reply<O>>;

/** A missing operation or a wrong reply does not compile. */
export type Handlers<T extends Readonly<Record<string, Operation>>> = { readonly [K in keyof T]: Handler<T[K]> };

export interface ToolCall<T extends Tool> {
  readonly args: Static<T['input']>;
  /** The source text of an argument. `payload` is to be had only so. */
  sourceOf(member: string): string | undefined;
  /** Given when there is no use in going on: the other side is gone, or the server is closing. */
  signal(): AbortSignal;
  /** Tells the client that the call is alive. Undefined when it did not ask. */
  readonly progress: ((message: string) => void) | undefined;
}

export type ToolHandler<T extends Tool> = (app: App, caller: Caller, call: ToolCall<T>) => Promise<Static<T['output']>>;

export type ToolHandlers<T extends Readonly<Record<string, Tool>>> = { readonly [K in keyof T]: ToolHandler<T[K]> };

/** Unix seconds, for what is read outside a transaction: by the clock that all instances share, not by our own. */
export function nowOf(app: Pick<App, 'storage'>): number {
  return Math.floor(app.storage.nowMs() / 1000);
}

/** What other instances hear when a sweep has work; and this one, when a transaction announces it. */
export function sweepTopic(name: string): string {
  return `sweep:${name}`; // without a space: what comes after one is a note
}

/** A key is always fresh: it is shown anew with every request. */
export function isFresh(app: App, caller: Caller): boolean {
  return caller.type === 'key' || caller.fresh_until > nowOf(app);
}

export function demandFresh(app: App, caller: Caller): void {
  if (isFresh(app, caller)) return;
  throw new Problem('step_up_required', { detail: 'Sign in again: this needs a sign-in of the last ten minutes.' });
}
