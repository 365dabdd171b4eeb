// WEBHOOK_SECRET: what signs the webhooks of a project that has no secret of its own. Spec 6.2. A secret that others can
// guess lets them forge decisions, so a weak one is never used.

import type { App } from '../../app.ts';
import { hasSecretlessProject } from './store.ts';

const MIN_LENGTH = 24;
/** Of what is left without the words below. */
const MIN_REST = 16;
const MIN_DIFFERENT = 8;

/** What stands in examples and templates, to be replaced. */
const PLACEHOLDERS =
  /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|it)|default|example|sample|placeholder|insecure|development|production|service|countersign|webhook|signing|secret|password|passphrase|whsec|token|string|random|your|here|must|please|long|super|very|test|demo|key|the|1234567890|0123456789|123456789|abcdefghijklmnopqrstuvwxyz|abcdef|qwertyuiop|qwerty/gi;

/** Why it is too weak; undefined when it is not. */
export function weaknessOf(secret: string): string | undefined {
  if (secret === '') return 'is not set';
  if (secret.length < MIN_LENGTH) return `is shorter than ${MIN_LENGTH} characters`;
  const rest = secret.replace(PLACEHOLDERS, '').replace(/[^\p{L}\p{N}]/gu, '');
  return rest.length < MIN_REST || new Set(rest).size < MIN_DIFFERENT ? 'is easy to guess' : undefined;
}

/** Undefined when there is none that could be used. */
export function fallbackSecret({ config }: Pick<App, 'config'>): string | undefined {
  return weaknessOf(config.webhookSecret) === undefined ? config.webhookSecret : undefined;
}

/** At the start. Throws when a project would need it and it is weak; elsewhere a weak one deserves a warning. */
export async function checkFallbackSecret(app: App): Promise<void> {
  const { webhookSecret } = app.config;
  const weakness = weaknessOf(webhookSecret);
  if (weakness === undefined) return;
  if (await hasSecretlessProject(app.reader)) {
    throw new Error(
      `WEBHOOK_SECRET ${weakness}, and a project without a webhook secret of its own needs it. Set it to ${MIN_LENGTH} or more random characters: openssl rand -base64 32`,
    );
  }
  if (webhookSecret !== '') app.world.log('warn', 'webhook_secret.weak', { reason: `WEBHOOK_SECRET ${weakness}` });
}
