// To a program: the event as JSON, signed like every webhook of ours.

import type { App } from '../../../app.ts';
import { signatureHeaders } from '../../deliveries/signature.ts';
import { fallbackSecret } from '../../project/fallback-secret.ts';
import { webhookSecrets } from '../../project/project.ts';
import { findProject } from '../../project/store.ts';
import { type Channel, exchange, type Sender, type Sent, sentOf } from './sender.ts';

export const webhook: Sender = {
  async send(app, channel, { id, event: body, now }, signal) {
    const secrets = await secretsOf(app, channel, now);
    if (secrets.length === 0) return { is: 'refused', error: 'no secret to sign with' };
    const nonce = app.world.randomBytes(16).toString('hex');
    const headers = signatureHeaders({ id, timestamp: now, nonce, body, secrets });
    return tried(sentOf(await exchange(app, { url: channel.config.url ?? '', headers, body, signal })));
  },
};

/** Six attempts, like every webhook of ours, whatever the answer but 410: a program that is being replaced may say 404. */
function tried(sent: Sent): Sent {
  return sent.is === 'refused' || sent.is === 'later' ? { is: 'failed', error: sent.error } : sent;
}

async function secretsOf(app: App, { row, config }: Channel, now: number): Promise<readonly string[]> {
  if (config.secret !== undefined) return [config.secret];
  const project = await findProject(app.reader, row.project_id); // as late as can be: its secret may be rotated
  return project ? webhookSecrets(project, now, fallbackSecret(app)) : [];
}
