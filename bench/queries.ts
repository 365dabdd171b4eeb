// What people type into the search field, and what would hurt it: 3 to 40 characters each, matched as they stand.

export interface Query {
  readonly kind: 'rare' | 'common' | 'phrase' | 'absent' | 'non-ascii' | 'literal';
  readonly q: string;
}

const of = (kind: Query['kind'], ...texts: readonly string[]): Query[] => texts.map((q) => ({ kind, q }));

export const QUERIES: readonly Query[] = [
  ...of('rare', 'xylophone', 'Quokka', 'zugzwang', 'INV-31337', 'syzygy refund'),
  ...of('common', 'the', 'ing', 'customer', 'INVOICE', 'payment.send'),
  ...of('phrase', 'before the end of the day', 'customer has asked for', 'nothing will be sent', 'order for the'),
  // Every trigram of these is in nearly every action; the whole is in none.
  ...of(
    'absent',
    'the customer the invoice the order',
    'has the of for',
    'end of the customer before the',
    'sent the will',
    'rder thecust',
  ),
  ...of('non-ascii', 'Müller', 'ŽIŽKOV', 'платёж', '審査中', 'café 🚀'),
  ...of('literal', '100%', '50% off', 'order_id', '%_%', '___', 'a_b%c\\d'),
];
