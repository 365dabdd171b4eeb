// The client: every operation of the service, and what an agent does with them.

import { type Approved, type Decided, firstEndMs, type WaitOptions, waitForDecision } from './decision.ts';
import { type ApprovalOptions, type Description, type GateOptions, gate, whenApproved } from './gate.ts';
import type { ActionCreate } from './operations.ts';
import { type ClientOptions, OperationsClient } from './operations-client.ts';
import { timeoutMs } from './spans.ts';
import { toCaller } from './to-caller.ts';

export class Countersign extends OperationsClient {
  constructor(options: ClientOptions = {}) {
    super(options, toCaller);
  }

  /** Proposes, waits, and says what was decided. The timeout is for all of it. */
  async requestApproval(request: ActionCreate, options: ApprovalOptions = {}): Promise<Decided> {
    const { timeout, signal, onPending } = options;
    const endMs = performance.now() + timeoutMs(timeout);
    const call = { signal, endMs: firstEndMs(endMs) };
    const created = await this.createAction(request, call);
    await onPending?.(created);
    const leftS = (endMs - performance.now()) / 1000;
    return waitForDecision(this, created.id, { timeout: leftS, signal }, created);
  }

  /** Answers the moment the action is decided or expires; throws StillPending when the timeout (in seconds) ends first. */
  waitForDecision(id: string, options: WaitOptions = {}): Promise<Decided> {
    return waitForDecision(this, id, options);
  }

  /**
   * Proposes, waits, and when it is approved runs this, once, with what was approved, and reports the outcome. Throws
   * GateClosed when it may not run.
   */
  whenApproved<R>(
    request: ActionCreate,
    run: (approved: Approved) => Promise<R> | R,
    options: GateOptions<R> = {},
  ): Promise<R> {
    return whenApproved(this, request, run, options);
  }

  /**
   * The same function behind a gate: each call is shown as `describe` says, and runs only when approved, with the approved
   * arguments, once. Throws GateClosed when it may not run.
   */
  gate<Args extends unknown[], R>(
    run: (...args: Args) => Promise<R> | R,
    describe: NoInfer<(...args: Args) => Promise<Description> | Description>,
    options: GateOptions<R> = {},
  ): (...args: Args) => Promise<R> {
    return gate(this, run, describe, options);
  }
}
