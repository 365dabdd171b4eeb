// A fake world whose receivers exist only in a script: thousands of them, hung ones too, without a socket.

import type { Incoming, Outgoing } from '../../src/world/outgoing.ts';
import { type FakeWorld, fakeWorld } from './fake-world.ts';
import { until } from './until.ts';

export interface Sent {
  readonly host: string;
  readonly outgoing: Outgoing;
}

export interface ScriptedWorld extends FakeWorld {
  readonly sent: readonly Sent[];
  /** How many are without an answer. */
  open(): number;
  /** Nobody hangs any more. */
  release(): void;
  /** Ends when so many have been sent to hosts that fit. */
  count(host: RegExp, wanted: number): Promise<readonly Sent[]>;
}

export type Script = (host: string, outgoing: Outgoing) => number | 'hang' | Promise<number>;

/** Whoever hangs does so for ever, or until we stop: who waits for one of them waits in vain. */
export function scriptedWorld(script: Script, base: FakeWorld = fakeWorld()): ScriptedWorld {
  const sent: Sent[] = [];
  const released = new AbortController();
  let open = 0;

  const answer = async (outgoing: Outgoing): Promise<Incoming> => {
    const { host } = new URL(outgoing.url);
    sent.push({ host, outgoing });
    const status = await script(host, outgoing);
    if (status !== 'hang') return { status, headers: {}, body: '', whole: true };
    if (released.signal.aborted) return { error: 'timeout' };
    await new Promise<void>((resolve) => {
      const ended = AbortSignal.any([released.signal, ...(outgoing.signal ? [outgoing.signal] : [])]);
      ended.addEventListener('abort', () => resolve());
    });
    return { error: 'timeout' };
  };

  return {
    ...base,
    sent,
    open: () => open,
    release: () => released.abort(),
    async request(outgoing) {
      open++;
      return answer(outgoing).finally(() => open--);
    },
    count(host, wanted) {
      const fitting = () => sent.filter((one) => host.test(one.host));
      return until(
        () => fitting().length >= wanted && fitting(),
        () => `${wanted} are sent to ${host}, and not ${fitting().length}`,
      );
    },
  };
}
