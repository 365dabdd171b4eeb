// The next turn of the event loop: SQLite answers at once, so whoever asks much lets others in of its own accord.

export const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve));
