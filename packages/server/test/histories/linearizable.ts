// Whether what clients were told of one action can be told of an action that changes at single moments, each between a call
// and its answer (Wing and Gong, with what was tried remembered).

import type { Call, Operation, Outcome, Status } from './history.ts';

export interface State {
  readonly status: Status;
  readonly claimed: boolean;
}

const BEGINNING: State = { status: 'pending', claimed: false };

/** More than this at once, and the masks below no longer fit. */
export const MOST_OPERATIONS = 30;

/** A moment for each operation, as the order in which they happened; undefined when there is none that explains them all. */
export function linearize(operations: readonly Operation[]): readonly Operation[] | undefined {
  if (operations.length > MOST_OPERATIONS) throw new Error(`At most ${MOST_OPERATIONS} operations.`);
  const all = operations.toSorted((a, b) => a.invokedMs - b.invokedMs);
  const needed = all.reduce((mask, { outcome }, index) => (outcome.was === 'unknown' ? mask : mask | (1 << index)), 0);
  const hopeless = new Set<string>();

  const search = (done: number, state: State): Operation[] | undefined => {
    if ((done & needed) === needed) return [];
    const key = `${done} ${state.status} ${state.claimed}`;
    if (hopeless.has(key)) return undefined;
    // Nothing happens after another has already been answered for.
    const firstAnswerMs = all.reduce(
      (first, { returnedMs }, index) => (done & (1 << index) ? first : Math.min(first, returnedMs)),
      Number.POSITIVE_INFINITY,
    );
    for (const [index, operation] of all.entries()) {
      if (done & (1 << index) || operation.invokedMs > firstAnswerMs) continue;
      const next = step(state, operation);
      const rest = next && search(done | (1 << index), next);
      if (rest) return [operation, ...rest];
    }
    hopeless.add(key);
    return undefined;
  };
  return search(0, BEGINNING);
}

/** The state after it, if it may have answered so; undefined if not. */
function step(state: State, { call, outcome }: Operation): State | undefined {
  const { answer, next } = MODEL[call.do](state, call as never);
  if (outcome.was === 'unknown' || isSame(answer, outcome)) return next;
  return undefined;
}

function isSame(a: Outcome, b: Outcome): boolean {
  if (a.was === 'unknown' || b.was === 'unknown') return false;
  return a.was === b.was && a.status === b.status && (a.claimed ?? false) === (b.claimed ?? false);
}

interface Stepped {
  readonly answer: Outcome;
  readonly next: State;
}

type Model = { readonly [C in Call['do']]: (state: State, call: Extract<Call, { do: C }>) => Stepped };

const refused = (state: State, claimed = false): Stepped => ({
  answer: { was: 'refused', status: state.status, claimed },
  next: state,
});

const MODEL: Model = {
  read: (state) => ({ answer: { was: 'done', status: state.status }, next: state }),
  decide(state, { verdict }) {
    if (state.status !== 'pending') return refused(state);
    const status = verdict === 'approve' ? 'approved' : 'rejected';
    return { answer: { was: 'done', status }, next: { ...state, status } };
  },
  claim(state) {
    if (state.status !== 'approved') return refused(state);
    if (state.claimed) return refused(state, true);
    return { answer: { was: 'done', status: 'approved', claimed: true }, next: { ...state, claimed: true } };
  },
  report(state, { status }) {
    if (state.status !== 'approved') return refused(state);
    return { answer: { was: 'done', status }, next: { status, claimed: false } };
  },
};
