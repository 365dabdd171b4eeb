// Loaded into a real server before anything else (`node --import`): on SIGUSR2 it does what a bug would do.

const eaten: string[][] = [];

const MISHAPS: Readonly<Record<string, () => void>> = {
  'an unhandled rejection': () => void Promise.reject(new Error('a bug that nobody caught')),
  'no memory left': () => {
    for (let n = 0; ; n++) eaten.push(Array.from({ length: 1000 }, (_, index) => `${n} ${index}`));
  },
};

process.on('SIGUSR2', () => MISHAPS[process.env.MISHAP ?? '']?.());
