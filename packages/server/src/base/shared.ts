// One look that serves all who ask for it at the same time. At most one is under way; whoever asks meanwhile shares the next, for
// this one may have begun too early for them.

export function shared<T>(look: () => Promise<T>): () => Promise<T> {
  let looking: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const ask = (): Promise<T> => {
    if (looking) {
      next ??= looking.then(ask, ask);
      return next;
    }
    next = undefined;
    looking = look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  return ask;
}
