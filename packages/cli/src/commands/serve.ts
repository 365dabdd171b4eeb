// `countersign serve` and `countersign admin …`: the server, where it is installed beside this command.

import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import { Failure } from '../failure.ts';

const NODE_NEEDED = 26;
/** In variables, so that packing this command does not pack the server into the same file. */
const FROM_SOURCE = '@countersign/server/bin/countersign.mjs';
const AS_BUILT = new URL('./server/main.js', import.meta.url);

/** The server reads the same words. It stays until it is told to end. */
export async function serve(): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < NODE_NEEDED) {
    throw new Failure(
      `The server needs Node ${NODE_NEEDED} or newer; this is ${process.version}.`,
      'Everything else works here. For the server, install Node 26 from https://nodejs.org, or use the container.',
    );
  }
  try {
    modules.enableCompileCache();
    await import(existsSync(AS_BUILT) ? AS_BUILT.href : FROM_SOURCE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure(
      'The server is not installed with this command.',
      'Start it from a clone of the repository with `npm start`, or use the container.',
    );
  }
  return Number(process.exitCode ?? 0);
}
