// JSON for property tests.

import fc from 'fast-check';

const space = fc.constantFrom('', ' ', '\n', '\t', '\r\n   ');

/** Any JSON text, spread out with white space between its tokens. */
export const spacedJson = fc.tuple(fc.jsonValue(), fc.infiniteStream(space)).map(([value, spaces]) => {
  const source = JSON.stringify(value);
  const tokens = source.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^{}[\],:"]+/gs) ?? [];
  const spaced = tokens.map((token) => `${spaces.next().value}${token}`).join('') + spaces.next().value;
  return { source, spaced };
});
