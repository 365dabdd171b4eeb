// JSON as some programs write it: something after its end, bare line breaks in texts, ids longer than a number holds.

/** Undefined when it cannot be read all the same. */
export function looseJson(text: string): unknown {
  const exact = text.replace(LONG_ID, '$1"$2"');
  const value = parsed(exact);
  return value === undefined ? parsed(firstValue(exact).replace(CONTROLS, ' ')) : value;
}

/** In a text its quotation marks would be escaped, so that this is a member. */
const LONG_ID = /("id"\s*:\s*)(\d{16,})(?=\s*[,}])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f]/g;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Up to the bracket that closes the first one. */
function firstValue(text: string): string {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '{' || sign === '[') depth++;
    else if ((sign === '}' || sign === ']') && --depth === 0) return text.slice(0, at + 1);
  }
  return text;
}
