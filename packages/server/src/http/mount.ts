// What the sockets hand to whoever answers below a first word of the path: /v1, /mcp.

import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer.ts';

export interface MountRequest {
  readonly message: IncomingMessage;
  readonly request_id: string;
  /** Below the first word. */
  readonly path: string;
  readonly search: string;
  /** Given when there is no use in waiting any longer: the other side is gone, or the server is closing. */
  signal(): AbortSignal;
  /** Given only when the other side is gone. */
  gone(): AbortSignal;
  /** Tells a client that waits for our word to send its body. */
  proceed(): void;
}

export interface Mount {
  /** Says which operation it was, for logs and metrics, as soon as that is known. */
  answer(request: MountRequest, named: (operation: string) => void): Promise<Answer>;
}
