// Loaded before the tests of a process. `node:test` follows every promise from birth to death, only to know which test an error
// that nobody caught belongs to; that takes a fifth of the processor's time. It knows tests and suites by themselves here, and
// nothing else: such an error still fails its process, and is told with where it came from.
// Tried again by itself, a file is followed as usual.

import asyncHooks from 'node:async_hooks';
import { inspect } from 'node:util';

const { AsyncResource, createHook } = asyncHooks;
let follow;

asyncHooks.createHook = ({ init }) => {
  follow = init;
  return { enable: () => undefined, disable: () => undefined };
};
asyncHooks.AsyncResource = class extends AsyncResource {
  constructor(type, options) {
    super(type, options);
    follow?.(this.asyncId(), type, this.triggerAsyncId(), this);
  }
};
await import('node:test');
Object.assign(asyncHooks, { AsyncResource, createHook });

const tell = (error) => process.stderr.write(`Nobody caught: ${inspect(error)}\n`);
process.on('uncaughtExceptionMonitor', tell);
process.on('unhandledRejection', tell);
