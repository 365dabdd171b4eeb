// A broken promise: what a run ends with when the service, or the harness, is wrong.

export class Violation extends Error {}

export function promise(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new Violation(broken);
}
