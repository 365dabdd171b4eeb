// What is done when its time has come: the table of the door of time.

import type { App } from '../app.ts';
import { expireActions } from '../features/actions/expire-actions.ts';
import { makeHoldSweep } from '../features/actions/holding/commit-holds.ts';
import { makeIndexer } from '../features/actions/searching/index-actions.ts';
import { sealAudit } from '../features/audit/seal-audit.ts';
import { makeChannelSender } from '../features/channels/send-due.ts';
import { makeDeliverer } from '../features/deliveries/deliver-due.ts';
import { makeDemoSweep } from '../features/demo/run-demo.ts';
import { sendMailLinks } from '../features/people/send-mail-links.ts';
import { makeErasureSweep } from '../features/project/resume-erasures.ts';
import { applyRetention, LOOK_EVERY_MS } from '../features/project/retain.ts';
import { makePusher } from '../features/push/send-due.ts';
import { countHits } from '../features/rules/count-hits.ts';
import { takeUpNewKeys } from '../features/signing/rotate-keys.ts';
import { countAudit } from '../features/stats/count-audit.ts';
import type { Runner } from '../features/watchers/running/run-due.ts';
import type { Sweep } from '../sweeps/run-sweeps.ts';
import { surveyStorage } from '../sweeps/survey-storage.ts';
import { ABOVE_CHANNELS, ABOVE_PUSH, findDecider, forgetCallback } from './handed-down.ts';
import type { Shared } from './shared.ts';

/** `wakeHere` wakes a sweep of this instance: that there is room again here is of no concern to others. */
export function sweepTable(
  app: App,
  { vapid, secret, senders, erasing, watchers }: Shared & { readonly watchers: Runner },
  wakeHere: (sweep: string) => void,
): Readonly<Record<string, Sweep>> {
  const { config } = app;
  const deliverer = makeDeliverer({ onGone: forgetCallback, onFree: () => wakeHere('deliveries') });
  const pusher = makePusher({ vapid, tokens: secret }, ABOVE_PUSH, () => wakeHere('push'));
  const teller = makeChannelSender({ senders, secret }, ABOVE_CHANNELS, () => wakeHere('channels'));
  return {
    search: { run: makeIndexer(), gatherMs: 1000 },
    expiry: { run: expireActions },
    deliveries: deliverer,
    demo: { run: makeDemoSweep() },
    holds: { run: makeHoldSweep(findDecider) },
    watchers,
    rules: { run: countHits, gatherMs: 1000 },
    ...(config.pushEnabled ? { push: pusher } : {}),
    channels: teller,
    seal: { run: sealAudit },
    stats: { run: countAudit },
    ...(config.mailServer ? { mail: { run: sendMailLinks } } : {}),
    retention: { run: applyRetention, longestRestMs: LOOK_EVERY_MS },
    erasures: { run: makeErasureSweep(erasing) },
    signing: { run: takeUpNewKeys },
    ...(app.storage.survey ? { survey: { run: surveyStorage } } : {}),
  };
}
