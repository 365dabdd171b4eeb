// The requests of the bench, as text for the wire.

import { plausibleProposals } from '../fill/plausible.ts';

const PROPOSALS = 500;

export type Requests = ReturnType<typeof requestsWith>;

export function requestsWith(key: string) {
  const head = (method: string, path: string, length = 0) =>
    `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${key}\r\n${
      length === 0 ? '' : `content-type: application/json\r\ncontent-length: ${length}\r\n`
    }\r\n`;
  const get = (path: string) => head('GET', path);
  const post = (path: string, body: string) => head('POST', path, Buffer.byteLength(body)) + body;

  return {
    list: () => get('/v1/actions'),
    read: (id: string) => get(`/v1/actions/${id}`),
    search: (q: string) => get(`/v1/actions?q=${encodeURIComponent(q)}`),
    /** For the floor: the page that a search would find. */
    known: (ids: readonly string[]) => get(`/v1/actions?ids=${ids.join(',')}`),
    wait: (id: string) => get(`/v1/actions/${id}?wait=60`),
    bulkDecide: (ids: readonly string[]) =>
      post('/v1/actions/bulk-decision', JSON.stringify({ ids, verdict: 'approve' })),
    decide: (id: string) => post(`/v1/actions/${id}/decision`, '{"decision":"approve"}'),
    create: createSource(post),
    bytes: (length: number) => get(`/${length}`),
  };
}

/** No two creates alike: each title ends in a number of its own. */
function createSource(post: (path: string, body: string) => string): () => string {
  const MARK = '#MARK';
  const bodies = plausibleProposals(PROPOSALS).map((proposal) =>
    JSON.stringify({ ...proposal, title: `${proposal.title} ${MARK}` }),
  );
  let made = 0;
  return () => {
    const body = bodies[made % bodies.length] ?? '';
    return post('/v1/actions', body.replace(MARK, String(made++)));
  };
}
