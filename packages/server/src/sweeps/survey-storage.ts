// The sweep that keeps the engine's knowledge of its tables fresh while they grow fast.

import type { App } from '../app.ts';

const LOOK_EVERY_MS = 5000;

export async function surveyStorage({ storage }: App): Promise<number> {
  await storage.survey?.();
  return LOOK_EVERY_MS;
}
