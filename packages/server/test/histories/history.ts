// What clients did to one action and what they were told, in the order of one clock: theirs.

export type Status = 'pending' | 'approved' | 'rejected' | 'executed' | 'execute_failed';

export type Call =
  | { readonly do: 'read' }
  | { readonly do: 'decide'; readonly verdict: 'approve' | 'reject' }
  | { readonly do: 'claim' }
  | { readonly do: 'report'; readonly status: 'executed' | 'execute_failed' };

/**
 * `done` and `refused` say what the action was, or had become. `unknown`: no answer, or one that says so; it may have
 * happened, may never, or may yet.
 */
export type Outcome =
  | { readonly was: 'done'; readonly status: Status; readonly claimed?: boolean }
  | { readonly was: 'refused'; readonly status: Status; readonly claimed?: boolean }
  | { readonly was: 'unknown' };

export interface Operation {
  readonly call: Call;
  readonly outcome: Outcome;
  readonly invokedMs: number;
  /** Infinity when the outcome is unknown. */
  readonly returnedMs: number;
}
