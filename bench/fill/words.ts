// What plausible actions are made of.

export const KINDS = ['payment.send', 'email.send', 'post.publish', 'deploy', 'refund', 'file.delete', 'crm.update'];

export const TITLES = [
  'Send the invoice to',
  'Refund the order of',
  'Publish the post about',
  'Deploy the new version for',
  'Delete old files of',
  'Answer the message from',
];

export const NAMES = ['Acme', 'Globex', 'Initech', 'Umbrella', 'Müller & Söhne', 'Žižkov Print', 'Café Noir', 'Hooli'];

/** Whole sentences: phrases that many actions share. */
export const SENTENCES = [
  'Please answer before the end of the day.',
  'The customer has asked for a refund of the last order.',
  'Until someone approves this, nothing will be sent.',
  'The order for the spring sale is 50% off.',
  'Set order_id and customer_id as they are in the table below.',
  'All checks have passed at 100% of the sample.',
];

/** Each in about one action of ten thousand. */
export const RARE = [
  'xylophone',
  'quokka',
  'zugzwang',
  'syzygy refund',
  'платёж по договору',
  '審査中です',
  'the café 🚀 launch',
  'INV-31337',
];

export const COMMON = `the of and to in a is that for it as was with be by on not he this are or his from at which but
have an had they you were their one all we can her has there been if more when will would who so no said what up its about
into than them only other new some could time these two may then do first any my now such like our over man me even most
made after also did many before must through back years where much your way well down should because each just those people
how too little state good very make world still own see men work long get here between both life being under never day same
another know while last might us great old year off come since against go came right used take three customer invoice order
payment account contract delivery message report project budget meeting deadline review approve reject publish deploy server
database release version build change request ticket issue support team manager agent service price total amount euro dollar
percent discount refund transfer bank card number address street city country phone email website page post article summary
draft title section table figure chart result analysis sample test check error warning failure success retry timeout queue
worker token limit quota usage storage backup restore archive file folder image video document attachment signature`.split(
  /\s+/,
);

const SYLLABLES =
  'ba be bo da de di do fa fe ga go ka ke ki la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se si ta te ti to va ve vi'.split(
    ' ',
  );

/** A few thousand words that are neither common nor rare: names of products, places and people. */
export function inventedWord(number: number): string {
  const at = (index: number) => SYLLABLES[index % SYLLABLES.length] ?? '';
  return `${at(number)}${at(Math.floor(number / 7))}${at(Math.floor(number / 41))}n`;
}
