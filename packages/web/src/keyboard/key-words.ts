// Keys as people say them.

const SAYS: Readonly<Record<string, string>> = { ' ': 'Space', ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Meta: '⌘' };

/** `Shift+ ` is Shift Space, `A` is Shift A, `g i` is G I. */
export function keyWords(keys: string): string {
  if (/^. .$/.test(keys)) return keys.split(' ').map(one).join(' ');
  return keys
    .split(/\+(?!$)/)
    .map(one)
    .join(' ');
}

function one(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Shift ${key}`;
  return SAYS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
