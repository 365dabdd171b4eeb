// Whether an answer with status 200 is a page at all, or someone who stands in front of it.

const WORDS = [
  'just a moment',
  'verify you are human',
  'verifying you are human',
  'enable javascript',
  'checking your browser',
  'attention required',
  'unusual traffic',
  'access denied',
  'are you a robot',
];
/** A page that says such a thing in passing has more to say. */
const SHORT_CHARACTERS = 1500;

export function looksBlocked(text: string, title: string, before: string | undefined): boolean {
  if (text.length > SHORT_CHARACTERS) return false;
  const said = `${title}\n${text}`.toLowerCase();
  const known = before?.toLowerCase() ?? '';
  return WORDS.some((words) => said.includes(words) && !known.includes(words));
}
