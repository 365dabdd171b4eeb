// An agent that asks before it acts. Each refund is shown to a reviewer, who may change the amount; it is made only when
// approved, as approved, once, and its outcome is reported.
//
//   COUNTERSIGN_API_KEY=csk_… npx node examples/ask-before-acting.ts

import { appendFileSync } from 'node:fs';
import { Countersign, GateClosed } from '@countersign/sdk';

interface Refund {
  order: number;
  customer: string;
  amount: number;
}

const countersign = new Countersign(); // COUNTERSIGN_API_KEY, COUNTERSIGN_URL

const refund = countersign.gate(
  async ({ order, amount }: Refund) => {
    // The deed. `order` and `amount` are what the reviewer approved, not necessarily what was proposed.
    appendFileSync(process.env.LEDGER ?? 'ledger.txt', `order ${order}: ${amount.toFixed(2)} EUR\n`);
    return `Refunded ${amount.toFixed(2)} EUR`;
  },
  ({ order, customer, amount }) => ({
    kind: 'refund',
    title: `Refund order ${order}`,
    preview: { format: 'markdown', body: `Refund **${amount.toFixed(2)} EUR** to ${customer} for order ${order}.` },
    editable: ['payload.0.amount'], // `amount` of the first argument
    idempotent: false,
    undo: 'Charge the card again; the customer must agree.',
    idempotency_key: `refund-${order}`, // asked about once in 24 hours, however often this program starts
    expires_in: 3600,
  }),
  {
    onPending: ({ title, inbox_url }) => console.log(`${title}: waiting for a decision at ${inbox_url}`),
    report: (said) => ({ detail: said }),
  },
);

const wanted: Refund[] = [
  { order: 1042, customer: 'Ana', amount: 40 },
  { order: 1043, customer: 'Ben', amount: 9000 },
];

await Promise.all(
  wanted.map(async (each) => {
    try {
      console.log(`Order ${each.order}: ${await refund(each)}`);
    } catch (error) {
      if (!(error instanceof GateClosed)) throw error;
      console.log(`Order ${each.order}: not refunded, ${error.status}${error.comment ? `: ${error.comment}` : ''}`);
    }
  }),
);
