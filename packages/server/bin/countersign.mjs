#!/usr/bin/env node
// The command, in plain JavaScript: with the cache on before anything is loaded, every start but the first finds it
// translated already, and needs neither the time nor the memory to do it again.

import { enableCompileCache } from 'node:module';
import { isBuilt } from './built.mjs';
import { endWithNpm } from './end-with-npm.mjs';

enableCompileCache();
endWithNpm();
await import(isBuilt() ? '../dist/main.js' : '../src/main.ts');
