// Whether what is in the tables fits together: for a copy that is about to be trusted.

import type { Reader } from './database.ts';

/** Each finds what must not be. */
const INVARIANTS: Readonly<Record<string, string>> = {
  'a decided action has a decision': `SELECT a.id FROM actions a WHERE a.status IN ('approved', 'rejected', 'executed', 'execute_failed')
    AND NOT EXISTS (SELECT 1 FROM decisions d WHERE d.project_id = a.project_id AND d.action_id = a.id)`,
  'an open or expired action has none': `SELECT d.id FROM decisions d JOIN actions a ON a.project_id = d.project_id AND a.id = d.action_id
    WHERE a.status IN ('pending', 'expired')`,
  'a rejection rejects, an approval approves': `SELECT d.id FROM decisions d JOIN actions a ON a.project_id = d.project_id AND a.id = d.action_id
    WHERE (d.verdict = 'reject') <> (a.status = 'rejected')`,
  'what was carried out has a result': `SELECT a.id FROM actions a WHERE a.status IN ('executed', 'execute_failed')
    AND NOT EXISTS (SELECT 1 FROM results r WHERE r.project_id = a.project_id AND r.action_id = a.id AND r.status = a.status)`,
  'a result is of an action that was carried out': `SELECT r.action_id AS id FROM results r WHERE NOT EXISTS
    (SELECT 1 FROM actions a WHERE a.project_id = r.project_id AND a.id = r.action_id AND a.status = r.status)`,
  'a delivery is of an action': `SELECT d.id FROM deliveries d WHERE d.status <> 'delivered' AND d.due_at IS NOT NULL AND NOT EXISTS
    (SELECT 1 FROM actions a WHERE a.project_id = d.project_id AND a.id = d.action_id)`,
  'whatever is of a project is of one that is there': `SELECT k.id FROM api_keys k WHERE NOT EXISTS (SELECT 1 FROM projects p WHERE p.id = k.project_id)`,
};

/** The sentences that do not hold, each with an id for which it does not. */
export async function brokenInvariants(reader: Reader): Promise<string[]> {
  const broken: string[] = [];
  for (const [sentence, sql] of Object.entries(INVARIANTS)) {
    const [found] = await reader.run<{ id: string }>({ sql: `${sql} LIMIT 1`, parameters: [] });
    if (found) broken.push(`${sentence}; not so of ${found.id}`);
  }
  return broken;
}
