// What the engine's errors mean, by the primary code in their lowest byte.

const BUSY = 5;
const READ_ONLY = 8;
const IO_ERROR = 10;
const FULL = 13;

/** Another process has the file. */
export const isBusy = (error: unknown) => codeOf(error) === BUSY;

export const isFull = (error: unknown) => codeOf(error) === FULL;

/** The file cannot be written as it should be. */
export const isOfTheDisk = (error: unknown) => [READ_ONLY, IO_ERROR, FULL].includes(codeOf(error));

/** 0 when it is none of the engine's. */
export function codeOf(error: unknown): number {
  const { errcode } = error as { errcode?: number };
  return (errcode ?? 0) & 0xff;
}
