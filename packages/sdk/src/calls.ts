// What every call may be given, and what a list gives back.

export interface CallOptions {
  /** Ends the call, its retries and its waits; the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Awaited, it is one page; in `for await`, every item of this page and of those after it. */
export type Paged<Page extends { items: unknown[] }> = Promise<Page> & AsyncIterable<Page['items'][number]>;

export interface PageOf<Item> {
  items: Item[];
  next_cursor: string | null;
}

/** `pageAt` is asked for the first page at once, for others only as the loop comes to them. */
export function paged<Item>(pageAt: (cursor: { readonly cursor?: string }) => Promise<PageOf<Item>>) {
  const first = pageAt({});
  async function* items(): AsyncGenerator<Item> {
    for (let page = await first; ; page = await pageAt({ cursor: page.next_cursor })) {
      yield* page.items;
      if (page.next_cursor === null) return;
    }
  }
  return Object.assign(first, { [Symbol.asyncIterator]: items });
}
