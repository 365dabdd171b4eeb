#!/usr/bin/env node
// The command, from source and in plain JavaScript, so that any Node can say what it needs. The server is started without
// loading the rest, which it would only carry along.

import * as modules from 'node:module';

const NODE_NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
  process.stderr.write(
    `countersign: run from source it needs Node ${NODE_NEEDED} or newer; this is ${process.version}.\n` +
      'In the repository, `npx countersign` uses the Node that it brings along.\n',
  );
  process.exit(1);
}
modules.enableCompileCache();
const isServer = process.argv[2] === 'serve' || process.argv[2] === 'admin';
await import(isServer ? '@countersign/server/bin/countersign.mjs' : '../src/main.ts');
