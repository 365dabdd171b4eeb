// What a project is, and what its settings mean.

import type { Project, ProjectUpdate, Settings } from '@countersign/contract';
import { Problem } from '../../base/problem.ts';
import type { ProjectRow } from '../../storage/schema.ts';

/** For so long after a rotation, deliveries carry both signatures. */
export const SECRET_OVERLAP_SECONDS = 86_400;

const DEFAULT_SETTINGS: Settings = { deciders: 'anyone', reveal_payload: true, must_read_kinds: [] };

export function settingsOf(row: Pick<ProjectRow, 'settings'>): Settings {
  return { ...DEFAULT_SETTINGS, ...(JSON.parse(row.settings) as Partial<Settings>) };
}

/** `retention_days: null` takes the setting away. */
export function changedSettings(settings: Settings, changes: NonNullable<ProjectUpdate['settings']>): Settings {
  const { retention_days, ...rest } = { ...settings, ...changes };
  return typeof retention_days === 'number' ? { ...rest, retention_days } : rest;
}

/** An IANA name. Offsets such as `+02:00` know nothing of daylight saving, so they are no time zone here. */
export function checkTimezone(name: string): void {
  try {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError('an offset');
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    throw new Problem('invalid_timezone', { detail: 'timezone must be an IANA name, such as Europe/Prague.' });
  }
}

export function newWebhookSecret(random: Buffer): string {
  return `whsec_${random.toString('base64')}`;
}

export function viewProject(row: ProjectRow): Project {
  const { id, name, timezone, webhook_secret, created_at } = row;
  const secret = webhook_secret === null ? {} : { webhook_secret };
  return { id, name, timezone, ...secret, created_at, settings: settingsOf(row) };
}

/** For someone whose sign-in is not recent: enough of the secret to tell it from another, and no more. */
export function concealSecret(project: Project): Project {
  const { webhook_secret } = project;
  return webhook_secret === undefined ? project : { ...project, webhook_secret: `****${webhook_secret.slice(-4)}` };
}

/** The newest first; for a day after a rotation the old one too. The fallback is for a project that has none, only. */
export function webhookSecrets(row: ProjectRow, now: number, fallback: string | undefined): string[] {
  if (row.webhook_secret === null) return fallback === undefined ? [] : [fallback];
  const overlaps = (row.previous_valid_until ?? 0) > now;
  return [row.webhook_secret, ...(overlaps ? (row.previous_secret?.split(' ') ?? []) : [])];
}

/** Of rotations that follow one another: each makes every webhook longer. */
const MOST_PREVIOUS = 4;

/**
 * What the next one replaces. A rotation within the day of another, perhaps because the answer to that was lost, takes from no
 * receiver what it was promised: until the newest overlap ends, all of them go on.
 */
export function replacedSecrets(row: ProjectRow, now: number): string | null {
  const replaced = webhookSecrets(row, now, undefined);
  return replaced.length === 0 ? null : replaced.slice(0, MOST_PREVIOUS).join(' ');
}
