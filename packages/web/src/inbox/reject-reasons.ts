// Common reasons to say no, those that fit the kind first.

import type { Plain } from '../i18n/translate.ts';

const ALWAYS: readonly Plain[] = ['Needs more detail', 'Bad timing', 'Not allowed'];

/** By words of the kind, which is the agent's: `payment.send`, `db.migrate`. The first that fits counts. */
const FITTING: readonly (readonly [RegExp, readonly Plain[]])[] = [
  [/\b(pay|payments?|invoices?|refunds?|transfers?|payouts?|bank)\b/, ['Wrong payee', 'Wrong amount', 'Already paid']],
  [
    /\b(e?mails?|messages?|sms|reply|replies|chat|slack|post|posts|tweet|social|publish|blog)\b/,
    ['Wrong recipient', 'Wrong tone', 'Not correct'],
  ],
  [/\b(watchers?|triage|news|leads?)\b/, ['Not relevant', 'Already known']],
  [
    /\b(code|patch|git|deploy|release|db|sql|migrate|infra|shell|bash|exec|tools?|command|files?)\b/,
    ['Could break something', 'Wrong target', 'Needs a test first'],
  ],
  [/\b(delete|remove|drop|purge|crm|records?|update|users?|accounts?)\b/, ['Wrong record', 'Out of date']],
];

export function reasonsFor(kind: string): readonly Plain[] {
  const words = kind.toLowerCase().replace(/[^a-z]+/g, ' ');
  const [, fitting = []] = FITTING.find(([word]) => word.test(words)) ?? [];
  return [...fitting, ...ALWAYS];
}
