// English made strange and 40 % longer: whatever on a page does not look like this was never translated, and whatever is cut
// off would be in another language. Places for values stay.

const LETTERS = 'aeiouycnsAEIOUCNS';
const STRANGE = 'àéîöüýçñšÀÉÎÖÜÇÑŠ';

export function pseudo(message: string): string {
  const parts = message.split(/(\{\w+\})/);
  const strange = parts.map((part, at) => (at % 2 === 1 ? part : Array.from(part, letter).join('')));
  const more = '~'.repeat(Math.ceil(message.length * 0.4));
  return `⟦${strange.join('')}${more.replace(/~{8}/g, '$& ')}⟧`;
}

function letter(one: string): string {
  return STRANGE[LETTERS.indexOf(one)] ?? one;
}
