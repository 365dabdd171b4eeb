// The sleeps of the world keep no process alive: a server lives by its sockets. A command that has work to finish, and
// nothing else open, lives by this.

const A_MINUTE_MS = 60_000;

export async function awake<T>(work: Promise<T>): Promise<T> {
  const timer = setInterval(() => undefined, A_MINUTE_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}
