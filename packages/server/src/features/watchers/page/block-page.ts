// Whether an answer with status 200 is a page at all, or someone who stands in front of it.

const AT_THE_DOOR = [
  'just a moment',
  'verify you are human',
  'verifying you are human',
  'enable javascript',
  'checking your browser',
];
/** Said of other doors as well, by a status page say: where the part that is watched was found, nobody stands in front of it. */
const OF_ANY_DOOR = ['attention required', 'unusual traffic', 'access denied', 'are you a robot'];
/** A page that says such a thing in passing has more to say. */
const SHORT_CHARACTERS = 1500;

export function looksBlocked(text: string, title: string, before: string | undefined, isPart = false): boolean {
  if (text.length > SHORT_CHARACTERS) return false;
  const said = `${title}\n${text}`.toLowerCase();
  const known = before?.toLowerCase() ?? '';
  const words = isPart ? AT_THE_DOOR : [...AT_THE_DOOR, ...OF_ANY_DOOR];
  return words.some((word) => said.includes(word) && !known.includes(word));
}
