// Whoever was let in and then takes their time to send what they want may have been put out meanwhile: they are let in anew.

/** Shorter than anyone needs to revoke something and to look whether it worked. */
export const A_WHILE_MS = 100;

export interface LetIn<C> {
  readonly caller: C;
  /** Who calls, now that all is here. Throws as the gate does. */
  still(): Promise<C>;
}

export async function letIn<C>(enter: () => Promise<C>): Promise<LetIn<C>> {
  const sinceMs = performance.now();
  const caller = await enter();
  return { caller, still: async () => (performance.now() - sinceMs < A_WHILE_MS ? caller : enter()) };
}
