// Items that go to a thread, or come from one, at once: they are copied where everyone waits.

export const ITEMS_AT_ONCE = 500;
