// What was done, and could not be reported: whoever wants to know is told, and can change nothing of it any more.

import { failureText } from './failure-text.ts';

/** `failure` is why; what it promises is waited for. */
export type OnUnreported = (failure: unknown, actionId: string) => Promise<unknown> | unknown;

/** Never throws: one who cannot take it makes no failure of the deed, nor keeps the other reports from being made. */
export async function tellUnreported(tell: OnUnreported | undefined, failure: unknown, id: string): Promise<void> {
  try {
    await (tell ?? complain)(failure, id);
  } catch (fault) {
    complain(failure, id);
    console.error(`onUnreported failed: ${failureText(fault)}`);
  }
}

function complain(failure: unknown, id: string): void {
  console.error(`The outcome of ${id} could not be reported: ${failureText(failure)}`);
}
