// Looks through a long JSON list without building it. For text that is known to be a JSON list.

import { endOfString } from '@countersign/contract/shown/json-layout';

/** Whether any single value in it passes the test, which gets it as it was written. Lists and objects in it are passed over. */
export function someItem(list: string, test: (source: string) => boolean): boolean {
  let open = 0;
  let start = -1;
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code === 0x22) {
      const from = at;
      at = endOfString(list, at);
      if (open === 1 && test(list.slice(from, at + 1))) return true;
    } else if (isWord(code)) {
      if (start === -1) start = at;
      continue;
    } else if (code === 0x7b || code === 0x5b) open++;
    else if (code === 0x7d || code === 0x5d) open--;
    if (start === -1) continue;
    // A bracket that has just been closed was around it.
    const depth = code === 0x7d || code === 0x5d ? open + 1 : open;
    if (depth === 1 && test(list.slice(start, at))) return true;
    start = -1;
  }
  return false;
}

/** What numbers, true, false and null are written with. */
function isWord(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x2b ||
    code === 0x45
  );
}
