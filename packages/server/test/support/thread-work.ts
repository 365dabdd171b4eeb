// What threads.test.ts lets threads do.

export function work(input: { readonly do: string }): unknown {
  if (input.do === 'spin') for (;;);
  if (input.do === 'eat') {
    const eaten: string[][] = [];
    for (let n = 0; ; n++) eaten.push(Array.from({ length: 1000 }, (_, index) => `${n} ${index}`));
  }
  if (input.do === 'throw') throw new Error('thrown on purpose');
  return input;
}
