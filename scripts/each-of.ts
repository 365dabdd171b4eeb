// Does the same to each of many, a few at once, in their order.

export async function eachOf<T>(all: Iterable<T>, atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = Iterator.from(all);
  const workers = Array.from({ length: atOnce }, async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) await work(next.value);
  });
  await Promise.all(workers);
}
