// The service speaks to whoever writes requests by hand: what is to be mended here is a key or an address that was given.

import type { ProblemBody } from './operations.ts';
import type { Target } from './transport.ts';

const NO_KEY = 'There is no API key: give apiKey, or set COUNTERSIGN_API_KEY.';
const WRONG_KEY = 'The API key is mistyped, revoked, or of another server.';

export function toCaller(problem: ProblemBody, url: string, { apiKey, credentials }: Target): ProblemBody {
  if (credentials !== undefined) return problem;
  if (problem.error === 'unauthenticated') return { ...problem, detail: apiKey === undefined ? NO_KEY : WRONG_KEY };
  if (problem.error !== 'not_found') return problem;
  const { title, detail = title } = problem;
  return { ...problem, detail: `${detail.replace(/\.$/, '')}: ${url.split('?')[0]}` };
}
