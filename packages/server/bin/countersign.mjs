#!/usr/bin/env node
// The command, in plain JavaScript: with the cache on before anything is loaded, every start but the first finds it
// translated already, and needs neither the time nor the memory to do it again.

import * as modules from 'node:module';
import { isBuilt } from './built.mjs';
import { endWithNpm } from './end-with-npm.mjs';

const NODE_NEEDED = 26;

if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
  process.stderr.write(
    `countersign: the server needs Node ${NODE_NEEDED} or newer; this is ${process.version}.\n` +
      'In the repository, `npm start` and `npx countersign` use the Node that it brings along.\n',
  );
  process.exit(1);
}
modules.enableCompileCache();
endWithNpm();
await import(isBuilt() ? '../dist/main.js' : '../src/main.ts');
