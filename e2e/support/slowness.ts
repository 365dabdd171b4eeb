// How much longer the same takes in a browser here and now than on the machine for which the budgets are meant.

import type { BrowserContext } from 'playwright-core';

/** What a round takes there: some work, and the frame after it. */
const REFERENCE_MS = 40;
const ROUNDS = 20;
const MOST_SLOWNESS = 10;

/** In a page of its own, which has nothing else to do. Never less than 1. */
export async function slowness(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const rounds = await page.evaluate(work, ROUNDS);
  await page.close();
  const p95 = rounds.toSorted((a, b) => a - b)[ROUNDS - 2] ?? 0; // a busy machine is slow in fits
  return Math.min(MOST_SLOWNESS, Math.max(1, p95 / REFERENCE_MS));
}

async function work(rounds: number): Promise<number[]> {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, n) => ({ n, text: `${n}` })));
  const taken: number[] = [];
  for (let n = 0; n < rounds; n++) {
    const startedMs = performance.now();
    JSON.stringify(JSON.parse(text));
    await new Promise((resolve) => requestAnimationFrame(resolve));
    taken.push(performance.now() - startedMs);
  }
  return taken;
}
