// A PostgreSQL for one test file alone, which may do to it what it likes.

import { after, before } from 'node:test';
import { makeTemplate } from './databases.ts';
import { type Cluster, type ClusterOptions, startCluster } from './postgres-cluster.ts';

/** Runs from before the first test of the file to after the last; newDatabase('postgres') makes databases in it. */
export function ownCluster(options: ClusterOptions): () => Cluster {
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster(options);
    await makeTemplate(cluster.url);
    process.env.TEST_POSTGRES = cluster.url;
  });
  after(() => cluster.stop());
  return () => cluster;
}
