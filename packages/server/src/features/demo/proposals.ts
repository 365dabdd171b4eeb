// What the demo agent proposes: something plain, something to edit, something to refuse. In this order in the inbox, which
// begins with what expires within the hour.

import type { Proposal } from '../actions/create-action.ts';

export const AGENT_NAME = 'Demo agent';

export const PROPOSALS: readonly Proposal[] = [
  {
    kind: 'demo.note',
    title: 'Post the stand-up note to #team',
    preview: { format: 'plain', body: 'Today: ship the invoice export.\nBlocked: nothing.\n' },
    payload: '{"channel":"#team"}',
    expires_in: 3000,
    idempotent: true,
  },
  {
    kind: 'demo.email',
    title: 'Reply to ACME about refund policy',
    preview: {
      format: 'markdown',
      body: [
        '# Re: Refund for order #4411',
        '',
        'Hi Dana,',
        '',
        'We can refund **€129.00** to your card within 5 working days.',
        '',
        '[View your order](https://acme.example/orders/4411)',
        '',
        'Kind regards,',
        'Support',
        '',
      ].join('\n'),
    },
    payload: '{"to":"dana@acme.example","refund":{"amount":129.00,"currency":"EUR"}}',
    target_url: 'https://mail.example.com/thread/4411',
    editable: ['preview.body', 'title', 'payload.refund.amount'],
    expires_in: 72_000,
    undo: 'Write again: the mail itself cannot be called back.',
  },
  {
    kind: 'demo.payment',
    title: 'Pay invoice INV-2201 to раypal.com (€4,800)', // the first two letters of the host are Cyrillic
    preview: {
      format: 'plain',
      body: 'Pay €4,800.00 to раypal.com.\nIBAN DE89 3704 0044 0532 0130 00\n',
    },
    payload: '{"iban":"DE89370400440532013000","amount":4800,"currency":"EUR"}',
    expires_in: 200_000,
    idempotent: false,
  },
];
