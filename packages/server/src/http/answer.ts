// What a door gives back, before it becomes bytes on a socket.

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is sent as it comes, no faster than it is read. */
  readonly body?: string | Uint8Array | AsyncIterable<string> | undefined;
}

export function html(body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
}

export function plain(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}
