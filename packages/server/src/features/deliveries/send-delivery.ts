// One attempt on the wire: the stored bytes, signed anew.

import type { App } from '../../app.ts';
import type { DeliveryRow } from '../../storage/schema.ts';
import type { Incoming } from '../../world/outgoing.ts';
import { fallbackSecret } from '../project/fallback-secret.ts';
import { webhookSecrets } from '../project/project.ts';
import { findProject } from '../project/store.ts';
import { signatureHeaders } from './signature.ts';

export const DEADLINE_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;

/** `now` is the moment of the lease, by the clock that all instances share. */
export async function sendDelivery(
  app: App,
  delivery: DeliveryRow,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<Incoming> {
  const project = await findProject(app.reader, delivery.project_id); // as late as can be: its secret may be rotated
  if (!project) throw new Error(`Project ${delivery.project_id} is not there.`);
  const { id, body } = delivery;
  const secrets = webhookSecrets(project, now, fallbackSecret(app));
  if (secrets.length === 0)
    throw new Error(`Project ${project.id} has no webhook secret, nor is there a WEBHOOK_SECRET.`);
  const nonce = app.world.randomBytes(16).toString('hex');
  return app.world.request({
    url: delivery.url,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Countersign',
      ...(delivery.receipt === null ? {} : { 'x-service-receipt': delivery.receipt }),
      ...signatureHeaders({ id, timestamp: now, nonce, body, secrets }),
    },
    body,
    deadlineMs: DEADLINE_MS,
    maxBytes: MAX_ANSWER_BYTES,
    allowPrivate: app.config.allowPrivateTargets,
    signal,
  });
}
