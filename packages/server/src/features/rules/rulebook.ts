// The rules of each project, read and taken apart once for each revision of them. Asked inside the transaction that creates
// an action: a rule that was removed a moment ago is gone.

import type { Rulebook } from '../../app.ts';
import type { Tx } from '../../storage/database.ts';
import { parseRule, type RuleSet, ruleSet, whichApply } from './rule.ts';
import { listRuleRows, revisionOf } from './store.ts';

/** So many projects are remembered. */
const MOST_SETS = 1000;

export function openRulebook(): Rulebook {
  const known = new Map<string, { readonly revision: string; readonly set: RuleSet }>();
  const setOf = async (tx: Tx, project_id: string, revision: string | null): Promise<RuleSet | undefined> => {
    if (revision === null) return undefined;
    const remembered = known.get(project_id);
    if (remembered?.revision === revision) return remembered.set;
    const rows = await listRuleRows(tx, project_id);
    const set = ruleSet(rows.filter(({ enabled }) => enabled === 1).map(parseRule));
    if (known.size >= MOST_SETS) known.clear();
    known.set(project_id, { revision, set });
    return set;
  };
  return {
    async ask(tx, project_id, proposed, known) {
      const set = await setOf(tx, project_id, known ? known.revision : await revisionOf(tx, project_id));
      return set ? whichApply(set, proposed) : {};
    },
  };
}
