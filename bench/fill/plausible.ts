// Plausible proposals: kinds, titles, markdown bodies of 200 to 2,000 characters, some with a payload.

import type { ActionCreate } from '@countersign/contract';
import { type Chance, chanceFrom } from './chance.ts';
import { COMMON, inventedWord, KINDS, NAMES, RARE, SENTENCES, TITLES } from './words.ts';

const SEED = 20_260_101;
const INVENTED_WORDS = 4000;
const RARE_ONE_IN = 1250; // eight rare texts: each in one action of ten thousand

export function plausibleProposals(count: number): ActionCreate[] {
  const next = proposalSource();
  return Array.from({ length: count }, next);
}

export function proposalSource(seed = SEED): () => ActionCreate {
  const chance = chanceFrom(seed);
  return () => {
    const kind = chance.pick(KINDS);
    const name = chance.pick(NAMES);
    const number = chance.below(1_000_000);
    return {
      kind,
      title: `${chance.pick(TITLES)} ${name} INV-${number}`,
      preview: { format: 'markdown', body: bodyOf(chance, name) },
      ...(chance.below(2) === 0 ? {} : { payload: { invoice: number, amount: chance.below(100_000) / 100, to: name } }),
      ...(chance.below(4) === 0 ? { editable: ['preview.body'] } : {}),
    };
  };
}

function bodyOf(chance: Chance, name: string): string {
  const length = 200 + chance.below(1800);
  let body = `## ${name}\n\n${chance.pick(SENTENCES)} `;
  if (chance.below(RARE_ONE_IN) === 0) body += `${chance.pick(RARE)} `;
  while (body.length < length) body += lineOf(chance);
  return body.slice(0, length).trimEnd().toWellFormed();
}

function lineOf(chance: Chance): string {
  if (chance.below(12) === 0) return `${chance.pick(SENTENCES)}\n\n`;
  let line = chance.below(6) === 0 ? '- ' : '';
  for (let words = 4 + chance.below(10); words > 0; words--) {
    // Squared, so that the words at the front of the list come more often, as in any language.
    const rank = Math.floor((chance.below(1000) / 1000) ** 2 * COMMON.length);
    line += chance.below(15) === 0 ? inventedWord(chance.below(INVENTED_WORDS)) : COMMON[rank];
    line += words === 1 ? '.\n' : ' ';
  }
  return line;
}
