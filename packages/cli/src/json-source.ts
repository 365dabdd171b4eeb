// JSON by its text: printed and taken apart without ever being read as numbers, so that no digit changes on the way.

/** A string, a bracket, a comma or colon, or anything else up to the next of those. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/** Without the mark that some editors and shells of Windows begin a file with: JSON does not know it. */
export function withoutMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}

/** What a terminal might obey or hide, escaped as JSON may: the value stays the same. */
export function safeJson(json: string): string {
  return json.replace(/[\u007f-\u009f\p{Cf}\u2028\u2029]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Two spaces a level. */
export function indented(json: string): string {
  let text = '';
  let margin = '';
  const tokens = json.match(TOKENS) ?? [];
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token === '{' || token === '[') {
      const isEmpty = next === '}' || next === ']';
      margin += '  ';
      text += isEmpty ? token : `${token}\n${margin}`;
    } else if (token === '}' || token === ']') {
      const last = tokens[index - 1];
      const isEmpty = last === '{' || last === '[';
      margin = margin.slice(2);
      text += isEmpty ? token : `\n${margin}${token}`;
    } else if (token === ',') text += `,\n${margin}`;
    else text += token === ':' ? ': ' : token;
  });
  return text;
}

/** The members of an object or the items of a list, by their text; undefined of a scalar. */
export function partsOf(json: string): ReadonlyMap<string, string> | undefined {
  const tokens = json.match(TOKENS) ?? [];
  const [open] = tokens;
  if (open !== '{' && open !== '[') return undefined;
  const parts = new Map<string, string>();
  let depth = 0;
  let key = '';
  let value = '';
  for (const token of tokens) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    if (value !== '' && ((token === ',' && depth === 1) || depth === 0)) {
      parts.set(open === '[' ? String(parts.size) : (JSON.parse(key) as string), value);
      value = key = '';
    } else if (depth === 1 && token === ':' && open === '{' && key === '') {
      key = value;
      value = '';
    } else if (depth > 0) value += token;
    if (token === '{' || token === '[') depth++;
  }
  return parts;
}

/** The text of what lies at a path such as `items.0.amount`; undefined when there is nothing. */
export function partAt(json: string, path: readonly string[]): string | undefined {
  return path.reduce<string | undefined>((part, name) => (part === undefined ? part : partsOf(part)?.get(name)), json);
}
