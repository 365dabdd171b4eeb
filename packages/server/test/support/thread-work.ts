// What threads.test.ts lets threads do.

export const STILL_MS = 1500;

export function work(input: { readonly do: string }): unknown {
  if (input.do === 'spin') for (;;);
  if (input.do === 'eat') {
    const eaten: string[][] = [];
    for (let n = 0; ; n++) eaten.push(Array.from({ length: 1000 }, (_, index) => `${n} ${index}`));
  }
  if (input.do === 'stand still') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STILL_MS);
  if (input.do === 'throw') throw new Error('thrown on purpose');
  return input;
}
