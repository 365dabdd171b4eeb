// Whatever a test is refused with is in the reference: an operation answers the codes that it lists, and no other.

import { operations, type ProblemBody, problemsOf } from '@countersign/contract';
import { makeRouter } from '../../src/http/router.ts';

const router = makeRouter(Object.entries(operations).map(([name, operation]) => ({ ...operation, name })));

/** `fetch`, which fails where a refusal is not listed. */
export const fetchListed: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const { pathname } = new URL(String(input));
  const isRefusal = response.headers.get('content-type') === 'application/problem+json';
  if (isRefusal && init?.method !== 'HEAD' && pathname.startsWith('/v1/')) {
    const { error } = (await response.clone().json()) as ProblemBody;
    checkListed(init?.method ?? 'GET', pathname.slice('/v1'.length), error);
  }
  return response;
};

function checkListed(method: string, path: string, code: ProblemBody['error']): void {
  const operation = operationAt(method, path);
  if (operation && !problemsOf(operation).includes(code))
    throw new Error(`${operation.name} answers ${code}, which it does not list.`);
}

/** Undefined where there is none: then the router has refused it. */
function operationAt(method: string, path: string) {
  try {
    return router.find(method, path).target;
  } catch {
    return undefined;
  }
}
